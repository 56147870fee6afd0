"""The notes of a score agree with a second reading of the rules, line for line."""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

from spades_tui.game.findings import HandScore
from spades_tui.record.writer import finding_line
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset
from tests.quick_cases import slow_but
from tests.record.records import Event, replayed
from tests.referee.generate import generate
from tests.referee.referee import findings, to_text

GOLDEN = {path.name.split(".")[0]: path for path in sorted((Path(__file__).parents[1] / "golden").glob("*.jsonl"))}
SLUGS = sorted(shipped())
NAMES = [*GOLDEN, *(f"random {slug}" for slug in SLUGS)]
RANDOM = ("random 3b-five", "random bemo", "random call-break", "random cutthroat", "random jokers", "random whiz")
"""Random games for the quick tests, which score in every way between them."""
SEEDS = (1, 2, 3)
"""Seeds with two rare events: a promise kept in Bemo, and hands skipped in Jokers."""

Told = Counter[tuple[int, Decided, int]]
"""Counts of side, decision and number of tricks."""

_TOLD: tuple[tuple[str, Decided], ...] = (
    (r"set: bid \d+, took \d+", Decided.SET),
    (r"(?:blind )?\d+ made|all the tricks", Decided.MADE),
    (r"zero made", Decided.ZERO_MADE),
    (r"zero failed, \d+ taken", Decided.ZERO_FAILED),
    (r"(?P<tricks>\d+) (?:above|stray)", Decided.OVER),
    (r"first (?P<tricks>\d+) tricks", Decided.KEPT),
    (r"(?P<tricks>\d+) perfect bids", Decided.IN_A_ROW),
    (r"(?P<tricks>\d+) bags", Decided.BAGS_CHARGED),
    (r"not played, bid \d+", Decided.NOT_PLAYED),
)
"""The words of the second reading and their meaning. For a table of bids it gives only bids and tricks."""


@cache
def records(slug: str) -> tuple[str, ...]:
    """Return the golden record of that name, or random games of the variant."""
    if slug in GOLDEN:
        return (GOLDEN[slug].read_text("utf-8"),)
    return tuple(to_text(generate(slug.removeprefix("random "), seed)) for seed in SEEDS)


def notes_of_the_referee(rules: Ruleset, score: Event) -> Told:
    """Return the notes that the second reading puts on the score sheet."""
    told: Told = Counter()
    in_table = set()
    for line in score["lines"]:
        side, text, points = line["side"], line["text"], line["points"]
        if found := re.fullmatch(r"bid (\d+), took (\d+)", text):
            in_table.add(side)
            told[side, _of_table(int(found[1]), points > 0), 0] += 1
            continue
        if re.fullmatch(r"\d+ taken all the same", text):  # an earlier note says that the bid failed
            continue
        what, groups = next((what, found.groupdict()) for form, what in _TOLD if (found := re.fullmatch(form, text)))
        tricks = int(groups.get("tricks") or 0)
        if what == Decided.KEPT and points < 0:
            what = Decided.BROKEN
        told[side, what, tricks] += 1
    if rules.zeros_pay and not rules.zeros_separate:
        for side, bid in enumerate(score["bids"]):
            if bid is not None and side not in in_table:  # a bid that wins the game scores no line (BM-7)
                told[side, _of_table(bid, True), 0] += 1
    return told


def _of_table(bid: int, made: bool) -> Decided:
    if bid:
        return Decided.MADE if made else Decided.SET
    return Decided.ZERO_MADE if made else Decided.ZERO_FAILED


RESULTS = {Decided.MADE, Decided.SET, Decided.ZERO_MADE, Decided.ZERO_FAILED, Decided.NOT_PLAYED}
"""Notes about a bid that has been decided."""


def notes_of_the_program(rules: Ruleset, score: HandScore) -> Told:
    """Return the program's notes in the same form: rows from the third on, and each charge for bags separately."""
    told: Told = Counter()
    for note in score.notes:
        if note.what == Decided.BAGS_CHARGED:
            assert rules.bags is not None
            times, left = divmod(note.tricks, rules.bags.limit)
            assert not left
            told[note.side, note.what, rules.bags.limit] += times
        elif note.what != Decided.IN_A_ROW or note.tricks >= 3:
            told[note.side, note.what, note.tricks] += 1
    return told


@pytest.mark.rule("SB-5", "SB-6", "SB-7", "SB-8", "SB-9", "JK-7", "JK-13", "3B-12", "3B-13", "BM-6", "BM-9", "BM-11")
@pytest.mark.parametrize("name", slow_but({*GOLDEN, *RANDOM}, NAMES))
def test_notes_agree_with_the_referee_and_each_bid_has_one_result(name: str) -> None:
    hands = 0
    for text in records(name):
        (ours,) = replayed(text)
        theirs = [line for line in findings(text) if line["event"] == "hand_score"]
        assert len(theirs) == len(ours.scores)
        for score, found in zip(ours.scores, theirs, strict=True):
            hands += 1
            rules = ours.rules.of_hand(score.hand)
            assert notes_of_the_program(rules, score) == notes_of_the_referee(rules, found)
            assert "notes" not in finding_line(score)
            for seat, bid in enumerate(score.bids):
                noted = [note for note in score.notes if seat in note.seats and note.what in RESULTS]
                assert len(noted) == (bid is not None)
                assert all(note.side == rules.side_of[seat] for note in noted)
                if noted and noted[0].what in (Decided.ZERO_MADE, Decided.ZERO_FAILED):
                    assert (bid, noted[0].seats) == (0, (seat,))
    assert hands


@pytest.mark.slow
def test_the_records_have_every_kind_of_note() -> None:
    met = {
        note.what
        for name in NAMES
        for text in records(name)
        for score in replayed(text)[0].scores
        for note in score.notes
    }
    assert met == set(Decided) - {Decided.OPEN}  # a complete hand leaves no bid open

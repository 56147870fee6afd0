"""Feats of skill: each is earned by what it names, without help, and has the hand that earned it."""

from datetime import date
from types import SimpleNamespace
from typing import Any, cast

import pytest

from spades_tui import cards
from spades_tui.presentation.scorebook_words import FEAT_WORDS, feat_row
from spades_tui.rules.catalogue import find
from spades_tui.rules.ledger import Decided, Note
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.scorebook import feat_count
from spades_tui.scorebook.feats import FEATS, EarnedFeat
from tests.scorebook.games import Season
from tests.scorebook.ladders import add, result

RULES = ruleset(with_options(find("classic"), {}))
MADE, SET, ZERO, OVER = Decided.MADE, Decided.SET, Decided.ZERO_MADE, Decided.OVER
Hand = dict[str, Any]


def hand(*decided: Decided, bid: int = 4, took: int = 4, **more: Any) -> Hand:
    """Return a hand of seat 0; `beside`: its partner's nil is made, `over`: bags, `contract`: the side's."""
    return {"decided": decided, "bid": bid, "took": took, **more}


def noted(played: Hand) -> list[Note]:
    """Return the notes about seat 0 and its side."""
    notes = [Note(what, 0, (0,)) for what in played["decided"]]
    if played.get("beside"):
        notes.append(Note(ZERO, 0, (2,)))
    if played.get("over"):
        notes.append(Note(OVER, 0, (0, 2))._replace(tricks=played["over"]))
    return notes


def earned(
    monkeypatch: pytest.MonkeyPatch, *played: Hand, won: bool = True,
    levels: tuple[str, ...] = ("", "club", "club", "club"),
) -> dict[str, int]:  # fmt: skip
    """Return the feats of seat 0 in a game of these hands."""
    scores, hands = [], {}
    for number, one in enumerate(played, 1):
        totals = one.get("totals", (100 * number, 90 * number))
        score = SimpleNamespace(
            hand=number, bids=(one["bid"], 3, 3, 3), tricks=(one["took"], 3, 3, 3), notes=noted(one), totals=totals,
            bags=(0, 0),
        )  # fmt: skip
        scores.append(score)
        dealt = sum(1 << cards.parse(card) for card in one.get("cards", "2S").split())
        hands[number] = SimpleNamespace(
            skipped=False, blind=(one.get("blind", False),) * 4, dealt=(dealt,) * 4, passed=(),
            contracts=(one.get("contract", 7), 6),
        )  # fmt: skip
    monkeypatch.setattr(feat_count, "hand_counts", lambda rules, state: state)
    over = SimpleNamespace(winners=(0,) if won else (1,))
    seats = [SimpleNamespace(kind="bot" if level else "human", level=level) for level in levels]
    found = feat_count.earned(RULES, cast(Any, scores), cast(Any, hands), cast(Any, over), cast(Any, seats), 0)
    return {str(name): number for name, number in found.items()}


PLAIN = hand(MADE, took=5, over=1)
CASES = {
    "blind_nil": ([PLAIN, hand(ZERO, bid=0, took=0, blind=True)], 2),
    "king_nil": ([hand(ZERO, bid=0, took=0, cards="KD 2S")], 1),
    "three_nils": ([PLAIN, *[hand(ZERO, bid=0, took=0)] * 3, PLAIN], 4),
    "covered": ([PLAIN, hand(MADE, bid=5, took=5, beside=True)], 2),
    "ten": ([PLAIN, PLAIN, hand(MADE, contract=10)], 3),
    "exact": ([hand(MADE)] * 3 + [hand(MADE, over=1)], 4),
    "no_bag": ([hand(MADE)] * 3 + [hand(SET, took=3)], 4),
    "never_set": ([PLAIN] * 8, 8),
    "comeback": ([hand(MADE, totals=(-50, 200), took=5, over=1), *[PLAIN] * 3], 4),
}


@pytest.mark.parametrize("name", [*CASES])
def test_feat_is_earned_by_its_hand(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    played, number = CASES[name]
    assert earned(monkeypatch, *played) == {name: number}


NEARLY = {
    "blind_nil": [hand(Decided.ZERO_FAILED, bid=0, took=1, blind=True)],
    "king_nil": [hand(ZERO, bid=0, took=0, cards="QD JS")],
    "three_nils": [hand(ZERO, bid=0, took=0)] * 2,
    "covered": [hand(MADE, bid=4, beside=True), hand(SET, bid=6, beside=True)],
    "ten": [hand(SET, contract=10), hand(MADE, contract=9)],
    "short": [hand(MADE)] * 3,
    "set": [PLAIN] * 7 + [hand(SET, took=3)],
    "little behind": [hand(MADE, totals=(-50, 50), took=5, over=1), *[PLAIN] * 3],
}


@pytest.mark.parametrize("played", [*NEARLY.values()], ids=[*NEARLY])
def test_nearly_is_no_feat(monkeypatch: pytest.MonkeyPatch, played: list[Hand]) -> None:
    assert earned(monkeypatch, *played) == {}


def test_wins_count_with_a_beginner_and_against_experts(monkeypatch: pytest.MonkeyPatch) -> None:
    experts, strong = ("", "expert", "beginner", "expert/bold"), ("", "strong", "beginner", "expert")
    assert set(earned(monkeypatch, *[PLAIN] * 4, levels=experts)) == {"beat_experts", "with_beginner"}
    assert set(earned(monkeypatch, *[PLAIN] * 4, levels=strong)) == {"with_beginner"}
    assert earned(monkeypatch, *[PLAIN] * 4, won=False, levels=experts) == {}
    assert earned(monkeypatch, *[PLAIN] * 3, levels=experts) == {}
    assert earned(monkeypatch, *[PLAIN] * 4, levels=("", "expert", "", "expert")) == {"beat_experts": 4}


def test_scorebook_keeps_the_first_hand_of_each_feat(season: Season) -> None:
    from msgspec.structs import replace

    for number, (day, feats) in enumerate((("2026-03-04", {"ten": 5}), ("2026-03-03", {"ten": 2, "exact": 8}))):
        season.on(day)
        game = result(number, season.now, ("Ann", "=club", "=club", "=club"))
        add(season.book, [replace(game, seats=(replace(game.seats[0], feats=cast(Any, feats)), *game.seats[1:]))])
    ten, exact = season.book.feats("Ann")
    assert ten == EarnedFeat("ten", date(2026, 3, 3), "Classic", 2)
    assert (exact.name, exact.hand) == ("exact", 8)
    assert feat_row("ten", ten) == "3 March 2026 · Classic, hand 2"
    assert season.book.form("Ann").feats == ("ten", "exact")
    season.book.records.rebuild()
    assert season.book.feats("Ann") == (ten, exact)


def test_there_are_twelve_feats_with_words() -> None:
    assert len(FEATS) == 12
    assert set(FEAT_WORDS) == {*FEATS}
    assert all(len(words) <= 32 for words in FEAT_WORDS.values())

"""A scored hand with everything open: each moment knows its event, its cards, and the lines of the record before it."""

from __future__ import annotations

from typing import Any

import pytest

from spades_tui.cards import cards_of, text
from tests.games import each_game
from tests.review.reviewing import record_of, simulated

FINDINGS = {"trick", "hand_score", "game_over"}
"""Lines that follow from the event before them."""


def events_of(lines: list[dict[str, Any]]) -> list[tuple[int, dict[str, Any]]]:
    """Return each event's line after the first one, and how many lines there are up to its last finding."""
    found: list[tuple[int, dict[str, Any]]] = []
    for number, line in enumerate(lines[1:], 2):
        if line["event"] in FINDINGS - {"hand_score"}:
            found[-1] = number, found[-1][1]
        else:
            found.append((number, line))
    return found


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "two-handed"))
def test_each_moment_counts_the_lines_of_the_record_up_to_its_event(slug: str) -> None:
    lines = simulated(slug)
    record = record_of(lines)
    after = dict(events_of(lines))
    assert record.opened
    for hand in record.opened:
        moments = list(hand.moments)
        numbers = [moment.lines for moment in moments]
        assert numbers == sorted(set(numbers))
        assert lines[numbers[0] - 1]["event"] == "deal"
        for moment in moments[:-1]:
            line = after[moment.lines]
            kind = "promise" if line["event"] == "bemo" else line["event"]
            assert (moment.kind, moment.seat) == (kind, line.get("seat")), moment.lines
        assert lines[numbers[-1] - 1]["event"] in ("hand_score", "game_over")


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "two-handed"))
def test_a_hand_ends_with_its_last_trick_on_the_table_and_every_card_played(slug: str) -> None:
    record = record_of(simulated(slug))
    for hand in record.opened:
        first, *others = list(hand.moments)
        assert hand.scored
        assert first.number == 0
        last = others[-1]
        claimed = any(moment.kind == "claim" for moment in others)
        assert claimed or last.complete
        assert last.trick == others[-2].trick
        for seat in hand.table:
            seen = {text(card) for card in cards_of(last.had[seat])}
            assert {text(card) for card in cards_of(first.holding[seat])} <= seen
            assert claimed or not last.holding[seat]

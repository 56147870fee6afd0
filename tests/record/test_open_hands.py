"""A scored hand with everything open: each moment knows its event, its cards, and the lines of the record before it."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.cards import cards_of, text
from spades_tui.game.events import TakeBack
from spades_tui.game.history import Step
from spades_tui.game.machine import apply
from spades_tui.game.state import new_game
from spades_tui.record.open_hands import HandRecorder
from tests.bots.tables import at_play, hands, rules_of
from tests.games import each_game
from tests.review.reviewing import record_of, simulated

KNOWN = {
    0: "AC KC QC JC TC 9C 8C 7C 6C 5C 4C 3C 2C",
    1: "AD KD QD JD TD 9D 8D 7D 6D 5D 4D 3D 2D",
    2: "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H 2H",
}
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


def steps_of(plays: str) -> list[Step]:
    """Return the steps of a hand from its deal."""
    rules = rules_of("sandbags")
    course = at_play(rules, KNOWN, [3, 3, 3, 3], plays, 3)
    before, deal = new_game(rules, 3), hands(rules, KNOWN, 3)
    after, _ = apply(before, deal)
    return [Step(deal, before, after, ()), *course.steps]


def recorded(steps: list[Step]) -> HandRecorder:
    names, side_names = ("Ann", "Bea", "Cy", "Dot"), ("Ann & Cy", "Bea & Dot")
    recorder = HandRecorder(rules_of("sandbags"), names, side_names)
    recorder.take(steps[-1])  # without a deal there is no hand
    assert recorder.current_hand is None
    for step in steps:
        recorder.take(step)
    return recorder


def test_the_current_hand_grows_by_each_event() -> None:
    hand = recorded(steps_of("AC AD")).current_hand
    assert hand is not None
    assert not hand.scored
    moments = list(hand.moments)
    assert [moment.kind for moment in moments] == ["deal", *["bid"] * 4, "play", "play"]
    assert [text(card.card) for card in moments[-1].trick] == ["AC", "AD"]
    assert all(moment.words for moment in moments)


@pytest.mark.parametrize("back", [1, 2, 3])
def test_what_is_taken_back_is_no_moment(back: int) -> None:
    steps = steps_of("AC AD")
    recorder = recorded(steps)
    whole = recorder.current_hand
    assert whole is not None
    earlier, last = steps[-1 - back], steps[-1]
    recorder.take(replace(last, event=TakeBack(0), before=last.after, after=earlier.after))
    hand = recorder.current_hand
    assert hand is not None
    assert list(hand.moments) == list(whole.moments)[:-back]
    recorder.take(steps[-back])
    again = recorder.current_hand
    assert again is not None
    assert len(list(again.moments)) == len(list(whole.moments)) - back + 1


def test_a_new_deal_begins_a_new_hand() -> None:
    steps = steps_of("AC")
    recorder = recorded(steps)
    recorder.take(steps[0])
    hand = recorder.current_hand
    assert hand is not None
    assert [moment.kind for moment in hand.moments] == ["deal"]

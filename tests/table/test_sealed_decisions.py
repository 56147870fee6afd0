"""Nobody sees cards passed for a nil or drafted except their players, and the search for leaks finds planted ones."""

import random
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, HandState
from spades_tui.play import table as table_module
from spades_tui.play.table import Table
from spades_tui.seats import DraftSeen, Observation, OwnDraft
from spades_tui.seats.observer import observe
from tests.game.scrambling import known, scrambled
from tests.table.playing import opened, setup_of, step

TABLES: dict[str, tuple[str, dict[str, Any]]] = {
    "together": ("suicide", {"nil_pass": 2}),
    "nil first": ("suicide", {"nil_pass": 3, "pass_order": "nil_first"}),
    "blind nil": ("classic", {"blind_behind": 0, "blind_pass": 2, "nil_pass": 1}),
    "draft seen": ("two-handed", {}),
    "draft unseen": ("two-handed", {"second_card": "unseen"}),
    "joker-deuces": ("joker-deuces", {}),
    "whiz": ("whiz", {"nil_pass": 1}),
    "mirrors": ("mirrors", {"nil_pass": 1}),
    "cutthroat": ("cutthroat", {"last_bid": "not_even"}),
    "cutthroat-three": ("cutthroat-three", {"last_bid": "not_even"}),
    "league": ("league", {"nil_pass": 2}),
}


def moments(name: str, hands: int) -> Iterator[Table]:
    """Yield a table at each moment before the play, and sometimes during it, for this many hands."""
    slug, options = TABLES[name]
    table, rng = opened(setup_of(slug, seed="sealed", **options), None), random.Random(7)
    for place in range(80 * hands):
        state = table.course.state
        if state.standing.hands >= hands:
            return
        if state.hand is not None and (state.phase != Phase.PLAY or place % 7 == 0):
            yield table
        if not step(table, rng):
            return


def same_to_all(name: str, hands: int = 3) -> int:
    """Check that every seat sees the same if the cards unseen by it were dealt differently.

    Return the number of checks. Raises AssertionError.
    """
    looked, rng = 0, random.Random(3)
    for table in moments(name, hands):
        state = table.course.state
        if state.phase in (Phase.DEAL, Phase.OVER):
            continue
        for seat in range(table.rules.seats):
            before = table.shown(seat)
            table.course.state = scrambled(state, known(state, seat, before.seen.own), rng)
            looked += table.course.state != state
            after = table.shown(seat)
            table.course.state = state
            assert replace(after, may_take_back=False) == replace(before, may_take_back=False), (state.phase, seat)
    return looked


@pytest.mark.rule("C-9", "NL-8", "TW-1")
@pytest.mark.parametrize("name", TABLES)
def test_unseen_cards_do_not_change_what_a_seat_sees(name: str) -> None:
    assert same_to_all(name) > 40


Observe = Callable[[GameState, int | None], Observation]


def _others(state: GameState, seat: int | None) -> list[int]:
    return [other for other in range(state.rules.seats) if other != seat]


def leak_passed_cards(state: GameState, seat: int | None) -> Observation:
    """Plant a leak: a seat sees the cards that another seat has passed."""
    seen = observe(state, seat)
    given = [state.hand.passed[other] for other in _others(state, seat)] if state.hand is not None else [0]
    return replace(seen, got=seen.got or max(given))


def leak_top_card(state: GameState, seat: int | None) -> Observation:
    """Plant a leak: every viewer sees the top card of the stock."""
    seen = observe(state, seat)
    top = state.hand.stock[0] if state.hand is not None and state.hand.stock else None
    return replace(seen, draft=replace(seen.draft, top=top) if seen.draft is not None else None)


def drafted(change: Callable[[DraftSeen, HandState, int], DraftSeen]) -> Observe:
    """Return a function that plants a leak in a seat's view of the draft."""

    def changed(state: GameState, seat: int | None) -> Observation:
        seen = observe(state, seat)
        if seen.draft is None or seat is None:
            return seen
        return replace(seen, draft=change(seen.draft, state.current, seat))

    return changed


def second_unseen(seen: DraftSeen, hand: HandState, seat: int) -> DraftSeen:
    """Add the card that was discarded unseen."""
    own = [made for made in hand.drafts if made.seat == seat]
    return replace(seen, last=OwnDraft(own[-1].keep, own[-1].first, own[-1].second)) if own else seen


def away_of_another(seen: DraftSeen, hand: HandState, seat: int) -> DraftSeen:
    """Add the other player's discards."""
    return replace(seen, away=seen.away | sum({1 << made.first for made in hand.drafts if made.seat != seat}))


def drafted_by_another(seen: DraftSeen, hand: HandState, seat: int) -> DraftSeen:
    """Add the card that the other player has just kept or discarded."""
    others = [made for made in hand.drafts if made.seat != seat]
    return replace(seen, last=OwnDraft(others[-1].keep, others[-1].first, None)) if others else seen


PLANTS: list[tuple[str, Observe]] = [
    ("together", leak_passed_cards),
    ("nil first", leak_passed_cards),
    ("draft seen", leak_top_card),
    ("draft unseen", leak_top_card),
    ("draft unseen", drafted(second_unseen)),
    ("draft seen", drafted(away_of_another)),
    ("draft seen", drafted(drafted_by_another)),
]


@pytest.mark.parametrize(("name", "plant"), PLANTS)
def test_an_observation_with_a_planted_leak_is_found(
    name: str, plant: Observe, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(table_module, "observe", plant)
    with pytest.raises(AssertionError):
        same_to_all(name)

"""At practice tables, an action can be taken back unless it has shown somebody something new (3B-11)."""

import random

import pytest

from spades_tui.game.events import Bid, Look, Play, SeatEvent, TakeBack
from spades_tui.game.refusal import IllegalEvent
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from tests.scenes import at, mine, setup

pytestmark = pytest.mark.rule("3B-11")


def known(table: Table) -> tuple[int, ...]:
    """Return the cards that each seat has seen: its own and all played cards."""
    found = []
    for seat in range(table.rules.seats):
        seen = table.observe(seat)
        cards = seen.own or 0
        for trick in (*seen.tricks, seen.trick):
            for played in trick:
                cards |= 1 << played.card
        found.append(cards)
    return tuple(found)


def anything(seen: Observation, chance: random.Random) -> SeatEvent:
    """Return a random legal event, sometimes out of turn."""
    if seen.aside and chance.random() < 0.2:
        return chance.choice(seen.aside)
    return chance.choice(seen.legal)


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_no_action_before_newly_shown_cards_can_be_taken_back(slug: str) -> None:
    options: dict[str, object] = {"take_back": True}
    if "enforcement" in shipped()[slug].option_names:
        options["enforcement"] = "challenge"
    allowed = refused = 0
    for seed in range(3):
        chance = random.Random(f"{slug} {seed}")
        table = Table.create(setup(slug, 2, dealer=0, seed=f"practice {seed}", **options))
        after: dict[int, tuple[int, ...]] = {}  # the cards that everyone had seen right after each seat's last event
        while not isinstance(due := table.next(), HandPlayed):
            if isinstance(due, CutOffered):
                table.deal(None)
                after.clear()
                continue
            assert isinstance(due, Turn)
            for seat in range(table.rules.seats):
                if table.may_take_back(seat):
                    assert after[seat] == known(table), "somebody has been shown a card since"
                    allowed += 1
                else:
                    with pytest.raises(IllegalEvent):
                        table.do(TakeBack(seat))
                    refused += 1
            event = anything(table.observe(due.seat), chance)
            table.do(event)
            after[event.seat] = known(table)
    assert allowed
    assert refused > allowed


def test_final_events_are_never_taken_back() -> None:
    """A look or a draw has shown its own player something."""
    table = at("bemo", mine("bid"), take_back=True)
    table.do(Look(0))
    assert not table.may_take_back(0)
    table.do(next(event for event in table.observe(0).legal if isinstance(event, Bid)))
    assert table.may_take_back(0)
    table = at("3b-four", mine("bid"), take_back=True)
    table.do(Bid(0, 0))
    assert table.may_take_back(0)
    table.do(table.observe(0).legal[0])
    assert table.observe(0).drawn
    assert not table.may_take_back(0)


def test_a_table_that_is_not_for_practice_takes_nothing_back() -> None:
    table = at("sandbags", mine("play", 2, 1))
    table.do(next(event for event in table.observe(0).legal if isinstance(event, Play)))
    assert not table.may_take_back(0)
    with pytest.raises(IllegalEvent, match="You can't undo at this table: a card played stays played"):
        table.do(TakeBack(0))

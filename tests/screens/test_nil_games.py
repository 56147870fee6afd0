"""Games with nil and dictated bids explain bids on screen and can be played."""

from typing import Any

import pytest

from spades_tui.cards import SPADES
from spades_tui.game.events import Bid
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from tests.decision_scenes import DECISIONS
from tests.driver import driving
from tests.scenes import at, mine, setup
from tests.screens.looking import TableApp, faces
from tests.sizes import LARGE, SMALL


def asked_first(slug: str, **options: Any) -> Table:
    """Return a hand in which the person, seat 0, bids first."""
    table = Table.create(setup(slug, dealer=3, seed="nil", **options))
    table.deal(None)
    return table


def spades_of(table: Table) -> int:
    seen = table.observe(0)
    assert seen.own is not None
    return (seen.own & seen.rules.cards.suit_masks[SPADES]).bit_count()


@pytest.mark.rule("C-14", "MR-1")
async def test_a_dictated_bid_is_asked_for_and_explained() -> None:
    table = asked_first("mirrors")
    count = spades_of(table)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "bid"
        held = f"{count} spade{'' if count == 1 else 's'}" if count else "no spades"
        assert seat.sees(f"You hold {held}, so you bid {count or 'nil'} (MR-1).")
        assert table.observe(0).bids[0] is None
        await seat.press("enter")
    assert table.observe(0).bids[0] == count


async def test_a_question_fits_a_window_that_grows_or_shrinks() -> None:
    async with driving(DECISIONS["dictated-nil"], LARGE) as seat:
        for size, whole in ((LARGE, True), (SMALL, False), (LARGE, True)):
            await seat.resize(*size)
            line = seat.line("so you bid nil (SU-1).")
            assert ("Only one bid is left." in line) == whole and "…" not in line


def offers_blind(seen: Observation) -> bool:
    """Return whether the viewer chooses between looking and a blind nil."""
    return mine("bid")(seen) and seen.may_choose_blind


@pytest.mark.rule("NL-7")
async def test_a_blind_nil_is_explained_when_a_game_first_offers_it() -> None:
    for size in (SMALL, (100, 32)):
        table = at("classic", offers_blind, seed="moment-3")
        first = table.observe(0).hand_number
        async with driving(TableApp(table), size) as seat:
            assert seat.sees("213 behind, you may bid a blind nil: no trick, before you look.")
    again = at("classic", lambda seen: offers_blind(seen) and seen.hand_number > first, seed="moment-3")
    async with driving(TableApp(again)) as seat:
        assert seat.sees("Look at your cards, or bid nil blind?") and not seat.sees("blind nil: no trick")


async def test_a_blind_nil_that_needs_no_deficit_is_explained_in_the_first_hand() -> None:
    for hand in (1, 2):
        until = lambda seen, hand=hand: offers_blind(seen) and seen.hand_number == hand  # noqa: E731
        async with driving(TableApp(at("classic", until, blind_behind=0))) as seat:
            assert seat.sees("Blind nil: no trick, bid before you look.") == (hand == 1)


@pytest.mark.rule("WZ-1", "SU-1")
@pytest.mark.parametrize(("slug", "rule", "said"), [("whiz", "WZ-1", " or nil"), ("suicide", "SU-1", "4 or more")])
async def test_limits_that_rule_out_bids_are_explained(slug: str, rule: str, said: str) -> None:
    async with driving(TableApp(asked_first(slug))) as seat:
        assert seat.sees(said, f"({rule}).")


@pytest.mark.rule("NL-7")
async def test_a_blind_nil_shows_its_points() -> None:
    table = asked_first("classic", blind_behind=0)
    hidden = table.course.state.current.holding[0]
    async with driving(TableApp(table)) as seat:
        assert seat.sees("Look at your cards, or bid nil blind?", "Blind nil")
        assert not any(seat.sees(face) for face in faces(hidden))
        await seat.press("down")
        assert seat.sees("made: +200", "set: −200")
        assert seat.sees("its tricks count for your partner"), "so none of them is a bag"
        await seat.press("enter")
    seen = table.observe(0)
    assert (seen.bids[0], seen.blind[0]) == (0, True)
    assert seen.own == hidden


@pytest.mark.rule("NL-5")
async def test_the_table_says_nil() -> None:
    table = asked_first("classic")
    table.do(Bid(0, 0))
    async with driving(TableApp(table)) as seat:
        assert seat.sees("nil")
        assert not seat.sees("zero")


async def test_enter_alone_plays_a_hand_of_a_nil_game() -> None:
    async with driving(TableApp(Table.create(setup("suicide", dealer=1, seed="a hand")))) as seat:
        assert {"deal", "bid", "play"} <= set(await seat.until("score"))
        assert "zero" not in seat.text.lower()

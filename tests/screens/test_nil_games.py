"""Games with nil and dictated bids explain bids on screen and can be played."""

import re
from typing import Any

import pytest

from spades_tui import cards
from spades_tui.cards import SPADES
from spades_tui.game.events import Bid
from spades_tui.play.table import Table
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.score_screen import ScoreScreen
from tests.decision_scenes import DECISIONS
from tests.driver import driving
from tests.scenes import setup
from tests.screens.looking import TableApp, press_until, screen_text
from tests.sizes import LARGE, SMALL

GAMES = ("classic", "whiz", "mirrors", "suicide")


def asked_first(slug: str, **options: Any) -> Table:
    """Return a hand in which the person, seat 0, bids first."""
    table = Table.create(setup(slug, dealer=3, seed="nil", **options))
    table.deal(None)
    return table


def spades_of(table: Table) -> int:
    seen = table.observe(0)
    assert seen.own is not None
    return (seen.own & seen.rules.cards.suit_masks[SPADES]).bit_count()


def words(app: TableApp) -> str:
    return re.sub(r"\s+", " ", screen_text(app))


@pytest.mark.rule("C-14", "MR-1")
async def test_a_dictated_bid_is_asked_for_and_explained() -> None:
    table = asked_first("mirrors")
    count = spades_of(table)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, BiddingScreen)
        held = f"{count} spade{'' if count == 1 else 's'}" if count else "no spades"
        assert f"You hold {held}, so you bid {count or 'nil'} (MR-1)." in words(app)
        assert table.observe(0).bids[0] is None
        await pilot.press("enter")
        await pilot.pause()
    assert table.observe(0).bids[0] == count


async def test_a_question_fits_a_window_that_grows_or_shrinks() -> None:
    async with driving(DECISIONS["dictated-nil"], LARGE) as seat:
        for size, whole in ((LARGE, True), (SMALL, False), (LARGE, True)):
            await seat.resize(*size)
            line = seat.line("so you bid nil (SU-1).")
            assert ("Only one bid is left." in line) == whole and "…" not in line


@pytest.mark.rule("WZ-1", "SU-1")
@pytest.mark.parametrize(("slug", "rule", "said"), [("whiz", "WZ-1", " or nil"), ("suicide", "SU-1", "4 or more")])
async def test_limits_that_rule_out_bids_are_explained(slug: str, rule: str, said: str) -> None:
    app = TableApp(asked_first(slug))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert said in words(app)
        assert f"({rule})." in words(app)


@pytest.mark.rule("NL-7")
async def test_a_blind_nil_shows_its_points() -> None:
    table = asked_first("classic", blind_behind=0)
    hidden = table.course.state.current.holding[0]
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Look at your cards, or bid nil blind?" in words(app)
        assert "Blind nil" in words(app)
        assert not any(cards.pretty(card) in screen_text(app) for card in cards.cards_of(hidden))
        await pilot.press("down")
        await pilot.pause()
        assert "made: +200" in words(app)
        assert "set: −200" in words(app)
        assert "its tricks count for your partner" in words(app), "so none of them is a bag"
        await pilot.press("enter")
        await pilot.pause()
    seen = table.observe(0)
    assert (seen.bids[0], seen.blind[0]) == (0, True)
    assert seen.own == hidden


@pytest.mark.rule("NL-5")
async def test_the_table_says_nil() -> None:
    table = asked_first("classic")
    table.do(Bid(0, 0))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "nil" in words(app)
        assert "zero" not in words(app)


@pytest.mark.parametrize("slug", GAMES)
async def test_enter_alone_plays_a_hand_of_each_nil_game(slug: str) -> None:
    app = TableApp(Table.create(setup(slug, dealer=1, seed="a hand")))
    async with app.run_test(size=(80, 24)) as pilot:
        met = await press_until(pilot, "enter", ScoreScreen, 400)
        assert {"DealingScreen", "BiddingScreen", "TrickPlayScreen"} <= set(met)
        assert "zero" not in words(app).lower()

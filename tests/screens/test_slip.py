"""At the table ``u`` takes a slip back until another player acts, and the game doesn't wait for it (3B-11)."""

import pytest

from spades_tui.game.events import Play
from spades_tui.play.table import Table
from tests.driver import Driver, driving
from tests.scenes import at, mine
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, wait_until

pytestmark = pytest.mark.rule("3B-11")


def cards(table: Table) -> int:
    """Return how many cards have been played in this hand."""
    seen = table.observe(None)
    return sum(map(len, (*seen.tricks, seen.trick)))


async def play_a_card(seat: Driver) -> None:
    """Play the first legal card of the person in seat 0."""
    await seat.select(next(play.card for play in seat.table.observe(0).legal if isinstance(play, Play)))
    await seat.press("enter")


async def test_a_slip_can_be_undone_in_the_pause_before_the_next_player() -> None:
    table = at("sandbags", mine("play", 2, 1), slip=True)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        before = table.course.state
        assert "u undo" not in seat.footer
        await play_a_card(seat)
        assert "u undo" in seat.footer
        assert seat.sees("is thinking. u undoes it.")
        await seat.press("u")
        assert table.course.state is before
        assert seat.sees("You take back")
        assert seat.hand and table.observe(None).on_turn == 0
        await play_a_card(seat)
        played = cards(table)
        await seat.press("a")  # any other key hurries the next player, who acts
        assert cards(table) > played
        assert "u undo" not in seat.footer
        assert not table.may_take_back(0)


async def test_no_computer_player_waits_for_an_undo() -> None:
    """At the instant pace the next player acts at once, and the hand is scored without a key."""
    table = at("sandbags", mine("play", 2, 1), slip=True)
    async with driving(TableApp(table)) as seat:
        await play_a_card(seat)
        assert await wait_until(lambda: cards(table) > 10), "the others have played"


async def test_a_slip_can_be_undone_while_the_complete_trick_is_shown() -> None:
    table = at("sandbags", mine("play", 2, 3), slip=True)
    async with driving(TableApp(table, pace="leisurely")) as seat:
        await play_a_card(seat)
        assert seat.sees("takes it", "u: undo")
        await seat.press("u")
        assert not seat.sees("takes it")
        assert len(table.observe(None).trick) == 3


async def test_a_slip_among_several_people_can_be_undone_at_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slip may be taken back until the next person opens the curtain, but not after that."""
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 2, 1), people=4, slip=True)
    async with driving(TableApp(table)) as seat:
        await seat.press("space", "enter")
        assert seat.place == "curtain" and "u undo" in seat.footer
        await seat.press("u")
        assert len(table.observe(None).trick) == 1
        assert seat.next_person == "ANN"
        await seat.press("space", "enter", "space")  # the next person opens the curtain
        assert seat.place == "play" and "u undo" not in seat.footer


async def test_the_only_card_is_played_even_if_a_slip_can_be_undone() -> None:
    """The slip before the only card may be taken back while the card is announced."""
    for seed in range(60):
        table = at("sandbags", mine("play", 11, 3), seed=f"last {seed}", slip=True)
        table.do(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        if table.observe(None).on_turn == 0:
            break
    assert table.may_take_back(0)
    async with driving(TableApp(table, pace="leisurely", only_card=True)) as seat:
        assert seat.sees("so it's played for you")
        await seat.press("a")
        assert cards(table) > 48

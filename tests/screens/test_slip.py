"""At the table ``u`` takes a slip back until another player acts, and the game doesn't wait for it (3B-11)."""

import pytest

from spades_tui.game.events import Play
from spades_tui.play.table import Table
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.scenes import at, mine
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, type_keys

pytestmark = pytest.mark.rule("3B-11")


def cards(table: Table) -> int:
    """Return how many cards have been played in this hand."""
    seen = table.observe(None)
    return sum(map(len, (*seen.tricks, seen.trick)))


async def test_a_slip_can_be_undone_in_the_pause_before_the_next_player() -> None:
    table = at("sandbags", mine("play", 2, 1), slip=True)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen, before = top_screen(app, TrickPlayScreen), table.course.state
        assert not screen.check_action("take_back", ())
        event = next(one for one in table.observe(0).legal if isinstance(one, Play))
        table_of(app).act(event)
        await settle(app)
        assert screen.check_action("take_back", ())
        assert "is thinking. u undoes it." in screen_text(app)
        type_keys(app, "u")
        await settle(app)
        assert table.course.state is before
        assert "You take back" in screen_text(app)
        assert table_of(app).viewer == table.observe(None).on_turn == 0
        table_of(app).act(event)
        await settle(app)
        played = cards(table)
        type_keys(app, "a")  # any other key hurries the next player, who acts
        await settle(app)
        await settle(app)
        assert cards(table) > played
        assert not screen.check_action("take_back", ())
        assert not table.may_take_back(0)


async def test_no_computer_player_waits_for_an_undo() -> None:
    """At the instant pace the next player acts at once, and the hand is scored without a key."""
    table = at("sandbags", mine("play", 2, 1), slip=True)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        table_of(app).act(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        for _ in range(60):
            if table.observe(None).on_turn == 0 or table_of(app).finished_trick is not None:
                break
            await pilot.pause(0.05)
        assert cards(table) > 10, "the others have played"


async def test_a_slip_can_be_undone_while_the_complete_trick_is_shown() -> None:
    table = at("sandbags", mine("play", 2, 3), slip=True)
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        table_of(app).act(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        await settle(app)
        assert table_of(app).finished_trick is not None
        assert "u: undo" in screen_text(app)
        type_keys(app, "u")
        await settle(app)
        assert table_of(app).finished_trick is None
        assert len(table.observe(None).trick) == 3


async def test_a_slip_among_several_people_can_be_undone_at_the_curtain(monkeypatch: pytest.MonkeyPatch) -> None:
    """The slip may be taken back until the next person opens the curtain, but not after that."""
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 2, 1), people=4, slip=True)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "space")
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        curtain = top_screen(app, CurtainScreen)
        assert curtain.check_action("take_back", ())
        type_keys(app, "u")
        await settle(app)
        assert len(table.observe(None).trick) == 1
        assert top_screen(app, CurtainScreen).seat == 0
        type_keys(app, "space")
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        type_keys(app, "space")  # the next person opens the curtain
        await settle(app)
        screen = top_screen(app, TrickPlayScreen)
        assert not screen.check_action("take_back", ())


async def test_the_only_card_is_played_even_if_a_slip_can_be_undone() -> None:
    """The slip before the only card may be taken back while the card is announced."""
    for seed in range(60):
        table = at("sandbags", mine("play", 11, 3), seed=f"last {seed}", slip=True)
        table.do(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        if table.observe(None).on_turn == 0:
            break
    assert table.may_take_back(0)
    app = TableApp(table, pace="brisk", only_card=True)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert "so it's played for you" in screen_text(app)
        for _ in range(80):
            if cards(table) > 48:
                break
            await pilot.pause(0.05)
        assert cards(table) > 48

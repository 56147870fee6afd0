"""A decision that the host hasn't answered yet is shown as sent, and other keys work meanwhile."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.hosting.messages import Decide, FromGuest, Moment
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.bot_decision import suggest
from spades_tui.play.shown import CutOffered
from spades_tui.play.table import Table
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.screen_at_table import LogScreen
from tests.hosting.guest_side import SETTINGS
from tests.hosting.tables import friends_table, take_step
from tests.screens.looking import screen_text, until

MINE = 1
SENT = "hasn't answered yet"
LEAVING_SECONDS = 20.0  # less than the seconds that a decision waits for its answer


def _moment(table: Table, number: int, what: str, seat: int | None) -> Moment:
    return Moment(number, what, seat, (), table.next(), replace(table.shown(MINE), journal=None))


async def test_a_bid_is_shown_as_sent_until_the_host_answers(tmp_path: Path) -> None:
    """The log opens, and a second Enter bids nothing more."""
    table = friends_table("sandbags", 2, tmp_path)
    while table.observe(None).on_turn != MINE:
        take_step(table, table.next())
    sent: list[FromGuest] = []
    remote = RemoteTable(MINE, _moment(table, 1, "bid", 0), sent.append)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.controller is not None
        event = suggest(remote.observe(MINE))
        assert event is not None
        app.controller.act(event)
        await until(pilot, lambda: SENT in screen_text(app))
        await pilot.press("g")
        assert isinstance(app.screen, LogScreen)
        await pilot.press("escape", "enter", "enter")
        assert SENT in screen_text(app)
        table.do(event)
        remote.hear(_moment(table, 2, event.event_name(), MINE))
        await until(pilot, lambda: SENT not in screen_text(app))
        assert sent == [Decide(event, hinted=True)]  # the cursor began on the suggested bid
        assert remote.observe(MINE).bids[MINE] is not None


async def test_a_cut_is_shown_as_sent(tmp_path: Path) -> None:
    table = friends_table("sandbags", 2, tmp_path)
    while not (isinstance(step := table.next(), CutOffered) and step.seat == MINE):
        take_step(table, step)
    remote = RemoteTable(MINE, _moment(table, 1, "score", None), lambda _: None)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DealingScreen) and app.screen.stage == "cut")
        await pilot.press("enter")
        await until(pilot, lambda: SENT in screen_text(app))
        table.deal(5)
        remote.hear(_moment(table, 2, "deal", table.observe(None).dealer))
        await until(pilot, lambda: not isinstance(app.screen, DealingScreen))


def test_a_step_fits_its_moment_while_an_answer_is_applied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screens ask what is next while the answer to their cut arrives in another thread."""
    table = friends_table("sandbags", 2, tmp_path)
    while not (isinstance(step := table.next(), CutOffered) and step.seat == MINE):
        take_step(table, step)
    before, after = _moment(table, 1, "score", None), _moment(table, 2, "cut", MINE)
    remote = RemoteTable(MINE, before, lambda _: None)
    reads = iter([before])
    monkeypatch.setattr(RemoteTable, "_now", property(lambda _: next(reads, after)), raising=False)
    assert remote.next() == step
    reads = iter([before])
    assert remote.awaited == MINE


async def test_a_guest_may_leave_before_the_host_answers(tmp_path: Path) -> None:
    """Nothing keeps the program waiting."""
    table = friends_table("sandbags", 2, tmp_path)
    while table.observe(None).on_turn != MINE:
        take_step(table, table.next())
    app = GuestApp(RemoteTable(MINE, _moment(table, 1, "bid", 0), lambda _: None), list, SETTINGS)
    async with asyncio.timeout(LEAVING_SECONDS), app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.controller is not None
        event = suggest(app.controller.table.observe(MINE))
        assert event is not None
        app.controller.act(event)
        await until(pilot, lambda: SENT in screen_text(app))
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)

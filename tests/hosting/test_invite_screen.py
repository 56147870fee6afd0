"""Friends are invited from the screens: a line for each, who has come, and then the game at the host's own seat."""

import asyncio
from pathlib import Path
from typing import Any
from unittest.mock import AsyncMock, Mock

import asyncssh
import pytest
from textual.app import SystemCommand

from spades_tui.hosting import invite_screen, open_host
from spades_tui.hosting.guest_screens import LINE_SECONDS, GuestRunner
from spades_tui.hosting.invite_screen import InviteScreen
from spades_tui.hosting.messages import Closed, TableUpdate
from spades_tui.hosting.open_host import OwnHost
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.hosted_games import reopen_command
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from tests.hosting.loopback import Reach
from tests.hosting.tables import SECONDS
from tests.screens.looking import screen_text, until


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(invite_screen, "HOST_PORT", 0)
    monkeypatch.setattr(invite_screen, "PAUSE", 0.0)
    monkeypatch.setattr(invite_screen, "why_not_anywhere", lambda *_: "iroh is missing")  # so that friends come by ssh


def setup(guests: int = 1) -> TableSetup:
    """Return a table with Ann at this keyboard and some friends."""
    people = [SeatSetup(name, "human") for name in ("Ann", "Bea", "Cy")[: 1 + guests]]
    bots = [SeatSetup(name, "bot", "beginner") for name in ("Dot", "Eve", "Fay")[: 4 - len(people)]]
    return TableSetup(shipped()["sandbags"], {}, (*people, *bots), 0, "friends")


class App(SpadesApp):
    """The app with an invitation over home."""

    def __init__(self, guests: int = 1) -> None:
        super().__init__(settings=Settings(pace="instant"))
        self.invites = InviteScreen
        self._guests = guests

    def open_home(self, first: bool = False) -> None:
        """Open the invitation."""
        super().open_home(first)
        if self.controller is None and not isinstance(self.screen, InviteScreen):
            self.call_later(self.open_friends, self.invites, setup(self._guests), 0)


def lines(app: SpadesApp) -> dict[int, str]:
    """Return the lines on screen, by seat."""
    return {int(one.key): one.label for one in app.screen.query_one(ChoiceList).choices if one.key.isdigit()}


def new_lines(app: SpadesApp) -> list[SystemCommand]:
    """Return the palette's commands that make new lines."""
    return [one for one in app.get_system_commands(app.screen) if one.title.startswith("New line")]


def reach_of(found: dict[int, str]) -> Reach:
    """Return the way to a table from its lines."""
    words = {seat: line.split() for seat, line in found.items()}
    port = next(int(line[2]) for line in words.values())
    return Reach(port, {seat: line[3].split("@")[0] for seat, line in words.items()})


async def test_a_friend_comes_and_the_game_begins_and_is_saved(tmp_path: Path) -> None:
    """The host sees their own cards alone, and leaving closes the table."""
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "waits for 1 more" in screen_text(app) and "not here yet" in screen_text(app))
        await pilot.press("y")
        assert app.clipboard == lines(app)[1]
        port = lines(app)[1].split()[2]
        async with reach_of(lines(app)).guest(1, "Zoe") as zoe:
            playing = asyncio.ensure_future(zoe.play())
            await until(pilot, lambda: isinstance(app.screen, TableScreen | DealingScreen))
            controller = app.controller
            assert controller is not None
            table: Any = controller.table
            for _ in range(300):
                await pilot.press("enter")
                await pilot.pause(0.02)
                if table.observe(None).tricks:
                    break
            assert table.observe(None).tricks
            assert table.names[1] == "Zoe"
            assert [one for one in app.get_system_commands(app.screen) if one.title == "Mute phrases"]
            app.open_home()
            await until(pilot, lambda: app.controller is None)
            playing.cancel()
    journals = list((tmp_path / "data" / "games").glob("*.jsonl"))
    assert len(journals) == 1
    assert f"spades-tui host --port {port} --resume" in reopen_command(journals[0])
    assert '"suspend"' in journals[0].read_text("utf-8")


async def test_the_host_makes_a_new_line_for_a_friend_from_the_palette() -> None:
    """Friends have no such command in theirs. The old line opens nothing; the new one opens the same seat."""
    app = App()
    async with app.run_test(size=(140, 45)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: len(lines(app)) == 1)
        reach = reach_of(lines(app))
        async with reach.guest(1, "Zoe") as zoe:
            await until(pilot, lambda: bool(new_lines(app)))
            (command,) = new_lines(app)
            assert command.title == "New line for Zoe"
            command.callback()
            assert "new line" in (await zoe.expect(Closed)).reason
        await until(pilot, lambda: any("@" in one.message for one in app._notifications))
        (told,) = [one for one in app._notifications if "@" in one.message]
        assert told.timeout == LINE_SECONDS
        code = told.message.partition("@")[0].split()[-1]
        with pytest.raises(asyncssh.PermissionDenied):
            await reach.connect(reach.codes[1], reach.keys[1])
        async with Reach(reach.port, {1: code}).guest(1) as zoe:
            assert zoe.welcome is not None and zoe.welcome.name == "Zoe"
            moment = await zoe.expect(TableUpdate)
            remote = RemoteTable(1, moment, lambda _: None)
            remote.guests = (0, 1)
            controller = GuestRunner(app, remote)
            assert not [one for one in controller.commands() if one.title.startswith("New line")]
        app.open_home()
        await until(pilot, lambda: "From where" in screen_text(app))


async def test_leaving_the_invitation_closes_the_table() -> None:
    """A guest's line opens nothing any more."""
    app = App(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: len(lines(app)) == 2)
        reach = reach_of(lines(app))
        await pilot.press("escape")
        await until(pilot, lambda: not isinstance(app.screen, InviteScreen))
        with pytest.raises(ConnectionRefusedError):
            async with reach.guest(1, "Zoe"):
                pass


async def test_copying_a_line_leaves_it_chosen() -> None:
    """The next keys are about the same friend."""
    app = App(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: len(lines(app)) == 2)
        await pilot.press("down", "y")
        assert app.clipboard == lines(app)[2]
        await pilot.press("y")
        assert app.clipboard == lines(app)[2]


async def test_the_host_moves_friends_and_starts_without_them(tmp_path: Path) -> None:
    """A friend's line follows their seat, and a computer player takes the seat of one who isn't here."""
    app = App(2)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("ctrl+s", "right")
        assert "isn't open yet" in screen_text(app)
        await pilot.press("enter")
        await until(pilot, lambda: len(lines(app)) == 2)
        before = lines(app)
        await until(pilot, lambda: "←→ swap" in screen_text(app))
        await pilot.press("?")
        async with asyncio.timeout(SECONDS):
            while "exchange with the seat" not in screen_text(app):
                await pilot.press("pagedown")
        await pilot.press("escape")
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("left")
        await until(pilot, lambda: lines(app) == {0: before[1], 2: before[2]})
        await until(pilot, lambda: "seat 1: for Bea, not here yet" in screen_text(app))
        assert "seat 3: for Cy, not here yet" in screen_text(app)
        async with reach_of(before).guest(1, "Zoe"):
            await until(pilot, lambda: "Zoe is here" in screen_text(app))
            await pilot.press("ctrl+s")
            await until(pilot, lambda: isinstance(app.screen, TableScreen | DealingScreen))
            controller = app.controller
            assert controller is not None
            table: Any = controller.table
            assert table.names[:2] == ("Zoe", "Ann")
            assert table.people == (1,)
            assert table.shown(None).people == (1,) and table.next() is not None
            app.open_home()
            await until(pilot, lambda: app.controller is None)


async def test_another_day_the_screen_offers_the_same_lines(tmp_path: Path) -> None:
    """They open the same seats, at the same port."""
    found = []
    for way in ("enter", "up"):
        app = App()
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda app=app: isinstance(app.screen, InviteScreen))  # type: ignore[misc]
            if way == "up":
                assert "As last time" in screen_text(app)
                await pilot.press("end")
            await pilot.press("enter")
            await until(pilot, lambda app=app: bool(lines(app)))  # type: ignore[misc]
            found.append(lines(app))
            await pilot.press("escape")
    assert found[0] == found[1]


async def test_a_table_that_cannot_be_opened_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The question comes again."""

    async def fails(*_: object) -> None:
        raise OSError(98, "Address already in use")

    monkeypatch.setattr(open_host, "host_table", fails)
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "can't be opened" in screen_text(app))
        assert "From where" in screen_text(app)


async def _fails_after_opening(*arguments: Any) -> None:
    """Open a table, and fail."""
    await arguments[-1](Mock(run=AsyncMock(), lines=dict, door=Mock(fingerprint="", reach="", unguarded="")))
    raise OSError(24, "Too many open files")


async def test_a_table_that_fails_after_opening_says_why(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault isn't lost because the table was open, and no other port is tried."""
    host_table = AsyncMock(side_effect=_fails_after_opening)
    monkeypatch.setattr(open_host, "host_table", host_table)
    app = App()
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, InviteScreen))
        await pilot.press("enter")
        await until(pilot, lambda: "has failed: too many open files" in screen_text(app).lower())
        assert host_table.await_count == 1


def test_a_table_that_has_just_failed_may_be_closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The host leaves before their screens know."""
    monkeypatch.setattr(open_host, "host_table", _fails_after_opening)
    ended: list[str] = []
    host = OwnHost(Mock(), "localhost", 0, lambda *_: None, lambda _: None, ended.append)
    host.start()
    host._thread.join(SECONDS)
    host.close()
    assert ended == ["The table has failed: too many open files."]


@pytest.mark.parametrize("cut", [False, True])
async def test_friends_are_the_other_people_of_the_form(cut: bool) -> None:
    """Without another person, the form says how to add one. The host's settings decide who is asked to cut."""
    app = SpadesApp(settings=Settings(name="Ann", cut=cut))
    invited: list[tuple[TableSetup, int]] = []
    app.invites = lambda setup, own: invited.append((setup, own)) or "Not today."  # type: ignore[func-returns-value]
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await app.push_screen(SeatsScreen(shipped()["sandbags"]))
        await pilot.press("f3")
        assert "Add a person" in screen_text(app)
        assert not invited
        await pilot.press("+", *"Bob", "enter", "f3")
        await pilot.pause()
        assert [seat.name for seat in invited[0][0].seats if seat.kind == "human"] == ["Ann", "Bob"]
        assert invited[0][1] == 0
        assert invited[0][0].cut == cut

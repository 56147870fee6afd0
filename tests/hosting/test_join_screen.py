"""From home to a friend's table and back: the line, the lobby, the game, another day, and whatever goes wrong."""

import asyncio
import json
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from concurrent.futures import Future
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pexpect
import pytest
from msgspec.structs import replace
from textual._context import active_app
from textual.pilot import Pilot

pytest.importorskip("iroh", reason="the extra `friends` brings it, where it has a wheel")

from spades_tui.commands.host import invite_again_screen, join_screen
from spades_tui.hosting import anywhere_carrier, anywhere_door, invite_screen, open_host, remote_table
from spades_tui.hosting import join_screen as hosting_join_screen
from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.friend_list import friends, joined_tables
from spades_tui.hosting.guest_screens import GuestRunner
from spades_tui.hosting.invite_screen import InviteScreen
from spades_tui.hosting.join_line import JoinLine, relay_name
from spades_tui.hosting.join_screen import JoinScreen
from spades_tui.hosting.messages import VERSION, Phrase, Presence, TableUpdate, Welcome, encode
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.language.unusable import UnusableError
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.home import HomeScreen
from tests.hosting.checked_guests import played
from tests.hosting.programs import PROGRAM, started
from tests.hosting.relay_double import relay_in_thread
from tests.hosting.tables import SECONDS
from tests.screens.looking import screen_text, settle, until

AWAY = JoinLine(bytes(range(32)), "http://127.0.0.1:9/", "K7QF2M9D")
"""A line whose relay doesn't answer."""


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(invite_screen, "PAUSE", 0.0)


@pytest.fixture
def relay(monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """Run a double of the relay, which hosts use; yield its address."""
    with relay_in_thread() as address:
        monkeypatch.setattr(open_host, "door_to", lambda *_: anywhere_door.AnywhereDoor(address))
        yield address


def setup(guest: str = "Bea") -> TableSetup:
    """Return a table with Ann at this keyboard and one friend."""
    people = [SeatSetup("Ann", "human"), SeatSetup(guest, "human")]
    bots = [SeatSetup("Dot", "bot", "beginner"), SeatSetup("Eve", "bot", "beginner")]
    return TableSetup(shipped()["sandbags"], {}, (*people, *bots), 0, "friends")


async def press(pilot: Pilot[Any], *keys: str) -> None:
    """Press keys in one of several programs."""
    active_app.set(pilot.app)
    await pilot.press(*keys)


@asynccontextmanager
async def inviting(screen: InviteScreen | None = None) -> AsyncIterator[tuple[SpadesApp, Pilot[Any], InviteScreen]]:
    """Open a table to friends anywhere; yield its app once friends can come."""
    app, invite = SpadesApp(settings=Settings(name="Ann", pace="instant")), screen or InviteScreen(setup(), 0)
    async with app.run_test(size=(80, 24)) as pilot:
        app.push_screen(invite)
        await until(pilot, lambda: "uvx --from" in screen_text(app))
        yield app, pilot, invite


@asynccontextmanager
async def at_home(name: str = "Bea") -> AsyncIterator[tuple[SpadesApp, Pilot[Any]]]:
    """Open the program of a friend."""
    app = SpadesApp(settings=Settings(name=name, pace="instant"))
    app.joins = join_screen
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, HomeScreen))
        yield app, pilot


async def paste(app: SpadesApp, pilot: Pilot[Any], line: str) -> None:
    """Choose *Join a friend*, paste a line, and press Enter."""
    await press(pilot, "j")
    await until(pilot, lambda: isinstance(app.screen, JoinScreen))
    app.copy_to_clipboard(line)
    await press(pilot, "ctrl+v", "enter")


def plays(app: SpadesApp) -> bool:
    """Return whether the game's screens are shown."""
    return app.controller is not None


async def test_a_friend_pastes_a_line_and_plays_and_both_come_back_another_day(relay: str) -> None:
    """Another day, the host continues the game, and the friend chooses the table; nobody sends anything."""
    async with inviting() as (ann, ann_keys, _), at_home() as (bea, bea_keys):
        await press(ann_keys, "y")
        await paste(bea, bea_keys, ann.clipboard)
        await until(bea_keys, lambda: plays(bea))
        await until(ann_keys, lambda: plays(ann))
        assert bea.controller is not None and bea.controller.table.names[1] == "Bea"
        ann.open_home()
        await until(bea_keys, lambda: isinstance(bea.screen, HomeScreen))
        assert any("saved" in one.message for one in bea._notifications)
    assert [one.name for one in friends()] == ["Bea"]
    assert [one.names for one in joined_tables()] == [("Ann",)]
    (game,) = games_folder().glob("*.jsonl")
    again = invite_again_screen(game)
    assert isinstance(again, InviteScreen)
    async with inviting(again) as (ann, ann_keys, _), at_home() as (bea, bea_keys):
        await press(bea_keys, "j")
        await until(bea_keys, lambda: "With Ann" in screen_text(bea))
        await press(bea_keys, "down", "up", "enter")
        await until(bea_keys, lambda: plays(bea))
        await until(ann_keys, lambda: plays(ann))
        bea.open_home()
        await until(ann_keys, lambda: any("Bea has gone" in one.message for one in ann._notifications))


async def test_a_new_table_waits_for_a_friend_by_name_and_their_old_line_leads_there(relay: str) -> None:
    async with inviting() as (ann, ann_keys, _), at_home() as (bea, bea_keys):
        await press(ann_keys, "y")
        line = ann.clipboard
        await paste(bea, bea_keys, line)
        await until(ann_keys, lambda: plays(ann))
        ann.open_home()
    for guest, keys in (("bea", "y"), ("Zoe", "f")):
        async with inviting(InviteScreen(setup(guest), 0)) as (ann, ann_keys, invite):
            await press(ann_keys, keys)
            await until(ann_keys, lambda ann=ann: "Bea isn't here yet" in screen_text(ann))  # type: ignore[misc]
            await until(ann_keys, lambda invite=invite: invite._lines[1] == line)  # type: ignore[misc]


async def test_a_late_friends_seat_goes_to_a_computer_player_and_back(relay: str) -> None:
    """The line opens nothing meanwhile, and the seat again afterwards. Nothing begins by itself."""
    async with inviting() as (ann, ann_keys, _), at_home() as (bea, bea_keys):
        await press(ann_keys, "y", "c")
        await until(ann_keys, lambda: "a computer player" in screen_text(ann))
        await until(ann_keys, lambda: "uvx --from" not in screen_text(ann))
        await press(ann_keys, "v")
        assert isinstance(ann.screen, InviteScreen)
        await paste(bea, bea_keys, ann.clipboard)
        await until(bea_keys, lambda: "A computer player has your seat for now" in screen_text(bea))
        await press(ann_keys, "c")
        await until(ann_keys, lambda: "not here yet" in screen_text(ann) and "uvx --from" in screen_text(ann))
        await press(bea_keys, "enter")
        await until(bea_keys, lambda: plays(bea))
        await until(ann_keys, lambda: plays(ann))


async def test_lines_that_nobody_has_used_open_another_day(relay: str) -> None:
    """*As last time* has them, although the page has opened a table with new ones first."""
    async with inviting() as (_, _, invite):
        before = dict(invite._lines)
    async with inviting() as (ann, ann_keys, invite):
        assert invite._lines != before
        await press(ann_keys, "w")
        await until(ann_keys, lambda: "As last time" in screen_text(ann))
        await settle(ann)
        assert "has closed the table" not in screen_text(ann), "she has, to open it in another way"
        await press(ann_keys, "end", "enter")
        await until(ann_keys, lambda: invite._lines == before)


async def test_a_first_start_asks_for_a_name_once(relay: str) -> None:
    async with inviting() as (ann, ann_keys, _), at_home("") as (bea, bea_keys):
        await press(ann_keys, "y")
        await paste(bea, bea_keys, ann.clipboard)
        await until(bea_keys, lambda: "What's your name" in screen_text(bea))
        await press(bea_keys, "ctrl+u", "ctrl+k", *"Zoe", "enter")
        await until(ann_keys, lambda: plays(ann))
        assert ann.controller is not None and ann.controller.table.names[1] == "Zoe"
    assert load_settings().name == "Zoe"


@pytest.mark.parametrize(("line", "says"), [
    ("", "paste the whole line"),
    ("hello", "copy the whole line again"),
    ("ssh -p 2222 K7QF2M9D@annslaptop", "paste it into a terminal"),
    (AWAY.word[:-1], "copy the whole line again"),
])  # fmt: skip
async def test_a_wrong_line_says_what_to_do(line: str, says: str) -> None:
    async with at_home() as (bea, keys):
        await paste(bea, keys, line)
        await until(keys, lambda: says in " ".join(screen_text(bea).split()))


class SayingCarrier(Carrier):
    """A way to a host who says something, the rest after the guest has sat down, and waits until the guest has gone."""

    table = "saying"

    def __init__(self, first: bytes, *rest: bytes) -> None:
        self._said = [len(one).to_bytes(4) + one for one in (first, *rest)]

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Say it."""
        reached.set_result(None)
        stream.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_sendall(stream, self._said[0])
        if await loop.sock_recv(stream, 1000):
            await loop.sock_sendall(stream, b"".join(self._said[1:]))
        while await loop.sock_recv(stream, 1000):
            pass


class EndingCarrier(SayingCarrier):
    """A way to a host whose program ends."""

    def __init__(self, first: bytes, *rest: bytes) -> None:
        super().__init__(first, *rest)
        self.ends = threading.Event()

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Say it, and then that the host no longer knows the stream."""
        saying = asyncio.create_task(super().carry(stream, reached))
        await asyncio.to_thread(self.ends.wait)
        saying.cancel()
        self.is_gone = True
        raise UnusableError("the table has been closed")


async def join_by(bea: SpadesApp, keys: Pilot[Any], *carriers: Carrier) -> None:
    """Join the table of a carrier, whatever the line is, and later that of the next one."""
    await press(keys, "j")
    assert isinstance(bea.screen, JoinScreen)
    left = iter(carriers)
    bea.screen.carrier_of = lambda _: next(left)
    bea.copy_to_clipboard(AWAY.word)
    await press(keys, "ctrl+v", "enter")


async def test_another_version_is_named() -> None:
    async with at_home() as (bea, keys):
        await join_by(bea, keys, SayingCarrier(encode(Welcome(VERSION + 1, 1, "Sandbags", "", False, "9.0.0"))))
        await until(keys, lambda: "needs spades-tui 9.0.0; install that version" in screen_text(bea))


WELCOME = encode(Welcome(VERSION, 0, "Sandbags", "", False, "1.0.0"))


@pytest.mark.parametrize("presence", [
    {"here": [99]},
    {"here": [-9]},
    {"people": [0, 4]},
    {"people": [0] * 100_000},
    {"stand_ins": [4]},
])  # fmt: skip
async def test_a_host_who_names_impossible_seats_is_left(
    presence: dict[str, list[int]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once: what the host has said is the reason, and the way there knows no other."""
    monkeypatch.setattr(hosting_join_screen, "REASON_SECONDS", 10 * SECONDS)
    said = {"type": "presence", "here": [], "names": ["Ann", "Bea", "Cy", "Dot"], "people": [0, 1], **presence}
    async with at_home() as (bea, keys):
        await join_by(bea, keys, SayingCarrier(WELCOME, json.dumps(said).encode()))
        await until(keys, lambda: "that this program can't show" in screen_text(bea))


@pytest.fixture
async def moment(tmp_path: Path) -> TableUpdate:
    """Return what the guest at the first seat hears first of a game."""
    guests = await played("sandbags", 2, tmp_path, 1)
    return next(one for one in guests[0].heard if isinstance(one, TableUpdate))


async def test_a_host_who_shows_another_seats_table_is_left(moment: TableUpdate) -> None:
    async with at_home() as (bea, keys):
        welcome = encode(Welcome(VERSION, 9, "Sandbags", "", False, "1.0.0"))
        await join_by(bea, keys, SayingCarrier(welcome, encode(moment)))
        await until(keys, lambda: "that this program can't show" in screen_text(bea))


async def test_a_phrase_of_nobody_isnt_shown(moment: TableUpdate, monkeypatch: pytest.MonkeyPatch) -> None:
    async with at_home() as (bea, keys):
        said: list[str] = []
        monkeypatch.setattr(bea, "notify", lambda words, **_: said.append(words))
        phrases = [encode(Phrase(phrase, seat)) for phrase, seat in ((1, 77), (1, -9), (0, 1))]
        await join_by(bea, keys, SayingCarrier(WELCOME, encode(moment), *phrases))
        await until(keys, lambda: bool(said))
        assert said == ["P1: Hello!"]


async def test_moments_that_the_screens_havent_shown_fill_no_memory(
    moment: TableUpdate, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The others wait in the stream, as for a guest in plain text."""
    monkeypatch.setattr(remote_table, "MOST_WAITING", 50_000)
    monkeypatch.setattr(GuestRunner, "begin", lambda _: None)
    async with at_home() as (bea, keys):
        flood = [encode(replace(moment, number=number)) for number in range(400)]
        await join_by(bea, keys, SayingCarrier(WELCOME, *flood))
        await until(keys, lambda: plays(bea))
        assert bea.controller is not None
        table = bea.controller.table
        assert isinstance(table, RemoteTable)
        await until(keys, lambda: table._full)
        await keys.pause(0.5)
        assert table._waiting_bytes < 2 * remote_table.MOST_WAITING


@pytest.mark.parametrize("begun", [False, True])
async def test_a_host_who_has_opened_the_table_again_finds_the_friend_back(moment: TableUpdate, begun: bool) -> None:
    """Their program had ended; the friend does nothing."""
    others = encode(Presence((), ("Ann", "Bea", "Cy", "Dot"), (0, 1)))
    first = EndingCarrier(WELCOME, others, *([encode(moment)] if begun else []))
    async with at_home() as (bea, keys):
        await join_by(bea, keys, first, SayingCarrier(WELCOME, encode(moment)))
        await until(keys, lambda: plays(bea) if begun else "Ann: not here yet" in screen_text(bea))
        before = bea.controller
        first.ends.set()
        await until(keys, lambda: plays(bea) and bea.controller is not before)
        assert not [one for one in bea._notifications if one.severity == "error"]


async def test_a_relay_that_is_away_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anywhere_carrier, "UNREACHED_SECONDS", 0.5)
    async with at_home() as (bea, keys):
        await paste(bea, keys, AWAY.word)
        await until(keys, lambda: "doesn't answer" in screen_text(bea))
        assert f"The relay {relay_name(AWAY.relay)} doesn't answer" in " ".join(screen_text(bea).split())
        assert "://" not in screen_text(bea)


async def test_a_host_that_is_away_is_named(relay: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """On a busy machine, the relay may need longer to answer."""
    seconds = 2.0
    async with at_home() as (bea, keys):
        monkeypatch.setattr(anywhere_carrier, "UNREACHED_SECONDS", seconds)
        await paste(bea, keys, JoinLine(bytes(range(32)), relay, "K7QF2M9D").word)
        await until(keys, lambda: "Looking" not in screen_text(bea))
        while "doesn't answer" in screen_text(bea) and seconds < SECONDS:
            seconds *= 2
            monkeypatch.setattr(anywhere_carrier, "UNREACHED_SECONDS", seconds)
            await press(keys, "enter")
            await until(keys, lambda: "Looking" not in screen_text(bea))
        assert "isn't open now" in screen_text(bea)


@pytest.mark.slow
async def test_the_commands_host_and_join_do_the_same_in_plain_text(relay: str, tmp_path: Path) -> None:
    """`host` prints a line; with `--plain`, `join` asks for a name alone."""
    folders = {name: tmp_path / name for name in ("ann", "bea")}
    (folders["ann"] / "config").mkdir(parents=True)
    (folders["ann"] / "config" / "settings.toml").write_text(f'relay = "{relay}"\n', "utf-8")
    seats = "human:Ann,guest,bot:beginner,bot:beginner"

    def play() -> None:
        ann = started([*PROGRAM, "host", "--variant", "sandbags", "--seats", seats, "--pause", "0"], folders["ann"])
        ann.expect(r"spades-tui join\s+(\w+)\r\n(\w*)")
        line = ann.match[1] + ann.match[2]
        ann.expect("The table opens when everybody is here")
        bea = started([*PROGRAM, "join", "--plain", line], folders["bea"], term="xterm-256color")
        bea.expect("What is your name")
        bea.sendline("Bea")
        ann.expect("Bea is here")
        bea.expect("Here: Ann and Bea")
        bea.sendline("quit")
        bea.expect("Your seat waits for you")
        bea.expect(pexpect.EOF)
        ann.sendline("quit")
        ann.expect("Resume it with: spades-tui host --resume")
        ann.expect(pexpect.EOF)

    await asyncio.to_thread(play)

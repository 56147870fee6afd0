"""Friends return to a table that was opened again, and sent decisions wait for the host."""

import asyncio
import os
import random
import re
import socket
import subprocess
import sys
from asyncio.subprocess import DEVNULL, PIPE
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest

from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.guest import join
from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.hosting.messages import (
    VERSION,
    Closed,
    Decide,
    FromGuest,
    FromTable,
    Presence,
    TableUpdate,
    Welcome,
    encode,
)
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.language.unusable import UnusableError
from spades_tui.play.bot_decision import suggest
from spades_tui.play.shown import CutOffered
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.screen_at_table import LogScreen
from tests.hosting.guest_side import SETTINGS
from tests.hosting.loopback import CUTS, Reach, Visitor, opened, play_with_cuts, setup_of
from tests.hosting.tables import SECONDS, friends_table, moment_of, take_step
from tests.screens.looking import screen_text, until

NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.fixture
def _keyboard() -> Iterator[None]:
    """Give this process a keyboard on which nobody types."""
    kept = os.dup(0)
    reads, writes = os.pipe()
    os.dup2(reads, 0)
    yield
    os.dup2(kept, 0)
    for one in (kept, reads, writes):
        os.close(one)


class ResumingCarrier(Carrier):
    """A way to a host whose program ends after the guest has sat down, and who then opens the table again."""

    table = "resuming"

    def __init__(self, knows_stream: bool) -> None:
        self._knows_stream = knows_stream
        self.streams = 0

    async def carry(self, stream: socket.socket, reached: "Future[None]") -> None:
        """Welcome the guest; end the first stream, and send the guest away over the second."""
        self.streams, self.is_gone = self.streams + 1, False
        reached.set_result(None)
        stream.setblocking(False)
        await self._say(stream, Welcome(VERSION, 1, "Sandbags", "Bea", False, "1.0.0"))
        await asyncio.get_running_loop().sock_recv(stream, 1000)
        await self._say(stream, Presence((1,), NAMES, (0, 1)))
        if self.streams == 1:
            self.is_gone = not self._knows_stream
            raise UnusableError("the table has been closed")
        await self._say(stream, Closed("Goodbye."))

    async def _say(self, stream: socket.socket, message: FromTable) -> None:
        data = encode(message)
        await asyncio.get_running_loop().sock_sendall(stream, len(data).to_bytes(4) + data)


@pytest.mark.usefixtures("_keyboard")
@pytest.mark.parametrize("knows_stream", [False, True])
def test_a_friend_in_plain_text_returns_to_a_table_that_was_opened_again(
    knows_stream: bool, capfd: pytest.CaptureFixture[str]
) -> None:
    """A connection that is lost for another reason leads nowhere, so the friend is told what to do."""
    carrier = ResumingCarrier(knows_stream)
    assert join(carrier, plain=True) == 0
    said = capfd.readouterr().out
    assert carrier.streams == (1 if knows_stream else 2)
    assert ("opened the table again" in said) is not knows_stream
    assert ("same line brings you back" in said) is knows_stream


@pytest.mark.parametrize("name", ["Bot 3", "bot 3"])
async def test_a_computer_player_named_like_a_friend_takes_another_name(name: str, tmp_path: Path) -> None:
    """The friend who has come keeps theirs, in any spelling."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, name) as ann, host.guest(1, "Bea"):
        shown = (await ann.expect(TableUpdate)).shown
    assert shown.names[:2] == (name, "Bea")
    assert len({one.casefold() for one in shown.names}) == len(shown.names)
    assert not {one.casefold() for one in shown.names[2:]} & {name.casefold(), "bot 3 2"}


MINE = 1
SENT = "hasn't answered yet"
LEAVING_SECONDS = 20.0  # less than the seconds that a decision waits for its answer


async def test_a_bid_is_shown_as_sent_until_the_host_answers(tmp_path: Path) -> None:
    """The log opens, and a second Enter bids nothing more."""
    table = friends_table("sandbags", 2, tmp_path)
    while table.observe(None).on_turn != MINE:
        take_step(table, table.next())
    sent: list[FromGuest] = []
    remote = RemoteTable(MINE, moment_of(table, MINE, 1, "bid", 0), sent.append)
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
        remote.hear(moment_of(table, MINE, 2, event.event_name(), MINE))
        await until(pilot, lambda: SENT not in screen_text(app))
        assert sent == [Decide(event, hinted=True)]  # the cursor began on the suggested bid
        assert remote.observe(MINE).bids[MINE] is not None


async def test_a_cut_is_shown_as_sent(tmp_path: Path) -> None:
    table = friends_table("sandbags", 2, tmp_path)
    while not (isinstance(step := table.next(), CutOffered) and step.seat == MINE):
        take_step(table, step)
    remote = RemoteTable(MINE, moment_of(table, MINE, 1, "score", None), lambda _: None)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: isinstance(app.screen, DealingScreen) and app.screen.stage == "cut")
        await pilot.press("enter")
        await until(pilot, lambda: SENT in screen_text(app))
        table.deal(5)
        remote.hear(moment_of(table, MINE, 2, "deal", table.observe(None).dealer))
        await until(pilot, lambda: not isinstance(app.screen, DealingScreen))


def test_a_step_fits_its_moment_while_an_answer_is_applied(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The screens ask what is next while the answer to their cut arrives in another thread."""
    table = friends_table("sandbags", 2, tmp_path)
    while not (isinstance(step := table.next(), CutOffered) and step.seat == MINE):
        take_step(table, step)
    before, after = moment_of(table, MINE, 1, "score", None), moment_of(table, MINE, 2, "cut", MINE)
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
    app = GuestApp(RemoteTable(MINE, moment_of(table, MINE, 1, "bid", 0), lambda _: None), list, SETTINGS)
    async with asyncio.timeout(LEAVING_SECONDS), app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert app.controller is not None
        event = suggest(app.controller.table.observe(MINE))
        assert event is not None
        app.controller.act(event)
        await until(pilot, lambda: SENT in screen_text(app))
        await pilot.press("q")
        await until(pilot, lambda: app.return_code is not None)


@pytest.mark.parametrize(
    ("games", "cuts", "target"), [(1, 6, 100), pytest.param(10, CUTS, 500, marks=pytest.mark.slow)]
)
async def test_guests_cut_off_at_random_moments_return_to_their_seats(
    games: int, cuts: int, target: int, tmp_path: Path
) -> None:
    """Each guest sees everything from before again, and the games are finished."""
    for game in range(games):
        folder = tmp_path / str(game)
        folder.mkdir()
        assert len(await play_with_cuts(folder, cuts, game, target)) == 2 * cuts


async def begin_host(*words: str) -> tuple[asyncio.subprocess.Process, int, dict[int, str]]:
    """Return a host's process, its port, and the codes of its two guests."""
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-m", "spades_tui", "host", "--port", "0", *words, stdin=DEVNULL, stdout=PIPE
    )
    assert process.stdout is not None
    said = await asyncio.wait_for(process.stdout.readuntil(b"can connect."), SECONDS)
    lines = re.findall(rb"ssh -p (\d+) (\w+)@localhost", said)
    return process, int(lines[0][0]), {seat: code.decode() for seat, (_, code) in enumerate(lines)}


async def kill_at_random(home: Path, kills: int, chance: random.Random) -> int:
    """Kill the host of one game this often, or until the game is over; return the number of kills."""
    words, visitors, kept = ["--seats", "guest,guest,bot,bot", "--pause", "0"], list[Visitor](), b""
    for number in range(kills):
        process, port, codes = await begin_host(*words)
        try:
            if not visitors:
                reach = Reach(port, codes)
                visitors = [Visitor(reach, 0, "Ann"), Visitor(reach, 1, "Bea")]
            reach.port = port
            assert codes == reach.codes
            playing = asyncio.gather(*(one.play_until_lost() for one in visitors))
            while any(len(one.returns) == number for one in visitors):
                assert not playing.done(), await playing
                await asyncio.sleep(0.01)
            await asyncio.sleep(chance.random() / 2)
        finally:
            process.kill()
            await process.wait()
        await asyncio.wait_for(playing, SECONDS)
        (path,) = (home / "data" / "games").glob("*.jsonl")
        lines = path.read_bytes()
        assert lines.startswith(kept)
        if b'"game_over"' in lines:
            return number + 1
        kept = lines[: lines.rindex(b"\n") + 1]
        words = ["--pause", "0", "--resume", str(path)]
    return kills


@pytest.mark.parametrize("kills", [2, pytest.param(50, marks=pytest.mark.slow)])
async def test_a_killed_host_resumes_with_everything_its_guests_saw(
    kills: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same codes and keys open the same seats, and every complete line of the journal is still there."""
    chance = random.Random("kills")
    while kills:
        home = tmp_path / str(kills)
        monkeypatch.setenv("SPADES_TUI_HOME", str(home))
        kills -= await kill_at_random(home, kills, chance)


def test_a_killed_host_says_at_their_own_terminal_that_the_game_is_saved() -> None:
    """No line leads back to the host's own seat."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        process = subprocess.Popen(
            [sys.executable, "-m", "spades_tui.hosting.guest", str(theirs.fileno()), "Ann"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, pass_fds=[theirs.fileno()], text=True,
        )  # fmt: skip
    said, _ = process.communicate(timeout=SECONDS)
    assert "its game is saved" in said and "same line" not in said

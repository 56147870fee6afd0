"""Start and end guests' processes: each has a pseudo-terminal, and a socket for the messages of its seat."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import termios
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from io import FileIO
from itertools import count
from tempfile import TemporaryDirectory

from spades_tui.hosting.links import Pipe
from spades_tui.language.unusable import UnusableError
from spades_tui.play.sandbox import program_sandbox
from spades_tui.system.folders import config_folder, data_folder

STARTING = 8  # maximum number of guests that start at the same time
GUEST_MODULES = (
    "spades_tui.hosting.guest", "spades_tui.hosting.guest_screens", "spades_tui.tui.table.dealing_screen",
    "spades_tui.tui.table.table_screen", "spades_tui.tui.table.watch_screen", "spades_tui.tui.table.score_screen",
    "spades_tui.rules.schema", "spades_tui.bots.every_level", "spades_tui.bots.club", "spades_tui.bots.cardplay",
    "spades_tui.bots.bidding", "pydantic.main", "pydantic.types", "csv", "email.message", "importlib.metadata",
    "textual.drivers.linux_driver", "textual.layouts.factory", "textual.layouts.horizontal", "textual.pilot",
    "zoneinfo",
)  # fmt: skip
"""What guests import sooner or later; imported once before them, it's shared."""
_READ = 1 << 15
_LAST_SECONDS = 2.0  # seconds that a guest's process may take to end before it is killed


class ForkServer:
    """The process that guests are forked from; it runs in an `async with` block."""

    def __init__(self, modules: Sequence[str], home: str, sandbox: Sequence[str] = (), unguarded: str = "") -> None:
        """Guests run `main` of the first module, and share all of them. Their homes are in the folder `home`.

        `sandbox` is the start of a command line, such as bubblewrap's; in it, each guest has its own namespaces.
        """
        self.apart = False  # whether guests' processes are kept apart from each other
        self.unguarded = unguarded
        """A sentence about what guests' processes aren't kept from; "" if there is nothing to say."""
        self._modules, self._home, self._sandbox = modules, home, sandbox
        self._pipe: Pipe | None = None
        """Carries the messages of `_control`; None before the process has begun, and when it has ended."""
        self._guests: dict[int, GuestProcess] = {}
        self._numbers = count(1)
        self._starting = 0
        self._text = b""

    @property
    def has_ended(self) -> bool:
        """Whether no more guests can start, because the table is closing."""
        return self._pipe is None or not self._pipe.open

    async def __aenter__(self) -> "ForkServer":
        """Start the process and wait until it has imported everything. Raises OSError."""
        self._control, theirs = socket.socketpair()
        self._control.setblocking(False)
        command = [*self._sandbox, sys.executable, "-m", "spades_tui.hosting.fork_server"]
        if self._sandbox:
            command.append("--apart")
        command += [str(theirs.fileno()), *self._modules]
        drawn = sys.stderr is not sys.__stderr__  # by screens, which their words would land on
        errors = subprocess.DEVNULL if drawn else None
        try:
            self._process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stderr=errors, pass_fds=[theirs.fileno()], start_new_session=True
            )
        finally:
            theirs.close()
        ready = await asyncio.get_running_loop().sock_recv(self._control, _READ)
        if not ready:
            raise OSError("the process for guests' screens didn't start")
        self.apart = json.loads(ready)["apart"]
        if self._sandbox and not self.apart:
            why = "this system allows no namespaces"
            self.unguarded = f"Guests' processes are not kept apart from each other: {why}."
        self._pipe = Pipe(self._control, self._hear, self._lost)
        return self

    def start(
        self, size: tuple[int, int], environment: Mapping[str, str], shows: Callable[[bytes], None],
        ended: Callable[[int], None], ready: Callable[[], None],
    ) -> tuple["GuestProcess", socket.socket]:  # fmt: skip
        """Start a guest's process with a terminal of `size` columns and rows. Return it, and our end of its stream.

        Call `shows` with its output, `ended` once with its exit status unless it's closed before, and `ready` when it
        has taken what was typed. Raises OSError if too many are starting.
        """
        if self.has_ended:
            raise OSError("the fork server has ended")
        if self._starting >= STARTING:
            raise OSError("too many guests are starting")
        number = next(self._numbers)
        master, slave = os.openpty()
        ours, theirs = socket.socketpair()
        try:
            termios.tcsetwinsize(master, (size[1], size[0]))
            own = {**environment, "HOME": f"{self._home}/{number}"}
            request = json.dumps({"start": number, "environment": own}).encode() + b"\n"
            socket.send_fds(self._control, [request], [slave, theirs.fileno()])
        except OSError:
            os.close(master)
            ours.close()
            raise
        finally:
            os.close(slave)
            theirs.close()
        self._guests[number] = guest = GuestProcess(self, number, master, shows, ended, ready)
        self._starting += 1
        return guest, ours

    def end(self, number: int, by: signal.Signals = signal.SIGHUP) -> None:
        """Send a signal to a guest's process."""
        if self._pipe is not None and number in self._guests:
            self._pipe.write(json.dumps({"end": number, "signal": int(by)}).encode() + b"\n")

    def _hear(self, data: bytes) -> None:
        *lines, self._text = (self._text + data).split(b"\n")
        for message in map(json.loads, lines):
            if "started" in message:
                self._starting -= 1
            elif message["ended"] in self._guests:
                self._guests.pop(message["ended"]).over(message["status"])

    def _lost(self) -> None:
        """Note that the fork server has ended, and all guests with it."""
        self._pipe = None
        for guest in list(self._guests.values()):
            guest.over(1)
        self._guests.clear()

    async def __aexit__(self, *error: object) -> None:
        """End all guests."""
        if self._pipe is not None:
            self._pipe.close()
        try:
            await asyncio.to_thread(self._process.wait, _LAST_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            await asyncio.to_thread(self._process.wait)


class GuestProcess(Pipe):
    """One guest's process and its terminal."""

    def __init__(
        self, server: ForkServer, number: int, master: int, shows: Callable[[bytes], None],
        ended: Callable[[int], None], ready: Callable[[], None],
    ) -> None:  # fmt: skip
        self._server, self._number, self._shows, self._ended = server, number, shows, ended
        super().__init__(FileIO(master, "r+"), shows, lambda: None, ready)

    def _break(self) -> None:
        """Wait for the end of the process: it has closed its terminal."""
        self.pause()
        self.unsent.clear()
        self._loop.remove_writer(self._stream)

    def resize(self, columns: int, rows: int) -> None:
        """Give the terminal another size."""
        if self.open:
            termios.tcsetwinsize(self._stream, (rows, columns))

    def close(self) -> None:
        """End the process: its guest has gone."""
        if self.open:
            super().close()
            self._server.end(self._number)
            self._loop.call_later(_LAST_SECONDS, self._server.end, self._number, signal.SIGKILL)

    def over(self, status: int) -> None:
        """Note that the process has ended, and show what it wrote last."""
        if self.open:
            with suppress(OSError):
                while data := os.read(self._stream.fileno(), _READ):
                    self._shows(data)
            super().close()
            self._ended(status)


@asynccontextmanager
async def guest_processes() -> AsyncIterator[ForkServer]:
    """Start what guests' processes are forked from, and end them with the block. Raises OSError."""
    box, unguarded = sandbox_or_why()
    with TemporaryDirectory(prefix="spades-tui-guests-") as home:
        async with ForkServer(GUEST_MODULES, "/tmp" if box else home, box, unguarded) as forks:
            yield forks


def sandbox_or_why() -> tuple[list[str], str]:
    """Return the start of a command line that keeps guests' processes from the host's files, or a sentence why not."""
    try:
        return program_sandbox((data_folder(), config_folder())), ""
    except UnusableError as error:
        why = str(error).removeprefix("--sandbox: ")
        return [], f"Guests' processes are not kept apart from your files: {why}."

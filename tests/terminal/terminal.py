"""Run the program in a real pseudo-terminal: keys go in, a screen of characters comes out."""

import os
import re
import signal
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pexpect
import pyte

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.terminal.resting import CAN_BE_SEEN, slept

ROOT = Path(__file__).resolve().parent.parent.parent
LEFT = b"\x1b[?1049l"
"""Leaves the alternate screen."""
PUT_BACK = (LEFT, b"\x1b[?1000l", b"\x1b[?25h", b"\x1b[?2004l")
"""Restores the normal screen, mouse, cursor and pasting."""
ENTER, SPACE, ESCAPE = "\r", " ", "\x1b"
TAKE = f"\x1b[C{ENTER}"
"""Choose the next choice with the right arrow, and take it, whether or not one was suggested before."""
LONG = 180.0
"""Seconds after which something must have failed. No test waits this long if all is well, but on a machine that
does ten other things, a program may take a minute to start."""
A_LOOK = 0.02
"""Seconds between two checks whether the program rests."""
ALONE = 0.3
"""Seconds after which Escape counts as a key and not as the start of an escape sequence."""
WAKES = 0.5
"""Seconds within which a key must have woken the program."""
_ESCAPES = re.compile(r"\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_]|[ -/]+[0-~])")


class RowsShown(pyte.Screen):
    """A screen that remembers each row as it was after every text written into it.

    The program writes only what changes, so a word on the screen may never be whole in its output.
    """

    def __init__(self, columns: int, lines: int) -> None:
        self.rows: list[str] = []
        super().__init__(columns, lines)

    def draw(self, data: str) -> None:
        """Draw text, and note the row."""
        super().draw(data)
        cells = self.buffer[self.cursor.y]
        self.rows.append("".join(cells[x].data for x in range(self.columns)))


class Terminal:
    """A terminal of this size, running the program."""

    def __init__(self, *arguments: str, home: Path, columns: int = 80, lines: int = 24, plant: str = "",
                 environment: Mapping[str, str | None] | None = None, program: str = "") -> None:  # fmt: skip
        """Start the program. `plant` is Python code to run in it first, without changing `main`.

        `environment` replaces variables; None removes one. With `program`, another program starts instead.
        """
        if not (home / "config").exists():  # a user who has started the program before
            save_settings(Settings(name="Ann"), home / "config" / "settings.toml")
        usual = {
            "PATH": os.environ.get("PATH", ""),
            "HOME": str(home),
            "SPADES_TUI_HOME": str(home),
            "TERM": "xterm-256color",
            "COLORTERM": "truecolor",
            "LANG": "C.UTF-8",
            "TEXTUAL_ANIMATIONS": "none",
        }
        merged = {**usual, **(environment or {})}
        words = ["-m", "spades_tui", *arguments]
        if plant:
            words = ["-c", f"{plant}\nfrom spades_tui.cli import main\nraise SystemExit(main())", *arguments]
        self.child = pexpect.spawn(
            program or sys.executable,
            list(arguments) if program else words,
            cwd=str(ROOT),
            env={name: value for name, value in merged.items() if value is not None},
            dimensions=(lines, columns),
            timeout=20,
        )
        self.child.delaybeforesend = None  # without an echo there is no need to wait
        self.screen = RowsShown(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.sent_out = bytearray()
        """Every byte that the program has written."""

    def read(self, seconds: float = 0.03) -> None:
        """Read the program's output until it is silent for this long."""
        while True:
            try:
                data = self.child.read_nonblocking(65536, timeout=seconds)
            except (pexpect.TIMEOUT, pexpect.EOF):
                return
            assert isinstance(data, bytes)  # the child gives text only with an encoding
            self.sent_out += data
            self._stream.feed(data)

    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def wait(self, wanted: str, seconds: float = LONG) -> str:
        """Wait until the screen shows a text (a regular expression). Raises AssertionError with the screen."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read()
            if re.search(wanted, self.text()):
                return self.text()
            if not self.child.isalive():
                self.read()
                break
        raise AssertionError(f"{wanted!r} did not come; the screen:\n{self.text()}")

    def ended(self, seconds: float = LONG) -> int | None:
        """Wait for the program's end; return its exit status. Raises AssertionError if it doesn't end."""
        end = time.monotonic() + seconds
        while self.child.isalive():
            assert time.monotonic() < end, f"it goes on:\n{self.text()}"
            self.read(0.05)
        self.read(0.2)
        status: int | None = self.child.exitstatus
        return status

    def press(self, keys: str | bytes) -> None:
        """Type keys, and read output until the program waits for more keys."""
        since = slept(self.child.pid)
        self.child.send(keys)
        self.rest(since)
        if keys == ESCAPE:
            self.read(ALONE)
            self.rest()

    def rest(self, since: int | None = None) -> None:
        """Read output until the program and its child processes have nothing more to do, except timers.

        With an earlier count from `slept`, the program must wake up first, because typed keys arrive with a delay.
        Systems that don't show sleeping processes get a longer silence instead.
        """
        if not CAN_BE_SEEN:
            self.read(0.3)
            return
        begun, before = time.monotonic(), None
        while (waited := time.monotonic() - begun) < LONG and self.child.isalive():
            written = len(self.sent_out)
            self.read(A_LOOK)
            now = slept(self.child.pid)
            woken = now != since or since is None or waited > WAKES
            if now is not None and now == before and woken and written == len(self.sent_out):
                return
            before = now
        self.read()

    def plain_since(self, start: int) -> str:
        """Return the program's output since a position in `sent_out`, without escape sequences."""
        return _ESCAPES.sub("", self.sent_out[start:].decode("utf-8", "replace"))

    def rows_since(self, start: int) -> str:
        """Return all rows that the screen has shown since a position in `screen.rows`, and those of now."""
        return "\n".join([*self.screen.rows[start:], self.text()])

    def resize(self, columns: int, lines: int) -> None:
        """Change the terminal's size."""
        self.child.setwinsize(lines, columns)
        self.screen.resize(lines, columns)
        self.rest()
        self.read(0.3)  # the program waits a moment for another size before it paints

    def kill(self) -> None:
        """End the program as a power cut would."""
        self.child.kill(signal.SIGKILL)
        self.child.wait()

    def close(self) -> None:
        """End the program by force."""
        if not self.child.closed and self.child.isalive():
            self.kill()
        self.child.close(force=True)


Start = Callable[..., Terminal]
"""Starts the program with these arguments and keywords of `Terminal`, at the test's home."""

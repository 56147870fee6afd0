"""The terminal never shows an empty frame: the old screen stays until the next is complete."""

import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.terminal.resting import CAN_BE_SEEN, slept
from tests.terminal.terminal import A_LOOK, ESCAPE, LONG, SPACE, TAKE, Terminal

CAN_SYNCHRONISE = "\x1b[?2026;1$y"
"""The answer of a terminal with synchronized output, which makes the program mark the end of each frame."""
END = b"\x1b[?2026l"
FEW = 20
"""A screen with fewer letters between its top line and its keys is empty."""


pytestmark = pytest.mark.slow


@pytest.fixture
def terminal(tmp_path: Path) -> Iterator[Terminal]:
    """Yield a game of sandbags between two people."""
    seats = "human:Ann,human:Bea,bot:beginner:Cy,bot:beginner:Dot"
    begun = Terminal("play", "--seed", "frames", "--seats", seats, "--pace", "instant", home=tmp_path)
    yield begun
    begun.close()


def letters(terminal: Terminal) -> int:
    """Return the number of characters on the screen, without its edges."""
    return sum(len(line.replace(" ", "")) for line in terminal.screen.display[2:-2])


def frames(terminal: Terminal, seconds: float = 0.25) -> list[int]:
    """Read output for this long and until the program rests; return the number of characters after each frame."""
    begun, stood, before = time.monotonic(), [], None
    while (waited := time.monotonic() - begun) < LONG:
        try:
            data = terminal.child.read_nonblocking(65536, timeout=A_LOOK)
        except pexpect.TIMEOUT:
            now = slept(terminal.child.pid)
            if waited > seconds and (not CAN_BE_SEEN or (now is not None and now == before)):
                break
            before = now
            continue
        terminal.sent_out += data
        for part in data.replace(END, END + b"\0").split(b"\0"):
            terminal._stream.feed(part)
            if part.endswith(END):
                stood.append(letters(terminal))
    return stood


def test_no_empty_frame_is_seen_at_any_change_of_screen(terminal: Terminal) -> None:
    terminal.wait("keyboard|cut|leave")
    terminal.press(CAN_SYNCHRONISE)
    seen, empty = 0, []
    pages = ["s", ESCAPE, "g", ESCAPE, "?", ESCAPE]
    for place, key in enumerate([*[SPACE, TAKE] * 8, *pages, *[SPACE, TAKE] * 25]):
        terminal.child.send(key)
        stood = frames(terminal)
        seen += len(stood)
        empty += [(place, key, count) for count in stood if count < FEW]
    assert seen > 30, "frames were marked"
    assert empty == []

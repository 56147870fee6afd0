"""A card can be played in poor terminals, and no empty frame is shown."""

import re
import time
from collections.abc import Iterator
from pathlib import Path

import pexpect
import pytest

from tests.terminal.resting import CAN_BE_SEEN, slept
from tests.terminal.terminal import A_LOOK, ESCAPE, LONG, SPACE, TAKE, Terminal

pytestmark = pytest.mark.slow

TRUE, OF_256 = re.compile(rb"\x1b\[[0-9;]*[34]8;2;"), re.compile(rb"\x1b\[[0-9;]*[34]8;5;")

POOR: dict[str, tuple[dict[str, str | None], bool, str]] = {
    "true colour": ({}, False, "true"),
    "without COLORTERM": ({"COLORTERM": None}, False, "256"),
    "16 colours": ({"COLORTERM": None, "TERM": "xterm-16color"}, False, "16"),
    "NO_COLOR": ({"NO_COLOR": "1"}, False, "grey"),
    "TERM=linux": ({"COLORTERM": None, "TERM": "linux"}, True, "16"),
    "LANG=C": ({"LANG": "C"}, True, "true"),
    "LC_ALL=C": ({"LC_ALL": "C"}, True, "true"),
    "no locale": ({"LANG": None}, False, "true"),
}
"""Environment variables, whether everything is plain ASCII, and the number of colours."""


@pytest.mark.parametrize("name", POOR)
def test_a_card_is_played_in_every_terminal(name: str, tmp_path: Path) -> None:
    environment, plain, colours = POOR[name]
    terminal = Terminal(
        "play", "--seed", "poor", "--pace", "instant", "--option", "target=60", home=tmp_path, environment=environment
    )
    try:
        terminal.wait("Your bid")
        terminal.press(TAKE)
        text = terminal.wait("Your turn")
        assert text.isascii() == plain
        assert ("Enter play" in text) == plain
        if plain:
            assert bytes(terminal.sent_out).isascii()
        assert bool(TRUE.search(terminal.sent_out)) == (colours in ("true", "grey"))
        assert bool(OF_256.search(terminal.sent_out)) == (colours == "256")
        terminal.press(TAKE)
        terminal.wait("Enter: continue|[Aa]ny key")  # the trick stays until a key (C-10)
        terminal.press(TAKE)
        terminal.wait("trick 2/13")
        terminal.press("q")
        terminal.wait("Quick game")
        terminal.press("q")
        assert terminal.ended() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("theme", ["light", "contrast", "red-green", "warm", "nord"])
def test_the_first_frame_has_the_colours_of_the_theme(theme: str, tmp_path: Path) -> None:
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(f'name = "Ann"\ntheme = "{theme}"\n')
    terminal = Terminal(home=tmp_path)
    try:
        terminal.wait("Quick game")
        assert b"15;42;34" not in terminal.sent_out  # the ground of the dark theme
    finally:
        terminal.close()


CAN_SYNCHRONISE = "\x1b[?2026;1$y"
"""The answer of a terminal with synchronized output, which makes the program mark the end of each frame."""
END = b"\x1b[?2026l"
FEW = 20
"""A screen with fewer letters between its top line and its keys is empty."""


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

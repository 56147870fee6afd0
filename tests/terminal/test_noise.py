"""Random bytes typed at every screen end the program only by its own keys, and never with a fault report.

`SPADES_TUI_NOISE=100000 python -m pytest -m slow tests/terminal/test_noise.py` types 100,000 bytes at each screen.
"""

import os
import random
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.terminal.terminal import ENTER, TAKE, Terminal

pytestmark = pytest.mark.slow

BYTES = int(os.environ.get("SPADES_TUI_NOISE", "1500"))
"""Number of bytes typed at each screen."""
AT_ONCE = 100
A_VISIT = 1500
"""Number of bytes before a restart, because noise leaves the screen."""

LEAVES = (0x03, 0x11, 0x1A, 0x1C)
"""Ctrl+C, Ctrl+Q and Ctrl+Z have separate tests; Ctrl+\\ makes the system end a program that is still leaving."""

GAME = ("play", "--seed", "noise", "--pace", "instant", "--variant")
PLACES: dict[str, tuple[tuple[str, ...], str, str]] = {
    "home": ((), "quit", ""),
    "rules": ((), "quit", "r"),
    "settings": ((), "quit", "s"),
    "learn": ((), "quit", "l"),
    "a lesson": ((), "quit", f"l{ENTER}"),
    "the book": ((), "quit", "b"),
    "variants": ((), "quit", "n"),
    "seats": ((), "quit", f"n{ENTER}"),
    "sandbags": ((*GAME, "sandbags"), "leave", TAKE * 3),
    "jokers": ((*GAME, "jokers"), "leave", TAKE * 3),
    "bemo": ((*GAME, "bemo"), "leave", TAKE * 6),
    "3b-four": ((*GAME, "3b-four"), "leave", TAKE * 9),
    "the curtain": ((*GAME, "sandbags", "--seats", "human:Ann,human:Bea,bot:club,bot:club"), "leave|Space", ""),
    "watching": ((*GAME, "3b-five", "--seats", "bot:club,bot:club,bot:club,bot:club,bot:club"), "leave", ""),
}
"""The start of the program, the text that it shows, and the keys that open the screen."""


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Callable[..., Terminal]]:
    """Yield a function that starts the program in one folder; end it afterwards."""
    terminals: list[Terminal] = []

    def begin(*arguments: str) -> Terminal:
        while terminals:
            terminals.pop().close()
        terminal = Terminal(*arguments, home=tmp_path)
        terminals.append(terminal)
        return terminal

    yield begin
    for terminal in terminals:
        terminal.close()


@pytest.mark.parametrize("place", PLACES)
def test_random_bytes_do_no_harm(place: str, home: Callable[..., Terminal]) -> None:
    """Pasted text, mouse reports and answers of the terminal come up by chance too."""
    arguments, shown, keys = PLACES[place]
    chance = random.Random(f"noise {place}")
    noise = [byte for byte in range(256) if byte not in LEAVES]

    def begin() -> Terminal:
        terminal = home(*arguments)
        terminal.wait(shown)
        for key in keys:
            terminal.press(key)
        return terminal

    terminal, typed = begin(), 0
    for sent in range(0, BYTES, AT_ONCE):
        burst = bytes(chance.choice(noise) for _ in range(AT_ONCE))
        if terminal.child.isalive():
            terminal.child.send(burst)
            terminal.read(0.01)
        typed += AT_ONCE
        ended = not terminal.child.isalive()
        if ended:
            terminal.read(0.2)
            assert terminal.child.exitstatus == 0, f"after {sent + AT_ONCE} bytes:\n{terminal.text()}"
        for wrong in (b"Traceback", b"because of an error"):
            _, found, report = bytes(terminal.sent_out).rpartition(wrong)
            assert not found, report.decode("utf-8", "replace")
        if ended or typed >= A_VISIT:
            terminal, typed = begin(), 0

"""Cards played in a terminal, at home and at a table elsewhere: milliseconds from Enter to the painted card."""

import os
import re
import select
import sys
import time
from collections.abc import Sequence
from pathlib import Path

import pyte

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.bench.terminal import ENTER, RIGHT, SPADES, TAKE, Terminal

ASKED = "Your turn"
RESTS = 0.4  # seconds without a byte after which a screen is complete
MOST_SECONDS = 5.0  # seconds after which Enter wasn't an act, such as for a card that can't be played
BOTS = "bot:beginner,bot:beginner,bot:beginner"


class Player:
    """Somebody at a terminal of 80×24, with the times of their own acts."""

    def __init__(self, words: Sequence[str], home: Path, machine: str = "") -> None:
        """Start the program with these words, on a machine with a network of its own if one is named."""
        save_settings(Settings(name="Ann", pace="instant", suggestions=False), home / "config" / "settings.toml")
        if machine:
            self.terminal = Terminal(("netns", "exec", machine, sys.executable, *words), home, program="ip")
        else:
            self.terminal = Terminal(words, home)
        self._screen = pyte.Screen(80, 24)
        self._stream = pyte.ByteStream(self._screen)
        self.milliseconds: list[float] = []

    @property
    def text(self) -> str:
        """The text on the screen."""
        return "\n".join(self._screen.display)

    def read(self, seconds: float) -> bool:
        """Take the next output, if it comes within so many seconds; return whether it has."""
        if not select.select([self.terminal.line], [], [], max(0.0, seconds))[0]:
            return False
        self._stream.feed(os.read(self.terminal.line, 1 << 16))
        return True

    def press(self, key: bytes) -> None:
        """Type a key, and read until nothing more comes."""
        os.write(self.terminal.line, key)
        while self.read(RESTS):
            pass

    def until_asked(self) -> None:
        """Bid, and let the others act, until a card must be played. Raises TimeoutError."""
        ends = time.monotonic() + 300
        while not (ASKED in self.text and "play" in self.text):
            if time.monotonic() > ends:
                raise TimeoutError(self.text)
            while self.read(RESTS):
                pass
            if not (ASKED in self.text and "play" in self.text):
                self.press(TAKE)

    def act(self) -> None:
        """Play the next card, and note how long its painting takes."""
        self.until_asked()
        self.press(RIGHT)
        if ASKED not in self.text:
            return
        begun = time.perf_counter()
        os.write(self.terminal.line, ENTER)
        while ASKED in self.text and self.read(begun + MOST_SECONDS - time.perf_counter()):
            pass
        if ASKED not in self.text:
            self.milliseconds.append(1000 * (time.perf_counter() - begun))

    def end(self) -> None:
        """Kill the program."""
        self.terminal.end()


def at_home(folder: Path) -> Player:
    """Return a player at a table of their own."""
    return Player((*SPADES, "play", "--variant", "sandbags", "--seats", f"human,{BOTS}", "--pace", "instant"), folder)


def hosted(folder: Path, machine: str, relay: str) -> tuple[Terminal, str]:
    """Return a host without a seat on a machine, and the line for a friend."""
    save_settings(Settings(name="Hal", relay=relay), folder / "config" / "settings.toml")
    words = ("netns", "exec", machine, sys.executable, *SPADES)
    host = Terminal((*words, "host", "--seats", f"guest,{BOTS}", "--pause", "0"), folder, program="ip")
    host.until(b"opens one seat")
    host.rest(1.0)
    found = re.search(rb"join ([A-Z2-7]{64,})", host.written)
    assert found is not None, host.written
    return host, found[1].decode()


def friend(folder: Path, machine: str, line: str) -> Player:
    """Return a friend on a machine who comes with a line."""
    return Player((*SPADES, "join", line), folder, machine)

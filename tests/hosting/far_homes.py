"""Homes on machines of their own: a host and two friends, each behind a router, and a double of the relay."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.hosting.networks import HomeNetwork, Network
from tests.hosting.tables import SECONDS

RELAY = ("203.0.113.1", "3340")
FRIENDS = ("Ann", "Bea")


class Program:
    """A program of `home_programs` on a machine, and what it has printed."""

    def __init__(self, machine: str, folder: Path, *words: str) -> None:
        folder.mkdir(exist_ok=True)
        self.lines: list[tuple[float, str]] = []
        self._process = subprocess.Popen(
            ["ip", "netns", "exec", machine, sys.executable, "-m", *words], stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, encoding="utf-8", env={**os.environ, "SPADES_TUI_HOME": str(folder)},
        )  # fmt: skip
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self) -> None:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            when, _, words = line.rstrip().partition(" ")
            self.lines.append((float(when) if when.replace(".", "").isdigit() else 0.0, words))

    def said(self, begin: str, since: float = 0.0) -> list[tuple[float, str]]:
        """Return the lines that begin so, from a time on."""
        return [(when, words) for when, words in tuple(self.lines) if words.startswith(begin) and when >= since]

    def wait(self, begin: str, number: int = 1, since: float = 0.0, seconds: float = SECONDS) -> tuple[float, str]:
        """Return the line that begins so, from a time on: the first, or a later one."""
        last = time.monotonic() + seconds
        while len(found := self.said(begin, since)) < number:
            assert time.monotonic() < last, f"no {begin!r} in {self.lines[-10:]}"
            assert self._process.poll() is None or found, self.lines[-10:]
            time.sleep(0.01)
        return found[number - 1]

    def stop(self, seconds: float) -> None:
        """Stop the process for so many seconds."""
        self._process.send_signal(signal.SIGSTOP)
        time.sleep(seconds)
        self._process.send_signal(signal.SIGCONT)


class Homes:
    """Homes behind routers of their own, and a double of the relay in the internet."""

    url = f"http://{RELAY[0]}:{RELAY[1]}/"
    """The relay's address."""

    def __init__(self, network: Network, folder: Path, *names: str, is_open: bool = False) -> None:
        """Connect homes with these names; `is_open`: the first is reached from the internet."""
        internet = network.machine("internet")
        network.link(internet, f"{RELAY[0]}/32", network.machine("elsewhere"), "203.0.113.3/32")
        self.homes = [
            HomeNetwork(network, name, number, internet, is_open and number == 1)
            for number, name in enumerate(names, 1)
        ]
        self.relay = Program(internet, folder / "relay", "tests.hosting.relay_double", *RELAY)
        self.relay.wait("relay")


class FarTable:
    """A table of two friends, and their homes."""

    def __init__(
        self, network: Network, folder: Path, variant: str, pause: float, is_open: bool = False, punches: bool = False
    ) -> None:  # fmt: skip
        """Begin a game whose friends think for `pause` seconds; an open host is reached directly.

        `punches`: all know how the internet sees them, so that they can open ways through their routers.
        """
        homes = Homes(network, folder, "host", "ann", "bea", is_open=is_open)
        self.host, self.ann, self.bea = homes.homes
        self.relay, module = homes.relay, "tests.hosting.home_programs"
        outside = {home: [home.outside] if punches else [] for home in homes.homes}
        self.table = Program(
            self.host.machine, folder / "host", module, "host", homes.url, str(folder / "games"), variant, "2",
            *outside[self.host],
        )  # fmt: skip
        self.table.wait("line", 2)
        lines = [words.split()[2] for _, words in self.table.said("line")]
        self.friends = [
            Program(home.machine, folder / name, module, "friend", line, name, str(pause), *outside[home])
            for home, line, name in zip((self.ann, self.bea), lines, FRIENDS, strict=True)
        ]


@contextmanager
def far_table(
    folder: Path, variant: str, pause: float, is_open: bool = False, punches: bool = False
) -> Iterator[FarTable]:  # fmt: skip
    """Open such a table, and end all its programs after the block."""
    network = Network()
    try:
        yield FarTable(network, folder, variant, pause, is_open, punches)
    finally:
        network.close()

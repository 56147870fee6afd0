"""Measure hosted tables through real `ssh` clients on the loopback, in turns with a table at home.

``python -m tests.bench.hosting key --presses 40``
    milliseconds from an arrow key to the last byte of the answer, and bytes sent: for a guest, for the same guest while
    200 connections never log in, two more send noise, and three watchers don't read; and at home.
``… memory --guests 4``
    memory that only one guest's process uses, its share of the memory that all guests share, and the host's memory.
``… cuts --games 10``
    seconds that guests of this program take to be back at the table, after 50 cuts at random moments of each game.
``… club --tables 20 --seconds 30``
    milliseconds from an arrow key to the last byte of the answer when all members of a full club press one a second.

Nothing here is a test.
"""

import argparse
import asyncio
import re
import shutil
import socket
import tempfile
import threading
from contextlib import suppress
from pathlib import Path

from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.bench.club import club
from tests.bench.machine import machine
from tests.bench.terminal import (
    ENTER,
    LEFT,
    RIGHT,
    SPADES,
    TAKE,
    Keys,
    Terminal,
    asks_for_card,
    print_range,
    table_at_a_card,
)
from tests.hosting.loopback import CUTS, play_with_cuts

IDLE = 200
"""Connections that never log in; half of them stop in the middle of a message."""
SLOW = 3
"""Watchers who don't read what is sent to them."""


class Host:
    """A host without a player at its own terminal, and its guests."""

    def __init__(self, home: Path, guests: int) -> None:
        seats = ",".join(["guest"] * guests + ["bot:beginner"] * (4 - guests))
        words = (*SPADES, "host", "--seats", seats, "--port", "0", "--watchers", str(SLOW))
        self.terminal = Terminal(words, home)
        self.terminal.until(b"can watch with")
        self.terminal.rest(0.2)
        self.lines = re.findall(rb"ssh -p (\d+) (\w+)@localhost", self.terminal.written)
        self.port = int(self.lines[0][0])

    def guest(self, number: int, home: Path) -> Terminal:
        """Let a guest come over ssh, as far as the lobby."""
        guest = self.line(number, home)
        for question, answer in ((b"your name", b"Gus"), (b"4 letters", b"swordfish")):
            guest.until(question)
            guest.rest(0.3)
            guest.press(answer + ENTER)
        return guest

    def line(self, number: int, home: Path) -> Terminal:
        """Connect with one of the lines; the last one is for watchers."""
        options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes"]
        words = [word for option in [*options, "IdentityFile=/nonexistent"] for word in ("-o", option)]
        code = self.lines[number][1].decode()
        return Terminal(["-F", "none", *words, "-p", str(self.port), f"{code}@localhost"], home, program="ssh")

    def processes(self) -> tuple[list[int], list[int]]:
        """Return the fork server with its own children, and the guests."""
        children: dict[int, list[int]] = {}
        for folder in Path("/proc").glob("[0-9]*"):
            with suppress(OSError, ValueError):
                status = dict(line.split(":", 1) for line in (folder / "status").read_text().splitlines())
                children.setdefault(int(status["PPid"]), []).append(int(folder.name))

        def below(pid: int) -> list[int]:
            return [one for child in children.get(pid, []) for one in (child, *below(child))]

        named = [pid for pid in below(self.terminal.pid) if b"fork_server" in Path(f"/proc/{pid}/cmdline").read_bytes()]
        return [pid for pid in named if children.get(pid)], [pid for pid in named if not children.get(pid)]


def on_screens(guest: Terminal) -> Terminal:
    """Return a guest at whose turn it is to play a card."""
    guest.until(b"for screens")
    guest.press(ENTER)
    guest.until(b"leave")
    for _ in range(60):
        guest.rest(0.4)
        if asks_for_card(guest):
            break
        guest.press(TAKE)
    return guest


def key(home: Path, presses: int) -> None:
    """Measure arrow keys of a guest and at home, in turns, and then of the guest among other connections."""
    host = Host(home, 1)
    at_home = Keys("at home", table_at_a_card(home, 80, 24))
    guest = Keys("guest", on_screens(host.guest(0, home)))
    for number in range(presses):
        for measured in (at_home, guest):
            measured.press(LEFT if number % 2 else RIGHT)
    (clock, _), (guests, _) = at_home.tell(), guest.tell()
    print(f"guest ÷ at home: {guests / clock:.2f}")
    beside = Keys(f"beside {IDLE} connections, noise, slow readers", guest.terminal)
    slow = [host.line(-1, home) for _ in range(SLOW)]
    for watcher in slow:  # they choose screens, and then read nothing more
        watcher.until(b"for screens")
        watcher.press(ENTER)
    idle = []
    for number in range(IDLE):  # from many addresses, because one may have only a few logins in progress
        idle.append(socket.create_connection(("127.0.0.1", host.port), source_address=(f"127.0.1.{number % 100}", 0)))
        if number % 2:
            with suppress(OSError):
                idle[-1].sendall(b"SSH-2.0-half\r\n" + bytes(3))
    over = threading.Event()
    noise = [threading.Thread(target=_noise, args=(host.port, over), daemon=True) for _ in range(2)]
    for thread in noise:
        thread.start()
    for number in range(presses):
        beside.press(LEFT if number % 2 else RIGHT)
    over.set()
    crowded, _ = beside.tell()
    print(f"beside them ÷ alone: {crowded / guests:.2f}")
    for one in idle:
        one.close()
    for watcher in slow:
        watcher.end()
    for terminal in (at_home.terminal, guest.terminal, host.terminal):
        terminal.end()


def _noise(port: int, over: threading.Event) -> None:
    """Connect and send noise, fifty times a second, until it's over."""
    while not over.wait(0.02):
        with suppress(OSError), socket.create_connection(("localhost", port), timeout=5) as one:
            one.sendall(b"SSH-2.0-noise\r\n" + bytes(1000))


def memory(home: Path, guests: int) -> None:
    """Measure the memory of guests on screens."""
    host = Host(home, guests)
    terminals = [host.guest(number, home) for number in range(guests)]
    for one in terminals:
        one.until(b"for screens")
        one.press(ENTER)
    for one in terminals:
        one.until(b"leave")
        one.rest(3)
    servers, found = host.processes()
    print_range("only this guest's", [_memory(pid, "Private_Clean", "Private_Dirty") for pid in found], "MiB")
    print_range("with its share of the common memory", [_memory(pid, "Pss") for pid in found], "MiB")
    print_range("resident, fork server", [_memory(pid, "Rss") for pid in servers[-1:]], "MiB")
    print_range("resident, host", [_memory(host.terminal.pid, "Rss")], "MiB")
    for one in (*terminals, host.terminal):
        one.end()


def _memory(pid: int, *names: str) -> float:
    """Return the sum of these parts of a process's memory in MiB."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text(encoding="utf-8").splitlines()[1:]
    sizes = {line.split(":")[0]: int(line.split()[1]) for line in lines}
    return sum(sizes[name] for name in names) / 1024


def cuts(home: Path, games: int) -> None:
    """Measure returns of guests who are cut off."""
    found: list[float] = []
    for game in range(games):
        folder = home / str(game)
        folder.mkdir()
        found += asyncio.run(play_with_cuts(folder, CUTS, game))
    print_range("new connection until the table is there", [1000 * seconds for seconds in found], "ms")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.hosting", description=__doc__.splitlines()[0])
    parser.add_argument("what", choices=("key", "memory", "cuts", "club"))
    parser.add_argument("--presses", type=int, default=40)
    parser.add_argument("--guests", type=int, default=4)
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--tables", type=int, default=20)
    parser.add_argument("--seconds", type=int, default=30)
    arguments = parser.parse_args()
    home = Path(tempfile.mkdtemp(prefix="spades-bench-"))
    save_settings(Settings(name="Ann"), home / "config" / "settings.toml")
    try:
        if arguments.what == "key":
            key(home, arguments.presses)
        elif arguments.what == "memory":
            memory(home, arguments.guests)
        elif arguments.what == "club":
            club(home, arguments.tables, arguments.seconds)
        else:
            cuts(home, arguments.games)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    print(machine())


if __name__ == "__main__":
    main()

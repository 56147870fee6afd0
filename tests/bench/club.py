"""Measure a club whose members all press keys at once, through real `ssh` clients."""

import os
import re
import selectors
import time
from pathlib import Path

from tests.bench.terminal import ENTER, LEFT, RIGHT, SILENCE, SPADES, Terminal, print_range

TOGETHER = 8
"""Number of members that come in at the same time."""
SEATS = 4


def _member(code: str, port: int, home: Path) -> Terminal:
    options = ["StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "IdentitiesOnly=yes"]
    words = [word for option in [*options, "IdentityFile=/nonexistent"] for word in ("-o", option)]
    return Terminal(["-F", "none", *words, "-p", str(port), f"{code}@localhost"], home, program="ssh")


def club(home: Path, tables: int, seconds: int) -> None:
    """Fill all tables, and let each member press an arrow key a second."""
    host = Terminal((*SPADES, "host", "--tables", str(tables), "--port", "0"), home)
    host.until(b"can connect.")
    found = re.search(rb"ssh -p (\d+) (\w+)@localhost", host.written)
    assert found is not None
    port, code = int(found[1]), found[2].decode()
    begun = time.perf_counter()
    members: list[Terminal] = []
    for first in range(0, tables * SEATS, TOGETHER):
        come = {number: _member(code, port, home) for number in range(first, min(first + TOGETHER, tables * SEATS))}
        for question in (b"your name", b"4 letters", b"The tables"):
            for number, one in come.items():
                one.until(question, 120)
                one.rest(0.05)
                answer = {b"your name": f"P{number}".encode(), b"4 letters": b"swordfish"}
                os.write(one.line, answer.get(question, str(1 + number // SEATS).encode()) + ENTER)
        members += come.values()
    for one in members:
        one.until(b"for screens", 120)
        os.write(one.line, ENTER)
    for one in members:
        one.until(b"leave", 300)
    print(f"all at their tables after {time.perf_counter() - begun:.0f} s")
    for _ in range(2):
        for one in members:
            one.rest(0.1)
    used = host.used()
    times, missing = _press(members, seconds)
    print_range(f"{len(members)} members, a key a second each", times, "ms")
    print(f"keys without an answer: {missing} of {missing + len(times)}")
    print(f"processor of the host's process: {100 * (host.used() - used) / seconds:.0f}% of a core")
    print_range("resident, host's process", [host.resident()[0][1] / 1024], "MiB")
    for one in (*members, host):
        one.end()


def _press(members: list[Terminal], seconds: int) -> tuple[list[float], int]:
    """Press keys, spread evenly over each second; return the milliseconds to the last byte of each answer."""
    watching = selectors.DefaultSelector()
    for number, one in enumerate(members):
        watching.register(one.line, selectors.EVENT_READ, number)
    pressed: list[float] = [0.0] * len(members)
    last: list[float] = [0.0] * len(members)
    times: list[float] = []
    missing = 0
    begun = time.perf_counter()
    for turn in range(seconds * len(members)):
        due = begun + turn / len(members)
        while (left := due - time.perf_counter()) > 0:
            for key, _ in watching.select(left):
                now = time.perf_counter()
                os.read(key.fd, 1 << 16)
                if not last[key.data] or now - last[key.data] <= SILENCE:
                    last[key.data] = now
        number = turn % len(members)
        if pressed[number]:
            if last[number]:
                times.append(1000 * (last[number] - pressed[number]))
            else:
                missing += 1
        last[number], pressed[number] = 0.0, time.perf_counter()
        os.write(members[number].line, LEFT if turn // len(members) % 2 else RIGHT)
    return times, missing

"""No guest's process ever has another seat's cards, or the deal's secret, in its memory or on its line."""

import asyncio
import json
import re
import subprocess
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pexpect
import pytest

from spades_tui import cards
from spades_tui.hosting.guest_processes import GUEST_MODULES, ForkServer, sandbox_or_why
from tests.hosting.loopback import Opened, opened, setup_of
from tests.hosting.programs import PROGRAM, started
from tests.hosting.tables import SECONDS
from tests.terminal.terminal import TAKE
from tests.terminal.watching import allowed_cards, faces

DUMPS = 4
"""Number of moments of the first hand at which each guest's memory is searched."""
FEWEST = 7
"""Number of cards of a hand that is searched for: a few small numbers in a row also occur by chance."""
CONTROL = re.compile(rb"\x1b\[[0-9;?]*[a-zA-Z]|\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)")


def _children(pid: int) -> Iterator[int]:
    """Return the processes below this one that have no children."""
    found = [int(one) for one in Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()]
    if not found:
        yield pid
    for child in found:
        yield from _children(child)


def _memory(pid: int) -> bytes:
    """Return everything that a process can write to."""
    parts = []
    with open(f"/proc/{pid}/maps", encoding="utf-8") as maps, open(f"/proc/{pid}/mem", "rb", buffering=0) as memory:
        for line in maps:
            place, rights, *_ = line.split()
            if rights.startswith("rw") and "[vvar" not in line:
                begin, end = (int(one, 16) for one in place.split("-"))
                try:
                    memory.seek(begin)
                    while begin < end and (data := memory.read(end - begin)):
                        parts.append(data)
                        begin += len(data)
                except OSError:
                    continue
    return b"".join(parts)


def _is_telling(pattern: bytes) -> bool:
    """Return whether a pattern of bytes is too special to occur by chance, as a short one or mostly zeros may."""
    return len(pattern) - pattern.count(0) >= 5


def _encodings(hand: int) -> list[bytes]:
    """Return a hand as the program writes it: as a number in text and in memory, as names, and as lists of cards."""
    held = list(cards.cards_of(hand))
    names = [cards.text(card) for card in held]
    digits = hand.to_bytes(8, "little")
    halves = (hand & (1 << 30) - 1).to_bytes(4, "little") + (hand >> 30).to_bytes(4, "little")  # Python's own form
    numbers = ",".join(map(str, held))
    forms = [
        str(hand).encode(), hex(hand)[2:].encode(), digits, halves, " ".join(names).encode(), ",".join(names).encode(),
        numbers.encode(), numbers.replace(",", ", ").encode(), bytes(held),
        b"".join(card.to_bytes(4, "little") for card in held), b"".join(card.to_bytes(8, "little") for card in held),
    ]  # fmt: skip
    return [form for form in forms if _is_telling(form)]


class _Game:
    """The first hand of a game, from its journal."""

    def __init__(self, folder: Path) -> None:
        (file,) = folder.glob("*.spades.jsonl")
        lines = file.read_bytes().splitlines(keepends=True)
        self.lines = [json.loads(line) for line in lines if line.endswith(b"\n")]
        deal = next(line for line in self.lines if line["event"] == "deal")
        self.secret: str = deal["fair"]["secret"]
        self.written: list[str] = deal["hands"]
        self.dealt = [cards.parse_hand(text) for text in self.written]
        self.plays = [line for line in self.lines if line["event"] == "play"]
        self.left = list(self.dealt)
        for line in self.plays:
            self.left[line["seat"]] &= ~(1 << cards.parse(line["card"]))

    @property
    def scored(self) -> bool:
        return any(line["event"] == "hand_score" for line in self.lines)

    def foreign(self, seat: int) -> list[bytes]:
        """Return what this seat's process must not have."""
        others = [one for one in range(len(self.dealt)) if one != seat]
        found = [pattern for one in others for pattern in _encodings(self.dealt[one])]
        found += [self.written[one].encode() for one in others]
        for left in (self.left[one] for one in others):
            if left.bit_count() >= FEWEST:
                found += _encodings(left)
        return [*found, self.secret.encode(), bytes.fromhex(self.secret)]


def _readable() -> bool:
    """Return whether the memory of other processes can be read here."""
    try:
        with subprocess.Popen(["sleep", "60"]) as child:
            try:
                return bool(_memory(child.pid))
            finally:
                child.kill()
    except OSError:
        return False


async def _arrive(host: Opened, seat: int, stack: "asyncio.TaskGroup", seen: dict[int, bytearray]) -> "Typist":
    connection = await host.connect(host.codes[seat], host.keys[seat]).__aenter__()
    process = await connection.create_process(term_type="xterm-256color", term_size=(80, 24), encoding=None)
    guest = Typist(connection, process, seen[seat])
    guest.reading = stack.create_task(guest.read())
    await guest.until(b"your name")
    guest.type(f"G{seat}\r".encode())
    return guest


class Typist:
    """A guest's terminal."""

    reading: "asyncio.Task[None]"

    def __init__(self, connection: object, process: object, seen: bytearray) -> None:
        self.connection, self.process, self.seen = connection, process, seen

    async def read(self) -> None:
        """Collect what is shown."""
        while data := await self.process.stdout.read(1 << 15):  # type: ignore[attr-defined]
            self.seen += data

    def type(self, data: bytes) -> None:
        """Press keys."""
        self.process.stdin.write(data)  # type: ignore[attr-defined]

    async def until(self, mark: bytes) -> None:
        """Wait for a text."""
        async with asyncio.timeout(SECONDS):
            while mark not in self.seen:
                await asyncio.sleep(0.02)


@pytest.mark.slow
@pytest.mark.skipif(not _readable(), reason="the memory of other processes can't be read")
async def test_no_guests_memory_or_line_has_foreign_cards(tmp_path: Path) -> None:
    """Each process is searched at several moments of a hand; its own cards are found, so the search works."""
    box, _ = sandbox_or_why()
    seen = {seat: bytearray() for seat in range(2)}
    games = tmp_path / "games"
    games.mkdir()
    async with (
        ForkServer(GUEST_MODULES, "/tmp" if box else str(tmp_path), box) as forks,
        opened(setup_of("sandbags", 2), games, 2, forks=forks) as host,
        asyncio.TaskGroup() as tasks,
    ):
        guests = []
        pids: list[int] = []
        for seat in range(2):
            before = set(pids)
            guests.append(await _arrive(host, seat, tasks, seen))
            assert forks._process is not None
            pids += [pid for pid in _children(forks._process.pid) if pid not in before]
        assert len(pids) == 2
        for guest in guests:
            await guest.until(b"for screens")
            guest.type(b"\r")
        dumps, at = 0, 0
        async with asyncio.timeout(SECONDS):
            while dumps < DUMPS:
                await asyncio.sleep(0.3)
                if _is_dealt(games):
                    game = _Game(games)
                    assert not game.scored
                    if len(game.plays) >= at:
                        _search(game, games, pids, seen)
                        dumps, at = dumps + 1, len(game.plays) + 8
                for guest in guests:
                    guest.type(TAKE.encode())
        for guest in guests:
            guest.connection.abort()  # type: ignore[attr-defined]


def _is_dealt(games: Path) -> bool:
    """Return whether the first deal is on disk."""
    return any(b'"event": "deal"' in file.read_bytes().rpartition(b"\n")[0] for file in games.glob("*.spades.jsonl"))


def _search(game: _Game, folder: Path, pids: list[int], seen: dict[int, bytearray]) -> None:
    """Search each guest's memory and line. What the lines show may already be a later moment than `game`."""
    later = _Game(folder).lines
    for seat, pid in enumerate(pids):
        memory = _memory(pid)
        assert len(memory) > 1 << 20
        assert any(pattern in memory for pattern in _encodings(game.dealt[seat])), "the search finds nothing at all"
        for pattern in game.foreign(seat):
            assert pattern not in memory, (seat, pattern)
            assert pattern not in seen[seat], (seat, pattern)
        text = CONTROL.sub(b"", bytes(seen[seat])).decode(errors="replace")
        assert not faces(text) - allowed_cards(later, seat), seat


@pytest.mark.slow
@pytest.mark.skipif(not _readable(), reason="the memory of other processes can't be read")
async def test_no_friends_memory_or_line_has_foreign_cards(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A friend's own program, with its screens, has come by a line from another home."""
    pytest.importorskip("iroh", reason="the extra `friends` brings it, where it has a wheel")
    from tests.hosting.homes import opened_home  # needs iroh

    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "home"))
    games, seen = tmp_path / "games", {0: bytearray()}
    async with opened_home(setup_of("sandbags", 2), games, 2) as home:
        words = [*PROGRAM, "join", home.line(0).split()[-1]]
        program = await asyncio.to_thread(started, words, tmp_path / "friend", "xterm")
        await asyncio.to_thread(_type_after, program, seen[0], b"table?", b"Ann\r")
        async with home.friend(1, "Bea") as bea:
            playing = asyncio.create_task(bea.play())
            for dump in range(DUMPS):
                while not _is_dealt(games) or len((game := _Game(games)).plays) < 8 * dump:
                    await asyncio.to_thread(_type_after, program, seen[0], b"", TAKE.encode())
                assert not game.scored
                _search(game, games, [program.pid], seen)
            playing.cancel()
        program.close(force=True)


def _type_after(program: "pexpect.spawn[str]", seen: bytearray, mark: bytes, keys: bytes) -> None:
    """Collect what a program shows until a text has come, or for a moment if there is none; then press keys."""
    last = time.monotonic() + (SECONDS if mark else 0.3)
    while (not mark or mark not in seen) and time.monotonic() < last:
        with suppress(pexpect.TIMEOUT):
            seen += program.read_nonblocking(1 << 15, 0.1).encode()
    assert mark in seen  # a single word, because spaces may be moves of the cursor
    program.send(keys.decode())

"""Outside players: programs that play a seat by the seat protocol (docs/seat.md), and see what that seat may see.

What reads answers is imported with the first answer, because few tables have outside players.
"""

import os
import queue
import selectors
import shlex
import subprocess
import sys
import threading
import time
from collections import deque
from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path
from typing import IO

from spades_tui import cards
from spades_tui.game import events
from spades_tui.game.events.bid import hand_shown
from spades_tui.game.history import Step
from spades_tui.play.sandbox import HAS_GROUPS, end_group, watch
from spades_tui.play.setup import OUTSIDE, TableSetup
from spades_tui.record import RecordError
from spades_tui.record.writer import JsonLine, event_line, finding_line
from spades_tui.seats import Observation
from spades_tui.system.output import json_text, os_words

SECONDS = 10.0  # that a player has for an answer
GRACE = 0.9  # seconds that a player has to exit after its standard input was closed
FAILURES = 3  # unanswered turns in a row after which the beginner plays the rest of the hand
TRIES = 3  # refused answers after which the table's beginner plays the turn
SETTLING = 0.05  # seconds to wait for a valid answer after an invalid one
PART = 64 * 1024  # bytes to read at once
LONGEST_ANSWER = 64 * 1024  # bytes in a line from a player; a longer one is cut, and refused
MOST_HEARD = 64  # lines to keep while waiting for an answer; older ones are dropped
MOST_UNREAD = 10_000  # lines that a player may leave unread before it counts as ended
MOST_UNASKED = 1024 * 1024  # ignored bytes between two questions; a player that writes more has to wait
LONGEST_LOG = 1_000_000  # bytes of standard error to keep in the log
Answer = tuple[events.SeatEvent | None, str]
"""A legal event; or None, so that the table's beginner plays, and the reason."""
LOG_IS_FULL = b"\n(the log is full)\n"


def events_for(seat: int, step: Step) -> list[JsonLine]:
    """Return the lines about an event with only what a seat may see; its cards come with its own look.

    A second line follows, a `look` with the hand, if the event lets the seat see its cards (JK-9, BM-3).
    """
    if not isinstance(step.event, events.RecordedEvent):
        return []
    line = step.event.shown_to(seat, step.before, step.after)
    shown = hand_shown(seat, step.before, step.after)
    if shown is None or line.get("hand") == shown:
        return [line]
    return [line, {"event": "look", "seat": seat, "hand": shown}]


class OutsidePlayer:
    """A program in a seat, and its child processes. Call `start` first, and `close` at the end."""

    def __init__(self, command: str, seat: int, log: Path | None = None) -> None:
        """Prepare a player; `log`: a file for its standard error, or None to drop it."""
        self.command, self.seat = command, seat
        self._log = _Log(log)
        self._process: subprocess.Popen[bytes] | None = None
        self._watcher: subprocess.Popen[bytes] | None = None
        self._heard = _Heard()
        self._to_send: queue.Queue[bytes | None] = queue.Queue()
        self._threads: list[threading.Thread] = []
        self._sent = self._written = 0
        self._ended = "the program has ended"

    def start(self) -> None:
        """Start the program in the working directory. If that fails, the player never answers."""
        if not HAS_GROUPS:
            self._ended = "the program can't be started: that needs Linux or macOS"
            self.note(self._ended)
            return
        try:
            arguments = shlex.split(self.command)
            self._log.open()
            self._process = subprocess.Popen(
                arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0,
                start_new_session=True,
            )  # fmt: skip
        except (OSError, ValueError) as error:
            why = str(error)
            if isinstance(error, OSError) and error.filename:
                why = f"{error.filename}: {os_words(error)}"
            self._ended = f"the program can't be started: {why}"
            self.note(self._ended)
            return
        process = self._process
        self._watcher = watch(process.pid)
        for work, stream in (
            (self._heard.listen, process.stdout), (self._talk, process.stdin), (self._take_errors, process.stderr),
        ):  # fmt: skip
            thread = threading.Thread(target=work, args=(stream,), daemon=True)
            thread.start()
            self._threads.append(thread)

    def _take_errors(self, stream: IO[bytes]) -> None:
        """Write its standard error to the log, as far as there is room."""
        while part := _read(stream):
            self._log.write(part)

    def _talk(self, stream: IO[bytes]) -> None:
        """Send lines; a program that doesn't read them blocks only this thread."""
        try:
            while (line := self._to_send.get()) is not None:
                stream.write(line)
                self._written += 1
            stream.close()
        except (OSError, ValueError):
            pass  # the program has ended; the next question reports it

    def tell(self, events: Iterable[JsonLine]) -> None:
        """Send events, in order, unless the program has ended."""
        for event in events:
            self._send({"tell": event})

    def ask(self, legal: tuple[events.SeatEvent, ...], seconds: float, **more: object) -> Answer:
        """Ask for one of the legal events; at most three wrong answers, with `seconds` for each.

        `more`: what else the question says.
        """
        asked = {"seat": self.seat, "legal": list(map(event_line, legal)), "seconds": int(seconds), **more}
        self._heard.begin()
        try:
            return self._answer({"ask": asked}, legal, seconds)
        finally:
            self._heard.end()

    def _answer(self, question: JsonLine, legal: tuple[events.SeatEvent, ...], seconds: float) -> Answer:
        """Send the question, and look for an answer in the lines that follow.

        Lines written before the question was read aren't answers, and other lines may come before or after a wrong
        answer.
        """
        why, unasked = "", 0
        for _ in range(TRIES):
            if self._heard.over:
                return None, "the program closed its output"
            if not self._send(question):
                return None, self._ended
            end, said, wrong = time.monotonic() + seconds, False, False
            while unasked <= MOST_UNASKED:
                lines, size = self._heard.wait(min(end, time.monotonic() + SETTLING) if said and not wrong else end)
                if not lines and said and not wrong and not self._heard.over and time.monotonic() < end:
                    if self._has_read():  # it has read the question, perhaps before our write has returned
                        break
                    continue
                if not lines and not wrong and self._heard.over:
                    return None, "the program closed its output"
                if not lines and not wrong:
                    return None, f"no answer within {seconds:g} seconds"
                if not lines:
                    break
                said = True
                for line in lines:
                    event, why = read_answer(line, legal)
                    if event is not None:
                        return event, ""
                unasked += size
                if not wrong and self._has_read():
                    end, wrong = min(end, time.monotonic() + SETTLING), True
            self._send({"refused": why})
        return None, f"refused {TRIES} times: {why}"

    def _has_read(self) -> bool:
        """Return whether the program has read everything sent to it, as far as the system can say."""
        process = self._process
        if process is None or process.stdin is None:
            return True
        return self._written == self._sent and _unread(process.stdin) <= 1

    def _send(self, line: JsonLine) -> bool:
        if self._process is None or self._to_send.qsize() > MOST_UNREAD:
            return False
        self._sent += 1
        self._to_send.put((json_text(line) + "\n").encode())
        return True

    def note(self, text: str) -> None:
        """Write a line to the log for the owner."""
        self._log.write(f"spades-tui: {text}\n".encode())

    def close(self) -> None:
        """Close its standard input; after a grace period kill it and everything left in its process group."""
        process, self._process = self._process, None
        if process is not None:
            self._to_send.put(None)
            with suppress(subprocess.TimeoutExpired):
                process.wait(GRACE)
            end_group(process)
            if self._watcher is not None:
                self._watcher.communicate(b"ended\n")
            self._heard.close()
            for thread in self._threads:
                # if another program holds the pipe open, the thread keeps sleeping, which is harmless
                thread.join(0.2)
        self._log.close()


class _Heard:
    """The output of a program: kept between `begin` and `end`, while an answer is due, and otherwise dropped."""

    def __init__(self) -> None:
        self._change = threading.Condition()
        self._stream: IO[bytes] | None = None
        self._lines: deque[bytes] = deque(maxlen=MOST_HEARD)
        self._begun = b""
        """An incomplete line."""
        self._size = 0
        """Bytes received since the last `wait`."""
        self._asked = False
        self._room = MOST_UNASKED
        self.over = False
        """Whether the output has ended."""

    def listen(self, stream: IO[bytes]) -> None:
        """Read the output until it ends. A program that writes too much has to wait."""
        with selectors.DefaultSelector() as selector:
            with self._change:
                os.set_blocking(stream.fileno(), False)
                selector.register(stream, selectors.EVENT_READ)
                self._stream = stream
            while not self.over:
                with self._change:
                    self._change.wait_for(lambda: self._asked or self._room > 0 or self.over)
                selector.select()
                with self._change:
                    self._take()

    def _take(self) -> bool:
        """Read the bytes that have arrived; return whether there were any."""
        if self.over or self._stream is None:
            return False
        try:
            part = _read(self._stream)
        except BlockingIOError:
            return False
        if not self._asked:
            self._room -= len(part)
        else:
            *lines, begun = (self._begun + part).rsplit(b"\n", MOST_HEARD + 1)
            for line in lines:
                self._lines.append(line)
                if len(line) < LONGEST_ANSWER:
                    self._lines[-1] += b"\n"
            self._begun = begun[:LONGEST_ANSWER]
            if not part and begun:
                self._lines.append(begun)
            self._size += len(part)
        self.over = not part
        self._change.notify_all()
        return True

    def begin(self) -> None:
        """Drop all lines so far, and keep the lines that arrive from now on."""
        with self._change:
            for _ in range(MOST_UNASKED // PART):
                if not self._take():
                    break
            self._room, self._asked = MOST_UNASKED, True
            self._change.notify_all()

    def wait(self, end: float) -> tuple[list[bytes], int]:
        """Return the lines that arrive before the time `end`, and their bytes; no lines if the program has ended."""
        with self._change:
            self._change.wait_for(lambda: self._lines or self.over, max(0.0, end - time.monotonic()))
            lines, size = list(self._lines), self._size
            self._lines.clear()
            self._size = 0
            return lines, size

    def end(self) -> None:
        """Stop keeping lines."""
        with self._change:
            self._asked, self._begun, self._size = False, b"", 0
            self._lines.clear()

    def close(self) -> None:
        """Wake the thread that still waits for an answer."""
        with self._change:
            self.over = True
            self._change.notify_all()


class _Log:
    """A file for a player's standard error: readable by its owner only, and never longer than `LONGEST_LOG`.

    Without a path, nothing is kept.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path
        self._stream: IO[bytes] | None = None
        self._room = 0
        self._lock = threading.Lock()

    def open(self) -> None:
        """Continue the file, or start again if it is full. Raises OSError."""
        if self.path is None:
            return
        self.path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        handle = os.open(self.path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        os.chmod(self.path, 0o600)
        if os.fstat(handle).st_size >= LONGEST_LOG:
            os.ftruncate(handle, 0)
        self._room = LONGEST_LOG - os.fstat(handle).st_size
        self._stream = os.fdopen(handle, "ab", buffering=0)

    def write(self, data: bytes) -> None:
        """Write as much as fits in the log; a disk error only loses lines of it."""
        with self._lock:
            if self._stream is None or self._room <= 0:
                return
            kept = data[: self._room]
            if len(kept) < len(data):
                kept = kept[: -len(LOG_IS_FULL)] + LOG_IS_FULL
            self._room -= len(data)
            with suppress(OSError):
                self._stream.write(kept)

    def close(self) -> None:
        """Close the file."""
        with self._lock:
            if self._stream is not None:
                self._stream.close()
                self._stream = None


def _read(stream: IO[bytes]) -> bytes:
    """Return the bytes that have arrived, at most `PART`; empty at the end, or if the pipe is closed.

    Raises BlockingIOError.
    """
    try:
        return os.read(stream.fileno(), PART)
    except BlockingIOError:
        raise
    except (OSError, ValueError):
        return b""


def _unread(stream: IO[bytes]) -> int:
    """Return the bytes written that nobody has read yet; 0 if the system doesn't say."""
    try:
        import fcntl
        import termios

        return int.from_bytes(fcntl.ioctl(stream.fileno(), termios.FIONREAD, bytes(4)), sys.byteorder)
    except (ImportError, OSError, ValueError):
        return 0


def read_answer(line: bytes, legal: tuple[events.SeatEvent, ...]) -> Answer:
    """Return the legal event that an answer names, or None and the reason. An ace may lack its call (3B-3)."""
    from spades_tui.record.json_form import checked
    from spades_tui.record.line_forms import EVENTS, EventLine
    from spades_tui.record.reader import parse_line

    if not line.endswith(b"\n"):
        return None, "an answer is one line"
    try:
        data = parse_line(1, line)
        event = checked(EVENTS[str(data["event"])], data).to_event()
    except (ValueError, KeyError, RecordError):
        event = None
    if event is None:
        return None, "an answer is one of the legal events, as a JSON object"
    if added := sorted(data.keys() & {*EventLine.__struct_fields__}):
        return None, f"only the table adds the key {added[0]!r}"
    for known in legal:
        if known == event:
            return known, ""
    if isinstance(event, events.Play) and event.ace is None:
        cards_to_play = {(known.seat, known.card) for known in legal if isinstance(known, events.Play)}
        if (event.seat, event.card) in cards_to_play:
            return event, ""
    return None, "this is not one of the legal events"


class OutsideSeats:
    """All outside players of one table. Call `begin` with the game's first line, and `close` at the end."""

    def __init__(self, setup: TableSetup, logs: Path | None = None) -> None:
        self._players: dict[int, OutsidePlayer] = {}
        for seat, entry in enumerate(setup.seats):
            if entry.level == OUTSIDE and entry.kind == "bot":
                log = None if logs is None else logs / f"seat-{seat}.log"
                self._players[seat] = OutsidePlayer(entry.command or "", seat, log)
        self._failed = dict.fromkeys(self._players, 0)
        self.missed: dict[int, str] = {}
        """By seat: the reason for its first missing answer."""

    def __contains__(self, seat: int) -> bool:
        return seat in self._players

    def __bool__(self) -> bool:
        return bool(self._players)

    def begin(self, game: JsonLine, rules: JsonLine) -> None:
        """Start the programs and send the first line, with complete rules and the seat of each, without the seed."""
        for seat, player in self._players.items():
            player.start()
            known = {key: value for key, value in game.items() if key not in ("seed", "game", "rules")}
            player.tell([{**known, "rules": rules, "you": seat}])

    def tell(self, step: Step) -> None:
        """Send each player the event, with what that player may see."""
        public = list(map(finding_line, step.findings))
        if isinstance(step.event, events.Deal):
            self._failed = dict.fromkeys(self._players, 0)
        for seat, player in self._players.items():
            player.tell([*events_for(seat, step), *public])

    def ask(self, seat: int, seen: Observation) -> events.SeatEvent | None:
        """Return the answer of a seat's player to what it sees; None if the table's beginner should play the turn.

        A player that has failed three turns in a row isn't asked again before the next deal.
        """
        if self.given_up(seat):
            return None
        player, more = self._players[seat], JsonLine()
        if seen.draft is not None and seen.draft.top is not None:
            more["card"] = cards.text(seen.draft.top)
        if seen.why_bids:
            more["why"] = [{"rule": reason.rule, "text": f"{reason.sentence}."} for reason in seen.why_bids]
        event, why_not = player.ask(seen.legal, SECONDS, **more)
        if event is None:
            self._failed[seat] += 1
            rest = " for the rest of the hand" if self.given_up(seat) else ""
            player.note(f"a beginner plays{rest}: {why_not}")
            self.missed.setdefault(seat, why_not)
        else:
            self._failed[seat] = 0
        return event

    def given_up(self, seat: int) -> bool:
        """Return whether the table's beginner plays the rest of this hand in this seat."""
        return self._failed[seat] >= FAILURES

    def close(self) -> None:
        """End the programs, all at the same time."""
        ending = [threading.Thread(target=player.close) for player in self._players.values()]
        for thread in ending:
            thread.start()
        for thread in ending:
            thread.join()

"""Outside players: a program that speaks the seat protocol (SEAT.md) plays a seat, and sees what that seat may see."""

import json
import queue
import shlex
import subprocess
import threading
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

from pydantic import ValidationError

from spades_tui import cards
from spades_tui.game import facts
from spades_tui.game.findings import Finding
from spades_tui.game.state import GameState, sees_own_cards
from spades_tui.record.lines import EVENTS, FactLine
from spades_tui.record.write import JsonLine, dump, fact_line, finding_line
from spades_tui.table.setup import OUTSIDE, TableSetup

SECONDS = 10.0
"""What a player has for an answer."""

GRACE = 1.0
"""Seconds that a player has to end by itself when its standard input has closed."""

TRIES = 3
"""Answers that may be refused before the table's own beginner plays the turn."""

MOST_UNREAD = 10_000
"""Lines that a player may leave unread before it counts as ended."""

LONGEST_ANSWER = 64 * 1024
"""Bytes in a line that a player sends; a longer one is cut, and refused."""


def events_for(seat: int, fact: facts.Fact, before: GameState, after: GameState) -> list[JsonLine]:
    """A fact as a seat sees it: what is allowed is named, nothing is taken away. Cards come with one's own look.

    A second line, a `look` with the hand, follows where the fact lets the seat see its cards (JK-9, BM-3).
    """
    if isinstance(fact, facts.Score):
        return []
    if isinstance(fact, facts.Deal):
        return [_deal_for(seat, fact, after)]
    line: JsonLine
    if isinstance(fact, facts.Discard) and fact.seat != seat:
        line = {"event": "discard", "seat": fact.seat}
    else:
        line = fact_line(fact)
    if isinstance(fact, facts.Draw) and fact.seat == seat and after.hand is not None and after.hand.drawn is not None:
        line["card"] = cards.text(after.hand.drawn)
    shown = _hand_shown(seat, before, after)
    if shown is None:
        return [line]
    if isinstance(fact, facts.Look) and fact.seat == seat:
        return [{**line, "hand": shown}]
    return [line, {"event": "look", "seat": seat, "hand": shown}]


def _deal_for(seat: int, fact: facts.Deal, after: GameState) -> JsonLine:
    own = fact.hands[seat] if sees_own_cards(after, seat) else None
    hands = [cards.hand_text(own) if n == seat and own is not None else None for n in range(len(fact.hands))]
    line: JsonLine = {"event": "deal", "hand": fact.number, "dealer": fact.dealer, "hands": hands}
    if fact.commitment is not None:
        line["fair"] = {"commitment": fact.commitment}
    return line


def _hand_shown(seat: int, before: GameState, after: GameState) -> str | None:
    """The seat's cards, if this is the moment in which they are shown to it."""
    if before.hand is None or after.hand is None or seat not in after.hand.table:
        return None
    if sees_own_cards(before, seat) or not sees_own_cards(after, seat):
        return None
    return cards.hand_text(after.hand.holding[seat])


def game_for(seat: int, game: JsonLine, rules: JsonLine) -> JsonLine:
    """The `game` line as a player gets it: with complete rules and its seat, without the seed."""
    line = {key: value for key, value in game.items() if key not in ("seed", "game", "rules")}
    return {**line, "rules": rules, "you": seat}


@dataclass(slots=True)
class Answer:
    """What came of asking: a legal fact, or None, and then the table's own beginner plays."""

    fact: facts.SeatFact | None
    why_not: str = ""


@dataclass(slots=True)
class OutsidePlayer:
    """A running program in a seat. `start` it, and `close` it."""

    command: str
    seat: int
    log: Path | None = None
    """Where its standard error goes; None: nowhere."""
    _process: subprocess.Popen[bytes] | None = field(default=None, repr=False)
    _lines: "queue.Queue[bytes | None]" = field(default_factory=queue.Queue, repr=False)
    _to_send: "queue.Queue[bytes | None]" = field(default_factory=queue.Queue, repr=False)
    _error: IO[bytes] | None = field(default=None, repr=False)

    def start(self) -> None:
        """Start the program in the working directory. A program that cannot be started answers nothing."""
        try:
            arguments = shlex.split(self.command)
            if self.log is not None:
                self.log.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                self._error = self.log.open("ab")
            self._process = subprocess.Popen(
                arguments,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._error if self._error is not None else subprocess.DEVNULL,
            )
        except (OSError, ValueError) as error:
            self.note(f"cannot be started: {error}")
            return
        threading.Thread(target=self._listen, args=(self._process.stdout,), daemon=True).start()
        threading.Thread(target=self._talk, args=(self._process.stdin,), daemon=True).start()

    def _listen(self, stream: IO[bytes]) -> None:
        """Take the program's lines in; this thread sleeps in the system while it waits."""
        while line := stream.readline(LONGEST_ANSWER):
            self._lines.put(line)
        self._lines.put(None)

    def _talk(self, stream: IO[bytes]) -> None:
        """Pass lines on; a program that does not read them keeps this thread waiting, and nobody else."""
        try:
            while (line := self._to_send.get()) is not None:
                stream.write(line)
                stream.flush()
            stream.close()
        except (OSError, ValueError):
            pass  # the program has ended; the next answer that is waited for says so

    def tell(self, events: Iterable[JsonLine]) -> None:
        """Tell events, in order. A program that has ended is told nothing."""
        for event in events:
            self._send({"tell": event})

    def ask(self, legal: tuple[facts.SeatFact, ...], seconds: float = SECONDS) -> Answer:
        """Ask for one of the legal facts; at most three wrong answers, and `seconds` for each."""
        question: JsonLine = {
            "ask": {"seat": self.seat, "legal": [fact_line(fact) for fact in legal], "seconds": int(seconds)}
        }
        why = ""
        while not self._lines.empty():
            if self._lines.get_nowait() is None:
                self._lines.put(None)
                return Answer(None, "its output has ended")
        for _ in range(TRIES):
            if not self._send(question):
                return Answer(None, "it has ended")
            try:
                line = self._lines.get(timeout=seconds)
            except queue.Empty:
                return Answer(None, f"no answer within {seconds:g} seconds")
            if line is None:
                self._lines.put(None)
                return Answer(None, "its output has ended")
            fact, why = read_answer(line, legal)
            if fact is not None:
                return Answer(fact)
            self._send({"refused": why})
        return Answer(None, f"refused {TRIES} times: {why}")

    def _send(self, line: JsonLine) -> bool:
        if self._process is None or self._to_send.qsize() > MOST_UNREAD:
            return False
        self._to_send.put((dump(line) + "\n").encode())
        return True

    def note(self, text: str) -> None:
        """A line for the owner."""
        if self._error is not None:
            self._error.write(f"spades-tui: {text}\n".encode())
            self._error.flush()

    def close(self) -> None:
        """Close its standard input; after a grace second it is ended."""
        process, self._process = self._process, None
        if process is not None:
            self._to_send.put(None)
            try:
                process.wait(GRACE)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
            if process.stdout is not None:
                process.stdout.close()
        if self._error is not None:
            self._error.close()
            self._error = None


def read_answer(line: bytes, legal: tuple[facts.SeatFact, ...]) -> tuple[facts.SeatFact | None, str]:
    """The legal fact that an answer names, or why it names none. An ace may be played without its call (3B-3)."""
    if not line.endswith(b"\n"):
        return None, "an answer is one line"
    try:
        data = json.loads(line)
        model = EVENTS.get(data["event"]) if isinstance(data, dict) and isinstance(data.get("event"), str) else None
        if model is None or not issubclass(model, FactLine):
            return None, "an answer is one of the legal facts, as a JSON object"
        fact = model.model_validate(data).fact()
    except (ValidationError, ValueError, KeyError, RecursionError, NotImplementedError):
        return None, "an answer is one of the legal facts, as a JSON object"
    for known in legal:
        if known == fact:
            return known, ""
    if isinstance(fact, facts.Play) and fact.ace is None:
        cards_to_play = {(known.seat, known.card) for known in legal if isinstance(known, facts.Play)}
        if (fact.seat, fact.card) in cards_to_play:
            return fact, ""
    return None, "that is not one of the legal facts"


class OutsideSeats:
    """All outside players of one table. `begin` it with the game's first line, and `close` it with the game."""

    def __init__(self, setup: TableSetup, logs: Path | None = None) -> None:
        self._players = {
            seat: OutsidePlayer(entry.command or "", seat, logs / f"seat-{seat}.log" if logs is not None else None)
            for seat, entry in enumerate(setup.seats)
            if entry.level == OUTSIDE and entry.kind == "bot"
        }

    def __contains__(self, seat: int) -> bool:
        return seat in self._players

    def __bool__(self) -> bool:
        return bool(self._players)

    def begin(self, game: JsonLine, rules: JsonLine) -> None:
        """Start the programs and tell them the game's first line, each with its seat."""
        for seat, player in self._players.items():
            player.start()
            player.tell([game_for(seat, game, rules)])

    def tell(self, fact: facts.Fact, before: GameState, after: GameState, findings: Iterable[Finding]) -> None:
        """Tell everybody what has happened, as each may see it."""
        public = [finding_line(finding) for finding in findings]
        for seat, player in self._players.items():
            player.tell([*events_for(seat, fact, before, after), *public])

    def ask(self, seat: int, legal: tuple[facts.SeatFact, ...], seconds: float = SECONDS) -> facts.SeatFact | None:
        """What the player of a seat answers; None, and the table's own beginner plays the turn."""
        player = self._players[seat]
        answer = player.ask(legal, seconds)
        if answer.fact is None:
            player.note(f"the table's beginner plays: {answer.why_not}")
        return answer.fact

    def close(self) -> None:
        """End the programs."""
        for player in self._players.values():
            player.close()

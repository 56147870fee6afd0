"""Make real records with chosen results and dates, and a scorebook for them.

Three people play 3B. In each hand the player on the dealer's left has all the spades and the best hearts, bids, and
claims everything. The others bid zero (and make it), one (and miss it), or three (and dump without a trick, which meets
the bid). A search picks the hands that give the places, days and tray of a test.
"""

from __future__ import annotations

import itertools
import json
from datetime import UTC, date, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from spades_tui import __version__, cards
from spades_tui.game.events import Bone, Chit, Claim, Event, Play, Score, ZeroBuddy
from spades_tui.record.writer import JsonLine, event_line, game_line, record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook.scoreboard import BoardLine
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import Kind
from tests.game.tables import Sitting
from tests.record.records import completed

VARIANT = "3b-three"
PEOPLE = ("Ann", "Bea", "Cy")

RELEASE = "1.1.0"
"""The release that writes these records; its games of two hands count as days."""

Hand = tuple[int, int, int]
"""The bids of the three; the dealer determines the claimer."""


def _points(hands: tuple[Hand, ...], dealer: int) -> tuple[list[list[int]], list[int]]:
    """Return the totals after each hand, and how often each player met the bid."""
    totals, course, hits = [0, 0, 0], [], [0, 0, 0]
    for n, bids in enumerate(hands):
        taker = (dealer + n + 1) % 3
        for seat, bid in enumerate(bids):
            totals[seat] += 20 * bid - 170 if seat == taker else 200 if bid == 0 else 0
            hits[seat] += seat != taker and bid in (0, 3)
        course.append(list(totals))
    return course, hits


@cache
def _search(
    order: tuple[int, int, int], perfect: tuple[int, ...], imperfect: tuple[int, ...], wire: bool
) -> tuple[int, tuple[Hand, ...]]:
    """Return a dealer and bids for these places, perfect and imperfect days, and a wire-to-wire tray or not."""
    for count, dealer in itertools.product((2, 1, 3), (0, 1, 2)):
        choices: list[list[Hand]] = []
        for n in range(count):
            taker = (dealer + n + 1) % 3
            first, second, third = ((1, 4, 7, 10, 13, 16) if seat == taker else (0, 1, 3) for seat in range(3))
            choices.append(list(itertools.product(first, second, third)))
        for hands in itertools.product(*choices):
            course, hits = _points(hands, dealer)
            best, middle, least = (course[-1][seat] for seat in order)
            if not best > middle > least:
                continue
            if tuple(s for s in range(3) if hits[s] == count) != perfect:
                continue
            if tuple(s for s in range(3) if hits[s] == 0) != imperfect:
                continue
            if all(totals[order[2]] == min(totals) for totals in course) == wire:
                return dealer, hands
    raise AssertionError("no such game is possible")


class Recorded(Sitting):
    """A game and its record."""

    def __init__(self, when: datetime, names: tuple[str, ...] = PEOPLE, dealer: int = 0, hands: int = 2) -> None:
        super().__init__(VARIANT, dealer, hands=hands)
        self.at = when.isoformat()
        seats: list[JsonLine] = [_seat(name) for name in names]
        head = game_line(shipped()[VARIANT], {"hands": hands}, seats, dealer, None, 1)
        program = str(head["program"]).replace(f" {__version__} ", f" {RELEASE} ")
        self.lines: list[JsonLine] = [{**head, "program": program, "at": self.at}]

    def do(self, *facts: Event) -> Recorded:
        for fact in facts:
            super().do(fact)
            if not isinstance(fact, Score):
                self.lines.append({**event_line(fact), "at": self.at})
        return self

    def hand_of(self, bids: Hand, marks: tuple[tuple[int, int], ...] = (), bones: tuple[int, ...] = ()) -> Recorded:
        """Play a whole hand, with marks and citations after its first trick."""
        taker = (self.state.next_dealer + 1) % 3
        hands = ["", "", ""]
        hands[taker] = "2-AS AKQJH"
        self.deal(*hands)
        self.bids(*bids)
        left = 17
        if marks or bones:
            for _ in range(3):
                seat = self.turn
                card = "AS" if seat == taker else self.playable().split()[0]
                self.do(next(f for f in self.sees(seat).legal if isinstance(f, Play) and f == self.play_event(card)))
            left = 16
            self.do(*(ZeroBuddy(by, accused) for by, accused in marks), *(Bone(seat) for seat in bones))
        self.do(Claim(taker, left), Score())
        return self

    @property
    def text(self) -> str:
        return record_text(self.lines)


def _seat(name: str) -> JsonLine:
    """Return a seat: ``Ann`` is a person, ``Bea=club`` a computer player of that level."""
    name, _, level = name.partition("=")
    return {"name": name, "kind": "bot", "level": level} if level else {"name": name, "kind": "human"}


def game(
    when: datetime, order: tuple[int, int, int] = (0, 1, 2), *, names: tuple[str, ...] = PEOPLE,
    perfect: tuple[int, ...] = (), imperfect: tuple[int, ...] = (), wire: bool = False,
    marks: tuple[tuple[int, int], ...] = (), bones: tuple[int, ...] = (), chit: tuple[int, int | None] | None = None,
    more_chits: tuple[tuple[int, int | None], ...] = (),
) -> Recorded:  # fmt: skip
    """Return a game where the seats finished in this order."""
    dealer, hands = _search(order, perfect, imperfect, wire)
    record = Recorded(when, names, dealer, len(hands))
    for n, bids in enumerate(hands):
        record.hand_of(bids, marks if n == 0 else (), bones if n == 0 else ())
    if chit is not None:
        record.do(*(Chit(*one) for one in (chit, *more_chits)))
    return record


def short_game(day: int) -> list[JsonLine]:
    """Return a game of one hand with Ann and two computer players on this day of March 2026, with its findings."""
    record = Recorded(datetime(2026, 3, day, 20, tzinfo=UTC), ("Ann", "Bea=club", "Cy=club"), dealer=2, hands=1)
    return completed(record.hand_of((13, 0, 1)).text)


def open_with(patch: pytest.MonkeyPatch, **changed: object) -> None:
    """Open scorebooks with another clock, or with less patience."""
    defaults = open_book.__kwdefaults__
    assert defaults is not None
    for name, value in changed.items():
        assert name in defaults
        patch.setitem(defaults, name, value)


class Season:
    """A scorebook in a separate folder, with games on days that advance."""

    def __init__(self, home: Path, start: date = date(2026, 3, 2), patience: float = 0.05) -> None:
        self.home, self.patience = home, patience
        self.now = datetime(
            start.year, start.month, start.day, 12, tzinfo=UTC
        )  # a Monday, unless a test sets another day
        self.played = 0
        self.book = self.open()

    def open(self) -> Book:
        return open_book(self.home, clock=lambda: self.now, patience=self.patience)

    def again(self) -> Book:
        """Close the scorebook and reopen it."""
        self.book.close()
        self.book = self.open()
        return self.book

    def on(self, day: str) -> Season:
        self.now = datetime.fromisoformat(f"{day}T12:00:00+00:00")
        return self

    def path(self) -> Path:
        folder = self.home / "games"
        folder.mkdir(parents=True, exist_ok=True)
        self.played += 1
        return folder / f"{self.now:%Y-%m-%d-%H%M%S}-{self.played:04}.spades.jsonl"

    def write(self, order: tuple[int, int, int] = (0, 1, 2), **more: Any) -> Path:
        """Write the record of a game without adding it to the scorebook."""
        self.now += timedelta(minutes=10)
        path = self.path()
        path.write_text(game(self.now, order, **more).text, "utf-8")
        self.now += timedelta(minutes=10)
        return path

    def play(self, order: tuple[int, int, int] = (0, 1, 2), **more: Any) -> str:
        """Play a game and add it to the scorebook."""
        (found,) = self.book.records.take_in(self.write(order, **more))
        return found

    @property
    def table(self) -> str:
        """Return the id of the table that played last."""
        return self.book.tables()[0].id

    def line(self, name: str, year: int | None = None) -> BoardLine:
        """Return a player's line on the scoreboard."""
        return next(line for line in self.book.scoreboard(self.table, year).lines if line.name == name)

    def fill(self) -> None:
        """Play three games, and write entries that no record has."""
        for order in ((0, 1, 2), (1, 2, 0), (0, 1, 2)):
            self.play(order, bones=(1,), imperfect=(1,))
        book, table = self.book, self.table
        book.tick_carried("Cy", table)
        book.change_table(table, name="Lunch")
        book.correct("Ann", "Lunch", Kind.TRAY, 2, "bevor es das Buch gab – ja")
        book.note_review(book.games()[0].id, 1, 3.5, -2.25)
        book.rename("Bea", "Beatrix")
        book.delete_game(book.games()[0].id)


def hear(book: Book, game: str, accused: str, **votes: bool) -> None:
    """Vote on the card that this player is accused of."""
    result = book._result(game)
    (mark,) = (mark for mark in result.marks if result.seats[mark.accused].name == accused)
    book.hear(game, mark.hand, cards.parse(mark.card), votes)


def verdicts(book: Book, game: str) -> dict[str, bool]:
    """Return the latest verdict about each accused player of a game."""
    rows = book.database.rows("SELECT json FROM notes WHERE event = 'hearing' AND about = ? ORDER BY place", game)
    notes = [json.loads(text) for (text,) in rows]
    seats = book._result(game).seats
    return {seats[int(note["mark"].split("/")[1])].name: note["zero_buddy"] for note in notes}


def open_files(book: Book) -> tuple[str, ...]:
    """Return the names of records whose games aren't over, as the scorebook lists them."""
    return tuple(book.database.column("SELECT name FROM files WHERE state = 'open'"))

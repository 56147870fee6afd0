"""Make tables with guests who answer at once, and play the same games at one keyboard."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import (
    CutMessage,
    Decide,
    Designate,
    Done,
    FromGuest,
    FromTable,
    TableUpdate,
    decode,
    encode,
)
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Next, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped

SECONDS = 300.0
"""Maximum seconds of any step on a busy machine."""


def answers(moment: TableUpdate, mine: int | None, word: str = "") -> Iterator[FromGuest]:
    """Yield what this moment asks of a seat: what the program would suggest, and a cut with this word."""
    match moment.next:
        case CutOffered(seat=seat, human=human, may_designate=dealer):
            if seat == mine and human and moment.what != "cut":
                yield CutMessage(7, word)
            if dealer == mine and (moment.what == "cut" or not human):
                yield Designate(None)
        case Turn(seat=seat) if seat == mine:
            event = suggest(moment.shown.seen)
            assert event is not None
            yield Decide(event)
        case HandPlayed():
            yield Done(moment.shown.public.hand_number)


def moment_of(
    table: Table, mine: int | None, number: int = 1, what: str = "deal", by: int | None = None
) -> TableUpdate:
    """Return a table as a seat or a watcher sees it, after what a seat has done."""
    return TableUpdate(number, what, by, (), table.next(), replace(table.shown(mine), journal=None))


class Guest:
    """A guest who does what the program would suggest, or a watcher; all messages come and go as bytes."""

    def __init__(self, host: HostedTable, seat: int | None) -> None:
        self.host, self.seat = host, seat
        self.heard: list[FromTable] = []
        if seat is None:
            host.watch(self.send)
        else:
            host.come({seat: self.send})

    def send(self, message: FromTable) -> None:
        """Answer at once."""
        message = decode(encode(message), FromTable)
        self.heard.append(message)
        if isinstance(message, TableUpdate) and self.seat is not None:
            for answer in answers(message, self.seat):
                self.answer(answer)

    def answer(self, message: FromGuest) -> None:
        """Send a message to the host."""
        assert self.seat is not None
        self.host.hear(self.seat, decode(encode(message), FromGuest))


def at_one_keyboard(table: Table) -> None:
    """Play a game to its end, with the same choices."""
    while not isinstance(step := table.next(), GameEnded):
        if (said := table.speak()) is not None:
            table.do(said)
            continue
        take_step(table, step)


def take_step(table: Table, step: Next) -> None:
    """Cut, do what the program would suggest to people, let computer players choose, or score."""
    match step:
        case CutOffered(human=human):
            table.deal(7 if human else None)
        case Turn(seat=seat, human=True):
            event = suggest(table.observe(seat))
            assert event is not None
            table.do(event)
        case Turn():
            table.do(table.choose())
        case HandPlayed():
            table.score()


def friends_table(
    slug: str, people: int, folder: Path, seed: str = "friends", *, cut: bool = True, **options: Any
) -> Table:
    """Return a saved table with this many people in the first seats, and beginners in the others."""
    variant = shipped()[slug]
    seats = tuple(
        SeatSetup(f"P{n}", "human") if n < people else SeatSetup(f"P{n}", "bot", "beginner")
        for n in range(variant.seats)
    )
    return Table.create(TableSetup(variant, options, seats, 0, seed, cut=cut), folder, lambda: None)

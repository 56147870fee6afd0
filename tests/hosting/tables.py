"""Make tables with guests who answer at once, and play the same games at one keyboard."""

from pathlib import Path
from typing import Any

from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import (
    CutMessage,
    Decide,
    Designate,
    Done,
    FromGuest,
    FromTable,
    Moment,
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
        if not isinstance(message, Moment) or self.seat is None:
            return
        match message.next:
            case CutOffered(seat=seat, may_designate=dealer):
                if message.next.human and seat == self.seat and message.what != "cut":
                    self.answer(CutMessage(7))
                if dealer == self.seat and (message.what == "cut" or not message.next.human):
                    self.answer(Designate(None))
            case Turn(seat=seat) if seat == self.seat:
                event = suggest(message.shown.seen)
                assert event is not None
                self.answer(Decide(event))
            case HandPlayed():
                self.answer(Done(message.shown.public.hand_number))

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

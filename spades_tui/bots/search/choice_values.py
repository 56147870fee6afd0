"""The worth of one decision's play-outs, end by end and choice by choice.

It uses only lists and numbers, because it also runs compiled (docs/extending.md).
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.playout import UNIT_BITS, PlayoutTable, TrickPosition, play_out
from spades_tui.bots.search.race import End, ValueAndEnd

BESIDE: Final = 4
"""Extra deals played by rules alone next to each deal whose last tricks are tried exactly (`PlayOuts`)."""
COUNT_BITS: Final = 6 * UNIT_BITS
"""Bits for the tricks of all units, of which there are six at most."""
TOLD: Final = 0.4
"""Share of the luck in a deal played by rules that is also in its exact end."""


@dataclass
class EndWorth:
    """The worth of ends, each computed once."""

    table: PlayoutTable
    value: Callable[[int, int], End]
    """Value an end by the tricks of the units, and by who is paid for certain tricks."""
    paid: Callable[[list[int]], int] | None
    """Pack who is paid for certain tricks into a number, given the winners of the tricks; None if nothing is paid."""
    known: dict[int, End] = field(default_factory=dict)

    def of(self, count: int, winners: list[int]) -> End:
        """Return an end, given the tricks of the units and the winners of the tricks."""
        paid = 0 if self.paid is None else self.paid(winners)
        key = paid << COUNT_BITS | count
        end = self.known.get(key)
        if end is None:
            end = self.known[key] = self.value(count, paid)
        return end

    def after(self, held: list[list[int]], position: TrickPosition) -> End:
        """Play a position out by rules and return its end. Uses up `held`."""
        end = play_out(self.table, held, position, self.table.tricks)
        return self.of(end.count, end.winners)


@dataclass
class PlayOuts:
    """Plays one choice out in one deal.

    Exact play of the last tricks is slow, so it covers few deals. Much of the luck in a deal shows in a quick play-out
    by rules as well. It is removed by comparing with other deals played out by rules alone.
    """

    ends: EndWorth
    last: LastTricks | None
    by_rules: int
    """Tricks played by rules alone."""
    share: float
    """Share of a card's value that comes from exact play, 0 to 1; the rest comes from play by rules."""
    start: TrickPosition
    """The position at the decision."""
    me: int
    choices: list[tuple[int, int, TrickPosition]]
    """By choice: suit and bit of the card, and the position after it."""
    next: Callable[[], list[list[int]]]
    """Return another deal."""
    beside: list[list[list[int]]] = field(default_factory=list)

    def deal(self) -> list[list[int]]:
        """Return the next deal, in which all choices are played out."""
        if self.last is not None:
            self.beside = [self.next() for _ in range(BESIDE)]
        deal = self.next()
        if self.last is not None and len(self.start.winners) >= self.by_rules:
            self.last.begin(deal, self.start)
        return deal

    def run(self, choice: int, deal: list[list[int]]) -> ValueAndEnd:
        """Play a choice out in a deal; return its value and its end."""
        suit, bit, position = self.choices[choice]
        ends, last = self.ends, self.last
        if last is None:
            end = ends.after(without(deal, self.me, suit, bit), position)
            return end.value, end
        usual = 0.0
        for other in self.beside:
            usual += ends.after(without(other, self.me, suit, bit), position).value
        usual /= BESIDE
        held = without(deal, self.me, suit, bit)
        if len(self.start.winners) >= self.by_rules:
            count = last.end_after(suit, bit, position)
        else:
            position = play_out(ends.table, held, position, self.by_rules)
            count = last.end(held, position)
        end = ends.of(count, position.winners)
        luck = ends.after(held, position).value - usual
        # Real players don't see all cards, so play by rules counts too.
        return self.share * (end.value - TOLD * luck) + (1.0 - self.share) * usual, end


def without(deal: list[list[int]], player: int, suit: int, card: int) -> list[list[int]]:
    """Return a copy of a deal in which a player has played a card."""
    held = [row[:] for row in deal]
    held[suit][player] = held[suit][player] ^ card
    return held

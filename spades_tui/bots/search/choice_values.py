"""What the play-outs of one decision are worth, end by end and choice by choice.

Nothing but lists and numbers: this runs compiled too (CONTRIBUTING.md).
"""

from collections.abc import Callable
from typing import Final

from spades_tui.bots.search.last_tricks import LastTricks
from spades_tui.bots.search.playout import UNIT_BITS, PlayoutTable, Position, play_on, play_out, play_to
from spades_tui.bots.search.runners import End, Outcome

BESIDE: Final = 4
"""Where the last tricks are tried exactly, so many other deals are beside each, by rules alone (`PlayOuts`)."""
COUNT_BITS: Final = 5 * UNIT_BITS
"""Bits for the tricks of all units: there are five at most."""
TOLD: Final = 0.7
"""How much of what chance makes of a deal by rules it makes of its exact end as well."""


class Ends:
    """What ends are worth, each found once."""

    __slots__ = ("known", "paid", "table", "value")

    def __init__(
        self, table: PlayoutTable, value: Callable[[int, int], End], paid: Callable[[list[int]], int] | None
    ) -> None:
        self.table = table
        self.value = value
        """By the tricks of the units, and who is paid for certain tricks."""
        self.paid = paid
        """Where certain tricks are paid for: who is paid, as one number, by the winners of the tricks."""
        self.known: dict[int, End] = {}

    def of(self, count: int, winners: list[int]) -> End:
        """An end: the tricks of the units, and who won which of them, as far as it is paid for."""
        paid = 0 if self.paid is None else self.paid(winners)
        key = paid << COUNT_BITS | count
        known = self.known.get(key)
        if known is None:
            known = self.known[key] = self.value(count, paid)
        return known

    def after(self, held: list[list[int]], position: Position) -> End:
        """What comes of a position by rules. `held` are used up."""
        count, winners = play_out(self.table, held, position, self.table.tricks)
        return self.of(count, winners)

    def after_card(self, deal: list[list[int]], player: int, suit: int, card: int, position: Position) -> End:
        """The same of a position in which a player has just laid a card; `deal` has it still, and is not changed."""
        count, winners = play_on(self.table, deal, player, suit, card, position)
        return self.of(count, winners)


class PlayOuts:
    """Plays one choice out in one deal.

    Where the last tricks are tried exactly, that takes long and few deals can be looked at. Much of what chance makes
    of a deal shows when it is played by rules as well, and that is quick: it is taken out, as far as other deals,
    played by rules alone, say that it is chance.
    """

    __slots__ = ("beside", "by_rules", "choices", "ends", "last", "me", "next")

    def __init__(
        self,
        ends: Ends,
        last: LastTricks | None,
        by_rules: int,
        me: int,
        choices: list[tuple[int, int, Position]],
        next_deal: Callable[[], list[list[int]]],
    ) -> None:
        self.ends = ends
        self.last = last
        self.by_rules = by_rules
        """So many tricks are played by rules alone."""
        self.me = me
        self.choices = choices
        """By choice: suit and bit of the card, and the position after it."""
        self.next = next_deal
        self.beside: list[list[list[int]]] = []

    def deal(self) -> list[list[int]]:
        """The next deal, which all choices are played out in."""
        if self.last is not None:
            self.beside = [self.next() for _ in range(BESIDE)]
        return self.next()

    def run(self, choice: int, deal: list[list[int]]) -> Outcome:
        """Play a choice out in a deal: its value, and how it ended."""
        suit, bit, position = self.choices[choice]
        ends, last = self.ends, self.last
        if last is None:
            end = ends.after_card(deal, self.me, suit, bit, position)
            return end.value, end
        usual = 0.0
        for other in self.beside:
            usual += ends.after_card(other, self.me, suit, bit, position).value
        usual /= BESIDE
        held = [row[:] for row in deal]
        held[suit][self.me] = held[suit][self.me] ^ bit
        if len(position.winners) < self.by_rules:
            position = play_to(ends.table, held, position, self.by_rules)
        end = ends.of(last.end(held, position), position.winners)
        # Not everybody sees all cards: what comes of it by rules counts as much.
        by_rules = ends.after(held, position).value
        return (end.value + by_rules) / 2 - TOLD * (by_rules - usual), end

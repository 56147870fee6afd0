"""The last tricks of a deal, played by everybody as well as can be with all cards seen: no rules of thumb there.

Two parties: the players who are `ours` take what makes the end worth most, the others what makes it worth least. Cards
are laid out as in `layout`, positions are those of `playout`. An end is told by the tricks of the units as one number.
Nothing but lists and numbers: this runs compiled too (CONTRIBUTING.md).
"""

from collections.abc import Callable
from typing import Final

from spades_tui.bots.search.bits import LOW
from spades_tui.bots.search.playout import UNIT_BITS, PlayoutTable, Position
from spades_tui.bots.search.playout_cards import BEATEN, SPADES

CARD_BITS: Final = 20
"""Bits of a card in a move: its suit, the bit that is played, the bit that leaves the hand."""
CARD: Final = (1 << CARD_BITS) - 1
FAR: Final = 1e9
"""More than any end is worth."""


class LastTricks:
    """The ends of one decision's deals."""

    __slots__ = (
        "aces", "held", "low_aces", "lowest", "most", "ours", "players", "table", "unit_of", "units", "value", "values",
    )  # fmt: skip

    def __init__(self, table: PlayoutTable, ours: list[bool], value: Callable[[int], float]) -> None:
        self.table = table
        self.ours = ours
        """By player."""
        self.value = value
        """What an end is worth to us."""
        self.values: dict[int, float] = {}
        self.most: dict[int, int] = {}
        """By the tricks of the units: the end that may still come of them and is worth most."""
        self.lowest: dict[int, int] = {}
        """The same for the one that is worth least."""
        self.players = table.players
        self.unit_of = table.unit_of
        self.units = len(table.worth)
        self.aces = table.ace_bits
        self.low_aces = any(table.ace_bits)
        self.held: list[list[int]] = []

    def end(self, held: list[list[int]], position: Position) -> int:
        """The end that comes of a position with these cards in hands: the tricks of the units.

        `held` is used, and is afterwards as it was.
        """
        self.held = held
        table = self.table
        spades_open = table.always or position.broken
        number = len(position.winners)
        if not position.lying:
            return self._trick(position.count, number, spades_open, position.player, -FAR, FAR)
        after = table.players - 1 - position.lying
        return self._card(
            position.count, number, spades_open, position.player, position.led, position.best, position.ruff,
            position.holder, after, -FAR, FAR,
        )  # fmt: skip

    def worth(self, count: int) -> float:
        """What an end is worth."""
        found = self.values.get(count)
        if found is None:
            found = self.values[count] = self.value(count)
        return found

    def _bounds(self, count: int, left: int) -> None:
        """Find what may come of these tricks of the units with so many tricks left."""
        most = lowest = -1
        if not left:
            most = lowest = count
        for unit in range(self.units if left else 0):
            after = count + (1 << UNIT_BITS * unit)
            if after not in self.most:
                self._bounds(after, left - 1)
            if most < 0 or self.worth(self.most[after]) > self.worth(most):
                most = self.most[after]
            if lowest < 0 or self.worth(self.lowest[after]) < self.worth(lowest):
                lowest = self.lowest[after]
        self.most[count] = most
        self.lowest[count] = lowest

    def _trick(self, count: int, number: int, spades_open: bool, leader: int, alpha: float, beta: float) -> int:
        """The end that comes of a trick that is about to be led; what lies outside of the window may be told as any
        end that lies there too."""
        most = self.most.get(count)
        if most is None:
            self._bounds(count, self.table.tricks - number)
            most = self.most[count]
        if most == count:
            return count
        lowest = self.lowest[count]
        top, bottom = self.worth(most), self.worth(lowest)
        if top <= alpha or top == bottom:
            return most
        if bottom >= beta:
            return lowest
        if number + 1 == self.table.tricks and not self.low_aces:
            return count + (1 << UNIT_BITS * self.unit_of[self._winner(leader)])
        return self._card(count, number, spades_open, leader, -1, 0, 0, 0, self.players - 1, alpha, beta)

    def _winner(self, leader: int) -> int:
        """Who wins the last trick: everybody has one card left."""
        row = self.held[SPADES]
        if not any(row):
            for suit in range(SPADES):
                row = self.held[suit]
                if row[leader]:
                    break
        holder, best = leader, row[leader]
        for player in range(self.players):
            if row[player] > best:
                holder, best = player, row[player]
        return holder

    def _card(
        self, count: int, number: int, spades_open: bool, player: int, led: int, best: int, ruff: int, holder: int,
        after: int, alpha: float, beta: float,
    ) -> int:  # fmt: skip
        """The end that comes of the cards that a player may lay, so many players playing `after` him."""
        ours = self.ours[player]
        held = self.held
        found = -1
        found_worth = -FAR if ours else FAR
        following = player + 1 if player + 1 < self.players else 0
        for move in self.moves(player, led, best, ruff, spades_open):
            suit = move >> 2 * CARD_BITS
            played = move >> CARD_BITS & CARD
            card = move & CARD
            row = held[suit]
            row[player] = row[player] ^ card
            led2, best2, ruff2, holder2, opened = led, best, ruff, holder, spades_open
            if led < 0:
                led2, best2, holder2 = suit, played, player
            elif suit == led:
                if played > best:
                    best2, holder2 = played, player
            elif suit == SPADES:
                opened = True
                if played > ruff:
                    best2, ruff2, holder2 = BEATEN, played, player
            if after:
                end = self._card(count, number, opened, following, led2, best2, ruff2, holder2, after - 1, alpha, beta)
            else:
                if led2 == SPADES and self.table.any_spade:
                    opened = True
                won = count + (1 << UNIT_BITS * self.unit_of[holder2])
                end = self._trick(won, number + 1, opened, holder2, alpha, beta)
            row[player] = row[player] ^ card
            worth = self.worth(end)
            if ours:
                if worth > found_worth:
                    found, found_worth = end, worth
                    if worth > alpha:
                        alpha = worth
            elif worth < found_worth:
                found, found_worth = end, worth
                if worth < beta:
                    beta = worth
            if alpha >= beta:
                break
        return found

    def moves(self, player: int, led: int, best: int, ruff: int, spades_open: bool) -> list[int]:
        """The cards that a player may lay, the highest first, which soonest decides; of those next to each other the
        lowest alone."""
        held = self.held
        found: list[int] = []
        first, last = 0, 4
        if led >= 0 and held[led][player]:
            first, last = led, led + 1
        elif led < 0 and not spades_open and (held[0][player] or held[1][player] or held[2][player]):
            last = SPADES
        for suit in range(first, last):
            row = held[suit]
            cards = row[player]
            if not cards:
                continue
            move = suit << 2 * CARD_BITS
            ace = self.aces[suit]
            if cards & ace:
                found.append(move | LOW << CARD_BITS | ace)
            if not cards & (cards - 1):
                found.append(move | cards << CARD_BITS | cards)
                continue
            others = ruff if suit == SPADES else 0
            if suit == led and best < BEATEN:
                others |= best
            for other in range(self.players):
                if other != player:
                    others |= row[other]
            below = 0
            while cards:
                card = cards & -cards
                cards ^= card
                if not below or others & (card - below):
                    found.append(move | card << CARD_BITS | card)
                below = card
        found.reverse()
        return found

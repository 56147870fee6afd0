"""Play the last tricks of a deal perfectly, with all cards seen.

There are two parties: players who are `ours` make the end worth most, the others make it worth least. Hands and
positions are as in `playout`, without called aces.

Inside, all cards left form one row of bits: suit after suit with spades last, low to high, and an empty bit after each
suit. So a card that may win a trick beats every lower bit, and neighbouring cards of a hand are equivalent.

It uses only lists and integers, because it also runs compiled (docs/extending.md).
"""

from collections.abc import Callable
from typing import Final

from spades_tui.bots.search.playout import UNIT_BITS, PlayoutTable, TrickPosition
from spades_tui.bots.search.playout_cards import BEATEN
from spades_tui.bots.search.suit_sets import HIGHEST, SUIT_BITS
from spades_tui.cards import SPADES

RANK_BITS: Final = 20
"""Bits for the rank of an end among all possible ends."""
RANKS: Final = 1 << RANK_BITS
ROW_BITS: Final = 40
"""Bits for a row of cards: more than the last tricks need."""


class Outcomes:
    """The possible ends from certain tricks of the units, with a number of tricks left.

    A state is a number that stands for the tricks of each unit; 0 is the beginning. An end is its rank: the higher, the
    more it is worth to us.
    """

    def __init__(self, count: int, left: int, units: int, value: Callable[[int], float]) -> None:
        counts = [count]
        numbers = {count: 0}
        self.left: list[int] = [left]
        """By state: the tricks left."""
        self.taken: list[int] = []
        """By state and unit, in one list: the state after that unit has taken a trick."""
        state = 0
        while self.left[state]:
            for unit in range(units):
                after = counts[state] + (1 << UNIT_BITS * unit)
                if after not in numbers:
                    numbers[after] = len(counts)
                    counts.append(after)
                    self.left.append(self.left[state] - 1)
                self.taken.append(numbers[after])
            state += 1
        worth: dict[float, int] = {}
        for end in counts[state:]:
            worth.setdefault(value(end), end)
        values = sorted(worth)
        self.ends: list[int] = [worth[found] for found in values]
        """By rank: the tricks of the units."""
        ranks = [values.index(value(end)) for end in counts[state:]]
        self.highest: list[int] = [0] * state + ranks
        """By state: the rank of the best end still possible."""
        self.lowest: list[int] = [0] * state + ranks
        while state:
            state -= 1
            after_each = self.taken[state * units : (state + 1) * units]
            self.highest[state] = max([self.highest[after] for after in after_each])
            self.lowest[state] = min([self.lowest[after] for after in after_each])


class LastTricks:
    """The ends of one decision's deals."""

    def __init__(self, table: PlayoutTable, ours: list[bool], value: Callable[[int], float]) -> None:
        self.table = table
        self.ours = ours
        """By player."""
        self.value = value
        """Value an end for us, by the tricks of the units."""
        self.players = table.players
        self.unit_of = table.unit_of
        self.units = len(table.worth)
        self.any_spade = table.any_spade
        self.must_beat = table.must_beat or table.must_ruff
        self.follower: list[int] = [*range(1, table.players), 0]
        """By player: the next player."""
        self.outcomes: dict[int, Outcomes] = {}
        """By the tricks of the units."""
        self.taken: list[int] = []
        self.highest: list[int] = []
        self.lowest: list[int] = []
        self.left: list[int] = []
        self.ends: list[int] = []
        self.own: list[int] = []
        """By player: the cards dealt, played or not."""
        self.row = 0
        """The cards in the hands."""
        self.winning = 0
        """The bit of the card that is winning the trick, 0 before the lead."""
        self.place_of: dict[int, int] = {}
        """By suit and bit of a card in a hand: its bit in the row."""
        self.suits: list[int] = []
        """By suit: all its bits with the empty one."""
        self.spades = 0
        self.spades_at = 0
        self.gaps = 0
        """The empty bits."""
        self.known: dict[int, int] = {}
        """By the cards left before a trick: bounds on the rank of the end."""

    def end(self, held: list[list[int]], position: TrickPosition) -> int:
        """Return the end of a position with these hands, as the tricks of the units."""
        self.begin(held, position)
        return self._end(0, self.row, position, self.winning)

    def begin(self, held: list[list[int]], position: TrickPosition) -> None:
        """Lay out the hands of a position, so that `end_after` can play each of its cards."""
        outcomes = self.outcomes.get(position.count)
        if outcomes is None:
            left = self.table.tricks - len(position.winners)
            outcomes = Outcomes(position.count, left, self.units, self.value)
            self.outcomes[position.count] = outcomes
        self.taken, self.left, self.ends = outcomes.taken, outcomes.left, outcomes.ends
        self.highest, self.lowest = outcomes.highest, outcomes.lowest
        self.known.clear()
        self._lay_out(held, position)

    def end_after(self, suit: int, bit: int, after: TrickPosition) -> int:
        """Return the end after a card of the player on turn in `begin`, as the tricks of the units.

        `after` is the position after that card.
        """
        card = self.place_of[suit << SUIT_BITS | bit]
        row = self.row ^ card
        if not after.lying:
            return self._end(self.taken[self.unit_of[after.player]], row, after, 0)
        best = after.ruff or after.best
        played_best = best == bit and suit == (SPADES if after.ruff else after.led)
        return self._end(0, row, after, card if played_best else self.winning)

    def _end(self, state: int, row: int, position: TrickPosition, winning: int) -> int:
        """Return the end of a position, with these cards left and with the card that is winning its trick."""
        spades_open = self.table.always or position.broken
        if position.lying:
            after = self.players - 1 - position.lying
            led = self.suits[position.led]
            rank = self._card(state, row, spades_open, position.player, led, winning, position.holder, after, -1, RANKS)
        elif self.left[state] == 1:
            rank = self.highest[self.taken[state * self.units + self.unit_of[self._last(row, position.player)]]]
        else:
            rank = self._lead(state, row, spades_open, position.player, -1, RANKS)
        return self.ends[rank]

    def _lay_out(self, held: list[list[int]], position: TrickPosition) -> None:
        """Put all cards into one row."""
        self.own = own = [0] * self.players
        self.place_of.clear()
        self.row = 0
        self.suits = []
        self.gaps = 0
        place = 1
        winning = 0
        for suit in range(SPADES + 1):
            self.spades_at = place.bit_length() - 1
            best = 0
            if position.lying:
                if suit == position.led and position.best < BEATEN:
                    best = position.best
                elif suit == SPADES and position.ruff:
                    best = position.ruff
            everybody = best
            for cards in held[suit]:
                everybody |= cards
            first = place
            while everybody:
                card = everybody & -everybody
                everybody ^= card
                if card == best:
                    winning = place
                else:
                    self.row |= place
                    self.place_of[suit << SUIT_BITS | card] = place
                for player in range(self.players):
                    if held[suit][player] & card:
                        own[player] = own[player] | place
                place <<= 1
            self.gaps |= place
            place <<= 1
            self.suits.append(place - first)
        self.spades = self.suits[SPADES]
        self.winning = winning

    def _lead(self, state: int, row: int, spades_open: bool, leader: int, alpha: int, beta: int) -> int:
        """Return the rank of the end, from a trick that is about to be led.

        Outside the window from `alpha` to `beta`, any rank on the same side of it may be returned.
        """
        low, high = self.lowest[state], self.highest[state]
        if low == high:
            return low
        trumps = row >> self.spades_at
        if trumps:
            # The highest trumps in one hand take a trick each, whatever the others play.
            after = self._sure(state, trumps)
            low, high = self.lowest[after], self.highest[after]
            if low == high:
                return low
        if high <= alpha:
            return high
        if low >= beta:
            return low
        key = ((state * 2 + (1 if spades_open else 0)) * self.players + leader) << ROW_BITS | row
        known = self.known.get(key, -1)
        if known >= 0:
            low, high = known >> RANK_BITS, known & RANKS - 1
            if low == high or low >= beta:
                return low
            if high <= alpha:
                return high
        if low > alpha:
            alpha = low
        if high < beta:
            beta = high
        found = self._card(state, row, spades_open, leader, 0, 0, 0, self.players - 1, alpha, beta)
        if found <= alpha:
            high = found
        elif found >= beta:
            low = found
        else:
            low = high = found
        self.known[key] = low << RANK_BITS | high
        return found

    def _card(
        self, state: int, row: int, spades_open: bool, player: int, led: int, best: int, holder: int, after: int,
        alpha: int, beta: int,
    ) -> int:  # fmt: skip
        """Return the rank of the end, over the cards that a player may play.

        `after`: players still to play after this one. `led`: the bits of the suit led, 0 before the lead.
        """
        own = self.own[player] & row
        cards = own & led or own
        if led and self.must_beat:
            cards = self._beating(own, cards, led, best)
        if not led and not spades_open and cards & ~self.spades:
            cards &= ~self.spades
        contenders = led | self.spades
        others = row ^ own | self.gaps | best
        ours = self.ours[player]
        best_rank = -1 if ours else RANKS
        following = self.follower[player]
        below = 0
        while cards:
            card = cards & -cards
            cards ^= card
            if below and not others & (card - below):
                below = card
                continue
            below = card
            led2, best2, holder2 = led, best, holder
            if not led:
                for led2 in self.suits:
                    if card & led2:
                        break
                best2, holder2 = card, player
            elif card > best and card & contenders:
                best2, holder2 = card, player
            if after:
                rank = self._card(
                    state, row ^ card, spades_open, following, led2, best2, holder2, after - 1, alpha, beta
                )
            else:
                opened = spades_open or (best2 & self.spades != 0 and (led != self.spades or self.any_spade))
                won = self.taken[state * self.units + self.unit_of[holder2]]
                if self.left[won] == 1:
                    last = self._last(row ^ card, holder2)
                    rank = self.highest[self.taken[won * self.units + self.unit_of[last]]]
                else:
                    rank = self._lead(won, row ^ card, opened, holder2, alpha, beta)
            if ours:
                if rank > best_rank:
                    best_rank = rank
                    if rank > alpha:
                        alpha = rank
            elif rank < best_rank:
                best_rank = rank
                if rank < beta:
                    beta = rank
            if alpha >= beta:
                break
        return best_rank

    def _beating(self, own: int, cards: int, led: int, best: int) -> int:
        """Return those of the cards that follow which a player must choose from to beat the trick (CB-1)."""
        higher = -(best << 1)
        if own & led:
            return (cards & higher if self.table.must_beat else 0) or cards
        trumps = cards & self.spades if self.table.must_ruff else 0
        return trumps & higher or (trumps if self.table.must_trump else 0) or cards

    def _last(self, row: int, leader: int) -> int:
        """Return the winner of the last trick, in which everybody has one card."""
        cards = row & self.spades
        if not cards:
            own = self.own[leader] & row
            for led in self.suits:
                if own & led:
                    break
            cards = row & led
        return self._holder(cards)

    def _sure(self, state: int, trumps: int) -> int:
        """Return the state after the tricks of one hand's highest trumps; `trumps` starts at the lowest bit."""
        top = HIGHEST[trumps]
        holder = self._holder(top << self.spades_at)
        own = self.own[holder] >> self.spades_at
        unit = self.unit_of[holder]
        while own & top:
            state = self.taken[state * self.units + unit]
            trumps ^= top
            top = HIGHEST[trumps]
        return state

    def _holder(self, cards: int) -> int:
        """Return the player with the highest of these cards."""
        holder, best = 0, 0
        for player in range(self.players):
            card = self.own[player] & cards
            if card > best:
                holder, best = player, card
        return holder

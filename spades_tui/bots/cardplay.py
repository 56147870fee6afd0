"""The club player's card: who will win the trick with each card, and what that is worth to everybody.

For each card: the chance of every seat to win the trick, what the side can still come to afterwards, read from the
worth of its tricks, and what the trick means to the others.
"""

import math
from collections.abc import Sequence

from spades_tui.bots.holding import Holding
from spades_tui.bots.portable_math import add_up, exp, power
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.unseen import Unseen
from spades_tui.bots.worth import Worth, helping, worth
from spades_tui.cards import ACES, SPADES
from spades_tui.game.facts import Play
from spades_tui.game.kernel import beats, followers
from spades_tui.rules.deck import LOW_ACE
from spades_tui.seats import Observation

_NOISE = ((-1.5, 0.13), (-0.7, 0.22), (0.0, 0.30), (0.7, 0.22), (1.5, 0.13))
"""A normal distribution in five points."""
SPREAD = 0.42
"""How uncertain the tricks that are left are, for the square root of their number."""
LEAST, MOST = 0.55, 0.8
"""How the estimates of what must and what can be won turn out, on average."""
DOWN, UP = 0.3, 0.25
"""How much of the way between the two is out of reach in fact, from below and from above."""
HUNT = 1.0
"""What a point lost by one of several opponents is worth, shared among them."""
TIE_BREAK = 0.2
"""What the height of a card is worth where nothing else parts two cards."""
SURE = 0.9
"""A partner's trick that is as good as won."""
GAIN = 4.0
"""What taking it from him must be worth."""
OVERBEAT = 0.65
"""How readily a trick that has just been overtaken is overtaken again."""


def best_within_reach(table: Sequence[float], taken: float, least: float, most: float, spread: float) -> float:
    """What a count is worth that can be steered to anything from `least` to `most` more tricks than `taken`.

    The counts are uncertain by `spread`; what is best within reach is taken.
    """
    top = len(table) - 1
    total = 0.0
    for step, weight in _NOISE:
        shift = step * spread
        low, high = least + shift, most + shift
        low = taken + low if low > 0.0 else taken + 0.0
        high = taken + high if high > 0.0 else taken + 0.0
        if low > top:
            low = float(top)
        if high > top:
            high = float(top)
        under = int(low)
        value = best = table[under]
        if under < top:
            best += (low - under) * (table[under + 1] - value)
        if high > low:
            over = int(high)
            value = table[over]
            if over < top:
                value += (high - over) * (table[over + 1] - value)
            if value > best:
                best = value
            while under < over:
                under += 1
                value = table[under]
                if value > best:
                    best = value
        total += weight * best
    return total


def zero_worth(table: Sequence[float], danger: float) -> float:
    """What a zero without a trick is worth, with so many tricks that it may not help winning."""
    made = exp(-1.2 * danger)
    return made * table[0] + (1 - made) * (0.75 * table[1] + 0.25 * table[min(2, len(table) - 1)])


Alike = tuple[int, int, int, bool]
"""What cards have in common that are worth the same."""


class CardPlay:
    """One decision about a card."""

    def __init__(self, seen: Observation, seat: int, style: Style = PLAIN) -> None:
        rules = seen.rules
        self.seen = seen
        self.rules = rules
        self.seat = seat
        self.unseen = Unseen.by(seen, seat)
        self.rank_masks = rank_masks(rules)
        failed = helping(rules, seen.bids, seen.took)
        self.worth: Worth = worth(rules, seen.standing, seen.bids, seen.blind, seen.contracts, style.bag, failed)
        self.unit = self.worth.unit_of[seat]
        side = rules.side_of[seat]
        self.enemies = [other for other in self.unseen.others if rules.side_of[other] != side]
        self.share = 1.0 if len(rules.sides) == 2 else HUNT / max(1, len(rules.sides) - 1)
        """How much of what an enemy loses counts as won."""
        self.partner = next((other for other in self.unseen.others if rules.side_of[other] == side), None)
        self.holding = Holding(self.unseen, self.rank_masks, self.enemies)
        self.took = [sum(seen.took[s] for s in seats) for seats in self.worth.seats]
        self.rest = rules.tricks - len(seen.tricks) - 1
        """Tricks after this one."""
        self._expect()
        self._promises = {seat: self._promise_gain(seat) for seat in seen.table}
        self._odds: dict[Alike, dict[int, float]] = {}
        self.best = next((played.value for played in seen.trick if played.seat == seen.winning), None)
        """The card that is winning the trick so far, as played."""
        self.gain = self._gains()

    # ---- what everybody will still take ----------------------------------------------------------------

    def _expect(self) -> None:
        """For each seat, the tricks that it will probably take after this one."""
        seen, unseen, rest = self.seen, self.unseen, self.rest
        self.mine_most = min(float(rest), self.holding.most(unseen.own))
        self.mine_least = min(float(rest), self.holding.least(unseen.own))
        bids = {seat: float(seen.bids[seat] or 0) for seat in seen.table}
        spare = (self.rules.tricks - sum(bids.values())) / max(1, sum(1 for bid in bids.values() if bid))
        wanted = {}
        for other in unseen.others:
            bid = bids[other]
            unit = self.worth.unit_of[other]
            if bid == 0 and self.worth.best_of(unit) == 0:
                wanted[other] = 0.05
            else:
                wanted[other] = max(0.25 + 0.05 * rest, bid + 0.6 * spare - seen.took[other])
        own_wish = max(0.0, self.worth.best_of(self.unit) - self.took[self.unit])
        mine = min(max(own_wish, self.mine_least), self.mine_most)
        left = max(0.0, rest - mine)
        wishes = add_up(wanted.values()) or 1.0
        self.future = {other: min(float(rest), want * left / wishes) for other, want in wanted.items()}
        self.future[self.seat] = mine
        self.spread = SPREAD * math.sqrt(rest)

    def _gains(self) -> list[float]:
        """For each seat: what winning this trick is worth to its own unit."""
        gains = [0.0] * self.rules.seats
        by_unit: dict[int, float] = {}
        for seat in self.seen.table:
            unit = self.worth.unit_of[seat]
            if unit not in by_unit:
                by_unit[unit] = self._unit_gain(unit)
            gains[seat] = by_unit[unit] + self._promises[seat]
        return gains

    def _unit_gain(self, unit: int) -> float:
        table, taken = self.worth.tables[unit], self.took[unit]
        if not taken and self.worth.best_of(unit) == 0:
            danger = self.mine_least if unit == self.unit else 0.05 * self.rest
            return best_within_reach(table, 1, 0.0, 0.5, 0.5) - zero_worth(table, danger)
        expected = add_up(self.future[seat] for seat in self.worth.seats[unit])
        control = 0.25 + 0.12 * self.rest
        least, most = max(0.0, expected - control), min(float(self.rest), expected + control)
        if unit == self.unit:
            least, most = self._my_range(self.mine_least, self.mine_most)
        with_it = best_within_reach(table, taken + 1, least, most, self.spread)
        return with_it - best_within_reach(table, taken, least, most, self.spread)

    def _my_range(self, mine_least: float, mine_most: float) -> tuple[float, float]:
        """What my unit can steer to after this trick."""
        least, most = LEAST * mine_least, MOST * mine_most
        for seat in self.worth.seats[self.unit]:
            if seat != self.seat:
                least += max(0.0, self.future[seat] - 0.6)
                most += self.future[seat] + 0.3
        room = max(0.0, most - least)
        rest = float(self.rest)
        return min(rest, max(0.0, least + DOWN * room)), min(rest, max(0.0, most - UP * room))

    def _promise_gain(self, seat: int) -> float:
        """What the trick means for a promise of the first tricks (BM-5, BM-9)."""
        promised = self.seen.promises[seat]
        number = len(self.seen.tricks)
        if not promised or number >= promised or any(winner != seat for winner in self.seen.winners):
            return 0.0
        pay = self.rules.promise(promised)
        return float(pay.kept - pay.broken) if pay else 0.0

    # ---- who wins the trick ----------------------------------------------------------------------------

    def desire(self, other: int, holder: int) -> float:
        """How readily a later seat takes the trick from its holder, 0 to 1."""
        rules = self.rules
        if rules.side_of[other] == rules.side_of[holder] and self.worth.unit_of[other] == self.worth.unit_of[holder]:
            return 0.1
        gain = self.gain[other]
        held = self.gain[holder]
        if rules.side_of[other] == rules.side_of[holder]:
            gain -= held
        elif held < 0:
            gain += 0.5 * held
        elif len(rules.sides) == 2:
            gain += held
        if gain > 3:
            return 0.92
        if gain < -3:
            return 0.04
        return 0.5 + gain * 0.14

    def _beat(self, other: int, led: int, best: int, keen: float) -> float:
        """The chance that a later seat beats the card that is winning."""
        unseen, by_rank = self.unseen, self.rank_masks
        suit = self.rules.cards.suit_of[best]
        chance = unseen.chance(other, led)
        out = self.holding.out[led]
        count = out.bit_count()
        none = (1 - chance) ** count
        if suit == led:
            above = (out & by_rank.higher[best]).bit_count()
            has_above = 1 - (1 - chance) ** above
            only_above = power(1 - chance, count - above) * has_above
            if self.rules.cards.aces_called and led != SPADES and best == ACES[led] - 1 and above:
                only_above *= 0.1
            follow = keen * has_above + (1 - keen) * only_above
        else:
            follow = 0.0
        if led == SPADES:
            return follow
        trumps = self.holding.out[SPADES]
        above = (trumps & by_rank.higher[best]).bit_count() if suit == SPADES else trumps.bit_count()
        trump_chance = unseen.chance(other, SPADES)
        has_trump = 1 - (1 - trump_chance) ** above
        plain = unseen.left - count - trumps.bit_count()
        forced = has_trump * power(0.9, unseen.sizes[other] * 2) if plain else has_trump
        return follow + none * (keen * has_trump + (1 - keen) * forced)

    def winners(self, value: int) -> dict[int, float]:
        """The chance of each seat to win the trick when I play this card."""
        alike = self._alike(value)
        known = self._odds.get(alike)
        if known is None:
            known = self._odds[alike] = self._winners(value)
        return known

    def _alike(self, value: int) -> Alike:
        """The same for cards that are worth the same: of one suit, with none that is out between them, and both or
        neither of them winning the trick so far. A king stands apart where aces are called (`_beat`)."""
        suit = self.rules.cards.suit_of[value]
        above = self.holding.out[suit] & self.rank_masks.higher[value]
        apart = self.rules.cards.aces_called and (value >= LOW_ACE or value == ACES[suit] - 1)
        return suit, above, value if apart else -1, self._takes(value)

    def _takes(self, value: int) -> bool:
        """Whether this card would be winning the trick."""
        return self.best is None or beats(self.rules.cards, value, self.best)

    def _winners(self, value: int) -> dict[int, float]:
        seen, table = self.seen, self.seen.table
        best, holder = value, self.seat
        led = self.rules.cards.suit_of[seen.trick[0].card if seen.trick else value]
        if self.best is not None and not self._takes(value):
            best, holder = self.best, seen.winning if seen.winning is not None else self.seat
        odds = {holder: 1.0}
        place = table.index(self.seat)
        for step in range(1, len(table) - len(seen.trick)):
            other = table[(place + step) % len(table)]
            chance = self._beat(other, led, best, self.desire(other, holder))
            if chance <= 0.0:
                continue
            lost = 0.0
            for seat, odd in odds.items():
                part = odd * (chance if seat == holder else chance * OVERBEAT)
                odds[seat] = odd - part
                lost += part
            odds[other] = lost
        return odds

    # ---- the choice ------------------------------------------------------------------------------------

    def values(self, plays: list[Play]) -> list[tuple[float, Play]]:
        """Each play with what it is worth."""
        mine = self.unit
        table, taken = self.worth.tables[mine], self.took[mine]
        own, masks, suit_of = self.unseen.own, self.unseen.masks, self.rules.cards.suit_of
        unit_of, holding, rest = self.worth.unit_of, self.holding, float(self.rest)
        others = {seat: self._gain_for_us(seat) for seat in self.seen.table if unit_of[seat] != mine}
        results = []
        most_all, least_all = holding.most(own), holding.least(own)
        ruffs = holding.ruffs(own)
        zero = not taken and self.worth.best_of(mine) == 0
        same: dict[Alike, tuple[float, float]] = {}
        for fact in plays:
            value = fact.value
            alike = self._alike(value)
            known = same.get(alike)
            if known is None:
                card = fact.card
                suit = suit_of[card]
                mask = own & masks[suit]
                kept = mask & ~(1 << card)
                most = most_all - holding.can_win(suit, mask) + holding.can_win(suit, kept)
                most += holding.ruffs(own & ~(1 << card)) - ruffs
                least = least_all - holding.must_win(suit, mask) + holding.must_win(suit, kept)
                most = min(rest, most)
                least = min(rest, least, most)
                if zero:
                    lose = zero_worth(table, least)
                    win = best_within_reach(table, 1, 0.0, least, 0.5 if self.rest else 0.0)
                else:
                    low, high = self._my_range(least, most)
                    lose = best_within_reach(table, taken, low, high, self.spread)
                    win = best_within_reach(table, taken + 1, low, high, self.spread)
                total = 0.0
                for seat, odd in self.winners(value).items():
                    total += odd * (lose + others[seat] if seat in others else win + self._promises[seat])
                known = same[alike] = total, win - lose
            total, gain = known
            results.append((total + self._tie_break(value, gain), fact))
        return results

    def _gain_for_us(self, seat: int) -> float:
        """What it is worth to us when another unit wins the trick."""
        ours = self.rules.side_of[seat] == self.rules.side_of[self.seat]
        return self.gain[seat] if ours else -(self.share * self.gain[seat])

    def leaving_to_partner(self, plays: list[Play]) -> list[Play]:
        """The plays that leave a partner the trick that he is as good as sure of; none if there is no such trick."""
        partner = self.seen.winning
        if partner is None or partner == self.seat or self.worth.unit_of[partner] != self.unit:
            return []
        return [fact for fact in plays if self.winners(fact.value).get(partner, 0.0) > SURE]

    def _tie_break(self, value: int, gain: float) -> float:
        """What parts cards of equal worth: low cards when tricks are wanted, high ones when they are not."""
        rank = self.rules.cards.ranks[value]
        height = (rank - 90 if rank >= 100 else rank) / 30.0
        return -TIE_BREAK * height if gain >= 0 else TIE_BREAK * height


def best_play(seen: Observation, seat: int, plays: list[Play], style: Style = PLAIN) -> Play:
    """The card to play, out of `plays`, which is not empty."""
    if len(plays) == 1:
        return plays[0]
    decision = CardPlay(seen, seat, style)
    values = decision.values(plays)
    best_value, best = max(values, key=lambda pair: pair[0])
    # The partner's trick is left alone, unless it is not sure or there is something to gain.
    leaving = decision.leaving_to_partner(plays)
    left = [pair for pair in values if pair[1] in leaving]
    if not left:
        return best
    left_value, left_best = max(left, key=lambda pair: pair[0])
    return left_best if left_value > best_value - GAIN else best


def fair_plays(seen: Observation) -> list[Play]:
    """The plays that follow suit; nobody here reneges (C-6, C-11)."""
    plays = [fact for fact in seen.legal if isinstance(fact, Play)]
    if seen.led is None or seen.own is None:
        return plays
    mask = followers(seen.rules.cards, seen.own, seen.led)
    return [fact for fact in plays if mask >> fact.card & 1]

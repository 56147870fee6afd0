"""The club player's card play: for each card, the likely winner of the trick, and what that is worth to each side.

It combines three values of each card: every seat's chance to win the trick, the worth of the tricks that the side can
reach later, and the worth of this trick to the other sides.
"""

import math
from operator import itemgetter
from typing import Final

from spades_tui.bots.hand_worth import Worth, helping_seats, worth
from spades_tui.bots.portable_math import add_up, exp, power
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.reach import best_within_reach, noise_of, within_reach
from spades_tui.bots.sound_bids import bidding_of
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.suit_holdings import Holding
from spades_tui.bots.unseen_cards import unseen_by
from spades_tui.cards import ACES, CARD_COUNT, LOW_ACE, SPADES
from spades_tui.game.events import Play
from spades_tui.game.kernel import as_played, beats, followers
from spades_tui.seats import Observation

SPREAD: Final = 0.42
"""Standard deviation of a count of coming tricks, divided by the square root of their number."""
LEAST_COMES_TRUE: Final = 0.55
MOST_COMES_TRUE: Final = 0.8
"""Average actual tricks as a share of the estimated minimum, and of the estimated maximum."""
UNREACHED_BELOW: Final = 0.3
UNREACHED_ABOVE: Final = 0.25
"""Parts of the range from minimum to maximum tricks that are out of reach in practice, at each end, as shares."""
HUNT: Final = 1.0
"""Value, in points of the player's side, of a point that an opponent loses; shared among all opponents."""
TIE_BREAK: Final = 0.2
"""Points for a card's rank if nothing else separates two cards."""
SURE: Final = 0.9
"""Minimum chance, 0 to 1, for a partner's trick to count as won."""
GAIN: Final = 4.0
"""Minimum points that overtaking a partner's sure trick must gain."""
OVERBEAT: Final = 0.65
"""Multiplies the chance that a trick is overtaken a second time."""
_UNWILLING: Final = [power(0.9, 2 * cards) for cards in range(CARD_COUNT)]
"""By cards held: the chance that a player who doesn't want the trick has only trumps left."""


def zero_worth(table: list[float], danger: float) -> float:
    """Value a zero without a trick so far. `danger`: tricks that it may be unable to avoid."""
    made = exp(-1.2 * danger)
    return made * table[0] + (1.0 - made) * (0.75 * table[1] + 0.25 * table[min(2, len(table) - 1)])


def value_of(play: Play) -> int:
    """Return a card as played, like `Play.value` but without the cost of a property."""
    if play.ace == "low":
        return as_played(play.card, True)
    return play.card


Alike = tuple[int, int, int, bool]
"""A key that cards of equal worth share; see `CardPlay.alike`."""


class CardPlay:
    """One decision about a card. Values that few decisions need are computed on demand."""

    def __init__(self, seen: Observation, seat: int, style: Style = PLAIN) -> None:
        rules = seen.rules
        self.seen = seen
        self.rules = rules
        self.seat = seat
        self.table = seen.table
        self.sides = rules.side_of
        self.suit_of = rules.cards.suit_of
        self.aces_called = rules.cards.aces_called
        self.unseen = unseen_by(seen, seat)
        masks = rank_masks(rules)
        self.higher, self.heights = masks.higher, masks.heights
        failed = helping_seats(rules, seen.bids, seen.took)
        self.worth: Worth = worth(rules, seen.standing, bidding_of(seen), style.bag, failed)
        self.unit_of = self.worth.unit_of
        self.unit = self.unit_of[seat]
        self.partners = [other for other in self.worth.seats[self.unit] if other != seat]
        """The other seats of the player's unit."""
        side = self.sides[seat]
        enemies = tuple([other for other in self.unseen.others if self.sides[other] != side])
        self.share = HUNT / max(1, len(rules.sides) - 1)
        """Share of an opponent's loss, 0 to 1, that counts as our gain."""
        self.holding = Holding(self.unseen, masks, enemies)
        self.took = [0] * len(self.worth.seats)
        for other, tricks in enumerate(seen.took):
            if self.unit_of[other] >= 0:
                self.took[self.unit_of[other]] += tricks
        self.rest = float(rules.tricks - len(seen.tricks) - 1)
        """The number of tricks after this one."""
        self.laid = len(seen.trick)
        self.best, self.holder = -1, -1
        """The card that is winning the trick so far, as played, and its seat; −1 on lead."""
        for played in seen.trick:
            if played.seat == seen.winning:
                self.best, self.holder = as_played(played.card, played.low), played.seat
        self.led = self.suit_of[seen.trick[0].card] if self.laid else -1
        self.pays = rules.trick_pays(seen.announced) if rules.winner_scores else ()
        """Payments for winning certain tricks."""
        self._unit_gains = [math.nan] * len(self.took)
        place = self.table.index(seat)
        self.later = [*self.table[place + 1 :], *self.table[:place]][: len(self.table) - self.laid - 1]
        """The seats that play to this trick after the player, in order."""
        seats = rules.seats
        self._desires: list[list[float | None]] = [[None] * seats for _ in range(seats)]
        self._odds_now: list[tuple[int, float]] = []
        """What `winners_so_far` returns, once it is known."""
        self._expect()

    # ---- tricks to come ----------------------------------------------------------------

    def _expect(self) -> None:
        """Estimate the tricks that each seat will take after this one."""
        bids, took, rest = self.seen.bids, self.seen.took, self.rest
        holding = self.holding
        self.winning, self.losing = holding.winners(), holding.cannot_lose()
        """By suit: tricks that the seat's own cards will win, and tricks that they can't avoid."""
        self.ruffs = holding.ruffs(self.winning[SPADES])
        self.most, self.least = add_up(self.winning) + self.ruffs, add_up(self.losing)
        self.mine_most, self.mine_least = min(self.most, rest), min(self.least, rest)
        total, bidders = 0, 0
        for seat in self.table:
            bid = bids[seat] or 0
            total += bid
            if bid:
                bidders += 1
        spare = float(self.rules.tricks - total) / max(1, bidders)
        self.future = [0.0] * len(bids)
        wishes = 0.0
        for other in self.unseen.others:
            bid = bids[other] or 0
            if bid == 0 and self.worth.best_of(self.unit_of[other]) == 0:
                wish = 0.05
            else:
                wish = max(bid + 0.6 * spare - took[other], 0.25 + 0.05 * rest)
            self.future[other] = wish
            wishes += wish
        mine = max(float(self.worth.best_of(self.unit) - self.took[self.unit]), 0.0, self.mine_least)
        mine = min(mine, self.mine_most)
        others_left = max(0.0, rest - mine)
        for other in self.unseen.others:
            share = self.future[other] * others_left / (wishes or 1.0)
            self.future[other] = min(share, rest)
        self.future[self.seat] = mine
        self._noise = noise_of(SPREAD * math.sqrt(rest))
        self._helped = [(max(0.0, self.future[seat] - 0.6), self.future[seat] + 0.3) for seat in self.partners]
        """By partner: the least and most tricks that it adds."""
        self._row, self._shape = self.worth.row(self.unit), self.worth.shape_of(self.unit)
        self._zero = not self.took[self.unit] and self.worth.best_of(self.unit) == 0
        """Whether the player's unit is still on its way to a zero."""

    def gain(self, seat: int) -> float:
        """Return what winning this trick is worth to a seat's own unit, in points."""
        unit = self.unit_of[seat]
        gain = self._unit_gains[unit]
        if math.isnan(gain):
            gain = self._unit_gains[unit] = self._unit_gain(unit)
        if self.pays:
            gain += self._paid_gain(seat)
        return gain

    def _unit_gain(self, unit: int) -> float:
        table, taken = self.worth.row(unit), self.took[unit]
        if not taken and self.worth.best_of(unit) == 0:
            danger = 0.05 * self.rest
            if unit == self.unit:
                danger = self.mine_least
            return best_within_reach(table, 1, 0.0, 0.5, noise_of(0.5)) - zero_worth(table, danger)
        if unit == self.unit:
            least, most = self._my_range(self.mine_least, self.mine_most)
        else:
            expected = add_up([self.future[seat] for seat in self.worth.seats[unit]])
            control = 0.25 + 0.12 * self.rest
            least, most = max(0.0, expected - control), min(self.rest, expected + control)
        now, with_it = within_reach(table, self.worth.shape_of(unit), taken, least, most, self._noise)
        return with_it - now

    def _my_range(self, mine_least: float, mine_most: float) -> tuple[float, float]:
        """Return the least and most tricks that the player's unit can steer to after this one."""
        least, most = LEAST_COMES_TRUE * mine_least, MOST_COMES_TRUE * mine_most
        for at_least, at_most in self._helped:
            least += at_least
            most += at_most
        if most > least:
            room = most - least
            least += UNREACHED_BELOW * room
            most -= UNREACHED_ABOVE * room
        least, most = min(least, self.rest), min(most, self.rest)
        return max(least, 0.0), max(most, 0.0)

    def _paid_gain(self, seat: int) -> float:
        """Return what winning this trick pays a seat, if it has won all earlier ones of its promise (BM-5, BM-9)."""
        winners = self.seen.winners
        total = 0.0
        for pay in self.pays:
            due = pay.first <= len(winners) < pay.first + pay.tricks and pay.seat in (None, seat)
            if due and all(winner == seat for winner in winners[pay.first :]):
                total += pay.won - pay.lost
        return total

    # ---- who wins the trick ----------------------------------------------------------------------------

    def desire(self, other: int, holder: int) -> float:
        """Return how likely a later seat is to take the trick from its holder if it can, 0 to 1."""
        wish = self._desires[other][holder]
        if wish is None:
            wish = self._desires[other][holder] = self._desire(other, holder)
        return wish

    def _desire(self, other: int, holder: int) -> float:
        friends = self.sides[other] == self.sides[holder]
        if friends and self.unit_of[other] == self.unit_of[holder]:
            return 0.1
        gain = self.gain(other)
        held = self.gain(holder)
        if friends:
            gain -= held
        elif held < 0.0:
            gain += 0.5 * held
        elif len(self.rules.sides) == 2:
            gain += held
        if gain > 3.0:
            return 0.92
        if gain < -3.0:
            return 0.04
        return 0.5 + gain * 0.14

    def _beat(self, other: int, holder: int, led: int, best: int, above: int, trumps: int) -> float:
        """Return the chance that a later seat beats the winning card; see `winners`."""
        unseen = self.unseen
        chance, trump_chance = unseen.chances[led][other], unseen.chances[SPADES][other]
        follows, ruffs = above and chance > 0.0, trumps and trump_chance > 0.0
        if not follows and not ruffs:
            return 0.0
        keen = self.desire(other, holder)
        count = self.holding.counts[led]
        follow = 0.0
        if follows:
            has_above = 1.0 - math.pow(1.0 - chance, float(above))
            only_above = power(1.0 - chance, count - above) * has_above
            if self.aces_called and led != SPADES and best == ACES[led] - 1:
                only_above *= 0.1
            follow = keen * has_above + (1.0 - keen) * only_above
        if not ruffs:
            return follow
        none = math.pow(1.0 - chance, float(count))
        has_trump = 1.0 - math.pow(1.0 - trump_chance, float(trumps))
        plain = unseen.left - count - self.holding.counts[SPADES]
        forced = has_trump
        if plain:
            forced *= _UNWILLING[unseen.sizes[other]]
        return follow + none * (keen * has_trump + (1.0 - keen) * forced)

    def keys(self, plays: list[Play]) -> list[Alike]:
        """Return the key of each play; see `alike`."""
        return [self.alike(value_of(event)) for event in plays]

    def winners_so_far(self) -> list[tuple[int, float]]:
        """Return what `winners` does for every card that doesn't beat the trick so far."""
        if not self._odds_now:
            self._odds_now = self.winners(self.best, self.holder)
        return self._odds_now

    def alike(self, value: int) -> Alike:
        """Return a key that is the same for cards of equal worth.

        Such cards are of one suit with no unseen card between them, and both or neither win the trick so far. Where
        aces are called, the king gets its own key (see `_beat`).
        """
        suit = self.suit_of[value]
        above = self.holding.out[suit] & self.higher[value]
        apart = self.aces_called and (value >= LOW_ACE or value == ACES[suit] - 1)
        takes = self.best < 0 or beats(self.rules.cards, value, self.best)
        return suit, above, value if apart else -1, takes

    def winners(self, best: int, holder: int) -> list[tuple[int, float]]:
        """Return the seats that may win the trick, each with its chance, if a seat holds it with this card."""
        suit = self.suit_of[best]
        led = self.led if self.laid else suit
        odds = [(holder, 1.0)]
        # Unseen cards that beat the best one: above it in the suit led, and trumps on another suit.
        out, higher = self.holding.out, self.higher[best]
        above = trumps = 0
        if suit == led:
            above = (out[led] & higher).bit_count()
        if led != SPADES:
            trumps = self.holding.counts[SPADES]
            if suit == SPADES:
                trumps = (out[SPADES] & higher).bit_count()
        if not above and not trumps:
            return odds
        for other in self.later:
            chance = self._beat(other, holder, led, best, above, trumps)
            if chance <= 0.0:
                continue
            again = chance * OVERBEAT
            lost = 0.0
            left: list[tuple[int, float]] = []
            for seat, odd in odds:
                part = odd * (chance if seat == holder else again)
                left.append((seat, odd - part))
                lost += part
            left.append((other, lost))
            odds = left
        return odds

    # ---- the choice ------------------------------------------------------------------------------------

    def values(self, plays: list[Play], keys: list[Alike]) -> list[tuple[float, Play]]:
        """Return each play with its value in points; `keys`: what the method `keys` returns for them."""
        results = []
        same: dict[Alike, tuple[float, float]] = {}
        for place, event in enumerate(plays):
            value, alike = value_of(event), keys[place]
            worth = same.get(alike)
            if worth is None:
                lose, win = self._lose_and_win(event.card)
                total = 0.0
                if alike[3]:
                    odds = self.winners(value, self.seat)
                else:
                    odds = self.winners_so_far()
                for seat, odd in odds:
                    if self.unit_of[seat] != self.unit:
                        gain = lose + self._gain_for_us(seat)
                    elif self.pays:
                        gain = win + self._paid_gain(seat)
                    else:
                        gain = win
                    total += odd * gain
                worth = same[alike] = total, win - lose
            results.append((worth[0] + self._tie_break(value, worth[1]), event))
        return results

    def highest(self, plays: list[Play]) -> Play:
        """Choose among cards of equal worth."""
        lose, win = self._lose_and_win(plays[0].card)
        return max(plays, key=lambda event: self._tie_break(value_of(event), win - lose))

    def _lose_and_win(self, card: int) -> tuple[float, float]:
        """Value the rest of the hand without this card, if the side loses the trick and if it wins."""
        rest = self.rest
        holding, suit = self.holding, self.suit_of[card]
        kept = holding.without(suit, card)
        winners = holding.can_win(suit, kept)
        most = self.most - self.winning[suit] + winners
        trump_winners = self.winning[SPADES]
        if suit == SPADES:
            trump_winners = winners
        most += holding.ruffs(trump_winners, suit) - self.ruffs
        least = self.least - self.losing[suit] + holding.must_win(suit, kept)
        most = min(most, rest)
        least = min(least, most)
        if self._zero:
            lose = zero_worth(self._row, least)
            return lose, best_within_reach(self._row, 1, 0.0, least, noise_of(0.5 if self.rest else 0.0))
        low, high = self._my_range(least, most)
        return within_reach(self._row, self._shape, self.took[self.unit], low, high, self._noise)

    def _gain_for_us(self, seat: int) -> float:
        """Return what it is worth to us when another unit wins the trick, in points."""
        gain = self.gain(seat)
        if self.sides[seat] == self.sides[self.seat]:
            return gain
        return -(self.share * gain)

    def leaving_to_partner(self, plays: list[Play]) -> list[Play]:
        """Return the plays that leave the trick to a partner who almost surely wins it; none if it isn't theirs."""
        partner = self.holder
        if partner < 0 or partner == self.seat or self.unit_of[partner] != self.unit:
            return []
        under = [event for event in plays if not self.alike(value_of(event))[3]]
        if under and dict(self.winners_so_far()).get(partner, 0.0) > SURE:
            return under
        return []

    def _tie_break(self, value: int, gain: float) -> float:
        """Prefer low cards of equal worth when the side wants the trick, high ones when it doesn't."""
        height = TIE_BREAK * self.heights[value]
        return -height if gain >= 0.0 else height


def best_play(seen: Observation, seat: int, plays: list[Play], style: Style) -> Play:
    """Return the card to play out of `plays`, which must not be empty."""
    if len(plays) == 1:
        return plays[0]
    decision = CardPlay(seen, seat, style)
    keys = decision.keys(plays)
    if keys.count(keys[0]) == len(keys):
        return decision.highest(plays)
    values = decision.values(plays, keys)
    best_value, best = max(values, key=itemgetter(0))
    # Leave the trick to a partner unless it isn't sure, or overtaking gains enough.
    leaving = decision.leaving_to_partner(plays)
    left = [pair for pair in values if pair[1] in leaving]
    if not left:
        return best
    left_value, left_best = max(left, key=itemgetter(0))
    if left_value > best_value - GAIN:
        return left_best
    return best


def fair_plays(seen: Observation) -> list[Play]:
    """Return the plays that follow suit: computer players never renege (C-6, C-11)."""
    plays = [event for event in seen.legal if type(event) is Play]
    led, own = seen.led, seen.own
    if led is None or own is None or seen.rules.challenge is None:
        return plays
    mask = followers(seen.rules.cards, own, led)
    return [event for event in plays if mask >> event.card & 1]

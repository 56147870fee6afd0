"""Estimate the tricks of thousands of sampled hands, and the danger to a zero, in a few additions each.

Both are sums over the suits, fitted at first use to the estimates by which the club player bids.
"""

from dataclasses import dataclass, field
from functools import lru_cache

from spades_tui.bots.estimate import drafted_hand, estimate, hand_value, random_draws
from spades_tui.bots.portable_math import exp
from spades_tui.bots.search.layout import CardPlaces, hand_by_suit, layout
from spades_tui.bots.search.suit_sets import HandSums
from spades_tui.cards import SPADES, hand_of
from spades_tui.fair import Stream
from spades_tui.rules.ruleset import Ruleset

SAMPLE = 160
"""Hands for the fit."""
HONOURS = (0.95, 0.72, 0.38, 0.12)
"""Tricks by the highest cards of a plain suit, if they are guarded."""
LONG = (1.0, 1.0, 1.0, 1.0, 1.0, 0.9, 0.75, 0.55, 0.4, 0.3, 0.3, 0.3, 0.3, 0.3, 0.3)
"""By length of a plain suit: factor on the tricks of its high cards."""


@dataclass(slots=True)
class FastEstimate:
    """The estimates of one variant."""

    rules: Ruleset
    plan: CardPlaces
    weight: float
    """How much more a trump that must win endangers a zero than a plain card does."""
    tricks_at: tuple[float, float] = (0.0, 1.0)
    """Intercept and slope of the fit."""
    zero_at: tuple[float, float] = (0.0, 1.0)
    draft: float = 0.0
    """Logarithm of how much likelier one more trick makes a drafted hand; 0 where hands are dealt."""
    sums: HandSums = field(init=False)

    def __post_init__(self) -> None:
        self.sums = HandSums(self.plan.lengths, self._worth, self._forced)

    def raw(self, hand: list[int]) -> float:
        """Return the tricks of a hand, not fitted."""
        return self.sums.tricks(hand[0], hand[1], hand[2], hand[3])

    def danger(self, hand: list[int]) -> float:
        """Return how much a hand is in danger of an unwanted trick, not fitted."""
        return self.sums.danger(hand[0], hand[1], hand[2], hand[3])

    def tricks(self, hand: list[int]) -> float:
        """Return the tricks that a hand takes on average."""
        return self.tricks_at[0] + self.tricks_at[1] * self.raw(hand)

    def zero(self, hand: list[int]) -> float:
        """Return the chance that a hand takes no trick when it bids zero."""
        return 1.0 / (1.0 + exp(-(self.zero_at[0] + self.zero_at[1] * self.danger(hand))))

    def _worth(self, suit: int, mask: int) -> float:
        return self._trumps(mask) if suit == SPADES else self._plain(suit, mask)

    def _plain(self, suit: int, mask: int) -> float:
        count = mask.bit_count()
        top = self.plan.lengths[suit]
        total = 0.0
        place = 0
        for rank in range(min(len(HONOURS), top)):
            if mask >> (top - rank) & 1:
                # A card is guarded by as many others as there are higher cards.
                guards = count - 1 - place
                lacks = rank - place
                total += HONOURS[max(0, rank - place // 2)] * (1.0 if guards >= lacks else 0.4)
                place += 1
        return total * LONG[count]

    def _trumps(self, mask: int) -> float:
        length = self.plan.lengths[3]
        total = 0.0
        place = 0
        for rank in range(length):
            if mask >> (length - rank) & 1:
                above = rank - place
                chance = (1.0, 0.85, 0.62, 0.4, 0.22, 0.12)[above] if above < 6 else 0.1
                if place >= 3:
                    chance = max(chance, 0.8)
                total += chance
                place += 1
        return total

    def _forced(self, suit: int, mask: int) -> float:
        cards = 0
        for place, card in enumerate(self.plan.card_at[suit]):
            if mask >> place & 1:
                cards |= 1 << card
        value = hand_value(self.rules, cards).cannot_lose()[suit]
        if suit == SPADES:
            return self.weight * value + 0.1 * mask.bit_count()
        return value


@lru_cache(maxsize=16)
def fast_estimate(rules: Ruleset) -> FastEstimate:
    """Return the estimates of a variant, fitted by least squares to those of `club` on a fixed sample of hands."""
    plan = layout(rules)
    made = FastEstimate(rules, plan, 1.8 if rules.partners else 0.9)
    stream = Stream(b"spades-bots/quick/1")
    raws, dangers, tricks, zeros = [], [], [], []
    for drawn in random_draws(rules, stream, rules.tricks, SAMPLE):
        own = hand_of(drawn)
        hand, known = hand_by_suit(plan, own), estimate(rules, own)
        raws.append(made.raw(hand))
        dangers.append(made.danger(hand))
        tricks.append(known.tricks)
        zeros.append(_logit(min(0.999, max(0.001, known.zero))))
    made.tricks_at = _line(raws, tricks)
    made.zero_at = _line(dangers, zeros)
    if rules.variant.deal.draft:
        made.draft = _draft(made, stream)
    return made


def _draft(made: FastEstimate, stream: Stream) -> float:
    """Return how much better drafted hands are than halves of the same cards, over the variance of those halves."""
    rules, size = made.rules, made.rules.tricks
    better = square = 0.0
    for drawn in random_draws(rules, stream, 2 * size, SAMPLE):
        first, second, drafted = (
            made.raw(hand_by_suit(made.plan, own))
            for own in (hand_of(drawn[:size]), hand_of(drawn[size:]), drafted_hand(rules, drawn, size))
        )
        better += drafted - (first + second) / 2
        square += (first - second) * (first - second) / 4
    return better / square


def _line(given: list[float], wanted: list[float]) -> tuple[float, float]:
    """Fit a line by least squares; return its intercept and slope."""
    n = len(given)
    mean_x = mean_y = square = product = 0.0
    for x, y in zip(given, wanted, strict=True):
        mean_x += x / n
        mean_y += y / n
    for x, y in zip(given, wanted, strict=True):
        square += (x - mean_x) * (x - mean_x)
        product += (x - mean_x) * (y - mean_y)
    slope = product / square if square else 0.0
    return mean_y - slope * mean_x, slope


def _logit(chance: float) -> float:
    """Return the inverse of the logistic function to about 0.001, by halving, which is the same everywhere."""
    low, high = -8.0, 8.0
    for _ in range(14):
        middle = (low + high) / 2
        if 1.0 / (1.0 + exp(-middle)) < chance:
            low = middle
        else:
            high = middle
    return low

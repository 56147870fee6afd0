"""Chances that play-outs get wrong, corrected: contracts with a prize, and zeros next to a partner.

A contract with a prize pays far more per trick than usual ones (JK-8, NL-11), and sides make it more often than
play-outs do. In `jokers`, of 405 contracts of ten that play-outs made in 35% to 60%, 71% were made against `club`, and
61% of 156 among four `expert` (docs/research/2026-11.md).

Both opponents neglect their own bids to hunt a zero, and play-outs hunt less well than real players. The weights of a
zero are fitted to 1,494 of them, good and doubtful, that searching players bid and played in `sandbags` and `classic`.

Real hands surprise more often than play-outs. What people see of a bid's chance is fitted to 3,200 bids of 1,000 hands
between searching players in `sandbags`, `classic`, `cutthroat` and `jokers`, and to 365 nils of 2,000 hands.
"""

from functools import lru_cache
from typing import NamedTuple

from spades_tui.bots.estimate import estimate
from spades_tui.bots.partner_model import UNKNOWN_LEAVES, left_alone
from spades_tui.bots.side_scores import contract_pay
from spades_tui.bots.sound_bids import expected_bid, partner_of, partners_bid
from spades_tui.cards import SPADES
from spades_tui.game.events import Bid, Raise, SeatEvent, Stand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

FAR_MORE = 1.5
"""A contract has a prize if it pays at least this many times as much per trick as a usual one."""
PRIZE_BONUS = 0.17
"""Added to the chance of a contract with a prize that half the play-outs make, and less to surer ones."""


@lru_cache(maxsize=256)
def prize_stake(rules: Ruleset, contract: int) -> int:
    """Return the points between just making a contract and missing it by one, if it has a prize; otherwise 0.

    Both partners are assumed to have looked at their cards.
    """
    usual = 2 * expected_bid(rules)
    if not rules.partners or contract <= usual:
        return 0
    made = contract_pay(rules, contract, contract)
    if made * usual < FAR_MORE * contract * contract_pay(rules, usual, usual):
        return 0
    return made - contract_pay(rules, contract, contract - 1)


def corrected_chance(seen: float) -> float:
    """Return the real chance, 0 to 1, of a contract with a prize that is made in the share `seen` of play-outs."""
    return seen + 4 * PRIZE_BONUS * seen * (1 - seen)


def contract_after(seen: Observation, seat: int, event: SeatEvent) -> int:
    """Return a side's contract after a choice, if two partners have both looked and bid; otherwise 0."""
    partner = partner_of(seen.rules, seen.table, seat)
    if partner is None or seen.own is None or seen.blind[seat] or seen.blind[partner]:
        return 0
    theirs = seen.bids[partner]
    if theirs is None:
        return 0
    match event:
        case Bid(blind=False):
            return event.bid + theirs
        case Raise():
            return event.bid
        case Stand():
            return seen.contracts[seen.rules.side_of[seat]] or 0
        case _:
            return 0


ZERO_CONSTANT = -0.11
PLAYOUT_WEIGHT = 0.77
"""Weight of the share of play-outs in which it is made."""
HAND_WEIGHT = 0.28
"""Weight of the chance that the hand alone gives it (`estimate`)."""
PARTNER_BID_WEIGHT = 0.034
"""Weight of each trick that the partner bid above its share, because such a partner covers."""
RIGHT_BID_WEIGHT = -0.052
"""Weight of each trick that the opponent to the right bid above its share."""
LONG_SUIT_WEIGHT = 0.06
"""Weight of each card beyond `USUAL_LENGTH` in the longest plain suit, because other suits are soon void."""
USUAL_LENGTH = 5
ALONE_CONSTANT = -0.26
ALONE_PLAYOUT_WEIGHT = 0.39
"""Weight of the share of play-outs beside a partner who leaves the zero alone: half as much, since theirs covers."""
ALONE_HAND_WEIGHT = 0.58
"""Weight of the hand's own chance there: twice as much."""


def signs(seen: Observation, seat: int, own: int) -> tuple[float, float, float, float]:
    """Return the signs of a zero that play-outs don't see, for a seat that holds the cards `own` next to a partner.

    They are in the order and the units of the weights above: the chance by the hand alone, the tricks that the partner
    and the opponent to the right bid above their share, 0 if unknown, and the cards beyond `USUAL_LENGTH`.
    """
    rules = seen.rules
    share = expected_bid(rules)
    theirs = partners_bid(seen, seat) or share
    before = seen.bids[seen.table[seen.table.index(seat) - 1]] or share
    masks = rules.cards.suit_masks
    longest = max((own & masks[suit]).bit_count() for suit in range(SPADES))
    zero, too_long = estimate(rules, own).zero, float(longest - USUAL_LENGTH)
    return zero, float(theirs - share), float(before - share), too_long


def partners_cover(rules: Ruleset) -> bool:
    """Return whether a zero next to a partner is scored separately and no bid is excluded."""
    return rules.partners and rules.zeros_separate and not rules.limits


class ZeroOdds(NamedTuple):
    """What is known of a seat's zero beside the play-outs."""

    by_signs: float
    """The part of its chance that depends on the signs, beside a careful partner."""
    by_hand: float
    """The part that depends on the hand, beside a partner who leaves it alone."""
    alone: float
    """How far the partner leaves it alone, 0 to 1."""

    def chance(self, seen: float) -> float:
        """Return the real chance of a zero made in the share `seen` of play-outs; it may be slightly outside 0 to 1."""
        careful = self.by_signs + PLAYOUT_WEIGHT * seen
        return (1 - self.alone) * careful + self.alone * (self.by_hand + ALONE_PLAYOUT_WEIGHT * seen)

    def to_show(self) -> "ZeroOdds":
        """Return the odds for hints, in which an unknown partner is careful until it has shown otherwise."""
        return self._replace(alone=max(0.0, (self.alone - UNKNOWN_LEAVES) / (1 - UNKNOWN_LEAVES)))


def odds_of_zero(seen: Observation, seat: int) -> ZeroOdds | None:
    """Return what is known of a seat's zero.

    It's None without a partner or look at the cards, where rules exclude bids, or with more than two sides, whose
    players hunt a zero less: the weights are from games between two sides.
    """
    rules, own = seen.rules, seen.own
    if own is None or not partners_cover(rules) or len(rules.sides) > 2:
        return None
    held, partner, right, long = signs(seen, seat, own)
    constant = ZERO_CONSTANT + HAND_WEIGHT * held + PARTNER_BID_WEIGHT * partner
    constant += RIGHT_BID_WEIGHT * right + LONG_SUIT_WEIGHT * long
    return ZeroOdds(constant, ALONE_CONSTANT + ALONE_HAND_WEIGHT * held, left_alone(seen, seat))


LEAST_SHOWN = 0.10
"""The chance to show for a bid that no play-out makes."""
SHOWN_WEIGHT = 0.86
"""Weight of the chance by play-outs in the one to show."""
NIL_LEAST_SHOWN = 0.12
"""The same for a nil."""
NIL_SHOWN_WEIGHT = 0.78


def shown_chance(made: float, nil: bool) -> float:
    """Return the chance, 0 to 1, to show for a bid, or a nil, that has the chance `made` by play-outs."""
    if nil:
        return NIL_LEAST_SHOWN + NIL_SHOWN_WEIGHT * made
    return LEAST_SHOWN + SHOWN_WEIGHT * made

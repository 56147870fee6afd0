"""Contracts with a prize: far more is paid for them than for a trick more (JK-8, NL-11).

Sides make them oftener than play-outs see: of 405 contracts of ten in `jokers` that these saw made in 35 to 60 %, 71 %
were made against `club`, and of 156 among four `expert` 61 % (docs/figures.md).
"""

from functools import lru_cache

from spades_tui.bots.estimate import usual_bid
from spades_tui.bots.worth import of_side, sides_before
from spades_tui.rules.ruleset import Ruleset

FAR_MORE = 1.5
"""A contract with a prize pays so many times what its tricks usually do."""
OFTENER = 0.17
"""A contract with a prize is made so much oftener than in the play-outs, where these are in doubt."""


@lru_cache(maxsize=256)
def prize_stake(rules: Ruleset, contract: int) -> int:
    """Points between a side's contract that is just made and one that is set, both looked at, where it has a prize;
    0 for any other contract."""
    usual = 2 * usual_bid(rules)
    if not rules.partners or contract <= usual:
        return 0
    made = _pays(rules, contract, contract)
    if made * usual < FAR_MORE * contract * _pays(rules, usual, usual):
        return 0
    return made - _pays(rules, contract, contract - 1)


def oftener(seen: float) -> float:
    """The chance, 0 to 1, of a contract with a prize that is made in this share of the play-outs."""
    return seen + 4 * OFTENER * seen * (1 - seen)


def _pays(rules: Ruleset, contract: int, tricks: int) -> int:
    """The points of a side with these tricks at the beginning of a game, no zero among its bids."""
    seats = rules.sides[0]
    bids = [contract // 2] * rules.seats
    bids[seats[0]] = contract - contract // 2
    taken = [tricks // 2 for _ in seats]
    taken[0] = tricks - tricks // 2
    side = sides_before(
        rules, rules.fresh_standing(), tuple(bids), (False,) * rules.seats, (contract,) * len(rules.sides)
    )[0]  # fmt: skip
    return of_side(rules, side, tuple(taken))[0]

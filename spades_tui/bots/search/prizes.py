"""Contracts with a prize: far more is paid for them than for a trick more (JK-8, NL-11).

Sides make them oftener than play-outs see: of 405 contracts of ten in `jokers` that these saw made in 35 to 60 %, 71 %
were made against `club`, and of 156 among four `expert` 61 % (docs/research/2026-11.md).
"""

from functools import lru_cache

from spades_tui.bots.dictated_bids import partner_of
from spades_tui.bots.estimate import usual_bid
from spades_tui.bots.hand_worth import contract_pay
from spades_tui.game.events import Bid, Raise, SeatEvent, Stand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

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
    made = contract_pay(rules, contract, contract)
    if made * usual < FAR_MORE * contract * contract_pay(rules, usual, usual):
        return 0
    return made - contract_pay(rules, contract, contract - 1)


def oftener(seen: float) -> float:
    """The chance, 0 to 1, of a contract with a prize that is made in this share of the play-outs."""
    return seen + 4 * OFTENER * seen * (1 - seen)


def contract_after(seen: Observation, seat: int, event: SeatEvent) -> int:
    """The contract that a choice leaves a side of two that has looked, both having bid; 0 where there is none."""
    partner = partner_of(seen.rules, seen.table, seat)
    theirs = seen.bids[partner] if partner is not None else None
    if partner is None or theirs is None or seen.own is None or seen.blind[seat] or seen.blind[partner]:
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

"""Contracts with a prize: they pay far more per trick than usual ones (JK-8, NL-11).

Sides make them more often than play-outs do. In `jokers`, of 405 contracts of ten that play-outs made in 35% to 60%,
71% were made against `club`, and 61% of 156 among four `expert` (docs/research/2026-11.md).
"""

from functools import lru_cache

from spades_tui.bots.dictated_bids import partner_of
from spades_tui.bots.estimate import usual_bid
from spades_tui.bots.hand_worth import contract_pay
from spades_tui.game.events import Bid, Raise, SeatEvent, Stand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

FAR_MORE = 1.5
"""A contract has a prize if it pays at least this many times as much per trick as a usual one."""
OFTENER = 0.17
"""Added to the chance of a contract with a prize that half the play-outs make, and less to surer ones."""


@lru_cache(maxsize=256)
def prize_stake(rules: Ruleset, contract: int) -> int:
    """Return the points between just making a contract and missing it by one, if it has a prize; otherwise 0.

    Both partners are assumed to have looked at their cards.
    """
    usual = 2 * usual_bid(rules)
    if not rules.partners or contract <= usual:
        return 0
    made = contract_pay(rules, contract, contract)
    if made * usual < FAR_MORE * contract * contract_pay(rules, usual, usual):
        return 0
    return made - contract_pay(rules, contract, contract - 1)


def oftener(seen: float) -> float:
    """Return the real chance, 0 to 1, of a contract with a prize that is made in the share `seen` of play-outs."""
    return seen + 4 * OFTENER * seen * (1 - seen)


def contract_after(seen: Observation, seat: int, event: SeatEvent) -> int:
    """Return a side's contract after a choice, if two partners have both looked and bid; otherwise 0."""
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

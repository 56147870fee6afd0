"""How often a zero next to a partner is made, corrected for what play-outs don't see.

Both opponents neglect their own bids to hunt such a zero, and play-outs hunt less well than real players. The weights
are fitted to 1,494 zeros, good and doubtful, that searching players bid and played in `sandbags` and `classic`
(docs/research/2026-11.md).
"""

from msgspec import Struct

from spades_tui.bots.dictated_bids import partner_of
from spades_tui.bots.estimate import estimate, usual_bid
from spades_tui.cards import SPADES
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

CONSTANT = -0.11
PLAYOUT_WEIGHT = 0.77
"""Weight of the share of play-outs in which it is made."""
HAND_WEIGHT = 0.28
"""Weight of the chance that the hand alone gives it (`estimate`)."""
PARTNER_BID_WEIGHT = 0.034
"""Weight of each trick that the partner bid above its share, because such a partner covers."""
RIGHT_BID_WEIGHT = -0.052
"""Weight of each trick that the opponent to the right bid above its share."""
LONG = 0.06
"""Weight of each card beyond `USUAL` in the longest plain suit, because other suits are soon void."""
USUAL = 5


class ZeroChance(Struct, frozen=True):
    """The real chance of one hand's zero."""

    known: float
    """The correction of the share of the play-outs, weighted."""

    def chance(self, seen: float) -> float:
        """Return the real chance of a zero made in the share `seen` of play-outs; it may be slightly outside 0 to 1."""
        return self.known + PLAYOUT_WEIGHT * seen


class Signs(Struct, frozen=True):
    """The properties of a zero that play-outs don't see, each in the unit of its weight."""

    held: float
    partner: float
    before: float
    long: float


def signs(seen: Observation, seat: int, own: int) -> Signs:
    """Return the signs of a seat that holds the cards `own` next to a partner; 0 for an unknown bid."""
    rules = seen.rules
    share = usual_bid(rules)
    partner = partner_of(rules, seen.table, seat)
    theirs = seen.bids[partner] if partner is not None else None
    before = seen.bids[seen.table[seen.table.index(seat) - 1]]
    masks = rules.cards.suit_masks
    longest = max((own & masks[suit]).bit_count() for suit in range(SPADES))
    return Signs(
        held=estimate(rules, own).zero,
        partner=float(theirs - share) if theirs else 0.0,
        before=float(before - share) if before else 0.0,
        long=float(longest - USUAL),
    )


def partners_cover(rules: Ruleset) -> bool:
    """Return whether a zero next to a partner is scored separately and no bid is excluded."""
    return rules.partners and rules.zeros_by_themselves and not rules.limits


def zero_chance(seen: Observation, seat: int) -> ZeroChance | None:
    """Return the chance of a seat's zero; None without a partner or look at the cards, or where rules exclude bids."""
    rules, own = seen.rules, seen.own
    if own is None or not partners_cover(rules):
        return None
    found = signs(seen, seat, own)
    return ZeroChance(
        CONSTANT
        + HAND_WEIGHT * found.held
        + PARTNER_BID_WEIGHT * found.partner
        + RIGHT_BID_WEIGHT * found.before
        + LONG * found.long
    )

"""How often a zero beside a partner is made, by what play-outs see of it and by what they do not see.

Both opponents leave their own bids alone to hunt such a zero, and play-outs hunt less well than real players. The
weights are fitted to 1,494 zeros, good ones and doubtful ones, that players by search bid in `sandbags` and `classic`
and played out among themselves (docs/research/2026-11.md).
"""

from spades_tui.bots.dictated_bids import partner_of
from spades_tui.bots.estimate import estimate, usual_bid
from spades_tui.cards import SPADES
from spades_tui.frozen import dataclass
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

ALWAYS = -0.11
SEEN = 0.77
"""For the share of play-outs in which it is made."""
HELD = 0.28
"""For the chance that the hand has by itself (`estimate`)."""
PARTNER = 0.034
"""For each trick that the partner has bid above his share: he covers."""
BEFORE = -0.052
"""The same of the opponent who plays before."""
LONG = 0.06
"""For each card beyond `USUAL` of the longest side suit: elsewhere the hand is soon void."""
USUAL = 5


@dataclass(frozen=True, slots=True)
class ZeroChance:
    """What a zero of one hand really comes to."""

    known: float
    """What is added to the weight of the play-outs."""

    def chance(self, seen: float) -> float:
        """The chance of a zero that is made in this share of the play-outs; a little below 0 or above 1 at the ends."""
        return self.known + SEEN * seen


@dataclass(frozen=True, slots=True)
class Signs:
    """What play-outs do not see of a zero, each in the unit of its weight."""

    held: float
    partner: float
    before: float
    long: float


def signs(seen: Observation, seat: int, own: int) -> Signs:
    """Those of a seat beside a partner that holds the cards `own`; 0 for a bid that is not known."""
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
    """Whether a zero counts by itself beside a partner, and no bid is left out."""
    return rules.partners and rules.zeros_by_themselves and not rules.limits


def zero_chance(seen: Observation, seat: int) -> ZeroChance | None:
    """That of a seat; None where it has no partner, the rules leave bids out, or nobody has looked at the cards."""
    rules, own = seen.rules, seen.own
    if own is None or not partners_cover(rules):
        return None
    found = signs(seen, seat, own)
    return ZeroChance(ALWAYS + HELD * found.held + PARTNER * found.partner + BEFORE * found.before + LONG * found.long)

"""The exchange of cards between a nil bidder and the partner: who gives how many to whom, in which order (NL-8)."""

from msgspec import Struct

from spades_tui.game.state import HandState
from spades_tui.rules.ruleset import Ruleset


class Exchanging(Struct, frozen=True):
    """Two partners who exchange cards."""

    nil: int
    """The seat that has bid nil; it gives first."""
    partner: int
    cards: int
    """How many cards go each way."""

    def other(self, seat: int) -> int:
        """Return the other partner."""
        return self.partner if seat == self.nil else self.nil


def exchanges(rules: Ruleset, hand: HandState) -> list[Exchanging]:
    """Return the pairs that exchange cards, in bidding order; none if both partners bid nil (NL-8)."""
    exchange = rules.exchange
    if exchange is None or not rules.zeros_by_themselves or hand.bidders < len(hand.order):
        return []
    found = []
    for side in dict.fromkeys(rules.side_of[seat] for seat in hand.order):
        nils = [seat for seat in rules.sides[side] if hand.bids[seat] == 0]
        if len(nils) != 1 or len(rules.sides[side]) != 2:
            continue
        cards = exchange.cards(hand.blind[nils[0]])
        if cards:
            partner = next(seat for seat in rules.sides[side] if seat != nils[0])
            found.append(Exchanging(nils[0], partner, cards))
    return found


def exchange_of(rules: Ruleset, hand: HandState, seat: int) -> Exchanging | None:
    """Return the exchange in which a seat takes part, or None."""
    return next((pair for pair in exchanges(rules, hand) if seat in (pair.nil, pair.partner)), None)


def passer(rules: Ruleset, hand: HandState) -> int | None:
    """Return the seat that gives cards next; None after all cards have been given."""
    for pair in exchanges(rules, hand):
        for seat in (pair.nil, pair.partner):
            if not hand.passed[seat]:
                return seat
    return None

"""The cards to pass with a nil: the bidder gives away dangerous cards, the partner gives low ones (NL-8)."""

from spades_tui.bots.estimate import hand_value
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.events import Pass
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def simply(seen: Observation, seat: int) -> Pass:
    """Choose by rank alone: the nil bidder gives trumps and high cards."""
    ranks, own = seen.rules.cards.ranks, seen.own or 0
    if seen.bids[seat] != 0:
        return _lowest(seen, seat)
    held = sorted(cards_of(own), key=ranks.__getitem__, reverse=True)
    return _pass(seat, held[: _count(seen)])


def choose(seen: Observation, seat: int) -> Pass:
    """Choose by what the nil bidder's hand becomes."""
    if seen.bids[seat] != 0:
        return _lowest(seen, seat)
    kept = seen.own or 0
    for _ in range(_count(seen)):
        kept &= ~(1 << most_dangerous(seen.rules, kept))
    return _pass(seat, list(cards_of((seen.own or 0) & ~kept)))


def most_dangerous(rules: Ruleset, own: int) -> int:
    """Return the card without which a nil is safest, the highest of equals."""

    def without(card: int) -> tuple[float, int]:
        kept = own & ~(1 << card)
        return hand_value(rules, kept).least(), -rules.cards.ranks[card]

    return min(cards_of(own), key=without)


def _lowest(seen: Observation, seat: int) -> Pass:
    """Pass low cards of plain suits, short suits first and trumps last."""
    rules, own = seen.rules, seen.own or 0
    ranks, masks = rules.cards.ranks, rules.cards.suit_masks

    def order(card: int) -> tuple[bool, int, int]:
        suit = rules.cards.suit_of[card]
        return suit == SPADES, ranks[card], (own & masks[suit]).bit_count()

    return _pass(seat, sorted(cards_of(own), key=order)[: _count(seen)])


def _count(seen: Observation) -> int:
    """Return how many cards to pass."""
    first = seen.legal[0]
    return first.cards.bit_count() if isinstance(first, Pass) else 0


def _pass(seat: int, chosen: list[int]) -> Pass:
    return Pass(seat, sum(1 << card for card in chosen))

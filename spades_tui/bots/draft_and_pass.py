"""Cards chosen before the play: in a draft (TW-1), and those that pass with a nil (NL-8).

A draft compares the top card with what an unseen card adds on average. A nil bidder passes dangerous cards, and their
partner passes low ones.
"""

from spades_tui.bots.estimate import hand_value, plain_worth
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.cards import ACES, SPADES, cards_of, hand_of
from spades_tui.game.events import Draft, Pass
from spades_tui.rules.deck import TOP
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

HEIGHT = 0.002
"""Tricks per rank, so that the higher of two equally good cards is kept."""


def draft_simply(seen: Observation, seat: int) -> Draft:
    """Decide by the card alone: keep it if it is better than the average of the cards that may come."""
    top = _offered(seen)
    out = list(cards_of(_cards_to_come(seen, top)))
    worth = [plain_worth(seen.rules, card) for card in out]
    return Draft(seat, plain_worth(seen.rules, top) >= sum(worth) / max(1, len(worth)))


def draft(seen: Observation, seat: int) -> Draft:
    """Decide by what the hand becomes; always keep an ace, unless the suit has a higher card (HR-2)."""
    top = _offered(seen)
    if top in ACES and not seen.rules.cards.aces_called and seen.rules.cards.ranks[top] >= TOP:
        return Draft(seat, True)
    this_one, next_one = draft_adds(seen)
    return Draft(seat, this_one >= next_one)


def draft_adds(seen: Observation) -> tuple[float, float]:
    """Return the tricks that the top card adds to the hand, and the points that the next one adds on average."""
    top = _offered(seen)
    rules, own = seen.rules, seen.own or 0
    now = hand_value(rules, own).most()
    added = [_points_added(rules, own, card, now) for card in cards_of(_cards_to_come(seen, top))]
    return _points_added(rules, own, top, now), sum(added) / max(1, len(added))


def _offered(seen: Observation) -> int:
    if seen.draft is None or seen.draft.top is None:
        raise ValueError("there is no card to keep or throw away")
    return seen.draft.top


def _points_added(rules: Ruleset, own: int, card: int, now: float) -> float:
    with_it = own | 1 << card
    return hand_value(rules, with_it).most() - now + HEIGHT * (rules.cards.ranks[card] % 100)


def _cards_to_come(seen: Observation, top: int) -> int:
    """Return the cards that may come, as far as the seat knows, as a bit set."""
    return not_seen(seen)[0] & ~(1 << top)


def pass_simply(seen: Observation, seat: int) -> Pass:
    """Choose by rank alone: the nil bidder gives trumps and high cards."""
    ranks, own = seen.rules.cards.ranks, seen.own or 0
    if seen.bids[seat] != 0:
        return _lowest_cards(seen, seat)
    held = sorted(cards_of(own), key=ranks.__getitem__, reverse=True)
    return Pass(seat, hand_of(held[: _cards_to_pass(seen)]))


def pass_cards(seen: Observation, seat: int) -> Pass:
    """Choose by what the nil bidder's hand becomes."""
    if seen.bids[seat] != 0:
        return _lowest_cards(seen, seat)
    own = kept = seen.own or 0
    for _ in range(_cards_to_pass(seen)):
        kept &= ~(1 << most_dangerous(seen.rules, kept))
    return Pass(seat, own & ~kept)


def most_dangerous(rules: Ruleset, own: int) -> int:
    """Return the card without which a nil is safest, the highest of equals."""

    def without(card: int) -> tuple[float, int]:
        kept = own & ~(1 << card)
        return hand_value(rules, kept).least(), -rules.cards.ranks[card]

    return min(cards_of(own), key=without)


def _lowest_cards(seen: Observation, seat: int) -> Pass:
    """Pass low cards of plain suits, short suits first and trumps last."""
    rules, own = seen.rules, seen.own or 0
    ranks, masks = rules.cards.ranks, rules.cards.suit_masks

    def order(card: int) -> tuple[bool, int, int]:
        suit = rules.cards.suit_of[card]
        return suit == SPADES, ranks[card], (own & masks[suit]).bit_count()

    return Pass(seat, hand_of(sorted(cards_of(own), key=order)[: _cards_to_pass(seen)]))


def _cards_to_pass(seen: Observation) -> int:
    first = seen.legal[0]
    return first.cards.bit_count() if isinstance(first, Pass) else 0

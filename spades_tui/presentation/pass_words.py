"""Sentences about the exchange for a nil: the question, and the cards that came (NL-8)."""

from spades_tui.presentation.wording import Wording, in_words, sorted_hand
from spades_tui.rules.component import plural
from spades_tui.seats import Observation

ORDERS = {
    "together": "Both partners choose before either sees the other's cards.",
    "nil_first": "The nil bidder gives first. The partner sees those cards, then gives as many back.",
}
"""By `order` of the exchange: a sentence about which cards each player sees before choosing."""


def asked(seen: Observation, look: Wording, count: int) -> tuple[str, ...]:
    """Return the question for `count` cards, after the cards that came, if any."""
    partner, cards = look.name(_partner(seen)), plural(count, "card")
    if seen.got:
        return cards_from_partner(seen, look), asked_briefly(seen, count)
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        return (f"For your nil: give {cards} to {partner}, face down.",)
    return (f"For {partner}'s nil: give {cards}, face down.",)


def asked_briefly(seen: Observation, count: int) -> str:
    """Return the question for `count` cards, short."""
    return f"Give {plural(count, 'card')} {'back' if seen.got else 'to your partner'}, face down."


def cards_from_partner(seen: Observation, look: Wording) -> str:
    """Return the partner's cards as a sentence; "" if none came, or once the seat has played a card."""
    if not seen.got or not seen.fresh:
        return ""
    given = seen.passed & ~(seen.own or 0)
    back = f" for {_card_list(seen, look, given)}" if given else ""
    return f"{look.name(_partner(seen))} gave you {_card_list(seen, look, seen.got)}{back}."


def _partner(seen: Observation) -> int:
    return next(seat for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)


def _card_list(seen: Observation, look: Wording, chosen: int) -> str:
    return in_words([look.in_sentence(card) for card in sorted_hand(seen.rules, look, chosen)])

"""The exchange for a nil in words: which cards are asked for, what has come (NL-8). No rule is known here."""

from spades_tui.presentation.wording import Wording, in_words, sorted_hand
from spades_tui.rules.component import plural
from spades_tui.seats import Observation

ORDERS = {
    "together": "Both partners choose before either sees what comes.",
    "nil_first": "The nil gives first; the partner sees what comes, then gives as many back.",
}
"""Who chooses before he has seen what comes."""


def asked(seen: Observation, look: Wording, count: int) -> tuple[str, ...]:
    """Return the sentences that ask for so many cards for the partner, what has come first."""
    partner, cards = look.name(_partner(seen)), plural(count, "card")
    if seen.got:
        return came(seen, look), asked_briefly(seen, count)
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        return (f"For your nil: give {cards} to {partner}, face down.",)
    return (f"For {partner}'s nil: give {cards}, face down.",)


def asked_briefly(seen: Observation, count: int) -> str:
    """Return the sentence that asks for so many cards."""
    return f"Give {plural(count, 'card')} {'back' if seen.got else 'to your partner'}, face down."


def came(seen: Observation, look: Wording) -> str:
    """What the partner has given, in a sentence; nothing if nothing came, or once the seat has played a card."""
    if not seen.got or not seen.fresh:
        return ""
    given = seen.passed & ~(seen.own or 0)
    back = f" for {_told(seen, look, given)}" if given else ""
    return f"{look.name(_partner(seen))} gave you {_told(seen, look, seen.got)}{back}."


def _partner(seen: Observation) -> int:
    return next(seat for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)


def _told(seen: Observation, look: Wording, chosen: int) -> str:
    return in_words([look.in_sentence(card) for card in sorted_hand(seen.rules, look, chosen)])

"""Sentences about cards that come and go: the draft (TW-1), the exchange for a nil (NL-8), drawn cards, the kitty."""

from spades_tui.cards import parse
from spades_tui.language.amounts import plural
from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.seats import Observation

ORDERS = {
    "together": "Both partners choose before either sees the other's cards.",
    "nil_first": "The nil bidder gives first. The partner sees those cards, then gives as many back.",
}
"""By `order` of the exchange: a sentence about which cards each player sees before choosing."""


def new_cards_words(seen: Observation, look: Wording) -> str:
    """Return a sentence about the cards the viewer just got by a draft or a pass; "" if there are none."""
    return cards_from_partner(seen, look) or last_draft(seen, look)


def draft_question(seen: Observation, look: Wording) -> str:
    """Return the question about the card on top of the stock."""
    top = seen.draft.top if seen.draft is not None else None
    return f"{look.in_sentence(top)} is on top of the stock. Keep it, or throw it away?" if top is not None else ""


def draft_explanation(seen: Observation, look: Wording, keep: bool) -> tuple[str, ...]:
    """Explain one of the two choices, and list the cards thrown away so far."""
    words = "You throw it away and must keep the next card."
    if keep:
        how = "you see it" if seen.rules.variant.deal.draft == "seen" else "nobody sees it"
        words = f"You keep it. The next card is thrown away; {how}."
    if seen.draft is None or not seen.draft.away:
        return (words,)
    away = sorted_hand(seen.rules, look, seen.draft.away)
    return words, f"Thrown away: {' '.join(map(look.face, away))}"


def last_draft(seen: Observation, look: Wording) -> str:
    """Return the result of the seat's last decision as a sentence, until the seat has bid."""
    last = seen.draft.last if seen.draft is not None else None
    if last is None or seen.seat is None or seen.bids[seen.seat] is not None:
        return ""
    first = look.in_sentence(last.first)
    if last.second is None:
        return f"You kept {first}; the next card was thrown away unseen."
    second = look.in_sentence(last.second)
    return f"You kept {first} and threw {second} away." if last.keep else f"You threw {first} away and got {second}."


def draft_notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the notes above the question while cards are drafted."""
    draft = seen.draft
    if draft is None:
        return ()
    told = [f"{plural(draft.stock, 'card')} in the stock."]
    for seat in seen.table:
        if seat != seen.seat:
            did = [keep for other, keep in draft.decided if other == seat]
            told.append(f"{look.name(seat)} kept {sum(did)}, threw {len(did) - sum(did)} away.")
    last = last_draft(seen, look)
    return (*([last] if last else []), *told)


def kitty_question(seen: Observation, look: Wording) -> tuple[str, str]:
    """Return what the taker of the kitty is told, and what taking it means; empty in games without one (HR-9)."""
    kitty = seen.rules.kitty
    if kitty is None:
        return "", ""
    back = "one card" if kitty.cards == 1 else "as many cards"
    cards = "the card" if kitty.cards == 1 else f"the {kitty.cards} cards"
    means = f"You take {cards}, then throw {back} back, face down."
    card = parse(kitty.card)
    if kitty.taker == "dealer":
        return "You deal: you take the kitty.", means
    if (seen.own or 0) >> card & 1:
        return f"You have {look.in_sentence(card)}: you take the kitty.", means
    return f"Nobody has {look.in_sentence(card)}, and you deal: you take the kitty.", means


def discard_question(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the cards that the seat drew, and how many it still has to throw back (3B-6, 3B-7, HR-9)."""
    left = seen.sizes[seen.seat or 0] - seen.rules.tricks
    cards = "one card" if left == 1 else plural(left, "card")
    if left < seen.drawn.bit_count():
        cards = cards.replace(" ", " more ")
    return f"You drew {look.cards(sorted_hand(seen.rules, look, seen.drawn))}.", f"Throw {cards} back, face down."


def pass_question(seen: Observation, look: Wording, count: int) -> tuple[str, ...]:
    """Return the question for `count` cards, after the cards that came, if any."""
    partner, cards = look.name(_partner(seen)), plural(count, "card")
    if seen.got:
        return cards_from_partner(seen, look), short_pass_question(seen, count)
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        return (f"For your nil: give {cards} to {partner}, face down.",)
    return (f"For {partner}'s nil: give {cards}, face down.",)


def short_pass_question(seen: Observation, count: int) -> str:
    """Return the question for `count` cards, short."""
    return f"Give {plural(count, 'card')} {'back' if seen.got else 'to your partner'}, face down."


def cards_from_partner(seen: Observation, look: Wording) -> str:
    """Return the partner's cards as a sentence; "" if none came, or once the seat has played a card."""
    if not seen.got or not seen.fresh:
        return ""
    given = seen.passed & ~(seen.own or 0)
    back = f" for {look.cards(sorted_hand(seen.rules, look, given))}" if given else ""
    return f"{look.name(_partner(seen))} gave you {look.cards(sorted_hand(seen.rules, look, seen.got))}{back}."


def _partner(seen: Observation) -> int:
    return next(seat for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)

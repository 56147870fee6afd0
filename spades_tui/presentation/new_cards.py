"""Sentences about cards that come and go.

They come by the draft (TW-1), the exchange for a nil (NL-8), the extra card and the kitty.
"""

from spades_tui.cards import parse
from spades_tui.language.sentence_parts import plural
from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.seats import Observation

ORDERS = {
    "together": "Both partners choose before either sees the other's cards.",
    "nil_first": (
        "The nil bidder gives first. The partner sees those cards, then gives as many back."
    ),
}
"""By `order` of the exchange: a sentence about which cards each player sees before choosing."""


def new_cards_words(seen: Observation, look: Wording) -> str:
    """Return a sentence about the cards that the viewer just drafted or was given, or ""."""
    return cards_from_partner(seen, look) or last_draft(seen, look)


def draft_question(seen: Observation, look: Wording) -> str:
    """Return the question about the card on top of the stock."""
    if seen.draft is None or seen.draft.top is None:
        return ""
    top = look.in_sentence(seen.draft.top)
    return f"{top} is on top of the stock. Keep it, or throw it away?"


def draft_explanation(seen: Observation, look: Wording, keep: bool) -> tuple[str, ...]:
    """Explain one of the two choices, and list the cards thrown away so far."""
    words = "You throw it away and must keep the next card."
    if keep:
        how = "you see it" if seen.rules.variant.deal.draft == "seen" else "nobody sees it"
        words = f"You keep it. The next card is thrown away; {how}."
    if seen.draft is None or not seen.draft.away:
        return (words,)
    away = sorted_hand(seen.rules, look, seen.draft.away)
    faces = " ".join(map(look.face, away))
    return words, f"Thrown away: {faces}"


def last_draft(seen: Observation, look: Wording) -> str:
    """Return the result of the seat's last decision as a sentence, until the seat has bid."""
    if seen.draft is None or seen.draft.last is None:
        return ""
    if seen.seat is None or seen.bids[seen.seat] is not None:
        return ""
    last = seen.draft.last
    first = look.in_sentence(last.first)
    if last.second is None:
        return f"You kept {first}; the next card was thrown away unseen."
    second = look.in_sentence(last.second)
    if last.keep:
        return f"You kept {first} and threw {second} away."
    return f"You threw {first} away and got {second}."


def draft_notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the notes above the question while cards are drafted."""
    draft = seen.draft
    if draft is None:
        return ()
    last = last_draft(seen, look)
    sentences = [last] if last else []
    sentences.append(f"{plural(draft.stock, 'card')} in the stock.")
    for seat in seen.table:
        if seat != seen.seat:
            kept = draft.decided.count((seat, True))
            thrown = draft.decided.count((seat, False))
            sentences.append(f"{look.name(seat)} kept {kept}, threw {thrown} away.")
    return tuple(sentences)


def kitty_question(seen: Observation, look: Wording) -> tuple[str, str]:
    """Return why the seat takes the kitty, and what that means (HR-9).

    Both are empty in games without a kitty.
    """
    kitty = seen.rules.kitty
    if kitty is None:
        return "", ""
    if kitty.cards == 1:
        means = "You take the card, then throw one card back, face down."
    else:
        means = f"You take the {kitty.cards} cards, then throw as many cards back, face down."
    card = parse(kitty.card)
    if kitty.taker == "dealer":
        return "You deal: you take the kitty.", means
    if (seen.own or 0) >> card & 1:
        return f"You have {look.in_sentence(card)}: you take the kitty.", means
    return f"Nobody has {look.in_sentence(card)}, and you deal: you take the kitty.", means


def discard_question(seen: Observation, look: Wording) -> tuple[str, ...]:
    """Return the cards that the seat drew, and how many it still has to throw back.

    Rules: 3B-6, 3B-7, HR-9.
    """
    left = seen.sizes[seen.seat or 0] - seen.rules.tricks
    cards = "one card" if left == 1 else plural(left, "card")
    if left < seen.drawn.bit_count():
        cards = cards.replace(" ", " more ")
    drawn = look.cards(sorted_hand(seen.rules, look, seen.drawn))
    return f"You drew {drawn}.", f"Throw {cards} back, face down."


def pass_question(seen: Observation, look: Wording, count: int) -> tuple[str, ...]:
    """Return the question for `count` cards, after the cards that came, if any."""
    partner = look.name(_partner(seen))
    cards = plural(count, "card")
    if seen.got:
        return cards_from_partner(seen, look), short_pass_question(seen, count)
    if seen.seat is not None and seen.bids[seen.seat] == 0:
        return (f"For your nil: give {cards} to {partner}, face down.",)
    return (f"For {partner}'s nil: give {cards}, face down.",)


def short_pass_question(seen: Observation, count: int) -> str:
    """Return the question for `count` cards, short."""
    to = "back" if seen.got else "to your partner"
    return f"Give {plural(count, 'card')} {to}, face down."


def cards_from_partner(seen: Observation, look: Wording) -> str:
    """Return the partner's cards as a sentence; none once the seat has played a card."""
    if not seen.got or not seen.fresh:
        return ""
    got = look.cards(sorted_hand(seen.rules, look, seen.got))
    passed = sorted_hand(seen.rules, look, seen.passed & ~(seen.own or 0))
    back = ""
    if passed:
        back = f" for {look.cards(passed)}"
    return f"{look.name(_partner(seen))} gave you {got}{back}."


def _partner(seen: Observation) -> int:
    return next(seat for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)

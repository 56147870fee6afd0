"""Sentences about the draft from the stock: the question, the card that came, the public facts (TW-1)."""

from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.rules.component import plural
from spades_tui.seats import Observation


def asked(seen: Observation, look: Wording) -> str:
    """Return the question about the card on top of the stock."""
    top = seen.draft.top if seen.draft is not None else None
    return f"{look.in_sentence(top)} is on top of the stock. Keep it, or throw it away?" if top is not None else ""


def explained(seen: Observation, look: Wording, keep: bool) -> tuple[str, ...]:
    """Explain one of the two choices, and list the cards thrown away so far."""
    words = "You throw it away and must keep the next card."
    if keep:
        how = "you see it" if seen.rules.variant.deal.draft == "seen" else "nobody sees it"
        words = f"You keep it. The next card is thrown away; {how}."
    return tuple(line for line in (words, away(seen, look)) if line)


def last_draft(seen: Observation, look: Wording) -> str:
    """Return the result of the seat's last decision as a sentence, until the seat has bid."""
    last = seen.draft.last if seen.draft is not None else None
    if last is None or seen.seat is None or seen.bids[seen.seat] is not None:
        return ""
    if not last.keep and last.second is not None:
        return f"You threw {look.in_sentence(last.first)} away and got {look.in_sentence(last.second)}."
    away = (
        f" and threw {look.in_sentence(last.second)} away"
        if last.second is not None
        else "; the next card was thrown away unseen"
    )
    return f"You kept {look.in_sentence(last.first)}{away}."


def notes(seen: Observation, look: Wording) -> tuple[str, ...]:
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


def away(seen: Observation, look: Wording) -> str:
    """Return the cards that the seat threw away and has seen."""
    if seen.draft is None or not seen.draft.away:
        return ""
    return "Thrown away: " + " ".join(look.face(card) for card in sorted_hand(seen.rules, look, seen.draft.away))

"""The draft from the stock in words: what is asked, what came, what everybody knows of it (TW-1). No rule is known."""

from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.rules.component import plural
from spades_tui.seats import Observation


def asked(seen: Observation, look: Wording) -> str:
    """What is to be decided."""
    top = seen.draft.top if seen.draft is not None else None
    return f"{look.in_sentence(top)} is on top of the stock: keep it, or throw it away?" if top is not None else ""


def explained(seen: Observation, look: Wording, keep: bool) -> tuple[str, ...]:
    """What either choice leads to, and what has gone away so far."""
    words = "It goes to your throw-aways, and the next card is yours, whatever it is."
    if keep:
        how = "where you see it" if seen.rules.variant.deal.draft == "seen" else "unseen"
        words = f"It is yours, and the next card goes to your throw-aways, {how}."
    return tuple(line for line in (words, away(seen, look)) if line)


def came(seen: Observation, look: Wording) -> str:
    """What the seat's last decision has brought, in a sentence, until the seat has bid."""
    last = seen.draft.last if seen.draft is not None else None
    if last is None or seen.seat is None or seen.bids[seen.seat] is not None:
        return ""
    if not last.keep and last.second is not None:
        return f"You threw {look.in_sentence(last.first)} away and got {look.in_sentence(last.second)}."
    away = (
        f"; {look.in_sentence(last.second)} went away"
        if last.second is not None
        else "; the next card went away unseen"
    )
    return f"You kept {look.in_sentence(last.first)}{away}."


def notes(seen: Observation, look: Wording) -> tuple[str, ...]:
    """What stands above the question while cards are drafted."""
    draft = seen.draft
    if draft is None:
        return ()
    told = [f"{plural(draft.stock, 'card')} in the stock."]
    for seat in seen.table:
        if seat != seen.seat:
            did = [keep for other, keep in draft.decided if other == seat]
            told.append(f"{look.name(seat)} kept {sum(did)}, threw {len(did) - sum(did)} away.")
    last = came(seen, look)
    return (*([last] if last else []), *told)


def away(seen: Observation, look: Wording) -> str:
    """The seat's own throw-aways, as far as it has seen them."""
    if seen.draft is None or not seen.draft.away:
        return ""
    return "Thrown away: " + " ".join(look.face(card) for card in sorted_hand(seen.rules, look, seen.draft.away))

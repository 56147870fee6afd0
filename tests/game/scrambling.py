"""Deal the cards that a seat doesn't know in another way."""

import random

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.state import GameState


def known(state: GameState, seat: int, own: int | None) -> int:
    """Return the cards that a seat may have seen in this hand by the rules, as a bit set.

    `own`: its hand, or None if it has not looked.
    """
    rules, hand = state.rules, state.current
    found = own or 0
    found |= cards.hand_of(played.card for trick in (*hand.tricks, hand.trick) for played in trick)
    found |= hand.thrown[seat] | hand.passed[seat]
    partners = [other for other in rules.sides[rules.side_of[seat]] if other != seat]
    for partner in partners:
        at_once = rules.exchange is not None and rules.exchange.pass_order == "nil_first"
        found |= hand.passed[partner] if at_once or hand.passed[seat] else 0
    for made in hand.drafts:
        if made.seat == seat:
            found |= 1 << made.first
            found |= 0 if made.keep and rules.variant.deal.draft == "unseen" else 1 << made.second
    if hand.stock and (hand.dealer + 1 + len(hand.drafts)) % rules.seats == seat:
        found |= 1 << hand.stock[0]
    return found


def scrambled(state: GameState, fixed: int, rng: random.Random) -> GameState:
    """Return the state with all cards but the fixed ones exchanged among each other."""
    hand = state.current
    loose = [card for card in state.rules.cards.pack if not fixed >> card & 1]
    new = loose[:]
    rng.shuffle(new)
    change = dict(zip(loose, new, strict=True))

    def moved(held: int | None) -> int | None:
        return None if held is None else cards.hand_of(change.get(card, card) for card in cards.cards_of(held))

    return replace(
        state,
        hand=replace(
            hand,
            dealt=tuple(moved(held) for held in hand.dealt),
            holding=tuple(moved(held) or 0 for held in hand.holding),
            aside=moved(hand.aside) or 0,
            dead=moved(hand.dead),
            drawn=moved(hand.drawn) or 0,
            thrown=tuple(moved(held) or 0 for held in hand.thrown),
            stock=tuple(change.get(card, card) for card in hand.stock),
            drafts=tuple(
                replace(made, first=change.get(made.first, made.first), second=change.get(made.second, made.second))
                for made in hand.drafts
            ),
            passed=tuple(moved(held) or 0 for held in hand.passed),
            got=tuple(moved(held) or 0 for held in hand.got),
        ),
    )

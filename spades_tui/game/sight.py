"""Which cards a seat sees: its own, and all others that it knows."""

from spades_tui.game.bidding import open_numbers
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, drafter, thrown_away, top_card


def sees_own_cards(state: GameState, seat: int) -> bool:
    """Return whether a seat has been shown its hand (JK-9, BM-3, NL-7); True if it has no right to go blind."""
    hand = state.current
    if not (hand.may_go_blind[seat] or hand.may_nil_blind[seat]):
        return True
    if hand.looked[seat] or state.phase not in (Phase.BID, Phase.DRAW, Phase.DISCARD):
        return True
    blind = state.rules.blind
    if blind is None or hand.bidders == len(hand.order):
        return True
    if blind.own_nil and hand.bids[seat] is None:
        return not open_numbers(state.rules, hand, seat, blind=True)
    if blind.own_nil and (not hand.bids[seat] or not hand.blind[seat]):
        return True
    if blind.who == "side":
        partners = state.rules.sides[state.rules.side_of[seat]]
        looked = any(hand.looked[other] for other in partners)
        return looked or all(hand.bids[other] is not None for other in partners)
    return False


def played_cards(state: GameState) -> int:
    """Return the cards, as a bit set, that have been played in this hand."""
    played = 0
    for trick in (*state.current.tricks, state.current.trick):
        for one in trick:
            played |= 1 << one.card
    return played


def seen_cards(state: GameState, seat: int) -> int:
    """Return every card that a seat sees now, as a bit set: its own, those played, and a scored dead hand."""
    hand = state.hand
    if hand is None:
        return 0
    seen = played_cards(state)
    if sees_own_cards(state, seat):
        seen |= hand.holding[seat]
    if hand.dead is not None and state.standing.hands >= hand.number:
        seen |= hand.dead
    if hand.drafts or hand.stock:
        seen |= thrown_away(hand.drafts, seat)
        top = top_card(state)
        if top is not None and drafter(hand.table, hand.drafts) == seat:
            seen |= 1 << top
    return seen

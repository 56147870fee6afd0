"""Which bids a seat may make, shared by the events of the bidding."""

from msgspec.structs import replace

from spades_tui.game.open_numbers import bound_by_partner, open_numbers
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import on_turn
from spades_tui.game.state import GameState, HandState, changed_at, contracts


def may_choose_blind(state: GameState, seat: int) -> bool:
    """Return whether this seat, on its turn to bid, can choose to look or bid blind (JK-9, BM-3, NL-7)."""
    if state.rules.blind is None or state.phase != Phase.BID or on_turn(state) != seat:
        return False
    hand = state.current
    if hand.looked[seat] or bound_by_partner(state.rules, hand, seat):
        return False
    return bool(open_numbers(state.rules, hand, seat, blind=True))


def must_bid_blind(state: GameState, seat: int) -> bool:
    """Return whether a partner has already gone blind for this seat's side (JK-9)."""
    return bound_by_partner(state.rules, state.current, seat)


def may_change_bid(state: GameState, seat: int) -> bool:
    """Return whether this seat bid last and may still change its bid (3B-5)."""
    rules, hand = state.rules, state.hand
    if rules.change is None or hand is None or hand.bidders == 0 or hand.order[hand.bidders - 1] != seat:
        return False
    if seat in hand.zero_drawn:
        return False
    if state.phase in (Phase.BID, Phase.DRAW):
        return True
    if state.phase == Phase.DISCARD:
        return hand.high_drawer is not None and hand.discarding == hand.high_drawer
    if state.phase == Phase.RAISE:
        return hand.high_drawer is None and _untouched(state)
    if state.phase == Phase.PLAY:
        untouched = rules.raises is None
        return hand.high_drawer is None and untouched and not hand.tricks and not hand.trick and hand.claimed is None
    return False


def _untouched(state: GameState) -> bool:
    """Return whether nobody has raised, promised or stood yet."""
    hand = state.current
    first = hand.raiser == 0 and hand.stood == 0 and not hand.announced
    return first and all(total is None for total in hand.raised)


def raise_range(state: GameState, seat: int) -> tuple[int, int] | None:
    """Return the lowest and highest bid to which a seat may raise on its turn; None if it can't (JK-5, BM-4)."""
    rules, hand = state.rules, state.current
    if rules.raises is None:
        return None
    side = rules.side_of[seat]
    if rules.raises.of == "side":
        current = contracts(rules, hand)[side] or 0
        blind = any(hand.blind[other] for other in rules.sides[side])
    else:
        current, blind = hand.bids[seat] or 0, hand.blind[seat]
    if blind or current >= rules.raises.max:
        return None
    return current + 1, rules.raises.max


def with_bid(hand: HandState, seat: int, bid: int, blind: bool = False) -> HandState:
    """Return the hand after this bid."""
    return replace(hand, bids=changed_at(hand.bids, seat, bid), blind=changed_at(hand.blind, seat, blind))

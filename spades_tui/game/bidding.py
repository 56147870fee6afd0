"""The bidding: blind bids, bids and their changes, the extra card, raises and promises.

For each fact there is a `refuse_…`, which says why not, and an `apply_…`, which trusts that it was asked.
"""

from dataclasses import replace

from spades_tui import cards
from spades_tui.game.facts import Bid, Discard, Draw, Look, Promise, Raise, Redeal, Stand
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, HandState, Phase, contracts, sees_own_cards
from spades_tui.rules.bids import HighDraw, Skip
from spades_tui.rules.bids import Raise as RaiseStage
from spades_tui.rules.ruleset import Ruleset

_PICTURES = cards.hand_of(card for card in range(39) if card % 13 >= 9)
"""Jacks, queens, kings and aces of the plain suits."""


def on_turn(state: GameState) -> int | None:
    """The seat whose turn it is in the bidding phases; None if nobody's."""
    hand = state.hand
    if hand is None:
        return None
    if state.phase == Phase.BID:
        return hand.order[hand.bidders]
    if state.phase == Phase.DRAW:
        return hand.drawing if hand.drawing is not None else highest_bidder(hand)
    if state.phase == Phase.DISCARD:
        return hand.discarding
    if state.phase == Phase.RAISE:
        return hand.order[hand.raiser]
    return None


def highest_bidder(hand: HandState) -> int | None:
    """The highest bidder, the earliest of equals; None if all bid zero (3B-7)."""
    best = max(hand.order, key=lambda seat: (hand.bids[seat] or 0, -hand.order.index(seat)))
    return best if hand.bids[best] else None


def may_choose_blind(state: GameState, seat: int) -> bool:
    """Whether this seat, on its turn to bid, has the choice to go blind or look (JK-9, BM-3)."""
    hand = state.current
    blind = state.rules.blind
    if blind is None or state.phase != Phase.BID or on_turn(state) != seat:
        return False
    if not hand.may_go_blind[seat] or hand.looked[seat]:
        return False
    return blind.who != "side" or _first_of_side(state.rules, hand, seat)


def must_bid_blind(state: GameState, seat: int) -> bool:
    """Whether a partner has already gone blind for this seat's side (JK-9)."""
    hand, rules = state.current, state.rules
    if rules.blind is None or rules.blind.who != "side":
        return False
    return any(hand.blind[other] for other in rules.sides[rules.side_of[seat]] if other != seat)


def _first_of_side(rules: Ruleset, hand: HandState, seat: int) -> bool:
    return all(hand.bids[other] is None for other in rules.sides[rules.side_of[seat]])


def bid_range(state: GameState, seat: int) -> tuple[int, int]:
    """The least and the greatest bid of a seat; with a side's total, those that leave it in bounds (JK-4)."""
    rules, hand = state.rules, state.current
    low, high = rules.number.min, rules.number.max
    total = rules.side_total
    if total is None:
        return low, high
    partner_bid = next((hand.bids[s] for s in rules.sides[rules.side_of[seat]] if s != seat), None)
    if partner_bid is None:
        return max(low, total.min - rules.number.max), min(high, total.max - rules.number.min)
    return max(low, total.min - partner_bid), min(high, total.max - partner_bid)


def may_change_bid(state: GameState, seat: int) -> bool:
    """Whether this seat bid most recently and may still change its bid (3B-5)."""
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
        untouched = not any(isinstance(stage, RaiseStage) for stage in rules.stages)
        return hand.high_drawer is None and untouched and not hand.tricks and not hand.trick and hand.claimed is None
    return False


def _untouched(state: GameState) -> bool:
    """Whether nobody has raised, promised or stood yet."""
    hand = state.current
    first = hand.raiser == 0 and hand.stood == 0 and not any(hand.promises)
    return first and all(total is None for total in hand.raised)


def refuse_redeal(state: GameState, fact: Redeal) -> Refusal | None:
    """JK-13d: no spade, no picture card, no ace; on his turn, after looking, before bidding."""
    rules = state.rules
    if rules.new_deal is None:
        return Refusal("JK-13", "At this table nobody may call for a new deal")
    rule = rules.new_deal.rule
    if state.phase != Phase.BID or on_turn(state) != fact.seat:
        return Refusal(rule, "A new deal is called on one's turn, before bidding")
    if not sees_own_cards(state, fact.seat):
        return Refusal(rule, "Look at your cards before you call for a new deal")
    if not worthless(rules, state.current.holding[fact.seat]):
        return Refusal(rule, "A new deal needs a hand without a spade, a picture card or an ace")
    return None


def worthless(rules: Ruleset, holding: int) -> bool:
    """Whether a hand has no trump, no picture card and no ace (JK-13d)."""
    return not holding & (rules.cards.suit_masks[cards.SPADES] | _PICTURES)


def apply_redeal(state: GameState, fact: Redeal) -> GameState:
    """The same dealer will deal the same hand again (JK-13d)."""
    return replace(state, phase=Phase.DEAL, hand=None, redealt=True)


def refuse_look(state: GameState, fact: Look) -> Refusal | None:
    """JK-9, BM-3: only a seat that still has the choice looks."""
    if state.phase != Phase.BID or on_turn(state) != fact.seat:
        return Refusal("C-4", "It is not your turn to bid")
    if not may_choose_blind(state, fact.seat):
        rule = state.rules.blind.rule if state.rules.blind else "C-4"
        return Refusal(rule, "There is no choice between looking and bidding blind here")
    return None


def apply_look(state: GameState, fact: Look) -> GameState:
    """The right to go blind ends; where it is the side's, it ends for the side."""
    hand = state.current
    looked = tuple(seen or seat == fact.seat for seat, seen in enumerate(hand.looked))
    return replace(state, hand=replace(hand, looked=looked))


def refuse_bid(state: GameState, fact: Bid) -> Refusal | None:
    """SB-2, JK-4, JK-9, BM-3, 3B-5: whose turn it is, which numbers, blind or not, or a change."""
    hand = state.hand
    rule = state.rules.number.rule
    if hand is None or state.phase in (Phase.DEAL, Phase.PLAYED, Phase.OVER) or fact.seat not in hand.order:
        return Refusal("C-4", "There is nothing to bid on now")
    if may_change_bid(state, fact.seat):
        return _refuse_change(state, fact)
    if state.phase != Phase.BID or on_turn(state) != fact.seat:
        if hand.bids[fact.seat] is not None:
            return Refusal(state.rules.change.rule if state.rules.change else rule, "Your bid stands")
        return Refusal("C-4", "It is not your turn to bid")
    low, high = bid_range(state, fact.seat)
    if not low <= fact.bid <= high:
        return Refusal(rule, f"A bid of {low} to {high} is wanted, not {fact.bid}")
    if fact.blind:
        blind_rule = state.rules.blind.rule if state.rules.blind else rule
        if not (may_choose_blind(state, fact.seat) or must_bid_blind(state, fact.seat)):
            return Refusal(blind_rule, "You may not bid blind now")
    elif must_bid_blind(state, fact.seat):
        return Refusal(
            state.rules.blind.rule if state.rules.blind else rule, "Your partner has gone blind: bid blind as well"
        )
    elif may_choose_blind(state, fact.seat):
        return Refusal(state.rules.blind.rule if state.rules.blind else rule, "Look at your cards first, or bid blind")
    return None


def _refuse_change(state: GameState, fact: Bid) -> Refusal | None:
    hand, rules = state.current, state.rules
    rule = rules.change.rule if rules.change else "3B-5"
    low, high = rules.number.min, rules.number.max
    if fact.blind:
        return Refusal(rule, "A bid is not changed to a blind one")
    if not low <= fact.bid <= high:
        return Refusal(rule, f"A bid of {low} to {high} is wanted, not {fact.bid}")
    if fact.bid == hand.bids[fact.seat]:
        return Refusal(rule, f"Your bid is {fact.bid} already")
    if hand.high_drawer is None:
        return None
    if fact.bid == 0:
        return Refusal(rule, "The extra card has been drawn: no change to zero")
    if fact.bid == rules.tricks:
        return Refusal(rule, "The extra card has been drawn: no change to all the tricks")
    if highest_bidder(_with_bid(hand, fact)) != hand.high_drawer:
        return Refusal(rule, "The extra card has been drawn: the drawer must stay the highest bidder")
    return None


def _with_bid(hand: HandState, fact: Bid) -> HandState:
    bids = tuple(fact.bid if seat == fact.seat else bid for seat, bid in enumerate(hand.bids))
    blind = tuple(fact.blind if seat == fact.seat else was for seat, was in enumerate(hand.blind))
    return replace(hand, bids=bids, blind=blind)


def apply_bid(state: GameState, fact: Bid) -> GameState:
    """The bid is made or changed; a zero bidder must draw where 3B-6 holds."""
    first = state.current.bids[fact.seat] is None
    hand = _with_bid(state.current, fact)
    if first:
        hand = replace(hand, bidders=hand.bidders + 1)
    if state.phase == Phase.DISCARD:
        return replace(state, hand=hand)
    draws = state.rules.zero_draw is not None and fact.bid == 0
    hand = replace(hand, drawing=fact.seat if draws else None, stage=0)
    return _next_in_bidding(state, hand)


def _next_in_bidding(state: GameState, hand: HandState) -> GameState:
    """What comes after a bid or a discard: a draw, the next bidder, the stages in their order, or play."""
    if hand.drawing is not None:
        return replace(state, phase=Phase.DRAW, hand=hand)
    if hand.bidders < len(hand.order):
        return replace(state, phase=Phase.BID, hand=hand)
    stages = state.rules.stages
    while hand.stage < len(stages):
        stage = stages[hand.stage]
        if isinstance(stage, RaiseStage):
            return replace(state, phase=Phase.RAISE, hand=hand)
        if isinstance(stage, Skip):
            if sum(total or 0 for total in contracts(state.rules, hand)) <= stage.total:
                return replace(state, phase=Phase.PLAYED, hand=replace(hand, skipped=True))
        elif isinstance(stage, HighDraw) and hand.high_drawer is None and highest_bidder(hand) is not None:
            return replace(state, phase=Phase.DRAW, hand=hand)
        hand = replace(hand, stage=hand.stage + 1)
    return replace(state, phase=Phase.PLAY, hand=hand)


def refuse_draw(state: GameState, fact: Draw) -> Refusal | None:
    """3B-6, 3B-7: a zero bidder, or the highest bidder when all have bid."""
    rules = state.rules
    rule = rules.zero_draw.rule if rules.zero_draw else "3B-7"
    if state.phase != Phase.DRAW or on_turn(state) != fact.seat:
        return Refusal(rule, "You may not draw the extra card now")
    return None


def apply_draw(state: GameState, fact: Draw) -> GameState:
    """The extra card joins the hand; one must be thrown back."""
    hand = state.current
    if hand.extra is None:
        raise ValueError("there is no extra card to draw")
    holding = tuple(held | 1 << hand.extra if seat == fact.seat else held for seat, held in enumerate(hand.holding))
    if hand.drawing is not None:
        hand = replace(hand, zero_drawn=(*hand.zero_drawn, fact.seat), drawing=None)
    else:
        hand = replace(hand, high_drawer=fact.seat)
    hand = replace(hand, holding=holding, drawn=hand.extra, extra=None, discarding=fact.seat)
    return replace(state, phase=Phase.DISCARD, hand=hand)


def refuse_discard(state: GameState, fact: Discard) -> Refusal | None:
    """3B-6, 3B-7: the drawer throws back a card that he holds."""
    rule = state.rules.zero_draw.rule if state.rules.zero_draw else "3B-7"
    if state.phase != Phase.DISCARD or on_turn(state) != fact.seat:
        return Refusal(rule, "You have no card to throw back now")
    if not state.current.holding[fact.seat] >> fact.card & 1:
        return Refusal(rule, f"You do not hold {cards.pretty(fact.card)}")
    return None


def apply_discard(state: GameState, fact: Discard) -> GameState:
    """The card is the extra card now."""
    hand = state.current
    holding = tuple(held & ~(1 << fact.card) if seat == fact.seat else held for seat, held in enumerate(hand.holding))
    thrown = tuple(fact.card if seat == fact.seat else was for seat, was in enumerate(hand.thrown))
    hand = replace(hand, holding=holding, extra=fact.card, discarding=None, drawn=None, thrown=thrown)
    return _next_in_bidding(state, hand)


def raise_range(state: GameState, seat: int) -> tuple[int, int] | None:
    """The bids that a seat on its turn may raise to, least and greatest; None if it can only stand (JK-5, BM-4)."""
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


def refuse_raise(state: GameState, fact: Raise) -> Refusal | None:
    """JK-5, BM-4: on his turn, higher than before, not beyond the limit, and not a blind bid."""
    rules, hand = state.rules, state.hand
    if rules.raises is None or hand is None:
        return Refusal("C-8", "Bids are not raised in this game")
    if state.phase != Phase.RAISE or on_turn(state) != fact.seat:
        return Refusal(rules.raises.rule, "It is not your turn to raise")
    bounds = raise_range(state, fact.seat)
    if bounds is None:
        return Refusal(rules.raises.rule, "This bid cannot be raised")
    if not bounds[0] <= fact.bid <= bounds[1]:
        return Refusal(rules.raises.rule, f"A raise to {bounds[0]} … {bounds[1]} is wanted, not {fact.bid}")
    return None


def apply_raise(state: GameState, fact: Raise) -> GameState:
    """The bid is higher, and everybody must stand again."""
    rules, hand = state.rules, state.current
    if rules.raises is not None and rules.raises.of == "side":
        side = rules.side_of[fact.seat]
        hand = replace(hand, raised=tuple(fact.bid if n == side else was for n, was in enumerate(hand.raised)))
    else:
        hand = _with_bid(hand, Bid(fact.seat, fact.bid))
    return replace(state, hand=replace(hand, stood=0, raiser=(hand.raiser + 1) % len(hand.order)))


def refuse_stand(state: GameState, fact: Stand) -> Refusal | None:
    """JK-5, BM-4: on his turn."""
    if state.phase != Phase.RAISE or on_turn(state) != fact.seat:
        return Refusal(
            state.rules.raises.rule if state.rules.raises else "C-8", "It is not your turn to raise or stand"
        )
    return None


def apply_stand(state: GameState, fact: Stand) -> GameState:
    """When all have stood in a row the bidding goes on to what follows."""
    hand = state.current
    hand = replace(hand, stood=hand.stood + 1, raiser=(hand.raiser + 1) % len(hand.order))
    if hand.stood < len(hand.order):
        return replace(state, hand=hand)
    return _next_in_bidding(state, replace(hand, stage=hand.stage + 1))


def refuse_promise(state: GameState, fact: Promise) -> Refusal | None:
    """BM-5: on his turn to raise or stand, once, and not above a bid that must be met exactly."""
    rules, hand = state.rules, state.hand
    part = next((promise for promise in rules.promises if promise.tricks == fact.tricks), None)
    if part is None or hand is None:
        return Refusal("BM-5", f"Nobody can promise the first {fact.tricks} tricks in this game")
    if state.phase != Phase.RAISE or on_turn(state) != fact.seat:
        return Refusal(part.rule, "It is not your turn to promise")
    if hand.promises[fact.seat]:
        return Refusal(part.rule, "You have made a promise already")
    bid = hand.bids[fact.seat] or 0
    if bid < fact.tricks and rules.must_be_exact(bid, hand.blind[fact.seat]):
        return Refusal(
            part.rule, f"A bid of {bid} must be met exactly, so the first {fact.tricks} tricks cannot be promised"
        )
    return None


def apply_promise(state: GameState, fact: Promise) -> GameState:
    """The promise stands beside the bid; the turn goes on."""
    hand = state.current
    promises = tuple(fact.tricks if seat == fact.seat else was for seat, was in enumerate(hand.promises))
    return replace(state, hand=replace(hand, promises=promises))

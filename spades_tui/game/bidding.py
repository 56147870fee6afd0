"""Which bids a seat may make: the numbers that the bounds and limits allow, blind bids, changes and raises."""

from msgspec.structs import replace

from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.state import GameState, HandState, changed_at, contracts
from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.ruleset import Ruleset


def may_choose_blind(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Return whether the seat on turn to bid can choose to look or bid blind (JK-9, BM-3, NL-7)."""
    if rules.blind is None or hand.looked[seat] or bound_by_partner(rules, hand, seat):
        return False
    return bool(open_numbers(rules, hand, seat, blind=True))


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
        untouched = hand.raiser == 0 and hand.stood == 0 and all(total is None for total in hand.raised)
        return hand.high_drawer is None and untouched and not hand.announced
    if state.phase == Phase.PLAY and rules.raises is None:
        return hand.high_drawer is None and not hand.tricks and not hand.trick and hand.claimed is None
    return False


def raise_range(state: GameState, seat: int) -> tuple[int, int] | None:
    """Return the lowest and highest bid to which a seat may raise on its turn; None if it can't (JK-5, BM-4)."""
    rules, hand = state.rules, state.current
    if rules.raises is None:
        return None
    current = hand.bids[seat]
    blind = hand.blind[seat]
    if rules.side_raises:
        side = rules.side_of[seat]
        current = contracts(rules, hand)[side]
        blind = any(hand.blind[other] for other in rules.sides[side])
    least = (current or 0) + 1
    if blind or least > rules.raises.max:
        return None
    return least, rules.raises.max


def with_bid(hand: HandState, seat: int, bid: int, blind: bool = False) -> HandState:
    """Return the hand after this bid."""
    return replace(hand, bids=changed_at(hand.bids, seat, bid), blind=changed_at(hand.blind, seat, blind))


def asked(rules: Ruleset, hand: HandState, seat: int, seen: bool) -> BidContext:
    """Return the facts that bid limits read when a seat has to bid; `seen`: whether it has seen its cards."""
    partner = next((other for other in _partners(rules, seat) if other in hand.table), None)
    return BidContext(
        cards=rules.cards, own=hand.holding[seat] if seen else None, bids=hand.bids, partner=partner,
        to_come=len(hand.order) - 1 - hand.order.index(seat), greatest=rules.number.max, zero=rules.bid_word(0),
    )  # fmt: skip


def _partners(rules: Ruleset, seat: int) -> list[int]:
    """Return the other seats of a side."""
    return [other for other in rules.sides[rules.side_of[seat]] if other != seat]


def _partner_bid(rules: Ruleset, hand: HandState, seat: int) -> int | None:
    """Return the bid of a seat's partner; None before it, and without a partner."""
    return next((hand.bids[other] for other in _partners(rules, seat)), None)


def between(rules: Ruleset, hand: HandState, seat: int) -> tuple[int, int]:
    """Return the lowest and highest number to bid; they keep a side's total within bounds (JK-4)."""
    low, high = rules.number.min, rules.number.max
    total = rules.side_total
    if total is None:
        return low, high
    return total.leaves(low, high, _partner_bid(rules, hand, seat))


def open_numbers(rules: Ruleset, hand: HandState, seat: int, blind: bool = False) -> list[int]:
    """Return the numbers that a seat may bid, seen or blind."""
    low, high = between(rules, hand, seat)
    numbers = list(range(low, high + 1))
    if blind:
        numbers = [bid for bid in numbers if _why_not_blind(rules, hand, seat, bid) is None]
    if not rules.limits:
        return numbers
    who = asked(rules, hand, seat, not blind)

    def is_open(bid: int) -> bool:
        free = blind and _free_of_limits(rules, hand, seat, bid)
        return free or all(limit.allows(who, bid) for limit in rules.limits)

    return list(filter(is_open, numbers))


def _free_of_limits(rules: Ruleset, hand: HandState, seat: int, bid: int) -> bool:
    """Return whether a blind bid has no limits but those of `blind` (HR-4, HR-7)."""
    blind = rules.blind
    if blind is None or not blind.frees_side:
        return False
    own_nil = blind.own_nil and bid == 0 and not bound_by_partner(rules, hand, seat)
    return not own_nil


def bound_by_partner(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Return whether a partner has gone blind for this seat's side; a nil of their own binds nobody (JK-9, HR-7)."""
    blind = rules.blind
    if blind is None or blind.who != "side":
        return False
    partners = [other for other in _partners(rules, seat) if hand.blind[other]]
    return any(not blind.own_nil or hand.bids[other] != 0 for other in partners)


def _why_not_blind(rules: Ruleset, hand: HandState, seat: int, bid: int) -> Refusal | None:
    """Return why a seat that hasn't looked may not bid a number blind, or None if it may (JK-9, NL-7, HR-4, HR-7)."""
    blind = rules.blind
    if blind is None:
        return None
    least = _least_blind(rules, hand, seat)
    if blind.own_nil and bid == 0:
        if not hand.may_nil_blind[seat]:
            return Refusal(blind.rule, f"You can't bid {rules.bid_word(0)} blind: your side isn't far enough behind")
        if least <= 0 or blind.who == "anyone" or not bound_by_partner(rules, hand, seat):
            return None
    elif not _contract_open(rules, hand, seat):
        return Refusal(blind.rule, "Only nil can be bid blind")
    if bid < least:
        together = " of partners together" if blind.who == "side" else ""
        return Refusal(blind.rule, f"A blind bid{together} is {blind.least} or more")
    return None


def _contract_open(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Return whether a seat may still bid more than a nil of its own blind; of a side, the first bidder decides."""
    blind = rules.blind
    if blind is None or not hand.may_go_blind[seat]:
        return False
    if blind.who == "anyone" or bound_by_partner(rules, hand, seat):
        return True
    side = rules.sides[rules.side_of[seat]]
    return all(hand.bids[other] is None and not hand.looked[other] for other in side)


def _least_blind(rules: Ruleset, hand: HandState, seat: int) -> int:
    """Return the lowest number that a seat may bid blind; of a side, the number that completes its total (HR-4)."""
    if rules.blind is None:
        return 0
    if rules.blind.who == "anyone":
        return rules.blind.least
    bid = _partner_bid(rules, hand, seat)
    if bid is None:
        bid = rules.number.max
    return rules.blind.least - bid


def refused_by_limit(rules: Ruleset, hand: HandState, seat: int, bid: int, blind: bool) -> Refusal | None:
    """Return why a number between the bounds may not be bid, or None if it may."""
    if blind:
        why_not = _why_not_blind(rules, hand, seat, bid)
        if why_not is not None or _free_of_limits(rules, hand, seat, bid):
            return why_not
    if not rules.limits:
        return None
    who = asked(rules, hand, seat, not blind)
    for limit in rules.limits:
        if not limit.allows(who, bid):
            return Refusal(limit.rule, limit.why(who))
    return None


def why_not_all(rules: Ruleset, hand: HandState, seat: int) -> tuple[Refusal, ...]:
    """Return the rules that exclude some numbers of a seat that sees its cards, each with its sentence (C-14)."""
    low, high = between(rules, hand, seat)
    numbers = range(low, high + 1)
    if len(numbers) == 1:
        return (_why_no_other(rules, low),)
    if not rules.limits:
        return ()
    who = asked(rules, hand, seat, True)
    reasons = []
    for limit in rules.limits:
        if not all(limit.allows(who, bid) for bid in numbers):
            reasons.append(Refusal(limit.rule, limit.why(who)))
    return tuple(reasons)


def _why_no_other(rules: Ruleset, bid: int) -> Refusal:
    """Return why the bounds leave only this number: it's the only one, or the side's total requires it (JK-4, LG-1)."""
    if rules.number.min == rules.number.max:
        words = "Nobody bids a trick here"
        if bid or rules.zeros_separate:  # a 0 that isn't a nil means no bid
            words = f"Everybody bids {rules.bid_word(bid)} in this hand"
        return Refusal(rules.number.rule, words)
    total = rules.side_total
    assert total is not None
    bounds = f"{total.min} to {total.max}"
    if total.min == total.max:
        bounds = f"{total.min}"
    return Refusal(total.rule, f"Your side bids {bounds} together, so you bid {bid}")

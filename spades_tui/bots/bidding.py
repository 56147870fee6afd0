"""The club player before the first card: bids, blind bids, raises, promises, the extra card and new deals.

It values every choice in points, by the tricks that it may lead to; see `hand_worth.worth`.
"""

import math

from spades_tui.bots.estimate import (
    Estimate,
    alone_with_bags,
    estimate,
    hand_value,
    promise_chance,
    rest_of_blind_bid,
    spread_of_hands,
)
from spades_tui.bots.hand_worth import Worth, worth
from spades_tui.bots.portable_math import add_up, power
from spades_tui.bots.reach import WIDEST, best_within_reach, noise_of
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.sound_bids import (
    bidding_of,
    expected_bid,
    leaves_zero,
    likely_bid,
    partner_of,
    partners_bid,
)
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.game.events import Bid, Discard, Look, Promise, Raise, Redeal, SeatEvent, Stand
from spades_tui.game.phase import Phase
from spades_tui.rules.ruleset import Ruleset, together
from spades_tui.seats import Observation

BLIND_MARGIN = 8.0
"""Minimum points by which a blind bid must be better than looking at the cards."""
ZERO_CHANCE = 0.62
"""Minimum chance of taking no trick, 0 to 1, for a bid of zero."""
GROWING_ZERO_CHANCE = 0.4
"""The same where the value of a zero grows (3B-14): a failed one costs little, and raises the value of the next."""
GROWING_ZERO_CHANCE_OF_THREE = 0.2
"""The same with three players, where a zero is worth twice as much at first."""
RAISE_MARGIN = 3.0
HONEST = 0.2
"""Tricks by which to bid below the estimate if only the side's total counts."""
STEER_DOWN = 0.5
"""Tricks below the estimate that a player can manage to take when that pays."""
STEER_UP = -0.15
"""Tricks above the estimate that a player can manage to take when that pays; negative, because even then they take
fewer.
"""
STEER_UP_WITH_BAGS = 0.35
"""The same if everybody plays alone, counts bags and has three opponents or more, who leave tricks to each other."""
STEER_UP_PAIR = 0.4
"""The same for two partners."""
SPREAD_ALONE = 1.15
"""Standard deviation of one player's tricks."""
SPREAD_PAIR = 1.0
"""Standard deviation of two partners' tricks."""
LEFT_OVER = 0.75
"""How far an estimate moves towards the tricks that the other bids leave, as a share of the distance."""
PROMISE_MARGIN = 10.0
TRIED = 2.6
"""Maximum distance of a bid from the estimate, in tricks, if the rules exclude some bids."""
DICTATED_ZERO = 0.4
"""Chance, 0 to 1, to make a zero forced by the rules, with an unknown hand."""
FORCED = 1.5
"""Minimum tricks above the estimate at which the nearest bid is worse than a doubtful zero."""
TRICKS_A_POINT = 0.1
"""Tricks by which a style moves a bid, per point of its `bid`, if only the side's total counts."""


def choose(seen: Observation, seat: int, style: Style = PLAIN) -> SeatEvent:
    """Return a legal event before the first card, except of a draft or a pass."""
    legal = seen.legal
    if seen.phase is Phase.DRAW:
        return legal[0]  # no bid changes: the leftover card is drawn
    kinds = {type(event) for event in legal}
    if Look in kinds:
        return _blind_or_look(seen, seat)
    if Redeal in kinds and not _makes_good_zero(seen):
        return seen.choices(Redeal)[0]
    if Discard in kinds:
        return _discard(seen, seat, seen.choices(Discard))
    if Stand in kinds:
        return _raise_or_stand(seen, seat, style)
    bids = seen.choices(Bid)
    if seen.own is None:
        return _blind_bids(seen, seat, bids)[1]
    hand = estimate(seen.rules, seen.own)
    tricks = in_position(seen, seat, hand.tricks)
    if only_total_counts(seen, seat):
        # The partner adds to this bid to reach the side's total, so it says what the hand is worth.
        honest = tricks + TRICKS_A_POINT * style.bid
        return min(bids, key=lambda event: abs(event.bid - honest + HONEST))
    offers = [event for event in bids if worth_trying(event.bid, tricks, bids)]
    unsure = hand.zero < _least_zero_chance(seen) - style.zero_chance
    if seen.rules.limits:
        nearest = min((event.bid for event in bids if event.bid), key=lambda bid: abs(bid - tricks), default=0)
        offers = [event for event in bids if event.bid in (0, nearest) or abs(event.bid - tricks) <= TRIED]
        unsure = unsure and nearest <= tricks + FORCED and not leaves_zero(seen, seat, nearest)
    if len(offers) > 1 and unsure and offers[0].bid == 0 and zero_is_a_bid(seen, seat):
        offers = offers[1:]
    return max(offers, key=lambda event: (bid_value(seen, seat, event.bid, tricks, hand, style), -event.bid))


def _least_zero_chance(seen: Observation) -> float:
    if seen.zero_value is None:
        return ZERO_CHANCE
    if seen.rules.players > 3:
        return GROWING_ZERO_CHANCE
    return GROWING_ZERO_CHANCE_OF_THREE


def rule_bid(seen: Observation, seat: int, tricks: float) -> int:
    """Return the club player's bid on a hand of `tricks` estimated tricks that is too risky for a zero.

    It ignores limits on bids. `seen` doesn't need to show the hand.
    """
    rules = seen.rules
    least, most = rules.number.min, rules.number.max
    tricks = in_position(seen, seat, tricks)
    if only_total_counts(seen, seat):
        return min(range(least, most + 1), key=lambda bid: abs(bid - tricks + HONEST))
    if rules.side_total is not None:
        least, most = rules.side_total.leaves(least, most, partners_bid(seen, seat))
    elif zero_is_a_bid(seen, seat):
        least = max(1, least)
    near = min(max(int(tricks), least), most)
    bids = range(max(least, near - 2), min(most, near + 2) + 1)
    hand = Estimate(tricks, 0.0)
    return max(bids, key=lambda bid: (bid_value(seen, seat, bid, tricks, hand), -bid))


def only_total_counts(seen: Observation, seat: int) -> bool:
    """Return whether only the side's total counts and the partner bids later and adds to this bid (JK-4)."""
    if seen.rules.side_total is None:
        return False
    side = seen.rules.sides[seen.rules.side_of[seat]]
    return any(seen.bids[other] is None for other in side if other != seat)


def zero_is_a_bid(seen: Observation, seat: int) -> bool:
    """Return whether a zero promises to take nothing, rather than adding nothing to a side's total."""
    table, _ = _table(seen, seat, 0)
    return table.best_of(table.unit_of[seat]) == 0


def worth_trying(bid: int, tricks: float, bids: list[Bid]) -> bool:
    """Return whether a bid is near enough to the estimate to try; the lowest and the nearest always are."""
    low, high = bids[0].bid, bids[-1].bid
    if bid in (0, high) or abs(bid - tricks) <= 2.6:
        return True
    return abs(bid - min(max(tricks, low), high)) <= 1


def in_position(seen: Observation, seat: int, tricks: float) -> float:
    """Move an estimate towards what the earlier bids leave; the last bidder knows most."""
    rules = seen.rules
    others = [other for other in seen.table if other != seat]
    bidders = [other for other in others if seen.bids[other] is not None]
    share = rules.tricks / rules.players
    surplus = add_up((seen.bids[other] or 0) - share for other in bidders)
    return max(0.0, tricks - LEFT_OVER * surplus * len(bidders) / len(others) ** 2)


def _table(
    seen: Observation, seat: int, bid: int, *, blind: bool = False, total: int | None = None, bag: float = 1.0
) -> tuple[Worth, list[int | None]]:
    """Value this seat's bid, with every seat that hasn't bid yet bidding its share.

    Returns the worth and the bids by seat.
    """
    rules, table, known_bids = seen.rules, seen.table, seen.bids
    bids = list(known_bids)
    blinds = list(seen.blind)
    usual = expected_bid(rules)
    for other in table:
        if bids[other] is None:
            bids[other] = usual
    bids[seat] = bid
    if rules.limits:
        for other in seen.order:
            if known_bids[other] is None and other != seat:
                bids[other] = likely_bid(seen, other, bids)
    side = rules.side_of[seat]
    if blind:
        for other in rules.sides[side]:
            blinds[other] = bids[other] is not None
            if other != seat and known_bids[other] is None:
                bids[other] = max(bids[other] or 0, rest_of_blind_bid(rules, bid))
    contracts: list[int | None] = []
    for n, seats in enumerate(rules.sides):
        contract = None
        if n != side and None not in [known_bids[other] for other in seats]:
            contract = seen.contracts[n]
        if contract is None:
            contract = together(bids, seats)
        contracts.append(contract)
    if total is not None:
        contracts[side] = total
    if rules.side_total is not None:
        contracts[side] = min(rules.side_total.max, max(rules.side_total.min, contracts[side] or 0))
    supposed = Bidding(tuple(bids), tuple(blinds), tuple(contracts), seen.announced)
    return worth(rules, seen.standing, supposed, bag), bids


def bid_value(seen: Observation, seat: int, bid: int, tricks: float, hand: Estimate, style: Style = PLAIN) -> float:
    """Return the side's average points with this bid, with the style's preferences."""
    rules = seen.rules
    table, bids = _table(seen, seat, bid, bag=style.bag)
    unit = table.unit_of[seat]
    partners = [other for other in rules.sides[rules.side_of[seat]] if other != seat and other in seen.table]
    value = 0.0
    expected = tricks + _drawing(seen, seat, bid)
    for partner in partners:
        theirs = (bids[partner] or 0) + 0.1
        other = table.unit_of[partner]
        if other == unit:
            expected += theirs
        else:
            dictated = bool(bid) and leaves_zero(seen, seat, bid)
            value += _separate_partner(table, other, bids[partner] or 0, mine_zero=bid == 0, dictated=dictated)
    if bid == 0 and table.best_of(unit) == 0:
        value += style.zero
        mine = table.row(unit)
        return value + hand.zero * mine[0] + (1 - hand.zero) * (0.75 * mine[1] + 0.25 * mine[min(2, rules.tricks)])
    alone = all(table.unit_of[partner] != unit for partner in partners)
    return value + _steered(rules, table, unit, expected, alone=alone) + style.leans(bid, tricks)


def _steered(rules: Ruleset, table: Worth, unit: int, expected: float, *, alone: bool) -> float:
    """Return the value of expected tricks in points, if one player or two partners steer towards the best number."""
    low = max(0.0, expected - STEER_DOWN)
    if alone:
        upwards = STEER_UP
        if alone_with_bags(rules):
            upwards = STEER_UP_WITH_BAGS
        return _reached(table, unit, low, max(low, expected + upwards), SPREAD_ALONE)
    return _reached(table, unit, low, expected + STEER_UP_PAIR, SPREAD_PAIR)


def _reached(table: Worth, unit: int, least: float, most: float, spread: float) -> float:
    """Value a number of tricks that can be steered to anything from `least` to `most`."""
    far = WIDEST * spread
    return best_within_reach(table.row_between(unit, least - far, most + far), 0, least, most, noise_of(spread))


def _separate_partner(table: Worth, unit: int, bid: int, *, mine_zero: bool, dictated: bool) -> float:
    """Value a partner who is scored separately. `dictated`: the rules leave the partner nothing but a zero."""
    row = table.row_between(unit, 0.0, 1.0)
    if dictated:
        return DICTATED_ZERO * row[0] + (1 - DICTATED_ZERO) * (0.6 * row[1] + 0.4 * row[2])
    if bid == 0:
        return 0.65 * row[0] + 0.35 * row[1]
    expected = float(bid)
    if not mine_zero:
        expected += 0.1
    return _reached(table, unit, max(0.0, expected - 0.5), expected + 0.4, 1.2)


def _drawing(seen: Observation, seat: int, bid: int) -> float:
    """Return the tricks that the extra card adds on average for the highest bidder."""
    rules = seen.rules
    if not bid or not rules.high_draw:
        return 0.0
    others = [seen.bids[other] for other in seen.table if other != seat]
    if any(other is not None and other >= bid for other in others):
        return 0.0
    share = rules.tricks / rules.players
    unknown = sum(other is None for other in others)
    chance: float = power(max(0.0, min(1.0, 0.5 + 0.25 * (bid - share))), unknown)
    return 0.35 * chance


# ---- blind bids --------------------------------------------------------------------------------------------


def _blind_bids(seen: Observation, seat: int, bids: list[Bid]) -> tuple[float, Bid]:
    """Return the best blind bid and its value, with an average hand because the cards are unknown."""
    rules = seen.rules
    partner = partner_of(rules, seen.table, seat)
    share = rules.tricks / rules.players
    best_value, best = -math.inf, min(bids, key=lambda event: abs(event.bid - share))
    own_nil = rules.blind is not None and rules.blind.own_nil
    near = [event for event in bids if abs(event.bid - share) <= 2.5 or (own_nil and event.bid == 0)] or bids
    for event in near:
        table, assumed = _table(seen, seat, event.bid, blind=True)
        unit = table.unit_of[seat]
        expected, spread = share, 1.5 * spread_of_hands(rules)
        if partner is not None and table.unit_of[partner] == unit:
            expected = 2 * share
            usual = float(assumed[partner] or 0)
            if rest_of_blind_bid(rules, event.bid) > 0:
                usual = share
            if seen.bids[partner] is None and abs(event.bid - usual) > 1:
                continue
        if rules.must_be_exact(event.bid, blind=True):
            value = _reached(table, unit, expected, expected, spread + 0.5)
        else:
            value = _reached(table, unit, max(0.0, expected - 0.5), expected + 0.2, spread)
        if value > best_value:
            best_value, best = value, event
    return best_value, best


def _blind_or_look(seen: Observation, seat: int) -> SeatEvent:
    look = seen.choices(Look)[0]
    blind = [event for event in seen.choices(Bid) if event.blind]
    if not blind:
        return look
    value, best = _blind_bids(seen, seat, blind)
    if value > _look_value(seen, seat) + BLIND_MARGIN:
        return best
    return look


def _look_value(seen: Observation, seat: int) -> float:
    """Return the average value in points of looking first and then bidding, over typical hands."""
    rules = seen.rules
    share, spread = rules.tricks / rules.players, spread_of_hands(rules)
    total = 0.0
    for step, weight, zero in ((-1.2, 0.3, 0.25), (0.0, 0.4, 0.02), (1.2, 0.3, 0.02)):
        tricks = max(0.0, share + step * spread)
        hand = Estimate(tricks, zero)
        low = min(max(rules.number.min, int(tricks) - 1), rules.number.max)
        values = [bid_value(seen, seat, bid, tricks, hand) for bid in range(low, min(rules.number.max, low + 2) + 1)]
        total += weight * max(values)
    return total


# ---- raises and promises -----------------------------------------------------------------------------------


def _raise_or_stand(seen: Observation, seat: int, style: Style) -> SeatEvent:
    rules = seen.rules
    stand = seen.choices(Stand)[0]
    promises = seen.choices(Promise)
    if promises:
        best = max(promises, key=lambda event: _promise_value(seen, seat, event.tricks))
        if _promise_value(seen, seat, best.tricks) > PROMISE_MARGIN:
            return best
    raises = seen.choices(Raise)
    if not raises or seen.own is None or seen.bids[seat] is None:
        return stand
    hand = estimate(rules, seen.own)
    tricks = in_position(seen, seat, hand.tricks)
    now = seen.bids[seat] or 0
    if rules.side_raises:
        now = seen.contracts[rules.side_of[seat]] or 0
    best_raise, best_value = None, _contract_value(seen, seat, now, tricks, hand, style) + RAISE_MARGIN
    for event in raises:
        if event.bid > now + 4:
            break
        value = _contract_value(seen, seat, event.bid, tricks, hand, style)
        if value > best_value:
            best_raise, best_value = event, value
    return best_raise or stand


def _contract_value(seen: Observation, seat: int, bid: int, tricks: float, hand: Estimate, style: Style) -> float:
    rules = seen.rules
    if not rules.side_raises:
        return bid_value(seen, seat, bid, tricks, hand, style)
    table, bids = _table(seen, seat, seen.bids[seat] or 0, total=bid, bag=style.bag)
    partner = next((other for other in rules.sides[rules.side_of[seat]] if other != seat), seat)
    expected = tricks + (bids[partner] or 0) + 0.1
    return _steered(rules, table, table.unit_of[seat], expected, alone=False) + style.leans(bid, expected)


def _promise_value(seen: Observation, seat: int, tricks: int) -> float:
    """Return the points that a promise of the first `tricks` tricks is worth (BM-9)."""
    pay = seen.rules.promise(tricks)
    if pay is None or seen.own is None:
        return -math.inf
    chance = promise_chance(seen.rules, seen.own, tricks, leads=seen.table[0] == seat)
    return chance * pay.won + (1 - chance) * pay.lost


# ---- the extra card, a new deal ----------------------------------------------------------------------------


def _discard(seen: Observation, seat: int, thrown: list[Discard]) -> SeatEvent:
    """Throw back the card that leaves the best hand for the bid."""
    rules, own = seen.rules, seen.own or 0
    bid = seen.bids[seat]  # None while the kitty is thrown back, before the bids
    table = None
    if None not in [seen.bids[seat] for seat in seen.table]:
        table = worth(rules, seen.standing, bidding_of(seen))

    def rest(event: Discard) -> float:
        kept = own & ~(1 << event.card)
        rank = rules.cards.ranks[event.card]
        if bid == 0:
            return -hand_value(rules, kept).least() + rank / 10000
        tricks = estimate(rules, kept).tricks
        if table is None:
            return tricks - rank / 10000
        return _steered(rules, table, table.unit_of[seat], tricks, alone=True) - rank / 10000

    return max(thrown, key=rest)


def _makes_good_zero(seen: Observation) -> bool:
    """Return whether a worthless hand makes a good zero, so that nobody asks for a new deal; True if it isn't seen."""
    if seen.own is None:
        return True
    rules = seen.rules
    return rules.number.min == 0 and rules.zeros_separate and estimate(rules, seen.own).zero > 0.6

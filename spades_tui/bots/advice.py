"""Advice for a decision: the choices, best first, with their cost against the best choice and a reason.

The random numbers derive from the observation, so the same observation always gives the same advice.
"""

import math
from collections.abc import Sequence

from msgspec.structs import replace

from spades_tui.bots import weigh
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.position import Position
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.reasons import TIED, Reasons, tricks_apart, without_playouts
from spades_tui.bots.search.corrected_odds import shown_chance
from spades_tui.bots.search.playout_outlook import outlooks
from spades_tui.bots.sound_bids import reaches_goal
from spades_tui.bots.sound_cards import SOUND
from spades_tui.bots.steady_card import SteadyCard, named_first
from spades_tui.bots.trick_count import count_tricks
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.bots.valued_choice import Advice, ValuedChoice, is_nil
from spades_tui.cards import hand_of
from spades_tui.fair import Stream, decoration_stream
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation

ADVISER = LEVELS[-1]
"""The level for hints and reviews: the strongest."""
CONTENDERS = 6
"""Most cards that are weighed again, in new deals."""
UNLUCKY = 3.0
"""Standard errors within which a card is weighed again: searches drop it in its unluckiest deals."""
CLOSE = 5.0
"""Points by which a bid that isn't the count of the tricks may be ahead by chance."""
AGAIN_SURE = 2.0
"""Standard errors by which a card must be ahead in new deals to be first instead of the one that was."""


def stream_of(seen: Observation, use: str = "advice") -> Stream:
    """Return the stream of random numbers for this use at this moment, derived from public facts."""
    played = sum(len(trick) for trick in (*seen.tricks, seen.trick))
    said = sum(bid is not None for bid in seen.bids)
    return decoration_stream(f"{use}|{seen.hand_number}|{seen.seat}|{seen.phase}|{said}|{seen.stood}|{played}")


def advise(level: str, seen: Observation, also: SeatEvent | None = None) -> tuple[Advice, ...]:
    """Return every legal choice, best first; those that weren't played out in any deal come last.

    A bid `also` is played out in any case, because it was made. Raises ValueError for an unknown level, or if the seat
    is not on turn.
    """
    seat = seen.seat
    if seat is None:
        raise ValueError("nobody's cards are seen here")
    rows = weighed_to_show(level, seen, seat, also)
    looks = outlooks(rows, seat)
    position = Position(seen) if seen.phase == Phase.PLAY else None
    if position is not None:
        best = SteadyCard(position, rows, looks).place()
    else:
        best = _place_of_bid(seen, seat, rows)
    rows = (rows[best], *rows[:best], *rows[best + 1 :])
    looks = [looks[best], *looks[:best], *looks[best + 1 :]]
    reasons = Reasons(seen, seat, rows, looks)
    most = rows[0].value
    advice = []
    for place, (row, look) in enumerate(zip(rows, looks, strict=True)):
        cost = max(0.0, most - row.value) if row.deals else 0.0
        made, tricks = row.made, row.tricks
        if look is not None:
            made, tricks = look.made, look.tricks
        advice.append(
            Advice(
                row.event,
                round(row.value, 1),
                round(cost, 1),
                round(made, 3),
                round(tricks, 2),
                row.deals,
                reasons.of(place),
                reasons.gain(place),
                doubt=round(row.doubt, 2),
            )
        )
    alike = {one.event: [one.event] for one in advice}
    lost = []
    for event in seen.legal:
        if any(same_choice(event, row.event) for row in rows):
            continue
        twin = _equal_card(seen, event, advice)
        if twin is None:
            lost.append(Advice(event, 0.0, 0.0, 0.0, 0.0, 0, without_playouts(seen, seat, event)))
        else:
            alike[twin.event].append(event)
    if position is not None and rows[0].deals:
        alike[rows[0].event] = named_first(position, alike[rows[0].event])
    named = {rows[0].event: alike[rows[0].event][0]}
    first, *others = [_of_equal(one, event, alike[one.event], named) for one in advice for event in alike[one.event]]
    lost.sort(key=lambda one: tricks_apart(one.event, first.event))
    return (first, *sorted(others, key=lambda one: (not one.weighed, one.cost)), *lost)


def _place_of_bid(seen: Observation, seat: int, rows: Sequence[ValuedChoice]) -> int:
    """Return the place of the bid to suggest.

    Among equals, that is the lowest one that reaches the goal of the game; otherwise the one that is just the count of
    the tricks, if the best one is ahead of it by chance.
    """
    best, count = rows[0], count_tricks(seen, seat)
    if not isinstance(best.event, Bid):
        return 0
    tied, near = {}, {}
    for place, row in enumerate(rows):
        if not row.deals or not isinstance(row.event, Bid) or row.event.blind != best.event.blind:
            continue
        behind = best.value - row.value
        if behind <= TIED:
            tied[row.event.bid] = place
        if behind <= min(CLOSE, max(TIED, row.doubt)):
            near[row.event.bid] = place
    reaching = [bid for bid in tied if bid and reaches_goal(seen, seat, bid)]
    if best.event.bid in reaching:
        return tied[min(reaching)]
    return near.get(count.about, 0) if count is not None and best.event.bid and count.about else 0


def weighed_to_show(
    level: str, seen: Observation, seat: int, also: SeatEvent | None = None
) -> tuple[ValuedChoice, ...]:
    """Return the choices of `weigh`: bids with the chances to show (`shown_chance`), the best cards weighed again."""
    rows = weigh(level, seen, stream_of(seen), True, also=also)
    if seen.phase == Phase.PLAY:
        return _weighed_again(level, seen, rows)
    shown = []
    for row in rows:
        bid = row.event.bid if isinstance(row.event, Bid) else seen.bids[seat]
        nil = bid is not None and is_nil(seen.rules, bid)
        if row.deals:
            row = replace(row, made=shown_chance(row.made, nil))
        shown.append(row)
    return tuple(shown)


def _weighed_again(level: str, seen: Observation, rows: tuple[ValuedChoice, ...]) -> tuple[ValuedChoice, ...]:
    """Return the weighed cards, best first, those near the best one with values from new deals, too.

    A search drops a card in its unluckiest deals, and its own deals flatter the best one. A living nil keeps the safe
    order of its cards.
    """
    first = rows[0]
    near = [row for row in rows if row.deals and abs(first.value - row.value) <= max(SOUND, UNLUCKY * row.doubt)]
    if len(near) < 2 or seen.seat in Position(seen).nils:
        return rows
    events = tuple(row.event for row in near[:CONTENDERS])
    again = weigh(level, seen, stream_of(seen, "again"), False, thorough=True, among=events)
    fresh = {row.event: row for row in again}
    values = []
    for row in rows:
        if row.event in fresh:
            new = fresh[row.event]
            share = new.deals / (row.deals + new.deals)
            behind = fresh[first.event].value - new.value
            value = first.value - (1 - share) * (first.value - row.value) - share * behind
            doubt = math.hypot((1 - share) * row.doubt, share * new.doubt)
            row = replace(new, value=value, doubt=doubt)
        values.append(row)
    place = 0
    for number, row in enumerate(rows):
        ahead = values[number].value - values[place].value
        doubt = max(values[number].doubt, values[place].doubt)
        # A card that was ahead before isn't first because partners would dislike it.
        if row.event in fresh and row.value <= first.value and ahead > AGAIN_SURE * doubt:
            place = number
    others = sorted((*values[:place], *values[place + 1 :]), key=lambda row: -row.value)
    return (values[place], *others)


def another_look(seen: Observation, number: int) -> dict[SeatEvent, tuple[float, float]]:
    """Return what each choice costs, in points, and the standard error of that, from other deals than advice.

    Each `number` has deals of its own. One card stands for cards of the same worth. A look errs less about bad choices
    than advice, which drops them early.
    """
    rows = weigh(ADVISER, seen, stream_of(seen, f"look {number}"), True, True)
    best = max(row.value for row in rows)
    return {row.event: (best - row.value, row.doubt) for row in rows if row.deals}


def cost_beside(seen: Observation, event: SeatEvent, best: SeatEvent, number: int) -> tuple[float, float]:
    """Return what a choice costs beside another one, in points, and the standard error of that.

    Only these two are played out, in deals that no advice has seen; each `number` has deals of its own. So nothing
    chose the two for their luck in these deals.
    """
    rows = weigh(ADVISER, seen, stream_of(seen, f"cost {number}"), False, True, among=(best, event))
    values = {row.event: row.value for row in rows}
    return values[best] - values[event], max(row.doubt for row in rows)


def _of_equal(
    one: Advice, event: SeatEvent, alike: list[SeatEvent], named: dict[SeatEvent, SeatEvent]
) -> Advice:
    """Return the advice about one of some cards of the same worth.

    `named` has the card to suggest instead of the weighed one, which reasons compare others with.
    """
    against, gain = one.reason.against, one.gain
    if against is not None:
        against = named.get(against, against)
    if gain is not None:
        gain = replace(gain, event=named.get(gain.event, gain.event), against=event)
    reason = replace(one.reason, event=event, against=against)
    equals = tuple(other for other in alike if other != event)
    return replace(one, event=event, reason=reason, gain=gain, equals=equals)


def _equal_card(seen: Observation, event: SeatEvent, advice: list[Advice]) -> Advice | None:
    """Return a valued card of the same worth: no unseen card, and none of this trick, ranks between the two."""
    if not isinstance(event, Play) or event.ace is not None or (seen.follows and not seen.follows >> event.card & 1):
        return None
    by_rank, suit_of = rank_masks(seen.rules), seen.rules.cards.suit_of
    between = not_seen(seen)[0] | hand_of(played.card for played in seen.trick)
    for one in advice:
        other = one.event
        if isinstance(other, Play) and other.ace is None and suit_of[other.card] == suit_of[event.card]:
            higher = by_rank.higher[event.card] ^ by_rank.higher[other.card]
            if not higher & between:
                return one
    return None


def same_choice(one: SeatEvent, other: SeatEvent) -> bool:
    """Return whether two events are the same choice. An ace without a call counts as the ace with its default call."""
    if one == other:
        return True
    return (
        isinstance(one, Play)
        and isinstance(other, Play)
        and (one.seat, one.card) == (other.seat, other.card)
        and None in (one.ace, other.ace)
    )


def advice_about(advice: tuple[Advice, ...], event: SeatEvent) -> Advice | None:
    """Return the advice about one choice, or None."""
    return next((one for one in advice if same_choice(one.event, event)), None)

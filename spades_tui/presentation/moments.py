"""The moments of a game: a big bid, a bid made, a set, a nil that breaks, a comeback, a win.

`moments` compares what everybody at the table may see before and after an event, so a moment never
says anything about a hidden card. `moment_words.py` puts them in sentences.
"""

from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.presentation.hand_words import Need, needs
from spades_tui.rules.ledger import Decided, Standing
from spades_tui.rules.ruleset import Ruleset, count_hand
from spades_tui.seats import Observation

BIG = 3
"""Tricks above an even share that make a bid a big one: 10 of 13 by partners, 7 by one of four."""
EARLY = 3
"""Tricks left when all bids are made, as in one hand of nine; half of all hands have one left."""
STREAKS = (3, 5, 8)
"""The hands in a row with every bid made that are a moment, of strength 1, 2 and 3."""
FAR_BEHIND = (1.5, 2.5, 3.5)
"""The average hands that a side was behind before it led, for a comeback of strength 1, 2 and 3."""
CLOSE, CLEAR = 1.0, 4.0
"""A game won by less than so many average hands has strength 3; by more than `CLEAR`, strength 1.
"""


class MomentKind(StrEnum):
    """What has happened."""

    BIG_BID = "big_bid"
    BLIND_BID = "blind_bid"
    SPADES_BROKEN = "spades_broken"
    BID_MADE = "bid_made"
    SET = "set"
    NIL_MADE = "nil_made"
    NIL_BROKEN = "nil_broken"
    BAG_PENALTY = "bag_penalty"
    LAST_BEAN = "last_bean"
    """Every bid at the table is made, none of them a nil, and `EARLY` tricks or more are left."""
    COMEBACK = "comeback"
    """A side leads that was far behind."""
    GAME_WON = "game_won"
    GAME_LOST = "game_lost"
    STREAK = "streak"
    """A side has made every bid of some hands in a row, and not everybody has."""


GOOD = frozenset(
    {
        MomentKind.BID_MADE,
        MomentKind.NIL_MADE,
        MomentKind.COMEBACK,
        MomentKind.GAME_WON,
        MomentKind.STREAK,
    }
)
"""The kinds that are good for the seats they belong to."""
BAD = frozenset(
    {MomentKind.SET, MomentKind.NIL_BROKEN, MomentKind.BAG_PENALTY, MomentKind.GAME_LOST}
)
"""The kinds that are bad for the seats they belong to."""
ORDINARY = frozenset({MomentKind.BID_MADE, MomentKind.SPADES_BROKEN, MomentKind.LAST_BEAN})
"""The kinds that come last beside others."""


class Moment(Struct, frozen=True):
    """One moment, as everybody at the table may know it."""

    kind: MomentKind
    seats: tuple[int, ...]
    """Whose moment it is: for example, the players of the side that is set."""
    strength: int = 1
    """What it means in this game: 1, 2 or 3; at least 2 for a nil, a set, or a big bid made."""
    number: int = 0
    """The bid, the tricks over it of a set, the bags, the hands of a streak, or the points."""
    last_trick: bool = False
    """Whether the last trick decided it."""
    bid: int = 0
    """The bid that is made or set, if tricks decide it."""
    big: bool = False
    """Whether that bid is a big one."""
    points: int = 0
    """What a blind nil that is made or set scores, if it has a value of its own (NL-7)."""

    def is_good(self, seats: Sequence[int]) -> bool | None:
        """Return whether it is good for these seats, all of one side; None if neither."""
        if self.kind not in GOOD | BAD or not seats:
            return None
        mine = bool(set(seats) & set(self.seats))
        return mine == (self.kind in GOOD)


def moments(
    before: Observation, after: Observation, scores: Sequence[HandScore] = ()
) -> tuple[Moment, ...]:
    """Return the moments of one event, the strongest first; none if it was undone.

    `before` and `after`: the game as everybody sees it. `scores`: all scored hands after the event.
    """
    if after.standing.hands > before.standing.hands:
        happened = [*_of_score(before, after, scores)]
    elif before.hand_number != after.hand_number or not before.table:
        return ()
    else:
        happened = [*_of_play(before, after)]
    return tuple(sorted(happened, key=lambda moment: (-moment.strength, moment.kind in ORDINARY)))


# ---- during play


def _of_play(before: Observation, after: Observation) -> Iterator[Moment]:
    """Yield the moments of a bid, a card, a claim or a challenge."""
    yield from _big_bids(before, after)
    for seat in after.table:
        bid = after.bids[seat]
        if before.bids[seat] is None and bid is not None and after.blind[seat]:
            yield Moment(MomentKind.BLIND_BID, (seat,), 2, bid, bid=bid)
    if after.broken and not before.broken and after.rules.lead.spades == "broken":
        latest = after.trick or after.tricks[-1]
        yield Moment(MomentKind.SPADES_BROKEN, (latest[-1].seat,))
    for seat in after.penalised:
        if seat not in before.penalised:
            yield _by_challenge(after, seat)
    if len(after.winners) <= len(before.winners):
        return
    was = {(need.seats, need.zero): need for need in needs(before)}
    now = needs(after)
    reached: list[Need] = []
    for need in now:
        earlier = was.get((need.seats, need.zero))
        if earlier is None:
            continue
        if need.bid and earlier.needed and not need.needed:
            reached.append(need)
        yield from _of_need(after, earlier, need)
    all_made = all(need.bid and not (need.needed or need.lost) for need in now)
    left = after.rules.tricks - len(after.winners)
    if reached and all_made and left >= EARLY:
        seats = [seat for need in reached for seat in need.seats]
        costs = after.rules.over_costs or any(need.exact for need in now)
        yield Moment(MomentKind.LAST_BEAN, tuple(seats), 2 if costs else 1)


def _big_bids(before: Observation, after: Observation) -> Iterator[Moment]:
    """Yield a big bid of a side, or else of one of its players, when the bid becomes big."""
    for side in after.rules.sides:
        players = [(seat,) for seat in side if len(side) > 1]
        for seats in (side, *players):
            was, bid = _bid_of(before, seats), _bid_of(after, seats)
            if is_big(after, seats, bid) and not is_big(after, seats, was):
                yield Moment(MomentKind.BIG_BID, seats, 2, bid, bid=bid, big=True)
                break


def _bid_of(seen: Observation, seats: Sequence[int]) -> int:
    """Return the tricks that these seats have bid so far, with a whole side's raises (JK-5)."""
    bids = sum(seen.bids[seat] or 0 for seat in seats)
    side = seen.rules.side_of[seats[0]]
    if seats == seen.rules.sides[side]:
        return max(bids, seen.contracts[side] or 0)
    return bids


def is_big(seen: Observation, seats: Sequence[int], bid: int) -> bool:
    """Return whether a bid of these seats is `BIG` tricks or more above an even share."""
    share = seen.rules.tricks * len(seats) / len(seen.table)
    return bid >= share + BIG


def _of_need(after: Observation, was: Need, now: Need) -> Iterator[Moment]:
    """Yield the moment of one bid, if the trick decided it."""
    over = after.phase == Phase.PLAYED
    was_lost = was.lost and was.left < after.rules.tricks  # a bid may be out of reach at once
    is_nil = now.zero or (not now.bid and after.rules.zeros_pay)
    if is_nil and now.lost and not was_lost:
        yield _bid_moment(MomentKind.NIL_BROKEN, after, now, now.took)
    elif is_nil and over and not now.lost:
        yield _bid_moment(MomentKind.NIL_MADE, after, now, after.rules.tricks)
    elif not now.bid:
        return
    elif now.lost and not was_lost:
        yield _bid_moment(MomentKind.SET, after, now, now.over)
    elif not now.lost and not now.needed and (over if now.exact else was.needed):
        yield _bid_moment(MomentKind.BID_MADE, after, now, now.bid)


def _bid_moment(kind: MomentKind, seen: Observation, need: Need, number: int) -> Moment:
    """Return the moment of a bid; one that is made is stronger only if much hangs on it."""
    strength, big = bid_strength(seen, need), is_big(seen, need.seats, need.bid)
    last_trick = need.left == 0 and seen.claimed is None and bool(need.bid)
    if kind == MomentKind.BID_MADE:
        strength = min(3, 1 + (strength == 3) + big + last_trick)
    elif kind == MomentKind.SET and need.seats[0] in _near_loss(seen):
        strength = 3
    else:
        strength = max(2, min(3, strength + big + last_trick))
    points = _blind_nil_points(seen, need, kind)
    return Moment(kind, need.seats, strength, number, last_trick, need.bid, big, points)


def _blind_nil_points(seen: Observation, need: Need, kind: MomentKind) -> int:
    """Return what a blind nil scores, made or set; 0 if it has no value of its own (NL-7)."""
    rules, seat = seen.rules, need.seats[0]
    if not need.zero or not seen.blind[seat]:
        return 0
    bids: list[int | None] = [None] * rules.seats
    bids[seat], tricks = 0, [*bids]
    tricks[seat] = int(kind == MomentKind.NIL_BROKEN)
    values = []
    for blind in (seen.blind, (False,) * rules.seats):
        supposed = count_hand(rules.sides, rules.tricks, bids, tricks, blind=blind)
        lines = rules.score(seen.standing, supposed).lines
        values.append(next((line.points for line in lines), 0))
    return values[0] if values[0] != values[1] else 0


def _near_loss(seen: Observation) -> tuple[int, ...]:
    """Return the seats whose side loses the game with its next set (JK-11)."""
    sides = seen.rules.near_loss(seen.standing)
    return tuple(seat for side in sides for seat in seen.rules.sides[side])


def _by_challenge(seen: Observation, seat: int) -> Moment:
    """Return the set that a challenge brings (C-11)."""
    seats = seen.rules.sides[seen.rules.side_of[seat]]
    strength = 3 if seat in _near_loss(seen) else 2
    return Moment(MomentKind.SET, seats, strength)


# ---- the tricks of a claim


def claimed_so_far(seen: Observation, count: int) -> Observation:
    """Return a hand that a claim has ended, as if only `count` of the claimed tricks were taken."""
    seat, played = seen.claimed, len(seen.tricks)
    later = len(seen.winners) - played - count
    if seat is None or later <= 0:
        return seen
    took, sides = [*seen.took], [*seen.side_tricks]
    took[seat] -= later
    sides[seen.rules.side_of[seat]] -= later
    return replace(
        seen,
        phase=Phase.PLAY,
        winners=seen.winners[: played + count],
        took=tuple(took),
        side_tricks=tuple(sides),
    )


def moments_of_claim(seen: Observation) -> tuple[tuple[Moment, ...], ...]:
    """Return the moments of each claimed trick, in order; () if no trick decides anything.

    `seen`: the hand that the claim has ended, as everybody sees it.
    """
    if seen.claimed is None or seen.phase != Phase.PLAYED:
        return ()
    states = [claimed_so_far(seen, n) for n in range(len(seen.winners) - len(seen.tricks) + 1)]
    each = tuple(moments(*pair) for pair in pairwise(states))
    return each if any(each) else ()


# ---- strength


def bid_strength(seen: Observation, need: Need) -> int:
    """Return how much a bid means in this game, 1 to 3: what it pays if made rather than set.

    `seen`: the hand of the bid, in play.
    """
    rules, seats = seen.rules, need.seats
    side = rules.side_of[seats[0]]
    made: list[int | None] = [None] * rules.seats
    for seat in rules.sides[side]:
        if seat in seats or need.zero:
            made[seat] = seen.bids[seat]
    missed = [*made]
    place = max(seats, key=lambda seat: seen.bids[seat] or 0)
    missed[place] = max(0, (seen.bids[place] or 0) - 1) if need.bid else 1
    results = []
    for tricks in (made, missed):
        supposed = count_hand(rules.sides, rules.tricks, made, tricks, blind=seen.blind)
        results.append(rules.score(seen.standing, supposed))
    if side in [result.outright for result in results]:
        return 3
    stake = results[0].points[side] - results[1].points[side]
    return points_strength(rules, seen.standing, side, stake)


def points_strength(rules: Ruleset, standing: Standing, side: int, stake: int) -> int:
    """Return what these points mean for a side in a game that stands so, 1 to 3.

    3: they can end the game, or decide it. 2: twice as many can. 1: otherwise. The lowest total of
    a game counts only for a side below zero.
    """
    totals, stake = standing.totals, abs(stake)
    others = [total for place, total in enumerate(totals) if place != side]
    gap = min(abs(totals[side] - total) for total in others)
    ways: list[int] = []
    if rules.goal is not None:
        ways.append(rules.goal - max(totals))
    for ending in rules.whole.endings:
        if ending.lowest is not None and totals[side] < 0:
            ways.append(totals[side] - ending.lowest)
    if rules.game_hands is not None:
        further = max(0, rules.game_hands - standing.hands - 1)
        ways.append(further * stake + gap)
    if not stake or not ways:
        return 1
    needed = min(ways)
    if stake >= needed:
        return 3
    return 2 if 2 * stake >= needed else 1


def average_hand(scores: Sequence[HandScore]) -> float:
    """Return the points of an average hand: the largest result of each one; at least 1."""
    if not scores:
        return 1.0
    largest = [max(map(abs, score.points)) for score in scores]
    return max(1.0, sum(largest) / len(largest))


# ---- after a score


def _of_score(
    before: Observation, after: Observation, scores: Sequence[HandScore]
) -> Iterator[Moment]:
    """Yield the moments of a scored hand, and those of the end of the game."""
    if not scores:
        return
    rules = before.rules.of_hand(scores[-1].hand)
    for note in scores[-1].notes:
        if note.what == Decided.BAGS_CHARGED:
            yield _bag_penalty(rules, before.standing, note.side, note.tricks)
    yield from _streaks(rules, scores)
    yield from _comebacks(rules, scores)
    if after.outcome is not None:
        yield from _end(rules, after.outcome.winners, scores)


def _bag_penalty(rules: Ruleset, standing: Standing, side: int, bags: int) -> Moment:
    cost = rules.bags.penalty if rules.bags is not None else 0
    strength = points_strength(rules, standing, side, cost)
    return Moment(MomentKind.BAG_PENALTY, rules.sides[side], strength, bags)


def _streaks(rules: Ruleset, scores: Sequence[HandScore]) -> Iterator[Moment]:
    counts = [streak(scores, side) for side in range(len(rules.sides))]
    for seats, count in zip(rules.sides, counts, strict=True):
        if count in STREAKS and min(counts) < count:  # what everybody has done is no feat
            yield Moment(MomentKind.STREAK, seats, STREAKS.index(count) + 1, count)


def streak(scores: Sequence[HandScore], side: int) -> int:
    """Return the hands in a row, up to the last one, in which a side has made every bid.

    Hands that it sat out, or that weren't played, don't count.
    """
    failed = {Decided.SET, Decided.ZERO_FAILED, Decided.BROKEN}
    made = {Decided.MADE, Decided.ZERO_MADE}
    count = 0
    for score in reversed(scores):
        decided = {note.what for note in score.notes if note.side == side}
        if decided & failed:
            break
        count += bool(decided & made)
        if score is scores[-1] and not decided & made:
            break
    return count


def _comebacks(rules: Ruleset, scores: Sequence[HandScore]) -> Iterator[Moment]:
    for side, seats in enumerate(rules.sides):
        behind = comeback(scores, side)
        hands = behind / average_hand(scores)
        strength = sum(hands >= least for least in FAR_BEHIND)
        if strength:
            yield Moment(MomentKind.COMEBACK, seats, strength, behind)


def comeback(scores: Sequence[HandScore], side: int) -> int:
    """Return the points that a side was behind since it last led, if it leads alone now, else 0."""
    leads = [_lead(score.totals, side) for score in scores]
    if leads[-1] <= 0 or len(leads) < 2 or leads[-2] > 0:
        return 0
    deepest = 0
    for lead in reversed(leads[:-1]):
        if lead > 0:
            break
        deepest = max(deepest, -lead)
    return deepest


def _lead(totals: Sequence[int], side: int) -> int:
    """Return the points by which a side leads; negative if another one does."""
    return totals[side] - max(total for place, total in enumerate(totals) if place != side)


def _end(rules: Ruleset, winners: Sequence[int], scores: Sequence[HandScore]) -> Iterator[Moment]:
    """Yield that sides have won and the others lost; a close game is stronger."""
    totals = scores[-1].totals
    losers = rules.sides_but(winners)
    if not losers or not winners:
        return
    margin = max(totals[side] for side in winners) - max(totals[side] for side in losers)
    hands = abs(margin) / average_hand(scores)
    strength = 3 if hands < CLOSE else 2 if hands <= CLEAR else 1
    for kind, sides in ((MomentKind.GAME_WON, winners), (MomentKind.GAME_LOST, losers)):
        seats = tuple(seat for side in sides for seat in rules.sides[side])
        yield Moment(kind, seats, strength, margin)

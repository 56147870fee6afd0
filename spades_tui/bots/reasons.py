"""Find why a choice is good, or worse than the best one: an aim and its figures from the play-outs.

`presentation/reason_words.py` puts it into words.
"""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from spades_tui.bots.draft_and_pass import draft_adds
from spades_tui.bots.estimate import estimate, zero_chance
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.search.playout_outlook import Key, Outlook
from spades_tui.bots.sound_bids import room_of, sure_of, zero_fails
from spades_tui.bots.sound_cards import is_by_chance, is_taught
from spades_tui.bots.valued_choice import FEWER, MEANS, Aim, PlainReason, Reason, ValuedChoice, is_nil
from spades_tui.cards import cards_of
from spades_tui.game.events import (
    Bid,
    Claim,
    Discard,
    Draft,
    Draw,
    Pass,
    Play,
    Promise,
    Raise,
    Redeal,
    SeatEvent,
)
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation

CLEARLY: Final = 0.03
"""Minimum difference between two shares of the deals, 0 to 1, that is worth mentioning."""
CLEAR_WIN: Final = 0.01
"""Minimum difference for the chance to win the game, 0 to 1; one hand seldom changes it by much."""
CLEAR_TRICKS: Final = 0.15
"""Minimum difference for average tricks and bags."""
SURE: Final = 2.0
"""Two choices are about as good within this many standard errors."""
CLOSE: Final = 5.0
"""Points at which two choices are never called about as good, because people see the figures."""
TIED: Final = 1.0
"""Points within which bids are about as good, and by which a card may be ahead of the first one and always be."""
COSTS_BID: Final = 0.2
"""Minimum difference between two chances to make the own bid at which a card gives it up for something better."""
CLOSE_SHARE: Final = 0.1
"""Share of the deals by which the best card must make the bid more often for no other to be called as good."""


class Reasons:
    """The reasons of one decision. `rows` are its choices, best first; `outlooks` is what each led to."""

    def __init__(
        self, seen: Observation, seat: int, rows: Sequence[ValuedChoice], outlooks: Sequence[Outlook | None]
    ) -> None:
        self.seen, self.seat, self.rows, self.outlooks = seen, seat, rows, outlooks
        self._position = Position(seen) if seen.phase == Phase.PLAY else None

    def of(self, place: int) -> Reason:
        """Return the reason for one of the rows."""
        row = self.rows[place]
        if not row.deals:
            reason = without_playouts(self.seen, self.seat, row.event)
            if reason.goal == PlainReason.COUNT and not place:
                return replace(reason, better=TIED)  # the best choice, however far from the count
            if reason.goal == PlainReason.ONLY:
                return self._with_plan(reason)
            return reason
        if self._position is not None and isinstance(row.event, Play):
            return self._of_card(self._position, place, row.event)
        others = [other for other, tried in enumerate(self.rows) if other and tried.deals]
        apart = [other for other in others if self._cost(other) or not self._same(other)]
        if not apart:
            return self._without_comparison(place, PlainReason.ALIKE if others else None)
        if place and self._is_as_good(place):
            return self._without_comparison(place, None, 0)
        if place:
            return self._comparison(place, 0)
        as_good = [other for other in apart if self._is_as_good(other)]
        near = min(as_good, key=lambda other: tricks_apart(self.rows[other].event, row.event), default=None)
        worse = next((other for other in others if self._cost(other) and not self._is_as_good(other)), None)
        if worse is None:
            return self._without_comparison(0, None, near)
        return self._comparison(0, worse, near)

    def gain(self, place: int) -> Reason | None:
        """Return why the first row is better than this one; None if this one costs nothing."""
        if not self.rows[place].deals or not self._cost(place):
            return None
        return self._with_plan(self._comparison(0, place))

    # ---- cards

    def _of_card(self, position: Position, place: int, card: Play) -> Reason:
        """Return the reason for a card: its plan, and another card that a person might have played."""
        tried = [other for other, row in enumerate(self.rows) if row.deals]
        apart = [other for other in tried if abs(self.rows[0].value - self.rows[other].value) > TIED]
        worse = [other for other in apart if self._cost(other)]
        if len(position.plays) == 1:
            reason = without_playouts(self.seen, self.seat, card)
        elif place in apart or (place and _risks_own_nil(position, card)):
            reason = self._comparison(place, 0)
            if self._is_ahead_by_chance(position, place, card):
                reason = replace(reason, better=-TIED)
        elif not place and (safest := max(tried, key=self._costs_bid)) and self._costs_bid(safest):
            reason = self._comparison(0, safest)
        elif not apart:
            # To a living nil, cards differ even if the points don't show it.
            if position.seat in position.nils and len(tried) > 1:
                reason = self._without_comparison(place, None)
            else:
                reason = self._alike(place, card)
        elif worse:
            reason = self._comparison(place, max(worse, key=self._temptation))
        else:
            reason = self._without_comparison(place, None)
        return self._with_plan(reason)

    def _is_ahead_by_chance(self, position: Position, place: int, card: Play) -> bool:
        """Return whether a card is ahead of the first one, which players teach to play instead, by chance only."""
        best, row = self.rows[0], self.rows[place]
        ahead, doubt = row.value - best.value, max(best.doubt, row.doubt)
        taught = isinstance(best.event, Play) and is_taught(position, card, best.event)
        return taught and ahead > 0 and is_by_chance(ahead, doubt)

    def _alike(self, place: int, card: Play) -> Reason:
        """Return that a card is worth the same as all others; `against` is the card to suggest, if it's another one."""
        reason = replace(self._without_comparison(0, PlainReason.ALIKE), event=card)
        if not place:
            return reason
        better = round(self.rows[place].value - self.rows[0].value, 1)
        look, other = self.outlooks[place], None
        if look is not None:
            other = round(self._number(card, look), 3)
        return replace(reason, against=self.rows[0].event, other=other, better=better)

    def _costs_bid(self, place: int) -> float:
        """Return how much likelier the own bid is with another card than with the best one, 0 to 1; 0 if hardly."""
        best, look = self.outlooks[0], self.outlooks[place]
        key = (Aim.MAKE, self.seen.rules.side_of[self.seat])
        if best is None or look is None or not self.seen.bids[self.seat]:
            return 0.0
        if self.rows[0].value < self.rows[place].value:
            return 0.0
        more = look.numbers.get(key, 0.0) - best.numbers.get(key, 0.0)
        return round(more, 3) if more >= COSTS_BID else 0.0

    def _temptation(self, place: int) -> tuple[bool, int, int]:
        """Return how likely a person is to play a worse card: one that is ahead, and a high one, first."""
        event, position = self.rows[place].event, self._position
        if position is None or not isinstance(event, Play):
            return False, 0, -place
        return position.beats(event.value), position.rank(event.value), -place

    def _with_plan(self, reason: Reason) -> Reason:
        if self._position is None or not isinstance(reason.event, Play):
            return reason
        return replace(reason, plan=plan_of(self._position, reason.event))

    def _cost(self, place: int) -> float:
        return round(max(0.0, self.rows[0].value - self.rows[place].value), 1)

    def _is_as_good(self, place: int) -> bool:
        """Return whether a choice differs from the first one only within chance, and its figures look equal."""
        best, row = self.rows[0], self.rows[place]
        behind = round(best.value - row.value, 1)
        if not isinstance(row.event, Play | Discard):
            return behind <= TIED  # one that is ahead is so by chance
        if -TIED <= behind <= 0:
            return True
        if abs(behind) > CLOSE or (isinstance(row.event, Play | Discard) and best.made - row.made >= CLOSE_SHARE):
            return False
        return abs(behind) <= SURE * max(best.doubt, row.doubt)

    def _same(self, place: int) -> bool:
        mine, best = self.outlooks[place], self.outlooks[0]
        if mine is None or best is None:
            return False
        return all(abs(number - mine.numbers.get(key, number)) < CLEARLY for key, number in best.numbers.items())

    # ---- reasons for a single choice

    def _without_comparison(self, place: int, plain: PlainReason | None, near: int | None = None) -> Reason:
        """Return a reason without a comparison: the chance of the seat's bid or nil, unless that is certain."""
        event, look, as_good = self.rows[place].event, self.outlooks[place], self._event(near)
        if look is None:
            made = round(self.rows[place].made, 3)
            return Reason(plain or Aim.MAKE, event, made, as_good=as_good)
        key, number = self._own_aim(event, look), self._number(event, look)
        certain = not CLEARLY <= number <= 1 - CLEARLY
        if plain is None and isinstance(event, Play | Discard) and certain:
            key, number = self._open_aim(look) or (key, number)
        return Reason(plain or key[0], event, round(number, 3), whose=key[1], as_good=as_good)

    def _event(self, place: int | None) -> SeatEvent | None:
        if place is None:
            return None
        return self.rows[place].event

    def _number(self, event: SeatEvent, look: Outlook) -> float:
        return look.numbers.get(self._own_aim(event, look), look.made)

    def _own_aim(self, event: SeatEvent, look: Outlook) -> Key:
        """Return the aim of the seat itself: its bid, nil or promise."""
        if isinstance(event, Promise) and event.tricks:
            return Aim.PROMISE, self.seat
        if (Aim.KEEP, self.seat) in look.numbers:
            return Aim.KEEP, self.seat
        return Aim.MAKE, self.seen.rules.side_of[self.seat]

    def _open_aim(self, look: Outlook) -> tuple[Key, float] | None:
        """Return the open aim with most points at stake, or None."""
        shares = {key: number for key, number in look.numbers.items() if key[0] not in MEANS}
        left = [key for key, number in shares.items() if CLEARLY <= number <= 1 - CLEARLY and look.points.get(key)]
        most = max(left, key=lambda key: abs(look.points[key]) * min(shares[key], 1 - shares[key]), default=None)
        if most is None:
            extra = [key for key in look.numbers if key[0] in (Aim.BAGS, Aim.OVER)]
            most = next((key for key in extra if look.numbers[key] >= CLEAR_TRICKS), None)
        if most is None:
            return None
        return most, look.numbers[most]

    # ---- two choices

    def _comparison(self, place: int, other: int, near: int | None = None) -> Reason:
        """Return a reason that compares two choices by the aim with the largest difference in points."""
        mine, theirs = self.rows[place], self.rows[other]
        better, as_good = round(mine.value - theirs.value, 1), self._event(near)
        look, there = self.outlooks[place], self.outlooks[other]
        clearest = None
        if look is not None and there is not None:
            clearest = self._clearest_aim(mine.event, look, there, better > 0)
        if clearest is None and near is not None:
            return self._without_comparison(place, None, near)
        if clearest is None:
            plain = self._without_comparison(place, PlainReason.POINTS)
            return Reason(PlainReason.POINTS, mine.event, plain.number, theirs.event, None, better, plain.whose)
        key, number, number_there = clearest
        costs = self._costs_bid(other) if not place and self._position is not None else 0.0
        return Reason(key[0], mine.event, number, theirs.event, number_there, better, key[1], as_good, costs_bid=costs)

    def _clearest_aim(
        self, event: SeatEvent, mine: Outlook, theirs: Outlook, better: bool
    ) -> tuple[Key, float, float] | None:
        """Return the aim that speaks most clearly for one of two choices, with the figures of both."""
        sign = 1.0 if better else -1.0
        own = self._own_aim(event, mine)
        if not isinstance(event, Play | Discard):
            number, there = round(self._number(event, mine), 3), round(theirs.made, 3)
            if sign * (number - there) < CLEARLY or own[0] == Aim.PROMISE:
                return None
            return own, number, there
        best, most = None, 0.0
        for key in mine.numbers:
            if key not in theirs.numbers:
                continue
            number, there = round(mine.numbers[key], 3), round(theirs.numbers[key], 3)
            least = CLEARLY
            if key[0] == Aim.WIN:
                least = CLEAR_WIN
            elif key[0] in MEANS:
                least = CLEAR_TRICKS
            if abs(number - there) < least or _rounded(key[0], number) == _rounded(key[0], there):
                continue
            gain = sign * (number - there) * abs(mine.points.get(key, 0.0))
            if key[0] in FEWER:
                gain = -gain
            if key[0] == Aim.PENALTY and sign * (number - there) < 0:
                # Each bag is charged as it comes, so its points are those of the bags; "penalty" says it best.
                bags = (Aim.BAGS, key[1])
                gain = sign * (theirs.numbers[bags] - mine.numbers[bags]) * abs(mine.points.get(bags, 0.0)) * 1.01
            if gain > most:
                best, most = (key, number, there), gain
        return best


def _risks_own_nil(position: Position, card: Play) -> bool:
    """Return whether a card takes the lead of the trick with a living nil that could lose it."""
    return position.seat in position.nils and bool(position.losers) and position.beats(card.value)


def tricks_apart(event: SeatEvent, other: SeatEvent) -> int:
    """Return how many tricks two bids or raises are apart; 0 for other choices."""
    if isinstance(event, Bid | Raise) and isinstance(other, Bid | Raise):
        return abs(event.bid - other.bid)
    return 0


def _rounded(aim: Aim, number: float) -> int:
    """Return a number as people see it: tenths of bags and tricks, or whole percents."""
    if aim in MEANS:
        return round(10 * number)
    return round(100 * number)


def without_playouts(seen: Observation, seat: int, event: SeatEvent) -> Reason:
    """Return the reason for a choice that was not played out."""
    match event:
        case Play() if _reneges(seen, event):
            return Reason(PlainReason.RENEGE, event)
        case Play():
            fair = {other.card for other in seen.legal if isinstance(other, Play) and not _reneges(seen, other)}
            return Reason(PlainReason.ONLY if fair == {event.card} else PlainReason.UNTRIED, event)
        case Claim():
            return Reason(PlainReason.CLAIM, event, seen.rules.tricks - len(seen.tricks))
        case Draw():
            return Reason(PlainReason.DRAW, event)
        case Draft() if seen.draft is not None and seen.draft.top is not None:
            adds, usual = draft_adds(seen)
            return Reason(PlainReason.DRAFT, event, adds, other=usual, card=seen.draft.top)
        case Pass():
            return _reason_to_pass(seen, seat, event)
        case Draft():
            return Reason(PlainReason.UNTRIED, event)
        case _:
            return _before_play(seen, seat, event)


def _reneges(seen: Observation, event: SeatEvent) -> bool:
    return isinstance(event, Play) and bool(seen.follows) and not seen.follows >> event.card & 1


def _before_play(seen: Observation, seat: int, event: SeatEvent) -> Reason:
    if isinstance(event, Bid) and not event.blind and is_ruled(seen, event.bid):
        return Reason(PlainReason.RULED, event)
    if len(seen.legal) == 1:
        return Reason(PlainReason.ONLY, event)
    if isinstance(event, Discard) and seen.own is not None and seen.rules.kitty is not None:
        kept = estimate(seen.rules, seen.own & ~(1 << event.card))
        return Reason(PlainReason.COUNT, event, round(min(kept.tricks, seen.rules.tricks), 1), card=event.card)
    if seen.own is None or not isinstance(event, Bid | Redeal):
        return Reason(PlainReason.UNTRIED, event)
    if isinstance(event, Bid) and not event.blind:
        sure, room = sure_of(seen, seat), room_of(seen, seat)
        if event.bid > room:
            return Reason(PlainReason.ROOM, event, room)
        nil = is_nil(seen.rules, event.bid)
        if (nil and zero_fails(seen)) or (not nil and event.bid < sure):
            return Reason(PlainReason.SURE_TRICKS, event, sure)
    hand = estimate(seen.rules, seen.own)
    if isinstance(event, Bid) and is_nil(seen.rules, event.bid):
        return Reason(PlainReason.NIL, event, round(hand.zero, 3), whose=seat)
    return Reason(PlainReason.COUNT, event, round(hand.tricks, 1))


def is_ruled(seen: Observation, number: int) -> bool:
    """Return whether the rules, not the player, chose this bid: no other number is legal, except perhaps a nil."""
    if not seen.why_bids:
        return False
    numbers = [event.bid for event in seen.legal if isinstance(event, Bid) and not event.blind and event.bid]
    return len(seen.legal) == 1 or numbers == [number]


def _reason_to_pass(seen: Observation, seat: int, event: Pass) -> Reason:
    """Return the reason for the cards passed (NL-8)."""
    own = seen.own or 0
    if seen.bids[seat] == 0:
        chances = [round(zero_chance(seen.rules, own & ~given), 3) for given in (event.cards, 0)]
        return Reason(PlainReason.PASS, event, chances[0], other=chances[1], whose=seat)
    highest = max(cards_of(event.cards), key=seen.rules.cards.ranks.__getitem__)
    return Reason(PlainReason.HIGHEST, event, card=highest)

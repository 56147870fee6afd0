"""Choose the card to suggest among those that play-outs can't tell apart, as a careful player would.

Play-outs err by some points. Where their difference is within that, a card that is certain to make the bid comes
first, then one with a better chance to win the game or to make the bid, then what players teach: lead from a sequence
and not away from a king, win and ruff cheaply, throw a useless card, and play the lowest card that does the same.
"""

from collections.abc import Sequence
from typing import Final

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.search.playout_outlook import Outlook
from spades_tui.bots.sound_cards import NOISE, is_by_chance, is_taught, lead_correction, takes_it, uselessness
from spades_tui.bots.valued_choice import Aim, ValuedChoice
from spades_tui.cards import called_high
from spades_tui.game.events import Play, SeatEvent

TIED: Final = 1.0
"""Points within which they are."""
MOST: Final = 5.0
"""Points beyond which they never are."""
ENOUGH: Final = 0.97
"""Chance, 0 to 1, from which a bid is as good as made."""
LOWER: Final = 2.0
"""Points that the lowest card may always be behind a higher one of its suit; more within chance, except for leads."""
CLEARLY: Final = {Aim.WIN: 0.02, Aim.KEEP: 0.05, Aim.MAKE: 0.05}
"""By what is at stake, the most important first: the least difference of two chances, 0 to 1, that decides."""
HUNTS: Final = (Plan.ATTACK_NIL, Plan.ZERO_HUNT)


def named_first(at: Position, equals: Sequence[SeatEvent]) -> list[SeatEvent]:
    """Return cards of equal worth with the one first that players would name.

    That's the top of a sequence as a lead, the lowest card to win with, and the lowest one to lose with as long as high
    cards may count later.
    """
    plays = sorted([event for event in equals if isinstance(event, Play)], key=lambda play: at.rank(play.value))
    if len(plays) < len(equals):
        return list(equals)
    if at.leads:
        return [*reversed(plays)] if called_high(plays[-1].value) else list(equals)
    wins = at.beats(plays[0].value)
    keeps_low = at.seat in at.nils or at.has_enough or at.other_nils
    if keeps_low and not wins:
        return list(equals)
    return [*plays]


class SteadyCard:
    """One decision about a card. `rows` are the choices, best first; `looks` is what each led to."""

    def __init__(self, at: Position, rows: Sequence[ValuedChoice], looks: Sequence[Outlook | None]) -> None:
        self._at, self._rows, self._looks = at, rows, looks

    def place(self) -> int:
        """Return the place of the card to suggest."""
        near = [place for place, row in enumerate(self._rows) if row.deals and self._is_near(row, NOISE)]
        if self._at.seat in self._at.nils or not self._rows[0].deals:
            return 0
        if not self._settles(0):
            sure = next((place for place in near if self._settles(place) and self._outweighs(place)), 0)
            if sure:
                return sure
        likeliest = self._likeliest(near)
        if self._at.leads:
            return self._lowest(self._sound_lead(likeliest, near), near)
        return self._taught(self._lowest(self._useless(self._cheapest(likeliest, near), near), near))

    def _is_near(self, row: ValuedChoice, errors: float) -> bool:
        """Return whether a choice differs from the first one by no more than so many standard errors."""
        first = self._rows[0]
        error = max(TIED, errors * max(first.doubt, row.doubt))
        return abs(first.value - row.value) <= min(MOST, error)

    def _settles(self, place: int) -> bool:
        event = self._rows[place].event
        return isinstance(event, Play) and self._at.settles(event)

    def _outweighs(self, place: int) -> bool:
        """Return whether certainty is worth the points: the first choice may fail, or they are hardly any."""
        first = self._rows[0]
        return first.made < ENOUGH or first.value - self._rows[place].value <= TIED

    def _chance(self, place: int, aim: Aim) -> float | None:
        look = self._looks[place]
        whose = self._at.seat if aim == Aim.KEEP else self._at.side
        return None if look is None else look.numbers.get((aim, whose))

    def _lead(self, aim: Aim, one: int, other: int) -> float:
        """Return by how much the chance of one choice is above that of another one."""
        return (self._chance(one, aim) or 0.0) - (self._chance(other, aim) or 0.0)

    def _stake(self) -> Aim | None:
        """Return the most important chance: to win the game near its end, to keep a nil, or to make the bid."""
        return next((aim for aim in CLEARLY if self._chance(0, aim) is not None), None)

    def _likeliest(self, near: Sequence[int]) -> int:
        """Return the place with clearly the best chance to reach what is at stake; the first if none has it."""
        aim = self._stake()
        if aim is None:
            return 0
        if aim == Aim.WIN:
            # The value is mostly the chance to win; a card behind others is first only because partners dislike them.
            near = [place for place in range(len(self._rows)) if self._rows[place].value >= self._rows[0].value]
        near = [place for place in near if aim == Aim.WIN or self._is_near(self._rows[place], 1.0)]
        if aim != Aim.WIN and any(row.value > self._rows[0].value + TIED for row in self._rows):
            return 0  # partners would dislike the card with the best value, and perhaps this one too
        best = max(near, key=lambda place: (self._lead(aim, place, 0), -place))
        return best if self._lead(aim, best, 0) >= CLEARLY[aim] else 0

    def _behind(self, place: int, first: int) -> float:
        """Return by how many points a choice is behind another one."""
        return self._rows[first].value - self._rows[place].value

    def _sound_lead(self, first: int, near: Sequence[int]) -> int:
        """Return the place of the best lead, with what players teach about leads."""
        at, aim = self._at, self._stake()
        if at.other_nils or (at.has_enough and at.partner_nil is None):
            return first
        if aim == Aim.WIN:
            near = [place for place in near if self._lead(aim, first, place) < CLEARLY[aim]]
        return max({first, *near}, key=lambda place: (self._corrected(place), place == first, -place))

    def _corrected(self, place: int) -> float:
        """Return the value of a lead, in points, with what players teach about such leads."""
        row = self._rows[place]
        return row.value + (lead_correction(self._at, row.event) if isinstance(row.event, Play) else 0.0)

    def _cheapest(self, first: int, near: Sequence[int]) -> int:
        """Return the place of the lowest card that takes the trick as surely as the first one."""
        at, here = self._at, self._rows[first].event
        if not isinstance(here, Play) or not at.beats(here.value) or at.has_enough or at.nils:
            return first
        cheapest = first
        for place in near:
            event, best = self._rows[place].event, self._rows[cheapest].event
            if not isinstance(event, Play) or not isinstance(best, Play) or self._behind(place, first) > TIED:
                continue
            lower = at.suit_of(event.value) == at.suit_of(best.value) and at.rank(event.value) < at.rank(best.value)
            if lower and at.beats(event.value) and takes_it(at, event.value):
                cheapest = place
        return cheapest

    def _useless(self, first: int, near: Sequence[int]) -> int:
        """Return the place of the discard that's worth least to the hand."""
        at = self._at
        if not at.void or at.nils or not self._is_discard(first):
            return first
        best, most = first, None
        for place in (first, *near):
            event = self._rows[place].event
            if not isinstance(event, Play) or self._behind(place, first) > TIED or not self._is_discard(place):
                continue
            useless = uselessness(at, event.value)
            if most is None or useless > most:
                best, most = place, useless
        return best

    def _taught(self, first: int) -> int:
        """Return the place of the lowest card that players teach to follow suit with, if it is behind by chance."""
        at, here, aim = self._at, self._rows[first].event, self._stake()
        taught = []
        for place, row in enumerate(self._rows):
            event = row.event
            if not row.deals or not isinstance(here, Play) or not isinstance(event, Play) or event.ace == "low":
                continue
            by_chance = is_by_chance(self._behind(place, first), max(self._rows[first].doubt, row.doubt))
            clearly = aim is not None and self._lead(aim, first, place) >= 2 * CLEARLY[aim]
            if by_chance and not clearly and is_taught(at, here, event):
                taught.append((at.rank(event.value), place))
        return min(taught, default=(0, first))[1]

    def _is_discard(self, place: int) -> bool:
        event = self._rows[place].event
        return isinstance(event, Play) and not self._at.is_trump(event.value) and event.ace is None

    def _lowest(self, first: int, near: Sequence[int]) -> int:
        """Return the place of the lowest card of the suit that does what the first one does, if high ones count."""
        at, here = self._at, self._rows[first].event
        if not isinstance(here, Play):
            return first
        plan = plan_of(at, here)
        hunts = plan in HUNTS
        if (at.has_enough or at.other_nils) and not hunts:
            return first
        if at.beats(here.value) and not (at.leads and hunts):
            return first
        aim = self._stake()
        low, lowest = here.value, first
        rivals = [place for place, row in enumerate(self._rows) if row.deals and self._behind(place, first) <= LOWER]
        for place in (*near, *rivals):
            event = self._rows[place].event
            if not isinstance(event, Play) or event.ace == "low" or at.suit_of(event.value) != at.suit_of(low):
                continue
            if aim is not None and self._lead(aim, first, place) >= CLEARLY[aim]:
                continue
            if at.leads and self._behind(place, first) > LOWER:
                continue
            if at.rank(event.value) < at.rank(low) and plan_of(at, event) == plan:
                low, lowest = event.value, place
        return lowest

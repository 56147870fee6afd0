"""Endings: components that decide when a game is over and which side has won."""

from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from spades_tui.language.sentence_parts import ordinal_word, plain, plural
from spades_tui.rules.component import Number, Switch
from spades_tui.rules.component_bases import Checker, EndingComponent, place_of
from spades_tui.rules.ledger import GameOutcome, Standing, leaders, places
from spades_tui.rules.problems import Flaw, Held, Part


def asked_late(ending: EndingComponent, check: Checker) -> None:
    """Report an end by points or hands that comes before an immediate one."""
    endings = check.variant.endings
    if any(part.at_once for part in endings[place_of(ending, endings) + 1 :]):
        check.say(Flaw.ASKED_TOO_EARLY, "kind", kind=Part((f"endings.{ending.kind}",)))


def bags_are_counted(wanted: bool, check: Checker) -> None:
    """Report ties broken by overtricks in a game that doesn't count them."""
    counted = any(score.facts.counts_bags for score in check.variant.scores)
    if wanted and not counted and not check.some_hands:
        check.say(Flaw.NO_BAGS_TO_PART, "fewest_bags")


def won_on_points(kind: str, standing: Standing, fewest_bags: bool) -> GameOutcome | None:
    """Return the end of a game that one side leads; None while the lead is tied."""
    winners = leaders(standing, fewest_bags)
    if len(winners) != 1:
        return None
    return GameOutcome(kind, winners, places(standing.totals, winners))


def tie_break_words(fewest_bags: bool) -> str:
    """Return the half-sentence that fewer overtricks break a tie; empty if they don't."""
    if fewest_bags:
        return "; fewer overtricks break a tie"
    return ""


class Outright(EndingComponent):
    """A bid that wins the game ends it at once (BM-12, 3B-15)."""

    by_bid: ClassVar[bool] = True
    how: ClassVar[str] = "outright"
    title: ClassVar[str] = "outright, by a bid that wins the game"

    kind: Literal["outright"]
    default_rule: ClassVar[str] = "BM-12"
    words: ClassVar[str] = "A bid that wins the game ends it at once."

    def problems(self, check: Checker) -> None:
        """Report that no bid wins the game."""
        wins = any(part.facts.wins_game for part in check.variant.scores)
        check.say(Flaw.ENDS_NEVER, "kind", when=not wins and not check.some_hands)

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end, if a bid has won the game."""
        if outright is None:
            return None
        return GameOutcome(self.kind, (outright,), places(standing.totals, (outright,)))


class Sets(EndingComponent):
    """A side that is set too often loses at once (JK-11); for two sides."""

    how: ClassVar[str] = "because the other side was set too often"

    kind: Literal["sets"]
    default_rule: ClassVar[str] = "JK-11"
    limit: Annotated[int, Meta(ge=1, le=100)]

    def problems(self, check: Checker) -> None:
        """Report a game without two sides of partners."""
        two_sides = check.partners and len(check.variant.side_seats()) == 2
        check.say(Flaw.SETS_NEED_TWO_SIDES, "kind", when=not two_sides)

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end, if one side has reached the limit.

        If both have, one has to have more points.
        """
        if max(standing.sets) < self.limit:
            return None
        if min(standing.sets) >= self.limit:
            return won_on_points(self.kind, standing, fewest_bags=False)
        winners = tuple(side for side, sets in enumerate(standing.sets) if sets < self.limit)
        return GameOutcome(self.kind, winners, places(standing.totals, winners))

    def level(self, standing: Standing, unit: int = 1) -> str | None:
        """Report a tie if both sides have reached the limit."""
        if any(sets >= self.limit for sets in standing.sets):
            return "Sudden death: both sides are out and tied, so another hand is played"
        return None

    @property
    def most_sets(self) -> int:
        """The number of sets that loses the game."""
        return self.limit

    def set_again(self, sets: int) -> str:
        """Return how often a side has been set, in words, and whether one more loses the game."""
        time = f"{sets} times"
        if sets < 10:
            time = f"for the {ordinal_word(sets)} time"
        if sets == self.limit - 1:
            return f"set {time}: one more loses the game"
        return f"set {time}"

    def sentence(self, zero: str = "nil") -> str:
        times = "once" if self.limit == 1 else f"{self.limit} times"
        return f"A side that is set {times} loses at once."


class Target(EndingComponent):
    """The game ends when a side reaches a number of points (SB-10, JK-12, BM-12)."""

    at_once: ClassVar[bool] = False
    last: ClassVar[bool] = True
    how: ClassVar[str] = "with the most points"

    kind: Literal["target"]
    default_rule: ClassVar[str] = "SB-10"
    points: Number
    fewest_bags: Switch = False
    """Whether fewer overtricks break a tie (BM-12)."""

    def problems(self, check: Checker) -> None:
        """Report a wrong order of endings, or ties broken by overtricks that aren't counted."""
        bags_are_counted(self.fewest_bags, check)
        asked_late(self, check)

    def reach(self, check: Checker, most: int, hands: int) -> None:
        """Report points that no side can reach."""
        if self.points > hands * most:
            reach = {"points": self.points, "most": most, "hands": hands}
            check.say(Flaw.POINTS_OUT_OF_REACH, "points", **reach)

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end, if a side has reached the points and one side leads."""
        if max(standing.totals) < self.points:
            return None
        return won_on_points(self.kind, standing, self.fewest_bags)

    def level(self, standing: Standing, unit: int = 1) -> str | None:
        """Report a tie for the lead at the points."""
        best = max(standing.totals)
        if best < self.points:
            return None
        return f"Sudden death: tied at {plain(best, unit)}, so another hand is played"

    @property
    def goal(self) -> int:
        """The number of points."""
        return self.points

    def sentence(self, zero: str = "nil") -> str:
        tie_break = tie_break_words(self.fewest_bags)
        return f"The game goes to {plural(self.points, 'point')}; the most points win{tie_break}."


class Hands(EndingComponent):
    """The game ends after a number of hands, or later after a tie (3B-16, 3B-17, LG-2)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "parts", "fewest_bags"))

    at_once: ClassVar[bool] = False
    last: ClassVar[bool] = True
    # `game_hands` is the only way; players ignore an end that leaves ties
    ends_predictably: ClassVar[bool] = True
    how: ClassVar[str] = "with the most points after the last hand"
    title: ClassVar[str] = "most points after the last hand"

    kind: Literal["hands"]
    default_rule: ClassVar[str] = "3B-16"
    hands: Annotated[int, Meta(ge=1, le=200)]
    parts: Literal["all", "first", "none"] = "all"
    """The ties that another hand has to break.

    ``all``, ``first`` (only for the lead, LG-2) or ``none``.
    """
    fewest_bags: Switch = False
    """Whether fewer overtricks break a tie for the lead."""

    def problems(self, check: Checker) -> None:
        """Report a wrong order of endings, or ties broken by overtricks that can't be."""
        asked_late(self, check)
        bags_are_counted(self.fewest_bags, check)
        if self.fewest_bags and self.parts != "first":
            parts = Held("parts", "endings.hands.parts", "first")
            check.say(Flaw.PARTS_WITH_BAGS, "fewest_bags", parts=parts)

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end, if all hands have been played and no tie is left."""
        winners = leaders(standing, self.fewest_bags)
        standings = places(standing.totals, winners)
        if standing.hands < self.hands or self._tied(standing):
            return None
        return GameOutcome(self.kind, winners, standings)

    def _tied(self, standing: Standing) -> bool:
        """Return whether a tie is left that another hand breaks."""
        if self.parts == "first":
            return len(leaders(standing, self.fewest_bags)) > 1
        return self.parts_all and len(set(standing.totals)) < len(standing.totals)

    def level(self, standing: Standing, unit: int = 1) -> str | None:
        """Report a tie after the last hand."""
        if standing.hands >= self.hands and self._tied(standing):
            who = "players are tied"
            if self.parts == "first":
                who = f"tied at {plain(max(standing.totals), unit)}"
            return f"Sudden death: {who}, so another hand is played"
        return None

    @property
    def game_hands(self) -> int | None:
        """The number of hands; None if ties stay, because players then play for points."""
        if self.parts == "none":
            return None
        return self.hands

    @property
    def parts_all(self) -> bool:
        """Whether every tie has to be broken, not only one for the lead."""
        return self.parts == "all"

    def shortened(self, hands: int) -> "Hands":
        """Return the same ending with at most `hands` hands."""
        return self.changed(hands=min(self.hands, hands))

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence; ties for any place have a separate one (3B-17)."""
        if self.parts_all:
            return (self.rule, "3B-17")
        return (self.rule,)

    def sentence(self, zero: str = "nil") -> str:
        tied = "the lead is tied" if self.parts == "first" else "any players are tied"
        game = f"The game has {plural(self.hands, 'hand')}"
        if self.parts == "none":
            return f"{game}; the most points win, and a tie stays."
        return f"{game}{tie_break_words(self.fewest_bags)}; while {tied}, another hand is played."


class Floor(EndingComponent):
    """The game ends when a side has fallen to a number of points (NL-10, CT-2)."""

    at_once: ClassVar[bool] = False
    later: ClassVar[frozenset[str]] = frozenset(("on", "fewest_bags"))

    kind: Literal["floor"]
    default_rule: ClassVar[str] = "NL-10"
    points: Annotated[int, Meta(ge=-1_000_000, le=-1)]
    """A side with this many points or fewer has lost."""
    fewest_bags: Switch = False
    """Whether fewer overtricks break a tie."""

    def problems(self, check: Checker) -> None:
        """Report ties broken by overtricks that aren't counted."""
        bags_are_counted(self.fewest_bags, check)

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end, if a side has fallen so low and one side leads."""
        if min(standing.totals) > self.points:
            return None
        return won_on_points(self.kind, standing, self.fewest_bags)

    def level(self, standing: Standing, unit: int = 1) -> str | None:
        """Report a tie if a side has fallen so low."""
        if min(standing.totals) > self.points:
            return None
        best = plain(max(standing.totals), unit)
        return f"Sudden death: tied at {best}, so another hand is played"

    @property
    def lowest(self) -> int:
        """The number of points."""
        return self.points

    @property
    def how(self) -> str:
        """How the game was won, for the log."""
        return f"because a side has fallen to {plain(self.points)} points or below"

    def sentence(self, zero: str = "nil") -> str:
        points, parting = f"−{plural(-self.points, 'point')}", tie_break_words(self.fewest_bags)
        ends = f"The game also ends when a side has {points} or less after a hand"
        return f"{ends}; the most points win{parting}."


AnyEnding = Outright | Sets | Target | Hands | Floor
"""The `endings` that a variant file may have."""

REGISTRY: tuple[type[EndingComponent], ...] = get_args(AnyEnding)

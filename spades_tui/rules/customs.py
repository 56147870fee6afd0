"""Customs of a table: announcements, marks, challenges and taking back."""

from collections.abc import Sequence
from typing import Annotated, ClassVar, Literal, get_args

from msgspec import Meta

from spades_tui.language.amounts import plural
from spades_tui.rules.component import Count, RuleName, Switch
from spades_tui.rules.component_bases import ALWAYS_SWITCHED, Checker, CustomComponent
from spades_tui.rules.problems import Flaw, KeyName, Part, Quoted


class Enforcement(CustomComponent):
    """The consequences of a card that doesn't follow suit (C-11, JK-14, BM-13, HR-6)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "sets"))

    kind: Literal["enforcement"]
    default_rule: ClassVar[str] = "C-11"
    mode: Literal["refuse", "challenge"] = "refuse"
    when: Literal["hand", "trick"]
    """The end of the time to challenge a renege: when the hand is scored, or when the trick is turned over."""
    books: Annotated[int, Meta(ge=0, le=18)]
    """The number of books that a right challenge moves, or gives the right to take."""
    sets: Switch = False
    """Whether a right challenge sets the accused: their contract or zero counts as missed (HR-6)."""
    wrong_costs: Switch
    """Whether a wrong challenge costs the same (JK-14); otherwise it costs nothing (BM-13)."""
    taken: Literal["at_once", "later"]
    """``at_once``: moved when the hand is scored; ``later``: taken at the end of this hand or a later one."""

    def problems(self, check: Checker) -> None:
        """Report more books than tricks, books beside separate zeros, and a challenge without effect."""
        sets = KeyName("sets", ("customs.enforcement.sets",))
        check.say(Flaw.BOOKS_AND_ZEROS, "kind", when=check.zeros_separate and self.books)
        check.say(Flaw.RENEGE_COSTS_NOTHING, "books", when=not self.books and not self.sets, sets=sets)
        check.say(Flaw.SET_AT_ONCE, "taken", when=self.sets and self.taken == "later", allowed=Quoted("at_once"))
        check.say(Flaw.ABOVE_BOOKS, "books", when=self.books > check.tricks, books=check.tricks)

    def sentence(self, zero: str = "nil") -> str:
        """Return the sentence for the rules page."""
        if self.mode == "refuse":
            return "A renege is refused."
        until = "until the hand is scored" if self.when == "hand" else "until the trick is turned over"
        wrong = f"; a wrong challenge costs {'the same' if self.sets else 'as many'}" if self.wrong_costs else ""
        prices = (plural(self.books, "trick") if self.books else "", "a set" if self.sets else "")
        price = " and ".join(filter(None, prices))
        return f"You may renege, but an opponent may challenge it for {price} {until}{wrong}."


class LowBall(CustomComponent):
    """A hand with low bids is announced (3B-8); a zero counts as one."""

    kind: Literal["low_ball"]
    default_rule: ClassVar[str] = "3B-8"
    words: ClassVar[str] = (
        "Bids that add up to less than {under} are a low-ball; less than {super_under}, a super-low-ball. "
        "A zero counts as one."
    )
    under: Count
    super_under: Count

    @staticmethod
    def total(bids: Sequence[int | None]) -> int:
        """Return the sum of the bids, with a zero counted as one (3B-8)."""
        return sum(max(bid, 1) for bid in bids if bid is not None)

    def called(self, bids: Sequence[int | None]) -> str | None:
        """Return ``low``, ``super`` or None for the bids of a hand (3B-8)."""
        total = self.total(bids)
        if total < self.super_under:
            return "super"
        return "low" if total < self.under else None

    def problems(self, check: Checker) -> None:
        """Report bounds that the bids can't go below."""
        least = check.variant.players * max(1, check.one_bid()[0])
        above, under = self.super_under > self.under, KeyName("under", ("customs.low_ball.under",))
        check.say(Flaw.SUPER_ABOVE_LOW, "super_under", when=above, under=under, most=self.under)
        check.say(Flaw.NEVER_LOW, "under", when=self.under <= least, least=least, under=self.under)


class Gacc(CustomComponent):
    """Leading a spade straight after making the bid is announced and counted (3B-10)."""

    kind: Literal["gacc"]
    default_rule: ClassVar[str] = "3B-10"
    words: ClassVar[str] = "Leading a spade straight after you make your bid is gaccing."


class Tray(CustomComponent):
    """Last place is noted after each hand, and the last of the game is the tray person (3B-18, 3B-19)."""

    kind: Literal["tray"]
    default_rule: ClassVar[str] = "3B-18"
    words: ClassVar[str] = "The player in last place at the end is the tray person."

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.tray")

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence: first the one that names the tray person (3B-18)."""
        return tuple(dict.fromkeys((self.default_rule, self.rule)))


class PerfectDays(CustomComponent):
    """Perfect and imperfect days (3B-22, 3B-23)."""

    kind: Literal["days"]
    default_rule: ClassVar[str] = "3B-22"
    words: ClassVar[str] = "A game with every bid met exactly is a perfect day; a game with none is an imperfect day."
    shown_after: Annotated[int, Meta(ge=1, le=200)] = 3

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.days")


class DumpDeclaration(CustomComponent):
    """A dump may be declared (3B-22)."""

    kind: Literal["dump"]
    default_rule: ClassVar[str] = "3B-22"
    words: ClassVar[str] = "A player without a trick may declare a dump before trick {before_trick}."
    before_trick: Annotated[int, Meta(ge=1, le=18)] = 5

    def problems(self, check: Checker) -> None:
        """Report a trick that the hand doesn't have."""
        check.say(Flaw.ABOVE_TRICKS, "before_trick", when=self.before_trick > check.tricks, tricks=check.tricks)


class BoneheadPlays(CustomComponent):
    """Players may cite themselves for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    default_rule: ClassVar[str] = "3B-29"
    words: ClassVar[str] = "You may cite yourself for a bonehead play."


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    default_rule: ClassVar[str] = "3B-30"
    words: ClassVar[str] = "You may mark a hunter's card that lets a zero off as having ZB potential."

    def problems(self, check: Checker) -> None:
        """Report a game without separate zeros, in which nobody hunts them."""
        check.say(Flaw.NO_ZERO_HUNTED, "kind", when=not check.zeros_separate, kind=Part(("scores.zero",)))


class TakingBack(CustomComponent):
    """Whether the last action may be taken back, at a practice table (3B-11)."""

    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["take_back"]
    words: ClassVar[str] = "You may undo your last action if it showed nobody a card."
    rule: RuleName = "3B-11"
    on: Switch = False


class Undo(CustomComponent):
    """Whether one person among computer players may undo back to the deal, at a practice table (3B-11)."""

    practice: ClassVar[str] = "undo was on"  # you can try things after seeing more cards
    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["undo"]
    words: ClassVar[str] = "Practice: you may undo one action after another, back to the deal; the game doesn't count."
    rule: RuleName = "3B-11"
    on: Switch = False

    def unfit(self, people: int) -> str:
        """Refuse a second person: computer players forget what they have seen, people don't."""
        if not self.on or people <= 1:
            return ""
        return f"undo is for one person alone, and {people} people sit here"


class Slip(CustomComponent):
    """Whether players may take back their last bid or card until another player has acted (3B-11)."""

    added: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = ALWAYS_SWITCHED

    kind: Literal["slip"]
    words: ClassVar[str] = (
        "You may undo your last bid or card until another player acts, unless you have seen something new."
    )
    rule: RuleName = "3B-11"
    on: Switch = False
    alone: bool = True
    """Whether a new table with one person against the computer starts with it on."""


class Tenths(CustomComponent):
    """Points are written in tens and tenths (CB-8). The scores stay as they are."""

    added: ClassVar[bool] = True

    kind: Literal["tenths"]
    words: ClassVar[str] = "Points are written in tens and tenths: 32 points are 3.2."
    rule: RuleName = "CB-8"


AnyCustom = (
    Enforcement | LowBall | Gacc | Tray | PerfectDays | DumpDeclaration | BoneheadPlays | ZeroMarks
    | TakingBack | Undo | Slip | Tenths
)  # fmt: skip
"""The `customs` that a variant file may have."""

REGISTRY: tuple[type[CustomComponent], ...] = get_args(AnyCustom)

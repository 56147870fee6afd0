"""Customs of a table: what is announced, recorded or enforced beside bids, tricks and points."""

from typing import Annotated, Literal

from pydantic import Field

from spades_tui.rules.part import Count, Part, RuleName, Switch, plural


class Enforcement(Part):
    """How a card that does not follow suit is dealt with (C-11, JK-14, BM-13)."""

    kind: Literal["enforcement"]
    rule: RuleName
    mode: Literal["refuse", "challenge"] = "refuse"
    when: Literal["hand", "trick"]
    """Until when a renege may be challenged: the hand is scored, or the trick is turned over."""
    books: Annotated[int, Field(strict=True, ge=1, le=18)]
    """Books that a right challenge moves, or may take."""
    wrong_costs: Switch
    """A wrong challenge costs the same (JK-14); otherwise nothing (BM-13)."""
    taken: Literal["at_once", "later"]
    """``at_once``: moved when the hand is scored; ``later``: taken at the end of this hand or a later one."""

    def sentence(self) -> str:
        """For the rules page."""
        if self.mode == "refuse":
            return "A card that does not follow suit is refused."
        until = "until the hand is scored" if self.when == "hand" else "until the trick is turned over"
        wrong = "; a wrong challenge costs as much" if self.wrong_costs else ""
        books = plural(self.books, "book")
        return f"A card that does not follow suit is taken, and may be challenged for {books} {until}{wrong}."


class LowBall(Part):
    """A hand with few tricks bid is announced (3B-8); a zero counts as one."""

    kind: Literal["low_ball"]
    rule: RuleName
    under: Count
    super_under: Count

    def sentence(self) -> str:
        """For the rules page."""
        most = f"less than {self.under} in all (a zero counts as one) make a low-ball"
        return f"Bids of {most}, less than {self.super_under} a super-low-ball."


class Gacc(Part):
    """Leading a spade straight after making the bid is announced and counted (3B-10)."""

    kind: Literal["gacc"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "Leading a spade straight after making the bid is gaccing."


class Tray(Part):
    """Last place is written down after each hand, and the last of the game is the tray person (3B-18, 3B-19)."""

    kind: Literal["tray"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "The last of the game is the tray person."


class Days(Part):
    """Perfect and imperfect days (3B-22, 3B-23)."""

    kind: Literal["days"]
    rule: RuleName
    shown_after: Annotated[int, Field(strict=True, ge=1, le=200)] = 3

    def sentence(self) -> str:
        """For the rules page."""
        return "A game with every bid met exactly is a perfect day, one with none an imperfect day."


class Dump(Part):
    """A dump may be declared (3B-22)."""

    kind: Literal["dump"]
    rule: RuleName
    before_trick: Annotated[int, Field(strict=True, ge=1, le=18)] = 5

    def sentence(self) -> str:
        """For the rules page."""
        return f"A player without a trick may declare a dump before trick {self.before_trick}."


class Bone(Part):
    """A player may cite himself for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "A player may cite himself for a bonehead play."


class ZeroBuddy(Part):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    rule: RuleName

    def sentence(self) -> str:
        """For the rules page."""
        return "A hunter's card that lets a zero off may be marked as having ZB potential."


class TakeBack(Part):
    """Whether facts may be taken back, at a practice table (3B-11)."""

    kind: Literal["take_back"]
    rule: RuleName = "3B-11"
    on: Switch = False

    def sentence(self) -> str:
        """For the rules page."""
        return "A player may take his last action back if it showed nobody a card." if self.on else ""


CustomPart = Annotated[
    Enforcement | LowBall | Gacc | Tray | Days | Dump | Bone | ZeroBuddy | TakeBack, Field(discriminator="kind")
]

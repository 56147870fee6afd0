"""Cards that don't follow suit."""

from typing import Annotated, ClassVar, Literal

from spades_tui.rules.component import Between, RuleName, Switch, plural
from spades_tui.rules.component_bases import Checker, CustomComponent
from spades_tui.rules.problems import Flaw, Found


class Enforcement(CustomComponent):
    """The consequences of a card that doesn't follow suit (C-11, JK-14, BM-13)."""

    kind: Literal["enforcement"]
    rule: RuleName
    usual_rule: ClassVar[str] = "C-11"
    mode: Literal["refuse", "challenge"] = "refuse"
    when: Literal["hand", "trick"]
    """Until when a renege may be challenged: the hand is scored, or the trick is turned over."""
    books: Annotated[int, Between(1, 18)]
    """Books that a right challenge moves, or may take."""
    wrong_costs: Switch
    """Whether a wrong challenge costs the same (JK-14); otherwise it costs nothing (BM-13)."""
    taken: Literal["at_once", "later"]
    """``at_once``: moved when the hand is scored; ``later``: taken at the end of this hand or a later one."""

    def problems(self, check: Checker, place: int) -> None:
        """Report more books than tricks, or separate zeros, whose tricks can't be moved."""
        if check.zeros_by_themselves:
            check.say(Flaw.BOOKS_AND_ZEROS, "customs", place, "kind")
        if self.books > check.tricks:
            check.say(Flaw.ABOVE_BOOKS, "customs", place, "books", found=Found(self.books), books=check.tricks)

    def sentence(self) -> str:
        """Return the sentence for the rules page."""
        if self.mode == "refuse":
            return "A renege is refused."
        until = "until the hand is scored" if self.when == "hand" else "until the trick is turned over"
        wrong = "; a wrong challenge costs as many" if self.wrong_costs else ""
        tricks = plural(self.books, "trick")
        return f"A renege is played, and may be challenged for {tricks} {until}{wrong}."

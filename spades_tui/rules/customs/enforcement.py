"""What happens to a card that doesn't follow suit: it is refused, or challenged."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from spades_tui.language.sentence_parts import plural
from spades_tui.rules.component import Switch
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent
from spades_tui.rules.problems import Flaw, KeyName, Quoted


class Enforcement(CustomComponent):
    """The consequences of a card that doesn't follow suit (C-11, JK-14, BM-13, HR-6)."""

    later: ClassVar[frozenset[str]] = frozenset(("on", "sets"))

    kind: Literal["enforcement"]
    default_rule: ClassVar[str] = "C-11"
    trick_keys: ClassVar[tuple[str, ...]] = ("books",)
    form_words: ClassVar[Mapping[str, str]] = {
        "": "Reneging",
        "mode": "A renege",
        "when": "Can be challenged until",
        "books": "Tricks for a right challenge",
        "sets": "Right challenge is a set",
        "wrong_costs": "Wrong challenge costs the same",
        "taken": "Tricks are taken",
    }
    mode: Literal["refuse", "challenge"] = "refuse"
    when: Literal["hand", "trick"]
    """The end of the time to challenge a renege: when the hand is scored, or when the trick is
    turned over.
    """
    books: Annotated[int, Meta(ge=0, le=18)]
    """The number of books that a right challenge moves, or gives the right to take."""
    sets: Switch = False
    """Whether a right challenge sets the accused: their contract or zero counts as missed (HR-6).
    """
    wrong_costs: Switch
    """Whether a wrong challenge costs the same (JK-14); otherwise it costs nothing (BM-13)."""
    taken: Literal["at_once", "later"]
    """``at_once``: moved when the hand is scored; ``later``: taken at the end of this hand or a
    later one.
    """

    @classmethod
    def first_values(cls, tricks: int, lowest: int) -> dict[str, Any]:
        """Return a challenge until the hand is scored, for three tricks."""
        return {"when": "hand", "books": min(3, tricks), "wrong_costs": True, "taken": "at_once"}

    def problems(self, check: Checker) -> None:
        """Report more books than tricks, books beside zeros, and a challenge without effect."""
        sets = KeyName("sets", ("customs.enforcement.sets",))
        check.say(Flaw.BOOKS_AND_ZEROS, "kind", when=check.zeros_separate and self.books)
        check.say(
            Flaw.RENEGE_COSTS_NOTHING, "books", when=not self.books and not self.sets, sets=sets
        )
        later = self.sets and self.taken == "later"
        check.say(Flaw.SET_AT_ONCE, "taken", when=later, allowed=Quoted("at_once"))
        check.say(Flaw.ABOVE_BOOKS, "books", when=self.books > check.tricks, books=check.tricks)

    def sentence(self, zero: str = "nil") -> str:
        if self.mode == "refuse":
            return "A renege is refused."
        until = "until the trick is turned over"
        if self.when == "hand":
            until = "until the hand is scored"
        prices, as_much = [], "as many"
        if self.books:
            prices.append(plural(self.books, "trick"))
        if self.sets:
            prices.append("a set")
            as_much = "the same"
        wrong = f"; a wrong challenge costs {as_much}" if self.wrong_costs else ""
        price = " and ".join(prices)
        return f"You may renege, but an opponent may challenge it for {price} {until}{wrong}."

"""The low-ball: a hand with low bids."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from spades_tui.language.sentence_parts import number_word
from spades_tui.rules.component import Count
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, GameFacts, HandFacts, Remark
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ledger import Standing
from spades_tui.rules.problems import Flaw, KeyName


class LowBall(CustomComponent):
    """A hand with low bids is announced (3B-8); a zero counts as one."""

    kind: Literal["low_ball"]
    default_rule: ClassVar[str] = "3B-8"
    announced_word: ClassVar[str] = "low-ball"
    form_words: ClassVar[Mapping[str, str]] = {
        "": "Low-balls are announced",
        "under": "Low-ball: bids under",
        "super_under": "Super-low-ball: under",
    }
    words: ClassVar[str] = (
        "Bids that add up to less than {under} are a low-ball; "
        "less than {super_under}, a super-low-ball. A zero counts as one."
    )
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {"low_ball": CustomKey(Literal["low", "super"])}
    """What the current bids are called."""
    hand_keys: ClassVar[Mapping[str, CustomKey]] = {"low_ball": CustomKey(Literal["low", "super"])}
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
        if total < self.under:
            return "low"
        return None

    @classmethod
    def first_values(cls, tricks: int, lowest: int) -> dict[str, Any]:
        """Return bounds just below the tricks, and above the lowest bids."""
        return {"under": max(tricks - 1, lowest + 1), "super_under": max(0, tricks - 2)}

    def problems(self, check: Checker) -> None:
        """Report bounds that the bids can't go below."""
        least = check.variant.players * max(1, check.one_bid()[0])
        above, under = self.super_under > self.under, KeyName("under", ("customs.low_ball.under",))
        check.say(Flaw.SUPER_ABOVE_LOW, "super_under", when=above, under=under, most=self.under)
        check.say(Flaw.NEVER_LOW, "under", when=self.under <= least, least=least, under=self.under)

    def announces(
        self, game: GameFacts, hand: HandFacts, before: HandFacts, begins: bool
    ) -> Iterable[tuple[int | None, str]]:
        """Announce it before the first card."""
        name = self.called(hand.bids)
        if begins and name is not None:
            yield None, f"{_with_article(name).capitalize()}!"

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show what the bids are called, once all have bid."""
        if not hand.order or hand.bidders < len(hand.order):
            return {}
        name = self.called(hand.bids)
        if name is None:
            return {}
        return {"low_ball": name}

    def bidding_note(self, bids: Sequence[int | None], order: tuple[int, ...]) -> str:
        """Return what the bids are called, or what a low-ball needs."""
        to_bid = sum(bids[seat] is None for seat in order)
        name = self.called(bids)
        if name is not None and order and not to_bid:
            return f"This is {_with_article(name)}."
        left = self.under - 1 - self.total(bids)
        if left < to_bid:
            most = number_word(self.under)
            return f"The bids are too high for a low-ball, which is under {most}."
        under = f"Under {number_word(self.under)}"
        if to_bid == len(order):
            return f"{under} is a low-ball."
        zeros = " (zeros count one)" if 0 in bids else ""
        return f"{under}{zeros} is a low-ball; {number_word(to_bid)} still to bid."

    def sheet_note(self, values: Mapping[str, Any]) -> str:
        """Return what the bids were called."""
        name = values["low_ball"]
        if name is None:
            return ""
        return _with_article(name)

    def remark(self, values: Mapping[str, Any], whom: Callable[[int], str]) -> Remark:
        """Return what the bids were called."""
        name = values["low_ball"]
        if name is None:
            return ()
        return ((f"That was {_with_article(name)}.", "text"),)

    def of_hand(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Return what the bids are called."""
        return {"low_ball": self.called(hand.bids)}


def _with_article(name: str) -> str:
    if name == "super":
        return "a super-low-ball"
    return "a low-ball"

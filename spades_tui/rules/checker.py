"""What the checks share: the list of what was found, and questions that several of them ask."""

from dataclasses import dataclass

from spades_tui.rules import bids
from spades_tui.rules.places import KeyPath
from spades_tui.rules.variant import Variant


@dataclass(frozen=True, slots=True)
class Problem:
    """Something that does not hold together: where, what was found, what would be right."""

    path: KeyPath
    """Keys and list places, such as ``("scores", 1, "made")``."""
    message: str


class Checker:
    """Collects what is wrong with one variant."""

    def __init__(self, variant: Variant) -> None:
        self.variant = variant
        self.problems: list[Problem] = []
        self.bid_kinds: set[str] = {part.kind for part in variant.bids}
        self.score_kinds: set[str] = {part.kind for part in variant.scores}

    def say(self, message: str, *path: str | int) -> None:
        """Something is wrong at this key."""
        self.problems.append(Problem(path, message))

    @property
    def partners(self) -> bool:
        """Whether two play together."""
        return self.variant.sides == "partners"

    @property
    def by_side(self) -> bool:
        """Whether one side bids after the other (JK-3)."""
        return any(isinstance(part, bids.NumberBid) and part.order == "by_side" for part in self.variant.bids)

    def one_bid(self) -> tuple[int, int]:
        """The least and the greatest bid of one player, his raises included."""
        number = next(part for part in self.variant.bids if isinstance(part, bids.NumberBid))
        raises = [part.max for part in self.variant.bids if isinstance(part, bids.Raise) and part.of == "seat"]
        return number.min, max([number.max, *raises])

    def side_bid(self) -> tuple[int, int]:
        """The least and the greatest bid of a side that is scored as one, raises included."""
        low, high = self.one_bid()
        if not self.partners:
            return low, high
        total = next((part for part in self.variant.bids if isinstance(part, bids.SideTotal)), None)
        raises = [part.max for part in self.variant.bids if isinstance(part, bids.Raise) and part.of == "side"]
        if total is not None:
            return total.min, max([min(total.max, 2 * high), *raises])
        return 2 * low, max([2 * high, *raises])

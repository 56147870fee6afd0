"""What every component of a variant answers, and what it may ask of the rest of its variant.

A component that lacks one of the abstract methods is an error of mypy where it stands in a registry
(`rules/bids`, `plays`, `scores`, `endings`, `customs`). What has an answer here is what most components would give.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, Protocol, TypeVar

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.component import CitingComponent, RuleName, Switch
from spades_tui.rules.deck import DealRules, Deck
from spades_tui.rules.ledger import HandCounts, Ledger, Standing
from spades_tui.rules.outcome import Outcome
from spades_tui.rules.problems import Flaw, Problem
from spades_tui.rules.score_capabilities import ScoresZeros

Bounds = tuple[int, int]  # the least and the greatest bid


class RuleComponent(CitingComponent, ABC):
    """An entry of one of the lists of a variant file: bids, plays, scores, endings or customs."""

    added: ClassVar[bool] = False
    """Whether it came after 0.1.0: a game that has it, and leaves it as it is by itself, is the game that it was."""
    several: ClassVar[bool] = False  # whether a variant may have more than one of the kind
    later: ClassVar[frozenset[str]] = frozenset({"on"})
    """Keys that came after 0.1.0: a rule object has them only where they are not as they are by themselves."""

    kind: str
    rule: RuleName
    on: Switch = True
    """Whether it is in play; false: only if the table chooses so. `Variant.in_play` leaves out what is not."""

    @abstractmethod
    def problems(self, check: "Checker", place: int) -> None:
        """Say what does not hold together with the rest of the variant; `place` is this component's in its list."""

    @abstractmethod
    def sentence(self) -> str:
        """For the rules page; empty where there is nothing to say."""

    @property
    def cites(self) -> tuple[str, ...]:
        """Name the rules behind the sentence, in order."""
        return (self.rule,)


ComponentT = TypeVar("ComponentT", bound=RuleComponent)


def registered(*kinds: type[ComponentT]) -> tuple[type[ComponentT], ...]:
    """These kinds; to mypy each is one that can be made, so that it lacks nothing (a bare tuple is not looked at)."""
    return kinds


class BidComponent(RuleComponent):
    """A component of the bidding."""

    @property
    @abstractmethod
    def late(self) -> bool:
        """Whether it comes when all have bid, not on a player's turn to bid."""

    @property
    def by_side(self) -> bool:
        """Whether one side bids after the other (JK-3)."""
        return False

    @property
    def blind(self) -> bool:
        """Whether it lets somebody bid without seeing his cards (JK-9, BM-3)."""
        return False

    @property
    def raised(self) -> Literal["seat", "side"] | None:
        """Whose bid it lets be raised (JK-5, BM-4)."""
        return None

    @property
    def changes(self) -> bool:
        """Whether it lets a bid be changed (3B-5)."""
        return False

    @property
    def promised(self) -> int:
        """How many first tricks it lets a player promise (BM-5); 0: none."""
        return 0

    @property
    def skips(self) -> bool:
        """Whether it can leave a hand unplayed, if the table wants that (JK-13c)."""
        return False

    @property
    def draws(self) -> bool:
        """Whether it needs the extra card (3B-6, 3B-7)."""
        return False

    def one_bid(self, so_far: Bounds) -> Bounds:
        """The least and the greatest bid of one player, with this component."""
        return so_far

    def side_bid(self, so_far: Bounds) -> Bounds:
        """The least and the greatest bid of two partners together, with this component."""
        return so_far


class OnTurn(BidComponent):
    """Belongs to a player's turn to bid."""

    @property
    def late(self) -> bool:
        """It does not."""
        return False


class BidLimit(OnTurn):
    """Leaves some of the numbers out, which may not be bid then (WZ-1, SU-1, NL-11)."""

    @property
    @abstractmethod
    def looks_at(self) -> frozenset[str]:
        """What it looks at beside the number: suits of the own hand by their names, ``partner``, ``total``."""

    @abstractmethod
    def allows(self, asked: BidContext, bid: int) -> bool:
        """Whether a player who is asked may bid this number, as far as this limit goes."""

    def tells(self, bid: int) -> tuple[int, int] | None:
        """What a bid tells everybody of the hand behind it: a suit, and how many of it were dealt; None for nothing."""
        return None

    @abstractmethod
    def why(self, asked: BidContext) -> str:
        """Why he may not bid all numbers, and which he may: a sentence to him, without its full stop."""


class WhenAllHaveBid(BidComponent):
    """Follows when all have bid; gone through in the file's order."""

    @property
    def late(self) -> bool:
        """It does."""
        return True

    def happens(self, extra: bool) -> bool:
        """Whether it is gone through at all; `extra`: an extra card is dealt."""
        return extra or not self.draws


class PlayComponent(RuleComponent):
    """A component of trick play."""

    @property
    def calls_aces(self) -> bool:
        """Whether it lets an ace be called low (3B-3)."""
        return False


class ScoreComponent(RuleComponent):
    """A component of the scoring; nothing else gives or takes a point.

    What it can do beside `score`, it says by the classes of `rules/score_capabilities.py`.
    """

    may_stand_alone: ClassVar[bool] = False
    """Whether a hand may be scored by it with nothing that scores the bids."""

    @abstractmethod
    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Read the counts of the hand, write what they bring into the ledger, and note what was decided (`Decided`).

        Of a supposed hand not everything is known; what hangs on that brings nothing and is noted as `OPEN`.
        What a side gets hangs on its own bids, tricks and counters, and on the value of a zero: computer players
        suppose hands side by side, with nothing known of the others. What hangs on another side is `OPEN` then.
        """

    @abstractmethod
    def most(self, check: "Checker") -> int | None:
        """No side gets more than this from it in one hand; None where that has no bound known beforehand."""


class EndingComponent(RuleComponent):
    """A component that ends a game: when, who has won, and with which words."""

    last: ClassVar[bool] = False
    """Whether it is a usual end: a game has one such, or several in the order in which they are asked."""
    at_once: ClassVar[bool] = True
    """Whether it comes at once, and so stands before those that go by points or hands."""

    @property
    @abstractmethod
    def how(self) -> str:
        """How the winners have won: ``with the most points``."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The same for the podium, as a sentence of its own."""

    @abstractmethod
    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """The end, if it has come."""

    @abstractmethod
    def level(self, standing: Standing) -> str | None:
        """Why another hand is played, where this could have ended the game but somebody is level."""

    @property
    def foretold(self) -> bool:
        """Whether it comes by a bid that wins the game, or no sooner than `goal`, `lowest`, `game_hands` or `most_sets`
        says, so that nobody has to ask before."""
        told = (self.goal, self.lowest, self.game_hands, self.most_sets)
        return self.by_bid or any(one is not None for one in told)

    @property
    def by_bid(self) -> bool:
        """Whether a bid that wins the game ends it here (BM-12)."""
        return False

    @property
    def goal(self) -> int | None:
        """The points that the game goes to, where points end it (SB-10)."""
        return None

    @property
    def lowest(self) -> int | None:
        """The points at which a side has lost, where points end the game so (NL-10)."""
        return None

    @property
    def game_hands(self) -> int | None:
        """The number of hands, where that ends the game (3B-16)."""
        return None

    @property
    def parts_all(self) -> bool:
        """Whether no two may be level at the end (3B-17)."""
        return False

    @property
    def most_sets(self) -> int | None:
        """How many sets lose the game, where sets do (JK-11)."""
        return None

    def set_again(self, sets: int) -> str:
        """What is said of a side at its so-manieth set; nothing where sets do not count."""
        return ""

    def shortened(self, hands: int) -> "EndingComponent":
        """The same for a game of so many hands at most, where hands are counted."""
        return self

    def reach(self, check: "Checker", place: int, most: int, hands: int) -> None:
        """Say so if nobody gets there in so many hands, of which each brings a side `most` points at most."""


class CustomComponent(RuleComponent):
    """A custom of a table."""

    @property
    def practice(self) -> str:
        """Why games with it are for practice and count for nothing, as half a sentence; empty if they count."""
        return ""

    def unfit(self, people: int) -> str:
        """Why so many people cannot sit at a table that has it, as half a sentence; empty if they can."""
        return ""


class Whole(Protocol):
    """The variant, as far as its components may ask about it; what each of these is stands in `rules/variant.py`."""

    @property
    def seats(self) -> int: ...
    @property
    def players(self) -> int: ...
    @property
    def sides(self) -> str: ...
    @property
    def options(self) -> Sequence[object]: ...
    def option_sets(self, place: str) -> bool: ...
    @property
    def deck(self) -> Deck: ...
    @property
    def deal(self) -> DealRules: ...
    @property
    def bids(self) -> Sequence[BidComponent]: ...
    @property
    def plays(self) -> Sequence[PlayComponent]: ...
    @property
    def scores(self) -> Sequence[ScoreComponent]: ...
    @property
    def endings(self) -> Sequence[EndingComponent]: ...
    @property
    def customs(self) -> Sequence[CustomComponent]: ...


class Checker:
    """Collects what is wrong with one variant, and answers what its components ask of one another."""

    def __init__(self, variant: Whole, some_hands: bool = False) -> None:
        self.variant = variant
        self.some_hands = some_hands  # of one format: what comes up in others need not come up in these (LG-3)
        self.problems: list[Problem] = []

    def say(self, flaw: Flaw, *path: str | int, **arguments: object) -> None:
        """Note that something is wrong at this key."""
        self.problems.append(Problem(path, flaw, arguments))

    def components(self) -> Iterator[RuleComponent]:
        """All of them, in the order of the file's lists."""
        variant = self.variant
        for listed in (variant.bids, variant.plays, variant.scores, variant.endings, variant.customs):
            yield from listed

    def find(self, kind: type[ComponentT]) -> ComponentT | None:
        """The first component of a kind; for siblings that are read together."""
        return next((part for part in self.components() if isinstance(part, kind)), None)

    @property
    def tricks(self) -> int:
        """Tricks in a hand."""
        return self.variant.deal.cards

    @property
    def partners(self) -> bool:
        """Whether two play together."""
        return self.variant.sides == "partners"

    @property
    def blind(self) -> bool:
        """Whether somebody can bid blind."""
        return any(part.blind for part in self.variant.bids)

    @property
    def zeros_by_themselves(self) -> bool:
        """Whether zeros are scored by themselves."""
        return any(isinstance(part, ScoresZeros) and part.scores_zeros for part in self.variant.scores)

    def one_bid(self) -> Bounds:
        """The least and the greatest bid of one player, his raises included."""
        bounds = (0, 0)
        for part in self.variant.bids:
            bounds = part.one_bid(bounds)
        return bounds

    def side_bid(self) -> Bounds:
        """The least and the greatest bid of a side that is scored as one, raises included."""
        low, high = self.one_bid()
        if not self.partners:
            return low, high
        bounds = (2 * low, 2 * high)
        for part in self.variant.bids:
            bounds = part.side_bid(bounds)
        return bounds

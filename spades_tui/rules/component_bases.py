"""The base classes of a variant's components, and the questions that these may ask about the rest of it.

mypy reports a component that lacks an abstract method in the registry that lists it (`rules/bids`, `plays`, `scores`,
`endings`, `customs`). The other methods have the answer that most components would give.
"""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal, Protocol, TypeVar

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.component import CitingComponent, RuleName, Switch
from spades_tui.rules.deck import DealRules, Deck
from spades_tui.rules.ledger import HandCounts, Ledger, Outcome, Standing
from spades_tui.rules.problems import Flaw, Problem
from spades_tui.rules.score_capabilities import ScoresZeros

Bounds = tuple[int, int]  # the least and the greatest bid


class RuleComponent(CitingComponent):
    """An entry of one of the lists of a variant file: bids, plays, scores, endings or customs."""

    added: ClassVar[bool] = False
    """Whether it came after 0.1.0: a game that has it with its default values is the same game as before."""
    several: ClassVar[bool] = False  # whether a variant may have more than one of the kind
    later: ClassVar[frozenset[str]] = frozenset({"on"})
    """Keys that came after 0.1.0: a rule object has them only where they differ from their defaults."""

    kind: str
    rule: RuleName
    on: Switch = True
    """Whether it is in play; false: only if the table chooses it. `Variant.in_play` leaves out what is off."""

    @abstractmethod
    def problems(self, check: "Checker", place: int) -> None:
        """Report what doesn't fit the rest of the variant; `place` is this component's index in its list."""

    @abstractmethod
    def sentence(self) -> str:
        """Return the sentence for the rules page; empty if there is nothing to say."""

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules behind the sentence, in order."""
        return (self.rule,)


ComponentT = TypeVar("ComponentT", bound=RuleComponent)


def registered(*kinds: type[ComponentT]) -> tuple[type[ComponentT], ...]:
    """Return these kinds.

    The annotation makes mypy check that each can be instantiated, so lacks no method; it doesn't check a bare tuple.
    """
    return kinds


class BidComponent(RuleComponent):
    """A component of the bidding."""

    @property
    @abstractmethod
    def late(self) -> bool:
        """Whether it happens after the bidding, not on a player's turn to bid."""

    @property
    def by_side(self) -> bool:
        """Whether one side bids after the other (JK-3)."""
        return False

    @property
    def blind(self) -> bool:
        """Whether it allows bids without seeing the cards (JK-9, BM-3)."""
        return False

    @property
    def raised(self) -> Literal["seat", "side"] | None:
        """Whose bid it allows to be raised (JK-5, BM-4)."""
        return None

    @property
    def changes(self) -> bool:
        """Whether it allows a bid to be changed (3B-5)."""
        return False

    @property
    def promised(self) -> int:
        """How many first tricks a player may promise (BM-5); 0: none."""
        return 0

    @property
    def skips(self) -> bool:
        """Whether it can skip a hand, if the table wants that (JK-13c)."""
        return False

    @property
    def draws(self) -> bool:
        """Whether it needs the extra card (3B-6, 3B-7)."""
        return False

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the lowest and highest bid of one player, with this component."""
        return so_far

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the lowest and highest bid of two partners together, with this component."""
        return so_far


class OnTurn(BidComponent):
    """Happens on a player's turn to bid."""

    @property
    def late(self) -> bool:
        """Never."""
        return False


class BidLimit(OnTurn):
    """Excludes some numbers, which may not be bid then (WZ-1, SU-1, NL-11)."""

    @property
    @abstractmethod
    def looks_at(self) -> frozenset[str]:
        """Other things on which it depends besides the number: suits of the hand, ``partner``, ``total``."""

    @abstractmethod
    def allows(self, asked: BidContext, bid: int) -> bool:
        """Return whether this limit allows the bid."""

    def reveals(self, bid: int) -> tuple[int, int] | None:
        """Return what a bid reveals about the hand behind it: a suit and its number of cards; None for nothing."""
        return None

    @abstractmethod
    def why(self, asked: BidContext) -> str:
        """Return a sentence for the player, without its full stop: why some bids are excluded, and which are left."""


class WhenAllHaveBid(BidComponent):
    """Happens after the bidding, in the file's order."""

    @property
    def late(self) -> bool:
        """Always."""
        return True

    def happens(self, extra: bool) -> bool:
        """Return whether it happens at all; `extra`: whether an extra card is dealt."""
        return extra or not self.draws


class PlayComponent(RuleComponent):
    """A component of trick play."""

    @property
    def calls_aces(self) -> bool:
        """Whether it allows an ace to be called low (3B-3)."""
        return False


class ScoreComponent(RuleComponent):
    """A component of the scoring; nothing else gives or takes points.

    It declares its abilities besides `score` with the classes of `rules/score_capabilities.py`.
    """

    may_stand_alone: ClassVar[bool] = False
    """Whether a hand may be scored by it without a component that scores the bids."""

    @abstractmethod
    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Score a hand: write lines into the ledger, and note what was decided (`Decided`).

        In a supposed hand some counts are unknown: what depends on them brings nothing and is noted as `OPEN`. A side's
        score depends on its own bids, tricks and counters, and on the value of a zero. Computer players suppose hands
        one side at a time, knowing nothing of the others, so what depends on another side is `OPEN` then.
        """

    @abstractmethod
    def most(self, check: "Checker") -> int | None:
        """Return the most that a side can get from it in one hand; None if there is no bound."""


class EndingComponent(RuleComponent):
    """A component that ends a game: when, who has won, and in which words."""

    last: ClassVar[bool] = False
    """Whether it is a usual end: a game has at least one, and several are asked in order."""
    at_once: ClassVar[bool] = True
    """Whether it ends the game at once, so comes before endings by points or hands."""

    @property
    @abstractmethod
    def how(self) -> str:
        """How the winners have won: ``with the most points``."""

    @property
    def title(self) -> str:
        """The same for the podium, where it has other words."""
        return self.how

    @abstractmethod
    def decide(self, standing: Standing, outright: int | None) -> Outcome | None:
        """Return the end of the game, or None."""

    @abstractmethod
    def level(self, standing: Standing) -> str | None:
        """Say why another hand is played although the game could have ended: a tie. None otherwise."""

    @property
    def ends_predictably(self) -> bool:
        """Whether the game can only end here by a winning bid, or as `goal`, `lowest`, `game_hands` or `most_sets` say.

        Until then nobody has to ask it.
        """
        told = (self.goal, self.lowest, self.game_hands, self.most_sets)
        return self.by_bid or any(one is not None for one in told)

    @property
    def by_bid(self) -> bool:
        """Whether a bid that wins the game ends it here (BM-12)."""
        return False

    @property
    def goal(self) -> int | None:
        """The points to play to, where points end the game (SB-10)."""
        return None

    @property
    def lowest(self) -> int | None:
        """The points at which a side has lost, if any (NL-10)."""
        return None

    @property
    def game_hands(self) -> int | None:
        """The number of hands, where that ends the game (3B-16)."""
        return None

    @property
    def parts_all(self) -> bool:
        """Whether no two may be tied at the end (3B-17)."""
        return False

    @property
    def most_sets(self) -> int | None:
        """How many sets lose the game, where sets do (JK-11)."""
        return None

    def set_again(self, sets: int) -> str:
        """Return what is said of a side at its latest set; empty where sets don't count."""
        return ""

    def shortened(self, hands: int) -> "EndingComponent":
        """Return the same ending for a game of at most `hands` hands, where hands are counted."""
        return self

    def reach(self, check: "Checker", place: int, most: int, hands: int) -> None:
        """Report an end that nobody reaches in `hands` hands, each of which brings a side at most `most` points."""


class CustomComponent(RuleComponent):
    """A custom of a table."""

    @property
    def practice(self) -> str:
        """Why games with it are practice and don't count, as half a sentence; empty if they count."""
        return ""

    def unfit(self, people: int) -> str:
        """Say why this many people can't sit at the table, as half a sentence; empty if they can."""
        return ""


class VariantFacts(Protocol):
    """The variant, as far as its components may ask about it; `rules/variant.py` explains each."""

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
    """Collects what is wrong with one variant, and answers its components' questions about each other."""

    def __init__(self, variant: VariantFacts, some_hands: bool = False) -> None:
        self.variant = variant
        self.some_hands = some_hands  # for one format only: events of other formats needn't be possible in it (LG-3)
        self.problems: list[Problem] = []

    def say(self, flaw: Flaw, *path: str | int, **arguments: object) -> None:
        """Note that something is wrong at this key."""
        self.problems.append(Problem(path, flaw, arguments))

    def components(self) -> Iterator[RuleComponent]:
        """Yield all components, in the order of the file's lists."""
        variant = self.variant
        for listed in (variant.bids, variant.plays, variant.scores, variant.endings, variant.customs):
            yield from listed

    def find(self, kind: type[ComponentT]) -> ComponentT | None:
        """Return the first component of a kind, or None."""
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
        """Whether blind bids are possible."""
        return any(part.blind for part in self.variant.bids)

    @property
    def zeros_separate(self) -> bool:
        """Whether zeros are scored separately."""
        return any(isinstance(part, ScoresZeros) and part.scores_zeros for part in self.variant.scores)

    def one_bid(self) -> Bounds:
        """Return the lowest and highest bid of one player, with raises."""
        bounds = (0, 0)
        for part in self.variant.bids:
            bounds = part.one_bid(bounds)
        return bounds

    def side_bid(self) -> Bounds:
        """Return the lowest and highest bid of a side that is scored as one, with raises."""
        low, high = self.one_bid()
        if not self.partners:
            return low, high
        bounds = (2 * low, 2 * high)
        for part in self.variant.bids:
            bounds = part.side_bid(bounds)
        return bounds

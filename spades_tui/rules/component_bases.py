"""The base classes of a variant's components, and `Checker`.

Through `Checker` a component reads the rest of its variant.

A component must have the abstract methods. The other methods return what suits most components.
"""

from abc import abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, ClassVar, Literal, Protocol, TypeVar

from msgspec import Struct
from msgspec.structs import asdict

from spades_tui.rules.bid_context import BidContext
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.component import Component, RuleName, Switch
from spades_tui.rules.deck import DealRules, Deck
from spades_tui.rules.ledger import (
    Announced,
    BagCost,
    GameOutcome,
    HandCounts,
    HandPay,
    Ledger,
    Standing,
    TrickPay,
)
from spades_tui.rules.problems import Flaw, FoundValue, Part, Problem

Bounds = tuple[int, int]  # the lowest and the highest bid


ALWAYS_SWITCHED = frozenset[str]()
"""`RuleComponent.later` of a component that has had `on` since 0.1.0, and reads it."""


class Declared(Component):
    """A declaration of an option or a format, or a part of one.

    Records leave out keys that have their defaults.
    """

    def to_keys(self, defaults: bool = False) -> dict[str, Any]:
        """Return the keys as a file and a record have them."""
        return super().to_keys(defaults=False)

    @abstractmethod
    def misfits(self) -> Iterable[Problem]:
        """Return the problems of keys that are valid each by itself but don't fit together."""


class RuleComponent(Component):
    """An entry of one of the lists of a variant file: bids, plays, scores, endings or customs."""

    added: ClassVar[bool] = False
    """Whether it came after 0.1.0.

    With its default values, a game is still the same game as in 0.1.0.
    """
    several: ClassVar[bool] = False  # whether a variant may have several of this kind
    later: ClassVar[frozenset[str]] = frozenset({"on"})
    """Keys that came after 0.1.0.

    A rule object has them only if they differ from their defaults.
    """
    words: ClassVar[str]
    """Its sentence for the rules page, with keys in braces, and `{zero}` for a bid of 0.

    A component whose keys change more than that overrides `sentence`.
    """

    kind: str
    rule: RuleName
    on: Switch = True
    """Whether it is in play.

    If false, a table can switch it on; `Variant.in_play` leaves it out until then.
    """

    def problems(self, check: "Checker") -> None:
        """Report conflicts with the rest of the variant to `check`; none by default."""

    def sentence(self, zero: str = "nil") -> str:
        """Return the sentence for the rules page.

        Empty if it needs none, or if the component is off.

        `zero`: the game's word for a bid of 0.
        """
        if self.on:
            return self.words.format(zero=zero, **asdict(self))
        return ""

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules behind the sentence, in order."""
        return (self.rule,)

    @property
    def for_pairs(self) -> str:
        """The key that makes it about two partners, so that a side of three can't have it (HR-8).

        Empty if none.
        """
        return ""


class BidComponent(RuleComponent):
    """A component of the bidding."""

    blind: ClassVar[bool] = False  # whether it allows bids without seeing the cards (JK-9, BM-3)
    changes: ClassVar[bool] = False  # whether it allows a bid to be changed (3B-5)
    skips: ClassVar[bool] = False  # whether it can skip a hand at tables that choose so (JK-13c)
    draws: ClassVar[bool] = False  # whether it needs the extra card (3B-6, 3B-7)

    @property
    def raised(self) -> Literal["seat", "side"] | None:
        """Whose bid it allows to be raised (JK-5, BM-4)."""
        return None

    @property
    def set_aside(self) -> int:
        """The number of cards that it sets aside before the bidding (HR-9)."""
        return 0

    def one_bid(self, so_far: Bounds) -> Bounds:
        """Return the lowest and highest bid of one player, with this component."""
        return so_far

    def side_bid(self, so_far: Bounds) -> Bounds:
        """Return the lowest and highest bid of two partners together, with this component."""
        return so_far


BidT = TypeVar("BidT", bound=BidComponent)


class BidLimit(BidComponent):
    """A component that excludes some numbers from the bidding (WZ-1, SU-1, NL-11)."""

    looks_at: ClassVar[frozenset[str]]
    """What the limit depends on besides the number: ``cards``, ``partner``, ``total``."""

    def counted(self, tables: CardTables) -> int:
        """Return the cards whose number in the hand matters, as a bit set; 0 for none."""
        return 0

    @abstractmethod
    def allows(self, asked: BidContext, bid: int) -> bool:
        """Return whether this limit allows the bid."""

    def reveals(self, bid: int) -> tuple[int, int] | None:
        """Return what a bid reveals about the hand behind it: a suit and its number of cards.

        Return None for nothing.
        """
        return None

    @abstractmethod
    def why(self, asked: BidContext) -> str:
        """Return a sentence for the player, without a full stop.

        Why some bids are excluded, and which are left.
        """


class WhenAllHaveBid(BidComponent):
    """A component that happens after the bidding, in the file's order."""

    def happens(self, extra: bool) -> bool:
        """Return whether it can happen at this table; `extra`: whether an extra card is dealt."""
        return self.on and (extra or not self.draws)


class PlayComponent(RuleComponent):
    """A component of trick play."""

    calls_aces: ClassVar[bool] = False  # whether it allows an ace to be called low (3B-3)


class ScoreFacts(Struct, frozen=True):
    """What a component of the scoring means to others, the ruleset and the computer players."""

    over: int = 0
    """The points for each trick above a made contract (SB-5, 3B-12)."""
    leaves_zeros: bool = False
    """Whether it scores the bids, and leaves zeros to be scored separately (SB-7, SB-8)."""
    blind_like_any: bool = False
    """Whether it scores the bids, and blind ones pay the same as others."""
    wins_game: bool = False
    """Whether a bid can win the game (BM-7, 3B-15)."""
    zero_word: str = "zero"
    """The game's word for a zero, where it scores zeros."""
    zero_start: int = 0
    """The points for a zero before they have grown."""
    failed_zeros_help: bool = False
    """Whether the tricks of a failed zero count for the partner's bid (NL-6)."""
    pays_blind_zeros: bool = False
    """Whether a blind zero has its own value (NL-7)."""
    counts_bags: bool = False
    """Whether it counts overtricks over the game (SB-5, JK-13b, BM-10)."""
    bag_cost: BagCost | None = None
    """The cost of bags; None if it takes no points for them."""
    hand_pay: HandPay | None = None
    """The points for winning and losing the hand; None if it doesn't compare the sides' totals."""


class ScoreComponent(RuleComponent):
    """A component of the scoring; nothing else gives or takes points.

    The ruleset, the checks and the computer players ask it the questions below, never for a
    component by name. So players understand new components too.
    """

    # whether it can score a hand without a component that scores the bids
    may_stand_alone: ClassVar[bool] = False
    # whether it scores the bids of the sides; a variant has at most one of these
    scores_bids: ClassVar[bool] = False
    # whether it scores the bids, and a zero scores separately, made or not
    pays_zeros: ClassVar[bool] = False
    # whether it scores zeros separately from the partner's bid (SB-7)
    scores_zeros: ClassVar[bool] = False
    # whether it scores hands that were skipped (JK-13c), and only those
    scores_skipped: ClassVar[bool] = False

    @abstractmethod
    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Score a hand: write lines into the ledger, and note each decision (`Decided`).

        In a supposed hand some counts are unknown: whatever depends on them scores 0, with a note
        of `OPEN`. A side's score depends only on its bids, tricks and counters, and on the value of
        a zero. Computer players suppose hands for one side at a time, so anything that depends on
        another side is `OPEN` too.
        """

    @abstractmethod
    def most(self, check: "Checker") -> int | None:
        """Return the most points that a side can get from it in one hand.

        Return None if there is no bound.
        """

    @property
    def facts(self) -> ScoreFacts:
        """What its keys mean to the rest of the program."""
        return ScoreFacts()

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether a bid is made only by exactly that number of tricks (BM-6)."""
        return False

    def zero_value(self, zero_pool: int) -> int | None:
        """Return the points for a zero in a hand that begins with this pool.

        Return None if they don't grow (3B-14).
        """
        return None

    def double_zero(self, hand: HandCounts, seats: tuple[int, ...]) -> int:
        """Return the points that the bids of zero of a side's seats score together.

        0 if each scores separately.
        """
        return 0

    def trick_pays(self, announced: Sequence[Announced], cards: int) -> tuple[TrickPay, ...]:
        """Return all payments for certain tricks in a hand of `cards` tricks.

        They depend on these announcements.
        """
        return ()


class EndingComponent(RuleComponent):
    """A component that decides when a game ends and who has won, with the words for it."""

    last: ClassVar[bool] = False
    """Whether it is a normal end, by points or hands.

    A game has at least one; several decide in the file's order.
    """
    # whether it ends the game at once, and so comes before ends by points or hands
    at_once: ClassVar[bool] = True
    by_bid: ClassVar[bool] = False  # whether a bid that wins the game ends it here (BM-12)

    @property
    @abstractmethod
    def how(self) -> str:
        """How the winners won, for the log: ``with the most points``."""

    @property
    def title(self) -> str:
        """How the winners won, for the podium; the same words as in the log by default."""
        return self.how

    @abstractmethod
    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return the end of the game, or None if it continues.

        `outright`: the side whose bid wins the game, if any.
        """

    def level(self, standing: Standing, unit: int = 1) -> str | None:
        """Return which tie keeps a game going that could have ended, as a sentence.

        None without one.

        `unit`: the points that are written as 1.
        """
        return None

    @property
    def ends_predictably(self) -> bool:
        """Whether every way to end here is covered.

        By `goal`, `lowest`, `game_hands`, `most_sets` or a winning bid.

        If so, `decide` needs no call before one of these is reached.
        """
        told = (self.goal, self.lowest, self.game_hands, self.most_sets)
        return self.by_bid or any(one is not None for one in told)

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
        """The number of sets that lose the game, if sets can (JK-11)."""
        return None

    def set_again(self, sets: int) -> str:
        """Return the announcement of a side's latest set; empty if sets don't count."""
        return ""

    def shortened(self, hands: int) -> "EndingComponent":
        """Return the ending for a game of at most `hands` hands.

        Unchanged if it doesn't count hands.
        """
        return self

    def reach(self, check: "Checker", most: int, hands: int) -> None:
        """Report an end that no side can reach in `hands` hands of at most `most` points each."""


class VariantFacts(Protocol):
    """The parts of a variant that its components may read; `rules/variant.py` explains each."""

    @property
    def seats(self) -> int: ...
    def side_seats(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def players(self) -> int: ...
    @property
    def sides(self) -> str: ...
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
    def customs(self) -> Sequence[RuleComponent]: ...


def place_of(part: RuleComponent, entries: Sequence[RuleComponent]) -> int:
    """Return the index of this very component in its list.

    Raises StopIteration if it isn't there.
    """
    return next(place for place, entry in enumerate(entries) if entry is part)


class Checker:
    """Collects a variant's problems, and gives each component access to the others."""

    def __init__(self, variant: VariantFacts, some_hands: bool = False) -> None:
        self.variant = variant
        # checking one format: events of other formats needn't be possible in it (LG-3)
        self.some_hands = some_hands
        self.problems: list[Problem] = []
        self.tricks = variant.deal.cards
        """The number of tricks in a hand."""
        self.set_aside = variant.deal.extra + sum(part.set_aside for part in variant.bids)
        """The number of cards that are dealt to nobody.

        The extra card (3B-4) or the kitty (HR-9).
        """
        self.partners = variant.sides != "solo"
        self.side_size = len(variant.side_seats()[0])
        """The number of players on a side."""
        self.blind = any(part.blind for part in variant.bids)
        """Whether blind bids are possible."""
        self.zeros_separate = any(part.scores_zeros for part in variant.scores)
        """Whether zeros are scored separately."""
        self._here: tuple[str | int, ...] = ()
        self._part: RuleComponent | None = None

    def each(self, where: str) -> Iterator[RuleComponent]:
        """Yield the components of a list. Meanwhile, what is said is about the latest one."""
        for place, part in enumerate(getattr(self.variant, where)):
            self._here, self._part = (where, place), part
            yield part
        self._here = ()

    def say(self, flaw: Flaw, *path: str | int, when: object = True, **arguments: object) -> None:
        """Note a problem at this key of the component being checked, or of the variant.

        It is one if `when` is true. The sentence has the value at the key as ``found``.
        """
        if when:
            if "{found" in flaw.value and "found" not in arguments:
                value: Any = self._part
                for key in path:
                    value = value[key] if isinstance(key, int) else getattr(value, key)
                arguments["found"] = FoundValue(value)
            self.problems.append(Problem((*self._here, *path), flaw, arguments))

    def find(self, kind: type[BidT]) -> BidT | None:
        """Return the first component of the bidding of a kind, or None."""
        return next((part for part in self.variant.bids if isinstance(part, kind)), None)

    def alone_only(self, place: str) -> None:
        """Report a component for players alone in a game with partners."""
        if self.partners:
            self.say(Flaw.ALONE_ONLY, "kind", kind=Part((place,)))

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
        bounds = (self.side_size * low, self.side_size * high)
        for part in self.variant.bids:
            bounds = part.side_bid(bounds)
        return bounds

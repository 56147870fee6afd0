"""The view of a seat (C-9).

An observation copies the fields that a seat may see, rather than hiding the others. Computer
players and screens get an observation and nothing else. Only `observer` reads the state of a game;
whoever imports the view doesn't import what makes it.
"""

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

from msgspec.structs import replace

from spades_tui.game.events import AnySeatEvent
from spades_tui.game.habits import Habits
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.trick import Trick
from spades_tui.rules.custom_keys import with_keys
from spades_tui.rules.ledger import Announced, GameOutcome, ScoreLine, Standing
from spades_tui.rules.ruleset import SEEN_KEYS, Ruleset
from spades_tui.secrecy import Hidden, PartlyHidden

AnEvent = TypeVar("AnEvent", bound=AnySeatEvent)


class OwnDraft(PartlyHidden, frozen=True):
    """One of the seat's own decisions in a draft."""

    keep: bool
    first: Hidden[int]
    second: Hidden[int | None]
    """None if the seat didn't see it."""


class DraftSeen(PartlyHidden, frozen=True):
    """The draft from the stock: what everybody sees, and which cards the seat has seen (TW-1)."""

    top: Hidden[int | None]
    """The card on top of the stock, on the seat's turn."""
    stock: int
    """The number of cards in the stock."""
    decided: tuple[tuple[int, bool], ...]
    """Each decision in order: the seat, and whether it kept the first card of the two."""
    last: Hidden[OwnDraft | None]
    """The seat's own last decision."""
    away: Hidden[int]
    """The cards that the seat saw and that went away, as a bit set."""


class Observation(PartlyHidden, frozen=True):
    """A game as one seat sees it at one moment, or as a passer-by sees it if `seat` is None.

    Tuples are indexed by seat, or by side where noted. No ``repr`` shows a seat's own cards. It
    also has the keys of customs (`CustomComponent.seen_keys`).
    """

    seat: int | None
    rules: Hidden[Ruleset]
    phase: Phase
    standing: Standing
    """Totals, bags, sets: the state of the game between hands."""
    on_turn: int | None
    zero_value: int | None
    """The points for a zero in this hand; None if they never change, or the game has no zero."""

    # ---- the players of this hand, and the cards that the seat may see

    hand_number: int
    """The current hand, or the next one before its deal."""
    dealer: int
    table: tuple[int, ...]
    """The seats that play this hand, clockwise from the dealer's left.

    It is empty before the first deal.
    """
    order: tuple[int, ...]
    """The same seats in bidding order."""
    own: Hidden[int | None]
    """The seat's cards as a bit set; None if it may not see them yet, or has none."""
    drawn: Hidden[int]
    """The cards just drawn, as a bit set, while the seat must throw as many back."""
    fresh: Hidden[int]
    """Cards that have just come into the seat's hand, as a bit set; screens mark them as new."""
    thrown: Hidden[int]
    """The cards that the seat has thrown back in this hand, as a bit set."""
    passed: Hidden[int]
    """The cards, as a bit set, that the seat has passed or chosen to pass in this hand (NL-8)."""
    got: Hidden[int]
    """Cards that it got from its partner."""
    sizes: tuple[int, ...]
    """The number of cards in each hand."""
    extra_down: bool
    """Whether the extra card is face down on the table."""
    dead: Hidden[int | None]
    """The dead hand, once the hand is scored (BM-1)."""
    draft: DraftSeen | None
    """None in games without a draft."""

    # ---- the bids, raises, promises and draws of this hand

    bids: tuple[int | None, ...]
    """By seat; None for one that hasn't bid."""
    blind: tuple[bool, ...]
    """Whether it was bid without looking at the cards."""
    looked: tuple[bool, ...]
    """Whether the seat has chosen to look at its cards rather than bid blind."""
    contracts: tuple[int | None, ...]
    """By side: the bid so far, with raises."""
    announced: tuple[Announced, ...]
    """The players' announcements beside their bids, in order (BM-5)."""
    stood: int
    """The number of players who have stood in a row in the round of raises."""
    skipped: bool
    """Whether the hand is scored without being played (JK-13)."""

    # ---- the cards on the table, and the earlier tricks with their winners

    trick: Trick
    """The trick on the table."""
    leader: int | None
    """The seat that leads, or led, the current trick."""
    led: int | None
    """The suit led."""
    winning: int | None
    """The seat that is winning the current trick."""
    tricks: tuple[Trick, ...]
    """All complete tricks of this hand, because every player has seen them.

    Screens show people only as many as C-10 allows.
    """
    winners: tuple[int, ...]
    """The winner of each trick; after a claim also of the tricks that weren't played."""
    took: tuple[int, ...]
    """Tricks that each seat has won or claimed, before books were moved."""
    side_tricks: tuple[int, ...]
    """By side: tricks after books were moved."""
    claimed: int | None
    """The seat whose claim was accepted (C-12)."""
    broken: bool
    """Whether spades have been broken."""
    penalised: tuple[int, ...]
    """The seats that a challenge has set, as the table was told (HR-6)."""

    # ---- the seat's legal actions, and the reasons against others

    may_choose_blind: bool
    """Whether the seat, on its turn to bid, can still choose between looking and bidding blind."""
    must_bid_blind: bool
    """Whether the partner has gone blind for the side (JK-9)."""
    may_claim: bool
    """Whether the seat may claim the remaining tricks (C-12).

    This doesn't reveal whether the claim would be accepted.
    """
    legal: Hidden[tuple[AnySeatEvent, ...]]
    """Everything that the seat may do on its turn, except claims; empty out of turn."""
    aside: Hidden[tuple[AnySeatEvent, ...]]
    """The seat's legal actions out of turn: change its bid, challenge, or what a custom allows."""
    follows: Hidden[int]
    """The seat's cards, as a bit set, that it may play now without reneging (C-6, C-11).

    It is 0 if the seat needn't play now.
    """
    ace_low: bool
    """Whether an ace played now without a call would be low (3B-3)."""
    why_not: Hidden[Mapping[int, Refusal]]
    """For each of the seat's cards that it may not play now: the rule and the reason."""
    why_bids: Hidden[tuple[Refusal, ...]]
    """On the seat's turn to bid: each rule that excludes numbers, with its sentence (C-14)."""

    # ---- the score sheet of the last scored hand, and the end of the game

    outcome: GameOutcome | None
    """How the game has ended; None until then."""
    lines: tuple[ScoreLine, ...]
    """The score sheet of the last scored hand."""
    points: tuple[int, ...]
    """By side: points of that hand."""
    habits: tuple[Habits, ...] = ()
    """What each seat has shown in the scored hands of the game.

    It is empty from a table of an earlier version.
    """

    @property
    def side(self) -> int | None:
        """The seat's side."""
        if self.seat is None:
            return None
        return self.rules.side_of[self.seat]

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick, if C-10 lets people look at it again."""
        shown = self.rules.last_trick is not None and self.rules.last_trick.shown
        if shown and self.tricks:
            return self.tricks[-1]
        return None

    def choices(self, kind: type[AnEvent]) -> list[AnEvent]:
        """Return the seat's legal actions of one kind, such as its bids."""
        return [event for event in self.legal if isinstance(event, kind)]

    def without_claim(self) -> "Observation":
        """Return the same observation without the offer to claim."""
        return replace(self, may_claim=False)

    def values(self, keys: Iterable[str]) -> dict[str, Any]:
        """Return the values of these keys, such as a custom's `CustomComponent.seen_keys`."""
        return {key: getattr(self, key) for key in keys}


if not TYPE_CHECKING:
    Observation = with_keys(Observation, SEEN_KEYS)

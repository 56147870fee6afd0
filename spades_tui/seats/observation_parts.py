"""The parts of an observation. Tuples are indexed by seat, or by side where noted.

No ``repr`` shows a seat's own cards.
"""

from collections.abc import Mapping
from dataclasses import field

from spades_tui.frozen import dataclass
from spades_tui.game.events import SeatEvent
from spades_tui.game.refusal import Refusal
from spades_tui.game.trick import Trick
from spades_tui.rules.ledger import Announced, ScoreLine
from spades_tui.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """One of the seat's own decisions in a draft."""

    keep: bool
    first: int = field(repr=False)
    second: int | None = field(repr=False)
    """None if it went away unseen."""


@dataclass(frozen=True, slots=True)
class DraftSeen:
    """The draft from the stock: what everybody sees, and which cards the seat has seen (TW-1)."""

    top: int | None = field(repr=False)
    """The card on top of the stock, on the seat's turn."""
    stock: int
    """Number of cards in the stock."""
    decided: tuple[tuple[int, bool], ...]
    """Each decision in order: the seat, and whether it kept the card; a seat that didn't took the next card."""
    last: OwnDraft | None = field(repr=False)
    """The seat's own last decision."""
    away: int = field(repr=False)
    """The cards that the seat has seen go away, as a bit set."""


@dataclass(frozen=True, slots=True)
class DealSeen:
    """The players of this hand, and the cards that the seat may see."""

    hand_number: int
    """The current hand, or the next one before its deal."""
    dealer: int
    table: tuple[int, ...]
    """The seats that play this hand, clockwise from the dealer's left; empty before the first deal."""
    order: tuple[int, ...]
    """The same seats in bidding order."""
    own: int | None = field(repr=False)
    """The seat's cards as a bit set; None if it may not see them yet, or has none."""
    drawn: int | None = field(repr=False)
    """The extra card just drawn, while the seat must throw one back."""
    fresh: int = field(repr=False)
    """Cards that have just come into the seat's hand, as a bit set; screens mark them as new."""
    thrown: int | None = field(repr=False)
    """The card that the seat threw back last in this hand."""
    passed: int = field(repr=False)
    """Cards that the seat has passed to its partner in this hand, or has chosen to pass, as a bit set (NL-8)."""
    got: int = field(repr=False)
    """Cards that it got from its partner."""
    sizes: tuple[int, ...]
    """Number of cards in each hand."""
    extra_down: bool
    """Whether the extra card is face down on the table."""
    dead: int | None = field(repr=False)
    """The dead hand, once the hand is scored (BM-1)."""
    draft: DraftSeen | None
    """None where nobody drafts."""


@dataclass(frozen=True, slots=True)
class BiddingSeen:
    """The bids, raises, promises and draws of this hand."""

    bids: tuple[int | None, ...]
    """None for a seat that hasn't bid."""
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
    passers: tuple[int, ...]
    """Seats that have passed cards to their partners, or have chosen them, in seat order (NL-8)."""
    drawers: tuple[int, ...]
    """Seats that have drawn the extra card in this hand, in order."""
    skipped: bool
    """Whether the hand is scored without being played (JK-13)."""
    low_ball: str | None
    """``low``, ``super`` or None, for the present bids (3B-8)."""


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """The cards on the table, the tricks before, and who took them."""

    trick: Trick
    """The trick on the table."""
    leader: int | None
    """The seat that leads, or led, the current trick."""
    led: int | None
    """The suit led."""
    winning: int | None
    """The seat that is winning the current trick."""
    tricks: tuple[Trick, ...]
    """All complete tricks of this hand: a player has seen them. Screens show people only what C-10 allows."""
    winners: tuple[int, ...]
    """The winner of each trick; after a claim also of the tricks that weren't played."""
    took: tuple[int, ...]
    """Tricks that each seat has won or claimed, before books were moved."""
    side_tricks: tuple[int, ...]
    """By side, after books were moved."""
    claimed: int | None
    """The seat whose claim was accepted (C-12)."""
    broken: bool
    """Whether spades have been broken."""
    gaccs: tuple[int, ...]
    """How often each seat has led a spade straight after the trick that made its bid (3B-10)."""
    dumped: tuple[bool, ...]
    """Whether each seat has dumped in this hand."""
    marks: int
    """ZB marks made in this hand."""


@dataclass(frozen=True, slots=True)
class Offers:
    """The seat's legal actions, and the reasons against others."""

    may_choose_blind: bool
    """Whether the seat, on its turn to bid, can still choose between looking and bidding blind."""
    must_bid_blind: bool
    """Whether the partner has gone blind for the side (JK-9)."""
    may_claim: bool
    """Whether the seat may claim the remaining tricks; nobody knows in advance whether that is accepted (C-12)."""
    legal: tuple[SeatEvent, ...] = field(repr=False)
    """Everything that the seat may do now because it is on turn, except claims."""
    aside: tuple[SeatEvent, ...] = field(repr=False)
    """The seat's legal actions out of turn: change its bid, dump, cite, mark, challenge, take books, spend a chit."""
    follows: int = field(repr=False)
    """The own cards, as a bit set, that may be played now without reneging (C-6, C-11); 0 if no card is due."""
    ace_low: bool
    """Whether an ace played now without a call would be low (3B-3)."""
    why_not: Mapping[int, Refusal] = field(repr=False)
    """For each own card that may not be played now: the rule and the reason."""
    why_bids: tuple[Refusal, ...] = field(repr=False)
    """On turn to bid: the rules that exclude some numbers, each with its sentence for this seat (C-14)."""


@dataclass(frozen=True, slots=True)
class ScoreSeen:
    """The score sheet of the last scored hand, announced days, and the end of the game."""

    outcome: Outcome | None
    """How the game has ended; None until then."""
    lines: tuple[ScoreLine, ...]
    """The score sheet of the last scored hand."""
    points: tuple[int, ...]
    """Its points, by side."""
    perfect: tuple[int, ...]
    """Seats still on track for a perfect day, once that is announced (3B-23)."""
    imperfect: tuple[int, ...]

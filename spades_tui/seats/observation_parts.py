"""The parts of an observation. Tuples are indexed by seat, or by side where it says so.

Own cards are in no ``repr``.
"""

from collections.abc import Mapping
from dataclasses import field

from spades_tui.frozen import dataclass
from spades_tui.game.events import SeatEvent
from spades_tui.game.refusal import Refusal
from spades_tui.game.trick import Trick
from spades_tui.rules.ledger import ScoreLine
from spades_tui.rules.outcome import Outcome


@dataclass(frozen=True, slots=True)
class OwnDraft:
    """A decision of one's own in a draft."""

    keep: bool
    first: int = field(repr=False)
    second: int | None = field(repr=False)
    """None: it went away unseen."""


@dataclass(frozen=True, slots=True)
class DraftSeen:
    """The draft from the stock: what everybody sees of it, and which cards the seat has seen (TW-1)."""

    top: int | None = field(repr=False)
    """The card on top of the stock, on the seat's turn."""
    stock: int
    """Cards in the stock."""
    decided: tuple[tuple[int, bool], ...]
    """Who has decided, in order, and whether he kept the card; whoever did not took the next."""
    last: OwnDraft | None = field(repr=False)
    """What the seat itself has decided last."""
    away: int = field(repr=False)
    """The cards that the seat has seen go away, as a bit set."""


@dataclass(frozen=True, slots=True)
class DealSeen:
    """Who plays this hand, and the cards that the seat may see of it."""

    hand_number: int
    """The hand that is going on, or the next one before its deal."""
    dealer: int
    table: tuple[int, ...]
    """The seats that play this hand, clockwise from the dealer's left; none before the first deal."""
    order: tuple[int, ...]
    """The same seats in the order of the bidding."""
    own: int | None = field(repr=False)
    """The seat's cards as a bit set; None while they are not shown to it, or if it has none."""
    drawn: int | None = field(repr=False)
    """The extra card that the seat has just drawn, while it must throw one back."""
    fresh: int = field(repr=False)
    """Cards that have just come into the seat's hand, as a bit set; a screen marks them as new."""
    thrown: int | None = field(repr=False)
    """The card that the seat itself threw back last in this hand."""
    passed: int = field(repr=False)
    """The cards that the seat has given to its partner in this hand, or has chosen for him, as a bit set (NL-8)."""
    got: int = field(repr=False)
    """The cards that it has got from him."""
    sizes: tuple[int, ...]
    """Cards in each hand."""
    extra_down: bool
    """An extra card lies face down."""
    dead: int | None = field(repr=False)
    """The dead hand, once the hand is scored (BM-1)."""
    draft: DraftSeen | None
    """None where nobody drafts."""


@dataclass(frozen=True, slots=True)
class BiddingSeen:
    """What has been bid, raised, promised and drawn in this hand."""

    bids: tuple[int | None, ...]
    """None: the seat has not bid."""
    blind: tuple[bool, ...]
    """It was bid without a look at the cards."""
    looked: tuple[bool, ...]
    """The seat has chosen to look at its cards, and not to go blind."""
    contracts: tuple[int | None, ...]
    """Per side: the bid so far, raises included."""
    promises: tuple[int, ...]
    """How many of the first tricks each seat has promised; 0: none (BM-5)."""
    stood: int
    """How many have stood in a row in the round of raises."""
    passers: tuple[int, ...]
    """Seats that have given cards to their partners, or have chosen them, in order of their seats (NL-8)."""
    drawers: tuple[int, ...]
    """Seats that have drawn the extra card in this hand, in order."""
    skipped: bool
    """The hand is scored without being played (JK-13)."""
    low_ball: str | None
    """``low``, ``super`` or None, for the bids as they stand (3B-8)."""


@dataclass(frozen=True, slots=True)
class PlaySeen:
    """The cards on the table, those played before them, and who took them."""

    trick: Trick
    """The trick on the table."""
    leader: int | None
    """Who leads, or led, the current trick."""
    led: int | None
    """The suit led."""
    winning: int | None
    """The seat that is winning the current trick."""
    tricks: tuple[Trick, ...]
    """All completed tricks of this hand: a player has seen them. People look at no more than C-10 allows."""
    winners: tuple[int, ...]
    """Who won each trick; after a claim also those that were not played."""
    took: tuple[int, ...]
    """Tricks that each seat has won, those it has claimed too; books that were moved are its own still."""
    side_tricks: tuple[int, ...]
    """Per side, after books that have been moved."""
    claimed: int | None
    """The seat whose claim has stood (C-12)."""
    broken: bool
    """Spades have been broken."""
    gaccs: tuple[int, ...]
    """How often each seat has led a spade straight after the trick that filled its bid (3B-10)."""
    dumped: tuple[bool, ...]
    """Which seats have dumped in this hand."""
    marks: int
    """ZB marks made in this hand."""


@dataclass(frozen=True, slots=True)
class Offers:
    """What the seat may do now, and why not what it may not."""

    may_choose_blind: bool
    """On its turn to bid: the choice between looking and going blind stands."""
    must_bid_blind: bool
    """The partner has gone blind for the side (JK-9)."""
    may_claim: bool
    """The seat may say that all the remaining tricks are its own; whether that stands, nobody knows before (C-12)."""
    legal: tuple[SeatEvent, ...] = field(repr=False)
    """Everything the seat may do now because it is on turn (claims apart)."""
    aside: tuple[SeatEvent, ...] = field(repr=False)
    """What the seat may say out of turn: change its bid, dump, cite, mark, challenge, take books, spend a chit."""
    follows: int = field(repr=False)
    """The own cards, as a bit set, that may be played now without reneging (C-6, C-11); 0 when not asked for a card."""
    ace_low: bool
    """On turn: an ace played without a call would be low (3B-3)."""
    why_not: Mapping[int, Refusal] = field(repr=False)
    """For each own card that may not be played now: the rule and the reason."""
    why_bids: tuple[Refusal, ...] = field(repr=False)
    """On turn to bid: the rules that leave some numbers out, each with what it says to this seat (C-14)."""


@dataclass(frozen=True, slots=True)
class ScoreSeen:
    """The score sheet of the hand scored last, the announced days, and the end of the game."""

    outcome: Outcome | None
    """How the game has ended; None while it goes on."""
    lines: tuple[ScoreLine, ...]
    """The score sheet of the hand scored last."""
    points: tuple[int, ...]
    """Its points, per side."""
    perfect: tuple[int, ...]
    """Seats still on track for a perfect day, once that is announced (3B-23)."""
    imperfect: tuple[int, ...]

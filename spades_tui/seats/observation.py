"""A game as one seat sees it, combined from its parts."""

from collections.abc import Mapping

from msgspec.structs import replace

from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.trick import Trick
from spades_tui.rules.ledger import Announced, Outcome, ScoreLine, Standing
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observation_parts import BiddingSeen, DealSeen, DraftSeen, Offers, PlaySeen, ScoreSeen
from spades_tui.secrecy import Hidden, PartlyHidden


class Observation(PartlyHidden, frozen=True):
    """A game as one seat sees it at one moment, or as a passer-by sees it if `seat` is None.

    The properties copy fields of the parts: `bids` is `bidding.bids`. Each part explains its fields.
    """

    seat: int | None
    rules: Hidden[Ruleset]
    phase: Phase
    standing: Standing
    """Totals, bags, sets, trays: the state of the game between hands."""
    on_turn: int | None
    zero_value: int | None
    """The points for a zero in this hand; None if they never change, or the game has no zero."""
    deal: DealSeen
    bidding: BiddingSeen
    play: PlaySeen
    offers: Offers
    score: ScoreSeen

    @property
    def side(self) -> int | None:
        """The seat's side."""
        return None if self.seat is None else self.rules.side_of[self.seat]

    @property
    def last_trick(self) -> Trick | None:
        """The last complete trick, if C-10 lets people look at it again."""
        shown = self.rules.last_trick is not None and self.rules.last_trick.shown
        return self.tricks[-1] if shown and self.tricks else None

    def without_claim(self) -> "Observation":
        """Return the same observation without the offer to claim."""
        return replace(self, offers=replace(self.offers, may_claim=False))

    # ---- deal

    @property
    def hand_number(self) -> int:
        return self.deal.hand_number

    @property
    def dealer(self) -> int:
        return self.deal.dealer

    @property
    def table(self) -> tuple[int, ...]:
        return self.deal.table

    @property
    def order(self) -> tuple[int, ...]:
        return self.deal.order

    @property
    def own(self) -> int | None:
        return self.deal.own

    @property
    def drawn(self) -> int | None:
        return self.deal.drawn

    @property
    def fresh(self) -> int:
        return self.deal.fresh

    @property
    def thrown(self) -> int | None:
        return self.deal.thrown

    @property
    def passed(self) -> int:
        return self.deal.passed

    @property
    def got(self) -> int:
        return self.deal.got

    @property
    def sizes(self) -> tuple[int, ...]:
        return self.deal.sizes

    @property
    def extra_down(self) -> bool:
        return self.deal.extra_down

    @property
    def dead(self) -> int | None:
        return self.deal.dead

    @property
    def draft(self) -> DraftSeen | None:
        return self.deal.draft

    # ---- bidding

    @property
    def bids(self) -> tuple[int | None, ...]:
        return self.bidding.bids

    @property
    def blind(self) -> tuple[bool, ...]:
        return self.bidding.blind

    @property
    def looked(self) -> tuple[bool, ...]:
        return self.bidding.looked

    @property
    def contracts(self) -> tuple[int | None, ...]:
        return self.bidding.contracts

    @property
    def announced(self) -> tuple[Announced, ...]:
        return self.bidding.announced

    @property
    def stood(self) -> int:
        return self.bidding.stood

    @property
    def passers(self) -> tuple[int, ...]:
        return self.bidding.passers

    @property
    def drawers(self) -> tuple[int, ...]:
        return self.bidding.drawers

    @property
    def skipped(self) -> bool:
        return self.bidding.skipped

    @property
    def low_ball(self) -> str | None:
        return self.bidding.low_ball

    # ---- play

    @property
    def trick(self) -> Trick:
        return self.play.trick

    @property
    def leader(self) -> int | None:
        return self.play.leader

    @property
    def led(self) -> int | None:
        return self.play.led

    @property
    def winning(self) -> int | None:
        return self.play.winning

    @property
    def tricks(self) -> tuple[Trick, ...]:
        return self.play.tricks

    @property
    def winners(self) -> tuple[int, ...]:
        return self.play.winners

    @property
    def took(self) -> tuple[int, ...]:
        return self.play.took

    @property
    def side_tricks(self) -> tuple[int, ...]:
        return self.play.side_tricks

    @property
    def claimed(self) -> int | None:
        return self.play.claimed

    @property
    def broken(self) -> bool:
        return self.play.broken

    @property
    def gaccs(self) -> tuple[int, ...]:
        return self.play.gaccs

    @property
    def dumped(self) -> tuple[bool, ...]:
        return self.play.dumped

    @property
    def marks(self) -> int:
        return self.play.marks

    @property
    def penalised(self) -> tuple[int, ...]:
        return self.play.penalised

    # ---- offers

    @property
    def may_choose_blind(self) -> bool:
        return self.offers.may_choose_blind

    @property
    def must_bid_blind(self) -> bool:
        return self.offers.must_bid_blind

    @property
    def may_claim(self) -> bool:
        return self.offers.may_claim

    @property
    def legal(self) -> tuple[SeatEvent, ...]:
        return self.offers.legal

    @property
    def aside(self) -> tuple[SeatEvent, ...]:
        return self.offers.aside

    @property
    def follows(self) -> int:
        return self.offers.follows

    @property
    def ace_low(self) -> bool:
        return self.offers.ace_low

    @property
    def why_not(self) -> Mapping[int, Refusal]:
        return self.offers.why_not

    @property
    def why_bids(self) -> tuple[Refusal, ...]:
        return self.offers.why_bids

    # ---- score

    @property
    def outcome(self) -> Outcome | None:
        return self.score.outcome

    @property
    def lines(self) -> tuple[ScoreLine, ...]:
        return self.score.lines

    @property
    def points(self) -> tuple[int, ...]:
        return self.score.points

    @property
    def perfect(self) -> tuple[int, ...]:
        return self.score.perfect

    @property
    def imperfect(self) -> tuple[int, ...]:
        return self.score.imperfect

"""What a seat may see (C-9): an observation names what is allowed, field by field; nothing is taken out of a whole.

Computer players and screens get this and nothing else.
"""

from dataclasses import dataclass, field

from spades_tui import cards
from spades_tui.game import bidding, closing, customs, machine, playing
from spades_tui.game.facts import Bone, Books, Challenge, Chit, Dump, SeatFact, ZeroBuddy
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import (
    GameState,
    Phase,
    Trick,
    ace_is_low_by_default,
    contracts,
    low_ball,
    sees_own_cards,
    winning,
)
from spades_tui.rules.endings import Outcome
from spades_tui.rules.ledger import Line, Standing
from spades_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class Observation:
    """A game as one seat sees it at one moment; with `seat` None, as everybody sees it.

    Tuples are indexed by seat, or by side where it says so. Own cards are in no ``repr``.
    """

    seat: int | None
    rules: Ruleset = field(repr=False)
    phase: Phase
    standing: Standing
    """Totals, bags, sets, trays: what the game carries from hand to hand."""
    hand_number: int
    """The hand that is going on, or the next one before its deal."""
    dealer: int
    table: tuple[int, ...]
    """The seats that play this hand, clockwise from the dealer's left; before the deal, those that will."""
    order: tuple[int, ...]
    """The same seats in the order of the bidding."""
    on_turn: int | None
    own: int | None = field(repr=False)
    """The seat's cards as a bit set; None while they are not shown to it, or if it has none."""
    drawn: int | None = field(repr=False)
    """The extra card that the seat has just drawn, while it must throw one back."""
    thrown: int | None = field(repr=False)
    """The card that the seat itself threw back last in this hand."""
    sizes: tuple[int, ...]
    """Cards in each hand."""
    extra_down: bool
    """An extra card lies face down."""
    dead: int | None = field(repr=False)
    """The dead hand, once the hand is scored (BM-1)."""
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    looked: tuple[bool, ...]
    contracts: tuple[int | None, ...]
    """Per side: the bid so far, raises included."""
    promises: tuple[int, ...]
    stood: int
    """How many have stood in a row in the round of raises."""
    drawers: tuple[int, ...]
    """Seats that have drawn the extra card in this hand, in order."""
    skipped: bool
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
    side_tricks: tuple[int, ...]
    """Per side, after books that have been moved."""
    claimed: int | None
    broken: bool
    """Spades have been broken."""
    low_ball: str | None
    zero_value: int | None
    """What a zero is worth in this hand; None where it has a fixed value or none."""
    gaccs: tuple[int, ...]
    dumped: tuple[bool, ...]
    marks: int
    """ZB marks made in this hand."""
    may_choose_blind: bool
    """On its turn to bid: the choice between looking and going blind stands."""
    must_bid_blind: bool
    may_claim: bool
    """The seat may say that all the remaining tricks are its own; whether that stands, nobody knows before (C-12)."""
    legal: tuple[SeatFact, ...] = field(repr=False)
    """Everything the seat may do now because it is on turn (claims apart)."""
    aside: tuple[SeatFact, ...] = field(repr=False)
    """What the seat may say out of turn: change its bid, dump, cite, mark, challenge, take books, spend a chit."""
    follows: int = field(repr=False)
    """The own cards, as a bit set, that may be played now without reneging (C-6, C-11); 0 when not asked for a card."""
    ace_low: bool
    """On turn: an ace played without a call would be low (3B-3)."""
    why_not: dict[int, Refusal] = field(repr=False)
    """For each own card that may not be played now: the rule and the reason."""
    outcome: Outcome | None
    lines: tuple[Line, ...]
    """The score sheet of the hand scored last."""
    points: tuple[int, ...]
    """Its points, per side."""
    perfect: tuple[int, ...]
    """Seats still on track for a perfect day, once that is announced (3B-23)."""
    imperfect: tuple[int, ...]

    @property
    def side(self) -> int | None:
        """The seat's side."""
        return None if self.seat is None else self.rules.side_of[self.seat]

    @property
    def last_trick(self) -> Trick | None:
        """The last completed trick, where C-10 lets people look at it again."""
        shown = self.rules.last_trick is not None and self.rules.last_trick.shown
        return self.tricks[-1] if shown and self.tricks else None


def observe(state: GameState, seat: int | None) -> Observation:
    """The observation of a seat, or with None of a passer-by. Raises ValueError for a seat that is not there."""
    rules, hand = state.rules, state.hand
    if seat is not None and not 0 <= seat < rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    turn = machine.on_turn(state)
    mine = seat is not None and turn == seat
    none = (0,) * rules.seats
    perfect, imperfect = _days(state)
    if hand is None:
        between = {
            "hand_number": state.next_hand, "dealer": state.next_dealer,
            "table": (), "order": (), "own": None, "drawn": None, "thrown": None, "sizes": none,
            "extra_down": False, "dead": None, "bids": (None,) * rules.seats, "blind": (False,) * rules.seats,
            "looked": (False,) * rules.seats, "contracts": (None,) * len(rules.sides), "promises": none, "stood": 0,
            "drawers": (), "skipped": False, "trick": (), "leader": None, "led": None, "winning": None, "tricks": (),
            "winners": (), "took": none, "side_tricks": (0,) * len(rules.sides), "claimed": None, "broken": False,
            "low_ball": None, "gaccs": none, "dumped": (False,) * rules.seats, "marks": 0,
        }  # fmt: skip
    else:
        has_cards = seat is not None and seat in hand.table
        sees = has_cards and seat is not None and sees_own_cards(state, seat)
        scored = state.standing.hands >= hand.number
        between = {
            "hand_number": hand.number,
            "dealer": hand.dealer,
            "table": hand.table,
            "order": hand.order,
            "own": hand.holding[seat] if sees and seat is not None else None,
            "drawn": hand.drawn if seat is not None and hand.discarding == seat else None,
            "thrown": hand.thrown[seat] if seat is not None else None,
            "sizes": tuple(held.bit_count() for held in hand.holding),
            "extra_down": hand.extra is not None,
            "dead": hand.dead if scored else None,
            "bids": hand.bids,
            "blind": hand.blind,
            "looked": hand.looked,
            "contracts": contracts(rules, hand),
            "promises": hand.promises,
            "stood": hand.stood,
            "drawers": hand.zero_drawn + ((hand.high_drawer,) if hand.high_drawer is not None else ()),
            "skipped": hand.skipped,
            "trick": hand.trick,
            "leader": hand.leader if state.phase in (Phase.PLAY, Phase.PLAYED) else None,
            "led": hand.led,
            "winning": winning(rules, hand.trick),
            "tricks": hand.tricks,
            "winners": hand.winners,
            "took": hand.took,
            "side_tricks": customs.side_tricks(rules, hand),
            "claimed": hand.claimed,
            "broken": hand.broken,
            "low_ball": low_ball(rules, hand),
            "gaccs": hand.gaccs,
            "dumped": hand.dumped,
            "marks": len(hand.marks),
        }
    legal = machine.legal(state) if mine else ()
    playing_now = mine and state.phase == Phase.PLAY
    return Observation(
        seat=seat,
        rules=rules,
        phase=state.phase,
        standing=state.standing,
        on_turn=turn,
        zero_value=rules.zero.value(state.standing.zero_pool) if rules.zero and rules.zero.grows else None,
        may_choose_blind=mine and seat is not None and bidding.may_choose_blind(state, seat),
        must_bid_blind=mine and seat is not None and bidding.must_bid_blind(state, seat),
        may_claim=playing_now and rules.claim is not None,
        legal=legal,
        aside=_aside(state, seat) if seat is not None else (),
        follows=playing.following(state) if playing_now else 0,
        ace_low=playing_now and seat is not None and ace_is_low_by_default(rules, state.current, seat),
        why_not=_why_not(state) if playing_now else {},
        outcome=state.outcome,
        lines=state.last_lines,
        points=state.last_points,
        perfect=perfect,
        imperfect=imperfect,
        **between,  # type: ignore[arg-type]
    )


def _why_not(state: GameState) -> dict[int, Refusal]:
    """Why each card of the player on turn that may not be played may not."""
    hand = state.current
    barred = hand.holding[hand.player] & ~playing.playable(state)
    return {card: playing.why_not_playable(state.rules, hand, card) for card in cards.cards_of(barred)}


def _days(state: GameState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Who is on track for a perfect and for an imperfect day (3B-23)."""
    days, standing = state.rules.days, state.standing
    if days is None or standing.hands < days.shown_after:
        return (), ()
    seats = [seat for seat in range(state.rules.seats) if standing.played[seat]]
    perfect = tuple(seat for seat in seats if standing.on_nose[seat] == standing.played[seat])
    return perfect, tuple(seat for seat in seats if standing.on_nose[seat] == 0)


def _aside(state: GameState, seat: int) -> tuple[SeatFact, ...]:
    """What a seat may say out of turn now. None of it depends on a card that the seat cannot see."""
    if state.hand is None and state.phase != Phase.OVER:
        return ()
    others = [other for other in range(state.rules.seats) if other != seat]
    facts: list[SeatFact] = []
    if machine.on_turn(state) != seat or state.phase == Phase.PLAY:
        facts += machine.changes(state, seat)
    facts += [Dump(seat), Bone(seat)]
    facts += [Challenge(seat, other) for other in others]
    facts += [ZeroBuddy(seat, other) for other in others]
    if state.rules.enforcement is not None:
        facts += [Books(seat, other, n) for other in others for n in range(state.rules.enforcement.books + 1)]
    facts += [Chit(seat, other) for other in (*others, None)]
    return tuple(fact for fact in facts if machine.refusal(state, fact) is None and not _said_already(state, fact))


def _said_already(state: GameState, fact: SeatFact) -> bool:
    """Whether a card has been cited or marked in just this way: it need not be offered again."""
    hand = state.hand
    if hand is None or not isinstance(fact, Bone | ZeroBuddy):
        return False
    if isinstance(fact, Bone):
        last = hand.last_card(fact.seat)
        return last is not None and last[0] in hand.boned
    last = hand.last_card(fact.accused)
    return last is not None and (fact.seat, fact.accused, last[0]) in hand.marks


def struck_trays(observation: Observation) -> tuple[tuple[int, ...], ...]:
    """Who stands in the tray after each hand, names struck (3B-19)."""
    return closing.struck_trays(observation.standing.trays)

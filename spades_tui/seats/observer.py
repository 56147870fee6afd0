"""Build observations. Only this module turns a game's state into a seat's view."""

from typing import Final

from spades_tui.game import bidding, machine, playable, reneges
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.sight import sees_own_cards
from spades_tui.game.state import (
    GameState,
    HandState,
    ace_is_low_by_default,
    contracts,
    fresh_cards,
    is_scored,
    low_ball,
    thrown_away,
    top_card,
)
from spades_tui.seats.observation import DraftSeen, Observation, OwnDraft

_PLAY: Final = Phase.PLAY
_PLAYED: Final = Phase.PLAYED
_BID: Final = Phase.BID
"""Module constants, because looking up an enum member is slow and each card played needs these."""


def observe(state: GameState, seat: int | None) -> Observation:
    """Return the observation of a seat, or of a passer-by if `seat` is None. Raises ValueError for an unknown seat."""
    rules = state.rules
    if seat is not None and not 0 <= seat < rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    hand = state.hand if state.hand is not None else _before_the_deal(state)
    turn = machine.on_turn(state)
    acting = seat if seat is not None and seat == turn else None
    playing = acting is not None and state.phase is _PLAY
    follows = playable.follows(rules, hand) if playing else 0
    perfect, imperfect = _days(state)
    return Observation(
        seat=seat,
        rules=rules,
        phase=state.phase,
        standing=state.standing,
        on_turn=turn,
        zero_value=rules.zero_value(state.standing),
        hand_number=hand.number,
        dealer=hand.dealer,
        table=hand.table,
        order=hand.order,
        own=hand.holding[seat] if seat in hand.table and sees_own_cards(state, seat) else None,
        drawn=hand.drawn if seat is not None and hand.discarding == seat else 0,
        fresh=fresh_cards(hand, seat) if seat is not None else 0,
        thrown=hand.thrown[seat] if seat is not None else 0,
        passed=hand.passed[seat] if seat is not None else 0,
        got=hand.got[seat] if seat is not None else 0,
        sizes=tuple(map(int.bit_count, hand.holding)),
        extra_down=hand.aside > 0,
        dead=hand.dead if hand.dead is not None and is_scored(state) else None,
        draft=_draft(state, hand, seat) if hand.drafts or hand.stock else None,
        bids=hand.bids,
        blind=hand.blind,
        looked=hand.looked,
        contracts=contracts(rules, hand),
        announced=hand.announced,
        stood=hand.stood,
        passers=tuple([other for other, chosen in enumerate(hand.passed) if chosen]) if rules.exchange else (),
        skipped=hand.skipped,
        low_ball=low_ball(rules, hand) if hand.table else None,
        trick=hand.trick,
        leader=hand.leader if state.phase in (_PLAY, _PLAYED) else None,
        led=hand.led,
        winning=hand.best.seat if hand.best is not None else None,
        tricks=hand.tricks,
        winners=hand.winners,
        took=hand.took,
        side_tricks=reneges.side_tricks(rules, hand),
        claimed=hand.claimed,
        broken=hand.broken,
        gaccs=hand.gaccs,
        dumped=hand.dumped,
        marks=len(hand.marks),
        penalised=hand.penalised,
        may_choose_blind=acting is not None and bidding.may_choose_blind(state, acting),
        must_bid_blind=acting is not None and bidding.must_bid_blind(state, acting),
        may_claim=playing and rules.claim is not None,
        legal=machine.legal(state) if acting is not None else (),
        aside=machine.aside(state, seat) if seat is not None else (),
        follows=follows,
        ace_low=playing and rules.ace_call is not None and ace_is_low_by_default(rules, hand, hand.player),
        why_not=playable.why_not(rules, hand, playable.may_renege(rules, hand, follows)) if playing else {},
        why_bids=_why_bids(state, acting) if acting is not None and state.phase is _BID else (),
        outcome=state.outcome,
        lines=state.last_lines,
        points=state.last_points,
        perfect=perfect,
        imperfect=imperfect,
    )


def _before_the_deal(state: GameState) -> HandState:
    """Return a hand without players or cards, to observe before the first deal or a new one."""
    none, nobody, rules = (0,) * state.rules.seats, (False,) * state.rules.seats, state.rules
    unknown: tuple[int | None, ...] = (None,) * rules.seats
    return HandState(
        number=state.next_hand, dealer=state.next_dealer, order=(), table=(), dealt=(), holding=none, aside=0,
        dead=None, may_go_blind=nobody, may_nil_blind=nobody, looked=nobody, bids=unknown, blind=nobody, thrown=none,
        raised=(None,) * len(rules.sides), passed=none, got=none, took=none, dumped=nobody, gaccs=none,
    )  # fmt: skip


def _draft(state: GameState, hand: HandState, seat: int | None) -> DraftSeen:
    """Return the draft: the seat's own decisions with their cards, and the others' without (TW-1)."""
    own = [one for one in hand.drafts if one.seat == seat]
    last = own[-1] if own else None
    return DraftSeen(
        top=top_card(state) if seat is not None and machine.on_turn(state) == seat else None,
        stock=len(hand.stock),
        decided=tuple((one.seat, one.keep) for one in hand.drafts),
        last=OwnDraft(last.keep, last.first, last.second if last.seen else None) if last else None,
        away=thrown_away(hand.drafts, seat) if seat is not None else 0,
    )


def _why_bids(state: GameState, seat: int) -> tuple[Refusal, ...]:
    """Return what limits the bid; empty before the seat has looked, because the reasons could reveal the hand."""
    seen = sees_own_cards(state, seat)
    return bidding.why_not_all(state.rules, state.current, seat, seen) if seen else ()


def _days(state: GameState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats on track for a perfect and for an imperfect day (3B-23)."""
    days, standing = state.rules.days, state.standing
    if days is None or standing.hands < days.shown_after:
        return (), ()
    seats = [seat for seat in range(state.rules.seats) if standing.played[seat]]
    perfect = tuple(seat for seat in seats if standing.on_nose[seat] == standing.played[seat])
    return perfect, tuple(seat for seat in seats if standing.on_nose[seat] == 0)

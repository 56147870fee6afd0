"""Build observations. Only this module turns a game's state into a seat's view."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from spades_tui.game import bidding, machine, open_numbers, playable, reneges
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
from spades_tui.rules.ledger import Announced
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observation import Observation
from spades_tui.seats.observation_parts import BiddingSeen, DealSeen, DraftSeen, Offers, OwnDraft, PlaySeen, ScoreSeen

_PLAY: Final = Phase.PLAY
_PLAYED: Final = Phase.PLAYED
_BID: Final = Phase.BID
"""Module constants, because looking up an enum member is slow and each card played needs these."""


def observe(state: GameState, seat: int | None) -> Observation:
    """Return the observation of a seat, or of a passer-by if `seat` is None. Raises ValueError for an unknown seat."""
    rules, hand = state.rules, state.hand
    if seat is not None and not 0 <= seat < rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    turn = machine.on_turn(state)
    return Observation(
        seat=seat,
        rules=rules,
        phase=state.phase,
        standing=state.standing,
        on_turn=turn,
        zero_value=rules.zero_value(state.standing),
        deal=_no_deal(state) if hand is None else _deal(state, hand, seat),
        bidding=_no_bidding(rules) if hand is None else _bidding(rules, hand),
        play=_no_play(rules) if hand is None else _play(state, hand),
        offers=_no_offers() if seat is None else _offers(state, seat, turn == seat),
        score=_score(state),
    )


# ---- before the first deal


def _no_deal(state: GameState) -> DealSeen:
    return DealSeen(
        hand_number=state.next_hand,
        dealer=state.next_dealer,
        table=(),
        order=(),
        own=None,
        drawn=None,
        fresh=0,
        thrown=None,
        passed=0,
        got=0,
        sizes=(0,) * state.rules.seats,
        extra_down=False,
        dead=None,
        draft=None,
    )


def _no_bidding(rules: Ruleset) -> BiddingSeen:
    return BiddingSeen(
        bids=(None,) * rules.seats,
        blind=(False,) * rules.seats,
        looked=(False,) * rules.seats,
        contracts=(None,) * len(rules.sides),
        announced=(),
        stood=0,
        passers=(),
        drawers=(),
        skipped=False,
        low_ball=None,
    )


def _no_play(rules: Ruleset) -> PlaySeen:
    return PlaySeen(
        trick=(),
        leader=None,
        led=None,
        winning=None,
        tricks=(),
        winners=(),
        took=(0,) * rules.seats,
        side_tricks=(0,) * len(rules.sides),
        claimed=None,
        broken=False,
        gaccs=(0,) * rules.seats,
        dumped=(False,) * rules.seats,
        marks=0,
    )


def _no_offers() -> Offers:
    return Offers(
        may_choose_blind=False,
        must_bid_blind=False,
        may_claim=False,
        legal=(),
        aside=(),
        follows=0,
        ace_low=False,
        why_not={},
        why_bids=(),
    )


# ---- in a hand


def _deal(state: GameState, hand: HandState, seat: int | None) -> DealSeen:
    return DealSeen(
        hand_number=hand.number,
        dealer=hand.dealer,
        table=hand.table,
        order=hand.order,
        own=hand.holding[seat] if seat in hand.table and sees_own_cards(state, seat) else None,
        drawn=hand.drawn if seat is not None and hand.discarding == seat else None,
        fresh=fresh_cards(hand, seat) if seat is not None else 0,
        thrown=hand.thrown[seat] if seat is not None else None,
        passed=hand.passed[seat] if seat is not None else 0,
        got=hand.got[seat] if seat is not None else 0,
        sizes=tuple([held.bit_count() for held in hand.holding]),
        extra_down=hand.extra is not None,
        dead=hand.dead if hand.dead is not None and is_scored(state) else None,
        draft=_draft(state, hand, seat) if hand.drafts or hand.stock else None,
    )


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


def _bidding(rules: Ruleset, hand: HandState) -> BiddingSeen:
    passers = tuple([seat for seat, chosen in enumerate(hand.passed) if chosen])
    drawers = hand.zero_drawn if hand.high_drawer is None else (*hand.zero_drawn, hand.high_drawer)
    return _bids_seen(
        hand.bids, hand.blind, hand.looked, contracts(rules, hand), hand.announced, hand.stood, passers, drawers,
        hand.skipped, None if rules.low_ball is None else low_ball(rules, hand),
    )  # fmt: skip


@lru_cache(maxsize=16)
def _bids_seen(
    bids: tuple[int | None, ...], blind: tuple[bool, ...], looked: tuple[bool, ...], contracts: tuple[int | None, ...],
    announced: tuple[Announced, ...], stood: int, passers: tuple[int, ...], drawers: tuple[int, ...], skipped: bool,
    low_ball: str | None,
) -> BiddingSeen:  # fmt: skip
    """Return what everybody sees of the bidding; cached, because it stays the same while a hand is played."""
    return BiddingSeen(
        bids=bids,
        blind=blind,
        looked=looked,
        contracts=contracts,
        announced=announced,
        stood=stood,
        passers=passers,
        drawers=drawers,
        skipped=skipped,
        low_ball=low_ball,
    )


def _play(state: GameState, hand: HandState) -> PlaySeen:
    return PlaySeen(
        trick=hand.trick,
        leader=hand.leader if state.phase in (_PLAY, _PLAYED) else None,
        led=hand.led,
        winning=hand.best.seat if hand.best is not None else None,
        tricks=hand.tricks,
        winners=hand.winners,
        took=hand.took,
        side_tricks=reneges.side_tricks(state.rules, hand),
        claimed=hand.claimed,
        broken=hand.broken,
        gaccs=hand.gaccs,
        dumped=hand.dumped,
        marks=len(hand.marks),
        penalised=hand.penalised,
    )


def _offers(state: GameState, seat: int, on_turn: bool) -> Offers:
    rules, hand = state.rules, state.hand
    plays = on_turn and state.phase is _PLAY
    follows = 0
    why_not: Mapping[int, Refusal] = {}
    if plays and hand is not None:
        follows = playable.follows(rules, hand)
        why_not = playable.why_not(rules, hand, playable.may_renege(rules, hand, follows))
    return Offers(
        may_choose_blind=on_turn and bidding.may_choose_blind(state, seat),
        must_bid_blind=on_turn and bidding.must_bid_blind(state, seat),
        may_claim=plays and rules.claim is not None,
        legal=machine.legal(state) if on_turn else (),
        aside=machine.aside(state, seat),
        follows=follows,
        ace_low=plays and rules.ace_call is not None and ace_is_low_by_default(rules, state.current, seat),
        why_not=why_not,
        why_bids=_why_bids(state, seat) if on_turn and state.phase is _BID else (),
    )


def _why_bids(state: GameState, seat: int) -> tuple[Refusal, ...]:
    """Return what limits the bid; empty before the seat has looked, because the reasons could reveal the hand."""
    seen = sees_own_cards(state, seat)
    return open_numbers.why_not_all(state.rules, state.current, seat, seen) if seen else ()


def _score(state: GameState) -> ScoreSeen:
    perfect, imperfect = _days(state)
    return ScoreSeen(state.outcome, state.last_lines, state.last_points, perfect, imperfect)


def _days(state: GameState) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats on track for a perfect and for an imperfect day (3B-23)."""
    days, standing = state.rules.days, state.standing
    if days is None or standing.hands < days.shown_after:
        return (), ()
    seats = [seat for seat in range(state.rules.seats) if standing.played[seat]]
    perfect = tuple(seat for seat in seats if standing.on_nose[seat] == standing.played[seat])
    return perfect, tuple(seat for seat in seats if standing.on_nose[seat] == 0)

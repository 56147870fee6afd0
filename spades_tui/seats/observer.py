"""Build observations. Only this module turns a game's state into a seat's view."""

from collections.abc import Mapping
from typing import Any

from spades_tui.game import bidding, machine, playable, reneges
from spades_tui.game.phase import BID, PLAY, PLAYED
from spades_tui.game.sight import sees_own_cards
from spades_tui.game.state import (
    GameState,
    HandState,
    ace_is_low_by_default,
    contracts,
    empty_hand,
    fresh_cards,
    is_scored,
    thrown_away,
    top_card,
)
from spades_tui.seats import DraftSeen, Observation, OwnDraft

NO_CARDS: Mapping[str, Any] = {
    "own": None, "drawn": 0, "fresh": 0, "thrown": 0, "passed": 0, "got": 0, "aside": (),
}  # fmt: skip
"""What a passer-by sees of everybody's own cards."""
NO_CHOICE: Mapping[str, Any] = {
    "may_choose_blind": False, "must_bid_blind": False, "may_claim": False, "legal": (),
    "follows": 0, "ace_low": False, "why_not": {}, "why_bids": (),
}  # fmt: skip
"""What a seat sees of its choices out of turn."""


def observe(state: GameState, seat: int | None) -> Observation:
    """Return the observation of a seat, or of a passer-by if `seat` is None.

    Raises ValueError for an unknown seat.
    """
    rules, phase = state.rules, state.phase
    if seat is not None and not 0 <= seat < rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    hand = state.hand
    if hand is None:
        hand = empty_hand(rules, state.next_hand, state.next_dealer)
    turn = machine.on_turn(state)
    parts = {**NO_CARDS, **NO_CHOICE}
    if seat is not None:
        parts |= _own_cards(state, hand, seat)
    if seat is not None and seat == turn:
        parts |= _choices(state, hand, seat)
    for custom in rules.shown_customs:  # they read the public parts of the hand only
        parts |= custom.shows(hand, state.standing)
    return Observation(
        seat=seat,
        rules=rules,
        phase=phase,
        standing=state.standing,
        on_turn=turn,
        zero_value=rules.zero_value(state.standing),
        # the players of this hand, and what everybody may see of the cards
        hand_number=hand.number,
        dealer=hand.dealer,
        table=hand.table,
        order=hand.order,
        sizes=tuple(map(int.bit_count, hand.holding)),
        extra_down=hand.aside > 0,
        dead=hand.dead if hand.dead is not None and is_scored(state) else None,
        draft=_draft(state, hand, seat) if hand.drafts or hand.stock else None,
        # the bids, raises, promises and draws of this hand
        bids=hand.bids,
        blind=hand.blind,
        looked=hand.looked,
        contracts=contracts(rules, hand),
        announced=hand.announced,
        stood=hand.stood,
        skipped=hand.skipped,
        # the cards on the table, and the earlier tricks with their winners
        trick=hand.trick,
        leader=hand.leader if phase in (PLAY, PLAYED) else None,
        led=hand.led,
        winning=hand.best.seat if hand.best is not None else None,
        tricks=hand.tricks,
        winners=hand.winners,
        took=hand.took,
        side_tricks=reneges.side_tricks(rules, hand),
        claimed=hand.claimed,
        broken=hand.broken,
        penalised=hand.penalised,
        # the score sheet of the last scored hand, and the end of the game
        outcome=state.outcome,
        lines=state.last_lines,
        points=state.last_points,
        habits=state.habits.by_seat(),
        **parts,
    )


def _own_cards(state: GameState, hand: HandState, seat: int) -> dict[str, Any]:
    """Return the cards that a seat may see, and its actions out of turn."""
    shown = seat in hand.table and sees_own_cards(state, seat)
    return {
        "own": hand.holding[seat] if shown else None,
        "drawn": hand.drawn if hand.discarding == seat else 0,
        "fresh": fresh_cards(hand, seat),
        "thrown": hand.thrown[seat],
        "passed": hand.passed[seat],
        "got": hand.got[seat],
        "aside": machine.aside(state, seat),
    }


def _choices(state: GameState, hand: HandState, seat: int) -> dict[str, Any]:
    """Return the legal actions of the seat on turn, and the reasons against others."""
    rules = state.rules
    bound = rules.blind is not None and bidding.bound_by_partner(rules, hand, seat)
    parts: dict[str, Any] = {"legal": machine.legal(state), "must_bid_blind": bound}
    if state.phase is BID:
        parts["may_choose_blind"] = bidding.may_choose_blind(rules, hand, seat)
        # before the seat has looked, the reasons could reveal the hand
        if sees_own_cards(state, seat):
            parts["why_bids"] = bidding.why_not_all(rules, hand, seat)
    elif state.phase is PLAY:
        follows = playable.follows(rules, hand)
        may_renege = playable.may_renege(rules, hand, follows)
        called_low = rules.ace_call is not None and ace_is_low_by_default(rules, hand, hand.player)
        parts["may_claim"] = rules.claim is not None
        parts["follows"] = follows
        parts["ace_low"] = called_low
        parts["why_not"] = playable.why_not(rules, hand, may_renege)
    return parts


def _draft(state: GameState, hand: HandState, seat: int | None) -> DraftSeen:
    """Return the draft: the seat's own decisions with their cards, the others' without (TW-1)."""
    stock = len(hand.stock)
    decided = tuple((draft.seat, draft.keep) for draft in hand.drafts)
    if seat is None:
        return DraftSeen(None, stock, decided, None, 0)
    last = None
    for draft in hand.drafts:
        if draft.seat == seat:
            second = draft.second if draft.seen else None
            last = OwnDraft(draft.keep, draft.first, second)
    top = top_card(state) if machine.on_turn(state) == seat else None
    return DraftSeen(top, stock, decided, last, thrown_away(hand.drafts, seat))

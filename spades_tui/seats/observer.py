"""Build observations. Only this module turns a game's state into a seat's view."""

from typing import Any

from msgspec.structs import replace

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
from spades_tui.seats.observation import DraftSeen, Observation, OwnDraft


def observe(state: GameState, seat: int | None) -> Observation:
    """Return the observation of a seat, or of a passer-by if `seat` is None. Raises ValueError for an unknown seat."""
    rules, phase = state.rules, state.phase
    if seat is not None and not 0 <= seat < rules.seats:
        raise ValueError(f"seat {seat} is not at this table")
    hand = state.hand if state.hand is not None else empty_hand(rules, state.next_hand, state.next_dealer)
    turn = machine.on_turn(state)
    acting = seat if seat is not None and seat == turn else None
    playing = acting is not None and phase is PLAY
    follows = playable.follows(rules, hand) if playing else 0
    seen = Observation(
        seat=seat,
        rules=rules,
        phase=phase,
        standing=state.standing,
        on_turn=turn,
        zero_value=rules.zero_value(state.standing),
        # the players of this hand, and the cards that the seat may see
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
        # the seat's legal actions, and the reasons against others
        may_choose_blind=acting is not None and phase is BID and bidding.may_choose_blind(state, acting),
        must_bid_blind=acting is not None and rules.blind is not None and bidding.bound_by_partner(rules, hand, acting),
        may_claim=playing and rules.claim is not None,
        legal=machine.legal(state) if acting is not None else (),
        aside=machine.aside(state, seat) if seat is not None else (),
        follows=follows,
        ace_low=playing and rules.ace_call is not None and ace_is_low_by_default(rules, hand, hand.player),
        why_not=playable.why_not(rules, hand, playable.may_renege(rules, hand, follows)) if playing else {},
        # before the seat has looked, the reasons could reveal the hand
        why_bids=bidding.why_not_all(rules, hand, acting)
        if acting is not None and phase is BID and sees_own_cards(state, acting)
        else (),
        # the score sheet of the last scored hand, and the end of the game
        outcome=state.outcome,
        lines=state.last_lines,
        points=state.last_points,
        habits=state.habits.by_seat(),
    )
    public: dict[str, Any] = {}
    for custom in rules.shown_customs:  # they read the public parts of the hand only
        public |= custom.shows(hand, state.standing)
    return replace(seen, **public) if public else seen


def _draft(state: GameState, hand: HandState, seat: int | None) -> DraftSeen:
    """Return the draft: the seat's own decisions with their cards, and the others' without (TW-1)."""
    own = [one for one in hand.drafts if one.seat == seat]
    last = own[-1] if own else None
    top = top_card(state) if seat is not None and machine.on_turn(state) == seat else None
    decided = tuple((one.seat, one.keep) for one in hand.drafts)
    seen = OwnDraft(last.keep, last.first, last.second if last.seen else None) if last else None
    return DraftSeen(top, len(hand.stock), decided, seen, thrown_away(hand.drafts, seat) if seat is not None else 0)

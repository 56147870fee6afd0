"""The machine's three questions: what a fact would be refused for, what it leads to, and what is legal now."""

from dataclasses import replace

from spades_tui import cards
from spades_tui.cards import ACES
from spades_tui.game import bidding, closing, customs, dealing, playing
from spades_tui.game.facts import (
    Bid,
    Bone,
    Books,
    Challenge,
    Chit,
    Claim,
    Deal,
    Discard,
    Draw,
    Dump,
    Fact,
    Look,
    Play,
    Promise,
    Raise,
    Redeal,
    Resume,
    Score,
    SeatFact,
    Stand,
    Suspend,
    TakeBack,
    ZeroBuddy,
)
from spades_tui.game.findings import Finding
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.state import GameState, Phase


def on_turn(state: GameState) -> int | None:
    """The seat that must act now; None when the next step is a deal or a score, or the game is over."""
    if state.phase == Phase.PLAY:
        return state.current.player
    return bidding.on_turn(state)


def refusal(state: GameState, fact: Fact) -> Refusal | None:
    """Why a fact cannot happen now, in the words of the rule, or None if it can (C-8).

    `TakeBack` needs the course of the game: ask `Course.refusal` for it.
    """
    if isinstance(fact, Resume):
        return None if state.suspended else Refusal("3B-21", "The game is not suspended")
    if state.suspended:
        return Refusal("3B-21", "The game is suspended; it is resumed first")
    match fact:
        case Suspend():
            return None
        case Deal():
            return dealing.refuse_deal(state, fact)
        case Score():
            return closing.refuse_score(state)
        case Chit():
            return customs.refuse_chit(state, fact)
        case TakeBack():
            return Refusal("3B-11", "A card laid is a card played")
        case _:
            return _refuse_seat_fact(state, fact)


def _refuse_seat_fact(state: GameState, fact: SeatFact) -> Refusal | None:
    if not 0 <= fact.seat < state.rules.seats:
        return Refusal("C-8", f"Seat {fact.seat} is not at this table")
    match fact:
        case Redeal():
            return bidding.refuse_redeal(state, fact)
        case Look():
            return bidding.refuse_look(state, fact)
        case Bid():
            return bidding.refuse_bid(state, fact)
        case Raise():
            return bidding.refuse_raise(state, fact)
        case Stand():
            return bidding.refuse_stand(state, fact)
        case Promise():
            return bidding.refuse_promise(state, fact)
        case Draw():
            return bidding.refuse_draw(state, fact)
        case Discard():
            return bidding.refuse_discard(state, fact)
        case Play():
            return playing.refuse_play(state, fact)
        case Claim():
            return playing.refuse_claim(state, fact)
        case Challenge():
            return customs.refuse_challenge(state, fact)
        case Books():
            return customs.refuse_books(state, fact)
        case Dump():
            return customs.refuse_dump(state, fact)
        case Bone():
            return customs.refuse_bone(state, fact)
        case ZeroBuddy():
            return customs.refuse_zb(state, fact)
        case _:
            return Refusal("C-8", "That cannot be done")


def apply(state: GameState, fact: Fact) -> tuple[GameState, tuple[Finding, ...]]:
    """The state after a fact, and what follows from it. Raises IllegalFact, and nothing has changed then (C-8)."""
    reason = refusal(state, fact)
    if reason is not None:
        raise IllegalFact(reason)
    match fact:
        case Suspend():
            return replace(state, suspended=True), ()
        case Resume():
            return replace(state, suspended=False), ()
        case Deal():
            return dealing.apply_deal(state, fact), ()
        case Redeal():
            return bidding.apply_redeal(state, fact), ()
        case Look():
            return bidding.apply_look(state, fact), ()
        case Bid():
            return bidding.apply_bid(state, fact), ()
        case Raise():
            return bidding.apply_raise(state, fact), ()
        case Stand():
            return bidding.apply_stand(state, fact), ()
        case Promise():
            return bidding.apply_promise(state, fact), ()
        case Draw():
            return bidding.apply_draw(state, fact), ()
        case Discard():
            return bidding.apply_discard(state, fact), ()
        case Play():
            state, taken = playing.apply_play(state, fact)
            return state, (taken,) if taken else ()
        case Claim():
            return playing.apply_claim(state, fact), ()
        case Challenge():
            return customs.apply_challenge(state, fact), ()
        case Books():
            return customs.apply_books(state, fact), ()
        case Dump():
            return customs.apply_dump(state, fact), ()
        case Bone():
            return customs.apply_bone(state, fact), ()
        case ZeroBuddy():
            return customs.apply_zb(state, fact), ()
        case Chit():
            return customs.apply_chit(state, fact), ()
        case Score():
            state, finding = closing.apply_score(state)
            return state, (finding,)
        case _:
            raise IllegalFact(Refusal("3B-11", "A card laid is a card played"))


def legal(state: GameState) -> tuple[SeatFact, ...]:
    """Everything that the seat on turn may do, complete but for claims, whose standing nobody may know (C-12)."""
    seat = on_turn(state)
    if seat is None or state.suspended:
        return ()
    hand = state.current
    facts: list[SeatFact] = []
    match state.phase:
        case Phase.BID:
            if bidding.may_choose_blind(state, seat):
                facts.append(Look(seat))
            low, high = bidding.bid_range(state, seat)
            facts += [Bid(seat, bid, blind) for blind in (False, True) for bid in range(low, high + 1)]
            facts.append(Redeal(seat))
        case Phase.DRAW:
            facts += [Draw(seat), *changes(state, seat)]
        case Phase.DISCARD:
            facts += [Discard(seat, card) for card in cards.cards_of(hand.holding[seat])]
            facts += changes(state, seat)
        case Phase.RAISE:
            facts.append(Stand(seat))
            bounds = bidding.raise_range(state, seat)
            facts += [Raise(seat, bid) for bid in range(bounds[0], bounds[1] + 1)] if bounds else []
            facts += [Promise(seat, part.tricks) for part in state.rules.promises]
        case Phase.PLAY:
            for card in cards.cards_of(playing.playable(state)):
                called = state.rules.ace_call is not None and card in ACES
                facts += [Play(seat, card, ace) for ace in (("high", "low") if called else (None,))]
        case _:
            return ()
    return tuple(fact for fact in facts if refusal(state, fact) is None)


def changes(state: GameState, seat: int) -> list[SeatFact]:
    """The bids to which this seat may change its own (3B-5)."""
    if not bidding.may_change_bid(state, seat):
        return []
    low, high = state.rules.number.min, state.rules.number.max
    facts: list[SeatFact] = [Bid(seat, bid) for bid in range(low, high + 1)]
    return [fact for fact in facts if refusal(state, fact) is None]

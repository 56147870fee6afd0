"""Trick play: cards, ace calls, reneges and claims."""

from dataclasses import replace

from spades_tui import cards
from spades_tui.cards import ACES, SPADES
from spades_tui.game.facts import Claim, Play
from spades_tui.game.findings import TrickTaken
from spades_tui.game.kernel import beats, best_of, followers, leaders, suit_of
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import (
    GameState,
    HandState,
    Phase,
    Played,
    Renege,
    ace_is_low_by_default,
    is_trump,
    spades_open,
    winning,
)
from spades_tui.rules.deck import LOW_ACE, CardTables
from spades_tui.rules.ruleset import Ruleset


def playable(state: GameState) -> int:
    """The cards that the player on turn may play, as a bit set; with challenges, also those that renege (C-11)."""
    rules, hand = state.rules, state.current
    holding = hand.holding[hand.player]
    if hand.led is None:
        return leaders(rules.cards, holding, spades_open(rules, hand))
    return holding if rules.challenged else followers(rules.cards, holding, hand.led)


def following(state: GameState) -> int:
    """The cards that the player on turn may play without reneging (C-6, SB-3, JK-6)."""
    rules, hand = state.rules, state.current
    holding = hand.holding[hand.player]
    if hand.led is None:
        return leaders(rules.cards, holding, spades_open(rules, hand))
    return followers(rules.cards, holding, hand.led)


def why_not_playable(rules: Ruleset, hand: HandState, card: int) -> Refusal:
    """Why a card in the hand of the player on turn may not be played."""
    if hand.led is None:
        if rules.lead.broken_by == "any_spade":
            return Refusal(rules.lead.rule, "Spades may not be led until a spade has been played")
        return Refusal(rules.lead.rule, "Spades may not be led until one has been played on another suit")
    suit = cards.SUIT_NAMES[hand.led]
    return Refusal("C-6", f"You hold {suit}, so you must follow {suit}; {cards.pretty(card)} does not")


def refuse_play(state: GameState, fact: Play) -> Refusal | None:
    """C-5, C-6, SB-3, JK-6, 3B-3: on turn, in the hand, following, and an ace called only where aces are."""
    hand = state.hand
    if hand is None or state.phase != Phase.PLAY:
        return Refusal("C-5", "No card is to be played now")
    if hand.player != fact.seat:
        return Refusal("C-5", "It is not your turn to play")
    if not hand.holding[fact.seat] >> fact.card & 1:
        return Refusal("C-6", f"You do not hold {cards.pretty(fact.card)}")
    if not playable(state) >> fact.card & 1:
        return why_not_playable(state.rules, hand, fact.card)
    if fact.ace is not None and (state.rules.ace_call is None or fact.card not in ACES):
        return Refusal("3B-3", "Only an ace can be called, and only where the game calls aces")
    return None


def apply_play(state: GameState, fact: Play) -> tuple[GameState, TrickTaken | None]:
    """The card lies on the table; a full trick goes to its winner."""
    rules, hand = state.rules, state.current
    led = hand.led
    if led is not None and not following(state) >> fact.card & 1:
        hand = replace(hand, reneges=(*hand.reneges, Renege(fact.seat, len(hand.tricks) + 1)))
    if led is None and _gaccs(rules, hand, fact):
        hand = replace(hand, gaccs=tuple(n + (seat == fact.seat) for seat, n in enumerate(hand.gaccs)))
    low = fact.ace == "low"
    if fact.ace is None and fact.card in ACES:
        low = ace_is_low_by_default(rules, hand, fact.seat)
    off_suit = led is not None and led != SPADES
    breaks = is_trump(fact.card) and (off_suit or rules.lead.broken_by == "any_spade")
    hand = replace(
        hand,
        holding=tuple(
            held & ~(1 << fact.card) if seat == fact.seat else held for seat, held in enumerate(hand.holding)
        ),
        trick=(*hand.trick, Played(fact.seat, fact.card, low)),
        broken=hand.broken or breaks,
    )
    if len(hand.trick) < len(hand.table):
        return replace(state, hand=hand), None
    winner = winning(rules, hand.trick)
    if winner is None:
        raise ValueError("a full trick has a winner")
    hand = replace(
        hand,
        tricks=(*hand.tricks, hand.trick),
        winners=(*hand.winners, winner),
        took=tuple(n + (seat == winner) for seat, n in enumerate(hand.took)),
        trick=(),
    )
    phase = Phase.PLAYED if len(hand.tricks) == rules.tricks else Phase.PLAY
    return replace(state, hand=hand, phase=phase), TrickTaken(hand.number, len(hand.tricks), winner)


def _gaccs(rules: Ruleset, hand: HandState, fact: Play) -> bool:
    """Whether this lead of a spade comes straight after the trick that made its player's bid (3B-10)."""
    if rules.gacc is None or not hand.winners or not is_trump(fact.card):
        return False
    bid = hand.bids[fact.seat]
    return hand.winners[-1] == fact.seat and bool(bid) and hand.took[fact.seat] == bid


def tricks_left(rules: Ruleset, hand: HandState) -> int:
    """Tricks that remain, the one on the table included (C-12)."""
    return rules.tricks - len(hand.tricks)


def refuse_claim(state: GameState, fact: Claim) -> Refusal | None:
    """C-12: on turn, all that remain, and no legal way to lose one of them."""
    rules, hand = state.rules, state.hand
    if rules.claim is None:
        return Refusal("C-12", "Tricks are not claimed in this game")
    if hand is None or state.phase != Phase.PLAY or hand.player != fact.seat:
        return Refusal("C-12", "Only the player on turn may claim")
    if fact.tricks != tricks_left(rules, hand):
        return Refusal("C-12", f"A claim is for all {tricks_left(rules, hand)} tricks that remain")
    if not claim_stands(state):
        return Refusal("C-12", "The claim does not stand: there is a way to lose a trick")
    return None


def claim_stands(state: GameState) -> bool:
    """Whether every legal way to play on gives all remaining tricks to the player on turn (C-12).

    Every suit can be looked at by itself, and every other player as well. The claimer may have to lead any
    card that he holds, the worst first; so his lowest card of a suit must beat the highest of everybody, and
    whoever holds a trump must be able to follow each of his plain suits to its end.
    """
    rules, hand = state.rules, state.current
    claimer = hand.player
    others = [seat for seat in hand.table if seat != claimer]
    if not hand.trick:
        return all(_safe_to_lead(rules.cards, hand.holding[claimer], hand.holding[seat]) for seat in others)
    on_table = [played.value for played in hand.trick]
    gone = {played.seat for played in hand.trick}
    later = [seat for seat in others if seat not in gone]
    for card in cards.cards_of(followers(rules.cards, hand.holding[claimer], suit_of(hand.trick[0].card))):
        mine = _worst(rules.cards, card)
        if best_of(rules.cards, [*on_table, mine]) != len(on_table):
            return False
        kept = hand.holding[claimer] & ~(1 << card)
        if not all(_safe_to_lead(rules.cards, kept, hand.holding[seat]) for seat in gone):
            return False
        if not all(_cannot_spoil(rules.cards, hand, kept, mine, seat) for seat in later):
            return False
    return True


def _cannot_spoil(tables: CardTables, hand: HandState, kept: int, mine: int, seat: int) -> bool:
    """Whether nothing that a later player may play beats the claimer's card, now or afterwards."""
    holding = hand.holding[seat]
    for card in cards.cards_of(followers(tables, holding, suit_of(hand.trick[0].card))):
        if beats(tables, card, mine) or not _safe_to_lead(tables, kept, holding & ~(1 << card)):
            return False
    return True


def _worst(tables: CardTables, card: int) -> int:
    """The card as its player would least like it: an ace called low, where aces are called."""
    return LOW_ACE + suit_of(card) if tables.aces_called and card in ACES else card


def _safe_to_lead(tables: CardTables, mine: int, theirs: int) -> bool:
    """Whether a player on lead with `mine` wins every trick against `theirs`, however both play."""
    their_trumps = theirs & tables.suit_masks[SPADES]
    for suit, mask in enumerate(tables.suit_masks):
        mine_here, theirs_here = mine & mask, theirs & mask
        if not mine_here:
            continue
        if suit != SPADES and their_trumps and mine_here.bit_count() > theirs_here.bit_count():
            return False
        if not theirs_here:
            continue
        lowest = min(tables.ranks[_worst(tables, card)] for card in cards.cards_of(mine_here))
        if lowest < max(tables.ranks[card] for card in cards.cards_of(theirs_here)):
            return False
    return True


def apply_claim(state: GameState, fact: Claim) -> GameState:
    """The remaining tricks go to the claimer, and the hand is played out (C-12)."""
    hand = state.current
    left = tricks_left(state.rules, hand)
    hand = replace(
        hand,
        claimed=fact.seat,
        winners=hand.winners + (fact.seat,) * left,
        took=tuple(n + left * (seat == fact.seat) for seat, n in enumerate(hand.took)),
    )
    return replace(state, hand=hand, phase=Phase.PLAYED)

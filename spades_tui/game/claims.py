"""Whether a claim is accepted (C-12)."""

from spades_tui import cards
from spades_tui.cards import ACES, SPADES
from spades_tui.game.kernel import as_played, beats, best_of
from spades_tui.game.playable import answers, follows
from spades_tui.game.state import GameState, HandState
from spades_tui.rules.card_tables import CardTables
from spades_tui.rules.ruleset import Ruleset


def tricks_left(rules: Ruleset, hand: HandState) -> int:
    """Return the number of tricks left, including the one on the table (C-12)."""
    return rules.tricks - len(hand.tricks)


def is_sure_claim(state: GameState) -> bool:
    """Return whether every legal way to continue gives all remaining tricks to the player on turn (C-12).

    Check each suit against each other player, because they don't affect each other. The claimer's lowest card of each
    suit must beat every opposing card of that suit, because any card might be led first. Opponents with trumps must be
    able to follow each of the claimer's plain suits to its end. Some cards can't be played to the first trick (NL-3),
    so try each card of that trick.
    """
    rules, hand = state.rules, state.current
    claimer = hand.player
    others = [seat for seat in hand.table if seat != claimer]
    if hand.tricks and not hand.trick:
        return all(_safe_to_lead(rules.cards, hand.holding[claimer], hand.holding[seat]) for seat in others)
    on_table = [played.value for played in hand.trick]
    gone = {played.seat for played in hand.trick}
    later = [seat for seat in others if seat not in gone]
    for card in cards.cards_of(follows(rules, hand)):
        mine = _worst(rules.cards, card)
        if best_of(rules.cards, [*on_table, mine]) != len(on_table):
            return False
        kept = hand.holding[claimer] & ~(1 << card)
        if not all(_safe_to_lead(rules.cards, kept, hand.holding[seat]) for seat in gone):
            return False
        led = hand.led
        if led is None:
            led = rules.cards.suit_of[card]
        if not all(_stays_highest(rules, hand, led, kept, mine, seat) for seat in later):
            return False
    return True


def _stays_highest(rules: Ruleset, hand: HandState, led: int, kept: int, mine: int, seat: int) -> bool:
    """Return whether no later player can beat the claimer's card, in this trick or a later one."""
    holding = hand.holding[seat]
    for card in cards.cards_of(answers(rules, hand, holding, led, mine)):
        left = holding & ~(1 << card)
        if beats(rules.cards, card, mine) or not _safe_to_lead(rules.cards, kept, left):
            return False
    return True


def _worst(tables: CardTables, card: int) -> int:
    """Return the card at its lowest value: an ace counts as low if this game lets players call it low."""
    return as_played(card, tables.aces_called and card in ACES)


def _safe_to_lead(tables: CardTables, mine: int, theirs: int) -> bool:
    """Return whether a player on lead with `mine` wins every trick against `theirs`, however both play."""
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
        if lowest < max(map(tables.ranks.__getitem__, cards.cards_of(theirs_here))):
            return False
    return True

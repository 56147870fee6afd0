"""What is given away for nothing beside the trick: a cover, in a pass, in a draft. Counted by `unforgivable`.

``cover``
    The partner's zero stands. Unable to follow, I throw away the card of a plain suit with which I could have gone over
    every card that he holds of it, keep a lower one of the suit, and can go over none of his any more.
``pass``
    For the partner's zero I pass a card and keep a lower one of the same suit; or, on a zero myself, I keep a card and
    pass a lower one of the suit, with no card between the two that somebody else holds going under it.
``draft``
    The card on top is an ace, or one of the three best trumps, and I throw it away; or it is a plain card with which no
    trick can be won by rank, a two, and I keep it.
"""

from spades_tui.cards import ACES, SPADES, cards_of
from spades_tui.game.events import Draft, Pass, Play
from spades_tui.game.state import GameState, HandState
from spades_tui.rules.ruleset import Ruleset

BEST_TRUMPS = 3
"""So many of the best trumps are kept in any draft."""


def stands(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Whether a seat is on a zero that stands for something and has no trick."""
    return rules.zeros_pay and hand.bids[seat] == 0 and hand.took[seat] == 0


def cover_thrown(state: GameState, event: Play) -> bool:
    """Whether a discard throws the cover of the partner's zero away."""
    rules, hand = state.rules, state.current
    me, suit_of, ranks = event.seat, rules.cards.suit_of, rules.cards.ranks
    suit = suit_of[event.card]
    if hand.led is None or suit in (hand.led, SPADES) or stands(rules, hand, me):
        return False
    for partner in rules.sides[rules.side_of[me]]:
        if partner == me or partner not in hand.table or not stands(rules, hand, partner):
            continue
        mask = rules.cards.suit_masks[suit]
        theirs = [ranks[card] for card in cards_of(hand.holding[partner] & mask)]
        kept = [ranks[card] for card in cards_of(hand.holding[me] & mask) if card != event.card]
        if theirs and kept and ranks[event.card] > max(theirs) and max(kept) < min(theirs):
            return True
    return False


def pass_spoils(state: GameState, event: Pass) -> bool:
    """Whether a pass gives the partner's zero a higher card than it must, or keeps one for the own."""
    rules, hand = state.rules, state.current
    own, ranks = hand.holding[event.seat], rules.cards.ranks
    zero = hand.bids[event.seat] == 0
    for mask in rules.cards.suit_masks:
        given = [ranks[card] for card in cards_of(event.cards & mask)]
        kept = [ranks[card] for card in cards_of(own & mask & ~event.cards)]
        if not given or not kept:
            continue
        if not zero and max(given) > min(kept):
            return True
        if zero and min(given) < max(kept):
            others = [ranks[card] for card in cards_of(mask & ~own)]
            if any(min(given) < rank < max(kept) for rank in others):
                return True
    return False


def draft_spoils(state: GameState, event: Draft) -> bool:
    """Whether the best is thrown away, or the worst is kept."""
    rules, stock = state.rules, state.current.stock
    if not stock:
        return False
    top = stock[0]
    ranks, suit = rules.cards.ranks, rules.cards.suit_of[top]
    if event.keep:
        lowest = min(cards_of(rules.cards.suit_masks[suit]), key=ranks.__getitem__)
        return suit != SPADES and top == lowest
    better = [card for card in cards_of(rules.cards.suit_masks[SPADES]) if ranks[card] > ranks[top]]
    return top in ACES or (suit == SPADES and len(better) < BEST_TRUMPS)

"""Cards given away for nothing outside the trick, in a cover, a pass or a draft, as counted by `unforgivable`.

``cover``
    The partner's zero is still good. Unable to follow, I discard the card of a side suit with which I could have
    beaten every card of the partner's in it. I keep a lower one, and can't beat any of the partner's any more.
``pass``
    For the partner's zero I pass a card and keep a lower one of the suit. Or, on a zero myself, I keep a card and
    pass a lower one of the suit, with no card in between that another player could use to duck it.
``draft``
    The top card is an ace or one of the three best trumps, and I discard it. Or it is a two of a side suit, which
    wins no trick by rank, and I keep it.
"""

from spades_tui.cards import ACES, SPADES, cards_of
from spades_tui.game.events import Draft, Pass, Play
from spades_tui.game.state import GameState, HandState
from spades_tui.rules.ruleset import Ruleset

BEST_TRUMPS = 3
"""The number of top trumps that should never be discarded in a draft."""


def is_good_zero(rules: Ruleset, hand: HandState, seat: int) -> bool:
    """Return whether a seat has bid a zero that pays, and has taken no trick."""
    return rules.zeros_pay and hand.bids[seat] == 0 and hand.took[seat] == 0


def cover_thrown(state: GameState, event: Play) -> bool:
    """Return whether a discard gives up the last cover of the partner's zero."""
    rules, hand = state.rules, state.current
    me, suit_of, ranks = event.seat, rules.cards.suit_of, rules.cards.ranks
    suit = suit_of[event.card]
    if hand.led is None or suit in (hand.led, SPADES) or is_good_zero(rules, hand, me):
        return False
    for partner in rules.sides[rules.side_of[me]]:
        if partner == me or partner not in hand.table or not is_good_zero(rules, hand, partner):
            continue
        mask = rules.cards.suit_masks[suit]
        theirs = [ranks[card] for card in cards_of(hand.holding[partner] & mask)]
        kept = [ranks[card] for card in cards_of(hand.holding[me] & mask) if card != event.card]
        if theirs and kept and ranks[event.card] > max(theirs) and max(kept) < min(theirs):
            return True
    return False


def pass_spoils(state: GameState, event: Pass) -> bool:
    """Return whether a pass endangers the partner's zero more than it must, or leaves the seat's own in danger."""
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
    """Return whether a draft discards one of the best cards or keeps one of the worst."""
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

"""Tricks that a hand can't lose, however the other cards lie, and the bids that make sense beside them."""

from collections.abc import Sequence

from spades_tui.bots.dictated_bids import numbers_left, partner_of
from spades_tui.bots.rank_masks import descending, rank_masks
from spades_tui.cards import SPADES
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def sure_tricks(rules: Ruleset, own: int, leads: bool = False) -> int:
    """Count the tricks that a hand can't lose, before the play; `leads`: it leads to the first trick.

    A trump loses only to a higher one, so those trumps are sure that the unseen higher ones are too few to beat. A hand
    that leads, and can draw all those trumps first, also wins with the top cards of plain suits.
    """
    by_rank = rank_masks(rules)
    out = by_rank.pack & ~own
    mask = rules.cards.suit_masks[SPADES]
    mine, theirs = descending(rules, own & mask)[::-1], descending(rules, out & mask)[::-1]
    beaten = 0
    for card in theirs:
        if beaten < len(mine) and rules.cards.ranks[card] > rules.cards.ranks[mine[beaten]]:
            beaten += 1
    if leads and _may_draw(rules, own) and _run(rules, own, out, SPADES) >= len(theirs):
        return len(mine) + sum(_plain(rules, own, out, suit) for suit in range(SPADES))
    return len(mine) - beaten


def _may_draw(rules: Ruleset, own: int) -> bool:
    """Return whether the leader may lead trumps from the first trick on."""
    if rules.opening is not None:
        return False
    if not own & ~rules.cards.suit_masks[SPADES]:
        return True
    return rules.lead.spades == "always" and rules.first_trick is None


def _run(rules: Ruleset, own: int, out: int, suit: int) -> int:
    """Count the cards at the top of a suit, above all unseen ones."""
    higher, mask = rank_masks(rules).higher, rules.cards.suit_masks[suit]
    return sum(not out & higher[card] for card in descending(rules, own & mask))


def _plain(rules: Ruleset, own: int, out: int, suit: int) -> int:
    """Count the tricks of a plain suit led from the top when nobody else has a trump."""
    mask, top = rules.cards.suit_masks[suit], _run(rules, own, out, suit)
    return (own & mask).bit_count() if top >= (out & mask).bit_count() else top


def sure_of(seen: Observation, seat: int) -> int:
    """Return the sure tricks of the seat that bids, unless it bids zero; 0 if it hasn't looked."""
    rules, own = seen.rules, seen.own
    if own is None:
        return 0
    passed = max(rules.exchange.cards(blind) for blind in (False, True)) if rules.exchange else 0
    if not passed:
        return sure_tricks(rules, own, seen.table[0] == seat)
    trumps = (own & rules.cards.suit_masks[SPADES]).bit_count()
    # With too few other cards, trumps have to be passed; the lowest of them beat nothing.
    return max(0, sure_tricks(rules, own) - max(0, passed - own.bit_count() + trumps))


def zero_fails(seen: Observation) -> bool:
    """Return whether a separately scored zero is certain to fail, even without the trumps that it may give away."""
    rules, own = seen.rules, seen.own
    if own is None or not (rules.zeros_by_themselves or rules.must_be_exact(0, blind=False)):
        return False
    given = rules.exchange.nil if rules.exchange else 1 if rules.zero_draw else 0
    for card in descending(rules, own & rules.cards.suit_masks[SPADES])[:given]:
        own &= ~(1 << card)
    return sure_tricks(rules, own) > 0


def room_of(seen: Observation, seat: int) -> int:
    """Return the highest bid with which the side can still take all that it bid, if the partner bids its lowest."""
    rules = seen.rules
    partner = partner_of(rules, seen.table, seat)
    if partner is None:
        return rules.tricks
    theirs = seen.bids[partner]
    if theirs is None:
        theirs = min(numbers_left(rules, seen.order, partner, seen.bids), default=0) if partner in seen.order else 0
    return rules.tricks - theirs


def sound(seen: Observation, seat: int, numbers: Sequence[int]) -> list[int]:
    """Return the bids that are neither below the sure tricks nor above the tricks there are.

    If the rules allow none of these, return the nearest ones. `numbers` must not be empty.
    """
    sure, room, fails = sure_of(seen, seat), room_of(seen, seat), zero_fails(seen)
    apart = seen.rules.zeros_by_themselves or seen.rules.must_be_exact(0, blind=False)
    left = [bid for bid in numbers if bid <= room and not (fails and not bid)] or list(numbers)
    floor = min(sure, max(left))
    return [bid for bid in left if bid >= floor or (apart and not fails and not bid)]

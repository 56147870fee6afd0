"""A seat's knowledge of the cards from its observation: the unseen ones, and their possible holders."""

from collections.abc import Sequence

from spades_tui.bots.card_chances import Unseen
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.cards import SPADES
from spades_tui.game.trick import Trick
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


def unseen_by(seen: Observation, seat: int) -> Unseen:
    """Return what a seat hasn't seen so far."""
    rules = seen.rules
    cards, voids = not_seen(seen)
    others = tuple([other for other in seen.table if other != seat])
    unseen = Unseen(rules, seen.own or 0, cards, voids, others, seen.sizes)
    if rules.limits:
        counts = counts_from_bids(seen, others)
        if counts:
            unseen.use_known_counts(counts)
    return unseen


def not_seen(seen: Observation) -> tuple[int, list[int]]:
    """Return the cards that a seat hasn't seen, as a bit set, and by seat the suits in which it has shown a void."""
    gone, voids = shown(seen)
    if seen.draft is not None:
        gone |= seen.draft.away
    return rank_masks(seen.rules).pack & ~(gone | (seen.own or 0)), voids


_latest: tuple[tuple[Trick, ...], Ruleset | None, int, list[int]] = ((), None, 0, [])
"""The latest complete tricks, their rules, and what `shown` found in them."""


def shown(seen: Observation) -> tuple[int, list[int]]:
    """Return the cards played in this hand as a bit set, and by seat the suits in which it has shown a void.

    What it found in the complete tricks is kept, because the next players ask about the same ones.
    """
    global _latest
    rules, tricks = seen.rules, seen.tricks
    suit_of = rules.cards.suit_of
    last_tricks, its_rules, gone, voids = _latest
    if last_tricks is not tricks or its_rules is not rules:
        new = tricks[-1:]
        if its_rules is not rules or last_tricks != tricks[:-1]:
            gone, voids, new = 0, [0] * rules.seats, tricks
        gone, voids = _with_tricks(new, suit_of, gone, voids)
        _latest = tricks, rules, gone, voids
    if not seen.trick:
        return gone, voids[:]
    return _with_tricks((seen.trick,), suit_of, gone, voids)


def _with_tricks(
    tricks: tuple[Trick, ...], suit_of: tuple[int, ...], gone: int, voids: list[int]
) -> tuple[int, list[int]]:
    """Return these cards and voids with those of further tricks."""
    voids = voids[:]
    for trick in tricks:
        led = suit_of[trick[0].card]
        for played in trick:
            card = played.card
            gone |= 1 << card
            if suit_of[card] != led:
                voids[played.seat] |= 1 << led
    return gone, voids


def not_beaten(seen: Observation) -> list[int]:
    """Return by seat, as a bit set, cards that it can't hold because it would have had to play one (CB-1)."""
    rules = seen.rules
    must, suit_of = rules.must_beat, rules.cards.suit_of
    lacks = [0] * rules.seats
    if must is None:
        return lacks
    higher, spades = rank_masks(rules).higher, rules.cards.suit_masks[SPADES]
    for number, trick in enumerate((*seen.tricks, seen.trick)):
        free = must.void == "free" or (not number and rules.first_trick is not None)
        led = over = ruffs = -1
        for played in trick:
            card, suit = played.card, suit_of[played.card]
            if led < 0:  # the cards that beat the trick, of the suit led and as ruffs
                led, over, ruffs = suit, higher[played.value], 0 if suit == SPADES else spades
            elif over >> card & 1:
                over = higher[card]
            elif ruffs >> card & 1:
                over, ruffs = 0, higher[card]
            elif suit == led:
                lacks[played.seat] |= over if must.follow else 0
            elif not free:
                lacks[played.seat] |= ruffs if suit == SPADES or must.void == "beat" else spades
    return lacks


def counts_from_bids(seen: Observation, others: Sequence[int]) -> dict[tuple[int, int], int]:
    """Return by suit and seat how many cards a seat still holds, where its bid says so (WZ-1, MR-1).

    A side that has passed cards since is left out (NL-8).
    """
    rules = seen.rules
    counts = {}
    for seat in others:
        bid = seen.bids[seat]
        if bid is None or seen.blind[seat] or _passes(seen, seat):
            continue
        for limit in rules.limits:
            revealed = limit.reveals(bid)
            if revealed is not None:
                counts[revealed[0], seat] = revealed[1]
    if counts:
        suit_of = rules.cards.suit_of
        for trick in (*seen.tricks, seen.trick):
            for played in trick:
                key = (suit_of[played.card], played.seat)
                if key in counts:
                    counts[key] = max(0, counts[key] - 1)
    return counts


def _passes(seen: Observation, seat: int) -> bool:
    """Return whether a seat's side exchanges cards in this hand: just one of the two has bid nil."""
    rules = seen.rules
    if all(stage.kind != "exchange" for stage in rules.stages):
        return False
    bids = [seen.bids[other] for other in rules.sides[rules.side_of[seat]] if other in seen.table]
    return None not in bids and bids.count(0) == 1

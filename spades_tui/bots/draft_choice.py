"""Whether to keep the top card of the stock, judged by what the hand becomes (TW-1).

The card is compared with the next one, which nobody has seen: with what the unseen cards add on average.
"""

from spades_tui.bots.draft_odds import plain_worth
from spades_tui.bots.estimate import hand_value
from spades_tui.cards import ACES, cards_of, hand_of
from spades_tui.game.events import Draft
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

HEIGHT = 0.002
"""Tricks per rank: of two cards that add the same, keep the higher one."""


def simply(seen: Observation, seat: int) -> Draft:
    """Decide by the card alone: keep it if it is better than the average of the cards that may come."""
    top = seen.draft.top if seen.draft is not None else None
    if top is None:
        raise ValueError("there is no card to keep or throw away")
    out = list(cards_of(_out(seen, top)))
    worth = [plain_worth(seen.rules, card) for card in out]
    return Draft(seat, plain_worth(seen.rules, top) >= sum(worth) / max(1, len(worth)))


def choose(seen: Observation, seat: int) -> Draft:
    """Decide by what the hand becomes; always keep an ace."""
    top = seen.draft.top if seen.draft is not None else None
    if top is None:
        raise ValueError("there is no card to keep or throw away")
    if top in ACES and not seen.rules.cards.aces_called:
        return Draft(seat, True)
    this_one, next_one = adds(seen)
    return Draft(seat, this_one >= next_one)


def adds(seen: Observation) -> tuple[float, float]:
    """Return the tricks that the top card adds to the hand, and those that the next one adds on average."""
    top = seen.draft.top if seen.draft is not None else None
    if top is None:
        raise ValueError("there is no card to keep or throw away")
    rules, own = seen.rules, seen.own or 0
    now = hand_value(rules, own).most()
    added = [_adds(rules, own, card, now) for card in cards_of(_out(seen, top))]
    return _adds(rules, own, top, now), sum(added) / max(1, len(added))


def _adds(rules: Ruleset, own: int, card: int, now: float) -> float:
    with_it = own | 1 << card
    return hand_value(rules, with_it).most() - now + HEIGHT * (rules.cards.ranks[card] % 100)


def _out(seen: Observation, top: int) -> int:
    """Return the cards that may come, as far as the seat knows, as a bit set."""
    gone = (seen.own or 0) | 1 << top | (seen.draft.away if seen.draft is not None else 0)
    return hand_of(seen.rules.cards.pack) & ~gone

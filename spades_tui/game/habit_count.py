"""Count what the players have shown in a hand, from its complete tricks.

After the last trick, a player's cards in each earlier trick are known: those that it played later.
"""

from collections.abc import Sequence
from functools import lru_cache

from spades_tui.cards import cards_of
from spades_tui.game.habits import MOST_COUNTED, Choices, Habits
from spades_tui.game.kernel import beats, followers
from spades_tui.game.trick import Trick
from spades_tui.rules.ruleset import Ruleset

_LOWEST, _SECOND_WINS, _OVER_PARTNER, _COVERS = range(len(Habits.__struct_fields__))


def habits_after(
    rules: Ruleset, bids: Sequence[int | None], tricks: Sequence[Trick], before: tuple[Habits, ...]
) -> tuple[Habits, ...]:
    """Return the habits by seat after a hand's complete tricks; unchanged in games without partners or nils.

    Tricks without cards, or with an ace called low, are left out.
    """
    if not rules.partners or not rules.zeros_separate:
        return before
    held = [0] * rules.seats
    whole = [trick for trick in tricks if trick]
    for trick in whole:
        for played in trick:
            held[played.seat] |= 1 << played.card
    took = [0] * rules.seats
    counts: list[list[list[int]]] = []
    for _ in before:
        counts.append([[0, 0] for _ in Habits.__struct_fields__])
    beaten_by = _beaten_by(rules)
    for trick in whole:
        best, tables = trick[0], rules.cards
        led = tables.suit_of[best.card]
        plain = not any(played.low for played in trick)
        held[best.seat] ^= 1 << best.card
        for place, played in enumerate(trick[1:], 1):
            seat, card = played.seat, 1 << played.card
            legal = followers(tables, held[seat], led)
            held[seat] ^= card
            if plain and card & legal and card != legal and bids[seat]:
                winners = legal & beaten_by[best.card]
                habit = _habit(rules, bids, trick[:place], best.seat, seat, legal, winners, took)
                if habit == _LOWEST:
                    lowest = min([tables.ranks[other] for other in cards_of(legal)])
                    counts[seat][habit][tables.ranks[played.card] > lowest] += 1
                elif habit is not None:
                    counts[seat][habit][not card & winners] += 1
            if beats(tables, played.value, best.value):
                best = played
        took[best.seat] += 1
    return tuple([_added(habits, row) for habits, row in zip(before, counts, strict=True)])


@lru_cache(maxsize=16)
def _beaten_by(rules: Ruleset) -> dict[int, int]:
    """Return by card the cards that beat it, as a bit set."""
    pack, tables = rules.cards.pack, rules.cards
    return {card: sum([1 << other for other in pack if beats(tables, other, card)]) for card in pack}


def _habit(
    rules: Ruleset,
    bids: Sequence[int | None],
    earlier: Trick,
    winning: int,
    seat: int,
    legal: int,
    winners: int,
    took: list[int],
) -> int | None:
    """Return the place in `Habits` of the choice that a seat had, or None.

    `legal`, `winners`: its cards that followed, and those of them that would be ahead, as bit sets. `took`: earlier
    tricks by seat.
    """
    side = rules.sides[rules.side_of[seat]]
    both = winners not in (0, legal)
    nils = [other for other in side if bids[other] == 0 and not took[other]]
    if nils:
        shields = winning in nils or all(played.seat not in nils for played in earlier)
        return _COVERS if both and shields else None
    if both and winning in side:
        last = len(earlier) == rules.players - 1
        return None if last else _OVER_PARTNER
    if winners and not (both and len(earlier) == 1):
        return None
    needed = 0  # tricks of the side
    for other in side:
        bid = bids[other]
        if bid:
            needed += bid - took[other]
    if needed <= 0:
        return None
    return _SECOND_WINS if winners else _LOWEST


def _added(habits: Habits, counts: list[list[int]]) -> Habits:
    """Return a player's habits with the counts of a hand."""
    added: list[Choices] = []
    for name, (first, second) in zip(Habits.__struct_fields__, counts, strict=True):
        before: Choices = getattr(habits, name)
        added.append(Choices(min(before.first + first, MOST_COUNTED), min(before.second + second, MOST_COUNTED)))
    return Habits(*added)

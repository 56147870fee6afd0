"""The score of one side never depends on another side, so computer players may score sides separately."""

import random

import pytest

from spades_tui.bots.side_scores import Bidding, side_scores
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, count_hand, ruleset
from spades_tui.rules.variant import options_of, with_options
from tests.games import each_game


def all_rules(slug: str) -> list[Ruleset]:
    """Return the rules of a variant as shipped, and with each value of each option."""
    variant = shipped()[slug]
    found = [variant]
    for option in options_of(variant):
        if not option.bounds:
            found += [with_options(variant, {option.name: value}) for value in option.values]
    return [ruleset(one) for one in found]


def some(rng: random.Random, count: int, most: int) -> tuple[int, ...]:
    return tuple(rng.randint(0, most) for _ in range(count))


@pytest.mark.parametrize("slug", each_game("3b-five", "bemo", "cutthroat", "jokers", "league"))
def test_a_side_scored_alone_gets_the_same_points(slug: str) -> None:
    rng = random.Random(slug)
    for rules in all_rules(slug):
        for _ in range(100):
            out = rng.randrange(rules.seats) if rules.players < rules.seats else -1
            low, high = rules.number.min, rules.number.max
            bids = tuple(
                None if seat == out else rng.choice((low, rng.randint(low, high), high)) for seat in range(rules.seats)
            )
            blind = tuple(bid is not None and rng.random() < 0.2 for bid in bids)
            taken = [None if bid is None else rng.choice((0, bid, rng.randint(0, rules.tricks))) for bid in bids]
            contracts = []
            for seats in rules.sides:
                made = [bid for bid in (bids[seat] for seat in seats) if bid is not None]
                most = rules.raises.max if rules.raises else high * len(seats)
                contracts.append(min(max(most, sum(made)), sum(made) + rng.choice((0, 0, 2))) if made else None)
            sides = len(rules.sides)
            standing = Standing(
                totals=some(rng, sides, 500), bags=some(rng, sides, 25), sets=some(rng, sides, 3),
                rows=some(rng, sides, 4), zero_pool=rng.choice((0, 0, 50, 120)), last=(),
                on_nose=some(rng, rules.seats, 9), played=some(rng, rules.seats, 9), hands=rng.randint(0, 20),
            )  # fmt: skip
            counts = count_hand(rules.sides, rules.tricks, bids, taken, blind=blind, contracts=tuple(contracts))
            whole = rules.suppose(standing, counts)
            scores = side_scores(rules, standing, Bidding(bids, blind, tuple(contracts)))
            for side, seats in enumerate(rules.sides):
                points, bags, more_sets, row, wins = scores[side].after(tuple(taken[seat] for seat in seats))
                assert (points, bags, row) == (whole.points[side], whole.bags[side], whole.rows[side])
                assert standing.sets[side] + more_sets == whole.sets[side]
                assert wins or whole.outright != side
                assert not wins or whole.outright is not None

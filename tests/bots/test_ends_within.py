"""Play-outs ask whether the game has ended only when a total, the sets or the hands make it possible."""

import random

import pytest
from msgspec.structs import replace

from spades_tui.bots.hand_worth import NEVER, ends_within
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.endings import REGISTRY
from spades_tui.rules.ruleset import ruleset
from tests.games import SLUGS


def test_every_ending_is_used_by_a_shipped_game() -> None:
    used = {type(part) for slug in SLUGS for part in ruleset(shipped()[slug]).variant.endings}
    assert used == set(REGISTRY)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_ends_before_the_limits_of_its_endings(slug: str) -> None:
    rules, rng = ruleset(shipped()[slug]), random.Random(slug)
    highest, lowest, most_hands, most_sets = ends_within(rules)
    sides, ended, early = len(rules.sides), 0, 0
    for _ in range(2000):
        near = [total for total in (highest, highest - 1, lowest, lowest + 1) if abs(total) < NEVER // 2]
        totals = tuple(rng.choice((rng.randint(-600, 600), *near)) for _ in range(sides))
        sets = tuple(rng.randint(0, 3) for _ in range(sides))
        standing = replace(
            rules.fresh_standing(), totals=totals, bags=tuple(rng.randint(0, 9) for _ in range(sides)), sets=sets,
            hands=rng.choice((rng.randint(1, 12), min(most_hands, 200))),
        )  # fmt: skip
        ends = rules.decide(standing, None) is not None
        within = all(lowest < total < highest for total in totals)
        within = within and standing.hands < most_hands and max(sets) < most_sets
        assert not (within and ends)
        ended, early = ended + ends, early + within
    assert ended and early


def test_an_ending_without_known_limits_is_always_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(shipped()["sandbags"])
    monkeypatch.setattr(type(rules.variant.endings[0]), "goal", None)
    highest, lowest, hands, sets = ends_within.__wrapped__(rules)
    assert highest < lowest and not hands and not sets

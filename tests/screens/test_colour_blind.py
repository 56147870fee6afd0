"""Suits, sides and warnings differ for every kind of eye in its theme, and by shape in all themes."""

from itertools import combinations

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Theme
from spades_tui.tui.themes import Depth, theme_of, triplet
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, CardStyle
from tests.screens.colour_blind import KINDS, distance

GROUPS = {
    "suits": [f"suit-{suit}" for suit in range(4)],
    "suits on cards": [f"face-suit-{suit}" for suit in range(4)],
    "sides": [f"side-{side}" for side in range(5)],
    "warnings": ["success", "error", "warning", "soft"],
}
"""Roles with different meanings side by side."""

APART = 20.0
"""Minimum Delta E (CIELAB, 1976) between two colours."""


def nearest(theme: Theme, group: str, kind: str, depth: Depth = "true") -> float:
    """Return the smallest distance between two colours of a group to these eyes."""
    colors = theme_of(theme, depth).variables
    seen = [triplet(colors[role]) for role in GROUPS[group]]
    return min(distance(one, other, kind) for one, other in combinations(seen, 2))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("group", GROUPS)
def test_each_colour_blind_theme_has_distinguishable_colours(group: str, kind: str) -> None:
    assert nearest("red-green", group, kind) >= APART
    assert nearest("red-green", group, kind, "256") >= APART


def test_the_dark_theme_is_not_distinguishable_for_every_eye() -> None:
    """This shows that the simulation has an effect: such eyes confuse some colours of the dark theme."""
    assert nearest("dark", "sides", "none") >= APART
    assert min(nearest("dark", group, kind) for group in GROUPS for kind in KINDS) < APART / 2


def test_no_meaning_depends_on_colour_alone() -> None:
    rules = ruleset(shipped()["sandbags"])
    for look in (CardStyle(()), CardStyle((), letters=True)):
        assert len({look.suit(suit) for suit in range(4)}) == 4
        piles = [piece for bid, took in ((3, 4), (3, 1), (0, 1)) for piece in look.beans(rules, bid, took)]
        beans = {text[0] for text, _ in piles if text}
        assert len(beans) == 4
    assert len(set(SIDE_MARKS)) == len(set(SIDE_LETTERS)) == 5

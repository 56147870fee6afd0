"""Suits, sides and warnings differ for every kind of eye in its theme, and by shape in all themes."""

from itertools import combinations

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Theme
from spades_tui.tui.themes import Depth, theme_of, triplet
from spades_tui.tui.widgets.card_faces import SIDE_LETTERS, SIDE_MARKS, CardStyle
from tests.screens.readable import Triplet

GROUPS = {
    "suits": [f"suit-{suit}" for suit in range(4)],
    "suits on cards": [f"face-suit-{suit}" for suit in range(4)],
    "sides": [f"side-{side}" for side in range(5)],
    "warnings": ["success", "error", "warning", "soft"],
}
"""Roles with different meanings side by side."""

APART = 20.0
"""Minimum Delta E (CIELAB, 1976) between two colours."""


KINDS: dict[str, tuple[tuple[float, float, float], ...]] = {
    "none": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": (
        (0.152286, 1.052583, -0.204868),
        (0.114503, 0.786281, 0.099216),
        (-0.003882, -0.048116, 1.051998),
    ),
    "deutan": (
        (0.367322, 0.860646, -0.227968),
        (0.280085, 0.672501, 0.047413),
        (-0.011820, 0.042940, 0.968881),
    ),
    "tritan": (
        (1.255528, -0.076749, -0.178779),
        (-0.078411, 0.930809, 0.147602),
        (0.004733, 0.691367, 0.303900),
    ),
}
"""How each kind of eye sees red, green and blue; "none" is normal sight."""

Lab = tuple[float, float, float]


def distance(one: Triplet, other: Triplet, kind: str) -> float:
    """Return the distance of two colours to such eyes in CIELAB (Delta E of 1976); 2.3 is just noticeable."""
    first, second = _lab(one, kind), _lab(other, kind)
    return float(sum((a - b) ** 2 for a, b in zip(first, second, strict=True)) ** 0.5)


def _lab(color: Triplet, kind: str) -> Lab:
    linear = [part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4
              for part in (part / 255 for part in color)]  # fmt: skip
    met = [min(1.0, max(0.0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in KINDS[kind]]
    red, green, blue = met
    x = (0.4124 * red + 0.3576 * green + 0.1805 * blue) / 0.95047
    y = 0.2126 * red + 0.7152 * green + 0.0722 * blue
    z = (0.0193 * red + 0.1192 * green + 0.9505 * blue) / 1.08883
    a, b, c = (t ** (1 / 3) if t > 0.008856 else 7.787 * t + 16 / 116 for t in (x, y, z))
    return 116 * b - 16, 500 * (a - b), 200 * (b - c)


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

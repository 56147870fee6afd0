"""Read the rules of `two-handed` and `league` from docs/rules.md, not from the program's files."""

from __future__ import annotations

import tomllib
from pathlib import Path

from tests.referee.choices import name_of
from tests.referee.rulebook import Part


def declared(slug: str) -> list[str | Part]:
    """Return the options of a game as its file declares them."""
    path = Path(__file__).parents[2] / "variants" / f"{slug}.toml"
    options: list[str | Part] = tomllib.loads(path.read_text("utf-8"))["options"]
    return [option if len(option) > 1 else name_of(option) for option in options]


NIL: Part = {"kind": "zero", "rule": "NL-5", "word": "nil", "over_rule": "NL-6"}
CONTRACT: Part = {
    "kind": "contract", "rule": "NL-4", "zeros": "apart", "made": 10, "over": 1, "lost": -10, "bags": True,
}  # fmt: skip
CUSTOMS: list[Part] = [{"kind": "take_back"}, {"kind": "undo"}, {"kind": "slip"}]


def play(*more: Part) -> list[Part]:
    """Return the plays: NL-3, C-6, C-12 and C-10."""
    return [
        {"kind": "follow"},
        {"kind": "lead", "rule": "NL-3", "spades": "broken"},
        {"kind": "first_trick", "rule": "NL-3", "trumps": "free"},
        *more,
        {"kind": "claim"},
        {"kind": "last_trick", "shown": True},
    ]


TWO: Part = {
    "slug": "two-handed",
    "seats": 2,
    "sides": "solo",
    "options": declared("two-handed"),
    "deal": {"cards": 13, "draft": "seen"},
    "bids": [{"kind": "number", "rule": "TW-2", "max": 13}],
    "plays": play(),
    "scores": [
        {**NIL, "made": 50, "lost": -50, "stray": "bags", "over": 1},
        CONTRACT,
        {"kind": "bags", "rule": "NL-9", "limit": 5, "penalty": -50, "keep": "remainder"},
    ],
    "endings": [
        {"kind": "target", "rule": "NL-10", "points": 300},
        {"kind": "floor", "rule": "NL-10", "on": False, "points": -200},
    ],
    "customs": CUSTOMS,
}

LEAGUE: Part = {
    "slug": "league",
    "seats": 4,
    "sides": "partners",
    "options": declared("league"),
    "deal": {"cards": 13},
    "bids": [
        {"kind": "number", "rule": "NL-2", "max": 13},
        {"kind": "count", "rule": "WZ-1", "on": False, "or_nil": True},
        {"kind": "at_least", "rule": "LG-1", "on": False, "bid": 4},
        {"kind": "one_nil", "rule": "SU-1", "on": False},
        {"kind": "exchange", "rule": "NL-8"},
    ],
    "plays": play({"kind": "opening", "rule": "NL-3", "leads": "left"}),
    "scores": [
        {**NIL, "made": 100, "lost": -100, "stray": "bags_only"},
        {
            **CONTRACT,
            "special": [{"bid": 10, "points": 200, "lost": -100, "rule": "NL-11"}],
            "specials": False,
        },
        {"kind": "bags", "rule": "NL-9", "limit": 10, "penalty": -100, "keep": "remainder"},
    ],
    "endings": [{"kind": "hands", "rule": "LG-2", "hands": 12, "parts": "first"}],
    "customs": [*CUSTOMS[:2], {"kind": "slip", "alone": False}],
    "programme": [
        {"format": "regular", "hands": [1, 7], "level": True},
        {"format": "whiz", "hands": [2, 8], "bids": [{"kind": "count", "on": True}]},
        {
            "format": "mirrors",
            "hands": [3, 9],
            "bids": [{"kind": "count", "on": True, "or_nil": False, "rule": "MR-1"}],
        },
        {
            "format": "suicide",
            "hands": [4, 10],
            "bids": [{"kind": "at_least", "on": True, "rule": "SU-1"}, {"kind": "one_nil", "on": True}],
        },
        {"format": "four-or-nil", "hands": [5, 11], "bids": [{"kind": "at_least", "on": True}]},
        {
            "format": "threes",
            "hands": [6, 12],
            "bids": [{"kind": "number", "min": 3, "max": 3, "rule": "LG-1"}, {"kind": "exchange", "on": False}],
            "scores": [{"kind": "zero", "on": False}, {"kind": "contract", "zeros": "counted", "special": []}],
        },
    ],
}

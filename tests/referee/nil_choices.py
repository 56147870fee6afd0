"""Read the options of `classic` and its relatives a second time (docs/rules.md, NL): values and meanings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

Part = dict[str, Any]


def _parts(rules: Part, kind: str) -> list[Part]:
    return [part for where in ("bids", "plays", "scores", "endings") for part in rules[where] if part["kind"] == kind]


def _put(kind: str, **keys: Callable[[Any], Any]) -> Callable[[Part, Any], None]:
    """Return a function that sets keys of every component of a kind, computed from the chosen value."""

    def put(rules: Part, value: Any) -> None:
        for part in _parts(rules, kind):
            part |= {key: made(value) for key, made in keys.items()}

    return put


def _itself(value: Any) -> Any:
    return value


def _minus(value: Any) -> Any:
    return -value


def _blind_nil(rules: Part, value: Any) -> None:
    """Set the points of a blind nil; 0 turns blind bids off (NL-7)."""
    _put("zero", blind_made=_itself, blind_lost=_minus)(rules, value)
    _put("blind", on=bool)(rules, value)


def _nil(rules: Part, value: Any) -> None:
    """Turn nils off if not chosen: then 0 is a number, without blind bids and an exchange (NL-2)."""
    if not value:
        for kind in ("zero", "blind", "exchange"):
            _put(kind, on=bool)(rules, False)
        _put("contract", zeros=lambda _: "counted")(rules, value)


def _floor(rules: Part, value: Any) -> None:
    """Set the floor (NL-10)."""
    if value == "off":
        _put("floor", on=bool)(rules, False)
    else:
        _put("floor", points=_itself)(rules, value)


Choice = tuple[tuple[Any, ...], Callable[[Part, Any], None]]

CHOICE_OF: dict[str, Choice] = {
    "lead_spades": (("broken", "any"), _put("lead", spades=lambda word: "always" if word == "any" else word)),
    "first_trick": (("free", "no_spade"), _put("first_trick", trumps=_itself)),
    "second_card": (("seen", "unseen"), lambda rules, word: rules["deal"].update(draft=word)),
    "opening": (("left", "lowest_club"), _put("opening", leads=_itself)),
    "nil_points": ((100, 50), _put("zero", made=_itself, lost=_minus)),
    "failed_nil": (
        ("helps", "bags", "bags_only", "nothing"),
        _put("zero", stray=_itself, over=lambda word: 1 if word in ("helps", "bags") else 0),
    ),
    "blind_nil": ((200, 100, 0), _blind_nil),
    "blind_behind": ((0, 40, 100), _put("blind", behind=_itself)),
    "blind_pass": ((0, 1, 2, 3), _put("exchange", blind_nil=_itself)),
    "nil_pass": ((0, 1, 2, 3), _put("exchange", nil=_itself)),
    "pass_order": (("together", "nil_first"), _put("exchange", pass_order=_itself)),
    "bag_limit": ((10, 5, 0), _put("bags", limit=_itself)),
    "bag_cost": ((100, 50), _put("bags", penalty=_minus)),
    "board": ((True, False), _put("board", on=_itself)),
    "ten_for_200": ((True, False), _put("contract", specials=_itself)),
    "floor": ((-200, -60, "off"), _floor),
    "nil": ((True, False), _nil),
}
"""The values for random games, and the change that each makes. `nil` is last because it overrides others."""

"""The programme in the form: which format each hand has, of those that there are."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

AS_IT_STANDS = ""
"""Of a hand that no format names."""
LEVEL = "level"
"""In the place of a hand's number: those that are played because somebody is level."""
MOST = 40
"""So many hands have a line."""

Formats = dict[str, dict[str, Any]]
"""What formats change, by their names; without their hands."""


def known_formats(*programmes: Sequence[Mapping[str, Any]]) -> Formats:
    """The formats of these programmes; of two of one name the first."""
    found: Formats = {}
    for one in (form for programme in programmes for form in programme):
        kept = {key: value for key, value in one.items() if key not in ("hands", LEVEL)}
        found.setdefault(str(one["format"]), kept)
    return found


def format_of(programme: Sequence[Mapping[str, Any]], hand: str) -> str:
    """The format of a hand, by its number, or of level hands."""
    for one in programme:
        if one.get(LEVEL, False) if hand == LEVEL else int(hand) in one.get("hands", ()):
            return str(one["format"])
    return AS_IT_STANDS


def with_format(
    programme: Sequence[Mapping[str, Any]], formats: Formats, hand: str, name: str
) -> list[dict[str, Any]]:
    """The programme with another format for a hand. A format that no hand has any more is left out."""
    hands = {str(n) for one in programme for n in one.get("hands", ())} | {LEVEL, hand}
    has = {one: name if one == hand else format_of(programme, one) for one in hands}
    made = []
    for called, changes in formats.items():
        numbers = sorted(int(one) for one, whose in has.items() if whose == called and one != LEVEL)
        level = has[LEVEL] == called
        if numbers or level:
            known = {key: copy.deepcopy(value) for key, value in changes.items() if key != "format"}
            made.append({"format": called, "hands": numbers, **({LEVEL: True} if level else {}), **known})
    return made


def hands_told(programme: Sequence[Mapping[str, Any]], hands: int) -> Iterator[str]:
    """The hands that have a line: those of the game (`hands`), those that a format names, and level ones."""
    last = max([hands, *(n for one in programme for n in one.get("hands", ()))])
    yield from (str(n) for n in range(1, min(last, MOST) + 1))
    yield LEVEL

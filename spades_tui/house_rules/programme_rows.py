"""The programme in the form: the format of each hand, out of those known."""

import copy
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

AS_IT_STANDS = ""
"""For a hand without a format."""
LEVEL = "level"
"""Instead of a hand's number: hands played because of a tie."""
MOST = 40
"""Most hands that get a row."""

Formats = dict[str, dict[str, Any]]
"""The changes of formats by name, without their hands."""


def known_formats(*programmes: Sequence[Mapping[str, Any]]) -> Formats:
    """Return the formats of these programmes; if two have the same name, the first."""
    found: Formats = {}
    for one in (form for programme in programmes for form in programme):
        kept = {key: value for key, value in one.items() if key not in ("hands", LEVEL)}
        found.setdefault(str(one["format"]), kept)
    return found


def format_of(programme: Sequence[Mapping[str, Any]], hand: str) -> str:
    """Return the format of a hand, by its number, or of hands played because of a tie."""
    for one in programme:
        if one.get(LEVEL, False) if hand == LEVEL else int(hand) in one.get("hands", ()):
            return str(one["format"])
    return AS_IT_STANDS


def with_format(
    programme: Sequence[Mapping[str, Any]], formats: Formats, hand: str, name: str
) -> list[dict[str, Any]]:
    """Return the programme with another format for a hand. A format without hands is dropped."""
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


def listed_hands(programme: Sequence[Mapping[str, Any]], hands: int) -> Iterator[str]:
    """Yield the hands that get a row: the game's `hands`, those that a format names, and hands after a tie."""
    last = max([hands, *(n for one in programme for n in one.get("hands", ()))])
    yield from (str(n) for n in range(1, min(last, MOST) + 1))
    yield LEVEL

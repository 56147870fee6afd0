"""Write events and findings as the lines of a record, and the first line."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from hashlib import sha256

import msgspec

from spades_tui import __version__
from spades_tui.game.events import Event, RecordedEvent
from spades_tui.game.findings import Finding, HandScore, TrickTaken
from spades_tui.game.record_form import JsonLine as JsonLine
from spades_tui.rules.catalogue import is_shipped
from spades_tui.rules.ruleset import GAME_KEYS, HAND_KEYS
from spades_tui.rules.variant import Variant, as_released
from spades_tui.system.output import json_text

PROGRAM = "spades-tui"

_FORK = "fork"
"""The mark in the `program` of a fork, whose journal begins with lines of another game."""


def program_name(variant: Variant, fork: bool = False) -> str:
    """Return a record's `program`: name, version, a mark for a fork, and the rules' fingerprint."""
    mark = f"{_FORK} rules" if fork else "rules"
    return f"{PROGRAM} {__version__} {mark} {rules_mark(variant)}"


def release_of(program: str) -> tuple[int, ...] | None:
    """Return the version in a record's `program`, such as (1, 1, 0).

    Return None for other programs and without a number.
    """
    version = re.match(rf"{PROGRAM} ([0-9]{{1,6}}(?:\.[0-9]{{1,6}})*)(?: |\Z)", program)
    if version is None:
        return None
    return tuple(map(int, version[1].split(".")))


def is_program_of_fork(program: str) -> bool:
    """Return whether a record's `program` marks it as a fork."""
    return program.split(" ")[2:3] == [_FORK]


def rules_mark(variant: Variant) -> str:
    """Return a fingerprint of a variant's rules: 8 hex digits.

    Prose and defaults don't count: a key, custom or option that a later release adds doesn't change
    the fingerprint.
    """
    rules = as_released(variant).to_keys(defaults=False)
    for prose in ("name", "summary", "special", "source"):
        rules.pop(prose, None)
    return sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]


def game_line(
    variant: Variant, options: dict[str, object], seats: list[JsonLine], dealer: int,
    seed: str | None, game: int, cut: bool = True,
) -> JsonLine:  # fmt: skip
    """Return the first line of a record that this program writes.

    It contains its rules unless they are shipped. `cut`: whether people are asked to cut (C-3).
    """
    line: JsonLine = {"event": "game", "format": "spades-record/1"}
    line |= {"variant": variant.slug, "seats": seats}
    if not is_shipped(variant):
        line["rules"] = variant.to_json()
    if options:
        line["options"] = options
    line["dealer"] = dealer
    if seed is not None:
        line["seed"] = seed
        line["game"] = game
    if not cut:
        line["cut"] = False
    line["program"] = program_name(variant)
    return line


def event_line(event: Event) -> JsonLine:
    """Return an event as a line of a record.

    Raises ValueError for one that isn't a line, like `Score`.
    """
    if not isinstance(event, RecordedEvent):
        raise ValueError("scoring a hand is a finding, not an event")
    return event.line()


def finding_line(finding: Finding) -> JsonLine:
    """Return a finding as a line of a record, with every key that applies."""
    if isinstance(finding, TrickTaken):
        trick = {"hand": finding.hand, "trick": finding.trick, "winner": finding.winner}
        return {"event": "trick", **trick}
    data: JsonLine = msgspec.json.decode(msgspec.json.encode(finding))  # lists instead of tuples
    if isinstance(finding, HandScore):
        return {key: data[key] for key in _OF_A_HAND if data[key] is not None}
    # keys of customs in one order, whatever the variant's order is
    of_customs = [key for key in GAME_KEYS if key in finding.keys]
    keys = "event", "reason", "winners", "totals", "standings", *of_customs
    return {key: data[key] for key in keys}


_OF_A_HAND = (
    "event", "hand", "format", "lines", "points", "totals", "bags", "tricks", "bids", "side_bids",
    "books",
    "zero_value", *HAND_KEYS,
)  # fmt: skip
"""The keys of a hand's score, in their order; the notes of the scoring components follow from the
events.
"""


def record_text(lines: Iterable[JsonLine]) -> str:
    """Return lines as the text of a record."""
    return "".join([_known(line) + "\n" for line in lines])


def _known(line: JsonLine) -> str:
    """Return a line as `json_text` does; cached, because many games have the same cards."""
    try:
        return _flat(tuple(line), *line.values())
    except TypeError:  # a list, which can't be looked up
        return json_text(line)


@lru_cache(maxsize=4096, typed=True)
def _flat(keys: tuple[str, ...], *values: object) -> str:
    """Return a line as text, from its keys and values."""
    return json_text(dict(zip(keys, values, strict=True)))

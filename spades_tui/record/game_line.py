"""The first line of a record that this program writes."""

import json
from hashlib import sha256

from spades_tui import __version__
from spades_tui.record.writer import JsonLine
from spades_tui.rules.catalogue import is_shipped
from spades_tui.rules.options import as_released
from spades_tui.rules.variant import Variant

PROGRAM = "spades-tui"


def program_name(variant: Variant) -> str:
    """Return a record's `program`: name, version, and a fingerprint of the shipped rules.

    Prose and defaults don't count: a key, custom or option that a later release adds doesn't change the fingerprint.
    """
    prose = frozenset(("name", "summary", "special", "source"))
    rules = as_released(variant).to_keys(without=prose, defaults=False)
    mark = sha256(json.dumps(rules, sort_keys=True).encode()).hexdigest()[:8]
    return f"{PROGRAM} {__version__} rules {mark}"


def game_line(
    variant: Variant, options: dict[str, object], seats: list[JsonLine], dealer: int, seed: str | None, game: int
) -> JsonLine:
    """Return the first line of a record that this program writes; it contains its rules unless they are shipped."""
    line: JsonLine = {"event": "game", "format": "spades-record/1", "variant": variant.slug, "seats": seats}
    if not is_shipped(variant):
        line["rules"] = variant.to_json()
    if options:
        line["options"] = options
    line["dealer"] = dealer
    if seed is not None:
        line["seed"] = seed
        line["game"] = game
    line["program"] = program_name(variant)
    return line

"""Many lines written at once have the same text as single ones."""

from __future__ import annotations

import json

from spades_tui.record.writer import JsonLine, record_text
from spades_tui.system.output import json_text

LINES: list[JsonLine] = [
    {"event": "bid", "seat": 1, "bid": 1},
    {"event": "bid", "seat": True, "bid": 1},
    {"event": "bid", "seat": 1, "bid": 1, "blind": True},
    {"event": "bid", "seat": 1, "bid": 1, "blind": 1},
    {"bid": 1, "event": "bid", "seat": 1},
    {"event": "chit", "seat": 0, "other": None},
    {"event": "deal", "hands": ["AS", None], "cut": {"seat": 1}},
    {"event": "game_over", "totals": [1, 2]},
    {"event": "play", "seat": 1, "card": "\x1b"},
]


def test_many_lines_are_written_like_single_ones() -> None:
    for _ in range(2):
        text = record_text(LINES)
        assert text == "".join(json_text(line) + "\n" for line in LINES)
    assert [json.loads(line) for line in text.splitlines()] == LINES
    assert [type(json.loads(line).get("blind")) for line in text.splitlines()][2:4] == [bool, int]

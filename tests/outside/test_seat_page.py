"""The conversations on the page of the seat protocol have the form of real messages."""

import json
import re
import shlex
import sys
from pathlib import Path
from typing import Any

from spades_tui.play import outside_player
from tests.outside.short_games import game

PAGE = (Path(__file__).parents[2] / "docs" / "seat.md").read_text("utf-8")

PROGRAM = """
import json, sys

questions = 0
with open(sys.argv[1], "w", encoding="utf-8") as notes:
    for line in sys.stdin:
        notes.write(line)
        message = json.loads(line)
        if "ask" in message:
            questions += 1
            answer = message["ask"]["legal"][0] if questions % 9 else {"event": "stand", "seat": 4}
            print(json.dumps(answer), flush=True)
"""
"""A player that writes down messages, and answers with the first legal event, sometimes with an illegal one."""

Shape = tuple[str, ...]


def event_shape(event: dict[str, object]) -> Shape:
    return str(event["event"]), *sorted(event)


def shapes(message: dict[str, Any]) -> set[Shape]:
    """Return the shape of a message: its keys and their nesting."""
    (kind,) = message
    match kind:
        case "tell":
            tell = message["tell"]
            known = [key for key in ("hands", "hand") if isinstance(tell.get(key), str | list) and any(tell[key])]
            return {("tell", *event_shape(tell), *known)}
        case "ask":
            asked = message["ask"]
            return {("ask", *sorted(asked)), *(("legal", *event_shape(event)) for event in asked["legal"])}
        case _:
            return {(kind, message[kind])}


def test_the_conversations_on_the_page_match_the_table(tmp_path: Path) -> None:
    real: set[Shape] = set()
    for slug in ("bemo", "3b-four"):
        game(slug, shlex.join([sys.executable, "-c", PROGRAM, str(tmp_path / slug)]))
        for line in (tmp_path / slug).read_text("utf-8").splitlines():
            real |= shapes(json.loads(line))
    said = [
        line
        for block in re.findall(r"^```text\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)
        for line in block.splitlines()
    ]
    assert {line[0] for line in said} == set("→←")
    for line in said:
        found = shapes(json.loads(line[2:])) if line[0] == "→" else {("legal", *event_shape(json.loads(line[2:])))}
        assert found <= real, line
    keys = {"tell", "ask", "refused"}
    assert keys == {shape[0] for shape in real} - {"legal"}
    assert keys == set(re.findall(r"^\| `(\w+)` \| (?:something|a question|why)", PAGE, re.MULTILINE))


def test_the_numbers_on_the_seat_page_are_right() -> None:
    assert f"for an answer ({outside_player.SECONDS:g})" in PAGE
    assert f"of at most {outside_player.LONGEST_ANSWER:,} bytes" in PAGE
    assert outside_player.TRIES == 3, "After the third such answer"
    assert 0.5 < outside_player.GRACE < 1.0, "ended within a second"

"""A line is looked at plainly, without pydantic; the strict models say the same of every line, right or wrong."""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui.lessons.lesson_lines import LESSON_EVENTS
from spades_tui.lessons.shelf import SHIPPED
from spades_tui.record import schema
from spades_tui.record.checking import checked, surely
from spades_tui.record.line_forms import EVENTS, EventLine, Keys, RecordLine
from spades_tui.record.record_error import FormError
from tests.record.odd_lines import good_line, spoiled

GOLDEN = Path(__file__).parents[1] / "golden"
OTHER_DIGITS = re.compile(r"(?![0-9])\d")


def is_for_the_door(line: dict[str, object]) -> bool:
    """What pydantic lets pass as ever, and the plain look leaves to it: a time in digits of other scripts, 1 for true
    where nothing but true may stand."""
    return OTHER_DIGITS.search(str(line.get("at"))) is not None or any(
        line.get(key) == 1 and line[key] is not True for key in ("stand_in", "blind")
    )


def told(value: object) -> object:
    """All that an object says, type by type: True is not 1."""
    if isinstance(value, Keys):
        return type(value), {key: told(one) for key, one in vars(value).items()}
    if isinstance(value, list):
        return [told(one) for one in value]
    return type(value), value


def by_the_door(kind: type[RecordLine], data: object) -> RecordLine | None:
    try:
        return schema.read(kind, data)
    except FormError:
        return None


def both_agree(kind: type[RecordLine], data: dict[str, object]) -> bool:
    """Whether the line is right, which both ways of reading it have to say alike."""
    plain, strict = surely(kind, data), by_the_door(kind, data)
    if plain is None and strict is not None:
        assert is_for_the_door(data), data
        return True
    assert told(plain) == told(strict), data
    if isinstance(plain, EventLine) and data["event"] != "game":
        assert isinstance(strict, EventLine)
        assert plain.to_event() == strict.to_event()
    return plain is not None


@pytest.mark.parametrize(("event", "kind"), LESSON_EVENTS.items())
def test_lines_of_an_event(event: str, kind: type[RecordLine]) -> None:
    rng = random.Random(f"odd {event}")
    for _ in range(20):
        line = good_line(event, kind, rng)
        assert both_agree(kind, line), line
        for _ in range(5):
            both_agree(kind, spoiled(line, rng))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_sixty_thousand_spoiled_lines(part: int) -> None:
    rng = random.Random(f"odd {part}")
    refused = 0
    for _ in range(6000):
        event, kind = rng.choice([*LESSON_EVENTS.items()])
        refused += not both_agree(kind, spoiled(good_line(event, kind, rng), rng))
    assert 3000 < refused < 5900


@pytest.mark.parametrize(
    "path", sorted([*GOLDEN.glob("*.jsonl"), *SHIPPED.glob("*.jsonl")]), ids=lambda path: path.name,
)
def test_what_is_kept_here_is_surely_right(path: Path) -> None:
    rng = random.Random(path.name)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        assert surely(LESSON_EVENTS[line["event"]], line) is not None, line
    for line in rng.sample(lines, min(len(lines), 50)):
        assert both_agree(LESSON_EVENTS[line["event"]], line)
        both_agree(LESSON_EVENTS[line["event"]], spoiled(line, rng))


@pytest.mark.parametrize(
    ("key", "found", "read"), [("at", "２０２６-０３-０１", "２０２６-０３-０１"), ("stand_in", 1, True)]
)
def test_what_the_door_alone_lets_pass(key: str, found: object, read: object) -> None:
    line = {"event": "suspend", key: found}
    assert surely(EVENTS["suspend"], line) is None
    assert told(vars(checked(EVENTS["suspend"], line))[key]) == told(read)


def test_what_a_line_says_does_not_change_and_is_shown_nowhere() -> None:
    line = checked(EVENTS["discard"], {"event": "discard", "seat": 1, "card": "QS"})
    with pytest.raises(AttributeError):
        line.sum = "0" * 16
    assert "=" not in repr(line)
    assert "QS" not in repr(line)


def test_a_key_does_not_hide_a_question() -> None:
    with pytest.raises(TypeError, match="to_event is a question"):
        type("OddLine", (EventLine,), {"__annotations__": {"to_event": str}})


READS = """
import sys
from pathlib import Path
from spades_tui.record.replay import replay
from spades_tui.lessons.lesson_reader import read_lesson
from spades_tui.play.outside_player import read_answer
for path in map(Path, sys.argv[1:]):
    if ".lesson." in path.name:
        read_lesson(path)
    else:
        with open(path, "rb") as stream:
            assert list(replay(stream))
read_answer(b'{"event": "bid", "seat": 1, "bid": 3}\\n', ())
before = "pydantic" in sys.modules
read_answer(b'{"event": "bid", "seat": 1, "bid": "3"}\\n', ())
print(before, "pydantic" in sys.modules)
"""


def test_pydantic_comes_with_the_first_line_that_is_wrong() -> None:
    files = [*map(str, GOLDEN.glob("*.spades.jsonl")), *map(str, SHIPPED.glob("*.jsonl"))]
    done = subprocess.run([sys.executable, "-c", READS, *files], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["False", "True"]

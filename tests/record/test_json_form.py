"""The fast reader of lines agrees with a plain reading of their forms, for valid and spoiled lines.

Each error names a wrong place and its value.
"""

from __future__ import annotations

import json
import random
import re
import subprocess
import sys
from pathlib import Path
from types import UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import pytest
from msgspec import Meta, Struct, UnsetType
from msgspec.structs import fields

from spades_tui import cards
from spades_tui.lessons.lesson import LESSON_EVENTS
from spades_tui.lessons.lesson_reader import SHIPPED
from spades_tui.record.json_form import FormError, checked, quoted
from spades_tui.record.line_forms import EVENTS, RecordLine
from tests import few
from tests.record.odd_lines import CARDS, good_line, spoiled

GOLDEN = Path(__file__).parents[1] / "golden"


def fits(annotation: Any, value: Any, limits: Meta | None = None) -> bool:
    """Return whether a value is valid at a place, by the plain reading."""
    origin, inner = get_origin(annotation), get_args(annotation)
    if origin is Annotated:
        return fits(inner[0], value, inner[1]) and (annotation not in CARDS or are_cards(value, annotation))
    if origin in (Union, UnionType):
        return any(fits(one, value) for one in inner if one is not UnsetType)
    if origin is Literal:
        return any(value == word and type(value) is type(word) for word in inner)
    if annotation is type(None):
        return value is None
    if isinstance(annotation, type) and issubclass(annotation, Struct):
        return type(value) is dict and fit(annotation, value)
    if type(value) is not {tuple: list}.get(origin or annotation, origin or annotation):
        return False
    if type(value) is int and limits is not None:
        return limits.ge <= value <= limits.le  # type: ignore[operator]  # both are given in a line
    least, most = (limits.min_length or 0, limits.max_length) if limits is not None else (0, None)
    if type(value) in (str, list, dict) and not least <= len(value) <= (10**9 if most is None else most):
        return False
    if type(value) is str and limits is not None and limits.pattern:
        return re.fullmatch(limits.pattern, value) is not None
    return type(value) is not list or all(fits(inner[0], one) for one in value)


def are_cards(value: object, annotation: Any) -> bool:
    try:
        (cards.parse if CARDS[annotation] == 1 else cards.parse_hand)(str(value))
    except ValueError:
        return False
    return True


def fit(kind: type[Struct], data: dict[str, Any]) -> bool:
    """Return whether an object has this form."""
    known = {field.name: field for field in fields(kind)}
    return all(key in data or not field.required for key, field in known.items()) and all(
        key in known and fits(known[key].type, value) for key, value in data.items() if key != "event"
    )


def is_valid(event: str, data: dict[str, Any]) -> bool:
    """Return whether a line is valid, which both readers must agree on; an error must name a wrong place."""
    kind = LESSON_EVENTS[event]
    error = None
    try:
        checked(kind, data).to_event()
    except FormError as found:
        error = found
    assert fit(kind, data) == (error is None), (data, str(error))
    if error is not None:
        check_error(error, data)
    return error is None


def check_error(error: FormError, data: dict[str, Any]) -> None:
    """Check that an error describes the value at its place."""
    found: Any = data
    unknown, missing = str(error).startswith("unknown key "), str(error).endswith(" is missing")
    for part in error.place[: -1 if unknown or missing else None]:
        found = found[part]
    if unknown or missing:
        assert (error.place[-1] in found) == unknown
    else:
        assert re.fullmatch(rf"\S+: {re.escape(quoted(found))} is not valid; .+", str(error), re.DOTALL)


@pytest.mark.parametrize("event", LESSON_EVENTS)
def test_lines_of_every_event_are_accepted_if_their_form_allows(event: str) -> None:
    rng = random.Random(f"odd {event}")
    for _ in range(20):
        line = good_line(event, LESSON_EVENTS[event], rng)
        assert is_valid(event, line), line
        for _ in range(5):
            is_valid(event, spoiled(line, rng))


@pytest.mark.slow
@pytest.mark.parametrize("part", range(10))
def test_many_spoiled_lines_are_accepted_if_their_form_allows(part: int) -> None:
    rng = random.Random(f"odd {part}")
    refused = 0
    count = few(6_000)
    for _ in range(count):
        event, kind = rng.choice([*LESSON_EVENTS.items()])
        refused += not is_valid(event, spoiled(good_line(event, kind, rng), rng))
    assert count // 2 < refused < count


@pytest.mark.parametrize(
    "path",
    sorted([*GOLDEN.glob("*.jsonl"), *SHIPPED.glob("*.jsonl")]),
    ids=lambda path: path.name,
)
def test_golden_lines_and_their_spoiled_copies_get_the_right_verdict(path: Path) -> None:
    rng = random.Random(path.name)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for line in lines:
        assert is_valid(line["event"], line)
    for line in rng.sample(lines, min(len(lines), 50)):
        is_valid(line["event"], spoiled(line, rng))


def test_a_read_line_is_immutable_and_hides_its_keys() -> None:
    line = checked(EVENTS["discard"], {"event": "discard", "seat": 1, "card": "QS"})
    with pytest.raises(AttributeError):
        line.sum = "0" * 16  # type: ignore[misc]
    assert "=" not in repr(line)
    assert "QS" not in repr(line)


@pytest.mark.parametrize("kind", dict.fromkeys(LESSON_EVENTS.values()))
def test_a_key_does_not_hide_a_property_of_its_class(kind: type[RecordLine]) -> None:
    assert not {field.name for field in fields(kind)} & {"to_event"}


READS = """
import sys
from pathlib import Path
from spades_tui.lessons.lesson_reader import read_lesson
from spades_tui.record.replay import replay
from spades_tui.play.outside_player import read_answer
for path in map(Path, sys.argv[1:]):
    if ".lesson." in path.name:
        read_lesson(path)
    else:
        with open(path, "rb") as stream:
            assert list(replay(stream))
read_answer(b'{"event": "bid", "seat": 1, "bid": 3}\\n', ())
read_answer(b'{"event": "bid", "seat": 1, "bid": "3"}\\n', ())
print("pydantic" in sys.modules)
"""


def test_reading_records_imports_no_pydantic() -> None:
    files = [*map(str, GOLDEN.glob("*.spades.jsonl")), *map(str, SHIPPED.glob("*.jsonl"))]
    done = subprocess.run([sys.executable, "-c", READS, *files], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.split() == ["False"]

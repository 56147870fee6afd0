"""A line that has been read hides its keys, and reading needs only msgspec."""

import subprocess
import sys
from pathlib import Path

import pytest
from msgspec.structs import fields

from spades_tui.lessons.lesson import LESSON_EVENTS
from spades_tui.lessons.lesson_reader import SHIPPED
from spades_tui.record.json_form import checked
from spades_tui.record.line_forms import EVENTS, RecordLine

GOLDEN = Path(__file__).parents[1] / "golden"


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

"""Read the example lesson of docs/formats.md, and change it."""

import json
from io import BytesIO
from pathlib import Path
from typing import Any

from spades_tui.lessons.lesson import Lesson
from spades_tui.lessons.lesson_reader import lesson_of

PAGE = Path(__file__).resolve().parents[2] / "docs" / "formats.md"

Lines = list[dict[str, Any]]


def example() -> Lines:
    """Return the lines of the example lesson."""
    block = PAGE.read_text("utf-8").split("<!-- example lesson -->", 1)[1].split("```json\n", 1)[1].split("```", 1)[0]
    return [json.loads(line) for line in block.splitlines()]


def text_of(lines: Lines) -> bytes:
    """Return these lines as the bytes of a file."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines).encode()


def lesson(lines: Lines) -> Lesson:
    """Read a lesson from these lines."""
    return lesson_of(BytesIO(text_of(lines)), "test.lesson.jsonl")

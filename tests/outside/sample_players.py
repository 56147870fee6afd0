"""Read the two sample players from the page of the seat protocol."""

import re
from pathlib import Path

PAGE = Path(__file__).parents[2] / "docs" / "seat.md"


def _program(before: str) -> str:
    found = re.search(before + r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


def random_player() -> str:
    """Return the source of the player that makes any legal choice."""
    return _program("This one plays anything that's legal:\n\n")


def sample_player() -> str:
    """Return the source of the forty-line player."""
    return _program("<!-- sample player -->\n")

"""Give a test its own season."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.scorebook.games import Season


@pytest.fixture
def season(tmp_path: Path) -> Iterator[Season]:
    one = Season(tmp_path / "data")
    yield one
    one.book.close()

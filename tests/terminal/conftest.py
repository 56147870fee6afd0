"""What the tests in real terminals share."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.terminal.terminal import Start, Terminal


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Yield a function that starts the program in a terminal with its own home folder; end all of them afterwards."""
    terminals: list[Terminal] = []

    def begin(*arguments: str, **more: Any) -> Terminal:
        terminals.append(Terminal(*arguments, home=tmp_path, **more))
        return terminals[-1]

    yield begin
    for terminal in terminals:
        terminal.close()

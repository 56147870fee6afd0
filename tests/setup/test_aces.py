"""The four aces at home are whole at every size of a terminal."""

import pytest

from spades_tui.tui.setup.home_widgets import Aces
from spades_tui.tui.widgets.canvas import Canvas


@pytest.mark.parametrize("height", [8, 14])
def test_the_four_aces_are_whole_at_every_width(height: int) -> None:
    for width in range(80, 260):
        canvas = Canvas(width, height)
        Aces().picture(canvas, True)
        text = ["".join(char for char, _ in row) for row in canvas._cells]
        for ace in ("AS", "AH", "AD", "AC"):
            assert sum(line.count(ace) for line in text) == 2, (width, ace)
        assert not any(line[0].strip() or line[-1].strip() for line in text), width

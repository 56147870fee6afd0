"""A card can be played in terminals with few colours or none, or with ASCII only."""

import re
from pathlib import Path

import pytest

from tests.terminal.terminal import TAKE, Terminal

pytestmark = pytest.mark.slow

TRUE, OF_256 = re.compile(rb"\x1b\[[0-9;]*[34]8;2;"), re.compile(rb"\x1b\[[0-9;]*[34]8;5;")

POOR: dict[str, tuple[dict[str, str | None], bool, str]] = {
    "true colour": ({}, False, "true"),
    "without COLORTERM": ({"COLORTERM": None}, False, "256"),
    "16 colours": ({"COLORTERM": None, "TERM": "xterm-16color"}, False, "16"),
    "NO_COLOR": ({"NO_COLOR": "1"}, False, "grey"),
    "TERM=linux": ({"COLORTERM": None, "TERM": "linux"}, True, "16"),
    "LANG=C": ({"LANG": "C"}, True, "true"),
    "LC_ALL=C": ({"LC_ALL": "C"}, True, "true"),
    "no locale": ({"LANG": None}, False, "true"),
}
"""Environment variables, whether everything is plain ASCII, and the number of colours."""


@pytest.mark.parametrize("name", POOR)
def test_a_card_is_played_in_every_terminal(name: str, tmp_path: Path) -> None:
    environment, plain, colours = POOR[name]
    terminal = Terminal(
        "play", "--seed", "poor", "--pace", "instant", "--option", "target=60", home=tmp_path, environment=environment
    )
    try:
        terminal.wait("Your bid")
        terminal.press(TAKE)
        text = terminal.wait("Your turn")
        assert text.isascii() == plain
        assert ("Enter play" in text) == plain
        if plain:
            assert bytes(terminal.sent_out).isascii()
        assert bool(TRUE.search(terminal.sent_out)) == (colours in ("true", "grey"))
        assert bool(OF_256.search(terminal.sent_out)) == (colours == "256")
        terminal.press(TAKE)
        terminal.wait("Enter: continue|[Aa]ny key")  # the trick stays until a key (C-10)
        terminal.press(TAKE)
        terminal.wait("trick 2/13")
        terminal.press("q")
        terminal.wait("Quick game")
        terminal.press("q")
        assert terminal.ended() == 0
    finally:
        terminal.close()


@pytest.mark.parametrize("theme", ["light", "contrast", "red-green", "warm", "nord"])
def test_the_first_frame_has_the_colours_of_the_theme(theme: str, tmp_path: Path) -> None:
    """The first frame already has the colours of the theme."""
    (tmp_path / "config").mkdir()
    (tmp_path / "config" / "settings.toml").write_text(f'name = "Ann"\ntheme = "{theme}"\n')
    terminal = Terminal(home=tmp_path)
    try:
        terminal.wait("Quick game")
        assert b"15;42;34" not in terminal.sent_out  # the ground of the dark theme
    finally:
        terminal.close()

"""The ladder and the feats as commands and in plain text: only of the person whose name is in the settings."""

import io
import json
from datetime import UTC, datetime
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.cli import main
from spades_tui.plain.console import Console, Face
from spades_tui.plain.scorebook_pages import answer_scorebook
from spades_tui.plain.speech import Spoken
from spades_tui.scorebook.scorebook import open_book
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import save_settings
from tests.scorebook.ladders import add, result


@pytest.fixture
def filled(tmp_path: Path) -> None:
    """Fill the scorebook with a game of two people, and say that Ann is the user."""
    game = result(1, datetime(2026, 3, 2, 12, tzinfo=UTC), ("Ann", "Zoe", "=club", "=club"))
    ann = replace(game.seats[0], feats={"ten": 3})
    zoe = replace(game.seats[1], feats={"exact": 8})
    with open_book() as book:
        add(book, [replace(game, seats=(ann, zoe, *game.seats[2:]))])
    save_settings(Settings(name="Ann"))


@pytest.mark.usefixtures("filled")
def test_commands_show_the_users_own_rating_and_feats_alone(capsys: pytest.CaptureFixture[str]) -> None:
    for words, told in ((["ladder"], "> Ann"), (["feats"], "contract of 10+ made"), (["--json", "ladder"], '"Ann"')):
        assert main(["scorebook", *words]) == 0
        text = capsys.readouterr().out
        assert told in text
        assert "Zoe" not in text
        assert "exact" not in text
    assert main(["scorebook", "--variant", "sandbags", "--json", "ladder"]) == 0
    assert json.loads(capsys.readouterr().out) == []


@pytest.mark.usefixtures("filled")
def test_plain_text_says_the_same() -> None:
    told = io.StringIO()
    face = Face(Console(io.StringIO("ladder\nfeats\nback\n"), told), Spoken.liked(Settings()))
    answer_scorebook(face)
    text = told.getvalue()
    assert "Classic, from the top: " in text
    assert "hand 3" in text
    assert "Zoe" not in text

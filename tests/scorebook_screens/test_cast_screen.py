"""The page of named computer players has each picture, manner, tendencies and your record, on screen and as text."""

import re
from pathlib import Path

import pytest

from spades_tui.bots.styles import PLAIN, STYLES
from spades_tui.cli import main
from spades_tui.play.cast import cast, tendencies
from tests.plain.talking import text_at_home
from tests.scorebook.cast_games import recorded
from tests.scorebook.games import Season
from tests.scorebook_screens.helpers import reading
from tests.sizes import LARGE, SMALL, at_each_size

SEATS = ("Ann", "Bea=club/bold", "Cy=strong", "Dot=club/careful")


def played(home: Path) -> bool:
    """Finish a game of Ann and Cy against Bea and Dot; return whether Ann won."""
    season = Season(home)
    path, won = recorded(season, SEATS, 1)
    season.book.records.take_in(path)
    season.book.close()
    return won


def test_what_a_style_claims_to_do_was_measured() -> None:
    measured = {style: tendency for (style, level), tendency in tendencies().items() if level == "club"}
    assert measured.keys() == {PLAIN.name, *(style.name for style in STYLES)}
    assert {tendency.hands >= 1000 for tendency in measured.values()} == {True}
    plain, bold, careful, zeros, bags = (measured[name] for name in ("plain", "bold", "careful", "zeros", "bags"))
    assert plain.higher == plain.lower == bold.lower == careful.higher == 0
    assert bold.higher > 30 and bold.set > plain.set and bold.bags < plain.bags
    assert careful.lower > 10 and careful.set < plain.set
    assert zeros.nils > plain.nils
    assert bags.bags < plain.bags


def test_the_documentation_has_the_shipped_counts() -> None:
    page = (Path(__file__).parents[2] / "docs" / "measurements.md").read_text("utf-8")
    rows = re.findall(r"^\| `([a-z]+)` " + r"\| ([\d.]+)[^|]*" * 5 + r"\|$", page, re.MULTILINE)
    counts = {style: tuple(map(float, numbers)) for style, *numbers in rows}
    shipped = {one.style: (one.higher, one.lower, one.nils, one.set, one.bags) for one in tendencies().values()}
    assert counts == shipped


@at_each_size(SMALL, LARGE)
async def test_the_page_has_everybody_and_your_record(home: Path, size: tuple[int, int]) -> None:
    won = played(home)
    async with reading(size) as seat:
        await seat.press("b", "f2")
        assert seat.heading.startswith("Players")
        for player in cast():
            (row,) = [line for line in seat.lines if f" {player.name} " in line and player.picture in line]
            assert player.habit in row
        assert "— — 1" in " ".join(seat.line("Bea  ").split())
        assert seat.sees(f"Against Bea you won {int(won)} of 1 game.", "43.9 bids higher than a plain player's")
        await seat.press("down")
        assert seat.sees(f"Beside Cy you won {int(won)} of 1 game.")
        await seat.press("up", "up")
        assert seat.sees("You haven't finished a game with May yet.")
        await seat.press("f2")
        assert seat.heading.startswith("Scorebook")


async def test_the_page_works_in_ascii_and_without_a_scorebook(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    async with reading(characters="ascii") as seat:
        await seat.press("b", "f2")
        assert seat.sees("(o_o)", "(@_@)", "You haven't finished a game with Bea yet.")
        assert seat.text.isascii()


def test_the_command_and_plain_text_have_the_same_sentences(home: Path, capsys: pytest.CaptureFixture[str]) -> None:
    won = played(home)
    assert main(["scorebook", "players"]) == 0
    printed = capsys.readouterr().out
    assert printed.count("\n\n") == len(cast()) - 1
    for player in cast():
        assert f"{player.picture} {player.name}: {player.habit}. {player.manner}\n" in printed
    record = f"Against Bea you won {int(won)} of 1 game."
    assert record in printed
    spoken = " ".join(text_at_home("book", "computers", "", "quit").split())
    assert record in spoken and "(ò‿ó)" not in spoken
    assert main(["scorebook", "--person", "Nobody", "players"]) == 0
    assert record not in capsys.readouterr().out

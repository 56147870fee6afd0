"""The scorebook in plain text uses sentences that can be spoken."""

import re
import sqlite3
from pathlib import Path

import pytest

from spades_tui.plain.scorebook_pages import PAGES, person_lines
from spades_tui.scorebook.statistics import PersonStatistics
from tests.plain.talking import text_at_home
from tests.scorebook.games import Season


def played(home: Path, games: int = 3) -> None:
    """Play some games between Ann, Bea and Cy."""
    season = Season(home / "data")
    for order in ((0, 1, 2), (1, 0, 2), (0, 2, 1))[:games]:
        season.play(order)
    season.book.close()


def test_an_empty_scorebook_says_so_in_plain_text() -> None:
    text = text_at_home("book", "quit")
    assert "book" in text.splitlines()[0]
    assert "The scorebook is empty: no game is finished yet." in text


def test_every_page_of_an_empty_scorebook_can_be_asked_for() -> None:
    text = text_at_home("book", *PAGES, "", "quit")
    assert "Bea: bids boldly" in text
    assert "can't choose" not in text


def test_results_games_and_players_are_listed(home: Path) -> None:
    played(home)
    text = text_at_home("book", "results", "games", "1", "", "players", "Ann", "", "fish", "", "quit")
    assert "all years: 3 games. Stars are wins of" in text
    assert re.search(r"^Ann: games 3; wins 2; tricks short of the bids \d+\.$", text, re.MULTILINE)
    assert re.search(r"^Cy: games 3; tricks over the bids \d+; trays 3 to carry\.$", text, re.MULTILINE)
    assert "Cy is the violator" in text
    assert re.search(r"^1: 2 March 2026, 3B for three, \d+ hands?: Ann [\d ]+, Bea .*; Ann won\.$", text, re.MULTILINE)
    assert re.search(r"^After hand 1: Ann ", text, re.MULTILINE)
    assert "Games won: 2 of 3." in text
    assert "Places: first twice, second once." in text
    assert "Against Bea: ahead in 2 of 3." in text
    assert 'You can\'t choose "fish" here.' in text
    assert not set("·×—−+/") & set(text), "nothing that is not said"
    assert max(len(line) for line in text.splitlines()) <= 100


def test_a_single_year_is_shown(home: Path) -> None:
    played(home, 1)
    text = text_at_home("book", "results 2026", "results 1999", "results soon", "", "quit")
    assert ", 2026: 1 game." in text
    assert ", 1999: 0 games." in text
    assert 'You can\'t choose "soon" here. Say results, or results and a year.' in text


def test_an_unreadable_scorebook_is_reported_and_home_continues(home: Path) -> None:
    played(home, 1)
    (file,) = home.rglob("scorebook.sqlite3")
    connection = sqlite3.connect(file)
    connection.execute("PRAGMA user_version = 9999")
    connection.execute("PRAGMA application_id = 0")  # the seal of the earlier content
    connection.commit()
    connection.close()
    text = text_at_home("book", "quit")
    assert "The scorebook can't be read now:" in text
    assert "A newer spades-tui" in " ".join(text.split())
    assert text.count("Spades. Say") == 2


@pytest.mark.rule("SX-1")
def test_a_sixth_place_is_told_like_the_others() -> None:
    one = PersonStatistics("Ann", "Ann", False, None, (), games=3, places=(1, 0, 0, 0, 0, 2))
    assert "Places: first once, sixth twice." in person_lines(one)


def test_negative_figures_have_a_real_minus_sign() -> None:
    """It's spoken as "minus", which a hyphen isn't."""
    one = PersonStatistics("Ann", "Ann", False, None, (), games=3, hands=10, points=-121, luck=-1.5, play=-2.2)
    told = " ".join(person_lines(one))
    assert "−12.1" in told and "Luck: −1.5 a hand. Play: −2.2 a hand." in told
    assert "-" not in told


def test_new_games_are_added_before_the_scorebook_is_shown(home: Path) -> None:
    season = Season(home / "data")
    season.write()
    season.book.close()
    assert "1: Ann, 1 game." in text_at_home("book", "players", "", "", "quit")

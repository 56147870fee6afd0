"""The scorebook counts games with named computer players, as partners and as opponents."""

import json

import pytest

from spades_tui.cli import main
from spades_tui.scorebook.statistics import WithPlayer
from spades_tui.system.folders import data_folder
from tests.scorebook.cast_games import recorded
from tests.scorebook.games import Season


def test_games_with_and_against_each_computer_player_are_counted(
    season: Season, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = ("Ann", "Bea=club/bold", "Cy=strong", "Eve=expert/zeros")
    turned = ("Cy=club", "Ann", "Zoe=club/bold", "Eve=club/zeros")
    won = []
    for game, order in ((1, seats), (2, seats), (3, turned)):
        path, first = recorded(season, order, game)
        season.book.records.take_in(path)
        won.append(first if order is seats else not first)
    found = {one.name: one for one in season.book.statistics("Ann").cast}
    assert found == {
        "Cy": WithPlayer("Cy", "plain", 2, won[0] + won[1], 1, int(won[2])),
        "Bea": WithPlayer("Bea", "bold", 0, 0, 2, won[0] + won[1]),
        "Eve": WithPlayer("Eve", "zeros", 1, int(won[2]), 2, won[0] + won[1]),
    }, "Zoe is nobody of the cast, whatever her style"
    assert found["Bea"].habit == "bids boldly"
    # The scorebook itself lists computer players by level, without such counts.
    computers = {one.id for one in season.book.persons() if one.computer}
    assert computers == {"c:club", "c:strong", "c:expert"}
    assert season.book.statistics("c:club").cast == ()
    # Removing the game and adding it again, or a rebuild, gives the same counts.
    before = season.book.statistics("Ann").cast
    game_id = season.book.games()[0].id
    season.book.delete_game(game_id)
    assert season.book.statistics("Ann").cast != before
    season.book.restore_game(game_id)
    assert season.book.statistics("Ann").cast == before
    season.book.records.rebuild()
    assert season.book.statistics("Ann").cast == before


def test_a_person_with_a_computer_players_name_is_a_person(season: Season) -> None:
    for seats in (("Ann", "Bea=club", "Fay=strong/bold", "Dot=exec"), ("Ann", "Bea", "Cy=beginner", "Dot=club/wild")):
        season.book.records.take_in(recorded(season, seats, 1)[0])
    assert [(one.name, one.games) for one in season.book.statistics("Ann").cast] == [("Cy", 1)]


def test_the_scorebook_command_prints_the_counts_of_the_cast(capsys: pytest.CaptureFixture[str]) -> None:
    season = Season(data_folder())
    path, won = recorded(season, ("Ann", "Bea=club/bold", "Cy=strong", "Dot=club/careful"), 1)
    season.book.close()
    assert main(["book", "--person", "Ann", "--json"]) == 0
    (person,) = json.loads(capsys.readouterr().out)["persons"]
    assert person["cast"][0] == {
        "name": "Bea", "style": "bold", "games_with": 0, "won_with": 0, "games_against": 1, "won_against": int(won),
    }  # fmt: skip
    assert [one["name"] for one in person["cast"]] == ["Bea", "Cy", "Dot"]
    assert main(["book", "--person", "Ann"]) == 0
    assert f"Cy (plain) won {int(won)} of 1 with, 0 of 0 against" in " ".join(capsys.readouterr().out.split())
    assert path.exists()

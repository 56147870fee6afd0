"""People stay the same across games and tables, and can be renamed and merged; games can move to other tables."""

import pytest

from spades_tui.scorebook import BookError
from spades_tui.scorebook.season import Agreements
from tests.scorebook.computed import content_of
from tests.scorebook.games import Season

ANN_WINS, BEA_WINS = (0, 1, 2), (1, 2, 0)


def unchanged_by_a_rebuild(season: Season) -> bool:
    found = content_of(season.book)
    season.book.records.rebuild()
    return content_of(season.book) == found


def names(season: Season) -> list[str]:
    return [person.name for person in season.book.persons()]


def test_a_person_is_the_same_across_games_tables_and_spellings(season: Season) -> None:
    season.play(ANN_WINS)
    season.play(ANN_WINS, names=("ANN ", "Dot", "Eve"))
    season.play(ANN_WINS, names=("ann", "Rob=club", "Eve"))
    ann = season.book.person("Ann")
    assert (ann.name, ann.games) == ("Ann", 3)
    assert {table.name for table in season.book.tables()} == {"Ann, Bea & Cy", "Ann, Dot & Eve", "Ann & Eve"}
    assert season.book.statistics("aNN").wins == 3
    assert unchanged_by_a_rebuild(season)


def test_computer_players_are_listed_by_level(season: Season) -> None:
    season.play(ANN_WINS, names=("Rob=club", "Bo=beginner", "Ann"))
    season.play(ANN_WINS, names=("Bo=club", "Al=club", "Ann"))
    assert names(season) == ["Ann", "Computer (club)", "Computer (beginner)"]
    club = season.book.statistics("club")
    assert (club.computer, club.games, club.wins, club.places) == (True, 2, 2, (2,))
    assert season.book.games()[0].players == ("Bo (computer)", "Al (computer)", "Ann")
    season.play(ANN_WINS, names=("A=club", "B=club", "C=club"))
    assert season.book.tables()[0].name == "Computer players"


def test_a_renamed_person_keeps_their_games(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.rename("Ann", "Anna")
    assert season.book.tables()[0].name == "Anna, Bea & Cy"
    season.play(ANN_WINS)  # a game with the old name
    season.play(ANN_WINS, names=("Anna", "Bea", "Cy"))  # a game with the new name
    assert season.line("Anna").wins == 3
    assert season.book.person("Ann").id == season.book.person("Anna").id
    with pytest.raises(BookError, match="Bea exists already"):
        season.book.rename("Anna", "bea")
    with pytest.raises(BookError, match="1 to 80"):
        season.book.rename("Anna", "\n")
    with pytest.raises(BookError, match="Nobody called 'Zoe'"):
        season.book.rename("Zoe", "Ann")
    assert unchanged_by_a_rebuild(season)
    season.book.rename("Anna", "Ann")
    assert season.line("Ann").wins == 3
    assert unchanged_by_a_rebuild(season)


def test_two_merged_people_become_one(season: Season) -> None:
    for _ in range(2):
        season.play(ANN_WINS)
    for _ in range(2):
        season.play(ANN_WINS, names=("Annie", "Bea", "Cy"))
    assert len(season.book.tables()) == 2
    season.book.tick_carried("Cy", season.table)
    season.book.merge("Annie", "Ann")
    (table,) = (table for table in season.book.tables() if table.games)
    assert table.games == 4
    assert (season.book.scoreboard(table.id).lines[0].gold, "Annie" in names(season)) == (1, False)
    assert season.book.person("Annie").name == "Ann"
    assert unchanged_by_a_rebuild(season)
    with pytest.raises(BookError, match="is that person already"):
        season.book.merge("Annie", "Ann")
    season.play(ANN_WINS, names=("Rob=club", "Bea", "Cy"))
    with pytest.raises(BookError, match="can't be merged"):
        season.book.merge("club", "Ann")


def test_a_named_table_gets_the_later_games_of_its_people(season: Season) -> None:
    season.on("2026-03-02").play(ANN_WINS)
    season.play(ANN_WINS, names=("Ann", "Bea", "Rob=club"))
    season.on("2026-03-03").book.create_table("Lunch", ("Ann", "Bea", "Cy", "Dot"))
    season.book.create_table("Three", ("Cy", "Ann", "Bea"), Agreements(session="week"))
    season.on("2026-03-04").play(ANN_WINS)  # the same people as at Three
    season.play(ANN_WINS, names=("Ann", "Cy", "Dot"))  # some people of Lunch
    season.play(ANN_WINS, names=("Ann", "Rob=club", "Bo=club"))  # Ann is the only person
    assert {table.name: table.games for table in season.book.tables()} == {
        "Three": 2, "Lunch": 1, "Ann & Bea": 1, "Ann": 1,
    }  # fmt: skip
    assert season.book.table("three").settings.session == "week"
    assert unchanged_by_a_rebuild(season)
    with pytest.raises(BookError, match="The table lunch exists already"):
        season.book.create_table("lunch")


def test_naming_a_group_keeps_its_games(season: Season) -> None:
    season.play(ANN_WINS)
    season.book.tick_carried("Cy", season.table)
    season.on("2026-03-03").book.change_table(season.table, name="Monday")
    season.play(ANN_WINS)
    season.play(ANN_WINS, names=("Ann", "Bea", "Rob=club"))
    table = season.book.table("Monday")
    assert (table.games, season.book.scoreboard("Monday").lines[0].wins) == (3, 3)
    assert unchanged_by_a_rebuild(season)
    season.book.change_table("Monday", people=("Ann", "Bea", "Cy"), settings=Agreements(forfeit="cooks"))
    assert season.book.table("Monday").settings.forfeit == "cooks"
    assert unchanged_by_a_rebuild(season)


def test_a_game_can_be_assigned_to_another_table_and_other_people(season: Season) -> None:
    game = season.play(ANN_WINS)
    season.play(ANN_WINS, names=("Dot", "Eve", "Fay"))
    other = season.book.table_of(season.book.games(person="Dot")[0].id)
    season.book.assign(game, other.id, {0: "Dot"})
    assert season.book.table(other.id).games == 2
    assert season.book.statistics("Dot").wins == 2
    assert unchanged_by_a_rebuild(season)
    with pytest.raises(BookError, match="Seat 9"):
        season.book.assign(game, other.id, {9: "Dot"})
    with pytest.raises(BookError, match="No table"):
        season.book.assign(game, "nowhere")
    with pytest.raises(BookError, match="No game"):
        season.book.assign("nothing", other.id)


def test_missing_people_and_tables_are_reported(season: Season) -> None:
    season.play(ANN_WINS)
    for ask in (
        lambda: season.book.scoreboard("nowhere"), lambda: season.book.statistics("Zoe"),
        lambda: season.book.tick_carried("Ann", "nowhere"), lambda: season.book.delete_game("nothing"),
        lambda: season.book.results_of("nothing"),
        lambda: season.book.hear("nothing", 1, 0, {}), lambda: season.book.scoreboard(season.table, -1),
    ):  # fmt: skip
        with pytest.raises(BookError):
            ask()
    assert season.book.scoreboard(season.table, 1999).games == 0
    assert season.book.games()[0].sides == ("Ann", "Bea", "Cy")

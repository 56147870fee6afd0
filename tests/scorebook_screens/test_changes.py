"""The scorebook's pages change it: corrections, tables, abandoned and deleted games, export and import."""

import json
from pathlib import Path

import pytest

from spades_tui.game.events import Bid
from spades_tui.play import saved_games
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.scorebook import transfer
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Kind
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.scorebook.games_screen import GamesScreen
from spades_tui.tui.scorebook.pages_and_forms import CorrectScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.scorebook.unfinished import ContinueScreen, UnfinishedScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import Cycle, TextField
from tests.scenes import advance, mine
from tests.scorebook_screens.helpers import all_rows, labels, numbers, press, said, shown
from tests.screens.looking import top_screen

TO_LUNCH = ("b", "down")


def write(app: SpadesApp, where: str, text: str) -> None:
    app.screen.query_one(where, TextField).value = text


async def test_a_count_is_corrected_by_hand(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "c")
        assert isinstance(app.screen, CorrectScreen)
        who = app.screen.query_one("#correct-who", Cycle)
        who.at = who.words.index("Ann")
        await press(pilot)
        await pilot.pause()
        assert "Ann, tray-chits: 0 now, 1 after saving." in " ".join(shown(pilot).split())
        write(app, "#correct-amount", "nothing")
        await press(pilot, "ctrl+s")
        assert isinstance(app.screen, CorrectScreen)
        assert "Write how many" in shown(pilot)
        write(app, "#correct-amount", "2")
        write(app, "#correct-why", "from the old blackboard")
        await press(pilot, "ctrl+s")
        assert said(pilot) == "Corrected: Ann, tray-chits +2."
        assert "Corrected by hand: Ann, tray-chits +2." in all_rows(pilot)
        await press(pilot, "c", "escape")
        assert isinstance(app.screen, BookScreen)
    with open_book(home) as book:
        assert [line.chits for line in book.scoreboard("Lunch").lines if line.name == "Ann"] == [2]
        assert "from the old blackboard" in (home / "book.spades-book.jsonl").read_text("utf-8")
        book.correct("Ann", "Lunch", Kind.CHIT, -1)
        assert [line.chits for line in book.scoreboard("Lunch").lines if line.name == "Ann"] == [1]


async def test_removing_a_mark_that_is_not_there_is_refused(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "c")
        who = app.screen.query_one("#correct-who", Cycle)
        who.at = who.words.index("Ann")
        await press(pilot)
        write(app, "#correct-amount", "-1")
        await press(pilot, "ctrl+s")
        assert said(pilot) == "✗ Ann has no chit to take away."


async def test_a_table_is_made_and_its_people_are_changed(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "plus")
        await press(pilot, "ctrl+s")  # nothing happens without a name
        assert not isinstance(app.screen, BookScreen)
        write(app, "#agreed-name", "Tea")
        write(app, "#agreed-people", "Ann, Eve,, Ann")
        write(app, "#agreed-forfeit", "washes up")
        await press(pilot, "ctrl+s")
        assert said(pilot) == "Table Tea added."
        assert "Tea" in labels(pilot)
        top_screen(app, BookScreen).table_id = "Tea"
    with open_book(home) as book:
        tea = book.table("Tea")
        assert (tea.people, tea.settings.forfeit) == (("Ann", "Eve"), "washes up")
        book.change_table("Tea", people=("Ann", "Fay"))
        assert book.table("Tea").people == ("Ann", "Fay")


async def test_the_more_menu_opens_every_other_action(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "m")
        found, menu = labels(pilot), top_screen(app, AskChoice)
        assert found == [
            "Correct scores", "Table settings", "New table", "Unfinished games", "Export scorebook",
            "Import scorebook", "Rebuild scorebook",
        ]  # fmt: skip
        for place in range(len(found)):
            await press(pilot, "home", *["down"] * place, "enter")
            assert app.screen is not menu, found[place]
            await press(pilot, "escape")
            assert app.screen is menu
            assert menu.query_one(ChoiceList).chosen.label == found[place], "back to the menu, where it was left"
        await press(pilot, "escape")
        assert isinstance(app.screen, BookScreen)


@pytest.mark.parametrize("what", ["Correct scores", "Table settings"])
async def test_a_change_from_the_menu_is_shown_on_the_scoreboard(app: SpadesApp, home: Path, what: str) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "m")
        await press(pilot, *["down"] * labels(pilot).index(what), "enter", "ctrl+s")
        assert isinstance(app.screen, BookScreen)


async def test_a_game_is_assigned_to_a_table_and_to_a_new_one(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "g", "a", "down", "enter")
        assert said(pilot) == "The game now counts at Lunch."
        await press(pilot, "a", "end", "enter")
        app.screen.query_one(TextField).value = "Sunday"
        await press(pilot, "enter")
        assert said(pilot) == "The game now counts at Sunday."
    with open_book(home) as book:
        assert (book.table("Sunday").games, book.table("Lunch").games) == (1, 12)
        assert book.table("Sunday").people == ("Ann", "Bea", "Cy", "Dot")


async def test_a_deleted_game_can_be_restored_later(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "g", "down", "down", "x", "y")
        assert said(pilot) == "Game deleted. r restores it."
    other = SpadesApp()
    async with other.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "g")
        assert isinstance(other.screen, GamesScreen)
        assert shown(pilot).count("✗ deleted") == 1
        place = next(n for n, line in enumerate(other.screen.lines) if line.id in other.screen.deleted)
        assert place == 2  # the same place as before
        await press(pilot, "down", "down", "r")
        assert said(pilot) == "Game restored."
        assert "deleted" not in shown(pilot)
    with open_book(home) as book:
        assert book.deleted() == ()
        assert len(book.games("Lunch")) == 11


def left_behind(home: Path) -> list[Path]:
    """Write two unfinished games."""
    from spades_tui.rules.catalogue import shipped

    paths = []
    for names in (("Ann", "Bea", "Cy", "Dot"), ("Eve", "Fay", "Gil", "Hal")):
        seats = tuple(SeatSetup(name, "human") for name in names)
        table = Table.create(TableSetup(shipped()["sandbags"], {}, seats), home / "games")
        table.deal(None)
        advance(table, mine("bid"))
        table.do(next(fact for fact in table.observe(0).legal if isinstance(fact, Bid)))
        assert table.path is not None
        paths.append(table.path)
        table.suspend()
    return paths


async def test_a_game_is_abandoned_reopened_and_resumed(app: SpadesApp, home: Path) -> None:
    paths = left_behind(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "u")
        assert isinstance(app.screen, UnfinishedScreen)
        assert [one.split(" · ")[1] for one in labels(pilot)] == ["Eve, Fay, Gil, Hal", "Ann, Bea, Cy, Dot"]
        await press(pilot, "x", "enter")  # "Keep it" is preselected
        assert saved_games.given_up() == frozenset()
        await press(pilot, "x", "y")
        assert said(pilot) == "Game abandoned."
        assert [one.split(" · ")[0] for one in labels(pilot)] == ["Sandbags", "Abandoned", "Sandbags"]
        assert saved_games.given_up() == {paths[1].name}
        assert paths[1] not in [one.path for one in saved_games.suspended()]
        await press(pilot, "end", "t")
        assert said(pilot) == "Game reopened."
        assert saved_games.given_up() == frozenset()
        await press(pilot, "home", "enter")
        assert app.controller is not None
        assert app.controller.table.path == paths[1]


async def test_a_game_is_abandoned_from_the_list_of_games_to_resume(app: SpadesApp, home: Path) -> None:
    paths = left_behind(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "c")
        assert isinstance(app.screen, ContinueScreen)
        await press(pilot, "x", "y")
        assert isinstance(app.screen, HomeScreen)
        offered = [game.path for game in app.screen.saved]
        assert paths[0] in offered
        assert paths[1] not in offered
        assert "Eve" not in app.screen.query_one(ChoiceList).choices[0].note


async def test_home_shows_games_abandoned_and_reopened_in_the_scorebook(app: SpadesApp, home: Path) -> None:
    paths = left_behind(home)
    async with app.run_test(size=(80, 24)) as pilot:
        assert labels(pilot)[0] == "Continue"
        home_screen = top_screen(app, HomeScreen)
        await press(pilot, "b", "u", "x", "y", "escape", "escape")
        assert app.screen is home_screen
        assert [game.path for game in home_screen.saved].count(paths[1]) == 0
        assert "Eve" not in home_screen.query_one(ChoiceList).choices[0].note
        await press(pilot, "down", "b", "u", "end", "t", "escape", "escape")
        assert paths[1] in [game.path for game in home_screen.saved]
        assert home_screen.query_one(ChoiceList).has_focus


async def test_an_abandoned_fork_can_be_reopened(app: SpadesApp, home: Path) -> None:
    game = left_behind(home)[1]
    fork = home / "forks" / game.name
    fork.parent.mkdir()
    game.rename(fork)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "c", "end", "x", "y")
        assert saved_games.given_up() == {fork.name}
        await press(pilot, "b", "u")
        assert labels(pilot)[-2:] == ["Abandoned", "fork · Sandbags · Eve, Fay, Gil, Hal · hand 1"]
        await press(pilot, "end", "t")
        assert saved_games.given_up() == frozenset()


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
async def test_importing_an_export_twice_adds_it_once(
    app: SpadesApp, home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        book.note_review(book.games(limit=1)[0].id, 1, 2.5, -1.25)
        transfer.export_to(tmp_path / name, book)
        told = book.statistics("Bea")
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "elsewhere"))
    other = SpadesApp()
    async with other.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "i")
        other.screen.query_one(TextField).value = str(tmp_path / name)
        await press(pilot, "enter")
        assert said(pilot).startswith("13 games and ")
        await press(pilot, "i")
        other.screen.query_one(TextField).value = str(tmp_path / name)
        await press(pilot, "enter")
        assert said(pilot) == "Your scorebook already has everything in that file."
        for wrong, words in (("nowhere", "can't be read"), ("wrong", "line 1: unknown event")):
            (tmp_path / "wrong").write_text('{"event": "x"}\n')
            await press(pilot, "i")
            other.screen.query_one(TextField).value = str(tmp_path / wrong)
            await press(pilot, "enter")
            assert words in said(pilot)
    with open_book() as book:
        assert book.statistics("Bea") == told
        assert told.luck is not None


async def test_the_scorebook_is_rebuilt_from_its_page(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "R", "enter")
        assert "Scorebook rebuilt from 13 games." in said(pilot)
        assert "Lunch" in labels(pilot)


async def test_luck_and_play_are_shown_after_a_review(app: SpadesApp, home: Path) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        newest = book.games("Ann, Bea, Cy & Dot", limit=1)[0]
        book.note_review(newest.id, 0, 8.0, -2.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b", "p", "enter")
        hands = newest.hands
        words = numbers(pilot)
        assert f"luck +{8 / hands:.1f} a hand" in words
        assert f"play −{2 / hands:.1f} a hand" in words
        await press(pilot, "down")  # 3B has no reviews
        assert "luck —" in numbers(pilot)


def test_a_rebuild_keeps_a_review_and_a_new_review_replaces_it(home: Path) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        game = book.games(limit=1)[0]
        book.note_review(game.id, 2, 1.5, -3.0)
        book.note_review(home / "games" / str(game.file), 2, 1.75, -3.5)
        size = (home / "book.spades-book.jsonl").stat().st_size
        book.note_review(game.id, 2, 1.75, -3.5)  # the same review adds nothing
        assert (home / "book.spades-book.jsonl").stat().st_size == size
        book.records.rebuild()
        assert book.database.rows("SELECT seat, luck, play FROM reviews WHERE game = ?", game.id) == [(2, 1.75, -3.5)]
        one = book.statistics("Cy")
        assert (one.reviewed, one.luck, one.play) == (1, 1.75 / game.hands, -3.5 / game.hands)
        book.delete_game(game.id)
        assert book.statistics("Cy").luck is None
        with pytest.raises(ValueError, match="Seat 9"):
            book.note_review(game.id, 9, 0, 0)
        events = [json.loads(line)["event"] for line in (home / "book.spades-book.jsonl").open(encoding="utf-8")]
        assert events.count("review") == 2

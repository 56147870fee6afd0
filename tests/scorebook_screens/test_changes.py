"""The scorebook's pages change it: corrections, tables, abandoned and deleted games, export and import."""

from pathlib import Path

import pytest

from spades_tui.game.events import Bid
from spades_tui.play import saved_games
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.scorebook import transfer
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Kind
from tests.scenes import advance, mine
from tests.scorebook_screens.helpers import reading

TO_LUNCH = ("b", "down")


async def test_a_count_is_corrected_by_hand(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "c")
        assert seat.heading == "Correct scores at Lunch"
        assert seat.sees("Ann, tray-chits: 0 now, 1 after saving.")
        await seat.press("down")
        await seat.write("nothing")
        await seat.press("ctrl+s")
        assert seat.heading == "Correct scores at Lunch"
        assert seat.sees("Write how many")
        await seat.write("2")
        await seat.press("down")
        await seat.write("from the old blackboard")
        await seat.press("ctrl+s")
        assert seat.said == "Corrected: Ann, tray-chits +2."
        await seat.scroll(6)
        assert seat.sees("Corrected by hand: Ann, tray-chits +2.")
        await seat.press("c", "escape")
        assert seat.heading.startswith("Scorebook")
    with open_book(home) as book:
        assert [line.chits for line in book.scoreboard("Lunch").lines if line.name == "Ann"] == [2]
        assert "from the old blackboard" in str(book.database.rows("SELECT json FROM notes"))
        book.correct("Ann", "Lunch", Kind.CHIT, -1)
        assert [line.chits for line in book.scoreboard("Lunch").lines if line.name == "Ann"] == [1]


async def test_removing_a_mark_that_is_not_there_is_refused(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "c", "down")
        await seat.write("-1")
        await seat.press("ctrl+s")
        assert seat.said == "✗ Ann has no chit to take away."


async def test_a_table_is_made_and_its_people_are_changed(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "plus")
        await seat.press("ctrl+s")  # nothing happens without a name
        assert seat.heading == "New table"
        await seat.write("Tea")
        await seat.press("down")
        await seat.write("Ann, Eve,, Ann")
        await seat.press("down", "down")
        await seat.write("washes up")
        await seat.press("ctrl+s")
        assert seat.said == "Table Tea added."
        assert "Tea" in seat.listed
    with open_book(home) as book:
        tea = book.table("Tea")
        assert (tea.people, tea.settings.forfeit) == (("Ann", "Eve"), "washes up")
        book.change_table("Tea", people=("Ann", "Fay"))
        assert book.table("Tea").people == ("Ann", "Fay")


async def test_the_more_menu_opens_every_other_action(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "m")
        found = seat.listed[1:]
        assert found == [
            "Correct scores", "Table settings", "Players", "New table", "Unfinished games", "Export scorebook",
            "Import scorebook", "Rebuild scorebook",
        ]  # fmt: skip
        for place, words in enumerate(found):
            await seat.press("home", *["down"] * place, "enter")
            assert seat.listed[1:] != found, words
            await seat.press("escape")
            assert seat.listed[1:] == found
            assert seat.chosen == words, "back to the menu, where it was left"
        await seat.press("escape")
        assert seat.heading.startswith("Scorebook · Lunch")


@pytest.mark.parametrize("what", ["Correct scores", "Table settings"])
async def test_a_change_from_the_menu_is_shown_on_the_scoreboard(home: Path, what: str) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "m")
        await seat.press(*["down"] * seat.listed[1:].index(what), "enter", "ctrl+s")
        assert seat.heading.startswith("Scorebook · Lunch")


async def test_a_game_is_assigned_to_a_table_and_to_a_new_one(home: Path) -> None:
    async with reading() as seat:
        await seat.press("b", "g", "a", "down", "enter")
        assert seat.said == "The game now counts at Lunch."
        await seat.press("a", "end", "enter")
        await seat.write("Sunday")
        await seat.press("enter")
        assert seat.said == "The game now counts at Sunday."
    with open_book(home) as book:
        assert (book.table("Sunday").games, book.table("Lunch").games) == (1, 12)
        assert book.table("Sunday").people == ("Ann", "Bea", "Cy", "Dot")


async def test_a_deleted_game_can_be_restored_later(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "g", "down", "down", "x", "y")
        assert seat.said.endswith("Game deleted. r restores it.")
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "g")
        (place,) = [n for n, line in enumerate(seat.lines[2:]) if "✗ deleted" in line]
        assert place == 1 + 2  # below the heading, the same place as before
        await seat.press("down", "down", "r")
        assert seat.said.endswith("Game restored.")
        assert not seat.sees("deleted")
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


async def test_a_game_is_abandoned_reopened_and_resumed(home: Path) -> None:
    paths = left_behind(home)
    async with reading() as seat:
        await seat.press("b", "u")
        assert [one.split(" · ")[1] for one in seat.listed[:2]] == ["Eve, Fay, Gil, Hal", "Ann, Bea, Cy, Dot"]
        await seat.press("x", "enter")  # "Keep it" is preselected
        assert saved_games.given_up() == frozenset()
        await seat.press("x", "y")
        assert seat.said == "Game abandoned."
        assert seat.sees("Abandoned Sandbags · Eve, Fay")
        assert saved_games.given_up() == {paths[1].name}
        assert paths[1] not in [one.path for one in saved_games.suspended()]
        await seat.press("end", "t")
        assert seat.said == "Game reopened."
        assert saved_games.given_up() == frozenset()
        await seat.press("home", "enter")
        assert seat.table.path == paths[1]


async def test_a_game_is_abandoned_from_the_list_of_games_to_resume(home: Path) -> None:
    paths = left_behind(home)
    async with reading() as seat:
        await seat.press("c")
        await seat.press("x", "y", "escape")
        assert "Ann, Bea, Cy, Dot" in seat.line("Continue")
    assert saved_games.given_up() == {paths[1].name}


async def test_home_shows_games_abandoned_and_reopened_in_the_scorebook(home: Path) -> None:
    left_behind(home)
    async with reading() as seat:
        assert "Eve" in seat.line("Continue")
        await seat.press("b", "u", "x", "y", "escape", "escape")
        assert "Eve" not in seat.line("Continue")
        await seat.press("down", "b", "u", "end", "t", "escape", "escape")
        assert "Eve" in seat.line("Continue")
        assert seat.chosen == "Scorebook"


async def test_an_abandoned_fork_can_be_reopened(home: Path) -> None:
    game = left_behind(home)[1]
    fork = home / "forks" / game.name
    fork.parent.mkdir()
    game.rename(fork)
    async with reading() as seat:
        await seat.press("c", "end", "x", "y")
        assert saved_games.given_up() == {fork.name}
        await seat.press("b", "u")
        assert seat.sees("Abandoned copy · Sandbags · Eve, Fay, Gil, Hal · hand 1")
        await seat.press("end", "t")
        assert saved_games.given_up() == frozenset()


@pytest.mark.parametrize("name", ["out.jsonl", "out.csv"])
async def test_importing_an_export_twice_adds_it_once(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        book.note_review(book.games(limit=1)[0].id, 1, 2.5, -1.25)
        transfer.export_to(tmp_path / name, book)
        told = book.statistics("Bea")
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "elsewhere"))
    async with reading() as seat:
        await seat.press("b", "i")
        await seat.write(str(tmp_path / name))
        await seat.press("enter")
        assert seat.said.startswith("13 games and ")
        await seat.press("i")
        await seat.write(str(tmp_path / name))
        await seat.press("enter")
        assert seat.said == "Your scorebook already has everything in that file."
        for wrong, words in (("nowhere", "can't be read"), ("wrong", "line 1: unknown event")):
            (tmp_path / "wrong").write_text('{"event": "x"}\n')
            await seat.press("i")
            await seat.write(str(tmp_path / wrong))
            await seat.press("enter")
            assert words in seat.said
    with open_book() as book:
        assert book.statistics("Bea") == told
        assert told.luck is not None


async def test_the_scorebook_is_rebuilt_from_its_page(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "R", "enter")
        assert "Scorebook rebuilt from 13 games." in seat.said
        assert "Lunch" in seat.listed


async def test_luck_and_play_are_shown_after_a_review(home: Path) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        newest = book.games("Ann, Bea, Cy & Dot", limit=1)[0]
        book.note_review(newest.id, 0, 8.0, -2.0)
    async with reading() as seat:
        await seat.press("b", "p", "enter")
        assert seat.sees(f"luck +{8 / newest.hands:.1f} a hand", f"play −{2 / newest.hands:.1f} a hand")
        await seat.press("down")  # 3B has no reviews
        assert seat.sees("luck —")


def test_a_rebuild_keeps_a_review_and_a_new_review_replaces_it(home: Path) -> None:
    with open_book(home) as book:
        book.records.catch_up()
        game = book.games(limit=1)[0]
        book.note_review(game.id, 2, 1.5, -3.0)
        book.note_review(home / "games" / str(game.file), 2, 1.75, -3.5)
        notes = book.database.rows("SELECT id FROM notes")
        book.note_review(game.id, 2, 1.75, -3.5)  # the same review adds nothing
        assert book.database.rows("SELECT id FROM notes") == notes
        book.records.rebuild()
        assert book.database.rows("SELECT seat, luck, play FROM reviews WHERE game = ?", game.id) == [(2, 1.75, -3.5)]
        one = book.statistics("Cy")
        assert (one.reviewed, one.luck, one.play) == (1, 1.75 / game.hands, -3.5 / game.hands)
        book.delete_game(game.id)
        assert book.statistics("Cy").luck is None
        with pytest.raises(ValueError, match="Seat 9"):
            book.note_review(game.id, 9, 0, 0)
        assert len(book.database.rows("SELECT id FROM notes WHERE event = 'review'")) == 2

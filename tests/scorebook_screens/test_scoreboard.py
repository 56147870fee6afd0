"""The scoreboard on screen shows the scorebook's data and saves changes to it."""

from datetime import date
from pathlib import Path

import pytest

from spades_tui.scorebook.queries import TableView
from spades_tui.scorebook.scoreboard import Scoreboard, ScoreLine
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.scorebook.scorebook_screen import EMPTY, BookScreen
from spades_tui.tui.setup.games_and_rules import VariantSelectionScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import TextField
from spades_tui.tui.widgets.score_sheet import star_text
from spades_tui.tui.widgets.scoreboard_view import ScoreboardView, board_rows, layout
from tests.scorebook_screens.helpers import all_rows, labels, press, said, shown, wait_for_answer
from tests.screens.looking import top_screen
from tests.sizes import LARGE, SMALL, at_each_size

TO_LUNCH = ("b", "down")


@at_each_size(SMALL, LARGE)
async def test_the_scorebook_lists_tables_and_shows_the_scoreboard_of_the_selected_one(
    app: SpadesApp, home: Path, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b")
        assert isinstance(app.screen, BookScreen)
        assert labels(pilot) == ["Ann, Bea, Cy & Dot", "Lunch"]
        assert "2026 · 2 games" in shown(pilot)
        await press(pilot, "down")
        board = shown(pilot)
        words = all_rows(pilot)
    assert "2026 · 7 games · ★ of the week of" in board
    assert "Cy is the violator and carries the trays (6 trays)" in board
    assert "1234 +6 to carry" in board
    assert "Cy owes a deck of cards" in board
    assert "✦" in board
    assert "✪" in board
    assert "5 Ann" in words
    assert "9 February 2026 – 23 February 2026" in words


@at_each_size(SMALL, LARGE)
async def test_the_columns_of_a_scoreboard_depend_on_the_game(
    app: SpadesApp, home: Path, size: tuple[int, int]
) -> None:
    async with app.run_test(size=size) as pilot:
        await press(pilot, "b")
        heads = next(line for line in shown(pilot).splitlines() if "games won" in line)
        wanted = ("points", "made", "set", "bags") if size == SMALL else ("points a hand", "bids made", "set", "bags")
        assert all(word in heads for word in wanted)
        for word in ("chits", "decks", "bone", "budd", "perfect", "wire", "trays", "Bemos", "blind"):
            assert word not in heads
        await press(pilot, "down")
        board = shown(pilot)
        heads = next(line for line in board.splitlines() if " ✦ " in line)
        if size == SMALL:
            assert heads.split("│")[1].split()[-7:] == list("cdbzpit")
            for words in ("c chits", "z zero buddies", "t wire to wire"):
                assert words in board
        else:
            for word in ("games", "won", "chits", "decks", "bones", "buddies", "perfect", "imperfect", "wire"):
                assert word in heads
            assert "c chits" not in board
        assert "bags" not in heads


@pytest.mark.parametrize("kind", ["trays", "plain", "both"])
def test_no_column_is_cut_off_at_any_width(kind: str) -> None:
    """Names and numbers may be as long as they can be. At 140 columns nothing is left out, and columns have words."""
    table = TableView("t", "T", Settings(), 5000, ("A",))
    line = ScoreLine(
        "p", "Bartholomew Longna", False, games=1234, wins=234, stars=12, outside=34, gold=12, red=34, chits=12,
        trays="123456789ABCDEF0" * 3, to_carry=12, decks=12, perfect=123, imperfect=234, boneheads=234,
        zero_buddies=234, wire_to_wire=123, plain_hands=12345, points=-1234567, made=1234, set=234, bags=1234,
        zeros=134, zeros_made=133, blinds=13, blinds_made=11, bemos=13, bemos_kept=9,
    )  # fmt: skip
    other = ScoreLine("q", "Bo", False)
    board = Scoreboard(
        table, None, (), 5000, (date(2026, 2, 27),) * 2, (line, other), (), (), None, kind != "plain", kind != "trays"
    )
    for width in (56, 60, 78, 96, 156, 200):
        for letters in (False, True):
            rows = [sum(len(text) for text, _ in row.pieces) for row in board_rows(board, (), width, letters)]
            assert max(rows) <= width, width
            laid = layout(board, width, letters)
            if width >= 96 and kind != "both":
                assert laid.size < 2
                assert len(laid.columns) == {"trays": 13, "plain": 13}[kind]
            counts = [column.heads[0] for column in laid.columns]
            assert len(set(counts)) == len(counts)


async def test_games_added_by_another_program_are_shown(
    app: SpadesApp, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    look_through = BookScreen._catch_up

    def too_late(self: BookScreen) -> None:
        with open_book(home) as book:
            book.records.catch_up()
        look_through(self)

    monkeypatch.setattr(SpadesApp, "_catch_up", lambda self: None)
    monkeypatch.setattr(BookScreen, "_catch_up", too_late)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert labels(pilot) == ["Ann, Bea, Cy & Dot", "Lunch"]
        assert "2026 · 2 games" in shown(pilot)


@pytest.mark.rule("3B-28")
def test_the_four_stars_have_four_shapes() -> None:
    from spades_tui.tui.widgets.scoreboard_view import STAR_SIGNS, STARS_IN_LETTERS

    assert len(set(STAR_SIGNS)) == len(set(STARS_IN_LETTERS)) == 4
    assert [star_text("☆", count) for count in (0, 1, 3, 4)] == ["·", "☆", "☆☆☆", "☆4"]


async def test_left_and_right_change_the_year_and_end_at_all_years(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "left")
        assert "2025 · 4 games" in shown(pilot)
        await press(pilot, "left")
        assert "2025 · 4 games" in shown(pilot)
        await press(pilot, "right", "right")
        assert "All years · 11 games" in shown(pilot)
        assert top_screen(app, BookScreen).year is None


@pytest.mark.rule("3B-26")
async def test_carried_trays_are_ticked_after_a_question(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "t")
        assert "Has Cy done it? (carries the trays) This ticks off 6 trays." in " ".join(shown(pilot).split())
        await press(pilot, "escape")
        assert app.screen.check_action("carried", ()) is True
        await press(pilot, "t", "enter")
        assert said(pilot) == "Cy has carried 6 trays."
        assert "violator" not in shown(pilot).split("Lately")[0]
        assert "123456789A" in shown(pilot)
        assert app.screen.check_action("carried", ()) is False
    with open_book(home) as book:
        assert book.scoreboard("Lunch").violators == ()


@pytest.mark.rule("3B-24")
async def test_a_brought_deck_reduces_the_debt(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "d", "y")
        assert said(pilot) == "Cy has brought a deck of cards."
        assert app.screen.check_action("deck", ()) is False
    with open_book(home) as book:
        assert book.scoreboard("Lunch").debtor is None


async def test_a_table_can_change_its_name_forfeit_and_session(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "n")
        app.screen.query_one("#agreed-name", TextField).value = "Tea"
        app.screen.query_one("#agreed-forfeit", TextField).value = "makes the tea"
        await press(pilot, "down", "down", "left", "ctrl+s")
        assert said(pilot) == "Table Tea saved."
        assert "Tea" in labels(pilot)
        assert "makes the tea" in shown(pilot)
    with open_book(home) as book:
        settings = book.table("Tea").settings
    assert (settings.session, settings.forfeit, settings.deck) == ("day", "makes the tea", "a deck of cards")


async def test_escape_discards_changed_table_settings(app: SpadesApp, home: Path) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "n")
        app.screen.query_one("#agreed-name", TextField).value = "Tea"
        await press(pilot, "escape")
        assert "Lunch" in labels(pilot)
    with open_book(home) as book:
        assert book.table("Lunch").name == "Lunch"


async def test_tab_enter_and_the_mouse_lead_to_a_person(app: SpadesApp, home: Path) -> None:
    from spades_tui.tui.scorebook.person_screen import PersonScreen

    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *TO_LUNCH, "tab", "down", "enter")
        assert isinstance(app.screen, PersonScreen)
        assert app.screen.person == "p:bea"
        await press(pilot, "escape")
        view = app.screen.query_one(ScoreboardView)
        for _ in range(2):
            await pilot.click(view, offset=(4, 3))
            await wait_for_answer(pilot)
        assert isinstance(app.screen, PersonScreen)
        assert app.screen.person == "p:ann"
        await press(pilot, "escape")
        await pilot.click(ChoiceList, offset=(3, 0))
        await wait_for_answer(pilot)
        assert "2026 · 2 games" in shown(pilot)


async def test_scoreboards_in_ascii_use_letters_for_signs(app: SpadesApp, home: Path) -> None:
    from msgspec.structs import replace

    async with app.run_test(size=(80, 24)) as pilot:
        app._settings = replace(app.settings, letters=True)
        await press(pilot, *TO_LUNCH)
        board = shown(pilot)
    assert not set(board) & set("★☆✦✪")
    assert "* win · O outside star · G gold of the year · R red for good" in board


async def test_an_empty_scorebook_says_so_on_screen(app: SpadesApp, home: Path) -> None:
    import shutil

    shutil.rmtree(home)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "b")
        assert all(sentence.split(".")[0][:50] in shown(pilot) for sentence in EMPTY)
        assert not {"g", "p", "t", "d", "c"} & set(app.screen.active_bindings)
        await press(pilot, "t", "d", "g", "s", "n", "left", "p")
        assert isinstance(app.screen, BookScreen)
        await press(pilot, "enter")
        assert isinstance(app.screen, VariantSelectionScreen)

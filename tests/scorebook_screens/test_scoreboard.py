"""The scoreboard on screen shows the scorebook's data and saves changes to it."""

import re
import shutil
from datetime import date
from pathlib import Path

import pytest

from spades_tui.scorebook.queries import BookTable
from spades_tui.scorebook.scoreboard import BoardLine, Scoreboard
from spades_tui.scorebook.scorebook import open_book
from spades_tui.scorebook.season import Agreements
from spades_tui.tui.widgets.choice_list import MARKER
from spades_tui.tui.widgets.score_sheet import star_text
from spades_tui.tui.widgets.scoreboard_view import NAME, STAR_SIGNS, STARS_IN_LETTERS, layout, table_of, written_below
from tests.scorebook_screens.helpers import reading
from tests.sizes import LARGE, SMALL, at_each_size

TO_LUNCH = ("b", "down")
PERSON = r"│ [▸ ] (Ann|Bea|Cy) .*\d"
EMPTY = ("Your scorebook is empty", "Finish a game and you'll find it here", "Every finished game is added for you.")


@at_each_size(SMALL, LARGE)
async def test_the_scorebook_lists_tables_and_shows_the_scoreboard_of_the_selected_one(
    home: Path, size: tuple[int, int]
) -> None:
    async with reading(size) as seat:
        await seat.press("b")
        assert seat.heading.startswith("Scorebook · Ann, Bea, Cy & Dot")
        assert [each[:8] for each in seat.listed] == ["Ann, Bea", "Lunch"]
        assert seat.sees("2026 · 2 games")
        await seat.press("down")
        assert seat.sees("2026 · 7 games · ★ of the week of")
        assert seat.sees("Cy is the violator and carries the trays (6 trays)", "1234 +6 to carry", "✦", "✪")
        assert "Cy owes a deck of cards" in seat.text
        await seat.scroll(4)
        assert seat.sees("5 Ann", "9 February 2026 – 23 February 2026")


@at_each_size(SMALL, LARGE)
async def test_the_columns_of_a_scoreboard_depend_on_the_game(home: Path, size: tuple[int, int]) -> None:
    async with reading(size) as seat:
        await seat.press("b")
        heads = next(line for line in seat.lines if "games won" in line)
        wanted = ("points", "made", "set", "bags") if size == SMALL else ("points a hand", "bids made", "set", "bags")
        assert all(word in heads for word in wanted)
        for word in ("chits", "decks", "bone", "budd", "perfect", "wire", "trays", "Bemos", "blind"):
            assert word not in heads
        await seat.press("down")
        board = seat.text
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
    table = BookTable("t", "T", Agreements(), 5000, ("A",))
    line = BoardLine(
        "p", "Bartholomew Longna", False, games=1234, wins=234, stars=12, outside=34, gold=12, red=34, chits=12,
        trays="123456789ABCDEF0" * 3, to_carry=12, decks=12, perfect=123, imperfect=234, boneheads=234,
        zero_buddies=234, wire_to_wire=123, plain_hands=12345, points=-1234567, made=1234, set=234, bags=1234,
        zeros=134, zeros_made=133, blinds=13, blinds_made=11, bemos=13, bemos_kept=9,
    )  # fmt: skip
    other = BoardLine("q", "Bo", False)
    board = Scoreboard(
        table, None, (), 5000, (date(2026, 2, 27),) * 2, (line, other), (), (), None, kind != "plain",
        plain=kind != "trays", plain_games=("bemo",) if kind != "trays" else (),
    )  # fmt: skip
    for width in (56, 60, 78, 96, 156, 200):
        for letters in (False, True):
            laid = layout(board, width, letters)
            heads, lines = table_of(board, laid)
            numbers = zip(*([len(words) for words, _ in line.cells[1:]] for line in lines), strict=True)
            columns = [max(len(head.words), *wide) + head.gap for head, wide in zip(heads[1:], numbers, strict=True)]
            assert len(MARKER) + NAME + heads[0].gap + sum(columns) <= width, width
            page = written_below(board, (), laid, width, STAR_SIGNS)
            assert all(line.cell_length <= width for part in page for line in part.lines(width))
            if width >= 96 and kind != "both":
                assert laid.size < 2
                assert len(laid.columns) == {"trays": 13, "plain": 13}[kind]
            counts = [column.heads[0] for column in laid.columns]
            assert len(set(counts)) == len(counts)


@pytest.mark.rule("3B-28")
def test_the_four_stars_have_four_shapes() -> None:
    assert len(set(STAR_SIGNS)) == len(set(STARS_IN_LETTERS)) == 4
    assert [star_text("☆", count) for count in (0, 1, 3, 4)] == ["·", "☆", "☆☆☆", "☆4"]


def test_empty_columns_go_before_words_become_letters() -> None:
    table, names = BookTable("t", "T", Agreements(), 3, ("A",)), ("Ann", "Computer (club)")
    lines = [BoardLine(name, name, at > 0, 3, 1, plain_hands=9, points=80, made=4) for at, name in enumerate(names)]
    board = Scoreboard(
        table, None, (), 3, (date(2026, 2, 27),) * 2, tuple(lines), (), (), None, plain=True, plain_games=("classic",)
    )
    laid = layout(board, 60, letters=False)
    assert laid.size < 2
    assert [column.heads[1] for column in laid.columns] == ["games", "won", "points", "made"]


async def test_left_and_right_change_the_year_and_end_at_all_years(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "left")
        assert seat.sees("2025 · 4 games")
        await seat.press("left")
        assert seat.sees("2025 · 4 games")
        await seat.press("right", "right")
        assert seat.sees("All years · 11 games")


@pytest.mark.rule("3B-26")
async def test_carried_trays_are_ticked_after_a_question(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "t")
        assert seat.sees("Has Cy done it? (carries the trays) This ticks off 6 trays.")
        await seat.press("escape")
        assert "t carried" in seat.footer
        await seat.press("t", "enter")
        assert seat.said == "Cy has carried 6 trays."
        assert "violator" not in seat.text.split("Lately")[0]
        assert seat.sees("123456789A")
        assert "t carried" not in seat.footer
    with open_book(home) as book:
        assert book.scoreboard("Lunch").violators == ()


@pytest.mark.rule("3B-24")
async def test_a_brought_deck_reduces_the_debt(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "d", "y")
        assert seat.said == "Cy has brought a deck of cards."
        await seat.press("d")
        assert seat.footer == "Nobody owes this."
    with open_book(home) as book:
        assert book.scoreboard("Lunch").debtor is None


async def test_a_table_can_change_its_name_forfeit_and_session(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "n")
        await seat.write("Tea")
        await seat.press("escape")
        assert "Lunch" in seat.listed, "escape discards the change"
        await seat.press("n")
        await seat.write("Tea")
        await seat.press("down", "down", "left", "down")
        await seat.write("makes the tea")
        await seat.press("ctrl+s")
        assert seat.said == "Table Tea saved."
        assert "Tea" in seat.listed
        assert seat.sees("makes the tea")
    with open_book(home) as book:
        settings = book.table("Tea").settings
    assert (settings.session, settings.forfeit, settings.deck) == ("day", "makes the tea", "a deck of cards")


async def test_tab_enter_and_the_mouse_lead_to_a_person(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "tab", "down", "enter")
        assert seat.heading.startswith("Bea · all games")
        await seat.press("escape")
        for _ in range(2):
            await seat.click("Ann  ")
        assert seat.heading.startswith("Ann · all games")
        await seat.press("escape", "tab")
        await seat.click("Ann, Bea …")
        assert seat.sees("2026 · 2 games")


async def test_a_click_on_a_head_sorts_the_scoreboard_and_another_reverses_it(home: Path) -> None:
    async with reading() as seat:
        await seat.press(*TO_LUNCH, "tab", "down")
        orders = []
        for _ in range(2):
            await seat.click("c  d  b")  # in the middle is the head of the decks owed
            orders.append(re.findall(PERSON, seat.text))
            assert seat.line("▸ Bea"), "the same person stays chosen"
        assert orders == [["Cy", "Ann", "Bea"], ["Ann", "Bea", "Cy"]]


async def test_scoreboards_in_ascii_use_letters_for_signs(home: Path) -> None:
    async with reading(letters=True) as seat:
        await seat.press(*TO_LUNCH)
        assert not set(seat.text) & set("★☆✦✪")
        assert seat.sees("* win · O outside star · G gold of the year · R red for good")


async def test_an_empty_scorebook_says_so_on_screen(home: Path) -> None:
    shutil.rmtree(home)
    async with reading() as seat:
        await seat.press("b")
        assert seat.sees(*EMPTY)
        assert not [key for key in ("g games", "p people", "t carried", "c correct") if key in seat.footer]
        await seat.press("t", "d", "g", "s", "n", "left", "p")
        assert seat.heading.startswith("Scorebook")
        await seat.press("enter")
        assert seat.place == "variants"

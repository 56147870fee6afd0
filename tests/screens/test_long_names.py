"""At 80 columns, names of the greatest length are whole on plates, and no other word is cut."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import pairwise

import pytest
from textual.widget import Widget

from spades_tui.language.player_names import NAME_MOST, PartnerNames
from spades_tui.play.table import Table
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.bidding_screen import BidBoard
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import fit_name, two_lines
from spades_tui.tui.widgets.table_view import TableView
from tests.crowded import LONG
from tests.every_scene import EVERY
from tests.lessons.walking import LessonApp, arrive, step
from tests.scenes import SCENES, SceneApp
from tests.screens.looking import resize, screen_text, settle, top_screen
from tests.sizes import LARGE, SMALL


@asynccontextmanager
async def long_names(name: str, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[SpadesApp]:
    """Open a scene of players with long names at 80×24; yield its app."""
    monkeypatch.setattr("tests.scenes.NAMES", LONG)
    scene = EVERY[name]()
    app = scene.app()
    async with app.run_test(size=SMALL) as pilot:
        await scene.go(pilot)
        await settle(app)
        yield app


async def enlarged(app: SpadesApp) -> str:
    """Enlarge the terminal, and return its text."""
    resize(app, *LARGE)
    await settle(app)
    return screen_text(app)


def lines_of(app: SpadesApp, kind: type[Widget]) -> list[str]:
    """Return the screen's lines within a widget."""
    region = app.screen.query_one(kind).region
    lines = screen_text(app).split("\n")[region.y : region.bottom]
    return [line[region.x : region.right] for line in lines]


def table_of(app: SpadesApp) -> Table:
    """Return the table of a scene."""
    assert isinstance(app, SceneApp)
    return app.scene_table


def check_beside_cards(app: SpadesApp) -> None:
    """Check that names beside large cards are whole, in one line or in two."""
    lines = lines_of(app, TableView)
    assert "…" not in "".join(lines)
    for player in table_of(app).names:
        halves = [two_lines(player, room, 18) for room in range(13, 19)]  # as wide as the place beside a card
        below = any(
            first in line and second in under
            for first, second in (parts for parts in halves if len(parts) == 2)
            for line, under in pairwise(lines)
        )
        assert below or any(player in line for line in lines), (player, "\n".join(lines))


def check_boxes(app: SpadesApp) -> None:
    """Check that the boxes of bids have names, roles and bids whole; a name takes one line or two."""
    lines = lines_of(app, BidBoard)
    boxes = [re.split("[│┃]+", line) for line in lines if re.search("[│┃]", line)]
    columns = ["".join(row[n].strip() for row in boxes) for n in range(1, len(boxes[0]), 2)]
    assert len(columns) == len(table_of(app).names)
    for player in table_of(app).names:
        assert any(player.replace(" ", "") in column.replace(" ", "") for column in columns), lines
    words = "".join(lines)
    assert "…" not in words and "dealer" in words and "you" in words


def check_sheet(text: str) -> None:
    """Check that a score sheet shortens names before bids and tricks."""
    lines = [line for line in text.split("\n") if "   bid " in line]
    assert lines
    assert all(re.search(r"   bid \S+( \S+)*, took \d", line) for line in lines), lines


@pytest.mark.parametrize(
    "name", ["lead", "follow", "trick-complete", "three-seats", "five-seats", "seventeen-cards", "league-play"]
)
async def test_plates_have_long_names_and_all_other_words_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert {len(name) for name in LONG} == {NAME_MOST}
    async with long_names(name, monkeypatch) as app:
        top, rest = screen_text(app).split("\n", 1)
        table = table_of(app)
        assert all(one in rest for one in table.names), rest
        assert "dealer" in rest or "dealer" in top
        assert "…" not in rest
        assert f"trick {len(table.observe(0).tricks) + 1}" in top or name == "trick-complete"
        top, _ = (await enlarged(app)).split("\n", 1)
        check_beside_cards(app)
        assert "…" not in top or name == "five-seats"  # five such names don't fit


@pytest.mark.parametrize("name", ["draft-unseen", "draft-came", "mark", "change", "trick-complete", "claim-refused"])
async def test_sentences_of_the_table_are_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with long_names(name, monkeypatch) as app:
        text = screen_text(app)
        assert "…" not in text.split("\n", 1)[1], text


@pytest.mark.parametrize("name", ["bid", "bid-3b", "bid-bemo", "bid-sudden-death", "blind", "raise"])
async def test_the_boxes_of_bids_have_long_names_whole(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with long_names(name, monkeypatch) as app:
        check_boxes(app)
        top, _ = (await enlarged(app)).split("\n", 1)
        check_boxes(app)
        assert "…" not in top


@pytest.mark.parametrize("name", ["score", "score-bemo", "league-score", "score-3b-five"])
async def test_the_sheet_shortens_names_before_bids_and_tricks(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with long_names(name, monkeypatch) as app:
        check_sheet(screen_text(app))
        check_sheet(await enlarged(app))


@pytest.mark.parametrize("name", ["open-hands-bemo", "open-hands-3b-five"])
async def test_open_hands_mark_the_dealer_beside_a_long_name(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    async with long_names(name, monkeypatch) as app:
        assert "dealer" in screen_text(app)


def test_a_sides_names_are_shortened_separately() -> None:
    assert fit_name(PartnerNames(["Anna", "Tom & Co"]), 11) == "Anna&Tom &"
    assert fit_name("Tom & Company", 9) == "Tom & Co…"


def test_a_name_in_two_lines_breaks_between_words_if_possible() -> None:
    assert two_lines("Ann", 3, 3) == ["Ann"]
    assert two_lines("Anne-Marie Featherby", 13, 15) == ["Anne-Marie", "Featherby"]
    assert two_lines("Anne-Marie Featherby", 6, 15) == ["Anne-", "Marie Featherby"]
    assert two_lines("Wolfeschlegelsteinha", 13, 15) == ["Wolfeschlegel", "steinha"]
    assert two_lines("Wolfeschlegelsteinha", 8, 8) == ["Wolfesc…"]
    assert two_lines("李" * 10, 13, 15) == ["李" * 6, "李" * 4]
    assert two_lines("Ann", 0, 9) == [""]


SHIPPED = [
    "01-first-hand", "10-blind-and-board", "02-zero", "03-jokers", "04-bemo", "05-3b", "11-just-enough",
    "12-partner-zero", "13-nine-bags",
    "14-no-finesse", "15-trump-for-zero", "16-high-enough", "17-queen-under-king", "18-stop-the-bemo",
    "19-feed-the-zero", "20-ace-called-low", "21-low-ball", "22-throw-one-back",
]  # fmt: skip
QUICK = ("11-just-enough",)
"""A lesson for the quick tests with one decision; the others take at least ten seconds."""


@pytest.mark.parametrize("name", [name if name in QUICK else pytest.param(name, marks=pytest.mark.slow)
                                  for name in SHIPPED])  # fmt: skip
@pytest.mark.parametrize("letters", [False, True])
async def test_no_word_is_cut_beside_a_lesson(name: str, letters: bool) -> None:
    """This checks every decision of a lesson, from its first words to its last."""
    app = LessonApp(name, letters=letters)
    async with app.run_test(size=(80, 24)) as pilot:
        host = await arrive(app, pilot)
        for _ in range(600):
            assert "…" not in screen_text(app), screen_text(app)
            if host.play.finished:
                break
            await step(app, pilot)
        assert host.play.finished


async def test_a_long_title_is_cut_without_leaving_single_letters() -> None:
    app = SCENES["follow"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await SCENES["follow"].go(pilot)
        line = top_screen(app, TableScreen).top_line
        line.show([("Rules", inks.bold), ("x" * 100, inks.soft), (" · more", inks.soft)], "10 to 500")
        await settle(app)
        assert screen_text(app).split("\n")[0].rstrip() == f" Rules{'x' * 61}…  10 to 500"
        line.show([("x" * 60, inks.bold), (" · trick 12", inks.soft)], "10 to 500")
        await settle(app)
        assert screen_text(app).split("\n")[0].rstrip() == f" {'x' * 60}         10 to 500"

"""At 80 columns, names of the greatest length are whole on plates, and no other word is cut."""

import re
from itertools import pairwise, takewhile

import pytest

from spades_tui.language.player_names import NAME_MOST, PartnerNames
from spades_tui.tui.widgets.canvas import fit_name, two_lines
from tests.crowded import LONG, OURS
from tests.driver import Driver, driving
from tests.every_scene import EVERY
from tests.lessons.walking import LessonApp, arrive, step
from tests.quick_cases import slow_but
from tests.screens.looking import screen_text
from tests.sizes import LARGE, SMALL

PLATES = ("lead", "follow", "trick-complete", "three-seats", "five-seats", "seventeen-cards", "league-play")
BOXES = ("bid", "bid-3b", "bid-bemo", "bid-sudden-death", "blind", "raise")
SENTENCES = ("draft-unseen", "draft-came", "mark", "change", "trick-complete", "claim-refused")
"""Scenes with plates, with a box for each bid, and with long sentences."""


@pytest.fixture(autouse=True)
def _long_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give the players of scenes long names."""
    monkeypatch.setattr("tests.scenes.NAMES", LONG)


def middle(seat: Driver) -> list[str]:
    """Return the lines of the table, without the panels beside it and the hand below it."""
    beside = (len(seat.text.split("\n")[0]) - 80) // 2
    return [line[beside : beside + 80] for line in seat.text.split("\n")[2:-8]]


def check_beside_cards(seat: Driver) -> None:
    """Check that names beside large cards are whole, in one line or in two."""
    lines = middle(seat)
    assert "…" not in "".join(lines)
    for player in seat.table.names:
        halves = [two_lines(player, room, 18) for room in range(13, 19)]  # as wide as the place beside a card
        below = any(
            first in line and second in under
            for first, second in (parts for parts in halves if len(parts) == 2)
            for line, under in pairwise(lines)
        )
        assert below or any(player in line for line in lines), (player, "\n".join(lines))


def check_boxes(seat: Driver) -> None:
    """Check that the boxes of bids have names, roles and bids whole; a name takes one line or two."""
    above = list(takewhile(lambda line: not re.search("[╰┗]", line), middle(seat)))
    lines = [*above, middle(seat)[len(above)]]
    boxes = [re.split("[│┃]+", line) for line in lines if re.search("[│┃]", line)]
    columns = ["".join(row[n].strip() for row in boxes) for n in range(1, len(boxes[0]), 2)]
    assert len(columns) == len(seat.table.names)
    for player in seat.table.names:
        assert any(player.replace(" ", "") in column.replace(" ", "") for column in columns), lines
    words = "".join(lines)
    assert "…" not in words and "dealer" in words and "you" in words


@pytest.mark.parametrize("name", slow_but(["five-seats", "league-play"], PLATES))
async def test_plates_have_long_names_and_all_other_words_whole(name: str) -> None:
    assert {len(name) for name in LONG} == {NAME_MOST}
    async with driving(EVERY[name]()) as seat:
        top, rest = seat.text.split("\n", 1)
        assert all(player in rest for player in seat.table.names), rest
        assert "dealer" in rest or "dealer" in top
        assert "…" not in rest
        assert f"trick {len(seat.table.observe(0).tricks) + 1}" in top or name == "trick-complete"
        assert not OURS.search(seat.text)
        await seat.resize(*LARGE)
        check_beside_cards(seat)
        assert "…" not in seat.heading or name == "five-seats"  # five such names don't fit


@pytest.mark.parametrize("name", slow_but(["draft-came", "trick-complete"], SENTENCES))
async def test_sentences_of_the_table_are_whole(name: str) -> None:
    async with driving(EVERY[name]()) as seat:
        assert "…" not in seat.text.split("\n", 1)[1], seat.text


@pytest.mark.parametrize("name", slow_but(["bid-3b"], BOXES))
async def test_the_boxes_of_bids_have_long_names_whole(name: str) -> None:
    async with driving(EVERY[name]()) as seat:
        check_boxes(seat)
        await seat.resize(*LARGE)
        check_boxes(seat)
        assert "…" not in seat.heading


@pytest.mark.parametrize("name", slow_but(["score-3b-five"], ["score", "score-bemo", "league-score", "score-3b-five"]))
async def test_the_sheet_shortens_names_before_bids_and_tricks(name: str) -> None:
    async with driving(EVERY[name]()) as seat:
        for size in (SMALL, LARGE):
            await seat.resize(*size)
            head = next(y for y, line in enumerate(seat.lines) if re.search(r"bid +took +points +total", line))
            column = seat.lines[head].index("took")
            took = [line[column : column + 4].strip() for line in seat.lines[head + 1 :]]
            assert len([number for number in took if number.isdigit()]) >= 2, took


@pytest.mark.parametrize("name", ["open-hands-bemo", "open-hands-3b-five"])
async def test_open_hands_mark_the_dealer_beside_a_long_name(name: str) -> None:
    async with driving(EVERY[name]()) as seat:
        assert seat.sees("dealer")
        assert not OURS.search(seat.text)


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


@pytest.mark.parametrize("name", slow_but(["11-just-enough"], SHIPPED))
async def test_no_word_is_cut_beside_a_lesson(name: str) -> None:
    """This checks every decision of a lesson, from its first words to its last; every second one has letters."""
    app = LessonApp(name, letters=SHIPPED.index(name) % 2 == 1)
    async with app.run_test(size=(80, 24)) as pilot:
        host = await arrive(app, pilot)
        for _ in range(600):
            assert "…" not in screen_text(app), screen_text(app)
            if host.play.finished:
                break
            await step(app, pilot)
        assert host.play.finished

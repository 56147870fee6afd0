"""Score sheets and rows of beans have the right order, spacing and edges."""

import re
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import RenderableType
from textual.screen import Screen

from spades_tui.analysis import hand_lesson
from spades_tui.game.findings import HandScore
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import ScoreLine
from spades_tui.rules.rules_page import rules_page
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.tui.app_host import Host
from spades_tui.tui.table.game_on_screen import GameOnScreen
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.textual_private import HookedApp
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet
from spades_tui.tui.widgets.table import Head, Line, ListTable
from tests.driver import driving
from tests.scenes import SCENES, at, last_card, scored
from tests.screens.looking import TableApp, on_screen, screen_text, settle

LOOK = CardStyle(("Ann", "Bea", "Cy", "Dot"), people=(0,))


def rules() -> Ruleset:
    return ruleset(shipped()["sandbags"])


def hand(number: int = 1) -> HandScore:
    """Score a hand: Ann bid 4 and took 3, Cy 0 and 0; Bea bid 2 and took 8, Dot 3 and 2."""
    lines = (
        ScoreLine(0, "SB-6", 100, "Zero kept"),
        ScoreLine(0, "SB-5", -40, "Set"),
        ScoreLine(1, "SB-5", 50, "5 made"),
        ScoreLine(1, "SB-5", 5, "5 over"),
    )
    return HandScore(number, lines, (60, 55), (60, 55), (3, 8, 0, 2), (4, 2, 0, 3), (0, 5), (4, 5))


async def test_partners_have_no_rows_of_their_own_if_there_is_no_room() -> None:
    text = await on_screen(HandSheet(rules(), LOOK, [hand()]), 80, 20)
    assert "●●✚✚✚✚✚✚" in text and "Bea 2/8" not in text
    piles = [line for line in text.splitlines() if re.search(r"^ +(Bea|Dot) +\d", line)]
    assert len({line.index("●") for line in piles}) == 1, "beans begin in one column"
    notes = [[("A remark.", inks.text)]] * 10
    short = await on_screen(HandSheet(rules(), LOOK, [hand()], notes), 80, 20)
    assert "you 4/3, Cy 0/0" in short and "Bea 2/8, Dot 3/2" in short


@pytest.mark.parametrize(("width", "height"), [(80, 24), (140, 41)])
async def test_sheets_are_whole_in_their_first_frame(width: int, height: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """The footer, too: nothing grows or jumps, and what the hand teaches has its place before it's known."""
    frames: list[tuple[type[Screen[Any]], str]] = []
    display = HookedApp._display

    def note(app: HookedApp, screen: Screen[None], renderable: RenderableType | None) -> None:
        frames.append((type(app.screen), screen_text(app)))
        display(app, screen, renderable)

    monkeypatch.setattr(GameOnScreen, "hand_to_look_back_at", lambda table: (table.table.open_game().hands[-1], 0))
    monkeypatch.setattr(hand_lesson, "decisions_of", lambda hand, seat: [])
    app = TableApp(last_card(at("classic", scored(5), seed="moment-3")))
    async with app.run_test(size=(width, height)) as pilot:
        monkeypatch.setattr(HookedApp, "_display", note)
        while not isinstance(app.screen, ScoreScreen):
            await pilot.press("enter")
            await settle(app)
        await pilot.press("s")
        await settle(app)
    for kind in (ScoreScreen, GameSheetScreen):
        first, *later = [text.splitlines() for of_kind, text in frames if of_kind == kind]
        differing = {line for frame in later for line, before in zip(frame, first, strict=True) if line != before}
        assert differing <= {" " * width}, "only the words that it's looking back go"


def league(hands: int) -> tuple[Ruleset, list[HandScore]]:
    """Return the scores of this many hands of a league, and the rules of the last hand."""
    whole = ruleset(shipped()["league"])
    scores = [replace(hand(n), format=whole.of_hand(n).format) for n in range(1, hands + 1)]
    return whole.of_hand(hands), scores


async def test_a_nil_is_called_nil_on_its_sheet() -> None:
    played, scores = league(1)
    assert re.search(r"Cy +nil +0 ", await on_screen(HandSheet(played, LOOK, scores), 80, 20))
    assert re.search(r"Cy +0 +0 ", await on_screen(HandSheet(rules(), LOOK, [hand()]), 80, 20))


async def test_stars_that_come_before_the_sheet_is_laid_out_or_after_it_was_left_do_no_harm() -> None:
    app = SCENES["all-scores"].app()
    async with driving(app) as seat:
        await SCENES["all-scores"].go(seat._pilot)
        left = app.screen.query_one(GameSheet)
        await seat.press("escape")
        for sheet in (left, GameSheet(rules(), LOOK, [hand()])):
            app.call_later(sheet.show_stars, {"Ann": 2})
        await seat.press("s")
        assert seat.place == "all scores"


async def test_a_sheet_has_the_same_rows_from_its_first_picture_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """The totals count up from the first picture, before the page has a size."""
    rows = []
    show = ListTable.show

    def noted(table: ListTable, heads: Sequence[Head], lines: Sequence[Line]) -> None:
        rows.append(len(lines))
        show(table, heads, lines)

    monkeypatch.setattr(ListTable, "show", noted)
    monkeypatch.setattr(Host, "moves", True)
    async with driving(TableApp(last_card(at("cutthroat", scored(0)))), (140, 45)) as seat:
        await seat.press("enter")
        await seat.until("score")
        await seat.rest(1.0)
    assert len(rows) > 1 and len(set(rows)) == 1, rows  # a busy machine leaves pictures out


@pytest.mark.parametrize("slug", ["classic", "3b-three", "cutthroat-three"])
async def test_the_keys_page_of_a_score_says_what_its_rule_names_are(slug: str) -> None:
    table = last_card(at(slug, scored(1)))
    async with driving(TableApp(table)) as seat:
        await seat.until("score", most=30)
        await seat.press("?")
        rules = {line.rule for line in table.scores[-1].lines}
        assert rules
        for rule in rules:
            sentence = next(words for _, lines in rules_page(shipped()[slug]) for words in lines if rule in words)
            assert seat.sees(f"{rule}: {sentence.partition(' (')[0]}")


@pytest.mark.parametrize("letters", [False, True])
async def test_a_sides_sign_is_separated_from_its_name(letters: bool) -> None:
    look = CardStyle(LOOK.names, letters, people=(0,))
    signs = "AB" if letters else "◆◇"
    head = await on_screen(GameSheet(rules(), look, [hand()]), 80, 20)
    for sign, name in zip(signs, ("Ann", "Bea"), strict=True):
        assert f"{sign} {name}" in head

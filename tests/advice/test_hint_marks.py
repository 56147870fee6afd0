"""Records mark the decisions before which somebody saw a hint or a suggestion, so that the ladder leaves them out."""

import io
import json
from pathlib import Path

import pytest

from spades_tui.plain.console import Console
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from tests.advice.hints import suggest_soon
from tests.driver import driving
from tests.scenes import advance, mine, scored, setup
from tests.screens.looking import TableApp, wait_until


def marked(path: Path | None) -> list[int]:
    """Return the seats of the marked decisions in a record."""
    assert path is not None
    lines = map(json.loads, path.read_text("utf-8").splitlines())
    return [line["seat"] for line in lines if line.get("hinted")]


def test_help_marks_the_next_decision_alone() -> None:
    table = advance(Table.create(setup("sandbags"), games_folder()), mine("bid"))
    table.hinted.add(0)
    advance(table, scored(1))
    assert marked(table.path) == [0]


@pytest.mark.usefixtures("real_suggestions")
@pytest.mark.parametrize("word", ["take", "hint"])
def test_words_for_the_hint_mark_the_decision_in_plain_text(word: str) -> None:
    table = advance(Table.create(setup("sandbags"), games_folder()), mine("bid"))
    path = table.path
    typed = io.StringIO(f"{word}\n3\n")
    PlainTable(table, Console(typed, io.StringIO()), Settings()).run()
    assert marked(path) == [0]


async def test_a_hint_on_screen_marks_the_decision() -> None:
    table = advance(Table.create(setup("sandbags"), games_folder()), mine("bid"))
    path = table.path
    async with driving(TableApp(table, suggestions=False)) as seat:
        await seat.press("right", "h")
        assert await wait_until(lambda: table.hinted == {0})
        await seat.press("enter")
    assert marked(path)[:1] == [0]


async def test_a_decision_without_help_is_not_marked() -> None:
    table = advance(Table.create(setup("sandbags"), games_folder()), mine("bid"))
    path = table.path
    async with driving(TableApp(table, suggestions=False)) as seat:
        await seat.press("right", "enter")
        assert table.hinted == set()
    assert marked(path) == []


@pytest.mark.usefixtures("real_suggestions")
async def test_a_suggestion_marks_the_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    suggest_soon(monkeypatch)
    table = advance(Table.create(setup("sandbags"), games_folder()), mine("bid"))
    async with driving(TableApp(table, suggestions=True)):
        assert await wait_until(lambda: table.hinted == {0})

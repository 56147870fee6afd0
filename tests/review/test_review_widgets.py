"""Widgets of the review by themselves: names in what they draw, and results that come after they are gone."""

from datetime import date
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.bots import advice
from spades_tui.record.writer import record_text
from spades_tui.scorebook.queries import GameRow
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.scorebook.games_screen import ProgressView
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.decision_view import DecisionView, facts_known
from tests.review.reviewing import simulated, weigh
from tests.screens.looking import wait_until


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the record of a game to review."""
    monkeypatch.setattr(advice, "weigh", weigh)
    path = tmp_path / "game.spades.jsonl"
    path.write_text(record_text(simulated("sandbags", target=100)), "utf-8")
    return path


async def test_a_result_after_closing_the_review_is_dropped(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late: list[bool] = []

    def come_late(self: DecisionView) -> None:
        screen._tell("too late")
        screen._list()
        late.append(screen.has_widgets)

    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)) as pilot:
        screen = ReviewScreen(game)
        await app.push_screen(screen)
        assert await wait_until(lambda: screen.review is not None)
        assert screen.has_widgets
        monkeypatch.setattr(DecisionView, "on_unmount", come_late, raising=False)
        await pilot.press("escape")
    assert late == [False]


def test_a_name_with_a_hyphen_keeps_its_hyphen(game: Path) -> None:
    """Only the numbers have a minus sign."""
    names = ("Jean-Luc", "Bea", "Cy", "Dot")
    record = collect_journal(game)
    decision = next(one for one in record.decisions if one.seen.leader is None)
    seen = replace(decision.seen, standing=replace(decision.seen.standing, totals=(-20, 30)))
    words = facts_known(seen, CardStyle(names)).plain
    assert "\nThe score: Jean-Luc & Cy −20, Bea & Dot 30" in words

    row = GameRow("1", "t", "Sandbags", "", date(2026, 3, 3), 1, names, (), (-20, 30, -20, 30), None, (), ())
    progress, canvas = ProgressView(), Canvas(100, 5)
    progress.show(row)
    progress.draw(canvas)
    shown = ["".join(segment.text for segment in strip) for strip in canvas.strips()]
    assert "Jean-Luc −20   Bea 30" in shown[2]

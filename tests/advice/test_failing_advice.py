"""A fault in a hint, a suggestion or a stand-in never ends a game, on screens, in plain text or at a hosted table."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from spades_tui import bots, cards
from spades_tui.bots import advice
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import StandIn, TableUpdate
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.bot_decision import STAND_IN_FAILED
from spades_tui.play.brain import HINT_FAILED
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.system import faults
from tests.advice.fakes import weigh_by_rules
from tests.advice.hints import ask, hint, table_at
from tests.driver import driving
from tests.hosting.tables import SECONDS, Guest, friends_table
from tests.no_cards import no_card_in
from tests.plain.talking import Typist, table_of
from tests.screens.looking import TableApp


@pytest.fixture(autouse=True)
def no_earlier_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget the faults of other tests."""
    monkeypatch.setattr(faults, "_WRITTEN", set())


def plant_in_hints(monkeypatch: pytest.MonkeyPatch, *failing: str) -> None:
    """Let these levels fail in hints, with the cards in the error."""

    def weigh(level: str, seen: Observation, stream: Stream, further: bool, **_: object) -> tuple[ValuedChoice, ...]:
        if level in failing:
            raise ZeroDivisionError(cards.hand_text(seen.own or 0))
        return weigh_by_rules(level, seen, stream)

    monkeypatch.setattr(advice, "weigh", weigh)


def plant_in_choices(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every level fail at every choice."""

    def choose(level: str, seen: Observation, stream: Stream) -> SeatEvent:
        raise ZeroDivisionError(cards.hand_text(seen.own or 0))

    monkeypatch.setattr(bots, "choose", choose)


def check_reports() -> None:
    reports = [path.read_text() for path in faults.reports()]
    assert reports
    for report in reports:
        assert "ZeroDivisionError in" in report
        no_card_in(report)


@pytest.mark.parametrize("failing", [LEVELS[3:], LEVELS[2:], LEVELS], ids="+".join)
async def test_a_hint_comes_from_a_player_that_does_not_fail(
    failing: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    plant_in_hints(monkeypatch, *failing)
    table = table_at(Phase.PLAY, lying=2)
    async with driving(TableApp(table)) as seat:
        for _ in range(2):
            await ask(seat)
            assert any("best" in line for line in hint(seat)) is (len(failing) < len(LEVELS))
            await seat.press("escape")
        assert [entry.text for entry in table.entries].count(HINT_FAILED) == 1
        await seat.press("g", "escape")
        assert seat.place == "play"
    check_reports()


async def test_a_table_without_any_player_that_works_still_asks(monkeypatch: pytest.MonkeyPatch) -> None:
    table = table_at(Phase.PLAY, lying=2)
    plant_in_choices(monkeypatch)
    async with driving(TableApp(table, suggestions=False)) as seat:
        before = len(table.course.steps)
        await seat.press("enter")
        assert len(table.course.steps) == before, "nothing is chosen"
        await seat.press("right", "enter")
        assert len(table.course.steps) > before
    check_reports()


@pytest.mark.usefixtures("real_suggestions")
def test_plain_text_gives_hints_and_takes_choices_of_players_that_fail(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    plant_in_choices(monkeypatch)
    plant_in_hints(monkeypatch, *LEVELS)
    table = table_of("sandbags", tmp_path)
    typist = Typist(["", "hint", "hint", "take", *["take"] * 13])
    PlainTable(table, typist, Settings()).run()
    assert table.scores
    assert typist.text.count(HINT_FAILED) == 1
    assert typist.text.count("plays for Bea") == 1
    assert "The computer would choose" in typist.text
    check_reports()


async def test_a_hosted_table_plays_on_with_players_that_fail(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The guest in seat 1 has gone, and a stand-in acts for them; it fails too."""
    table = friends_table("call-break", 2, tmp_path, hands=1)
    host = HostedTable(table)
    guests = [Guest(host, seat) for seat in range(2)]
    host.go(1, guests[1].send)
    host.hear(0, StandIn())
    plant_in_choices(monkeypatch)
    await asyncio.wait_for(host.run(), SECONDS)
    assert table.final is not None
    told = {entry.text for one in guests[0].heard if isinstance(one, TableUpdate) for entry in one.shown.entries}
    assert STAND_IN_FAILED in told
    assert any("plays for P3" in text for text in told)
    check_reports()

"""A 3B game in plain text ends with the tray-chits and the hearings."""

import io
from collections.abc import Callable, Iterable, Mapping
from types import SimpleNamespace
from typing import Any

import pytest

from spades_tui.commands.records import score_sheet
from spades_tui.game.events import SeatEvent
from spades_tui.plain.console import Console
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.rules.ledger import Noted
from spades_tui.scorebook.scoreboard import GameEnd
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.score_sheet import GameSheet
from tests.game.tables import of_custom
from tests.plain.talking import table_of
from tests.scenes import policy
from tests.screens.looking import on_screen


class Face(PlainTable):
    """Four people who answer one after another; the questions and messages are kept."""

    def __init__(self, table: Table, answers: Iterable[str]) -> None:
        super().__init__(table, Console(io.StringIO(), io.StringIO()), Settings())
        self.said: list[str] = []
        self._answers = [*answers, ""]

    def say(self, *sentences: str) -> None:
        self.said += sentences

    def among(self, question: str, *words: str) -> str:
        self.say(question)
        return self._answers.pop(0)

    def sit(self, seat: int, why: tuple[str, ...]) -> None:
        pass

    def gather(self) -> None:
        pass

    def do(self, event: SeatEvent) -> bool:
        self.table.do(event)
        return True


class Chits:
    """A scorebook in which these players hold a chit."""

    def __init__(self, table: Table, holders: Iterable[str]) -> None:
        self.table, self.holders = table, set(holders)
        self.votes: list[Mapping[str, bool]] = []

    def answer(self, ask: Callable[[Any, Any], Any]) -> Any:
        seat = self.table.shown(None).decider
        name = self.table.names[seat] if seat is not None else ""
        return ask(
            SimpleNamespace(
                must_decide=lambda path: name if name in self.holders else None,
                end_of=lambda path: GameEnd(),
                session_stars=lambda people: {people[0]: 2},
                hear=lambda path, hand, card, votes: self.votes.append(votes),
            ),
            self.table.path,
        )


def played() -> Table:
    """Return a game of one hand with its score written."""
    table = table_of("3b-four", games_folder(), people=4, hands=1)
    table.stays_open = True
    while not table.rules.named(table.course.state):
        match table.next():
            case CutOffered():
                table.deal(None)
            case Turn() as turn:
                table.do(policy(table.observe(turn.seat)))
            case HandPlayed():
                table.score()
    return table


def end_of(monkeypatch: pytest.MonkeyPatch, table: Table, book: Chits, *answers: str) -> list[str]:
    """Go through the end of a game with these answers; return what was said."""
    face = Face(table, answers)
    monkeypatch.setattr(PlainTable, "with_book", lambda self, ask, otherwise: book.answer(ask))
    assert not face.run_ending()
    return face.said


@pytest.mark.rule("3B-27")
def test_named_players_with_a_chit_are_asked_in_turn(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    (loser,) = table.rules.named(table.course.state)
    last = table.names[loser]
    first, second, third = [name for name in table.names if name != last]
    book = Chits(table, (last, first, second))
    said = end_of(monkeypatch, table, book, first, second, "nobody")
    assert [line for line in said if line.startswith("You hold a tray-chit")] == [
        f"You hold a tray-chit. Who is the tray person instead of you? {', '.join([*names, 'or nobody'])}."
        for names in ([first, second, third], [second, third], [third])
    ]
    assert table.final is not None
    assert table.names[of_custom(table.final, "tray") or 0] == second


@pytest.mark.rule("3B-22")
async def test_tricks_off_are_announced_and_on_every_score_sheet(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    standing = table.observe(None).standing
    off = [standing.off(seat) for seat in range(4)]
    assert any(over or short for over, short in off)
    said = end_of(monkeypatch, table, Chits(table, ()))
    assert f"Stars of this session: {table.names[0]} 2." in said
    each = [f"{name}, {over} over and {short} short" for name, (over, short) in zip(table.names, off, strict=True)]
    assert f"Tricks off the bids: {'; '.join(each)}." in said
    assert table.path is not None
    with table.path.open("rb") as stream:
        text = score_sheet(next(iter(replay(stream, table.path.name))))
    for name, (over, short) in zip(table.names, off, strict=True):
        assert f"  {name}: {over} over, {short} short" in text.split("Tricks off")[1]
    look = CardStyle.liked(Settings(), table.names, table.people, table.rules)
    lines = (await on_screen(GameSheet(table.rules, look, table.scores, standing.last, off), 80, 20)).splitlines()
    (row,) = [line for line in lines if line.strip().startswith("off ")]
    assert row.split() == ["off", *(word for over, short in off for word in (f"+{over}", f"−{short}"))]


@pytest.mark.rule("3B-30")
def test_the_other_hunters_are_asked_before_a_mark_lapses(monkeypatch: pytest.MonkeyPatch) -> None:
    table = played()
    bids = table.scores[0].bids
    hunters = [seat for seat, bid in enumerate(bids) if bid]
    accused, *voters = hunters
    table._recorder.noted[1] = (Noted("zb", voters[0], accused, 12 + 39),)
    book = Chits(table, ())
    said = end_of(monkeypatch, table, book, *["yes"] * len(voters))
    assert [line for line in said if "let the zero off?" in line] == [
        f"{table.names[seat]}, did {table.names[accused]} let the zero off? Yes or no." for seat in voters
    ]
    monkeypatch.setattr("spades_tui.rules.customs.zero_buddy.hunters", lambda bids: (accused,))
    assert any(line.startswith("Nobody can vote") for line in end_of(monkeypatch, table, book))

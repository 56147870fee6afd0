"""A game in progress is reopened with its options, hides its hands, and marks its stand-ins."""

import random
from pathlib import Path

import pytest

from spades_tui.game.events import SeatEvent, TakeBack
from spades_tui.game.history import History, Step
from spades_tui.game.machine import on_turn
from spades_tui.game.state import new_game
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.hosted_games import HOST_PORT, address_options, note_command, reopen_command
from spades_tui.play.outside_player import OutsideSeats
from spades_tui.play.setup import OUTSIDE, SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.record.writer import JsonLine
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats import Observation
from spades_tui.system.folders import invitations_file
from tests.commands.shell import spades
from tests.table.playing import opened, setup_of, step


@pytest.fixture
def game(tmp_path: Path) -> Path:
    path = tmp_path / "games" / "2026-11-01-table.spades.jsonl"
    path.parent.mkdir()
    return path


@pytest.mark.parametrize(
    ("given", "options"),
    [
        (("localhost", 0, 0), []),
        (("localhost", HOST_PORT, 0), []),
        (("0.0.0.0", 0, 0), ["--listen", "0.0.0.0"]),
        (("localhost", 9, 0), ["--port", "9"]),
        (("localhost", 0, 1), ["--watchers", "1"]),
        (("::", 9, 3), ["--listen", "::", "--port", "9", "--watchers", "3"]),
    ],
)
def test_only_options_that_differ_from_the_defaults_are_written(
    given: tuple[str, int, int], options: list[str]
) -> None:
    address, port, watchers = given
    assert address_options(address, port, HOST_PORT, watchers) == options


def test_a_noted_command_opens_the_game_again(game: Path) -> None:
    note_command(game, ["serve", "--port", "9"])
    words = reopen_command(game).split()
    assert words[:2] == ["spades-tui", "serve"]
    assert words[2:4] == ["--port", "9"]
    assert str(game) in words


@pytest.mark.parametrize("content", [None, b"", b"no JSON", b'{"command": [1]}'])
def test_without_a_readable_note_host_opens_the_game(game: Path, content: bytes | None) -> None:
    if content is not None:
        note_command(game, ["serve"])
        invitations_file(game).with_suffix(".command").write_bytes(content)
    words = reopen_command(game).split()
    assert words[:2] == ["spades-tui", "host"]
    assert str(game) in words


@pytest.fixture
def table_in_play(tmp_path: Path) -> Table:
    """Return a table with a person, in the middle of a hand."""
    table = opened(setup_of("sandbags", "hbbb"), tmp_path)
    rng = random.Random(1)
    for _ in range(12):
        step(table, rng)
    return table


@pytest.mark.parametrize("command", ["replay", "replay --json", "advise", "review"])
def test_a_game_in_progress_shows_its_hands_only_on_request(command: str, table_in_play: Table) -> None:
    path = str(table_in_play.path)
    done = spades(*command.split(), path)
    assert (done.status, done.out) == (2, "")
    assert f"{path}: this game is in progress" in done.err
    assert "--open-hands" in done.err
    assert spades(*command.split(), "--open-hands", path).status == 0
    table_in_play.leave()
    assert spades(*command.split(), path).status == 0


@pytest.mark.parametrize("kinds", ["hbbb", "bbbb"])
def test_nothing_is_hidden_between_hands_or_without_people(kinds: str, tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", kinds), tmp_path)
    rng = random.Random(1)
    while table.observe(None).standing.hands == 0:
        step(table, rng)
    assert spades("replay", str(table.path)).status == 0
    for _ in range(12):
        step(table, rng)
    assert spades("replay", str(table.path)).status == (2 if kinds == "hbbb" else 0)
    table.leave()


class Late(OutsideSeats):
    """Outside players who are late at first, and later do the same as their stand-in did."""

    answer: SeatEvent | None = None

    def __contains__(self, seat: int) -> bool:
        return True

    def __bool__(self) -> bool:
        return True

    def ask(self, seat: int, seen: Observation) -> SeatEvent | None:
        """Return one of the legal events, as a real player would."""
        return next((event for event in seen.legal if event == self.answer), None)

    def tell(self, step: Step) -> None:
        """Do nothing: nobody listens."""


def test_a_late_player_may_do_what_its_stand_in_did() -> None:
    seats = tuple(SeatSetup(f"P{n}", "bot", OUTSIDE) for n in range(4))
    setup = TableSetup(find("sandbags"), {"undo": True}, seats, seed="late")
    rules = ruleset(with_options(setup.variant, setup.options))
    lines: list[JsonLine] = []
    outside = Late(setup_of("sandbags"))
    loop = GameLoop(
        setup, History(new_game(rules)), outside,
        lambda *kept: lines.extend(kept),
    )  # fmt: skip
    loop.deal()
    seat = on_turn(loop.course.state)
    assert seat is not None
    bid = loop.choose()
    loop.do(bid)
    assert lines[-1] == {**bid.line(), "stand_in": True}
    loop.do(TakeBack(seat))
    outside.answer = bid
    again = loop.choose()
    loop.do(again)
    assert again == bid
    assert lines[-1] == bid.line()

"""A record marks the actions that a stand-in took for an outside player, and no others."""

from __future__ import annotations

from spades_tui.game.events import SeatEvent, TakeBack
from spades_tui.game.history import History, Step
from spades_tui.game.machine import on_turn
from spades_tui.game.state import new_game
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.outside_player import OutsideSeats
from spades_tui.play.setup import OUTSIDE, SeatSetup, TableSetup
from spades_tui.record.writer import JsonLine
from spades_tui.rules.catalogue import find
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.table.playing import setup_of


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

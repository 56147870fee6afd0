"""The next steps at a table are data, so no screen is needed to test them."""

from types import SimpleNamespace
from typing import Any

from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.settings.settings import Settings
from spades_tui.tui.table.effects import Do, Happen, LowerCurtain, Pause, SayRefusal
from spades_tui.tui.table.next_steps import REFUSED, Curtains, NextSteps
from spades_tui.tui.table.table_host import LEAST_SHOWN, PACES, Pauses
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.scenes import at, mine, policy


def steps_of(table: Table, viewer: int | None) -> NextSteps:
    """Return the next steps at this table for the person at the keyboard."""
    app: Any = SimpleNamespace(settings=Settings(pace="brisk"))
    curtains = Curtains(table)
    curtains.viewer = viewer
    return NextSteps(app, table, Pauses(app, lambda: False), curtains)


def test_a_curtain_is_shown_before_another_persons_turn() -> None:
    table = at("sandbags", mine("play"), people=2)
    look = CardStyle(table.names, people=table.people)
    assert steps_of(table, 1).turn(0, True, look) == (LowerCurtain(0),)
    assert steps_of(table, 0).turn(0, True, look) == (Do.SHOW_HAND,)


def test_a_computer_player_acts_after_a_pause() -> None:
    table = at("sandbags", mine("play"))
    table.do(policy(table.observe(0)))
    turn, steps = table.next(), steps_of(table, 0)
    assert isinstance(turn, Turn) and not turn.human
    asked = Pause(PACES["brisk"].think, Do.ASK_COMPUTER)
    assert steps.turn(turn.seat, False, CardStyle(table.names, people=table.people)) == (Do.SHOW_HAND, asked)
    (done,) = steps.ask_computer()
    assert isinstance(done, Happen) and done.event.seat == turn.seat
    assert steps.happened(type(done.event), done.event.seat, table.do(done.event)) == (Do.STEP,)


def test_a_complete_trick_is_shown_before_it_is_gathered() -> None:
    table = at("sandbags", mine("play", played=3))
    steps, card = steps_of(table, 0), policy(table.observe(0))
    shown, pause = steps.happened(type(card), card.seat, table.do(card))
    assert shown == Do.SHOW_HAND
    assert pause == Pause(None, Do.GATHER_TRICK, LEAST_SHOWN)  # until a key: nobody may see it again (C-10)
    assert steps.finished_trick is not None and len(steps.finished_trick.trick) == 4


def test_a_refusal_is_shown_and_changes_nothing() -> None:
    table = at("sandbags", mine("play", played=2))
    refusal = next(iter(table.observe(0).why_not.values()))
    assert steps_of(table, 0).refused(refusal) == (Do.FILL_SCREEN, SayRefusal(refusal))
    later = steps_of(table, 1).refused(refusal)[-1]
    assert isinstance(later, Pause) and later.then == Do.STEP and later.seconds == REFUSED

"""Plain text has words for taking back a slip, and says if it isn't possible (3B-11)."""

import pytest

from spades_tui.game.events import Play, TakeBack
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.settings.dead_key_reasons import NO_TAKING_BACK
from spades_tui.settings.settings import Settings
from tests.plain.talking import Typist
from tests.table.playing import setup_of

pytestmark = pytest.mark.rule("3B-11")


def won_as_last() -> Table:
    """Return a table where the person has just won a trick as the last player and leads."""
    for seed in range(40):
        table = Table.create(setup_of("sandbags", "hbbb", f"plain {seed}", slip=True))
        table.deal(None)
        while len(table.observe(None).tricks) < 3 and isinstance(due := table.next(), Turn):
            table.do(table.observe(0).legal[-1] if due.human else table.choose())
            if table.observe(None).on_turn == 0 and not table.observe(None).trick and table.may_take_back(0):
                return table
    raise AssertionError("no such trick")


@pytest.mark.parametrize("word", ["u", "take back", "Back", "undo"])
def test_each_word_takes_a_slip_back(word: str) -> None:
    table = won_as_last()
    last = table.course.steps[-1].event
    assert isinstance(last, Play)
    typist = Typist((word, word))
    PlainTable(table, typist, Settings(only_card=False)).run()
    assert "You take back" in typist.text
    assert "There's nothing you can undo now." in typist.text
    assert TakeBack not in [type(step.event) for step in table.course.steps]
    assert last not in [step.event for step in table.course.steps]


def test_a_table_without_taking_back_says_so() -> None:
    table = Table.create(setup_of("sandbags", "hbbb", "plain"))
    typist = Typist(("", "u"))
    PlainTable(table, typist, Settings(only_card=False)).run()
    assert NO_TAKING_BACK.words in typist.text

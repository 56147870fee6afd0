"""The log of a hand names the cards that its reader has thrown back, and nobody else's."""

from pathlib import Path

import pytest

from spades_tui import cards
from spades_tui.game.events import Discard
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import find
from spades_tui.tui.table.table_words import public_log
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.scenes import NAMES, policy

KITTY = Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml"


@pytest.mark.rule("3B-6", "3B-7", "HR-9")
@pytest.mark.parametrize("game", ["3b-four", str(KITTY)])
def test_your_log_names_the_cards_you_throw_back_and_nobody_elses_log_does(game: str) -> None:
    variant = find(game)
    seats = tuple(SeatSetup(name, "human") for name in NAMES[: variant.seats])
    table = Table.create(TableSetup(variant, {}, seats, 0, "log"), None)
    look = CardStyle(table.names, people=table.people)
    table.deal(None)
    thrown: list[Discard] = []
    while not table.observe(None).trick:
        turn = table.next()
        assert isinstance(turn, Turn)
        event = policy(table.observe(turn.seat))
        table.do(event)
        if isinstance(event, Discard):
            thrown.append(event)
            for viewer in (*range(variant.seats), None):
                own = [one.card for one in thrown if one.seat == viewer]
                log = "\n".join(line for line in public_log(table.shown(viewer), look) if "back" in line)
                named = {card for card in range(54) if cards.in_sentence(card) in log}
                assert named == set(own)
                assert log.count(" a card back") == len(thrown) - len(own)
    assert thrown

"""Announcements in the log: one line with all sentences, and its first sentence for small terminals."""

import pytest

from spades_tui.game.events import Challenge
from spades_tui.game.history import Step
from spades_tui.record.event_words import log_entries
from tests.game.tables import Sitting

NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.mark.parametrize("accused", [0, 2])
def test_a_challenge_is_announced_with_its_first_sentence_apart(accused: int) -> None:
    game = Sitting("jokers", enforcement="challenge").deal("3H", "KQ5H", "4AH 4S 3C", "6H")
    game.bids(4, 4, 4, 4).play("KH 4S")  # seat 2 ruffs while it has hearts
    before = game.state
    game.do(Challenge(1, accused))
    entries = log_entries(Step(Challenge(1, accused), before, game.state, ()), NAMES, NAMES)
    (announced,) = [entry for entry in entries if entry.kind == "announce"]
    assert announced.first
    assert announced.text.startswith(f"{announced.first}. ")
    assert announced.seat == 1
    assert not any(entry.first for entry in entries if entry is not announced)

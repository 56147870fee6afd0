"""Announcements in the log: one line with all sentences, and its first sentence for small terminals."""

import pytest

from spades_tui.game.events import Challenge
from spades_tui.game.history import Step
from spades_tui.record.event_words import log_entries
from tests.game.test_challenges import renege

NAMES = ("Ann", "Bea", "Cy", "Dot")


@pytest.mark.parametrize("accused", [0, 2])
def test_a_challenge_is_announced_with_its_first_sentence_apart(accused: int) -> None:
    game = renege()
    before = game.state
    game.do(Challenge(1, accused))
    entries = log_entries(Step(Challenge(1, accused), before, game.state, ()), NAMES, NAMES)
    (announced,) = [entry for entry in entries if entry.kind == "announce"]
    assert announced.first
    assert announced.text.startswith(f"{announced.first}. ")
    assert announced.seat == 1
    assert not any(entry.first for entry in entries if entry is not announced)

"""A new deal forgets the hand before it, and a programme gives each hand its format."""

from __future__ import annotations

from typing import Any

import pytest

from spades_tui.game.events import Bid, Deal, Look, Redeal
from spades_tui.game.history import Step
from spades_tui.record.event_words import log_entries
from spades_tui.record.writer import finding_line
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import from_data
from tests.game.tables import Sitting


@pytest.mark.rule("JK-13")
def test_nothing_of_the_hand_is_seen_between_a_new_deal_and_the_next_cards() -> None:
    game = Sitting("jokers", new_deal=True).so_far(totals=(200, 0)).deal("", "3-9C 3-8D")
    game.do(Look(1), Redeal(1))
    assert game.state.hand is None
    for seat in (None, 0, 1, 2, 3):
        seen = game.sees(seat)
        assert not seen.own
        assert not any(seen.looked)
        assert all(bid is None for bid in seen.bids)
    game.deal("", "AKS")
    assert not any(game.sees(0).looked)
    game.do(Look(1), Bid(1, 4))
    assert game.sees(0).bids[1] is None or game.sees(0).bids[1] == 4


NAMES = ("Ann", "Bea", "Cy", "Dot")


def league() -> Sitting:
    """Return a game of three hands: normal, threes, and one without bags, which is also for tied hands."""
    data: dict[str, Any] = shipped()["sandbags"].to_json()
    data["slug"] = "home"
    data["endings"] = [{"kind": "hands", "rule": "LG-2", "hands": 3, "parts": "first"}]
    data["options"] = []
    data["programme"] = [
        {"format": "threes", "hands": [2], "bids": [{"kind": "number", "max": 3}]},
        {
            "format": "no bags", "hands": [3], "level": True,
            "scores": [
                {"kind": "bags", "on": False}, {"kind": "contract", "bags": False}, {"kind": "zero", "bags": False},
            ],
        },
    ]  # fmt: skip
    return Sitting(ruleset(from_data(data)))


@pytest.mark.rule("LG-1", "LG-2", "LG-3")
def test_each_hand_of_a_programme_uses_its_format() -> None:
    game = league()
    first = game.played((4, 3, 2, 3), (5, 3, 2, 3))
    assert (first.format, first.bags, first.totals) == (None, (1, 0), (61, 60))
    assert "format" not in finding_line(first)
    game.deal()
    assert game.state.rules.format == "threes"
    assert max(event.bid for event in game.sees(game.turn).legal if isinstance(event, Bid)) == 3
    second = game.bids(3, 3, 3, 3).took(3, 3, 3, 4).score()
    assert (second.format, second.bags) == ("threes", (1, 1))
    assert finding_line(second)["format"] == "threes"
    third = game.played((3, 3, 3, 3), (4, 3, 3, 3))
    assert (third.format, third.bags) == ("no bags", (1, 1))  # this hand counts no bags and keeps the earlier ones
    assert third.totals == (61 + 60 + 61, 60 + 61 + 60)
    assert game.over().reason == "hands"
    assert game.over().winners == (0,)


@pytest.mark.rule("LG-2")
def test_a_tied_lead_continues_with_the_format_for_ties() -> None:
    level = league()
    for _ in range(2):
        level.played((3, 3, 3, 3), (3, 3, 4, 3))
    level.so_far(totals=(100, 101))
    third = level.played((3, 3, 3, 3), (4, 3, 3, 3))
    assert third.totals == (161, 161)
    fourth = level.played((3, 3, 3, 3), (4, 3, 3, 3))
    assert (fourth.format, level.over().winners) == ("no bags", (0,))


@pytest.mark.rule("LG-1")
def test_the_deal_announces_the_format() -> None:
    game = league()
    game.played((3, 3, 3, 3), (3, 3, 4, 3))
    before, event = game.state, game.deal_event()
    game.do(event)
    assert isinstance(event, Deal)
    step = Step(event, before, game.state, ())
    said = [entry.text for entry in log_entries(step, NAMES, ("Ann & Cy", "Bea & Dot"))]
    assert "This hand is threes" in said

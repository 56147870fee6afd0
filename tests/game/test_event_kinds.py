"""Every kind of event is registered once, with its record form, question and reason."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from spades_tui.game import events
from spades_tui.game.phase import Phase
from spades_tui.game.record_form import keys_of
from spades_tui.presentation.decisions import ASKED
from spades_tui.record.line_forms import EVENTS, EventLine

ROOT = Path(__file__).resolve().parents[2]

FORGETFUL = """
from collections.abc import Iterable
from typing import Self

from spades_tui.game.events import Look, _all
from spades_tui.game.events.event import Outcome, TurnEvent
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState


class Wave(TurnEvent, frozen=True):
    phases = ()

    @classmethod
    def legal(cls, state: GameState, seat: int) -> Iterable[Self]:
        return []

    def refusal(self, state: GameState) -> Refusal | None:
        return None

    def apply(self, state: GameState) -> Outcome:
        return state, ()


_all(Look, Wave)
Wave(0)
"""
"""An event without the method for what other seats see."""


def test_kinds_of_events_keep_their_order() -> None:
    """Computer players break ties by this order, and outside players receive it."""
    order = [kind.__name__ for kind in events.TURN_EVENTS]
    assert order == [
        "Look", "Draw", "Discard", "Bid", "Redeal", "Stand", "Raise", "Promise", "Play", "Claim", "Pass", "Draft",
    ]  # fmt: skip
    aside = [kind.__name__ for kind in events.ASIDE_EVENTS]
    assert aside == ["Bid", "Dump", "Bone", "Challenge", "ZeroBuddy", "Books", "Chit", "TakeBack"]


def test_every_kind_of_event_is_registered_once() -> None:
    assert len(set(events.EVENT_KINDS)) == len(events.EVENT_KINDS)
    named = [getattr(events, name) for name in events.__all__ if isinstance(getattr(events, name), type)]
    bases = {
        events.Event, events.RecordedEvent, events.SeatEvent, events.TurnEvent, events.AsideEvent, events.EndDecision,
    }  # fmt: skip
    assert set(named) - bases == set(events.EVENT_KINDS)


@pytest.mark.parametrize("kind", events.RECORDED_EVENTS, ids=lambda kind: kind.__name__)
def test_a_record_form_names_every_field_of_its_event(kind: type[events.RecordedEvent]) -> None:
    assert [key.field for key in keys_of(kind)] == [*kind.__struct_fields__]
    assert issubclass(EVENTS[str(kind.__struct_config__.tag)], EventLine)


@pytest.mark.parametrize("kind", events.EVENT_KINDS, ids=lambda kind: kind.__name__)
def test_every_event_has_its_words_or_a_method_for_them(kind: type[events.Event]) -> None:
    seat = [("sentence", "verb"), ("undo_label", "undone")] if issubclass(kind, events.SeatEvent) else []
    turn = [("short_label", "label")] if issubclass(kind, events.TurnEvent) else []
    for method, word in [*seat, *turn]:
        own = next(base for base in kind.__mro__ if method in vars(base))
        assert hasattr(kind, word) or own not in (events.SeatEvent, events.TurnEvent), word


@pytest.mark.parametrize("kind", [kind for kind in events.ASIDE_EVENTS if kind.word], ids=lambda kind: kind.__name__)
def test_an_event_out_of_turn_says_why_its_key_does_nothing(kind: type[events.AsideEvent]) -> None:
    for reason in (kind.absent, kind.later):
        assert reason.sentence.endswith(".") and len(reason.sentence) + len(reason.rule) < 76  # one line of a screen
    assert kind.question or kind is events.Bid


def test_every_phase_with_a_decision_has_a_question() -> None:
    assert {*Phase} - set(ASKED) == {Phase.DEAL, Phase.OVER}


def test_every_kind_keeps_its_name_in_messages() -> None:
    """Guests with an earlier version wait for these names."""
    other = {events.TakeBack: "takeback", events.ZeroBuddy: "zerobuddy", events.Promise: "promise"}
    for kind in events.EVENT_KINDS:
        assert kind.event_name() == other.get(kind, kind.__struct_config__.tag)


@pytest.mark.slow
def test_mypy_refuses_an_event_that_does_not_say_what_others_see(tmp_path: Path) -> None:
    pytest.importorskip("mypy", reason="mypy comes with the extra 'check'")
    sample = tmp_path / "forgetful.py"
    sample.write_text(FORGETFUL, "utf-8")
    command = [sys.executable, "-m", "mypy", "--config-file", str(ROOT / "pyproject.toml"), str(sample)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=300, check=False)
    assert done.returncode == 1
    found = [line for line in done.stdout.splitlines() if "error" in line and "Found" not in line]
    assert len(found) == 2
    assert "type[Event]" in found[0]
    assert "[type-abstract]" in found[0]
    assert '"shown_to"' in found[1]

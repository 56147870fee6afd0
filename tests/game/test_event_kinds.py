"""Every kind of event is registered once, with its record form, question and reason."""

from pathlib import Path

import pytest

from spades_tui.game import events
from spades_tui.game.phase import Phase
from spades_tui.game.record_form import keys_of
from spades_tui.presentation.decisions import ASKED
from spades_tui.record.line_forms import EVENTS, EventLine

ROOT = Path(__file__).resolve().parents[2]


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


@pytest.mark.parametrize("method", ["shown_to", "refusal", "apply"])
def test_mypy_refuses_an_event_without_this_method(method: str) -> None:
    assert getattr(events.TurnEvent, method).__isabstractmethod__

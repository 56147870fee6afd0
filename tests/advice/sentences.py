"""Make the sentence for a card beside another one, in a setting."""

from __future__ import annotations

from msgspec.structs import replace

from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Aim, Reason
from spades_tui.cards import parse
from spades_tui.game.events import Play
from spades_tui.presentation.reason_words import reason_words
from spades_tui.seats import Observation
from tests.advice.contradictions import NAMES
from tests.bots.plan_settings import Setting
from tests.bots.tables import at_play, rules_of, seen_by

DUCK: Setting = (
    {
        0: "AH 4H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D 4D",
        1: "TH 5H KD 5D 6D 7D 8D 9D TD JD QD JC TC",
        2: "9H QH 3H JH QC KC AC 2S 3S 4S 5S 6S 7S",
        3: "2H 6H 7H 8H KH AD 8S 9S TS JS QS KS AS",
    },
    [3, 3, 3, 3],
    "AH",
)
"""Seat 1 can't beat the ace of hearts with its ten or its five; cards between them are out."""


def setting_seen(slug: str, setting: Setting) -> Observation:
    """Return what the seat on turn sees in a setting."""
    known, bids, plays = setting
    return seen_by(at_play(rules_of(slug), known, bids, plays))


def with_tricks(seen: Observation, need: int) -> Observation:
    """Return the same view where the seat's side still needs this number of tricks."""
    assert seen.seat is not None
    side = seen.rules.side_of[seen.seat]
    tricks = list(seen.side_tricks)
    tricks[side] = (seen.contracts[side] or 0) - need
    return replace(seen, side_tricks=tuple(tricks))


def said(seen: Observation, card: str, other: str, better: float = 1.0, aim: Aim = Aim.MAKE) -> str:
    """Return the sentence for one card beside another one."""
    seat = seen.seat or 0
    play, against = Play(seat, parse(card)), Play(seat, parse(other))
    reason = Reason(aim, play, 0.5, against, 0.4, better, 0, plan=plan_of(Position(seen), play))
    return reason_words(reason, seen, NAMES).lower()

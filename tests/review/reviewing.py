"""Games of computer players with a person in the first seat, for reviews, and weights with known mistakes."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.analysis.reviewed_record import Record, collect, collect_journal
from spades_tui.analysis.simulate import play_game
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.events import SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.review import review_screen
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, playing_on
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.advice.fakes import weigh_by_rules

CLUB = LEVELS[1]


def simulated(slug: str = "sandbags", **options: object) -> list[dict[str, Any]]:
    """Return a game of club players with the first marked as a person."""
    variant = shipped()[slug]
    names = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")[: variant.seats]
    seats = tuple(SeatSetup(name, "bot", CLUB) for name in names)
    text = play_game(TableSetup(variant, options, seats, seed="review")).text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    return lines


class ReviewApp(SpadesApp):
    """The program at the review of a game, or at one decision in it; leaving it leads home."""

    def __init__(self, path: Path, at: int | None = None, **settings: Any) -> None:
        super().__init__(settings=Settings(**settings))
        self.opens_first = lambda: self.open_review(path, at)

    def open_review(self, path: Path, at: int | None = None) -> None:
        """Open the review, as home and the scorebook do."""
        self.push_screen(review_screen.ReviewScreen(path, at))


class HandsApp(SpadesApp):
    """The program at a moment of a finished game with all hands open, as the scorebook opens it."""

    def __init__(self, path: Path, hand: int, moment: int) -> None:
        super().__init__(settings=Settings(pace="instant"))
        game = collect_journal(path).open_game
        look = CardStyle.liked(self.settings, game.names, game.people, game.rules)
        play_on = playing_on(self, path, game.names, over=(game, look))
        screen = OpenHandsScreen(game, look, hand=hand, place=moment, play_on=play_on)
        self.opens_first = lambda: self.push_screen(screen)


def let_expert_be(level: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a quicker player play a person's cards again."""
    monkeypatch.setattr(review_screen, "EXPERT", level)


def record_of(lines: list[dict[str, Any]]) -> Record:
    [record] = collect(io.BytesIO(record_text(lines).encode()))
    return record


def weigh(
    level: str,
    seen: Observation,
    stream: Stream,
    further: bool = False,
    thorough: bool = False,
    also: SeatEvent | None = None,
    among: tuple[SeatEvent, ...] = (),
) -> tuple[ValuedChoice, ...]:
    """Return the rule player's weights; in every third trick another card is 10 points better."""
    weighed = weigh_by_rules(level, seen, stream)
    if len(weighed) > 1 and seen.phase == Phase.PLAY and not len(seen.tricks) % 3:
        better = replace(weighed[-1], value=weighed[0].value + 10.0)
        weighed = (better, *weighed[:-1])
    return tuple(row for row in weighed if not among or row.event in among)

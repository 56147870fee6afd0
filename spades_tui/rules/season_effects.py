"""What customs add to the season of a table. Each function asks every custom in turn."""

from collections.abc import Mapping, Sequence
from typing import Any

from spades_tui.rules.custom_component import CustomComponent
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.customs import REGISTRY, of_all
from spades_tui.rules.season_custom import SeasonColumn, SeasonCount, SeasonCustom, SeasonNews
from spades_tui.rules.season_facts import (
    NotedChange,
    SeasonFacts,
    SeasonGame,
    SeasonNote,
    SeasonSeats,
)
from spades_tui.rules.season_kinds import Kind

GAME_KEYS: dict[str, CustomKey] = of_all("season_game_keys")
"""The keys that customs add to a game of the season, in order."""
COUNTS: dict[str, SeasonCount] = of_all("season_kinds")
"""Their counts that people can correct by hand, by the kind of their entries."""
CORRECTABLE = tuple(map(Kind, COUNTS))
"""The kinds of these counts."""
FIGURES: dict[str, str] = of_all("season_figures")
"""Their rows on a person's page, by the field of the person's statistics."""
_ALL_COLUMNS: list[SeasonColumn] = []
for _custom in REGISTRY:
    _ALL_COLUMNS += _custom.season_columns
COLUMNS = tuple(sorted(_ALL_COLUMNS))
"""Their columns of the scoreboard, from the left."""
SUMS: dict[Kind, str] = of_all("season_sums")
"""Their counts over a year, each with its field of a line of the scoreboard."""
BALANCES: dict[Kind, str] = of_all("season_balances")
"""Their counts since the beginning, each with its field of a line of the scoreboard."""
HELD = tuple(kind for custom in REGISTRY for kind in custom.season_held)
"""Their counts that never fall below zero."""
ON_LINE = tuple(custom.season_line for custom in REGISTRY if custom.season_line is not None)
"""Their counts whose entries write digits on a line."""
STRUCK = tuple(custom.season_struck for custom in REGISTRY if custom.season_struck is not None)
"""The kinds of entries that erase a digit of one's choice."""
AGREEMENTS: dict[str, str] = of_all("season_agreements")
"""What a table agrees on, each with the default."""
NOTES: dict[str, SeasonNote] = of_all("season_notes")
"""The notes about their season, by event."""
VERDICTS = tuple(event for event, note in NOTES.items() if note.about == "game")
"""Those about a judged card of a game; a later one about the same card replaces the earlier."""


def _with_hook(hook: str) -> tuple[type[CustomComponent], ...]:
    """Return the customs that override a hook, because a season asks them at every game."""
    default = getattr(SeasonCustom, hook).__func__
    return tuple(custom for custom in REGISTRY if getattr(custom, hook).__func__ is not default)


_BEFORE_WINS = _with_hook("season_before_wins")
_OUTSIDE = _with_hook("season_outside")
_AFTER_WINS = _with_hook("season_after_wins")
_NOTES_OF = {event: custom for custom in REGISTRY for event in custom.season_notes}


def game_values(result: Any, persons: Sequence[str]) -> dict[str, Any]:
    """Return the values of `GAME_KEYS`; `result`: a `GameResult`; `persons`: by seat."""
    values: dict[str, Any] = {}
    for custom in REGISTRY:
        values |= custom.season_game(result, persons)
    return values


def before_wins(season: SeasonFacts, game: SeasonGame) -> None:
    """Add what a game changes, before wins are counted."""
    for custom in _BEFORE_WINS:
        custom.season_before_wins(season, game)


def outside(season: SeasonFacts, game: SeasonGame, person: str) -> None:
    """Add what an outside star brings to a person."""
    for custom in _OUTSIDE:
        custom.season_outside(season, game, person)


def after_wins(season: SeasonFacts, game: SeasonGame) -> None:
    """Add what a game changes, after wins have been counted."""
    for custom in _AFTER_WINS:
        custom.season_after_wins(season, game)


def change_of(note: Mapping[str, Any]) -> NotedChange | None:
    """Return what a note changes; None for nothing."""
    return _NOTES_OF[note["event"]].season_change(note)


def seats_of(kind: Kind, less: bool, result: Any) -> SeasonSeats | None:
    """Return the seats of a game that an entry is about; None if it's about persons only.

    `less`: whether the entry takes something away; `result`: a `GameResult`.
    """
    for custom in REGISTRY:
        seats = custom.season_seats(kind, less, result)
        if seats is not None:
            return seats
    return None


def decider(result: Any) -> tuple[int, Kind] | None:
    """Return the seat that must decide about the end of a game with one of these, or None."""
    for custom in REGISTRY:
        found = custom.season_decider(result)
        if found is not None:
            return found
    return None


def verdict(mark: str, votes: Mapping[str, bool], guilty: bool) -> tuple[str, Mapping[str, Any]]:
    """Return the event and the keys of the note about a judged card, without its game."""
    for custom in REGISTRY:
        note = custom.season_verdict(mark, votes, guilty)
        if note is not None:
            return note
    raise ValueError("no custom judges cards")


def sentence(news: SeasonNews) -> str:
    """Return the sentence for an entry of the season; empty if it needs none."""
    for custom in REGISTRY:
        words = custom.season_sentence(news)
        if words is not None:
            return words
    return ""

"""The scorebook's notes: facts that aren't in any record.

They cover the people of tables, renamed persons, paid debts, verdicts on cards, corrections, days above `expert`, and
abandoned or deleted games. The scorebook follows from notes and records.
In exports and in the files of earlier releases, games are notes too.
"""

import json
import secrets
from collections.abc import Iterable
from typing import Annotated, Any

from msgspec import Meta

from spades_tui.record.json_form import fits
from spades_tui.rules import season_effects
from spades_tui.rules.record_types import NotedNumber, Words
from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import GameResult, day_of, moment_of, result_from
from spades_tui.scorebook.season import CORRECTABLE, Agreements
from spades_tui.system.output import is_unicode

FORMAT = "spades-book/1"
"""The form of notes in exports, and in the notes file of earlier releases."""

Note = dict[str, Any]


_Measure = Annotated[float, Meta(gt=-(10**6), lt=10**6)]
_People = dict[Annotated[str, Meta(pattern=r"^\d+\Z")], Words]
"""Persons by seat."""
_What = Annotated[str, Meta(pattern=rf"^({'|'.join(CORRECTABLE)})\Z")]

_FORMS: dict[str, dict[str, Any]] = {
    "table": {"table": Words, "name?": Words, "people?": Annotated[list[Words], Meta(max_length=1000)],
              "settings?": Agreements},
    "person": {"person": Words, "name": Words},
    "merge": {"person": Words, "into": Words},
    "assign": {"game": Words, "table": Words, "people?": _People},
    **{event: dict(note.keys) for event, note in season_effects.NOTES.items()},
    "correction": {"table": Words, "person": Words, "what": _What, "amount": NotedNumber, "why?": Words},
    "review": {"game": Words, "seat": NotedNumber, "luck": _Measure, "play": _Measure},
    "above_expert": {"person": Words, "day": Words, "points": NotedNumber, "expert": NotedNumber},
    "given_up": {"file": Words},
    "taken_up": {"file": Words},
    "deleted": {"game": Words},
    "restored": {"game": Words},
    "game": {"game": GameResult},
}  # fmt: skip
"""The type of each event's keys; a key that ends in ``?`` is optional."""

ABOUT = {
    **{event: note.about for event, note in season_effects.NOTES.items()},
    "correction": "table", "review": "game", "above_expert": "person", "given_up": "file", "taken_up": "file",
}  # fmt: skip
"""The key that says what a note is about."""

TABLE_EVENTS = tuple(event for event, key in ABOUT.items() if key == "table")
"""Events that change the season of the table that they're about."""

STRUCTURE = ("table", "person", "merge", "assign", "deleted", "restored")
"""Events that decide who played and at which table, so that everything must be computed again."""


def sql_list(names: Iterable[str]) -> str:
    """Return names of events or kinds as a list for a query: ``('carried', 'deck_paid')``."""
    return f"({', '.join(repr(str(name)) for name in names)})"


def check(note: object) -> Note:
    """Check a note, and return it. Raises BookError for an invalid one."""
    if not isinstance(note, dict):
        raise BookError("a note of the scorebook is a JSON object")
    event = note.get("event")
    form = _FORMS.get(event) if isinstance(event, str) else None
    if form is None:
        raise BookError(f"unknown event {str(event)[:40]!r}")
    if not fits(Words, note.get("id")) or not isinstance(note.get("at"), str):
        raise BookError(f"{event}: the keys 'id' and 'at' are missing")
    try:
        moment_of(note["at"]), day_of(note["at"])
    except ValueError:
        raise BookError(f"{event}: at: {note['at'][:40]!r} is not a time") from None
    known = {key.removesuffix("?"): kind for key, kind in form.items()}
    for key in note:
        if key not in known and key not in ("event", "id", "at"):
            raise BookError(f"{event}: unknown key {key[:40]!r}")
    for key, kind in known.items():
        if key not in note:
            if key in form:
                raise BookError(f"{event}: the key {key!r} is missing")
        elif kind is GameResult:
            result_from(note[key])
        elif not fits(kind, note[key]) or not is_unicode(json.dumps(note[key], ensure_ascii=False)):
            raise BookError(f"{event}: {key}: {str(note[key])[:60]!r} is not valid here")
    return note


def new_note(event: str, at: str, **keys: object) -> Note:
    """Return a note with a new id. Raises BookError for invalid values."""
    note: Note = {"event": event, "id": secrets.token_hex(8), "at": at}
    note.update({key: value for key, value in keys.items() if value is not None})
    return check(note)

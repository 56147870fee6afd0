"""The scorebook's notes: facts that aren't in any record, one JSON object per line. `notes_file` writes them.

They cover the people of tables, renamed persons, carried trays, paid decks, hearings, corrections, days above
`expert`, and abandoned or deleted games. The scorebook follows from notes and records, so `scorebook rebuild` needs
nothing else.
"""

import secrets
from collections.abc import Callable
from typing import Any

from spades_tui.scorebook import BookError
from spades_tui.scorebook.game_result import day_of, moment_of, result_from
from spades_tui.scorebook.season import CORRECTABLE
from spades_tui.system.output import is_unicode

FORMAT = "spades-book/1"

Note = dict[str, Any]


def _text(value: object) -> bool:
    return isinstance(value, str) and 0 < len(value) <= 400 and is_unicode(value)


def _texts(value: object) -> bool:
    return isinstance(value, list) and len(value) <= 1000 and all(_text(entry) for entry in value)


def _number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and abs(value) < 10**6


def _measure(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and abs(value) < 10**6


def _settings(value: object) -> bool:
    if not isinstance(value, dict) or not set(value) <= {"session", "forfeit", "deck"}:
        return False
    return value.get("session", "day") in ("day", "week") and all(_text(entry) for entry in value.values())


def _people(value: object) -> bool:
    return isinstance(value, dict) and all(key.isdigit() and _text(entry) for key, entry in value.items())


def _votes(value: object) -> bool:
    return isinstance(value, dict) and all(_text(key) and isinstance(vote, bool) for key, vote in value.items())


def _game(value: object) -> bool:
    """Return True for a game. Raises BookError for anything else, with the problem."""
    result_from(value)
    return True


def _what(value: object) -> bool:
    return value in CORRECTABLE


_FORMS: dict[str, dict[str, Callable[[object], bool]]] = {
    "table": {"table": _text, "name?": _text, "people?": _texts, "settings?": _settings},
    "person": {"person": _text, "name": _text},
    "merge": {"person": _text, "into": _text},
    "assign": {"game": _text, "table": _text, "people?": _people},
    "carried": {"table": _text, "person": _text},
    "struck": {"table": _text, "person": _text, "game": _text, "place": _number},
    "deck_paid": {"table": _text, "person": _text, "decks": _number},
    "hearing": {"game": _text, "mark": _text, "votes": _votes, "zero_buddy": lambda value: value in (True, False)},
    "correction": {"table": _text, "person": _text, "what": _what, "amount": _number, "why?": _text},
    "review": {"game": _text, "seat": _number, "luck": _measure, "play": _measure},
    "above_expert": {"person": _text, "day": _text, "points": _number, "expert": _number},
    "given_up": {"file": _text},
    "taken_up": {"file": _text},
    "deleted": {"game": _text},
    "restored": {"game": _text},
    "game": {"game": _game},
}
"""The keys of each event; one that ends in ``?`` is optional."""

ABOUT = {
    "carried": "table", "struck": "table", "deck_paid": "table", "correction": "table", "hearing": "game",
    "review": "game", "above_expert": "person", "given_up": "file", "taken_up": "file",
}  # fmt: skip
"""The key that says what a note is about."""

STRUCTURE = ("table", "person", "merge", "assign", "deleted", "restored", "game")
"""Events that decide who played and at which table, so that everything must be computed again."""


def check(note: object) -> Note:
    """Check a line of the notes, and return it. Raises BookError for an invalid one."""
    if not isinstance(note, dict):
        raise BookError("a note of the scorebook is a JSON object")
    event = note.get("event")
    form = _FORMS.get(event) if isinstance(event, str) else None
    if form is None:
        raise BookError(f"unknown event {str(event)[:40]!r}")
    if not _text(note.get("id")) or not isinstance(note.get("at"), str):
        raise BookError(f"{event}: the keys 'id' and 'at' are missing")
    try:
        moment_of(note["at"]), day_of(note["at"])
    except ValueError:
        raise BookError(f"{event}: at: {note['at'][:40]!r} is not a time") from None
    known = {key.removesuffix("?"): test for key, test in form.items()}
    for key in note:
        if key not in known and key not in ("event", "id", "at"):
            raise BookError(f"{event}: unknown key {key[:40]!r}")
    for key, test in form.items():
        name = key.removesuffix("?")
        if name not in note:
            if key.endswith("?"):
                continue
            raise BookError(f"{event}: the key {name!r} is missing")
        if not test(note[name]):
            raise BookError(f"{event}: {name}: {str(note[name])[:60]!r} is not valid here")
    return note


def new_note(event: str, at: str, **keys: object) -> Note:
    """Return a note with a new id. Raises BookError for invalid values."""
    note: Note = {"event": event, "id": secrets.token_hex(8), "at": at}
    note.update({key: value for key, value in keys.items() if value is not None})
    return check(note)

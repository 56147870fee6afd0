"""Abandoned games, read straight from the file of notes, so that the home screen can quickly leave them out."""

import json
from pathlib import Path

from spades_tui.record.journal_lines import whole_lines
from spades_tui.system.folders import data_folder, open_plain

FILE = "book.spades-book.jsonl"
"""The name of the file of the scorebook's notes."""


def given_up(folder: Path | None = None) -> frozenset[str]:
    """Return the names of abandoned journals that weren't reopened. Never raises: an unreadable note is ignored."""
    try:
        with open_plain((folder or data_folder()) / FILE) as stream:
            raw = whole_lines(stream.read())
    except OSError:
        return frozenset()
    found: set[str] = set()
    if b"given_up" not in raw:
        return frozenset()
    for line in raw.splitlines():
        if b"given_up" in line or b"taken_up" in line:
            _take(line, found)
    return frozenset(found)


def _take(line: bytes, found: set[str]) -> None:
    try:
        note = json.loads(line)
        event, file = note["event"], str(note["file"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return
    if event == "given_up":
        found.add(file)
    elif event == "taken_up":
        found.discard(file)

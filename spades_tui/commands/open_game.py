"""Open the game as screens, and decide whether it opens in plain text instead."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.settings.settings_file import load_settings
from spades_tui.system.collecting import wait_for_start

if TYPE_CHECKING:
    from datetime import date

    from spades_tui.play.match import Match
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup


def opens_plain(wanted: bool) -> bool:
    """Return whether to open plain text: asked for, set in the settings, or all that the terminal can show."""
    if wanted or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return True
    return load_settings().plain


def _invites(setup: TableSetup, own: int) -> object:
    """Return the screen that invites friends, or why it can't be shown."""
    return import_module("spades_tui.commands.host").invite_screen(setup, own)


def open_screens(
    setup: TableSetup | None = None,
    resume: Suspended | None = None,
    pace: str | None = None,
    lesson: str | None = None,
    day: date | None = None,
    match: Match | None = None,
) -> int:
    """Open the screens: at home, at a table, in a lesson, at the deal of a day or in a match.

    Raises RecordError for a game that can't be resumed.
    """
    wait_for_start()
    from spades_tui.tui.app import run

    settings = None
    if pace is not None:
        settings = replace(load_settings(), pace=pace)  # argparse has checked the word
    return run(setup, resume, settings, lesson, day, match, invites=_invites)

"""Open the game as screens, and decide whether it opens in plain text instead."""

from __future__ import annotations

import os
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.settings.settings_file import load_settings
from spades_tui.system.collecting import wait_for_start
from spades_tui.system.output import complain

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


def open_screens(
    setup: TableSetup | None = None, resume: Suspended | None = None, pace: str | None = None,
    lesson: str | None = None, day: date | None = None, match: Match | None = None,
) -> int:  # fmt: skip
    """Open the screens: at home, at a table, in a lesson, at the deal of a day or in a match. Return the exit status.

    `lesson`: the one to begin at once; "" for the list of lessons. Raises RecordError for a broken journal.
    """
    wait_for_start()
    from spades_tui.tui.app import SpadesApp, run

    settings = replace(load_settings(), pace=pace) if pace is not None else None  # argparse has checked the word
    app = SpadesApp(settings=settings, thinks=True)
    app.invites = lambda setup, own: import_module("spades_tui.commands.host").invite_screen(setup, own)
    if lesson is not None:
        learn_screen = import_module("spades_tui.tui.lessons.lesson_list").LearnScreen
        app.opens_first = lambda: app.push_screen(learn_screen(lesson))
    elif day is not None:
        app.opens_first = partial(import_module("spades_tui.tui.setup.daily_screen").show_day, app, day)
    elif match is not None:
        match_screen = import_module("spades_tui.tui.setup.match_screen")
        app.opens_first = lambda: app.push_screen(match_screen.MatchScreen(match))
    elif setup is not None or resume is not None:
        from spades_tui.play.table import Table

        try:
            app.opens_first = partial(app.sit_down, Table.open(setup, resume))
        except OSError as error:
            from spades_tui.play.saved_games import not_opened

            complain(f"spades-tui: {not_opened(error)}")
            return 1
    return run(app)

"""Open the game as screens, and decide whether it opens in plain text instead."""

from __future__ import annotations

import gc
import os
import sys
from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.settings.settings_file import load_settings

if TYPE_CHECKING:
    from collections.abc import Callable

    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup
    from spades_tui.tui.app import SpadesApp


HOST = "spades_tui.commands.host"
"""The module that opens tables with friends; it imports too much for the first frame."""


def opens_plain(wanted: bool) -> bool:
    """Return whether to open plain text.

    Asked for, set in the settings, or all that the terminal can show.
    """
    if (
        wanted
        or not (sys.stdin.isatty() and sys.stdout.isatty())
        or os.environ.get("TERM") == "dumb"
    ):
        return True
    return load_settings().plain


def open_screens(
    first: Callable[[SpadesApp], object] | None = None, pace: str | None = None
) -> int:
    """Open the screens at home, or what `first` opens. Return the exit status."""
    gc.disable()  # the app enables it after its first frame, which comes a twentieth sooner
    from spades_tui.tui.app import SpadesApp, run

    # argparse has checked the word
    settings = replace(load_settings(), pace=pace) if pace is not None else None
    app = SpadesApp(settings=settings, thinks=True)
    app.why_no_invites = lambda: import_module(HOST).why_no_invites()
    app.invites = lambda setup, own: import_module(HOST).invite_screen(setup, own)
    app.invites_again = lambda path: import_module(HOST).invite_again_screen(path)
    app.joins = lambda: import_module(HOST).join_screen()
    app.opens_first = partial(first, app) if first is not None else None
    return run(app)


def open_table(setup: TableSetup | None, resume: Suspended | None, pace: str | None) -> int:
    """Open the screens at a table, new or resumed.

    Return the exit status. Raises RecordError, InputError.
    """
    gc.disable()
    from spades_tui.play.table import Table

    table = Table.open(setup, resume)
    return open_screens(lambda app: app.sit_down(table), pace)

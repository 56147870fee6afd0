"""Run the program on the terminal, and print afterwards what went wrong."""

from functools import partial
from importlib import import_module
from typing import TYPE_CHECKING

from spades_tui.system.faults import report_fault
from spades_tui.system.output import complain
from spades_tui.tui.app import SpadesApp

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from spades_tui.play.match import Match
    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup
    from spades_tui.settings.settings import Settings


def run(
    setup: "TableSetup | None" = None,
    resume: "Suspended | None" = None,
    settings: "Settings | None" = None,
    lesson: str | None = None,
    day: "date | None" = None,
    match: "Match | None" = None,
    invites: "Callable[[TableSetup, int], object] | None" = None,
) -> int:
    """Run the program and return its exit status. Open a given table before the first screen.

    `lesson`: the one to begin at once; "" for the list of lessons. `day`: the day whose deal is shown. `match`: the one
    to show. `invites`: as in `SpadesApp`.

    Raises RecordError if its journal is broken.
    """
    app = SpadesApp(settings=settings, thinks=True)
    if invites is not None:
        app.invites = invites
    if lesson is not None:
        app.opens_first = partial(_open_lessons, app, lesson)
    elif day is not None:
        app.opens_first = partial(app.open_daily, day)
    elif match is not None:
        match_screen = import_module("spades_tui.tui.setup.match_screen")
        app.opens_first = lambda: app.push_screen(match_screen.MatchScreen(match))
    try:
        try:
            if setup is not None or resume is not None:
                from spades_tui.play.table import Table

                app.opened = Table.open(setup, resume)
        except OSError as error:
            from spades_tui.play.saved_games import not_opened

            complain(f"spades-tui: {not_opened(error)}")
            return 1
        result = app.run()
    finally:
        app.apart.end()
    trouble = app.trouble
    if trouble:
        complain(f"spades-tui: {trouble}")
    if app.fault is not None:
        return report_fault(app.fault, None if trouble else app.fault_game)
    status = result if isinstance(result, int) else app.return_code or 0
    return status or int(bool(trouble))


def _open_lessons(app: SpadesApp, lesson: str) -> None:
    from spades_tui.tui.lessons.lesson_list import LearnScreen

    app.push_screen(LearnScreen(lesson))

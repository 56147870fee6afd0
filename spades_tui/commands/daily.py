"""`spades-tui daily`: the page of the deal of the day, or what `daily_text` prints.

The page needs no claims, reviews or scorebook before its first frame, so `daily_text` is imported
only for text.
"""

import argparse
from importlib import import_module

from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.language.unusable import UnusableError
from spades_tui.play.daily import day_named, utc_today
from spades_tui.system.exit_status import UsageError, stoppable


def run(arguments: argparse.Namespace) -> int:
    """Play or show the deal of the day, or check claims. Raises UsageError, InputError."""
    today, what = utc_today(), arguments.what
    if what != "check":
        date = today.isoformat() if arguments.date is None else arguments.date
        try:
            day = day_named(date, today)
        except UnusableError as error:
            raise UsageError(str(error), "spades-tui daily") from None
        if what is None and not opens_plain(arguments.plain or arguments.all_plain):
            return open_screens(
                lambda app: import_module("spades_tui.tui.setup.daily_screen").show_day(app, day)
            )
    from spades_tui.commands import daily_text

    match what:
        case "check":
            with stoppable("stopped; no table is printed"):
                return daily_text.check(arguments.claims, today)
        case "line":
            return daily_text.print_line(day, today, arguments.ascii)
        case "share":
            return daily_text.print_claim(day, today)
        case _:
            return daily_text.play_plain(day, today)

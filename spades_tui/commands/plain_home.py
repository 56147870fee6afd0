"""Run the home menu in plain text."""

import sys
from contextlib import suppress

from spades_tui.commands import play
from spades_tui.commands.arguments import parser
from spades_tui.commands.daily_text import play_plain
from spades_tui.commands.from_arguments import setup_given
from spades_tui.language.unusable import UnusableError
from spades_tui.plain.console import Console
from spades_tui.plain.match_run import play_match
from spades_tui.plain.menus import DAILY, MATCH, Home
from spades_tui.play.daily import checked_day, utc_today
from spades_tui.play.match import read_match
from spades_tui.play.saved_games import remember_setup
from spades_tui.system.exit_status import DONE, InputError, UsageError


def run() -> int:
    """Ask for a table or a lesson until the user quits.

    Return 1 if a game couldn't be saved in full.
    """
    home, status = Home(Console(sys.stdin, sys.stdout)), DONE
    said: set[str] = set()
    while True:
        wanted = home.choose()
        if wanted is None:
            return status
        try:
            if wanted is DAILY:
                today = utc_today()
                try:
                    day = checked_day(today, today)
                except UnusableError as error:
                    home.sorry(f"check your clock: {error}")
                    continue
                status = max(status, play_plain(day, today))
                continue
            if wanted is MATCH:
                match = read_match()
                status = max(status, play_match(match)) if match is not None else status
                continue
            if isinstance(wanted, list):
                arguments = parser().parse_args(["play", "--plain", *wanted])
                if arguments.resume is not None or arguments.game:
                    status = max(status, play.run(arguments, said))
                    continue
                wanted = setup_given(arguments)
            with suppress(OSError):
                remember_setup(wanted)
            status = max(status, play.open_plain(wanted, None, said=said))
        except UsageError as error:
            home.sorry(error.text)
        except UnusableError as error:
            home.sorry(str(error))
        except InputError as error:
            home.sorry(*error.lines)

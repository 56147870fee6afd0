"""`spades-tui serve`: play in a browser on this machine, or with friends at their own browsers."""

import argparse
import asyncio
from functools import partial
from importlib.util import find_spec

from spades_tui.commands.arguments import USUAL_PAUSE
from spades_tui.commands.host import HAS_TERMINALS, NO_TERMINALS, guest_table_given, run_table, say
from spades_tui.system.exit_status import DONE, UsageError, file_error
from spades_tui.system.installing import missing
from spades_tui.system.output import write_text

HAS_WEB = find_spec("textual_serve") is not None and find_spec("aiohttp") is not None

if HAS_WEB:
    from spades_tui.web.server import Server, serve
if HAS_WEB and HAS_TERMINALS:
    from spades_tui.hosting.open_host import invited_host
    from spades_tui.web.invited_table import host_in_browsers

COMMAND = "spades-tui serve"


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal ends it.

    Raises UsageError if the extra is missing or the port can't be used, InputError.
    """
    if not HAS_WEB:
        raise UsageError(missing("textual-serve", "web", "serve"), COMMAND)
    if arguments.invite:
        if not HAS_TERMINALS:
            raise UsageError(NO_TERMINALS, COMMAND)
        setup, _, resume = guest_table_given(arguments, COMMAND)
        invited = partial(invited_host, setup, None, resume, arguments.pause, arguments.watchers)
        table = host_in_browsers(invited, arguments.listen, arguments.port, say)
        return run_table(table, arguments, COMMAND)
    asked = (arguments.variant, arguments.seats, arguments.resume)
    given = (arguments.listen, arguments.watchers, arguments.pause)
    changed = given != ("localhost", 0, USUAL_PAUSE)
    if any(value is not None for value in asked) or arguments.option or changed:
        words = "a table for friends needs --invite; add it, or leave its options out"
        raise UsageError(words, COMMAND)
    server = Server(arguments.port)

    def opened() -> None:
        write_text(
            f"Open Spades in a browser on this machine:\n\n  {server.address}\n\n"
            "Keep this address to yourself: "
            "anyone who has it can see your cards and play as you.\n"
            "Each tab is a separate table. Closing a tab saves its game. "
            "Press Ctrl+C to stop serving.\n"
        )

    try:
        asyncio.run(serve(server, opened))
    except OSError as error:
        raise file_error(f"--port {arguments.port}", error) from None
    return DONE

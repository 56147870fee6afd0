"""`spades-tui serve`: the program in a browser, for the person at this machine."""

from __future__ import annotations

import argparse

from spades_tui.system.exit_status import DONE, UsageError, unusable
from spades_tui.system.output import write_text

WANTED = "spades-tui serve: textual-serve is missing; the extra `web` has it: pip install '.[web]' in a checkout"


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal comes. Raises UsageError if the extra is missing, or the port cannot be had."""
    import asyncio

    try:
        from spades_tui.web.server import Server, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("spades_tui"):
            raise
        raise UsageError(WANTED) from None
    server = Server(arguments.port)

    def opened() -> None:
        write_text(
            f"Spades is open for a browser at this machine:\n\n  {server.address}\n\n"
            "Whoever has this address plays as you, and sees what you see: give it to nobody.\n"
            "Each tab is a table of its own, and ends when it is closed; its game is kept. Ctrl+C ends all of it.\n"
        )

    try:
        asyncio.run(serve(server, opened))
    except OSError as error:
        raise unusable(f"--port {arguments.port}", error) from None
    return DONE

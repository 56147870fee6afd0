"""`spades-tui serve`: play in a browser on this machine."""

from __future__ import annotations

import argparse

from spades_tui.system.exit_status import DONE, UsageError, unusable
from spades_tui.system.output import write_text

MISSING = "textual-serve is missing; install the extra `web`: pip install '.[web]' in a checkout"


def run(arguments: argparse.Namespace) -> int:
    """Serve until a signal ends it. Raises UsageError if the extra is missing or the port can't be used."""
    import asyncio

    try:
        from spades_tui.web.server import Server, serve
    except ModuleNotFoundError as error:
        if (error.name or "").startswith("spades_tui"):
            raise
        raise UsageError(MISSING, "spades-tui serve") from None
    server = Server(arguments.port)

    def opened() -> None:
        write_text(
            f"Open Spades in a browser on this machine:\n\n  {server.address}\n\n"
            "Keep this address to yourself: anyone who has it can see your cards and play as you.\n"
            "Each tab is a separate table. Closing a tab saves its game. Press Ctrl+C to stop serving.\n"
        )

    try:
        asyncio.run(serve(server, opened))
    except OSError as error:
        raise unusable(f"--port {arguments.port}", error) from None
    return DONE

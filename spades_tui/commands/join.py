"""`spades-tui join`: sit down at a friend's table, with the program running here."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from spades_tui.commands.arguments import port
from spades_tui.commands.host import MISSING
from spades_tui.system.exit_status import InputError, UsageError, unusable

if find_spec("asyncssh") is not None:
    from spades_tui.hosting.join import JoinError, join

COMMAND = "spades-tui join"


def run(arguments: argparse.Namespace) -> int:
    """Play as a guest. Raises UsageError for a table that can't be reached, InputError for a wrong code."""
    if find_spec("asyncssh") is None:
        raise UsageError(MISSING, COMMAND)
    address, colon, number = arguments.address.rpartition(":")
    try:
        at = port(number)
    except argparse.ArgumentTypeError as error:
        raise UsageError(f"{arguments.address!r}: {error}; write HOST:PORT", COMMAND) from None
    if not address or not colon:
        raise UsageError(f"{arguments.address!r} has no host or port; write HOST:PORT", COMMAND)
    try:
        return join(address.strip("[]"), at, arguments.code)
    except JoinError as error:
        raise InputError(str(error), command=COMMAND) from None
    except OSError as error:
        raise unusable(error.filename or arguments.address, error) from None

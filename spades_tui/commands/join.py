"""`spades-tui join`: sit down at a friend's table, with the program running here."""

from __future__ import annotations

import argparse
from importlib.util import find_spec

from spades_tui.commands.argument_parser import port
from spades_tui.commands.arguments import HOST_PORT
from spades_tui.commands.host import HAS_TERMINALS, MISSING
from spades_tui.system.exit_status import InputError, UsageError, address_error

if find_spec("asyncssh") is not None and HAS_TERMINALS:
    from spades_tui.hosting.join import JoinError, join

COMMAND = "spades-tui join"


def run(arguments: argparse.Namespace) -> int:
    """Play as a guest. Raises UsageError for a table that can't be reached, InputError for a wrong code."""
    if not HAS_TERMINALS:
        raise UsageError("needs Linux or macOS; take your seat with the ssh line that your friend has", COMMAND)
    if find_spec("asyncssh") is None:
        raise UsageError(MISSING, COMMAND)
    given: str = arguments.address
    address, _, number = given.rpartition(":") if ":" in given and not given.endswith("]") else (given, "", "")
    try:
        at = port(number) if number else HOST_PORT
    except argparse.ArgumentTypeError:
        at = 0
    if at == 0:
        raise UsageError(f"{given!r}: there's no port {number!r}; write HOST:PORT, with a port from 1", COMMAND)
    if not address:
        raise UsageError(f"{given!r} has no host; write HOST:PORT", COMMAND)
    try:
        return join(address.strip("[]"), at, arguments.code)
    except JoinError as error:
        raise InputError(str(error), command=COMMAND) from None
    except OSError as error:
        raise address_error(f"{address}:{at}", error) from None

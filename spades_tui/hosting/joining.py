"""`join`: play as a guest at this terminal, at a table that a carrier leads to."""

import asyncio
import socket
import threading
from concurrent.futures import Future

from spades_tui.hosting import guest
from spades_tui.hosting.carrier import Carrier
from spades_tui.system.exit_status import DONE

FAREWELL_SECONDS = 2.0  # seconds that the carrier may take to tell the host that the guest has left


def join(carrier: Carrier, plain: bool = False) -> int:
    """Play as a guest at this terminal; return the exit status. Raises UnusableError, OSError.

    If the host's program ends, and the host opens the table again, the guest is back there. `plain`: in plain text,
    without asking.
    """
    while _plays_again(carrier, plain):
        pass
    return DONE


def _plays_again(carrier: Carrier, plain: bool) -> bool:
    """Play over one stream of the carrier; return whether another one leads to the same table now."""
    ours, theirs = socket.socketpair()
    reached: Future[None] = Future()

    def carry() -> None:
        try:
            asyncio.run(carrier.carry(theirs, reached))
        except BaseException as error:
            if not reached.done():
                reached.set_exception(error)
        finally:
            theirs.close()

    thread = threading.Thread(target=carry, daemon=True)
    thread.start()
    try:
        with ours:
            reached.result()
            return guest.play_over(carrier, ours, plain)
    finally:
        thread.join(FAREWELL_SECONDS)

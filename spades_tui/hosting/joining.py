"""`join`: play as a guest at this terminal, at a table that a carrier leads to."""

import asyncio
import socket
import threading
from concurrent.futures import Future

from spades_tui.hosting import guest
from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.settings.settings_file import load_settings

FAREWELL_SECONDS = 2.0  # seconds that the carrier may take to tell the host that the guest has left


def join(carrier: Carrier, plain: bool = False) -> int:
    """Play as a guest at this terminal; return the exit status. Raises UnusableError, OSError.

    `plain`: in plain text, without asking.
    """
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
            memory = MemoryFile(carrier.table)
            return guest.main(ours, load_settings().name, memory=memory, visits=False, plain=plain, carrier=carrier)
    finally:
        thread.join(FAREWELL_SECONDS)

"""`join`: play as a guest at this terminal, at a table that a carrier leads to."""

import asyncio
import socket
import threading
from concurrent.futures import Future

from spades_tui.hosting import guest
from spades_tui.hosting.carrier import Carrier
from spades_tui.hosting.deal_memory import MemoryFile
from spades_tui.settings.settings_file import load_settings


def join(carrier: Carrier) -> int:
    """Play as a guest at this terminal; return the exit status. Raises UnusableError, OSError."""
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

    threading.Thread(target=carry, daemon=True).start()
    with ours:
        reached.result()
        return guest.main(ours, load_settings().name, memory=MemoryFile(carrier.table), visits=False)

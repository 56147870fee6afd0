"""Checks of passwords that nobody can use to guess one quickly, or to keep its owner out."""

import asyncio
from weakref import WeakValueDictionary

from spades_tui.hosting.invitations import Owner

CHECKS_AT_ONCE = 4  # maximum number of passwords computed at the same time, each with 16 MiB


class PasswordChecks:
    """Checks passwords one after another for each owner and address.

    After a wrong one, the next from the same address waits. The owner's own is never refused: from another address it
    doesn't wait at all.
    """

    def __init__(self) -> None:
        self._queues: WeakValueDictionary[tuple[int, str], asyncio.Lock] = WeakValueDictionary()
        self._computing = asyncio.Semaphore(CHECKS_AT_ONCE)

    async def opens(self, owner: Owner, password: str, address: str, wrong_seconds: float) -> bool:
        """Return whether this is the owner's password; if it isn't, only after `wrong_seconds`.

        Whoever closes the connection meanwhile doesn't shorten the wait of their next try.
        """
        return await asyncio.shield(asyncio.ensure_future(self._check(owner, password, address, wrong_seconds)))

    async def _check(self, owner: Owner, password: str, address: str, wrong_seconds: float) -> bool:
        queue = self._queues.setdefault((id(owner), address), asyncio.Lock())
        async with queue:
            async with self._computing:
                if await asyncio.to_thread(owner.opens_with, password):
                    return True
            await asyncio.sleep(wrong_seconds)
            return False

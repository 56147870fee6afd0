"""A guest whose program is stopped counts as gone, and is back when it continues."""

import asyncio
import os
import signal
from pathlib import Path

import pytest

from spades_tui.hosting import links
from spades_tui.hosting.messages import Presence, StandIn
from tests.hosting.loopback import Guest, opened, setup_of
from tests.hosting.programs import PROGRAM, started


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """Ask often."""
    monkeypatch.setattr(links, "PULSE_SECONDS", 0.2)


async def here_is(guest: Guest, *seats: int) -> Presence:
    """Wait until these guests are here."""
    while (presence := await guest.expect(Presence)).here != seats:
        pass
    return presence


async def test_a_stopped_guest_counts_as_gone_until_their_program_continues(tmp_path: Path) -> None:
    """Before the game, and during it: a computer player may sit in meanwhile."""
    async with opened(setup_of("sandbags", 3), tmp_path, 3) as host, host.guest(0, "Ann") as ann:
        gus = started([*PROGRAM, "join", f"localhost:{host.port}", host.codes[1]], tmp_path / "gus")
        try:
            await asyncio.to_thread(gus.expect, "name")
            gus.sendline("Gus")
            await here_is(ann, 0, 1)
            os.kill(gus.pid, signal.SIGSTOP)
            await here_is(ann, 0)
            os.kill(gus.pid, signal.SIGCONT)
            await here_is(ann, 0, 1)
            os.kill(gus.pid, signal.SIGSTOP)
            await here_is(ann, 0)
            async with host.guest(2, "Cy"):
                assert (await here_is(ann, 0, 2)).missing == (1,)
                ann.send(StandIn())
                while (await ann.expect(Presence)).stand_ins != (1,):
                    pass
                os.kill(gus.pid, signal.SIGCONT)
                assert (await here_is(ann, 0, 1, 2)).stand_ins == ()
        finally:
            gus.close(force=True)

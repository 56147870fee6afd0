"""Programs for homes on machines of their own: a host without screens, and a friend who answers at once.

``python -m tests.hosting.home_programs host RELAY FOLDER VARIANT GUESTS`` prints each seat's line, and plays one game.
``python -m tests.hosting.home_programs friend LINE NAME PAUSE`` plays it, and prints each cut and its end.

With the router's address as another word, the program knows how the internet sees it, as after asking a real relay.
"""

import asyncio
import sys
import time
from pathlib import Path

import asyncssh
import iroh

from spades_tui.hosting import anywhere, anywhere_carrier, anywhere_door
from spades_tui.hosting.anywhere_door import AnywhereDoor
from spades_tui.hosting.host import TableHost
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.messages import VERSION, Arrive, TableUpdate, Welcome
from spades_tui.play.shown import GameEnded
from tests.hosting.homes import reached
from tests.hosting.loopback import setup_of


def say(*words: object) -> None:
    """Print a line at once, with the time in seconds."""
    print(f"{time.time():.3f}", *words, flush=True)


def tell_outside(router: str) -> None:
    """Let every endpoint of this program know its address outside, where the router keeps its ports.

    A relay says it by QUIC address discovery, for which its certificate must be one that Mozilla trusts; a double on
    this machine can't have one.
    """

    async def bind(relay: str, secret: bytes | None = None) -> iroh.Endpoint:
        endpoint = await anywhere.bind(relay, secret)
        for address in endpoint.bound_sockets():
            inside, _, port = address.rpartition(":")
            if not inside.startswith("["):  # these homes have addresses of IPv4 only
                await endpoint.add_external_addr(f"{router}:{port}")
        return endpoint

    anywhere_carrier.bind = anywhere_door.bind = bind  # type: ignore[attr-defined]


async def host(relay: str, folder: str, variant: str, guests: int) -> None:
    """Host one game."""
    invitations = Invitations()
    for seat in range(guests):
        invitations.invite(seat)
    table = TableHost(setup_of(variant, guests), invitations, None, 0.0, 0, Path(folder))
    table.told = say
    door = AnywhereDoor(relay)
    async with door.open(invitations, table.admit):
        for one in invitations:
            say("line", one.seat, door.line(one.code).split()[-1])
        await table.run()
    say("journal", table.journal)


async def friend(line: str, name: str, pause: float) -> None:
    """Play until the game is over, and think for so many seconds before each act."""
    say("paste")
    async with reached(line, asyncssh.generate_private_key("ssh-ed25519")) as one:
        one.carrier.noted = lambda cut: say("cut" if cut else "back")
        one.welcome = await one.expect(Welcome)
        say("welcome", one.welcome.seat)
        one.send(Arrive(VERSION, name, pulse=True))
        number: int | None = None
        while True:
            moment = await one.expect(TableUpdate)
            if number is not None and moment.number != number + 1:
                say("missing", number, moment.number)
            number = moment.number
            say("moment", number)
            if isinstance(moment.next, GameEnded):
                break
            await asyncio.sleep(pause)
            one.answer(moment)
    say("over")


if __name__ == "__main__":
    what, *words = sys.argv[1:]
    for router in words[4 if what == "host" else 3 :]:
        tell_outside(router)
    if what == "host":
        asyncio.run(host(words[0], words[1], words[2], int(words[3])))
    else:
        asyncio.run(friend(words[0], words[1], float(words[2])))

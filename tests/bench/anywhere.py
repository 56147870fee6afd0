"""Measure tables between homes that are networks of their own, behind routers. Needs root, `ip` and `nft`.

``python -m tests.bench.anywhere cuts --number 100 --most 60``
    seconds from a cable that's plugged in again to the friend's next moment, after cuts of 1 to 60 seconds.
``… addresses --number 50``
    seconds from another address to the friend's next moment.
``… stops --number 20 --most 60``
    seconds from a stopped program's continuation to its next moment.
``… reach --number 20``
    seconds from the pasted line to the host's welcome.
``… acts --number 40``
    milliseconds from Enter to the painted card, of a friend on screens and at a table at home, in turns.
With ``--open``, the host is reached directly, else over the relay. The seconds include the friends' own thinking, a
tenth of a second.

Nothing here is a test. The relay is a double.
"""

import argparse
import random
import statistics
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from tests.bench import acts
from tests.bench.terminal import print_range
from tests.hosting.far_homes import FarTable, Homes, far_table
from tests.hosting.networks import Network

THINKING = 0.1  # seconds before each act of a friend
LONG_GAME = "bemo"


def _cut(table: FarTable, seconds: float) -> None:
    table.ann.plug(False)
    time.sleep(seconds)
    table.ann.plug(True)


def _move(table: FarTable, seconds: float) -> None:
    table.ann.move()


def _stop(table: FarTable, seconds: float) -> None:
    table.friends[0].stop(seconds)


TROUBLES: dict[str, Callable[[FarTable, float], None]] = {"cuts": _cut, "addresses": _move, "stops": _stop}


def _measured(trouble: str, number: int, most: float, is_open: bool) -> list[float]:
    """Return the seconds after each trouble, over as many games as it takes."""
    chance, found = random.Random(trouble), list[float]()
    while len(found) < number:
        with tempfile.TemporaryDirectory() as folder, far_table(Path(folder), LONG_GAME, THINKING, is_open) as table:
            ann = table.friends[0]
            ann.wait("moment", 3)
            while len(found) < number and not ann.said("over"):
                TROUBLES[trouble](table, chance.uniform(1, most))
                now = time.time()
                when, _ = ann.wait("moment", since=now)
                found.append(when - now)
                print(f"{found[-1]:.2f}", end=" ", flush=True)
                time.sleep(1.0)
            assert not [one for friend in table.friends for one in friend.said("missing")]
    return found


def _reached(number: int, is_open: bool) -> list[float]:
    found = list[float]()
    while len(found) < number:
        with tempfile.TemporaryDirectory() as folder, far_table(Path(folder), LONG_GAME, 0.0, is_open) as table:
            for friend in table.friends:
                found.append(friend.wait("welcome")[0] - friend.wait("paste")[0])
    return found


def _acts(number: int, is_open: bool) -> None:
    """Play cards at home and at a friend's table, in turns, and print how long their painting takes."""
    network = Network()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        try:
            homes = Homes(network, folder, "host", "ann", is_open=is_open)
            host, ann = homes.homes
            _, line = acts.hosted(folder / "host", host.machine, homes.url)
            friend = acts.friend(folder / "ann", ann.machine, line)
            players = {"at home": acts.at_home(folder / "home"), "friend": friend}
            while min(len(one.milliseconds) for one in players.values()) < number:
                for one in players.values():
                    one.act()
            before, after = [print_range(what, one.milliseconds, "ms") for what, one in players.items()]
            print(f"friend ÷ at home: {after / before:.2f}; {homes.relay.said('packets')[-1][1]} over the relay")
            players["at home"].end()
        finally:
            network.close()


def main() -> None:
    """Measure, and print the range of the figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=[*TROUBLES, "reach", "acts"])
    parser.add_argument("--number", type=int, default=20)
    parser.add_argument("--most", type=float, default=60.0)
    parser.add_argument("--open", action="store_true")
    given = parser.parse_args()
    if given.what == "acts":
        _acts(given.number, given.open)
        return
    if given.what == "reach":
        found = _reached(given.number, given.open)
    else:
        found = _measured(given.what, given.number, given.most, given.open)
    found.sort()
    over = sum(one > 3.0 for one in found)
    middle, last = statistics.median(found), found[-1]
    print(f"\n{len(found)} {given.what}: median {middle:.2f} s, most {last:.2f} s; over 3 s: {over}")


if __name__ == "__main__":
    main()

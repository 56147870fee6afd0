"""Between homes behind routers, with no port opened: whole games, cut cables, other networks, stopped programs."""

import shutil
import time
from pathlib import Path

import pytest

pytest.importorskip("iroh", reason="the extra `friends` brings it, where it has a wheel")

from tests.hosting.far_homes import FarTable, far_table
from tests.hosting.networks import may_make_networks

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not may_make_networks() or shutil.which("nft") is None, reason="needs root, ip, ssh and nft"),
]


FEW_PACKETS = 500
"""Fewer than a game has moments, so that most went another way."""


def _check_nothing_is_missing(table: FarTable) -> None:
    for friend in table.friends:
        assert friend.said("missing") == friend.said("Traceback") == []
        assert friend.said("moment")


@pytest.mark.parametrize(("is_open", "punches"), [(False, False), (True, False), (False, True)])
def test_a_whole_game_between_three_homes(is_open: bool, punches: bool, tmp_path: Path) -> None:
    """Routers that let nobody in are passed directly once both ends know how the internet sees them.

    The double of the relay tells nobody their address, so without another word only an open host is reached directly.
    """
    with far_table(tmp_path, "sandbags", 0.0, is_open, punches) as table:
        for friend in table.friends:
            friend.wait("over")
            assert friend.said("cut") == []
        table.table.wait("journal")
        _check_nothing_is_missing(table)
        _, packets = table.relay.said("packets")[-1]
        assert (int(packets.split()[1]) < FEW_PACKETS) is (is_open or punches)


@pytest.mark.parametrize("whose", ["host", "ann"])
def test_a_pulled_cable_loses_nothing(whose: str, tmp_path: Path) -> None:
    with far_table(tmp_path, "bemo", 0.1) as table:
        home = table.host if whose == "host" else table.ann
        for seconds in (1.0, 5.0, 20.0):
            table.friends[0].wait("moment", since=time.time())
            home.plug(False)
            time.sleep(seconds)
            home.plug(True)
            table.friends[0].wait("moment", since=time.time())
        _check_nothing_is_missing(table)


def test_a_friend_plays_on_in_another_network(tmp_path: Path) -> None:
    with far_table(tmp_path, "bemo", 0.1) as table:
        for _ in range(3):
            table.friends[0].wait("moment", since=time.time())
            table.ann.move()
            table.friends[0].wait("moment", 5, since=time.time())
        _check_nothing_is_missing(table)


def test_a_stopped_program_plays_on(tmp_path: Path) -> None:
    with far_table(tmp_path, "bemo", 0.1) as table:
        table.friends[0].wait("moment", 3)
        table.friends[0].stop(20.0)
        table.friends[0].wait("moment", since=time.time())
        _check_nothing_is_missing(table)

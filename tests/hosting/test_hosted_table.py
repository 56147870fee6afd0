"""A hosted table plays the same game as one keyboard."""

import asyncio
from pathlib import Path

import pytest

from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from tests.games import each_game
from tests.hosting.tables import SECONDS, Guest, at_one_keyboard, friends_table


@pytest.mark.parametrize("slug", each_game("cutthroat", "two-handed", "3b-three"))
def test_a_hosted_game_has_the_record_of_one_keyboard(slug: str, tmp_path: Path) -> None:
    """The same seed and the same choices give the same bytes."""
    for people in range(2, shipped()[slug].seats + 1):
        here, there = tmp_path / f"a{people}", tmp_path / f"b{people}"
        here.mkdir()
        there.mkdir()
        one = friends_table(slug, people, here)
        at_one_keyboard(one)
        hosted = friends_table(slug, people, there)

        async def play(hosted: Table = hosted, people: int = people) -> None:
            host = HostedTable(hosted)
            for seat in range(people):
                Guest(host, seat)
            await asyncio.wait_for(host.run(), SECONDS)

        asyncio.run(play())
        assert hosted.path is not None and one.path is not None
        assert hosted.path.read_bytes() == one.path.read_bytes()

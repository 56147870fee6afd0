"""Friends come to a hosted table by browser: each link opens one seat, and nobody gets in without one."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from spades_tui.hosting.open_host import invited_host
from spades_tui.play.hosted_games import reopen_command
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped
from spades_tui.system.folders import games_folder
from tests.commands.shell import spades
from tests.hosting.tables import SECONDS

aiohttp = pytest.importorskip("aiohttp", reason="the extra `web` has it")
pytest.importorskip("textual_serve", reason="the extra `web` has it")

from spades_tui.web import invited_table  # noqa: E402

ASKED = r"Your card\?|Say [^\r\n]*\.\r\n|Enter [a-z]+ (?:it|nothing)"
ENDED = "In order:"


@pytest.fixture(autouse=True)
def _own_home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))


class Tab:
    """An open page: its socket, and all text that came over it."""

    def __init__(self, socket: Any) -> None:
        self.socket, self.all, self._seen = socket, "", 0

    async def type(self, keys: str) -> None:
        await self.socket.send_str(json.dumps(["stdin", keys]))

    async def read(self, seconds: float) -> bool:
        """Read the next output; return whether the socket is still open."""
        with suppress(TimeoutError):
            message = await asyncio.wait_for(self.socket.receive(), seconds)
            if message.type != aiohttp.WSMsgType.BINARY:
                return False
            self.all += message.data.decode()
        return True

    def found(self, wanted: str) -> str:
        """Return the next text that matches, and don't look at it again; "" if it hasn't come."""
        at = re.search(wanted, self.all[self._seen :])
        if at is None:
            return ""
        self._seen += at.end()
        return at[0]

    async def wait(self, wanted: str) -> str:
        """Wait for a text. Raises TimeoutError, AssertionError."""
        async with asyncio.timeout(SECONDS):
            while not (found := self.found(wanted)):
                assert await self.read(SECONDS), self.all
            return found


class Invited:
    """A hosted table in this process, with its links by seat."""

    def __init__(self, client: Any, links: list[str], told: list[str]) -> None:
        self._client, self.links, self.told = client, links, told

    async def open(self, seat: int, **more: Any) -> Tab:
        root = "/".join(self.links[seat].split("/")[:3])
        address = self.links[seat].replace("http", "ws", 1) + "ws?width=80&height=24"
        return Tab(await self._client.ws_connect(address, **{"origin": root, **more}))

    async def status(self, seat: int) -> int:
        """Return what the server answers a page that has ended: 410 if its table has closed, or the server too."""
        try:
            async with self._client.get(f"{self.links[seat]}open") as answer:
                return int(answer.status)
        except aiohttp.ClientConnectionError:
            return 410


@asynccontextmanager
async def invited(guests: int, address: str = "localhost") -> AsyncIterator[Invited]:
    """Host a table of people at browsers, the first of them called Ann."""
    people = [SeatSetup("Ann" if seat == 0 else "", "human") for seat in range(guests)]
    bots = [SeatSetup(name, "bot", "beginner") for name in ("Dot", "Eve", "Fay")[: 4 - guests]]
    setup = TableSetup(shipped()["sandbags"], {"target": 1}, (*people, *bots), 0, "browsers")
    told: list[str] = []
    host = partial(invited_host, setup, None, None, 0.0, 0)
    game = asyncio.ensure_future(invited_table.host_in_browsers(host, address, 0, told.append))
    try:
        async with asyncio.timeout(SECONDS), aiohttp.ClientSession() as client:
            while not told:
                assert not game.done(), game.result()
                await asyncio.sleep(0.02)
            yield Invited(client, re.findall(r"http://\S+", told[0]), told)
    finally:
        game.cancel()
        with suppress(asyncio.CancelledError):
            await game


async def test_two_people_play_a_game_at_their_browsers() -> None:
    """Both hear the result, nobody needs a password, and the record can be verified."""
    async with invited(2) as table:
        ann, bea = await table.open(0), await table.open(1)
        assert await table.status(0) == 200
        await bea.wait("your name")
        await bea.type("Bea\r")
        for tab in (ann, bea):
            await tab.wait("plain")
            await tab.type("plain\r")
        going = {ann, bea}
        while going:
            for tab in tuple(going):
                still = await tab.read(0.05)
                if tab.found(ENDED):
                    going.discard(tab)
                elif (asked := tab.found(ASKED)) and "at any time" not in asked:
                    await tab.type("take\r")
                else:
                    assert still, tab.all
        assert "Choose a password" not in bea.all
        async with asyncio.timeout(SECONDS):
            while await table.status(0) != 410:
                await asyncio.sleep(0.02)
    (game,) = games_folder().glob("*.jsonl")
    port = table.links[0].split("/")[2].rpartition(":")[2]
    assert f"spades-tui serve --invite --port {port} --resume" in reopen_command(game)
    assert "Bea" in game.read_text("utf-8")
    assert spades("verify", str(game)).status == 0


async def test_a_link_brings_its_guest_back_to_their_seat() -> None:
    """It does so after the tab was closed, and from another tab, which closes the first."""
    async with invited(2) as table:
        first = await table.open(1)
        await first.wait("your name")
        await first.type("Bea\r")
        await first.wait("The table waits for")
        await first.socket.close()
        second = await table.open(1)
        await second.wait("The table waits for")
        third = await table.open(1)
        await third.wait("The table waits for")
        await second.wait("from another terminal")
        async with asyncio.timeout(SECONDS):
            while await second.read(SECONDS):
                pass
        assert "Bea is here." in table.told


async def test_a_guest_who_comes_late_hears_that_the_game_has_begun() -> None:
    async with invited(2) as table:
        ann, bea = await table.open(0), await table.open(1)
        await bea.wait("your name")
        await bea.type("Bea\r")
        for tab in (ann, bea):
            await tab.wait("The table opens")
            await tab.wait("plain")
        await bea.socket.close()
        late = await table.open(1)
        await late.wait("The game has begun")
        await late.wait("plain")
        assert "The table opens" not in late.all


async def test_each_link_has_the_name_or_the_number_of_its_seat() -> None:
    async with invited(3) as table:
        labels = [line.partition("http")[0].strip() for line in table.told[0].splitlines() if "http" in line]
        assert labels == ["Ann", "seat 2", "seat 3"]


async def test_nobody_sits_down_without_a_link_or_from_a_foreign_page() -> None:
    """A link of this machine is none from another name; with another address, only its name or number is right."""
    async with invited(2) as table:
        for headers in ({"origin": "http://evil.example"}, {"headers": {"Host": "evil.example"}}):
            with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
                await table.open(1, **headers)
            assert refused.value.status == 403
        others = [link[:-2] + ("y/" if link.endswith("x/") else "x/") for link in table.links]
        wrong = Invited(table._client, others, [])
        with pytest.raises(aiohttp.WSServerHandshakeError) as refused:
            await wrong.open(1)
        assert refused.value.status == 403
        assert len(set(table.links)) == 2
        assert len(table.told) == 1


async def test_a_table_for_other_machines_says_that_it_is_not_encrypted() -> None:
    """It answers at any of its numbers, because a foreign page can't have one as its name."""
    async with invited(2, "0.0.0.0") as table:
        assert invited_table.NOT_ENCRYPTED in table.told[0]
        port = table.links[0].split("/")[2].rpartition(":")[2]
        for host, status in ((f"127.0.0.1:{port}", 200), (f"192.0.2.1:{port}", 200), (f"evil.example:{port}", 403)):
            address = f"http://127.0.0.1:{port}/{table.links[0].split('/')[3]}/"
            async with table._client.get(address, headers={"Host": host}) as answer:
                assert answer.status == status, host


def test_a_table_for_friends_needs_the_option() -> None:
    """Otherwise its other options would have no effect."""
    done = spades("serve", "--variant", "sandbags", "--port", "0")
    assert (done.status, "--invite" in done.err) == (2, True)

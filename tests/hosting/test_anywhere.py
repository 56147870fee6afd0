"""Friends in other homes: they come by a line, over a double of the relay, and come back whenever the way is cut."""

import asyncio
import json
import random
import stat
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import asyncssh
import pytest

pytest.importorskip("iroh", reason="the extra `friends` brings it, where it has a wheel")

import iroh
from msgspec.structs import replace

from spades_tui.hosting import anywhere_carrier, anywhere_door
from spades_tui.hosting.anywhere import Connection, bind
from spades_tui.hosting.anywhere_carrier import Dialled, dial
from spades_tui.hosting.invitations import Invitations
from spades_tui.hosting.join_line import PUBLIC_RELAYS, JoinLine, read_join_line
from spades_tui.hosting.messages import Closed, TableUpdate, Welcome
from spades_tui.hosting.resumed_stream import CHUNK
from spades_tui.language.unusable import UnusableError
from spades_tui.rules.catalogue import shipped
from tests.hosting.homes import Home, Network, opened_home, reached
from tests.hosting.loopback import setup_of
from tests.hosting.relay_double import relay_double
from tests.hosting.tables import SECONDS, at_one_keyboard, friends_table

SETUP = setup_of("sandbags", 2)


@pytest.fixture(autouse=True)
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path / "home"))
    monkeypatch.setattr(anywhere_door, "WRONG_SECONDS", 0.2)
    return tmp_path / "home" / "data" / "hosting"


async def test_friends_play_over_the_relay_without_a_word_in_the_clear(tmp_path: Path, data: Path) -> None:
    async with opened_home(SETUP, tmp_path / "games", 2) as home:
        home.relay.passed = []
        async with home.friend(0, "Annabella") as ann, home.friend(1, "Bea") as bea:
            last, _ = await asyncio.wait_for(asyncio.gather(ann.play(20), bea.play(20)), SECONDS)
        packets = b"".join(home.relay.passed)
    assert last.shown.names[:2] == ("Annabella", "Bea")
    assert ann.cuts == bea.cuts == []
    assert packets
    assert b"Annabella" not in packets
    assert b'"type"' not in packets
    assert stat.S_IMODE((data / "host-key").stat().st_mode) == 0o600


async def test_a_cut_loses_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A friend acts during a cut; after it, their act counts once, and no moment is missing."""
    network = Network(monkeypatch)
    async with (
        opened_home(SETUP, tmp_path / "games", 2) as home,
        home.friend(0, "Ann") as ann,
        home.friend(1, "Bea") as bea,
    ):
        playing = asyncio.gather(ann.play(40), bea.play(40))
        for seconds in (0.2, 4.0):
            await asyncio.sleep(0.5)
            await network.cut(seconds)
        await asyncio.wait_for(playing, SECONDS)
        async with asyncio.timeout(SECONDS):  # a friend who has played before the cut hears of its end later
            while not (False in ann.cuts and False in bea.cuts):
                await asyncio.sleep(0.02)
    for friend in (ann, bea):
        numbers = [one.number for one in friend.heard if isinstance(one, TableUpdate)]
        assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
        assert friend.cuts[:2] == [True, False]


async def test_an_attempt_that_hangs_doesnt_keep_a_friend_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Another one begins beside it, and in the end no endpoint stays open."""
    bound, hung = list[iroh.Endpoint](), list[bool]()

    async def noted_bind(relay: str) -> iroh.Endpoint:
        bound.append(await bind(relay))
        return bound[-1]

    async def hanging_dial(endpoint: iroh.Endpoint, line: JoinLine) -> Dialled:
        if endpoint is not bound[0]:
            return await dial(endpoint, line)
        try:
            await asyncio.sleep(SECONDS)
        finally:
            hung.append(True)
        raise ConnectionError

    monkeypatch.setattr(anywhere_carrier, "bind", noted_bind)
    monkeypatch.setattr(anywhere_carrier, "dial", hanging_dial)
    for limit in ("ATTEMPT_SECONDS", "UNREACHED_SECONDS"):
        monkeypatch.setattr(anywhere_carrier, limit, SECONDS)
    async with (
        opened_home(SETUP, tmp_path / "games", 2) as home,
        asyncio.timeout(SECONDS / 2),
        home.friend(0, "Ann"),
    ):
        pass
    assert hung
    assert all(endpoint.is_closed() for endpoint in bound)


async def test_a_busy_host_gets_more_time_to_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    ways = list[Dialled]()
    carry = anywhere_door._Session.carry

    async def noted_dial(endpoint: iroh.Endpoint, line: JoinLine) -> Dialled:
        ways.append(await dial(endpoint, line))
        return ways[-1]

    async def slow_carry(session: anywhere_door._Session, way: Connection, confirmed: int) -> None:
        await asyncio.sleep(0.5)
        await carry(session, way, confirmed)

    monkeypatch.setattr(anywhere_carrier, "dial", noted_dial)
    monkeypatch.setattr(anywhere_carrier, "ANSWER_SECONDS", 0.3)
    async with (
        opened_home(SETUP, tmp_path / "games", 2) as home,
        home.friend(0, "Ann") as ann,
        home.friend(1, "Bea") as bea,
    ):
        monkeypatch.setattr(anywhere_door._Session, "carry", slow_carry)
        for way in ways:
            way.close()
        await asyncio.wait_for(asyncio.gather(ann.play(5), bea.play(5)), SECONDS)


async def test_a_new_endpoint_of_the_host_goes_when_friends_are_back_at_an_older_one(tmp_path: Path) -> None:
    """Otherwise the relay sends the friends' packets to the new one, which cuts them off again."""
    async with (
        opened_home(SETUP, tmp_path / "games", 2) as home,
        home.friend(0, "Ann") as ann,
        home.friend(1, "Bea") as bea,
        asyncio.timeout(SECONDS),
    ):
        older = list(home.door._listeners)
        await home.door._listen()
        while home.door._listeners != older:
            await asyncio.sleep(0.02)
        await asyncio.gather(ann.play(5), bea.play(5))


async def test_the_same_line_opens_the_same_seat_another_evening(tmp_path: Path) -> None:
    async with relay_double() as relay:
        async with opened_home(SETUP, tmp_path / "games", 2, relay=relay) as home:
            line, key, invitations = home.line(0), home.key(0), Invitations(home.host.invitations)
            async with home.friend(0, "Ann") as ann, home.friend(1, "Bea") as bea:
                await asyncio.gather(ann.play(3), bea.play(3))
                home.host.close()
                await ann.expect(Closed)
            saved = home.host.journal
        async with opened_home(SETUP, tmp_path / "games", 2, invitations=invitations, resume=saved, relay=relay):
            async with reached(line, key) as again:
                assert (await again.expect(Welcome)).name == "Ann"
            with pytest.raises(UnusableError, match="another computer"):
                async with reached(line, asyncssh.generate_private_key("ssh-ed25519")):
                    pass


async def test_a_wrong_code_opens_nothing(tmp_path: Path) -> None:
    async with opened_home(SETUP, tmp_path / "games", 2) as home:
        wrong = replace(read_join_line(home.line(0)), code="22222222")
        with pytest.raises(UnusableError, match="opens no seat"):
            async with reached(wrong.word, home.key(0)):
                pass


async def test_a_key_that_hasnt_signed_opens_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody comes in with another friend's public key."""
    monkeypatch.setattr(anywhere_carrier, "signed", lambda host, endpoint, code: b"spades-tui join")
    async with opened_home(SETUP, tmp_path / "games", 2) as home:
        with pytest.raises(UnusableError, match="opens no seat"):
            async with reached(home.line(0), home.key(0)):
                pass
        invitation = home.host.invitations.of_seat(0)
        assert invitation is not None
        assert not invitation.taken


async def test_a_program_of_another_version_hears_which_one_it_needs(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened_home(SETUP, tmp_path / "games", 2) as home:
        line = home.line(0)
        monkeypatch.setattr(anywhere_carrier, "FORM", 0)
        with pytest.raises(UnusableError, match=r"needs spades-tui \d"):
            async with reached(line, home.key(0)):
                pass


async def test_two_tables_cant_use_one_key(tmp_path: Path) -> None:
    async with opened_home(SETUP, tmp_path / "games", 2):
        with pytest.raises(UnusableError, match="another table"):
            async with opened_home(SETUP, tmp_path / "more", 2):
                pass


async def test_a_host_without_a_relay_of_their_own_keeps_a_public_one(data: Path) -> None:
    lines = []
    for _ in range(2):
        door = anywhere_door.AnywhereDoor()
        async with door.open(Invitations(), lambda *_: None):
            lines.append(door.line("K7QF2M9D"))
            assert "hasn't answered" in door.reach
    assert lines[0] == lines[1]
    assert read_join_line(lines[0]).relay in PUBLIC_RELAYS
    file = data / "relay.json"
    file.write_text(file.read_text("utf-8").replace("relay.n0", "relay.n1"), "utf-8")
    with pytest.raises(UnusableError, match=r"relay\.json is damaged"):
        async with anywhere_door.AnywhereDoor().open(Invitations(), lambda *_: None):
            pass


@pytest.mark.parametrize(
    ("hours", "region"), [(9, "aps1"), (5, "aps1"), (4, "euc1"), (0, "euc1"), (-2, "euc1"), (-3, "use1"), (-6, "use1"),
                          (-7, "usw1"), (-11, "usw1")]
)  # fmt: skip
def test_a_new_host_has_the_public_relay_nearest_by_the_clock(
    hours: int, region: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock = SimpleNamespace(tm_gmtoff=3600 * hours)
    monkeypatch.setattr("spades_tui.hosting.anywhere_door.time.localtime", lambda: clock)
    relay = anywhere_door._kept_relay(tmp_path / "relay.json")
    assert relay.startswith(f"https://{region}")


async def _silent(home: Home) -> Dialled:
    """Return a connection that says nothing."""
    line = read_join_line(home.line(0))
    endpoint = await bind(line.relay)
    return await dial(endpoint, line)


async def test_connections_that_say_nothing_keep_nobody_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A flood of them ends the oldest, although each may stay silent for long."""
    monkeypatch.setattr(anywhere_door, "SILENT", 3)
    monkeypatch.setattr(anywhere_door, "HELLO_SECONDS", SECONDS)
    async with opened_home(SETUP, tmp_path / "games", 2) as home:
        silent = [await _silent(home) for _ in range(6)]
        async with home.friend(0, "Ann"):
            pass
        for one in silent:
            one.close()


async def test_a_crowd_that_may_watch_leaves_the_seats_to_the_friends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(anywhere_door, "SESSIONS", 2)
    async with opened_home(SETUP, tmp_path / "games", 2, 2) as home:
        line = home.line(None)
        async with AsyncExitStack() as crowd:
            for _ in range(2):
                key = asyncssh.generate_private_key("ssh-ed25519")
                await crowd.enter_async_context(reached(line, key))
            with pytest.raises(UnusableError, match="busy"):
                async with reached(line, asyncssh.generate_private_key("ssh-ed25519")):
                    pass
            async with home.friend(0, "Ann"):
                pass


@pytest.mark.parametrize("seed", range(5))
async def test_whatever_a_hostile_friend_sends_the_others_play_on(seed: int, tmp_path: Path) -> None:
    chance = random.Random(seed)
    wrongs = [chance.randbytes(chance.randrange(CHUNK)) for _ in range(5)]
    async with (
        opened_home(SETUP, tmp_path / "games", 2) as home,
        home.friend(0, "Ann") as ann,
        home.friend(1, "Bea") as bea,
    ):
        hostile = await _silent(home)
        if seed:
            await hostile.say(ann.carrier.hello(hostile.endpoint, seed * 1000))
        with suppress(ConnectionError):  # the host has ended it
            for wrong in wrongs:
                await hostile.write(wrong)
        await asyncio.wait_for(asyncio.gather(ann.play(5), bea.play(5)), SECONDS)
        hostile.close()


@pytest.mark.slow
async def test_a_host_who_is_away_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(anywhere_carrier, "UNREACHED_SECONDS", 20.0)  # in which a busy machine's relay answers, too
    async with relay_double() as relay:
        async with opened_home(SETUP, tmp_path / "games", 2, relay=relay) as home:
            line = home.line(0)
        with pytest.raises(UnusableError, match="isn't open"):
            await _refused(line)
    monkeypatch.setattr(anywhere_carrier, "UNREACHED_SECONDS", 1.0)
    with pytest.raises(UnusableError, match="doesn't answer"):
        await _refused(line)


async def _refused(line: str) -> None:
    async with asyncio.timeout(SECONDS), reached(line, asyncssh.generate_private_key("ssh-ed25519")):
        pass


def _record(file: Path) -> list[dict[str, object]]:
    """Return a game's record without what tells the time."""
    lines = [json.loads(line) for line in file.read_text("utf-8").splitlines()]
    return [{key: value for key, value in line.items() if key not in ("at", "sum")} for line in lines]


@pytest.mark.parametrize(
    ("slug", "options"), [("two-handed", {"target": 100}), pytest.param("3b-five", {}, marks=pytest.mark.slow)]
)
async def test_a_game_between_homes_has_the_record_of_one_keyboard(
    slug: str, options: dict[str, Any], tmp_path: Path
) -> None:
    """Each of the other seats has a friend of its own, up to five of them."""
    people = min(shipped()[slug].seats, 5)
    here = tmp_path / "here"
    here.mkdir()
    one = friends_table(slug, people, here, **options)
    at_one_keyboard(one)
    seats = [replace(seat, name="") if seat.kind == "human" else seat for seat in one.setup.seats]
    setup = replace(one.setup, seats=tuple(seats))
    async with opened_home(setup, tmp_path / "there", people) as home, AsyncExitStack() as friends:
        playing = []
        for seat in range(people):
            friend = await friends.enter_async_context(home.friend(seat, f"P{seat}"))
            friend.word = ""
            playing.append(friend.play())
        await asyncio.wait_for(asyncio.gather(*playing), SECONDS)
        await friends.aclose()
        await home.game
        assert home.host.journal is not None
        assert one.path is not None
        assert _record(home.host.journal) == _record(one.path)

"""A host over ssh lets guests log in and keep their seats, and refuses everything else."""

import asyncio
import json
from contextlib import AsyncExitStack, suppress
from pathlib import Path
from typing import Any

import asyncssh
import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bid, Claim, Play, TakeBack
from spades_tui.hosting import ssh
from spades_tui.hosting.guest_processes import ForkServer
from spades_tui.hosting.links import MESSAGES
from spades_tui.hosting.messages import (
    VERSION,
    Arrive,
    Closed,
    CutMessage,
    Decide,
    Done,
    Leave,
    Phrase,
    Presence,
    Refused,
    StandIn,
    TableUpdate,
    Welcome,
    encode,
)
from spades_tui.hosting.ssh import SUBSYSTEM
from spades_tui.language.player_names import NAME_MOST
from spades_tui.play.resume import read_journal
from spades_tui.play.shown import Turn
from spades_tui.rules.variant_reader import parse
from tests.commands.shell import ROOT, spades
from tests.hosting.loopback import Keyless, Opened, guest_over, opened, setup_of
from tests.hosting.tables import SECONDS


@pytest.fixture(autouse=True)
def _quick_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a wrong code wait only a moment."""
    monkeypatch.setattr(ssh, "WRONG_SECONDS", 0.05)


@pytest.mark.parametrize(
    ("slug", "guests", "options"),
    [
        ("call-break", 3, {"hands": 2}),
        pytest.param("six-handed", 5, {}, marks=pytest.mark.slow),
    ],
)
async def test_guests_play_a_whole_game_over_ssh(
    slug: str, guests: int, options: dict[str, Any], tmp_path: Path
) -> None:
    """All guests see the same results, under the names that they chose."""
    names = ("Ann", "ann", *(["Ann"] * (guests - 2)))
    async with opened(setup_of(slug, guests, **options), tmp_path, guests) as host, AsyncExitStack() as stack:
        there = [await stack.enter_async_context(host.guest(seat, name)) for seat, name in enumerate(names)]
        ends = await asyncio.wait_for(asyncio.gather(*(guest.play() for guest in there)), SECONDS)
        assert ends[0].shown.final is not None
        assert all(end.shown.final == ends[0].shown.final for end in ends)
        assert ends[0].shown.names[:2] == ("Ann", "ann 2")  # in the scorebook, Ann and ann are one person
        assert all(end.shown.scores == ends[0].shown.scores for end in ends)
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


async def test_guests_play_a_game_whose_file_only_the_host_has(tmp_path: Path) -> None:
    """Its rules come with the table."""
    text = (ROOT / "variants" / "sandbags.toml").read_text("utf-8").replace('"Sandbags"', '"House sandbags"')
    setup = replace(setup_of("sandbags", 2), variant=parse(text.encode(), "house.toml"), options={"target": 60})
    async with opened(setup, tmp_path, 2) as host, host.guest(0, "Ann") as ann, host.guest(1, "Bea") as bea:
        end, _ = await asyncio.wait_for(asyncio.gather(ann.play(), bea.play()), SECONDS)
        assert ann.welcome is not None and ann.welcome.game == "House sandbags"
        assert end.shown.public.rules.variant.name == "House sandbags"
        assert end.shown.final is not None


async def test_join_reports_a_wrong_code(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is one sentence that names the code."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    async with opened(setup_of("sandbags", 1), tmp_path, 1) as host:
        done = await asyncio.to_thread(spades, "join", f"127.0.0.1:{host.port}", "K7QF2M9D")
    assert "'K7QF2M9D' opens no seat" in done.error


async def test_a_guest_is_sent_no_file_name_and_only_their_own_view(tmp_path: Path) -> None:
    """The host's folders stay on the host, and each guest's view is their seat's."""
    async with (
        opened(setup_of("sandbags", 2), tmp_path, 2) as host,
        host.guest(0, "Ann") as ann,
        host.guest(1, "Bea") as bea,
    ):
        last = await asyncio.gather(ann.play(30), bea.play(30))
        assert [moment.shown.seen.seat for moment in last] == [0, 1]
        for guest in (ann, bea):
            for message in guest.heard:
                assert str(tmp_path).encode() not in encode(message)
                if isinstance(message, TableUpdate):
                    assert message.shown.public.own is None


async def test_a_guest_who_drops_returns_to_the_same_hand(tmp_path: Path) -> None:
    """The seat waits for them, and nobody else's key opens it."""
    async with opened(setup_of("sandbags", 2, target=100), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        async with host.guest(1, "Bea") as bea:
            others = asyncio.ensure_future(ann.play())
            before = await bea.play(20)
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connect(host.codes[1], asyncssh.generate_private_key("ssh-ed25519"))
        async with host.guest(1, "Somebody") as bea:
            assert bea.welcome is not None
            assert bea.welcome.name == "Bea"
            after = await bea.expect(TableUpdate)
            assert after.number >= before.number
            assert after.shown.names[1] == "Bea"
            bea.answer(after)
            end = await bea.play()
            assert (await others).shown.final == end.shown.final


async def test_a_login_from_before_the_seat_was_taken_opens_nothing(tmp_path: Path) -> None:
    """Two people with one code: the first to take the seat keeps it, however early the other one came."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        code = host.codes[0]
        async with (
            host.connect(code, client_factory=Keyless) as early,
            host.connect(code, client_factory=Keyless) as lobby,
        ):
            waits = await guest_over(lobby)
            assert (await waits.expect(Welcome)).asks_password
            async with host.connect(code, host.keys[0]) as owner:
                waits.send(Arrive(VERSION, "Eve", "swordfish"))
                assert "taken" in (await waits.expect(Closed)).reason
                with pytest.raises(asyncssh.ChannelOpenError):
                    await early.open_session(subsystem=SUBSYSTEM, encoding=None)
                ann = await guest_over(owner)
                assert not (await ann.expect(Welcome)).asks_password
                ann.send(Arrive(VERSION, "Ann"))
                assert (await ann.expect(Presence)).names[0] == "Ann"


async def test_equal_names_get_a_number_and_people_come_before_computer_players(tmp_path: Path) -> None:
    """No two seats have the same name, however long it is."""
    async with (
        opened(setup_of("sandbags", 2), tmp_path, 2) as host,
        host.guest(0, "Bot 2") as ann,
        host.guest(1, "Bot 2") as bea,
    ):
        names = (await ann.expect(TableUpdate)).shown.names
        assert (await bea.expect(TableUpdate)).shown.names == names
        assert sorted(names[:2]) == ["Bot 2", "Bot 2 2"]
        assert len(set(names)) == 4
    name = "A" * NAME_MOST
    async with opened(setup_of("bemo", 2), tmp_path, 2) as host, host.guest(0, name), host.guest(1, name) as bea:
        assert set((await bea.expect(TableUpdate)).shown.names[:2]) == {name, f"{name[:-3]} 2"}


async def test_a_second_terminal_of_a_guest_takes_the_seat(tmp_path: Path) -> None:
    """The older connection ends with a sentence."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as first:
        await first.expect(Presence)
        async with host.guest(0, "Ann") as second:
            assert "another terminal" in (await first.expect(Closed)).reason
            assert (await second.expect(Presence)).here == (0,)


async def test_a_computer_player_sits_in_until_the_guest_is_back(tmp_path: Path) -> None:
    """The others play on, and see for whom it plays."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        async with host.guest(1, "Bea") as bea:
            await bea.expect(TableUpdate)
            while 1 not in (await ann.expect(Presence)).here:
                pass
        while 1 in (await ann.expect(Presence)).here:
            pass
        ann.send(StandIn())
        assert (await ann.expect(Presence)).stand_ins == (1,)
        for message in list(ann.heard):
            if isinstance(message, TableUpdate):
                last = message
        ann.answer(last)
        while not (await ann.play(1)).shown.scores:
            pass
        async with host.guest(1) as bea:
            assert (await ann.expect(Presence)).stand_ins == ()
            await bea.expect(TableUpdate)


async def test_a_table_that_closes_before_its_game_begins_promises_no_saved_game(tmp_path: Path) -> None:
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        await ann.expect(Presence)
        host.host.close("Until tomorrow.")
        assert (await ann.expect(Closed)).reason == "Until tomorrow."
        await host.game
        assert host.host.reopens is None


async def test_a_saved_game_continues_with_the_same_guests(tmp_path: Path) -> None:
    """The same codes and keys open the same seats on another day."""
    async with opened(setup_of("sandbags", 2, target=100), tmp_path, 2) as host:
        async with host.guest(0, "Ann") as ann, host.guest(1, "Bea") as bea:
            await asyncio.gather(ann.play(25), bea.play(25))
            host.host.close("Until tomorrow.")
            assert (await ann.expect(Closed)).reason == "Until tomorrow. The game is saved."
            await host.game
        invitations, keys = host.invitations, host.keys
    (path,) = tmp_path.glob("*.jsonl")
    async with opened(read_journal(path).setup, tmp_path, 2, invitations, path) as host:
        host.keys = keys
        with pytest.raises(asyncssh.PermissionDenied):
            await host.connect(host.codes[0], keys[1])
        async with host.guest(0) as ann, host.guest(1) as bea:
            ends = await asyncio.wait_for(asyncio.gather(ann.play(), bea.play()), SECONDS)
            assert ends[0].shown.names[:2] == ("Ann", "Bea")
            assert ends[0].shown.final is not None


async def test_a_wrong_code_is_refused_after_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a key nor an empty password opens anything."""
    monkeypatch.setattr(ssh, "WRONG_SECONDS", 0.3)
    async with opened(setup_of("sandbags", 1), tmp_path, 1) as host:
        for code in ("K7QF2M9D", "root", ""):
            begun = asyncio.get_running_loop().time()
            with pytest.raises(asyncssh.PermissionDenied):
                await host.connect(code or "x", host.keys[0])
            assert asyncio.get_running_loop().time() - begun >= 0.3


async def test_too_many_wrong_codes_at_once_are_refused_without_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One address can't hold many logins; the others should try later."""
    monkeypatch.setattr(ssh, "WRONG_SECONDS", SECONDS)
    async with opened(setup_of("sandbags", 1), tmp_path, 1) as host:
        tries = [asyncio.ensure_future(host.connect("K7QF2M9D").__aenter__()) for _ in range(ssh.WRONG_AT_ONCE)]
        while host.limits.wrong.total() < ssh.WRONG_AT_ONCE:
            await asyncio.sleep(0.01)
        with pytest.raises(asyncssh.DisconnectError):
            await host.connect("K7QF2M9D")
        for one in tries:
            one.cancel()
        await asyncio.gather(*tries, return_exceptions=True)


async def idle_connections(host: Opened) -> list[asyncio.StreamWriter]:
    """Open two connections that never log in, and check that no other one is let in now."""
    idle = [await asyncio.open_connection("127.0.0.1", host.port) for _ in range(2)]
    for reader, _ in idle:
        await reader.readline()
    with pytest.raises((asyncssh.ConnectionLost, OSError)):
        await host.connect(host.codes[0], host.keys[0])
    return [writer for _, writer in idle]


async def test_more_connections_than_allowed_are_closed_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Connections that never log in leave room for guests again when they close."""
    monkeypatch.setattr(ssh, "LOGGING_IN", 2)
    async with opened(setup_of("sandbags", 1), tmp_path, 1) as host:
        idle = await idle_connections(host)
        for writer in idle:
            writer.close()
        while host.limits.logging_in:
            await asyncio.sleep(0.01)
        async with host.guest(0, "Ann") as ann:
            await ann.expect(TableUpdate)
    assert not host.limits.connected


async def test_one_address_cannot_keep_guests_of_other_addresses_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It fills its own places for logins, and a guest from elsewhere still comes in."""
    monkeypatch.setattr(ssh, "LOGGING_IN_FROM_ONE", 2)
    async with opened(setup_of("sandbags", 1), tmp_path, 1) as host:
        idle = await idle_connections(host)
        async with host.connect(host.codes[0], host.keys[0], local_addr=("127.0.0.2", 0)):
            pass
        for writer in idle:
            writer.close()
        while host.limits.logging_in:
            await asyncio.sleep(0.01)
        async with host.connect(host.codes[0], host.keys[0]):
            pass


async def test_one_guests_logins_leave_room_for_others(tmp_path: Path) -> None:
    """The oldest connection of a key ends when it has too many."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, AsyncExitStack() as stack:
        for _ in range(3 * ssh.MOST_OF_ONE):
            await stack.enter_async_context(host.connect(host.codes[0], host.keys[0]))
        async with asyncio.timeout(SECONDS):
            while len(host.limits.connected) > ssh.MOST_OF_ONE:
                await asyncio.sleep(0.01)
        async with host.guest(0, "Ann") as ann, host.guest(1, "Bea") as bea:
            assert (await ann.expect(TableUpdate)).shown.names[:2] == (await bea.expect(TableUpdate)).shown.names[:2]


async def test_watchers_without_a_key_are_counted_by_address(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They have no seat and no key, so others of that address are refused rather than the oldest ended."""
    monkeypatch.setattr(ssh, "KEYLESS_FROM_ONE", 3)
    async with opened(setup_of("sandbags", 2), tmp_path, 2, watchers=9) as host, AsyncExitStack() as stack:
        code = next(one.code for one in host.invitations if one.seat is None)
        for _ in range(3):
            await stack.enter_async_context(host.connect(code, client_factory=Keyless))
        with suppress(OSError, asyncssh.Error):
            async with host.connect(code, client_factory=Keyless) as fourth:
                await asyncio.wait_for(fourth.wait_closed(), SECONDS)
        assert len(host.limits.connected) == 3


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("10.0.0.1", "10.0.0.2", False),
        ("2001:db8::1", "2001:db8::ffff", True),
        ("2001:db8::1", "2001:db8:0:1::1", False),
        ("::ffff:10.0.0.1", "10.0.0.1", True),
        ("fe80::1%eth0", "fe80::2%eth0", True),
    ],
)
def test_addresses_of_one_ipv6_network_count_as_one(one: str, other: str, same: bool) -> None:
    """Whoever has one of them usually has all."""
    assert (ssh.network_of(one) == ssh.network_of(other)) is same


async def test_a_guest_has_no_command_files_or_forwarding(tmp_path: Path) -> None:
    """Everything but a terminal and `join` is refused."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        async with host.connect(host.codes[0], host.keys[0]) as connection:
            with pytest.raises(asyncssh.ChannelOpenError):
                await connection.open_connection("127.0.0.1", host.port)
            with pytest.raises(asyncssh.ChannelListenError):
                await connection.forward_remote_port("127.0.0.1", 0, "127.0.0.1", host.port)
        more: dict[str, str]
        for more in ({"subsystem": "sftp"}, {"command": "id"}, {}):
            async with host.connect(host.codes[0], host.keys[0]) as connection:
                with pytest.raises(asyncssh.ChannelOpenError):
                    await connection.create_process(encoding=None, **more)


@pytest.mark.parametrize(
    ("message", "said"),
    [
        (Arrive(VERSION + 1, "Ann"), "install"),
        (Arrive(VERSION, " "), "name"),
        (Arrive(VERSION, "A" * 500), "too long"),
        (Arrive(VERSION, "A\x1b[2J"), "printable"),
        (Arrive(VERSION, "Ann\u202eeve"), "printable"),
        (Arrive(VERSION, "\u200b"), "needs a name"),
        (Arrive(VERSION, "e" + "\u0301" * 40), "too long"),
    ],
)
async def test_an_arrival_that_does_not_fit_is_refused_with_a_sentence(
    message: Arrive, said: str, tmp_path: Path
) -> None:
    """The other guests notice nothing, and the seat stays free."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host:
        async with host.connect(host.codes[0], host.keys[0]) as connection:
            guest = await guest_over(connection)
            guest.send(message)
            assert said in (await guest.expect(Closed)).reason
        async with host.guest(0, "Ann") as ann:
            assert (await ann.expect(Presence)).names[0] == "Ann"


@pytest.mark.parametrize(
    "data",
    [
        b"\x00\x00\x00\x02{}", b"\xff\xff\xff\xff", b"GET / HTTP/1.1\r\n\r\n", b"\x00\x00\x0f\xa0" + b"[" * 4000,
        b'\x00\x00\x00\x33{"type":"decide","event":{"event":"deal","seat":0}}',
    ],
)  # fmt: skip
async def test_an_invalid_message_ends_only_its_connection(data: bytes, tmp_path: Path) -> None:
    """The guest may come back, and the other one plays on."""
    async with opened(setup_of("sandbags", 2), tmp_path, 2) as host, host.guest(0, "Ann") as ann:
        async with host.guest(1, "Bea") as bea:
            await bea.expect(TableUpdate)
            bea.send_bytes(data)
            while await bea.read() is not None:
                pass
        async with host.guest(1, "Bea") as bea:
            await asyncio.gather(ann.play(3), bea.play(3))


@pytest.mark.parametrize("seat", [-1, 0, 1, 7, 10**9])
@pytest.mark.parametrize("number", [-1, 0, 51, 200, 10**12])
async def test_decisions_that_no_screen_offers_are_refused(seat: int, number: int, tmp_path: Path) -> None:
    """Numbers out of bounds, and acting for another seat, change nothing."""
    async with (
        opened(setup_of("sandbags", 2), tmp_path, 2) as host,
        host.guest(0, "Ann") as ann,
        host.guest(1, "Bea") as bea,
    ):
        others = asyncio.ensure_future(ann.play(8))
        moment = await bea.play(4)
        while not (isinstance(moment.next, Turn) and moment.next.seat == 1):
            moment = await bea.play(1)
        for event in (Play(seat, number), Bid(seat, number), Claim(seat, number), TakeBack(seat)):
            if seat == 1 and event in moment.shown.seen.legal:
                continue
            bea.send(Decide(event))
        bea.send(CutMessage(number))
        await bea.expect(Refused)
        others.cancel()
        assert not host.game.done()


async def test_a_guest_who_floods_the_table_is_dropped(tmp_path: Path) -> None:
    """The others don't notice."""
    async with (
        opened(setup_of("sandbags", 2), tmp_path, 2) as host,
        host.guest(0, "Ann") as ann,
        host.guest(1, "Bea") as bea,
    ):
        await bea.expect(TableUpdate)
        for _ in range(MESSAGES * 5):
            bea.send(Done(99))
        assert "many" in (await bea.expect(Closed)).reason
        await ann.expect(TableUpdate)
        assert not host.game.done()


async def test_a_guest_who_leaves_keeps_their_seat(tmp_path: Path) -> None:
    """The guest gets a message, and the table shows that they have left."""
    async with (
        opened(setup_of("sandbags", 2), tmp_path, 2) as host,
        host.guest(0, "Ann") as ann,
        host.guest(1, "Bea") as bea,
    ):
        await bea.expect(TableUpdate)
        while 1 not in (await ann.expect(Presence)).here:
            pass
        bea.send(Leave())
        assert "waits for you" in (await bea.expect(Closed)).reason
        while 1 in (await ann.expect(Presence)).here:
            pass


async def test_watchers_see_what_everybody_sees_and_decide_nothing(tmp_path: Path) -> None:
    """They share a code, and one too many is refused with a sentence."""
    setup = setup_of("sandbags", 2)
    async with opened(setup, tmp_path, 2, watchers=2) as host:
        code = next(one.code for one in host.invitations if one.seat is None)
        async with AsyncExitStack() as stack:
            watchers = []
            for key in host.keys.values():
                connection = await stack.enter_async_context(host.connect(code, key))
                watchers.append(await guest_over(connection))
                assert (await watchers[-1].expect(Welcome)).seat is None
                watchers[-1].send(Arrive(VERSION, ""))
            connection = await stack.enter_async_context(host.connect(code, host.keys[0]))
            late = await guest_over(connection)
            assert "room" in (await late.expect(Closed)).reason
            ann = await stack.enter_async_context(host.guest(0, "Ann"))
            bea = await stack.enter_async_context(host.guest(1, "Bea"))
            playing = asyncio.gather(ann.play(20), bea.play(20))
            for message in (StandIn(), Phrase(1), CutMessage(5), Done(1), Decide(Bid(0, 3))):
                watchers[0].send(message)
            for watcher in watchers:
                for _ in range(10):
                    moment = await watcher.expect(TableUpdate)
                    assert moment.shown.seen == moment.shown.public
                    assert moment.shown.seen.own is None
            await playing
            assert not any(isinstance(one, Refused | Phrase) for guest in (ann, bea) for one in guest.heard)
            assert any(isinstance(one, Presence) and one.watchers == 2 for one in ann.heard)


async def test_a_guests_process_has_a_terminal_and_nothing_of_the_hosts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If it fails while a screen is open, the guest's terminal is put back."""
    monkeypatch.setenv("SECRET", "xyzzy")
    async with (
        ForkServer(["tests.hosting.failing_guest"], str(tmp_path)) as forks,
        opened(setup_of("sandbags", 1), tmp_path, 1, forks=forks) as host,
        host.connect(host.codes[0], host.keys[0]) as connection,
    ):
        given = {"LANG": "C.UTF-8", "LC_ALL": "C\x1b[2J", "LC_TIME": "C", "COLORTERM": "x" * 99, "LD_PRELOAD": "/x"}
        process = await connection.create_process(
            term_type="xterm-256color", term_size=(9999, 3), env=given, encoding=None
        )
        done = await asyncio.wait_for(process.wait(), SECONDS)
    assert done.exit_status == 7
    shown = bytes(done.stdout)
    assert shown.endswith(ssh.PUT_BACK)
    found = json.loads(shown[shown.index(b"{") : shown.rindex(b"}") + 1])
    assert found["environment"] == {"TERM": "xterm-256color", "LANG": "C.UTF-8", "HOME": f"{tmp_path}/1"}
    assert found["descriptors"] == [0, 1, 2, found["stream"]]
    assert found["size"] == [400, 5]
    assert found["controls"]

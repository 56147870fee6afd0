"""A club has several tables in one process; members sit down, leave, watch and come back."""

import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.hosting import club as club_module
from spades_tui.hosting import ssh
from spades_tui.hosting.club_roll import ClubRoll, remove_member
from spades_tui.hosting.invitations import Owner, PasswordChecks, saved
from spades_tui.hosting.messages import (
    VERSION,
    Arrive,
    Closed,
    Keep,
    Kept,
    Leave,
    Sit,
    StandIn,
    Tables,
    TableUpdate,
    Watch,
    Welcome,
)
from spades_tui.play.setup import TableSetup
from spades_tui.play.shown import GameEnded
from spades_tui.play.table import Table
from tests.hosting.clubs import opened_club, until
from tests.hosting.loopback import Guest, setup_of
from tests.hosting.tables import SECONDS

SHORT = replace(setup_of("sandbags", 2), options={"target": 60})


@pytest.fixture(autouse=True)
def _quick_refusals(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let a wrong password wait only a moment."""
    monkeypatch.setattr(ssh, "WRONG_SECONDS", 0.05)


async def _seated(guest: Guest, table: int, seat: int | None = None) -> int:
    """Sit down, after the lobby has let the member in; return the seat."""
    if not any(isinstance(message, Tables) for message in guest.heard):
        await guest.expect(Tables)
    guest.send(Sit(table, seat))
    guest.welcome = await guest.expect(Welcome)
    assert guest.welcome.seat is not None
    return guest.welcome.seat


async def test_two_tables_play_at_once_and_are_free_again(tmp_path: Path) -> None:
    """Each game is saved in a file of its own; afterwards all members are in the lobby."""
    async with opened_club(SHORT, 2, tmp_path) as club, AsyncExitStack() as stack:
        names = ("Ann", "Bea", "Cy", "Dot")
        guests = [await stack.enter_async_context(club.member(name)) for name in names]
        seats = [await _seated(guest, 1 + number // 2) for number, guest in enumerate(guests)]
        assert seats == [0, 1, 0, 1]
        ends = await asyncio.wait_for(asyncio.gather(*(guest.play() for guest in guests)), SECONDS)
        assert [end.shown.names[:2] for end in ends] == [("Ann", "Bea")] * 2 + [("Cy", "Dot")] * 2
        for guest in guests:
            guest.send(Leave())
        for guest in guests:
            tables = await until(guest, lambda found: not any(table.begun for table in found))
            assert all(not any(table.seats[:2]) for table in tables.tables)
        assert club.club.roll.games == {}
        assert await _seated(guests[3], 1) == 0
    assert len(list(tmp_path.glob("*.jsonl"))) == 2


async def test_a_seat_is_free_again_until_the_game_begins_and_then_belongs_to_its_member(tmp_path: Path) -> None:
    """Others may watch, but not take it."""
    async with opened_club(SHORT, 2, tmp_path) as club, AsyncExitStack() as stack:
        ann, bea, cy = [await stack.enter_async_context(club.member(name)) for name in ("Ann", "Bea", "Cy")]
        assert await _seated(ann, 2, 1) == 1
        tables = await until(cy, lambda found: found[1].seats[1] == "Ann")
        assert tables.tables[1].seats[0] == ""
        ann.send(Leave())
        await until(cy, lambda found: found[1].seats[1] == "")
        await _seated(ann, 2)
        await _seated(bea, 2)
        playing = asyncio.ensure_future(ann.play())
        await bea.play(5)
        bea.send(Leave())
        assert "waits for you" in (await bea.expect(Tables)).reason
        tables = await until(cy, lambda found: found[1].away == (1,))
        assert tables.tables[1].begun
        for seat in (None, 1, 3, -1, 10**9):
            cy.send(Sit(2, seat))
            assert (await cy.expect(Tables)).reason
        cy.send(Watch(2))
        assert (await cy.expect(Welcome)).seat is None
        moment = await cy.expect(TableUpdate)
        assert moment.shown.seen.own is None
        cy.send(StandIn())
        cy.send(Leave())
        assert await until(cy, lambda found: not found[1].watchers)
        assert await _seated(bea, 2) == 1
        await bea.play()
        await playing


async def test_requests_that_fit_nothing_get_a_sentence(tmp_path: Path) -> None:
    """The member stays in the lobby."""
    async with opened_club(SHORT, 1, tmp_path) as club, club.member("Ann") as ann:
        await ann.expect(Tables)
        for message in (Sit(0), Sit(2), Sit(-1), Watch(99)):
            ann.send(message)
            assert "no such table" in (await ann.expect(Tables)).reason
        ann.send(StandIn())
        ann.send(Sit(1, 2))
        answer = await ann.expect(Tables)
        assert "taken" in answer.reason
        assert [name.endswith(" (computer)") for name in answer.tables[0].seats] == [False, False, True, True]
        for seat in (4, -1):
            ann.send(Sit(1, seat))
            assert "no such seat" in (await ann.expect(Tables)).reason
        assert await _seated(ann, 1) == 0


async def test_members_come_back_with_their_key_or_password(tmp_path: Path) -> None:
    """A name belongs to one member, and a wrong password lets nobody in."""
    async with opened_club(SHORT, 1, tmp_path) as club:
        async with club.member("Ann") as ann, club.member("Bea", "swordfish") as bea:
            await ann.expect(Tables)
            await bea.expect(Tables)
        for name, password in (("Bea", "swordfisk"), ("bea", "x"), ("Ann", "swordfish")):
            async with club.member(name, password) as eve:
                assert "already" in (await eve.expect(Closed)).reason
        async with club.member("Cy", "x") as cy:
            assert "letters" in (await cy.expect(Closed)).reason
        async with club.member("Bea", "swordfish") as bea, club.member("Ann") as ann:
            await _seated(bea, 1)
            await _seated(ann, 1)
            assert (await bea.play(1)).shown.names[:2] == ("Bea", "Ann")
        assert [member.name for member in club.club.roll.members] == ["Ann", "Bea"]


async def test_a_connection_makes_one_member_at_most(tmp_path: Path) -> None:
    """Otherwise one person could fill the club, while passwords are being hashed."""
    async with opened_club(SHORT, 1, tmp_path) as club, club.member("Bea", "swordfish") as bea:
        for name in ("Cy", "Dot"):
            bea.send(Arrive(VERSION, name, "swordfish"))
        await bea.expect(Tables)
        bea.send(Sit(1))
        await bea.expect(Welcome)
        assert [member.name for member in club.club.roll.members] == ["Bea"]


async def test_a_full_club_takes_no_more_members(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its members still come in."""
    monkeypatch.setattr(club_module, "MOST_MEMBERS", 1)
    async with opened_club(SHORT, 1, tmp_path) as club:
        async with club.member("Ann") as ann, club.member("Bea") as bea:
            await ann.expect(Tables)
            assert "full" in (await bea.expect(Closed)).reason
        async with club.member("Ann") as ann:
            await ann.expect(Tables)


async def test_a_table_that_fails_closes_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its members return to the lobby and play at another one."""
    create = Table.create

    def breaks(setup: TableSetup, folder: Path) -> Table:
        if setup.seats[0].name == "Ann":
            raise RuntimeError("broken")
        return create(setup, folder)

    monkeypatch.setattr(Table, "create", breaks)
    async with opened_club(SHORT, 2, tmp_path) as club, AsyncExitStack() as stack:
        ann, bea = [await stack.enter_async_context(club.member(name)) for name in ("Ann", "Bea")]
        await _seated(ann, 1)
        await _seated(bea, 1)
        for guest in (ann, bea):
            await until(guest, lambda found: found[0].closed)
        await _seated(bea, 2)
        await _seated(ann, 2)
        ends = await asyncio.gather(ann.play(), bea.play())
        assert all(isinstance(end.next, GameEnded) for end in ends)


async def test_a_closed_club_continues_its_games_with_the_same_members(tmp_path: Path) -> None:
    """The code, the members and the tables are as before."""
    roll, setup = ClubRoll("K7QF2M9D"), SHORT
    async with opened_club(setup, 2, tmp_path, roll) as club, club.member("Ann") as ann, club.member("Bea") as bea:
        await _seated(ann, 2)
        await _seated(bea, 2)
        before, _ = await asyncio.gather(ann.play(30), bea.play(30))
        members = club.members
    async with opened_club(setup, 2, tmp_path, roll) as club:
        club.members = members
        async with club.member("Cy") as cy, club.member("Ann") as ann, club.member("Bea") as bea:
            tables = await cy.expect(Tables)
            assert tables.tables[1].seats[:2] == ("Ann", "Bea")
            cy.send(Sit(2))
            assert "full" in (await cy.expect(Tables)).reason
            assert await _seated(bea, 2) == 1
            assert await _seated(ann, 2) == 0
            after = await ann.expect(TableUpdate)
            assert after.shown.scores[: len(before.shown.scores)] == before.shown.scores
            ann.answer(after)
            end, _ = await asyncio.gather(ann.play(), bea.play())
            assert end.shown.final is not None
    assert len(list(tmp_path.glob("*.jsonl"))) == 1


async def test_a_game_without_people_is_saved_and_frees_its_table(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its file can be resumed with the same members."""
    monkeypatch.setattr(club_module, "EMPTY_SECONDS", 0.05)
    said: list[str] = []
    async with opened_club(setup_of("sandbags", 1), 1, tmp_path) as club, club.member("Cy") as cy:
        club.club.told = said.append
        async with club.member("Ann") as ann:
            await _seated(ann, 1)
            await ann.play(3)
        while not any("--resume" in one for one in said):
            await asyncio.sleep(0.01)
        assert await _seated(cy, 1) == 0
    (saved,) = [one for one in said if "--resume" in one]
    assert str(tmp_path) in saved


# ---- limits


async def test_a_wrong_password_never_locks_the_right_one_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its owner comes in while others try wrong ones all the time."""
    monkeypatch.setattr(ssh, "WRONG_SECONDS", 0.3)
    async with opened_club(SHORT, 1, tmp_path) as club, AsyncExitStack() as stack:
        async with club.member("Bea", "swordfish") as bea:
            await bea.expect(Tables)
        wrong = [await stack.enter_async_context(club.member("Bea", f"wrong {n}")) for n in range(6)]
        async with club.member("Bea", "swordfish") as bea:
            await bea.expect(Tables)
        for eve in wrong:
            assert "already" in (await eve.expect(Closed)).reason


async def test_wrong_passwords_from_one_address_slow_nobody_elsewhere() -> None:
    owner = Owner()
    owner.take_with_password("swordfish")
    checks = PasswordChecks()
    wrong = [asyncio.ensure_future(checks.opens(owner, "wrong", "10.0.0.1", SECONDS)) for _ in range(20)]
    assert await asyncio.wait_for(checks.opens(owner, "swordfish", "10.0.0.2", SECONDS), SECONDS / 2)
    assert not any(one.done() for one in wrong)
    for one in wrong:
        one.cancel()


async def test_a_try_that_is_broken_off_makes_the_next_one_wait_all_the_same() -> None:
    owner = Owner()
    owner.take_with_password("swordfish")
    checks = PasswordChecks()
    for _ in range(3):
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(checks.opens(owner, "wrong", "10.0.0.1", SECONDS), 0.3)
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(checks.opens(owner, "swordfish", "10.0.0.1", SECONDS), 0.3)


async def test_throw_away_keys_cannot_fill_a_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A full club forgets members who have never played; those who have stay, and one address brings only some."""
    monkeypatch.setattr(club_module, "MOST_MEMBERS", 4)
    monkeypatch.setattr(club_module, "JOINS_FROM_ONE", 6)
    async with opened_club(SHORT, 1, tmp_path) as club:
        async with club.member("Ann") as ann, club.member("Bea") as bea:
            for guest in (ann, bea):
                await _seated(guest, 1)
            await ann.play(2)
        for name in ("X1", "X2", "X3", "Cy"):
            async with club.member(name) as guest:
                await guest.expect(Tables)
        assert [member.name for member in club.club.roll.members] == ["Ann", "Bea", "X3", "Cy"]
        async with club.member("X4") as guest:
            assert "from your address" in (await guest.expect(Closed)).reason
        async with club.member("Ann") as ann:
            await ann.expect(Tables)


async def test_a_member_has_one_chair(tmp_path: Path) -> None:
    """At another table they are told so; without the first chair they may sit down there."""
    async with opened_club(SHORT, 3, tmp_path) as club, club.member("Ann") as first, club.member("Ann") as second:
        await _seated(first, 1)
        await second.expect(Tables)
        second.send(Sit(2))
        while not (reason := (await second.expect(Tables)).reason):
            pass
        assert "table 1 already" in reason
        second.send(Watch(3))
        assert (await second.expect(Welcome)).seat is None
        second.send(Leave())
        first.send(Leave())
        await until(second, lambda found: not any(found[0].seats[:2]))
        second.send(Sit(2))
        assert (await second.expect(Welcome)).seat == 0


async def test_a_member_has_few_connections(tmp_path: Path) -> None:
    """More than that end older ones, however the member comes."""
    async with opened_club(SHORT, 1, tmp_path) as club, AsyncExitStack() as stack:
        for _ in range(ssh.MOST_OF_ONE + 3):
            bea = await stack.enter_async_context(club.member("Bea", "swordfish"))
            await bea.expect(Tables)
        here = [one for one in club.club._guests if one.link.open]
        assert len(here) == ssh.MOST_OF_ONE
        bea.send(Sit(1))
        assert (await bea.expect(Welcome)).seat == 0


async def test_settings_are_kept_with_the_member(tmp_path: Path) -> None:
    """They are sent from the lobby, a seat or a watcher's place, and nobody else gets them."""
    file = tmp_path / "club.json"
    async with opened_club(SHORT, 2, tmp_path, file=file) as club:
        async with club.member("Bea") as bea:
            await bea.expect(Tables)
        for number, place in enumerate((None, Sit(1), Watch(2))):
            kept = f"pause = {number}\nname = 'Ann'\n"
            async with club.member("Ann") as ann:
                await ann.expect(Tables)
                if place is not None:
                    ann.send(place)
                    await ann.expect(Welcome)
                ann.send(Keep(kept))
                ann.send(Leave())
                await ann.expect(Tables)
            async with club.member("Ann") as ann:
                assert (await ann.expect(Kept)).settings == kept
        async with club.member("Bea") as bea:
            await bea.expect(Tables)
            assert not [message for message in bea.heard if isinstance(message, Kept)]
    roll = saved(file, ClubRoll)
    assert roll is not None
    assert {member.name: member.settings for member in roll.members} == {"Bea": "", "Ann": kept}


async def test_a_removed_member_with_a_new_key_joins_again_under_the_same_name(tmp_path: Path) -> None:
    """They may have lost the old one."""
    file = tmp_path / "club.json"
    async with opened_club(SHORT, 1, tmp_path, file=file) as club:
        for sentence in (True, False):
            async with club.member("Ann") as ann:
                await ann.expect(Tables)
            del club.members["Ann"]
            if sentence:
                async with club.member("Ann") as ann:
                    assert "already" in (await ann.expect(Closed)).reason
                del club.members["Ann"]
                remove_member(file, "Ann")
        assert [member.name for member in club.club.roll.members] == ["Ann"]


async def test_a_removed_member_is_forgotten_by_an_open_club(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Their connection ends, and the next save doesn't bring them back."""
    monkeypatch.setattr(club_module, "REREAD_SECONDS", 0.05)
    file = tmp_path / "club.json"
    async with opened_club(SHORT, 1, tmp_path, file=file) as club, club.member("Ann") as ann:
        await ann.expect(Tables)
        async with club.member("Bea") as bea:
            await bea.expect(Tables)
            assert remove_member(file, "bea") == "Bea"
            assert "aren't a member" in (await bea.expect(Closed)).reason
        with pytest.raises(LookupError):
            remove_member(file, "Bea")
        async with club.member("Cy") as cy:
            await cy.expect(Tables)
    kept = saved(file, ClubRoll)
    assert kept is not None and [member.name for member in kept.members] == ["Ann", "Cy"]

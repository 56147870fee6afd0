"""A hosted table plays the same game as one keyboard."""

import asyncio
import os
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.game.events import TakeBack
from spades_tui.hosting import hosted_table
from spades_tui.hosting.guest_seat import presence_changes
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import (
    Decide,
    Done,
    FromGuest,
    Phrase,
    Presence,
    TableUpdate,
    decode,
    encode,
)
from spades_tui.hosting.plain_guest import GuestTable, WatchedTable
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.plain.console import GoneError
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.presentation.player_talk import TALK
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Settings
from tests.games import each_game
from tests.hosting.guest_side import keyboard
from tests.hosting.tables import SECONDS, Guest, at_one_keyboard, friends_table


@pytest.mark.parametrize("slug", each_game("two-handed"))
def test_a_hosted_game_has_the_record_of_one_keyboard(slug: str, tmp_path: Path) -> None:
    """The same seed and the same choices give the same bytes."""
    for people in {2, shipped()[slug].seats}:
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


async def test_a_phrase_is_passed_on_once_a_second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everybody hears it. More of them in a row, and numbers without a phrase, are left out."""
    monkeypatch.setattr(hosted_table, "PHRASE_SECONDS", SECONDS)
    host = HostedTable(friends_table("sandbags", 2, tmp_path))
    guests = [Guest(host, seat) for seat in range(2)]
    for number in (99, -1, 2, 3, 4):
        host.hear(1, Phrase(number))
    host.hear(0, Phrase(5))
    for guest in guests:
        assert [one for one in guest.heard if isinstance(one, Phrase)] == [Phrase(2, 1), Phrase(5, 0)]


def _talk(guest: Guest) -> list[str]:
    """Return what the named computer players have said to a guest, in order."""
    entries = [entry for one in guest.heard if isinstance(one, TableUpdate) for entry in one.shown.entries]
    return list(dict.fromkeys(entry.text for entry in entries if entry.kind == TALK))


async def test_all_guests_hear_the_same_words_of_named_players() -> None:
    people = SeatSetup("Ann", "human"), SeatSetup("Tom", "human")
    seats = *people, SeatSetup("Bea", "bot", "club/bold"), SeatSetup("Ida", "bot", "club/bags")
    host = HostedTable(Table.create(TableSetup(shipped()["classic"], {"target": 200}, seats, seed="talk")))
    ann, tom = Guest(host, 0), Guest(host, 1)
    await asyncio.wait_for(host.run(), SECONDS)
    assert _talk(ann) == _talk(tom) != []


@pytest.mark.rule("3B-11")
async def test_a_bid_can_be_taken_back_while_a_computer_player_waits(tmp_path: Path) -> None:
    """The pause before the computer player's bid doesn't end with another guest's message."""
    table = friends_table("sandbags", 2, tmp_path, take_back=True)
    table.deal(None)
    host = HostedTable(table, SECONDS)
    for seat in range(2):
        host.come({seat: lambda _: None})
    playing = asyncio.ensure_future(host.run())
    async with asyncio.timeout(SECONDS / 2):
        while (step := table.next()) != Turn(2, False):
            assert isinstance(step, Turn)
            event = suggest(table.observe(step.seat))
            assert event is not None
            host.hear(step.seat, Decide(event))
            await asyncio.sleep(0.01)
        host.hear(0, Done(99))
        host.hear(1, Decide(TakeBack(1)))
        while table.next() != Turn(1, True):
            await asyncio.sleep(0.01)
    playing.cancel()


async def test_a_guest_in_plain_text_leaves_when_the_connection_is_lost(tmp_path: Path) -> None:
    """Their seat waits. They aren't asked about the file, which the host keeps."""
    table = friends_table("sandbags", 2, tmp_path)
    table.deal(None)
    host = HostedTable(table)
    (moment,) = [one for one in Guest(host, 1).heard if isinstance(one, TableUpdate)]
    remote = RemoteTable(1, moment, lambda message: None)
    with keyboard() as (console, printed, _, _):
        game = GuestTable(remote, console, Settings())
        game.gather()
        remote.lose()
        event = suggest(remote.observe(1))
        assert event is not None
        with pytest.raises(GoneError):
            game.do(event)
    assert "Your seat waits for you." in printed.getvalue()
    assert "unkept" not in printed.getvalue()


async def test_a_watcher_in_plain_text_is_offered_only_what_watchers_can_do(tmp_path: Path) -> None:
    table = friends_table("sandbags", 2, tmp_path, take_back=True)
    table.deal(None)
    host = HostedTable(table)
    (moment,) = [one for one in Guest(host, None).heard if isinstance(one, TableUpdate)]
    sent: list[FromGuest] = []
    with keyboard() as (console, printed, writes, _):
        os.write(writes, b"help\nhand\nundo\nstand in\nphrases\nphrase 1\nhint\nnil\nbids\nmute\nquit\n")
        WatchedTable(RemoteTable(None, moment, sent.append), console, Settings()).run()
    assert sent == []
    said = printed.getvalue()
    assert not re.search(r"\b(ready|card:|claim|hint|take|stand in|undo|your seat|your cards|wait)\b", said.lower())
    assert "P0 is the dealer." in said and "You hear no phrases." in said


@pytest.mark.parametrize("watches", [False, True])
def test_only_a_player_is_told_how_to_replace_somebody(watches: bool) -> None:
    here = Presence((0, 1), ("Ann", "Bea"), (0, 1), (), 1)
    (said,) = presence_changes(here, replace(here, here=(0,)), watches)
    assert ("stand in" in said) is not watches


def test_a_guest_whose_seat_was_exchanged_has_not_gone() -> None:
    before = Presence((0, 1), ("Ann", "Bea", "Cy", ""), (0, 1, 3))
    moved = Presence((0, 3), ("Ann", "", "Cy", "Bea"), (0, 1, 3))
    assert presence_changes(before, moved) == ["Bea has seat 4 now.", "The table waits for 1 more."]
    both = Presence((0, 1, 3), ("Ann", "Bea", "Cy", "Dot"), (0, 1, 3))
    assert presence_changes(both, replace(both, names=("Ann", "Dot", "Cy", "Bea"))) == [
        "Dot has seat 2 now.",
        "Bea has seat 4 now.",
    ]


async def test_the_record_marks_a_guests_decision_before_which_the_coach_spoke(tmp_path: Path) -> None:
    table = friends_table("sandbags", 2, tmp_path)
    table.deal(None)
    turn = table.next()
    assert isinstance(turn, Turn)
    assert turn.human
    shown = replace(table.shown(turn.seat), journal=None)
    sent: list[FromGuest] = []

    def send(message: FromGuest) -> None:
        sent.append(decode(encode(message), FromGuest))
        remote.hear(TableUpdate(2, "bid", turn.seat, (), turn, shown))

    remote = RemoteTable(turn.seat, TableUpdate(1, "deal", None, (), turn, shown), send)
    event = suggest(remote.observe(turn.seat))
    assert event is not None
    remote.coached.add(turn.seat)
    for _ in range(2):
        remote.do(event)
    assert sent == [Decide(event, coached=True), Decide(event)]
    host = HostedTable(table, SECONDS)
    playing = asyncio.ensure_future(host.run())
    host.hear(turn.seat, sent[0])
    async with asyncio.timeout(SECONDS / 2):
        while table.next() == turn:
            await asyncio.sleep(0.01)
    playing.cancel()
    assert table.path is not None
    marked = [line for line in table.path.read_text().splitlines() if '"coached": true' in line]
    assert len(marked) == 1
    assert f'"seat": {turn.seat}' in marked[0]

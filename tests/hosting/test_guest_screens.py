"""A guest's screens play the same game as one keyboard, and neither they nor the stream have another seat's cards."""

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bid, Play, TakeBack
from spades_tui.game.phase import IllegalEvent
from spades_tui.hosting.guest_screens import GuestApp
from spades_tui.hosting.hosted_table import HostedTable
from spades_tui.hosting.messages import Decide, FromTable, Presence, Refused, TableUpdate, encode
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.play.bot_decision import suggest
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.tui.table.answers import CutAnswer, LeaveOver
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from tests.hosting.guest_side import SETTINGS, Side
from tests.hosting.tables import SECONDS, Guest, at_one_keyboard, friends_table, moment_of, take_step
from tests.quick_cases import slow_but
from tests.screens.looking import screen_text, until
from tests.terminal.watching import faces


async def play_on_screens(side: Side, looks: Callable[[str], None] = lambda _: None) -> None:
    """Play the game to its end on the screens of seat 0, with the choices of `suggest` and no hint on the screens."""
    remote = side.remote
    assert remote is not None
    app = GuestApp(remote, list, replace(SETTINGS, suggestions=False))
    async with app.run_test(size=(80, 24)) as pilot:
        async with asyncio.timeout(SECONDS):
            while not isinstance(app.screen, GameOverScreen):
                await pilot.pause()
                controller = app.controller
                assert controller is not None
                screen, step = app.screen, remote.next()
                if isinstance(screen, ScoreScreen):
                    await pilot.press("enter")
                elif remote.waits or controller.finished_trick is not None:
                    controller.pauses.hurry()
                elif isinstance(step, CutOffered) and isinstance(screen, DealingScreen):
                    if screen.stage == "cut":
                        controller.act(CutAnswer(7))
                    elif screen.stage == "place":
                        controller.act(LeaveOver(step.cards - 1))
                elif isinstance(step, Turn) and step.human:
                    event = suggest(remote.observe(0))
                    if event is not None:  # otherwise the host's answer to the last one has come since
                        controller.act(event)
                elif isinstance(step, HandPlayed):
                    await pilot.press("escape")
                elif isinstance(step, GameEnded):
                    await pilot.press("enter")


@pytest.mark.parametrize(
    ("slug", "people", "options"),
    [
        ("sandbags", 2, {"target": 60}),
        *(
            pytest.param(slug, people, {}, marks=pytest.mark.slow)
            for slug, people in (("classic", 4), ("3b-four", 3), ("bemo", 2), ("two-handed", 2))
        ),
    ],
)
async def test_screens_play_the_game_of_one_keyboard(
    slug: str, people: int, options: dict[str, Any], tmp_path: Path
) -> None:
    """A guest on screens and others elsewhere write the same record, byte for byte; each deal is checked."""
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    one = friends_table(slug, people, tmp_path / "a", **options)
    at_one_keyboard(one)
    side = Side(friends_table(slug, people, tmp_path / "b", **options), people)
    await play_on_screens(side)
    side.ended()
    assert one.path is not None and side.table.path is not None
    assert side.table.path.read_bytes() == one.path.read_bytes()
    assert len(side.said) == len(one.scores)
    assert all("checked" in sentence for sentence in side.said), side.said


@pytest.mark.slow
async def test_a_watcher_sees_the_game_to_its_end(tmp_path: Path) -> None:
    """No screen asks them for anything, and they check every deal too."""
    side = Side(friends_table("sandbags", 2, tmp_path, target=100), 2, None)
    await play_on_screens(side)
    side.ended()
    assert side.said and all("checked" in sentence for sentence in side.said), side.said


@pytest.mark.parametrize("hand", [1, 2])
async def test_a_watcher_sees_bids_and_tricks_but_no_hands(hand: int, tmp_path: Path) -> None:
    """Their table has everybody's bids and the cards on the table, and not the open hand before."""
    table = friends_table("classic", 2, tmp_path)

    def play_until(condition: Callable[[Observation], bool]) -> TableUpdate:
        while not condition(seen := table.observe(None)):
            take_step(table, table.next())
        moment = moment_of(table, None, what="play", by=seen.on_turn)
        return replace(moment, opened=next(iter(table.open_game().hands[-1:]), None))

    bidding = play_until(lambda seen: seen.hand_number == hand and seen.bids.count(None) == 2)
    playing = play_until(lambda seen: len(seen.trick) == 2)
    for moment, bids, found in ((bidding, 2, set()), (playing, 4, {card.card for card in playing.shown.public.trick})):
        app = GuestApp(RemoteTable(None, moment, lambda _: None), list, SETTINGS)
        async with app.run_test(size=(80, 24)) as pilot:
            await pilot.pause()
            text = screen_text(app)
            given = [str(bid) for bid in moment.shown.public.bids if bid is not None]
            assert len(given) == bids
            assert all(name in text for name in table.names)
            assert all(re.search(rf"\b{bid}\b", text) for bid in given)
            assert faces(text) == found


@pytest.mark.parametrize("cards", [0, 2])
async def test_a_watchers_keys_are_explained_to_a_watcher(cards: int, tmp_path: Path) -> None:
    """Neither the `?` page nor a dead key promises a watcher that they can bid or play, now or later."""
    table = friends_table("classic", 2, tmp_path)
    table.deal(7)
    while len(table.observe(None).trick) < cards:
        take_step(table, table.next())
    app = GuestApp(RemoteTable(None, moment_of(table, None, what="play"), lambda _: None), list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("enter")
        await pilot.pause()
        assert "turn" not in screen_text(app).splitlines()[-1]
        assert "watching" in screen_text(app).splitlines()[-1]
        await pilot.press("question_mark")
        await pilot.pause()
        assert "watching" in screen_text(app)
        assert "Enter plays" not in screen_text(app)


async def test_a_checked_deal_covers_nothing_of_the_score(tmp_path: Path) -> None:
    side = Side(friends_table("sandbags", 2, tmp_path, target=100), 2, None)
    remote = side.remote
    assert remote is not None
    news: list[str] = []
    app = GuestApp(remote, lambda: [news.pop() for _ in range(len(news))], SETTINGS)
    check = remote.taken

    def checked(moment: TableUpdate) -> None:
        check(moment)
        if side.said:
            news.append(side.said.pop())
            app.wake()

    remote.taken = checked
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        async with asyncio.timeout(SECONDS):
            while not (isinstance(app.screen, ScoreScreen) and (app.screen.key_line.said or app.screen.query("Toast"))):
                await pilot.pause()
                if app.controller is not None and not isinstance(app.screen, ScoreScreen):
                    app.controller.pauses.hurry()
        assert app.controller is not None
        app.controller.close()
        assert "checked" in screen_text(app).splitlines()[-1]
        assert not app.screen.query("Toast")


async def test_a_lost_connection_ends_the_screens(tmp_path: Path) -> None:
    """The guest must not be left at a dead table."""
    side = Side(friends_table("classic", 2, tmp_path), 2)
    assert side.remote is not None
    app = GuestApp(side.remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        app.call_later(side.cut_off)
        side.awake = app.wake
        await until(pilot, lambda: app.return_code is not None)


async def test_the_table_waits_for_a_cut_elsewhere(tmp_path: Path) -> None:
    """While another player cuts, the screen says for whom the table waits, and no key of this guest cuts."""
    table = friends_table("two-handed", 2, tmp_path)
    offer = table.next()
    assert isinstance(offer, CutOffered)
    mine = 1 - offer.seat
    sent: list[object] = []
    remote = RemoteTable(mine, moment_of(table, mine, what="start"), sent.append)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = app.screen
        assert isinstance(screen, DealingScreen)
        await until(pilot, lambda: screen.stage == "elsewhere")
        assert f"P{offer.seat}" in "".join(words for words, _ in screen._words("", ""))
        await pilot.press("enter", "space", "escape")
        assert sent == [] and app.screen is screen
        table.deal(5)
        remote.hear(moment_of(table, mine, 2, "deal", table.observe(None).dealer))
        await until(pilot, lambda: not isinstance(app.screen, DealingScreen))


@pytest.mark.parametrize("watches", [False, True])
async def test_a_guest_who_comes_later_sees_who_is_away(watches: bool, tmp_path: Path) -> None:
    """The turn of a guest who has gone isn't one of a player who thinks; the sentence says so while they're away."""
    table = friends_table("sandbags", 3, tmp_path)
    table.deal(None)
    turn = table.next()
    assert isinstance(turn, Turn)
    gone, mine = turn.seat, None if watches else (turn.seat + 1) % 3
    if gone > 2:  # the computer player is on turn first
        table.do(table.choose())
        gone, mine = 0, None if watches else 1
    remote = RemoteTable(mine, moment_of(table, mine), lambda _: None)
    here = tuple(seat for seat in range(3) if seat != gone)
    remote.hear(Presence(here, table.names, table.people))
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert f"P{gone} is away" in screen_text(app)
        assert ("Stand in" in screen_text(app)) is not watches
        remote.hear(Presence(here, table.names, table.people, (gone,)))
        await until(pilot, lambda: "is away" not in screen_text(app))
        remote.hear(Presence(here, table.names, table.people))
        await until(pilot, lambda: f"P{gone} is away" in screen_text(app))


async def test_the_table_says_that_whoever_must_cut_is_away(tmp_path: Path) -> None:
    """At the deal too, the sentence follows a guest's coming and going."""
    table = friends_table("two-handed", 2, tmp_path)
    offer = table.next()
    assert isinstance(offer, CutOffered)
    mine = 1 - offer.seat
    remote = RemoteTable(mine, moment_of(table, mine, what="start"), lambda _: None)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: "waits for" in screen_text(app))
        remote.hear(Presence((mine,), table.names, table.people))
        await until(pilot, lambda: f"P{offer.seat} is away" in screen_text(app))
        remote.hear(Presence((0, 1), table.names, table.people))
        await until(pilot, lambda: "is away" not in screen_text(app))


class Searcher(Guest):
    """A guest who searches each message for cards of others before answering it."""

    def __init__(self, host: HostedTable, seat: int | None, table: Table) -> None:
        self.table = table
        self.searched = 0
        super().__init__(host, seat)

    def send(self, message: FromTable) -> None:
        """Search the bytes, then answer."""
        data = encode(message)
        if isinstance(message, TableUpdate) and self.table.proof_of_hand is None:
            secret = self.table.secret.hex() if self.table.secret is not None else None
            assert secret is None or secret.encode() not in data
            state = self.table.course.state
            hands = list(state.hand.holding) if state.hand is not None else []
            hidden = sum(cards for seat, cards in enumerate(hands) if seat != self.seat)
            for seat, foreign in enumerate(hands):
                if seat == self.seat or foreign == hidden:
                    continue
                for number in _numbers(json.loads(data)):
                    assert number.bit_count() < LEAST or number & ~foreign, (message.what, seat)
                    self.searched += number.bit_count() >= LEAST
        super().send(message)


LEAST = 4
"""Minimum number of cards in a bit set to search for; counts and single cards look like smaller sets."""


def _numbers(data: Any) -> Iterator[int]:
    """Yield every integer in data."""
    if isinstance(data, dict):
        data = list(data.values())
    if isinstance(data, list):
        for one in data:
            yield from _numbers(one)
    elif isinstance(data, int):
        yield data


@pytest.mark.parametrize("slug", slow_but(["bemo"], ["classic", "3b-four", "bemo", "cutthroat"]))
async def test_no_message_has_cards_of_another_hand(slug: str, tmp_path: Path) -> None:
    """No set of four or more cards from one other hand, and no secret, is in any byte before the hand is scored."""
    table = friends_table(slug, shipped()[slug].seats, tmp_path)
    host = HostedTable(table)
    guests = [Searcher(host, seat, table) for seat in (*table.people, None)]
    playing = asyncio.ensure_future(host.run())
    while len(table.scores) < 2 and not playing.done():
        await asyncio.sleep(0.01)
    playing.cancel()
    assert all(guest.searched for guest in guests if guest.seat is not None)


@pytest.mark.rule("3B-11")
async def test_a_refused_decision_changes_nothing_and_a_bid_is_taken_back(tmp_path: Path) -> None:
    """The host decides both; the guest's screen asks again."""
    table = friends_table("sandbags", 2, tmp_path, take_back=True)
    table.deal(None)
    mine = 1

    def decide(message: object) -> None:
        assert isinstance(message, Decide)
        event = message.event
        try:
            findings = table.do(event)
        except IllegalEvent as error:
            remote.hear(Refused(error.refusal))
        else:
            remote.hear(replace(moment_of(table, mine, 1, event.event_name(), event.seat), findings=findings))

    remote = RemoteTable(mine, moment_of(table, mine, by=0), decide)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        controller = app.controller
        assert controller is not None
        own = table.observe(mine).own
        assert own is not None
        controller.act(Play(mine, own.bit_length() - 1))
        await pilot.pause()
        assert table.observe(mine).on_turn == mine == remote.observe(mine).on_turn
        event = suggest(remote.observe(mine))
        assert isinstance(event, Bid)
        controller.act(event)
        await until(pilot, lambda: remote.observe(mine).on_turn != mine)
        await pilot.pause()
        controller.act(TakeBack(mine))
        await until(pilot, lambda: table.observe(mine).on_turn == mine == remote.observe(mine).on_turn)
        assert remote.shown(mine).taken_back


async def test_what_others_do_leaves_a_guests_open_question_open(tmp_path: Path) -> None:
    """Neither a friend who goes nor one who undoes a card closes it; the table goes on after the answer."""
    table = friends_table("sandbags", 2, tmp_path, take_back=True)
    mine = 1
    while not (table.observe(None).phase == "play" and table.observe(None).on_turn == mine and table.may_take_back(0)):
        take_step(table, table.next())

    remote = RemoteTable(mine, moment_of(table, mine, 1, "play", 0), lambda _: None)
    app = GuestApp(remote, list, SETTINGS)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("m")
        assert "Claim all the remaining tricks?" in screen_text(app)
        remote.hear(Presence((mine,), table.names, table.people))
        table.do(TakeBack(0))
        remote.hear(moment_of(table, mine, 2, TakeBack.event_name(), 0))
        await pilot.pause(0.3)
        assert "Claim all the remaining tricks?" in screen_text(app)
        assert remote.observe(None).on_turn == mine
        await pilot.press("escape")
        await until(pilot, lambda: remote.observe(None).on_turn == 0)
        assert "Claim all" not in screen_text(app)

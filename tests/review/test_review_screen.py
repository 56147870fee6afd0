"""The review on screen shows progress and the costliest decisions, goes hand by hand, and resumes the game anywhere."""

from __future__ import annotations

import asyncio
import errno
import json
import os
import re
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from spades_tui import cards
from spades_tui.analysis import review, reviewed_record
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.reviewed_record import Record, ReviewedDecision, collect_journal
from spades_tui.analysis.simulate import play_game
from spades_tui.bots import advice
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.cards import pretty
from spades_tui.fair import Stream
from spades_tui.play.bot_process import BotProcess
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.saved_games import suspended
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.presentation.wording import moment_of
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook.scorebook import open_book
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.system import faults
from spades_tui.system.folders import is_fork
from tests import LONG, quick_choices
from tests.advice.fakes import weigh_by_rules
from tests.driver import Driver, driving
from tests.no_cards import no_card_in
from tests.quick_cases import slow_but
from tests.review.reviewing import HandsApp, ReviewApp
from tests.screens.looking import TableApp, wait_until
from tests.table.playing import finished


def weigh(level: str, seen: Observation, stream: Stream, further: bool, **_: object) -> tuple[ValuedChoice, ...]:
    """Return the rule player's weights, with a first bid of three valued far too low."""
    found = weigh_by_rules(level, seen, stream)
    if seen.bids[seen.seat or 0] is None and seen.hand_number == 1:
        done, other = found[0], found[-1]
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 18.5, 0.5, 3.0, 10))
    return found


WAYS_TO_FORK = [("f", "enter"), ("o", "f", "enter")]
"""Keys that play on from a decision: in its review, and with all hands open."""


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a finished game of Ann's, whose review finds one costly decision."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(advice, "weigh", weigh)
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    text = play_game(TableSetup(shipped()["sandbags"], {"target": 200}, seats, seed="review")).text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    (games / "game.spades.jsonl").write_text(record_text(lines), "utf-8")
    return tmp_path


def record(home: Path) -> Path:
    return home / "data" / "games" / "game.spades.jsonl"


@asynccontextmanager
async def reviewing(home: Path, size: tuple[int, int] = (80, 24), **settings: Any) -> AsyncIterator[Driver]:
    """Open the review, and wait until every decision has been weighed."""
    async with driving(ReviewApp(record(home), **{"pace": "instant", **settings}), size) as seat:
        await seat.work_ends()
        yield seat


async def test_the_review_shows_the_costliest_decision_with_its_reason(home: Path) -> None:
    async with reviewing(home) as seat:
        assert seat.sees("You: ", "1 clear mistake", "Hand: ")
        assert re.search(r"▸ hand 1, bidding: bid \d+ +−11.5  bid 13 was better", seat.text)
        assert seat.sees("but bid 13 was 12 points better.", "Two is 11 below what your small chances add up to.")
        await seat.press("a")
        assert seat.sees("the best choice")
        await seat.press("t")
        assert seat.sees("cards", "play", "luck", "result", "hand 1", "Luck: the rest")
        await seat.press("escape")
        assert seat.place == "review"
        await seat.press("escape")
        assert seat.place == "home"
        await seat.work_ends()
    with open_book() as book:
        [game] = book.games()
        (noted,) = book.database.rows("SELECT seat, luck, play FROM reviews WHERE game = ?", game.id)
    read = collect_journal(record(home))
    judged = [review.judge(one, IN_PLACE) for one in review.needs_judging(read.of((0,)))]
    assert noted == (0, review.review_of(read, (0,), judged).totals(0)["luck"], -11.5)


async def test_a_finished_review_opens_again_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = ReviewApp(record(home))
    async with driving(app) as seat:
        await seat.work_ends()
        monkeypatch.setattr(BotProcess, "ask", lambda *_: pytest.fail("it was weighed before"))
        await seat.press("escape")
        app.open_review(record(home))
        await seat.wait("1 clear mistake")


@pytest.mark.parametrize("failing", [LEVELS[3:], LEVELS], ids=["expert", "all"])
async def test_a_review_continues_with_a_simpler_player(
    failing: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its figures aren't kept, so the next review asks the best player again."""
    asked: list[str] = []

    def fails_twice(
        level: str, seen: Observation, stream: Stream, further: bool, **_: object
    ) -> tuple[ValuedChoice, ...]:
        asked.append(level)
        if level in failing and seen.bids[seen.seat or 0] is None:
            raise ZeroDivisionError(cards.hand_text(seen.own or 0))
        return weigh_by_rules(level, seen, stream)

    monkeypatch.setattr(advice, "weigh", fails_twice)
    monkeypatch.setattr(faults, "_WRITTEN", set())
    app = ReviewApp(record(home))
    async with driving(app) as seat:
        await seat.work_ends()
        assert seat.sees("The best player has a fault, so a simpler one judged some decisions.")
        await seat.press("a")
        judged = [line for line in decisions(seat) if "best choice" in line or "was better" in line]
        assert len(decisions(seat)) > 3 and (failing == LEVELS or judged == decisions(seat))
        once = len(asked)
        app.open_review(record(home))
        await seat.work_ends()
        assert len(asked) > once
    report = next(iter(faults.reports())).read_text()
    assert "ZeroDivisionError in" in report
    no_card_in(report)


def decisions(seat: Driver) -> list[str]:
    """Return the lines of decisions in the list, as far as they are on the screen."""
    return [line for line in seat.lines if line[3:].startswith("hand ")]


async def test_cards_played_again_by_a_player_that_fails_end_with_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    async with reviewing(home) as seat:
        monkeypatch.setattr("spades_tui.analysis.duplicate.GameInMemory", fails)
        await seat.press("e")
        await seat.wait("can't play these cards")


async def test_a_running_review_can_be_left(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []
    left = threading.Event()

    def slow(self: BotProcess, work: Callable[..., Any], *given: Any) -> Any:
        asked.append(given)
        assert len(asked) < 3 or left.wait(300)
        return work(*given)

    monkeypatch.setattr(BotProcess, "ask", slow)
    async with driving(ReviewApp(record(home))) as seat:
        await wait_until(lambda: len(asked) > 2)
        assert seat.sees("reviewed …")
        await seat.press("escape")
        assert seat.place == "home"
        left.set()
        count = len(asked)
        await asyncio.sleep(0.3)
        assert len(asked) <= count + 1


@pytest.mark.parametrize("other", [False, True])
async def test_a_reviewed_game_is_resumed_in_any_seat(home: Path, other: bool) -> None:
    async with reviewing(home) as seat:
        await seat.press("f")
        assert seat.sees("As Bea")
        if other:
            await seat.press("down")
        await seat.press("enter")
        assert seat.table.people == ((1,) if other else (0,))
        assert seat.table.path is not None and is_fork(seat.table.path)
        assert seat.sees("Sandbags · copy", "A copy: this game doesn't count.")
        await seat.press("q")
    [game] = suspended()
    assert game.title.startswith("copy · Sandbags")


def weigh_plays(level: str, seen: Observation, stream: Stream, further: bool, **_: object) -> tuple[ValuedChoice, ...]:
    """Return the rule player's weights, with a card of the third trick valued as bad."""
    found = weigh_by_rules(level, seen, stream)
    if seen.hand_number == 1 and seen.leader is not None and len(seen.tricks) == 2 and len(found) > 1:
        done, other = found[0], found[-1]
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 18.5, 0.5, 3.0, 10))
    return found


@pytest.mark.parametrize("letters", [False, True])
async def test_a_large_terminal_draws_the_trick_of_a_decision(
    home: Path, monkeypatch: pytest.MonkeyPatch, letters: bool
) -> None:
    monkeypatch.setattr(advice, "weigh", weigh_plays)
    read = collect_journal(record(home))
    async with reviewing(home, (140, 45), letters=letters) as seat:
        one = chosen(seat, read)
        trick, winner = read.trick_of(one)
        assert len(trick) == 4
        assert winner == read.hands[1].state.winners[2]
        names = seat.line(" led ")
        rows = seat.lines[seat.lines.index(names) :]
        who = ["You", "Bea", "Cy", "Dot"]
        places = [names.index(who[card.seat]) for card in trick]
        assert places == sorted(places), "in the order in which they were played"
        assert f"{who[trick[0].seat]} led" in names and "better" in names
        face = cards.text if letters else pretty
        found = [rows[2].index(face(card.card)) for card in trick]
        assert found == sorted(found)
        (better,) = re.findall(r"(\S+) was better", seat.line("▸"))
        assert rows[2].rstrip("│ ").endswith(better)
        [mark] = [row for row in rows if "cost 11.5" in row]
        mine = next(place for card, place in zip(trick, found, strict=True) if card.seat == 0)
        assert abs(mark.index("cost") - mine) < 6
        assert seat.text.count("took it") == 1
        await seat.resize(80, 24)
        assert not seat.sees("took it")
        assert seat.sees("On the table: ") or seat.sees("To lead.")


def chosen(seat: Driver, read: Record) -> ReviewedDecision:
    """Return the chosen decision of Ann's."""
    return next(one for one in read.of((0,)) if seat.chosen.startswith(f"{moment_of(one.seen, ', bidding')}: "))


@pytest.mark.parametrize("keys", slow_but([("f", "enter")], WAYS_TO_FORK))
async def test_a_fork_does_not_suggest_the_criticised_choice(
    home: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    """Later decisions have suggestions again."""
    read = collect_journal(record(home))
    async with reviewing(home) as seat:
        one = chosen(seat, read)
        monkeypatch.setattr(
            quick_choices, "suggest", lambda seen: one.event if one.event in seen.legal else seen.legal[0]
        )
        await seat.press(*keys)
        assert seat.place == "bid" and seat.table.observe(0).legal == one.seen.legal
        assert not seat.sees("suggested") and "▸" not in seat.line("  0    1    2 ")
        await seat.press("0", "enter")
        await seat.wait("suggested")


@pytest.mark.parametrize("way", slow_but([("f", "enter")], WAYS_TO_FORK))
async def test_a_fork_that_cannot_be_written_is_explained_in_words(
    home: Path, monkeypatch: pytest.MonkeyPatch, way: tuple[str, ...]
) -> None:
    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    monkeypatch.setattr("spades_tui.analysis.fork.Journal", full)
    async with reviewing(home) as seat:
        notices = seat.notices()
        await seat.press(*way)
        assert notices == ["The copy can't be made (the disk is full)."]


@pytest.mark.parametrize("way", slow_but([("f", "enter")], WAYS_TO_FORK))
async def test_leaving_a_fork_returns_to_the_decision_in_its_review(home: Path, way: tuple[str, ...]) -> None:
    async with reviewing(home) as seat:
        await seat.press("a", "down", "down", "down")
        decision = seat.chosen
        await seat.press(*way)
        assert seat.table.people == (0,)
        await seat.press("q")
        assert (seat.place, seat.chosen) == ("review", decision)
        await seat.press("escape")
        assert seat.place == "home"


async def test_leaving_a_fork_of_open_hands_returns_to_them(home: Path) -> None:
    """They are at the same moment again, from which another fork can be made."""
    async with driving(HandsApp(record(home), 1, 9)) as seat:
        before = seat.text
        assert seat.place == "all hands" and "play on" in seat.footer
        await seat.press("f", "enter")
        assert seat.place == "play"
        await seat.press("q")
        assert seat.text == before


async def test_the_review_names_the_same_number_of_decisions_everywhere(home: Path) -> None:
    """This holds during the review, after it, and in the list of all decisions."""
    read = collect_journal(record(home))
    judged = len(review.needs_judging(read.of((0,))))
    assert len(read.of((0,))) > judged, "some have only one choice"
    async with reviewing(home, (80, 200)) as seat:
        assert seat.sees(f" {judged} decisions")
        await seat.press("a")
        assert len(decisions(seat)) == judged


async def test_the_list_of_decisions_scrolls_to_the_selected_one(home: Path) -> None:
    last = review.needs_judging(collect_journal(record(home)).of((0,)))[-1]
    async with driving(ReviewApp(record(home), last.before)) as seat:
        await seat.work_ends()
        assert seat.chosen.startswith(moment_of(last.seen, ", bidding"))


async def test_the_end_of_a_game_leads_to_its_review(home: Path) -> None:
    text = record(home).read_text("utf-8").splitlines(keepends=True)
    record(home).write_text("".join(line for line in text if '"game_over"' not in line), "utf-8")
    async with driving(TableApp(Table.resume(record(home)))) as seat:
        assert seat.place == "game over"
        await seat.press("v")
        assert seat.place == "review"


async def test_a_file_that_is_not_a_record_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none.spades.jsonl"
    path.write_text("{}\n", "utf-8")
    async with driving(ReviewApp(path)) as seat:
        await seat.wait("This game can't be reviewed")


async def test_open_hands_start_at_the_decision_and_can_be_played_on(home: Path) -> None:
    read = collect_journal(record(home))
    async with reviewing(home) as seat:
        await seat.press("a", *["down"] * 5)
        one = chosen(seat, read)
        await seat.press("o")
        assert seat.place == "all hands"
        hand = next(hand for hand in read.open_game.hands if hand.number == one.hand)
        moment = hand.moments[hand.place_of(one.before)]
        assert moment.on_turn == one.seat
        assert moment.holding[one.seat] == one.seen.own
        assert moment.trick == one.seen.trick or moment.complete
        await seat.press("right")
        moment = hand.moments[hand.place_of(one.before) + 1]
        await seat.press("f")
        assert seat.sees("whose turn it is")
        await seat.press("enter")
        assert seat.table.people == (moment.on_turn,)
        assert seat.table.path is not None and is_fork(seat.table.path)
        assert seat.table.course.state.current.holding == moment.holding
        await seat.press("q")


async def test_no_fork_is_offered_when_nobody_is_on_turn(home: Path) -> None:
    async with reviewing(home) as seat:
        await seat.press("o", "end")
        before = seat.lines[:-1]
        assert "fork" not in seat.footer
        await seat.press("f")
        assert seat.lines[:-1] == before
        await seat.press("escape")
        assert seat.place == "review"


def weigh_twice(level: str, seen: Observation, stream: Stream, further: bool, **_: object) -> tuple[ValuedChoice, ...]:
    """Return weights for a first bid that costs a little, and a first card that costs more with the same figures."""
    found = weigh_by_rules(level, seen, stream)
    if seen.hand_number > 1 or len(found) < 2:
        return found
    other, done = found[-1], found[0]
    if seen.bids[seen.seat or 0] is None:
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 25.0, 0.5, 3.0, 10))
    if not seen.tricks:
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 10.0, 0.8, 5.0, 10))
    return found


async def test_the_review_selects_the_costliest_decision_first(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", weigh_twice)
    async with reviewing(home) as seat:
        costs = [re.findall("−[0-9.]+", line)[0] for line in decisions(seat)]
        assert costs == ["−20.0", "−5.0"]
        assert "−20.0" in seat.line("▸") and "⏎" not in seat.text
        assert seat.sees("Both: bid made ~80%, 5.0 tricks for you & Cy. They differ only in bags")
        await seat.press("down")
        assert "−5.0" in seat.line("▸")
        assert seat.sees("bid made ~80%, 5.0 tricks for you & Cy;")
        await seat.press("enter")
        assert seat.place == "review"


async def test_a_review_of_the_best_choices_lists_the_hardest(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A simpler player would have gone wrong in them, by more in later tricks."""

    def weigh_hard(
        level: str, seen: Observation, stream: Stream, further: bool, **_: object
    ) -> tuple[ValuedChoice, ...]:
        done, *others = weigh_by_rules(level, seen, stream)
        worse = 20.0 + len(seen.tricks)
        return (
            ValuedChoice(done.event, 30.0, 0.8, 5.0, 10),
            *(ValuedChoice(one.event, 30.0 - worse, 0.5, 3.0, 10) for one in others),
        )

    monkeypatch.setattr(advice, "weigh", weigh_hard)
    monkeypatch.setattr(review, "suggest", lambda seen: seen.legal[-1] if seen.hand_number == 1 else None)
    async with reviewing(home) as seat:
        assert seat.sees("no clear mistake.", "Hardest: hand 1, trick ")
        tricks = [int(trick) for trick in re.findall(r"hand 1, trick (\d+): \S+ +the best choice, not ", seat.text)]
        assert len(tricks) > 2 and tricks == sorted(tricks, reverse=True)
        assert seat.sees("That was the best choice; the tempting ")


async def test_a_cost_near_the_end_of_a_game_is_a_share_of_games(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def weigh_last(
        level: str, seen: Observation, stream: Stream, further: bool, **_: object
    ) -> tuple[ValuedChoice, ...]:
        found = weigh_by_rules(level, seen, stream)
        if seen.hand_number < 3 or seen.bids[seen.seat or 0] is not None:
            return found
        done, other = found[0], found[-1]
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 18.5, 0.5, 3.0, 10))

    monkeypatch.setattr(advice, "weigh", weigh_last)
    async with reviewing(home) as seat:
        assert re.search(r"▸ hand 3, bidding: bid \d+ +−\d+%  ", seat.text)
        assert re.search(r"wins \d+ more games? in 100", " ".join(seat.text.split()))
        assert "11.5" not in seat.text.partition("Hand 3:")[2]


async def test_a_large_terminal_says_what_a_card_led_to(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", weigh_plays)
    async with reviewing(home) as seat:
        assert "With all cards open" not in seat.text
        await seat.resize(140, 45)
        await seat.work_ends()
        assert seat.sees("With all cards open: ", " took the trick.")
        assert seat.text.count("took it") == 1


async def test_the_chosen_decision_stays_in_view_when_the_terminal_gets_shorter(home: Path) -> None:
    async with reviewing(home, (80, 50)) as seat:
        await seat.press("a", "end")
        last = seat.line("▸")
        for size in ((80, 24), (80, 50), (140, 24)):
            await seat.resize(*size)
            assert seat.line("▸").split()[:4] == last.split()[:4], size


async def test_every_key_waits_until_the_game_is_read(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    read, collect = threading.Event(), reviewed_record.collect_journal

    def late(path: Path) -> Record:
        assert read.wait(LONG)
        return collect(path)

    monkeypatch.setattr(reviewed_record, "collect_journal", late)
    async with driving(ReviewApp(record(home))) as seat:
        for key in "afoesty":
            await seat.press(key)
            assert seat.footer == dead_key_reasons.REVIEWING.words, key
        read.set()
        await seat.work_ends()


async def test_the_review_of_a_finished_game_names_its_code(tmp_path: Path) -> None:
    path = finished(tmp_path, "sandbags", "hbbb", target=100)
    code = code_of_record(collect_journal(path).replayed)
    async with driving(ReviewApp(path)) as seat:
        await seat.wait("Review · ")
        assert code is not None and seat.sees(code)

"""The review on screen shows progress and the costliest decisions, goes hand by hand, and resumes the game anywhere."""

from __future__ import annotations

import asyncio
import errno
import json
import os
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.review import Judged, collect_journal
from spades_tui.analysis.simulate import play_game
from spades_tui.bots import LEVELS, advice
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.play.bot_process import BotProcess
from spades_tui.play.saved_games import suspended
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record.writer import dump_all
from spades_tui.rules.catalogue import shipped
from spades_tui.scorebook.queries import GameRow
from spades_tui.scorebook.scorebook import open_book
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.settings import Settings
from spades_tui.system import faults
from spades_tui.system.folders import is_fork
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.dialogs import AskChoice
from spades_tui.tui.review import review_screen
from spades_tui.tui.review.hands_screen import HandsScreen
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen, playing_on
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.scorebook.games_screen import ProgressView
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import FORK
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.choice_list import MARKER, ChoiceList
from spades_tui.tui.widgets.decision_view import DecisionState, DecisionView
from tests import quick_choices
from tests.advice.fakes import weigh_by_rules
from tests.no_cards import no_card_in
from tests.screens.looking import resize, screen_text, settle, table_of, top_screen, type_keys, wait_until
from tests.table.playing import finished


def weigh(level: str, seen: Observation, stream: Stream, further: bool) -> tuple[ValuedChoice, ...]:
    """Return the rule player's weights, with a first bid of three valued far too low."""
    found = weigh_by_rules(level, seen, stream)
    if seen.bids[seen.seat or 0] is None and seen.hand_number == 1:
        done, other = found[0], found[-1]
        return (ValuedChoice(other.event, 30.0, 0.8, 5.0, 10), ValuedChoice(done.event, 18.5, 0.5, 3.0, 10))
    return found


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Yield a folder with a finished game of Ann's, whose review finds one costly decision."""
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(advice, "weigh", weigh)
    review_screen._LAST.clear()
    seats = tuple(SeatSetup(name, "bot", LEVELS[1]) for name in ("Ann", "Bea", "Cy", "Dot"))
    text = play_game(TableSetup(shipped()["sandbags"], {"target": 100}, seats, seed="review")).text
    lines: list[dict[str, Any]] = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    games = tmp_path / "data" / "games"
    games.mkdir(parents=True)
    (games / "game.spades.jsonl").write_text(dump_all(lines), "utf-8")
    yield tmp_path
    review_screen._LAST.clear()


def record(home: Path) -> Path:
    return home / "data" / "games" / "game.spades.jsonl"


async def press(app: SpadesApp, key: str) -> None:
    """Type a key and wait for its effect."""
    type_keys(app, key)
    await settle(app)


async def reviewed(app: SpadesApp, home: Path) -> ReviewScreen:
    """Return the review screen after every decision has been weighed."""
    screen = ReviewScreen(record(home))
    await app.push_screen(screen)
    await wait_until(lambda: screen.review is not None, 80)
    await settle(app)
    return screen


async def test_the_review_shows_the_costliest_decision_with_its_reason(home: Path) -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        assert screen.review is not None
        shown = screen_text(app)
        assert "You: " in shown
        assert "1 not the best choice" in shown
        assert "hand 1, bidding: bid " in shown
        assert "−11.5 points; bid 13 was better" in shown
        assert "but bid 13 was worth 11.5 points more." in shown
        assert "13, 11 above your count: A♠ for sure, " in shown
        assert "Hand: " in shown
        await press(app, "a")
        assert "the best choice" in screen_text(app)
        await press(app, "t")
        top_screen(app, HandsScreen)
        shown = screen_text(app)
        for word in ("cards", "play", "luck", "result", "hand 1"):
            assert word in shown
        assert "Luck: result" in shown
        await press(app, "escape")
        assert app.screen is screen
        await press(app, "escape")
        assert app.screen is not screen
        await app.workers.wait_for_complete()
    with open_book() as book:
        [game] = book.games()
        (noted,) = book.database.rows("SELECT seat, luck, play FROM reviews WHERE game = ?", game.id)
        assert noted == (0, screen.review.totals(0)["luck"], -11.5)


async def test_a_finished_review_opens_again_at_once(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await reviewed(app, home)
        monkeypatch.setattr(BotProcess, "ask", lambda *_: pytest.fail("it was weighed before"))
        app.pop_screen()
        again = await reviewed(app, home)
        assert again.review is not None


@pytest.mark.parametrize("failing", [LEVELS[3:], LEVELS], ids=["expert", "all"])
async def test_a_review_continues_with_a_simpler_player(
    failing: tuple[str, ...], home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails_twice(level: str, seen: Observation, stream: Stream, further: bool) -> tuple[ValuedChoice, ...]:
        if level in failing and seen.bids[seen.seat or 0] is None:
            raise ZeroDivisionError(cards.hand_text(seen.own or 0))
        return weigh_by_rules(level, seen, stream)

    monkeypatch.setattr(advice, "weigh", fails_twice)
    monkeypatch.setattr(faults, "_WRITTEN", set())
    app = SpadesApp(settings=Settings())
    app.apart.wanted = False
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        assert review_screen.PLAYER_FAILED in " ".join(screen_text(app).split())
        assert not review_screen._LAST
        await app.workers.wait_for_complete()
    report = next(iter(faults.reports())).read_text()
    assert "ZeroDivisionError in" in report
    no_card_in(report)
    assert screen.review is not None
    assert all(one.best is not None for one in screen.judged)


async def test_cards_played_again_by_a_player_that_fails_end_with_a_sentence(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(review_screen, "play_again", fails)
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = review_screen.DuplicateScreen(record(home))
        await app.push_screen(screen)
        await wait_until(lambda: "can't play these cards" in screen_text(app), 80)


async def test_a_running_review_can_be_left(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[object] = []

    def slow(self: BotProcess, work: Callable[..., Any], *given: Any) -> Any:
        import time

        asked.append(given)
        time.sleep(0.05)
        return work(*given)

    monkeypatch.setattr(BotProcess, "ask", slow)
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = ReviewScreen(record(home))
        await app.push_screen(screen)
        await wait_until(lambda: len(asked) > 2, 80)
        await settle(app)
        assert "reviewed …" in screen_text(app)
        await press(app, "escape")
        assert app.screen is not screen
        count = len(asked)
        await asyncio.sleep(0.3)
        assert len(asked) <= count + 1


async def test_a_result_after_closing_the_review_is_dropped(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    late: list[bool] = []

    def come_late(self: DecisionView) -> None:
        screen._tell("too late")
        screen._list()
        late.append(screen.has_widgets)

    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        assert screen.has_widgets
        monkeypatch.setattr(DecisionView, "on_unmount", come_late, raising=False)
        await press(app, "escape")
    assert late == [False]


@pytest.mark.parametrize("other", [False, True])
async def test_a_reviewed_game_is_resumed_in_any_seat(home: Path, other: bool) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        await reviewed(app, home)
        await press(app, "f")
        assert isinstance(app.screen, AskChoice)
        assert "As Bea" in screen_text(app)
        if other:
            await press(app, "down")
        await press(app, "enter")
        table = table_of(app).table
        assert table.people == ((1,) if other else (0,))
        assert table.path is not None
        assert is_fork(table.path)
        assert isinstance(app.screen, TableScreen)
        assert app.season_of(table) is None
        assert "Sandbags · fork" in screen_text(app)
        assert FORK in screen_text(app)
        await press(app, "q")
    [game] = suspended()
    assert game.title.startswith("fork · Sandbags")


def weigh_plays(level: str, seen: Observation, stream: Stream, further: bool) -> tuple[ValuedChoice, ...]:
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
    app = SpadesApp(settings=Settings(letters=letters))
    async with app.run_test(size=(140, 45)):
        screen = await reviewed(app, home)
        one = screen.chosen
        assert one is not None
        assert screen.record is not None
        assert one.best is not None
        trick, winner = screen.record.trick_of(one.decision)
        assert len(trick) == 4
        assert winner == screen.record.hands[1].state.winners[2]
        shown = screen_text(app)
        region = screen.query_one(DecisionView).region
        rows = shown.splitlines()[region.y : region.bottom]
        names = next(row for row in rows if " led" in row)
        places = [names.index(screen.look.who(card.seat)) for card in trick]
        assert places == sorted(places), "in the order in which they were played"
        assert f"{screen.look.who(trick[0].seat)} led" in names
        faces = rows[rows.index(names) + 2]
        found = [faces.index(screen.look.face(card.card)) for card in trick]
        assert found == sorted(found)
        assert faces.rstrip("│ ").endswith(screen.look.face(one.best.event.card))  # type: ignore[attr-defined]
        [mark] = [row for row in rows if "cost 11.5" in row]
        mine = next(place for card, place in zip(trick, found, strict=True) if card.seat == 0)
        assert abs(mark.index("cost") - mine) < 6
        assert sum("took it" in row for row in rows) == 1
        assert "better" in names
        resize(app, 80, 24)
        await settle(app)
        assert "took it" not in screen_text(app)
        assert "On the table: " in screen_text(app) or "To lead." in screen_text(app)


@pytest.mark.parametrize("keys", [("f", "enter"), ("o", "f", "enter")])
async def test_a_fork_does_not_suggest_the_criticised_choice(
    home: Path, monkeypatch: pytest.MonkeyPatch, keys: tuple[str, ...]
) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        one = screen.chosen
        assert one is not None
        done = one.decision.event
        assert one.cost
        monkeypatch.setattr(quick_choices, "suggest", lambda seen: done if done in seen.legal else None)
        for key in keys:
            await press(app, key)
        assert app.controller is not None
        assert app.controller.table.observe(0).legal == one.decision.seen.legal
        screen_now = top_screen(app, TableScreen)
        assert screen_now.suggested is None
        assert screen_now.nothing_chosen
        app.controller.act(next(event for event in one.decision.seen.legal if event != done))
        await settle(app)
        assert app.controller.done is None, "only for this decision"


@pytest.mark.parametrize("way", [("f", "enter"), ("o", "f", "enter")])
async def test_a_fork_that_cannot_be_written_is_explained_in_words(
    home: Path, monkeypatch: pytest.MonkeyPatch, way: tuple[str, ...]
) -> None:
    def full(path: Path) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), str(path))

    said: list[str] = []
    monkeypatch.setattr("spades_tui.analysis.fork.Journal", full)
    monkeypatch.setattr(SpadesApp, "notify", lambda self, sentence, **more: said.append(sentence))
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        await reviewed(app, home)
        for key in way:
            await press(app, key)
        assert said == ["The fork can't be made (the disk is full)."]


@pytest.mark.parametrize("way", [("f", "enter"), ("o", "f", "enter")])
async def test_leaving_a_fork_returns_to_the_decision_in_its_review(home: Path, way: tuple[str, ...]) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        await reviewed(app, home)
        for key in ("a", "down", "down", "down"):
            await press(app, key)
        chosen = top_screen(app, ReviewScreen).chosen
        assert chosen is not None
        for key in way:
            await press(app, key)
        assert app.controller is not None
        await press(app, "q")
        back = top_screen(app, ReviewScreen)
        await settle(app)
        assert back.chosen is not None
        assert back.chosen.decision == chosen.decision
        await press(app, "escape")
        assert isinstance(app.screen, HomeScreen)


async def test_leaving_a_fork_of_open_hands_returns_to_them(home: Path) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        game = collect_journal(record(home)).open_game
        look = CardStyle.liked(app.settings, game.names, game.people, game.rules)
        play_on = playing_on(app, record(home), game.names, over=(game, look))
        app.push_screen(OpenHandsScreen(game, look, hand=1, place=9, play_on=play_on))
        await settle(app)
        for key in ("f", "enter"):
            await press(app, key)
        assert isinstance(app.screen, TableScreen)
        await press(app, "q")
        back = top_screen(app, OpenHandsScreen)
        assert (back.at, back.place) == (1, 9)
        assert "f" in back.active_bindings


async def test_the_review_names_the_same_number_of_decisions_everywhere(home: Path) -> None:
    """This holds during the review, after it, and in the list of all decisions."""
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        assert screen.record is not None
        assert screen.review is not None
        assert screen.review.decisions > (len(screen.judged),), "some have only one choice"
        assert f" {len(screen.judged)} decisions" in screen_text(app)
        await press(app, "a")
        assert len(screen.query_one(ChoiceList).choices) == len(screen.judged)


async def test_the_list_of_decisions_scrolls_to_the_selected_one(home: Path) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        app.push_screen(ReviewScreen(record(home), screen.judged[-1].decision.before))
        await settle(app)
        assert app.screen.query_one(ChoiceList).at == len(screen.judged) - 1
        assert MARKER in screen_text(app)


async def test_the_end_of_a_game_leads_to_its_review(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from spades_tui.play.table import Table
    from spades_tui.tui.table.score_screen import GameOverScreen

    text = record(home).read_text("utf-8").splitlines(keepends=True)
    record(home).write_text("".join(line for line in text if '"game_over"' not in line), "utf-8")
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        app.sit_down(Table.resume(record(home)))
        await settle(app)
        assert isinstance(app.screen, GameOverScreen)
        await press(app, "v")
        assert isinstance(app.screen, ReviewScreen)


async def test_a_file_that_is_not_a_record_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "none.spades.jsonl"
    path.write_text("{}\n", "utf-8")
    app = SpadesApp(settings=Settings(), keep=False)
    async with app.run_test(size=(80, 24)):
        await app.push_screen(ReviewScreen(path))
        for _ in range(2000):
            await asyncio.sleep(0.05)
            if "can't be reviewed" in screen_text(app):
                break
        assert "This game can't be reviewed" in screen_text(app)


def test_a_name_with_a_hyphen_keeps_its_hyphen(home: Path) -> None:
    """Only the numbers have a minus sign."""
    names = ("Jean-Luc", "Bea", "Cy", "Dot")
    game = collect_journal(record(home))
    decision = next(one for one in game.decisions if one.seen.leader is None)
    seen = replace(decision.seen, standing=replace(decision.seen.standing, totals=(-20, 30)))
    canvas = Canvas(80, 10)
    one = Judged(replace(decision, seen=seen), None, None)
    DecisionView().picture(canvas, DecisionState(one, CardStyle(names), (), None))
    shown = ["".join(segment.text for segment in strip) for strip in canvas.strips()]
    assert shown[2].startswith(" The score: Jean-Luc & Cy −20, Bea & Dot 30")

    row = GameRow("1", "t", "Sandbags", "", date(2026, 3, 3), 1, names, (), (-20, 30, -20, 30), None, (), ())
    progress, canvas = ProgressView(), Canvas(100, 5)
    progress.show((row, False))
    progress.draw(canvas)
    shown = ["".join(segment.text for segment in strip) for strip in canvas.strips()]
    assert "Jean-Luc −20   Bea 30" in shown[2]


async def test_open_hands_start_at_the_decision_and_can_be_played_on(home: Path) -> None:
    app = SpadesApp(settings=Settings(pace="instant"))
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        await press(app, "a")
        for _ in range(5):
            await press(app, "down")
        one = screen.chosen
        assert one is not None
        await press(app, "o")
        hands = top_screen(app, OpenHandsScreen)
        moment = hands.hand.moments[hands.place]
        assert hands.hand.number == one.decision.hand
        assert moment.on_turn == one.decision.seat
        assert moment.holding[one.decision.seat] == one.decision.seen.own
        assert moment.trick == one.decision.seen.trick or moment.complete
        await press(app, "down")
        moment = hands.hand.moments[hands.place]
        await press(app, "f")
        assert isinstance(app.screen, AskChoice)
        assert "whose turn it is" in screen_text(app)
        await press(app, "enter")
        table = table_of(app).table
        assert table.people == (moment.on_turn,)
        assert table.path is not None
        assert is_fork(table.path)
        assert table.course.state.current.holding == moment.holding
        assert isinstance(app.screen, TableScreen)
        await press(app, "q")


async def test_no_fork_is_offered_when_nobody_is_on_turn(home: Path) -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await reviewed(app, home)
        await press(app, "o")
        await press(app, "end")
        hands = top_screen(app, OpenHandsScreen)
        assert hands.check_action("fork", ()) is False
        await press(app, "f")
        assert app.screen is hands
        await press(app, "escape")
        assert isinstance(app.screen, ReviewScreen)


def weigh_twice(level: str, seen: Observation, stream: Stream, further: bool) -> tuple[ValuedChoice, ...]:
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
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = await reviewed(app, home)
        notes = [choice.note.partition(" ")[0] for choice in screen.query_one(ChoiceList).choices]
        assert notes == ["−20.0", "−5.0"]
        assert screen.chosen is not None
        assert screen.chosen.cost == 20.0
        assert "⏎" not in screen_text(app)
        assert "Both: bid made ~80%, 5.0 tricks for you & Cy. They differ only in bags" in screen_text(app)
        await press(app, "down")
        assert screen.chosen.cost == 5.0
        assert "bid made ~80%, 5.0 tricks for you & Cy;" in screen_text(app)
        await press(app, "enter")
        assert app.screen is screen
        await app.workers.wait_for_complete()


@pytest.mark.parametrize("action", ["every", "fork", "open_hands", "duplicate", "story", "hands", "copy_code"])
def test_every_key_waits_until_the_game_is_read(action: str, tmp_path: Path) -> None:
    assert ReviewScreen(tmp_path / "game.spades.jsonl").why_not(action, ()) is dead_key_reasons.REVIEWING


async def test_the_review_of_a_finished_game_names_its_code(tmp_path: Path) -> None:
    path = finished(tmp_path, "sandbags", "hbbb", target=100)
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        screen = ReviewScreen(path)
        await app.push_screen(screen)
        await wait_until(lambda: screen.record is not None, 80)
        await settle(app)
        code = code_of_record(screen.record.replayed) if screen.record is not None else None
        assert code is not None and code in screen_text(app)

"""What cost most in a reviewed game is asked again, as the position was, until it sits."""

import io
import json
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cli
from spades_tui.analysis.review import Judged, judge, needs_judging
from spades_tui.analysis.reviewed_record import Record, collect_journal
from spades_tui.bots import advice
from spades_tui.bots.plan import Plan
from spades_tui.bots.valued_choice import Aim, Reason
from spades_tui.game.events import Bid, Play
from spades_tui.lessons.lesson import LessonPlay
from spades_tui.lessons.mistake_lesson import mistake_lesson
from spades_tui.lessons.mistakes import (
    BIDDING,
    COSTLY,
    PLAYING,
    SURE,
    Mistake,
    Schedule,
    add_mistakes,
    deck_file,
    rate,
    read_deck,
)
from spades_tui.lessons.mistakes_words import deck_words, work_words
from spades_tui.plain.console import Console
from spades_tui.plain.menus import Home
from spades_tui.play.brain import IN_PLACE
from spades_tui.record import RecordError
from spades_tui.record.small_file import with_sum
from spades_tui.record.writer import record_text
from spades_tui.system.faults import write_once
from spades_tui.system.folders import games_folder
from tests.driver import driving, home_app
from tests.lessons.walking import assert_only_own_cards
from tests.review.reviewing import ReviewApp, simulated, weigh
from tests.sizes import LARGE, SMALL, at_each_size

NOW = datetime(2026, 5, 1, 12, tzinfo=UTC)
NAME = "game.spades.jsonl"


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    monkeypatch.setattr(advice, "weigh", weigh)
    return tmp_path


def saved(slug: str = "sandbags", **options: object) -> Path:
    """Return the record of a finished game in the folder of games."""
    games_folder().mkdir(parents=True, exist_ok=True)
    path = games_folder() / NAME
    path.write_text(record_text(simulated(slug, **(options or {"target": 100}))), "utf-8")
    return path


def reviewed(path: Path) -> tuple[Record, list[Judged]]:
    record = collect_journal(path)
    return record, [judge(one, IN_PLACE) for one in needs_judging(record.of(record.people))]


@cache
def files_of(slug: str, options: frozenset[tuple[str, object]]) -> tuple[bytes, bytes]:
    """Return the record and the deck after the review of a game."""
    path = saved(slug, **dict(options))
    assert add_mistakes(path, *reviewed(path), NOW)
    return path.read_bytes(), deck_file().read_bytes()


def filled(slug: str = "sandbags", **options: object) -> tuple[Mistake, ...]:
    """Return the deck after the review of a game."""
    record, deck = files_of(slug, frozenset(options.items()))
    games_folder().mkdir(parents=True, exist_ok=True)
    (games_folder() / NAME).write_bytes(record)
    deck_file().write_bytes(deck)
    return read_deck().mistakes


def test_a_review_adds_the_costliest_decisions_once() -> None:
    path = saved()
    record, judged = reviewed(path)
    added = add_mistakes(path, record, judged, NOW)
    deck = read_deck()
    assert added == len(deck.mistakes) > 1
    for one in deck.mistakes:
        about = next(other for other in judged if other.decision.line == one.line)
        assert one.cost == about.cost >= COSTLY
        assert about.reason is not None
        plan = about.reason.plan or PLAYING
        assert (one.game, one.kind) == (NAME, plan if isinstance(about.decision.event, Play) else BIDDING)
    assert add_mistakes(path, record, judged, NOW) == 0
    assert read_deck() == deck
    assert deck.due(NOW) and not deck.due(NOW - timedelta(seconds=1))
    assert deck.problems == ()


def test_a_cost_that_may_be_chance_is_not_asked_again() -> None:
    path = saved()
    record, judged = reviewed(path)
    one = next(one for one in judged if one.cost >= COSTLY and isinstance(one.decision.event, Play))
    assert one.done is not None
    doubtful = replace(one, done=replace(one.done, doubt=one.cost / SURE + 0.1))
    assert add_mistakes(path, record, [doubtful], NOW) == 0
    certain = replace(one, done=replace(one.done, doubt=one.cost / SURE - 0.1))
    assert add_mistakes(path, record, [certain], NOW) == 1


def test_the_kind_is_the_plan_of_the_better_card() -> None:
    path = saved()
    record, judged = reviewed(path)
    one = next(one for one in judged if one.cost >= COSTLY and isinstance(one.decision.event, Play))
    assert one.done is not None and one.best is not None
    gain = Reason(Aim.MAKE, one.best.event, 0.8, one.decision.event, 0.5, one.cost, plan=Plan.COVER_NIL)
    assert add_mistakes(path, record, [replace(one, done=replace(one.done, gain=gain))], NOW) == 1
    deck = read_deck()
    assert deck.to_work_on(NOW) == (Plan.COVER_NIL, 1)
    assert work_words(deck, NOW) == "to work on: covering a nil, 1 due"
    assert work_words(deck, NOW - timedelta(days=1)) == ""


def test_forks_unfinished_games_and_other_folders_add_nothing(tmp_path: Path) -> None:
    path = saved()
    record, judged = reviewed(path)
    assert add_mistakes(tmp_path / NAME, record, judged, NOW) == 0
    assert add_mistakes(games_folder() / "forks" / NAME, record, judged, NOW) == 0
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:120]))
    assert add_mistakes(path, *reviewed(path), NOW) == 0
    assert not deck_file().exists()


@pytest.mark.parametrize("slug", ["suicide", "bemo", "3b-four"])
def test_a_mistake_is_asked_as_the_seat_saw_it_then(slug: str) -> None:
    mistakes = filled(slug, hands=3) if slug == "3b-four" else filled(slug, target=100)
    record = collect_journal(games_folder() / NAME)
    for one in mistakes:
        lesson = mistake_lesson(one, IN_PLACE, write_once)
        play = LessonPlay(lesson)
        before = next(other for other in record.decisions if other.line == one.line)
        seen = play.observe()
        assert seen == before.seen
        assert play.shown().public.own is None
        assert seen.seat == before.seat == lesson.seat
        (decision,) = lesson.decisions
        assert not decision.accepts(before.event)
        for event in seen.legal:
            assert decision.accepts(event) or decision.objection(event), event
        assert not play.attempt(before.event).right
        assert play.missed
        assert play.attempt(decision.event).right


def test_right_answers_come_less_and_less_often_and_wrong_ones_soon() -> None:
    (one, *_) = filled()
    now, gaps = NOW, []
    for _ in range(6):
        due = rate(one, True, now).due
        gaps.append(due - now)
        one, now = next(other for other in read_deck().mistakes if other.line == one.line), due
    assert gaps == sorted(gaps)
    assert gaps[-1] > timedelta(days=14)
    assert rate(one, False, now).due - now < timedelta(hours=1)
    same = rate(one, True, now)
    assert rate(one, True, now) == same


def test_a_cut_or_edited_line_is_named_and_kept_and_the_rest_is_used(
    capsys: pytest.CaptureFixture[str],
) -> None:
    mistakes = filled()
    whole = deck_file().read_bytes()
    lines = whole.splitlines()
    edited = lines[0].replace(b'"cost"', b'"cast"', 1)
    deck_file().write_bytes(b"\n".join((edited, *lines[1:]))[:-9])
    deck = read_deck()
    assert deck.mistakes == mistakes[1:-1]
    assert [problem.partition(": ")[0] for problem in deck.problems] == [
        f"{deck_file()}:1", f"{deck_file()}:{len(lines)}",
    ]  # fmt: skip
    rate(mistakes[1], True, NOW)
    after = deck_file().read_bytes().splitlines()
    assert after[0] == edited
    assert after[-1] == lines[-1][:-9]
    assert len(read_deck().problems) == 2
    assert cli.main(["lessons"]) == 0
    assert f"{deck_file()}:1: " in capsys.readouterr().err
    said = io.StringIO()
    Home(Console(io.StringIO("quit\n"), said)).choose()
    assert f"{deck_file().name}:1:" in said.getvalue()


def test_an_unknown_plan_of_a_newer_file_is_passed_over_and_kept() -> None:
    mistakes = filled()
    line = changed(deck_file().read_bytes().splitlines()[0], kind="squeeze", line=9_999)
    newer = changed(deck_file().read_bytes().splitlines()[1], more="of a later version")
    with deck_file().open("ab") as file:
        file.write(line + b"\n" + newer.replace(b'"line": ', b'"line":  ') + b"\n")
    deck = read_deck()
    assert deck.mistakes == mistakes
    (problem,) = deck.problems
    assert "'squeeze'" in problem
    rate(mistakes[0], True, NOW)
    assert line in deck_file().read_bytes().splitlines()


def changed(line: bytes, /, **keys: Any) -> bytes:
    """Return a line with other values and a fitting sum."""
    data = {key: value for key, value in json.loads(line).items() if key != "sum"} | keys
    return json.dumps(with_sum(data)).encode()


@pytest.mark.parametrize(
    "keys",
    [{"line": 1}, {"game": "../x"}, {"cost": -1}, {"schedule": {}}, {"schedule": {"due": "2026-05-01T12:00:00"}},
     {"schedule": {"due": "2026-05-01T12:00:00Z", "stability": 0}}, {"decision": []}],
)  # fmt: skip
def test_a_line_with_impossible_values_is_named(keys: dict[str, Any]) -> None:
    filled()
    line = deck_file().read_bytes().splitlines()[0]
    deck_file().write_bytes(changed(line, **keys) + b"\n")
    deck = read_deck()
    assert not deck.mistakes
    assert len(deck.problems) == 1


def test_a_deck_that_is_too_long_is_named_and_never_written() -> None:
    (one, *_) = filled()
    huge = deck_file().read_bytes() * 2_000
    deck_file().write_bytes(huge)
    deck = read_deck()
    assert not deck.mistakes
    assert str(deck_file()) in deck.problems[0]
    with pytest.raises(OSError, match="isn't used"):
        rate(one, True, NOW)
    assert deck_file().read_bytes() == huge


def test_a_game_that_is_gone_or_changed_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    (one, *_) = filled()
    other = replace(one, decision={**one.decision, "card": "2C"} if "card" in one.decision else {"event": "bid"})
    with pytest.raises(RecordError, match="another decision"):
        mistake_lesson(other, IN_PLACE, write_once)
    with pytest.raises(RecordError, match="no such line"):
        mistake_lesson(replace(one, line=99_999), IN_PLACE, write_once)
    (games_folder() / NAME).unlink()
    deck = read_deck()
    assert not deck.mistakes
    assert (deck.problems, deck.gone) == ((), (NAME,))
    assert cli.main(["lessons"]) == 0
    assert NAME in capsys.readouterr().err


def test_the_words_say_what_to_work_on_or_when_the_next_one_comes() -> None:
    assert "Review a game" in deck_words(read_deck(), NOW)
    mistakes = filled()
    assert work_words(read_deck(), NOW).startswith("to work on: ")
    for one in mistakes:
        rate(one, True, NOW)
    assert f"{len(mistakes)} mistakes; the next one is asked " in deck_words(read_deck(), NOW)


@at_each_size(SMALL, LARGE)
async def test_the_review_fills_the_deck_and_learn_asks_it(size: tuple[int, int]) -> None:
    app = ReviewApp(saved())
    async with driving(app, size) as seat:
        await seat.work_ends()
        assert seat.sees("added to Learn → Your mistakes")
        count = len(read_deck().mistakes)
        await seat.press("escape", "l")
        await seat.choose("Your mistakes", "up")
        await seat.press("enter")
        await seat.wait("h show me")
        assert_only_own_cards(app)
        await seat.press("h", "enter")
        assert seat.sees("Right.")
        await seat.press("space")
        await seat.wait("h show me")
        assert sum(one.schedule.last_review is not None for one in read_deck().mistakes) == 1
        await seat.press("escape")
        assert (seat.place, seat.chosen) == ("learn", "Your mistakes")
        assert seat.sees(f"{count - 1} due")


async def test_home_names_what_to_work_on() -> None:
    filled()
    async with driving(home_app()) as seat:
        await seat.wait("to work on: ")


def test_plain_text_asks_the_mistakes(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    mistakes = filled()
    answers = iter(["take\n"] * 3 + ["quit\n"])
    monkeypatch.setattr("sys.stdin", Typed(answers))
    assert cli.main(["lessons", "play", "mistakes", "--plain"]) == 0
    said = capsys.readouterr().out
    assert "Your mistakes: to work on" in " ".join(said.split())
    assert said.count("what do you choose now?") >= min(3, len(mistakes))
    assert any(one.schedule.last_review for one in read_deck().mistakes)


class Typed:
    """Answers that are typed one after another."""

    def __init__(self, answers: Any) -> None:
        self.answers = answers

    def readline(self, size: int = -1) -> str:
        return next(self.answers, "")

    def isatty(self) -> bool:
        return False


def test_bids_are_asked_too() -> None:
    path = saved()
    record, judged = reviewed(path)
    bid = next(one for one in judged if isinstance(one.decision.event, Bid))
    assert bid.best is not None
    other = next(event for event in bid.decision.seen.legal if event != bid.decision.event)
    done = replace(bid.best, event=bid.decision.event, cost=30.0)
    assert add_mistakes(path, record, [replace(bid, best=replace(bid.best, event=other), done=done)], NOW) == 1
    (one,) = read_deck().mistakes
    assert (one.kind, one.schedule) == (BIDDING, Schedule(NOW))
    (decision,) = mistake_lesson(one, IN_PLACE, write_once).decisions
    assert isinstance(decision.event, Bid)

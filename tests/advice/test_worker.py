"""The process where computer players think gives the same answers, ends with the program, and may die without harm."""

from __future__ import annotations

import os
import pickle
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from spades_tui.bots import choose
from spades_tui.bots.advice import advise
from spades_tui.bots.levels import LEVELS
from spades_tui.fair import Stream
from spades_tui.game.phase import Phase
from spades_tui.play.bot_process import ANSWER_SECONDS, BotProcess
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from tests.advice.processes import ended
from tests.bots.tables import at_play, rules_of, seen_by

ROOT = Path(__file__).parents[2]
CLUB = LEVELS[1]


@pytest.fixture(scope="module")
def thinker() -> Iterator[BotProcess]:
    """Yield one worker for the tests that leave it alive."""
    thinker = BotProcess()
    yield thinker
    thinker.end()


def first_card(slug: str, **options: object) -> Observation:
    """Return the view of the player who leads to the first trick."""
    variant = shipped()[slug]
    seats = tuple(SeatSetup(f"B{n}", "bot", CLUB) for n in range(variant.seats))
    table = Table.create(TableSetup(variant, options, seats, seed="first"))
    table.next()
    table.deal(None)
    while table.observe(None).phase != Phase.PLAY:
        table.do(table.choose())
    return table.observe(table.observe(None).on_turn)


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_the_worker_gives_the_same_answers_as_this_process(thinker: BotProcess, slug: str) -> None:
    seen = first_card(slug)
    for level in LEVELS[:2]:
        assert thinker.ask(choose, level, seen, Stream(b"x")) == choose(level, seen, Stream(b"x"))
    assert thinker.ask(advise, CLUB, seen) == advise(CLUB, seen)
    assert thinker.wanted


def test_the_worker_applies_the_options_of_the_rules(thinker: BotProcess) -> None:
    seen = first_card("3b-four", joker=False, aces="high")
    assert thinker.ask(choose, CLUB, seen, Stream(b"x")) == choose(CLUB, seen, Stream(b"x"))


def test_the_worker_raises_the_questions_error(thinker: BotProcess) -> None:
    seen = seen_by(at_play(rules_of("sandbags"), {}, [3] * 4))
    with pytest.raises(ValueError, match="isn't a level"):
        thinker.ask(choose, "grandmaster", seen, Stream(b"x"))
    assert thinker.wanted


def test_only_the_observation_is_sent_to_the_worker() -> None:
    """Check by the types in a question that it contains no state, secret or other seat's hand."""
    from spades_tui.game.events import Deal, Play
    from spades_tui.game.state import GameState

    seen = seen_by(at_play(rules_of("sandbags"), {}, [3] * 4))
    data = pickle.dumps((choose, CLUB, seen, Stream(b"x")))
    assert Observation.__module__.encode() in data
    assert Play.__module__.encode() in data
    assert GameState.__module__.encode() not in data
    assert Deal.__module__.encode() not in data
    assert b"HandState" not in data


@pytest.mark.parametrize("how", ["killed", "deaf", "gibberish", "missing"])
def test_a_failed_worker_is_replaced_by_this_process(how: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("spades_tui.play.bot_process.ANSWER_SECONDS", 0.5)
    commands = {
        "killed": None,
        "deaf": [sys.executable, "-c", "import time; time.sleep(60)"],
        "gibberish": [sys.executable, "-c", "print('What?' * 9, flush=True); input()"],
        "missing": [str(ROOT / "no such program")],
    }
    thinker = BotProcess(command=commands[how])
    thinker.start()
    seen = seen_by(at_play(rules_of("sandbags"), {}, [3] * 4))
    if how == "killed":
        assert thinker.process is not None
        os.kill(thinker.process.pid, signal.SIGKILL)
    try:
        for _ in range(2):
            assert thinker.ask(choose, CLUB, seen, Stream(b"x")) == choose(CLUB, seen, Stream(b"x"))
        assert not thinker.wanted
        assert thinker.process is None or ended(thinker.process.pid)
    finally:
        thinker.end()


def test_a_question_to_a_closed_worker_is_answered_at_once() -> None:
    thinker = BotProcess()
    thinker.start()
    thinker.end()
    thinker.wanted = True  # as it was when the question was asked
    seen = seen_by(at_play(rules_of("sandbags"), {}, [3] * 4))
    began = time.monotonic()
    assert thinker.ask(choose, CLUB, seen, Stream(b"x")) == choose(CLUB, seen, Stream(b"x"))
    assert time.monotonic() - began < ANSWER_SECONDS / 2


def test_the_worker_ends_when_it_is_closed() -> None:
    thinker = BotProcess()
    thinker.start()
    thinker.warm_up()
    process = thinker.process
    assert process is not None
    thinker.end()
    thinker.end()
    assert ended(process.pid)


def test_the_worker_ends_when_the_program_is_killed() -> None:
    program = (
        "import time\nfrom spades_tui.play.bot_process import BotProcess\n"
        "thinker = BotProcess()\nthinker.start()\nthinker.warm_up()\n"
        "print(thinker.process.pid, flush=True)\ntime.sleep(60)\n"
    )
    parent = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, cwd=ROOT)
    assert parent.stdout is not None
    pid = int(parent.stdout.readline())
    parent.kill()
    parent.wait()
    parent.stdout.close()
    assert ended(pid)


def test_the_worker_imports_no_screen_and_starts_cheaply() -> None:
    program = (
        "import sys\nfrom spades_tui.play import bot_process, worker_loop\n"
        "print([name for name in ('textual', 'rich', 'pydantic') if name in sys.modules])\n"
        "worker_loop.warm_up()\n"
        "print([name for name in ('textual', 'rich', 'asyncio') if name in sys.modules])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT, encoding="utf-8")
    assert done.stdout == "[]\n[]\n"


def test_the_worker_imports_only_what_thinking_needs() -> None:
    program = (
        "import sys\nfrom spades_tui.play import worker_loop\nworker_loop.warm_up()\n"
        "print(*sorted({name.partition('.')[0] for name in sys.modules}), *sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT, encoding="utf-8")
    loaded = set(done.stdout.split())
    assert {"spades_tui.bots.search.search_players", "spades_tui.bots.club"} <= loaded
    rooms = {"spades_tui.record", "spades_tui.play.table", "spades_tui.play.bot_process", "spades_tui.rules.schema"}
    screens = {"textual", "rich", "asyncio", "pydantic"}
    assert not loaded & {*rooms, *screens, "concurrent", "subprocess", "logging", "tempfile", "tomllib", "sqlite3"}


def test_a_program_that_asks_the_worker_for_a_hint_imports_no_search() -> None:
    program = (
        "import sys\nfrom spades_tui.play import bot_decision\n"
        "print(bot_decision.hints(None, lambda work, *given: work.__name__, print))\n"
        "print([name for name in sys.modules if name.startswith('spades_tui.bots.search')])\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, check=True, cwd=ROOT, encoding="utf-8")
    assert done.stdout == "advise\n[]\n"


def test_a_game_is_the_same_with_and_without_the_worker(thinker: BotProcess) -> None:
    def play(brain: BotProcess | None) -> list[str]:
        seats = tuple(SeatSetup(f"B{n}", "bot", LEVELS[n]) for n in range(4))
        table = Table.create(TableSetup(shipped()["sandbags"], {}, seats, seed="worker"))
        if brain is not None:
            table.brain = brain.ask
        while True:
            match table.next():
                case CutOffered():
                    table.deal(None)
                case Turn() if len(table.observe(None).tricks) < 2:
                    table.do(table.choose())
                case Turn() | HandPlayed():
                    return [entry.text for entry in table.entries]
                case _:
                    raise AssertionError

    assert play(thinker) == play(None)
    assert thinker.wanted

"""No computer player peeks: its choice is the same, however the cards it can't see are dealt.

Players get only an observation, and their choices can be recomputed from the game's record.
"""

import ast
import json
import re
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.levels import LEVELS
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Score
from spades_tui.game.history import History
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bots.tables import NAMES, QUICK, SEARCHING, TABLES, rules_of, scrambled
from tests.commands.shell import spades
from tests.quick_cases import slow_but

ROOT = Path(__file__).parents[2]
BOTS = ROOT / "spades_tui" / "bots"


@dataclass(frozen=True)
class Reached:
    """A state that was reached, for the reports of hypothesis: cards are in no ``repr`` of the state itself."""

    table: str
    seed: int
    steps: int
    wild: int
    state: GameState


def reach(table: int, seed: int, steps: int, wild: int, totals: tuple[int, ...]) -> Reached:
    """Play this many events of a game: `wild` of ten are random, and the beginner chooses the others."""
    slug, options = TABLES[table]
    rules = rules_of(slug, **options)
    stream = Stream(f"honesty|{seed}".encode())
    state = new_game(rules, seed % rules.seats)
    points = tuple(10 * totals[side] for side in range(len(rules.sides)))
    course = History(replace(state, standing=replace(state.standing, totals=points)))
    deals = 0
    while True:
        turn = on_turn(course.state)
        if course.state.phase == Phase.DEAL:
            deals += 1
            deal(course, seeded_secret("honesty", seed + 1, course.state.next_hand, deals))
        elif turn is None:
            if course.state.phase == Phase.OVER:
                break
            course.do(Score())
        elif steps <= 0:
            break
        else:
            steps -= 1
            events = legal(course.state)
            by_chance = stream.below(10) < wild
            course.do(
                events[stream.below(len(events))]
                if by_chance
                else bots.choose("beginner", observe(course.state, turn), stream)
            )
    return Reached(NAMES[table], seed, steps, wild, course.state)


STATES = st.builds(
    reach,
    table=st.integers(0, len(TABLES) - 1),
    seed=st.integers(0, 10**6),
    steps=st.integers(0, 75),
    wild=st.sampled_from([0, 0, 2, 10]),
    totals=st.tuples(*[st.integers(-20, 49)] * 5),
)


def check(level: str, reached: Reached, seed: int) -> None:
    """Check that the seats choose the same in two deals of the cards they can't see.

    In between, another player is asked about the other deal, so that nothing remembered from one question can help with
    the next.
    """
    state = reached.state
    turn = on_turn(state)
    words = f"{seed}|{level}".encode()
    if turn is not None:
        other = scrambled(state, turn, Stream(words + b"layout"))
        seen, again = observe(state, turn), observe(other, turn)
        assert seen == again
        chosen = bots.choose(level, seen, Stream(words))
        assert bots.choose(level, again, Stream(words)) == chosen
        assert chosen.seat == turn
    for seat in range(state.rules.seats):
        other = scrambled(state, seat, Stream(words + b"other"))
        seen, again = observe(state, seat), observe(other, seat)
        assert seen == again
        assert bots.speak(level, seen, Stream(words)) == bots.speak(level, again, Stream(words))


def with_examples(examples: int) -> settings:
    """Return settings for this many examples, always the same ones, without a time limit."""
    return settings(
        max_examples=examples, deadline=None, derandomize=True, database=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large],
    )  # fmt: skip


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("level", QUICK)
@with_examples(60)
@given(reached=STATES, seed=st.integers(0, 99))
def test_rule_players_ignore_hidden_cards(level: str, reached: Reached, seed: int) -> None:
    check(level, reached, seed)


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("level", SEARCHING)
@pytest.mark.parametrize("table", slow_but((0, len(TABLES) - 1), range(len(TABLES))), ids=NAMES)
def test_searching_players_ignore_hidden_cards(level: str, table: int) -> None:
    """Only one bid and one card are tried for each table."""
    for steps in (0, 24):
        check(level, reach(table, 7, steps, 0, (5, 8, 3, 1, 2)), steps)


@pytest.mark.slow
@pytest.mark.rule("C-9")
@pytest.mark.parametrize("level", SEARCHING)
def test_searching_players_ignore_hidden_cards_in_many_states(level: str) -> None:
    examples = 25 if level == LEVELS[-1] else 60

    @with_examples(examples)
    @given(reached=STATES, seed=st.integers(0, 99))
    def many(reached: Reached, seed: int) -> None:
        check(level, reached, seed)

    many()


@pytest.mark.parametrize("level", SEARCHING)
def test_computer_players_keep_no_memory_between_questions(level: str) -> None:
    """A player gives the same answer again after every seat of two games has been asked."""
    one, two = (reach(0, seed, 20, 0, (10, 20, 0, 0, 0)).state for seed in (3, 4))
    turns = (on_turn(one), on_turn(two))
    assert None not in turns
    first = bots.choose(level, observe(one, turns[0]), Stream(b"first"))
    for seat in range(4):
        bots.speak(level, observe(two, seat), Stream(b"x"))
    bots.choose(level, observe(two, turns[1]), Stream(b"second"))
    assert bots.choose(level, observe(one, turns[0]), Stream(b"first")) == first


# ---- access to the state, in source code ------------------------------------------------------------------


FROM = {
    "spades_tui.game.events": None,
    "spades_tui.game.habits": None,
    "spades_tui.game.kernel": None,
    "spades_tui.game.phase": None,
    "spades_tui.game.trick": None,
    "spades_tui.seats": {"Observation"},
}
"""Names that a player may import from the game; None for everything."""
OPEN = tuple(f"spades_tui.{room}" for room in ("bots", "rules", "cards", "fair", "secrecy", "language"))
"""Packages without access to a game in progress."""
NEVER = {"GameState", "HandState", "History", "observe", "__subclasses__", "_getframe", "gc", "inspect"}
"""Names that give access to a whole game."""


def peeks(tree: ast.AST) -> list[str]:
    """Return the parts of a player's source code that could use more than an observation."""
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
            found += [f"{node.lineno}: import {name}" for name in names if name.startswith("spades_tui")]
            found += [f"{node.lineno}: import {name}" for name in names if name.split(".")[0] in NEVER]
        elif isinstance(node, ast.ImportFrom):
            module = node.module or ""
            if node.level or module == "spades_tui":
                found += [
                    f"{node.lineno}: {a.name}" for a in node.names if node.level or a.name not in ("bots", "fair")
                ]
            elif module.startswith("spades_tui.") and not module.startswith(OPEN):
                allowed = FROM.get(module, set())
                found += [
                    f"{node.lineno}: {a.name}" for a in node.names if allowed is not None and a.name not in allowed
                ]
        name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else None
        if name in NEVER:
            found.append(f"{node.lineno}: {name}")  # type: ignore[attr-defined]
    return found


def test_the_check_finds_peeking() -> None:
    assert peeks(ast.parse("from spades_tui.game.state import GameState"))
    assert peeks(ast.parse("from spades_tui.game.state import Renege"))
    assert peeks(ast.parse("from spades_tui.game import machine"))
    assert peeks(ast.parse("from spades_tui.play.table import Table"))
    assert peeks(ast.parse("from spades_tui.seats.observer import observe"))
    assert peeks(ast.parse("import gc"))
    assert peeks(ast.parse("x = state.GameState"))
    assert peeks(ast.parse("import spades_tui.game.state as s"))
    assert not peeks(ast.parse("from spades_tui.game.phase import Phase\nfrom spades_tui.seats import Observation"))


@pytest.mark.parametrize("source", sorted(BOTS.rglob("*.py")), ids=lambda path: str(path.relative_to(BOTS)))
def test_players_get_only_observations(source: Path) -> None:
    assert peeks(ast.parse(source.read_text("utf-8"))) == []


def test_players_load_nothing_that_reads_a_state_for_a_seat() -> None:
    code = "import sys, spades_tui.bots.advice, spades_tui.bots.club; print('spades_tui.seats.observer' in sys.modules)"
    assert subprocess.check_output([sys.executable, "-c", code], text=True).strip() == "False"


# ---- recomputing choices from records ----------------------------------------------------------------------


SHORT = [("sandbags", "target=30"), ("3b-four", "hands=1")]


def tampered(record: str) -> tuple[int, str]:
    """Return the record with two cards of a suit swapped in the first seat's hand, and the line of the first one."""
    lines = record.splitlines()
    events = [json.loads(line) for line in lines]
    hand = [n for n, event in enumerate(events) if event["event"] == "deal"][:2]
    plays = [
        n
        for n, event in enumerate(events)
        if event["event"] == "play"
        and event["seat"] == 0
        and "ace" not in event
        and (n < hand[1] if hand[1:] else True)
    ]
    first, second = next(
        (one, two)
        for one in plays
        for two in plays
        if one < two and events[one]["card"][1] == events[two]["card"][1] and "A" not in events[one]["card"]
    )
    events[first]["card"], events[second]["card"] = events[second]["card"], events[first]["card"]
    for place in (first, second):
        lines[place] = json.dumps(events[place])
    return first + 1, "\n".join(lines) + "\n"


@pytest.mark.slow
@pytest.mark.parametrize("level", [*SEARCHING, QUICK[-1]])
@pytest.mark.parametrize(("slug", "option"), SHORT, ids=[slug for slug, _ in SHORT])
def test_verify_recomputes_choices_and_finds_a_changed_card(level: str, slug: str, option: str) -> None:
    """Another process recomputes every choice from the player's view; a changed card is reported."""
    played = spades(
        "simulate", "--variant", slug, "--option", option, "--seed", "proof", "--bots", f"{level},club,club,club"
    )
    assert (played.status, played.err) == (0, "")
    proved = spades("verify", "-", given=played.out.encode())
    assert (proved.status, proved.err) == (0, "")
    recomputed = re.search(r"; (\d+) choices of computer players recomputed\n", proved.out)
    assert recomputed is not None
    assert int(recomputed[1]) >= 20
    assert "not verified" not in proved.out
    line, other = tampered(played.out)
    caught = spades("verify", "-", given=other.encode())
    assert caught.status == 1
    assert caught.err.startswith(f"-:{line}: ")
    assert f"({level}) wouldn't do that" in caught.err

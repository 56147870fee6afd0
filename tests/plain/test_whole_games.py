"""The program plays whole games in plain text, through a pipe and at a dumb terminal."""

import json
import os
import re
import sys
from pathlib import Path

import pexpect
import pyte
import pytest

from spades_tui.plain.console import PAGE
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import options_of
from tests import LONG
from tests.commands.interrupting import heard
from tests.commands.shell import spades
from tests.plain.talking import is_over
from tests.quick_cases import slow_but

QUICK = {"whiz"}
"""Games for the quick tests."""
NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve")
PROMPT = re.compile(r"(?:[^\r\n]*\?|Say [^\r\n]*\.|[^\r\n]*Enter [^\r\n]*\.|[^\r\n]*say ready [^\r\n]*\.)\r\n$")
"""Text that waits for an answer."""


SOME = ("3b-four", "bemo", "call-break", "jokers", "suicide", "two-handed", "whiz")
"""Games with all kinds of questions; tests/plain/test_rules_and_needs.py plays the others in this process."""

games = pytest.mark.parametrize("slug", slow_but(QUICK, SOME))


def asked_for(slug: str, people: int = 1) -> list[str]:
    """Return the command line of a short game with beginners."""
    variant = shipped()[slug]
    seats = [f"human:{name}" if n < people else f"bot:beginner:{name}" for n, name in enumerate(NAMES[: variant.seats])]
    short = {option.name for option in options_of(variant)} & {"target", "hands"}
    options = [word for name in sorted(short) for word in ("--option", f"{name}={40 if name == 'target' else 1}")]
    return ["play", "--plain", "--variant", slug, "--seats", ",".join(seats), "--seed", "whole", *options]


def journal_of(home: Path) -> Path:
    """Return the journal of the only game."""
    (journal,) = home.rglob("*.spades.jsonl")
    return journal


def decided(journal: Path) -> list[dict[str, object]]:
    """Return the events of a game without suspending and resuming."""
    events = [json.loads(line) for line in journal.read_text("utf-8").splitlines()]
    return [event for event in events if event["event"] not in ("suspend", "resume")]


@games
def test_a_whole_game_is_played_through_a_pipe(slug: str, tmp_path: Path) -> None:
    done = spades(*asked_for(slug), given=b"take\n" * 3000, SPADES_TUI_HOME=str(tmp_path))
    assert done.status == 0, done.err
    assert done.err == ""
    assert re.search(r" won .*\.\nIn order: ", done.out)
    assert is_over(journal_of(tmp_path))


@games
def test_a_game_is_resumed_after_its_input_ended(slug: str, tmp_path: Path) -> None:
    begun = spades(*asked_for(slug), given=b"take\n" * 9, SPADES_TUI_HOME=str(tmp_path))
    assert begun.status == 0, begun.err
    journal = journal_of(tmp_path)
    before = decided(journal)
    assert begun.out.splitlines()[-1].endswith(str(journal))
    done = spades("play", "--plain", "--resume", str(journal), given=b"take\n" * 3000, SPADES_TUI_HOME=str(tmp_path))
    assert done.status == 0, done.err
    assert is_over(journal)
    assert decided(journal)[: len(before)] == before


def at_terminal(home: Path, words: list[str], rows: int = 24) -> "pexpect.spawn":
    """Start the program at a dumb terminal."""
    environment = {**os.environ, "SPADES_TUI_HOME": str(home), "TERM": "dumb", "LANG": "C.UTF-8"}
    return pexpect.spawn(sys.executable, ["-m", "spades_tui", *words], encoding="utf-8", timeout=LONG,
                         env=environment, dimensions=(rows, 100), preexec_fn=heard)  # fmt: skip


@pytest.mark.posix("plays in a pseudo-terminal")
def test_ctrl_c_saves_the_game(tmp_path: Path) -> None:
    program = at_terminal(tmp_path, asked_for("sandbags"))
    program.expect("Say 0 to 13")
    program.sendline("4")
    program.expect("Your card")
    program.sendintr()
    program.expect(r"The game is saved\.")
    program.expect(pexpect.EOF)
    assert program.wait() == 130
    assert any(event["event"] == "bid" and event["seat"] == 0 for event in decided(journal_of(tmp_path)))
    on = spades(given=b"continue\n1\nbids\nquit\nquit\n", SPADES_TUI_HOME=str(tmp_path))
    assert "you, 4" in on.out


CARDS = re.compile(r"\b(ace|king|queen|jack|ten|nine|eight|seven|six|five|four|three|two|joker)\b")


@pytest.mark.posix("plays in a pseudo-terminal")
@pytest.mark.parametrize("rows", [24, 90])
def test_the_curtain_hides_the_other_persons_cards(rows: int, tmp_path: Path) -> None:
    program = at_terminal(tmp_path, asked_for("sandbags", people=2), rows)
    screen = pyte.HistoryScreen(100, rows, history=5000)
    stream = pyte.Stream(screen)
    curtains = 0
    while curtains < 6:
        program.expect(PROMPT)
        stream.feed(program.before + program.after)
        ready = "say ready" in program.after
        if ready:
            curtains += 1
            seen = [line.strip() for line in screen.display]
            assert not CARDS.search(" ".join(seen))
            assert next(line for line in seen if line).startswith("Pass the keyboard to ")
            above = ["".join(cell.data for cell in line.values()).strip() for line in screen.history.top]
            both = [*above, *seen]
            place = max(n for n, line in enumerate(both) if line.startswith("Pass the keyboard to "))
            assert both[place - max(PAGE, rows) : place] == [""] * max(PAGE, rows)
            program.sendline("what?")
            program.expect_exact('You can\'t choose "what?" here')
            program.expect(PROMPT)
            stream.feed(program.before + program.after)
            assert not CARDS.search(" ".join(screen.display))
        program.sendline("ready" if ready else "take")
    program.sendline("quit")
    program.close(force=True)

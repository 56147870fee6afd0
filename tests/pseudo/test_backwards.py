"""No code parses a sentence: the program does the same with the words of its sentences spelled backwards."""

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from tests.games import SLUGS
from tests.pseudo.reversing import NO_SENTENCES, ROOMS, backwards, is_sentence

ROOT = Path(__file__).parents[2]

READ_NO_WORDS = (
    "tests/screens/test_monkey.py::test_a_few_random_keys_raise_no_error[bemo]",
    "tests/screens/test_monkey.py::test_a_few_random_keys_raise_no_error[league]",
    "tests/commands/test_exits.py::test_a_seed_draws_the_first_dealer",
    "tests/commands/test_exits.py::test_the_first_dealer_is_random_without_a_seed",
    "tests/commands/test_exits.py::test_a_seed_draws_the_same_first_dealer_as_before",
)
"""Tests that play and press keys without reading what the program says."""


def run(*arguments: str) -> str:
    """Run Python with these arguments and return its output. Raises AssertionError with the output if it fails."""
    done = subprocess.run([sys.executable, *arguments], capture_output=True, encoding="utf-8", check=False, cwd=ROOT)
    assert done.returncode == 0, done.stdout[-5000:] + done.stderr[-5000:]
    return done.stdout


def results(*arguments: str) -> dict[str, str]:
    """Return the results of using the program in many ways, by name."""
    return dict(line.split(": ", 1) for line in run("-m", "tests.pseudo.playing", *arguments).splitlines())


@pytest.mark.slow
def test_the_program_does_the_same_with_its_words_backwards() -> None:
    usual, reversed_ = results(), results("--backwards")
    assert {name for name in usual if usual[name] != reversed_.get(name)} == set()
    assert {f"{face} {slug}" for face in ("plain", "screens", "form") for slug in SLUGS} < set(usual)


@pytest.mark.slow
def test_a_sentence_that_is_parsed_is_found() -> None:
    part = "plain sandbags"
    assert results("--planted", part) != results("--planted", "--backwards", part)


@pytest.mark.slow
def test_tests_that_read_no_words_pass_backwards() -> None:
    assert " passed" in run("-m", "pytest", "-q", "-p", "tests.pseudo.backwards", *READ_NO_WORDS)


def test_every_listed_module_exists() -> None:
    assert [name for name in (*ROOMS, *NO_SENTENCES) if find_spec(name) is None] == []


def test_words_of_sentences_are_spelled_backwards_and_code_is_not() -> None:
    assert backwards("You bid {number}: 13 tricks.") == "uoY dib {number}: 13 skcirt."
    assert is_sentence("You bid")
    style = "TableScreen { height: 1; }"
    queries = ("SELECT game FROM games", "table_id = ?", "AND +variant IN (X)")
    for code in ("bid", "AS KD 2C", style, *queries, "--seed TEXT"):
        assert not is_sentence(code)

"""Measurements print the same figures for the same seed, whatever the number of processes."""

import re
from collections.abc import Iterator

import pytest

from tests.bench.measures import main, shares, wilson
from tests.bench.pool import results


def double(number: int) -> int:
    return 2 * number


def test_shares_of_places_are_counted() -> None:
    assert shares([3, 1, 2], 0) == (1.0, 0.0)
    assert shares([3, 1, 2], 1) == (0.0, 1.0)
    assert shares([3, 3, 2, 1], 1) == (0.5, 0.0)
    assert shares([2, 2], 0) == (0.5, 0.5)


def test_the_wilson_interval_is_computed_from_counts() -> None:
    assert wilson(90, 100) == "90.0% [82.6, 94.5] (90 of 100)"
    assert wilson(0, 10).startswith("0.0% [0.0, 27.8]")
    assert wilson(0, 0) == "none of none"


def test_results_end_when_the_time_is_up() -> None:
    assert list(results(double, range(1000), 1, minutes=0)) == [0]


def test_results_end_when_they_are_stopped(capsys: pytest.CaptureFixture[str]) -> None:
    def units() -> Iterator[int]:
        yield from (1, 2)
        raise KeyboardInterrupt

    assert list(results(double, units())) == [2, 4]
    assert capsys.readouterr().out == "stopped\n"


def figures(text: str) -> str:
    """Return the printed figures, without the times."""
    return re.sub(r"ms p50.*", "", text)


@pytest.mark.parametrize(
    "arguments",
    [
        ["duel", "--deals", "3", "--level", "club", "--against", "beginner"],
        ["duel", "--variant", "3b-five", "--deals", "2", "--level", "club", "--against", "beginner"],
    ],
    ids=" ".join,
)
def test_the_same_seed_gives_the_same_figures(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    main([*arguments, "--seed", "one"])
    first = capsys.readouterr().out
    main([*arguments, "--seed", "one"])
    assert figures(capsys.readouterr().out) == figures(first)
    assert "ms p50" in first
    assert "%" in first or "none of none" in first


def test_a_level_against_itself_scores_no_difference(capsys: pytest.CaptureFixture[str]) -> None:
    main(["duel", "--deals", "2", "--level", "club", "--against", "club"])
    assert "points a hand: +0.00 ± 0.00 (n = 2)" in capsys.readouterr().out


@pytest.mark.slow
def test_two_processes_give_the_figures_of_one(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ["duel", "--deals", "6", "--level", "club", "--against", "beginner"]
    main(arguments)
    first = capsys.readouterr().out
    main([*arguments, "--processes", "2"])
    assert figures(capsys.readouterr().out) == figures(first)
    assert list(results(double, range(20), 2)) == list(range(0, 40, 2))

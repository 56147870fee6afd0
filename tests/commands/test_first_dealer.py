"""`spades-tui play` draws the first dealer, by the seed if there is one."""

import secrets
from pathlib import Path

import pytest

from spades_tui import cli, fair
from spades_tui.commands import play
from spades_tui.play.setup import TableSetup


def first_dealer(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> int:
    """Return the first dealer at the table that a command line opens."""
    opened: list[TableSetup] = []

    def opens(setup: TableSetup, resume: Path | None, said: set[str] | None = None) -> int:
        assert resume is None
        opened.append(setup)
        return 0

    monkeypatch.setattr(play, "open_plain", opens)
    assert cli.main(["play", "--plain", *arguments]) == 0
    (setup,) = opened
    return setup.dealer


@pytest.mark.rule("C-2")
@pytest.mark.parametrize(("slug", "seats"), [("sandbags", 4), ("bemo", 3), ("3b-five", 5)])
def test_a_seed_draws_the_first_dealer(slug: str, seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn = [first_dealer(monkeypatch, "--variant", slug, "--seed", f"lot {n}") for n in range(40)]
    assert set(drawn) == set(range(seats))
    assert drawn == [first_dealer(monkeypatch, "--variant", slug, "--seed", f"lot {n}") for n in range(40)]


@pytest.mark.rule("C-2")
def test_the_first_dealer_is_random_without_a_seed(monkeypatch: pytest.MonkeyPatch) -> None:
    asked = []

    def lot(seats: int) -> int:
        asked.append(seats)
        return 2

    monkeypatch.setattr(secrets, "randbelow", lot)
    assert first_dealer(monkeypatch, "--variant", "bemo") == 2
    assert asked == [3]


def test_a_seed_draws_the_same_first_dealer_as_before() -> None:
    """The same seed seats the same first dealer in every version."""
    assert [fair.seeded_dealer("tuesday", seats) for seats in (3, 4, 5)] == [1, 0, 2]
    assert "".join(str(fair.seeded_dealer(f"lot {n}", 4)) for n in range(20)) == "20322222222020221130"

"""The season is a pure function: later games never change earlier results, and no count is negative."""

import subprocess
import sys
from collections.abc import Iterable
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from spades_tui.scorebook.season import (
    CORRECTABLE,
    CountMoved,
    GamePlayed,
    Happening,
    Kind,
    Season,
    SeasonEntry,
    majority,
    week_of,
)
from tests import LONG

ROOT = Path(__file__).resolve().parent.parent.parent
PEOPLE = ("p:ann", "p:bea", "p:cy", "c:club")
person = st.sampled_from(PEOPLE)


@st.composite
def happenings(draw: st.DrawFn) -> list[Happening]:
    found: list[Happening] = []
    day = date(2025, 12, 20)
    for n in range(draw(st.integers(0, 25))):
        day += timedelta(days=draw(st.integers(0, 3)))
        moment = f"{day.isoformat()}T{n:06}"
        kind = draw(st.integers(0, 7))
        if kind == 0:
            found.append(CountMoved(moment, day, draw(person), Kind.PILE, Kind.TRAY))
        elif kind == 1:
            found.append(SeasonEntry(moment, day, draw(person), Kind.DECK, -draw(st.integers(1, 3))))
        elif kind == 2:
            amount = draw(st.integers(-3, 3))
            found.append(SeasonEntry(moment, day, draw(person), draw(st.sampled_from(CORRECTABLE)), amount))
        else:
            order = draw(st.permutations(PEOPLE))
            keys: dict[str, Any] = {
                "names_last": draw(st.booleans()),
                "last": tuple(order[2:] if draw(st.integers(0, 5)) == 0 else order[3:]),
                "chit": draw(st.booleans()),
                "named": draw(st.sampled_from((None, order[0], order[1]))),
                "perfect": tuple(order[1:2]) if draw(st.booleans()) else (),
                "imperfect": tuple(order[2:]) if draw(st.booleans()) else (),
            }
            found.append(GamePlayed(moment, day, f"g{n}", tuple(order), (order[0],), **keys))
    return found


def season(found: Iterable[Happening]) -> list[SeasonEntry]:
    table = Season()
    for happening in found:
        table.take(happening)
    return table.entries


@settings(max_examples=60, deadline=None)
@given(happenings(), st.integers(0, 25))
def test_later_games_change_no_earlier_result_and_no_count_is_negative(found: list[Happening], cut: int) -> None:
    whole, part = season(found), season(found[:cut])
    assert whole[: len(part)] == part
    held: dict[tuple[str, Kind], int] = {}
    for entry in whole:
        if entry.kind in (Kind.PILE, Kind.TRAY, Kind.CHIT, Kind.DECK):
            held[entry.person, entry.kind] = held.get((entry.person, entry.kind), 0) + entry.amount
            assert held[entry.person, entry.kind] >= 0
    if not any(isinstance(fix, SeasonEntry) and (fix.kind != Kind.DECK or fix.amount > 0) for fix in found):
        computers = {entry.kind for entry in whole if entry.person == "c:club"}
        assert not computers & {
            Kind.CHIT,
            Kind.DECK,
            Kind.PILE,
            Kind.GOLD,
            Kind.RED,
            Kind.OUTSIDE,
        }
    assert all(entry.amount >= 5 for entry in whole if entry.kind == Kind.STREAK)


def test_streaks_with_and_without_trays_are_counted_separately() -> None:
    day = date(2026, 3, 2)
    players = ("p:ann", "p:bea")
    games = [
        GamePlayed(f"{n:04}", day + timedelta(days=7 * n), f"g{n}", players, ("p:ann",), names_last=n % 2 == 0)
        for n in range(9)
    ]
    entries = season(games)
    assert [entry.kind for entry in entries if entry.kind in (Kind.GOLD, Kind.RED)] == [
        Kind.GOLD,
        Kind.GOLD,
        Kind.RED,
    ]
    week = season([GamePlayed(f"{n}", day, f"g{n}", players, ("p:ann",)) for n in range(3)])
    found = [entry.kind for entry in week if entry.kind in (Kind.OUTSIDE, Kind.CHIT)]
    assert found == [Kind.OUTSIDE]  # a season without trays has no tray-chits


@pytest.mark.rule("3B-26")
def test_a_game_without_a_tray_adds_nothing_to_a_violators_pile() -> None:
    day, players = date(2026, 3, 2), ("p:ann", "p:bea")
    keys: dict[str, Any] = {"names_last": True, "last": ("p:bea",)}
    games = [
        GamePlayed("1", day, "g1", players, ("p:ann",), **keys),
        GamePlayed("2", day, "g2", players, ("p:ann",)),
    ]
    piles = [(entry.person, entry.game) for entry in season(games) if entry.kind == Kind.PILE]
    assert piles == [("p:bea", "g1")]


@pytest.mark.rule("3B-27")
def test_a_computer_player_names_another_without_a_chit_of_its_own() -> None:
    keys: dict[str, Any] = {"names_last": True, "last": ("c:club",), "chit": True, "named": "p:ann"}
    game = GamePlayed("1", date(2026, 3, 2), "g1", ("p:ann", "c:club"), ("p:ann",), **keys)
    entries = [(entry.person, entry.kind) for entry in season([game]) if entry.kind not in (Kind.GAME, Kind.STAR)]
    assert entries == [("p:ann", Kind.TRAY_PERSON), ("p:ann", Kind.PILE)]


def test_majorities_and_week_numbers_are_computed() -> None:
    assert [majority([True] * yes, voters) for yes, voters in ((0, 1), (1, 1), (1, 2), (2, 3), (0, 0))] == [
        False, True, False, True, None,
    ]  # fmt: skip
    assert week_of(date(2025, 12, 29)) == week_of(date(2026, 1, 4)) == (2026, 1)
    assert week_of(date(2027, 1, 3)) == (2026, 53)


def test_the_scorebook_opens_without_importing_the_rules() -> None:
    """The home screen asks the scorebook before anything large is imported."""
    code = "import sys, spades_tui.scorebook.scorebook; "
    code += "print([n for n in ('pydantic', 'textual', 'csv') if n in sys.modules])"
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, encoding="utf-8", timeout=LONG, check=True)
    assert done.stdout.strip() == "[]"

"""The shipped files with something changed: each is refused as a VariantError, or plays games to their end."""

import io
import json
from collections.abc import Callable
from typing import Any

import pytest

from spades_tui.record.replay import replay
from spades_tui.rules import endings
from spades_tui.rules.load import VariantError, from_data
from spades_tui.rules.variant import Variant
from spades_tui.table.setup import TableSetup, bot_seats
from spades_tui.table.simulate import play_game
from spades_tui.table.trial import trial
from tests.variants.mutate import composed, mutant


def _short(variant: Variant) -> Variant:
    """The same game to fewer points, so that one more of it is soon over; no option may then say how many they are."""
    parts = tuple(
        part.changed(points=min(part.points, 120)) if isinstance(part, endings.Target) else part
        for part in variant.endings
    )
    by_target = "endings.target."
    options = tuple(
        option
        for option in variant.options
        if isinstance(option, str) or not any(one.place.startswith(by_target) for one in option.sets)
    )
    return variant.changed(endings=parts, options=options)


def _plain(said: str, seed: int) -> bool:
    assert said.isprintable(), seed
    return False


def _refused_or_played(seed: int, make: Callable[[int], dict[str, Any]] = mutant) -> bool:
    """Whether a variant was played; anything but a plain refusal or a whole game fails the test."""
    try:
        variant = from_data(make(seed), f"{make.__name__} {seed}")
    except VariantError as refused:
        return _plain(str(refused), seed)
    assert from_data(variant.to_json()) == variant, seed
    try:
        trial(variant, f"{make.__name__} {seed}")
    except VariantError as error:
        if error.__cause__ is not None:
            raise
        return False
    game = play_game(TableSetup(_short(variant), {}, bot_seats(variant.seats, "beginner"), 1, "mutant", seed + 1))
    (played,) = replay(io.BytesIO(game.text.encode()), f"{make.__name__} {seed}")
    assert played.lines == [json.loads(line) for line in game.text.splitlines()], seed
    return True


def test_mutants_are_refused_or_played() -> None:
    played = sum(_refused_or_played(seed) for seed in range(60))
    assert 6 < played < 54


@pytest.mark.slow
def test_hundreds_more_are_refused_or_read() -> None:
    """With those that are played, 3,500 in all."""
    read = 0
    for seed in range(5_000, 5_750):
        try:
            variant = from_data(mutant(seed), f"mutant {seed}")
        except VariantError as refused:
            _plain(str(refused), seed)
        else:
            read += 1
            assert from_data(variant.to_json()) == variant, seed
    assert 75 < read < 675


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(23))
def test_thousands_of_mutants_are_refused_or_played(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        _refused_or_played(seed)


def test_variants_put_together_by_chance_are_refused_or_played() -> None:
    played = sum(_refused_or_played(seed, composed) for seed in range(12))
    assert played > 8


@pytest.mark.slow
@pytest.mark.parametrize("fifty", range(9))
def test_many_variants_put_together_by_chance_are_refused_or_played(fifty: int) -> None:
    for seed in range(fifty * 50, fifty * 50 + 50):
        _refused_or_played(seed, composed)

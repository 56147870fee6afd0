"""Every mutation of the shipped files is either refused with a VariantError or playable to its end."""

import io
import json

import pytest

from spades_tui.analysis.simulate import play_game, trial
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.replay import replay
from spades_tui.rules import endings
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data
from tests.variants.mutate import mutant


def _short(variant: Variant) -> Variant:
    """Return the same game with fewer points to win, so that it ends sooner, without options for that number."""
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


def _refused_or_played(seed: int) -> bool:
    """Return whether a variant was played; anything but a refusal or a whole game fails the test."""
    try:
        variant = from_data(mutant(seed), f"mutant {seed}")
    except VariantError as refused:
        return _plain(str(refused), seed)
    assert from_data(variant.to_json()) == variant, seed
    try:
        trial(variant, f"mutant {seed}")
    except VariantError as error:
        if error.__cause__ is not None:
            raise
        return False
    game = play_game(TableSetup(_short(variant), {}, bot_seats(variant.seats, "beginner"), 1, "mutant", seed + 1))
    (played,) = replay(io.BytesIO(game.text.encode()), f"mutant {seed}")
    assert played.lines == [json.loads(line) for line in game.text.splitlines()], seed
    return True


def test_mutants_are_refused_or_played() -> None:
    played = sum(_refused_or_played(seed) for seed in range(10))
    assert 1 < played < 9


@pytest.mark.slow
def test_hundreds_of_mutants_are_refused_or_read() -> None:
    """Together with the played ones, these are 2,250."""
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
@pytest.mark.parametrize("hundred", range(12))
def test_thousands_of_mutants_are_refused_or_played(hundred: int) -> None:
    for seed in range(hundred * 100, hundred * 100 + 100):
        _refused_or_played(seed)

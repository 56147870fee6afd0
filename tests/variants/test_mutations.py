"""Every mutation of the shipped files is either refused with a VariantError or playable to its end."""

import io
import json
import time

import pytest

from spades_tui.analysis.simulate import play_game, trial
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.replay import replay
from spades_tui.rules import endings
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data, parse
from tests.variants.mutate import mutant
from tests.variants.mutate_pack import mutated_text


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


# ---- the text of the games of the pack ------------------------------------------------------------------

MOST_SECONDS = 20.0
"""Maximum processor seconds for a file, its check and a game; most take some tenths of a second."""


def read_and_played(seed: int) -> bool:
    """Return whether a file was played to the end of a game; a clear error is fine."""
    began = time.process_time()
    try:
        variant = parse(mutated_text(seed), f"text {seed}.toml")
        game = play_game(TableSetup(_short(variant).shortened(3), {}, bot_seats(variant.seats, "beginner"), 1, "nine"))
        if not game.ended:
            trial(variant, f"mutant {seed}")
    except VariantError as error:
        if error.__cause__ is not None:
            raise
        return _plain(str(error), seed)
    finally:
        assert time.process_time() - began < MOST_SECONDS, seed
    return True


def test_mutated_files_of_the_pack_are_refused_or_played() -> None:
    played = sum(read_and_played(seed) for seed in range(40))
    assert 4 < played < 36


@pytest.mark.slow
@pytest.mark.parametrize("hundred", range(4))
def test_hundreds_of_mutated_files_of_the_pack_are_refused_or_played(hundred: int) -> None:
    played = sum(read_and_played(seed) for seed in range(hundred * 100, hundred * 100 + 100))
    assert 4 < played < 90

"""Every mutation of the shipped files is either refused with a VariantError or playable to its end."""

import io
import json
import sys
import time
from collections.abc import Callable
from typing import Any

import pytest

from spades_tui.analysis.simulate import play_game, trial
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.record.replay import replay
from spades_tui.rules import endings
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, from_data, parse
from tests.variants.mutate import composed, mutant
from tests.variants.mutate_pack import mutated_data, mutated_text


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


def _refused_or_played(seed: int, make: Callable[[int], dict[str, Any]] = mutant) -> bool:
    """Return whether a variant was played; anything but a refusal or a whole game fails the test."""
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


def test_random_combinations_are_refused_or_played() -> None:
    played = sum(_refused_or_played(seed, composed) for seed in range(6))
    assert played > 3


@pytest.mark.slow
@pytest.mark.parametrize("fifty", range(6))
def test_many_random_combinations_are_refused_or_played(fifty: int) -> None:
    for seed in range(fifty * 50, fifty * 50 + 50):
        _refused_or_played(seed, composed)


# ---- the games of the pack, as files and as data -------------------------------------------------------

MOST_SECONDS = 20.0
"""Maximum processor seconds for a file, its check and a game; most take some tenths of a second."""


def read_and_played(seed: int) -> bool:
    """Return whether a file, or the data of every other one, was played to the end of a game; a clear error is fine."""
    began = time.process_time()
    try:
        if seed % 2:
            variant = parse(mutated_text(seed), f"text {seed}.toml")
        else:
            variant = from_data(mutated_data(seed), f"data {seed}")
        short = _short(variant).shortened(3)
        game = play_game(TableSetup(short, {}, bot_seats(variant.seats, "beginner"), 1, "nine", seed + 1))
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
    """`python -m tests.variants.test_mutations 5000` tries five thousand."""
    played = sum(read_and_played(seed) for seed in range(hundred * 100, hundred * 100 + 100))
    assert 4 < played < 90


def main() -> None:
    """Try this many files and print the results."""
    last = int(sys.argv[1]) if len(sys.argv) > 1 else 5000
    played, longest = 0, 0.0
    for seed in range(last):
        began = time.process_time()
        played += read_and_played(seed)
        longest = max(longest, time.process_time() - began)
        if seed % 250 == 249:
            print(f"{seed + 1} files: {played} played, the others refused; {longest:.1f} s at most", flush=True)


if __name__ == "__main__":
    main()

"""Typical results of hands: for each game a sample of hands, from `results.json`.

`python -m tests.bench.results` writes the file from games that players play among themselves. A variant that isn't in
it gets the hands of the most similar game, their points scaled by what an ordinary bid brings.
"""

from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

from msgspec import Struct
from msgspec.json import decode

from spades_tui.bots.side_scores import contract_pay
from spades_tui.bots.sound_bids import expected_bid
from spades_tui.rules.ruleset import Ruleset
from spades_tui.rules.variant import Variant

FILE = Path(__file__).with_name("results.json")
ALIKE: Final = 0.8
"""Minimum similarity, 0 to 1, to use a game's hands for another game."""


class SideResult(NamedTuple):
    """One side's result of a hand, before any bag penalty."""

    points: int
    bags: int
    sets: int


class GameHands(Struct, frozen=True):
    """The hands of one game."""

    shape: frozenset[str]
    pays: int
    """Points for an ordinary bid that is made."""
    hands: tuple[tuple[int, int, int, int, int, int], ...]
    """In each hand, the points, bags and sets of one side, then those of the other."""


@cache
def all_played() -> tuple[GameHands, ...]:
    """Read the whole file. It is part of the program and checked by a test."""
    return decode(FILE.read_bytes(), type=tuple[GameHands, ...])


def shape_of(rules: Ruleset) -> frozenset[str]:
    """Describe what a game is made of in words; similar games have many of them in common."""
    variant = rules.whole
    words = {sides_of(variant), f"{variant.deal.cards} cards", f"{variant.deck.jokers} jokers", variant.deck.spades}
    words |= {f"format {form.format}" for form in variant.programme}
    for where in ("bids", "scores"):
        for part in getattr(variant, where):
            if part.on:
                words.add(f"{where} {part.kind}")
                for key, value in part.to_keys().items():
                    if isinstance(value, int) and value and key != "on":
                        words.add(f"{where} {part.kind} {key} {value}")
    return frozenset(words)


def similarity(one: frozenset[str], other: frozenset[str]) -> float:
    """Return the share of two games' words that both have, 0 to 1."""
    return len(one & other) / len(one | other)


def sides_of(variant: Variant) -> str:
    """Return the number of players and how sides are made; games that differ here are never similar."""
    return f"{variant.players} {variant.sides}"


def ordinary_pay(rules: Ruleset) -> int:
    """Return the points of a side for making an ordinary bid."""
    usual = expected_bid(rules) * len(rules.sides[0])
    return contract_pay(rules, usual, usual)


def results_of(rules: Ruleset) -> tuple[tuple[SideResult, SideResult], ...]:
    """Return hands of a game, or of the most similar one; empty if no game is similar enough."""
    shape, sides = shape_of(rules), sides_of(rules.variant)
    games = [game for game in all_played() if sides in game.shape]
    game = max(games, key=lambda game: similarity(game.shape, shape), default=None)
    if game is None or similarity(game.shape, shape) < ALIKE:
        return ()
    pays, usual = ordinary_pay(rules), game.pays
    if rules.whole.programme or pays <= 0 or usual <= 0:
        pays = usual = 1
    return tuple(
        (SideResult(ours * pays // usual, bags, sets), SideResult(theirs * pays // usual, their_bags, their_sets))
        for ours, bags, sets, theirs, their_bags, their_sets in game.hands
    )

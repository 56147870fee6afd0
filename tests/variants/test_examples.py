"""The games in docs/examples are valid, have a page of rules, and two readings of the rules agree about them."""

from pathlib import Path

import pytest

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.rules_page import page
from spades_tui.rules.variant_reader import load
from tests.record.records import lines_of
from tests.record.two_readings import agreed
from tests.referee.generate import generate
from tests.referee.referee import Variant, read_rules, to_text

FOLDER = Path(__file__).parents[2] / "docs" / "examples"
EXAMPLES = sorted(path.name for path in FOLDER.glob("*.toml"))
PAGE = (FOLDER.parent / "variants.md").read_text("utf-8")


def agree_on(name: str, games: range) -> None:
    """Compare the referee's lines of games of computer players, and the program's of random ones with reneges."""
    variant = load(FOLDER / name)
    theirs = Variant(read_rules(variant.to_json()))
    for game in games:
        if not variant.programme:  # the referee writes down formats only of games that it knows by name
            agreed(to_text(generate(theirs, game, spice=0.5, max_hands=3)))
        level = "club" if game % 2 else "beginner"
        setup = TableSetup(variant, {}, bot_seats(variant.seats, level), seed=f"example {game}")
        text = play_game(setup).text
        assert agreed(text)[0] == lines_of(text)


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_is_on_the_page_and_has_rules(name: str) -> None:
    variant = load(FOLDER / name)
    assert f"(examples/{name})" in PAGE
    assert variant.slug == name.removesuffix(".toml")
    assert len(page(variant).splitlines()) > 20


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_referee_agrees_about_an_example(name: str) -> None:
    agree_on(name, range(2))


@pytest.mark.slow
@pytest.mark.parametrize("name", EXAMPLES)
def test_the_referee_agrees_about_50_games_of_an_example(name: str) -> None:
    agree_on(name, range(2, 52))

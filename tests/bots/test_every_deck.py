"""Every level plays every deck that the checks accept, and hints, reviews and `verify` work there too."""

import io
from pathlib import Path

import pytest

from spades_tui.analysis.review import judge, needs_judging, review_of
from spades_tui.analysis.reviewed_record import collect
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.bots.levels import LEVELS
from spades_tui.bots.search import search_players
from spades_tui.bots.search.layout import layout
from spades_tui.bots.search.race import Effort
from spades_tui.bots.search.suit_sets import LONGEST
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.rules.endings import Hands
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant, with_options
from spades_tui.rules.variant_reader import from_data, parse
from tests import few
from tests.quick_cases import slow_but
from tests.referee.home import home_rules

DECKS = Path(__file__).parent / "decks"
GAMES = few(150)
"""Number of random variants in the slow test."""
IN_ONE_TEST = few(50)
JUDGED = 7
"""Hints and reviews are asked about every seventh decision of a random game."""
EFFORTS = {
    "strong": (Effort(deals=4, cards=600), Effort(deals=4, cards=600)),
    "expert": (Effort(deals=6, cards=900, batch=3, exact=4), Effort(deals=6, cards=900, batch=3)),
}
"""A short search, with every part of the long one."""


@pytest.fixture(autouse=True)
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let players search in few deals."""
    monkeypatch.setattr(search_players, "EFFORTS", EFFORTS)


def play(variant: Variant, number: int, every: int = 1) -> None:
    """Play a game with all levels, repeat its choices, and review every n-th decision with a choice."""
    seats = tuple(SeatSetup(NAMES[n], "bot", LEVELS[(n + number) % len(LEVELS)]) for n in range(variant.seats))
    game = play_game(TableSetup(variant, {}, seats, number % variant.seats, f"deck {number}"))
    assert game.ended, number
    record = game.text.encode()
    if every == 1 or number % JUDGED == 0:
        (verified,) = verify(io.BytesIO(record))
        assert not verified.not_verified, number
        assert verified.choices, number
    (reviewed,) = collect(io.BytesIO(record))
    decisions = needs_judging(reviewed.decisions)[::every]
    judged = [judge(decision, IN_PLACE) for decision in decisions]
    for one in judged:
        assert one.best is not None, number
        assert one.done is not None, number
    review_of(reviewed, tuple(range(variant.seats)), judged)


def file(name: str) -> Variant:
    """Return a variant of the folder with decks."""
    return parse((DECKS / name).read_bytes(), name)


@pytest.mark.parametrize("name", sorted(path.name for path in DECKS.glob("*.toml")))
@pytest.mark.parametrize("number", slow_but([0], range(2)))
def test_odd_decks_are_played_by_every_level(name: str, number: int) -> None:
    play(file(name), number)


def test_decks_reach_beyond_the_tables_of_the_search() -> None:
    longest = {path.name: max(layout(ruleset(with_options(file(path.name), {}))).lengths) for path in DECKS.iterdir()}
    assert longest == {"17-trumps.toml": LONGEST - 1, "21-trumps.toml": LONGEST + 3, "two-clubs.toml": 13}


def random_variant(number: int) -> Variant:
    """Return a home-made game of one or two hands."""
    variant = from_data(home_rules(number))
    at_once = (ending for ending in variant.endings if ending.kind in ("outright", "sets"))
    hands = Hands(kind="hands", rule="H-0", hands=1 + number % 2, parts="none")
    return variant.changed(endings=(*at_once, hands), options=())


@pytest.mark.parametrize("number", range(6))
def test_random_variants_are_played_by_every_level(number: int) -> None:
    play(random_variant(number), number, JUDGED)


@pytest.mark.slow
@pytest.mark.parametrize("part", range(GAMES // IN_ONE_TEST))
def test_hundreds_of_random_variants_are_played_by_every_level(part: int) -> None:
    for number in range(part * IN_ONE_TEST, (part + 1) * IN_ONE_TEST):
        play(random_variant(number), number, JUDGED)

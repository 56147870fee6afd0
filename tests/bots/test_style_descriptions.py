"""Each style does what its description says: over seeded deals, `club` with the style is compared with plain `club`.

``python -m tests.bench.manners`` measures many more deals; these tests check only the sign, with a margin.
"""

import pytest

from spades_tui import bots
from spades_tui.fair import seeded_secret
from spades_tui.game.events import Bid
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.seats.observer import observe
from tests.bench.bots import deal
from tests.bench.manners import Measured, main, measure, play_deal, units
from tests.bots.tables import rules_of, stream

DEALS = 100


def measured(style: str, deals: int = DEALS) -> Measured:
    """Measure a style of `club` over the first deals of a seed."""
    return measure(map(play_deal, units("sandbags", (), "club", style, "truth", deals)))


def bids(style: str, deals: int = 400) -> list[tuple[int, int]]:
    """Return the plain bid and the styled bid of each seat in seeded deals."""
    rules = rules_of("sandbags")
    found = []
    for number in range(deals):
        course = History(new_game(rules, number % rules.seats))
        deal(course, seeded_secret("bids", number, 1, 1))
        while course.state.phase == Phase.BID and (turn := on_turn(course.state)) is not None:
            seen = observe(course.state, turn)
            plain, styled = (bots.choose(level, seen, stream()) for level in ("club", f"club/{style}"))
            assert isinstance(plain, Bid) and isinstance(styled, Bid)
            found.append((plain.bid, styled.bid))
            course.do(plain)
    return found


@pytest.mark.slow
def test_bold_players_bid_higher() -> None:
    found = bids("bold")
    assert all(styled >= plain or styled == 0 for plain, styled in found), "a zero is bold as well"
    assert sum(styled - plain for plain, styled in found) > 0.25 * len(found)


@pytest.mark.slow
def test_careful_players_bid_lower() -> None:
    found = [(plain, styled) for plain, styled in bids("careful") if plain]
    assert all(styled <= plain for plain, styled in found)
    assert sum(plain - styled for plain, styled in found) > 0.1 * len(found)


@pytest.mark.slow
def test_players_of_style_zeros_bid_zero_more_often() -> None:
    found = bids("zeros")
    plain, styled = (sum(pair[n] == 0 for pair in found) for n in (0, 1))
    assert all(styled == 0 for plain, styled in found if plain == 0)
    assert styled > 1.1 * plain


@pytest.mark.slow
def test_careful_players_are_set_less_often_and_bold_ones_more_often() -> None:
    careful, bold = measured("careful", 300), measured("bold")
    assert careful.styled["sets"] <= careful.plain["sets"]
    assert bold.styled["sets"] >= bold.plain["sets"]
    assert bold.styled["bags"] < bold.plain["bags"]


@pytest.mark.slow
def test_players_of_style_bags_take_fewer_bags() -> None:
    assert measured("bags", 150).change("bags") < 0


def test_the_measure_prints_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    main(["--style", "bags", "--deals", "3"])
    first = capsys.readouterr().out
    main(["--style", "bags", "--deals", "3"])
    assert capsys.readouterr().out == first
    assert first.startswith("sandbags: club/bags over club, points a hand: ")
    assert "overtricks, a side and hand" in first

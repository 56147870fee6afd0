"""What a person types always wins: digits for cards and bids, one after another, with and without pauses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_tui.game.phase import Phase
from spades_tui.screens.table.bidding import BiddingScreen
from spades_tui.screens.table.trick_play import TrickPlayScreen
from spades_tui.widgets.typed_number import PAUSE, TypedNumber
from tests.scenes import at, mine
from tests.screens.looking import TableApp, screen_text, settle

CARDS, BIDS = range(1, 14), range(14)


@pytest.mark.parametrize(
    ("typed", "numbers", "chosen"),
    [
        ("5", CARDS, [5]),
        ("53", CARDS, [5, 3]),
        ("5312", CARDS, [5, 3, 1, 12]),
        ("12", CARDS, [1, 12]),
        ("13", CARDS, [1, 13]),
        ("14", CARDS, [1, 4]),
        ("123", CARDS, [1, 12, 3]),
        ("111", CARDS, [1, 11, 1]),
        ("0", CARDS, [None]),
        ("05", CARDS, [None, 5]),
        ("10", CARDS, [1, 10]),
        ("100", BIDS, [1, 10, 0]),
        ("05", BIDS, [0, 5]),
        ("00", BIDS, [0, 0]),
        ("1 3", CARDS, [1, 3]),
        ("1 2 3", CARDS, [1, 2, 3]),
        ("12", (4, 5, 10, 11, 12, 13), [None, 12]),
        ("14", (4, 5, 10, 11, 12, 13), [None, 4]),
        ("77", (1, 2), [None, None]),
        ("12", range(1, 6), [1, 2]),
    ],
)
def test_each_digit_chooses_what_was_typed(
    typed: str, numbers: range | tuple[int, ...], chosen: list[int | None]
) -> None:
    """A space stands for a pause."""
    number, now, found = TypedNumber(), 100.0, []
    for digit in typed:
        if digit == " ":
            now += PAUSE + 0.01
            continue
        now += 0.1
        found.append(number.type(digit, now, numbers))
    assert found == chosen


@given(st.lists(st.tuples(st.sampled_from("0123456789"), st.floats(0, 2)), max_size=12), st.sets(st.integers(0, 18)))
def test_the_last_digit_is_never_swallowed(keys: list[tuple[str, float]], numbers: set[int]) -> None:
    """Whatever came before, a digit that is a number to choose chooses it or a number that ends in it."""
    number, now = TypedNumber(), 0.0
    for digit, pause in keys:
        now += pause
        chosen = number.type(digit, now, numbers)
        if int(digit) in numbers:
            assert chosen is not None
            assert str(chosen).endswith(digit)
        if pause > PAUSE:
            assert chosen == (int(digit) if int(digit) in numbers else None)


async def test_five_and_then_three_bids_three() -> None:
    """Every second digit was swallowed once."""
    table = at("sandbags", mine("bid"))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, BiddingScreen)
        for pause in (0.0, 0.8):
            await pilot.press("5")
            await pilot.pause(pause)
            assert "5_" in screen_text(app) or pause
            await pilot.press("3")
            assert screen.choices.chosen is not None
            assert screen.choices.chosen.number == 3
        await pilot.press("1", "2")
        assert screen.choices.chosen is not None
        assert screen.choices.chosen.number == 12
        await pilot.press("3", "enter")
        await settle(app)
        assert table.observe(0).bids[0] == 3


async def test_a_card_is_what_was_typed_last_and_an_arrow_ends_a_number() -> None:
    table = at("sandbags", mine("play"))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        held = screen.hand.held
        for keys, place in ((("5", "3"), 3), (("1", "0"), 10), (("1", "right", "2"), 2), (("7", "8", "9"), 9)):
            await pilot.press(*keys)
            assert screen.hand.card == held[place - 1], keys
            await pilot.pause(PAUSE + 0.1)
        await pilot.press("1")
        assert "1_" in screen_text(app)
        await pilot.pause(PAUSE + 0.1)
        assert "1_" not in screen_text(app)


async def test_half_a_number_is_not_taken_for_what_is_marked() -> None:
    """In a raise to 10 … 13 a 1 is nothing yet: Enter must not take the choice that was marked before."""
    table = at("jokers", lambda seen: seen.phase == Phase.RAISE and seen.on_turn == 0, people=1)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, BiddingScreen)
        numbers = screen.choices.numbers
        assert 1 not in numbers
        assert 12 in numbers
        await pilot.press("1", "enter")
        assert table.observe(0).phase == Phase.RAISE
        assert "There is no 1 to choose" in screen_text(app)
        await pilot.press("1", "2")
        assert screen.choices.chosen is not None
        assert screen.choices.chosen.number == 12


async def test_a_ten_may_be_typed_with_its_nought() -> None:
    """`S10` is the ten of spades, and the nought no number of its own."""
    table = at("sandbags", lambda seen: mine("play")(seen) and seen.own is not None and bool(seen.own >> 47 & 1))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        await pilot.press("S", "1", "0")
        assert screen.hand.card == 47

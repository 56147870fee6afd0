"""Typed digits choose cards and bids, one number after another, with and without pauses."""

import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spades_tui import cards
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from spades_tui.tui.table.typing_screen import PAUSE, TypedNumber
from tests.scenes import Until, at, mine
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
    """A space in these strings is a pause."""
    number, now, found = TypedNumber(), 100.0, []
    for digit in typed:
        if digit == " ":
            now += PAUSE + 0.01
            continue
        now += 0.1
        found.append(number.type(digit, now, numbers))
    assert found == chosen


@hypothesis_settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("0123456789"), st.integers(0, 128)), max_size=12),
    st.sets(st.integers(0, 18)),
)
def test_the_last_digit_is_never_swallowed(keys: list[tuple[str, int]], numbers: set[int]) -> None:
    """Whatever was typed before, a digit that is a choice selects it or a number that ends in it.

    Pauses are in sixty-fourths of a second, which add up without rounding.
    """
    number, now = TypedNumber(), 0.0
    for digit, ticks in keys:
        pause = ticks / 64
        now += pause
        chosen = number.type(digit, now, numbers)
        if int(digit) in numbers:
            assert chosen is not None
            assert str(chosen).endswith(digit)
        if pause > PAUSE:
            assert chosen == (int(digit) if int(digit) in numbers else None)


async def test_five_and_then_three_bids_three() -> None:
    """Every second digit once got lost."""
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


async def test_the_last_typed_number_selects_a_card_and_an_arrow_ends_it() -> None:
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


async def test_enter_after_half_a_number_takes_nothing() -> None:
    """In a raise to 10 … 13, a 1 is no choice yet, so Enter must not take the previously selected one."""
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
        assert "There's no 1 to choose" in screen_text(app)
        await pilot.press("1", "2")
        assert screen.choices.chosen is not None
        assert screen.choices.chosen.number == 12


async def test_a_ten_may_be_typed_as_10() -> None:
    """`S10` is the ten of spades, and its 0 is not a separate number."""
    table = at("sandbags", lambda seen: mine("play")(seen) and seen.own is not None and bool(seen.own >> 47 & 1))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        await pilot.press("S", "1", "0")
        assert screen.hand.card == 47


def led(suit: str, without: str = "") -> Until:
    """Accept a moment when this suit must be followed and the hand has spades too, but not the card `without`."""

    def check(seen: Observation) -> bool:
        own = seen.own or 0
        return (
            mine("play")(seen)
            and seen.led == cards.SUITS.index(suit)
            and 0 < seen.follows.bit_count() < own.bit_count()
            and bool(own & seen.rules.cards.suit_masks[cards.SPADES])
            and not (without and own >> cards.parse(without) & 1)
        )

    return check


async def test_a_typed_suit_waits_for_its_rank_until_another_key() -> None:
    app = TableApp(at("sandbags", led("H", without="KH")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        await pilot.press("H")
        await pilot.pause(PAUSE + 0.1)
        assert "H_" in screen_text(app), "as long as it takes"
        for keys in (["backspace"], ["escape"], ["left"], ["up"], ["h"], ["m", "escape"], ["s", "escape"], ["S", "a"]):
            await pilot.press("H")
            await settle(app)
            assert "H_" in screen_text(app)
            await pilot.press(*keys)
            await settle(app)
            assert app.screen is screen
            assert "H_" not in screen_text(app), keys
        await pilot.press("1", "H")
        await pilot.pause(PAUSE + 0.1)
        assert "H_" in screen_text(app), "the number's time is over, not the suit's"
        await pilot.press("escape", "S", "enter")
        await settle(app)
        assert "S_" not in screen_text(app)


async def test_typing_a_card_not_in_hand_is_reported() -> None:
    app = TableApp(at("sandbags", led("H", without="KH")))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        await pilot.press("H")
        chosen = screen.hand.card
        await pilot.press("k")
        await settle(app)
        assert "✗ You have no K♥." in screen_text(app)
        assert screen.hand.card == chosen
        await pilot.press("q")
        await settle(app)
        assert app.screen is not screen, "and then a key is what it was"


async def test_a_typed_suit_is_forgotten_after_the_turn() -> None:
    table = at("sandbags", led("H", without="KH"))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        await pilot.press("H")
        await settle(app)
        assert app.controller is not None
        app.controller.act(table.observe(0).legal[0])
        await settle(app)
        assert "H_" not in screen_text(app)


async def test_a_capital_letter_while_bidding_names_no_suit() -> None:
    """It's the key of the small letter, because Caps Lock may be on."""
    queen = cards.parse("QS")
    app = TableApp(at("sandbags", lambda seen: mine("bid")(seen) and bool((seen.own or 0) >> queen & 1)))
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert isinstance(app.screen, BiddingScreen)
        await pilot.press("S")
        await settle(app)
        assert isinstance(app.screen, GameSheetScreen), "s shows the scores"


@pytest.mark.parametrize("width", [80, 100, 140])
async def test_the_key_in_a_refusal_stays_whole_beside_typed_digits(width: int) -> None:
    app = TableApp(at("sandbags", led("D")))
    async with app.run_test(size=(width, 40)) as pilot:
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        spade = next(card for card in screen.hand.held if cards.FACE_SUIT[card] == cards.SPADES)
        await pilot.press(*str(screen.hand.held.index(spade) + 1))
        await settle(app)
        (line,) = (line for line in screen_text(app).split("\n") if "Follow suit" in line)
        assert re.search(r"diamonds\. .*C-6( |$)", line), line


async def test_a_sentence_is_shortened_only_beside_typed_digits() -> None:
    app = TableApp(at("sandbags", led("D")))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TrickPlayScreen)
        shown = screen.sentence
        long, short = "x" * 60 + "  r tells C-6", "x" * 60 + "  C-6"
        for word in (long, long + "  more"):
            shown.say(word, short)
            shown.show_typed("12345")
            await settle(app)
            assert shown.words == short
            assert short in screen_text(app)
            assert "12345_" in screen_text(app)
            shown.show_typed("")
            await settle(app)
            assert shown.words == (word if len(word) <= 78 else short)

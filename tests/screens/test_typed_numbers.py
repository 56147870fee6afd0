"""Digits make one number after another, with and without pauses, and sentences make room for them."""

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spades_tui import cards
from spades_tui.seats import Observation
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.typed_keys import PAUSE, TypedKeys
from tests.scenes import at, mine
from tests.screens.looking import TableApp, screen_text, settle

CARDS, BIDS = range(1, 14), range(14)

pytestmark = pytest.mark.usefixtures("running_clock")


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
    number, now, found = TypedKeys(), 100.0, []
    for digit in typed:
        if digit == " ":
            now += PAUSE + 0.01
            continue
        now += 0.1
        found.append(number.number(digit, now, numbers))
    assert found == chosen


def test_a_computer_that_has_just_started_counts_a_first_0() -> None:
    """The clock may begin with the computer, so that its first seconds are no pause after a ten."""
    answer = TypedKeys().type("0", PAUSE / 2, BIDS, (), False)
    assert answer is not None and (answer.kind, answer.value) == ("number", 0)


@hypothesis_settings(deadline=None)
@given(
    st.lists(st.tuples(st.sampled_from("0123456789"), st.integers(0, 128)), max_size=12),
    st.sets(st.integers(0, 18)),
)
def test_the_last_digit_is_never_swallowed(keys: list[tuple[str, int]], numbers: set[int]) -> None:
    """Whatever was typed before, a digit that is a choice selects it or a number that ends in it.

    Pauses are in sixty-fourths of a second, which add up without rounding.
    """
    number, now = TypedKeys(), 0.0
    for digit, ticks in keys:
        pause = ticks / 64
        now += pause
        chosen = number.number(digit, now, numbers)
        if int(digit) in numbers:
            assert chosen is not None
            assert str(chosen).endswith(digit)
        if pause > PAUSE:
            assert chosen == (int(digit) if int(digit) in numbers else None)


def led(seen: Observation) -> bool:
    """Accept a moment when the person must follow diamonds, and has spades too."""
    own = seen.own or 0
    masks = seen.rules.cards.suit_masks
    must = 0 < seen.follows.bit_count() < own.bit_count()
    return mine("play")(seen) and seen.led == cards.SUITS.index("D") and must and bool(own & masks[cards.SPADES])


async def test_a_sentence_is_shortened_only_beside_typed_digits() -> None:
    app = TableApp(at("sandbags", led))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen = app.screen
        assert isinstance(screen, TableScreen)
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

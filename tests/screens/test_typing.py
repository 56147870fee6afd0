"""Typed digits and letters choose cards and bids; digits make one number after another, with and without pauses."""

import asyncio
import re

import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from spades_tui import cards
from spades_tui.game.events import Bid
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation
from spades_tui.tui.table.typed_keys import PAUSE, TypedKeys
from tests.driver import driving
from tests.scenes import Until, at, mine
from tests.screens.deciding import let_numbers_last
from tests.screens.looking import TableApp


async def test_five_and_then_three_bids_three() -> None:
    """Every second digit once got lost."""
    table = at("sandbags", mine("bid"))
    async with driving(TableApp(table)) as seat:
        await seat.press("5")
        assert seat.sees("5_")
        await seat.press("3")
        assert seat.chosen == "3"
        await seat.press("1", "2")
        assert seat.chosen == "12"
        await seat.press("3", "enter")
        assert table.observe(0).bids[0] == 3


async def test_the_last_typed_number_selects_a_card_and_an_arrow_ends_it() -> None:
    async with driving(TableApp(at("sandbags", mine("play")))) as seat:
        held = seat.hand
        for keys, place in ((("5", "3"), 3), (("1", "0"), 10), (("1", "right", "2"), 2), (("7", "8", "9"), 9)):
            await seat.press(*keys)
            assert seat.card_chosen() == held[place - 1], keys
            await seat.press("right")


async def test_enter_after_half_a_number_takes_nothing() -> None:
    """In a raise to 8 … 13, a 1 is no choice yet, so Enter must not take the previously selected one."""
    table = at("jokers", lambda seen: seen.phase == Phase.RAISE and seen.on_turn == 0, people=1)
    async with driving(TableApp(table)) as seat:
        await seat.press("1", "enter")
        assert table.observe(0).phase == Phase.RAISE
        assert seat.sees("There's no 1 to choose")
        await seat.press("1", "2")
        assert seat.chosen == "12"


@pytest.mark.parametrize("suggestions", [False, True])
@pytest.mark.parametrize(("typed", "number"), [("9", 9), ("10", 10), ("13", 13)])
async def test_enter_after_a_number_that_is_no_choice_bids_nothing(
    typed: str, number: int, suggestions: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Beside a partner's five of at most 13, Enter once bid the suggestion after a 9, and 0 after a 10."""
    let_numbers_last(monkeypatch, 60.0)
    table = at("jokers", mine("bid"), dealer=0, seed="l5")
    assert max(event.bid for event in table.observe(0).legal if isinstance(event, Bid)) == 8
    async with driving(TableApp(table, suggestions=suggestions)) as seat:
        if suggestions:
            await seat.press("h", "escape")
        await seat.press(*typed)
        assert seat.sees(f"There's no {number} to choose. 8 is the most.")
        await seat.rest(0.6)  # after which a suggestion would have come
        await seat.press("enter")
        assert table.observe(0).bids[0] is None
        await seat.press("2", "enter")
        assert table.observe(0).bids[0] == 2


async def test_a_digit_soon_after_one_corrects_it_if_no_hand_has_so_many_tricks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    let_numbers_last(monkeypatch, 60.0)
    async with driving(TableApp(at("sandbags", mine("bid")))) as seat:
        await seat.press("1", "4")
        assert seat.chosen == "4"


async def test_a_ten_may_be_typed_as_10() -> None:
    """`S10` is the ten of spades, and its 0 is not a separate number."""
    table = at("sandbags", lambda seen: mine("play")(seen) and seen.own is not None and bool(seen.own >> 47 & 1))
    async with driving(TableApp(table)) as seat:
        await seat.press("S", "1", "0")
        assert seat.card_chosen() == "10♠"


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


async def test_a_typed_suit_waits_for_its_rank_until_another_key(monkeypatch: pytest.MonkeyPatch) -> None:
    let_numbers_last(monkeypatch, 0.05)
    async with driving(TableApp(at("sandbags", led("H", without="KH")))) as seat:
        await seat.press("H")
        await asyncio.sleep(0.2)
        assert seat.sees("H_"), "as long as it takes"
        for keys in (["backspace"], ["escape"], ["left"], ["up"], ["h"], ["m", "escape"], ["s", "escape"], ["S", "a"]):
            await seat.press("H")
            assert seat.sees("H_")
            await seat.press(*keys)
            assert seat.place == "play" and not seat.sees("H_"), keys
        await seat.press("1", "H")
        await asyncio.sleep(0.2)
        assert seat.sees("H_"), "the number's time is over, not the suit's"
        await seat.press("escape", "S", "enter")
        assert not seat.sees("S_")


async def test_typing_a_card_not_in_hand_is_reported() -> None:
    async with driving(TableApp(at("sandbags", led("H", without="KH")))) as seat:
        await seat.press("H")
        chosen = seat.card_chosen()
        await seat.press("k")
        assert seat.sees("✗ You have no K♥.") and seat.card_chosen() == chosen
        await seat.press("q")
        assert seat.place == "home", "and then a key is what it was"


async def test_a_typed_suit_is_forgotten_after_the_turn() -> None:
    table = at("sandbags", led("H", without="KH"))
    async with driving(TableApp(table)) as seat:
        await seat.press("H")
        assert seat.sees("H_")
        await seat.act(table.observe(0).legal[0])
        assert not seat.sees("H_")


async def test_a_capital_letter_while_bidding_names_no_suit() -> None:
    """It's the key of the small letter, because Caps Lock may be on."""
    queen = cards.parse("QS")
    table = at("sandbags", lambda seen: mine("bid")(seen) and bool((seen.own or 0) >> queen & 1))
    async with driving(TableApp(table)) as seat:
        await seat.press("S")
        assert seat.place == "all scores", "s shows the scores"


@pytest.mark.parametrize("width", [80, 100, 140])
async def test_the_key_in_a_refusal_stays_whole_beside_typed_digits(width: int) -> None:
    async with driving(TableApp(at("sandbags", led("D"))), (width, 40)) as seat:
        spade = next(place for place, card in enumerate(seat.hand, 1) if card.endswith("♠"))
        await seat.press(*str(spade))
        assert re.search(r"diamonds\. .*C-6( |$)", seat.line("Follow suit"))


CARDS, BIDS = range(1, 14), range(14)


@pytest.mark.usefixtures("running_clock")
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


@pytest.mark.usefixtures("running_clock")
def test_a_computer_that_has_just_started_counts_a_first_0() -> None:
    """The clock may begin with the computer, so that its first seconds are no pause after a ten."""
    answer = TypedKeys().type("0", PAUSE / 2, BIDS, (), False)
    assert answer is not None and (answer.kind, answer.value) == ("number", 0)


@pytest.mark.usefixtures("running_clock")
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

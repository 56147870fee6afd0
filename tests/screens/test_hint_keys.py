"""An open hint leaves the question on the screen, and Esc closes it without a word."""

import re

import pytest

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from tests.advice.hints import hint
from tests.driver import Driver, driving
from tests.scenes import at, mine
from tests.screens.looking import TableApp


def framed(seat: Driver) -> str:
    """Return the card or the bid under the cursor, beside a hint."""
    bids: list[str] = re.findall(r"▸(\d+|nil|zero)", seat.text.split("Hint")[0])
    return seat.card_chosen() or bids[-1]


NOTHING_ASKED = with_keys(str(dead_key_reasons.NOTHING_ASKED))


@pytest.mark.parametrize(("phase", "question"), [("bid", "Your bid:"), ("play", "Your turn:")])
@pytest.mark.parametrize("key", ["escape", "left"])
async def test_a_hint_keeps_the_question_and_a_key_closes_it(phase: str, question: str, key: str) -> None:
    async with driving(TableApp(at("sandbags", mine(phase)))) as seat:
        asked = seat.line(question)
        await seat.press("h")
        await seat.wait("best")
        assert seat.sees(asked, "Esc") and hint(seat)
        await seat.press(key)
        assert not hint(seat)
        assert seat.sees(asked) and not seat.sees(NOTHING_ASKED)
        await seat.press("escape")
        assert seat.sees(NOTHING_ASKED)


@pytest.mark.parametrize("phase", ["bid", "play"])
async def test_a_typed_choice_stays_chosen_beside_a_hint_until_its_key_is_pressed_again(phase: str) -> None:
    table = at("sandbags", mine(phase))
    async with driving(TableApp(table)) as seat:
        await seat.press("h")
        await seat.wait("best")
        best = framed(seat)
        await seat.press("escape")
        for number in "123456":
            await seat.press(number)
            await seat.rest(0.7)  # the next digit begins a new number
            if framed(seat) != best:
                break
        typed = framed(seat)
        assert typed != best
        await seat.press("h")
        await seat.wait("best")
        assert seat.sees("stays chosen") and framed(seat) == typed
        await seat.press("h")
        await seat.wait("best")
        assert not seat.sees("stays chosen") and framed(seat) == best


async def test_a_choice_made_with_arrows_gives_way_to_the_hint() -> None:
    async with driving(TableApp(at("sandbags", mine("play")))) as seat:
        await seat.press("h")
        await seat.wait("best")
        best = framed(seat)
        await seat.press("escape", "left")
        assert framed(seat) != best
        await seat.press("h")
        await seat.wait("best")
        assert framed(seat) == best


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("size", [(80, 24), (100, 32)])
async def test_escape_closes_the_last_trick_before_the_hint_below_it(size: tuple[int, int]) -> None:
    table = at("classic", mine("play", 4, 1))
    async with driving(TableApp(table), size) as seat:
        await seat.press("h")
        await seat.wait("best")
        open_hint, best = hint(seat), framed(seat)
        await seat.press("l")
        assert seat.sees("Last trick") and not hint(seat)
        await seat.press("escape")
        assert not seat.sees("Last trick") and hint(seat) == open_hint
        assert framed(seat) == best
        await seat.press("down", "up")
        assert hint(seat) == open_hint, "the arrows choose in the hint, not in the hand"
        await seat.press("escape")
        assert not hint(seat) and seat.sees("Your turn")

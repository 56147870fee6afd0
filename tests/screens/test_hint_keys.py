"""An open hint leaves the question on the screen, and Esc closes it without a word."""

import pytest

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from tests.advice.hints import hint
from tests.driver import driving
from tests.scenes import at, mine
from tests.screens.looking import TableApp

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

"""An open hint leaves the question on the screen, and Esc closes it without a word."""

import pytest

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import with_keys
from spades_tui.tui.table.table_screen import TableScreen
from tests.scenes import at, mine
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys, wait_until


@pytest.mark.parametrize("phase", ["bid", "play"])
@pytest.mark.parametrize("key", ["escape", "left"])
async def test_a_hint_keeps_the_question_and_a_key_closes_it(phase: str, key: str) -> None:
    app = TableApp(at("sandbags", mine(phase)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen = top_screen(app, TableScreen)
        assert screen.decision is not None
        question = screen.decision.question
        assert question in screen_text(app)
        type_keys(app, "h")
        assert await wait_until(lambda: "best" in screen_text(app)), screen_text(app)
        assert question in screen_text(app)
        assert "escape" in screen.active_bindings
        type_keys(app, key)
        await settle(app)
        assert not screen.hint_panel.display
        assert question in screen_text(app)
        assert with_keys(str(dead_key_reasons.NOTHING_ASKED)) not in screen_text(app)
        type_keys(app, "escape")
        await settle(app)
        assert with_keys(str(dead_key_reasons.NOTHING_ASKED)) in screen_text(app)

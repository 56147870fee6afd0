"""The form for house rules by itself: the room for its messages, its imports, and its end while it still works."""

import asyncio
import subprocess
import sys

import pytest

from spades_tui.house_rules.own_variants import differences
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import find
from spades_tui.tui.setup.house_pages import about, news_told
from spades_tui.tui.setup.house_rules_form import WORK_AFTER, HouseRulesScreen
from spades_tui.tui.widgets.paragraphs import Page
from tests.driver import driving, home_app
from tests.games import each_game
from tests.house_rules.changing import some_values, to_form
from tests.sizes import SMALL


@pytest.mark.parametrize("slug", each_game("jokers"))
def test_messages_about_any_change_fit_the_screen(slug: str) -> None:
    """This holds at the smallest size, with three lines of rules above the message."""
    game = find(slug)
    draft = RulesDraft(game)
    most = 0
    for one in draft.rows:
        whys: dict[str, str] = {}
        for value in some_values(one):
            attempt = draft.with_value(one, value)
            if attempt.draft is None:
                whys[str(value)] = attempt.why or ""
                continue
            news = news_told(differences(game, attempt.draft.variant).new, "r")
            page = Page([*about(attempt.draft.row(one.key) or one, one, game, {}, attempt.also), *news])
            most = max(most, page.lines_at(SMALL[0] - 2))
        most = max(most, Page(about(one, None, game, whys)).lines_at(SMALL[0] - 2))
    assert most <= SMALL[1] - 5 - 3 - 1


def test_home_imports_nothing_of_the_form() -> None:
    """The form and pydantic are imported only on demand."""
    code = (
        "import sys; import spades_tui.tui.app; import spades_tui.tui.setup.home;"
        "print([m for m in sys.modules if 'house' in m or m == 'pydantic'])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=True)
    assert done.stdout.strip() == "[]"


async def test_the_program_may_end_while_the_form_looks_for_reasons(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its rows go before the screen, which takes its time here."""

    async def slowly(self: HouseRulesScreen) -> None:
        await asyncio.sleep(2 * WORK_AFTER)

    monkeypatch.setattr(HouseRulesScreen, "on_unmount", slowly, raising=False)
    app = home_app(name="Ann")
    async with driving(app) as seat:
        await to_form(seat, "Sandbags")
        assert any(worker.group == "work" for worker in app.screen.workers)

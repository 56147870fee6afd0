"""Random keys in the form raise no exception and always leave valid rules."""

import random

import pytest

from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import own_folder, shipped
from spades_tui.rules.variant_reader import load
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.house_rules_form import HouseRulesScreen

KEYS = (
    *("up", "down") * 6, *("left", "right", "enter", "space") * 5, "pageup", "pagedown", "home", "end", "backspace",
    "minus", *"0123456789" * 2, *"srx/nt?", "escape", "ctrl+s", "question_mark", "tab",
)  # fmt: skip
SLUGS = ("bemo", "classic", "3b-four", "two-handed")
"""Games with a table of points and promises, with many choices, with a joker, and with a draft."""
QUICK, LONG = 40, 500


async def at_the_form(slug: str, steps: int) -> None:
    chance = random.Random(f"form {slug}")
    app = SpadesApp(settings=Settings(pace="instant", cut_patience=0, name="Ann"))
    done: list[str] = []
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        while len(done) < steps:
            form = next((one for one in app.screen_stack if isinstance(one, HouseRulesScreen)), None)
            if form is None:
                await app.push_screen(HouseRulesScreen(RulesDraft(shipped()[slug]), lambda path: None))
                continue
            key = chance.choice(KEYS)
            done.append(key)
            await pilot.press(key)
            await pilot.pause()
            assert app._exception is None, done[-20:]
            assert form.draft.problem is None, done[-20:]
            if done.count(key) % 7 == 6 and app.trial_hand_open:
                app.open_home()
    for path in own_folder().glob("*.toml") if own_folder().is_dir() else ():
        load(path)


@pytest.mark.parametrize("slug", SLUGS[:1])
async def test_random_keys_leave_the_form_with_valid_rules(slug: str) -> None:
    await at_the_form(slug, QUICK)


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
async def test_thousands_of_random_keys_leave_the_form_with_valid_rules(slug: str) -> None:
    await at_the_form(slug, LONG)

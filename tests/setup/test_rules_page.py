"""The rules in words."""

import pytest

from spades_tui.rules.shelf import find, shipped
from spades_tui.rules.words import rules_page
from spades_tui.screens.page import Page, Paragraph, wrapped
from spades_tui.screens.rules_page import RulesScreen, rules_of
from spades_tui.screens.table_options import explained, label
from tests.setup.helpers import SIZES, labels, press


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_rule_and_every_choice_is_on_the_page(slug):
    variant = find(slug)
    text = [part.text for part in rules_of(variant)]
    for heading, sentences in rules_page(variant.model_copy(update={"options": ()})):
        assert heading in text
        assert set(sentences) <= set(text)
    for name in variant.options:
        assert f"{label(name)}. {explained(variant, name)}" in text


@pytest.mark.parametrize("size", SIZES)
async def test_arrows_choose_and_pages_turn(app, size):
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "r")
        assert len(labels(pilot)) == 7
        for slug in ("sandbags", "jokers", "bemo"):
            assert app.screen.query_one(Page).words.startswith(find(slug).name)
            await press(pilot, "down")
        rules = app.screen.query_one("#rules")
        for _ in range(8):
            await press(pilot, "enter")
        assert rules.scroll_offset.y == rules.max_scroll_y
        await press(pilot, "end")
        assert rules.scroll_offset.y == 0
        assert "Beans" in app.screen.query_one(Page).words


async def test_the_rules_of_a_table_come_first(app):
    variant = find("bemo")
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await app.push_screen(RulesScreen(variant))
        await pilot.pause()
        assert app.screen.query_one(Page).words.startswith("Bemo")
        await app.push_screen(RulesScreen(variant.model_copy(update={"name": "Ours"})))
        await pilot.pause()
        assert app.screen.query_one(Page).words.startswith("Ours")


def test_lines_are_wrapped_by_cells():
    assert wrapped("a bb ccc", 4) == ["a bb", "ccc"]
    assert wrapped("x" * 10, 4) == ["xxxx", "xxxx", "xx"]
    assert wrapped("李李李李李", 4) == ["李李", "李李", "李"]
    assert wrapped("", 4) == [""]
    assert Paragraph().text == ""

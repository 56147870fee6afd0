"""The page of a game's rules puts every rule and choice into words."""

from typing import Any

import pytest

from spades_tui.presentation.new_table_words import explained, label
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.rules_page import bidding, describe, rules_page
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant, options_of
from spades_tui.tui.setup.games_and_rules import rules_of
from spades_tui.tui.widgets.paragraphs import Paragraph, wrapped
from tests.driver import driving
from tests.setup.helpers import NotedApp
from tests.sizes import LARGE, SMALL, at_each_size


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_rule_and_every_choice_is_on_the_page(slug: str) -> None:
    variant = find(slug)
    text = [part.text for part in rules_of(variant)]
    for heading, sentences in rules_page(variant.changed(options=())):
        assert heading in text
        assert set(sentences) <= set(text)
    for option in options_of(variant):
        assert f"{label(option)}. {explained(variant, option)}" in text


@at_each_size(SMALL, LARGE)
async def test_arrows_select_a_game_and_page_keys_scroll(app: NotedApp, size: tuple[int, int]) -> None:
    games = list(shipped().values())
    async with driving(app, size) as seat:
        await seat.press("r")
        assert seat.choices == [*(game.name for game in games), "Keys and beans"]
        for game in games[:3]:
            assert seat.chosen == game.name and seat.sees(game.summary[:40])
            await seat.press("down")
        await seat.press(*["enter"] * 8)
        assert seat.sees("are open to all; hands are not.") and not seat.sees(games[3].summary[:40])
        await seat.press("end")
        assert seat.sees("Beans: bids and tricks at every seat")


async def test_page_keys_are_offered_only_if_there_are_more_pages(app: NotedApp) -> None:
    async with driving(app, (140, 150)) as seat:
        await seat.press("r")
        for rows, pages in ((150, False), (24, True), (150, False)):
            await seat.resize(140, rows)
            assert seat.sees("next page") is pages


async def test_the_rules_of_the_chosen_game_come_first(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n")
        await seat.choose("Bemo")
        await seat.press("r")
        assert (seat.place, seat.chosen) == ("rules", "Bemo") and seat.sees(find("bemo").summary[:40])


def test_lines_are_wrapped_by_cells() -> None:
    assert wrapped("a bb ccc", 4) == ["a bb", "ccc"]
    assert wrapped("x" * 10, 4) == ["xxxx", "xxxx", "xx"]
    assert wrapped("李李李李李", 4) == ["李李", "李李", "李"]
    assert wrapped("", 4) == [""]
    assert Paragraph().text == ""


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_handwritten_rule_texts_repeat_no_components_sentence(slug: str) -> None:
    """Otherwise a changed copy would show old numbers beside the new ones."""
    allowed = {"3b-five": ("Over ten hands, everyone sits out equally often.",)}
    assert find(slug).special == allowed.get(slug, ())


@pytest.mark.rule("JK-11")
def test_a_changed_copy_shows_only_its_own_numbers() -> None:
    rules: dict[str, Any] = find("jokers").to_json()
    rules["endings"][0]["limit"] = 2
    rules["bids"][0]["behind"] = 50
    told = " ".join(describe(checked(Variant, rules), full=True) + bidding(checked(Variant, rules)))
    assert "A side that is set 2 times loses at once." in told
    assert "50 or more points behind" in told
    for old in ("three times", "3 times", "100 points behind"):
        assert old not in told


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_a_short_description_has_no_repetition(slug: str) -> None:
    lines = describe(find(slug))
    assert len(lines) == len(set(lines)) <= 11
    assert max(len(line) for line in lines) < 150
    assert "BJ" not in " ".join(lines)

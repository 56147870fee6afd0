"""The side panel shows bids and their needs, cards still out, voids, and the hands so far with their sheets."""

import re

import pytest

from spades_tui.game.phase import Phase
from spades_tui.presentation.hand_words import not_played, side_rows, voids_shown
from spades_tui.seats import Observation
from tests.driver import Driver, driving
from tests.games import each_game
from tests.quick_cases import slow_but
from tests.scenes import SceneApp, Until, at, mine
from tests.screens.looking import TableApp, assert_no_hidden_card, observed_by_panels
from tests.sizes import LARGE, MEDIUM, SMALL


def later_hand(hands: int, tricks: int, played: int | None = None) -> Until:
    """Accept the viewer's turn to play, this many hands and tricks into the game."""
    return lambda seen: seen.standing.hands >= hands and mine(Phase.PLAY, tricks, played)(seen)


def bar(seat: Driver) -> int:
    """Return the column of the bar between the side panel and the table."""
    return seat.line("needs").index("│")


def side_of(seat: Driver) -> list[str]:
    """Return the text of the side panel."""
    place = next(line.index("│") for line in seat.lines[2:] if "│" in line)
    return [line[:place].rstrip() for line in seat.lines[2:] if line[place : place + 1] == "│"]


def in_side_panel(seat: Driver) -> bool:
    """Return whether the keys choose in the side panel."""
    return "choose hand" in seat.footer


@pytest.mark.parametrize("size", [MEDIUM, LARGE])
async def test_tab_selects_the_list_of_hands_and_enter_opens_a_sheet(size: tuple[int, int]) -> None:
    table = at("sandbags", later_hand(3, 3))
    async with driving(SceneApp(table), size) as seat:
        for score in table.scores:
            row = next(line for line in side_of(seat) if line.split()[:1] == [f"{score.hand}."])
            assert all(f"{side.bid}/{side.took}" in row for side in side_rows(table.rules, score))
        card, played = seat.card_chosen(), len(table.observe(None).trick)
        await seat.press("tab", "up", "enter")
        assert "hand 2" in seat.heading
        assert seat.sees(*(f"{abs(amount)}" for amount in table.scores[1].points))
        await seat.press("left")
        assert "hand 1" in seat.heading
        await seat.press("escape")
        assert in_side_panel(seat)
        await seat.press("escape")
        assert not in_side_panel(seat)
        assert seat.card_chosen() == card
        await seat.press("tab", "right")
        assert not in_side_panel(seat), "a key of the table gives the keys back"
        assert seat.card_chosen() != card
        assert len(table.observe(None).trick) == played
        await seat.press("enter")
        assert len(table.observe(None).trick) != played, "and Enter plays a card again"


async def test_a_click_on_a_hand_opens_its_sheet_without_taking_the_focus() -> None:
    async with driving(SceneApp(at("3b-four", later_hand(3, 3))), MEDIUM) as seat:
        await seat.click(" 2. ")
        assert "hand 2" in seat.heading
        await seat.press("escape")
        assert seat.place == "play"
        assert not in_side_panel(seat)


async def test_at_80_columns_there_is_no_side_panel_and_tab_does_nothing() -> None:
    async with driving(SceneApp(at("sandbags", later_hand(2, 3)), cards_out=True, voids=True), SMALL) as seat:
        for _ in range(2):
            assert not in_side_panel(seat) and not seat.sees("Not played yet")
            assert "Tab" not in seat.footer
            await seat.press("tab")


@pytest.mark.parametrize("aid", ["cards_out", "voids", "needs"])
async def test_each_aid_is_shown_only_if_its_setting_is_on(aid: str) -> None:
    table = at("sandbags", lambda seen: mine(Phase.PLAY, 4)(seen) and any(voids_shown(seen)))
    words = {"cards_out": "Not played yet", "voids": r" no [♠♥♦♣]", "needs": "needs"}
    async with driving(SceneApp(table, **{name: name == aid for name in words}), MEDIUM) as seat:
        text = "\n".join(side_of(seat))
    assert [name for name, mark in words.items() if re.search(mark, text)] == [aid]


@pytest.mark.parametrize(("voids", "cards_out"), [(False, True), (False, False), (True, True)])
async def test_the_page_of_facts_names_the_settings_that_hide_some(voids: bool, cards_out: bool) -> None:
    app = SceneApp(at("sandbags", mine(Phase.PLAY, 4)), voids=voids, cards_out=cards_out)
    async with driving(app, SMALL) as seat:
        await seat.press("n")
        assert seat.place == "notes"
        assert seat.sees("Off in the settings") == (not (voids and cards_out))
        assert ("Voids" in seat.words) == (not voids)
        assert ("Cards" in seat.words) == (not cards_out)


async def test_n_says_which_settings_to_turn_on_if_all_aids_are_off() -> None:
    async with driving(SceneApp(at("sandbags", mine(Phase.PLAY, 4)), needs=False), SMALL) as seat:
        await seat.press("n")
        assert seat.place == "play"
        assert seat.sees("Cards out, Voids or Needs")


@pytest.mark.rule("C-9")
async def test_the_page_of_notes_knows_no_hand_and_opens_only_behind_the_curtain() -> None:
    table = at("sandbags", mine(Phase.PLAY, 4), people=4)
    app = TableApp(table, cards_out=True, voids=True)
    async with driving(app, SMALL) as seat:
        await seat.press("n")
        assert await seat.until("play", "space") == ["curtain", "play"]
        await seat.press("n")
        assert seat.place == "notes"
        assert observed_by_panels(app) == [table.observe(None)]
        assert table.observe(None).own is None
        assert_no_hidden_card(app, table)


@pytest.mark.parametrize("slug", each_game("sandbags", "3b-four", "two-handed", "jokers"))
def test_only_cards_that_every_seat_saw_are_counted(slug: str) -> None:
    table = at(slug, lambda seen: seen.phase == Phase.PLAY and len(seen.tricks) >= 5)
    seen = table.observe(None)
    tricks = (*seen.tricks, seen.trick)
    played = {one.card for trick in tricks for one in trick}
    assert {card for suit in not_played(seen) for card in suit} == set(seen.rules.cards.pack) - played
    suit_of = seen.rules.cards.suit_of
    for seat, suits in enumerate(voids_shown(seen)):
        assert set(suits) == {
            suit_of[trick[0].card]
            for trick in tricks
            for one in trick
            if one.seat == seat and suit_of[one.card] != suit_of[trick[0].card]
        }
    for viewer in seen.table:  # the same count for everybody, whatever their hands
        theirs: Observation = table.observe(viewer)
        assert (not_played(theirs), voids_shown(theirs)) == (not_played(seen), voids_shown(seen))


@pytest.mark.rule("C-9")
async def test_no_panel_shows_what_the_curtain_hides() -> None:
    table = at("sandbags", mine(Phase.PLAY, 3, 2), people=4)
    app = TableApp(table, cards_out=True, voids=True)
    async with driving(app, LARGE) as seat:
        assert seat.place == "curtain"
        assert not seat.sees("needs")
        assert observed_by_panels(app) == []
        assert_no_hidden_card(app, table)
        await seat.until("play", "space")
        assert observed_by_panels(app) == [table.observe(None)], "the panel is handed what everybody sees"
        await seat.press("enter")
        assert seat.place == "curtain"
        assert_no_hidden_card(app, table)


@pytest.mark.parametrize("size", slow_but([MEDIUM], [MEDIUM, LARGE, (120, 40), (200, 60)]))
async def test_a_hint_does_not_cover_the_trick(size: tuple[int, int]) -> None:
    async with driving(TableApp(at("sandbags", mine(Phase.PLAY, 3, 1))), size) as seat:
        place = bar(seat) + 1
        hand = seat.lines.index(seat.line("Your turn"))  # in the hand, the cursor goes to the hint's choice
        before = [line[place:] for line in seat.lines[2:hand]]
        await seat.press("h")
        assert seat.sees("Hint")
        assert [line[place:] for line in seat.lines[2:hand]] == before
        await seat.wait("Thinking", gone=True)
        assert [line[place:] for line in seat.lines[2:hand]] == before

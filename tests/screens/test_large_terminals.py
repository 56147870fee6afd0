"""On large terminals, players sit by their cards, the sentence is above the hand, and cards are larger."""

from itertools import pairwise

import pytest

from spades_tui.cards import cards_of, hand_of, pretty
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.card_faces import CardStyle, HandPicture, HandView
from spades_tui.tui.widgets.table_view import TableView, card_size
from tests.scenes import SCENES
from tests.screens.looking import click_at, resize, screen_text, settle, top_screen
from tests.sizes import LARGE, MEDIUM

HUGE = (200, 60)
LOOK = CardStyle(("Ann", "Bea", "Cy"))
ASIDE = {
    "follow": ("Bea", "Dot"), "three-seats": ("Bea", "Cy"), "five-seats": ("Bea", "Eve"), "seventeen-cards": (),
    "bid": (), "cut": (),
}  # fmt: skip
"""Scenes, each with the players at the left and at the right of the table."""


def frames(line: str) -> list[int]:
    """Return where boxes start or end in a line of the table."""
    return [x for x, char in enumerate(line) if char in "│┃"]


def check_seats(app: SpadesApp, aside: tuple[str, ...]) -> None:
    """Check that these players sit next to their cards."""
    table = top_screen(app, TableScreen).table_view.region
    lines = [line[table.x : table.right] for line in screen_text(app).splitlines()][table.y : table.bottom]
    for seat, left in zip(aside, (True, False), strict=True):
        line = next(line for line in lines if seat in line)
        place = line.index(seat) + (len(seat) if left else 0)
        near = [x for x in frames(line) if (x > place) == left]
        assert min(abs(x - place) for x in near) <= 5, line


def check_sentence(app: SpadesApp) -> None:
    """Check that the sentence is in the middle, directly above the hand."""
    region = app.screen.query_one("#sentence").region
    sentence = screen_text(app).splitlines()[region.y]
    before, after = len(sentence) - len(sentence.lstrip()), len(sentence) - len(sentence.rstrip())
    assert abs(before - after) <= 3, sentence
    for hand in app.screen.query(HandView):
        assert region.bottom == hand.region.y


def check_cards(app: SpadesApp) -> None:
    """Check that cards are large, with gaps between them."""
    hand = app.screen.query_one(HandView)
    assert hand._canvas is not None
    spots = [spot for spot, _ in hand._canvas.spots]
    assert all(spot.width >= 9 and spot.height >= 9 for spot in spots)
    assert all(one.x + one.width < two.x for one, two in pairwise(spots))
    for table in app.screen.query(TableView):
        assert not table.display or card_size(table.size.width, table.size.height - 1) >= (15, 9)


@pytest.mark.parametrize("name", ASIDE)
async def test_a_large_terminal_has_players_by_their_cards_and_a_sentence_above_a_large_hand(name: str) -> None:
    app = SCENES[name].app()
    async with app.run_test(size=MEDIUM) as pilot:
        await SCENES[name].go(pilot)
        for size in (MEDIUM, LARGE, HUGE):
            resize(app, *size)
            await settle(app)
            check_sentence(app)
            if ASIDE[name]:
                check_seats(app, ASIDE[name])
        if name != "cut":
            check_cards(app)


@pytest.mark.parametrize("count", [17, *(pytest.param(n, marks=pytest.mark.slow) for n in (16, 18))])
async def test_a_long_hand_is_legible_and_clickable_on_a_small_terminal(count: int) -> None:
    """Each card is visible with its corner and number, the selected one highest, and can be clicked."""
    rules = ruleset(shipped()["3b-three"])
    held = hand_of(list(rules.cards.pack)[:: 52 // count][:count])
    raised = hand_of(list(cards_of(held))[:5])
    async with SpadesApp(settings=Settings(), keep=False).run_test(size=(80, 24)) as pilot:
        app = pilot.app
        assert isinstance(app, SpadesApp)
        hand = HandView()
        await app.screen.mount(hand)
        hand.styles.dock = "bottom"
        for playable in (raised, held):
            order = sorted_hand(rules, LOOK, held)
            hand.show(HandPicture(order, rules.cards.suit_of, LOOK, raised=playable, active=True))
            for number, card in enumerate(hand.held, 1):
                hand.choose(card)
                await settle(app)
                lines = screen_text(app).splitlines()[hand.region.y : hand.region.bottom]
                spot = next(spot for spot, value in hand._canvas.spots if value == number - 1) if hand._canvas else None
                assert spot is not None
                column = [line[spot.x : spot.x + 3] for line in lines]
                assert column[:3] == ["┏━┓", f"{pretty(card):3}", f"{number:^3}"]
                assert all(line[spot.x + 3] == " " and line[spot.x - 1] == " " for line in lines)
                assert lines[0].strip() == "┏━┓", "nothing stands as high as the chosen card"
            for number, card in enumerate(hand.held, 1):
                spot = next(spot for spot, value in hand._canvas.spots if value == number - 1) if hand._canvas else None
                assert spot is not None
                for x in range(3):
                    hand.choose(next(other for other in hand.held if other != card))
                    await settle(app)
                    click_at(app, hand.region.x + spot.x + x, hand.region.y + 3)
                    await settle(app)
                    assert hand.card == card

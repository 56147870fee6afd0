"""On large terminals, players sit by their cards, the sentence is above the hand, and cards are larger."""


import pytest

from spades_tui.cards import cards_of, hand_of, pretty
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.widgets.card_faces import CardStyle, HandPicture, HandView
from tests.screens.looking import click_at, screen_text, settle

LOOK = CardStyle(("Ann", "Bea", "Cy"))


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

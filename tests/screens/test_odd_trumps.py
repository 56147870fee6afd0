"""A card of another suit that is a spade keeps its face, is sorted with the trumps, and is marked (JD-1)."""

import pytest

from spades_tui import cards
from spades_tui.cards import parse, parse_hand
from spades_tui.presentation.wording import sorted_hand
from spades_tui.settings.settings import Settings
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle, paint_card, paint_narrow_card
from tests.game.tables import Sitting

NAMES = ("Ann", "Bea", "Cy", "Dot")
DEUCE = parse("2D")


def look(slug: str = "joker-deuces", letters: bool = False) -> CardStyle:
    return CardStyle.liked(Settings(letters=letters), NAMES, (0,), Sitting(slug).rules)


def drawn(canvas: Canvas) -> str:
    return "\n".join(strip.text.rstrip() for strip in canvas.strips())


@pytest.mark.rule("JD-1")
def test_an_odd_trump_is_sorted_among_the_trumps() -> None:
    rules = Sitting("joker-deuces").rules
    held = sorted_hand(rules, look(), parse_hand("2S 2D AS BJ LJ KH 9C TD"))
    assert " ".join(look().face(card) for card in held) == "BJ LJ 2♦ 2♠ A♠ K♥ 9♣ 10♦"
    usual = sorted_hand(Sitting("sandbags").rules, look("sandbags"), parse_hand("2S 2D AS KH 9C TD"))
    assert " ".join(look().face(card) for card in usual) == "A♠ 2♠ K♥ 9♣ 10♦ 2♦"


@pytest.mark.rule("JD-1")
@pytest.mark.parametrize("size", [(5, 3), (6, 5), (9, 9), (11, 9)], ids=str)
def test_an_odd_trump_shows_its_suit_and_a_spade_in_the_corner(size: tuple[int, int]) -> None:
    canvas = Canvas(20, 10)
    paint_card(canvas, 0, 0, *size, look(), DEUCE)
    face = drawn(canvas).splitlines()[1]
    assert face.startswith("│2♦")
    assert face.rstrip("│").endswith("♠")
    other = Canvas(20, 10)
    paint_card(other, 0, 0, *size, look("sandbags"), DEUCE)
    assert "♠" not in drawn(other)


@pytest.mark.rule("JD-1")
def test_an_odd_trump_is_marked_on_narrow_cards_and_in_ascii() -> None:
    canvas = Canvas(5, 5)
    paint_narrow_card(canvas, 0, 0, 4, look(), DEUCE)
    assert drawn(canvas).splitlines()[1] == "2♦♠"
    canvas = Canvas(5, 5)
    paint_narrow_card(canvas, 0, 0, 4, look(letters=True), DEUCE)
    assert drawn(canvas).splitlines()[1] == "2DS"


@pytest.mark.rule("JD-1")
def test_an_odd_trump_has_the_colour_of_the_jokers() -> None:
    assert ink(look(), DEUCE) == ink(look(), cards.BIG_JOKER) != ink(look("sandbags"), DEUCE)


def ink(look: CardStyle, card: int) -> str:
    """Return the style of a card's signs."""
    canvas = Canvas(6, 5)
    paint_card(canvas, 0, 0, 6, 5, look, card)
    return canvas._cells[1][1][1]

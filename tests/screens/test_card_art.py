"""Cards have pips, pictures or large ranks beside whole corners; backs have patterns; odd trumps are marked (JD-1)."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import get_args, get_type_hints

import pytest
from rich.cells import cell_len

from spades_tui import cards
from spades_tui.cards import parse, parse_hand
from spades_tui.presentation.wording import Wording, sorted_hand
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings.settings import CHOICES, Settings
from spades_tui.tui.widgets import card_art, glyphs
from spades_tui.tui.widgets.canvas import Canvas
from spades_tui.tui.widgets.card_faces import CardStyle, paint_back, paint_card, paint_narrow_card
from spades_tui.tui.widgets.trick_stacks import stack
from tests.game.tables import Sitting

SIZES = ((6, 3), (6, 5), (9, 5), (11, 5), (6, 7), (7, 7), (9, 7), (11, 7), (9, 9), (11, 9), (15, 9), (17, 11))
DECKS = CHOICES["deck"]


@pytest.fixture(autouse=True)
def _all_characters_afterwards() -> Iterator[None]:
    yield
    glyphs.use(False)


def rows(canvas: Canvas) -> list[str]:
    """Return what is drawn, without styles."""
    return ["".join(text for text, _ in row) for row in canvas._cells]


def card(name: str, size: tuple[int, int], look: CardStyle) -> list[str]:
    canvas = Canvas(*size)
    paint_card(canvas, 0, 0, *size, look, cards.parse(name))
    return rows(canvas)


@pytest.mark.parametrize("deck", DECKS)
@pytest.mark.parametrize("size", SIZES)
def test_every_card_keeps_its_corners_whole(deck: str, size: tuple[int, int]) -> None:
    look = CardStyle((), deck=deck)
    for name in map(cards.text, range(cards.CARD_COUNT)):
        drawn, face = card(name, size, look), look.face(cards.parse(name))
        assert drawn[1][1:].startswith(face)
        assert drawn[1][1 + len(face)] in " │", "nothing touches the corner"
        if size[1] >= 6:
            assert drawn[-2][:-1].endswith(f" {face}") or size[0] <= len(face) + 2
        assert {cell_len(row) for row in drawn} == {size[0]}


@pytest.mark.parametrize("size", [size for size in SIZES if size[1] >= 5 and size not in ((6, 5), (9, 5), (6, 7))])
def test_cards_of_a_suit_differ_below_their_corners(size: tuple[int, int]) -> None:
    """So a card can be told without its corner, and without colours."""
    for deck in ("pictures", "ranks"):
        look, drawn = CardStyle((), deck=deck), []
        for rank in cards.RANKS:
            face = look.face(cards.parse(f"{rank}H"))
            drawn.append("\n".join(card(f"{rank}H", size, look)).replace(face, " " * len(face)))
        assert len(set(drawn)) == len(cards.RANKS)


@pytest.mark.parametrize("name", ["KH", "7S", "AS", "BJ"])
def test_a_plain_deck_has_one_sign_in_the_middle(name: str) -> None:
    drawn = "".join(card(name, (11, 7), CardStyle((), deck="plain")))
    assert "█" not in drawn
    assert sum(drawn.count(sign) for sign in (*cards.SYMBOLS, "★")) == (3 if name != "BJ" else 1)


def test_a_card_called_low_has_the_word_and_no_picture() -> None:
    canvas = Canvas(11, 7)
    paint_card(canvas, 0, 0, 11, 7, CardStyle(()), cards.parse("AS"), low=True)
    assert "low" in "".join(rows(canvas)) and "█" not in "".join(rows(canvas))


@pytest.mark.parametrize("deck", DECKS)
def test_plain_ascii_has_plain_cards_and_the_usual_back(deck: str) -> None:
    settings = Settings(deck=deck, back="lattice")  # type: ignore[arg-type]
    assert (CardStyle.liked(settings).deck, CardStyle.liked(settings).back) == (deck, "lattice")
    glyphs.use(True)
    assert (CardStyle.liked(settings).deck, CardStyle.liked(settings).back) == ("plain", "weave")


def test_suits_as_letters_have_no_signs_on_their_cards_but_may_have_large_ranks() -> None:
    decks = [CardStyle.liked(Settings(letters=True, deck=deck)).deck for deck in ("pictures", "ranks", "plain")]
    assert decks == ["plain", "ranks", "plain"]


def test_every_picture_is_a_rectangle_of_whole_cells() -> None:
    pictures = (*card_art.PICTURES.values(), *card_art.ACES, *card_art.LARGE_RANKS)
    large = (*card_art.LARGE_PICTURES.values(), *card_art.LARGE_ACES)
    for picture in pictures:
        assert len(picture) == 6 and {len(row) for row in picture} == {5}
    for picture in large:
        assert len(picture) == 14 and {len(row) for row in picture} == {9}
    assert set("".join(chain(*pictures, *large))) == {"#", "."}
    for one, other in combinations(pictures, 2):
        assert one != other


@pytest.mark.parametrize("back", CHOICES["back"])
def test_a_back_fills_its_frame_with_its_own_pattern(back: str) -> None:
    canvas = Canvas(9, 7)
    paint_back(canvas, 0, 0, 9, 7, CardStyle((), back=back))
    inside = [row[1:-1] for row in rows(canvas)[1:-1]]
    assert {cell_len(row) for row in inside} == {7}
    assert inside == card_art.back_rows(back, 7, 5)
    others = [card_art.back_rows(other, 7, 5) for other in CHOICES["back"] if other != back]
    assert inside not in others


def test_every_deck_and_back_of_the_settings_is_drawn() -> None:
    assert set(card_art.BACKS) == set(CHOICES["back"])
    assert set(get_args(get_type_hints(Settings)["deck"])) == set(DECKS)
    assert isinstance(CardStyle.liked(Settings()), Wording)


@pytest.mark.parametrize(
    ("bid", "took", "words"), [(5, 2, "▮▮▯▯▯"), (2, 2, "▮▮"), (2, 4, "▮▮✚✚"), (0, 1, "✚"), (0, 0, ""), (None, 3, "▮▮▮")]
)
def test_a_stack_shows_tricks_taken_needed_and_beyond(bid: int | None, took: int, words: str) -> None:
    rules = ruleset(shipped()["sandbags"])
    for letters, shown in ((False, words), (True, words.translate({ord("▮"): "#", ord("▯"): ".", ord("✚"): "+"}))):
        look = CardStyle(("Ann", "Bea", "Cy", "Dot"), letters)
        assert "".join(text for text, _ in stack(look, rules, 0, bid, took)) == shown


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

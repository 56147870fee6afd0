"""The cast of computer players is read from a file, can be seated by name, and may include a favourite partner."""

from pathlib import Path

import pytest

from spades_tui.bots import styles
from spades_tui.bots.levels import LEVELS, STYLED, is_level
from spades_tui.language.player_names import fault, tidy
from spades_tui.language.unusable import UnusableError
from spades_tui.play.cast import cast, free, of_seat, player
from spades_tui.play.setup import NAMES
from spades_tui.presentation.new_table_words import level_words
from spades_tui.settings.dead_key_reasons import NO_PARTNER
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, save_settings
from tests.driver import Driver, driving
from tests.quick_cases import slow_but
from tests.setup.helpers import NotedApp, to_seats
from tests.sizes import LARGE, SMALL, at_each_size


async def seated(seat: Driver, app: NotedApp) -> dict[str, str | None]:
    """Start the game, which is only noted; return everyone's name and level."""
    await seat.press("enter" if seat.chosen == "Start" else "ctrl+s")
    return {one.name: one.level for one in app.started[-1].seats}


@pytest.mark.parametrize(
    ("name", "level", "words"),
    [
        ("Fay", "club", "club, avoids bags"),
        ("Eve", "strong", "strong, likes zeros"),
        ("Bea", "club", "club, bold"),
        ("Fay", "beginner", "beginner"),
    ],
)
def test_a_seat_says_what_its_style_does(name: str, level: str, words: str) -> None:
    assert level_words(level, name) == words


def test_every_cast_player_has_a_name_a_style_and_a_sentence() -> None:
    players = cast()
    assert len({one.name.casefold() for one in players}) == len(players) >= 12
    assert [one.name for one in players] == list(NAMES[1 : len(players) + 1]), "the names that were always offered"
    for one in players:
        assert fault(one.name) is None and tidy(one.name) == one.name
        assert styles.style_named(one.style).name == one.style
        assert one.manner.endswith(".") and 20 < len(one.manner) < 100
        assert player(one.name.upper()) is one
        for level in LEVELS:
            assert is_level(one.at(level))
            assert of_seat(one.name, one.at(level)) is (one if level in STYLED or one.style == "plain" else None)
    assert {one.style for one in players} == {"plain", *(style.name for style in styles.STYLES)}
    assert len({one.manner for one in players}) == len(players)
    assert player("Zoe") is None
    assert "Bea" not in [one.name for one in free(["bea"])]
    assert of_seat("Bea", "club") is None, "who is called Bea and plays plainly is not she"
    assert of_seat("Bea", None) is None


@at_each_size(SMALL, LARGE)
async def test_a_seat_describes_its_player(app: NotedApp, size: tuple[int, int]) -> None:
    async with driving(app, size) as seat:
        await seat.press("n", "enter", "down", "down")
        assert "club, bold" in seat.line("Bea  ")
        assert "Bea, club: bids boldly. Bids the higher number" in seat.beside("Bea, club")
        assert "F2 players" in seat.footer and "F2 lists them." in seat.beside("Bea, club")
        await seat.press("tab", "e")
        assert "expert, bold" in seat.line("Bea  ")
        assert (await seated(seat, app))["Bea"] == "expert/bold"
        await seat.press("b")
        assert "beginners have no style" in seat.beside("Bea, beginner")
        assert (await seated(seat, app))["Bea"] == "beginner"
        await seat.press("up")
        assert not seat.sees("F2 lists")  # a person has no manner of the program's


async def test_arrows_in_a_name_select_another_player(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", "down", "right")
        assert seat.field == "Eve", "Cy and Dot sit here already"
        assert "Eve, club: often bids zero." in seat.beside("Eve, club")
        assert (await seated(seat, app))["Eve"] == "club/zeros"
        await seat.press("left", "left")
        assert (await seated(seat, app))["May"] == "club"
        await seat.press(*"Zoe")
        assert (await seated(seat, app))["Zoe"] is None, "a name that is typed is a person's"
        await seat.press("tab", "c")
        assert (await seated(seat, app))["Zoe"] == "club", "nobody knows how Zoe plays"
        assert "Zoe: the computer, club." in seat.beside("Zoe: the")
        await seat.press("shift+tab", *"bea")
        assert (await seated(seat, app))["bea"] == "club/bold"


async def test_a_player_can_be_chosen_from_the_list(app: NotedApp) -> None:
    """A player who has a seat already swaps seats; in a person's seat, a computer player takes the place."""
    async with driving(app) as seat:
        await seat.press("n", "enter", "f2")
        assert seat.place == "seats", "Start is no seat"
        await seat.press("down", "down", "tab", "f2")
        assert seat.place == "players" and seat.chosen == "Bea"
        assert seat.sees("bids carefully, in seat 4")
        await seat.choose("Eve")
        eve = player("Eve")
        assert eve is not None and seat.sees(eve.manner)
        await seat.press("enter")
        assert list((await seated(seat, app)).items()) == [
            ("Ann", None), ("Eve", "club/zeros"), ("Cy", "strong"), ("Dot", "club/careful"),
        ]  # fmt: skip
        await seat.press("f2")
        await seat.choose("Cy")
        await seat.press("enter")
        assert list((await seated(seat, app)).items()) == [
            ("Ann", None), ("Cy", "club"), ("Eve", "strong/zeros"), ("Dot", "club/careful"),
        ]  # fmt: skip
        await seat.choose("Dot")
        await seat.press("tab", "p", "f2")
        await seat.choose("Fay")
        await seat.press("enter")
        assert list((await seated(seat, app)).items())[3] == ("Fay", "club/bags")


@pytest.mark.parametrize("game", slow_but(["Sandbags"], ["Sandbags", "Jokers"]))
async def test_a_kept_partner_stays_until_released(app: NotedApp, home: Path, game: str) -> None:
    """The partner has the same seat at each new table, and nobody else has its name.

    A game without partners ignores and keeps it.
    """
    async with driving(app) as seat:
        await to_seats(seat, game)
        await seat.choose("Cy")
        await seat.press(*"Joe", "tab", "e")
        await seat.choose("Start")
        assert seat.sees("k keep partner")
        await seat.press("k")
        assert seat.sees("Joe stays your partner.", "k reset partner")
        assert seat.chosen == "Start"
        assert (await seated(seat, app))["Joe"] == load_settings().partner.partition(":")[0] == "expert/zeros"
        await to_seats(seat)
        assert seat.sees("Joe stays your partner.")
        assert list(await seated(seat, app)) == ["Ann", "Bea", "Joe", "Cy"]
        await to_seats(seat, "Bemo")
        await seat.press("k")
        assert seat.sees(str(NO_PARTNER))
        assert list(await seated(seat, app))[2] == "Cy" and load_settings().partner == "expert/zeros:Joe"
        await to_seats(seat, game)
        await seat.press("k")
        assert not seat.sees("stays")
        assert list(await seated(seat, app))[2] == "Joe" and load_settings().partner == ""
        await to_seats(seat, game)
        assert list(await seated(seat, app))[2] == "Cy"


async def test_k_types_a_letter_in_a_name(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", *"Kurt")
        assert seat.field == "Kurt" and not seat.sees("stays")


def test_a_partner_is_saved_in_the_settings(home: Path) -> None:
    save_settings(Settings(partner="expert/bags:Fay"))
    assert load_settings().partner == "expert/bags:Fay"
    for text in ("Gus", "expert:", "guru:Gus", "club/wild:Gus", f"club:{'G' * 21}", ":Gus"):
        with pytest.raises(UnusableError, match=r"partner: .* LEVEL:NAME"):
            Settings(partner=text)

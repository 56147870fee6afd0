"""New game: the variant, the seats and the options make the table."""

import shutil
from pathlib import Path

import pytest

from spades_tui.play.saved_games import remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.rules_page import describe
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, save_settings
from spades_tui.system.folders import shipped_folder
from tests.driver import driving
from tests.games import each_game
from tests.setup.helpers import NotedApp, Suspend, to_seats
from tests.sizes import LARGE, SMALL, at_each_size

SLUGS = sorted(shipped())
MOST_WITHOUT_SCROLLING = 9
"""Number of options that fit in 24 lines with everything else."""


async def test_enter_alone_goes_from_home_to_the_table(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter takes the preselected choice on every screen."""
    monkeypatch.setattr("secrets.randbelow", lambda n: n - 1)
    async with driving(app) as seat:
        await seat.press("n")
        assert seat.chosen == "Classic"
        await seat.press("enter", "enter")
    assert app.started == [
        TableSetup(
            variant=find("classic"),
            options={"slip": True},
            seats=(
                SeatSetup("Ann", "human"),
                SeatSetup("Bea", "bot", "club/bold"),
                SeatSetup("Cy", "bot", "strong"),  # a stronger level for a person's partner
                SeatSetup("Dot", "bot", "club/careful"),
            ),
            dealer=3,
            cut=False,
        )
    ]


@at_each_size(SMALL, LARGE)
async def test_every_field_of_the_form_is_in_the_setup(app: NotedApp, size: tuple[int, int]) -> None:
    """With names typed, players and switches changed and a number written, exactly this table results."""
    async with driving(app, size) as seat:
        await to_seats(seat, "Jokers")
        assert seat.chosen == "Start"
        await seat.press("down", *"Uta", "enter", *"Vic", "tab", "p", "down", "right", "right", "down", "down")
        assert seat.field == "500"
        await seat.press("backspace", *"250", "enter", "right", *["down"] * 4, "right")
        await seat.choose("random")
        await seat.press("right", "right", "right")
        await seat.choose("brisk")
        await seat.choose("instant", "left")
        await seat.press("ctrl+s")
        assert seat.settings.pace == load_settings().pace == "instant"
    assert app.started == [
        TableSetup(
            variant=find("jokers"),
            options={"target": 250, "enforcement": "challenge", "double_sets": True},
            seats=(
                SeatSetup("Uta", "human"),
                SeatSetup("Vic", "human"),
                SeatSetup("Cy", "human"),
                SeatSetup("Dot", "bot", "club/careful"),
            ),
            dealer=2,
            cut=False,
        )
    ]


def people_of(setup: TableSetup) -> dict[int, str]:
    """Return the names of the people at a table by seat."""
    return {seat: one.name for seat, one in enumerate(setup.seats) if one.kind == "human"}


@pytest.mark.parametrize("last", ["ctrl+s", "enter enter"])
async def test_a_game_with_a_friend_takes_four_keys_and_the_name(app: NotedApp, last: str) -> None:
    """This counts from home with the key for Start; Enter alone takes one key more."""
    async with driving(app) as seat:
        await seat.press("n", "enter")
        assert seat.sees("+ add person")
        await seat.press("plus", *"Zoe", *last.split())
    assert [people_of(setup) for setup in app.started] == [{0: "Ann", 2: "Zoe"}]  # the partner


async def test_people_can_join_until_all_seats_are_taken(app: NotedApp, suspend: Suspend) -> None:
    """The last person here is suggested, and an empty name gives the seat back."""
    suspend("Uta", 1000.0)
    suspend("Zoe", 2000.0)
    async with driving(app) as seat:
        await seat.press("n", "enter", "plus", "enter")
        assert seat.chosen == "Start"
        await seat.press("plus", *"Vic", "up", "down", "ctrl+s")
        assert people_of(app.started[0]) == {0: "Ann", 1: "Vic", 2: "Zoe"}
        await seat.choose("Start", "up")
        await seat.press("plus", "backspace", "enter")
        assert not seat.sees("Seat 4 has no name")
        await seat.press("enter")
        assert app.started[1].seats == app.started[0].seats
        await seat.press("plus", "enter", "enter")
        assert people_of(app.started[2]) == {0: "Ann", 1: "Vic", 2: "Zoe", 3: "Bea"}
        assert not seat.sees("+ add person")
        await seat.press("plus")
        assert seat.chosen == "Start"


async def test_a_typed_name_makes_the_player_a_person(app: NotedApp) -> None:
    """Even the name of a computer player does. With the old name the computer player returns, with its levels."""
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", "down", *"Eve", "ctrl+s")
        assert people_of(app.started[0]) == {0: "Ann", 1: "Eve"}
        await seat.press(*["backspace"] * 3, *"Bea", "ctrl+s")
        assert people_of(app.started[1]) == {0: "Ann"}
        assert app.started[1].seats[1] == SeatSetup("Bea", "bot", "club/bold")
        await seat.press(*["backspace"] * 3, *"Robot", "tab", "s", "ctrl+s")
        assert app.started[2].seats[1] == SeatSetup("Robot", "bot", "strong")


@pytest.mark.parametrize("slug", each_game("3b-five", "classic", "two-handed"))
async def test_every_variant_can_have_any_number_of_people(app: NotedApp, slug: str) -> None:
    """The number of people goes from none (watching) to all seats."""
    variant = find(slug)
    async with driving(app) as seat:
        await to_seats(seat, variant.name)
        await seat.type("down", *["tab", "b", "tab"] * variant.seats, "ctrl+s")
        await seat.type(*["shift+tab", "p", "shift+tab"] * variant.seats, "ctrl+s")
    watched, full = app.started
    assert {(player.kind, player.level) for player in watched.seats} == {("bot", "beginner")}
    assert {(player.kind, player.level) for player in full.seats} == {("human", None)}
    assert len(full.seats) == full.variant.seats == variant.seats
    assert watched.options == full.options == {}


@at_each_size(SMALL, LARGE)
async def test_each_game_is_described_beside_the_list(app: NotedApp, size: tuple[int, int]) -> None:
    """The whole description from the file is seen: the players, the deck, what is special and how it ends."""
    async with driving(app, size) as seat:
        await seat.press("n")
        seen = []
        for variant in shipped().values():
            await seat.choose(variant.name)
            lines = describe(variant)
            beside = seat.beside(lines[0][:9])
            assert all(line in beside for line in lines), beside
            seen.append(seat.chosen)
        assert seen == seat.choices[: len(SLUGS)]


async def test_house_rules_are_marked_and_broken_ones_give_the_reason(app: NotedApp, home: Path) -> None:
    own = home / "config" / "variants"
    own.mkdir(parents=True)
    text = (shipped_folder("variants") / "sandbags.toml").read_text("utf-8")
    text = text.replace('slug    = "sandbags"', 'slug = "house"').replace('name    = "Sandbags"', 'name = "Our house"')
    (own / "house.toml").write_text(text, "utf-8")
    (own / "broken.toml").write_text('schema = 1\nslug = "broken"\nseatz = 4\n')
    async with driving(app) as seat:
        await seat.press("n")
        await seat.press("end", "up")
        assert seat.choices[-5:] == ["League", "Your own", "Our house", "✗ broken", "Your rules …"]
        assert seat.sees("broken.toml:3", "seatz")
        await seat.press("enter")
        assert seat.place == "variants"
        await seat.press("up", "enter", "enter")
    assert [setup.variant.slug for setup in app.started] == ["house"]
    shutil.rmtree(own)


async def test_the_last_tables_variant_is_preselected(app: NotedApp) -> None:
    seats = tuple(SeatSetup(name, "human") for name in ("Uli", "Vic", "Wim"))
    remember_setup(TableSetup(find("bemo"), {}, seats))
    async with driving(app) as seat:
        await seat.press("n")
        assert seat.chosen == "Bemo"


async def test_a_click_selects_a_game_and_a_second_one_takes_it(app: NotedApp) -> None:
    """In a seat, a click lists the players, and a click selects one there or closes the list."""
    async with driving(app) as seat:
        await seat.press("n")
        await seat.click("Jokers")
        assert (seat.place, seat.chosen) == ("variants", "Jokers")
        await seat.click("▸ Jokers")
        assert seat.place == "seats"
        await seat.click("club, bold")
        await seat.click("expert")
        assert "‹ expert, bold" in seat.line("Bea  ")
        await seat.click("expert, bold")
        assert seat.sees("beginner")
        await seat.click("First dealer")
        assert not seat.sees("beginner") and "‹ expert, bold" in seat.line("Bea  ")
        await seat.click("expert, bold")
        await seat.click("│  a person")
        await seat.click("Start")
    assert app.started[0].seats[1].kind == "human"


async def test_an_invalid_name_is_refused_with_a_sentence(app: NotedApp) -> None:
    """The cursor returns to the name, for another one."""
    refused = (
        ("", "Seat 2 has no name yet."),
        ("   ", "Seat 2 has no name yet."),
        ("B" * 21, "The name of seat 2 is too long; the maximum is 20 characters."),
        ("字" * 21, "The name of seat 2 is too long; the maximum is 20 characters."),
        ("Be\x1ba", "The name of seat 2 has a character that can't be shown."),
        ("Be\u202ea", "The name of seat 2 has a character that can't be shown."),
        ("ann", "Seats 1 and 2 are both called ann; change one name."),
    )
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", "down")
        for name, sentence in refused:
            await seat.write(name)
            await seat.choose("Start", "up")
            assert seat.sees(sentence)
            await seat.press("enter")
            assert seat.place == "seats" and "Ctrl+S start" in seat.footer
    assert app.started == []


async def test_an_invalid_number_is_refused_with_a_sentence(app: NotedApp) -> None:
    """Letters can't even be typed."""
    async with driving(app) as seat:
        await seat.press("n", "enter")
        await seat.choose("500")
        await seat.press("end", "x", "-", "7")
        assert seat.field == "5007"
        for text in ("", "0", "1000001"):
            await seat.write(text)
            await seat.press("ctrl+s")
            assert seat.sees(f"Points to play to: write 1 to 1000000{f', not {text}' if text else ''}.")
            assert seat.row.startswith("Points to play to")
        await seat.choose("Start", "up")
        await seat.press("enter")
        assert seat.row.startswith("Points to play to"), "Enter on Start leads there too"
    assert app.started == []


@pytest.mark.rule("3B-16")
async def test_five_players_are_advised_to_play_ten_hands(app: NotedApp) -> None:
    """The choices are an extended game, a short one, and the number that lets everyone sit out equally often."""
    async with driving(app) as seat:
        await to_seats(seat, "3B for five")
        await seat.choose("9")
        assert seat.sees("With 10") and "standard" in seat.line("Hands to play")
        for hands, length in (("10", "extended, fair"), ("5", "short, fair")):
            await seat.write(hands)
            assert length in seat.line("Hands to play")
        await to_seats(seat, "3B for four")
        await seat.choose("8")
        assert not seat.sees("sits out")


async def test_partners_are_shown_as_partners(app: NotedApp) -> None:
    for marks in ("◆◇◆◇", "ABAB"):
        async with driving(app) as seat:
            await to_seats(seat)
            assert [line[3] for line in seat.lines[3:7]] == list(marks)
            assert seat.sees("Ann and Cy play Bea and Dot.")
            await to_seats(seat, "3B for three")
            assert [line[3] for line in seat.lines[3:6]] == [" "] * 3
        save_settings(Settings(letters=True))
        app = NotedApp()


async def test_the_whole_form_fits_at_80_by_24(app: NotedApp) -> None:
    """This uses the longest form for each number of seats, among those without too many options."""
    games = sorted(map(find, SLUGS), key=lambda game: len(game.options))
    longest = {game.seats: game for game in games if len(game.options) <= MOST_WITHOUT_SCROLLING}
    assert set(longest) >= {3, 4, 5, 6}
    async with driving(app) as seat:
        await seat.press("b", "m", "down", "enter")
        assert seat.sees("New table")  # a form of the scorebook leaves its style to no other form
        await seat.press("escape")
        for game in longest.values():
            await to_seats(seat, game.name)
            assert seat.sees("Cut  ", "Start") and any(line.startswith(" 1 ") for line in seat.lines), game.slug


async def test_the_footer_shows_tab_in_a_text_field(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n", "enter", "down")
        assert seat.field == "Ann" and "↑↓ move  Tab next field" in seat.footer
        await seat.press("tab")
        assert seat.field == "a person" and "↑↓ move  Ctrl+S" in seat.footer


async def test_shrinking_the_terminal_loses_no_input(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", *"Zoe")
        await seat.resize(60, 20)
        assert seat.place != "seats"
        await seat.resize(140, 45)
        assert seat.place == "seats" and seat.field == "Zoe"


async def test_the_first_dealer_is_chosen_by_name(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("n", "enter", "down", "down", *"Zoe")
        await seat.choose("random")
        met = []
        for _ in range(4):
            await seat.press("right")
            met.append(seat.field)
        assert met == ["Ann", "Zoe", "Cy", "Dot"]
        await seat.press("left", "left", "ctrl+s")
    assert app.started[0].dealer == 1

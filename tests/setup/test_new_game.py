"""New game: the variant, the seats and the options make the table."""

import shutil
from pathlib import Path

import pytest
from textual.pilot import Pilot

from spades_tui.bots.styles import split_level
from spades_tui.language import player_names as names
from spades_tui.language.player_names import NAME_MOST
from spades_tui.play.cast import of_seat
from spades_tui.play.setup import SeatSetup, SetupError, TableSetup, check_name
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.options import options_of
from spades_tui.system.folders import shipped_folder
from spades_tui.tui.scorebook.pages_and_forms import TableSettingsScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.setup import new_table
from spades_tui.tui.setup.games_and_rules import VariantSelectionScreen
from spades_tui.tui.setup.new_table import FIELD_HELP, mark_of
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.fields import Cycle, PushButton, TextField
from spades_tui.tui.widgets.paragraphs import Page
from tests.games import each_game, option_of
from tests.setup.helpers import NotedApp, Suspend, focus_of, labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

SLUGS = sorted(shipped())
MOST_WITHOUT_SCROLLING = 9
"""Number of options that fit in 24 lines with everything else."""


def words(pilot: Pilot[int]) -> str:
    return " ".join(shown(pilot).split())


async def test_enter_alone_goes_from_home_to_the_table(app: NotedApp, monkeypatch: pytest.MonkeyPatch) -> None:
    """Enter takes the preselected choice on every screen."""
    monkeypatch.setattr("secrets.randbelow", lambda n: n - 1)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "enter")
    assert app.started == [
        TableSetup(
            variant=find("sandbags"),
            options={"slip": True},
            seats=(
                SeatSetup("Ann", "human"),
                SeatSetup("Bea", "bot", "club/bold"),
                SeatSetup("Cy", "bot", "strong"),  # a stronger level for a person's partner
                SeatSetup("Dot", "bot", "club/careful"),
            ),
            dealer=3,
        )
    ]


@at_each_size(SMALL, LARGE)
async def test_every_field_of_the_form_is_in_the_setup(app: NotedApp, size: tuple[int, int]) -> None:
    """With names typed, players and switches changed and a number written, exactly this table results."""
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n")
        await press(pilot, *["down"] * labels(pilot).index("Jokers"), "enter")
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.query_one(PushButton).has_focus
        await press(pilot, "down", *"Uta", "enter", *"Vic", "tab", "p", "down", "right", "right")
        await press(pilot, "down", "down")
        assert focus_of(app) == "option-target"
        await press(pilot, "backspace", *"250", "enter", "right", *["down"] * 4, "right")
        app.screen.query_one("#dealer", Cycle).at = 3
        app.screen.query_one("#setting-pace", Cycle).at = 0
        await press(pilot, "ctrl+s")
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
        )
    ]
    assert app.settings.pace == "instant"
    from spades_tui.settings.settings_file import load_settings

    assert load_settings().pace == "instant"


def people_of(setup: TableSetup) -> dict[int, str]:
    """Return the names of the people at a table by seat."""
    return {seat: one.name for seat, one in enumerate(setup.seats) if one.kind == "human"}


@pytest.mark.parametrize("last", ["ctrl+s", "enter enter"])
async def test_a_game_with_a_friend_takes_four_keys_and_the_name(app: NotedApp, last: str) -> None:
    """This counts from home with the key for Start; Enter alone takes one key more."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        assert "+ add person" in shown(pilot)
        await press(pilot, "plus", *"Zoe", *last.split())
    assert [people_of(setup) for setup in app.started] == [{0: "Ann", 2: "Zoe"}]  # the partner


async def test_people_can_join_until_all_seats_are_taken(app: NotedApp, suspend: Suspend) -> None:
    """The last person here is suggested, and an empty name gives the seat back."""
    suspend("Uta", 1000.0)
    suspend("Zoe", 2000.0)
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "plus", "enter")
        assert app.focused is not None and app.focused.id == "start"
        await press(pilot, "plus", *"Vic", "up", "down", "ctrl+s")
        assert people_of(app.started[0]) == {0: "Ann", 1: "Vic", 2: "Zoe"}
        start = app.screen.query_one("#start")
        start.focus()
        await press(pilot, "plus", "backspace", "enter")
        assert "Seat 4 has no name" not in words(pilot)
        await press(pilot, "enter")
        assert app.started[1].seats == app.started[0].seats
        await press(pilot, "plus", "enter", "enter")
        assert people_of(app.started[2]) == {0: "Ann", 1: "Vic", 2: "Zoe", 3: "Bea"}
        assert "+ add person" not in shown(pilot)
        await press(pilot, "plus")
        assert app.focused is start


async def test_a_typed_name_makes_the_player_a_person(app: NotedApp) -> None:
    """Even the name of a computer player does. With the old name the computer player returns, with its levels."""
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "down", "down", *"Eve", "ctrl+s")
        assert people_of(app.started[0]) == {0: "Ann", 1: "Eve"}
        await press(pilot, *["backspace"] * 3, *"Bea", "ctrl+s")
        assert people_of(app.started[1]) == {0: "Ann"}
        assert app.started[1].seats[1] == SeatSetup("Bea", "bot", "club/bold")
        await press(pilot, *["backspace"] * 3, *"Robot", "tab", "s", "ctrl+s")
        assert app.started[2].seats[1] == SeatSetup("Robot", "bot", "strong")


@pytest.mark.parametrize("slug", each_game("3b-five", "classic", "two-handed"))
async def test_every_variant_can_have_any_number_of_people(app: NotedApp, slug: str) -> None:
    """The number of people goes from none (watching) to all seats."""
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        variant = find(slug)
        for people in (0, variant.seats):
            await app.push_screen(SeatsScreen(variant))
            for seat in range(variant.seats):
                app.screen.query_one(f"#player-{seat}", Cycle).at = 0 if people else 1
            await press(pilot, "enter", "escape")
    watched, full = app.started
    assert {(seat.kind, seat.level) for seat in watched.seats} == {("bot", "beginner")}
    assert {(seat.kind, seat.level) for seat in full.seats} == {("human", None)}
    assert len(full.seats) == full.variant.seats == variant.seats
    assert watched.options == full.options == {}


@at_each_size(SMALL, LARGE)
async def test_each_game_is_described_beside_the_list(app: NotedApp, size: tuple[int, int]) -> None:
    """The description from the file has the players, the deck, what is special and how it ends."""
    from spades_tui.rules.rules_page import describe

    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "n")
        seen = []
        for _ in SLUGS:
            screen = app.screen
            assert isinstance(screen, VariantSelectionScreen)
            entry = screen.entry
            told = screen.query_one(Page).words
            assert entry is not None and entry.variant is not None
            assert all(line in told for line in describe(entry.variant))
            seen.append(entry.slug)
            about = screen.query_one("#about")
            assert about.max_scroll_y == 0, f"{entry.slug} does not fit"
            await press(pilot, "down")
        assert sorted(seen) == SLUGS


async def test_house_rules_are_marked_and_broken_ones_give_the_reason(app: NotedApp, home: Path) -> None:
    own = home / "config" / "variants"
    own.mkdir(parents=True)
    text = (shipped_folder("variants") / "sandbags.toml").read_text()
    text = text.replace('slug    = "sandbags"', 'slug = "house"').replace('name    = "Sandbags"', 'name = "Our house"')
    (own / "house.toml").write_text(text)
    (own / "broken.toml").write_text('schema = 1\nslug = "broken"\nseatz = 4\n')
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n")
        assert labels(pilot)[len(SLUGS) :] == ["Your own", "Our house", "✗ broken", "Your rules …"]
        await press(pilot, "end", "up")
        assert "broken.toml:3" in words(pilot)
        assert "seatz" in words(pilot)
        await press(pilot, "enter")
        assert isinstance(app.screen, VariantSelectionScreen)
        await press(pilot, "up", "enter", "enter")
    assert [setup.variant.slug for setup in app.started] == ["house"]
    shutil.rmtree(own)


async def test_the_last_tables_variant_is_preselected(app: NotedApp) -> None:
    from spades_tui.play.saved_games import remember_setup

    seats = tuple(SeatSetup(name, "human") for name in ("Uli", "Vic", "Wim"))
    remember_setup(TableSetup(find("bemo"), {}, seats))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n")
        assert app.screen.query_one(ChoiceList).chosen.label == "Bemo"


async def test_a_click_selects_a_game_and_a_second_one_takes_it(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n")
        await pilot.click(ChoiceList, offset=(5, 2))
        await pilot.pause()
        assert isinstance(app.screen, VariantSelectionScreen)
        await pilot.click(ChoiceList, offset=(5, 2))
        await pilot.pause()
        assert isinstance(app.screen, SeatsScreen)
        for level in (
            "strong",
            "expert",
            None,
        ):  # a click selects the next player, and after the last one comes a person
            await pilot.click("#player-1", offset=(8, 0))
            await pilot.pause()
            assert app.screen.levels()[1] == level
        await pilot.click("#start")
        await pilot.pause()
    assert app.started[0].seats[1].kind == "human"


async def test_an_invalid_name_is_refused_with_a_sentence(app: NotedApp) -> None:
    refused = (
        ("", "Seat 2 has no name yet."),
        ("   ", "Seat 2 has no name yet."),
        ("B" * 21, "The name of seat 2 is too long; the maximum is 20 characters."),
        ("字" * 21, "The name of seat 2 is too long; the maximum is 20 characters."),
        ("Be\x1ba", "The name of seat 2 has a character that can't be shown."),
        ("Be\u202ea", "The name of seat 2 has a character that can't be shown."),
        ("ann", "Seats 1 and 2 are both called ann; change one name."),
    )
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        for name, sentence in refused:
            app.screen.query_one("#name-1", TextField).value = name
            app.screen.query_one(PushButton).focus()
            await pilot.pause()
            assert sentence in words(pilot)
            await press(pilot, "enter")
            assert isinstance(app.screen, SeatsScreen)
            assert focus_of(app) == "name-1"
    assert app.started == []


def test_names_are_trimmed_and_may_use_any_alphabet() -> None:
    assert new_table.wrong_name([" Ann ", "Böörk", "李"]) is None
    assert new_table.wrong_name(["Bo\u0308", "Bö"]) == (1, "Seats 1 and 2 are both called Bö; change one name.")


@pytest.mark.parametrize(
    ("login", "name"),
    [
        ("ann", "Ann"),
        ("DOMAIN\\uli", "Uli"),
        ("root", "Ann"),
        ("al.smith42", "Al"),
        ("bea7", "Bea"),
        ("x" * 30, "Ann"),
        ("a\x07b", "Ann"),
        ("", "Ann"),
    ],
)
def test_the_users_name_comes_from_the_login(monkeypatch: pytest.MonkeyPatch, login: str, name: str) -> None:
    monkeypatch.setattr("getpass.getuser", lambda: login)
    assert names.login_name() == name


def test_a_user_without_a_login_is_called_ann(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert names.login_name() == "Ann"


@pytest.mark.parametrize("slug", SLUGS)
def test_a_persons_partner_gets_a_stronger_level(slug: str) -> None:
    variant = find(slug)
    seats = new_table.default_seats(variant, "Bea")
    names = [name for name, _ in seats]
    assert len({name.casefold() for name in names}) == variant.seats
    assert seats[0] == ("Bea", None)
    better = {variant.seats // 2} if variant.sides == "partners" else set()
    assert [split_level(level or "")[0] for _, level in seats[1:]] == [
        "strong" if seat in better else "club" for seat in range(1, variant.seats)
    ]
    assert all(of_seat(name, level) for name, level in seats[1:]), "everybody is of the cast, in their own style"


async def test_an_invalid_number_is_refused_with_a_sentence(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        for text in ("", "0", "1000001"):
            app.screen.query_one("#option-target", TextField).value = text
            app.screen.query_one(PushButton).focus()
            await pilot.pause()
            assert f"Points to play to: write 1 to 1000000{f', not {text}' if text else ''}." in words(pilot)
            await press(pilot, "enter")
            assert focus_of(app) == "option-target"
    assert app.started == []


async def test_a_number_accepts_no_letters(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        field = app.screen.query_one("#option-target", TextField)
        field.focus()
        await press(pilot, "end", "x", "-", "7")
        assert field.value == "5007"


@pytest.mark.rule("3B-16")
async def test_five_players_are_advised_to_play_ten_hands(app: NotedApp) -> None:
    """The choices are an extended game, a short one, and the number that lets everyone sit out equally often."""
    variant, option = find("3b-five"), option_of(find("3b-five"), "hands")
    assert "With 10, everyone sits out equally often." in new_table.explained(variant, option)
    assert new_table.length_in_words(variant, option, 9) == "standard"
    assert new_table.length_in_words(variant, option, 10) == "extended, fair"
    assert new_table.length_in_words(variant, option, 5) == "short, fair"
    assert "fair" not in new_table.explained(find("3b-four"), option_of(find("3b-four"), "hands"))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await app.push_screen(SeatsScreen(variant))
        app.screen.query_one("#option-hands", TextField).focus()
        await pilot.pause()
        assert "With 10" in words(pilot)
        await press(pilot, "backspace", "1", "0")
        assert "extended, fair" in words(pilot)


@pytest.mark.parametrize("slug", SLUGS)
def test_every_option_of_every_variant_is_explained(slug: str) -> None:
    variant = find(slug)
    for option in options_of(variant):
        assert new_table.label(option)
        assert new_table.explained(variant, option).endswith(".")


async def test_partners_are_shown_as_partners(app: NotedApp) -> None:
    pairs = ((0, 2), (1, 3))
    assert [mark_of(seat, pairs, 4, False)[0] for seat in range(4)] == ["◆", "◇", "◆", "◇"]
    assert [mark_of(seat, pairs, 4, True)[0] for seat in range(4)] == ["A", "B", "A", "B"]
    assert mark_of(1, ((0,), (1,), (2,)), 3, False)[0] == ""
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        assert "Ann and Cy play Bea and Dot." in words(pilot)


async def test_the_whole_form_fits_at_80_by_24(app: NotedApp) -> None:
    """This uses the longest form for each number of seats, among those without too many options."""
    games = sorted(map(find, SLUGS), key=lambda game: len(game.options))
    longest = {game.seats: game for game in games if len(game.options) <= MOST_WITHOUT_SCROLLING}
    assert set(longest) >= {3, 4, 5, 6}
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        for game in longest.values():
            await app.push_screen(SeatsScreen(game))
            await pilot.pause()
            assert app.screen.query_one("#form").max_scroll_y == 0, game.slug
            await app.pop_screen()


async def test_the_new_game_form_fits_after_a_scorebook_form_was_open(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(TableSettingsScreen(BookScreen(), None))
        await pilot.pause()
        await app.push_screen(SeatsScreen(find("sandbags")))
        await pilot.pause()
        assert app.screen.query_one("#form").max_scroll_y == 0


async def test_the_footer_shows_tab_in_a_text_field(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter", "down")
        assert focus_of(app) == "name-0"
        assert "↑↓ move Tab next field" in words(pilot)
        await press(pilot, "tab")
        assert focus_of(app) == "player-0"
        assert "↑↓ move" in words(pilot)


async def test_shrinking_the_terminal_loses_no_input(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        app.screen.query_one("#name-0", TextField).value = "Zoe"
        await pilot.resize_terminal(60, 20)
        await pilot.pause()
        assert not isinstance(app.screen, SeatsScreen)
        await pilot.resize_terminal(140, 45)
        await pilot.pause()
        assert isinstance(app.screen, SeatsScreen)
        assert app.screen.names()[0] == "Zoe"


def test_a_name_has_the_same_maximum_as_everywhere() -> None:
    for name in ("B" * NAME_MOST, "字" * NAME_MOST):
        assert new_table.wrong_name([name]) is None and check_name(name) == name
    for longer in ("B" * (NAME_MOST + 1), "字" * (NAME_MOST + 1)):
        wrong = new_table.wrong_name([longer])
        assert wrong is not None and f"the maximum is {NAME_MOST} characters" in wrong[1]
        with pytest.raises(SetupError, match=f"the maximum is {NAME_MOST} letters"):
            check_name(longer)
    assert f"up to {NAME_MOST} characters" in FIELD_HELP["name"]


async def test_the_first_dealer_is_chosen_by_name(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "n", "enter")
        app.screen.query_one("#name-1", TextField).value = "Zoe"
        dealer = app.screen.query_one("#dealer", Cycle)
        assert not any("seat" in word for word in dealer.words)
        dealer.at = 2
        await pilot.pause()
        assert "First dealer ‹ Zoe" in words(pilot)
        await press(pilot, "enter")
    assert app.started[0].dealer == 1

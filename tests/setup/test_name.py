"""The program asks for the user's name once, saves it, and uses it wherever the user sits down."""

from pathlib import Path

import pytest
from textual.widgets import Input

from spades_tui import cli
from spades_tui.commands import play
from spades_tui.language.player_names import login_name
from spades_tui.play.saved_games import last_setup, remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings, SettingsError
from spades_tui.settings.settings_file import load_settings, read_settings, save_settings, settings_file
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.name_question import NameQuestion
from spades_tui.tui.setup.settings_and_keys import SampleHand, SettingsScreen
from spades_tui.tui.widgets.choice_list import ChoiceList
from tests.setup.helpers import NotedApp, Suspend, focus_of, labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

KNOWS_NOBODY = SpadesApp.has_no_name
"""The program's own method, which the other tests replace."""


class FirstApp(NotedApp):
    """Run the program for a user who may be new."""

    def has_no_name(self) -> bool:
        return KNOWS_NOBODY(self)


@at_each_size(SMALL, LARGE)
async def test_the_first_start_asks_once_and_enter_accepts_the_login(size: tuple[int, int]) -> None:
    app = FirstApp()
    async with app.run_test(size=size) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert "What's your name at the table?" in shown(pilot)
        assert focus_of(app) == "name"
        assert app.screen.query_one(Input).value == "Ann"
        assert "Quick game" not in shown(pilot)
        await press(pilot, "enter")
        assert not app.screen.query(NameQuestion)
        assert app.screen.query_one(ChoiceList).has_focus
        assert "Quick game" in shown(pilot)
        await press(pilot, "enter")
    assert [seat.name for seat in app.started[0].seats] == ["Ann", "Bea", "Cy", "Dot"]
    assert load_settings() == Settings(name="Ann")
    again = FirstApp()
    async with again.run_test(size=size) as pilot:
        await pilot.pause()
        assert not again.screen.query(NameQuestion)
        assert labels(pilot)[0] == "Quick game"


async def test_another_name_is_used_wherever_the_user_sits_down() -> None:
    app = FirstApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, *"Uli", "enter", "g")
        await press(pilot, "n", "enter")
        assert app.screen.query_one("#name-0", Input).value == "Uli"
        await press(pilot, "enter")
    assert [setup.seats[0] for setup in app.started] == [SeatSetup("Uli", "human")] * 2


async def test_the_question_may_be_declined() -> None:
    """Esc takes the suggested name, and letters open nothing meanwhile."""
    app = FirstApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "q", "n", "escape")
        assert isinstance(app.screen, HomeScreen)
        assert not app.screen.query(NameQuestion)
    assert load_settings().name == "Ann"


async def test_an_invalid_user_name_is_refused_with_a_sentence() -> None:
    app = FirstApp()
    refused = (("", "Type a name"), ("B" * 21, "the maximum is 20 characters"), ("Be\u202ea", "can't be shown"))
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        for name, words in refused:
            app.screen.query_one(Input).value = name
            await press(pilot, "enter")
            assert words in " ".join(shown(pilot).split())
        assert load_settings().name == ""
        app.screen.query_one(Input).value = ' O\'Neill  "Tip" '
        await press(pilot, "enter")
    assert load_settings().name == 'O\'Neill "Tip"'


async def test_the_name_is_added_to_an_older_settings_file() -> None:
    old = 'pace = "instant"\nletters = true\ncut_patience = 5\nsort = "ranks"\ntrumps = "right"\ntheme = "light"\n'
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(old, "utf-8")
    assert read_settings().problem is None
    app = FirstApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "enter")
    assert set(old.splitlines()) <= set(settings_file().read_text("utf-8").splitlines())
    assert load_settings().name == "Ann"


async def test_a_broken_settings_file_is_reported_without_a_question() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("pace = 7\n")
    app = FirstApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert not app.screen.query(NameQuestion)
        assert "7 isn't allowed" in " ".join(shown(pilot).split())


@pytest.mark.parametrize("name", ["B" * 21, " Bea", "Be\u202ea", "Be\nea", "Bo\u0308"])
def test_settings_accept_only_names_allowed_in_a_seat(name: str) -> None:
    with pytest.raises(SettingsError, match="name: "):
        Settings(name=name)


@at_each_size(SMALL, LARGE)
async def test_the_name_is_changed_in_the_settings(app: NotedApp, size: tuple[int, int]) -> None:
    """The last table, which Quick game repeats, has the new name too; other people keep theirs."""
    save_settings(Settings(name="Ann"))
    seats = (SeatSetup("Ann", "human"), SeatSetup("Vic", "human"), SeatSetup("Wim", "bot", "club"))
    remember_setup(TableSetup(find("bemo"), {}, seats))
    async with app.run_test(size=size) as pilot:
        await press(pilot, "s", "up")
        assert isinstance(app.screen, SettingsScreen)
        assert focus_of(app) == "setting-name"
        await press(pilot, *"Uli")
        assert "Your name at new tables" in shown(pilot)
        await press(pilot, "escape", "g")
    assert load_settings().name == "Uli"
    last = last_setup()
    assert last is not None
    assert [seat.name for seat in last.seats] == ["Uli", "Vic", "Wim"]
    assert [seat.name for seat in app.started[0].seats] == ["Uli", "Vic", "Wim"]


async def test_an_invalid_name_in_the_settings_is_reset(home: Path) -> None:
    save_settings(Settings(name="Uli"))
    app = NotedApp()
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s", "up", *("x" * 21), "enter")
        assert "That name can't be used" in shown(pilot)
        assert app.screen.query_one("#setting-name", Input).value == "Uli"
    assert load_settings().name == "Uli"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[TableSetup]:
    """Return the tables that `play` would open."""
    found: list[TableSetup] = []

    def note(setup: TableSetup, resume: Path | None) -> int:
        found.append(setup)
        return 0

    monkeypatch.setattr(play, "open_plain", note)
    return found


def test_play_seats_the_user_by_name_without_a_seed_or_names(played: list[TableSetup]) -> None:
    for arguments in ([], ["--seats", "bot:club,human"], ["--seats", "human:Ann"], ["--seed", "x"]):
        cli.main(["play", "--plain", *arguments])
    save_settings(Settings(name="Uli"))
    for arguments in (
        [],
        ["--seats", "bot:club,human"],
        ["--seats", "human:Bea,human"],
        ["--seats", "human:Uli,human"],
        ["--seed", "x"],
    ):
        cli.main(["play", "--plain", *arguments])
    assert [[seat.name for seat in setup.seats] for setup in played] == [
        ["Ann", "Bea", "Cy", "Dot"],
        ["Ann", "Bea", "Cy", "Dot"],
        ["Ann", "Bea", "Cy", "Dot"],
        ["Ann", "Bea", "Cy", "Dot"],
        ["Uli", "Ann", "Bea", "Cy"],
        ["Ann", "Uli", "Bea", "Cy"],
        ["Bea", "Ann", "Cy", "Dot"],
        ["Uli", "Ann", "Bea", "Cy"],
        ["Ann", "Bea", "Cy", "Dot"],
    ]


async def test_people_from_earlier_games_are_offered_in_a_seat(app: NotedApp, suspend: Suspend) -> None:
    """Arrows go through the names of people in earlier games, and keep a typed name."""
    suspend("Kit", 1_000.0)
    suspend("Uli", 2_000.0)
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "n", "enter", "down")
        field = app.screen.query_one("#name-0", Input)
        assert field.has_focus
        seen = []
        for key in ("right", "right", "right", "left"):
            seen.append(field.value)
            await press(pilot, key)
        assert len(set(seen[:3])) == 3
        assert seen[0] == "Ann"
        assert "Uli" in seen[1:]
        await press(pilot, *"Zo", "left", "x")
        assert field.value == "Zxo"
        assert "←→" in shown(pilot)


async def test_the_hand_in_the_settings_is_whole_at_80_by_24(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24)) as pilot:
        await press(pilot, "s")
        hand = app.screen.query_one(SampleHand)
        assert hand.region.bottom <= app.screen.query_one("#message").region.y


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
    assert login_name() == name


def test_a_user_without_a_login_is_called_ann(monkeypatch: pytest.MonkeyPatch) -> None:
    def nobody() -> str:
        raise KeyError("no such user")

    monkeypatch.setattr("getpass.getuser", nobody)
    assert login_name() == "Ann"

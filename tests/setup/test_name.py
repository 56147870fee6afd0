"""The program asks for the user's name once, saves it, and uses it wherever the user sits down."""

from pathlib import Path

import pytest

from spades_tui import cli
from spades_tui.commands import play
from spades_tui.language.player_names import login_name
from spades_tui.language.unusable import UnusableError
from spades_tui.play.saved_games import last_setup, remember_setup
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import load_settings, read_settings, save_settings, settings_file
from tests.driver import driving
from tests.setup.helpers import FirstApp, NotedApp, Suspend
from tests.sizes import LARGE, SMALL, at_each_size

QUESTION = "What's your name at the table?"


@at_each_size(SMALL, LARGE)
async def test_the_first_start_asks_once_and_enter_accepts_the_login(size: tuple[int, int]) -> None:
    app = FirstApp()
    async with driving(app, size) as seat:
        assert seat.sees(QUESTION) and not seat.sees("Quick game")
        assert seat.field == "Ann"
        await seat.press("enter")
        assert not seat.sees(QUESTION) and seat.chosen == "Quick game"
        await seat.press("enter")
    assert [seat.name for seat in app.started[0].seats] == ["Ann", "Bea", "Cy", "Dot"]
    assert load_settings() == Settings(name="Ann")
    async with driving(FirstApp(), size) as seat:
        assert not seat.sees(QUESTION) and seat.chosen == "Quick game"


async def test_another_name_is_used_wherever_the_user_sits_down() -> None:
    app = FirstApp()
    async with driving(app) as seat:
        await seat.press(*"Uli", "enter", "g")
        await seat.press("n", "enter")
        assert " Uli " in seat.line(" 1 ")
        await seat.press("enter")
    assert [setup.seats[0] for setup in app.started] == [SeatSetup("Uli", "human")] * 2


async def test_the_question_may_be_declined() -> None:
    """Esc takes the suggested name, and letters open nothing meanwhile."""
    async with driving(FirstApp()) as seat:
        await seat.press("q", "n", "escape")
        assert seat.place == "home" and not seat.sees(QUESTION)
    assert load_settings().name == "Ann"


async def test_the_key_of_help_opens_it_while_a_name_is_typed() -> None:
    async with driving(FirstApp()) as seat:
        await seat.press("U", "?")
        assert seat.place == "keys"
        await seat.press("escape", "l", "enter", "n", "enter", "up", "up", "?")
        assert seat.place == "keys"
        await seat.press("escape")
        assert seat.place == "seats"
    assert load_settings().name == "Ul"


async def test_an_invalid_user_name_is_refused_with_a_sentence() -> None:
    refused = (
        ("", "Type a name"),
        ("B" * 21, "the maximum is 20 characters"),
        ("Be\u202ea", "can't be shown"),
        ("- !", "a letter"),
    )
    async with driving(FirstApp()) as seat:
        for name, words in refused:
            await seat.write(name)
            await seat.press("enter")
            assert seat.sees(words)
        assert load_settings().name == ""
        await seat.write(' O\'Neill  "Tip" ')
        await seat.press("enter")
    assert load_settings().name == 'O\'Neill "Tip"'


async def test_the_name_is_added_to_an_older_settings_file() -> None:
    old = 'pace = "instant"\nletters = true\ncut_patience = 5\nsort = "ranks"\ntrumps = "right"\ntheme = "light"\n'
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text(old, "utf-8")
    assert read_settings().problem is None
    async with driving(FirstApp()) as seat:
        await seat.press("enter")
    assert set(old.splitlines()) <= set(settings_file().read_text("utf-8").splitlines())
    assert load_settings().name == "Ann"


async def test_a_broken_settings_file_is_reported_without_a_question() -> None:
    settings_file().parent.mkdir(parents=True)
    settings_file().write_text("pace = 7\n")
    async with driving(FirstApp()) as seat:
        assert seat.sees("7 isn't allowed") and not seat.sees(QUESTION)


@pytest.mark.parametrize("name", ["B" * 21, " Bea", "Be\u202ea", "Be\nea", "Bo\u0308"])
def test_settings_accept_only_names_allowed_in_a_seat(name: str) -> None:
    with pytest.raises(UnusableError, match="name: "):
        Settings(name=name)


@at_each_size(SMALL, LARGE)
async def test_the_name_is_changed_in_the_settings(app: NotedApp, size: tuple[int, int]) -> None:
    """The last table, which Quick game repeats, has the new name too; other people keep theirs."""
    save_settings(Settings(name="Ann"))
    seats = (SeatSetup("Ann", "human"), SeatSetup("Vic", "human"), SeatSetup("Wim", "bot", "club"))
    remember_setup(TableSetup(find("bemo"), {}, seats))
    async with driving(app, size) as seat:
        await seat.press("s", "up")
        assert (seat.place, seat.field) == ("settings", "Ann")
        await seat.press(*"Uli")
        assert seat.sees("Your name at new tables")
        await seat.press("escape", "g")
    assert load_settings().name == "Uli"
    last = last_setup()
    assert last is not None
    assert [seat.name for seat in last.seats] == ["Uli", "Vic", "Wim"]
    assert [seat.name for seat in app.started[0].seats] == ["Uli", "Vic", "Wim"]


async def test_an_invalid_name_in_the_settings_is_reset(home: Path) -> None:
    save_settings(Settings(name="Uli"))
    async with driving(NotedApp()) as seat:
        await seat.press("s", "up", *("x" * 21), "enter")
        assert seat.sees("That name can't be used")
        await seat.press("up")
        assert seat.field == "Uli"
    assert load_settings().name == "Uli"


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[TableSetup]:
    """Return the tables that `play` would open."""
    found: list[TableSetup] = []

    def note(setup: TableSetup, resume: Path | None, said: object = None) -> int:
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
        ["Uli", "Bea", "Cy", "Dot"],
        ["Ann", "Uli", "Bea", "Cy"],
        ["Bea", "Ann", "Cy", "Dot"],
        ["Uli", "Ann", "Bea", "Cy"],
        ["Ann", "Bea", "Cy", "Dot"],
    ]


async def test_people_from_earlier_games_are_offered_in_a_seat(app: NotedApp, suspend: Suspend) -> None:
    """Arrows go through the names of people in earlier games, and keep a typed name."""
    suspend("Kit", 1_000.0)
    suspend("Uli", 2_000.0)
    async with driving(app) as seat:
        await seat.press("n", "enter", "down")
        seen = []
        for key in ("right", "right", "right", "left"):
            seen.append(seat.field)
            await seat.press(key)
        assert len(set(seen[:3])) == 3
        assert seen[0] == "Ann"
        assert "Uli" in seen[1:]
        await seat.press(*"Zo", "left", "x")
        assert seat.field == "Zxo"
        assert seat.sees("←→")


async def test_the_hand_in_the_settings_is_whole_at_80_by_24(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("s")
        hand = seat.lines[seat.lines.index(seat.line("Your hand will look like this")) + 1 :]
        assert hand[0].count("╭") == hand[2].count("╰") == 12


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

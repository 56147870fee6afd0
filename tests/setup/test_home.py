"""Home offers the right choices, with and without suspended games, right after the start."""

import subprocess
import sys
import time
from pathlib import Path

import pytest
from rich.cells import cell_len

from spades_tui.language.player_names import NameLine, RemarkedName
from spades_tui.language.times import when
from spades_tui.lessons.learned import remember_done
from spades_tui.play.game_code import code_of
from spades_tui.play.hosted_games import note_command
from spades_tui.play.saved_games import last_setup, remember_setup, variant_name
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.rules.catalogue import find, shipped
from spades_tui.system.folders import forks_folder, invitations_file
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.scorebook.unfinished import ContinueScreen
from spades_tui.tui.setup.daily_screen import DailyScreen
from spades_tui.tui.setup.games_and_rules import RulesScreen, VariantSelectionScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.setup.new_table import length_words, with_length
from spades_tui.tui.setup.settings_and_keys import SettingsScreen
from spades_tui.tui.widgets.canvas import fit_line
from spades_tui.tui.widgets.choice_list import MARKER, ChoiceList
from spades_tui.tui.widgets.fields import TextField
from tests.setup.helpers import NotedApp, Suspend, labels, press, shown
from tests.sizes import LARGE, SMALL, at_each_size

REST = ["Quick game", "Daily", "New game", "Learn", "Scorebook", "Rules", "Settings", "Quit"]


@at_each_size(SMALL, LARGE)
async def test_home_without_a_suspended_game_offers_no_resume(app: NotedApp, size: tuple[int, int]) -> None:
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, HomeScreen)
        assert labels(pilot) == REST
        assert app.screen.query_one(ChoiceList).chosen.key == "quick"
        assert app.screen.query_one(ChoiceList).has_focus


async def test_a_quick_game_seats_one_person_and_three_computer_players(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "enter")
    (setup,) = app.started
    assert setup.variant.slug == "sandbags"
    assert [(seat.name, seat.kind, seat.level) for seat in setup.seats] == [
        ("Ann", "human", None),
        ("Bea", "bot", "club/bold"),
        ("Cy", "bot", "strong"),
        ("Dot", "bot", "club/careful"),
    ]
    assert setup.options == {"slip": True}


async def test_a_quick_game_repeats_the_last_table(app: NotedApp) -> None:
    seats = (SeatSetup("Uli", "human"), SeatSetup("Vic", "bot", "beginner"), SeatSetup("Wim", "human"))
    remember_setup(TableSetup(find("bemo"), {"target": 300}, seats))
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        assert "Bemo · Uli, Vic, Wim" in shown(pilot)
        await press(pilot, "g")
    (setup,) = app.started
    assert (setup.variant.slug, setup.options, setup.seats) == ("bemo", {"target": 300}, seats)


LENGTHS = {
    "sandbags": [500, 200, 300, 500],
    "joker-deuces": [350, 500, 200, 300, 350],
    "bemo": [500, 200, 300, 500],
    "3b-four": [8, 16, 4, 8],
    "3b-five": [9, 10, 18, 5, 9],  # after ten hands everybody has sat out equally often
    "league": [12, 12],  # which follows a programme
}


@pytest.mark.parametrize("slug", LENGTHS)
def test_a_quick_game_offers_the_lengths_of_its_game(slug: str) -> None:
    from spades_tui.rules.options import with_options
    from spades_tui.tui.setup.new_table import default_setup

    setup = default_setup(find(slug), "Ann")
    for length in LENGTHS[slug]:
        played = with_options(setup.variant, setup.options).to_json()["endings"]
        assert length in [part.get("points", part.get("hands")) for part in played]
        assert length_words(setup).split(" ")[0] in ("", str(length))
        longer = with_length(setup, 1)
        assert with_length(longer, -1) == setup
        setup = longer
    assert setup.options != {} or slug == "league"


async def test_the_length_of_a_quick_game_is_chosen_at_home(app: NotedApp) -> None:
    """Arrows on its line choose the length, and the next quick game has it too."""
    seats = (SeatSetup("Uli", "human"), *bot_seats(3, "club"))
    remember_setup(TableSetup(find("sandbags"), {"target": 250}, seats))
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert "Sandbags · Uli, Ann, Bea, Cy · 250 points" in shown(pilot)
        await press(pilot, "right")
        assert "Sandbags · Uli, Ann, Bea, Cy · 300 points" in shown(pilot)
        await press(pilot, "down")
        assert "length" not in shown(pilot)
        await press(pilot, "right", "up", "enter")
    (setup,) = app.started
    assert (setup.options, setup.seats) == ({"target": 300}, seats)
    last = last_setup()
    assert last is not None and last.options == {"target": 300}


async def test_notes_leave_out_names_before_anything_else(app: NotedApp, suspend: Suspend) -> None:
    """At 80 columns names are left out; on wider terminals the notes are whole."""
    suspend("Bartholomew Ashcroft", time.time() - 600_000)
    suspend("Clementine Underhill", time.time() - 300_000)
    async with app.run_test(size=SMALL, notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        (line,) = [line for line in shown(pilot).splitlines() if "Continue" in line]
        assert " … · " in line
        assert line.rstrip().endswith(when(time.time() - 300_000))
        await pilot.resize_terminal(130, 40)
        await pilot.pause()
        (line,) = [line for line in shown(pilot).splitlines() if "Continue" in line]
        assert "Clementine Underhill, Bea, Cy, Dot" in line and "…" not in line


async def test_enter_resumes_the_only_suspended_game(app: NotedApp, suspend: Suspend) -> None:
    path = suspend("Kit", time.time() - 3600)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        assert labels(pilot) == ["Continue", *REST]
        assert "Kit, Bea, Cy, Dot" in shown(pilot)
        await press(pilot, "enter")
    assert app.resumed == [path]


@pytest.mark.parametrize("hosted", [None, "host", "host --listen 0.0.0.0 --port 2301", "serve --invite --port 8001"])
async def test_a_game_with_friends_is_resumed_here_only_after_a_question(
    app: NotedApp, suspend: Suspend, hosted: str | None
) -> None:
    """The question says how the friends can return; Enter and Esc leave the game alone."""
    path = suspend("Kit", time.time() - 3600)
    invitations = invitations_file(path)
    invitations.parent.mkdir(parents=True)
    invitations.write_text("[]")
    if hosted is not None:
        note_command(path, hosted.split())
    async with app.run_test(size=(80, 24)) as pilot:  # without the notice about this record, which may cover the words
        await press(pilot, "enter")
        assert f"type: spades-tui {hosted or 'host'} --resume" in " ".join(shown(pilot).split())
        await press(pilot, "enter")
        assert app.resumed == []
        await press(pilot, "enter", "up", "enter")
    assert app.resumed == [path]


@at_each_size(SMALL, LARGE)
async def test_the_newest_suspended_game_comes_first(app: NotedApp, suspend: Suspend, size: tuple[int, int]) -> None:
    now = time.time()
    older, newer = suspend("Old", now - 200_000), suspend("New", now - 10)
    async with app.run_test(size=size, notifications=True, tooltips=True) as pilot:
        await press(pilot, "c")
        assert isinstance(app.screen, ContinueScreen)
        assert [label.split(", ")[0] for label in labels(pilot)] == ["Sandbags · New", "Sandbags · Old"]
        await press(pilot, "down", "enter")
        assert isinstance(app.screen, HomeScreen)
    assert app.resumed == [older]
    assert newer.exists()


async def test_forks_and_unplayed_tables_are_listed_separately(app: NotedApp, suspend: Suspend) -> None:
    now = time.time()
    fork, played, left = suspend("Fay", now), suspend("Pat", now - 20), suspend("Lee", now - 10)
    left.write_text("".join(left.read_text("utf-8").splitlines(keepends=True)[:1]), "utf-8")
    folder = forks_folder(played.parent)
    folder.mkdir()
    fork = fork.rename(folder / fork.name)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        assert "Sandbags · Pat, " in shown(pilot), "at home, the game that was played, though it is the oldest"
        await press(pilot, "c")
        lines = [(choice.heading, choice.label.split(", ")[0]) for choice in app.screen.query_one(ChoiceList).choices]
        assert [line for heading, line in lines if not heading] == [
            "Sandbags · Pat", "Sandbags · Lee", "fork · Sandbags · Fay",
        ]  # fmt: skip
        assert [heading for heading, _ in lines] == [False, True, False, True, False]
        for key, chosen in (("end", 4), ("up", 2), ("home", 0), ("up", 4), ("down", 0)):
            await press(pilot, key)
            assert app.screen.query_one(ChoiceList).at == chosen, "never on a heading"
            assert MARKER in shown(pilot)
        await press(pilot, "end", "enter")
    assert app.resumed == [fork]


async def test_the_selection_in_learn_is_visible_and_never_on_a_heading(app: NotedApp) -> None:
    screen = LearnScreen()
    for name in screen.heads:
        remember_done(name)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "l")
        for key in ("home", "end", "down", "up"):
            assert MARKER in shown(pilot)
            assert not app.screen.query_one(ChoiceList).chosen.heading
            await press(pilot, key)


async def test_a_list_keeps_its_selection_in_view(app: NotedApp, suspend: Suspend) -> None:
    for number in range(40):
        suspend(f"Pat{number}", time.time() - number)
    async with app.run_test(size=(140, 45), notifications=True, tooltips=True) as pilot:
        await press(pilot, "c", "end")
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert MARKER in shown(pilot)


async def test_a_broken_journal_is_reported_and_kept(
    app: NotedApp, suspend: Suspend, monkeypatch: pytest.MonkeyPatch
) -> None:
    from spades_tui.tui.app import SpadesApp

    path = suspend("Kit", time.time())
    path.write_bytes(path.read_bytes().replace(b"spades-record/1", b"spades-record/9"))  # nothing of it can be rescued
    before = path.read_bytes()
    monkeypatch.setattr(type(app), "resume_table", SpadesApp.resume_table)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "c")
        assert isinstance(app.screen, HomeScreen)
        assert "can't be resumed" in shown(pilot)
    assert path.read_bytes() == before


async def test_letters_arrows_and_the_mouse_lead_to_every_screen(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        for key, screen in (
            ("d", DailyScreen),
            ("n", VariantSelectionScreen),
            ("l", LearnScreen),
            ("r", RulesScreen),
            ("s", SettingsScreen),
        ):
            await press(pilot, key)
            assert isinstance(app.screen, screen)
            await press(pilot, "escape")
            assert isinstance(app.screen, HomeScreen)
        await press(pilot, "home", "down", "down", "enter")
        assert isinstance(app.screen, VariantSelectionScreen)
        await press(pilot, "escape")
        await pilot.click(ChoiceList, offset=(5, 5))
        await pilot.pause()
        assert isinstance(app.screen, RulesScreen)


async def test_one_click_takes_a_line_after_the_menu_has_changed(
    app: NotedApp, suspend: Suspend, home: Path
) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "r")
        suspend("Ann", 1000)
        (home / "data" / "book.spades-book.jsonl").touch()
        await press(pilot, "escape")
        assert labels(pilot) == ["Continue", *REST]
        await pilot.click(ChoiceList, offset=(5, 7))
        await pilot.pause()
        assert isinstance(app.screen, SettingsScreen)


async def test_a_first_hand_is_offered_once_and_may_be_declined(home: Path) -> None:
    offer = "play a five-minute first hand"
    for _ in range(2):  # the offer stays until it is answered
        app = NotedApp()
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            await pilot.pause()
            assert offer in shown(pilot)
    app = NotedApp()
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "x")
        assert offer not in shown(pilot)
        assert "not now" not in shown(pilot)
    app = NotedApp()
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert offer not in shown(pilot)
        await press(pilot, "f", "x")
        assert isinstance(app.screen, HomeScreen)


async def test_the_first_hand_starts_with_one_key_and_is_offered_once(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "f")
        await pilot.pause(0.2)
        assert "Welcome! Cy, across the table, is your partner" in shown(pilot)
        await press(pilot, "q")
        assert isinstance(app.screen, LearnScreen)
        await press(pilot, "escape")
        assert isinstance(app.screen, HomeScreen)
        assert "play a five-minute first hand" not in shown(pilot)


async def test_an_experienced_player_is_offered_no_first_hand(app: NotedApp, suspend: Suspend) -> None:
    suspend("Kit", time.time())
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert "play a five-minute first hand" not in shown(pilot)


async def test_q_and_quit_leave_the_program(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "q")
    assert app.return_code == 0


async def test_a_broken_settings_file_is_reported_at_home(app: NotedApp, home: Path) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text('pace = "slow"\n')
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await pilot.pause()
        assert "slow isn't allowed" in " ".join(shown(pilot).split())


def test_home_opens_without_pydantic_markdown_or_computer_players() -> None:
    """The first frame waits for none of these imports, nor for reading the variants."""
    script = """
import asyncio, sys
from spades_tui.tui.app import SpadesApp
import spades_tui.tui.setup.home
import spades_tui.tui.scorebook_thread, spades_tui.scorebook.scorebook  # catches up at once
async def main():
    async with SpadesApp().run_test() as pilot:
        await pilot.pause()
        heavy = ("pydantic", "markdown_it", "spades_tui.bots.beginner", "spades_tui.bots.club",
                 "spades_tui.bots.search", "spades_tui.rules.variant", "spades_tui.play.table",
                 "spades_tui.tui.command_palette", "spades_tui.tui.command_palette")
        print(*[name for name in heavy if name in sys.modules])
asyncio.run(main())
"""
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.strip() == ""


def test_times_are_put_into_words() -> None:
    noon = time.mktime((2026, 3, 10, 12, 0, 0, 0, 0, -1))
    assert when(noon - 30, noon) == "just now"
    assert when(noon - 3 * 3600, noon) == "today 9:00"
    assert when(noon - 86_400, noon) == "yesterday 12:00"
    assert when(noon - 9 * 86_400, noon) == "1 March"
    assert when(noon - 100 * 86_400, noon) == "30 November 2025"


def test_a_line_with_names_is_shortened_to_its_width() -> None:
    title = NameLine(("Sandbags · ",), ("Clementine Underhill", "Bea", "Cy"), " · hand 3")
    line = title.within("2 games: ", " · today 10:15")
    assert line == "2 games: Sandbags · Clementine Underhill, Bea, Cy · hand 3 · today 10:15"
    assert fit_line(line, 80) == line
    assert fit_line(line, 70) == "2 games: Sandbags · Clementine Underhill, Bea … · hand 3 · today 10:15"
    assert fit_line(line, 66) == "2 games: Sandbags · Clementine Underhill … · hand 3 · today 10:15"
    assert fit_line(line, 58) == "2 games: Sandbags · Clementine Und… · hand 3 · today 10:15"
    ann, bea = RemarkedName("Ann", "computer"), RemarkedName("Bea", "computer")
    won = NameLine((ann, " & ", "Cy", " won  against "), (bea, "Dot"))
    assert won == "Ann (computer) & Cy won  against Bea (computer), Dot"
    assert fit_line(won, 40) == "Ann & Cy won  against Bea, Dot"
    for width in range(60):
        assert cell_len(fit_line(line, width)) <= width


def test_each_shipped_game_has_the_name_in_its_file() -> None:
    assert {slug: variant_name(slug) for slug in shipped()} == {slug: one.name for slug, one in shipped().items()}


async def test_a_code_is_typed_until_it_is_right(app: NotedApp) -> None:
    code = "sandbags 67QF-2M90-1111-WM18"
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "k")
        await pilot.press(*f"{code[:-1]}9", "enter")
        await pilot.pause()
        assert not app.started
        assert "A letter is wrong or missing" in shown(pilot)
        assert app.screen.query_one(TextField).value == f"{code[:-1]}9"
        await press(pilot, "end", "backspace", "8", "enter")
    (setup,) = app.started
    assert code_of(setup) == code
    assert setup.seats[0].name == "Ann"


async def test_no_code_is_asked_for_after_escape(app: NotedApp) -> None:
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
        await press(pilot, "k", "escape")
        assert isinstance(app.screen, HomeScreen)
    assert not app.started

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
from spades_tui.lessons.lesson_reader import heads
from spades_tui.play.game_code import code_of
from spades_tui.play.hosted_games import note_command
from spades_tui.play.saved_games import last_setup, remember_setup, variant_name
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.system.folders import forks_folder, invitations_file
from spades_tui.tui.widgets.canvas import fit_line
from tests import LONG
from tests.driver import driving
from tests.setup.helpers import NotedApp, Suspend
from tests.setup_scenes import at_home
from tests.sizes import LARGE, SMALL, at_each_size

REST = ["Quick game", "Daily", "New game", "Learn", "Scorebook", "Rules", "Settings", "Quit"]


@at_each_size(SMALL, LARGE)
async def test_home_without_a_suspended_game_offers_no_resume(app: NotedApp, size: tuple[int, int]) -> None:
    async with driving(app, size) as seat:
        assert seat.place == "home"
        assert seat.chosen == "Quick game"
        assert seat.sees(*REST)
        assert not seat.sees("Continue")
        await seat.press("q")
        assert not seat.running
    assert app.return_code == 0


async def test_a_new_users_quick_game_is_classic_with_nil_against_three_computer_players(app: NotedApp) -> None:
    async with driving(app) as seat:
        assert seat.sees("Classic · you and three computer players")
        await seat.press("enter")
    (setup,) = app.started
    assert setup.variant == find("classic")
    rules = ruleset(with_options(setup.variant, setup.options))
    assert rules.bid_word(0) == "nil" and rules.blind is not None
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
    async with driving(app) as seat:
        assert seat.sees("Bemo · Uli, Vic, Wim")
        await seat.press("g")
    (setup,) = app.started
    assert (setup.variant.slug, setup.options, setup.seats) == ("bemo", {"target": 300}, seats)


async def test_the_length_of_a_quick_game_is_chosen_at_home(app: NotedApp) -> None:
    """Arrows on its line choose the length, and the next quick game has it too."""
    seats = (SeatSetup("Uli", "human"), *bot_seats(3, "club"))
    remember_setup(TableSetup(find("sandbags"), {"target": 250}, seats))
    async with driving(app) as seat:
        assert seat.sees("Sandbags · Uli, Ann, Bea, Cy · 250 points")
        await seat.press("right")
        assert seat.sees("Sandbags · Uli, Ann, Bea, Cy · 300 points")
        await seat.press("down")
        assert not seat.sees("length")
        await seat.press("right", "up", "enter")
    (setup,) = app.started
    assert (setup.options, setup.seats) == ({"target": 300}, seats)
    last = last_setup()
    assert last is not None and last.options == {"target": 300}


async def test_notes_leave_out_names_before_anything_else(app: NotedApp, suspend: Suspend) -> None:
    """At 80 columns names are left out; on wider terminals the notes are whole."""
    suspend("Bartholomew Ashcroft", time.time() - 600_000)
    suspend("Clementine Underhill", time.time() - 300_000)
    async with driving(app) as seat:
        line = seat.line("Continue")
        assert " … · " in line and line.endswith(when(time.time() - 300_000))
        await seat.resize(130, 40)
        line = seat.line("Continue")
        assert "Clementine Underhill, Bea, Cy, Dot" in line and "…" not in line


async def test_enter_resumes_the_only_suspended_game(app: NotedApp, suspend: Suspend) -> None:
    """People who have played aren't offered a first hand."""
    path = suspend("Kit", time.time() - 3600)
    async with driving(app) as seat:
        assert seat.choices == ["Continue", *REST]
        assert seat.sees("Kit, Bea, Cy, Dot") and not seat.sees(OFFER)
        await seat.press("enter")
    assert app.resumed == [path]


@pytest.mark.parametrize("hosted", [None, "host", "host --listen 0.0.0.0 --port 2301", "serve --invite --port 8001"])
async def test_a_game_with_friends_is_resumed_here_only_after_a_question(
    app: NotedApp, suspend: Suspend, hosted: str | None
) -> None:
    """The question says how the friends can return; Enter opens their table, and Esc leaves the game alone."""
    path = suspend("Kit", time.time() - 3600)
    invitations = invitations_file(path)
    invitations.parent.mkdir(parents=True)
    invitations.write_text("[]")
    if hosted is not None:
        note_command(path, hosted.split())
    invited: list[Path] = []
    app.invites_again = lambda game: invited.append(game) or "Not now."  # type: ignore[func-returns-value]
    async with driving(app, LARGE) as seat:
        await seat.press("enter")
        assert seat.sees(f"type: spades-tui {hosted or 'host'} --resume")
        await seat.press("escape", "enter", "enter")
        assert app.resumed == []
        assert invited == [path]
        await seat.press("enter", "down", "enter")
    assert app.resumed == [path]


@at_each_size(SMALL, LARGE)
async def test_the_newest_suspended_game_comes_first(app: NotedApp, suspend: Suspend, size: tuple[int, int]) -> None:
    now = time.time()
    older, newer = suspend("Old", now - 200_000), suspend("New", now - 10)
    async with driving(app, size) as seat:
        await seat.press("c")
        assert [game.split(", ")[0] for game in seat.choices] == ["Sandbags · New", "Sandbags · Old"]
        await seat.press("down", "enter")
    assert app.resumed == [older]
    assert newer.exists()


async def test_forks_and_unplayed_tables_are_listed_separately(app: NotedApp, suspend: Suspend) -> None:
    """The cursor is never on a heading."""
    now = time.time()
    fork, played, left = suspend("Fay", now), suspend("Pat", now - 20), suspend("Lee", now - 10)
    left.write_text("".join(left.read_text("utf-8").splitlines(keepends=True)[:1]), "utf-8")
    folder = forks_folder(played.parent)
    folder.mkdir()
    fork = fork.rename(folder / fork.name)
    async with driving(app) as seat:
        assert seat.sees("Sandbags · Pat, "), "at home, the game that was played, though it is the oldest"
        await seat.press("c")
        pat, _, lee, _, fay = [line.split(", ")[0] for line in seat.choices]
        assert [pat, lee, fay] == ["Sandbags · Pat", "Sandbags · Lee", "copy · Sandbags · Fay"]
        for key, game in (("end", fay), ("up", lee), ("home", pat), ("up", fay), ("down", pat)):
            await seat.press(key)
            assert seat.chosen.startswith(game)
        await seat.press("end", "enter")
    assert app.resumed == [fork]


async def test_the_selection_in_learn_is_visible_and_never_on_a_heading(app: NotedApp) -> None:
    choosable = {*(head.title for head in heads()), *(variant.name for variant in shipped().values())}
    for head in heads():
        remember_done(head.name)
    async with driving(app) as seat:
        await seat.press("l")
        for key in ("home", "end", "down", "up"):
            assert seat.chosen.removeprefix("✓ ") in choosable, seat.text
            await seat.press(key)


async def test_a_list_keeps_its_selection_in_view(app: NotedApp, suspend: Suspend) -> None:
    for number in range(40):
        suspend(f"Pat{number}", time.time() - number)
    async with driving(app, LARGE) as seat:
        await seat.press("c", "end")
        await seat.resize(*SMALL)
        assert seat.chosen.startswith("Sandbags · Pat39")


async def test_the_menu_is_whole_in_a_terminal_that_grows(app: NotedApp) -> None:
    async with driving(app) as seat:
        before = seat.choices
        await seat.resize(*LARGE)
        assert [line for line in seat.listed if line in before] == before, seat.text


async def test_a_broken_journal_is_reported_and_kept(suspend: Suspend) -> None:
    path = suspend("Kit", time.time())
    path.write_bytes(path.read_bytes().replace(b"spades-record/1", b"spades-record/9"))  # nothing of it can be rescued
    before = path.read_bytes()
    async with driving(at_home()) as seat:
        await seat.press("c")
        assert seat.place == "home" and seat.sees("can't be resumed")
    assert path.read_bytes() == before


async def test_letters_arrows_and_the_mouse_lead_to_every_screen(app: NotedApp) -> None:
    async with driving(app) as seat:
        for key, place in (("d", "day"), ("n", "variants"), ("l", "learn"), ("r", "rules"), ("s", "settings")):
            await seat.press(key)
            assert seat.place == place
            await seat.press("escape")
            assert seat.place == "home"
        await seat.press("home", "down", "down", "enter")
        assert seat.place == "variants"
        await seat.press("escape")
        await seat.click("Rules")
        assert seat.place == "rules"


async def test_one_click_takes_a_line_after_the_menu_has_changed(app: NotedApp, suspend: Suspend, home: Path) -> None:
    async with driving(app) as seat:
        await seat.press("r")
        suspend("Ann", 1000)
        (home / "data" / "scorebook.sqlite3").touch()
        await seat.press("escape")
        assert seat.choices == ["Continue", *REST]
        await seat.click("Settings")
        assert seat.place == "settings"


OFFER = "play a five-minute first hand"


async def test_a_first_hand_is_offered_until_it_is_declined(home: Path) -> None:
    async with driving(NotedApp()) as seat:
        assert seat.sees(OFFER)
    async with driving(NotedApp()) as seat:
        assert seat.sees(OFFER, "not now")
        await seat.press("x")
        assert not seat.sees(OFFER) and not seat.sees("not now")
    async with driving(NotedApp()) as seat:
        assert not seat.sees(OFFER)
        await seat.press("f", "x")
        assert seat.place == "home"


async def test_the_first_hand_starts_with_one_key_and_is_offered_once(app: NotedApp) -> None:
    async with driving(app) as seat:
        await seat.press("f")
        await seat.wait("Welcome! Cy, across the")  # the words are beside the table
        await seat.press("q")
        assert seat.place == "learn"
        await seat.press("escape")
        assert seat.place == "home" and not seat.sees(OFFER)


async def test_a_broken_settings_file_is_reported_at_home(app: NotedApp, home: Path) -> None:
    (home / "config").mkdir()
    (home / "config" / "settings.toml").write_text('pace = "slow"\n')
    async with driving(app) as seat:
        assert seat.sees("slow isn't allowed")


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
    command = [sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, encoding="utf-8", timeout=LONG, check=True)
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
    async with driving(app) as seat:
        await seat.press("k", "escape")
        assert seat.place == "home"
        await seat.press("k", *f"{code[:-1]}9", "enter")
        assert not app.started
        assert seat.sees("A letter is wrong or missing") and seat.field == f"{code[:-1]}9"
        await seat.press("end", "backspace", "8", "enter")
    (setup,) = app.started
    assert code_of(setup) == code
    assert setup.seats[0].name == "Ann"

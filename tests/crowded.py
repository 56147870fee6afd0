"""Show every screen as full as possible: long names, five seats, a long season, many games."""

import os
import re
import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, cast

from textual.pilot import Pilot

from spades_tui.play.match import Match
from spades_tui.scorebook.season import Kind
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import data_folder, forks_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.setup.match_screen import MatchScreen
from spades_tui.tui.table.save_trouble import SaveQuestionScreen
from spades_tui.tui.table.screen_at_table import HandSheetScreen
from tests.decision_scenes import DECISIONS
from tests.scenes import SCENES, Scene, SceneApp, at, scored
from tests.scorebook.games import Season
from tests.scorebook_screens.filled import simulated
from tests.scorebook_screens.helpers import press, wait_for_answer
from tests.screens.looking import wait_until
from tests.setup_scenes import SETUP_SCENES

LONG = ("Anne-Marie Featherby", "Bartholomew Ashcroft", "Clementine Underhill", "Wolfeschlegelsteinha",
        "Evangelina Fortescue")  # fmt: skip
OURS = re.compile(r"\b(?:d|de|dea|deal|deale|y|yo|your|your p\w*|p|pa\w*|tri?c?|ha?n?|b|bi)…")
"""Cut words on plates and in the top line, where only names may be cut."""
GAMES = 12
"""Number of unfinished games, of forks, and of abandoned games."""


@cache
def _template() -> TemporaryDirectory[str]:
    """Return a data folder with a season of people with long names, shared by the tests and removed at their end."""
    folder = TemporaryDirectory(prefix="crowded-")
    home = Path(folder.name)
    season = Season(home)
    for day in range(2, 22):
        season.on(f"2026-03-{day:02}").play((1, 2, 0), names=LONG[:3], imperfect=(0,), bones=(1,))
    table = season.table
    for name in LONG[:3]:
        for kind in (
            Kind.TRAY,
            Kind.PILE,
            Kind.CHIT,
            Kind.DECK,
            Kind.STAR,
            Kind.OUTSIDE,
            Kind.GOLD,
            Kind.RED,
        ):
            season.book.correct(name, table, kind, 99, "as many as there can be")
    five = simulated(home, "3b-five", LONG, "2026-03-22T20:00:00+00:00", hands=2)
    simulated(home, "two-handed", LONG[:2], "2026-03-23T20:00:00+00:00", target=50)
    season.book.records.catch_up()
    begun = "".join(five.read_text("utf-8").splitlines(keepends=True)[:6])
    forks_folder(home / "games").mkdir()
    for number in range(GAMES):
        name = f"2026-04-{number + 1:02}-000000-{{}}.spades.jsonl"
        (home / "games" / name.format("open")).write_text(begun, "utf-8")
        (home / "games" / name.format("left")).write_text(begun, "utf-8")
        (forks_folder(home / "games") / name.format("fork")).write_text(begun, "utf-8")
        season.book.records.give_up(home / "games" / name.format("left"))
    season.book.close()
    return folder


def crowded() -> SpadesApp:
    """Return the program with this data folder."""
    os.environ["LOGNAME"] = "ann"
    if not data_folder().exists():
        shutil.copytree(_template().name, data_folder())
    return SpadesApp(settings=Settings(name=LONG[0], partner=f"strong:{LONG[1]}"))


def book(*pressed: str) -> Scene:
    """Return a page of the crowded scorebook."""

    async def go(pilot: Pilot[int]) -> None:
        await wait_for_answer(pilot)
        await press(pilot, *pressed)

    return Scene(crowded, go)


def standing(make: Callable[[], SpadesScreen]) -> Scene:
    """Return a screen pushed over home."""

    async def go(pilot: Pilot[int]) -> None:
        await wait_for_answer(pilot)
        pilot.app.push_screen(make())
        await wait_for_answer(pilot)

    return Scene(crowded, go)


def review(*pressed: str) -> Scene:
    """Return the review of a game between five people."""

    async def go(pilot: Pilot[int]) -> None:
        await wait_for_answer(pilot)
        screen = ReviewScreen(next((data_folder() / "games").glob("2026-03-22*")))
        pilot.app.push_screen(screen)
        assert await wait_until(lambda: screen.review is not None)
        await press(pilot, *pressed)

    return Scene(crowded, go)


def _unkept() -> SaveQuestionScreen:
    words = tuple(f"{word} " * 40 for word in ("full", "disk", "/long/path" * 9))
    return SaveQuestionScreen(cast(Any, None), words, print)


async def _hand_sheet(pilot: Pilot[int]) -> None:
    """Open the sheet of an earlier hand, as the side panel of a wide terminal does."""
    await wait_for_answer(pilot)
    controller = cast(SceneApp, pilot.app).controller
    assert controller is not None
    pilot.app.push_screen(HandSheetScreen(controller, 0))
    await wait_for_answer(pilot)


async def _why(pilot: Pilot[int]) -> None:
    """Ask for the reason of the last card of a trick, with all hands open."""
    await SCENES["open-hands-3b-five"].go(pilot)
    await pilot.press("home", "down", "y")
    await pilot.app.workers.wait_for_complete()
    await wait_for_answer(pilot)


PLAYED_TO = ("slash", *"play to", "enter", *"250", "enter")
"""Keys that change the target in the form for house rules."""

QUICK: dict[str, Scene] = {
    "AfterGameScreen": book("b", "down", "g", "enter"),
    "AskChoice": book("b", "m"),
    "AskKey": SETUP_SCENES["own-keys"],
    "AskLine": book("b", "e"),
    "BookScreen": book("b", "tab"),
    "CastScreen": book("b", "f2"),
    "ChitScreen": SCENES["chit"],
    "Confirmation": book("b", "g", "x"),
    "CorrectScreen": book("b", "c"),
    "CurtainScreen": SCENES["curtain-play"],
    "DailyScreen": book("d"),
    "DealingScreen": SCENES["extra-card"],
    "DraftRulesScreen": book("n", "c", *PLAYED_TO, "r"),
    "DuplicateScreen": review("e"),
    "GameOverScreen": SCENES["game-over-3b"],
    "GameSheetScreen": SCENES["all-scores"],
    "GamesScreen": book("b", "g", "down"),
    "HandSheetScreen": Scene(lambda: SceneApp(at("3b-five", scored(3))), _hand_sheet),
    "HandsScreen": review("t"),
    "HearingScreen": SCENES["hearing-vote"],
    "HomeScreen": book(),
    "HouseNameScreen": book("n", "c", *PLAYED_TO, "s"),
    "HouseRulesScreen": book("n", "c", *PLAYED_TO),
    "KeysScreen": SCENES["keys"],
    "FeatsScreen": book("b", "p", "enter", "f"),
    "LadderScreen": book("b", "l"),
    "LearnScreen": book("l"),
    "LogScreen": SCENES["log"],
    "MatchScreen": standing(
        lambda: MatchScreen(Match("sandbags 6V27-5SP0-3741-WM11", tuple((one,) for one in LONG), 24))
    ),
    "NameQuestion": SETUP_SCENES["home-first"],
    "NotesScreen": SCENES["notes"],
    "OpenHandsScreen": SCENES["open-hands-3b-five"],
    "OwnKeysScreen": book("s", "f2"),
    "Palette": book("ctrl+p"),
    "PersonScreen": book("b", "p", "enter"),
    "PersonsScreen": book("b", "p"),
    "ReviewScreen": review("a"),
    "RuleLabScreen": SETUP_SCENES["rule-lab"],
    "RulesScreen": book("r"),
    "ScoreScreen": SCENES["score-3b-five"],
    "SealScreen": SCENES["seal"],
    "SeatsScreen": SETUP_SCENES["seats-3b-five"],
    "SettingsScreen": book("s"),
    "StoryScreen": review("s"),
    "TableRulesScreen": DECISIONS["league-programme"],
    "TableScreen": SCENES["five-seats"],
    "TableSettingsScreen": book("b", "s"),
    "TrayScreen": SCENES["tray"],
    "UnfinishedScreen": book("b", "u"),
    "SaveQuestionScreen": standing(_unkept),
    "VariantSelectionScreen": book("n"),
    "WatchScreen": SCENES["watch"],
    "WhyPage": Scene(SCENES["open-hands-3b-five"].app, _why),
    "WhyScreen": SCENES["why"],
}
"""A scene of each screen, by class; scenes of lessons are made on demand."""

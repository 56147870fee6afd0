"""Play a game that lacks its last claim to its end on screen, and answer every question."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from textual.pilot import Pilot

from spades_tui.play.table import Table
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.tray_and_hearing import ChitScreen, HearingScreen, Proclamation, TrayScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.scorebook.games import Recorded
from tests.scorebook_screens.helpers import shown, wait_for_answer

VOTES_OF = ("plead", "vote", "verdict")


@dataclass
class Course:
    """Note the screens and questions on the way."""

    screens: list[str] = field(default_factory=list)
    ceremony: str = ""
    """All text of the screen for the player with the tray."""
    verdicts: list[str] = field(default_factory=list)


def unfinished(path: Path, record: Recorded) -> Path:
    """Write a game without its last claim."""
    path.write_text("".join(record.text.splitlines(keepends=True)[:-1]), "utf-8")
    return path


async def play_out(
    pilot: Pilot[int], path: Path, at: str, *, chit: str = "Nobody", vote: Callable[[str], bool] = lambda accused: True,
    tick: bool = False, erase: str = "",
) -> Course:  # fmt: skip
    """Sit down at a suspended game and play it to its end, at this time.

    `chit` names the player who carries instead, `erase` the digit that a perfect day erases.
    """
    app = pilot.app
    assert isinstance(app, SpadesApp)
    app.sit_down(Table.resume(path, wants_chit=True, clock=lambda: at))
    await wait_for_answer(pilot)
    course = Course()
    for _ in range(200):
        screen = app.screen
        name = type(screen).__name__
        if not course.screens or course.screens[-1] != name:
            course.screens.append(name)
        if isinstance(screen, GameOverScreen):
            return course
        if isinstance(screen, CurtainScreen):
            await pilot.press("space")
        elif isinstance(screen, TrickPlayScreen):
            await pilot.press("m")
            await wait_for_answer(pilot)
            if screen.busy:
                await pilot.press("left", "enter")
            elif app.screen is screen:
                await pilot.press("enter")
        elif isinstance(screen, ChitScreen):
            labels = [option.label for row in screen._choices.rows for option in row]
            for _ in range(labels.index(chit)):
                await pilot.press("right")
            await pilot.press("enter")
        elif isinstance(screen, TrayScreen):
            if tick and len(screen._choices.rows[0]) > 1:
                tick = False
                await pilot.press("right", "enter")
                await wait_for_answer(pilot)
                assert screen.end.to_carry == 0
            labels = [option.label for row in screen._choices.rows for option in row]
            if erase and erase in labels:
                for _ in range(labels.index(erase)):
                    await pilot.press("right")
                await pilot.press("enter")
                await wait_for_answer(pilot)
            course.ceremony = shown(pilot)
            await pilot.press("enter")
        elif isinstance(screen, HearingScreen):
            proclaimed = screen.query_one(Proclamation).state
            assert proclaimed is not None
            accused = proclaimed.large
            if screen.stage == "vote" and vote(accused):
                await pilot.press("right")
            if screen.stage == "verdict":
                course.verdicts.append(screen.sentence.words)
            await pilot.press("enter")
        else:
            assert isinstance(screen, ScoreScreen), name
            await pilot.press("enter")
        await wait_for_answer(pilot)
    raise AssertionError(f"the game does not end: {course.screens[-6:]}")

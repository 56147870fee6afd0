"""Play through a lesson on screen with keys, making every choice right."""

from textual.pilot import Pilot

from spades_tui.lessons.lesson import Decision
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.lessons.lesson_table import LessonRunner, LessonScreen
from tests.screens.looking import settle, top_screen


class LessonApp(SpadesApp):
    """Run the program with a lesson open."""

    def __init__(self, name: str, **settings: object) -> None:
        super().__init__(settings=Settings(pace="instant", **settings), keep=False)  # type: ignore[arg-type]
        self.lesson = name

    def open_home(self, first: bool = False) -> None:
        """Open the home screen and the lesson above it."""
        super().open_home()
        self.push_screen(LearnScreen(self.lesson))


def host_of(app: SpadesApp) -> LessonRunner:
    """Return the host of the open lesson."""
    host = top_screen(app, LessonScreen).host
    assert isinstance(host, LessonRunner)
    return host


def is_asked(host: LessonRunner) -> bool:
    """Return whether the lesson asks for a decision now."""
    return isinstance(host.play.moment, Decision) and host.shown.finished_trick is None


async def arrive(app: SpadesApp, pilot: Pilot[int]) -> LessonRunner:
    """Wait until the lesson is open."""
    await pilot.pause()
    await settle(app)
    for _ in range(50):
        if isinstance(app.screen, LessonScreen):
            break
        await pilot.pause(0.02)
    return host_of(app)


async def wait_for_enter(host: LessonRunner, pilot: Pilot[int]) -> None:
    """Wait until Enter counts again after the pause that follows a key."""
    while host.pauses.too_soon():
        await pilot.pause(0.05)


async def take_right_choice(app: SpadesApp, pilot: Pilot[int]) -> None:
    """Show the right choice and take it; call an ace as required."""
    host = host_of(app)
    await wait_for_enter(host, pilot)
    right = host.play.help()
    await pilot.press("h", "enter")
    await settle(app)
    if isinstance(app.screen, LessonScreen) and app.screen.busy:
        for _call in ("high", "low"):
            if getattr(app.screen.question.chosen, "event", None) != right:
                await pilot.press("right")
        await pilot.press("enter")
        await settle(app)


async def step(app: SpadesApp, pilot: Pilot[int]) -> None:
    """Take one step: read the words or make the right choice."""
    if is_asked(host_of(app)):
        await take_right_choice(app, pilot)
    else:
        await pilot.press("space")
        await settle(app)


async def go_to(app: SpadesApp, pilot: Pilot[int], decision: int) -> LessonRunner:
    """Play right until this decision (counted from 0), or to the last words if the number is too high."""
    host = await arrive(app, pilot)
    for _ in range(600):
        done, total = host.play.progress()
        if is_asked(host) and done >= decision:
            await wait_for_enter(host, pilot)
            break
        if decision >= total and host.play.finished:
            break
        await step(app, pilot)
    return host

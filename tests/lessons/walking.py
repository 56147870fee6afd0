"""Play through a lesson on screen with keys, making every choice right."""

import re
from collections.abc import Callable

from textual.pilot import Pilot

from spades_tui import cards
from spades_tui.lessons.lesson import Decision
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.lessons.lesson_table import LessonRunner, LessonScreen
from spades_tui.tui.widgets.card_faces import HandView
from tests.driver import Driver
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


def at_last_words(app: SpadesApp) -> bool:
    """Return whether the lesson's last words are on the screen."""
    return host_of(app).play.finished


def assert_only_own_cards(app: SpadesApp) -> None:
    """Assert that the only hand on any screen of the program is the person's (C-9)."""
    own = host_of(app).shown.seen.own or 0
    for node in app._registry:
        if isinstance(node, HandView):
            assert not cards.hand_of(node.held) & ~own


def asked(seat: Driver) -> bool:
    """Return whether the lesson asks for a decision now."""
    return "h show me" in seat.footer or seat.sees("There's nothing more to read now.")


async def take_right_choice(seat: Driver) -> None:
    """Show the right choice and take it; call an ace as required. Enter may come too soon to count."""
    await seat.press("h")
    call = "Low" if seat.sees("called low") else "High"
    await seat.press("enter")
    if seat.sees("high or low?", "Another card"):
        await seat.choose(call, "right")
        await seat.press("enter")


async def take_step(seat: Driver) -> None:
    """Read the words or make the right choice; if the key came too soon to count, wait a little."""
    before = seat.text
    if asked(seat):
        await take_right_choice(seat)
    else:
        await seat.press("space")
    if seat.text == before:
        await seat.rest(0.05)


async def walk(seat: Driver, there: Callable[[], bool]) -> None:
    """Make right choices and read until `there()`. Raises AssertionError with the screen if that is never so."""
    await seat.wait("q leave")
    for _ in range(1000):
        if there():
            return
        await take_step(seat)
    raise AssertionError(seat.text)


async def play_to(seat: Driver, decision: int) -> None:
    """Make right choices until this decision, counted from 0, is asked."""
    number = re.compile(rf" {decision}/\d+ *$", re.MULTILINE)
    await walk(seat, lambda: asked(seat) and (decision == 0 or number.search(seat.text) is not None))


async def step(app: SpadesApp, pilot: Pilot[int]) -> None:
    """Take one step in an app that no driver runs."""
    await take_step(Driver(app, pilot))


async def go_to(app: SpadesApp, pilot: Pilot[int], decision: int) -> None:
    """Play right until this decision (counted from 0), or to the last words if the number is too high."""
    host = await arrive(app, pilot)
    done, total = host.play.progress()
    while not host.play.finished if decision >= total else not (is_asked(host) and done >= decision):
        await step(app, pilot)
        done, total = host.play.progress()
    await wait_for_enter(host, pilot)

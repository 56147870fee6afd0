"""Read the text and the cards on the screen, type and click, in tests of screens."""

import asyncio
from collections.abc import Callable, Iterable, Sized
from time import monotonic
from typing import Any, TypeVar
from weakref import WeakKeyDictionary

from rich.console import RenderableType
from textual import events
from textual._compositor import Compositor
from textual._context import active_app, visible_screen_stack
from textual.app import App
from textual.drivers.headless_driver import HeadlessDriver
from textual.geometry import Size
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widget import Widget
from textual.worker import Worker
from textual.worker_manager import WorkerManager

from spades_tui import cards
from spades_tui.game.events import Deal, SeatEvent
from spades_tui.play.brain import Brain
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.settings.settings import Pace, Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.app_host import Host, WayBack
from spades_tui.tui.command_palette import everything
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.home_runner import HomeRunner
from spades_tui.tui.textual_private import HookedApp
from spades_tui.tui.widgets.card_faces import CardStyle, HandView
from spades_tui.tui.widgets.open_table import OpenTableView


class TableApp(SpadesApp):
    """An app that opens a given table at the instant pace."""

    def __init__(self, table: Table, pace: Pace = "instant", *, keep: bool = False, **settings: Any) -> None:
        given = {"pace": pace, "cut_patience": 0, "beans_explained": True, **settings}
        super().__init__(settings=Settings(**given), keep=keep)
        self.given: Table | None = table

    def open_home(self, first: bool = False) -> None:
        """Open the table first, then home."""
        if self.controller is None and self.given is not None:
            table, self.given = self.given, None
            self.sit_down(table)
        else:
            super().open_home()

    def sit_down(self, table: Table, done: SeatEvent | None = None, back: WayBack | None = None) -> None:
        """Let complete tricks be gathered at the first key."""
        super().sit_down(table, done, back)
        if self.controller is not None:
            self.controller.pauses.seen = 0.0

    @property
    def brain(self) -> Brain:
        """Let this table's brain work out hints."""
        return table_of(self).table.brain if self.controller is not None else super().brain


def screen_text(app: App[Any]) -> str:
    """Return everything on the top screen, line by line, as it was painted last."""
    compositor = app.screen._compositor
    painted = compositor, app.size, _frames.get(compositor)
    if _texts.get(app, (None, ""))[0] != painted:
        visible_screen_stack.set(app._background_screens)
        _texts[app] = painted, "\n".join(strip.text for strip in compositor.render_strips(app.size))
    return _texts[app][1]


_texts: WeakKeyDictionary[App[Any], tuple[object, str]] = WeakKeyDictionary()
"""The text of each program, and what was painted when it was read."""
_frames: WeakKeyDictionary[Compositor, int] = WeakKeyDictionary()
"""How often each screen has been painted."""
_render_update = Compositor.render_update


def render_update(
    compositor: Compositor, full: bool = False, screen_stack: list[Screen[Any]] | None = None, simplify: bool = False
) -> RenderableType | None:
    """Count a frame, in place of a `Compositor` method that draws each, even if there is no terminal to show it.

    `settle` draws the latest. A test with a `_display` of its own gets every frame.
    """
    _frames[compositor] = _frames.get(compositor, 0) + 1
    app = active_app.get()
    is_shown = not app.is_headless or "_display" in vars(app) or type(app)._display is not HookedApp._display
    if full or simplify or is_shown:
        return _render_update(compositor, full, screen_stack, simplify)
    visible_screen_stack.set(screen_stack or [])
    return None


def _draw(app: App[Any]) -> None:
    """Draw the latest frame; a fault in it is the program's."""
    try:
        screen_text(app)
    except Exception as error:
        app._handle_exception(error)


ScreenType = TypeVar("ScreenType", bound=Screen[Any])


def top_screen(app: App[int], kind: type[ScreenType]) -> ScreenType:
    screen = app.screen
    assert isinstance(screen, kind), screen
    return screen


def table_of(app: SpadesApp) -> HomeRunner:
    """Return what runs the open table."""
    assert isinstance(app.controller, HomeRunner)
    return app.controller


def dealt(app: SpadesApp) -> Deal:
    deal = table_of(app).table.dealt
    assert deal is not None
    return deal


def faces(held: int | None) -> set[str]:
    """Return the faces of cards, as the hand shows them."""
    return {CardStyle(()).face(card) for card in cards.cards_of(held or 0)}


def assert_no_hidden_card(app: TableApp, table: Table) -> None:
    """Assert that the screen shows no hidden card of any seat."""
    text = screen_text(app)
    words = {word.strip("│┃╭╮╰╯ .,") for word in text.split()}
    words |= {cards.text(joker) for joker, name in cards.JOKER_NAMES.items() if name in text}
    public = faces(cards.hand_of(played.card for played in table.observe(None).trick))
    finished_trick = table_of(app).finished_trick
    if finished_trick is not None:
        public |= faces(cards.hand_of(played.card for played in finished_trick.trick))
    if isinstance(app.screen, CurtainScreen) and app.screen._view.finished_trick is not None:
        for finished in (*app.screen._view.older, app.screen._view.finished_trick):
            public |= faces(cards.hand_of(played.card for played in finished.trick))
    for seat in range(table.rules.seats):
        hidden = faces(table.course.state.hand.holding[seat] if table.course.state.hand else 0)
        assert not (hidden & words) - public, seat


def hands_in_tree(app: SpadesApp) -> int:
    """Return the number of hands on all screens of the program."""
    return sum(isinstance(node, HandView) for node in app._registry)


def open_hands_in_tree(app: SpadesApp) -> int:
    """Return the number of tables with all hands open on the screen, even if they are covered or not drawn yet."""
    return len(app.screen.query(OpenTableView))


def observed_by_panels(app: SpadesApp) -> list[Observation]:
    """Return what the panels and pages of notes on this screen have been handed to show."""
    states: list[Any] = [getattr(node, "state", None) for node in app.screen.walk_children()]
    return [state.public for state in states if hasattr(state, "public")]


def palette_words(app: SpadesApp) -> list[str]:
    """Return all words of the palette on this screen, also those that only a search looks at."""
    found = [f"{one.title} {one.long_label} {one.also}" for one in everything(app)]
    return found + [f"{one.title} {one.help}" for one in app.get_system_commands(app.screen)]


def written_in_tree(app: SpadesApp) -> str:
    """Return what a traceback or a log would write of the screen, its widgets and the table."""
    return "".join(map(repr, (app.screen, app.controller, *app.screen.query("*"))))


def may_be_selected(app: SpadesApp) -> bool:
    """Return whether the mouse may select text, to copy it."""
    return app.screen.allow_select or any(part.allow_select for part in app.screen.query("CanvasWidget"))


class WidgetScreen(SpadesScreen):
    """A screen with one widget."""

    def __init__(self, widget: Widget) -> None:
        super().__init__()
        self.body = (widget,)


async def on_screen(widget: Widget, width: int, height: int) -> str:
    app = SpadesApp(settings=Settings())
    app.opens_first = lambda: app.push_screen(WidgetScreen(widget))
    async with app.run_test(size=(width, height + 4)):
        await settle(app)
        return screen_text(app)


async def draw_again(app: SpadesApp, closed: Screen[Any]) -> None:
    """Fill and paint the screen again, as after changed settings, and a closed screen too."""
    controller = table_of(app)
    controller.fill()
    controller.settings_changed()
    closed.call_later(closed.refresh)
    await settle(app)


CHARACTERS = {"enter": "\r", "space": " ", "question_mark": "?", "tab": "\t"}


def type_keys(app: SpadesApp, *keys: str) -> None:
    """Send keys all at once, as a terminal would; `pilot.pause()` waits for their effect."""
    for key in keys:
        event = events.Key(key, CHARACTERS.get(key, key if len(key) == 1 else None))
        event.set_sender(app)
        app.post_message(event)


def click_at(app: SpadesApp, x: int, y: int) -> None:
    """Press and release the left mouse button there, as a terminal would report it."""
    for kind in (events.MouseMove, events.MouseDown, events.MouseUp):
        button = 0 if kind is events.MouseMove else 1
        app.post_message(kind(None, x, y, 0, 0, button, False, False, False, x, y))


def resize(app: SpadesApp, width: int, height: int) -> None:
    size = Size(width, height)
    assert isinstance(app._driver, HeadlessDriver)
    app._driver._size = (width, height)
    app.post_message(events.Resize(size, size))


def _others_are_next() -> bool:
    """Return whether another task of the loop runs first, so that no queue needs a look."""
    ready: Sized = vars(asyncio.get_running_loop()).get("_ready", ())
    return len(ready) > 0


def at_rest(app: App[Any]) -> bool:
    """Return whether no message waits for the app, its screens or widgets, and nothing waits to be painted."""
    return not _others_are_next() and _nothing_waits(app)


def _nothing_waits(app: App[Any]) -> bool:
    for pump in (app, *app._registry):
        if (pump._message_queue.values or pump._next_callbacks) and pump._running:
            return False
    if app._resize_timer is not None or (isinstance(app, Host) and app.keys.typing):
        return False
    screen = app.screen
    if screen._dirty_widgets or screen._callbacks or screen._layout_required or screen._repaint_required:
        screen._on_timer_update()  # paint at once, instead of with the next frame
        return False
    return True


async def wait_until(done: Callable[[], bool], most: float = 60.0) -> bool:
    """Wait until `done()` is true; return False after `most` seconds."""
    end = monotonic() + most
    while not done() and monotonic() < end:
        await asyncio.sleep(0.01)
    return done()


async def until(pilot: Pilot[Any], holds: Callable[[], bool], most: float = 300.0) -> None:
    """Wait until something is true in one of several programs. Raises TimeoutError after `most` seconds."""
    active_app.set(pilot.app)
    async with asyncio.timeout(most):
        while not holds():
            await pilot.pause(0.02)


async def settle(app: App[Any], most: float = 120.0, *, rest: int = 4, draw: bool = True) -> None:
    """Wait until everything typed has been answered, including timers shorter than `rest` milliseconds; then draw.

    This doesn't wait for work in threads or other processes. Everything rests when it returns, because it also waits
    for the effects of timers in the last millisecond.
    """
    if not _still_at_rest(app, rest):
        end, quiet, step = monotonic() + most, 0, min(rest, 2)
        while quiet <= rest and app.is_running and app._exception is None and monotonic() < end:
            if app.screen_stack and at_rest(app):
                quiet += step
                if quiet <= rest:
                    await asyncio.sleep(step / 1000)
            else:
                quiet = 0
                await asyncio.sleep(0)
        if quiet <= rest:
            return
        _rested.append((app, rest))
        asyncio.get_running_loop().call_soon(_rested.clear)
    if draw:
        _draw(app)


_rested: list[tuple[App[Any], int]] = []
"""The app that came to rest and for how many milliseconds; empty once the loop continues."""


def _still_at_rest(app: App[Any], rest: int) -> bool:
    """Return whether an app has rested this long and nothing can have happened since; a key waits several times."""
    ready: Sized = vars(asyncio.get_running_loop()).get("_ready", ())
    return (
        bool(_rested)
        and _rested[-1][0] is app
        and _rested[-1][1] >= rest
        and len(ready) == len(_rested)
        and (app.is_running and app._exception is None and bool(app.screen_stack) and _nothing_waits(app))
    )


async def wait_for_idle(min_sleep: float = 0.0, max_sleep: float = 120.0) -> None:
    """Wait for rest, in place of Textual's function, which `pilot.pause()` calls."""
    await settle(active_app.get(), max_sleep)


async def wait_for_key(min_sleep: float = 0.0, max_sleep: float = 120.0) -> None:
    """Wait until a key has been answered, in place of the same function; only the last of several keys is drawn."""
    await settle(active_app.get(), max_sleep, draw=False)


async def wait_for_screen(pilot: Pilot[Any], timeout: float = 120.0) -> bool:
    """Wait for rest, in place of a `Pilot` method that has every widget answer a message."""
    await settle(pilot.app, timeout)
    return pilot.app._exception is None


async def wait_for_complete(manager: WorkerManager, workers: Iterable[Worker[Any]] | None = None) -> None:
    """Wait for work, in place of a `WorkerManager` method that waits for open tables too."""
    await asyncio.gather(*(one.wait() for one in workers or manager if one.group != "table"))


async def press_until(pilot: Pilot[int], key: str, kind: type[Screen[Any]], most: int = 400) -> list[str]:
    """Press one key until a screen of this kind is on top; return the names of the screens before it."""
    met: list[str] = []
    for _ in range(most):
        name = type(pilot.app.screen).__name__
        if not met or met[-1] != name:
            met.append(name)
        if isinstance(pilot.app.screen, kind):
            return met
        await pilot.press(key)
        await pilot.pause()
    raise AssertionError(f"{kind.__name__} was never reached: {met[-6:]}")

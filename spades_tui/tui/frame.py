"""The base of all screens: the top line, a body, the footer, help on `?`, and Esc to go back.

A terminal that is too small shows one sentence instead.
"""

from typing import ClassVar

from textual.app import App, ComposeResult
from textual.containers import Container, VerticalScroll
from textual.events import Event, Key, Mount, ScreenResume
from textual.geometry import Size
from textual.screen import Screen
from textual.widgets import Static

from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.settings.keymap import changed_keys, printed, with_keys
from spades_tui.tui.app_host import Host
from spades_tui.tui.key_queue import Unanswered
from spades_tui.tui.textual_private import HeldScreen, forget_drawings
from spades_tui.tui.widgets.bindings import Bindings, take_keys
from spades_tui.tui.widgets.canvas import Piece, Pieces
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.edge_lines import KeyLine, TopLine

ERASE = "\x1b[2J"

HELD = 0.5
"""Seconds after which a screen is painted, even if incomplete."""

WHY_NOT = 4.0
"""Seconds for which the footer explains why a key does nothing."""

MIN_WIDTH = 80
MIN_HEIGHT = 24


class SpadesScreen(HeldScreen):
    """A screen of the game; override `compose_body`, and write the top line with `set_top`.

    The footer shows bindings with a description while they work (`why_not`); `refresh_bindings()` updates it. For a key
    that doesn't work now, the footer shows the reason. `HELP_LINES` has sentences for the `?` page, above the keys.
    """

    app: Host
    """The app, with its methods that open other screens."""
    ALLOW_SELECT = False
    HELP_LINES: ClassVar[tuple[str, ...]] = ()
    TITLE_LEFT: ClassVar[str | tuple[Piece, ...]] = "Spades"
    """The first text of the top line, unless `on_mount` of the screen sets another."""
    BINDINGS = Bindings("screen")
    DEFAULT_CSS = """
    SpadesScreen {
        background: $background;
        color: $foreground;
        overflow: hidden hidden;
    }
    SpadesScreen > #body {
        width: 1fr;
        height: 1fr;
    }
    """

    ERASES: ClassVar[bool] = False
    """Whether to erase the old screen before the first frame, because a long frame arrives in parts."""
    SHOWN_WHEN_COMPLETE: ClassVar[bool] = False
    """Whether another object fills the screen, and then calls `show_complete`."""

    def __init__(self) -> None:
        super().__init__()
        if changed_keys():
            take_keys(self)
        self.top_line = TopLine()
        self.key_line = KeyLine()

    def compose(self) -> ComposeResult:
        """Lay out the top line, the body and the line of keys."""
        yield self.top_line
        with Container(id="body"):
            yield from self.compose_body()
        yield self.key_line

    def compose_body(self) -> ComposeResult:
        """Lay out the body between the top line and the line of keys."""
        yield from ()

    def on_mount(self) -> None:
        """Give the top line its first text."""
        if not self.top_line.left:
            self.set_top(self.TITLE_LEFT)
        if not self.SHOWN_WHEN_COMPLETE:
            self.show_complete()
        self.set_timer(HELD, self._release)

    def show_complete(self) -> None:
        """Paint the screen from now on, because it is complete; until now the old screen has stayed visible.

        So no empty frame is seen between two screens.
        """
        if self.held:
            self.call_after_refresh(self.call_after_refresh, self._release)

    def _release(self) -> None:
        if self.held:
            self.held = False
            if self.is_attached:
                if self.ERASES:
                    self.app.write_at_once(ERASE)
                self.refresh()  # the layout is already known

    async def on_event(self, event: Event) -> None:
        """Handle an event, but don't mount a screen that the user has left, because its widgets are gone."""
        if isinstance(event, Mount) and not (self in self.app.screen_stack and self.key_line.is_attached):
            return
        if isinstance(event, Key):
            self.key_line.unsay()
        if isinstance(event, ScreenResume) and not self.painted:
            event.refresh_styles = False  # its widgets have just got their styles
        await super().on_event(event)

    def on_unmount(self) -> None:
        """Free the memory of its widgets' drawings."""
        forget_drawings()

    def prepare(self) -> None:
        """Prepare anything that this screen may need soon; called after the imports of all screens."""

    @property
    def has_widgets(self) -> bool:
        """Whether the widgets are still there for a late answer; they are removed before the screen."""
        return self.is_attached and self.display

    def on_screen_resume(self) -> None:
        """Update the footer, because the user may have changed keys on another screen."""
        self.key_line.call_after_refresh(self.key_line.look)

    def set_top(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Write the top line: text, or pieces of text with their styles (see `widgets.palette`)."""
        self.top_line.show(left, right)

    # Keys that work, and keys that don't

    def why_not(self, action: str, parameters: tuple[object, ...]) -> Reason | None:
        """Return why an action can't be done now; None if it can."""
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now, so that the footer shows its key."""
        return self.why_not(action, parameters) is None

    def reason(self, key: str) -> Reason | None:
        """Return why a key does nothing now; None if it does something, or never does on this screen."""
        bound = self.bound_to(key)
        if any(target.check_action(action, parameters) for *_, target, action, parameters in bound):
            return None
        for *_, target, action, parameters in bound:
            why = self.why_not(action, parameters) if target is self else None
            if why is not None and why.words:
                return why
        return None

    def on_unanswered(self, event: Unanswered) -> None:
        """Show why a key does nothing now."""
        event.stop()
        why = self.reason(event.key)
        if why is not None:
            self.say_why_not(why)

    def say_why_not(self, why: Reason) -> None:
        """Show the reason in the footer, until the next key or for WHY_NOT seconds."""
        self.key_line.say(with_keys(str(why)), WHY_NOT, until_key=True)

    def hurries(self, key: str) -> bool:
        """Return whether a key ends a pause: any key that doesn't open something, leave, or get a reason."""
        active = self.active_bindings.get(key)
        if active is None:
            named = any(binding.id for _, binding, *_ in self.bound_to(key))  # unlike Enter, which can't be changed
            return not (named and self.reason(key))
        return active.binding.action in ("nothing", "take", "select", "leave_over", "decline")

    def takes(self, key: str) -> bool:
        """Handle a key before anything else does; return False to pass it on."""
        return False

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Update the footer, because another line may have other keys."""
        event.stop()
        self.refresh_bindings()

    def on_choice_list_taken(self, event: ChoiceList.Taken) -> None:
        """Take the line, unless the screen is left already: then this is a second Enter, typed ahead."""
        event.stop()
        if self.is_active:
            self.take_line(event.choice)

    def take_line(self, choice: Choice) -> None:
        """Do what a line of the screen's list says when it's taken."""

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        self.app.open_keys(self)

    def action_change_keys(self) -> None:
        """Let the user change the keys; opens one screen only."""
        self.app.open_own_keys()

    def action_page(self, step: int) -> None:
        """Scroll the text of the screen by a page less three lines."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=step * max(1, text.size.height - 3), animate=False)

    def action_back(self) -> None:
        """Go back to the screen below; from the first one, go home. Keys typed ahead go back only once."""
        if self.is_active and len(self.app.screen_stack) > 2:  # Textual's empty screen is at the bottom
            self.app.pop_screen()
        elif self.is_active and not self.app.at_table:
            self.app.open_home()

    def action_maximize(self) -> None:
        """Do nothing: no widget is maximized."""


class TooSmallScreen(Screen[None]):
    """A screen that says how large the terminal must be."""

    ALLOW_SELECT = False
    DEFAULT_CSS = """
    TooSmallScreen { background: $background; color: $foreground; align: center middle; overflow: hidden hidden; }
    TooSmallScreen Static { width: 1fr; height: auto; text-align: center; }
    """

    def __init__(self, size: Size) -> None:
        super().__init__()
        self._notice = Static(sentence(size), markup=False)

    def compose(self) -> ComposeResult:
        """Lay out the sentence."""
        yield self._notice

    def show(self, size: Size) -> None:
        """Show a new size."""
        self._notice.update(sentence(size))


def cover_if_too_small(app: App[int], size: Size) -> None:
    """Cover everything while the terminal is too small."""
    width, height = size
    small = 0 < width < MIN_WIDTH or 0 < height < MIN_HEIGHT
    if small and not isinstance(app.screen, TooSmallScreen):
        app.push_screen(TooSmallScreen(size))
    elif isinstance(app.screen, TooSmallScreen):
        if small:
            app.screen.show(size)
        else:
            app.pop_screen()


def sentence(size: Size) -> str:
    """Return the sentence with the size needed and the current one."""
    return (
        f"The cards need a window of {MIN_WIDTH}×{MIN_HEIGHT}.\n"
        f"This one has {size.width}×{size.height}.\n"
        "Make it larger to keep playing.\n\n"
        f"{printed('ctrl+q')} quits; your game is saved."
    )

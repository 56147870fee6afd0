"""The base of all screens: the top line, a body, the footer, and Esc to go back; and the `?` page.

A terminal that is too small shows one sentence instead. The `?` page has every key that works on the screen below.
"""

import os
from collections.abc import Sequence
from typing import Any, ClassVar, NamedTuple

from rich.cells import cell_len
from textual.actions import SkipAction, parse
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding
from textual.containers import Container, VerticalScroll
from textual.content import Content
from textual.dom import DOMNode
from textual.events import Event, Key, Mount
from textual.geometry import Size
from textual.screen import ModalScreen, Screen
from textual.widget import Widget
from textual.widgets import OptionList, Static

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.keymap import printed, with_keys
from spades_tui.system.output import IN_BROWSER
from spades_tui.tui.app_host import Host
from spades_tui.tui.terminal_keys import is_foreign
from spades_tui.tui.textual_private import LeavingScreen
from spades_tui.tui.widgets.canvas import Piece, Pieces
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.edge_lines import KeyLine, TopLine

WHY_NOT = 4.0
"""Seconds for which the footer explains why a key does nothing."""

MIN_WIDTH = 80
MIN_HEIGHT = 24


SCROLLING = (
    Binding("down", "scroll(1)", "scroll", key_display="↑↓"),
    Binding("up", "scroll(-1)"),
    Binding("pagedown", "scroll(15)"),
    Binding("pageup", "scroll(-15)"),
    Binding("home", "scroll(-100000)"),
    Binding("end", "scroll(100000)"),
)
"""The keys of a screen with one text to scroll."""
PAGING = (
    Binding("pagedown,space", "page(1)", "next page", key_display="PgDn"),
    Binding("pageup", "page(-1)", "previous page"),
    Binding("b", "page(-1)", "previous page", show=False, id="back_up"),
)
"""The keys of a screen with a text that is read page by page."""


class SpadesScreen(LeavingScreen[Any]):
    """A screen of the game; set `body` or override `compose_body`, and write the top line with `set_top`.

    The footer shows bindings with a description while they work (`why_not`); `refresh_bindings()` updates it. For a key
    that doesn't work now, the footer shows the reason. `HELP_LINES` has sentences for the `?` page, above the keys.
    """

    app: Host
    """The app, with its methods that open other screens."""
    ALLOW_SELECT = False
    """Whether the mouse selects text, which Ctrl+C copies; only where no hand is hidden."""
    HELP_LINES: ClassVar[tuple[str, ...]] = ()
    TITLE_LEFT: ClassVar[str | tuple[Piece, ...]] = "Spades"
    """The first text of the top line, unless `on_mount` of the screen sets another."""
    BINDINGS = [
        Binding("?", "keys", "keys", id="help"),
        Binding("escape", "back", "back"),
        Binding("q", "back", "back", show=False, id="back"),
    ]

    OVERLAP: ClassVar[int] = 3
    """Lines of a page that are also on the next one."""
    body: Sequence[Widget] = ()
    """The widgets between the top line and the line of keys."""

    def __init__(self) -> None:
        super().__init__()
        self.top_line = TopLine()
        self.key_line = KeyLine()

    def compose(self) -> ComposeResult:
        """Lay out the top line, the body and the line of keys."""
        yield self.top_line
        with Container(id="body"):
            yield from self.compose_body()
        yield self.key_line

    def compose_body(self) -> ComposeResult:
        """Lay out the body between the top line and the line of keys; by default, the widgets of `body`."""
        yield from self.body

    def on_mount(self) -> None:
        """Give the top line its first text."""
        if not self.top_line.left:
            self.set_top(self.TITLE_LEFT)

    async def on_event(self, event: Event) -> None:
        """Handle an event, but don't mount a screen that the user has left, because its widgets are gone."""
        if isinstance(event, Mount) and not (self in self.app.screen_stack and self.has_widgets):
            return
        if isinstance(event, Key):
            self.key_line.unsay()
        await super().on_event(event)

    def prepare(self) -> None:
        """Prepare anything that this screen may need soon; called after the imports of all screens."""

    @property
    def has_widgets(self) -> bool:
        """Whether the widgets are there: they come after the screen, and are removed before it."""
        return self.key_line.is_attached and self.display

    def on_screen_resume(self) -> None:
        """Update the footer, because the user may have changed keys on another screen."""
        self.key_line.call_after_refresh(self.key_line.look)

    def set_top(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Write the top line: text, or pieces of text with their styles (see `widgets.inks`)."""
        self.top_line.show(left, right)

    # Keys that work, and keys that don't

    def help_lines(self) -> tuple[str, ...]:
        """Return the sentences above the keys of the `?` page."""
        return self.HELP_LINES

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why an action can't be done now; None if it can."""
        return None

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now; None if there is a reason why not.

        A page needs text below it, and copying text that can be selected.
        """
        if action == "copy_text" and not self.ALLOW_SELECT:
            return False
        if action == "page" and not any(text.max_scroll_y > 0 for text in self.query(VerticalScroll)):
            return False
        why = self.why_not(action, parameters)
        if why is None:
            return True
        return None if why.words else False

    def reason(self, key: str) -> dead_key_reasons.DeadKeyReason | None:
        """Return why a key does nothing now; None if it does something, or never does on this screen."""
        active = self.active_bindings.get(key)
        if active is None:
            return dead_key_reasons.NOT_LATIN if is_foreign(key) else None
        _, action, parameters = parse(active.binding.action)
        return None if active.enabled else self.why_not(action, parameters)

    def say_why_not(self, why: dead_key_reasons.DeadKeyReason) -> None:
        """Show the reason in the footer, until the next key or for WHY_NOT seconds."""
        self.key_line.say(with_keys(str(why)), WHY_NOT, until_key=True)

    def hurries(self, key: str) -> bool:
        """Return whether a key ends a pause: any key that doesn't open something, leave, or get a reason."""
        active = self.active_bindings.get(key)
        if active is not None and active.enabled:
            return active.binding.action in ("nothing", "take", "bid", "select", "leave_over", "decline")
        return active is None or active.binding.id is None  # such as Enter, which gets no reason

    def takes(self, key: str) -> bool:
        """Handle a key before anything else does; return False to pass it on."""
        return False

    def on_option_list_option_highlighted(self, event: ChoiceList.OptionHighlighted) -> None:
        """Update the footer, because another line may have other keys."""
        event.stop()
        self.refresh_bindings()

    def on_option_list_option_selected(self, event: ChoiceList.OptionSelected) -> None:
        """Take the line, unless the screen is left already: then this is a second Enter, typed ahead."""
        event.stop()
        if self.is_active and isinstance(event.option_list, ChoiceList):
            self.take_line(event.option_list.choices[event.option_index])

    def take_line(self, choice: Choice) -> None:
        """Do what a line of the screen's list says when it's taken."""

    def action_keys(self) -> None:
        """Show the keys of this screen."""
        self.app.push_screen(KeysScreen(self))

    def action_change_keys(self) -> None:
        """Let the user change the keys; opens one screen only."""
        self.app.open_own_keys()

    def action_copy_text(self) -> None:
        """Copy the selected text to the clipboard, and say so."""
        text = self.get_selected_text()
        if text is None:
            raise SkipAction
        self.clear_selection()
        self.app.copy_text(text, lambda how: self.key_line.say(f"The text was {how}.", WHY_NOT, until_key=True))

    def action_page(self, step: int) -> None:
        """Scroll the text of the screen by a page less a few lines."""
        text = self.query_one(VerticalScroll)
        text.scroll_relative(y=step * max(1, text.size.height - self.OVERLAP), animate=False)

    def action_scroll(self, lines: int) -> None:
        """Scroll the text of the screen by this many lines; negative for up."""
        self.query_one(VerticalScroll).scroll_relative(y=lines, animate=False)

    def action_back(self) -> None:
        """Go back to the screen below; from the first one, go home. Keys typed ahead go back only once."""
        if self.is_active and len(self.app.screen_stack) > 2:  # Textual's empty screen is at the bottom
            self.app.pop_screen()
        elif self.is_active and not self.app.at_table:
            self.app.open_home()


class TooSmallScreen(Screen[None]):
    """A screen that says how large the terminal must be."""

    ALLOW_SELECT = False

    def __init__(self, words: str) -> None:
        super().__init__()
        self.notice = Static(words, markup=False)

    def compose(self) -> ComposeResult:
        """Lay out the sentences."""
        yield self.notice


ZOOM = "Ctrl and - make everything smaller; on a phone, turn it sideways.\n\n"
"""How to get more letters into a browser's window."""


def cover_if_too_small(app: Host, size: Size) -> None:
    """Cover everything while the terminal is too small, and show the size needed, the current one, and how to quit."""
    go_on = "keep playing" if app.at_table else "continue"
    zoom = ZOOM if os.environ.get(IN_BROWSER) else ""
    saved = "; your game is saved" if app.game_saved else ""
    words = (
        f"The cards need a window of {MIN_WIDTH}×{MIN_HEIGHT}.\n"
        f"This one has {size.width}×{size.height}.\n"
        f"Make it larger to {go_on}.\n\n"
        f"{zoom}{printed('ctrl+q')} quits{saved}."
    )
    small = 0 < size.width < MIN_WIDTH or 0 < size.height < MIN_HEIGHT
    if small and not isinstance(app.screen, TooSmallScreen):
        app.push_screen(TooSmallScreen(words))
    elif isinstance(app.screen, TooSmallScreen):
        if small:
            app.screen.notice.update(words)
        else:
            app.pop_screen()


HIDDEN = ("app.focus_next", "app.focus_previous")
"""Actions that are not listed, because their keys move between fields as in any program."""


class Window(VerticalScroll, can_focus=False, inherit_bindings=False):
    """The window of a dialog; its screen has the keys, such as those that scroll it."""


class Dialog(SpadesScreen, ModalScreen[Any]):
    """A window over the screen below, which is dimmed; `title` is written in its frame.

    It's dismissed with its answer, if there is one.
    """

    def compose(self) -> ComposeResult:
        """Lay out the window and the line of keys."""
        with Window(classes="thin-scrollbar") as window:
            window.border_title = Content(self.title or "")
            yield from self.compose_body()
        yield self.key_line

    def set_top(self, left: str | Pieces, right: str | Pieces = "") -> None:
        """Do nothing: the top line is that of the screen below."""


class ReasonsWindow(Dialog):
    """Reasons to read, which the key that asked for them closes too."""

    ALLOW_SELECT = True
    BINDINGS = [
        *SCROLLING,
        Binding("enter,space", "back"),
        Binding("y", "back", id="why"),
    ]


class ActiveKeys(NamedTuple):
    """An action that can be done on a screen now: its keys, one of its bindings, and the object that does it."""

    keys: str
    binding: Binding
    where: DOMNode
    long_label: str


def keys_of(screen: SpadesScreen) -> list[ActiveKeys]:
    """Return the keys that work on a screen now, with their descriptions."""
    bound: dict[str, list[ActiveBinding]] = {}
    for active in screen.active_bindings.values():
        if active.enabled and active.binding.description and _is_ours(active):
            bound.setdefault(active.binding.action, []).append(active)
    last = [bound.pop(action) for action in KeyLine.LAST if action in bound]
    listed = []
    for every in (*bound.values(), *last):
        names = dict.fromkeys(screen.app.get_key_display(active.binding) for active in every)
        named = next((active for active in every if active.binding.id), every[0])
        label = named.binding.tooltip or named.binding.description
        if named.binding.action == "leave" and screen.app.trial_hand_open:  # a trial hand isn't saved
            label = "leave; back to your rules"
        listed.append(ActiveKeys(" ".join(names), named.binding, named.node, label))
    return listed


def _is_ours(active: ActiveBinding) -> bool:
    """Return whether a key is listed; text fields have more, which move the cursor as in any program."""
    kinds = [kind for kind in type(active.node).__mro__ if kind.__module__.startswith("spades_tui.")]
    actions = {one.action for kind in kinds for one in vars(kind).get("BINDINGS", ())}
    return active.binding.action in actions - {*HIDDEN}


COLUMNS_FOR_BOTH = 100
"""Minimum columns of the screen for the keys beside parts of the screen below; with less, they would be only scraps."""


class KeysScreen(Dialog):
    """The keys of the screen below; a click on one presses it."""

    TITLE = "Keys"
    OVERLAP = 2
    HORIZONTAL_BREAKPOINTS = [(COLUMNS_FOR_BOTH, "-wide")]
    BINDINGS = [
        Binding("r", "rules", id="rules"),
        Binding("w", "rules(True)", id="words"),
        Binding("pagedown,down", "page(1)", "next page", key_display="PgDn"),
        Binding("pageup,up", "page(-1)", "previous page", key_display="PgUp"),
        Binding("f2", "change_keys", "change keys", id="change_keys"),
        Binding("enter,space", "back"),
        Binding("?", "back", id="help"),
    ]

    def __init__(self, below: SpadesScreen) -> None:
        super().__init__()
        self._below = below
        self._keys = keys_of(below)
        self._list = OptionList(*map(self._line, self._keys))
        self._list.can_focus = False

    def compose_body(self) -> ComposeResult:
        """Lay out the sentences and the keys."""
        lines = self._below.help_lines()
        if not lines and isinstance(self._below, Dialog):
            lines = ("These keys work in the window that was open.",)
        if lines:
            yield Static("\n".join(map(with_keys, lines)), markup=False)
        yield self._list

    def on_screen_resume(self) -> None:
        """Show the keys again if they have been changed."""
        super().on_screen_resume()
        now = keys_of(self._below)
        if now != self._keys:
            self._keys = now
            self._list.set_options(map(self._line, now))

    def _line(self, active: ActiveKeys) -> Content:
        """Return the line of an action: its keys, aligned right, and what it does."""
        widest = max(cell_len(each.keys) for each in self._keys)
        name = " " * (widest - cell_len(active.keys)) + active.keys
        return Content.assemble((name, "$primary bold"), "   ", active.long_label)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Do what the key of the clicked line does on the screen below."""
        event.stop()
        self._press(self._keys[event.option_index])

    def _press(self, active: ActiveKeys) -> None:
        if active.binding.action != "keys" and self.is_active:
            self.app.pop_screen()
            self.app.call_next(self.app.run_action, active.binding.action, active.where)

    def action_rules(self, words: bool = False) -> None:
        """Show the rules of the screen below or the glossary of its table, if that screen has a key for it."""
        action = "rules(True)" if words else "rules"
        for active in self._keys:
            if active.binding.action == action:
                self._press(active)

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.DeadKeyReason | None:
        """Return why help can't be opened on help."""
        return dead_key_reasons.INSTEAD if action == "keys" else None

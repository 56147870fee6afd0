"""Change keys: choose an action, and press its new key."""

from collections.abc import Mapping

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical, VerticalScroll

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.actions import CALLED, KEYS
from spades_tui.settings.keymap import (
    STAY,
    KeyFaultError,
    action_words_of,
    exchanged,
    key_of,
    printed,
    read_key,
    why_taken,
)
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.settings_screen import saved
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.bindings import Bindings
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.paragraphs import Page

ALL = "all"
"""The id of the line that restores all default keys."""


class KeyLines(ChoiceList):
    """The list of actions; while it waits for a new key, it takes any key."""

    async def on_event(self, event: events.Event) -> None:
        """Take a key before its usual action."""
        screen = self.screen
        if isinstance(event, events.Key) and isinstance(screen, OwnKeysScreen) and screen.changing:
            event.stop()
            event.prevent_default()
            character = event.character or ""
            screen.takes(character if len(character) == 1 and character.isprintable() else event.key)
            return
        await super().on_event(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible: none is while the list waits for a new key."""
        return not (isinstance(self.screen, OwnKeysScreen) and self.screen.changing)


class OwnKeysScreen(SpadesScreen):
    """The keys that can be changed."""

    HELP_LINES = (
        "Press Enter on an action, then its new key. If another action has that key, Enter swaps the two.",
        STAY,
    )
    BINDINGS = Bindings("key_choice")
    DEFAULT_CSS = """
    OwnKeysScreen #own-keys { height: 1fr; padding: 1 3 0 3; }
    OwnKeysScreen #actions { height: 1fr; scrollbar-size-vertical: 1; }
    OwnKeysScreen #message { padding: 1 4; height: 4; }
    """

    def __init__(self) -> None:
        super().__init__()
        self.message = Page(id="message")
        self.changing = ""
        """The action that gets the next key pressed; "" for none."""
        self.offered: dict[str, str] | None = None
        """All changed keys after swapping two, as offered; Enter accepts."""

    def compose_body(self) -> ComposeResult:
        """Lay out all actions, and the question."""
        with Vertical(id="own-keys"), VerticalScroll(id="actions", can_focus=False):
            yield KeyLines(self._lines())
        yield self.message

    def on_mount(self) -> None:
        """Name the page."""
        self.set_top([("Change keys", palette.bold)])
        self.query_one(ChoiceList).focus()
        self.message.say(f"Press Enter on an action, then its new key. {STAY}")

    def _lines(self) -> list[Choice]:
        room = max(len(name) for name in KEYS)
        lines = [Choice(name, f"{printed(key_of(name)):>8}  {_called(name):<{room}}", _note(name)) for name in KEYS]
        return [*lines, Choice(ALL, f"{'':>8}  Restore all default keys")]

    def why_not(self, action: str, parameters: tuple[object, ...]) -> dead_key_reasons.Reason | None:
        """Return why a key does nothing: while the list waits for a new key, only Esc works, and changes nothing."""
        return dead_key_reasons.INSTEAD if action in ("usual", "keys") and self.changing else None

    def take_line(self, choice: Choice) -> None:
        """Wait for the key of this action; a second click on it accepts an offered swap."""
        if choice.key == self.changing and self.takes("enter"):
            return
        if choice.key == ALL:
            self._have({})
            return
        self.changing = choice.key
        self.refresh_bindings()
        old = printed(key_of(self.changing))
        self.message.say(f"Press the new key for “{_called(self.changing)}”. Esc keeps {old}.")

    def on_choice_list_moved(self, event: ChoiceList.Moved) -> None:
        """Stop waiting for a key, because another line was chosen."""
        if self.changing and event.choice.key != self.changing:
            self._stop_waiting()

    def _stop_waiting(self) -> None:
        self.changing, self.offered = "", None
        self.refresh_bindings()
        self.message.say("")

    def takes(self, key: str) -> bool:
        """Take a key for the action that waits for one; return False if none does."""
        if not self.changing:
            return False
        name, offered, self.offered = self.changing, self.offered, None
        if key == "escape":
            self._stop_waiting()
            return True
        if key == "enter" and offered is not None:
            self._stop_waiting()
            self._have(offered)
            return True
        try:
            wanted = read_key(name, key)
        except KeyFaultError as fault:
            self.message.say(f"{printed(key)} {fault}.", wrong=True)
            return True
        keys = dict(self.app.settings.keys)
        why = why_taken(name, wanted, keys, _called)
        if why:
            self._show_taken(name, wanted, why)
            return True
        self._stop_waiting()
        self._have({**keys, name: wanted})
        return True

    def _show_taken(self, name: str, key: str, why: str) -> None:
        """Show which action has this key, and offer to swap keys if that works everywhere."""
        exchange = exchanged(name, key, dict(self.app.settings.keys))
        if exchange is None:
            self.message.say(f"{_called(name)}: {printed(key)} {why}; use another key.", wrong=True)
            return
        other, self.offered = exchange
        self.changing = name
        self.refresh_bindings()
        old = printed(key_of(name))
        after = f"Enter swaps the two: {_called(other)} gets {old}. Esc leaves both as they are."
        self.message.say(f"{printed(key)} {why}. {after}")

    def action_usual(self) -> None:
        """Restore the default key of the chosen action, or offer to swap keys if another action has it."""
        name = self.query_one(ChoiceList).chosen.key
        keys = dict(self.app.settings.keys)
        if name not in keys:
            return
        why = why_taken(name, KEYS[name], keys, _called)
        if why:
            self._show_taken(name, KEYS[name], why)
            return
        del keys[name]
        self._have(keys)

    def action_back(self) -> None:
        """Stop waiting for a key, or go back."""
        if not self.takes("escape"):
            super().action_back()

    def _have(self, keys: Mapping[str, str]) -> None:
        """Use these keys, and save them."""
        changed = tuple(sorted((name, key) for name, key in keys.items() if key != KEYS[name]))
        app = self.app
        old = app.settings
        app.settings = replace(old, keys=changed)
        actions = self.query_one(ChoiceList)
        actions.show(self._lines(), actions.chosen.key)
        self.message.say(*saved(old, app.settings, "These keys last", "they"))


def _called(name: str) -> str:
    """Return what the page calls an action."""
    return CALLED.get(name, name).replace("_", " ")


def _note(name: str) -> str:
    """Return an action's explanation and places, and its default key if the user has changed it."""
    words, places = action_words_of(name)
    usual = f"default {printed(KEYS[name])} · " if key_of(name) != KEYS[name] else ""
    where = f"{places[0]}{', and more' if len(places) > 1 else ''}" if places and places[0] else "everywhere"
    same = words == _called(name) or not words
    return f"{usual}{where if same else f'{words}, {where}'}"

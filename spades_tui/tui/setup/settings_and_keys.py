"""Settings, and the keys that the user can change; changes apply and are saved immediately.

The settings are pace, automatic actions, sorting and drawing of cards, the cut's patience, and the user's name. A
sample hand shows their effect. To change a key, choose an action and press its new key.
"""

import asyncio
from collections.abc import Mapping
from contextlib import suppress

from msgspec.structs import replace
from textual import events, work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
from textual.events import DescendantFocus
from textual.widget import Widget
from textual.widgets import Input

from spades_tui import cards
from spades_tui.language.player_names import NAME_MOST, login_name, new_fault, tidy
from spades_tui.language.unusable import UnusableError
from spades_tui.play import DEFAULT_GAME
from spades_tui.play.saved_games import rename_in_last_table
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, SettingRow, explained
from spades_tui.presentation.wording import sorted_hand
from spades_tui.rules.catalogue import find
from spades_tui.rules.ruleset import ruleset
from spades_tui.settings import keymap
from spades_tui.settings.actions import ACTIONS, CALLED, KEYS
from spades_tui.settings.settings import Settings
from spades_tui.settings.settings_file import read_settings, unsaved
from spades_tui.tui.app_host import Host
from spades_tui.tui.frame import Dialog, SpadesScreen
from spades_tui.tui.widgets import inks
from spades_tui.tui.widgets.canvas import Canvas, StateView
from spades_tui.tui.widgets.card_faces import BIG_HEIGHT, CardStyle, paint_back, paint_card
from spades_tui.tui.widgets.choice_list import Choice, ChoiceList
from spades_tui.tui.widgets.fields import Form, NameInput, ValueField, labelled
from spades_tui.tui.widgets.paragraphs import Page


def saved(app: Host, settings: Settings, lasting: str, they: str) -> tuple[str, bool]:
    """Use and save settings, and return a sentence about it, and whether it says that something is wrong."""
    old, app.settings = app.settings, settings
    wrong = unsaved(old, settings, lasting, they)
    return wrong or "Saved.", bool(wrong)


def setting_field(row: SettingRow, settings: Settings) -> Widget:
    """Return a row of a form with the field of a setting; the field's id is ``setting-`` and the setting's name."""
    value = getattr(settings, row.name)
    return labelled(row.label, ValueField(row.choices(value), value, id=f"setting-{row.name}"))


def _setting_of(field: Widget) -> str:
    """Return the name of the setting that a field changes."""
    return (field.id or "").removeprefix("setting-")


class SettingsScreen(SpadesScreen):
    """The user's settings."""

    TITLE_LEFT = (("Settings", inks.bold),)
    HELP_LINES = ("Changes save automatically.",)
    HORIZONTAL_BREAKPOINTS = [(110, "-wide"), (132, "-widest")]
    VERTICAL_BREAKPOINTS = [(0, "-tight"), (BIG_HEIGHT, "-tall")]
    BINDINGS = [
        Binding("up", "app.focus_previous", "move", key_display="↑↓"),
        Binding("down", "app.focus_next"),
        Binding("f2", "change_keys", "change keys", id="change_keys"),
    ]

    def __init__(self, at: str = "") -> None:
        """Begin with the setting named `at`."""
        super().__init__()
        self._at = at
        self._shown: Settings | None = None  # the settings that the fields show
        self.message = Page(id="message")

    def on_screen_resume(self) -> None:
        """Show changes made elsewhere, such as in the palette."""
        if self.app.settings == self._shown:  # otherwise a value just taken from a list would be lost
            return
        self._shown = self.app.settings
        for field in self.query(ValueField):
            value = getattr(self._shown, _setting_of(field))
            if value in field.choices:
                field.value = value
        self._show_samples(self._shown)

    def _show_samples(self, settings: Settings) -> None:
        """Draw the examples by these settings."""
        self.query_one(SampleHand).show(settings)
        self.query_one(SampleCards).show(settings)

    def compose_body(self) -> ComposeResult:
        """Lay out the rows, the explanation of the chosen one, and a hand as an example."""
        settings = self.app.settings
        with Vertical(id="settings"):
            with Horizontal(id="choices"):
                with Form(id="rows"):
                    for row in ROWS:
                        yield setting_field(row, settings)
                    name = NameInput(settings.name or login_name(), max_length=40, compact=True, id="setting-name")
                    yield labelled("Your name", name)
                yield SampleCards()
            yield Page(id="meaning")
            yield SampleHand()
        yield self.message

    def on_mount(self) -> None:
        """Choose the first setting, and say what is wrong with their file."""
        if self._at:
            field = self.query_one(f"#setting-{self._at}")
            field.focus()
            self.call_after_refresh(field.scroll_visible, animate=False)  # once the breakpoints have laid out the rows
        problem = read_settings().problem
        self.message.say(problem or "Changes save automatically.", wrong=bool(problem))
        if self.app.settings.sound and not problem:
            self._say_if_silent()

    @work(group="sound", exclusive=True)
    async def _say_if_silent(self) -> None:
        """Say why sounds can't be played, once that is known."""
        problem = await asyncio.to_thread(self.app.sounds.problem)
        if problem:
            self.message.say(problem, wrong=True)

    def on_descendant_focus(self, event: DescendantFocus) -> None:
        """Explain the setting."""
        name = _setting_of(event.widget)
        about = next((row.about for row in ROWS if row.name == name), NAME_HELP)
        self.query_one("#meaning", Page).say(explained(about))

    def on_value_field_changed(self, event: ValueField.Changed) -> None:
        """Apply the change, and save it."""
        event.stop()
        self._keep(replace(self.app.settings, **{_setting_of(event.field): event.field.value}))

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Go to the next row, which accepts the name."""
        event.stop()
        self.focus_next()

    def on_input_blurred(self, event: Input.Blurred) -> None:
        """Accept the name when the focus leaves its line."""
        self._take_name()

    def action_back(self) -> None:
        """Accept the name, and go back."""
        self._take_name()
        super().action_back()

    def _take_name(self) -> None:
        field, settings = self.query_one("#setting-name", Input), self.app.settings
        name = tidy(field.value)
        if name == settings.name or (not settings.name and name == login_name()):
            return
        if new_fault(name):
            words = f"That name can't be used; write 1 to {NAME_MOST} characters, with a letter or a digit."
            self.message.say(words, wrong=True)
            field.value = settings.name or login_name()
            return
        with suppress(OSError):
            rename_in_last_table(settings.name or login_name(), name)
        self._keep(replace(settings, name=name))

    def _keep(self, settings: Settings) -> None:
        self._shown = settings
        self._show_samples(settings)
        sounds_before = self.app.settings.sound
        self.message.say(*saved(self.app, settings, "This lasts", "it"))
        if settings.sound and not sounds_before:
            self._say_if_silent()


SAMPLE = "AS QS 7S KH TH 5H JD 9D 3D QC 8C 4C"
"""A hand with all suits and both high and low cards, to show the effect of the settings."""


class SampleHand(StateView[Settings]):
    """A hand, sorted and drawn by the settings."""

    DEFAULT_CSS = "SampleHand { width: 1fr; height: 4; }"

    def picture(self, canvas: Canvas, state: Settings) -> None:
        """Draw twelve cards in a row, sorted and drawn as at the table, in the size that fits."""
        look = CardStyle.liked(state)
        held = cards.hand_of(cards.parse(name) for name in SAMPLE.split(" "))
        canvas.put(0, 0, "Your hand will look like this:", inks.soft)
        large = canvas.height > 4 and not look.compact
        width, height = (7, 7) if large else (5, 3)
        for place, card in enumerate(sorted_hand(ruleset(find(DEFAULT_GAME)), look, held)):
            paint_card(canvas, (width + 1) * place, 1, width, height, look, card)


class SampleCards(StateView[Settings]):
    """A picture card, a number card and a card face down in the chosen deck, beside the rows."""

    DEFAULT_CSS = "SampleCards { width: 23; height: 8; }"

    def picture(self, canvas: Canvas, state: Settings) -> None:
        """Draw the three cards side by side, as large as in the hand."""
        look = CardStyle.liked(state)
        canvas.put(0, 0, "Large cards and backs:", inks.soft)
        paint_card(canvas, 0, 1, 7, 7, look, cards.parse("KH"))
        paint_card(canvas, 8, 1, 7, 7, look, cards.parse("7S"))
        paint_back(canvas, 16, 1, 7, 7, look)


ALL = "all"
"""The id of the line that restores all default keys."""


class OwnKeysScreen(SpadesScreen):
    """The keys that can be changed."""

    TITLE_LEFT = (("Change keys", inks.bold),)
    HELP_LINES = (
        "Press Enter on an action, then its new key. If another action has that key, Enter swaps the two.",
        keymap.STAY,
    )
    BINDINGS = [
        Binding("delete,backspace", "usual", "default key", key_display="Del", tooltip="restore the default key"),
    ]

    def compose_body(self) -> ComposeResult:
        """Lay out all actions, and what was done."""
        yield ChoiceList(self._lines(), id="own-keys")
        yield Page(id="message")

    def on_mount(self) -> None:
        """Say what to do."""
        self.query_one(Page).say(f"Press Enter on an action, then its new key. {keymap.STAY}")

    def _lines(self) -> list[Choice]:
        room = max(map(len, KEYS))
        keys = {name: keymap.printed(keymap.key_of(name)) for name in KEYS}
        lines = [Choice(name, f"{key:>8}  {_called(name):<{room}}", _note(name)) for name, key in keys.items()]
        return [*lines, Choice(ALL, f"{'':>8}  Restore all default keys")]

    def take_line(self, choice: Choice) -> None:
        """Ask for the key of this action, or restore all keys."""
        if choice.key == ALL:
            self._have({})
        else:
            self.app.ask(AskKey(choice.key, dict(self.app.settings.keys)), self._have)

    def action_usual(self) -> None:
        """Restore the default key of the chosen action, or offer to swap keys if another action has it."""
        name, keys = self.query_one(ChoiceList).chosen.key, dict(self.app.settings.keys)
        if name not in keys:
            return
        if keymap.why_taken(name, KEYS[name], keys, _called):
            self.app.ask(AskKey(name, keys, KEYS[name]), self._have)
        else:
            self._have({**keys, name: KEYS[name]})

    def _have(self, keys: Mapping[str, str]) -> None:
        changed = tuple(sorted((name, key) for name, key in keys.items() if key != KEYS[name]))
        told = saved(self.app, replace(self.app.settings, keys=changed), "These keys last", "they")
        self.query_one(ChoiceList).show(self._lines())
        self.query_one(Page).say(*told)


class AskKey(Dialog):
    """A question for the new key of an action, which takes any key; dismissed with all changed keys."""

    TITLE = "Change keys"

    def __init__(self, changes: str, keys: Mapping[str, str], tried: str = "") -> None:
        """Ask for the key of the action that `changes`; `tried` is the first key, which another action has."""
        super().__init__()
        self.changes, self.keys, self.tried = changes, keys, tried
        self.offered: Mapping[str, str] | None = None
        """All changed keys after swapping two, as offered; Enter accepts."""
        self.message = Page()
        self.body = (self.message,)

    def on_mount(self) -> None:
        """Ask, or offer to swap two keys."""
        old = keymap.printed(keymap.key_of(self.changes))
        self.message.say(f"Press the new key for “{_called(self.changes)}”. Esc keeps {old}.")
        if self.tried:
            self.takes(self.tried)

    async def on_event(self, event: events.Event) -> None:
        """Take a key before its usual action; once there is an answer, leave it to the screen below."""
        if isinstance(event, events.Key) and not self.is_active:
            (self.app.focused or self.app.screen).post_message(event)
        elif isinstance(event, events.Key):
            character = event.character or ""
            self.takes(character if len(character) == 1 and character.isprintable() else event.key)
        else:
            await super().on_event(event)

    def types(self, character: str) -> bool:
        """Return True, because any character is a key."""
        return True

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action is possible: none but to go back."""
        return action == "back"

    def takes(self, key: str) -> bool:
        """Take a key; if another action has it, offer to swap keys if that works everywhere."""
        name, offered, self.offered = self.changes, self.offered, None
        if key == "escape":
            self.action_back()
        elif key == "enter" and offered is not None:
            self.dismiss(offered)
        else:
            try:
                self._give(name, keymap.read_key(name, key))
            except UnusableError as fault:
                self.message.say(f"{keymap.printed(key)} {fault}.", wrong=True)
        return True

    def _give(self, name: str, key: str) -> None:
        keys = dict(self.keys)
        why = keymap.why_taken(name, key, keys, _called)
        exchange = keymap.exchanged(name, key, keys) if why else None
        if not why:
            self.dismiss({**keys, name: key})
        elif exchange is None:
            self.message.say(f"{_called(name)}: {keymap.printed(key)} {why}; use another key.", wrong=True)
        else:
            other, self.offered = exchange
            old = keymap.printed(keymap.key_of(name))
            after = f"Enter swaps the two: {_called(other)} gets {old}. Esc leaves both as they are."
            self.message.say(f"{keymap.printed(key)} {why}. {after}")


def _called(name: str) -> str:
    """Return what the page calls an action."""
    return CALLED.get(name, name).replace("_", " ")


def _note(name: str) -> str:
    """Return an action's explanation and places, and its default key if the user has changed it."""
    words, places = ACTIONS[name][1], keymap.places_of(name)
    usual = f"default {keymap.printed(KEYS[name])} · " if keymap.key_of(name) != KEYS[name] else ""
    where = f"{places[0]}, and more" if len(places) > 1 else places[0]
    if words != _called(name):
        where = f"{words}, {where}"
    return usual + where

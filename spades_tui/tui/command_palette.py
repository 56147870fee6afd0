"""The command palette: commands of the screen, and everything else by typing.

It is Textual's palette, made safe for keys that arrive faster than it draws.
"""

import re
from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.fuzzy import FuzzySearch
from textual.screen import Screen

from spades_tui.language.times import PATIENCES, patience_words, when
from spades_tui.lessons.lesson_reader import heads
from spades_tui.play import saved_games
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.rules.catalogue import find, own_entries, shipped
from spades_tui.rules.variant_reader import VariantError
from spades_tui.system.output import os_words
from spades_tui.tui.app_host import Host
from spades_tui.tui.dialogs import ask_code, resume
from spades_tui.tui.frame import SpadesScreen, named_keys
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.scorebook.unfinished import UnfinishedScreen
from spades_tui.tui.setup.daily_screen import show_day
from spades_tui.tui.setup.games_and_rules import RulesScreen
from spades_tui.tui.setup.new_table import quick_setup
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.textual_private import CalmPalette
from spades_tui.tui.widgets.canvas import fit as clip


def commands(app: Host, screen: Screen[object]) -> Iterator[SystemCommand]:
    """Yield all commands of a screen, without Textual's screenshot, which would save a player's cards."""
    if isinstance(screen, SpadesScreen):
        yield SystemCommand("Keys", "Show the keys that work here", screen.action_keys)
        for words, label, do in named_keys(screen):
            yield SystemCommand(words, label, do)
        yield SystemCommand("Change keys", "Choose which key does what", screen.action_change_keys)
    if app.at_table:
        back = app.way_back
        label = "Go home; the game is saved" if back is None else f"{back.words}; the fork is saved"
        label = "Go back to your rules" if app.trial_hand_open else label
        yield SystemCommand("Leave the table", label, app.open_home)
    yield SystemCommand("Quit", f"Leave the program{'; the game is saved' if app.game_saved else ''}", app.action_quit)


class Found(NamedTuple):
    """An entry of the palette: its name, its explanation, and other words to find it by."""

    title: str
    long_label: str
    do: Callable[[], object]
    also: str = ""


def fit(found: Found, query: str) -> float:
    """Return how well something fits the typed words, from 0 (not at all) to 1.0 (its name).

    Each typed word must occur. A whole word of the name counts most, then the beginning of one, then a part of one,
    then the other words.
    """
    name, typed = found.title.casefold(), query.casefold().split()
    words = name.replace(":", " ").split()
    if typed == words:
        return 1.0
    if all(word in words for word in typed):
        return 0.9
    if all(any(one.startswith(word) for one in words) for word in typed):
        return 0.8
    if all(word in name for word in typed):
        return 0.6
    rest = f"{name} {found.long_label} {found.also}".casefold()
    return 0.4 if all(word in rest for word in typed) else 0.0


def _what_fits(label: str, room: int) -> str:
    """Return the text, cut after the last whole clause that fits in `room` cells."""
    ends = [len(label), *(found.start() for found in reversed([*re.finditer(r"[;,] ", label)])), 0]
    return next(label[:end] for end in ends if end == 0 or cell_len(label[:end]) <= room)


class Everything(Provider):
    """The commands of the screen, shown at once, and everything else, found by typing."""

    def __init__(self, screen: Screen[object], match_style: object = None) -> None:
        super().__init__(screen)
        self._found: list[Found] | None = None

    def _here(self) -> list[Found]:
        return [
            Found(title, label, do) for title, label, do, *_ in self.app.get_system_commands(self.screen)
        ]

    async def discover(self) -> Hits:
        """Yield the commands of the screen and the places to go to."""
        for one in (*self._here(), *(one for one in self._all() if ":" not in one.title)):
            yield DiscoveryHit(self._line(one), one.do, one.title)

    async def search(self, query: str) -> Hits:
        """Yield everything that fits; if nothing does, everything that has the typed letters in that order."""
        every = [*self._here(), *self._all()]
        scores = [fit(one, query) for one in every]
        if not any(scores):
            near = FuzzySearch()
            scores = [0.3 if near.match(query, one.title)[0] else 0.0 for one in every]
        for one, score in zip(every, scores, strict=True):
            if score:
                yield Hit(score, self._line(one), one.do, one.title)

    def _line(self, one: Found) -> Text:
        """Write a name and its explanation on one line, without markup: another user may have chosen the name."""
        room = self.app.size.width - 6
        name = clip(one.title, room)
        return Text.assemble((name, "bold"), "  ", _what_fits(one.long_label, room - cell_len(name) - 2))

    def _all(self) -> list[Found]:
        """Return everything that can be found; looked up once for each palette."""
        if self._found is None:
            app: Host = self.app  # type: ignore[assignment]
            self._found = list(everything(app))
        return self._found


class Palette(CalmPalette):
    """The palette of commands."""

    def __init__(self) -> None:
        asks = "Type a game, a setting, a theme, a lesson …"
        super().__init__([Everything], placeholder=asks, id="--command-palette")

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close only once, because a second Enter would close the screen below, or end the program."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


SAVED = "your game here is saved first"


def everything(app: Host) -> Iterator[Found]:
    """Yield all entries that don't depend on the screen."""
    saved = app.game_saved
    yield from _places(app, saved)
    yield from _saved_games(app, saved)
    yield from _games(app, saved)
    yield from _rules(app)
    yield from _settings(app)
    yield from _lessons(app, saved)


def _label(words: str, saved: bool) -> str:
    return f"{words}; {SAVED}" if saved else words


def _places(app: Host, saved: bool) -> Iterator[Found]:
    def go(do: Callable[[], object]) -> Callable[[], object]:
        return partial(app.leave_table_for, do)

    yield Found("New game", _label("Choose a game, then the seats", saved), go(app.open_new_game))
    yield Found("Quick game", _label("Your last table again", saved), go(partial(_quick, app)))
    daily = _label("The same three hands for everybody, each day", saved)
    yield Found("Daily", daily, go(partial(show_day, app)), "deal of the day streak")
    code = _label("The same cards as a friend", saved)
    yield Found("Play a code", code, go(partial(ask_code, app)), "same cards friend")
    yield Found("Learn", _label("Lessons and puzzles", saved), go(lambda: app.push_screen(LearnScreen())), "lessons")
    yield Found("Scorebook", _label("Scoreboards and statistics", saved), go(app.open_book), "book")
    unfinished = _label("Resume or abandon one", saved)
    yield Found("Unfinished games", unfinished, go(lambda: app.push_screen(UnfinishedScreen())), "continue forks")
    yield Found("Settings", "How your cards are sorted and drawn, and more", app.open_settings, "options preferences")
    yield Found("Your name", NAME_HELP[0], partial(app.open_settings, "name"), "settings")


def _quick(app: Host) -> None:
    try:
        app.start_table(quick_setup(app.settings.name, app.settings.partner))
    except OSError as error:
        app.sorry(f"The table can't be set up: {os_words(error)}.")
    except (ValueError, KeyError, VariantError) as error:
        app.sorry(f"The table can't be set up: {str(error).rstrip('.')}.")


def _saved_games(app: Host, saved: bool) -> Iterator[Found]:
    for game in saved_games.suspended():
        if game.path != app.game_here:
            do = partial(app.leave_table_for, partial(resume, app, game.path, app.sorry))
            yield Found(f"Continue: {game.title}", _label(f"Saved {when(game.when)}", saved), do, "resume")


def _games(app: Host, saved: bool) -> Iterator[Found]:
    def choose(slug: str) -> None:
        _with_variant(app, slug, lambda variant: app.push_screen(SeatsScreen(variant)))

    for slug, name in _names():
        label = _label("Choose players and options", saved)
        do = partial(app.leave_table_for, partial(choose, slug))
        yield Found(f"New game: {name}", label, do, f"{slug} play start")


def _rules(app: Host) -> Iterator[Found]:
    def read(slug: str) -> None:
        _with_variant(app, slug, lambda variant: app.push_screen(RulesScreen(variant)))

    for slug, name in _names():
        yield Found(f"Rules: {name}", "Read all the rules", partial(read, slug), slug)
    label = "How to read the table, and which keys work everywhere"
    yield Found("Rules: keys and beans", label, lambda: app.push_screen(RulesScreen(keys=True)), "help words mouse")


def _names() -> Iterator[tuple[str, str]]:
    """Yield the slug and the name of each playable variant, without reading the files of shipped ones."""
    yield from ((slug, saved_games.variant_name(slug)) for slug in shipped())
    yield from ((entry.slug, entry.title) for entry in own_entries() if entry.variant is not None)


def _with_variant(app: Host, slug: str, do: Callable[..., object]) -> None:
    try:
        do(find(slug))
    except (VariantError, KeyError, OSError) as error:  # its file has changed since it was listed
        app.sorry(f"This game can't be read: {error}")


def _settings(app: Host) -> Iterator[Found]:
    for name, label, values, words, sentences in ROWS:
        now = getattr(app.settings, name)
        if not words:
            values = tuple(sorted({*PATIENCES, now}))
            words = tuple(patience_words(value) for value in values if isinstance(value, int))
        for value, word in zip(values, words, strict=True):
            title = f"{label}: {word}"
            about = sentences[0]
            if name == "theme":
                title, about = f"Theme: {value}", word if word != value else "one of Textual's themes"
            also = f"settings setting {name} {label} {word} {value} {explained(sentences)}".replace("_", " ")
            if value == now:
                title = f"{title} (now)"
            yield Found(title, about, partial(_set, app, name, value, f"{label}: {word}"), also)


def _set(app: Host, name: str, value: object, words: str) -> None:
    """Change a setting, and let the screen below show it."""
    app.change_setting(name, value, words)
    if isinstance(app.screen, SpadesScreen):
        app.screen.on_screen_resume()  # lets the screen show changes made elsewhere


def _lessons(app: Host, saved: bool) -> Iterator[Found]:
    def begin(name: str) -> None:
        app.push_screen(LearnScreen(name))

    for head in heads():
        if not head.error:
            title = f"{'Puzzle' if head.puzzle else 'Lesson'}: {head.title}"
            label = _label(head.summary or "Start it", saved)
            yield Found(title, label, partial(app.leave_table_for, partial(begin, head.name)), f"learn {head.name}")

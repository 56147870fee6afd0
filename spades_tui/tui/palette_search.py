"""Everything the palette finds from anywhere: games, saved games, settings, themes, rules, lessons and puzzles.

Nothing from a table is in it. An entry that would leave a table saves its game first (`Host.elsewhere`); a setting or a
page of rules is shown over the table and leads back to it.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from msgspec.structs import replace

from spades_tui.language.times import PATIENCES, patience_words, when
from spades_tui.lessons.shelf import heads
from spades_tui.play import saved_games
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.rules.catalogue import find, own_entries, shipped
from spades_tui.rules.variant_reader import VariantError
from spades_tui.scorebook.abandoned import given_up
from spades_tui.settings.settings import SettingsError
from spades_tui.settings.settings_file import save_some
from spades_tui.tui.app_host import Host
from spades_tui.tui.broken_game import resume
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.scorebook.unfinished import UnfinishedScreen
from spades_tui.tui.setup.quick_game import quick_setup
from spades_tui.tui.setup.rules_screen import RulesScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen

SAVED = "your game here is saved first"


class Found(NamedTuple):
    """An entry of the palette: its name, its explanation, and other words under which it is found."""

    title: str
    told: str
    do: Callable[[], object]
    also: str = ""


def everything(app: Host) -> Iterator[Found]:
    """Yield all entries that don't depend on the screen."""
    at_table = app.at_table
    yield from _places(app, at_table)
    yield from _saved_games(app, at_table)
    yield from _games(app, at_table)
    yield from _rules(app)
    yield from _settings(app)
    yield from _lessons(app, at_table)


def _told(words: str, at_table: bool) -> str:
    return f"{words}; {SAVED}" if at_table else words


def _places(app: Host, at_table: bool) -> Iterator[Found]:
    def go(do: Callable[[], object]) -> Callable[[], object]:
        return partial(app.elsewhere, do)

    yield Found("New game", _told("Choose a game, then the seats", at_table), go(app.open_new_game))
    yield Found("Quick game", _told("Your last table again", at_table), go(partial(_quick, app)))
    yield Found("Learn", _told("Lessons and puzzles", at_table), go(lambda: app.push_screen(LearnScreen())), "lessons")
    yield Found("Scorebook", _told("Scoreboards and statistics", at_table), go(app.open_book), "book")
    unfinished = _told("Resume or abandon one", at_table)
    yield Found("Unfinished games", unfinished, go(lambda: app.push_screen(UnfinishedScreen())), "continue forks")
    yield Found("Settings", "How your cards are sorted and drawn, and more", app.open_settings, "options preferences")
    yield Found("Your name", NAME_HELP[0], partial(app.open_settings, "name"), "settings")


def _quick(app: Host) -> None:
    try:
        app.start_table(quick_setup(app.settings.name, app.settings.partner))
    except OSError as error:
        app.sorry(f"The table can't be set up: {error.strerror or error}.")
    except (ValueError, KeyError, VariantError) as error:
        app.sorry(f"The table can't be set up: {error}")


def _saved_games(app: Host, at_table: bool) -> Iterator[Found]:
    for game in saved_games.in_groups(saved_games.suspended(without=given_up())):
        if game.path != app.game_here:
            do = partial(app.elsewhere, partial(resume, app, game.path, app.sorry))
            yield Found(f"Continue: {game.title}", _told(f"Saved {when(game.when)}", at_table), do, "resume")


def _games(app: Host, at_table: bool) -> Iterator[Found]:
    def choose(slug: str) -> None:
        _with_variant(app, slug, lambda variant: app.push_screen(SeatsScreen(variant)))

    for slug, name in _names():
        told = _told("Choose players and options", at_table)
        yield Found(f"New game: {name}", told, partial(app.elsewhere, partial(choose, slug)), f"{slug} play start")


def _rules(app: Host) -> Iterator[Found]:
    def read(slug: str) -> None:
        _with_variant(app, slug, lambda variant: app.push_screen(RulesScreen(variant)))

    for slug, name in _names():
        yield Found(f"Rules: {name}", "Read all the rules", partial(read, slug), slug)
    told = "How to read the table, and which keys work everywhere"
    yield Found("Rules: keys and beans", told, lambda: app.push_screen(RulesScreen(keys=True)), "help words mouse")


def _names() -> Iterator[tuple[str, str]]:
    """Yield the slug and the name of each playable variant, without reading the files of shipped ones."""
    yield from ((slug, saved_games.variant_name(slug)) for slug in shipped())
    yield from ((entry.slug, entry.title) for entry in own_entries() if entry.variant is not None)


def _with_variant(app: Host, slug: str, do: Callable[..., object]) -> None:
    try:
        do(find(slug))
    except (VariantError, KeyError, OSError) as error:  # its file has been changed since it was listed
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
    """Change a setting, now and in the settings file."""
    app.settings = replace(app.settings, **{name: value})
    if isinstance(app.screen, SpadesScreen):
        app.screen.on_screen_resume()  # there it looks at what has been changed elsewhere
    try:
        save_some(**{name: value})
    except (SettingsError, OSError) as error:
        app.sorry(f"{words}, until you leave. It can't be saved: {error}")


def _lessons(app: Host, at_table: bool) -> Iterator[Found]:
    def begin(name: str) -> None:
        app.push_screen(LearnScreen(name))

    for head in heads():
        if not head.error:
            title = f"{'Puzzle' if head.puzzle else 'Lesson'}: {head.title}"
            told = _told(head.summary or "Start it", at_table)
            yield Found(title, told, partial(app.elsewhere, partial(begin, head.name)), f"learn {head.name}")

"""The command palette: commands of the screen, and everything else by typing.

It is Textual's palette, made safe for keys that arrive faster than it draws.
"""

from collections.abc import Callable, Iterator
from functools import cached_property, partial
from typing import Any, NamedTuple

from rich.cells import cell_len
from rich.text import Text
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.fuzzy import FuzzySearch
from textual.screen import Screen
from textual.worker import Worker

from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.times import when
from spades_tui.lessons.lesson_reader import heads
from spades_tui.play import saved_games
from spades_tui.play.new_table import quick_setup
from spades_tui.presentation.settings_rows import NAME_HELP, ROWS, explained
from spades_tui.rules.catalogue import find, own_entries, shipped
from spades_tui.rules.variant_reader import VariantError
from spades_tui.settings.settings import OWN_THEMES
from spades_tui.tui.app_host import Host
from spades_tui.tui.dialogs import ask_code, resume
from spades_tui.tui.frame import WHY_NOT, SpadesScreen, keys_of
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.scorebook.cast_screen import CastScreen
from spades_tui.tui.scorebook.unfinished import UnfinishedScreen
from spades_tui.tui.setup.daily_screen import show_day
from spades_tui.tui.setup.games_and_rules import RulesScreen
from spades_tui.tui.setup.seats_screen import SeatsScreen
from spades_tui.tui.textual_private import LeavingScreen
from spades_tui.tui.widgets.canvas import fit as clip


def commands(app: Host, screen: Screen[object]) -> Iterator[SystemCommand]:
    """Yield all commands of a screen, without Textual's screenshot, which would save a player's cards."""
    if isinstance(screen, SpadesScreen):
        yield SystemCommand("Keys", "Show the keys that work here", screen.action_keys)
        for names, binding, where, label in keys_of(screen):
            if binding.id and binding.id not in ("help", "palette", "back", "leave", "quit"):
                words = f"Press {names}" if label == binding.description else f"{capitalized(label)}, {names}"
                yield SystemCommand(
                    capitalized(binding.description), words, partial(app.run_action, binding.action, where)
                )
        yield SystemCommand("Change keys", "Choose which key does what", screen.action_change_keys)
    if app.at_table:
        label = "Go home; the game is saved"
        if app.trial_hand_open:
            label = "Go back to your rules"
        elif app.way_back is not None:
            label = f"{app.way_back.words}; the copy is saved"
        yield SystemCommand("Leave the table", label, app.open_home)
    saved = "; the game is saved" if app.game_saved else ""
    yield SystemCommand("Quit", f"Leave the program{saved}", app.action_quit)


class PaletteLine(NamedTuple):
    """An entry of the palette: its name, its explanation, and other words to find it by."""

    title: str
    long_label: str
    do: Callable[[], object]
    also: str = ""
    by_words: bool = False
    """Whether parts of words and scattered letters don't find it, because it changes something at once."""


def fit(entry: PaletteLine, query: str) -> float:
    """Return how well something fits the typed words, from 0 (not at all) to 1.0 (its name).

    Each typed word must occur. A whole word of the name counts most, then the beginning of one, then a part of one,
    then the other words. Only whole words and their beginnings find an entry `by_words`.
    """
    name, typed = entry.title.casefold(), query.casefold().replace(":", " : ").split()
    words = name.replace(":", " ").split()
    if typed == words:
        return 1.0
    if {*typed} <= {*words}:
        return 0.9
    rest = f"{name} {entry.long_label} {entry.also}".casefold()
    begins = " " if entry.by_words else ""
    for score, before, text in ((0.8, " ", _spaced(name)), (0.6, begins, name), (0.4, begins, _spaced(rest))):
        if all(before + word in text for word in typed):
            return score
    return 0.0


def _spaced(text: str) -> str:
    """Return all words with a space before each, and again the parts of those with a hyphen."""
    text = text.replace(":", " : ")
    return "".join(f" {word}" for word in (*text.split(), *text.replace("-", " ").split()))


def _what_fits(label: str, room: int) -> str:
    """Return the text, cut after the last whole clause that fits in `room` cells."""
    while label and cell_len(label) > room:
        label = label[: max(label.rfind("; "), label.rfind(", "), 0)]
    return label


class Everything(Provider):
    """The commands of the screen, shown at once, and everything else, found by typing."""

    def _every(self) -> list[PaletteLine]:
        """Return the commands of the screen, each once, and everything else."""
        here: dict[str, PaletteLine] = {}
        for title, label, do, *_ in self.app.get_system_commands(self.screen):
            here.setdefault(title, PaletteLine(title, label, do))
        return [*here.values(), *(entry for entry in self._elsewhere if entry.title not in here)]

    async def discover(self) -> Hits:
        """Yield the commands of the screen and the places to go to."""
        for entry in self._every():
            if ":" not in entry.title:
                yield DiscoveryHit(self._line(entry), entry.do, entry.title)

    async def search(self, query: str) -> Hits:
        """Yield everything that fits; if nothing does, what has the typed letters in that order, but no setting."""
        every = self._every()
        scores = [fit(entry, query) for entry in every]
        if not any(scores):
            near = FuzzySearch()
            every = [entry for entry in every if not entry.by_words]
            scores = [0.3 * bool(near.match(query, entry.title)[0]) for entry in every]
        for entry, score in zip(every, scores, strict=True):
            if score:
                yield Hit(score, self._line(entry), entry.do, entry.title)

    def _line(self, entry: PaletteLine) -> Text:
        """Write a name and its explanation on one line, without markup: another user may have chosen the name."""
        room = self.app.size.width - 6
        name = clip(entry.title, room)
        return Text.assemble((name, "bold"), "  ", _what_fits(entry.long_label, room - cell_len(name) - 2))

    @cached_property
    def _elsewhere(self) -> list[PaletteLine]:
        """All entries that don't depend on the screen; looked up once for each palette."""
        app: Host = self.app  # type: ignore[assignment]
        return list(everything(app))


PAGING = [("command_list", ("page_up",)), ("command_list", ("page_down",))]
"""The palette's actions that move by pages, with their arguments."""


class Palette(CommandPalette, LeavingScreen[None]):
    """Textual's palette, for keys that arrive faster than it draws, or while it closes."""

    def __init__(self) -> None:
        super().__init__([Everything], placeholder="Type a game, a setting, a theme, a lesson …")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Return whether an action can be done now: only a list that has been laid out can move by pages."""
        laid_out = any(each.scrollable_content_region for each in self.query(CommandList))
        return laid_out or (action, parameters) not in PAGING

    def run_worker(self, *arguments: Any, **options: Any) -> Worker[Any]:
        """Search without ending the program if the list of commands has gone meanwhile."""
        return super().run_worker(*arguments, **{**options, "exit_on_error": False})

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Close only once, because a second Enter would close the screen below, or end the program."""
        return super().dismiss(result) if self.is_active else AwaitComplete()


def everything(app: Host) -> Iterator[PaletteLine]:
    """Yield all entries that don't depend on the screen."""
    for part in (_places, _saved_games, _games, _rules, _settings, _lessons):
        yield from part(app)


def _leaving(app: Host, title: str, label: str, do: Callable[[], object], also: str = "") -> PaletteLine:
    """Return an entry that leaves the table, if there is one."""
    saved = "; your game here is saved first" if app.game_saved else ""
    return PaletteLine(title, label + saved, partial(app.leave_table_for, do), also)


def _places(app: Host) -> Iterator[PaletteLine]:
    go = partial(_leaving, app)
    yield go("New game", "Choose a game, then the seats", app.open_new_game)
    yield go(
        "Quick game", "Your last table again",
        lambda: app.try_table(quick_setup(app.settings.name, app.settings.partner)),
    )  # fmt: skip
    friends = "Friends play at their own terminals"
    yield go("Invite friends", friends, app.invite_friends, "host hosting guests remote online table")
    daily = "The same three hands for everybody, each day"
    yield go("Daily", daily, partial(show_day, app), "deal of the day streak")
    yield go("Code", "Play the same cards as a friend", partial(ask_code, app), "same cards friend")
    yield go("Learn", "Lessons and puzzles", lambda: app.push_screen(LearnScreen()), "lessons")
    yield go("Scorebook", "Scoreboards and statistics", app.open_book, "book")
    yield go("Players", "The computer players by name", lambda: app.push_screen(CastScreen()), "bold careful manner")
    unfinished = "Resume or abandon one"
    yield go("Unfinished games", unfinished, lambda: app.push_screen(UnfinishedScreen()), "continue copies")
    about = "How your cards are sorted and drawn, and more"
    yield PaletteLine("Settings", about, app.open_settings, "options preferences")
    yield PaletteLine("Your name", NAME_HELP[0], partial(app.open_settings, "name"), "settings")


def _saved_games(app: Host) -> Iterator[PaletteLine]:
    for game in saved_games.suspended():
        if game.path != app.game_here:
            do = partial(resume, app, game.path, app.sorry)
            yield _leaving(app, f"Continue: {game.title}", f"Saved {when(game.when)}", do, "resume")


def _games(app: Host) -> Iterator[PaletteLine]:
    for slug, name in _names():
        do = partial(_open, app, SeatsScreen, slug)
        yield _leaving(app, f"New game: {name}", "Choose players and options", do, f"{slug} play start")


def _rules(app: Host) -> Iterator[PaletteLine]:
    for slug, name in _names():
        yield PaletteLine(f"Rules: {name}", "Read all the rules", partial(_open, app, RulesScreen, slug), slug)
    label = "How to read the table, and which keys work everywhere"
    keys = "Rules: keys and beans"
    yield PaletteLine(keys, label, lambda: app.push_screen(RulesScreen(keys=True)), "help words mouse")


def _names() -> Iterator[tuple[str, str]]:
    """Yield the slug and the name of each playable variant, without reading the files of shipped ones."""
    for slug in shipped():
        yield slug, saved_games.variant_name(slug)
    for entry in own_entries():
        if entry.variant is not None:
            yield entry.slug, entry.title


def _open(app: Host, kind: type[SeatsScreen | RulesScreen], slug: str) -> None:
    try:
        app.push_screen(kind(find(slug)))
    except (VariantError, KeyError, OSError) as error:  # its file has changed since it was listed
        app.sorry(f"This game can't be read: {error}")


def _settings(app: Host) -> Iterator[PaletteLine]:
    for row in ROWS:
        name, label, now = row.name, row.label, getattr(app.settings, row.name)
        for value, word in sorted(row.choices(now).items(), key=lambda choice: choice[0] != now):
            title = f"{label}: {word}"
            about = row.about[0]
            if name == "theme":
                title, about = f"Theme: {value}", "one of Textual's themes"
                if value in OWN_THEMES:
                    about = "made for this game" if word == value else f"made for this game: {word}"
            also = f"settings setting {name} {label} {word} {value} {explained(row.about)}".replace("_", " ")
            if value == now:
                title = f"{title} (now)"
            yield PaletteLine(title, about, partial(_set, app, name, value, f"{label}: {word}"), also, by_words=True)


def _set(app: Host, name: str, value: object, words: str) -> None:
    """Change a setting, let the screen below show it, and say so in its footer."""
    changed = "as before" if getattr(app.settings, name) == value else "changed"
    app.change_setting(name, value, words)
    if isinstance(app.screen, SpadesScreen):
        app.screen.on_screen_resume()  # lets the screen show changes made elsewhere
        app.screen.key_line.say(f"{words} – {changed}", WHY_NOT, until_key=True)


def _lessons(app: Host) -> Iterator[PaletteLine]:
    def begin(name: str) -> None:
        app.push_screen(LearnScreen(name))

    for head in heads():
        if not head.error:
            kind = "Puzzle" if head.puzzle else "Lesson"
            do, also = partial(begin, head.name), f"learn {head.name}"
            yield _leaving(app, f"{kind}: {head.title}", head.summary or "Start it", do, also)

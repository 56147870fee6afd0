"""The palette: what can be done here, and everything else by typing. It is Textual's own, except that keys that come
faster than it draws do no harm."""

import re
from collections.abc import Iterator
from contextlib import suppress

from rich.cells import cell_len
from rich.text import Text
from textual import work
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette, DiscoveryHit, Hit, Hits, Provider
from textual.css.query import NoMatches
from textual.fuzzy import FuzzySearch
from textual.screen import Screen

from spades_tui.tui.app_host import Host
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.keys_page import named_keys
from spades_tui.tui.late_messages import LeavingScreen
from spades_tui.tui.palette_search import Found, everything
from spades_tui.tui.widgets.canvas import fit as clip


def commands(app: Host, screen: Screen[object]) -> Iterator[SystemCommand]:
    """All that can be done on a screen. There is no screenshot among them: it would save somebody's cards."""
    if isinstance(screen, SpadesScreen):
        yield SystemCommand("Keys", "Show the keys that work here", screen.action_keys)
        for words, told, do in named_keys(screen):
            yield SystemCommand(words, told, do)
        yield SystemCommand("Keys of your own", "Have other keys than the default ones", screen.action_change_keys)
    if app.at_table:
        back = app.way_back
        told = "Go home; the game is saved" if back is None else f"{back.words}; the fork is saved"
        yield SystemCommand("Leave the table", told, app.open_home)
    yield SystemCommand("Quit", "Leave the program; the game is saved", app.action_quit)


def fit(found: Found, query: str) -> float:
    """Return how well something fits what was typed: 1.0 is its name, 0 nothing of it.

    Each word that was typed has to be there: best as a word of the name, then as the beginning of one, then within
    it, then in the other words.
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
    rest = f"{name} {found.told} {found.also}".casefold()
    return 0.4 if all(word in rest for word in typed) else 0.0


def _what_fits(told: str, room: int) -> str:
    """All of it, or the clauses at its beginning that there is room for; no sentence is cut within one."""
    ends = [len(told), *(found.start() for found in reversed([*re.finditer(r"[;,] ", told)])), 0]
    return next(told[:end] for end in ends if end == 0 or cell_len(told[:end]) <= room)


class Everything(Provider):
    """What can be done here, shown at once; and everything else, found by typing."""

    def __init__(self, screen: Screen[object], match_style: object = None) -> None:
        super().__init__(screen)
        self._found: list[Found] | None = None

    def _here(self) -> list[Found]:
        return [
            Found(title, told, do) for title, told, do, *_ in self.app.get_system_commands(self.screen)
        ]

    async def discover(self) -> Hits:
        """Yield what can be done here, and the places to go to."""
        for one in (*self._here(), *(one for one in self._all() if ":" not in one.title)):
            yield DiscoveryHit(self._line(one), one.do, one.title)

    async def search(self, query: str) -> Hits:
        """Yield what fits; if nothing does, what has the typed letters in that order."""
        every = [*self._here(), *self._all()]
        scores = [fit(one, query) for one in every]
        if not any(scores):
            near = FuzzySearch()
            scores = [0.3 if near.match(query, one.title)[0] else 0.0 for one in every]
        for one, score in zip(every, scores, strict=True):
            if score:
                yield Hit(score, self._line(one), one.do, one.title)

    def _line(self, one: Found) -> Text:
        """Write a name and what it does on one line. A name may be somebody else's: it is no markup."""
        room = self.app.size.width - 6
        name = clip(one.title, room)
        return Text.assemble((name, "bold"), "  ", _what_fits(one.told, room - cell_len(name) - 2))

    def _all(self) -> list[Found]:
        """Look up, once for each palette, all that can be found."""
        if self._found is None:
            app: Host = self.app  # type: ignore[assignment]
            self._found = list(everything(app))
        return self._found


class Palette(CommandPalette, LeavingScreen[None]):
    """What the program can do, found by typing."""

    def __init__(self) -> None:
        asks = "Type a game, a setting, a theme, a lesson …"
        super().__init__([Everything], placeholder=asks, id="--command-palette")

    def dismiss(self, result: None = None) -> AwaitComplete:
        """Go away, once: a second Enter would take away the screen below, or end the program."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

    def _action_command_list(self, action: str) -> None:
        """Move in the list; by pages only once it has been laid out, since it has no lines before."""
        if not action.startswith("page") or self.query_one(CommandList)._index_to_line:
            super()._action_command_list(action)

    @work(exclusive=True, group=CommandPalette._GATHER_COMMANDS_GROUP)
    async def _gather_commands(self, search_value: str) -> None:
        """Look for commands; when the program is left meanwhile, the list to put them into has gone."""
        with suppress(NoMatches):
            await CommandPalette._gather_commands.__wrapped__(self, search_value)  # type: ignore[attr-defined]

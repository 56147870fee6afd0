"""The palette: commands of the screen, and everything else by typing.

It is Textual's own, made safe for keys that arrive faster than it draws.
"""

import re
from collections.abc import Iterator

from rich.cells import cell_len
from rich.text import Text
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import DiscoveryHit, Hit, Hits, Provider
from textual.fuzzy import FuzzySearch
from textual.screen import Screen

from spades_tui.tui.app_host import Host
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.keys_page import named_keys
from spades_tui.tui.palette_search import Found, everything
from spades_tui.tui.textual_private import CalmPalette
from spades_tui.tui.widgets.canvas import fit as clip


def commands(app: Host, screen: Screen[object]) -> Iterator[SystemCommand]:
    """Yield all commands of a screen; no screenshot, because it would save a player's cards."""
    if isinstance(screen, SpadesScreen):
        yield SystemCommand("Keys", "Show the keys that work here", screen.action_keys)
        for words, told, do in named_keys(screen):
            yield SystemCommand(words, told, do)
        yield SystemCommand("Change keys", "Choose which key does what", screen.action_change_keys)
    if app.at_table:
        back = app.way_back
        told = "Go home; the game is saved" if back is None else f"{back.words}; the fork is saved"
        yield SystemCommand("Leave the table", told, app.open_home)
    yield SystemCommand("Quit", "Leave the program; the game is saved", app.action_quit)


def fit(found: Found, query: str) -> float:
    """Return how well something fits the typed words, from 0 (not at all) to 1.0 (its name).

    Each typed word must be in it: a word of the name counts most, then the beginning of one, then a part of one, then
    the other words.
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
    """Return the text, or as many whole clauses from its beginning as fit in `room` cells."""
    ends = [len(told), *(found.start() for found in reversed([*re.finditer(r"[;,] ", told)])), 0]
    return next(told[:end] for end in ends if end == 0 or cell_len(told[:end]) <= room)


class Everything(Provider):
    """The commands of the screen, shown at once, and everything else, found by typing."""

    def __init__(self, screen: Screen[object], match_style: object = None) -> None:
        super().__init__(screen)
        self._found: list[Found] | None = None

    def _here(self) -> list[Found]:
        return [
            Found(title, told, do) for title, told, do, *_ in self.app.get_system_commands(self.screen)
        ]

    async def discover(self) -> Hits:
        """Yield the commands of the screen and the places to go to."""
        for one in (*self._here(), *(one for one in self._all() if ":" not in one.title)):
            yield DiscoveryHit(self._line(one), one.do, one.title)

    async def search(self, query: str) -> Hits:
        """Yield everything that fits; if nothing does, everything with the typed letters in that order."""
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
        return Text.assemble((name, "bold"), "  ", _what_fits(one.told, room - cell_len(name) - 2))

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
        """Close, once: a second Enter would close the screen below, or end the program."""
        return super().dismiss(result) if self.is_active else AwaitComplete()

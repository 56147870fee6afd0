"""The palette of commands: what stands in it; and Textual's own, except that keys that come faster than it draws do no
harm."""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import get_args

from textual import work
from textual.app import SystemCommand
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches
from textual.screen import Screen

from spades_tui.screens.frame import SpadesScreen
from spades_tui.screens.host import Host
from spades_tui.screens.keys import named_keys
from spades_tui.screens.leaving import LeavingScreen
from spades_tui.screens.table.pace import set_pace
from spades_tui.table.settings import Pace


def commands(app: Host, screen: Screen[object], at_table: bool) -> Iterator[SystemCommand]:
    """All that can be done on a screen. There is no screenshot among them: it would save somebody's cards."""
    if isinstance(screen, SpadesScreen):
        yield SystemCommand("Keys", "Show the keys that work here", screen.action_keys)
        for words, told, do in named_keys(screen):
            yield SystemCommand(words, told, do)
        yield SystemCommand("Keys of your own", "Have other keys than the usual ones", screen.action_change_keys)
    if at_table:
        for pace in get_args(Pace):
            if pace != app.settings.pace:
                words = f"How long cards and pauses last; now it is {app.settings.pace}"
                yield SystemCommand(f"Pace: {pace}", words, partial(set_pace, app, pace))
        yield SystemCommand("Settings", "How your cards are sorted and drawn, and more", app.open_settings)
        yield SystemCommand("Leave the table", "Go home; the game is kept", app.open_home)
    else:
        yield SystemCommand("Book", "Scoreboards and statistics", app.open_book)
    yield SystemCommand("Quit", "Leave the program; the game is kept", app.action_quit)


class Palette(CommandPalette, LeavingScreen[None]):
    """What the program can do, found by typing."""

    def __init__(self) -> None:
        super().__init__(id="--command-palette")

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

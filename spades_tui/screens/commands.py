"""The palette of commands: Textual's own, except that keys that come faster than it draws do no harm."""

from contextlib import suppress

from textual import work
from textual.await_complete import AwaitComplete
from textual.command import CommandList, CommandPalette
from textual.css.query import NoMatches

from spades_tui.screens.leaving import LeavingScreen


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

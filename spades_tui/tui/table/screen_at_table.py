"""The base of the screens that a table shows: what each of them does with a few keys."""

from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import CHOICES
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.table_host import TableHost
from spades_tui.tui.widgets import palette
from spades_tui.tui.widgets.canvas import Piece

PACE_SHOWN = 2.0
"""Seconds for which the footer announces a new pace."""


class ScreenAtTable(SpadesScreen):
    """A screen of one table."""

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller

    @property
    def marker(self) -> Piece:
        """The marker before a question to the person at the keyboard."""
        return " > " if self.controller.look.letters else " ▶ ", palette.chosen

    def action_nothing(self) -> None:
        """Do nothing: `on_key` handles the arrows; this gives them a label in the footer."""

    def action_scores(self) -> None:
        """Show the whole game's sheet, which is public."""
        from spades_tui.tui.table.sheets import GameSheetScreen

        self.app.push_screen(GameSheetScreen(self.controller))

    def action_seal(self) -> None:
        """Show the secret that opens the last commitment."""
        from spades_tui.tui.table.sheets import SealScreen

        self.app.push_screen(SealScreen(self.controller))

    def action_leave(self) -> None:
        """Save the game and go home."""
        self.controller.leave()

    def action_pace(self, step: int) -> None:
        """Play faster (1) or slower (-1) from now on, save it in the settings, and announce the new pace."""
        app, paces = self.app, CHOICES["pace"]
        place = paces.index(app.settings.pace) - step
        if 0 <= place < len(paces):
            app.change_setting("pace", paces[place], f"Pace: {paces[place]}")
            told = with_keys("{faster} is faster, {slower} slower.")
        else:
            told = "It can't be faster." if step > 0 else "It can't be slower."
            app.bell()
        self.key_line.say(f"Pace: {app.settings.pace}. {told}", PACE_SHOWN)

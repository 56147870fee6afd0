"""The base of the screens that a table shows: what each of them does with a few keys."""

from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.table_host import TableHost


class ScreenAtTable(SpadesScreen):
    """A screen of one table."""

    def __init__(self, controller: TableHost) -> None:
        super().__init__()
        self.controller = controller

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

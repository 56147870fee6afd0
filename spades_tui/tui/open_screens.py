"""The screens that are opened over the one that stands, and lead back to it. Each is imported when it is opened."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from textual.screen import Screen

from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.painted import Painted

if TYPE_CHECKING:
    from spades_tui.rules.ruleset import Ruleset


class Opening(Painted):
    """An app that opens its screens."""

    def open_keys(self, screen: Screen[None]) -> None:
        """Show the keys that work on a screen."""
        from spades_tui.tui.keys_page import KeysScreen

        if isinstance(screen, SpadesScreen):
            self.push_screen(KeysScreen(screen))

    def open_own_keys(self) -> None:
        """Have other keys than the usual ones; once."""
        from spades_tui.tui.setup.key_editor import OwnKeysScreen

        if not any(isinstance(screen, OwnKeysScreen) for screen in self.screen_stack):
            self.push_screen(OwnKeysScreen())

    def open_rules(self, rules: "Ruleset", now: Sequence[str] = (), words: bool = False) -> None:
        """The rules of a table, those with these names first; or what its words mean."""
        from spades_tui.tui.rules_at_table import TableRulesScreen

        self.push_screen(TableRulesScreen(rules, now, words))

    def open_new_game(self) -> None:
        """Choose a variant, then the seats."""
        from spades_tui.tui.setup.variant_selection import VariantSelectionScreen

        self.push_screen(VariantSelectionScreen())

    def open_book(self, table: str = "") -> None:
        """Scoreboards and statistics, of this table first."""
        from spades_tui.tui.scorebook.scorebook_screen import BookScreen

        self.push_screen(BookScreen(table))

    def open_settings(self, at: str = "") -> None:
        """Show the settings, once; `at`: the one to begin with."""
        from spades_tui.tui.setup.settings_screen import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(at))

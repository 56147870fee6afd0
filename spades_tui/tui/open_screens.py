"""The screens that open over the current one and lead back to it; each is imported when it is opened."""

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
        """Let the user change the keys; opens one screen only."""
        from spades_tui.tui.setup.key_editor import OwnKeysScreen

        if not any(isinstance(screen, OwnKeysScreen) for screen in self.screen_stack):
            self.push_screen(OwnKeysScreen())

    def open_rules(self, rules: "Ruleset", now: Sequence[str] = (), words: bool = False) -> None:
        """Show the rules of a table, the named ones first; with `words`, the glossary."""
        from spades_tui.tui.rules_at_table import TableRulesScreen

        self.push_screen(TableRulesScreen(rules, now, words))

    def open_new_game(self) -> None:
        """Let the user choose a variant, then the seats."""
        from spades_tui.tui.setup.variant_selection import VariantSelectionScreen

        self.push_screen(VariantSelectionScreen())

    def open_book(self, table: str = "") -> None:
        """Show scoreboards and statistics, beginning with this table."""
        from spades_tui.tui.scorebook.scorebook_screen import BookScreen

        self.push_screen(BookScreen(table))

    def open_settings(self, at: str = "") -> None:
        """Show the settings, beginning with the one named `at`; opens one screen only."""
        from spades_tui.tui.setup.settings_screen import SettingsScreen

        if not any(isinstance(screen, SettingsScreen) for screen in self.screen_stack):
            self.push_screen(SettingsScreen(at))

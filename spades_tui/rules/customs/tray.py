"""The tray: last place, and the tray person of a game."""

from typing import ClassVar, Literal

from spades_tui.rules.component_bases import Checker, CustomComponent


class Tray(CustomComponent):
    """Last place is noted after each hand, and the last of the game is the tray person (3B-18, 3B-19)."""

    kind: Literal["tray"]
    default_rule: ClassVar[str] = "3B-18"
    words: ClassVar[str] = "The player in last place at the end is the tray person."

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.tray")

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence: first the one that names the tray person (3B-18)."""
        return tuple(dict.fromkeys((self.default_rule, self.rule)))

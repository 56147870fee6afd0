"""A person's only card, played without a key where the user likes that; and the bell at a person's turn."""

from typing import TYPE_CHECKING

from spades_tui.asking.only_card import only_card
from spades_tui.game.facts import Play
from spades_tui.table.steps import Turn

if TYPE_CHECKING:
    from spades_tui.screens.table.controller import Controller


class OnlyCard:
    """The only card of the one who looks, at one table."""

    def __init__(self, controller: "Controller") -> None:
        self._controller = controller
        self._others_acted = False

    def there(self) -> Play | None:
        """The card that is going to be played; None if the user wants to play it himself, or has a choice."""
        controller = self._controller
        if not controller.app.settings.only_card or controller.lying is not None:
            return None
        return only_card(controller.shown)

    def play_after_pause(self, least: float = 0.0) -> None:
        """Play it after a pause in which it is told; longer where the keyboard has just been handed over."""
        controller = self._controller
        if self.there() is not None:
            several = len(controller.table.people) > 1
            pause = controller.pace.trick if several else controller.pace.only
            controller.pauses.after(max(least, pause), self._play, controller.pauses.seen)

    def _play(self) -> None:
        """Play it, if the user still wants that."""
        play = self.there()
        if play is not None:
            self._controller.do(play)
        else:
            self._controller.step()

    def acted(self, seat: int) -> None:
        """Somebody has acted, in turn or out of it."""
        self._others_acted = seat not in self._controller.table.people

    def handed_over(self) -> None:
        """A person has opened the curtain: whoever sits there need not be called."""
        self._others_acted = False

    def ring(self) -> None:
        """It is the turn of whoever looks: once, when others have acted. No curtain rings, whoever is named on it."""
        controller, acted = self._controller, self._others_acted
        turn = controller.table.next()
        if acted and isinstance(turn, Turn) and turn.seat == controller.viewer and turn.human:
            self._others_acted = False
            if controller.app.settings.bell:
                controller.app.bell()

"""A screen that is being taken down: its widgets go before it does, and a late message finds nothing to act on."""

from typing import TypeVar

from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen

from spades_tui.tui.widgets.sure_timers import SureTimers

ResultT = TypeVar("ResultT")


class LeavingScreen(SureTimers, Screen[ResultT]):
    """A screen to which late messages do no harm: timers, answers that were waited for, what was typed into a field."""

    async def _dispatch_message(self, message: Message) -> None:
        """Hand a message on. That there is no such widget is a fault only as long as the screen stands."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self.is_attached and not self._pruning:
                raise

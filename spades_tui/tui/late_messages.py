"""A screen that is being removed: its widgets go first, and a late message finds none to act on."""

from typing import TypeVar

from textual.css.query import NoMatches
from textual.message import Message
from textual.screen import Screen

from spades_tui.tui.widgets.sure_timers import SureTimers

ResultT = TypeVar("ResultT")


class LeavingScreen(SureTimers, Screen[ResultT]):
    """A screen to which late messages do no harm: timers, awaited answers, text typed into a field."""

    async def _dispatch_message(self, message: Message) -> None:
        """Dispatch a message; a missing widget is an error only while the screen is attached."""
        try:
            await super()._dispatch_message(message)
        except NoMatches:
            if self.is_attached and not self._pruning:
                raise

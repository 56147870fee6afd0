"""Let computer players think in another process, started at first use."""

import sys
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.worker import Thinker

SLICE = 0.002
"""Seconds between thread switches if no process can be started, so that the screen gets turns while a thread thinks."""


class BotProcess:
    """The process for computer players, started on demand if `wanted`. Any thread may use it."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self._thinker: Thinker | None = None
        self._starting = Lock()

    @property
    def thinker(self) -> "Thinker | None":
        """The process, started now if needed; None if it isn't wanted or has ended."""
        self.start()
        return self._thinker

    @property
    def brain(self) -> "Brain":
        """The brain to use now: the process if there is one, else this thread."""
        from spades_tui.play.bot_questions import InPlace

        return self.thinker or InPlace()

    def start(self) -> None:
        """Start the process, unless it isn't wanted or runs already."""
        if self._thinker is not None or not self.wanted:
            return
        from spades_tui.play.worker import Thinker

        with self._starting:  # several threads may need it first at the same time
            if self._thinker is None:
                thinker = Thinker()
                if not thinker.alive:
                    sys.setswitchinterval(SLICE)
                self._thinker = thinker

    def end(self) -> None:
        """End the process, and never start another."""
        self.wanted = False
        if self._thinker is not None:
            self._thinker.close()

"""Where computer players think while somebody plays: in a process of their own, begun when it is wanted first."""

import sys
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_tui.play.bot_questions import Brain
    from spades_tui.play.worker import Thinker

SLICE = 0.002
"""Seconds: where there can be no such process they think beside the screen, in slices this long."""


class Apart:
    """That process, if there is to be one (`wanted`). It may be asked for from any thread."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self._thinker: Thinker | None = None
        self._starting = Lock()

    @property
    def thinker(self) -> "Thinker | None":
        """The process, started now if it has not been; None if there is to be none."""
        self.start()
        return self._thinker

    @property
    def brain(self) -> "Brain":
        """Where to think now: in the process, or else in place."""
        from spades_tui.play.bot_questions import InPlace

        return self.thinker or InPlace()

    def start(self) -> None:
        """Start the process, if there is to be one and it has not been started."""
        if self._thinker is not None or not self.wanted:
            return
        from spades_tui.play.worker import Thinker

        with self._starting:  # a computer player may be the first who wants it, in a thread
            if self._thinker is None:
                thinker = Thinker()
                if not thinker.alive:
                    sys.setswitchinterval(SLICE)
                self._thinker = thinker

    def end(self) -> None:
        """End the process; none is started any more."""
        self.wanted = False
        if self._thinker is not None:
            self._thinker.close()

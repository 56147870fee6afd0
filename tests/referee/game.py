"""Build the state of a game from its events."""

import pickle

from tests.referee.scoring import Scoring
from tests.referee.state import Fact, Refusal


class Game(Scoring):
    """A game whose ``apply`` either refuses an event or changes the state."""

    def apply(self, fact: Fact) -> None:
        """Apply one event, or raise ``Refusal`` and stay unchanged."""
        event = fact["event"]
        if self.suspended and event != "resume":
            raise Refusal("the game is suspended (3B-21)")
        if self.scored and self.over and event not in ("bone", "chit", "suspend", "resume", "take_back"):
            raise Refusal("the game is over")
        if self.redealing and event not in ("deal", "suspend", "resume"):
            raise Refusal("a new deal was called: the next event is the deal (JK-13)")
        if event == "take_back":
            self._take_back(fact["seat"])
        else:
            getattr(self, "_" + event)(fact)
            if not self._replaying:
                if event == "deal":
                    self._live, self._barrier, self._public = [], 0, set()
                    if self.rules.take_back or self.rules.undo or self.rules.slip:
                        self._dealt = pickle.dumps(self.hand)
                else:
                    self._live.append((self._position, fact))
                if event == "chit" and len(self.chits) == 1:
                    self._barrier = len(self._live) - 1
        self._position += 1

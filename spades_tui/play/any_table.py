"""A table as whoever shows it knows it: at this keyboard or elsewhere."""

from pathlib import Path
from typing import Protocol

from spades_tui.game.events import SeatEvent
from spades_tui.game.findings import Finding
from spades_tui.play.shown import FinishedTrick, Next, Shown
from spades_tui.record.open_hands import OpenGame
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


class AnyTable(Protocol):
    """What a table offers to the program that shows it to the people at one keyboard."""

    stays_open: bool
    """Whether a finished game waits for `close_game`, because a player may decide something first (3B-27)."""
    coached: set[int]
    """The seats to which the coach has spoken since their last decision."""
    hinted: set[int]
    """The seats that have seen a hint or a suggestion since their last decision."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of the people at this keyboard."""

    @property
    def players(self) -> tuple[str, ...]:
        """The named computer player in each seat, "" for everybody else; () if there is none."""

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""

    @property
    def path(self) -> Path | None:
        """The journal's file, if it is on this machine."""

    @property
    def all_open(self) -> bool:
        """Whether the current hand's cards are open, because no person plays (C-9)."""

    def next(self) -> Next:
        """Return the next step."""

    def observe(self, seat: int | None) -> Observation:
        """Return the game as a seat sees it, or with None as everybody does."""

    def shown(self, viewer: int | None, finished_trick: FinishedTrick | None = None) -> Shown:
        """Return the table as a viewer may see it; `finished_trick`: a complete trick that is still on their table."""

    def open_game(self) -> OpenGame:
        """Return the scored hands with everything open."""

    def may_take_back(self, seat: int) -> bool:
        """Return whether a seat may take its last action back now (3B-11)."""

    def deal(self, depth: int | None = None, extra_at: int | None = None, word: str = "") -> None:
        """Cut and deal (C-3). Raises NotSaved."""

    def do(self, event: SeatEvent, /) -> tuple[Finding, ...]:
        """Apply an event. Raises IllegalEvent if it's refused (C-8), and NotSaved; then nothing has changed."""

    def speak(self) -> SeatEvent | None:
        """Return what a computer player wants to say out of turn, or None."""

    def close_game(self) -> None:
        """Write the end of the game, once. Raises NotSaved."""

    def remark(self, text: str, kind: str = "note") -> None:
        """Add a line to the log that isn't an event of the game."""

    def note_fault(self, told: str, error: Exception) -> None:
        """Keep a report on a computer player's fault, and say so once in the log. Never raises."""

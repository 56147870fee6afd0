"""What a table shows to somebody who looks at it: plain data, which could come over a line as well.

Nothing here leads back into the table: no course, no state, nothing that can be called.
"""

from collections.abc import Iterable
from dataclasses import field
from pathlib import Path

from spades_tui.frozen import dataclass
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.trick import Trick
from spades_tui.record.event_words import LogEntry
from spades_tui.seats import Observation


@dataclass(frozen=True, slots=True)
class Lying:
    """A complete trick that has not been gathered yet, or that somebody at the keyboard has not seen."""

    trick: Trick
    winner: int
    hand: int = 0
    """The number of its hand, and its own number in it, from 1."""
    number: int = 0


def finished(seen: Observation) -> Lying:
    """The trick that was finished last. There must be one."""
    return Lying(seen.tricks[-1], seen.winners[len(seen.tricks) - 1], seen.hand_number, len(seen.tricks))


@dataclass(frozen=True, slots=True)
class ZeroBuddyMark:
    """A card that was marked as having ZB potential; it is heard when the game is over (3B-30)."""

    hand: int
    accused: int
    card: int
    by: tuple[int, ...]
    hunters: tuple[int, ...]
    """The seats that hunted in that hand: no bidder of a zero, and nobody who sat out."""

    def voters(self, people: Iterable[int]) -> tuple[int, ...]:
        """Return the seats that vote, of those of people: the rest of the hunters' team."""
        return tuple(seat for seat in people if seat in self.hunters and seat != self.accused)


@dataclass(frozen=True, slots=True)
class DealProof:
    """What proves the deal of a hand that has been scored (C-3)."""

    version: int
    commitment: str
    """In hex, as it was shown before the cut."""
    secret: str = field(repr=False)
    """What opens it, in hex."""
    cut_seat: int | None = None
    """Who cut, if anybody did."""
    depth: int = 0
    word: str = ""
    """What the one who cut has typed besides."""


@dataclass(frozen=True, slots=True)
class Shown:
    """A table at one moment, as one viewer may see it. What may be done on turn and aside stands in `seen`."""

    names: tuple[str, ...]
    people: tuple[int, ...]
    """The seats of people."""
    seen: Observation = field(repr=False)
    """The game as the viewer sees it, who may be nobody."""
    public: Observation = field(repr=False)
    """The game as everybody sees it."""
    entries: tuple[LogEntry, ...] = field(repr=False)
    """The log; a card in a trick that nobody may look at any more has no words (C-10)."""
    scores: tuple[HandScore, ...]
    """The hands so far."""
    next_dealer: int
    """Who deals the next hand (C-2)."""
    may_take_back: bool
    """Whether the viewer may take the last action back now (3B-11)."""
    taken_back: str
    """What has just been taken back, in a sentence without its stop; empty once something else has happened."""
    lying: Lying | None
    """The complete trick on the table."""
    proof: DealProof | None = field(repr=False)
    """Of the deal of the hand scored last; None while a hand goes on (C-3)."""
    final: GameOver | None
    """How the game has ended."""
    may_spend_chit: int | None
    """When the game is over and not closed: the tray person, who may spend a tray-chit if he has one (3B-27)."""
    marks: tuple[ZeroBuddyMark, ...]
    """When the game is closed: the cards that are heard."""
    trouble: str | None
    """A sentence while the journal cannot be written."""
    journal: Path | None
    """The game's file, if it is kept on this machine."""
    tray_row: tuple[int, ...] = ()
    """When the game is over: everybody who has been its tray person, in order (3B-27)."""

"""A table as a viewer may see it, and its next step: plain data, which can also be sent over a network.

Nothing here refers to the table, its history or its state, so nothing hidden can leak.
"""

from pathlib import Path

from msgspec import Struct, field

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.trick import Trick
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.ruleset import MESSAGE_NAMES
from spades_tui.seats import Observation
from spades_tui.secrecy import Hidden, PartlyHidden


class FinishedTrick(Struct, frozen=True):
    """A complete trick that hasn't been gathered, or that a person at the keyboard hasn't seen."""

    trick: Trick
    winner: int
    hand: int = 0
    """The number of the hand, and of the trick in it, from 1."""
    number: int = 0


def finished(seen: Observation) -> FinishedTrick:
    """Return the last complete trick; there must be one."""
    return FinishedTrick(seen.tricks[-1], seen.winners[len(seen.tricks) - 1], seen.hand_number, len(seen.tricks))


class DealProof(PartlyHidden, frozen=True):
    """The proof of a scored hand's deal (C-3)."""

    version: int
    commitment: str
    """The commitment, in hex, as shown before the cut."""
    secret: Hidden[str]
    """The secret that opens it, in hex."""
    cut_seat: int | None = None
    """The seat that cut, if any."""
    depth: int = 0
    word: str = ""
    """The word that the cutter typed, if any."""


class Shown(PartlyHidden, frozen=True):
    """A table at one moment, as one viewer may see it. `seen` has what the viewer may do."""

    names: tuple[str, ...]
    people: tuple[int, ...]
    """The seats of people."""
    seen: Hidden[Observation]
    """The game as the viewer sees it; the same as `public` without a viewer."""
    public: Hidden[Observation]
    """The game as everybody sees it."""
    entries: Hidden[tuple[LogEntry, ...]]
    """The log, without cards of tricks that players may no longer look at (C-10)."""
    scores: tuple[HandScore, ...]
    """The scored hands."""
    next_dealer: int
    """The dealer of the next hand (C-2)."""
    may_take_back: bool
    """Whether the viewer may take the last action back now (3B-11)."""
    taken_back: str
    """The action just taken back, as a sentence without a full stop; empty after the next event."""
    finished_trick: FinishedTrick | None = field(name="lying")
    """The complete trick that is still on the table, if any; `lying` in messages between hosts and guests."""
    proof: Hidden[DealProof | None]
    """The proof of the last scored deal; None during a hand (C-3)."""
    final: GameOver | None
    """How the game has ended; None until then."""
    decider: int | None = field(name=MESSAGE_NAMES["decider"])
    """The seat that may decide something about the end, when the game is over but not closed (3B-27)."""
    marks: tuple[CardToJudge, ...]
    """The marked cards that the table hasn't judged yet, when the game is closed."""
    trouble: str | None
    """A sentence for the screen while the journal can't be written."""
    journal: Path | None
    """The path of the game's file, if it is on this machine."""
    code: Hidden[str | None] = None
    """The code that deals this game again, when it is over and has one."""
    named: tuple[int, ...] = field(default=(), name=MESSAGE_NAMES["named"])
    """The seats that a custom has named after the game, in order (3B-27)."""
    away: tuple[int, ...] = ()
    """The seats of guests who have gone and whom no computer player represents; a guest's program fills this in."""
    players: tuple[str, ...] = ()
    """For each seat the name of its named computer player (`cast`), "" for everybody else; () if there is none."""


class CutOffered(Struct, frozen=True, tag=True):
    """The next step is a deal, and the cut is offered (C-3)."""

    seat: int
    human: bool
    commitment: str
    cards: int
    may_designate: int | None
    """The person who deals and may choose the place of the extra card (3B-4)."""


class Turn(Struct, frozen=True, tag=True):
    """A seat must act."""

    seat: int
    human: bool


class HandPlayed(Struct, frozen=True, tag=True):
    """The last card of the hand is on the table; the score comes next."""


class GameEnded(Struct, frozen=True, tag=True):
    """The game is over."""


Next = CutOffered | Turn | HandPlayed | GameEnded

"""A table elsewhere, as a guest's screens see it: an `AnyTable` fed by the host's moments.

The host plays the game. Its moments wait here in order, so that each guest sees them at their own pace. A guest's
decision goes to the host, and counts when its moment arrives.
"""

import threading
from collections import deque
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from spades_tui.game.events import SeatEvent
from spades_tui.game.findings import Finding
from spades_tui.game.phase import IllegalEvent, Refusal
from spades_tui.hosting.messages import (
    Ballot,
    CutMessage,
    Decide,
    Designate,
    Done,
    FromGuest,
    FromTable,
    Presence,
    Refused,
    TableUpdate,
    Vote,
    encode,
)
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, FinishedTrick, GameEnded, Next, Shown, Turn
from spades_tui.record.open_hands import OpenGame, OpenHand
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.system.faults import write_once

ANSWER_SECONDS = 30.0
"""Seconds to wait for the host's answer to a decision, after which the connection counts as lost."""
MOST_WAITING = 32 << 20  # maximum bytes of moments that wait to be shown: more than a long game
MOST_OPENED = 32 << 20  # maximum bytes of moments whose scored hands are kept: several hundred hands
LOOK_SECONDS = 0.5  # seconds after which a full table looks whether the connection has ended


class RemoteTable:
    """A guest's table. `hear` is called with each message, in any thread; `arrived` is called after it."""

    path: Path | None = None
    stays_open = False
    all_open = False  # a watcher sees each hand's cards only when it's over

    def __init__(self, seat: int | None, first: TableUpdate, send: Callable[[FromGuest], None]) -> None:
        """Begin with the table as it is now; a watcher has no seat. Raises ValueError if it's another seat's table."""
        if first.shown.seen.seat != seat:
            raise ValueError("the table is shown to another seat")
        self.seat, self.send = seat, send
        self._now = first
        self._opened: list[OpenHand] = []
        self._opened_bytes = 0
        self._waiting: deque[tuple[TableUpdate, int]] = deque()  # with their sizes in bytes
        self._waiting_bytes = 0
        self._left = False  # whether the guest has left, so that nothing is shown any more
        self._news = threading.Condition()
        self._refused: Refused | None = None
        self.arrived: Callable[[], object] = lambda: None
        self.taken: Callable[[TableUpdate], None] = lambda _: None
        """Called with each moment when it happens here."""
        self.sent: Callable[[FromGuest], None] = lambda _: None
        """Called with each decision before it goes to the host."""
        self.hosts = False  # whether this is the host's own player
        self.lost = False  # whether the connection has ended
        self._cut, self._cuts = False, 0  # whether the way to the host is cut, and how often that has changed
        self.away: tuple[int, ...] = ()
        """The seats of guests who have gone and whom no computer player represents."""
        self.guests: tuple[int, ...] = ()
        """The seats of all people at the table."""
        self.coached: set[int] = set()  # this guest's seat, if the coach has spoken since their last decision
        self.hinted: set[int] = set()  # this guest's seat, if they have seen a hint or a suggestion since then
        self.muted = False  # whether this guest doesn't hear the others' phrases
        self._note(first)

    # Messages

    def hear(self, message: FromTable) -> None:
        """Take a message from the host."""
        with self._news:
            if isinstance(message, TableUpdate):
                self._add(message)
            elif isinstance(message, Refused):
                self._refused = message
            elif isinstance(message, Presence):
                self.away, self.guests = message.missing, message.people
            self._news.notify_all()
        self.arrived()

    def _add(self, moment: TableUpdate) -> None:
        if not self._left:
            size = len(encode(moment))
            self._waiting.append((moment, size))
            self._waiting_bytes += size

    @property
    def _full(self) -> bool:
        return self._waiting_bytes > MOST_WAITING

    def wait_for_room(self, ended: Callable[[], bool]) -> None:
        """Wait until there is room for another moment, or the connection has `ended`; call it in the reader's thread.

        Meanwhile the host's bytes stay in the stream, so that a flood of them fills no memory here.
        """
        with self._news:
            while self._full and not ended():
                self._news.wait(LOOK_SECONDS)

    def leave(self) -> None:
        """Forget what hasn't been shown, because the guest has left."""
        with self._news:
            self._left = True
            self._waiting.clear()
            self._waiting_bytes = 0
            self._news.notify_all()

    def lose(self) -> None:
        """Note that the connection has ended."""
        with self._news:
            self.lost = True
            self._news.notify_all()
        self.arrived()

    def note_cut(self, cut: bool) -> None:
        """Note that the way to the host is cut, or there again: an answer may then take longer."""
        with self._news:
            self._cut = cut
            self._cuts += 1
            self._news.notify_all()

    @property
    def is_over(self) -> bool:
        """Whether the game is over, here or at the host's table."""
        with self._news:  # the last moment may be taken in another thread
            last = self._waiting[-1][0] if self._waiting else self._now
        return isinstance(last.next, GameEnded)

    @property
    def waits(self) -> bool:
        """Whether something has happened that hasn't been shown yet."""
        return bool(self._waiting)

    def take(self) -> tuple[str, int | None, tuple[Finding, ...]]:
        """Apply the next moment; return its event's name, seat and findings. Raises IndexError if there is none."""
        with self._news:
            self._now, size = self._waiting.popleft()
            self._waiting_bytes -= size
            self._news.notify_all()
        self._note(self._now, size)
        return self._now.what, self._now.seat, self._now.findings

    def _note(self, moment: TableUpdate, size: int = 0) -> None:
        if moment.opened is not None:
            self._opened_bytes += size
            if self._opened_bytes <= MOST_OPENED:
                self._opened.append(moment.opened)
        self.taken(moment)

    # The table as it is shown

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the seats."""
        return self._now.shown.names

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people at this keyboard: this guest's own."""
        return (self.seat,) if self.seat is not None else ()

    @property
    def players(self) -> tuple[str, ...]:
        """The named computer player in each seat."""
        return self._now.shown.players

    @property
    def rules(self) -> Ruleset:
        """The rules of the game."""
        return self._now.shown.public.rules

    def next(self) -> Next:
        """Return the next step; only this guest's own turns are a person's."""
        now = self._now  # once, because an answer may be applied in another thread
        step = now.next
        match step:
            case Turn(seat=seat):
                return Turn(seat, seat == self.seat)
            case CutOffered():
                cut = now.what == "cut"
                mine = step.human and step.seat == self.seat and not cut
                deals = step.may_designate if step.may_designate == self.seat and (cut or not step.human) else None
                return CutOffered(step.seat, mine, step.commitment, step.cards, deals)
        return step

    @property
    def awaited(self) -> int | None:
        """The seat of a person elsewhere who must cut or choose the extra card, or None."""
        now = self._now
        step = now.next
        if not isinstance(step, CutOffered):
            return None
        return step.seat if step.human and now.what != "cut" else step.may_designate

    def observe(self, seat: int | None) -> Observation:
        """Return the game as this seat, or everybody, sees it."""
        return self._now.shown.seen if seat == self.seat else self._now.shown.public

    def shown(self, viewer: int | None, finished_trick: FinishedTrick | None = None) -> Shown:
        """Return the table as the viewer sees it."""
        shown = self._now.shown  # once, because an answer may be applied in another thread
        seen = shown.seen if viewer == self.seat else shown.public
        return replace(
            shown, finished_trick=finished_trick, seen=seen, people=self.people, marks=(), away=self.away
        )  # fmt: skip

    @property
    def ballot(self) -> Ballot | None:
        """The ballot under way after the game, or its verdict (3B-30)."""
        return self._now.ballot

    def vote(self, aye: bool) -> None:
        """Vote on the card of the ballot; a later moment has the vote."""
        ballot = self.ballot
        if ballot is not None:
            self.send(Vote(ballot.mark.hand, ballot.mark.card, aye))

    def may_take_back(self, seat: int) -> bool:
        """Return whether this guest may take their last action back (3B-11)."""
        return seat == self.seat and self._now.shown.may_take_back

    def open_game(self) -> OpenGame:
        """Return the scored hands with all their cards."""
        return OpenGame(self.rules, self.names, self._now.shown.people, tuple(self._opened))

    # For the host's table only

    def speak(self) -> None:
        """Return None: computer players act out of turn at the host's table."""

    def remark(self, text: str, kind: str = "note") -> None:
        """Do nothing: the log is the host's."""

    def note_fault(self, told: str, error: Exception) -> None:
        """Keep a report on a computer player's fault here; the log is the host's."""
        write_once(error)

    def close_game(self) -> None:
        """Do nothing: the host writes the end."""

    # Decisions of this guest

    def do(self, event: SeatEvent) -> tuple[Finding, ...]:
        """Ask the host to let this guest act. Raises IllegalEvent (C-8), and NotSaved if the connection is lost.

        While the way to the host is cut, nothing is asked: its answer would keep the guest's screens waiting.
        """
        if self._cut:
            raise IllegalEvent(Refusal("C-8", "The connection is cut; you can act as soon as it's back"))
        name = event.event_name()
        decided = Decide(event, coached=self.seat in self.coached, hinted=self.seat in self.hinted)
        findings = self._ask(decided, lambda moment: moment.what == name and moment.seat == self.seat)
        self.coached.clear()
        self.hinted.clear()
        return findings

    def deal(self, depth: int | None = None, extra_at: int | None = None, word: str = "") -> None:
        """Cut, or choose the extra card as the dealer. The deal itself arrives later if another seat must choose."""
        step = self._now.next
        if isinstance(step, CutOffered) and step.human and step.seat == self.seat and self._now.what != "cut":
            self._ask(CutMessage(depth, word), lambda moment: moment.what in ("cut", "deal"))
            step = self._now.next
        if isinstance(step, CutOffered) and step.may_designate == self.seat:
            self._ask(Designate(extra_at), lambda moment: moment.what == "deal")

    def done(self) -> None:
        """Tell the host that this guest has nothing more to say before the score."""
        if self.seat is not None:
            self.send(Done(self.observe(None).hand_number))

    def _ask(self, message: FromGuest, answers: Callable[[TableUpdate], bool]) -> tuple[Finding, ...]:
        """Send a decision, and wait for its moment; apply all moments before it too."""

        def answered() -> bool:
            return any(answers(moment) for moment, _ in self._waiting)

        def settled() -> bool:
            return answered() or self._refused is not None or self.lost or self._left or self._full

        with self._news:
            self._refused = None
            self.sent(message)
            self.send(message)
            cuts = -1
            while (self._cut or cuts != self._cuts) and not settled():  # the seconds of a cut don't count
                cuts = self._cuts
                self._news.wait_for(settled, ANSWER_SECONDS)
            if self._left:
                raise NotSaved("You have left the table.")
            if not answered():
                if self._refused is not None:
                    raise IllegalEvent(self._refused.refusal)
                raise NotSaved("The connection to the table is lost. Your seat waits for you.")
        while True:
            self.take()
            if answers(self._now):
                return self._now.findings

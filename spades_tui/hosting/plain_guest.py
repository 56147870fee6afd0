"""A guest in plain text: the lobby, and the same questions as at one keyboard, while others act elsewhere."""

import codecs
import os
import select
import sys
from collections.abc import Callable
from typing import ClassVar, TextIO

from spades_tui.game.events import SeatEvent, end_decision
from spades_tui.game.phase import IllegalEvent
from spades_tui.hosting.lobby import read_line
from spades_tui.hosting.messages import PHRASES, Ballot, Phrase, StandIn
from spades_tui.hosting.remote_table import RemoteTable
from spades_tui.language.unusable import UnusableError
from spades_tui.plain import speech, status
from spades_tui.plain.console import LINE_MOST, Console, GoneError, LeftError
from spades_tui.plain.table_talk import BACK, TableTalk
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.presentation.decisions import ASIDES, aside_events
from spades_tui.settings.settings import Settings

_READ = 4096
_TYPED = 1 << 16  # maximum bytes typed ahead; more are dropped


class GuestConsole(Console):
    """A terminal, and news from the table that may arrive at any time."""

    def __init__(
        self, reads: int, writes: TextIO, wakes: int, news: Callable[[], list[str]],
        lost: Callable[[], bool] = lambda: False,
    ) -> None:  # fmt: skip
        """Read from a descriptor; `wakes` becomes readable when `news` may have sentences, or the table is `lost`."""
        super().__init__(sys.stdin, writes)
        self._typing, self._wakes, self._news, self._lost = reads, wakes, news, lost
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._text, self._ended = "", False

    def line_or_news(self) -> str | None:
        """Return the next line that is typed, or None when something has come from the table. Raises GoneError."""
        while True:
            line, end, rest = self._text.partition("\n")
            if end:
                self._text = rest
                return line[:LINE_MOST].strip()
            if self._ended:
                raise GoneError
            ready, _, _ = select.select([self._typing, self._wakes], [], [])
            if self._wakes in ready:
                os.read(self._wakes, _READ)
                self.tell(*self._news())
                return None
            try:
                data = os.read(self._typing, _READ)
            except OSError:  # the terminal is gone
                data = b""
            if not data:
                self._ended = True
            elif len(self._text) < _TYPED:
                self._text += self._decoder.decode(data).replace("\r", "\n")

    def answer(self) -> str:
        """Return what is typed, and meanwhile print news from the table. Raises GoneError, also for a lost table."""
        while not self._lost():  # also before the first line: its wake-up may have been read earlier
            line = self.line_or_news()
            if line is not None:
                return line
        raise GoneError


class GuestTable(TableTalk):
    """A table elsewhere, in plain text."""

    def __init__(self, table: RemoteTable, console: GuestConsole, settings: Settings) -> None:
        super().__init__(table, console, settings)
        self._remote, self._typed = table, console
        self._hand_done = 0
        """The number of the hand before whose score this guest has no more actions."""

    HELP = (
        *TableTalk.HELP[:-1],
        "You can ask for these while others act, too. If a player has gone, say stand in, and a computer "
        "player plays for them until they are back. Say phrases for what you may say to the others, and mute to hear "
        "none. Say quit to leave; your seat waits for you.",
    )
    WAIT: ClassVar[str] = "Wait for the others, please."
    """The answer to words that aren't understood while others act."""

    def run(self) -> bool:
        """Play until the game ends or the guest leaves. Return False: a guest can't start another game."""
        try:
            self.gather()
            while not isinstance(self.table.next(), GameEnded) or self._remote.waits:
                if not self._remote.waits:
                    self._act()
                    continue
                what, _, _ = self._remote.take()
                self.gather()
                if what == "score":
                    self._scored = self.table.shown(None)
                    self.say(*status.sheet(self._scored, self.look, cited=False))
            self._decide_end()
            self.gather()
            shown = self.table.shown(None)
            if shown.final is not None:
                self.say(*status.end(shown.final, shown.public.rules, self.look))
                self.say_about_game(shown)
            self._hold_ballots()
        except (LeftError, GoneError):
            pass
        return False

    def _next_moment(self) -> None:
        """Wait for the host's next moment, and apply it. Raises GoneError for a lost table."""
        while not self._remote.waits:
            try:
                self._wait()
            except UnusableError as error:
                self.say(str(error))
        self._remote.take()

    def _decide_end(self) -> None:
        """Ask this guest about the end of the game, or wait for those who decide about it (3B-27)."""
        decision = end_decision(self.table.rules)
        awaited: int | None = None
        while True:
            shown = self.table.shown(None)
            if shown.final is not None:
                break
            decider = shown.decider
            if decider is not None and decider == self._remote.seat and not self._remote.waits:
                self.ask_decision(decider)
            else:
                if decision is not None and decider is not None and decider != awaited:
                    self.say(f"{self.look.name(decider)} {decision.entitlement}, and decides about it.")
                awaited = decider
                self._next_moment()

    def _hold_ballots(self) -> None:
        """Vote on every marked card with the others (3B-30)."""
        left = None
        while (ballot := self._remote.ballot) is not None and ballot.left != left:
            left = ballot.left
            self.say(self.ballot_words(ballot.mark))
            while ballot.verdict is None:
                self._vote(ballot)
                self._next_moment()
                before, ballot = ballot, self._remote.ballot or ballot
                for seat, aye in ballot.votes.items():
                    if seat not in before.votes:
                        self.say(f"{self.look.name(seat)}: {'yes' if aye else 'no'}.")
            self.say_verdict(ballot.mark, ballot.verdict)
            while left and self._remote.ballot is not None and self._remote.ballot.left == left:
                self._next_moment()

    def _vote(self, ballot: Ballot) -> None:
        """Ask for this guest's vote, if they have one and haven't voted."""
        seat = self._remote.seat
        if seat in ballot.voters and seat not in ballot.votes and not self._remote.waits:
            self._remote.vote(self.asked_vote(self.look.name(seat), ballot.mark))

    def _act(self) -> None:
        """Ask once for what this guest must decide, or wait; `run` asks again if nothing has happened."""
        step = self.table.next()
        try:
            if isinstance(step, CutOffered) and (step.human or step.may_designate is not None):
                self._deal(step)
            elif isinstance(step, Turn) and step.seat == self._remote.seat:
                self._ask_turn()
            elif isinstance(step, HandPlayed) and self._hand_done != self.seen.hand_number:
                self._hand_done = self.seen.hand_number
                self._last_words()
            else:
                self._wait()
        except IllegalEvent as error:
            self.say(speech.refused(error.refusal))
        except UnusableError as error:
            self.say(str(error))
        except _StaleError:
            if isinstance(step, Turn) and step.seat == self._remote.seat:
                self.say("The table has changed meanwhile.")

    def do(self, event: SeatEvent) -> bool:
        """Ask the host to apply an event. If the table has changed meanwhile, show that first."""
        done = super().do(event)
        if not done and self._remote.waits:
            raise _StaleError
        return done

    def _wait(self) -> None:
        """Wait for the others; answer questions meanwhile. Raises UnusableError."""
        if self._remote.lost:
            raise GoneError
        line = self._typed.line_or_news()
        if line is None:
            return
        word = " ".join(line.casefold().split())
        first, _, rest = word.partition(" ")
        if word == "quit":
            raise LeftError
        if word in ("help", "?"):
            self.say(*self.HELP)
        elif word in BACK and self._remote.seat is not None:
            self._back(self.seen, "")
        elif first in ASIDES and aside_events(self.seen, first):
            self._aside(self.seen, rest, first)
        elif not self.answers_aside(word):
            self.say(f"{self.WAIT} Say help for what you may ask.")

    def answers_aside(self, words: str) -> bool:
        """Answer questions that can be asked at any time, and say phrases to the others."""
        number = words.removeprefix("phrase ")
        if words == "stand in":
            self._remote.send(StandIn())
        elif words == "phrases":
            self.say("Say the word phrase with a number.", *(f"{n}: {one}" for n, one in enumerate(PHRASES, 1)))
        elif number != words and number.isdecimal() and 1 <= int(number[:4]) <= len(PHRASES):
            self._remote.send(Phrase(int(number) - 1))
        elif words.startswith("new line ") and (message := read_line(words)) is not None:
            self._remote.send(message)
        elif words in ("mute", "unmute"):
            self._remote.muted = words == "mute"
            self.say("You hear no phrases." if self._remote.muted else "You hear phrases.")
        else:
            return super().answers_aside(words)
        return True

    def _last_words(self) -> None:
        """Offer the remaining actions before the score; then let the host score. Raises UnusableError."""
        kinds = [name for name in ASIDES if aside_events(self.seen, name)]
        if kinds:
            line = self.answer(f"The hand is over. You may say {' or '.join(kinds)}; Enter says nothing.", enter=True)
            first, _, rest = " ".join(line.casefold().split()).partition(" ")
            if first in kinds:
                self._hand_done = 0
                self._aside(self.seen, rest, first)
                return
        self._remote.done()

    def _save(self, happens: Callable[[], object]) -> None:
        """Ask the host; a lost connection ends the guest's side."""
        try:
            happens()
        except NotSaved as error:
            self.say(speech.ended(str(error)))
            raise GoneError from None


class WatchedTable(GuestTable):
    """A table elsewhere, in plain text, for a watcher: the host ignores whatever players may do."""

    HELP = (
        "Say trick for the cards on the table, last for the last trick, bids for the bids.",
        *TableTalk.HELP[2:4],
        "Say mute to hear none of the players' phrases, settings for the program's settings, quit to leave.",
    )
    WAIT = "You watch."

    def answers_aside(self, words: str) -> bool:
        """Answer questions about the table."""
        if words == "hand":
            self.say("You watch, and see what everybody at the table sees.")
            return True
        return words.partition(" ")[0] not in ("stand", "phrase", "phrases") and super().answers_aside(words)


class _StaleError(Exception):
    """Raised for a decision about a table that has changed meanwhile."""

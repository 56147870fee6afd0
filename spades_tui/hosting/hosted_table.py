"""The table of a host: run the game, and send every guest what their seat may see.

Everything is on disk before it's sent. The table knows no terminals: a guest is a seat, and a function that sends. A
seat whose guest has gone waits for them; the game stops at its turn until they're back.
"""

import asyncio
from collections.abc import Callable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TypeVar

from msgspec.structs import replace

from spades_tui.game.events import Books, Deal, EndDecision, SeatEvent, end_decision
from spades_tui.game.findings import Finding
from spades_tui.game.phase import IllegalEvent, Refusal
from spades_tui.hosting import messages
from spades_tui.play.bot_decision import STAND_IN_FAILED, suggest
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Next, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.player_talk import PlayersTalk
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import majority
from spades_tui.system.output import os_words

Send = Callable[[messages.FromTable], None]
T = TypeVar("T")

PHRASE_SECONDS = 1.0
"""Minimum seconds between two phrases of one seat; earlier ones aren't passed on."""
VOTE_SECONDS = 60.0
"""Seconds after the last vote for which a ballot waits for voters who have gone."""
NOT_YOURS = Refusal("C-8", "It isn't your turn")
NO_VOTE = Refusal("3B-30", "You have no vote on that card now")
NOT_OFFERED = Refusal("C-8", "That can't be done here")


class SeasonVotes:
    """The host's scorebook, asked in a thread. Without it nobody decides at the end, and votes aren't kept."""

    def __init__(self, tell: Callable[[str], object] = lambda _: None) -> None:
        """Say with `tell`, in a sentence, that the scorebook can't be used."""
        self._tell = tell

    async def decider(self, game: Path) -> str | None:
        """Return the name of the person who must decide something as this game ends, if there is one."""
        return await self._ask(lambda book: book.must_decide(game))

    async def keep_votes(self, game: Path, mark: CardToJudge, votes: Mapping[str, bool]) -> None:
        """Save these people's votes, by name, on a marked card of a closed game."""
        await self._ask(lambda book: book.hear(game, mark.hand, mark.card, votes))

    async def _ask(self, work: Callable[[Book], T]) -> T | None:
        def ask() -> T:
            with open_book() as book:
                return work(book)

        try:
            return await asyncio.to_thread(ask)
        except (BookError, BookTrouble) as error:
            self._tell(str(error))
        except OSError as error:
            self._tell(f"The scorebook can't be used now: {os_words(error)}. No game is lost.")
        return None


class HostedTable:
    """One table. Call `come` when a guest connects, `hear` for each of their messages, and `run` once."""

    def __init__(self, table: Table, pause: float = 0.0, season: SeasonVotes | None = None) -> None:
        """Host a table that nobody else runs; computer players act after `pause` seconds.

        `season`: the scorebook that counts the game; without one, nobody decides at the end, and votes aren't kept.
        """
        self._table, self._pause, self._season = table, pause, season
        table.stays_open = season is not None and end_decision(table.rules) is not None
        table.let_talk(PlayersTalk(table.players, set()).after)
        self.over = False
        """Whether the end of the game is in its file; votes on marked cards may still follow."""
        self._decider: int | None = None
        """The seat that must decide about the end of the game now (3B-27)."""
        self._ballots: list[messages.Ballot] = []
        """The ballots after the game, in order."""
        self._ballot: messages.Ballot | None = None
        self._sends: dict[int, Send] = {}
        self._watchers: list[Send] = []
        self._heard: asyncio.Queue[Callable[[], None]] = asyncio.Queue()
        """What guests and computer players have decided, in order; `run` does it."""
        self._number = 0
        self._last: tuple[str, int | None, tuple[Finding, ...]] = ("start", None, ())
        self._cut: messages.CutMessage | None = None
        """The cut of the next deal, while its dealer still chooses the extra card."""
        self._done: set[int] = set()
        """The seats that have no more actions before the hand is scored."""
        self._stopped: set[int] = set()
        """The seats of guests whose program is stopped, so that they count as gone."""
        self._stand_ins: set[int] = set()
        """Seats that a computer player plays until their guest is back."""
        self._thinking: asyncio.Future[SeatEvent] | None = None
        """A computer player's choice under way."""
        self._since = 0.0  # the time of the last event, by the loop's clock
        self._spoke: dict[int, float] = {}  # when each seat last said a phrase

    # Guests

    def come(self, sends: Mapping[int, Send]) -> None:
        """Take guests to their seats, and send them the table as it is."""
        self._sends.update(sends)
        self._stand_ins -= sends.keys()
        self._stopped -= sends.keys()
        for seat, send in sends.items():
            send(self._moment(seat))
        self._tell_presence()

    def watch(self, send: Send) -> None:
        """Let a watcher see what everybody sees."""
        self._watchers.append(send)
        send(self._moment(None))
        self._tell_presence()

    def go(self, seat: int | None, send: Send) -> None:
        """Note that a guest's or watcher's connection has ended; a guest's seat waits for them."""
        if seat is None:
            with suppress(ValueError):
                self._watchers.remove(send)
        elif self._sends.get(seat) == send:
            del self._sends[seat]
        if self.over:
            self._heard.put_nowait(lambda: None)  # a ballot may wait for this guest's vote
        else:
            self._tell_presence()

    def stop(self, seat: int, stopped: bool) -> None:
        """Note that a guest's program is stopped, or runs again; meanwhile their seat waits for them."""
        if stopped:
            self._stopped.add(seat)
        else:
            self._stopped.discard(seat)
            self._stand_ins.discard(seat)
        self._tell_presence()

    def hear(self, seat: int, message: messages.FromGuest) -> None:
        """Take a guest's message, in the order of arrival; `run` acts on all but phrases."""
        if not isinstance(message, messages.Phrase):
            self._heard.put_nowait(partial(self._take, seat, message))
            return
        now = asyncio.get_running_loop().time()
        if message.words and now - self._spoke.get(seat, -PHRASE_SECONDS) >= PHRASE_SECONDS:
            self._spoke[seat] = now
            self._tell(messages.Phrase(message.phrase, seat))

    def _tell(self, message: messages.FromTable) -> None:
        for send in (*self._sends.values(), *self._watchers):
            send(message)

    @property
    def _here(self) -> set[int]:
        """The seats of guests who are connected, and whose programs run."""
        return self._sends.keys() - self._stopped

    def _tell_presence(self) -> None:
        here, stand_ins = tuple(sorted(self._here)), tuple(sorted(self._stand_ins))
        self._tell(messages.Presence(here, self._table.names, self._table.people, stand_ins, len(self._watchers)))

    def _moment(self, seat: int | None) -> messages.TableUpdate:
        """Return the table as it is now, for one seat or for watchers."""
        what, who, findings = self._last
        shown = self._table.shown(seat)
        shown = replace(shown, journal=None, decider=self._decider)  # the journal: a path on this machine
        opened = None
        if what == "score":
            opened = self._table.open_game().hands[-1]
            opened = replace(opened, moments=tuple(opened.moments))
        return messages.TableUpdate(self._number, what, who, findings, self._table.next(), shown, opened, self._ballot)

    def _happened(self, what: str, seat: int | None, findings: tuple[Finding, ...] = ()) -> None:
        """Send every guest and watcher the new moment."""
        self._number += 1
        self._since = asyncio.get_running_loop().time()
        self._last = what, seat, findings
        for guest, send in list(self._sends.items()):
            send(self._moment(guest))
        if self._watchers:
            public = self._moment(None)
            for send in list(self._watchers):
                send(public)

    # The game

    async def run(self) -> None:
        """Play to the end of the game, and hold its ballots.

        Raises NotSaved if the game can't be saved; then nothing has happened since.
        """
        self._since = asyncio.get_running_loop().time()
        while True:
            step = self._table.next()
            if isinstance(step, GameEnded):
                break
            act = self._automatic(step)
            pause = 0.0 if act == self._score else self._pause  # so that people can undo the last event
            with suppress(TimeoutError):
                async with asyncio.timeout_at(None if act is None else self._since + pause):
                    act = await self._heard.get()
            if act is not None:
                act()
        await self._end()

    # The end

    async def _end(self) -> None:
        """Let people decide about the end, close the game, and hold the ballots. Raises NotSaved."""
        self._decider = await self._find_decider()
        if self._decider is None:
            self._close_game()
        self._happened(*self._last)
        while not self.over:
            await self._wait_for_decider()
        for ballot in self._ballots:
            if self._ballot is not ballot:
                self._ballot = ballot
                self._happened(messages.BALLOT, None)
            await self._hold_ballot(ballot)

    async def _find_decider(self) -> int | None:
        """Return the seat that must decide about the end and hasn't, by the rules and the scorebook (3B-27)."""
        seat, path = self._table.shown(None).decider, self._table.path
        if seat is None or path is None or self._season is None:
            return None
        if await self._season.decider(path) != self._table.names[seat]:
            return None
        return seat

    async def _wait_for_decider(self) -> None:
        """Wait until the seat has decided, or its guest has gone and a computer player sits in, which doesn't."""
        decider = self._decider
        while self._decider == decider and decider not in self._stand_ins:
            act = await self._heard.get()
            act()
        undecided = self._decider is not None
        self._decider = None if undecided else await self._find_decider()
        decision = end_decision(self._table.rules)
        if self._decider is None or decision is None:
            self._close_game()
            self._happened("over", None)
        else:
            self._happened(f"{decision.event_name()}-due", None)

    def _close_game(self) -> None:
        """Write the end of the game, and open the first ballot, if there is one."""
        self._table.close_game()
        self.over = True
        if self._table.rules.practice:
            return
        for mark in reversed(self._table.marks):
            voters = mark.voters(self._table.people)
            if voters:
                self._ballots.insert(0, messages.Ballot(mark, voters, {}, len(self._ballots)))
        self._ballot = next(iter(self._ballots), None)

    async def _hold_ballot(self, ballot: messages.Ballot) -> None:
        """Wait for the votes on a marked card, and save the verdict (3B-30)."""
        while True:
            missing = set(ballot.voters) - ballot.votes.keys() - self._stand_ins
            if not missing:
                break
            waits = None if missing & self._here else self._since + VOTE_SECONDS
            try:
                async with asyncio.timeout_at(waits):
                    act = await self._heard.get()
            except TimeoutError:
                break
            act()
        mark, names = ballot.mark, self._table.names
        verdict = majority(ballot.votes.values(), len(ballot.voters))
        self._table.remark(f"The table has voted: {mark.verdict(names[mark.accused], verdict)}", messages.BALLOT)
        if self._season is not None and self._table.path is not None:
            votes = {names[seat]: aye for seat, aye in ballot.votes.items()}
            await self._season.keep_votes(self._table.path, mark, votes)
        self._ballot = replace(ballot, verdict=verdict)
        self._happened("verdict", None)

    def _vote(self, seat: int, vote: messages.Vote) -> Refusal | None:
        ballot = self._ballot
        if ballot is None or ballot.verdict is not None:
            return NO_VOTE
        about = ballot.mark.hand, ballot.mark.card
        if about != (vote.hand, vote.card) or seat not in ballot.voters or seat in ballot.votes:
            return NO_VOTE
        ballot.votes[seat] = vote.aye
        self._happened("vote", seat)
        return None

    # One step

    def _automatic(self, step: Next) -> Callable[[], None] | None:
        """Return what happens next after the pause, or None if the table waits for a person or for a thought."""
        event = self._table.speak()
        if event is not None:
            return partial(self._do, event)
        if isinstance(step, Turn) and not step.human:
            return self._think if self._thinking is None else None
        if isinstance(step, CutOffered) and not step.human and step.may_designate is None:
            return partial(self._deal, messages.CutMessage(None), None)
        choice = self._stand_in_choice(step)
        if choice is not None:
            return partial(self._take, *choice)
        return self._score if isinstance(step, HandPlayed) and not self._may_say_something() else None

    def _score(self) -> None:
        self._done.clear()
        findings = self._table.score()
        if isinstance(self._table.next(), GameEnded):
            self._last = "score", None, findings  # sent when it's known whether somebody decides first
        else:
            self._happened("score", None, findings)

    def _think(self) -> None:
        """Let the computer player on turn think in a thread; its choice is heard like that of a guest."""
        self._thinking = thought = asyncio.ensure_future(asyncio.to_thread(self._table.choose))
        choice = partial(self._choose, self._number, thought)
        thought.add_done_callback(lambda _: self._heard.put_nowait(choice))

    def _choose(self, number: int, thought: asyncio.Future[SeatEvent]) -> None:
        """Do what a computer player has chosen, unless something has happened since it began to think."""
        self._thinking, event = None, thought.result()
        if number == self._number:
            self._do(event)

    def _may_say_something(self) -> bool:
        """Return whether a person may still take books, and hasn't said that they don't (3B-9)."""
        for seat in self._table.people:
            if seat not in self._done and seat not in self._stand_ins:
                aside = self._table.observe(seat).aside
                if any(isinstance(event, Books) for event in aside):
                    return True
        return False

    def _stand_in_choice(self, step: Next) -> tuple[int, messages.FromGuest] | None:
        """Return a stand-in's decision for an absent guest whose seat must act; None if there is none."""
        match step:
            case Turn(seat=seat) if seat in self._stand_ins:
                event = suggest(self._table.observe(seat), partial(self._table.note_fault, STAND_IN_FAILED))
                return (seat, messages.Decide(event)) if event is not None else None
            case CutOffered(seat=seat, human=True) if seat in self._stand_ins and self._cut is None:
                return seat, messages.CutMessage(None)
            case CutOffered(human=human, may_designate=int(seat)) if seat in self._stand_ins:
                return (seat, messages.Designate(None)) if self._cut is not None or not human else None
        return None

    def _take(self, seat: int, message: messages.FromGuest) -> None:
        """Do what a guest has decided, or refuse it."""
        refusal = None
        match message:
            case messages.Decide(event) if event.seat != seat:
                refusal = NOT_YOURS
            case messages.Decide(EndDecision() as event) if seat != self._decider:
                refusal = event.not_yours
            case messages.Decide(event):
                if message.coached:
                    self._table.coached.add(seat)
                if message.hinted:
                    self._table.hinted.add(seat)
                try:
                    self._do(event)
                except IllegalEvent as error:
                    refusal = error.refusal
                except (ValueError, LookupError, ArithmeticError):  # the message has numbers that no screen sends
                    refusal = NOT_OFFERED
            case messages.CutMessage() | messages.Designate():
                refusal = None if self._prepare_deal(seat, message) else NOT_YOURS
            case messages.Done(hand):
                if hand == self._table.observe(None).hand_number:
                    self._done.add(seat)
            case messages.Vote():
                refusal = self._vote(seat, message)
            case messages.StandIn():
                gone = set(self._table.people) - self._here
                if not gone <= self._stand_ins:
                    self._stand_ins |= gone
                    self._tell_presence()
        if refusal is not None and seat in self._sends:
            self._sends[seat](messages.Refused(refusal))

    def _do(self, event: SeatEvent) -> None:
        findings = self._table.do(event)
        if isinstance(event, EndDecision):
            self._decider = None
        self._happened(event.event_name(), event.seat, findings)

    def _prepare_deal(self, seat: int, message: messages.CutMessage | messages.Designate) -> bool:
        """Take the cut, or the place of the extra card from its dealer (3B-4). Return whether it was this seat's."""
        step = self._table.next()
        if not isinstance(step, CutOffered):
            return False
        cuts = step.human and self._cut is None
        if isinstance(message, messages.Designate):
            if seat != step.may_designate or cuts:
                return False
            self._deal(self._cut or messages.CutMessage(None), message.place)
        elif seat != step.seat or not cuts:
            return False
        elif step.may_designate is None:
            self._deal(message, None)
        else:
            self._cut = message
            self._happened("cut", seat)
        return True

    def _deal(self, cut: messages.CutMessage, place: int | None) -> None:
        try:
            self._table.deal(cut.depth, place, cut.word)
        except ValueError:  # a number or a word that the screens don't offer
            self._table.deal(None, None)
        self._cut = None
        self._happened(Deal.event_name(), self._table.observe(None).dealer)

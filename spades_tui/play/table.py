"""A table: a game loop with people and computer players, a journal, a log and results.

What reads records is imported when a game is resumed.
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from datetime import datetime
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.bots.levels import simpler_levels
from spades_tui.game import events
from spades_tui.game.findings import Finding, GameOver, HandScore
from spades_tui.game.hand_end import as_counted
from spades_tui.game.history import History, Step
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.language.sentence_parts import addressed
from spades_tui.play.bot_decision import any_choice
from spades_tui.play.bot_process import ThinkerLost
from spades_tui.play.cast import of_seat
from spades_tui.play.game_code import code_of, next_game
from spades_tui.play.game_loop import Clock, GameLoop
from spades_tui.play.journal import Journal, JournalBusy
from spades_tui.play.known_words import KnownWords
from spades_tui.play.outside_player import OutsideSeats
from spades_tui.play.saved_games import NotSaved
from spades_tui.play.setup import TableSetup, check_seats
from spades_tui.play.shown import DealProof, FinishedTrick, Shown, Turn
from spades_tui.record import event_words
from spades_tui.record.open_hands import HandRecorder, OpenGame
from spades_tui.record.writer import JsonLine
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.rules_page import meaning
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.system.exit_status import InputError
from spades_tui.system.faults import write_once
from spades_tui.system.folders import games_folder, is_fork, new_game_file, players_folder
from spades_tui.system.output import os_words

if TYPE_CHECKING:
    from spades_tui.play.resume import Suspended
    from spades_tui.record.replay import Replayed


def wall_clock() -> str:
    """Return the local time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


def _discard(*lines: JsonLine) -> None:
    """Store nothing, for a game that isn't saved."""


Talk = Callable[[Observation, Observation, Sequence[HandScore]], Iterable[event_words.LogEntry]]
"""Takes the game as everybody sees it before and after an event, and the scored hands."""


def _silence(before: Observation, after: Observation, scores: Sequence[HandScore]) -> tuple[event_words.LogEntry, ...]:
    """Say nothing, at a table where nobody listens."""
    return ()


class Table(GameLoop):
    """One game and its players. Build it with `create`, `resume` or `open`."""

    def __init__(self, setup: TableSetup, course: History, journal: Journal | None, clock: Clock) -> None:
        if journal is not None:
            outside = OutsideSeats(setup, players_folder(journal.path.parent))
            super().__init__(setup, course, outside, journal.write, journal.path, clock)
        else:
            super().__init__(setup, course, OutsideSeats(setup, None), _discard, None, clock)
        self.scores: list[HandScore] = []
        self.final: GameOver | None = None
        self.entries: list[event_words.LogEntry] = []
        """The log of the hand."""
        self._talk: Talk = _silence
        """Returns what the computer players say after an event: lines of the log that aren't in the record."""
        self.said_words = KnownWords()
        """The words of the glossary that the log of this game has explained."""
        self.known_words = KnownWords()
        """The words of the glossary that score sheets needn't explain again."""
        self.stays_open = False
        """Whether a finished game waits for `close_game`, because a player may decide something first (3B-27)."""
        self.names = setup.names
        players = []
        for seat in setup.seats:
            player = of_seat(seat.name, seat.level) if seat.kind == "bot" else None
            players.append(player.name if player is not None else "")
        self.players = tuple(players)
        """The named computer player in each seat, "" for everybody else."""
        self._journal = journal
        self._publics: tuple[tuple[GameState, Observation], ...] = ()
        self._seen: tuple[GameState, dict[int | None, Observation]] = course.state, {}
        """A state and its observations by seat, cached for several callers, also in another thread."""
        self._told = addressed(self.names, self.people)
        self._told_sides = tuple(event_words.side_name(seats, self._told) for seats in self.rules.sides)
        self._recorder = HandRecorder(self.rules, self._told, self._told_sides)
        self._faults: set[str] = set()
        """What the log has said about faults of computer players."""
        self._lost_levels: set[str] = set()
        """Levels whose process has died or hung, which aren't asked again: that takes too long."""

    @classmethod
    def create(cls, setup: TableSetup, folder: Path | None = None, clock: Clock = wall_clock) -> "Table":
        """Create a table, and write the first line of its journal; with `folder` None, nothing is saved.

        Raises UnusableError for seats that can't play, UnusableError for options, OSError if the journal can't be made.
        """
        rules = ruleset(with_options(setup.variant, setup.options))
        check_seats(rules.variant, setup.seats)
        journal = Journal(new_game_file(folder, setup.variant.slug)) if folder is not None else None
        table = cls(setup, History(new_game(rules, setup.dealer)), journal, clock)
        try:
            table.begin()
        except NotSaved:
            if journal is not None:
                journal.close()
                journal.path.unlink(missing_ok=True)
            raise
        return table

    @classmethod
    def resume(
        cls, path: Path, clock: Clock = wall_clock, *, stays_open: bool = False, suspended: "Suspended | None" = None
    ) -> "Table":
        """Resume a suspended table. Raises RecordError, JournalBusy and OSError; then the file isn't changed.

        With `stays_open` a game that is over but not closed still waits for `close_game` (3B-27). `suspended`: the
        journal as just read, to avoid reading it twice.
        """
        if suspended is None:
            from spades_tui.play.resume import read_journal

            suspended = read_journal(path)
        journal = Journal(path, suspended)
        try:
            journal.check()
        except NotSaved:  # another window wrote to the journal between reading and locking
            journal.close()
            raise JournalBusy(f"{path.name} is open in another window") from None
        replayed = suspended.replayed
        table = cls(suspended.setup, replayed.course, journal, clock)
        table.scores = list(replayed.scores)
        table.stays_open = stays_open
        table._recorder = suspended.recorder
        table._recall(replayed)
        if suspended.cut_off:
            table.remark("The last line of the saved game was incomplete, and was left out.")
        for words in table.damage():
            table.remark(words)
        try:
            if suspended.lacking:
                journal.write(*suspended.lacking)
            if replayed.course.state.suspended:
                table.do(events.Resume())
            if replayed.course.state.phase == Phase.OVER and not stays_open:
                table.close_game()
        except NotSaved:
            table.leave()
            raise
        return table

    @classmethod
    def open(cls, setup: "TableSetup | None", resume: "Suspended | None") -> "Table":
        """Return a new table in the user's games folder, or resume one; give either `setup` or `resume`.

        Raises RecordError if the journal is broken, InputError if it can't be read or written.
        """
        try:
            if resume is not None:
                return cls.resume(resume.path, stays_open=True, suspended=resume)
            if setup is None:
                raise ValueError("no table was asked for")
            return cls.create(setup, games_folder())
        except OSError as error:
            where = f" ({error.filename})" if error.filename is not None and error.strerror else ""
            raise InputError(f"the game can't be opened: {os_words(error)}{where}", command="spades-tui") from None

    def remark(self, text: str, kind: str = "note") -> None:
        """Add a line to the log that isn't an event of the game."""
        self.entries.append(event_words.LogEntry(text, kind))

    @property
    def marks(self) -> tuple[CardToJudge, ...]:
        """The cards of scored hands that the table judges when the game is over, each once (3B-30)."""
        bids = {score.hand: score.bids for score in self.scores}
        marks: list[CardToJudge] = []
        for custom in self.rules.customs:
            marks += custom.to_judge(self._recorder.noted, bids)
        return tuple(marks)

    def may_take_back(self, seat: int) -> bool:
        """Return whether a seat may take its last action back now (3B-11)."""
        return self.take_back_refusal(events.TakeBack(seat)) is None

    @property
    def taken_back(self) -> str:
        """The action just taken back, as a sentence without its stop; empty after the next event."""
        undone = self.course.undone
        if undone is None:
            return ""
        return event_words.taken_back(undone, self._told)

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        if self._journal:
            return self._journal.path
        return None

    @property
    def trouble(self) -> str | None:
        """A sentence while the game continues without being saved."""
        if self._journal:
            return self._journal.trouble
        return None

    def check_saved(self) -> None:
        """Check that the whole game is on disk. Raises NotSaved with a sentence."""
        if self._journal is not None:
            self._journal.check()

    def save_again(self, path: Path | None = None) -> None:
        """Write the whole game to its file, or to a new one at `path`. Raises NotSaved."""
        if self._journal is not None:
            self._journal.save(path)
            self.moved(self._journal.path)

    def continue_unsaved(self) -> None:
        """Continue the game without saving; `trouble` says so."""
        if self._journal is not None:
            self._journal.continue_unsaved()

    @property
    def proof_of_hand(self) -> DealProof | None:
        """The proof of the last scored deal; None during a hand (C-3)."""
        scored = self.course.state.phase in (Phase.DEAL, Phase.OVER) and self.course.state.hand is not None
        deal = self.dealt
        if not scored or deal is None or deal.proof is None:
            return None
        proof, cut = deal.proof, deal.cut
        if cut is None:
            return DealProof(proof.version, proof.commitment, proof.secret)
        return DealProof(proof.version, proof.commitment, proof.secret, cut.seat, cut.depth, cut.word or "")

    def observe(self, seat: int | None) -> Observation:
        """Return the game as a seat sees it, or with None as everybody does."""
        state = self.course.state
        looked_at, seen = self._seen
        if looked_at is not state:
            seen = {}
            self._seen = state, seen
        observation = seen.get(seat)
        if observation is None:
            observation = self._public(state) if seat is None else observe(state, seat)
            seen[seat] = observation
        if observation.may_claim and seat is not None and not self.may_claim(seat):
            return observation.without_claim()
        return observation

    def _public(self, state: GameState) -> Observation:
        """Return a state as everybody sees it; those of the last two states are kept."""
        for looked_at, seen in self._publics:
            if looked_at is state:
                return seen
        seen = observe(state, None)
        self._publics = (*self._publics[-1:], (state, seen))
        return seen

    @property
    def all_open(self) -> bool:
        """Whether the current hand's cards are open, because no person plays (C-9)."""
        return not self.people

    def open_game(self) -> OpenGame:
        """Return the scored hands with everything open; with computer players only, also the current one."""
        hands, going = tuple(self._recorder.scored), self._recorder.current_hand
        if going is not None and self.all_open:
            hands += (going,)
        return OpenGame(self.rules, self.names, self.people, hands)

    def shown(self, viewer: int | None, finished_trick: FinishedTrick | None = None) -> Shown:
        """Return the table as a viewer may see it; `finished_trick`: a complete trick that is still on their table."""
        public = self.observe(None)
        final = code = None
        marks: tuple[CardToJudge, ...] = ()
        if self.final is not None:
            final = as_counted(self.final, public.rules, public.standing.hands)
            marks = self.marks
            if not is_fork(self.path):  # whose game may not be over
                code = code_of(self.setup)
        return Shown(
            names=self.names, people=self.people,
            seen=self.observe(viewer), public=public,
            entries=self._public_log(public, finished_trick is not None),
            scores=tuple(self.scores),
            next_dealer=(self.setup.dealer + public.standing.hands) % self.rules.seats,
            may_take_back=viewer is not None and self.may_take_back(viewer),
            taken_back=self.taken_back, finished_trick=finished_trick, proof=self.proof_of_hand, final=final,
            code=code, decider=self._decider(), named=public.rules.named(self.course.state), marks=marks,
            trouble=self.trouble, journal=self.path, players=self.players,
        )  # fmt: skip

    def _public_log(self, public: Observation, finished_trick: bool) -> tuple[event_words.LogEntry, ...]:
        """Return the log without cards of tricks that players may no longer look at (C-10)."""
        kept = 1 if finished_trick or public.last_trick is not None else 0
        gone = chain(*public.tricks[: len(public.tricks) - kept])
        plays = {(played.seat, played.card) for played in gone}
        log = list(self.entries)
        for place, entry in enumerate(log):
            if (entry.seat, entry.card) in plays:
                log[place] = event_words.LogEntry("", entry.kind, entry.seat)
        return tuple(log)

    def _decider(self) -> int | None:
        """Return the seat that may still decide something about the end of the game, if a person has it (3B-27)."""
        if self.final is not None or not self.stays_open:
            return None
        state = self.course.state
        seat = state.rules.decider(state)
        if seat not in self.people:
            return None
        return seat

    def heard(self, step: Step) -> None:
        """Write an event that has happened into the log."""
        self._recorder.take(step)
        kept: list[event_words.LogEntry] = []
        if isinstance(step.event, events.Deal):
            kept = [entry for entry in self.entries if entry.kind == event_words.SIDES and not self.scores]
            self.entries.clear()
        if self.taken_back:
            self.remark(self.taken_back, "takeback")
        else:
            self.entries += [*event_words.log_entries(step, self._told, self._told_sides), *kept]
            scored = [finding for finding in step.findings if isinstance(finding, HandScore)]
            before, after = self._public(step.before), self._public(step.after)
            new = self.said_words.meet(event_words.words_said(step))
            for word in (*new, *self.known_words.meet(event_words.words_on_sheet(step))):
                self.remark(meaning(word), event_words.MEANING)
            self.entries += self._talk(before, after, (*self.scores, *scored))

    def choose(self) -> events.SeatEvent:
        """Return the choice of the computer player on turn. Raises ValueError if a person is on turn, or nobody.

        An outside player may take several seconds. If it doesn't answer, the table's beginner plays
        for it (docs/seat.md).
        """
        turn = self.next()
        if not isinstance(turn, Turn) or turn.human:
            raise ValueError("no computer player is on turn")
        outside = self.outside
        asked = turn.seat in outside and not outside.given_up(turn.seat)
        event = super().choose()
        if asked and outside.given_up(turn.seat):
            name = self.names[turn.seat]
            words = f"{name}'s program doesn't answer; a beginner plays for {name} until the next deal"
            self.remark(words, "announce")
        return event

    def decided(self, seat: int, level: str) -> events.SeatEvent:
        """Return what a player of this level does on its turn, or if it fails, what the next simpler one does.

        If all fail, return any legal choice. The record marks such a choice as a stand-in's (docs/record.md).
        """
        state = self.course.state
        words = f"The level {level} has a fault; a simpler one plays for {self.names[seat]}"
        for tried in (level, *simpler_levels(level)):
            if tried in self._lost_levels:
                self._remark_once(words)
                continue
            try:
                event = super().decided(seat, tried)
            except Exception as error:
                if self.course.state is not state or not observe(state, seat).legal:
                    raise  # the turn was over before the player was asked
                if isinstance(error, ThinkerLost):
                    self._lost_levels.add(tried)
                self.note_fault(words, error)
            else:
                if tried != level:
                    self._stand_in = event
                return event
        self._stand_in = any_choice(observe(state, seat))
        return self._stand_in

    def speak(self) -> events.SeatEvent | None:
        """Return what a computer player wants to say out of turn, or None; None too if looking for it fails."""
        try:
            return super().speak()
        except Exception as error:
            self.note_fault("Computer players can't challenge anybody, because of a fault", error)
            return None

    def note_fault(self, words: str, error: Exception) -> None:
        """Keep a report on a computer player's fault, and say so once in the log. Never raises."""
        write_once(error)
        self._remark_once(words)

    def _remark_once(self, words: str) -> None:
        if words not in self._faults:
            self._faults.add(words)
            self.remark(words, "announce")

    def score(self) -> tuple[Finding, ...]:
        """Score the hand that has been played. Raises IllegalEvent if it hasn't, and NotSaved."""
        findings = super().score()
        self.scores += [finding for finding in findings if isinstance(finding, HandScore)]
        if self.course.state.phase == Phase.OVER and not self.stays_open:
            self.close_game()
        return findings

    def close_game(self) -> None:
        """Write the end of the game, once. Nobody may decide anything afterwards (3B-27). Raises NotSaved."""
        if self.final is None:
            self.final = self.end()
            if self.final is not None:
                self.remark(event_words.finding_sentence(self.final, self.rules, self._told, self._told_sides), "over")

    def suspend(self) -> None:
        """Note that the game is suspended (3B-21), and close the journal. The table can't be used afterwards.

        Raises NotSaved if the game isn't on disk; then the table hasn't changed.
        """
        self.check_saved()
        if self.course.state.phase != Phase.OVER and not self.course.state.suspended:
            with suppress(NotSaved):  # every event is on disk, and only the line about the suspension is missing
                self.do(events.Suspend())
        self.leave()

    def leave(self) -> None:
        """Close the journal, and end outside players."""
        self.outside.close()
        if self._journal is not None:
            self._journal.close()
            self._journal, self.keep = None, _discard

    def again(self) -> TableSetup:
        """Return the setup of the same table with the next dealer."""
        return next_game(self.setup)

    def let_talk(self, talk: Talk) -> None:
        """Let the computer players talk; in a resumed hand, they know what they have said in it."""
        self._talk = talk
        for step in self._recorder.steps:
            talk(self._public(step.before), self._public(step.after), self.scores)

    def _recall(self, replayed: "Replayed") -> None:
        """Restore from a journal the hand's secret, the number of deals, the log and the last findings."""
        if replayed.deals:
            self.dealt = replayed.deals[-1][1]
            self.deals.update(deal.number for _, deal in replayed.deals)
        self.remark("The game is resumed.")
        for step in self._recorder.steps:
            self.entries += event_words.log_entries(step, self._told, self._told_sides)
            self.said_words.meet(event_words.words_said(step))
            self.known_words.meet(event_words.words_on_sheet(step))

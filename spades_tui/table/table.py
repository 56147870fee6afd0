"""A table: it asks people and computer players, writes every fact down before it counts, and deals fairly."""

import os
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

from spades_tui import bots, fair
from spades_tui.folders import SUFFIX
from spades_tui.game import facts
from spades_tui.game.course import Course
from spades_tui.game.customs import tray_person
from spades_tui.game.dealing import cutter, playing_seats
from spades_tui.game.findings import Finding, GameOver, HandScore
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.state import GameState, Phase, new_game
from spades_tui.record import words
from spades_tui.record.errors import RecordError
from spades_tui.record.lines import GameLine
from spades_tui.record.read import read
from spades_tui.record.replay import Replayed, Replayer, game_line
from spades_tui.record.write import JsonLine, fact_line, finding_line
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation, observe
from spades_tui.table.deciding import IN_PLACE, decide, speak_up, takes_time
from spades_tui.table.journal import Journal, JournalBusy
from spades_tui.table.outside import OutsideSeats
from spades_tui.table.setup import SeatSetup, TableSetup, check_seats
from spades_tui.table.worker import Brain

Clock = Callable[[], str | None]
"""The time as ISO-8601, or None to leave it out."""

PENDING = ".deal"
"""Beside a journal: the secret of the next deal, from before its commitment is shown until the deal is written."""


@dataclass(frozen=True, slots=True)
class CutOffered:
    """The next step is a deal, and the cut is offered (C-3)."""

    seat: int
    human: bool
    commitment: str
    cards: int
    may_designate: int | None
    """The person who deals and may choose the place of the extra card (3B-4)."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat must act."""

    seat: int
    human: bool


@dataclass(frozen=True, slots=True)
class HandPlayed:
    """The last card of the hand lies on the table; `Table.score` comes next."""


@dataclass(frozen=True, slots=True)
class GameEnded:
    """The game is over."""


Next = CutOffered | Turn | HandPlayed | GameEnded


@dataclass(frozen=True, slots=True)
class ZeroBuddyMark:
    """A card that was marked as having ZB potential; it is heard when the game is over (3B-30)."""

    hand: int
    accused: int
    card: int
    by: tuple[int, ...]


Marks = dict[int, tuple[tuple[int, int, int], ...]]
"""For each hand its ZB marks: by whom, whose, which card."""


def wall_clock() -> str:
    """The local time with its offset, to the second."""
    return datetime.now().astimezone().isoformat(timespec="seconds")


class Table:
    """One game with its seats. Make it with `create` or `resume`."""

    def __init__(self, setup: TableSetup, course: Course, journal: Journal | None, clock: Clock) -> None:
        self.setup = setup
        self.rules = course.state.rules
        self.scores: list[HandScore] = []
        self.final: GameOver | None = None
        self.entries: list[words.LogEntry] = []
        self.wants_chit = False
        """True: a game that is over waits for `close_game`, since a tray-chit may be spent before (3B-27)."""
        self.names = tuple(seat.name for seat in setup.seats)
        self.side_names = tuple(words.side_name(seats, self.names) for seats in self.rules.sides)
        self.people = tuple(n for n, seat in enumerate(setup.seats) if seat.kind == "human")
        self._course = course
        self._journal = journal
        self._clock = clock
        self._secret: bytes | None = None
        self._next_secret: bytes | None = None
        self._deals_of_hand = 0
        self._refused_claims: set[tuple[int, int]] = set()
        self._marks: Marks = {}
        self._outside = OutsideSeats(setup, journal.path.parent.parent / "players" if journal else None)
        self._stand_in: facts.SeatFact | None = None
        self.brain: Brain = IN_PLACE
        """Where the computer players think who take their time; see `worker`."""

    @classmethod
    def create(cls, setup: TableSetup, folder: Path | None = None, clock: Clock = wall_clock) -> "Table":
        """A new table; its first line is on disk. With `folder` None nothing is written.

        Raises SetupError for seats that cannot play, OptionError for options, OSError if the journal cannot be made.
        """
        check_seats(setup.variant, setup.seats, bots.LEVELS)
        rules = ruleset(with_options(setup.variant, setup.options))
        journal = Journal(_new_path(folder, setup)) if folder is not None else None
        table = cls(setup, Course(new_game(rules, setup.dealer)), journal, clock)
        seats = [seat.to_json() for seat in setup.seats]
        first = game_line(setup.variant, setup.options, seats, setup.dealer, setup.seed, setup.game)
        table._write(first, timed=True)
        table._outside.begin(first, setup.variant.to_json())
        return table

    @classmethod
    def resume(cls, path: Path, clock: Clock = wall_clock, *, wants_chit: bool = False) -> "Table":
        """A suspended table, as it was. Raises RecordError, JournalBusy and OSError; the file is not changed then.

        With `wants_chit` a game that is over, but has not been closed, still waits for `close_game` (3B-27).
        """
        before = path.stat().st_size
        replayed, size, last_sum, open_findings, marks = _read_journal(path)
        setup = _setup_of(replayed)
        journal = Journal(path, size=size, last_sum=last_sum, new=False)
        if path.stat().st_size != before:  # another window wrote in it between the reading and the lock
            journal.close()
            raise JournalBusy(f"{path.name} is open in another window")
        table = cls(setup, replayed.course, journal, clock)
        table.scores = list(replayed.scores)
        table.wants_chit = wants_chit
        table._marks = marks
        table._recall(replayed)
        if open_findings:
            journal.write(*open_findings)
        if replayed.course.state.suspended:
            table._do(facts.Resume())
        if replayed.course.state.phase == Phase.OVER and not wants_chit:
            table.close_game()
        return table

    @property
    def log(self) -> list[str]:
        """The hand in words, line by line; `entries` say what kind each is of."""
        return [entry.text for entry in self.entries]

    def remark(self, text: str, kind: str = "note") -> None:
        """Write something into the log that is no fact of the game."""
        self.entries.append(words.LogEntry(text, kind))

    @property
    def marks(self) -> tuple[ZeroBuddyMark, ...]:
        """The cards of this game that were marked as having ZB potential, each once (3B-30)."""
        found: dict[tuple[int, int, int], list[int]] = {}
        for hand, marks in sorted(self._marks.items()):
            for by, accused, card in marks:
                found.setdefault((hand, accused, card), []).append(by)
        return tuple(ZeroBuddyMark(*key, tuple(dict.fromkeys(by))) for key, by in found.items())

    @property
    def tray_person(self) -> int | None:
        """The one player in last place of a game that is over, before any chit; None if several are level (3B-18)."""
        return tray_person(self._course.state)

    @property
    def chit_spent(self) -> bool:
        """A tray-chit has been spent, or lost, in this game (3B-27)."""
        return self._course.state.chit is not None

    def may_take_back(self, seat: int) -> bool:
        """Whether a seat may take its last action back now (3B-11)."""
        return self._course.refusal(facts.TakeBack(seat)) is None

    @property
    def path(self) -> Path | None:
        """The journal's file."""
        return self._journal.path if self._journal else None

    @property
    def trouble(self) -> str | None:
        """A sentence while the journal cannot be written."""
        return self._journal.trouble if self._journal else None

    @property
    def secret_of_hand(self) -> str | None:
        """The secret that opens the commitment of the hand scored last, in hex; None while a hand goes on."""
        scored = self._course.state.phase in (Phase.DEAL, Phase.OVER) and self._course.state.hand is not None
        return self._secret.hex() if self._secret is not None and scored else None

    def observe(self, seat: int | None) -> Observation:
        """The game as a seat sees it, or with None as everybody does."""
        observation = observe(self._course.state, seat)
        if observation.may_claim and seat is not None and not self.may_claim(seat):
            return replace(observation, may_claim=False)
        return observation

    def next(self) -> Next:
        """What must happen now."""
        state = self._course.state
        match state.phase:
            case Phase.DEAL:
                return self._offer_cut()
            case Phase.PLAYED:
                return HandPlayed()
            case Phase.OVER:
                return GameEnded()
        seat = on_turn(state)
        if seat is None:
            raise ValueError(f"nobody is on turn in phase {state.phase}")
        return Turn(seat, self.setup.seats[seat].kind == "human")

    def _offer_cut(self) -> CutOffered:
        state = self._course.state
        if self._next_secret is None:
            self._next_secret = self._make_secret()
        dealer = state.next_dealer
        seat = cutter(self.rules, dealer)
        deals_himself = self.rules.variant.deal.extra > 0 and dealer in self.people
        return CutOffered(
            seat=seat,
            human=seat in self.people and self.rules.variant.deal.cut,
            commitment=fair.commitment(self._next_secret),
            cards=len(self.rules.cards.pack),
            may_designate=dealer if deals_himself else None,
        )

    def _make_secret(self) -> bytes:
        """The secret of the next deal; without a seed it is on disk before its commitment can be shown."""
        state = self._course.state
        if self.setup.seed is not None:
            return fair.seeded_secret(self.setup.seed, self.setup.game, state.next_hand, self._deals_of_hand + 1)
        if self.path is None:
            return secrets.token_bytes(32)
        pending = self.path.with_name(self.path.name + PENDING)
        try:
            kept = bytes.fromhex(pending.read_text("ascii").strip())
            if len(kept) == 32 and kept != self._secret:  # one that has been dealt is no secret any more
                return kept
        except (OSError, ValueError):
            pass
        secret = secrets.token_bytes(32)
        try:
            handle = os.open(pending, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
            with os.fdopen(handle, "w", encoding="ascii") as stream:
                stream.write(secret.hex())
                stream.flush()
                os.fsync(stream.fileno())
        except OSError:
            pass  # the journal says that the disk refuses; the deal itself is as fair as before
        return secret

    def deal(self, depth: int | None, extra_at: int | None = None) -> None:
        """Cut and deal. `depth` None: the cut was declined. Raises ValueError if no deal is due, or out of bounds."""
        offer = self.next()
        if not isinstance(offer, CutOffered) or self._next_secret is None:
            raise ValueError("no deal is due")
        if depth is not None and not 0 <= depth < offer.cards:
            raise ValueError(f"the cut is 0 to {offer.cards - 1} cards deep")
        if extra_at is not None and not 0 <= extra_at < offer.cards:
            raise ValueError(f"the extra card is at a place from 0 to {offer.cards - 1}")
        state, secret = self._course.state, self._next_secret
        has_extra = self.rules.variant.deal.extra > 0
        dealt = fair.deal_out(
            fair.shuffled(self.rules.cards.pack, secret),
            depth=depth or 0,
            seats=self.rules.seats,
            table=playing_seats(self.rules, state.next_dealer),
            extra_at=(offer.cards - 1 if extra_at is None else extra_at) if has_extra else None,
            dead_hand=self.rules.variant.deal.dead_hands > 0,
        )
        fact = facts.Deal(
            number=state.next_hand,
            dealer=state.next_dealer,
            hands=dealt.hands,
            extra=dealt.extra,
            dead=dealt.dead,
            cut_seat=offer.seat if depth is not None else None,
            cut_depth=depth or 0,
            extra_at=extra_at if has_extra else None,
            commitment=offer.commitment,
            secret=secret.hex(),
        )
        self._secret, self._next_secret = secret, None
        self._deals_of_hand += 1
        self.entries.clear()
        self._do(fact)
        if self.path is not None:
            with suppress(OSError):  # one that stays behind is known again by the secret of the last deal
                self.path.with_name(self.path.name + PENDING).unlink(missing_ok=True)

    def deal_by_computer(self) -> None:
        """The deal when a computer player has the cut: it declines (C-3)."""
        self.deal(None)

    def do(self, fact: facts.SeatFact) -> tuple[Finding, ...]:
        """What a seat does. It is on disk when this returns. Raises IllegalFact, and nothing has changed then (C-8)."""
        if isinstance(fact, facts.Claim):
            self._check_claim(fact)
        return self._do(fact)

    def _check_claim(self, fact: facts.Claim) -> None:
        """C-12: a player whose claim was refused may not claim again in this hand."""
        key = (self._course.state.standing.hands, fact.seat)
        if key in self._refused_claims:
            raise IllegalFact(Refusal("C-12", "Your claim was refused; you may not claim again in this hand"))
        if on_turn(self._course.state) == fact.seat and self._course.refusal(fact) is not None:
            self._refused_claims.add(key)

    def may_claim(self, seat: int) -> bool:
        """Whether a seat may still claim in this hand (C-12)."""
        return (self._course.state.standing.hands, seat) not in self._refused_claims

    def _do(self, fact: facts.Fact) -> tuple[Finding, ...]:
        reason = self._course.refusal(fact)
        if reason is not None:
            raise IllegalFact(reason)
        if not isinstance(fact, facts.Score):
            line = fact_line(fact)
            self._write({**line, "stand_in": True} if fact is self._stand_in else line, timed=True)
        before = self._course.state
        findings = self._course.do(fact)
        self._write(*(finding_line(finding) for finding in findings))
        self._outside.tell(fact, before, self._course.state, findings)
        self._note(fact, before, findings)
        return findings

    def _note(self, fact: facts.Fact, before: GameState, findings: tuple[Finding, ...]) -> None:
        after = self._course.state
        self.entries += words.log_entries(fact, before, after, findings, self.names, self.side_names)
        if after.hand is not None:
            self._marks[after.hand.number] = after.hand.marks
        if isinstance(fact, facts.Score):
            self._deals_of_hand = 0

    def choose(self) -> facts.SeatFact:
        """What the computer player on turn wants to do. Raises ValueError if a person is on turn, or nobody.

        An outside player (see `is_outside`) may take some seconds; when it does not answer, the table's own beginner
        stands in for it (SEAT.md).
        """
        turn = self.next()
        if not isinstance(turn, Turn) or turn.human:
            raise ValueError("no computer player is on turn")
        level = self.setup.seats[turn.seat].level
        if turn.seat in self._outside:
            answer = self._outside.ask(turn.seat, legal(self._course.state))
            if answer is not None:
                return answer
        known = level if level in bots.LEVELS else bots.LEVELS[0]
        brain = self.brain if takes_time(known) else IN_PLACE
        fact = decide(self._course, turn.seat, known, self._known_secret(), self.may_claim(turn.seat), brain)
        self._stand_in = fact if level not in bots.LEVELS else None
        return fact

    def is_outside(self, seat: int) -> bool:
        """Whether another program plays this seat, so that `choose` may take its time."""
        return seat in self._outside

    def takes_time(self, seat: int) -> bool:
        """Whether `choose` may take long enough for this seat to keep a screen from answering keys."""
        return seat in self._outside or takes_time(self.setup.seats[seat].level)

    def speak(self) -> facts.SeatFact | None:
        """What a computer player wants to say out of turn, if any does."""
        levels = tuple(
            seat.level if seat.kind == "bot" and seat.level in bots.LEVELS else None for seat in self.setup.seats
        )
        return speak_up(self._course, levels, self._known_secret())

    def _known_secret(self) -> bytes:
        """The secret of the hand; a record without proofs leaves the computer players a fixed one."""
        return self._secret if self._secret is not None else bytes(32)

    def score(self) -> tuple[Finding, ...]:
        """Score the hand that has been played. Raises IllegalFact if it has not."""
        findings = self._do(facts.Score())
        self.scores += [finding for finding in findings if isinstance(finding, HandScore)]
        if self._course.state.phase == Phase.OVER and not self.wants_chit:
            self.close_game()
        return findings

    def close_game(self) -> None:
        """Write down that the game is over, once. A chit is spent before (3B-27)."""
        if self.final is None:
            self.final = self._course.game_over()
            if self.final is not None:
                self._write(finding_line(self.final))
                self._outside.tell(facts.Score(), self._course.state, self._course.state, (self.final,))
                self.remark(words.finding_sentence(self.final, self.names, self.side_names), "over")

    def suspend(self) -> None:
        """Note that the game is suspended (3B-21), and close the journal. The table is not used afterwards."""
        if self._course.state.phase != Phase.OVER and not self._course.state.suspended:
            self._do(facts.Suspend())
        self.leave()

    def leave(self) -> None:
        """Close the journal, and let outside players go."""
        self._outside.close()
        if self._journal is not None:
            self._journal.close()
            self._journal = None

    def again(self) -> TableSetup:
        """The same table again, the deal moved on."""
        return self.setup.again()

    def _write(self, *lines: JsonLine, timed: bool = False) -> None:
        if self._journal is None or not lines:
            return
        at = self._clock() if timed else None
        self._journal.write(*({**line, "at": at} if at is not None else line for line in lines))

    def _recall(self, replayed: Replayed) -> None:
        """Take up where a journal ends: the secret of the hand, the count of its deals, the log, the last finding."""
        state = self._course.state
        if replayed.deals:
            last = replayed.deals[-1][1]
            self._secret = bytes.fromhex(last.secret) if last.secret else None
            same = [deal for _, deal in replayed.deals if deal.number == last.number]
            self._deals_of_hand = len(same) if last.number == state.next_hand else 0
        self.remark("The game goes on.")
        steps = self._course.steps
        for place, step in enumerate(steps):
            after = steps[place + 1].before if place + 1 < len(steps) else state
            self.entries += words.log_entries(
                step.fact, step.before, after, step.findings, self.names, self.side_names
            )


def _new_path(folder: Path, setup: TableSetup) -> Path:
    stamp = datetime.now().strftime("%Y-%m-%d-%H%M%S")
    return folder / f"{stamp}-{setup.variant.slug}-{secrets.token_hex(3)}{SUFFIX}"


def _setup_of(replayed: Replayed) -> TableSetup:
    head: GameLine = replayed.head
    seats = tuple(SeatSetup(entry.name, entry.kind, entry.level) for entry in head.seats)
    return TableSetup(replayed.variant, dict(head.options), seats, head.dealer, head.seed, head.game)


def _read_journal(path: Path) -> tuple[Replayed, int, str, list[JsonLine], Marks]:
    """A journal played through the rules: where it ends, its last sum, findings that it lacks at its end, ZB marks.

    A last line that was cut off in the middle was never shown to anybody, and is left out. Raises RecordError, OSError.
    """
    raw = path.read_bytes()
    lines = raw.splitlines(keepends=True)
    if lines and not lines[-1].endswith(b"\n"):
        lines.pop()
    replayer: Replayer | None = None
    last_sum, last_is_fact = "", False
    marks: Marks = {}
    closed = False
    try:
        for read_line in read(enumerate(lines, 1)):
            if replayer is None:
                replayer = Replayer(read_line)
            elif isinstance(read_line.line, GameLine):
                raise RecordError(read_line.number, "a second game in one journal")
            else:
                replayer.take(read_line)
            hand = replayer.result.course.state.hand
            if hand is not None:
                marks[hand.number] = hand.marks
            last_sum = read_line.line.sum if read_line.line.has("sum") else ""
            last_is_fact = read_line.data["event"] not in ("trick", "hand_score", "game_over")
            closed = read_line.data["event"] == "game_over"
        if replayer is None:
            raise RecordError(1, "the journal is empty")
    except RecordError as error:
        error.file = str(path)
        raise
    replayed = replayer.result
    lacking: list[JsonLine] = []
    for line in reversed(replayed.lines if last_is_fact else []):
        if line["event"] not in ("trick", "hand_score"):
            break
        lacking.insert(0, line)
    if closed:
        raise RecordError(len(lines), "the game is over; there is nothing to go on with", file=str(path))
    return replayed, sum(len(line) for line in lines), last_sum, lacking, marks


def suggest(observation: Observation) -> facts.SeatFact | None:
    """The choice that is preselected for a person; only what the person sees goes into it."""
    if not observation.legal:
        return None
    return bots.choose("club", observation, fair.decoration_stream(f"suggest|{observation.hand_number}"))


def check_journal(path: Path) -> None:
    """Whether a suspended game can be gone on with. Raises RecordError, OSError."""
    _read_journal(path)

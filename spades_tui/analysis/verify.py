"""Verify a record's deals and the choices of its computer players.

The deals must match their commitments. It deals each deal again, and makes each choice of a
computer player again, on turn and out of turn. It also notices missing actions out of turn, and
counts anything that it can't recompute, by reason.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from enum import Enum

from msgspec import UNSET
from msgspec.structs import replace

from spades_tui import fair
from spades_tui.bots.levels import LEVELS, is_level, simpler_levels
from spades_tui.cards import ACES
from spades_tui.game import events
from spades_tui.game.events.deal import Proof
from spades_tui.game.findings import Finding
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import cutter
from spades_tui.game.state import GameState, ace_is_low_by_default
from spades_tui.language.sentence_parts import plural
from spades_tui.play.bot_decision import any_choice, decide, speak_up
from spades_tui.play.deal_secrets import cards_dealt, first_dealer, secret_of_seed
from spades_tui.play.setup import OUTSIDE
from spades_tui.record import RecordError
from spades_tui.record.line_forms import EventLine, GameOverLine, HandScoreLine, SeatEntry
from spades_tui.record.reader import Lines, Read
from spades_tui.record.replay import Replayer, each_record
from spades_tui.record.writer import event_line, finding_line, is_program_of_fork, program_name
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats.observer import observe
from spades_tui.system.output import json_text


class Gap(Enum):
    """Reasons why something couldn't be recomputed, in words that follow a number."""

    DEAL = "without a proof"
    HAND = "in a hand whose deal has no proof"
    PROGRAM = "by another program, or another version of it"
    OUTSIDE = "by an outside player"
    LEVEL = "of an unknown level"
    STAND_IN = "by a stand-in"
    BEFORE_FORK = "at a deal before the fork"
    DEALER = "not drawn from the seed"


@dataclass(slots=True)
class NotVerified:
    """A count of things that couldn't be recomputed for one reason."""

    gap: Gap
    line: int
    """The number of the first such line."""
    count: int = 0

    def __str__(self) -> str:
        noun = {Gap.DEAL: "deal", Gap.DEALER: "first dealer"}.get(self.gap, "choice")
        return f"{plural(self.count, noun)} {self.gap.value}"


@dataclass(slots=True)
class Verified:
    """The results for one record."""

    deals: int = 0
    proofs: int = 0
    computed: int = 0
    """Deals without a proof that were computed from the seed."""
    seeded: bool = False
    forked: bool = False
    """Whether the record is a fork of another game, in which others may have played."""
    choices: int = 0
    """The number of computer players' choices that were recomputed."""
    gaps: dict[Gap, NotVerified] = field(default_factory=dict)
    """The things that couldn't be recomputed, by reason."""

    @property
    def unknown(self) -> int:
        """The number of choices that couldn't be recomputed."""
        choices = self.gaps.keys() - {Gap.DEAL, Gap.DEALER}
        return sum(self.gaps[gap].count for gap in choices)

    @property
    def promised(self) -> bool:
        """Whether the record can be recomputed: it has a seed, or the proof of a deal."""
        return self.seeded or self.proofs > 0

    @property
    def not_verified(self) -> tuple[NotVerified, ...]:
        """The gaps of a record that can be recomputed, in the order of its lines.

        Empty for others.
        """
        if not self.promised:
            return ()
        return tuple(sorted(self.gaps.values(), key=lambda gap: gap.line))

    def leave_open(self, gap: Gap, line: int) -> None:
        """Count something in this line that can't be recomputed."""
        self.gaps.setdefault(gap, NotVerified(gap, line)).count += 1


def verify(stream: Lines, file: str = "-", before: int = 0) -> Iterator[Verified]:
    """Verify the records of a file; `before` is the number of its lines before the stream.

    Raises RecordError at the first wrong line.
    """
    yield from each_record(stream, file, _Checker, before)


class _Checker:
    """Verifies the lines of one record.

    It reports violations of the rules first, then choices that the player wouldn't have made.
    """

    def __init__(self, first: Read) -> None:
        self.replayer = Replayer(first, lines=False)
        self.head = self.replayer.result.head
        self.rules = self.replayer.result.rules
        self.course = self.replayer.result.course
        self.done = Verified(seeded=self.head.seed is not UNSET)
        self.secret: bytes | None = None
        self.deals: Counter[int] = Counter()
        """How often each hand has been dealt."""
        if self.head.stand_in:
            raise RecordError(first.number, "stand_in: this is not a player's choice")
        self.opened: dict[bytes, int] = {}
        """The secrets revealed so far, each with the number of the hand whose deal it proved."""
        self.same_program = self._written_here(first.number)
        self.levels = tuple(map(_level_of, self.head.seats))
        if self.done.forked and (len(self.head.people), self.levels.count(None)) != (1, 1):
            words = "program: marked as a fork, but a fork has one person and computer players"
            raise RecordError(first.number, words)
        if not self.done.forked and self.same_program and not self._is_first_dealer():
            self.done.leave_open(Gap.DEALER, first.number)

    def take(self, read_line: Read) -> None:
        objection = self._object(read_line)
        self.replayer.take(read_line)
        if objection is not None:
            raise objection
        if self.same_program and isinstance(read_line.line, HandScoreLine | GameOverLine):
            self._compare_finding(read_line)

    def finish(self) -> Verified:
        self.replayer.finish()
        return self.done

    def _written_here(self, number: int) -> bool:
        """Return whether this version of the program wrote the record.

        Raises RecordError if its rules have changed since.
        """
        program = self.head.program or ""
        variant = self.replayer.result.variant
        this_program = program_name(variant)
        name, version, mark = this_program.split(" ", 2)
        self.done.forked = program.startswith(f"{name} ") and is_program_of_fork(program)
        if not program.startswith(f"{name} {version} "):
            return False
        if program not in (this_program, program_name(variant, fork=True)):
            words = f"{program!r} doesn't match these rules, {mark.split()[-1]!r}"
            raise RecordError(number, f"program: {words}")
        return True

    def _is_first_dealer(self) -> bool:
        """Return whether the seed of a table with people draws its first dealer (C-2).

        Games after it take turns.
        """
        if self.head.seed is UNSET or not self.head.people:
            return True
        seats = self.rules.seats
        return (
            self.head.dealer == (first_dealer(self.head.seed, seats) + self.head.game - 1) % seats
        )

    def _object(self, read_line: Read) -> RecordError | None:
        """Return what is wrong with a line that the rules allow."""
        number = read_line.number
        line = read_line.line
        event = read_line.event
        if event is None:
            scores = isinstance(line, HandScoreLine | GameOverLine)
            if scores and self.course.state.phase == Phase.PLAYED:
                return self._missing_action(number)
            return None
        stood_in = isinstance(line, EventLine) and line.stand_in is True
        if stood_in:
            objection = self._check_stand_in(number, event)
            if objection is not None:
                return objection
        if isinstance(event, events.Deal):
            return self._missing_action(number) or self._check_deal(number, event)
        if not isinstance(event, events.SeatEvent) or event.seat >= len(self.head.seats):
            return None
        if self.course.state.suspended:
            return None
        if self.head.seats[event.seat].kind != "bot":
            return self._missing_action(number) if isinstance(event, events.EndDecision) else None
        if isinstance(event, events.TurnEvent) and on_turn(self.course.state) == event.seat:
            return self._missing_action(number) or self._check_choice(number, event, stood_in)
        if stood_in and self.done.forked:  # another player did it, or took it back, before the fork
            self.done.leave_open(Gap.STAND_IN, number)
            return None
        if stood_in:
            return RecordError(number, f"stand_in: {self._who(event.seat)} has none out of turn")
        return self._check_out_of_turn(number, event)

    # ---- deals

    def _check_deal(self, number: int, event: events.Deal) -> RecordError | None:
        self.deals[event.number] += 1
        self.done.deals += 1
        seeded: bytes | None = None
        if self.head.seed is not UNSET:
            seeded = secret_of_seed(
                self.head.seed, self.head.game, event.number, self.deals[event.number]
            )
        if event.proof:
            self.secret = bytes.fromhex(event.proof.secret)
            words = self._objection_to_proof(event.proof, self.secret)
            if words is not None:
                return RecordError(number, words, "C-3")
            self.opened[self.secret] = event.number
            if seeded not in (None, self.secret):
                return RecordError(number, "the secret doesn't come from the seed", "C-3")
            source = "secret deals" if event.proof.version == 1 else "secret and the cut deal"
        else:
            self.secret = seeded
            source = "seed and the cut deal"
        if self.secret is None:
            self.done.leave_open(Gap.DEAL, number)
            return None
        if not _deals(self.rules, event, self.secret):
            return RecordError(number, f"the cards aren't those that the {source}", "C-3")
        if event.proof:
            self.done.proofs += 1
        else:
            self.done.computed += 1
        if self.same_program:
            return self._check_dealers(number, event)
        return None

    def _objection_to_proof(self, proof: Proof, secret: bytes) -> str | None:
        """Return why a proof proves nothing, or None."""
        if fair.commitment(secret, proof.version) != proof.commitment:
            return "the secret doesn't match the commitment"
        if secret in self.opened:
            return f"hand {self.opened[secret]} used this secret already; it proves nothing"
        if proof.version < fair.VERSIONS[-1] and self.same_program and not self.done.forked:
            return f"this program doesn't write proofs of version {proof.version}"
        return None

    def _check_dealers(self, number: int, event: events.Deal) -> RecordError | None:
        """Object if somebody cuts who isn't asked, or a computer player chooses the extra card.

        In a fork, a computer player may have been a person.
        """
        seats = self.head.seats
        if event.dealer >= len(seats):
            return None
        right = cutter(self.rules, event.dealer)
        objection = None
        if event.cut is not None and right is not None and seats[right].kind == "bot":
            objection = RecordError(number, f"{self._who(right)} wouldn't cut", "C-3")
        elif event.cut is not None and self.head.cut is False:
            objection = RecordError(number, "nobody is asked to cut at this table", "C-3")
        elif event.extra_at is not None and seats[event.dealer].kind == "bot":
            words = f"{self._who(event.dealer)} wouldn't designate the extra card"
            objection = RecordError(number, words, "3B-4")
        if objection is not None and self.done.forked:
            self.done.leave_open(Gap.BEFORE_FORK, number)
            return None
        return objection

    # ---- computer players

    def _who(self, seat: int) -> str:
        entry = self.head.seats[seat]
        return f"{entry.name} ({entry.level or entry.kind})"

    def _gap(self, level: str | None) -> Gap | None:
        """Return why no choice of a computer player can be recomputed here, or None."""
        if not self.same_program:
            return Gap.PROGRAM
        if self.secret is None:
            return Gap.HAND
        if level == OUTSIDE:
            return Gap.OUTSIDE
        if not is_level(level or ""):
            return Gap.LEVEL
        return None

    def _check_stand_in(self, number: int, event: events.Event) -> RecordError | None:
        """Object to a stand-in, unless it acts for a computer player.

        In a fork, stand-ins also mark events before it, by the players of that time.
        """
        if isinstance(event, events.SeatEvent) and event.seat < len(self.head.seats):
            if self.head.seats[event.seat].kind == "bot":
                return None
            return RecordError(number, f"stand_in: {self._who(event.seat)} has no stand-in")
        return RecordError(number, "stand_in: this is not a player's choice")

    def _check_choice(
        self, number: int, event: events.TurnEvent, stand_in: bool
    ) -> RecordError | None:
        seat = event.seat
        level = self.head.seats[seat].level or None
        if stand_in:
            return self._check_stand_ins_choice(number, event, level)
        gap = self._gap(level)
        if gap is not None or self.secret is None or level is None:
            self.done.leave_open(gap or Gap.LEVEL, number)
            return None
        choice = decide(self.course, seat, level, self.secret)
        self.done.choices += 1
        return self._objection(number, self._who(seat), event, choice)

    def _check_stand_ins_choice(
        self, number: int, event: events.TurnEvent, level: str | None
    ) -> RecordError | None:
        """Check that a simpler player would have made a choice.

        The record doesn't say whether a stand-in was needed.
        """
        self.done.leave_open(Gap.STAND_IN, number)
        if self.done.forked or self.secret is None or self._gap(level) not in (None, Gap.OUTSIDE):
            return None
        simpler = LEVELS[:1] if level == OUTSIDE else simpler_levels(level or "")
        choices = []
        for simpler_level in simpler:
            with suppress(Exception):  # it may have failed at the table too
                choices.append(decide(self.course, event.seat, simpler_level, self.secret))
        choices.append(any_choice(observe(self.course.state, event.seat)))
        who = f"the stand-in for {self.head.seats[event.seat].name}"
        objections = [self._objection(number, who, event, choice) for choice in choices]
        if None in objections:
            return None
        return objections[0]

    def _objection(
        self, number: int, who: str, event: events.TurnEvent, choice: events.SeatEvent
    ) -> RecordError | None:
        """Object if a player did something else than this choice."""
        if _as_called(self.course.state, choice) == _as_called(self.course.state, event):
            return None
        words = f"{who} wouldn't do that, but {json_text(event_line(choice))}"
        return RecordError(number, words, "C-9")

    def _check_out_of_turn(self, number: int, event: events.SeatEvent) -> RecordError | None:
        """Check an action of a computer player out of turn.

        An outside player never acts out of turn.
        """
        level = self.head.seats[event.seat].level or None
        gap = self._gap(level)
        if gap is not None and gap is not Gap.OUTSIDE:
            self.done.leave_open(gap, number)
            return None
        due = self._due()
        if event == due:
            self.done.choices += 1
            return None
        words = f"{self._who(event.seat)} wouldn't say that out of turn"
        if due is not None:
            words += f", but {json_text(event_line(due))}"
        return RecordError(number, words, "C-9")

    def _due(self) -> events.SeatEvent | None:
        """Return the action out of turn that a computer player would make first.

        Return None if none would, or if it isn't known.
        """
        if not self.same_program or self.secret is None or self.rules.challenge is None:
            return None
        with suppress(Exception):  # a fault: nobody has spoken at the table either
            return speak_up(self.course, self.levels, self.secret)
        return None

    def _missing_action(self, number: int) -> RecordError | None:
        """Object if a player should have acted out of turn first.

        It is asked before a computer player's turn and a score. A person may be quicker, so nothing
        is missing before a person's event.
        """
        if self.course.state.phase not in (Phase.PLAY, Phase.PLAYED):
            return None
        due = self._due()
        if due is None:
            return None
        words = f"{self._who(due.seat)} would say something first: {json_text(event_line(due))}"
        return RecordError(number, words, "C-9")

    # ---- findings

    def _compare_finding(self, read_line: Read) -> None:
        """Compare a finding of this program with what it writes now, to the last word."""
        line = {key: value for key, value in read_line.data.items() if key not in ("sum", "at")}
        hand = line.get("hand")
        scores = self.replayer.result.scores
        findings: list[Finding] = [score for score in scores if score.hand == hand]
        over = self.course.game_over()
        if over is not None:
            findings.append(over)
        if line not in map(finding_line, findings):
            words = "this line was changed: the program would write it differently"
            raise RecordError(read_line.number, words)


def _level_of(entry: SeatEntry) -> str | None:
    """Return a computer player's level; None for people and other players."""
    if entry.kind == "bot" and entry.level and is_level(entry.level):
        return entry.level
    return None


def _as_called(state: GameState, event: events.Event) -> events.Event:
    """Return an ace without a call as an ace with its default call (3B-3)."""
    if not isinstance(event, events.Play) or event.ace is not None or event.card not in ACES:
        return event
    if state.hand is None or state.rules.ace_call is None:
        return event
    low = ace_is_low_by_default(state.rules, state.hand, event.seat)
    return replace(event, ace="low" if low else "high")


def _deals(rules: Ruleset, event: events.Deal, secret: bytes) -> bool:
    """Return whether a secret deals these cards.

    It is also True for an invalid deal, which the rules will reject. A deal without a proof doesn't
    say its version.
    """
    if len(event.hands) != rules.seats or not 0 <= event.dealer < rules.seats:
        return True
    pack = len(rules.cards.pack)
    depth = 0
    word = ""
    if event.cut is not None:
        depth = event.cut.depth
        word = event.cut.word or ""
    if depth >= pack or (event.extra_at or 0) >= pack:
        return True
    versions = fair.VERSIONS if event.proof is None else (event.proof.version,)
    for version in versions:
        dealt = cards_dealt(
            rules, event.dealer, secret, depth, event.extra_at, word=word, version=version
        )
        if (dealt.hands, dealt.extra, dealt.dead, dealt.stock, dealt.kitty) == (
            event.hands, event.extra, event.dead, event.stock, event.kitty
        ):  # fmt: skip
            return True
    return False

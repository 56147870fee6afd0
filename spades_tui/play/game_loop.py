"""The loop of a game: dealing, asking players and scoring. Tables with people and simulations share it.

Each event is written to the record before it takes effect, and outside players hear of it afterwards. The caller
decides who plays, where lines go and who listens.
"""

import re
from collections import Counter
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from msgspec import Struct
from msgspec.structs import asdict

from spades_tui import fair
from spades_tui.bots.levels import LEVELS, is_level
from spades_tui.game import events
from spades_tui.game.events.deal import Cut, Proof
from spades_tui.game.findings import Finding, GameOver
from spades_tui.game.history import History, Step
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import IllegalEvent, Phase, Refusal
from spades_tui.game.record_form import Seat
from spades_tui.game.sequence import cutter
from spades_tui.game.state import GameState
from spades_tui.play.bot_decision import decide, speak_up, takes_time
from spades_tui.play.brain import IN_PLACE, Brain
from spades_tui.play.deal_secrets import DealSecrets, cards_dealt
from spades_tui.play.game_code import has_code_seed
from spades_tui.play.outside_player import OutsideSeats
from spades_tui.play.setup import OUTSIDE, TableSetup
from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Next, Turn
from spades_tui.record.json_form import checked
from spades_tui.record.small_file import read_small, write_small
from spades_tui.record.writer import JsonLine, event_line, finding_line, game_line
from spades_tui.seats.observer import observe
from spades_tui.system.folders import open_plain, refused_claims_file

_CLAIMS_MOST = 4096  # bytes to read; a hand has at most one claim for each of six seats
_OLD_CLAIMS = re.compile(rb"(?:\d{1,6} \d \d{1,6}\n)*", re.ASCII)
"""Matches a file of an earlier version."""


class _Claims(Struct, frozen=True):
    """The content of the file."""

    claims: list[tuple[int, Seat, int]]
    """Hands scored before, the seat, and how many events came before the claim."""


Clock = Callable[[], str | None]
"""Returns the time in ISO 8601, or None to leave it out."""


LineWriter = Callable[..., object]
"""Stores the lines of an event and its findings. If it raises an error, the event doesn't happen."""


class RefusedClaims(dict[tuple[int, int], int]):
    """Seats that may not claim again (C-12): by hands scored before and seat, how many events came before the claim.

    With a `journal`, they are on disk next to it, because a record has only accepted claims.
    """

    def __init__(self, journal: Path | None = None) -> None:
        """Read what an earlier run of the game has noted."""
        super().__init__()
        self.is_damaged = False
        """Whether the file can't be used, so that a player whose claim was refused may claim again."""
        self._file = refused_claims_file(journal) if journal is not None else None
        if self._file is not None:
            self._read(self._file)

    def _read(self, file: Path) -> None:
        try:
            with open_plain(file) as stream:
                content = stream.read(_CLAIMS_MOST)
            if _OLD_CLAIMS.fullmatch(content):
                data: object = {"claims": [[*map(int, line.split())] for line in content.splitlines()]}
            else:
                data = read_small(file)
            self.update({(hands, seat): events for hands, seat, events in checked(_Claims, data).claims})
        except FileNotFoundError:
            return
        except (OSError, ValueError):
            self.is_damaged = True

    def after(self, hands: int, events: int) -> bool:
        """Return whether a claim was refused in a hand after more than `events` events."""
        return any(count > events for (hand, _), count in self.items() if hand == hands)

    def add(self, hands: int, seat: int, events: int) -> None:
        """Note a refusal, and drop all from earlier hands. It is on disk when this returns, unless the disk fails."""
        for claim in list(self):
            if claim[0] != hands:
                del self[claim]
        self[hands, seat] = events
        self._write()

    def moved(self, journal: Path) -> None:
        """Continue next to another journal."""
        self._file = refused_claims_file(journal)
        if self:
            self._write()

    def end(self) -> None:
        """Remove the file: the game is over."""
        if self._file is not None:
            with suppress(OSError):
                self._file.unlink(missing_ok=True)

    def _write(self) -> None:
        if self._file is not None:
            claims = [[hand, seat, events] for (hand, seat), events in sorted(self.items())]
            with suppress(OSError):  # the journal reports the disk error
                write_small(self._file, {"claims": claims})


class GameLoop:
    """A running game. Call `next`, then `deal`, `do` or `score`, and `end` when it is over."""

    def __init__(
        self,
        setup: TableSetup,
        course: History,
        outside: OutsideSeats,
        keep: LineWriter,
        journal: Path | None = None,
        clock: Clock = lambda: None,
    ) -> None:
        self.setup, self.course = setup, course
        self.rules = course.state.rules
        self.outside = outside
        self.people = setup.people
        self.dealt: events.Deal | None = None
        """The deal of the current hand, or of the last scored one."""
        self.deals: Counter[int] = Counter()
        """How often each hand has been dealt; after a redeal it is dealt again."""
        levels: list[str | None] = []
        for seat in setup.seats:
            is_bot = seat.kind == "bot" and is_level(seat.level or "")
            levels.append(seat.level if is_bot else None)
        self._levels = tuple(levels)
        self.keep = keep
        """Called with the lines of each event before it takes effect."""
        self.brain: Brain = IN_PLACE
        """The brain that answers for slow computer players; see `bot_process`."""
        self._secrets, self._clock = DealSecrets(setup, journal), clock
        self._next_secret: bytes | None = None
        self._remembering = tuple(n for n, seat in enumerate(setup.seats) if n in self.people or seat.level == OUTSIDE)
        self._refused_claims = RefusedClaims(journal)
        self._stand_in: events.SeatEvent | None = None
        self.coached: set[int] = set()
        """The seats to which the coach has spoken since their last decision."""
        self.hinted: set[int] = set()
        """The seats that have seen a hint or a suggestion since their last decision."""

    @property
    def secret(self) -> bytes | None:
        """The secret of the current hand, or of the last scored one."""
        if self.dealt is None or self.dealt.proof is None:
            return None
        return bytes.fromhex(self.dealt.proof.secret)

    def begin(self) -> None:
        """Write the first line of the record, and send it to outside players. Raises the errors of `keep`."""
        setup = self.setup
        seats = setup.seats_json()
        first = game_line(setup.variant, setup.options, seats, setup.dealer, setup.seed, setup.game, setup.cut)
        self.keep(self._timed(first))
        self.outside.begin(first, setup.variant.to_json())

    def next(self) -> Next:
        """Return the next step."""
        state = self.course.state
        phase = state.phase
        if phase is Phase.DEAL:
            return self._offer_cut(state)
        if phase is Phase.PLAYED:
            return HandPlayed()
        if phase is Phase.OVER:
            return GameEnded()
        seat = on_turn(state)
        if seat is None:
            raise ValueError(f"no seat is on turn in phase {state.phase}")
        return Turn(seat, seat in self.people)

    # Dealing

    def _offer_cut(self, state: GameState) -> CutOffered:
        if self._next_secret is None:
            hand = state.next_hand
            self._next_secret = self._secrets.make(hand, self.deals[hand] + 1, self.secret)
        dealer = state.next_dealer
        seat = cutter(self.rules, dealer)
        deal = self.rules.variant.deal
        from_code = has_code_seed(self.setup.seed)
        designates = None
        if deal.extra > 0 and dealer in self.people and not from_code:
            designates = dealer
        cuts = self.setup.cut and deal.cut and not from_code
        seal, cards = fair.commitment(self._next_secret), len(self.rules.cards.pack)
        return CutOffered(seat, cuts and seat in self.people, seal, cards, designates)

    def deal(self, depth: int | None = None, extra_at: int | None = None, word: str = "") -> None:
        """Cut and deal; `depth` None: the cut was declined (C-3); `word`: a word to mix into the shuffle.

        Raises ValueError if no deal is due, a number is out of bounds, or a word is invalid or without a cut.
        """
        offer = self.next()
        if not isinstance(offer, CutOffered) or self._next_secret is None:
            raise ValueError("no deal is due")
        if depth is not None and not 0 <= depth < offer.cards:
            raise ValueError(f"the cut is 0 to {offer.cards - 1} cards deep")
        if word and (depth is None or not fair.is_word(word)):
            raise ValueError("a word needs a cut, and only printable characters")
        if extra_at is not None and not 0 <= extra_at < offer.cards:
            raise ValueError(f"the extra card is at a place from 0 to {offer.cards - 1}")
        state, secret = self.course.state, self._next_secret
        dealt = cards_dealt(self.rules, state.next_dealer, secret, depth or 0, extra_at, word=word)
        cut = None
        if depth is not None:
            cut = Cut(offer.seat, depth, word or None)
        if dealt.extra is None:
            extra_at = None
        proof = Proof(v=fair.VERSION, commitment=offer.commitment, secret=secret.hex())
        number, dealer = state.next_hand, state.next_dealer
        event = events.Deal(number, dealer, cut=cut, extra_at=extra_at, proof=proof, **asdict(dealt))
        self.do(event)
        self.dealt, self._next_secret = event, None
        self.deals[state.next_hand] += 1
        self._secrets.dealt()

    def moved(self, journal: Path) -> None:
        """Note that the journal has moved to another file, and save the next deal's secret next to it."""
        self._secrets.moved(journal)
        self._refused_claims.moved(journal)

    # Asking

    def damage(self) -> list[str]:
        """Return a sentence for each file next to the journal that can't be used."""
        words = []
        if self._secrets.is_damaged:
            words.append("The saved secret of the next deal is damaged, so the cards are shuffled anew.")
        if self._refused_claims.is_damaged:
            words.append("The file of refused claims is damaged, so a refused claim can be made again.")
        return words

    def choose(self) -> events.SeatEvent:
        """Return the choice of the computer player on turn. Raises ValueError if nobody is.

        If an outside player doesn't answer, the table's beginner plays for it (docs/seat.md).
        """
        self._stand_in, seat = None, on_turn(self.course.state)
        if seat is None:
            raise ValueError("no seat is on turn")
        if seat in self.outside:
            answer = self.outside.ask(seat, observe(self.course.state, seat))
            if answer is not None:
                return answer
        level = self._levels[seat]
        if level is not None:
            return self.decided(seat, level)
        self._stand_in = self.decided(seat, LEVELS[0])
        return self._stand_in

    def decided(self, seat: int, level: str) -> events.SeatEvent:
        """Return what a player of this level does on its turn."""
        where = self.brain if takes_time(level) else IN_PLACE
        return decide(self.course, seat, level, self._known_secret(), self.may_claim(seat), where)

    def takes_time(self, seat: int) -> bool:
        """Return whether `choose` may take so long for this seat that a screen would ignore keys meanwhile."""
        return seat in self.outside or takes_time(self.setup.seats[seat].level)

    def speak(self) -> events.SeatEvent | None:
        """Return what a computer player wants to say out of turn, or None."""
        return speak_up(self.course, self._levels, self._known_secret())

    def _known_secret(self) -> bytes:
        """Return the secret of the hand, or a fixed one for a record without proofs."""
        return self.secret or bytes(32)

    def may_claim(self, seat: int) -> bool:
        """Return whether a seat may still claim in this hand (C-12)."""
        return (self.course.state.standing.hands, seat) not in self._refused_claims

    # Doing

    def do(self, event: events.Event) -> tuple[Finding, ...]:
        """Write an event to the record, and apply it. Raises IllegalEvent and changes nothing if it's refused (C-8)."""
        if type(event) is events.Claim:
            self._check_claim(event)
        if type(event) is events.TakeBack:
            reason = self.take_back_refusal(event)
            if reason is not None:
                raise IllegalEvent(reason)
        before = self.course.state
        result = self.course.result(event)
        lines = list(map(finding_line, result[1]))
        if type(event) is not events.Score:  # outside players learn a score from its findings
            lines.insert(0, self._timed(self._marked_line(event)))
        self.keep(*lines)
        if isinstance(event, events.SeatEvent):
            self.coached.discard(event.seat)
            self.hinted.discard(event.seat)
        findings = self.course.do(event, result)
        step = Step(event, before, self.course.state, findings)
        if self.outside:
            self.outside.tell(step)
        self.heard(step)
        return findings

    def heard(self, step: Step) -> None:
        """Do nothing; a table notes each event that has happened."""

    def take_back_refusal(self, event: events.TakeBack) -> Refusal | None:
        """Return why players can't take this back at this table, or None if they can (3B-11).

        A refused claim isn't an event, but it has revealed something about the other hands, so it counts here.
        """
        reason = self.course.refusal_at_table(event, len(self.people), self._remembering)
        if reason is None and self._refused_claims:
            kept = len(self.course.steps) - len(self.course.undone_by(event.seat))
            if self._refused_claims.after(self.course.state.standing.hands, kept):
                return Refusal("3B-11", "You can't undo this: a refused claim has shown something since")
        return reason

    def score(self) -> tuple[Finding, ...]:
        """Score the hand that has been played. Raises IllegalEvent if it hasn't."""
        return self.do(events.Score())

    def end(self) -> GameOver | None:
        """Write and announce the end of the game, once; return None if the game isn't over. Raises NotSaved."""
        over = self.course.game_over()
        if over is not None:
            self.keep(finding_line(over))
            self.outside.tell(Step(events.Score(), self.course.state, self.course.state, (over,)))
            self._refused_claims.end()
        return over

    def _check_claim(self, event: events.Claim) -> None:
        """Refuse a second claim of a player whose claim was refused in this hand (C-12)."""
        key = (self.course.state.standing.hands, event.seat)
        if key in self._refused_claims:
            raise IllegalEvent(Refusal("C-12", "Your claim was refused; you can't claim again in this hand"))
        if on_turn(self.course.state) == event.seat and self.course.refusal(event) is not None:
            self._refused_claims.add(*key, len(self.course.steps))

    def _marked_line(self, event: events.Event) -> JsonLine:
        """Return the line of an event, marked if a stand-in decided, or the seat had help (docs/record.md)."""
        line = event_line(event)
        if event is self._stand_in:
            return {**line, "stand_in": True}
        if isinstance(event, events.SeatEvent):
            if event.seat in self.coached:
                line = {**line, "coached": True}
            if event.seat in self.hinted:
                line = {**line, "hinted": True}
        return line

    def _timed(self, line: JsonLine) -> JsonLine:
        """Return the line of an event with the time, if there is a clock."""
        at = self._clock()
        if at is None:
            return line
        return {**line, "at": at}

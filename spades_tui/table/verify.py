"""Whether the deals of a record are as they were committed to, and its computer players did what they would do."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from spades_tui import __version__, bots, fair
from spades_tui.game import facts
from spades_tui.game.machine import on_turn
from spades_tui.record.errors import RecordError
from spades_tui.record.lines import FactLine
from spades_tui.record.read import Read
from spades_tui.record.replay import Replayer, each_record
from spades_tui.record.write import dump, fact_line
from spades_tui.rules.ruleset import Ruleset
from spades_tui.table.dealing import DealCount, SeededSecrets, cards_dealt
from spades_tui.table.deciding import decide


@dataclass(slots=True)
class Verified:
    """What was checked in one record."""

    deals: int = 0
    proofs: int = 0
    seeded: bool = False
    choices: int = 0
    """Choices of computer players that were recomputed."""
    unknown: int = 0
    """Choices that could not be: another version or level, a stand-in, or no proof."""


def verify(stream: BinaryIO, file: str = "-") -> Iterator[Verified]:
    """Check the records of a file, one after another. Raises RecordError at the first line that does not hold."""
    yield from each_record(stream, file, _Checker)


class _Checker:
    def __init__(self, first: Read) -> None:
        self.replayer = Replayer(first)
        self.head = self.replayer.result.head
        self.done = Verified(seeded=self.head.has("seed"))
        self.secret: bytes | None = None
        self.secrets = SeededSecrets(self.head.seed, self.head.game) if self.head.has("seed") else None
        self.count = DealCount()
        program = self.head.program if self.head.has("program") else ""
        self.same_program = program.startswith(f"spades-tui {__version__} ")

    def take(self, read_line: Read) -> None:
        line = read_line.line
        if isinstance(line, FactLine):
            fact = line.fact()
            if isinstance(fact, facts.Deal):
                self._check_deal(read_line.number, fact)
            elif isinstance(fact, facts.TurnFact):
                self._check_choice(read_line.number, fact, line.has("stand_in"))
        self.replayer.take(read_line)

    def finish(self) -> Verified:
        self.replayer.finish()
        return self.done

    def _check_deal(self, number: int, fact: facts.Deal) -> None:
        deal = self.count.next(fact.number)
        self.count.note(fact.number)
        self.done.deals += 1
        self.secret = None
        if fact.secret is None:
            return
        secret = bytes.fromhex(fact.secret)
        if fair.commitment(secret) != fact.commitment:
            raise RecordError(number, "the secret does not open the commitment", "C-3")
        if self.secrets is not None and self.secrets.make(fact.number, deal) != secret:
            raise RecordError(number, "the secret does not come from the seed", "C-3")
        dealt = _dealt(self.replayer.result.rules, fact, secret)
        if dealt is not None and (dealt.hands, dealt.extra, dealt.dead) != (fact.hands, fact.extra, fact.dead):
            raise RecordError(number, "the cards are not those that the secret deals", "C-3")
        self.secret = secret
        self.done.proofs += 1

    def _check_choice(self, number: int, fact: facts.TurnFact, stand_in: bool) -> None:
        """Recompute what a computer player on turn did."""
        course = self.replayer.result.course
        seat = fact.seat
        if seat >= len(self.head.seats) or on_turn(course.state) != seat:
            return
        entry = self.head.seats[seat]
        if entry.kind != "bot":
            return
        level = entry.level or ""
        if self.secret is None or stand_in or not self.same_program or not bots.is_level(level):
            self.done.unknown += 1
            return
        wanted = decide(course, seat, level, self.secret)
        self.done.choices += 1
        if wanted != fact and not _same_play(wanted, fact):
            name = self.head.seats[seat].name
            raise RecordError(number, f"{name} ({level}) would not do that: {dump(fact_line(wanted))} wanted", "C-9")


def _same_play(wanted: facts.Fact, found: facts.Fact) -> bool:
    """A card without a call is the card with the call that holds by default; the choice was the same card."""
    return (
        isinstance(wanted, facts.Play)
        and isinstance(found, facts.Play)
        and wanted.card == found.card
        and None in (wanted.ace, found.ace)
    )


def _dealt(rules: Ruleset, fact: facts.Deal, secret: bytes) -> fair.DealtCards | None:
    """What a secret deals; None where the deal itself is out of order, which the rules will say."""
    if len(fact.hands) != rules.seats or not 0 <= fact.dealer < rules.seats:
        return None
    pack = len(rules.cards.pack)
    if fact.cut_depth >= pack or (fact.extra_at or 0) >= pack:
        return None
    return cards_dealt(rules, fact.dealer, secret, fact.cut_depth, fact.extra_at)

"""Games between computer players, as records with findings."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from multiprocessing import get_context
from secrets import token_hex

from spades_tui import bots, fair
from spades_tui.game import facts
from spades_tui.game.course import Course
from spades_tui.game.dealing import playing_seats
from spades_tui.game.machine import legal, on_turn
from spades_tui.game.state import Phase, new_game
from spades_tui.record.replay import game_line
from spades_tui.record.write import dump_all, fact_line, finding_line
from spades_tui.rules.options import with_options
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.table.deciding import decide, speak_up
from spades_tui.table.outside import OutsideSeats
from spades_tui.table.setup import TableSetup

MAX_HANDS = 200
"""A game that has not ended by then is left unfinished."""

_MOST_PROCESSES = 64

_MOST_SAID = 20
"""Out of turn, between two turns."""


@dataclass(frozen=True, slots=True)
class Simulated:
    """One game: its record as text, and whether it has ended."""

    game: int
    text: str
    ended: bool


class _Game:
    def __init__(self, setup: TableSetup) -> None:
        self.setup = setup
        self.rules: Ruleset = ruleset(with_options(setup.variant, setup.options))
        self.course = Course(new_game(self.rules, setup.dealer))
        self.seed = setup.seed if setup.seed is not None else token_hex(16)
        self.outside = OutsideSeats(setup)
        self.levels = tuple(None if n in self.outside else seat.level for n, seat in enumerate(setup.seats))
        self.secret = bytes(32)
        self.deals = 0
        seats = [seat.to_json() for seat in setup.seats]
        self.lines = [game_line(setup.variant, setup.options, seats, setup.dealer, setup.seed, setup.game)]

    def play(self) -> Simulated:
        """The whole game."""
        try:
            self.outside.begin(self.lines[0], self.setup.variant.to_json())
            return self._play()
        finally:
            self.outside.close()

    def _play(self) -> Simulated:
        while self.course.state.phase != Phase.OVER:
            phase = self.course.state.phase
            if phase == Phase.DEAL:
                if self.course.state.standing.hands >= MAX_HANDS:
                    break
                self._deal()
            elif phase == Phase.PLAYED:
                self._let_speak()
                self.deals = 0
                self._do(facts.Score())
            else:
                self._act()
        over = self.course.game_over()
        if over is not None:
            self.lines.append(finding_line(over))
            self.outside.tell(facts.Score(), self.course.state, self.course.state, (over,))
        return Simulated(self.setup.game, dump_all(self.lines), over is not None)

    def _deal(self) -> None:
        state, rules = self.course.state, self.rules
        self.deals += 1
        self.secret = fair.seeded_secret(self.seed, self.setup.game, state.next_hand, self.deals)
        pack = fair.shuffled(rules.cards.pack, self.secret)
        extra = rules.variant.deal.extra > 0
        dealt = fair.deal_out(
            pack, depth=0, seats=rules.seats, table=playing_seats(rules, state.next_dealer),
            extra_at=len(pack) - 1 if extra else None, dead_hand=rules.variant.deal.dead_hands > 0,
        )  # fmt: skip
        self._do(
            facts.Deal(
                number=state.next_hand, dealer=state.next_dealer, hands=dealt.hands, extra=dealt.extra,
                dead=dealt.dead, commitment=fair.commitment(self.secret), secret=self.secret.hex(),
            )
        )  # fmt: skip

    def _act(self) -> None:
        seat = on_turn(self.course.state)
        if seat is None:
            raise ValueError("nobody is on turn")
        fact = self.outside.ask(seat, legal(self.course.state)) if seat in self.outside else None
        stand_in = fact is None and seat in self.outside
        if fact is None:
            fact = decide(self.course, seat, self.levels[seat] or bots.LEVELS[0], self.secret)
        self._do(fact, stand_in)
        if self.rules.challenged:
            self._let_speak()

    def _let_speak(self) -> None:
        """Let everybody say what he wants to say out of turn, until nobody has more to say."""
        for _ in range(_MOST_SAID):
            said = speak_up(self.course, self.levels, self.secret)
            if said is None:
                break
            self._do(said)

    def _do(self, fact: facts.Fact, stand_in: bool = False) -> None:
        before = self.course.state
        findings = self.course.do(fact)
        if not isinstance(fact, facts.Score):
            self.lines.append({**fact_line(fact), "stand_in": True} if stand_in else fact_line(fact))
        self.lines += [finding_line(finding) for finding in findings]
        if self.outside:
            self.outside.tell(fact, before, self.course.state, findings)


def play_game(setup: TableSetup) -> Simulated:
    """One game. With a seed in the setup, the same text every time."""
    return _Game(setup).play()


def simulate(setups: Iterable[TableSetup], games: int, jobs: int = 1) -> Iterator[Simulated]:
    """Games in the order of their setups, on several processes if asked; the texts are the same either way."""
    if jobs <= 1 or games <= 1:
        yield from map(play_game, setups)
        return
    with get_context("spawn").Pool(min(jobs, games, _MOST_PROCESSES)) as pool:
        yield from pool.imap(play_game, setups)

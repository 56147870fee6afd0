"""The course of a game: its facts in order, the state after each, taking back and undo (3B-11).

States are frozen, so keeping one for each fact of the current hand is cheap, and undoing is stepping back.
"""

from collections.abc import Callable, Iterable

from spades_tui.cards import told
from spades_tui.frozen import dataclass, making
from spades_tui.game import hand_end as closing
from spades_tui.game import machine
from spades_tui.game.events import Deal, Fact, Score, SeatFact, TakeBack
from spades_tui.game.findings import Finding, GameOver
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalFact, Refusal
from spades_tui.game.sight import played_cards, seen_cards
from spades_tui.game.state import GameState


@dataclass(frozen=True, slots=True, repr=False)
class Step:
    """A fact that stands, the state before it, and what followed."""

    fact: Fact
    before: GameState
    findings: tuple[Finding, ...]
    order: int
    """Its place among all facts of this hand, undone ones included."""


_step = making(Step)

_ACTED_SINCE = Refusal("3B-11", "Somebody else has acted since")
_SEEN_SINCE = Refusal("3B-11", "A card has been shown since; what has been seen cannot be taken back")


class Course:
    """A game as it goes: `do` facts, read `state`. Keeps the facts since the last deal or score."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.steps: list[Step] = []
        self.undone: SeatFact | None = None
        """What has just been taken back; None as soon as something else has happened."""
        self._order = 0
        self._seen: tuple[int, ...] = (0,) * state.rules.seats
        self._shown_at = -1

    def refusal(self, fact: Fact) -> Refusal | None:
        """Why a fact cannot happen now, or None (C-8)."""
        if isinstance(fact, TakeBack):
            return self._refuse_take_back(fact)
        return machine.refusal(self.state, fact)

    def do(
        self, fact: Fact, first: Callable[[tuple[Finding, ...]], object] | None = None
    ) -> tuple[Finding, ...]:
        """Let a fact happen. Raises IllegalFact, and nothing has changed then (C-8).

        `first` is called with what follows from the fact; where that raises, nothing has happened either.
        """
        if isinstance(fact, TakeBack):
            reason = self._refuse_take_back(fact)
            if reason is not None:
                raise IllegalFact(reason)
            place = self._last_of(fact.seat)
            if first is not None:
                first(())
            undone = self.steps[place].fact
            self.undone = undone if isinstance(undone, SeatFact) else None
            self.state = self.steps[place].before
            del self.steps[place:]
            return ()
        before = self.state
        after, findings = machine.apply(before, fact)
        if first is not None:
            first(findings)
        self.state = after
        self.undone = None
        if isinstance(fact, (Deal, Score)):
            self.steps.clear()
            self._seen = tuple(seen_cards(self.state, seat) for seat in range(self.state.rules.seats))
            self._shown_at = self._order
        else:
            self.steps.append(_step(fact, before, findings, self._order))
            self._note_shown()
        self._order += 1
        return findings

    def game_over(self) -> GameOver | None:
        """The last finding, once the game is over."""
        return closing.game_over(self.state) if self.state.phase == Phase.OVER else None

    def kept_at_table(self, fact: TakeBack, people: int, remembering: Iterable[int]) -> Refusal | None:
        """Return why a table doesn't take this back now, or None (3B-11).

        A table refuses more than a record: records of earlier releases stay as they are. `people`: how many people
        sit here; `remembering`: the seats that remember a card they have seen, as the program's own players do not.
        """
        reason = self._refuse_take_back(fact)
        if reason is not None:
            return reason
        place = self._last_of(fact.seat)
        if people > 1 and place != self._last_act():
            return _ACTED_SINCE
        for later, step in enumerate(self.steps[place:], place):
            if isinstance(step.fact, SeatFact) and step.fact.final:
                return Refusal("3B-11", f"After {step.fact.thing(told)} nothing before it is taken back")
            if any(self._uncovered(later, seat) for seat in remembering):
                return _SEEN_SINCE
        return None

    def undone_by(self, seat: int) -> list[Step]:
        """The steps that a take-back by this seat would undo, first to last. Raises IllegalFact if it may not."""
        reason = self._refuse_take_back(TakeBack(seat))
        if reason is not None:
            raise IllegalFact(reason)
        return self.steps[self._last_of(seat) :]

    def steps_without(self, fact: TakeBack) -> list[Step]:
        """Return the steps that would still be there after this take-back."""
        return self.steps[: max(0, self._last_of(fact.seat))]

    def _note_shown(self) -> None:
        """Remember when somebody was last shown a card that he had not seen; only taking back asks for it."""
        rules = self.state.rules
        if self.state.hand is None or not (rules.take_back or rules.slip):
            return
        seen = tuple(old | seen_cards(self.state, seat) for seat, old in enumerate(self._seen))
        if seen != self._seen:
            self._seen = seen
            self._shown_at = self._order

    def _last_of(self, seat: int) -> int:
        """The place in `steps` of the seat's last fact, or -1."""
        for place in range(len(self.steps) - 1, -1, -1):
            fact = self.steps[place].fact
            if isinstance(fact, SeatFact) and fact.seat == seat:
                return place
        return -1

    def _last_act(self) -> int:
        """Return the place in `steps` of the last fact of any seat, or -1."""
        places = range(len(self.steps) - 1, -1, -1)
        return next((place for place in places if isinstance(self.steps[place].fact, SeatFact)), -1)

    def _refuse_take_back(self, fact: TakeBack) -> Refusal | None:
        """With the option `undo` it does not matter what was shown since, and more kinds of facts go back; with `slip`
        alone nobody may have acted since, and nobody have seen a card but the one that was played."""
        rules = self.state.rules
        if not (rules.practises or rules.slip):
            return Refusal("3B-11", "A card laid is a card played: this table does not take back")
        if self.state.suspended:
            return Refusal("3B-21", "The game is suspended; it is resumed first")
        place = self._last_of(fact.seat)
        if place < 0:
            return Refusal("3B-11", "There is nothing of yours to take back in this hand")
        step = self.steps[place]
        stays = self._standing(place)
        if not stays and isinstance(step.fact, SeatFact):
            stays = step.fact.stays(self._showed_somebody(place), rules.undo)
        if stays:
            return Refusal("3B-11", stays)
        if self.state.redealt:
            return Refusal("JK-13", "A new deal was called, and the cards are dealt first")
        if not rules.practises:
            if place != self._last_act():
                return _ACTED_SINCE
            if any(self._uncovered(place, seat) for seat in range(rules.seats)):
                return _SEEN_SINCE
        if self._shown_at > step.order and not rules.undo:
            return _SEEN_SINCE
        return None

    def _standing(self, place: int) -> str:
        """Why something that would be undone from there on stays for good, whoever did it; nothing if all may go."""
        undone = (step.fact for step in self.steps[place:])
        reasons = (fact.stands(self.state) for fact in undone if isinstance(fact, SeatFact))
        return next((reason for reason in reasons if reason), "")

    def _after(self, place: int) -> GameState:
        """Return the state that a step led to."""
        return self.steps[place + 1].before if place + 1 < len(self.steps) else self.state

    def _showed_somebody(self, place: int) -> bool:
        """Whether the step itself let somebody see a card."""
        before, after = self.steps[place].before, self._after(place)
        return any(seen_cards(after, seat) & ~seen_cards(before, seat) for seat in range(before.rules.seats))

    def _uncovered(self, place: int, seat: int) -> int:
        """Return the cards, as a bit set, that a step let a seat see beside the card that it played."""
        return seen_cards(self._after(place), seat) & ~seen_cards(self.steps[place].before, seat) & ~played_cards(
            self._after(place)
        )

"""The history of a game: its events in order, the state after each, taking back and undo (3B-11).

States are frozen, so it is cheap to keep one for each event of the current hand; undoing steps back through them.
"""

from collections.abc import Iterable

from spades_tui.cards import in_sentence
from spades_tui.game import hand_end, machine
from spades_tui.game.events import Deal, Event, Score, SeatEvent, TakeBack
from spades_tui.game.findings import Finding, GameOver
from spades_tui.game.phase import IllegalEvent, Phase, Refusal
from spades_tui.game.sight import played_cards, seen_cards
from spades_tui.game.state import GameState
from spades_tui.secrecy import FullyHidden


class Step(FullyHidden, frozen=True):
    """An event that has happened, the state before and after it, and its findings."""

    event: Event
    before: GameState
    after: GameState
    findings: tuple[Finding, ...]
    order: int = 0
    """Its index among all events of this hand, undone ones included."""
    lines: int = 0
    """The number of lines in the record up to here, with findings; 0 if unknown."""


_ACTED_SINCE = Refusal("3B-11", "Another player has acted since")
_SEEN_SINCE = Refusal("3B-11", "You can't undo this: a card has been shown since")


class History:
    """A running game: `do` events, read `state`. Keeps the events since the last deal or score."""

    def __init__(self, state: GameState) -> None:
        self.state = state
        self.steps: list[Step] = []
        self.undone: SeatEvent | None = None
        """The event that has just been taken back; None after the next event."""
        self._order = 0
        self._seen: tuple[int, ...] = (0,) * state.rules.seats
        self._shown_at = -1

    def refusal(self, event: Event) -> Refusal | None:
        """Return why an event can't happen now, or None (C-8)."""
        if type(event) is TakeBack:
            return self._refuse_take_back(event)
        return machine.refusal(self.state, event)

    def result(self, event: Event) -> tuple[GameState, tuple[Finding, ...]]:
        """Return the state after an event, and its findings, without doing it. Raises IllegalEvent (C-8)."""
        if type(event) is TakeBack:  # quicker than `isinstance`, which every card played would ask
            return self.undone_by(event.seat)[0].before, ()
        return machine.apply(self.state, event)

    def do(self, event: Event, result: tuple[GameState, tuple[Finding, ...]] | None = None) -> tuple[Finding, ...]:
        """Apply an event, and return its findings. Raises IllegalEvent and changes nothing if it is refused (C-8).

        Pass as `result` what the method `result` has just returned, to save computing it again.
        """
        before = self.state
        self.state, findings = result if result is not None else self.result(event)
        if type(event) is TakeBack:
            place = self._last_act(event.seat)
            undone = self.steps[place].event
            self.undone = undone if isinstance(undone, SeatEvent) else None
            del self.steps[place:]
            return ()
        self.undone = None
        if type(event) in (Deal, Score):
            self.steps.clear()
            rules = self.state.rules
            if rules.take_back or rules.slip:
                self._seen = tuple(seen_cards(self.state, seat) for seat in range(rules.seats))
            self._shown_at = self._order
        else:
            self.steps.append(Step(event, before, self.state, findings, self._order))
            self._note_shown()
        self._order += 1
        return findings

    def game_over(self) -> GameOver | None:
        """Return the last finding, once the game is over."""
        if self.state.phase != Phase.OVER:
            return None
        return hand_end.game_over(self.state)

    def refusal_at_table(self, event: TakeBack, people: int, remembering: Iterable[int]) -> Refusal | None:
        """Return why players at a table can't take this back now, or None if they can (3B-11).

        A table refuses more than a record, so that records of earlier releases stay valid. `people`: how many people
        sit here; `remembering`: the seats that remember a card they have seen, as the program's own players don't.
        """
        reason = self._refuse_take_back(event)
        if reason is not None:
            return reason
        place = self._last_act(event.seat)
        if people > 1 and place != self._last_act():
            return _ACTED_SINCE
        for step in self.steps[place:]:
            if isinstance(step.event, SeatEvent) and step.event.final:
                return Refusal("3B-11", f"You can't undo anything before {step.event.undo_label(in_sentence)}")
            if any(_uncovered(step, seat) for seat in remembering):
                return _SEEN_SINCE
        return None

    def undone_by(self, seat: int) -> list[Step]:
        """Return the steps that a take-back by this seat would undo, first to last.

        Raises IllegalEvent if it is refused.
        """
        reason = self._refuse_take_back(TakeBack(seat))
        if reason is not None:
            raise IllegalEvent(reason)
        return self.steps[self._last_act(seat) :]

    def _note_shown(self) -> None:
        """Note when a player was last shown a new card, for `_refuse_take_back`."""
        rules = self.state.rules
        if not (rules.take_back or rules.slip) or self.state.hand is None:
            return
        seen = tuple(old | seen_cards(self.state, seat) for seat, old in enumerate(self._seen))
        if seen != self._seen:
            self._seen = seen
            self._shown_at = self._order

    def _last_act(self, seat: int | None = None) -> int:
        """Return the index in `steps` of the last event of a seat, or of any seat; −1 if there is none."""
        for place in range(len(self.steps) - 1, -1, -1):
            event = self.steps[place].event
            if isinstance(event, SeatEvent) and seat in (None, event.seat):
                return place
        return -1

    def _refuse_take_back(self, event: TakeBack) -> Refusal | None:
        """Return why a take-back is refused, or None.

        The option `undo` allows more kinds of events, even after players have seen new cards. With `slip` alone, nobody
        may have acted since, or seen any card except the one that was played.
        """
        rules = self.state.rules
        if not (rules.practises or rules.slip):
            return Refusal("3B-11", "You can't undo at this table: a card played stays played")
        if self.state.suspended:
            return Refusal("3B-21", "The game is suspended; resume it first")
        place = self._last_act(event.seat)
        if place < 0:
            return Refusal("3B-11", "You have nothing to undo in this hand")
        step = self.steps[place]
        undone = [step.event for step in self.steps[place:]]
        reasons = (event.final_reason(self.state) for event in undone if isinstance(event, SeatEvent))
        stays = next(filter(None, reasons), "")
        if not stays and isinstance(step.event, SeatEvent):
            stays = step.event.undo_refusal(_showed_somebody(step), rules.undo)
        if stays:
            return Refusal("3B-11", stays)
        if self.state.redealt:
            return Refusal("JK-13", "A new deal was called; deal the cards first")
        if not rules.practises:
            if place != self._last_act():
                return _ACTED_SINCE
            if any(_uncovered(step, seat) for seat in range(rules.seats)):
                return _SEEN_SINCE
        if self._shown_at > step.order and not rules.undo:
            return _SEEN_SINCE
        return None


def _showed_somebody(step: Step) -> bool:
    """Return whether a step let a player see a card."""
    seats = range(step.before.rules.seats)
    return any(seen_cards(step.after, seat) & ~seen_cards(step.before, seat) for seat in seats)


def _uncovered(step: Step, seat: int) -> int:
    """Return the cards, as a bit set, that a step showed to a seat, without the card that was played."""
    return seen_cards(step.after, seat) & ~seen_cards(step.before, seat) & ~played_cards(step.after)

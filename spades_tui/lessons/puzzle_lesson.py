"""Rebuild the position of a found puzzle, and make a lesson of it in the words of its plan."""

from collections.abc import Iterable
from typing import Any

from msgspec import UNSET, to_builtins

from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import PlainReason, Reason
from spades_tui.cards import card_words
from spades_tui.game.events import Play, SeatEvent
from spades_tui.game.machine import apply, legal
from spades_tui.game.phase import IllegalEvent
from spades_tui.game.state import GameState, new_game
from spades_tui.language.sentence_parts import addressed
from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.lesson import AlsoLine, Decision, Lesson, LessonEvent, WrongLine, choice_keys
from spades_tui.lessons.lesson_reader import at_standing
from spades_tui.lessons.puzzles import Puzzle, PuzzleLine
from spades_tui.play.setup import NAMES
from spades_tui.presentation.reason_words import reason_words
from spades_tui.record import RecordError
from spades_tui.record.json_form import FormError, checked, quoted
from spades_tui.record.line_forms import EVENTS
from spades_tui.record.writer import JsonLine, event_line
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.secrecy import Hidden, PartlyHidden


class Built(PartlyHidden, frozen=True):
    """A position rebuilt from its line."""

    state: Hidden[GameState]
    start: Hidden[GameState]
    events: Hidden[tuple[Any, ...]]
    seen: Observation
    best: Hidden[SeatEvent]
    also: Hidden[tuple[SeatEvent, ...]]
    tempting: Hidden[SeatEvent]


def choice_word(event: SeatEvent) -> str:
    """Return a choice as a word: `4` is a bid, `b4` a blind one, `TH` a card, `AHl` an ace called low."""
    data = event_line(event)
    kind = data.pop("event")
    data.pop("seat")
    if kind == "bid":
        return f"{'b' if data.get('blind') else ''}{data['bid']}"
    if kind == "play":
        return f"{data['card']}{str(data.get('ace', ''))[:1]}"
    return str(kind) + "".join(str(value).replace(" ", "") for value in data.values())


def rebuilt(puzzle: Puzzle) -> Built:
    """Play a puzzle's hand up to its question. Raises RecordError with the place if it breaks a rule."""
    try:
        return _rebuilt(puzzle.line)
    except (FormError, IllegalEvent, ValueError) as error:
        reason = error.refusal.sentence if isinstance(error, IllegalEvent) else str(error)
        file, _, number = puzzle.place.rpartition(":")
        problem = RecordError(int(number), reason)
        problem.file = file
        raise problem from None


def _rebuilt(line: PuzzleLine) -> Built:
    rules = ruleset(shipped()[line.variant])
    if line.seat >= rules.seats:
        raise ValueError(f"seat {line.seat} is not at this table; there are {rules.seats}")
    deal = checked(EVENTS["deal"], {"event": "deal", **line.deal}).to_event()
    if deal is None:
        raise ValueError("deal: not a deal")
    dealer = line.deal["dealer"]
    if dealer >= rules.seats:
        raise ValueError(f"dealer: seat {dealer} is not at this table; there are {rules.seats}")
    start = new_game(rules, dealer)
    if line.standing is not UNSET:
        first = (dealer - line.standing.hands) % rules.seats
        start = at_standing(line.standing, new_game(rules, first))
    state, _ = apply(start, deal)
    events: list[Any] = [deal]
    for word in line.moves.split():
        event = _named(legal(state), word)
        state, _ = apply(state, event)
        events.append(event)
    seen = observe(state, line.seat)
    if seen.on_turn != line.seat:
        raise ValueError(f"seat {line.seat} isn't on turn after these moves")
    best, tempting = _named(seen.legal, line.best), _named(seen.legal, line.tempting)
    also = tuple(_named(seen.legal, word) for word in line.also)
    if not isinstance(best, Play) or tempting == best or tempting in also:
        raise ValueError("a puzzle asks for a card, and a simpler player chooses a wrong one")
    return Built(state, start, tuple(events), seen, best, also, tempting)


def _named(choices: Iterable[SeatEvent], word: str) -> SeatEvent:
    """Return the choice that a word names. Raises ValueError if it isn't legal."""
    found = next((event for event in choices if choice_word(event) == word), None)
    if found is None:
        raise ValueError(f"{quoted(word)} can't be chosen there")
    return found


def lesson_of_puzzle(puzzle: Puzzle) -> Lesson:
    """Return a puzzle as a lesson with one decision. Raises RecordError with the place if it breaks a rule."""
    built = rebuilt(puzzle)
    line, seen, rules = puzzle.line, built.seen, built.seen.rules
    others = [name for name in NAMES if name != "You"][: rules.seats - 1]
    names = (*others[: line.seat], "You", *others[line.seat :])
    told = addressed(names, (line.seat,))
    right = reason_words(_reason(seen, built.best, built.tempting, 1.0), seen, told)
    wrong = [
        WrongLine(**choice_keys(event), text=reason_words(_reason(seen, event, built.best, -1.0), seen, told))
        for event in seen.legal
        if event not in (built.best, *built.also)
    ]
    also = tuple(
        AlsoLine(**choice_keys(event), text=reason_words(_reason(seen, event, built.tempting, 1.0), seen, told))
        for event in built.also
    )
    decision = Decision(built.best, 0, question(seen, told), right, tuple(wrong), also)
    scene = tuple(LessonEvent(event, 0) for event in built.events)
    return Lesson(puzzle.title, True, line.seat, rules, names, built.start, (*scene, decision))


def _reason(seen: Observation, event: SeatEvent, against: SeatEvent, better: float) -> Reason:
    """Return why a card is right, or wrong if `better` is negative."""
    assert isinstance(event, Play)
    if seen.follows and not seen.follows >> event.card & 1:
        return Reason(PlainReason.RENEGE, event)
    plan = plan_of(Position(seen), event)
    return Reason(PlainReason.POINTS, event, 0.0, against, None, better, plan=plan)


def question(seen: Observation, names: tuple[str, ...]) -> str:
    """Return the facts of the table that matter, and the question."""
    at, told = Position(seen), _score_words(seen)
    if at.leads:
        told.append("You lead.")
    elif at.winner is not None:
        told.append(f"{names[at.winner]} is winning the trick with the {card_words(at.best or 0)}.")
    needed = at.need
    if needed is not None:
        told.append(_need_words(needed, seen.rules.partners))
    theirs = at.needed(at.other_sides[0]) if len(at.other_sides) == 1 else None
    if theirs is not None and seen.rules.partners:
        told.append(f"They need {theirs} more." if theirs > 0 else "They have made their bid.")
    nil = seen.rules.zero_word
    if at.seat in at.nils:
        told.append(f"Your {nil} is alive.")
    told += [f"{names[seat]}'s {nil} is alive." for seat in at.nils if seat != at.seat]
    return " ".join([*told, "Which card do you play?"])


def _score_words(seen: Observation) -> list[str]:
    """Return the points and bags of two sides, once a hand has been scored."""
    standing, rules = seen.standing, seen.rules
    if not standing.hands or len(rules.sides) != 2:
        return []
    ours = rules.side_of[seen.seat or 0]
    score = f"You have {standing.totals[ours]} points, they have {standing.totals[1 - ours]}"
    bags = standing.bags[ours]
    return [f"{score}; you have {plural(bags, 'bag')}." if bags else f"{score}."]


def _need_words(needed: int, partners: bool) -> str:
    """Return what the person's side still needs."""
    if needed <= 0:
        if partners:
            return "Your side has made its bid."
        return "You have made your bid."
    more = plural(needed, "more trick")
    if partners:
        return f"Your side needs {more}."
    return f"You need {more}."


def hand_data(deal: JsonLine) -> JsonLine:
    """Return the `deal` line of a record as a puzzle has it."""
    kept = {key: value for key, value in deal.items() if key not in ("event", "fair", "sum", "at")}
    return dict(to_builtins(kept))

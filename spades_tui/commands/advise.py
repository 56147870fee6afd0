"""`spades-tui advise`, `review` and `story`.

The best choice, what past choices cost, and the one that cost most.
"""

import argparse
import io
import os
from collections.abc import Iterable, Iterator
from contextlib import closing
from functools import partial
from itertools import count
from pathlib import Path

from msgspec.structs import replace

from spades_tui.analysis.hand_story import hand_stories
from spades_tui.analysis.review import (
    MEASURES,
    NEAR_END_NOTE,
    Judged,
    Review,
    judge,
    needs_judging,
    review_of,
)
from spades_tui.analysis.reviewed_record import Record, collect, collect_journal
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.bots.levels import level_problem
from spades_tui.bots.valued_choice import Advice
from spades_tui.commands.from_arguments import opened, refuse_live
from spades_tui.commands.long_work import decision_seconds, refuse_if_long
from spades_tui.game.events import Resume
from spades_tui.game.machine import apply, on_turn
from spades_tui.language.sentence_parts import plural
from spades_tui.language.unusable import UnusableError
from spades_tui.lessons.mistakes import add_mistakes, system_time
from spades_tui.lessons.mistakes_words import added_words
from spades_tui.play.brain import IN_PLACE
from spades_tui.presentation.chance_words import chance_words
from spades_tui.presentation.hand_story_words import (
    told_hands,
    uncounted_words,
    why_better,
    work_on_words,
)
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.story import story_of
from spades_tui.presentation.story_picture import picture
from spades_tui.presentation.wording import (
    Wording,
    choice_words,
    moment_of,
    points_words,
)
from spades_tui.presentation.worth_words import cost_amount, cost_beside
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import read_record_from
from spades_tui.record.writer import event_line
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import (
    DONE,
    UsageError,
    about_file,
    each_reporting,
    run_reporting,
    stoppable,
)
from spades_tui.system.output import Progress, complain, os_words, write_json, write_text


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (an invalid record) or 2 (an invalid command line)."""
    if arguments.command == "story":
        return _story(arguments)
    if arguments.command == "advise":
        return run_reporting(partial(_advise, arguments), file=arguments.file)
    review = partial(_review, arguments, count())
    with stoppable("stopped; every review above is complete"):
        return each_reporting(review, arguments.files)


# ---- advise


def _advise(arguments: argparse.Namespace) -> None:
    level = arguments.level or ADVISER
    problem = level_problem(level)
    if problem is not None:
        raise UsageError(f"--level: {problem}")
    refuse_live(arguments.file, arguments)
    with opened(arguments.file) as stream:
        data = read_record_from(stream, arguments.file)
    lines = data.count(b"\n") + (not data.endswith(b"\n"))
    if arguments.line is not None:
        if not 2 <= arguments.line <= lines + 1:
            raise UsageError(f"--line: no line {arguments.line}; choose one from 2 to {lines + 1}")
        lines = arguments.line - 1
        data = b"".join(data.splitlines(keepends=True)[:lines])
    *_, record = collect(io.BytesIO(data), arguments.file)
    _check_seat(record, arguments.seat)
    state = record.replayed.course.state
    names = record.names
    if state.suspended:  # give advice on the decision after the game is resumed
        state, _ = apply(state, Resume())
    seat = on_turn(state)
    if seat is None:
        raise RecordError(lines, "nobody is on turn at the end of this record", file=arguments.file)
    if arguments.seat not in (None, seat):
        words = f"{names[arguments.seat]} isn't on turn there; {names[seat]} is (seat {seat})"
        raise UsageError(f"--seat: {words}")
    seen = observe(state, seat)
    advice = advise(level, seen)
    if arguments.json:
        choices = [_advice_entry(choice, seen, names) for choice in advice]
        write_json({"seat": seen.seat, "level": level, "choices": choices})
        return
    head = f"{names[seat]} (seat {seat}) is on turn: {moment_of(seen)}. Advice of {level}:"
    write_text(f"{head}\n\n{_table(advice, seen, names)}")


def _check_seat(record: Record, seat: int | None) -> None:
    seats = record.replayed.rules.seats
    if seat is not None and not 0 <= seat < seats:
        raise UsageError(f"--seat: no seat {seat}; choose one from 0 to {seats - 1}")


def _advice_entry(choice: Advice, seen: Observation, names: tuple[str, ...]) -> dict[str, object]:
    entry: dict[str, object] = {"fact": event_line(choice.event)}
    if choice.weighed:
        for key in ("value", "cost", "made", "tricks", "deals"):
            entry[key] = getattr(choice, key)
    why: dict[str, object] = {}
    for key in ("goal", "number", "other", "whose", "against", "as_good"):
        value = getattr(choice.reason, key)
        if key in ("against", "as_good") and value is not None:
            value = event_line(value)
        if value is not None:
            why[key] = value
    entry["reason"] = reason_words(choice.reason, seen, names)
    entry["why"] = why
    return entry


def _table(advice: tuple[Advice, ...], seen: Observation, names: tuple[str, ...]) -> str:
    unit = seen.rules.points_unit
    words = [choice_words(choice.event, rules=seen.rules) for choice in advice]
    width = max(map(len, ("choice", *words)))
    out = [f"  {'choice':<{width}}  {'worth':>7}  {'cost':>6}  {'made':>5}  {'tricks':>6}  why"]
    for word, one in zip(words, advice, strict=True):
        numbers = f"{'–':>7}  {'–':>6}  {'–':>5}  {'–':>6}"
        if one.weighed:
            cost = points_words(-one.cost, unit) if one.cost else ""
            worth = points_words(one.value, unit)
            numbers = f"{worth:>7}  {cost:>6}  {chance_words(one, seen):>5}  {one.tricks:>6.1f}"
        out.append(f"  {word:<{width}}  {numbers}  {reason_words(one.reason, seen, names)}")
    return "\n".join(out) + "\n"


# ---- review


def _review(arguments: argparse.Namespace, numbers: Iterator[int], file: str) -> None:
    """Review each game of a file; `numbers` count the games of all files."""
    refuse_live(file, arguments)
    seat = arguments.seat
    with opened(file) as stream:
        for record in collect(stream, file):
            _check_seat(record, seat)
            seats = (seat,) if seat is not None else record.people
            if not seats:
                words = "no people play in this game; add --seat N to review a computer player"
                raise RecordError(1, words, file=file)
            judged = judge_all(file, record, seats, arguments)
            review = review_of(record, seats, judged)
            if not arguments.json and file != "-":
                _add_mistakes(Path(file), record, judged)
            if arguments.json:
                write_json(_review_json(record, review))
                continue
            gap = "\n" if next(numbers) else ""
            write_text(gap + _review_text(record, review))


def _add_mistakes(file: Path, record: Record, judged: list[Judged]) -> None:
    """Add the costly decisions of the user's own game to the deck, and say so."""
    try:
        added = added_words(add_mistakes(file, record, judged, system_time()))
    except OSError as error:
        added = f"your mistakes can't be saved: {os_words(error)}"
    if added:
        complain(f"spades-tui: {added}")


def judge_all(
    file: str, record: Record, seats: Iterable[int], arguments: argparse.Namespace
) -> list[Judged]:
    """Judge every decision of these seats, with a progress bar at a terminal.

    Raises InputError if that takes long, unless `--long` is given.
    """
    decisions = needs_judging(record.of(seats))
    refuse_if_long(file, len(decisions) * decision_seconds(ADVISER), arguments)
    judged = []
    with closing(Progress(len(decisions), "decisions")) as progress:
        for decision in decisions:
            judged.append(judge(decision, IN_PLACE))
            progress.advance_by(1)
    return judged


def _review_text(record: Record, review: Review) -> str:
    names = record.names
    unit = record.replayed.rules.points_unit
    out = [f"{record.replayed.variant.name} · {', '.join(names)}"]
    look = Wording(names)
    stories = told_hands(record, hand_stories(record, review), look)
    for seat in review.seats:
        decisions = plural(review.weighed(seat), "decision")
        mistakes = plural(review.mistakes(seat), "clear mistake")
        out += ["", f"{names[seat]}: {decisions}, {mistakes}"]
        out += filter(None, [work_on_words(review.of(seat))])
        for choice in review.costliest(seat):
            if choice.best is None or choice.reason is None or not choice.is_mistake:
                continue
            seen = choice.decision.seen
            done = choice_words(choice.decision.event, rules=seen.rules)
            best = choice_words(choice.best.event, rules=seen.rules)
            amount = cost_amount(choice.cost, seen)
            cost = f"cost {amount}" if amount else f"was {cost_beside(choice.cost, seen)}"
            done = f"{done} {cost}"
            out += ["", f"  {moment_of(seen)}: {done}; {best} was better."]
            out += (f"    {sentence}" for sentence in why_better(choice, look))
        for number in sorted(number for number, teller in stories if teller == seat):
            out += ["", f"  Hand {number}"]
            out += (f"    {sentence}" for sentence in stories[number, seat])
        hands = [hand for hand in review.hands if hand.seat == seat]
        if hands:
            out += ["", f"  {'':10}{'cards':>8}{'play':>8}{'luck':>8}{'result':>8}"]
            for hand in hands:
                out.append(_hand_row(hand.label, hand.figures, unit))
            out.append(_hand_row("total", review.totals(seat), unit))
            uncounted = uncounted_words(review, stories, seat)
            out += filter(None, [uncounted and f"  {uncounted}"])
    out.append("")
    out += (f"{name + ':':7} {meaning}" for name, meaning in MEASURES.items())
    if any(hand.near_end for hand in review.hands):
        out.append(f"{'*:':7} {NEAR_END_NOTE}")
    return "\n".join(out) + "\n"


def _hand_row(label: str, figures: dict[str, float], unit: int) -> str:
    cells = [points_words(number, unit) for number in figures.values()]
    return f"  {label:10}" + "".join(map("{:>8}".format, cells))


def _review_json(record: Record, review: Review) -> dict[str, object]:
    decisions: list[dict[str, object]] = []
    for choice in review.judged:
        done = choice.decision
        entry: dict[str, object] = {"seat": done.seat, "hand": done.hand, "line": done.line}
        entry |= {"fact": event_line(done.event), "cost": choice.cost}
        if choice.best is not None and choice.reason is not None:
            best = replace(choice.best, reason=choice.reason)
            entry["best"] = _advice_entry(best, done.seen, record.names)
        decisions.append(entry)
    seats: list[dict[str, object]] = []
    for seat, decided in zip(review.seats, review.decisions, strict=True):
        entry = {"seat": seat, "name": record.names[seat], "decisions": decided}
        seats.append(entry | review.totals(seat))
    hands: list[dict[str, object]] = []
    for reviewed in review.hands:
        hands.append({"hand": reviewed.hand, "seat": reviewed.seat, **reviewed.figures})
    stories: list[dict[str, object]] = []
    sentences_of = told_hands(record, hand_stories(record, review), Wording(record.names))
    for (hand, seat), sentences in sentences_of.items():
        stories.append({"hand": hand, "seat": seat, "sentences": sentences})
    return {
        "variant": record.replayed.variant.slug,
        "seats": seats,
        "hands": hands,
        "stories": stories,
        "dearest": [*map(review.judged.index, review.costliest())],
        "decisions": decisions,
    }


# ---- story


def _story(arguments: argparse.Namespace) -> int:
    """Print the story of a game, and write its picture. Raises UsageError, InputError."""
    out = arguments.svg
    if out is not None and os.path.lexists(out):
        raise UsageError(f"--svg: {out} exists already; choose another name", "spades-tui story")
    with about_file(arguments.file, UnusableError), stoppable("stopped; there is no story"):
        record = collect_journal(Path(arguments.file))
        if record.replayed.over is None:
            raise UnusableError("the game isn't over; finish it first")
        seats = record.people or range(record.replayed.rules.seats)
        judged = judge_all(arguments.file, record, seats, arguments)
        story = story_of(record, judged, arguments.hide_names)
    if out is not None:
        with about_file(out):
            write_new(Path(out), picture(story))
    write_text(f"{story.text}\n")
    return DONE

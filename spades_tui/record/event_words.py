"""Sentences about events for the log. They never name a card that is hidden from a player."""

from collections.abc import Iterable

from msgspec import Struct

from spades_tui.cards import SPADES, in_sentence
from spades_tui.game import events
from spades_tui.game.findings import Finding, GameOver, HandScore, TrickTaken
from spades_tui.game.history import Step
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.language.sentence_parts import does, plain, together, whom
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset

SEAL = "seal"
"""The kind of log entry whose text is the seal of the deal, in hex (C-3)."""


SIDES = "sides"
"""The kind of log entry that says who plays together, because the sides have changed."""


class LogEntry(Struct, frozen=True):
    """One line of a table's log, and its kind."""

    text: str
    kind: str
    """The event's name in lower case, or `announce`, `evidence`, `trick`, `score`, `over`, `seal`,
    `note`, `meaning`, `sides` or a custom's own.
    """
    seat: int | None = None
    card: int | None = None
    """The card that was played, if any."""
    ace: str | None = None
    """`high` or `low` if the card was an ace called that way (3B-3)."""
    first: str = ""
    """The first of its sentences, if it has several."""


def log_entries(step: Step, names: tuple[str, ...], side_names: tuple[str, ...]) -> list[LogEntry]:
    """Return the log's lines about an event: itself, its announcements, and its findings."""
    event, before, after = step.event, step.before, step.after
    kind = event.event_name()
    seat = event.seat if isinstance(event, events.SeatEvent) else None
    card, ace = None, None
    if isinstance(event, events.Play):
        card, ace = event.card, event.ace
    entries = [LogEntry(event.sentence(names, before), kind, seat, card, ace)]

    def add(kind: str, lines: Iterable[str]) -> None:
        entries.extend([LogEntry(line, kind) for line in lines])

    sentences = event.announced(before, after, names, side_names)
    if sentences:
        entries.append(LogEntry(". ".join(sentences), "announce", seat, first=sentences[0]))
    if isinstance(event, events.Challenge):
        add("evidence", evidence(after, names))
    if isinstance(event, events.Deal) and event.proof is not None:
        add(SEAL, [event.proof.commitment])
    if isinstance(event, events.Deal) and after.rules.format is not None:
        add("announce", [f"This hand is {after.rules.format}"])
    add("announce", announcements(after, before, names))
    for finding in step.findings:
        part = {TrickTaken: "trick", HandScore: "score"}.get(type(finding), "over")
        add(part, [finding_sentence(finding, after.rules, names, side_names)])
    if isinstance(event, events.Score | events.Deal):
        add("announce", set_lines(after.rules, before.standing, after.standing, names))
        if after.outcome is None:
            add("announce", [after.rules.extra_hand(after.standing) or ""])
    return [entry for entry in entries if entry.text]


MEANING = "meaning"
"""The kind of log entries that explain a word of the table."""


def words_said(step: Step) -> list[str]:
    """Return the words of the glossary that the log uses about an event."""
    words = [step.event.glossary_word]
    hand, was = step.after.hand, step.before.hand
    if hand is not None and was is not None and hand.number == was.number:
        begins = step.after.phase == Phase.PLAY and step.before.phase != Phase.PLAY
        for custom in step.after.rules.customs:
            if any(custom.announces(step.after, hand, was, begins)):
                words.append(custom.announced_word)
    return [word for word in words if word]


def words_on_sheet(step: Step) -> list[str]:
    """Return the words of the glossary that the score sheet after an event uses; [] without one."""
    words: list[str] = []
    for score in step.findings:
        if isinstance(score, HandScore):
            if any(score.bags or ()):
                words.append("bag")
            for custom in step.after.rules.customs:
                values = score.values(custom.hand_keys)
                words += custom.sheet_words(values, step.after.standing)
    return words


def taken_back(event: events.SeatEvent, names: tuple[str, ...]) -> str:
    """Return a sentence about what a seat has taken back: ``You take back K♥``."""
    return does(names[event.seat], f"takes back {event.undo_label(in_sentence)}")


def set_lines(
    rules: Ruleset, before: Standing, after: Standing, names: tuple[str, ...]
) -> list[str]:
    """Return lines about sides that were set again, and how near they are to losing (JK-11)."""
    lines = []
    for side, sets in enumerate(after.sets):
        if sets <= before.sets[side]:
            continue
        again = rules.set_again(sets)
        if again:
            seats = rules.sides[side]
            verb = "is" if len(seats) == 1 else "are"
            lines.append(does(side_name(seats, names), f"{verb} {again}"))
    return lines


def announcements(state: GameState, before: GameState, names: tuple[str, ...]) -> list[str]:
    """Return what the last event makes the table announce: spades, and what customs say."""
    hand, was = state.hand, before.hand
    if hand is None or was is None or hand.number != was.number:
        return []
    lines = []
    must_break = state.rules.lead.spades == "broken" and not was.broken
    if must_break and hand.led == SPADES and was.led is None:
        suit_of, leader = state.rules.cards.suit_of, hand.trick[0].seat
        leads = [trick[0] for trick in hand.tricks if trick]
        if not any(led.seat == leader and suit_of[led.card] == SPADES for led in leads):
            lines.append(does(names[leader], "has only spades left, and so may lead one"))
    if must_break and hand.broken:
        lines.append("Spades are broken")
    begins = state.phase == Phase.PLAY and before.phase != Phase.PLAY
    for custom in state.rules.customs:
        for seat, words in custom.announces(state, hand, was, begins):
            lines.append(words if seat is None else does(names[seat], words))
    return lines


def evidence(state: GameState, names: tuple[str, ...]) -> list[str]:
    """Return the tricks of the hand, which any challenge opens (C-11), with detected reneges."""
    hand = state.current
    reneges = {(renege.trick, renege.seat) for renege in hand.reneges if renege.found}
    lines = []
    for number, trick in enumerate((*hand.tricks, hand.trick), 1):
        plays: list[str] = []
        for played in trick:
            name = whom(names[played.seat]) if plays else does(names[played.seat], "led")
            renege = " (the renege)" if (number, played.seat) in reneges else ""
            plays.append(f"{name} {in_sentence(played.card)}{renege}")
        line = f"Trick {number}: {', '.join(plays)}"
        if number <= len(hand.winners):
            line += f"; {does(whom(names[hand.winners[number - 1]]), 'took')} it"
        if plays:
            lines.append(line)
    return lines


def finding_sentence(
    finding: Finding, rules: Ruleset, names: tuple[str, ...], side_names: tuple[str, ...]
) -> str:
    """Return a finding as one line for the log."""
    if isinstance(finding, TrickTaken):
        return does(names[finding.winner], f"takes trick {finding.trick}")
    if isinstance(finding, HandScore):
        points = []
        for name, total in zip(side_names, finding.totals, strict=True):
            points.append(f"{whom(name)} {plain(total, rules.points_unit)}")
        return f"Hand {finding.hand} is scored: {', '.join(points)}"
    return game_over_sentence(finding, rules, side_names)


def game_over_sentence(over: GameOver, rules: Ruleset, side_names: tuple[str, ...]) -> str:
    """Return who has won, and how."""
    first, *others = (side_names[side] for side in over.winners)
    return f"{' and '.join([first, *map(whom, others)])} won {rules.ending(over.reason).how}"


def side_name(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    """Return a side by its people: ``Ann & Cy``."""
    return together([names[seat] for seat in seats])

"""What happens at a table, in sentences for the log. Public facts only: no card that somebody may not see."""

from dataclasses import dataclass

from spades_tui import cards
from spades_tui.game import facts
from spades_tui.game.findings import Finding, GameOver, HandScore, TrickTaken
from spades_tui.game.state import GameState, Phase, low_ball
from spades_tui.rules.endings import Hands, Sets, Target
from spades_tui.rules.ledger import Standing
from spades_tui.rules.part import plural
from spades_tui.rules.ruleset import Ruleset


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One line of a table's log, and what kind of thing it tells."""

    text: str
    kind: str
    """The fact's name in small letters; `announce`, `trick`, `score`, `over`, `hearing` or `note` for the rest."""
    seat: int | None = None
    card: int | None = None
    """The card that was played, if one was."""


ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")


def log_entries(
    fact: facts.Fact,
    before: GameState,
    after: GameState,
    findings: tuple[Finding, ...],
    names: tuple[str, ...],
    side_names: tuple[str, ...],
) -> list[LogEntry]:
    """What the log says about a fact, what is announced because of it, and what followed."""
    kind = type(fact).__name__.lower()
    card = fact.card if isinstance(fact, facts.Play) else None
    found = [LogEntry(fact_sentence(fact, names, before), kind, getattr(fact, "seat", None), card)]
    if isinstance(fact, facts.Challenge):
        found.append(LogEntry(challenge_outcome(fact, before, after, names, side_names), "announce", fact.seat))
    found += [LogEntry(line, "announce") for line in announcements(after, before, names)]
    for finding in findings:
        part = {TrickTaken: "trick", HandScore: "score"}.get(type(finding), "over")
        found.append(LogEntry(finding_sentence(finding, names, side_names), part))
    if isinstance(fact, facts.Score):
        found += [LogEntry(line, "announce") for line in set_lines(after.rules, before.standing, after.standing, names)]
    extra = extra_hand(after.rules, after.standing) if after.outcome is None else None
    if extra is not None and isinstance(fact, facts.Score | facts.Deal):
        found.append(LogEntry(extra, "announce"))
    return [entry for entry in found if entry.text]


def challenge_outcome(
    fact: facts.Challenge, before: GameState, after: GameState, names: tuple[str, ...], side_names: tuple[str, ...]
) -> str:
    """Whether an accusation was right, and what that moves (JK-14, BM-13)."""
    rules = after.rules
    enforcement = rules.enforcement
    if enforcement is None:
        return ""
    was = sum(renege.found for renege in before.current.reneges)
    right = sum(renege.found for renege in after.current.reneges) > was
    accuser, accused = names[fact.seat], names[fact.accused]
    books = plural(enforcement.books, "book")
    ours, theirs = side_names[rules.side_of[fact.seat]], side_names[rules.side_of[fact.accused]]
    if right and enforcement.taken == "at_once":
        return f"Right: {accused} reneged. {books.capitalize()} go from {theirs} to {ours} after the hand"
    if right:
        return f"Right: {accused} reneged. {accuser} may take up to {books} from {accused} at the end of a hand"
    if enforcement.wrong_costs:
        return f"Wrong: {accused} did not renege. {books.capitalize()} go from {ours} to {theirs}"
    return f"Wrong: there is no renege of {accused} to be found now. It costs nothing"


def set_lines(rules: Ruleset, before: Standing, after: Standing, names: tuple[str, ...]) -> list[str]:
    """Sides that have been set once more, where sets are counted, and how near to losing that brings them (JK-11)."""
    ending = next((part for part in rules.variant.endings if isinstance(part, Sets)), None)
    if ending is None:
        return []
    lines = []
    for side, sets in enumerate(after.sets):
        if sets <= before.sets[side]:
            continue
        seats = rules.sides[side]
        verb = "is" if len(seats) == 1 else "are"
        time = f"for the {ORDINALS[sets]} time" if sets < len(ORDINALS) else f"{sets} times"
        more = ": one more loses the game" if sets == ending.limit - 1 else ""
        lines.append(f"{side_name(seats, names)} {verb} set {time}{more}")
    return lines


def near_loss(rules: Ruleset, standing: Standing) -> tuple[int, ...]:
    """Sides that lose with their next set (JK-11)."""
    ending = next((part for part in rules.variant.endings if isinstance(part, Sets)), None)
    if ending is None or ending.limit < 2:
        return ()
    return tuple(side for side, sets in enumerate(standing.sets) if sets == ending.limit - 1)


def extra_hand(rules: Ruleset, standing: Standing) -> str | None:
    """Why a hand is played although the game could be over: somebody is level (3B-17, JK-11, JK-12, SB-10, BM-12)."""
    for part in rules.variant.endings:
        if isinstance(part, Hands) and standing.hands >= part.hands:
            return "Sudden death: players are level, so another hand is played"
        if isinstance(part, Target) and max(standing.totals) >= part.points:
            return f"Sudden death: level at {max(standing.totals)}, so another hand is played"
        if isinstance(part, Sets) and any(sets >= part.limit for sets in standing.sets):
            return "Sudden death: both sides were set too often and are level, so another hand is played"
    return None


def fact_sentence(fact: facts.Fact, names: tuple[str, ...], before: GameState) -> str:
    """One line for the log; empty for what needs none."""
    who = names[seat] if (seat := getattr(fact, "seat", None)) is not None else ""
    match fact:
        case facts.Deal():
            cut = ""
            if fact.cut_seat is not None:
                cut = f"; {names[fact.cut_seat]} cuts {plural(fact.cut_depth, 'card')} deep"
            return f"Hand {fact.number}: {names[fact.dealer]} deals{cut}"
        case facts.Redeal():
            return f"{who} calls for a new deal"
        case facts.Look():
            return f"{who} looks"
        case facts.Bid():
            changed = before.hand is not None and before.hand.bids[fact.seat] is not None
            verb = "changes the bid to" if changed else "bids"
            return f"{who} {verb} {'blind ' if fact.blind else ''}{fact.bid}"
        case facts.Raise():
            side = before.rules.raises is not None and before.rules.raises.of == "side"
            return f"{who} raises {'the side ' if side else ''}to {fact.bid}"
        case facts.Stand():
            return f"{who} stands"
        case facts.Promise():
            part = next((p for p in before.rules.promises if p.tricks == fact.tricks), None)
            return f"{who} promises {part.name if part else ''}: the first {plural(fact.tricks, 'trick')}"
        case facts.Draw():
            return f"{who} draws the extra card"
        case facts.Discard():
            return f"{who} throws a card back"
        case facts.Play():
            call = f", called {fact.ace}" if fact.ace else ""
            return f"{who} plays {cards.pretty(fact.card)}{call}"
        case facts.Claim():
            return f"{who} claims the last {plural(fact.tricks, 'trick')}"
        case facts.Challenge():
            return f"{who} challenges {names[fact.accused]}"
        case facts.Books():
            return f"{who} takes {plural(fact.count, 'book')} from {names[fact.accused]}"
        case facts.Dump():
            return f"{who} declares a dump"
        case facts.Bone():
            return f"{who} owns up to a bonehead play"
        case facts.ZeroBuddy():
            return f"{who} sees ZB potential in {names[fact.accused]}'s card"
        case facts.Chit():
            named = f"names {names[fact.tray]} as tray person" if fact.tray is not None else "loses it"
            return f"{who} spends a tray-chit and {named}"
        case facts.TakeBack():
            return f"{who} takes back"
        case _:
            return ""


def announcements(state: GameState, before: GameState, names: tuple[str, ...]) -> list[str]:
    """What is announced because of the last fact: low-balls, gaccs, broken spades."""
    hand, was = state.hand, before.hand
    if hand is None or was is None or hand.number != was.number:
        return []
    said = []
    if state.phase == Phase.PLAY and before.phase != Phase.PLAY:
        ball = low_ball(state.rules, hand)
        if ball is not None:
            said.append("A super-low-ball!" if ball == "super" else "A low-ball!")
    if hand.broken and not was.broken and state.rules.lead.spades == "broken":
        said.append("Spades are broken")
    said += [f"{names[seat]} is gaccing" for seat, n in enumerate(hand.gaccs) if n > was.gaccs[seat]]
    return said


def finding_sentence(finding: Finding, names: tuple[str, ...], side_names: tuple[str, ...]) -> str:
    """One line for the log."""
    if isinstance(finding, TrickTaken):
        return f"{names[finding.winner]} takes trick {finding.trick}"
    if isinstance(finding, HandScore):
        points = ", ".join(f"{side_names[side]} {total}" for side, total in enumerate(finding.totals))
        return f"Hand {finding.hand} is scored: {points}"
    return game_over_sentence(finding, side_names)


def game_over_sentence(over: GameOver, side_names: tuple[str, ...]) -> str:
    """Who has won, and how."""
    who = " and ".join(side_names[side] for side in over.winners)
    how = {
        "target": "with the most points",
        "hands": "with the most points after the last hand",
        "sets": "because the other side was set too often",
        "outright": "outright",
    }[over.reason]
    return f"{who} won {how}"


def side_name(seats: tuple[int, ...], names: tuple[str, ...]) -> str:
    """A side by its people: ``Ann & Cy``."""
    return " & ".join(names[seat] for seat in seats)

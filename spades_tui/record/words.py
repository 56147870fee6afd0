"""What happens at a table, in sentences for the log. Public facts only: no card that somebody may not see."""

from spades_tui import cards
from spades_tui.game import facts
from spades_tui.game.findings import Finding, GameOver, HandScore, TrickTaken
from spades_tui.game.state import GameState, Phase, low_ball
from spades_tui.rules.part import plural


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
            return f"{who} spends a tray-chit"
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

"""What is told when somebody asks: the hand, the trick, the bids, the totals, the last sheet. Sentences, no more."""

from spades_tui.game.address import does
from spades_tui.plain import speech
from spades_tui.plain.speech import Spoken
from spades_tui.seats import Observation
from spades_tui.table.shown import Shown


def hand(seen: Observation, look: Spoken) -> list[str]:
    """The own hand, whole."""
    return [f"You hold, {look.hand(seen)}." if seen.own else "You have not looked at your cards."]


def trick(seen: Observation, look: Spoken) -> list[str]:
    """What lies on the table, who wins it so far, and what everybody has taken."""
    lies = [f"{look.who(one.seat)}, {look.told(one.card)}" for one in seen.trick]
    told = [f"{'; '.join(lies)}." if lies else "Nothing lies on the table."]
    if seen.winning is not None and lies:
        told.append(f"{does(look.who(seen.winning), 'wins')} so far.")
    took = ", ".join(f"{look.whom(seat)} {seen.took[seat]}" for seat in seen.table)
    return [*told, f"Tricks taken: {took}."]


def last_trick(seen: Observation, look: Spoken) -> list[str]:
    """The last trick, where it may be looked at (C-10)."""
    if seen.last_trick is None:
        return ["No trick may be looked at now."]
    lies = "; ".join(f"{look.who(one.seat)}, {look.told(one.card)}" for one in seen.last_trick)
    return [f"The last trick: {lies}. {does(look.who(seen.winners[-1]), 'took')} it."]


def bids(seen: Observation, look: Spoken) -> list[str]:
    """Who has bid what."""
    told = []
    for seat in seen.order:
        bid = seen.bids[seat]
        blind = "blind " if bid is not None and seen.blind[seat] else ""
        word = "nothing yet" if bid is None else f"{blind}{seen.rules.bid_word(bid)}"
        told.append(f"{look.whom(seat)}, {word}")
    return [f"Bids: {'; '.join(told)}."]


def totals(shown: Shown, look: Spoken) -> list[str]:
    """The totals of all sides."""
    rules, points = shown.public.rules, shown.public.standing.totals
    told = [f"{look.side_told(rules, side)}, {speech.total(total)}" for side, total in enumerate(points)]
    return [f"The score: {'; '.join(told)}."]


def sheet(shown: Shown, look: Spoken) -> list[str]:
    """The hand that was scored last, a sentence for each side."""
    if not shown.scores:
        return ["No hand has been scored yet."]
    score, told = shown.scores[-1], []
    for side in range(len(shown.public.rules.sides)):
        who = look.side_told(shown.public.rules, side)
        lines = [f"{_small(line.text)}, {speech.points(line.points)}" for line in score.lines if line.side == side]
        earned = f"This hand {speech.points(score.points[side])}; total {speech.total(score.totals[side])}."
        told.append(f"{who}: {'; '.join(lines) if lines else 'nothing'}. {earned}")
        if score.bags is not None:
            told.append(f"{who}: bags, {score.bags[side]}.")
    return told


def _small(text: str) -> str:
    """A text in the midst of a sentence."""
    return text[:1].lower() + text[1:]

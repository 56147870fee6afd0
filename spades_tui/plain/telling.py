"""What is told when somebody asks: the hand, the trick, the bids, the totals, the last sheet. Sentences, no more."""

from collections.abc import Sequence

from spades_tui.game.address import agreeing, does, whom
from spades_tui.game.phase import Phase
from spades_tui.plain import reading, speech
from spades_tui.plain.speech import Spoken
from spades_tui.record.words import LogEntry
from spades_tui.rules.variant import Variant
from spades_tui.seats import Observation
from spades_tui.table.shown import Shown

QUIET = frozenset({"look", "score", "over"})
"""Kinds of log entries that are not said, or at another place."""


def events(entries: Sequence[LogEntry], names: Sequence[str], seen: Observation) -> list[str]:
    """A sentence for each entry of a log that ends in what is `seen`; the card that opened a trick was led."""
    told, lie = [], len(seen.trick)
    for entry in reversed(entries):
        text = "" if entry.kind in QUIET else entry.text
        if entry.kind == "trick":
            lie = len(seen.table)
        elif entry.kind == "play" and entry.seat is not None:
            name = names[entry.seat]
            if lie == 1:
                plays = f"{name} {agreeing(name, 'plays')} "
                text = text.replace(plays, f"{name} {agreeing(name, 'leads')} ", 1)
            lie -= 1
        told.append(text and speech.ended(text))
    return told[::-1]


def hand(seen: Observation, look: Spoken) -> list[str]:
    """The own hand, whole."""
    if seen.own:
        return [f"You hold, {look.hand(seen)}."]
    without = seen.own is not None or seen.phase in (Phase.DEAL, Phase.OVER)
    return ["You hold no card." if without else "You have not looked at your cards."]


def trick(seen: Observation, look: Spoken) -> list[str]:
    """What lies on the table, who wins it so far, and what everybody has taken."""
    lies = [f"{(look.whom if n else look.who)(one.seat)}, {look.told(one.card)}" for n, one in enumerate(seen.trick)]
    told = [f"{'; '.join(lies)}." if lies else "Nothing lies on the table."]
    if seen.winning is not None and lies:
        told.append(f"{does(look.who(seen.winning), 'wins')} so far.")
    took = ", ".join(f"{look.whom(seat)} {seen.took[seat]}" for seat in seen.table)
    return [*told, f"Tricks taken: {took}."] if took else told


def last_trick(seen: Observation, look: Spoken) -> list[str]:
    """The last trick, where it may be looked at (C-10)."""
    if seen.last_trick is None:
        return ["No trick may be looked at now."]
    lies = "; ".join(f"{look.whom(one.seat)}, {look.told(one.card)}" for one in seen.last_trick)
    return [f"The last trick: {lies}. {does(look.who(seen.winners[-1]), 'took')} it."]


def bids(seen: Observation, look: Spoken) -> list[str]:
    """Who has bid what."""
    told = []
    for seat in seen.order:
        bid = seen.bids[seat]
        blind = "blind " if bid is not None and seen.blind[seat] else ""
        word = "nothing yet" if bid is None else f"{blind}{seen.rules.bid_word(bid)}"
        told.append(f"{look.whom(seat)}, {word}")
    return [f"Bids: {'; '.join(told)}." if told else "Nobody has bid yet."]


def totals(shown: Shown, look: Spoken) -> list[str]:
    """The totals of all sides."""
    rules, points = shown.public.rules, shown.public.standing.totals
    told = [f"{whom(look.side_told(rules, side))}, {speech.total(total)}" for side, total in enumerate(points)]
    return [f"The score: {'; '.join(told)}.", *tricks_off(shown, look)]


def tricks_off(shown: Shown, look: Spoken) -> list[str]:
    """Say how far everybody has been off their bids so far, in games that count it (3B-22)."""
    seen = shown.public
    if seen.rules.days is None or not seen.standing.hands:
        return []
    off = ((look.whom(seat), seen.standing.off(seat)) for seat in range(seen.rules.seats))
    told = [f"{who}, {over} over and {short} short" for who, (over, short) in off]
    return [f"Tricks off the bids: {'; '.join(told)}."]


def sheet(shown: Shown, look: Spoken) -> list[str]:
    """The hand that was scored last, for each side what it has brought and why."""
    if not shown.scores:
        return ["No hand has been scored yet."]
    score, told = shown.scores[-1], []
    for side in range(len(shown.public.rules.sides)):
        who = look.side_told(shown.public.rules, side)
        brought, total = speech.points(score.points[side]), speech.total(score.totals[side])
        told.append(f"{who}: {brought} in this hand, total {total}.")
        lines = [line for line in score.lines if line.side == side]
        told += [f"{speech.large(line.text)}, {speech.points(line.points)}." for line in lines]
        if score.bags is not None and score.bags[side]:
            told.append(f"Bags: {score.bags[side]}.")
    return told


def rules(variant: Variant, asked: str) -> list[str]:
    """The rules of a game: one part of them, ``all``, the rule of a name (``C 6``), or else which parts there are."""
    from spades_tui.rules.words import rules_page

    parts = {name: list(sentences) for name, sentences in rules_page(variant)}
    if asked == "all":
        return [line for name, sentences in parts.items() for line in (f"{name}.", *sentences)]
    mark = f"({asked.replace(' ', '-').upper()})"
    named = [line for sentences in parts.values() for line in sentences if mark in line]
    name = reading.chosen(asked, {name: name for name in parts})
    if named or name is not None:
        return named or parts[name or ""]
    known = f"The rules have these parts: {', '.join(parts).lower()}. Say rules and a part, or rules all."
    return [f'There is no part "{asked[:40]}".', known] if asked else [f"{variant.name}.", variant.summary, known]

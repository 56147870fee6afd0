"""Why players did what they did, in sentences about what everybody at the table can see."""

from collections.abc import Callable

from spades_tui.bots.public_reasons import Did, PublicReason, bid_reasons, trick_reasons
from spades_tui.cards import SPADES, SUIT_NAMES
from spades_tui.game.phase import Phase
from spades_tui.language.address import addressed, does, whom, whose
from spades_tui.language.amounts import plural
from spades_tui.play.shown import Shown

LATER = "The rest is in their cards, and waits until the hand is over."


def why_did_they(shown: Shown, card: Callable[[int], str]) -> list[tuple[str, list[str]]]:
    """Return titles with sentences about the others' bids, and their cards in the tricks that may be seen (C-10).

    `card` returns a card's name. Nothing in them depends on a hidden card.
    """
    seen, names = shown.public, addressed(shown.names, shown.people)
    me = shown.seen.seat

    def told(reasons: tuple[PublicReason, ...]) -> list[str]:
        return [reason_sentence(one, shown, names, card) for one in reasons if one.seat != me]

    pages = []
    if seen.trick:
        pages.append(("This trick", told(trick_reasons(seen, len(seen.tricks) + 1))))
    if seen.tricks and (shown.finished_trick is not None or seen.last_trick is not None):
        pages.append(("The last trick", told(trick_reasons(seen, len(seen.tricks)))))
    if seen.phase in (Phase.BID, Phase.PLAY, Phase.PLAYED):
        pages.append(("The bids", told(bid_reasons(seen))))
    return [(title, lines) for title, lines in pages if lines]


def reason_sentence(one: PublicReason, shown: Shown, names: tuple[str, ...], card: Callable[[int], str]) -> str:
    """Return one reason as a sentence."""
    return f"{does(names[one.seat], _verb(one, shown, names, card))}{_end(one)}."


def _verb(one: PublicReason, shown: Shown, names: tuple[str, ...], card: Callable[[int], str]) -> str:
    """Return what the player did, with the verb first."""
    other = whom(names[one.whose]) if one.whose is not None else ""
    if one.card is None:
        return _bid(one, shown)
    named, suit = card(one.card), SUIT_NAMES[one.suit if one.suit is not None else SPADES]
    void = f"had no {suit}"
    told = {
        Did.LED: f"led {named}" + (f": {other} had no {suit} left" if other else ""),
        Did.RUFFED: f"{void} and ruffed with {named}",
        Did.OVERRUFFED: f"{void} and overruffed {other} with {named}",
        Did.THREW: f"{void} and threw {named}",
        Did.WON: f"was last and won with {named}",
        Did.BEAT: f"beat {whose(names[one.whose or 0])} card with {named}",
        Did.OVERTOOK: f"took the trick over from {other} with {named}",
        Did.LEFT: f"left the trick to {other}" + ("" if one.whose == shown.seen.seat else ", the partner"),
        Did.BELOW: f"played {named}, which doesn't beat {whose(names[one.whose or 0])} card",
    }
    return told[one.did]


def _bid(one: PublicReason, shown: Shown) -> str:
    """Return the bid, and what was bid before it."""
    seen = shown.public
    bid = seen.bids[one.seat] or 0
    word = f"{'blind ' if seen.blind[one.seat] else ''}{seen.rules.bid_word(bid)}"
    if one.did is Did.NIL:
        return f"bid {word}: no trick at all"
    if one.last:
        return f"bid {word} last, which makes {one.number + bid} of {seen.rules.tricks}"
    return f"bid {word}, with {one.number} of {seen.rules.tricks} tricks bid" if one.number else f"bid {word} first"


def _end(one: PublicReason) -> str:
    """Return what its side needed, where that explains the card."""
    if one.did in (Did.BID, Did.NIL):
        return ""
    takes = one.did in (Did.RUFFED, Did.OVERRUFFED, Did.WON, Did.BEAT, Did.OVERTOOK)
    if one.nil:
        return "" if takes else "; the nil was still alive"
    if one.needs is None or not takes:
        return ""
    needed = "was" if one.needs == 1 else "were"
    return f"; {plural(one.needs, 'trick')} {needed} still needed" if one.needs else "; the bid was already made"

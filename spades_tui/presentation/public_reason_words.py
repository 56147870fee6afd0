"""Why players did what they did, in sentences about what everybody at the table can see."""

from collections.abc import Callable

from spades_tui.bots.public_reasons import Did, PlayedSoFar, Public, PublicReason, bid_reasons, trick_reasons
from spades_tui.cards import SPADES, SUIT_NAMES
from spades_tui.game.phase import Phase
from spades_tui.language.address import You, addressed, does, whom, whose
from spades_tui.language.amounts import plural
from spades_tui.play.shown import Shown
from spades_tui.presentation.wording import Wording
from spades_tui.record.open_hands import OpenHand
from spades_tui.rules.ruleset import Ruleset

LATER = "The rest is in their cards, and waits until the hand is over."


def why_did_they(shown: Shown, card: Callable[[int], str]) -> list[tuple[str, list[str]]]:
    """Return titles with sentences about the others' bids, and their cards in the tricks that may be seen (C-10).

    `card` returns a card's name. Nothing in them depends on a hidden card.
    """
    seen, names = shown.public, addressed(shown.names, shown.people)
    me = shown.seen.seat

    def told(reasons: tuple[PublicReason, ...]) -> list[str]:
        return [reason_sentence(one, seen, names, card) for one in reasons if one.seat != me]

    pages = []
    if seen.trick:
        pages.append(("This trick", told(trick_reasons(seen, len(seen.tricks) + 1))))
    if seen.tricks and (shown.finished_trick is not None or seen.last_trick is not None):
        pages.append(("The last trick", told(trick_reasons(seen, len(seen.tricks)))))
    if seen.phase in (Phase.BID, Phase.PLAY, Phase.PLAYED):
        pages.append(("The bids", told(bid_reasons(seen))))
    return [(title, lines) for title, lines in pages if lines]


def reasons_at(rules: Ruleset, hand: OpenHand, place: int, look: Wording) -> list[str]:
    """Return sentences about the cards of a trick up to a moment of a scored hand, or about the bids up to it.

    Return nothing if neither a bid nor a card led to the moment.
    """
    moment = hand.moments[place]
    if moment.kind not in ("bid", "play"):
        return []
    complete = [hand.moments[n] for n in hand.tricks() if n <= place]
    seen = PlayedSoFar(
        rules.of_hand(hand.number), hand.table,
        tuple(one.seat for one in hand.moments if one.kind == "bid" and one.seat is not None),
        moment.bids, moment.blind, moment.contracts,
        tuple(one.trick for one in complete), () if moment.complete else moment.trick,
        tuple(one.winning for one in complete if one.winning is not None),
    )  # fmt: skip
    reasons = bid_reasons(seen) if moment.kind == "bid" else trick_reasons(seen, moment.number)
    names = tuple(look.who(seat) for seat in range(len(look.names)))
    return [reason_sentence(one, seen, names, look.in_sentence) for one in reasons]


def reason_sentence(one: PublicReason, seen: Public, names: tuple[str, ...], card: Callable[[int], str]) -> str:
    """Return one reason as a sentence."""
    return f"{does(names[one.seat], _verb(one, seen, names, card))}{_end(one)}."


def _verb(one: PublicReason, seen: Public, names: tuple[str, ...], card: Callable[[int], str]) -> str:
    """Return what the player did, with the verb first."""
    other = whom(names[one.whose]) if one.whose is not None else ""
    if one.card is None:
        return _bid(one, seen)
    named, suit = card(one.card), SUIT_NAMES[one.suit if one.suit is not None else SPADES]
    void, before = f"had no {suit}", f"had no {suit} left"
    if seen.rules.challenge is not None:  # the card may be a renege (C-11)
        void, before = f"didn't follow {suit}", f"didn't follow {suit} before"
    told = {
        Did.LED: f"led {named}" + (f": {other} {before}" if other else ""),
        Did.RUFFED: f"{void} and ruffed with {named}",
        Did.OVERRUFFED: f"{void} and overruffed {other} with {named}",
        Did.THREW: f"{void} and threw {named}",
        Did.WON: f"was last and won with {named}",
        Did.BEAT: f"beat {whose(names[one.whose or 0])} card with {named}",
        Did.OVERTOOK: f"took the trick over from {other} with {named}",
        Did.LEFT: f"left the trick to {other}" + ("" if isinstance(other, You) else ", the partner"),
        Did.BELOW: f"played {named}, which doesn't beat {whose(names[one.whose or 0])} card",
    }
    return told[one.did]


def _bid(one: PublicReason, seen: Public) -> str:
    """Return the bid, and what was bid before it."""
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

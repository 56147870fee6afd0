"""Why players did what they did, in sentences about what everybody at the table can see."""

from collections.abc import Callable, Iterable

from spades_tui.bots.public_reasons import (
    Did,
    PlayedSoFar,
    Public,
    PublicReason,
    bid_reasons,
    trick_reasons,
)
from spades_tui.cards import SPADES, SUIT_NAMES, called_high
from spades_tui.game.phase import Phase
from spades_tui.language.sentence_parts import You, addressed, agreeing, does, plural, whom, whose
from spades_tui.play.cast import player
from spades_tui.play.shown import Shown
from spades_tui.presentation.wording import Wording
from spades_tui.record.open_hands import OpenHand
from spades_tui.rules.ruleset import Ruleset

LATER = "The rest is in their cards, and waits until the hand is over."


def why_did_they(shown: Shown, card: Callable[[int], str]) -> list[tuple[str, list[str]]]:
    """Return titles with sentences about the others' bids and cards that may be seen (C-10).

    During the bids, also how the named players like to bid.
    """
    seen = shown.public
    names = addressed(shown.names, shown.people)
    titled = []
    if seen.trick:
        titled.append(("This trick", trick_reasons(seen, len(seen.tricks) + 1)))
    if seen.tricks and (shown.finished_trick is not None or seen.last_trick is not None):
        titled.append(("The last trick", trick_reasons(seen, len(seen.tricks))))
    if seen.phase in (Phase.BID, Phase.PLAY, Phase.PLAYED):
        titled.append(("The bids", bid_reasons(seen)))
    pages = []
    for title, reasons in titled:
        others = [reason for reason in reasons if reason.seat != shown.seen.seat]
        if others:
            pages.append((title, reason_sentences(others, seen, names, card)))
    known = [named for named in map(player, shown.players) if named is not None]
    if seen.phase == Phase.BID and known:
        manners = [f"{named.name} {named.manner[0].lower()}{named.manner[1:]}" for named in known]
        pages.append(("How they like to bid", manners))
    return pages


def reasons_at(rules: Ruleset, hand: OpenHand, place: int, look: Wording) -> list[str]:
    """Return sentences about a trick, or the bidding, up to a moment of a scored hand."""
    moment = hand.moments[place]
    if moment.kind not in ("bid", "play"):
        return []
    bidders = [bid.seat for bid in hand.moments if bid.kind == "bid" and bid.seat is not None]
    tricks = []
    winners: list[int] = []
    for n in hand.tricks():
        if n > place:
            continue
        tricks.append(hand.moments[n].trick)
        winner = hand.moments[n].winning
        if winner is not None:
            winners.append(winner)
    seen = PlayedSoFar(
        rules.of_hand(hand.number), hand.table, tuple(bidders),
        moment.bids, moment.blind, moment.contracts,
        tuple(tricks), () if moment.complete else moment.trick, tuple(winners),
    )  # fmt: skip
    reasons = bid_reasons(seen) if moment.kind == "bid" else trick_reasons(seen, moment.number)
    names = tuple(map(look.who, range(len(look.names))))
    return reason_sentences(reasons, seen, names, look.in_sentence)


def reason_sentences(
    reasons: Iterable[PublicReason],
    seen: Public,
    names: tuple[str, ...],
    card: Callable[[int], str],
) -> list[str]:
    """Return each reason as a sentence; of cards that lose to one card, only the first says so."""
    sentences, losing = [], set[tuple[Did, int | None]]()
    for one in reasons:
        sentence = reason_sentence(one, seen, names, card)
        if one.card is not None and (one.did, one.whose) in losing and not one.nil:
            sentence = f"{does(names[one.seat], f'followed with {card(one.card)}')}."
        if one.did in (Did.UNDER_TOP, Did.UNDER_TRUMP, Did.BELOW):
            losing.add((one.did, one.whose))
        sentences.append(sentence)
    return sentences


def reason_sentence(
    one: PublicReason, seen: Public, names: tuple[str, ...], card: Callable[[int], str]
) -> str:
    """Return one reason as a sentence."""
    return f"{does(names[one.seat], _verb(one, seen, names, card))}{_end(one, seen, names)}."


def _verb(
    one: PublicReason, seen: Public, names: tuple[str, ...], card: Callable[[int], str]
) -> str:
    """Return what the player did, with the verb first."""
    other = whom(names[one.whose]) if one.whose is not None else ""
    if one.card is None:
        return _bid(one, seen)
    named = card(one.card)
    suit = SUIT_NAMES[SPADES if one.suit is None else one.suit]
    void = f"had no {suit}"
    before = f"{void} left"
    if seen.rules.challenge is not None:  # the card may be a renege (C-11)
        void = f"didn't follow {suit}"
        before = f"{void} before"
    match one.did:
        case Did.LED_FOR_RUFF:
            return f"led {named}: {other} {before}"
        case Did.LED_INTO_VOID:
            return f"led {named}, although {other} {before}"
        case Did.LED_AGAIN:
            return f"led {named}, {suit} again"
        case Did.LED_TOP:
            return f"led {named}, the highest of the {suit} left: {_top_wins(one)}"
        case Did.LED_BACK:
            has = agreeing(names[one.whose or 0], "has")
            if _are_partners(one, seen):
                partner = "" if isinstance(other, You) else ", the partner,"
                return f"led {named}: {other}{partner} {has} led {suit} before"
            return f"led {named}; {other} {has} led {suit} before"
        case Did.OPENED:
            return f"opened {suit} with {named}"
        case Did.RUFFED:
            return f"{void} and ruffed with {named}"
        case Did.OVERRUFFED:
            return f"{void} and overruffed {other} with {named}"
        case Did.THREW if _are_partners(one, seen):
            return f"{void} and threw {named}: {other} was ahead"
        case Did.THREW:
            return f"{void} and threw {named}"
        case Did.WON:
            return f"was last and won with {named}"
        case Did.BEAT:
            return f"beat {whose(names[one.whose or 0])} card with {named}"
        case Did.OVERTOOK:
            return f"took the trick over from {other} with {named}"
        case Did.LEFT:
            partner = "" if isinstance(other, You) else ", the partner"
            return f"left the trick to {other}{partner}"
        case Did.UNDER_TOP:
            card_of = whose(names[one.whose or 0])
            return f"played {named}; no {suit.removesuffix('s')} left beats {card_of} card"
        case Did.UNDER_TRUMP:
            return f"followed with {named}, below {whose(names[one.whose or 0])} trump"
        case Did.BELOW if _is_second_low(one, seen):
            return f"played {named}, second hand low, before the partner"
        case _:
            return f"played {named}, which doesn't beat {whose(names[one.whose or 0])} card"


def _are_partners(one: PublicReason, seen: Public) -> bool:
    """Return whether a reason is about the card or the lead of the player's partner."""
    side_of = seen.rules.side_of
    return one.whose is not None and side_of[one.whose] == side_of[one.seat]


def _is_second_low(one: PublicReason, seen: Public) -> bool:
    """Return whether the second of four players followed with no high card before its partner."""
    four = seen.rules.partners and seen.rules.players == 4
    return one.place == 2 and four and one.card is not None and not called_high(one.card)


def _top_wins(one: PublicReason) -> str:
    """Return what leading the highest card of a suit does."""
    return "it draws trumps" if one.suit == SPADES else "only a ruff beats it"


def _bid(one: PublicReason, seen: Public) -> str:
    """Return the bid, and what was bid before it."""
    bid = seen.bids[one.seat] or 0
    word = seen.rules.bid_word(bid)
    if seen.blind[one.seat]:
        word = f"blind {word}"
    if one.did is Did.NIL:
        return f"bid {word}: no trick at all"
    if one.last:
        return f"bid {word} last, which makes {one.number + bid} of {seen.rules.tricks}"
    if one.seat == seen.order[0]:
        return f"bid {word} first"
    return f"bid {word}, with {one.number} of {seen.rules.tricks} tricks already bid"


def _end(one: PublicReason, seen: Public, names: tuple[str, ...]) -> str:
    """Return what its side needed, where that explains the card."""
    if one.did in (Did.BID, Did.NIL):
        return ""
    takes = one.did in (Did.RUFFED, Did.OVERRUFFED, Did.WON, Did.BEAT, Did.OVERTOOK)
    if one.nil and not takes:
        return f"; {whose(names[one.seat])} {seen.rules.zero_word} was still alive"
    if one.needs == 0 and not one.nil and (takes or one.did is Did.THREW):
        return "; the bid was already made"
    if one.nil or one.needs is None or not takes:
        return ""
    needy = whom(names[one.seat])
    if len(seen.rules.sides[seen.rules.side_of[one.seat]]) > 1:
        needy = f"{whose(names[one.seat])} side"
    return f"; {needy} still needed {plural(one.needs, 'trick')}"

"""Reasons for bids and cards that everybody at the table can see, as data: no player's hand is ever read.

`presentation/public_reason_words.py` puts them into words.
"""

from collections.abc import Iterator
from enum import StrEnum
from itertools import chain

from msgspec import Struct

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.valued_choice import is_nil
from spades_tui.cards import SPADES, hand_of
from spades_tui.game.trick import Played, Trick, winning
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from spades_tui.secrecy import PartlyHidden


class Did(StrEnum):
    """What a bid or a card did, as everybody sees it."""

    BID = "bid"
    """It bid; `number` tricks were bid before it."""
    NIL = "nil"
    """It bid a nil."""
    LED_FOR_RUFF = "led for ruff"
    """It led a side suit in which `whose`, its partner, has shown a void."""
    LED_INTO_VOID = "led into void"
    """It led a side suit in which `whose`, an opponent, has shown a void, so that it may be ruffed."""
    LED_TOP = "led top"
    """It led a card that no unplayed card of its suit beats."""
    LED_BACK = "led back"
    """It led a suit that `whose`, another player, was the last to lead."""
    LED_AGAIN = "led again"
    """It led a suit that it was the last to lead."""
    OPENED = "opened"
    """It led a suit for the first time in the hand."""
    RUFFED = "ruffed"
    """It couldn't follow suit, and a trump went ahead."""
    OVERRUFFED = "overruffed"
    """It couldn't follow suit, and its trump beat the trump of `whose`."""
    THREW = "threw"
    """It couldn't follow suit, and its card can't win."""
    WON = "won"
    """It followed suit as the last player, and won."""
    BEAT = "beat"
    """It followed suit, and beat the card of `whose`."""
    OVERTOOK = "overtook"
    """It followed suit, and beat its partner's card."""
    LEFT = "left"
    """It followed suit with a lower card, because its partner was winning."""
    BELOW = "below"
    """It followed suit with a card that doesn't beat that of `whose`."""
    UNDER_TOP = "under top"
    """It followed suit, and no unplayed card could beat that of `whose`."""
    UNDER_TRUMP = "under trump"
    """It followed suit, and `whose` had ruffed."""


class PublicReason(Struct, frozen=True):
    """Why a player bid or played as it did, as far as everybody can see."""

    seat: int
    did: Did
    card: int | None = None
    suit: int | None = None
    """The suit led."""
    whose: int | None = None
    number: int = 0
    last: bool = False
    """Whether nobody bid or played after it."""
    needs: int | None = None
    """The tricks that its side still needed for its bid before this one; None without a bid above zero."""
    nil: bool = False
    """Whether its own nil was alive."""
    place: int = 0
    """The place of a card in its trick; 1 leads."""


class PlayedSoFar(PartlyHidden, frozen=True):
    """The bids and tricks of a hand up to a moment, where there is no observation; by seat unless noted."""

    rules: Ruleset
    table: tuple[int, ...]
    """The seats that play the hand."""
    order: tuple[int, ...]
    """The seats in bidding order."""
    bids: tuple[int | None, ...]
    blind: tuple[bool, ...]
    contracts: tuple[int | None, ...]
    """By side."""
    tricks: tuple[Trick, ...]
    """The complete tricks."""
    trick: Trick
    winners: tuple[int, ...]
    """By complete trick."""


Public = Observation | PlayedSoFar
"""The bids and cards that everybody has seen."""


def bid_reasons(seen: Public) -> tuple[PublicReason, ...]:
    """Return a reason for each bid of this hand, in bidding order."""
    found, before = [], 0
    for place, seat in enumerate(seen.order, 1):
        bid = seen.bids[seat]
        if bid is None:
            continue
        did = Did.NIL if is_nil(seen.rules, bid) else Did.BID
        found.append(PublicReason(seat, did, number=before, last=place == len(seen.order)))
        before += bid
    return tuple(found)


def trick_reasons(seen: Public, number: int) -> tuple[PublicReason, ...]:
    """Return a reason for each card of a trick, from 1, as far as it has been played; () for a later trick."""
    tricks = (*seen.tricks, seen.trick)
    if not 0 < number <= len(tricks):
        return ()
    return tuple(_of_trick(seen, tricks[number - 1], number - 1))


def _of_trick(seen: Public, trick: Trick, done: int) -> Iterator[PublicReason]:
    """Yield the reasons of a trick; `done` tricks were complete before it."""
    rules, suit_of = seen.rules, seen.rules.cards.suit_of
    led = suit_of[trick[0].card] if trick else None
    won = seen.winners[:done]
    for place, played in enumerate(trick):
        seat, side = played.seat, rules.side_of[played.seat]
        contract = seen.contracts[side]
        taken = sum(rules.side_of[winner] == side for winner in won)
        bid = seen.bids[seat]
        did, whose = _did(seen, trick[: place + 1], done)
        yield PublicReason(
            seat, did, played.card, led, whose,
            last=place + 1 == len(seen.table),
            needs=max(0, contract - taken) if contract else None,
            nil=bid is not None and is_nil(rules, bid) and seat not in won, place=place + 1,
        )  # fmt: skip


def _did(seen: Public, trick: Trick, done: int) -> tuple[Did, int | None]:
    """Return what the last card of an unfinished trick did, and whose card or void it was about."""
    rules, suit_of = seen.rules, seen.rules.cards.suit_of
    *before, played = trick
    led = suit_of[trick[0].card]
    if not before:
        return _led(seen, played, done)
    ahead, now = winning(rules.cards, tuple(before)), winning(rules.cards, trick)
    partner = ahead is not None and rules.side_of[ahead] == rules.side_of[played.seat]
    wins, last = now == played.seat, len(trick) == len(seen.table)
    if suit_of[played.card] != led:
        if not wins:
            return Did.THREW, ahead
        best = next(one for one in before if one.seat == ahead)
        if suit_of[best.card] == led:
            return Did.RUFFED, ahead
        return Did.OVERRUFFED, ahead
    if wins and last:
        return Did.WON, ahead
    if wins:
        return (Did.OVERTOOK if partner else Did.BEAT), ahead
    best = next(one for one in before if one.seat == ahead)
    if suit_of[best.card] != led:
        return Did.UNDER_TRUMP, ahead
    if not _beatable(seen, best, trick, done):
        return Did.UNDER_TOP, ahead
    return (Did.LEFT if partner else Did.BELOW), ahead


def _led(seen: Public, played: Played, done: int) -> tuple[Did, int | None]:
    """Return why a card was led, as far as the first `done` tricks say, and whose void or suit it is about."""
    suit_of = seen.rules.cards.suit_of
    suit = suit_of[played.card]
    void = [] if suit == SPADES else _void(seen, suit, done)
    side_of = seen.rules.side_of
    partner = next((seat for seat in void if side_of[seat] == side_of[played.seat] and seat != played.seat), None)
    if partner is not None:
        return Did.LED_FOR_RUFF, partner
    opponent = next((seat for seat in void if side_of[seat] != side_of[played.seat]), None)
    if opponent is not None:
        return Did.LED_INTO_VOID, opponent
    if not _beatable(seen, played, (played,), done):
        return Did.LED_TOP, None
    leaders = [trick[0].seat for trick in seen.tricks[:done] if suit_of[trick[0].card] == suit]
    if not leaders:
        return Did.OPENED, None
    return (Did.LED_AGAIN, None) if leaders[-1] == played.seat else (Did.LED_BACK, leaders[-1])


def _beatable(seen: Public, played: Played, trick: Trick, done: int) -> bool:
    """Return whether a card of its suit beats a card of this trick that wasn't played by then."""
    masks = rank_masks(seen.rules)
    out = masks.pack & ~hand_of(one.card for one in chain(trick, *seen.tricks[:done]))
    return played.low or bool(out & masks.higher[played.card])


def _void(seen: Public, suit: int, done: int) -> list[int]:
    """Return the seats that showed a void in a suit in the first `done` tricks."""
    suit_of = seen.rules.cards.suit_of
    seats = []
    for trick in seen.tricks[:done]:
        if suit_of[trick[0].card] == suit:
            seats += [played.seat for played in trick if suit_of[played.card] != suit]
    return seats

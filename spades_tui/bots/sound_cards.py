"""What players teach about cards that play-outs can't tell apart: leads, second and third hand, discards."""

from typing import Final

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.cards import SPADES, called_high, cards_of
from spades_tui.game.events import Play

AWAY: Final = -3.0
"""Points by which a lead that may give a trick away must be ahead: low from a king, or an honour without the next one.

Players teach it, and a difference of this size is mostly chance (docs/research/2026-11.md).
"""
CASHED: Final = 3.0
"""Points by which a winner of a plain suit may be behind as a lead: it wins only before somebody can ruff it."""
FAR: Final = 16.0
"""Points beyond which not even a principle decides."""
NOISE: Final = 2.0
"""Standard errors within which two cards may be worth the same."""
SOUND: Final = 1.0
"""Points by which a lead that players teach may be behind: a winner, a singleton, the top of a sequence."""
SOLID: Final = 2.0
"""The same for three or more touching cards that only one card beats, for a lead that covers a partner's nil, and for
the highest trump before an opponent ruffs a winner."""
HIDES: Final = 3
"""Lower cards that a nil could hide under: with fewer, a lead endangers it."""


def lead_correction(at: Position, play: Play) -> float:
    """Return the points to add to a lead's value in play-outs, for what players teach about such leads."""
    card, suit = play.value, at.suit_of(play.value)
    if at.partner_nil is not None:
        return _covering_correction(at, card, at.partner_nil)
    if suit == SPADES:
        return SOLID if not at.higher(card) and _has_winner_to_save(at) else 0.0
    held, higher = cards_of(at.held(suit)), at.higher(card)
    above_top = at.higher(max(held, key=at.rank))
    as_good = [other for other in held if at.higher(other) == higher]
    sequence = higher == above_top and len(as_good) > 1 and len(higher) <= 2
    lone_honour = len(as_good) == 1 and 0 < len(higher) <= 3 and len(held) > 2 and higher == above_top
    gives_king = len(above_top) == 1 and len(held) > 1
    if not sequence and (gives_king or lone_honour):
        return AWAY
    ruffs_later = len(held) == 1 and bool(at.held(SPADES)) and len(higher) > 2
    plan = plan_of(at, play)
    goes_round = at.out(suit).bit_count() >= 2 * len(at.later)
    if plan == Plan.CASH and at.trumps_out and goes_round and not _may_be_ruffed(at, suit):
        return CASHED
    if sequence and len(as_good) > 2 and len(higher) == 1:
        return SOLID
    wins = plan == Plan.LEAD_PARTNER_VOID or (plan == Plan.CASH and not _may_be_ruffed(at, suit))
    return SOUND if wins or ruffs_later or sequence else 0.0


def _has_winner_to_save(at: Position) -> bool:
    """Return whether an opponent may ruff a plain card of the hand that nothing else beats."""
    winners = [card for card in cards_of(at.own) if not at.is_trump(card) and not at.higher(card)]
    return any(_may_be_ruffed(at, at.suit_of(card)) for card in winners)


def _covering_correction(at: Position, card: int, nil: int) -> float:
    """Return the points to add to a lead beside a partner's living nil: it should be able to stay below."""
    if not at.higher(card) or at.voids[nil] >> at.suit_of(card) & 1:
        return SOLID
    return AWAY if at.lower(card) < HIDES else 0.0


def _may_be_ruffed(at: Position, suit: int) -> bool:
    """Return whether an opponent who plays later has shown a void in a suit, and may have a trump."""
    return bool(at.trumps_out) and any(not at.voids[seat] >> SPADES & 1 for seat in _void_opponents(at, suit))


def _void_opponents(at: Position, suit: int) -> list[int]:
    """Return the opponents who play later and have shown a void in a suit."""
    return [seat for seat in at.later if at.voids[seat] >> suit & 1 and not at.is_partner(seat)]


def is_by_chance(behind: float, doubt: float) -> bool:
    """Return whether so many points say less than a principle; `doubt`: their standard error."""
    return behind <= min(FAR, max(SOUND, NOISE * doubt))


def is_taught(at: Position, first: Play, other: Play) -> bool:
    """Return whether players teach to follow suit with another card than the first one, while tricks are needed.

    They win with a card that only a ruff beats, leave the trick to a partner's card that is as good, and play low in
    second hand, where one card out is higher than theirs, and high in third hand.
    """
    need = at.need
    if at.leads or at.void or at.nils or need is None or not 0 < need <= at.left or at.is_exact(at.side):
        return False
    ahead, higher = at.beats(first.value), at.higher(first.value)
    if at.partner_wins:
        return ahead and not at.beats(other.value) and higher == at.higher(at.best or 0)
    if at.last:
        return False
    top = at.beats(other.value) and not at.higher(other.value) and not at.is_trump(other.value)
    if top and not _may_be_ruffed(at, at.suit_of(other.value)):
        return bool(higher) or not ahead
    if at.place == 2 and any(map(at.is_partner, at.later)) and not at.is_trump(first.value):
        touching = [card for card in cards_of(at.held(at.suit_of(first.value))) if at.higher(card) == higher]
        return ahead and len(higher) == 1 == len(touching) and not at.beats(other.value)
    if at.place != 3 or not at.rules.partners or ahead or not at.beats(other.value):
        return False
    return called_high(at.best or 0) and len(at.higher(other.value)) == 1


def takes_it(at: Position, card: int) -> bool:
    """Return whether no opponent can beat a card, or it ruffs and none has shown that it may overruff."""
    if at.stands_for_side(card):
        return True
    if not at.void or at.led is None or not at.is_trump(card):
        return False
    return not any(at.can_beat(seat, card) for seat in _void_opponents(at, at.led))


def uselessness(at: Position, card: int) -> tuple[bool, bool, int]:
    """Return how little a plain card is worth to a hand that can't follow: the more, the sooner it goes.

    Whether it neither wins nor guards, whether its suit can be ruffed afterwards, and how low it is. With the bid made,
    the card goes that most likely takes an unwanted trick.
    """
    suit = at.suit_of(card)
    if at.has_enough:
        return False, False, -len(at.higher(card))
    count, honour = at.held(suit).bit_count(), at.guarded_honour(suit)
    guards = honour is not None and (honour == card or len(at.higher(honour)) == count - 1)
    free = bool(at.higher(card)) and not guards
    ruffs_later = count == 1 and bool(at.out(suit)) and bool(at.held(SPADES))
    return free, ruffs_later, -at.height(card)

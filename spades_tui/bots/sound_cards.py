"""What players teach about cards that play-outs can't tell apart: leads, cheap winners, useless discards."""

from typing import Final

from spades_tui.bots.plan import Plan
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.events import Play

AWAY: Final = -3.0
"""Points by which a lead that may give a trick away must be ahead: low from a king, or an honour without the next one.

Players teach it, and a difference of this size is mostly chance (docs/research/2026-11.md).
"""
SOUND: Final = 1.0
"""Points by which a lead that players teach may be behind: a winner, a singleton, the top of a sequence."""


def lead_correction(at: Position, play: Play) -> float:
    """Return the points to add to a lead's value in play-outs, for what players teach about such leads."""
    card, suit = play.value, at.suit_of(play.value)
    if suit == SPADES:
        return 0.0
    held, higher = cards_of(at.held(suit)), at.higher(card)
    above_top = at.higher(max(held, key=at.rank))
    as_good = [other for other in held if at.higher(other) == higher]
    sequence = higher == above_top and len(as_good) > 1 and len(higher) <= 2
    lone_honour = len(as_good) == 1 and 0 < len(higher) <= 3 and len(held) > 2 and higher == above_top
    gives_king = len(above_top) == 1 and len(held) > 1
    if not sequence and (gives_king or lone_honour):
        return AWAY
    ruffs_later = len(held) == 1 and bool(at.held(SPADES)) and len(higher) > 2
    wins = plan_of(at, play) in (Plan.CASH, Plan.LEAD_PARTNER_VOID)
    return SOUND if wins or ruffs_later or sequence else 0.0


def takes_it(at: Position, card: int) -> bool:
    """Return whether no opponent can beat a card, or it ruffs and none has shown that it may overruff."""
    if at.stands_for_side(card):
        return True
    if not at.void or at.led is None or not at.is_trump(card):
        return False
    void = [seat for seat in at.later if at.voids[seat] >> at.led & 1 and not at.is_partner(seat)]
    return not any(at.can_beat(seat, card) for seat in void)


def uselessness(at: Position, card: int) -> tuple[bool, bool, int]:
    """Return how little a plain card is worth to a hand that can't follow: the more, the sooner it goes.

    Whether it neither wins nor guards, whether its suit can be ruffed afterwards, and how low it is.
    """
    suit = at.suit_of(card)
    count, honour = at.held(suit).bit_count(), at.guarded_honour(suit)
    guards = honour is not None and (honour == card or len(at.higher(honour)) == count - 1)
    free = bool(at.higher(card)) and not guards
    ruffs_later = count == 1 and bool(at.out(suit)) and bool(at.held(SPADES))
    return free, ruffs_later, -at.height(card)

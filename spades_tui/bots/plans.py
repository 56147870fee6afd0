"""Recognise what a card is played for, by the facts of the position alone."""

from spades_tui.bots.plan import Plan
from spades_tui.bots.position import Position
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.events import Play


def plan_of(position: Position, play: Play) -> Plan:
    """Return the plan of one of the legal cards."""
    if position.leads:
        return _lead(position, play)
    if position.beats(play.value):
        return _win(position, play)
    return _lose(position, play)


def _lead(position: Position, play: Play) -> Plan:
    card, suit = play.value, position.suit_of(play.value)
    higher = position.higher(card)
    if position.seat in position.nils:
        return Plan.KEEP_NIL
    if position.partner_nil is not None and not higher:
        return Plan.COVER_NIL
    hunted = any(not position.voids[seat] >> suit & 1 for seat in position.other_nils)
    if hunted and position.lower(card) < len(higher):
        return _hunt(position)
    if position.promised and not higher:
        return Plan.PROMISE
    if not higher:
        return Plan.DRAW_TRUMPS if suit == SPADES and position.trumps_out else Plan.CASH
    if position.has_enough:
        return _enough(position)
    if suit != SPADES and position.partner_nil is None and _partner_may_ruff(position, suit):
        return Plan.LEAD_PARTNER_VOID
    if forced_out(position, card) is not None:
        return Plan.FORCE_OUT
    return Plan.LEAD_LOW


def _partner_may_ruff(position: Position, suit: int) -> bool:
    """Return whether the partner has shown a void in a suit, none in trumps, and trumps are out."""
    for seat in position.later:
        if position.is_partner(seat) and position.voids[seat] >> suit & 1:
            return not position.voids[seat] >> SPADES & 1 and position.trumps_out > 0
    return False


def forced_out(position: Position, card: int) -> tuple[int, int] | None:
    """Return the only unseen card that beats a lead, and the own card that is the highest of the suit after both.

    None if more unseen cards beat it, or no card of the hand becomes the highest.
    """
    higher = position.higher(card)
    if len(higher) != 1:
        return None
    rest = [other for other in cards_of(position.held(position.suit_of(card))) if other != card]
    for other in sorted(rest, key=position.rank, reverse=True):
        if position.higher(other) == higher:
            return higher[0], other
    return None


def _win(position: Position, play: Play) -> Plan:
    card = play.value
    ruffs = position.void and position.led != SPADES
    ruffed = position.best is not None and position.is_trump(position.best)
    if position.partner_wins and (ruffed or not ruffs):
        plan = Plan.OVERTAKE
    elif ruffs:
        plan = Plan.OVERRUFF if ruffed else Plan.RUFF
    elif position.stands(card):
        plan = Plan.WIN_CHEAPLY if play == position.winners[0] else Plan.WIN_HIGH
    else:
        plan = Plan.COVER
    nil = position.partner_nil
    if nil is not None and (nil == position.winner or nil in position.later):
        return Plan.COVER_NIL
    if position.promised and not position.partner_wins:
        return Plan.PROMISE
    if not position.stands_for_side(card):
        return plan
    if position.set_next and not position.partner_wins:
        return Plan.SETTING_TRICK
    if position.need == 1 and not position.partner_wins:
        return Plan.MAKE_BID
    must_beat = position.rules.must_beat is not None and not position.losers
    if must_beat and len(position.winners) > 1:
        return Plan.MUST_BEAT
    return plan


def _lose(position: Position, play: Play) -> Plan:
    if position.seat in position.nils:
        return Plan.SHED_HIGH if _most_dangerous(position, play) else Plan.KEEP_NIL
    if position.partner_wins and position.partner_nil != position.winner:
        return Plan.LEAVE_PARTNER
    if not position.winners:
        return Plan.DISCARD if position.void else Plan.CANT_BEAT
    if position.winner in position.other_nils:
        return _hunt(position)
    if position.has_enough:
        return _enough(position)
    if position.void and not position.is_trump(play.value):
        return Plan.KEEP_TRUMP if position.held(SPADES).bit_count() == 1 else Plan.REFUSE_RUFF
    if _has_bag_to_take(position):
        return Plan.GIVE_BAG
    return Plan.DUCK


def _hunt(position: Position) -> Plan:
    """Return the name for playing against an opponent's nil."""
    if position.rules.partners:
        return Plan.ATTACK_NIL
    return Plan.ZERO_HUNT


def _enough(position: Position) -> Plan:
    """Return why a side that has its tricks leaves a further one to others."""
    if position.is_exact(position.side):
        return Plan.EXACT
    return Plan.LOW_BALL if position.is_called else Plan.LOSE_BAG


def _most_dangerous(position: Position, play: Play) -> bool:
    """Return whether no losing card of the same suit is higher, and there was a choice."""
    suit = position.suit_of(play.value)
    same = [other for other in position.losers if position.suit_of(other.value) == suit]
    return play == same[-1] and (position.void or len(same) > 1)


def _has_bag_to_take(position: Position) -> bool:
    """Return whether the side that is winning the trick has made its bid, so that the trick is a bag for it."""
    if position.winner is None or position.rules.bags is None:
        return False
    needed = position.needed(position.rules.side_of[position.winner])
    return needed is not None and needed <= 0

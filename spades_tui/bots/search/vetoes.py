"""Plays that nobody forgives are not raced at all: simulated luck is no reason for them."""

from spades_tui.bots.cardplay import CardPlay
from spades_tui.bots.dictated import partner_of
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.search.playout import SPARE_TO_HUNT
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.facts import Play
from spades_tui.game.kernel import beats
from spades_tui.seats import Observation

CLOSE = 3
"""With so few tricks left nobody forgives a bid that is given up."""


def sensible(seen: Observation, seat: int, plays: list[Play], style: Style = PLAIN) -> list[Play]:
    """Those of the plays that can be defended; all of them where nothing is at stake. Never empty if `plays` is not."""
    if not seen.trick or len(plays) == 1:
        return plays
    decision = CardPlay(seen, seat, style)
    leaving = decision.leaving_to_partner(plays)
    if leaving:
        return leaving
    holder = seen.winning
    plays = keeping_covers(decision, plays)
    best = next(laid.value for laid in seen.trick if laid.seat == holder)
    winning = [fact for fact in plays if beats(seen.rules.cards, fact.value, best)]
    losing = [fact for fact in plays if fact not in winning]
    if not winning or not losing or holder is None:
        return plays
    worth, side_of = decision.worth, seen.rules.side_of
    standing = worth.best_of(decision.unit) == 0 and not decision.took[decision.unit]
    last = len(seen.trick) == len(seen.table) - 1
    if standing:
        # An own zero that can be kept below for certain.
        return losing if last else plays
    unit = worth.unit_of[holder]
    zero = unit != decision.unit and worth.best_of(unit) == 0 and not decision.took[unit]
    if zero and side_of[holder] == side_of[seat]:
        # The partner's zero is about to take the trick.
        return winning
    needs = worth.best_of(decision.unit) - decision.took[decision.unit]
    if zero and last and needs <= max(0, decision.rest - SPARE_TO_HUNT):
        # An opponent's zero is about to take it, and the own bid can wait.
        return losing
    if seen.rules.partners and last and not zero and needs == decision.rest + 1 <= CLOSE:
        # Every trick is needed for the bid, this one first.
        return winning
    return plays


def keeping_covers(decision: CardPlay, plays: list[Play]) -> list[Play]:
    """Without those that throw a high card away and keep a lower one, while the partner's zero needs what covers it.

    A lower one is as good as the high one where no card that is out lies between the two.
    """
    seen, worth = decision.seen, decision.worth
    partner = partner_of(seen.rules, seen.table, decision.seat)
    if partner is None or seen.led is None or worth.unit_of[partner] == decision.unit:
        return plays
    suit_of = seen.rules.cards.suit_of
    if suit_of[plays[0].card] == seen.led or not _stands(decision, partner) or _stands(decision, decision.seat):
        return plays
    by_rank, out = rank_masks(seen.rules), decision.unseen.cards
    kept = []
    for fact in plays:
        suit = suit_of[fact.card]
        lower = by_rank.lower[fact.card] & decision.unseen.own & decision.unseen.masks[suit]
        between = 0
        for card in cards_of(lower):
            between |= by_rank.lower[fact.card] & by_rank.higher[card] & out
        if suit == SPADES or not between:
            kept.append(fact)
    return kept or plays


def _stands(decision: CardPlay, seat: int) -> bool:
    """Whether a seat's zero is alive."""
    unit = decision.worth.unit_of[seat]
    return decision.worth.best_of(unit) == 0 and not decision.took[unit]

"""Plays that nobody forgives are not raced at all: simulated luck is no reason for them."""

from spades_tui.bots.cardplay import CardPlay
from spades_tui.bots.search.playout import SPARE_TO_HUNT
from spades_tui.bots.styles import PLAIN, Style
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

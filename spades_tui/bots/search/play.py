"""Choosing a card by search."""

from collections.abc import Iterator
from random import Random

from spades_tui.bots.cardplay import best_play, fair_plays
from spades_tui.bots.search.bits import LOW
from spades_tui.bots.search.deals import Deals
from spades_tui.bots.search.end_values import Bidding, EndValues, units_of
from spades_tui.bots.search.layout import Layout, layout
from spades_tui.bots.search.playout import after_card
from spades_tui.bots.search.race import Effort
from spades_tui.bots.search.ranking import weighed
from spades_tui.bots.search.vetoes import sensible
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.weighed import Weighed
from spades_tui.bots.worth import helping
from spades_tui.game.facts import Play
from spades_tui.seats import Observation


def weigh_cards(
    seen: Observation, seat: int, random: Random, effort: Effort, style: Style = PLAIN
) -> Iterator[tuple[Weighed, ...] | None]:
    """Weigh the cards that may be played; None while it goes on, at last the choices, best first."""
    plays = sensible(seen, seat, fair_plays(seen), style)
    usual = best_play(seen, seat, plays, style)
    bidding = Bidding(seen.bids, seen.blind, seen.contracts, seen.promises)
    failed = helping(seen.rules, seen.bids, seen.took)
    units = units_of(seen.rules, seen.standing, bidding, style.bag, failed)
    ends = EndValues(seen, seat, bidding, units, style.bag)
    deals = Deals(seen, seat, random)
    plan = deals.plan
    choices = _one_of_equals(plan, seen, deals, plays, usual)
    run = _PlayOuts(seen, deals, ends, choices)
    cards = sum(seen.sizes)
    yield from weighed(choices, effort, cards, deals, run)


def _one_of_equals(plan: Layout, seen: Observation, deals: Deals, plays: list[Play], usual: Play) -> list[Play]:
    """Of cards that stand next to each other among those still out, one is enough; the rule player's card is first."""
    out = [0, 0, 0, 0]
    for suit, bit in deals.cards:
        out[suit] |= bit
    if seen.trick:
        for played in seen.trick:
            out[plan.suit_of[played.card]] |= plan.bit_of[played.card]
    kept: dict[tuple[int, int, bool], Play] = {}
    for fact in (usual, *plays):
        suit = plan.suit_of[fact.card]
        bit = plan.bit_of[fact.card]
        low = fact.ace == "low"
        above = (out[suit] & -bit).bit_count()
        called = bool(plan.ace_bits[suit] & bit)
        kept.setdefault((suit * 20 + above, 2 if low else int(called), low), fact)
    return list(kept.values())


class _PlayOuts:
    """Plays one choice out in one deal."""

    def __init__(self, seen: Observation, deals: Deals, ends: EndValues, choices: list[Play]) -> None:
        plan = layout(seen.rules)
        self.ends = ends
        self.me = deals.me
        self.choices = []
        for fact in choices:
            suit, bit = plan.suit_of[fact.card], plan.bit_of[fact.card]
            position = after_card(ends.table, ends.start, suit, LOW if fact.ace == "low" else bit)
            self.choices.append((suit, bit, position))

    def __call__(self, choice: int, deal: list[list[int]]) -> tuple[float, bool, int]:
        suit, bit, position = self.choices[choice]
        return self.ends.end_after(deal, self.me, suit, bit, position)

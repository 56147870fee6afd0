"""Choosing a card by search."""

from collections.abc import Iterator
from random import Random

from spades_tui.bots.cardplay import best_play, fair_plays
from spades_tui.bots.search.deals import Deals
from spades_tui.bots.search.ends import Bidding, Ends, units_of
from spades_tui.bots.search.layout import LOW, Layout, bit_as_played, layout
from spades_tui.bots.search.playout import play_out
from spades_tui.bots.search.race import Effort
from spades_tui.bots.search.ranking import weighed
from spades_tui.bots.search.sensible import sensible
from spades_tui.bots.weighed import Weighed
from spades_tui.cards import SUIT_OF
from spades_tui.game.facts import Play
from spades_tui.seats import Observation


def weigh_cards(seen: Observation, seat: int, random: Random, effort: Effort) -> Iterator[tuple[Weighed, ...] | None]:
    """Weigh the cards that may be played; None while it goes on, at last the choices, best first."""
    plays = sensible(seen, seat, fair_plays(seen))
    usual = best_play(seen, seat, plays)
    bidding = Bidding(seen.bids, seen.blind, seen.contracts, seen.promises)
    ends = Ends(seen, seat, bidding, units_of(seen.rules, seen.standing, bidding))
    deals = Deals(seen, seat, random)
    plan = deals.plan
    choices = _different(plan, seen, deals, plays, usual)
    run = _Runs(seen, deals, ends, choices)
    cards = sum(seen.sizes)
    yield from weighed(choices, effort, cards, deals, run)


def _different(plan: Layout, seen: Observation, deals: Deals, plays: list[Play], usual: Play) -> list[Play]:
    """Of cards that stand next to each other among those still out, one is enough; the rule player's card is first."""
    out = [0, 0, 0, 0]
    for suit, bit in deals.cards:
        out[suit] |= bit
    if seen.trick:
        for played in seen.trick:
            out[SUIT_OF[played.card]] |= plan.bit_of[played.card]
    kept: dict[tuple[int, int, bool], Play] = {}
    for fact in (usual, *plays):
        suit = SUIT_OF[fact.card]
        bit = plan.bit_of[fact.card]
        low = fact.ace == "low"
        above = (out[suit] & -bit).bit_count()
        called = bool(plan.ace_bits[suit] & bit)
        kept.setdefault((suit * 20 + above, 2 if low else int(called), low), fact)
    return list(kept.values())


class _Runs:
    """Plays one choice out in one deal."""

    def __init__(self, seen: Observation, deals: Deals, ends: Ends, choices: list[Play]) -> None:
        plan = layout(seen.rules)
        self.ends = ends
        self.me = deals.me
        self.players = len(seen.table)
        self.choices = [
            (SUIT_OF[fact.card], plan.bit_of[fact.card], LOW if fact.ace == "low" else plan.bit_of[fact.card])
            for fact in choices
        ]
        self.lying = len(seen.trick)
        self.led = self.best_suit = -1
        self.best = self.holder = 0
        for played in seen.trick:
            suit = SUIT_OF[played.card]
            bit = bit_as_played(plan, played.value)
            player = seen.table.index(played.seat)
            if self.led < 0:
                self.led = suit
            if self.best_suit < 0 or (suit == self.best_suit and bit > self.best) or (suit == 3 != self.best_suit):
                self.best_suit, self.best, self.holder = suit, bit, player
        self.number = len(seen.tricks)
        self.rest = seen.rules.tricks - self.number
        self.broken = seen.broken

    def __call__(self, choice: int, deal: list[list[int]]) -> tuple[float, bool, int]:
        suit, bit, played = self.choices[choice]
        ends = self.ends
        hands = [hand[:] for hand in deal]
        hands[self.me][suit] ^= bit
        led, best_suit, best, holder = self.led, self.best_suit, self.best, self.holder
        if led < 0:
            led = suit
        if best_suit < 0 or (suit == best_suit and played > best) or (suit == 3 != best_suit):
            best_suit, best, holder = suit, played, self.me
        lying, number, rest = self.lying + 1, self.number, self.rest
        took = list(ends.took)
        winners: list[int] = []
        player = self.me + 1 if self.me + 1 < self.players else 0
        broken = self.broken or (suit == 3 and (ends.table.any_spade or led != 3))
        if lying == self.players:
            took[ends.table.unit_of[holder]] += 1
            winners.append(holder)
            player, led, best_suit, best, lying = holder, -1, -1, 0, 0
            number += 1
            rest -= 1
        play_out(ends.table, hands, player, led, best_suit, best, holder, lying, took, number, rest, broken, winners)
        return ends.value(took, winners), ends.made(took), ends.tricks(took)

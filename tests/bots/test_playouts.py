"""One set of rules: what the search plays out in its own layout is played again at the machine, card by card.

The play-out may choose what it likes; but each of its cards is legal at the machine, without a renege, and each trick
goes to the same seat.
"""

from dataclasses import dataclass, replace
from random import Random
from typing import Any

import pytest

from spades_tui.bots.search import playout, playout_cards
from spades_tui.bots.search.end_values import Bidding, EndValues, units_of
from spades_tui.bots.search.layout import LOW, Layout, bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.playout import after_card, play_out
from spades_tui.cards import ACES, SUIT_OF, cards_of, hand_of
from spades_tui.game import machine, playing
from spades_tui.game.dealing import playing_seats
from spades_tui.game.facts import Deal, Play, Redeal, SeatFact
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game, spades_open
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import observe
from tests.bots.tables import NAMES, TABLES, rules_of

TABLES = [*TABLES, ("3b-five", {})]
NAMES = [*NAMES, "3b-five called"]
QUICK_DEALS = 2_000
MANY_DEALS = 20_000
SAME_BIDS = 4
"""Deals that are played out with the same bids."""


@dataclass(frozen=True)
class Chosen:
    """A card that a play-out has chosen."""

    to: str
    """To `lead`, to `follow`, or to `discard`."""
    suit: int | None
    """None for a card that follows: the suit led."""
    played: int
    """Its bit as played."""
    spades_open: bool = False
    """With a lead: whether the play-out took spades to be open to everybody."""


Cards = list[Chosen]


def dealt(rules: Ruleset, random: Random) -> GameState:
    """A game in which a hand has just been dealt."""
    state = new_game(rules, random.randrange(rules.seats))
    pack = list(rules.cards.pack)
    random.shuffle(pack)
    table = playing_seats(rules, state.next_dealer)
    hands = [hand_of(pack.pop() for _ in range(rules.tricks)) if seat in table else None for seat in range(rules.seats)]
    extra = pack.pop() if rules.variant.deal.extra else None
    dead = hand_of(pack) if rules.variant.deal.dead_hands else None
    return machine.apply(state, Deal(state.next_hand, state.next_dealer, tuple(hands), extra, dead))[0]


def any_fact(state: GameState, random: Random) -> SeatFact:
    """Something that the seat on turn may do, by chance; of bids zero more often than its share."""
    legal = [fact for fact in machine.legal(state) if not isinstance(fact, Redeal)]
    if state.phase == Phase.BID and random.random() < 0.2:
        return min(legal, key=lambda fact: getattr(fact, "bid", 99))
    return random.choice(legal)


def any_card(state: GameState, random: Random) -> Play:
    """A card that may be played, by chance: one in ten is a renege where the machine lets it pass, aces are called."""
    cards = playing.playable(state) if random.random() < 0.1 else playing.following(state)
    card = random.choice(list(cards_of(cards)))
    called = state.rules.ace_call is not None and card in ACES
    return Play(state.current.player, card, random.choice(["high", "low", None]) if called else None)


def bid(rules: Ruleset, random: Random) -> GameState:
    """A game before the first card of its first hand."""
    state = dealt(rules, random)
    while state.phase != Phase.PLAY:
        state = machine.apply(state, any_fact(state, random))[0]
    return state


def dealt_anew(state: GameState, random: Random) -> GameState:
    """The same bids on other cards."""
    hand = state.current
    pool = [card for held in hand.holding for card in cards_of(held)]
    random.shuffle(pool)
    holding = [hand_of(pool.pop() for _ in range(held.bit_count())) for held in hand.holding]
    return replace(state, hand=replace(hand, holding=tuple(holding)))


def played(state: GameState, random: Random) -> GameState:
    """Some cards further, in one case of three none; two cards at least are left."""
    most = len(state.current.table) * state.rules.tricks - 2
    for _ in range(random.choice([0, random.randint(0, most), random.randint(0, most)])):
        state = machine.apply(state, any_card(state, random))[0]
    return state


def ends_at(state: GameState) -> EndValues:
    """What a search builds from what the seat on turn sees."""
    seat = state.current.player
    seen = observe(state, seat)
    bidding = Bidding(seen.bids, seen.blind, seen.contracts, seen.promises)
    return EndValues(seen, seat, bidding, units_of(state.rules, seen.standing, bidding))


def as_fact(plan: Layout, state: GameState, suit: int, played: int) -> Play:
    """A card of the play-out as a fact for the machine."""
    bit = plan.ace_bits[suit] if played == LOW else played
    call = "low" if played == LOW else "high" if bit == plan.ace_bits[suit] else None
    return Play(state.current.player, plan.card_at[suit][bit.bit_length() - 1], call)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> Cards:
    """The cards that play-outs choose, in the order of play."""
    cards: Cards = []
    lead, follow, discard = playout_cards.lead, playout_cards.follow, playout_cards.discard

    def note_lead(hand: Any, out: Any, aces: Any, spades_open: bool, *more: Any) -> tuple[int, int]:
        suit, played = lead(hand, out, aces, spades_open, *more)
        cards.append(Chosen("lead", suit, played, spades_open))
        return suit, played

    def note_follow(*situation: Any) -> int:
        played = follow(*situation)
        cards.append(Chosen("follow", None, played))
        return played

    def note_discard(*situation: Any) -> tuple[int, int]:
        suit, played = discard(*situation)
        cards.append(Chosen("discard", suit, played))
        return suit, played

    monkeypatch.setattr(playout, "lead", note_lead)
    monkeypatch.setattr(playout, "follow", note_follow)
    monkeypatch.setattr(playout, "discard", note_discard)
    return cards


def compare(state: GameState, random: Random, chosen: Cards) -> None:
    """Play a deal out from where it stands, in half of the cases after one more card, and again at the machine."""
    plan = layout(state.rules)
    ends = ends_at(state)
    start = ends.start
    if random.random() < 0.5:
        state = machine.apply(state, any_card(state, random))[0]
        laid = (state.current.trick or state.current.tricks[-1])[-1]
        start = after_card(ends.table, start, SUIT_OF[laid.card], bit_as_played(plan, laid.value))
    table = state.current.table
    assert table[start.player] == state.current.player
    assert start.broken == state.current.broken
    chosen.clear()
    took, winners = play_out(ends.table, [hand_by_suit(plan, state.current.holding[seat]) for seat in table], start)
    assert len(chosen) == sum(held.bit_count() for held in state.current.holding)
    for card in chosen:
        hand = state.current
        assert (card.to == "lead") == (hand.led is None)
        if card.to == "lead":
            assert card.spades_open == spades_open(state.rules, hand)
        suit = card.suit if card.suit is not None else hand.led
        assert suit is not None
        assert (card.to == "discard") == (hand.led is not None and suit != hand.led)
        fact = as_fact(plan, state, suit, card.played)
        assert playing.following(state) >> fact.card & 1, "a renege"
        state = machine.apply(state, fact)[0]  # raises where it is not legal
    assert state.phase == Phase.PLAYED
    assert tuple(table[player] for player in winners) == state.current.winners
    by_unit = [0] * len(took)
    for player, unit in enumerate(ends.table.unit_of):
        by_unit[unit] += state.current.took[table[player]]
    assert took == by_unit


def compare_many(number: int, deals: int, chosen: Cards) -> None:
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    for begun in range(0, deals, SAME_BIDS):
        random = Random(f"{NAMES[number]} {begun}")
        state = bid(rules, random)
        for _ in range(SAME_BIDS):
            compare(played(dealt_anew(state, random), random), random, chosen)


@pytest.mark.rule("C-6", "C-7", "SB-3", "JK-6", "BM-2", "3B-3", "3B-10")
@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_a_play_out_is_a_play_at_the_machine(number: int, chosen: Cards) -> None:
    compare_many(number, -(-QUICK_DEALS // len(TABLES)), chosen)


@pytest.mark.slow
@pytest.mark.rule("C-6", "C-7")
@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_many_play_outs_are_plays_at_the_machine(number: int, chosen: Cards) -> None:
    compare_many(number, -(-MANY_DEALS // len(TABLES)), chosen)

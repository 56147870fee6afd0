"""Play-outs follow the rules: each one is repeated on the state machine, card by card.

The play-out is free to choose, but the machine must accept each card without a renege and give each trick to the same
seat. The cards must be those that `plain_playout` plays.
"""

from collections.abc import Iterator
from itertools import islice
from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots.search.layout import CardPlaces, bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.playout import PlayoutTable, TrickPosition, after_card, packed_tricks, play_out
from spades_tui.bots.search.suit_sets import LOW
from spades_tui.cards import ACES, FACE_SUIT, SPADES, cards_of, hand_of
from spades_tui.game import machine, playable, sequence
from spades_tui.game.events import Deal, Play, Redeal, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from tests import few
from tests.bots import plain_playout
from tests.bots.at_random import ends_at
from tests.bots.plain_playout import Chosen
from tests.bots.tables import NAMES, TABLES, rules_of
from tests.quick_cases import slow_but

TABLES = [
    *TABLES,
    ("3b-five", {}),
    ("classic", {"first_trick": "no_spade", "lead_spades": "any"}),
    ("classic", {"first_trick": "no_spade", "opening": "lowest_club"}),
    ("joker-deuces", {}),
    ("sandbags", {"must_beat": {}}),
    ("jokers", {"must_beat": {"void": "spade"}}),
    ("cutthroat-three", {"must_beat": {"follow": False}}),
]
NAMES = [
    *NAMES,
    "3b-five called",
    "classic no spade",
    "classic lowest club",
    "joker-deuces",
    "must beat",
    "must trump",
    "must ruff",
]
FEW = (0, NAMES.index("joker-deuces"))
"""Tables of quick tests that are the same for each table."""
QUICK_DEALS = 2_000
MANY_DEALS = few(20_000)
SAME_BIDS = 4
"""Number of deals played out with the same bids."""


def dealt(rules: Ruleset, random: Random) -> GameState:
    """Return a game in which a hand has just been dealt."""
    state = new_game(rules, random.randrange(rules.seats))
    pack = list(rules.cards.pack)
    random.shuffle(pack)
    table = playing_seats(rules, state.next_dealer)
    hands = [hand_of(pack.pop() for _ in range(rules.tricks)) if seat in table else None for seat in range(rules.seats)]
    extra = pack.pop() if rules.variant.deal.extra else None
    dead = hand_of(pack) if rules.variant.deal.dead_hands else None
    return machine.apply(state, Deal(state.next_hand, state.next_dealer, tuple(hands), extra, dead=dead))[0]


def any_event(state: GameState, random: Random) -> SeatEvent:
    """Return a random event for the seat on turn; zeros come more often than other bids."""
    legal = [event for event in machine.legal(state) if not isinstance(event, Redeal)]
    if state.phase == Phase.BID and random.random() < 0.2:
        return min(legal, key=lambda event: getattr(event, "bid", 99))
    return random.choice(legal)


def any_card(state: GameState, random: Random) -> Play:
    """Return a random playable card; one in ten may be a renege if the rules allow it, and aces are called."""
    cards = (playable.playable if random.random() < 0.1 else playable.follows)(state.rules, state.current)
    card = random.choice(list(cards_of(cards)))
    called = state.rules.ace_call is not None and card in ACES
    return Play(state.current.player, card, random.choice(["high", "low", None]) if called else None)


def bid(rules: Ruleset, random: Random) -> GameState:
    """Return a game before the first card of its first hand."""
    state = dealt(rules, random)
    while state.phase != Phase.PLAY:
        state = machine.apply(state, any_event(state, random))[0]
    return state


def dealt_anew(state: GameState, random: Random) -> GameState:
    """Return the same bids with other cards."""
    hand = state.current
    pool = [card for held in hand.holding for card in cards_of(held)]
    random.shuffle(pool)
    holding = [hand_of(pool.pop() for _ in range(held.bit_count())) for held in hand.holding]
    hand = replace(hand, holding=tuple(holding))
    if state.rules.opening is not None:
        hand = replace(hand, player=sequence.holder_of_lowest_club(state.rules, hand))
    return replace(state, hand=hand)


def played(state: GameState, random: Random) -> GameState:
    """Play some cards, or none in a third of the cases; at least two cards are left."""
    most = len(state.current.table) * state.rules.tricks - 2
    for _ in range(random.choice([0, random.randint(0, most), random.randint(0, most)])):
        state = machine.apply(state, any_card(state, random))[0]
    return state


def as_event(plan: CardPlaces, state: GameState, suit: int, played: int) -> Play:
    """Return a card of the play-out as an event for the machine."""
    bit = plan.ace_bits[suit] if played == LOW else played
    call = "low" if played == LOW else "high" if bit == plan.ace_bits[suit] else None
    return Play(state.current.player, plan.card_at[suit][bit.bit_length() - 1], call)


def by_suit(hands: list[list[int]]) -> list[list[int]]:
    """Return hands in the form of the fast play-out."""
    return [list(cards) for cards in zip(*hands, strict=True)]


def compare_fast(
    table: PlayoutTable, hands: list[list[int]], start: TrickPosition
) -> tuple[int, list[int], list[Chosen]]:
    """Check that the plain and the fast play-out play the same cards, and that the same players win."""
    count, winners, chosen = plain_playout.play_out(table, [hand[:] for hand in hands], start)
    left = by_suit(hands)
    to_come = iter(chosen)
    player, lying = start.player, start.lying
    for until in range(len(start.winners) + 1, table.tricks + 1):
        held = by_suit(hands)
        reached = play_out(table, held, start, until)
        assert reached.winners == winners[:until]
        end = play_out(table, [row[:] for row in held], reached, table.tricks)
        assert (end.count, end.winners) == (count, winners)
        if until == 1 and not lying and table.opening >= 0:
            player = next(n for n, cards in enumerate(left[chosen[0].suit]) if cards & chosen[0].played)
        for card in islice(to_come, table.players - lying):
            left[card.suit][player] ^= table.ace_bits[card.suit] if card.played == LOW else card.played
            player = (player + 1) % table.players
        assert held == left
        player, lying = winners[until - 1], 0
    end = play_out(table, by_suit(hands), start, table.tricks)
    assert (end.count, end.winners) == (count, winners)
    return count, winners, chosen


def compare(state: GameState, random: Random) -> None:
    """Repeat a play-out on the machine, in half of the cases after one more card."""
    plan = layout(state.rules)
    ends = ends_at(state)
    start = ends.start
    if random.random() < 0.5:
        state = machine.apply(state, any_card(state, random))[0]
        laid = (state.current.trick or state.current.tricks[-1])[-1]
        start = after_card(ends.table, start, plan.suit_of[laid.card], bit_as_played(plan, laid.value))
    table = state.current.table
    assert table[start.player] == state.current.player
    assert start.broken == state.current.broken
    hands = [hand_by_suit(plan, state.current.holding[seat]) for seat in table]
    count, winners, chosen = compare_fast(ends.table, hands, start)
    assert len(chosen) == sum(held.bit_count() for held in state.current.holding)
    for card in chosen:
        hand = state.current
        assert (card.to == "lead") == (hand.led is None)
        if card.to == "lead":
            assert card.spades_open == (hand.broken or state.rules.lead.spades == "always")
        assert (card.to == "discard") == (hand.led is not None and card.suit != hand.led)
        event = as_event(plan, state, card.suit, card.played)
        assert playable.follows(state.rules, state.current) >> event.card & 1, "a renege"
        state = machine.apply(state, event)[0]  # raises IllegalEvent for an illegal card
    assert state.phase == Phase.PLAYED
    assert tuple(table[player] for player in winners) == state.current.winners
    by_unit = [0] * len(ends.table.worth)
    for player, unit in enumerate(ends.table.unit_of):
        by_unit[unit] += state.current.took[table[player]]
    assert count == packed_tricks(by_unit)


def compare_many(number: int, deals: int) -> None:
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    for begun in range(0, deals, SAME_BIDS):
        random = Random(f"{NAMES[number]} {begun}")
        state = bid(rules, random)
        for _ in range(SAME_BIDS):
            compare(played(dealt_anew(state, random), random), random)


@pytest.mark.rule("C-6", "C-7", "SB-3", "JK-6", "BM-2", "3B-3", "3B-10", "NL-3", "JD-1")
@pytest.mark.parametrize("number", FEW)
def test_the_machine_accepts_a_play_out(number: int) -> None:
    compare_many(number, -(-QUICK_DEALS // len(TABLES)))


def compare_slips(state: GameState, random: Random) -> None:
    """Play a hand out with random cards, trick by trick; the machine must accept each card and give the same tricks."""
    plan, ends = layout(state.rules), ends_at(state)
    table, seats = ends.table, state.current.table
    table.random = random.random
    # Rules may call an ace low, which the hands don't show.
    table.slips = 1.0 if any(table.ace_bits) else random.choice([0.3, 1.0])
    held = by_suit([hand_by_suit(plan, state.current.holding[seat]) for seat in seats])
    position = ends.start
    to_come = table.players - position.lying
    while len(position.winners) < table.tricks:
        before = [row[:] for row in held]
        position = play_out(table, held, position, len(position.winners) + 1)
        for _ in range(to_come):
            player = seats.index(state.current.player)
            played = [old[player] ^ new[player] for old, new in zip(before, held, strict=True)]
            suit = next(suit for suit, card in enumerate(played) if card)
            event = as_event(plan, state, suit, played[suit])
            assert playable.follows(state.rules, state.current) >> event.card & 1, "a renege"
            state = machine.apply(state, event)[0]  # raises IllegalEvent for an illegal card
        assert tuple(seats[winner] for winner in position.winners) == state.current.winners
        to_come = table.players
    assert not any(any(row) for row in held)


@pytest.mark.rule("C-6", "C-7", "SB-3", "JK-6", "3B-10", "NL-3", "CB-1")
@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_the_machine_accepts_random_cards_of_a_play_out(number: int) -> None:
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    random = Random(f"slips {NAMES[number]}")
    state = bid(rules, random)
    for _ in range(40):
        compare_slips(played(dealt_anew(state, random), random), random)


@pytest.mark.slow
@pytest.mark.rule("C-6", "C-7")
@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_the_machine_accepts_many_play_outs(number: int) -> None:
    compare_many(number, -(-MANY_DEALS // len(TABLES)))


def first_tricks(number: int, deals: int) -> Iterator[tuple[PlayoutTable, list[list[int]], TrickPosition]]:
    """Yield hands before the first card at one of the tables, so uneven that many players can't follow suit."""
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    random = Random(f"first {NAMES[number]}")
    for _ in range(deals):
        state = bid(rules, random)
        ends = ends_at(state)
        pool = [card for held in state.current.holding for card in cards_of(held)]
        pool.sort(key=lambda card: FACE_SUIT[card] + 3 * random.random())
        hands = [hand_of(pool[n * rules.tricks : (n + 1) * rules.tricks]) for n in range(ends.table.players)]
        yield ends.table, [hand_by_suit(layout(rules), held) for held in hands], ends.start


@pytest.mark.parametrize("number", slow_but(FEW, range(len(TABLES))), ids=NAMES)
def test_play_outs_keep_spades_out_of_the_first_trick(number: int) -> None:
    thrown = 0
    for table, hands, start in first_tricks(number, 40):
        table.first_no_spade = True
        _, _, chosen = compare_fast(table, hands, start)
        for place, card in enumerate(chosen[: table.players]):
            if card.suit == SPADES and chosen[0].suit != SPADES:
                hand = hands[(start.player + place) % table.players]
                assert not any(hand[:SPADES])
            thrown += card.to == "discard"
        assert chosen[0].suit != SPADES or not any(hands[start.player][:SPADES])
    assert thrown


@pytest.mark.parametrize("number", slow_but(FEW, range(len(TABLES))), ids=NAMES)
def test_the_lowest_card_of_the_opening_suit_is_led_first(number: int) -> None:
    for table, hands, start in first_tricks(number, 40):
        table.opening = 0
        _, winners, chosen = compare_fast(table, hands, start)
        lowest = min(hand[0] & -hand[0] for hand in hands if hand[0])
        assert (chosen[0].suit, chosen[0].played) == (0, lowest)
        assert len(winners) == table.tricks


def test_without_a_card_of_the_opening_suit_the_player_on_turn_leads() -> None:
    table, _, start = next(first_tricks(0, 1))
    table.tricks = 3
    table.opening = 0
    hands = [[0, 0b1110 << 3 * player, 0, 0] for player in range(table.players)]
    _, _, chosen = compare_fast(table, hands, start)
    assert chosen[0].suit == 1
    assert chosen[0].played & hands[start.player][1]

"""Play-outs follow the rules: each one is repeated on the state machine, card by card.

The play-out is free to choose, but the machine must accept each card without a renege and give each trick to the same
seat. Digests notice another choice. If you mean one, run ``python -m tests.bots.test_playouts``, and put what it prints
in place of `CHOSEN`.
"""

from collections.abc import Iterator
from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots.search.layout import CardPlaces, bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.playout import PlayoutTable, TrickPosition, after_card, packed_tricks, play_out
from spades_tui.cards import ACES, FACE_SUIT, SPADES, cards_of, hand_of
from spades_tui.game import machine, playable, sequence
from spades_tui.game.events import Deal, Play, Redeal, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from tests import few
from tests.bots.at_random import ends_at
from tests.bots.tables import NAMES, TABLES, rules_of
from tests.frozen import digest, source_of
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
CHOSEN = {
    "sandbags": "d28572646947b7e9",
    "jokers": "a74e516ff278ece2",
    "jokers enforcement double_sets bag_penalty new_deal": "1bb66350337a39de",
    "jokers ten_or_less blind_ten_400": "0474d71ea044efa4",
    "bemo": "782ec7ec2441ec41",
    "bemo enforcement": "7c51d1ad6c58e497",
    "3b-three": "2f2a33cf664cd738",
    "3b-four": "f4eb3c6d4af1497b",
    "3b-four joker": "af24fba93f459843",
    "3b-five aces": "5398ef3676122cb9",
    "3b-five called": "cbe9327888e4d302",
    "classic no spade": "cc413f7d0c01027d",
    "classic lowest club": "fccf82185eee9337",
    "joker-deuces": "6b3c9abbefe4a739",
    "must beat": "4dd67c4b118ab69a",
    "must trump": "0a57137b82b60541",
    "must ruff": "9d89e77069cc2685",
}
"""By table."""
FEW = (0, NAMES.index("joker-deuces"))
"""Tables of quick tests that are the same for each table."""
QUICK_DEALS = 2_000
MANY_DEALS = few(20_000)
FROZEN = 100
"""Number of play-outs in a digest."""
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


def by_suit(hands: list[list[int]]) -> list[list[int]]:
    """Return hands in the form of the fast play-out."""
    return [list(cards) for cards in zip(*hands, strict=True)]


def tricks_of(plan: CardPlaces, state: GameState, played: list[list[int]], to_come: int) -> Iterator[GameState]:
    """Yield each state of the machine after the cards that each player has played to a trick.

    The hands of a play-out don't show whether an ace was called low, so both calls are tried. Raises IllegalEvent for
    an illegal card.
    """
    if not to_come:
        yield state
        return
    cards = played[state.current.table.index(state.current.player)]
    suit = next(suit for suit, card in enumerate(cards) if card)
    card = plan.card_at[suit][cards[suit].bit_length() - 1]
    assert playable.follows(state.rules, state.current) >> card & 1, "a renege"
    calls = ("high", "low") if cards[suit] == plan.ace_bits[suit] else (None,)
    for call in calls:
        after = machine.apply(state, Play(state.current.player, card, call))[0]
        yield from tricks_of(plan, after, played, to_come - 1)


def compare(state: GameState, random: Random, slips: float = 0.0) -> None:
    """Repeat a play-out on the machine, trick by trick, in half of the cases after one more card.

    `slips` is the share of random cards.
    """
    plan = layout(state.rules)
    ends = ends_at(state)
    start = ends.start
    if random.random() < 0.5:
        state = machine.apply(state, any_card(state, random))[0]
        laid = (state.current.trick or state.current.tricks[-1])[-1]
        start = after_card(ends.table, start, plan.suit_of[laid.card], bit_as_played(plan, laid.value))
    table, seats = ends.table, state.current.table
    assert seats[start.player] == state.current.player
    assert start.broken == state.current.broken
    table.random, table.slips = random.random, slips
    held = by_suit([hand_by_suit(plan, state.current.holding[seat]) for seat in seats])
    at_once = play_out(table, [row[:] for row in held], start, table.tricks)
    position, to_come = start, table.players - start.lying
    while len(position.winners) < table.tricks:
        before = [row[:] for row in held]
        position = play_out(table, held, position, len(position.winners) + 1)
        played = [
            [old[player] ^ new[player] for old, new in zip(before, held, strict=True)] for player in range(len(seats))
        ]
        winners = tuple(seats[winner] for winner in position.winners)
        ways = tricks_of(plan, state, played, to_come)
        state = next(after for after in ways if after.current.winners == winners)
        to_come = table.players
    assert not any(any(row) for row in held)
    assert state.phase == Phase.PLAYED
    by_unit = [0] * len(table.worth)
    for player, unit in enumerate(table.unit_of):
        by_unit[unit] += state.current.took[seats[player]]
    assert position.count == packed_tricks(by_unit)
    assert slips or (at_once.count, at_once.winners) == (position.count, position.winners)


def chosen(number: int) -> str:
    """Return a digest of the cards left in each hand after each trick of many play-outs."""
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    hands = []
    for group in range(FROZEN // SAME_BIDS):
        random = Random(f"chosen {NAMES[number]} {group}")
        state = bid(rules, random)
        for _ in range(SAME_BIDS):
            begun = played(dealt_anew(state, random), random)
            ends, hand = ends_at(begun), begun.current
            held = by_suit([hand_by_suit(layout(rules), hand.holding[seat]) for seat in hand.table])
            position = ends.start
            while len(position.winners) < ends.table.tricks:
                position = play_out(ends.table, held, position, len(position.winners) + 1)
                hands.append(f"{held} {position.winners}")
    return digest(hands)


@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_play_outs_choose_as_in_the_last_commit(number: int) -> None:
    assert chosen(number) == CHOSEN[NAMES[number]], "see the top of this file"


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


@pytest.mark.rule("C-6", "C-7", "SB-3", "JK-6", "3B-10", "NL-3", "CB-1")
@pytest.mark.parametrize("number", range(len(TABLES)), ids=NAMES)
def test_the_machine_accepts_random_cards_of_a_play_out(number: int) -> None:
    slug, options = TABLES[number]
    rules = rules_of(slug, **options)
    random = Random(f"slips {NAMES[number]}")
    state = bid(rules, random)
    for _ in range(40):
        compare(played(dealt_anew(state, random), random), random, slips=random.choice([0.3, 1.0]))


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


def first_cards(table: PlayoutTable, hands: list[list[int]], start: TrickPosition) -> list[tuple[int, int]]:
    """Return the suit and the bit of the card that each player plays to the first trick."""
    held = by_suit(hands)
    play_out(table, held, start, 1)
    cards = []
    for player, before in enumerate(hands):
        played = [old ^ held[suit][player] for suit, old in enumerate(before)]
        suit = next(suit for suit, card in enumerate(played) if card)
        cards.append((suit, played[suit]))
    return cards


@pytest.mark.parametrize("number", slow_but(FEW, range(len(TABLES))), ids=NAMES)
def test_play_outs_keep_spades_out_of_the_first_trick(number: int) -> None:
    discards = 0
    for table, hands, start in first_tricks(number, 40):
        table.first_no_spade = True
        cards = first_cards(table, hands, start)
        led = cards[start.player][0]
        assert led != SPADES or not any(hands[start.player][:SPADES])
        for (suit, _), hand in zip(cards, hands, strict=True):
            assert suit != SPADES or not any(hand[:SPADES])
            discards += suit not in (led, SPADES)
    assert discards


@pytest.mark.parametrize("number", slow_but(FEW, range(len(TABLES))), ids=NAMES)
def test_the_lowest_card_of_the_opening_suit_is_led_first(number: int) -> None:
    for table, hands, start in first_tricks(number, 40):
        table.opening = 0
        lowest = min(hand[0] & -hand[0] for hand in hands if hand[0])
        assert (0, lowest) in first_cards(table, hands, start)
        assert len(play_out(table, by_suit(hands), start, table.tricks).winners) == table.tricks


def test_without_a_card_of_the_opening_suit_the_player_on_turn_leads() -> None:
    table, _, start = next(first_tricks(0, 1))
    table.tricks = 3
    table.opening = 0
    hands = [[0, 0b1110 << 3 * player, 0, 0] for player in range(table.players)]
    assert all(suit == 1 for suit, _ in first_cards(table, hands, start))


if __name__ == "__main__":
    print(source_of("CHOSEN", {name: chosen(number) for number, name in enumerate(NAMES)}))

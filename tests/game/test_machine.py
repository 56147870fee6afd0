"""In random games, the machine accepts exactly the legal events, loses no card and leaks nothing."""

import random
import re

import pytest
from msgspec.structs import fields, replace

from spades_tui import cards
from spades_tui.game import events, machine
from spades_tui.game.events import Event, SeatEvent
from spades_tui.game.events.deal import Proof
from spades_tui.game.findings import HandScore
from spades_tui.game.history import History
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.game.trick import winning
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import options_of
from spades_tui.seats.observer import observe
from spades_tui.secrecy import Hidden, PartlyHidden
from tests import few
from tests.game.at_random import SWITCHES, check_cards, every_event, random_deal
from tests.game.scrambling import scrambled
from tests.game.tables import rules_of
from tests.games import SLUGS


def test_the_list_of_events_covers_every_kind() -> None:
    tried = {type(event) for event in every_event(ruleset(shipped()["jokers"]))}
    unheard = {events.Claim, events.TakeBack}  # These depend on the cards and on earlier events.
    assert tried == {*events.TURN_EVENTS, *events.ASIDE_EVENTS} - unheard


def check_legal(state: GameState, universe: list[SeatEvent]) -> None:
    """Check that the observations offer exactly the accepted events."""
    offered: set[SeatEvent] = set()
    for seat in range(state.rules.seats):
        seen = observe(state, seat)
        assert len(set(seen.legal)) == len(seen.legal)
        offered |= {*seen.legal, *seen.aside}
    for event in offered:
        after, _ = machine.apply(state, event)
        assert after is not state
    called = state.rules.ace_call is not None and state.phase == Phase.PLAY
    for event in universe:
        if event in offered:
            continue
        if isinstance(event, events.Bone | events.ZeroBuddy) and machine.refusal(state, event) is None:
            continue  # The same dump or mark is not offered twice.
        if called and isinstance(event, events.Play) and replace(event, ace="high") in offered:
            continue  # Observations offer aces with a call.
        reason = machine.refusal(state, event)
        assert reason is not None, f"{event!r} in {state.phase}"
        assert not reason.sentence[0].islower()
        assert not reason.sentence.endswith(".")
        with pytest.raises(IllegalEvent):
            machine.apply(state, event)


def first_leader(state: GameState) -> int:
    """Return the leader of the first trick: the dealer's left, or the holder of the lowest club (C-5, NL-3)."""
    rules, hand = state.rules, state.current
    if rules.opening is None or (state.phase != Phase.PLAY and hand.claimed is None):
        return hand.table[0]
    had = {seat: hand.holding[seat] for seat in hand.table}
    for laid in hand.trick:
        had[laid.seat] |= 1 << laid.card
    clubs = [card for card in rules.cards.pack if rules.cards.suit_of[card] == cards.CLUBS]
    for card in sorted(clubs, key=lambda card: rules.cards.ranks[card]):
        for seat, held in had.items():
            if held >> card & 1:
                return seat
    raise AssertionError("no club is in play")


def check_trick(state: GameState) -> None:
    """Check that the state describes the trick on the table."""
    hand = state.current
    first = hand.trick[0] if hand.trick else None
    assert hand.led == (state.rules.cards.suit_of[first.card] if first else None)
    assert (hand.best.seat if hand.best else None) == winning(state.rules.cards, hand.trick)
    leader = first.seat if first else hand.winners[-1] if hand.winners else first_leader(state)
    assert hand.leader == leader
    if first and not hand.tricks:
        assert leader == first_leader(state)
    if len(hand.trick) < len(hand.table):
        assert hand.player == hand.table[(hand.table.index(leader) + len(hand.trick)) % len(hand.table)]


def shape(value: object) -> str:
    """Return a `repr` without addresses."""
    return re.sub(r"0x[0-9a-f]+", "0x", repr(value))


def check_secrecy(state: GameState, rng: random.Random) -> None:
    """Check that an observation doesn't depend on unseen cards, and that a `repr` shows no hidden card."""
    hand = state.current
    on_table = cards.hand_of(one.card for trick in (*hand.tricks, hand.trick) for one in trick)
    if hand.dead is not None and state.standing.hands >= hand.number:
        on_table |= hand.dead
    other = scrambled(state, on_table, rng)
    assert shape(state) == shape(other)
    assert shape(state.hand) == shape(other.hand)
    for seat in (*range(state.rules.seats), None):
        seen = observe(state, seat)
        fixed = on_table
        if seat is not None:
            fixed |= seen.own or 0
            fixed |= hand.thrown[seat] | hand.passed[seat]
            if seen.draft is not None:
                fixed |= seen.draft.away | (1 << seen.draft.top if seen.draft.top is not None else 0)
        for _ in range(2):
            assert observe(scrambled(state, fixed, rng), seat) == seen
        # A repr doesn't even show the seat's own cards.
        assert shape(observe(other, seat)) == shape(seen)


def check_turn(state: GameState) -> None:
    """Check that a seat is on turn only when it has a choice."""
    seat, legal = machine.on_turn(state), machine.legal(state)
    assert {event.seat for event in legal} == ({seat} - {None})
    assert (seat is None) == (state.phase in (Phase.DEAL, Phase.PLAYED, Phase.OVER))


def walk(slug: str, seed: int, hands: int, *, thorough: float) -> History:
    """Play a random game and check every step."""
    rng = random.Random(f"walk {slug} {seed}")
    options = {name: rng.choice(values) for name, values in SWITCHES[slug].items() if rng.random() < 0.5}
    if rng.random() < 0.3:
        options["take_back"] = True
    if rng.random() < 0.3:
        options["undo"] = True
    rules = rules_of(slug, **options)
    universe = every_event(rules)
    course = History(new_game(rules, rng.randrange(rules.seats)))
    done: list[Event] = []
    totals = [0] * len(rules.sides)
    if rules.blind and rules.blind.behind and rng.random() < 0.5:
        totals = [150, 0]
        course.state = replace(course.state, standing=replace(course.state.standing, totals=tuple(totals)))
    start = course.state

    def do(event: Event) -> None:
        done.append(event)
        for found in course.do(event):
            if isinstance(found, HandScore):
                assert sum(line.points for line in found.lines) == sum(found.points)
                for side, points in enumerate(found.points):
                    totals[side] += points
                assert found.totals == tuple(totals) == course.state.standing.totals

    while course.state.phase != Phase.OVER and course.state.standing.hands < hands:
        state = course.state
        check_turn(state)
        if state.phase == Phase.DEAL:
            do(random_deal(state, rng))
            continue
        check_cards(state)
        check_trick(state)
        if rng.random() < thorough:
            check_legal(state, universe)
            check_secrecy(state, rng)
        aside = [event for seat in range(rules.seats) for event in observe(state, seat).aside]
        if aside and rng.random() < 0.2:
            do(rng.choice(aside))
        elif state.phase == Phase.PLAYED:
            do(events.Score())
        elif (rules.take_back or rules.undo) and rng.random() < 0.1:
            able = [seat for seat in range(rules.seats) if course.refusal(events.TakeBack(seat)) is None]
            if able:
                do(events.TakeBack(rng.choice(able)))
        else:
            seat = machine.on_turn(state)
            claim = events.Claim(seat or 0, rules.tricks - len(state.current.tricks))
            legal = machine.legal(state)
            assert legal
            quiet = [event for event in legal if isinstance(event, events.Stand)]
            if quiet and rng.random() < 0.7:
                do(quiet[0])
            elif rng.random() < 0.2 and machine.refusal(state, claim) is None:
                do(claim)
            else:
                do(rng.choice(legal))
    again = History(start)
    for event in done:
        again.do(event)
    assert again.state == course.state
    return course


def test_random_games_use_every_option_of_every_game() -> None:
    assert set(SWITCHES) == set(shipped())
    for slug, variant in shipped().items():
        options = {option.name for option in options_of(variant)}
        assert set(SWITCHES[slug]) == options - {"take_back", "undo", "slip"}, slug


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize("slug", SWITCHES)
def test_random_games_lose_no_card_and_leak_nothing(slug: str, seed: int) -> None:
    course = walk(slug, seed, 2, thorough=0.05)
    if course.state.phase == Phase.OVER:
        assert course.game_over() is not None
        universe = every_event(course.state.rules)
        check_legal(course.state, universe)
        check_secrecy(course.state, random.Random(seed))
        assert machine.on_turn(course.state) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 100 + few(3)))
@pytest.mark.parametrize("slug", SWITCHES)
def test_many_random_games_lose_no_card_and_leak_nothing(slug: str, seed: int) -> None:
    walk(slug, seed, 6, thorough=0.2)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_repr_of_an_event_shows_a_card(slug: str) -> None:
    rng = random.Random(1)
    state = new_game(rules_of(slug))
    assert repr(random_deal(state, rng)) == repr(random_deal(state, rng))
    assert repr(Proof(commitment="0", secret="00" * 32)) == repr(Proof(commitment="0", secret="11" * 32))
    assert repr(events.Play(1, 3)) == repr(events.Play(1, 4))
    assert repr(events.Discard(1, 3)) == repr(events.Discard(1, 4))


def test_no_repr_shows_a_hidden_field_with_a_string_annotation() -> None:
    class Deferred(PartlyHidden, frozen=True):
        card: Hidden[int]

    assert repr(Deferred(3)) == repr(Deferred(4))


def test_states_are_frozen() -> None:
    state = new_game(rules_of("sandbags"))
    assert not any(isinstance(getattr(state, field.name), list | dict | set) for field in fields(state))
    after, _ = machine.apply(state, random_deal(state, random.Random(1)))
    assert not any(isinstance(getattr(after.hand, field.name), list | dict | set) for field in fields(after.current))
    with pytest.raises(AttributeError):
        after.phase = Phase.OVER  # type: ignore[misc]

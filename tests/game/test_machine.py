"""The machine on random walks: what is legal is taken, all else is refused, nothing is lost, nothing leaks."""

from __future__ import annotations

import random
import re
from dataclasses import fields, replace

import pytest

from spades_tui import cards
from spades_tui.game import events as facts
from spades_tui.game import machine
from spades_tui.game.events import Fact, SeatFact
from spades_tui.game.findings import HandScore
from spades_tui.game.history import Course
from spades_tui.game.phase import Phase
from spades_tui.game.refusal import IllegalFact
from spades_tui.game.state import GameState, new_game
from spades_tui.game.trick import winning
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.seats import observe
from tests.game.at_random import SWITCHES, check_cards, random_deal
from tests.game.scrambling import scrambled
from tests.game.tables import rules_of
from tests.games import SLUGS


def every_fact(rules: Ruleset) -> list[SeatFact]:
    """All that anybody at this table could ever say, and a good deal more."""
    seats = range(-1, rules.seats + 1)
    some: list[SeatFact] = []
    for seat in seats:
        some += [facts.Look(seat), facts.Stand(seat), facts.Draw(seat), facts.Dump(seat), facts.Bone(seat)]
        some += [facts.Redeal(seat), facts.Draft(seat, True), facts.Draft(seat, False)]
        some += [facts.Pass(seat, 1 << card) for card in range(cards.CARD_COUNT)]
        some += [facts.Bid(seat, bid, blind) for bid in range(-1, 20) for blind in (False, True)]
        some += [facts.Raise(seat, bid) for bid in range(-1, 20)]
        some += [facts.Promise(seat, tricks) for tricks in range(8)]
        some += [facts.Discard(seat, card) for card in range(cards.CARD_COUNT)]
        some += [facts.Play(seat, card, ace) for card in range(cards.CARD_COUNT) for ace in (None, "high", "low")]
        for other in seats:
            some += [facts.Challenge(seat, other), facts.ZeroBuddy(seat, other), facts.Chit(seat, other)]
            some += [facts.Books(seat, other, count) for count in range(-1, 5)]
        some.append(facts.Chit(seat, None))
    return some


def test_every_kind_of_fact_is_tried() -> None:
    tried = {type(fact) for fact in every_fact(ruleset(shipped()["jokers"]))}
    unheard = {facts.Claim, facts.TakeBack}  # judged by the cards, and by what was before
    assert tried == {*facts.TURN_FACTS, *facts.ASIDE_FACTS} - unheard


def check_legal(state: GameState, universe: list[SeatFact]) -> None:
    """What the observations offer is all that is accepted."""
    offered: set[SeatFact] = set()
    for seat in range(state.rules.seats):
        seen = observe(state, seat)
        assert len(set(seen.legal)) == len(seen.legal)
        offered |= {*seen.legal, *seen.aside}
    for fact in offered:
        after, _ = machine.apply(state, fact)
        assert after is not state
    called = state.rules.ace_call is not None and state.phase == Phase.PLAY
    for fact in universe:
        if fact in offered:
            continue
        if isinstance(fact, facts.Bone | facts.ZeroBuddy) and machine.refusal(state, fact) is None:
            continue  # said already; it is not offered again
        if called and isinstance(fact, facts.Play) and replace(fact, ace="high") in offered:
            continue  # an ace without a call
        reason = machine.refusal(state, fact)
        assert reason is not None, f"{fact!r} in {state.phase}"
        assert not reason.sentence[0].islower()
        assert not reason.sentence.endswith(".")
        with pytest.raises(IllegalFact):
            machine.apply(state, fact)


def first_leader(state: GameState) -> int:
    """Who leads to the first trick, while it lasts: the dealer's left, or whoever has the lowest club (C-5, NL-3)."""
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
    """What the state says of the trick is what lies there."""
    hand = state.current
    first = hand.trick[0] if hand.trick else None
    assert hand.led == (state.rules.cards.suit_of[first.card] if first else None)
    assert (hand.best.seat if hand.best else None) == winning(state.rules, hand.trick)
    leader = first.seat if first else hand.winners[-1] if hand.winners else first_leader(state)
    assert hand.leader == leader
    if first and not hand.tricks:
        assert leader == first_leader(state)
    if len(hand.trick) < len(hand.table):
        assert hand.player == hand.table[(hand.table.index(leader) + len(hand.trick)) % len(hand.table)]


def shape(value: object) -> str:
    """A `repr` without addresses."""
    return re.sub(r"0x[0-9a-f]+", "0x", repr(value))


def check_secrecy(state: GameState, rng: random.Random) -> None:
    """An observation does not change with the cards that its seat has not seen; a `repr` with none that is hidden."""
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
            fixed |= 1 << thrown if (thrown := hand.thrown[seat]) is not None else 0
            fixed |= hand.passed[seat]
            if seen.draft is not None:
                fixed |= seen.draft.away | (1 << seen.draft.top if seen.draft.top is not None else 0)
        for _ in range(2):
            assert observe(scrambled(state, fixed, rng), seat) == seen
        # a repr tells not even the seat's own cards
        assert shape(observe(other, seat)) == shape(seen)


def walk(slug: str, seed: int, hands: int, *, thorough: float) -> Course:
    """A random game, watched."""
    rng = random.Random(f"walk {slug} {seed}")
    options = {name: rng.choice(values) for name, values in SWITCHES[slug].items() if rng.random() < 0.5}
    if rng.random() < 0.3:
        options["take_back"] = True
    if rng.random() < 0.3:
        options["undo"] = True
    rules = rules_of(slug, **options)
    universe = every_fact(rules)
    course = Course(new_game(rules, rng.randrange(rules.seats)))
    totals = [0] * len(rules.sides)
    if rules.blind and rules.blind.behind and rng.random() < 0.5:
        totals = [150, 0]
        course.state = replace(course.state, standing=replace(course.state.standing, totals=tuple(totals)))

    def do(fact: Fact) -> None:
        for found in course.do(fact):
            if isinstance(found, HandScore):
                assert sum(line.points for line in found.lines) == sum(found.points)
                for side, points in enumerate(found.points):
                    totals[side] += points
                assert found.totals == tuple(totals) == course.state.standing.totals

    while course.state.phase != Phase.OVER and course.state.standing.hands < hands:
        state = course.state
        if state.phase == Phase.DEAL:
            do(random_deal(state, rng))
            continue
        check_cards(state)
        check_trick(state)
        if rng.random() < thorough:
            check_legal(state, universe)
            check_secrecy(state, rng)
        aside = [fact for seat in range(rules.seats) for fact in observe(state, seat).aside]
        if aside and rng.random() < 0.2:
            do(rng.choice(aside))
        elif state.phase == Phase.PLAYED:
            do(facts.Score())
        elif (rules.take_back or rules.undo) and rng.random() < 0.1:
            able = [seat for seat in range(rules.seats) if course.refusal(facts.TakeBack(seat)) is None]
            if able:
                do(facts.TakeBack(rng.choice(able)))
        else:
            seat = machine.on_turn(state)
            claim = facts.Claim(seat or 0, rules.tricks - len(state.current.tricks))
            legal = machine.legal(state)
            assert legal
            quiet = [fact for fact in legal if isinstance(fact, facts.Stand)]
            if quiet and rng.random() < 0.7:
                do(quiet[0])
            elif rng.random() < 0.2 and machine.refusal(state, claim) is None:
                do(claim)
            else:
                do(rng.choice(legal))
    return course


@pytest.mark.parametrize("seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in (1, 2))])
@pytest.mark.parametrize("slug", SWITCHES)
def test_random_walks(slug: str, seed: int) -> None:
    course = walk(slug, seed, 2, thorough=0.05)
    if course.state.phase == Phase.OVER:
        assert course.game_over() is not None
        universe = every_fact(course.state.rules)
        check_legal(course.state, universe)
        check_secrecy(course.state, random.Random(seed))
        assert machine.on_turn(course.state) is None


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 103))
@pytest.mark.parametrize("slug", SWITCHES)
def test_many_random_walks(slug: str, seed: int) -> None:
    walk(slug, seed, 6, thorough=0.2)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_repr_of_a_fact_shows_a_card(slug: str) -> None:
    rng = random.Random(1)
    state = new_game(rules_of(slug))
    assert repr(random_deal(state, rng)) == repr(random_deal(state, rng))
    assert repr(facts.Deal(1, 0, (), secret="00" * 32)) == repr(facts.Deal(1, 0, (), secret="11" * 32))
    assert repr(facts.Play(1, 3)) == repr(facts.Play(1, 4))
    assert repr(facts.Discard(1, 3)) == repr(facts.Discard(1, 4))


def test_states_are_frozen() -> None:
    state = new_game(rules_of("sandbags"))
    assert not any(isinstance(getattr(state, field.name), list | dict | set) for field in fields(state))
    after, _ = machine.apply(state, random_deal(state, random.Random(1)))
    assert not any(isinstance(getattr(after.hand, field.name), list | dict | set) for field in fields(after.current))
    with pytest.raises(AttributeError):
        after.phase = Phase.OVER  # type: ignore[misc]

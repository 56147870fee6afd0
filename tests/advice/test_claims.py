"""Each claim of a sentence about a card is true of the position, in every game."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots.plans import plan_of
from spades_tui.bots.position import Position
from spades_tui.bots.valued_choice import Aim, PlainReason, Reason
from spades_tui.cards import text
from spades_tui.fair import Stream, seeded_secret
from spades_tui.game.events import Play
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.language.unusable import UnusableError
from spades_tui.presentation.reason_words import reason_words
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import options_of, with_options
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.advice.claims import false_claims
from tests.advice.contradictions import NAMES
from tests.bench.bots import deal
from tests.bots.tables import scrambled
from tests.games import SLUGS

AIMS = (Aim.MAKE, Aim.SET, Aim.BREAK, Aim.KEEP, Aim.WIN, Aim.BAGS, Aim.GIVE, Aim.OVER)
MOST_WORDS = 18
A_FIGURE = "the bids come out the same with each"
"""What only the play-outs can show."""
NEAR = 70
"""Most points between a total and the goal of a game that is near its end."""


def reasons(seen: Observation, chance: random.Random) -> Iterator[Reason]:
    """Yield a reason for each legal card and against it, beside another one, and one for all of them."""
    position = Position(seen)
    plays = position.plays
    for play in plays:
        plan = plan_of(position, play)
        others = [other for other in plays if other != play]
        if others:
            other = chance.choice(others)
            for better in (1.0, -1.0):
                yield Reason(chance.choice(AIMS), play, 0.5, other, 0.4, better, 0, plan=plan)
            if position.need is not None and 0 < position.need <= position.left:
                yield given_up(position, play, other, chance)
        mine = chance.choice((0.0, 0.5, 1.0))
        yield Reason(PlainReason.ALIKE, play, mine, plan=plan)
        if others:
            yield Reason(PlainReason.ALIKE, play, mine, chance.choice(others), mine, plan=plan)


def given_up(position: Position, play: Play, other: Play, chance: random.Random) -> Reason:
    """Return a reason to give the own bid up, for what is at stake in this position."""
    aims = [(Aim.SET, 0), (Aim.WIN, 0), (Aim.BAGS, 0), *[(Aim.BREAK, seat) for seat in position.other_nils]]
    if position.partner_nil is not None:
        aims.append((Aim.KEEP, position.partner_nil))
    aim, whose = chance.choice(aims)
    share = chance.choice((0.3, 0.8))
    return Reason(aim, play, 0.5, other, 0.4, 1.0, whose, plan=plan_of(position, play), costs_bid=share)


def faults(state: GameState, chance: random.Random) -> Iterator[str]:
    """Yield what is wrong with the sentences of one position."""
    seat = on_turn(state)
    assert seat is not None
    if state.rules.goal is not None and chance.random() < 0.5:
        totals = tuple(state.rules.goal - chance.randrange(10, NEAR) for _ in state.rules.sides)
        limit = state.rules.bags.limit if state.rules.bags is not None else 1
        bags = (limit - 1,) * len(totals)
        state = replace(state, standing=replace(state.standing, totals=totals, bags=bags))
    seen = observe(state, seat)
    hidden = observe(scrambled(state, seat, Stream(str(chance.random()).encode())), seat)
    for reason in reasons(seen, chance):
        sentence = reason_words(reason, seen, NAMES)
        where = f"{sentence} {text(reason.event.card)}" if isinstance(reason.event, Play) else sentence
        if len(sentence.split()) > MOST_WORDS:
            yield f"long: {where}"
        if sentence != reason_words(reason, hidden, NAMES):
            yield f"depends on hidden cards: {where}"
        if A_FIGURE not in sentence:
            yield from [f"{fault} | {where}" for fault in false_claims(sentence, seen, state)]


def other_rules(slug: str, chance: random.Random) -> Ruleset:
    """Return the rules of a game with some options by chance."""
    while True:
        options: dict[str, object] = {}
        for option in options_of(shipped()[slug]):
            if chance.random() < 0.5:
                low, high = option.bounds or (0, -1)
                options[option.name] = chance.choice([*option.values, *range(low, high + 1)])
        try:
            return ruleset(with_options(shipped()[slug], options))
        except UnusableError:
            continue


def turns(slug: str, count: int) -> Iterator[GameState]:
    """Yield this number of turns to play a card in hands between club players, every second hand with other options."""
    chance = random.Random(f"claims {slug}")
    hand = 0
    while count > 0:
        hand += 1
        rules = ruleset(shipped()[slug]) if hand % 2 else other_rules(slug, chance)
        for state in hand_between_bots(rules, f"{slug} {hand}"):
            count -= 1
            yield state
            if not count:
                return


def hand_between_bots(rules: Ruleset, seed: str) -> Iterator[GameState]:
    """Yield each turn to play a card in one hand between club players."""
    course = History(new_game(rules, 0))
    for step in range(400):
        state, turn = course.state, on_turn(course.state)
        if state.phase == Phase.PLAYED or (state.phase == Phase.DEAL and step > 200):
            return
        if state.phase == Phase.DEAL:
            deal(course, seeded_secret(seed, 1, 1, step))
            continue
        assert turn is not None
        if state.phase == Phase.PLAY:
            yield state
        course.do(bots.choose("club", observe(state, turn), Stream(f"{seed} {step}".encode())))


def all_faults(slug: str, count: int) -> list[str]:
    """Return the faults of the sentences of this number of positions."""
    chance = random.Random(slug)
    return [fault for state in turns(slug, count) for fault in faults(state, chance)]


@pytest.mark.parametrize("slug", ["3b-five", "classic"])
def test_claims_of_sentences_are_true_of_the_position(slug: str) -> None:
    assert all_faults(slug, 40) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
def test_claims_of_sentences_are_true_in_many_positions(slug: str) -> None:
    assert all_faults(slug, 160) == []


@pytest.mark.parametrize(
    ("seed", "words"),
    [
        ("trumps 19", "and keep the two of diamonds, which only"),
    ],
)
def test_a_trump_beside_one_of_another_suit_is_named_with_its_suit(seed: str, words: str) -> None:
    """The two of diamonds is a trump here; "the two" beside the king of spades would be the two of spades."""
    chance = random.Random("trumps")
    said = set()
    for state in hand_between_bots(ruleset(shipped()["joker-deuces"]), seed):
        assert list(faults(state, chance)) == []
        seat = on_turn(state)
        assert seat is not None
        seen = observe(state, seat)
        said |= {reason_words(reason, seen, NAMES).casefold() for reason in reasons(seen, chance)}
    assert any(words in sentence for sentence in said)

"""Rule C-12: claims agree with a plain search through every way to play out a small ending."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game import claims, machine, playable
from spades_tui.game.events import Claim, Play
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.game.trick import Played
from tests.game.tables import Sitting, rules_of
from tests.games import SLUGS


def loses_a_trick(state: GameState, claimer: int) -> bool:
    """Return whether another player can legally take a trick."""
    if state.phase != Phase.PLAY:
        return False
    for event in machine.legal(state):
        if not isinstance(event, Play):
            continue
        if not playable.follows(state.rules, state.current) >> event.card & 1:
            continue  # a renege is not a legal way
        after, found = machine.apply(state, event)
        if found and after.current.winners[-1] != claimer:
            return True
        if loses_a_trick(after, claimer):
            return True
    return False


@cache
def bid_already(slug: str, options: tuple[tuple[str, Any], ...]) -> GameState:
    """Return a game in which everyone has bid."""
    return Sitting(slug, **dict(options)).deal().bids_near(4).state


def ending(slug: str, rng: random.Random, first: bool = False, **options: Any) -> GameState:
    """Return a state with a few cards left in each hand and the claimer on turn, if `first` in the first trick."""
    begun = bid_already(slug, tuple(options.items()))
    rules, hand = begun.rules, begun.current
    count = rng.choice((1, 2, 2, 3) if rules.players == 3 else (1, 2, 2, 2, 3))
    pack = [card for card in rules.cards.pack if card % 13 >= 7 or card >= 52]
    rng.shuffle(pack)
    if rng.random() < 0.8:
        pack.sort(key=lambda card: (rules.cards.ranks[card] > 99) + rng.random() * 1.5)
    held = {seat: [pack.pop() for _ in range(count)] for seat in hand.table}
    before = rng.randrange(rules.players)
    leader = hand.table[-before] if before else hand.table[0]
    gone = 0 if first else rules.tricks - count
    state = replace(
        begun,
        hand=replace(
            hand,
            holding=tuple(cards.hand_of(held.get(seat, [])) for seat in range(rules.seats)),
            tricks=tuple((Played(leader, card),) for card in rules.cards.pack[:gone]),
            winners=(leader,) * gone,
            took=tuple(gone * (seat == leader) for seat in range(rules.seats)),
            broken=rng.random() < 0.6 and not first,
        ),
    )
    for _ in range(before):
        plays = [event for event in machine.legal(state) if isinstance(event, Play)]
        state, _found = machine.apply(state, rng.choice(plays))
    return state


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(
    ("slug", "options"),
    [*((slug, {}) for slug in SLUGS), ("3b-four", {"aces": "high"}), ("jokers", {"enforcement": "challenge"})],
)
def test_claims_agree_with_plain_search(slug: str, options: dict[str, Any]) -> None:
    rng = random.Random(f"claims {slug}")
    verdicts = {True: 0, False: 0}
    for _ in range(150):
        state = ending(slug, rng, **options)
        claimer = state.current.player
        stands = claims.is_sure_claim(state)
        assert stands != loses_a_trick(state, claimer), [cards.hand_text(h) for h in state.current.holding]
        verdicts[stands] += 1
    assert min(verdicts.values()) > 5


@pytest.mark.rule("C-12", "NL-3")
@pytest.mark.parametrize("tries", [120, pytest.param(400, marks=pytest.mark.slow)])
@pytest.mark.parametrize(
    ("slug", "options"),
    [
        ("classic", {}),
        ("classic", {"first_trick": "no_spade"}),
        ("classic", {"opening": "lowest_club"}),
        ("cutthroat-three", {"first_trick": "no_spade", "opening": "lowest_club"}),
        ("two-handed", {"first_trick": "no_spade"}),
    ],
)
def test_claims_at_the_first_trick_agree_with_plain_search(slug: str, options: dict[str, Any], tries: int) -> None:
    rng = random.Random(f"first claims {slug}")
    verdicts = {True: 0, False: 0}
    for _ in range(tries):
        state = ending(slug, rng, first=True, **options)
        stands = claims.is_sure_claim(state)
        assert stands != loses_a_trick(state, state.current.player), state.current.holding
        verdicts[stands] += 1
    assert min(verdicts.values()) > 5


@pytest.mark.rule("C-12", "NL-3")
def test_a_claim_is_accepted_if_no_spade_may_ruff_the_first_trick() -> None:
    """Cy is void in clubs but holds other suits besides the deuce of spades, and so may not ruff the ace led first."""
    for word, refused in (("no_spade", ""), ("free", "C-12")):
        game = Sitting("classic", first_trick=word).deal("", "AC AKQJT9876543S", "2S /C").bids(0, 13, 0, 0)
        refusal = game.course.refusal(Claim(1, 13))
        assert (refusal.rule if refusal is not None else "") == refused


@pytest.mark.rule("C-12")
def test_the_player_on_turn_claims_all_remaining_tricks() -> None:
    game = Sitting("sandbags").deal("", "2-AS", "", "").bids(0, 13, 0, 0)
    assert game.refused(Claim(1, 12), Claim(1, 14), Claim(2, 13), Claim(0, 13)) == {"C-12"}
    game.do(Claim(1, 13))
    assert game.state.phase == Phase.PLAYED
    assert game.hand.took == (0, 13, 0, 0)
    assert game.hand.winners == (1,) * 13
    assert game.score().tricks == (0, 13, 0, 0)


@pytest.mark.rule("C-12")
def test_a_claim_includes_the_trick_on_the_table() -> None:
    game = Sitting("sandbags", dealer=0).deal("AKQJT98765432S", "2H", "AH", "3H").bids(13, 0, 0, 0).play("2H AH 3H")
    game.do(Claim(0, 13))
    assert game.hand.took[0] == 13
    assert not game.hand.tricks


@pytest.mark.rule("C-12")
def test_a_claim_that_might_fail_is_refused_and_shows_no_card() -> None:
    game = Sitting("sandbags").deal("", "AKQJT98765432H", "AS").bids(1, 5, 1, 1)
    refusal = game.why(Claim(1, 13))
    assert refusal.rule == "C-12"
    assert refusal.sentence == "Claim refused: you could still lose a trick"
    for seat in range(4):
        assert game.sees(seat).own == game.hand.holding[seat]


@pytest.mark.rule("C-12", "3B-3")
def test_a_claim_must_hold_for_the_claimers_worst_play() -> None:
    """The claimer holds the ace and the four of hearts against a three: the four may be led, or the ace called low."""
    game = Sitting("3b-four").deal("", "AH", "", "").bids(3, 3, 3, 3)
    hand = game.hand
    held = {1: "4H AS", 2: "3H 2S", 3: "5C 6C", 0: "7C 8C"}
    holding = tuple(cards.parse_hand(held[seat]) for seat in range(4))
    game.course.state = replace(game.state, hand=replace(hand, holding=holding, tricks=((),) * 11, winners=(1,) * 11))
    assert game.refused(Claim(1, 2)) == {"C-12"}  # the ace of spades could be called low
    high = Sitting("3b-four", aces="high").deal().bids(3, 3, 3, 3)
    hand = replace(high.hand, holding=holding, tricks=((),) * 11, winners=(1,) * 11)
    high.course.state = replace(high.state, hand=hand)
    high.do(Claim(1, 2))


@pytest.mark.rule("C-12")
def test_every_game_allows_claims() -> None:
    assert all(rules_of(slug).claim is not None for slug in SLUGS)

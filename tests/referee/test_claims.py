"""The referee judges claims as a plain search through all plays does."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from tests.referee.referee import (
    Game,
    Hand,
    claim_holds,
    suit_of,
)
from tests.referee.tables import first_line


def losing_way(
    claimer: int,
    hands: dict[int, frozenset[str]],
    trick: tuple[tuple[int, str, bool], ...],
    turn: int,
    broken: bool,
    game: Game,
) -> bool:
    """Search plainly for a way to play on where another player wins a trick."""

    def options() -> Iterator[tuple[str, bool]]:
        mine = hands[turn]
        if trick:
            lead = suit_of(trick[0][1])
            cards = {card for card in mine if suit_of(card) == lead} or mine
        elif broken:
            cards = mine
        else:
            cards = {card for card in mine if suit_of(card) != "S"} or mine
        for card in cards:
            yield card, False
            if game.calls_aces and card[0] == "A":
                yield card, True

    if not trick and not hands[turn]:
        return False
    for card, low in options():
        rest = {**hands, turn: hands[turn] - {card}}
        played = (*trick, (turn, card, low))
        spade = suit_of(card) == "S"
        now_broken = broken or (spade and suit_of(played[0][1]) != "S")
        if len(played) < len(hands):
            seats = sorted(hands)
            following = seats[(seats.index(turn) + 1) % len(seats)]
            if losing_way(claimer, rest, played, following, now_broken, game):
                return True
            continue
        live = [entry for entry in played if suit_of(entry[1]) == "S"]
        live = live or [entry for entry in played if suit_of(entry[1]) == suit_of(played[0][1])]
        winner = max(live, key=lambda entry: game.strength(entry[1], entry[2]))[0]
        if winner != claimer or losing_way(claimer, rest, (), claimer, now_broken, game):
            return True
    return False


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("variant", ["sandbags", "3b-four", "bemo"])
def test_claims_are_judged_like_a_plain_search(variant: str) -> None:
    """The endings are random, of one to three tricks, some in the middle of a trick."""
    rng = random.Random(12)
    verdicts = {True: 0, False: 0}
    for _ in range(1500):
        game = Game(first_line(variant))
        deck = [card for card in game.deck if card[0] in "9TJQKAB2L"]
        rng.shuffle(deck)
        count = rng.randint(1, 3)
        players = list(range(3 if variant == "bemo" else 4))
        if rng.random() < 0.7:
            deck.sort(key=lambda card: (suit_of(card) == "S") + rng.random() * 1.5)
        hands = {seat: {deck.pop() for _ in range(count)} for seat in players}
        claimer = 0
        before = rng.randrange(len(players))
        trick: list[tuple[int, str, bool]] = []
        for seat in players[len(players) - before :]:
            cards = sorted(hands[seat])
            if trick:
                lead = suit_of(trick[0][1])
                cards = [card for card in cards if suit_of(card) == lead] or cards
            card = rng.choice(cards)
            trick.append((seat, card, False))
            hands[seat].remove(card)
        hand = Hand(1, 0, players, players, hands, None, set(), phase="play", turn=claimer, trick=trick)
        always = game.rules.the("plays", "lead")["spades"] == "always"
        hand.broken = always or any(suit_of(card) == "S" for _, card, _ in trick)
        game.hand, game.scored = hand, False
        later = [seat for seat in players if seat not in [entry[0] for entry in trick] and seat != claimer]
        stands = claim_holds(claimer, hands, trick, later if trick else [], game.strength, game.calls_aces, game.follow)
        frozen = {seat: frozenset(cards) for seat, cards in hands.items()}
        assert stands != losing_way(claimer, frozen, tuple(trick), claimer, hand.broken, game)
        verdicts[stands] += 1
    assert min(verdicts.values()) > 50

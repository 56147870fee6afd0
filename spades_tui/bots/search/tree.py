"""Tree search over sampled deals (information-set Monte Carlo tree search), with the play-out policy at the leaves.

One tree serves all deals: a node stands for the cards played since the decision, whoever held them. In each deal only
the moves that are legal there are looked at. Every player's moves are chosen by what they are worth to his own side.
"""

import math
from collections.abc import Sequence

from spades_tui.bots.search.ends import Ends
from spades_tui.bots.search.playout import play_out

LOGS = (0.0, *(round(math.log(n), 9) for n in range(1, 20_001)))
"""Logarithms, rounded so that they are the same on every machine."""
EXPLORE = 22.0
"""Points by which a move that was hardly tried is favoured."""
RIPE = 3
"""A node is opened when it has been visited so often."""

Place = tuple[int, int, int, int, int, int, int, bool]
"""Who is on turn, the suit led, the best card's suit and bit, its holder, cards in the trick, tricks complete, spades broken."""


class Node:
    """What came of one move, after the moves before it."""

    __slots__ = ("chances", "made", "moves", "total", "tricks", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.chances = 0
        """How often the move could have been chosen."""
        self.total = 0.0
        """Points, for the side of the player who makes the move."""
        self.made = 0
        self.tricks = 0
        self.moves: dict[tuple[int, int, int], Node] = {}


def moves_of(hand: list[int], others: Sequence[int], led: int, spades: bool, ace_bits: Sequence[int]) -> list[tuple[int, int, int]]:  # fmt: skip
    """The different legal moves: suit, bit of the card, bit as played. Neighbours count as one card, the lowest."""
    suits: Sequence[int]
    if led >= 0 and hand[led]:
        suits = (led,)
    elif led < 0 and not spades and (hand[0] or hand[1] or hand[2]):
        suits = (0, 1, 2)
    else:
        suits = (0, 1, 2, 3)
    found = []
    for suit in suits:
        cards = hand[suit]
        if not cards:
            continue
        ace = ace_bits[suit] & cards
        if ace:
            found.append((suit, ace, 1))
        between = others[suit]
        while cards:
            bit = cards & -cards
            cards ^= bit
            found.append((suit, bit, bit))
            # The cards above it up to the next one that somebody else holds are as good.
            wall = between & -bit
            cards &= -(wall & -wall) if wall else 0
    return found


def walk(
    root: Node, ends: Ends, hands: list[list[int]], aside: list[int], place: Place, rest: int, me: int,
    worth_to: Sequence[Sequence[float]],
) -> None:  # fmt: skip
    """One walk down the tree in one deal, a play-out from its end, and the way back."""
    table = ends.table
    players, unit_of, side_of, ace_bits = table.players, table.unit_of, table.side_of, table.ace_bits
    player, led, best_suit, best, holder, lying, number, broken = place
    took = list(ends.took)
    winners: list[int] = []
    node = root
    path: list[tuple[Node, int]] = []
    left = [aside[0], aside[1], aside[2], aside[3]]
    for hand in hands:
        for suit in (0, 1, 2, 3):
            left[suit] |= hand[suit]
    while rest > 0 and (node is root or node.visits >= RIPE):
        hand = hands[player]
        others = [left[0] ^ hand[0], left[1] ^ hand[1], left[2] ^ hand[2], left[3] ^ hand[3]]
        choices = moves_of(hand, others, led, table.always or broken, ace_bits)
        known = node.moves
        picked = None
        if len(choices) == 1:
            move = choices[0]
            picked = known.get(move)
            if picked is None:
                picked = known[move] = Node()
            picked.chances += 1
        else:
            best_score = -1e18
            fresh = None
            for choice in choices:
                child = known.get(choice)
                if child is None:
                    child = known[choice] = Node()
                child.chances += 1
                if not child.visits:
                    if fresh is None:
                        fresh, fresh_move = child, choice
                    continue
                visits = child.visits
                chances = child.chances
                score = child.total / visits + EXPLORE * math.sqrt(LOGS[chances if chances < 20_000 else 20_000] / visits)
                if score > best_score:
                    best_score, picked, move = score, child, choice
            if fresh is not None:
                picked, move = fresh, fresh_move
        if picked is None:
            break
        path.append((picked, player))
        node = picked
        suit, bit, played = move
        hand[suit] ^= bit
        left[suit] ^= bit
        if led < 0:
            led = suit
        if suit == 3 and (table.any_spade or led != 3):
            broken = True
        if best_suit < 0 or (suit == best_suit and played > best) or (suit == 3 != best_suit):
            best_suit, best, holder = suit, played, player
        lying += 1
        player = player + 1 if player + 1 < players else 0
        if lying == players:
            took[unit_of[holder]] += 1
            winners.append(holder)
            player, led, best_suit, best, lying = holder, -1, -1, 0, 0
            number += 1
            rest -= 1
    if rest > 0:
        play_out(table, hands, player, led, best_suit, best, holder, lying, took, number, rest, broken, winners)
    values = ends.by_side(took, winners)
    made = ends.made(took)
    tricks = ends.tricks(took)
    for step, by in path:
        step.visits += 1
        step.total += values[side_of[by]]
        step.made += made
        step.tricks += tricks
    root.visits += 1

"""Cards that players have chosen in hands among themselves, as the play-outs of the search see such a moment.

What `foresee` measures and `learn` learns from: free choices, in which more than one card matters. Cards are alike that
lie next to each other in the hand with nothing between that the player has not seen go; they count as one.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from random import Random

from spades_tui import bots
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.end_values import Bidding, EndValues, units_of
from spades_tui.bots.search.layout import Layout, bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.playout import PlayoutTable, Position
from spades_tui.bots.unseen_cards import Unseen
from spades_tui.fair import bot_stream, seeded_secret
from spades_tui.game.events import Play, Score
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from tests.bench.bots import turns

Card = tuple[int, int]
"""A suit, and the bit of the card as played."""
KINDS = ("lead", "follow", "discard")
"""What there may be to do. A discard is any card to a suit that is not held; a ruff too."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A free choice, and what was chosen."""

    table: PlayoutTable
    position: Position
    hands: tuple[tuple[int, int, int, int], ...]
    """By player: the cards of each suit. A policy may look at those of the player on turn, and at all of them
    together."""
    voids: tuple[int, int, int, int]
    """By suit: the players who have shown that they have none left, a bit each."""
    groups: tuple[tuple[Card, ...], ...]
    """The cards that may be played; those that are alike stand together."""
    chosen: int
    """The group of the card that was chosen."""
    again: int = -1
    """The group of the card that the same player chooses with other random numbers; −1 if he was not asked."""


def kind_of(choice: Choice) -> str:
    """What there is to do: to lead, to follow suit, or to discard or ruff."""
    position = choice.position
    if not position.lying:
        return "lead"
    return "follow" if choice.hands[position.player][position.led] else "discard"


def grouped(plan: Layout, seen: Observation, seat: int, plays: list[Play]) -> dict[tuple[int, int, int], list[Card]]:
    """The cards as played, by suit, by how many cards that are out or in the trick are higher, and by the call."""
    unseen = Unseen.by(seen, seat).cards
    for laid in seen.trick:
        unseen |= 1 << laid.card
    out = hand_by_suit(plan, unseen)
    found: dict[tuple[int, int, int], list[Card]] = {}
    for event in plays:
        suit, bit = plan.suit_of[event.card], plan.bit_of[event.card]
        called = bool(plan.ace_bits[suit] & bit)
        key = suit, (out[suit] & -bit).bit_count(), (2 if event.ace == "low" else 1) if called else 0
        found.setdefault(key, []).append((suit, bit_as_played(plan, event.value)))
    return found


def _group(plan: Layout, choice: Choice, event: object) -> int:
    """The group of a card; −1 where it is none of them."""
    if not isinstance(event, Play):
        return -1
    card = plan.suit_of[event.card], bit_as_played(plan, event.value)
    return next((n for n, cards in enumerate(choice.groups) if card in cards), -1)


def choice_of(state: GameState, seen: Observation, seat: int, event: Play) -> Choice | None:
    """A choice as the play-outs see it; None where there is nothing to choose."""
    rules = state.rules
    plan = layout(rules)
    groups = grouped(plan, seen, seat, fair_plays(seen))
    if len(groups) < 2:
        return None
    card = plan.suit_of[event.card], bit_as_played(plan, event.value)
    rows = tuple(tuple(cards) for cards in groups.values())
    chosen = next((n for n, cards in enumerate(rows) if card in cards), -1)
    if chosen < 0:
        return None  # a renege, or a call that nobody foresees
    bidding = Bidding(seen.bids, seen.blind, seen.contracts, seen.promises)
    ends = EndValues(seen, seat, bidding, units_of(rules, seen.standing, bidding))
    hands = tuple(
        (held[0], held[1], held[2], held[3])
        for held in (hand_by_suit(plan, state.current.holding[other]) for other in seen.table)
    )
    voids = [0, 0, 0, 0]
    for trick in (*seen.tricks, seen.trick):
        for laid in trick:
            led = plan.suit_of[trick[0].card]
            if plan.suit_of[laid.card] != led:
                voids[led] |= 1 << seen.table.index(laid.seat)
    return Choice(ends.table, ends.start, hands, (voids[0], voids[1], voids[2], voids[3]), rows, chosen)


def choices_of_hand(
    course: History, levels: list[str], secret: bytes, noise: float, again: bool
) -> Iterator[tuple[str, Choice]]:
    """Deal a hand and play it; the free choices of its players, with who made each."""
    random = Random(secret)
    streams = [bot_stream(secret, seat) for seat in range(course.state.rules.seats)]
    for turn, seen in turns(course, secret):
        event = bots.choose(levels[turn], seen, streams[turn])
        if isinstance(event, Play):
            found = choice_of(course.state, seen, turn, event)
            if found is not None:
                if again:
                    other = bots.choose(levels[turn], seen, bot_stream(secret + b"again", random.randrange(1 << 16)))
                    found = replace(found, again=_group(layout(course.state.rules), found, other))
                yield levels[turn], found
            if noise and random.random() < noise:
                event = random.choice(fair_plays(seen))
        course.do(event)


def choices(
    rules: Ruleset, levels: list[str], seed: str, games: int, hands: int, noise: float = 0.0, again: bool = False
) -> Iterator[tuple[str, Choice]]:
    """The free choices of so many games, of so many hands at most; the levels move on by a seat with each game.

    With `noise` so many of the cards are any, and the game goes on from there. With `again` every choice is made twice.
    """
    for game in range(games):
        course = History(new_game(rules, game % rules.seats))
        here = [levels[(seat + game) % len(levels)] for seat in range(rules.seats)]
        for number in range(hands):
            if course.state.phase == Phase.OVER:
                break
            yield from choices_of_hand(course, here, seeded_secret(seed, game + 1, number + 1, 1), noise, again)
            course.do(Score())

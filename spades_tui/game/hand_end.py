"""The end of a hand and of a game: counts for the scoring, and findings about the result."""

from functools import partial
from typing import Any

from msgspec.structs import replace

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.habit_count import habits_after
from spades_tui.game.phase import Phase
from spades_tui.game.reneges import books_moved, side_tricks
from spades_tui.game.state import GameState, HandState, contracts
from spades_tui.rules.ledger import HandCounts
from spades_tui.rules.ruleset import Ruleset, count_hand


def hand_counts(rules: Ruleset, hand: HandState) -> HandCounts:
    """Return the counts that scoring reads, from a hand that was played or skipped."""
    took: list[int | None] = [None] * rules.seats
    for seat in hand.table:
        took[seat] = hand.took[seat]
    return count_hand(
        rules.sides, rules.tricks, hand.bids, took,
        contracts=contracts(rules, hand), side_tricks=side_tricks(rules, hand), blind=hand.blind,
        announced=hand.announced, winners=hand.winners, noted=hand.noted, skipped=hand.skipped,
        penalised=hand.penalised,
    )  # fmt: skip


def score_hand(state: GameState) -> tuple[GameState, HandScore]:
    """Score the hand, and end the game if the result decides it."""
    rules, hand = state.rules, state.current
    counts = hand_counts(rules, hand)
    scored = rules.score(state.standing, counts)
    after = scored.standing
    net = list(counts.side_tricks)
    for seat in hand.table:
        net[rules.side_of[seat]] -= hand.took[seat]
    keys: dict[str, Any] = {}
    for custom in rules.customs:
        keys |= custom.of_hand(hand, after)
    if rules.counts_bags:
        keys["bags"] = after.bags
    if rules.partners:
        keys["side_bids"] = counts.contracts
    if books_moved(rules, hand):
        keys["books"] = tuple(net)
    finding = HandScore(
        hand.number, scored.lines, scored.points, after.totals, counts.table_tricks, hand.bids,
        zero_value=rules.zero_value(state.standing), format=rules.format, notes=scored.notes, **keys,
    )  # fmt: skip
    outcome = rules.decide(after, scored.outright)
    phase = Phase.DEAL if outcome is None else Phase.OVER
    habits = state.habits.after(partial(habits_after, rules, hand.bids, hand.tricks))
    state = replace(
        state, standing=after, outcome=outcome, phase=phase, last_lines=scored.lines,
        last_points=scored.points, habits=habits,
    )  # fmt: skip
    return state, finding


DAY_HANDS = 3
"""The fewest hands of a game that customs count as a whole one (3B-20, 3B-23)."""


def as_counted(over: GameOver, rules: Ruleset, hands: int) -> GameOver:
    """Return the end of a game of `hands` hands as tables count it, because some customs count no short game.

    Findings leave the length out of account, so that records stay the same.
    """
    if hands >= DAY_HANDS:
        return over
    changes: dict[str, Any] = {}
    for custom in rules.customs:
        changes |= custom.of_short_game()
    return replace(over, **changes)


def game_over(state: GameState) -> GameOver:
    """Return the last finding of a game (3B-20, 3B-23, 3B-27). Raises ValueError before the game is over."""
    outcome = state.outcome
    if outcome is None:
        raise ValueError("the game is not over")
    keys: dict[str, Any] = {}
    names: list[str] = []
    for custom in state.rules.customs:
        keys |= custom.of_game(state)
        names += custom.game_keys
    totals = state.standing.totals
    return GameOver(outcome.reason, outcome.winners, totals, outcome.standings, keys=tuple(names), **keys)

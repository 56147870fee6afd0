"""The end of a hand and of a game: counts for the scoring, and findings about the result."""

from msgspec.structs import replace

from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.phase import Phase
from spades_tui.game.reneges import books_moved, side_tricks
from spades_tui.game.state import GameState, HandState, contracts, low_ball
from spades_tui.rules.ledger import HandCounts, Standing
from spades_tui.rules.ruleset import Ruleset, count_hand


def hand_counts(rules: Ruleset, hand: HandState) -> HandCounts:
    """Return the counts that scoring reads, from a hand that was played or skipped."""
    took = [hand.took[seat] if seat in hand.table else None for seat in range(rules.seats)]
    return count_hand(
        rules.sides, rules.tricks, hand.bids, took,
        contracts=contracts(rules, hand), side_tricks=side_tricks(rules, hand), blind=hand.blind,
        announced=hand.announced, winners=hand.winners, dumped=hand.dumped, skipped=hand.skipped,
        penalised=hand.penalised,
    )  # fmt: skip


def score_hand(state: GameState) -> tuple[GameState, HandScore]:
    """Score the hand, and end the game if the result decides it."""
    rules, hand = state.rules, state.current
    counts = hand_counts(rules, hand)
    scored = rules.score(state.standing, counts)
    after = scored.standing
    net = [counts.side_tricks[side] - sum(hand.took[seat] for seat in seats) for side, seats in enumerate(rules.sides)]
    sits = [seat for seat in range(rules.seats) if seat not in hand.table]
    finding = HandScore(
        hand.number, scored.lines, scored.points, after.totals, counts.table_tricks, hand.bids,
        bags=after.bags if rules.counts_bags else None,
        side_bids=counts.contracts if rules.partners else None,
        books=tuple(net) if books_moved(rules, hand) else None,
        zero_value=rules.zero_value(state.standing),
        low_ball=low_ball(rules, hand),
        gaccs=tuple(None if seat in sits else n for seat, n in enumerate(hand.gaccs)) if rules.gacc else None,
        tray=after.trays[-1] if rules.tray else None,
        format=rules.format,
        notes=scored.notes,
    )  # fmt: skip
    outcome = rules.decide(after, scored.outright)
    phase = Phase.OVER if outcome else Phase.DEAL
    state = replace(state, standing=after, outcome=outcome, phase=phase)
    return replace(state, last_lines=scored.lines, last_points=scored.points), finding


def tray_row(state: GameState) -> tuple[int, ...]:
    """Return the seats that have been tray person after the game, in order; the last is the current one (3B-27).

    The first is the only player in last place; after a tie there is none (3B-18, 3B-15).
    """
    if state.outcome is None or state.rules.tray is None:
        return ()
    last = [seat for side in state.outcome.standings[-1] for seat in state.rules.sides[side]]
    return (*last, *(named for _, named in state.chits if named is not None)) if len(last) == 1 else ()


def days(rules: Ruleset, standing: Standing) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the seats that have made every bid so far, and those that have made none (3B-23)."""
    seats = [seat for seat in range(rules.seats) if standing.played[seat]]
    perfect = tuple(seat for seat in seats if standing.on_nose[seat] == standing.played[seat])
    return perfect, tuple(seat for seat in seats if standing.on_nose[seat] == 0)


DAY_HANDS = 3
"""The fewest hands of a game that can be a perfect or imperfect day, or make somebody wire-to-wire (3B-20, 3B-23)."""


def as_counted(over: GameOver, hands: int) -> GameOver:
    """Return the end of a game of `hands` hands as tables count it: a short game is no day (3B-20, 3B-23).

    Findings leave the length out of account, so that records stay the same.
    """
    if hands >= DAY_HANDS:
        return over
    nobody = None if over.perfect is None else ()
    return replace(over, wire_to_wire=False, perfect=nobody, imperfect=nobody)


def game_over(state: GameState) -> GameOver:
    """Return the last finding of a game (3B-20, 3B-23, 3B-27). Raises ValueError before the game is over."""
    outcome, rules, standing = state.outcome, state.rules, state.standing
    if outcome is None:
        raise ValueError("the game is not over")
    row = tray_row(state)
    tray = row[-1] if row else None
    perfect, imperfect = days(rules, standing) if rules.days else (None, None)
    wire_to_wire = tray is not None and all(tray in last for last in standing.trays)
    return GameOver(
        outcome.reason, outcome.winners, standing.totals, outcome.standings,
        has_tray=rules.tray is not None, tray=tray, wire_to_wire=wire_to_wire, perfect=perfect, imperfect=imperfect,
    )  # fmt: skip

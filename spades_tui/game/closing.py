"""The end of a hand and of a game: counts for the scoring, and the findings that say what came of it."""

from dataclasses import replace

from spades_tui.game.customs import books_moved, side_tricks, tray_person
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, HandState, Phase, contracts, low_ball
from spades_tui.rules.ledger import HandCounts
from spades_tui.rules.ruleset import Ruleset


def hand_counts(rules: Ruleset, hand: HandState) -> HandCounts:
    """All that scoring looks at, from a hand that has been played or skipped."""
    return HandCounts(
        sides=rules.sides,
        cards=rules.tricks,
        bids=hand.bids,
        blind=hand.blind,
        contracts=contracts(rules, hand),
        promises=hand.promises,
        table_tricks=tuple(hand.took[seat] if seat in hand.table else None for seat in range(rules.seats)),
        side_tricks=side_tricks(rules, hand),
        winners=hand.winners,
        dumped=hand.dumped,
        skipped=hand.skipped,
    )


def refuse_score(state: GameState) -> Refusal | None:
    """A hand is scored when its last card has been played."""
    if state.phase != Phase.PLAYED:
        return Refusal("C-5", "The hand has not been played to its end")
    return None


def apply_score(state: GameState) -> tuple[GameState, HandScore]:
    """Score the hand; the game may be over then."""
    rules, hand = state.rules, state.current
    counts = hand_counts(rules, hand)
    scored = rules.score(state.standing, counts)
    after = scored.standing
    net = [counts.side_tricks[side] - sum(hand.took[seat] for seat in seats) for side, seats in enumerate(rules.sides)]
    sits = [seat for seat in range(rules.seats) if seat not in hand.table]
    finding = HandScore(
        hand=hand.number,
        lines=scored.lines,
        points=scored.points,
        totals=after.totals,
        tricks=counts.table_tricks,
        bids=hand.bids,
        bags=after.bags if rules.bags else None,
        side_bids=counts.contracts if rules.partners else None,
        books=tuple(net) if books_moved(rules, hand) else None,
        zero_value=rules.zero.value(state.standing.zero_pool) if rules.zero and rules.zero.grows else None,
        low_ball=low_ball(rules, hand),
        gaccs=tuple(None if seat in sits else n for seat, n in enumerate(hand.gaccs)) if rules.gacc else None,
        tray=after.trays[-1] if rules.tray else None,
    )
    outcome = rules.decide(after, scored.outright)
    state = replace(
        state,
        standing=after,
        outcome=outcome,
        phase=Phase.OVER if outcome else Phase.DEAL,
        last_lines=scored.lines,
        last_points=scored.points,
    )
    return state, finding


def game_over(state: GameState) -> GameOver:
    """The last finding of a game (3B-20, 3B-23, 3B-27). Raises ValueError while the game goes on."""
    outcome, rules, standing = state.outcome, state.rules, state.standing
    if outcome is None:
        raise ValueError("the game is not over")
    tray = tray_person(state)
    if tray is not None and state.chit is not None and state.chit[1] is not None:
        tray = state.chit[1]
    seats = [seat for seat in range(rules.seats) if standing.played[seat]]
    return GameOver(
        reason=outcome.reason,
        winners=outcome.winners,
        totals=standing.totals,
        standings=outcome.standings,
        has_tray=rules.tray is not None,
        tray=tray,
        wire_to_wire=tray is not None and all(tray in last for last in standing.trays),
        perfect=tuple(s for s in seats if standing.on_nose[s] == standing.played[s]) if rules.days else None,
        imperfect=tuple(s for s in seats if standing.on_nose[s] == 0) if rules.days else None,
    )


def struck_trays(trays: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Who stands in the tray after each hand once names have been struck (3B-19).

    When some of several level players are in the tray again after the next hand, the others are struck,
    and so back along the run of level hands.
    """
    kept = list(trays)
    for place in range(len(kept) - 1, 0, -1):
        again = tuple(seat for seat in kept[place - 1] if seat in kept[place])
        if again and len(kept[place - 1]) > 1:
            kept[place - 1] = again
    return tuple(kept)

"""Computer players notice every score: adding it to a game changes the value of some choice."""

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from spades_tui.bots import weigh
from spades_tui.bots.bidding import bid_value
from spades_tui.bots.cardplay import CardPlay, fair_plays
from spades_tui.bots.estimate import estimate
from spades_tui.bots.search.end_values import ends_as_bid
from spades_tui.cards import hand_of, hand_text
from spades_tui.fair import shuffled
from spades_tui.game.events import Bid, Look, Play, Promise, SeatEvent, Stand
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import kind_of
from spades_tui.rules.component_bases import ScoreComponent
from spades_tui.rules.ledger import PROMISE, Announced
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.scores import REGISTRY, HandWinner
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import from_data
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bots.tables import at_play, hands, seen_by, stream
from tests.quick_cases import slow_but
from tests.rules.parts import entries, home_game

LEVELS = ("club", "strong", "expert")
IGNORED = {
    "skipped": "whether a hand is skipped hangs on what all bid: players bid for hands that are played",
}
"""Scores that players ignore, and why."""
UNKNOWN = (
    HandWinner(kind="hand_winner", rule="LG-3", compares="points", best="highest", won=200),
    HandWinner(kind="hand_winner", rule="LG-3", compares="bids", best="highest", won=200),
)
"""Values of a key that players ignore, because the other sides' totals of bids and points are unknown."""


def game_with(kind: type[ScoreComponent]) -> Variant:
    """Return a shipped game with this score, or the classic one with the example of docs/variants.md."""
    for variant in shipped().values():
        if not variant.programme and any(isinstance(part, kind) and part.on for part in variant.scores):
            return variant
    slug = "cutthroat" if kind is HandWinner else "classic"
    added = checked(kind, entries("scores", kind)[-1]).changed(on=True)
    return shipped()[slug].changed(scores=(*shipped()[slug].scores, added))


def positions(rules: Ruleset) -> Iterator[Observation]:
    """Yield a hand's views before each bid and some cards; first tricks are promised where possible."""
    course = History(new_game(rules, rules.seats - 1))
    pack = shuffled(rules.cards.pack, b"every score")
    known = {seat: hand_text(hand_of(pack[seat :: rules.seats][: rules.tricks])) for seat in range(rules.seats)}
    course.do(hands(rules, known, rules.seats - 1))
    cards = 0
    while course.state.phase in (Phase.BID, Phase.RAISE, Phase.PLAY):
        turn = on_turn(course.state)
        assert turn is not None
        seen = observe(course.state, turn)
        if course.state.phase == Phase.BID or cards in (1, rules.players * (rules.tricks // 2)):
            yield seen
        cards += course.state.phase == Phase.PLAY
        course.do(_some(seen, turn))


def _some(seen: Observation, seat: int) -> SeatEvent:
    for kind in (Look, Promise, Stand, Play):
        offered = [event for event in seen.legal if isinstance(event, kind)]
        if offered:
            return offered[0]
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    return bids[0] if seat == 1 else min(bids, key=lambda event: abs(event.bid - 3))


def values_of(level: str, seen: Observation) -> Sequence[tuple[float, SeatEvent]]:
    """Return a level's value for each choice."""
    seat = seen.seat or 0
    if level != "club":
        return [(row.value, row.event) for row in weigh(level, seen, stream())]
    if seen.phase == Phase.PLAY:
        decision, plays = CardPlay(seen, seat), fair_plays(seen)
        return [*decision.values(plays, decision.keys(plays))]
    hand = estimate(seen.rules, seen.own or 0)
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    return [(bid_value(seen, seat, event.bid, hand.tricks, hand), event) for event in bids]


def notices(level: str, variant: Variant, part: ScoreComponent) -> bool:
    """Return whether a score of this game changes how a level values some choice."""
    without = variant.changed(scores=tuple(one for one in variant.scores if one != part))
    pairs = zip(positions(ruleset(variant)), positions(ruleset(without)), strict=True)
    return any(values_of(level, seen) != values_of(level, other) for seen, other in pairs)


@pytest.mark.parametrize("level", slow_but(LEVELS[:1], LEVELS))
@pytest.mark.parametrize("kind", REGISTRY, ids=kind_of)
def test_every_score_changes_a_value_unless_listed_as_ignored(kind: type[ScoreComponent], level: str) -> None:
    variant = game_with(kind)
    part = next(part for part in variant.scores if isinstance(part, kind))
    assert notices(level, variant, part) == (kind_of(kind) not in IGNORED)


@pytest.mark.parametrize("level", slow_but(LEVELS[:1], LEVELS))
@pytest.mark.parametrize("part", UNKNOWN, ids=lambda part: part.compares)
def test_scores_by_unknown_totals_are_ignored(part: HandWinner, level: str) -> None:
    game = shipped()["cutthroat"]
    assert not notices(level, game.changed(scores=(*game.scores, part)), part)


def test_a_bid_of_zero_without_a_score_of_its_own_may_still_win_tricks() -> None:
    """Where each trick above the bid pays, nobody keeps out of the way."""
    contract = {"kind": "contract", "zeros": "counted", "made": 10, "over": 1, "lost": -10}
    alone = {**shipped()["cutthroat"].to_json(), "options": [], "scores": [contract]}
    rules = {"counted": ruleset(from_data(alone)), "apart": ruleset(shipped()["cutthroat"])}
    tricks = {}
    for zeros, game in rules.items():
        seen = seen_by(at_play(game, {}, [3, 4, 0, 4]))
        tricks[zeros] = CardPlay(seen, 0).future[2]
    assert tricks["apart"] < 0.5 < tricks["counted"]


@pytest.mark.rule("HR-11", "BM-9")
def test_payments_for_tricks_are_in_the_order_of_the_table_and_those_to_anybody_last() -> None:
    rules = home_game("bemo", scores=[{"kind": "final_trick", "points": 10}])
    seen = seen_by(at_play(rules, {}, [3, 4, 5], dealer=2))
    promised = replace(seen, announced=(Announced(2, PROMISE, 4), Announced(1, PROMISE, 4)))
    assert [pay.seat for pay in ends_as_bid(promised, 0).pays] == [1, 2, None]

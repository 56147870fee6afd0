"""Find the feats of skill of a seat in a finished game, each with the hand that earned it."""

from collections.abc import Mapping, Sequence

from spades_tui import cards
from spades_tui.bots.styles import split_level
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.hand_end import hand_counts
from spades_tui.game.state import HandState
from spades_tui.record.line_forms import SeatEntry
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset
from spades_tui.scorebook.feats import BEHIND, COVERED_BID, LONG, NILS, OF, SAFE, TEN, FeatName

_KINGS = sum(1 << card for card in range(52) if cards.text(card).startswith("K"))


def earned(
    rules: Ruleset, scores: Sequence[HandScore], hands: Mapping[int, HandState], over: GameOver,
    seats: Sequence[SeatEntry], seat: int,
) -> dict[FeatName, int]:  # fmt: skip
    """Return the feats of a seat in a finished game, each with the number of the hand that earned it."""
    feats: dict[FeatName, int] = {}
    nils = 0
    bid_hands = [score for score in scores if score.bids[seat] is not None and not hands[score.hand].skipped]
    for score in bid_hands:
        names = _of_hand(rules, score, hands[score.hand], seat)
        nils += _nil_made(score, seat)
        if nils == NILS:
            names.append("three_nils")
        for name in names:
            feats.setdefault(name, score.hand)
    if len(bid_hands) >= LONG:
        for name in _of_game(rules, bid_hands, over, seats, seat):
            feats[name] = scores[-1].hand
    return feats


def _decided(score: HandScore, seat: int) -> set[Decided]:
    return {note.what for note in score.notes if seat in note.seats}


def _nil_made(score: HandScore, seat: int) -> bool:
    return Decided.ZERO_MADE in _decided(score, seat)


def _of_hand(rules: Ruleset, score: HandScore, hand: HandState, seat: int) -> list[FeatName]:
    """Return the feats of one hand."""
    names: list[FeatName] = []
    side = rules.side_of[seat]
    if _nil_made(score, seat):
        if hand.blind[seat]:
            names.append("blind_nil")
        gave = hand.passed[seat] if hand.passed else 0
        if (hand.dealt[seat] or 0) & ~gave & _KINGS:
            names.append("king_nil")
    if Decided.MADE not in _decided(score, seat):
        return names
    partners = [other for other in rules.sides[side] if other != seat]
    if (score.bids[seat] or 0) >= COVERED_BID and any(_nil_made(score, other) for other in partners):
        names.append("covered")
    contract = hand_counts(rules, hand).contracts[side] or 0
    if contract * OF >= TEN * rules.tricks:
        names.append("ten")
    return names


def _of_game(
    rules: Ruleset, scores: Sequence[HandScore], over: GameOver, seats: Sequence[SeatEntry], seat: int
) -> list[FeatName]:
    """Return the feats of a whole game."""
    names: list[FeatName] = []
    side = rules.side_of[seat]
    if all(score.bids[seat] == score.tricks[seat] for score in scores):
        names.append("exact")
    if side not in over.winners:
        return names
    decided = [what for score in scores for what in _decided(score, seat)]
    notes = [note for score in scores for note in score.notes]
    bags = sum(note.tricks for note in notes if (note.what, note.side) == (Decided.OVER, side))
    if scores[-1].bags is not None and not bags and Decided.MADE in decided:
        names.append("no_bag")
    if len(scores) >= SAFE and not {Decided.SET, Decided.ZERO_FAILED} & {*decided}:
        names.append("never_set")
    if _came_back(scores, side):
        names.append("comeback")
    return names + _against(rules, seats, seat)


def _came_back(scores: Sequence[HandScore], side: int) -> bool:
    """Return whether a side was far behind the best other one."""
    final = scores[-1].totals[side]
    behind = 0
    for score in scores:
        others = [total for other, total in enumerate(score.totals) if other != side]
        behind = max(behind, max(others) - score.totals[side])
    return final > 0 and behind >= BEHIND * final


def _against(rules: Ruleset, seats: Sequence[SeatEntry], seat: int) -> list[FeatName]:
    """Return the feats of a win with and against computer players of certain levels."""
    side = rules.side_of[seat]
    partners, others = set(), set()
    for number, entry in enumerate(seats):
        level = "" if entry.kind == "human" else split_level(entry.level or "")[0]
        if rules.side_of[number] != side:
            others.add(level)
        elif number != seat:
            partners.add(level)
    names: list[FeatName] = []
    if others == {"expert"}:
        names.append("beat_experts")
    if partners == {"beginner"} and others <= {"strong", "expert"}:
        names.append("with_beginner")
    return names

"""What a finished game says to a person: the hand that decided it, and what they did well.

Both come from the score alone, which everybody at the table knows.
"""

from collections import Counter
from collections.abc import Sequence

from spades_tui.game.findings import HandScore
from spades_tui.language.sentence_parts import (
    YOU,
    agreeing,
    capitalized,
    does,
    plain,
    plural,
    signed,
    together,
    whom,
    whose,
)
from spades_tui.presentation.moments import streak
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ledger import Decided, Note
from spades_tui.rules.ruleset import Ruleset

TOLD = (
    Decided.ZERO_FAILED,
    Decided.SET,
    Decided.ZERO_MADE,
    Decided.BAGS_CHARGED,
    Decided.BROKEN,
    Decided.KEPT,
    Decided.MADE,
)
"""The decisions that explain a hand, the most telling first."""
LEAST_STREAK = 3
"""Hands in a row that are worth a word."""
FLAWLESS = 5
"""Hands from which a game with every bid made says more for a player than their nil in it."""


def game_words(
    rules: Ruleset,
    scores: Sequence[HandScore],
    winners: Sequence[int],
    people: Sequence[int],
    look: Wording,
) -> tuple[str, ...]:
    """Return what decided the game, and what the people here did well, each in a sentence.

    People of one side are told how they won or lost, others how the winners won. None for a table
    without people, for a game without a winner, or in which every side has won.
    """
    losers = rules.sides_but(winners)
    if not scores or not winners or not losers or not people:
        return ()
    own = [rules.side_of[seat] for seat in people]
    lost = own[0] if len(set(own)) == 1 else winners[0]
    side = next((side for side in own if side in winners), lost)
    won = side in winners
    rivals = losers if won else winners
    rival = max(rivals, key=lambda other: (other in own, scores[-1].totals[other]))
    who = YOU if len(people) == 1 else look.together(rules.sides[side])
    decided = _decided(rules, scores, (side, rival), won, who, look)
    well = [_done_well(rules, scores, seat, look) for seat in people]
    return (decided, *dict.fromkeys(filter(None, well)))


def _decided(
    rules: Ruleset,
    scores: Sequence[HandScore],
    sides: tuple[int, int],
    won: bool,
    who: str,
    look: Wording,
) -> str:
    """Return which hand moved the score most between `who`, a side, and its rival, and how."""
    side, rival = sides if won else sides[::-1]
    swings = [score.points[side] - score.points[rival] for score in scores]
    score = scores[swings.index(max(swings))]
    swing = plain(max(swings), rules.points_unit)
    note = _most_telling(score, side, rival)
    if note is not None and note.what == Decided.MADE and (who != YOU or len(scores) == 1):
        note = None  # the names would come twice, and say little
    how = ("won", "gained") if won else ("lost", "cost")
    if len(scores) == 1:
        decided = f"{who} {how[0]} by {swing} points"
    elif not won and (note is None or note.side == side):
        leader = look.together(rules.sides[side])
        decided = f"{leader} gained most on {whom(who)} in hand {score.hand}, {swing} points"
        if note is not None and note.what == Decided.MADE:
            note = None
    else:
        decided = f"{who} {how[0]} this game in hand {score.hand}, which {how[1]} {swing} points"
    if note is None:
        return f"{decided}."
    return f"{decided}: {_note_words(note, rules.of_hand(score.hand), look)}."


def _most_telling(score: HandScore, gained: int, lost: int) -> Note | None:
    """Return the decision that explains best why a side gained on another one."""
    good = (Decided.ZERO_MADE, Decided.KEPT, Decided.MADE)
    fitting = []
    for note in score.notes:
        side = gained if note.what in good else lost
        if note.what in TOLD and note.seats and note.side == side:
            fitting.append(note)
    return min(fitting, key=lambda note: TOLD.index(note.what), default=None)


def _note_words(note: Note, rules: Ruleset, look: Wording) -> str:
    """Return a decision as a clause: ``Bea & Dot were set``."""
    who = together(list(map(look.whom, note.seats)))
    several = len(note.seats) > 1
    name = look.together(note.seats)
    was = "were" if several else agreeing(name, "was")
    match note.what:
        case Decided.ZERO_FAILED:
            return f"{whose(name)} {rules.zero_word} was set"
        case Decided.ZERO_MADE:
            return f"{whose(name)} {rules.zero_word} was made"
        case Decided.SET:
            return f"{who} {was} set"
        case Decided.BAGS_CHARGED:
            return f"{who} paid for {plural(note.tricks, 'bag')}"
        case Decided.BROKEN:
            return f"{whose(name)} promise was broken"
        case Decided.KEPT:
            return f"{whose(name)} promise was kept"
        case _:
            return f"{who} made the bid"


def _done_well(rules: Ruleset, scores: Sequence[HandScore], seat: int, look: Wording) -> str:
    """Return what a player did well: nils, a streak, bids made, or the best of several hands."""
    side = rules.side_of[seat]
    notes = [note for score in scores for note in score.notes if note.side == side]
    nils = sum(note.what == Decided.ZERO_MADE and seat in note.seats for note in notes)
    kinds = Counter(note.what for note in notes)
    made = kinds[Decided.MADE] + kinds[Decided.ZERO_MADE]
    bids = made + kinds[Decided.SET] + kinds[Decided.ZERO_FAILED]
    longest = max(streak(scores[: number + 1], side) for number in range(len(scores)))
    name = look.together(rules.sides[side])
    if nils and (made < bids or longest < FLAWLESS):
        zeros = f"a {rules.zero_word}" if nils == 1 else plural(nils, rules.zero_word)
        return f"{does(look.who(seat), 'made')} {zeros}."
    if bids and 2 * made >= bids:
        if bids == 1:
            return f"{name} made the bid."
        share = f"{made} of {bids}"
        if made == bids:
            share = "both" if bids == 2 else f"all {bids}"
        return f"{name} made {share} bids."
    if longest >= LEAST_STREAK:
        return f"{name} made every bid of {longest} hands in a row."
    if len(scores) == 1:
        return ""
    best = max(scores, key=lambda score: score.points[side])
    points = signed(best.points[side], rules.points_unit)
    return f"{capitalized(whose(name))} best hand was hand {best.hand}, with {points}."

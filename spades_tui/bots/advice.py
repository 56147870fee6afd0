"""Advice for a decision: the choices, best first, with what each costs against the best and a sentence of reason.

Made from the observation alone, random numbers included: whoever sees the same is told the same.
"""

from dataclasses import replace

from spades_tui.bots import LEVELS, weigh
from spades_tui.bots.came_of_it import ALIKE, of_the_first, sober
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.reasons import reason
from spades_tui.bots.sentences import But, Names
from spades_tui.bots.unseen import Unseen
from spades_tui.bots.weighed import Advice
from spades_tui.fair import Stream, decoration_stream
from spades_tui.game.facts import Play, SeatFact
from spades_tui.seats import Observation

ADVISER = LEVELS[-1]
"""Who gives hints, and whom a review compares people with: the best that there is."""


def stream_of(seen: Observation) -> Stream:
    """The random numbers of advice at this moment; they come from what everybody knows."""
    played = sum(len(trick) for trick in (*seen.tricks, seen.trick))
    said = sum(bid is not None for bid in seen.bids)
    return decoration_stream(f"advice|{seen.hand_number}|{seen.seat}|{seen.phase}|{said}|{seen.stood}|{played}")


def advise(level: str, seen: Observation, names: Names = None) -> tuple[Advice, ...]:
    """Every legal choice, best first; those that were not looked at come last, with no deals.

    Raises ValueError for an unknown level, or if the seat is not on turn.
    """

    def told(fact: SeatFact, made: float, deals: int) -> str:
        sentence = reason(seen, fact, names)
        return sober(seen, fact, sentence, made) if deals else sentence

    weighed = weigh(level, seen, stream_of(seen))
    best = weighed[0].value
    advice = [
        Advice(
            one.fact,
            round(min(best, one.value), 1),
            round(max(0.0, best - one.value), 1) if one.deals else 0.0,
            round(one.made, 3),
            round(one.tricks, 2),
            one.deals,
            told(one.fact, one.made, one.deals),
        )
        for one in weighed
    ]
    known = [one.fact for one in weighed]
    rest = [fact for fact in seen.legal if not any(same_choice(fact, other) for other in known)]
    twins = {fact: _twin(seen, fact, advice) for fact in rest}
    alike = [
        replace(twin, fact=fact, reason=told(fact, twin.made, twin.deals)) for fact, twin in twins.items() if twin
    ]
    lost = [Advice(fact, 0.0, 0.0, 0.0, 0.0, 0, reason(seen, fact, names)) for fact in rest if twins[fact] is None]
    first = advice[0]
    if alike and len(advice) == 1 and isinstance(first.reason, But):
        first = replace(first, reason=ALIKE)
    else:
        first = replace(first, reason=of_the_first(seen, advice))
    others = sorted((*advice[1:], *alike), key=lambda one: (not one.weighed, one.cost))
    return (first, *others, *lost)


def _twin(seen: Observation, fact: SeatFact, advice: list[Advice]) -> Advice | None:
    """A card that was weighed and is as good: none that is still out, or lies in this trick, stands between the two."""
    if not isinstance(fact, Play) or seen.seat is None or fact.ace is not None:
        return None
    if seen.follows and not seen.follows >> fact.card & 1:
        return None
    by_rank, suit_of = rank_masks(seen.rules), seen.rules.cards.suit_of
    between = Unseen.by(seen, seen.seat).cards
    for played in seen.trick:
        between |= 1 << played.card
    for one in advice:
        other = one.fact
        if isinstance(other, Play) and other.ace is None and suit_of[other.card] == suit_of[fact.card]:
            higher = by_rank.higher[fact.card] ^ by_rank.higher[other.card]
            if not higher & between:
                return one
    return None


def same_choice(one: SeatFact, other: SeatFact) -> bool:
    """Whether two facts are the same choice: an ace without a call is the ace with the call that holds anyway."""
    if one == other:
        return True
    return (
        isinstance(one, Play)
        and isinstance(other, Play)
        and (one.seat, one.card) == (other.seat, other.card)
        and None in (one.ace, other.ace)
    )


def find(advice: tuple[Advice, ...], fact: SeatFact) -> Advice | None:
    """The advice about one choice."""
    return next((one for one in advice if same_choice(one.fact, fact)), None)

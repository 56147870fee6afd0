"""Advice for a decision: the choices, best first, with what each costs against the best and a sentence of reason.

Made from the observation alone, random numbers included: whoever sees the same is told the same.
"""

from dataclasses import replace

from spades_tui.bots import LEVELS, weigh
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.reasons import reason
from spades_tui.bots.reasons_play import ZERO_LIVES, ZERO_SPOILT
from spades_tui.bots.sentences import But, Names, card_words
from spades_tui.bots.unseen import Unseen
from spades_tui.fair import Stream, decoration_stream
from spades_tui.frozen import dataclass
from spades_tui.game.facts import Bid, Play, Promise, Raise, SeatFact
from spades_tui.seats import Observation

HOPELESS = 0.005
"""A chance that is shown as 0 %."""

CLEARLY = 0.03
"""A difference between two chances that is worth a word."""

ADVISER = LEVELS[-1]
"""Who gives hints, and whom a review compares people with: the best that there is."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One choice. The numbers mean nothing where no deal was played out (`deals` is 0)."""

    fact: SeatFact
    value: float
    """Points that the side expects to gain over the others, rounded; near the end of a game the chance to win it as
    points."""
    cost: float
    """How much less that is than the best choice's; 0 or more."""
    made: float
    """The chance, 0 to 1, that the bid is made."""
    tricks: float
    """Tricks that the side takes on average."""
    deals: int
    reason: str

    @property
    def weighed(self) -> bool:
        """Whether the numbers mean something."""
        return self.deals > 0


def stream_of(seen: Observation) -> Stream:
    """The random numbers of advice at this moment; they come from what everybody knows."""
    played = sum(len(trick) for trick in (*seen.tricks, seen.trick))
    said = sum(bid is not None for bid in seen.bids)
    return decoration_stream(f"advice|{seen.hand_number}|{seen.seat}|{seen.phase}|{said}|{seen.stood}|{played}")


def advise(level: str, seen: Observation, names: Names = None) -> tuple[Advice, ...]:
    """Every legal choice, best first; those that were not looked at come last, with no deals.

    Raises ValueError for an unknown level, or if the seat is not on turn.
    """
    weighed = weigh(level, seen, stream_of(seen))
    best = weighed[0].value
    advice = [
        Advice(
            one.fact,
            round(one.value, 1),
            round(max(0.0, best - one.value), 1) if one.deals else 0.0,
            round(one.made, 3),
            round(one.tricks, 2),
            one.deals,
            _sober(reason(seen, one.fact, names), one.made, seen.rules.zero_word),
        )
        for one in weighed
    ]
    known = [one.fact for one in weighed]
    if isinstance(advice[0].reason, But):
        advice[0] = replace(advice[0], reason=against(seen, advice) or str(advice[0].reason))
    rest = [fact for fact in seen.legal if not any(same_choice(fact, other) for other in known)]
    twins = {fact: _twin(seen, fact, advice) for fact in rest}
    told = [
        replace(twin, fact=fact, reason=_sober(reason(seen, fact, names), twin.made, seen.rules.zero_word))
        for fact, twin in twins.items()
        if twin
    ]
    lost = [Advice(fact, 0.0, 0.0, 0.0, 0.0, 0, reason(seen, fact, names)) for fact in rest if twins[fact] is None]
    return (advice[0], *sorted((*advice[1:], *told), key=lambda one: (not one.weighed, one.cost)), *lost)


def _sober(sentence: str, made: float, zero: str) -> str:
    """A sentence without the hope that the play-outs have refuted; a `But` stays one."""
    if made >= HOPELESS:
        return sentence
    for ending in (ZERO_LIVES, ZERO_SPOILT):
        hope = ending.replace("zero", zero)
        if sentence.endswith(hope):
            return f"{sentence.removesuffix(hope)}, but your {zero} will not last: it was lost in every deal tried."
    return sentence


def against(seen: Observation, advice: list[Advice]) -> str | None:
    """Why the first choice is the best all the same, told by what came of it when it was played out."""
    best = advice[0]
    others = [one for one in advice[1:] if one.weighed]
    if not best.weighed or not others:
        return None
    other = next((one for one in others if one.cost), None)
    if other is None:
        return "Whatever you do comes to the same."
    times = round(100 * best.made)
    if isinstance(best.fact, Bid | Raise | Promise):
        return f"It is made {times} times in 100, and no other bid is worth as much."
    if not isinstance(best.fact, Play) or not isinstance(other.fact, Play):
        return None
    beside = f"with the {card_words(other.fact.card)}"
    if best.made - other.made >= CLEARLY:
        return f"With it the bid is made {times} times in 100; {beside}, {round(100 * other.made)} times."
    if other.made - best.made >= CLEARLY:
        less = f"{times} times in 100 against {round(100 * other.made)} {beside}"
        return f"The bid is made less often, {less}, but the others lose more by it."
    if best.tricks - other.tricks >= 10 * CLEARLY and seen.side is not None and best.made < 1 - CLEARLY:
        return f"It brings more tricks: {best.tricks:.1f} on average, against {other.tricks:.1f} {beside}."
    if other.tricks - best.tricks >= 2 * CLEARLY:
        name = card_words(other.fact.card)
        if seen.rules.bags is not None:
            return f"In the end it brings fewer bags than the {name}."
        return f"In the end it takes fewer tricks than the {name}, and you want no more."
    return "It costs the others more than it costs you."


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

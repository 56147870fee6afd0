"""What came of the choices when they were played out, in words: for the first choice, and against hopes that failed."""

from spades_tui.bots import reasons_bids as before
from spades_tui.bots.reasons import dictated
from spades_tui.bots.reasons_play import ZERO_LIVES, ZERO_SPOILT
from spades_tui.bots.seat_view import SeatView
from spades_tui.bots.sentences import But, card_words
from spades_tui.bots.weighed import Advice
from spades_tui.game.facts import Bid, Discard, Look, Play, Promise, Raise, SeatFact, Stand
from spades_tui.seats import Observation

HOPELESS = 0.005
"""A chance that is shown as 0 %."""

SELDOM = 0.35
"""Nothing is said for a bid that is made no oftener."""

SAFE = 0.7
"""A zero that is made so often is not called dangerous."""

CLEARLY = 0.03
"""A difference between two chances that is worth a word."""

SURELY = 1 - CLEARLY

MORE_TRICKS = 0.3
"""So many tricks more on average are worth a word."""

BAGS_FEWER = 0.2
"""So many bags fewer are."""

SMALL = 1.5
"""Points that hardly matter."""

ALIKE = "Whatever you do comes to the same."

HOPES = (ZERO_LIVES, ZERO_SPOILT, ", and a dangerous card is gone.")
"""How sentences end that hope for a zero."""

HOPE_FOR_ANOTHER = "; hope that "
"""What comes behind it is that another player goes over a card."""


def times(made: float) -> str:
    """A chance in words: `17 times in 100`, `every time`."""
    count = round(100 * made)
    if count >= 100:
        return "every time"
    return "once in 100" if count == 1 else f"{count} times in 100"


def sober(seen: Observation, fact: SeatFact, sentence: str, made: float) -> str:
    """A sentence without the hope, or the fear, that the play-outs have refuted; any other `But` stays one."""
    if isinstance(sentence, But):
        # What looks dangerous by itself may be safe beside these bids.
        safe = isinstance(fact, Bid) and not fact.blind and before.is_zero(seen, fact.bid) and made >= SAFE
        return f"With these cards a {seen.rules.zero_word} is made {times(made)}." if safe else sentence
    if isinstance(fact, Bid | Raise):
        told = made >= SELDOM or (isinstance(fact, Bid) and dictated(seen, fact.bid))
        return sentence if told else But(_seldom(seen, fact, made))
    hopeless = made < HOPELESS and isinstance(fact, Play) and seen.bids[fact.seat] == 0
    return _without_hope(sentence, seen.rules.zero_word) if hopeless else sentence


def _without_hope(sentence: str, zero: str) -> str:
    """A sentence about a card of a zero that is lost in any case."""
    lost = f"your {zero} will not last: it was lost in every deal tried."
    before_hope, hope, _ = sentence.partition(HOPE_FOR_ANOTHER)
    if hope:
        return f"{before_hope}, and {lost}"
    for ending in HOPES:
        hope = ending.replace("zero", zero)
        if sentence.endswith(hope):
            return f"{sentence.removesuffix(hope)}, but {lost}"
    return sentence


def _seldom(seen: Observation, fact: Bid | Raise, made: float) -> str:
    """A bid that is hardly ever made."""
    how = f"made only {times(made)}" if made >= HOPELESS else "never made in the deals tried"
    if isinstance(fact, Raise) or fact.blind or seen.own is None or seen.seat is None:
        return f"It is {how}."
    if before.is_zero(seen, fact.bid):
        return f"With these cards a {seen.rules.zero_word} is {how}."
    return f"{before.count_of(seen, seen.seat)}, and {fact.bid} is {how}."


def of_the_first(seen: Observation, advice: list[Advice]) -> str:
    """The reason for the first choice, where the numbers say more than the sentence that it has, or else than it."""
    best = advice[0]
    if not best.weighed:
        return str(best.reason)
    told = _beside_others(seen, advice)
    if told is None and isinstance(best.reason, But):
        told = against(seen, advice)
    return told or str(best.reason)


def _beside_others(seen: Observation, advice: list[Advice]) -> str | None:
    """What one trick more or less, or a bid without a look, would come to; None where nothing need be said."""
    match advice[0].fact:
        case Bid(blind=False):
            return _beside_the_count(seen, advice)
        case Stand():
            return _no_raise(advice)
        case Look():
            return _no_blind_bid(advice)
        case _:
            return None


def _beside_the_count(seen: Observation, advice: list[Advice]) -> str | None:
    """Why a bid is another one than the count of the hand asks for."""
    best, fact = advice[0], advice[0].fact
    if not isinstance(fact, Bid) or seen.seat is None or seen.own is None or best.made < SELDOM:
        return None
    about, number = before.about_of(seen), fact.bid
    if number == about or dictated(seen, number) or not before.told_by_count(seen, seen.seat, number):
        return None
    count = before.count_of(seen, seen.seat)
    if number > about:
        return f"{count}; {number} is made {times(best.made)}."
    more = next((one for one in advice if isinstance(one.fact, Bid) and one.fact.bid == number + 1), None)
    if more is None or not more.weighed:
        return None
    if more.made <= best.made - CLEARLY:
        less = times(more.made) if best.made >= 0.995 else f"{round(100 * more.made)}"
        return f"{count}; {number} is made {times(best.made)}, and {number + 1} only {less}."
    if more.cost >= SMALL:
        return f"{count}; a bid of {number + 1} is worth {more.cost:.0f} points less."
    return f"{count}; a bid of {number + 1} is as good."


def _no_raise(advice: list[Advice]) -> str | None:
    """Why a bid is not raised."""
    best = advice[0]
    raises = [one for one in advice if isinstance(one.fact, Raise) and one.weighed]
    least = min(raises, key=_raised_to, default=None)
    if least is None or not least.cost:
        return None
    number = _raised_to(least)
    if least.made <= best.made - CLEARLY:
        chances = f"made {times(least.made)}, the bid as it is {round(100 * best.made)}"
        return f"A raise to {number} is {chances}: too seldom to gain by it."
    return f"A raise to {number} is worth {least.cost:.1f} points less."


def _raised_to(one: Advice) -> int:
    return one.fact.bid if isinstance(one.fact, Raise) else 0


def _no_blind_bid(advice: list[Advice]) -> str | None:
    """Why the cards are looked at."""
    blind = next((one for one in advice if isinstance(one.fact, Bid) and one.weighed), None)
    if blind is None or not isinstance(blind.fact, Bid) or blind.cost < SMALL:
        return None
    number, chance = blind.fact.bid, times(blind.made)
    return f"Look first: a blind {number} is made {chance}, and is worth {blind.cost:.0f} points less."


def against(seen: Observation, advice: list[Advice]) -> str | None:
    """Why the first choice is the best all the same, told by what came of it when it was played out."""
    best = advice[0]
    others = [one for one in advice[1:] if one.weighed]
    if not best.weighed or not others:
        return None
    other = next((one for one in others if one.cost), None)
    if isinstance(best.fact, Bid | Raise):
        alike = any(isinstance(one.fact, Bid | Raise | Stand) and not one.cost for one in others)
        worth = "there is a choice as good" if alike else "no other choice is worth as much"
        return f"It is made {times(best.made)}, and {worth}."
    if other is None:
        return ALIKE
    if isinstance(best.fact, Promise):
        return f"It is worth {other.cost:.0f} points more than the next best choice."
    if isinstance(best.fact, Play | Discard) and isinstance(other.fact, Play | Discard):
        return _compared(seen, best, other, other.fact.card)
    return None


def _compared(seen: Observation, best: Advice, other: Advice, card: int) -> str:
    """A card beside another one that is played, or thrown back."""
    name = card_words(card)
    with_it, with_other = ("With it", "with") if isinstance(best.fact, Play) else ("Without it", "without")
    if best.made - other.made >= CLEARLY:
        chance = f"made {times(best.made)}; {with_other} the {name}, {round(100 * other.made)} times"
        return f"{with_it} the bid is {chance}."
    if other.made - best.made >= CLEARLY:
        less = f"{times(best.made)} against {round(100 * other.made)} {with_other} the {name}"
        return f"The bid is made less often, {less}, but more is gained by it."
    if best.tricks - other.tricks >= MORE_TRICKS and best.made < SURELY and seen.side is not None:
        against_other = f"against {other.tricks:.1f} {with_other} the {name}"
        return f"It brings more tricks: {best.tricks:.1f} on average, {against_other}."
    if isinstance(best.fact, Play) and _takes_too_many(seen, best, other):
        if seen.rules.bags is not None:
            return f"In the end it brings fewer bags than the {name}."
        return f"In the end it takes fewer tricks than the {name}, and you want no more."
    if other.cost <= SMALL:
        return f"It hardly matters: the {name} comes out {other.cost:.1f} points worse."
    return f"It comes out {other.cost:.0f} points better than the {name}."


def _takes_too_many(seen: Observation, best: Advice, other: Advice) -> bool:
    """Whether a bid is made either way, and the other card takes tricks above it that this one leaves."""
    if seen.seat is None or best.made < SURELY or other.tricks - best.tricks < BAGS_FEWER:
        return False
    view = SeatView(seen, seen.seat)
    return other.tricks > view.need + view.took

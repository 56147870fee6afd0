"""Find contradictions between a reason and the figures of its choices, for `test_reasons`."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator

from msgspec.structs import replace

from spades_tui.bots.advice import advice_about
from spades_tui.bots.reasons import CLOSE, TIED
from spades_tui.bots.valued_choice import FEWER, Advice, Aim, PlainReason, Reason, is_nil
from spades_tui.game.events import Bid, Play
from spades_tui.game.phase import Phase
from spades_tui.presentation.reason_words import reason_words
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation
from tests.bots.club_hands import on_turn, played_to

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")
MOST_WORDS = 18


def positions(rules: Ruleset, seed: str, count: int) -> Iterator[Observation]:
    """Yield positions between club players, half at the start of a game and half with a score that matters."""
    chance = random.Random(seed)
    found = 0
    while found < count:
        seen = on_turn(played_to(rules, f"{seed} {found}", chance.randrange(64)))
        if seen is None:
            continue
        if found % 2:
            totals = tuple(chance.randrange(0, max(1, (rules.goal or 300) - 60)) for _ in rules.sides)
            limit = rules.bags.limit if rules.bags is not None else 0
            bags = tuple(chance.randrange(limit) if limit else 0 for _ in rules.sides)
            seen = replace(seen, standing=replace(seen.standing, totals=totals, bags=bags))
        found += 1
        yield seen


def contradictions(seen: Observation, advice: tuple[Advice, ...]) -> list[str]:
    """Return every statement of a reason that its figures, the rules or the cards contradict."""
    return [
        f"{one.event}: {wrong}" for one in advice for wrong in [*_of_words(seen, one), *_of_data(seen, advice, one)]
    ]


def _of_words(seen: Observation, one: Advice) -> Iterator[str]:
    words = reason_words(one.reason, seen, NAMES)
    if one.reason.goal != PlainReason.RULED and len(words.split()) > MOST_WORDS:
        yield f"too long: {words}"
    if not re.fullmatch(r"[A-Z0-9][^.]*(\.\d[^.]*)*\.", words) or re.search(r"None|nan|  ", words):
        yield f"no sentence: {words}"
    other = "zero" if seen.rules.zero_word == "nil" else "nil"
    if re.search(rf"\b{other}\b", words):
        yield f"the other games' word: {words}"


def _of_data(seen: Observation, advice: tuple[Advice, ...], one: Advice) -> Iterator[str]:
    reason = one.reason
    if reason.event != one.event:
        yield f"about another choice: {reason}"
    if isinstance(reason.goal, Aim):
        if not one.weighed:
            yield f"an aim without a play-out: {reason}"
        yield from _of_aim(seen, reason)
    if _is_own(seen, reason) and reason.number != one.made:
        yield f"another chance than {one.made}: {reason}"
    if reason.against is not None:
        against = advice_about(advice, reason.against)
        yield from _beside(seen, one, reason, against) if against is not None else [f"beside nothing: {reason}"]
    if reason.as_good is not None:
        near = advice_about(advice, reason.as_good)
        if near is None or not near.weighed or near.event == one.event or (one.cost and near.cost):
            yield f"as good as nothing: {reason}"
        elif abs(one.value - near.value) > CLOSE:
            yield f"{abs(one.value - near.value)} points apart, and as good: {reason}"
    if reason.goal == PlainReason.ALIKE and isinstance(one.event, Play):
        tried = [row for row in advice if row.weighed]
        if any(row.cost > TIED for row in tried):
            yield f"more than {TIED} point apart, and alike: {[row.cost for row in tried]}"
    if one.cost > TIED and reason_words(reason, seen, NAMES).startswith("Any of these"):
        yield f"{one.cost} points worse, and any of these: {reason}"
    if reason.goal == PlainReason.ONLY and one != advice[0]:
        yield f"not the only one: {reason}"
    if one != advice[0] and one.cost > TIED and reason.better > 0:
        yield f"worse, and praised: {reason}"
    if (one.gain is not None) != (one.cost > 0):
        yield f"a gain of {one.cost}: {one.gain}"
    elif one.gain is not None:
        yield from _of_gain(seen, advice, one, one.gain)


def _of_gain(seen: Observation, advice: tuple[Advice, ...], one: Advice, gain: Reason) -> Iterator[str]:
    """Yield contradictions in the reason why the first choice is better than this one."""
    if (gain.event, gain.against, gain.as_good) != (advice[0].event, one.event, None):
        yield f"about other choices: {gain}"
    if isinstance(gain.goal, Aim) and None in (gain.number, gain.other):
        yield f"without both figures: {gain}"
    yield from _of_words(seen, replace(advice[0], reason=gain))
    yield from _beside(seen, advice[0], gain, one)


def _is_own(seen: Observation, reason: Reason) -> bool:
    """Return whether the number in a reason is the one shown beside the choice, as in "made in …"."""
    seat = seen.seat or 0
    bid = reason.event.bid if isinstance(reason.event, Bid) else seen.bids[seat]
    nil = bid == 0 and is_nil(seen.rules, 0)
    return (reason.goal, reason.whose) == ((Aim.KEEP, seat) if nil else (Aim.MAKE, seen.rules.side_of[seat]))


def _beside(seen: Observation, one: Advice, reason: Reason, against: Advice) -> Iterator[str]:
    """Yield contradictions in a comparison with another choice."""
    if abs(reason.better - (one.value - against.value)) > 0.16:
        yield f"{one.value - against.value} points apart: {reason}"
    if reason.number is not None and reason.other is not None and isinstance(reason.goal, Aim):
        ahead = reason.number - reason.other if reason.goal not in FEWER else reason.other - reason.number
        if ahead * reason.better <= 0:
            yield f"argues for the other: {reason}"
        if _is_own(seen, reason) and reason.other != against.made:
            yield f"another chance there than {against.made}: {reason}"


def _of_aim(seen: Observation, reason: Reason) -> Iterator[str]:
    """Yield contradictions in the assumptions of an aim."""
    rules, whose, side = seen.rules, reason.whose, seen.rules.side_of[seen.seat or 0]
    if reason.goal in (Aim.BAGS, Aim.PENALTY, Aim.GIVE) and rules.bags is None:
        yield f"no bags here: {reason}"
    if whose is None or seen.phase != Phase.PLAY or (not reason.number and not reason.other):
        return
    if reason.goal in (Aim.KEEP, Aim.BREAK):
        alive = seen.bids[whose] == 0 and (not seen.took[whose] or reason.goal == Aim.BREAK)
        if not alive or (rules.side_of[whose] == side) != (reason.goal == Aim.KEEP):
            yield f"no such nil: {reason}"
    if reason.goal == Aim.SET and whose == side:
        yield f"sets its own side: {reason}"
    if reason.goal == Aim.SET and not seen.contracts[whose]:
        yield f"nothing to set: {reason}"

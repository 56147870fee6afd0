"""The review of a game in words: its summary, and each decision with a better choice."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from spades_tui.analysis.review import hardest
from spades_tui.bots.valued_choice import Advice, grouped
from spades_tui.language.sentence_parts import plural, whom
from spades_tui.presentation.chance_words import chance_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import Wording, choice_words, moment_of, points_words
from spades_tui.presentation.worth_words import cost_beside, worth_more

if TYPE_CHECKING:
    from spades_tui.analysis.review import Judged, Review


def summary_words(review: Review, look: Wording, unit: int) -> str:
    """Return how each person decided, and what play and luck brought; `unit`: the points of 1."""
    said: list[str] = []
    for seat in review.seats:
        totals, mistakes = review.totals(seat), review.mistakes(seat)
        play, luck = points_words(totals["play"], unit), points_words(totals["luck"], unit)
        of = "no clear mistake"
        if mistakes:
            of = plural(mistakes, "clear mistake")
        decisions = plural(review.weighed(seat), "decision")
        said.append(f"{look.who(seat)}: {decisions}, {of}.  Play {play}, luck {luck}.")
        hard = hardest(review.of(seat))
        if hard and not mistakes:
            said.append(f"Hardest: {moment_of(hard[0].decision.seen, ', bidding')}.")
    return "  ".join(said)


def decision_row(one: Judged, look: Wording, with_name: bool) -> tuple[str, str, str]:
    """Return the moment of a decision with the choice, what it cost, and a remark."""
    seen = one.decision.seen
    done = choice_words(one.decision.event, look.letters, seen.rules)
    moment = f"{moment_of(seen, ', bidding')}: {done}"
    if with_name:
        moment = f"{look.name(one.decision.seat)}, {moment}"
    if one.best is None:
        return moment, "", ""
    best = choice_words(one.best.event, look.letters, seen.rules)
    if one.cost:
        better = f"perhaps {best}"
        if one.costs_surely:
            better = f"{best} was better"
        return moment, cost_beside(one.cost, seen), better
    if one.as_good:
        return moment, "", f"as good as {best}"
    note = ""
    if one.best.weighed:
        note = "the best choice"
    if one.tempting is not None:
        note += f", not {choice_words(one.tempting.event, look.letters, seen.rules)}"
    return moment, "", note


class DecisionWords(NamedTuple):
    """A decision in words: the reason, the verdict, and the chances of both choices."""

    lesson: str = ""
    verdict: str = ""
    figures: str = ""


def decision_words(one: Judged, look: Wording) -> DecisionWords:
    """Return the choice, a better one with its reason, and the chances of both."""
    seen, letters = one.decision.seen, look.letters
    done = choice_words(one.decision.event, letters, seen.rules)
    said = f"{look.who(one.decision.seat)}: {done}"
    if one.best is None or not one.best.weighed:
        return DecisionWords(verdict=f"{said}. There was no choice.")
    best, lesson = choice_words(one.best.event, letters, seen.rules), ""
    if one.as_good:
        verdict = f"{said}. That was as good as {best}."
    elif one.cost:
        lesson = reason_words(one.reason or one.best.reason, seen, look.names)
        verdict = f"{said}, but {best} {worth_more(one.cost, one.costs_surely, seen)}."
    else:
        reason = (one.done or one.best).reason
        if one.tempting is not None:
            reason = one.tempting.gain or reason
        lesson = reason_words(reason, seen, look.names)
        verdict = f"{said}. That was the best choice{_tempting(one, look)}."
    figures = ""
    if one.done is not None and one.done.weighed:
        figures = _figures(one, one.best, one.done, look)
    return DecisionWords(look.words(lesson), verdict, figures)


def _tempting(one: Judged, look: Wording) -> str:
    """Return what a simpler player would have chosen instead, if that costs something."""
    if one.tempting is None:
        return ""
    tempting = choice_words(one.tempting.event, look.letters, one.decision.seen.rules)
    cost = cost_beside(one.tempting.cost, one.decision.seen)
    return f"; the tempting {tempting.removeprefix('the ')}: {cost}"


def _figures(one: Judged, best: Advice, done: Advice, look: Wording) -> str:
    """Return the chance to make the bid and the expected tricks with the choice, and the best."""
    seen, weighed = one.decision.seen, [best]
    if one.cost:
        weighed = different((best, done))
    side = whom(look.side_at_start(seen.rules, seen.rules.side_of[one.decision.seat]))
    figures, exact = list[str](), set[tuple[int, float]]()
    for advice in weighed:
        chance = chance_words(advice, seen)
        figures.append(f"bid made {chance}, {advice.tricks:.1f} tricks for {side}")
        exact.add((round(100 * advice.made), round(advice.tricks, 1)))
    if len(weighed) > 1 and len(exact) == 1:
        bags = "bags, "
        if seen.rules.bags is None:
            bags = ""
        same = f"They differ only in {bags}the others' points or the end of the game."
        return f"Both: {figures[0]}. {same}"
    lines = []
    for advice, figure in zip(weighed, figures, strict=True):
        lines.append(f"{choice_words(advice.event, look.letters, seen.rules)}: {figure}")
    return ";  ".join(lines) + "."


def different(advice: tuple[Advice, ...]) -> list[Advice]:
    """Return the analysed choices, only the first of several cards of the same worth."""
    firsts = [group[0] for group in grouped(advice) if group[0].weighed]
    return firsts or list(advice[:1])

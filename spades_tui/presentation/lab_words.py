"""The words of the rule laboratory.

Figures with their intervals, and sentences about differences.
"""

from collections.abc import Iterator, Sequence
from functools import partial

from msgspec import Struct

from spades_tui.analysis import rule_lab
from spades_tui.house_rules.form_words import zeros_in
from spades_tui.rules.variant_check import MOST_HANDS
from spades_tui.system.output import beginning, echoed, printable

SAME = "≈"
"""The sign of a figure that isn't certainly different."""
DIFFERENT = "≠"
NOTHING_YET = "No difference is certain yet; more hands show smaller ones."
INTERVAL = "± is a 95% interval."
UNKNOWN = "± ?"
"""An interval that says nothing."""
UNKNOWN_MEANS = f"{UNKNOWN} means: too few hands to say how exact the figure is."
SAME_MEANS = f"{SAME} means: no certain difference."
MINUTES = (
    f"Minutes count {rule_lab.BID_SECONDS} seconds for a bid "
    f"and {rule_lab.CARD_SECONDS} for a card."
)


def short_names(names: Sequence[str], most: int) -> list[str]:
    """Return a different name for each game.

    If possible its file's name, without folders and ``.toml``. Names have at most `most` letters if
    they are different then, and about `MOST_ECHOED` otherwise.
    """
    files = [printable(name).rpartition("/")[2].removesuffix(".toml") for name in names]
    for short in (partial(beginning, most=most), echoed):
        shortened = list(map(short, files))
        if len({*shortened}) == len(shortened):
            return shortened
    return whole_names(names)


def whole_names(names: Sequence[str]) -> list[str]:
    """Return a different name for each game, as it was typed.

    It has about `MOST_ECHOED` letters at most.
    """
    typed = list(map(echoed, names))
    if len({*typed}) == len(typed):
        return typed
    return [f"{number}: {name}" for number, name in enumerate(typed, 1)]


class FigureLine(Struct, frozen=True):
    """A measure of some games."""

    label: str
    cells: tuple[str, ...]
    certain: bool
    """Whether two games certainly differ."""
    vague: bool
    """Whether an interval says nothing."""


def cell(measure: rule_lab.Measure, figure: rule_lab.Figure) -> str:
    """Return a value with its interval, a question mark if that says nothing.

    A dash if there is no value.
    """
    if figure.value is None:
        return "–"
    interval = UNKNOWN if _vague(measure, figure) else f"± {measure.words(figure.within)}"
    return f"{measure.words(figure.value)} {interval}"


def _vague(measure: rule_lab.Measure, figure: rule_lab.Figure) -> bool:
    most = 0.5 if measure.percent else float("inf")  # a share of 50% ± 50% may be anything
    return figure.value is not None and figure.within >= most


def figure_lines(games: Sequence[rule_lab.Measured], zero: str) -> Iterator[FigureLine]:
    """Yield a line for each measure that at least one of the games has.

    `zero`: the word for a bid of zero.
    """
    for measure in rule_lab.MEASURES:
        figures = [game.figure(measure.name) for game in games]
        if any(figure.value is not None for figure in figures):
            certain = len(figures) == 2 and figures[0].differs(figures[1])
            vague = any(_vague(measure, figure) for figure in figures)
            cells = tuple(cell(measure, figure) for figure in figures)
            yield FigureLine(zeros_in(measure.label, zero), cells, certain, vague)


def sentences(
    games: Sequence[rule_lab.Measured], zero: str, changes: Sequence[str] = ()
) -> list[str]:
    """Return a sentence for each certain difference between the first two games.

    Then follows what is certainly alike. `zero`: the word for a bid of zero. `changes`: words or
    letters of the changes; each of the other games is the first one with one of them alone. A
    change is a cause if it certainly makes the figure higher or lower in the same way.
    """
    different, alike = [], []
    for measure in rule_lab.MEASURES:
        first, second, *alone = (game.figure(measure.name) for game in games)
        if first.value is None or second.value is None:
            continue
        rise = second.value - first.value
        most = abs(rise) + first.within_of_difference(second)
        if first.differs(second):
            causes = []
            for change, figure in zip(changes, alone, strict=True):
                if figure.value is None or not first.differs(figure):
                    continue
                if (figure.value > first.value) == (rise > 0):
                    causes.append(change)
            words = measure.words
            sentence = measure.more if rise > 0 else measure.less
            sentence = zeros_in(sentence, zero).format(
                by=words(abs(rise)), now=words(second.value), before=words(first.value)
            )
            different.append(sentence + _because(causes, changes))
        elif most <= measure.small:
            alike.append(measure.same.format(most=measure.words(most)))
    return [*(different or [NOTHING_YET]), *alike]


def _because(causes: Sequence[str], changes: Sequence[str]) -> str:
    if causes:
        return f" Cause: {', '.join(causes)}."
    if not changes:
        return ""
    return " No single change is certainly the cause."


def unfinished(original: rule_lab.Measured, changed: rule_lab.Measured) -> list[str]:
    """Return a sentence for each of two games that sometimes doesn't end."""
    games = (("of the original", original), ("by your rules", changed))
    sentences = []
    for whose, game in games:
        if game.unfinished:
            count = f"{game.unfinished} of {game.games} games {whose}"
            sentences.append(f"{count} didn't end within {MOST_HANDS} hands.")
    return sentences

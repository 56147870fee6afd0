"""Counts with their nouns, numbers as words, and points with their signs."""

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
)  # fmt: skip

ORDINALS = (
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth",
    "eleventh", "twelfth",
)  # fmt: skip


def plural(count: int, noun: str) -> str:
    """Return a count with its noun: ``1 trick``, ``2 tricks``."""
    if count == 1:
        return f"{count} {noun}"
    return f"{count} {noun}s"


def by_count(count: int, singular: str, several: str) -> str:
    """Return the word that goes with a count: ``is`` with 1, ``are`` with others."""
    if count == 1:
        return singular
    return several


def number_word(number: int, most: int = 12) -> str:
    """Return a number from 0 to `most` as a word, and others as digits."""
    if 0 <= number <= most:
        return NUMBERS[number]
    return str(number)


def ordinal_word(number: int) -> str:
    """Return the place of a number, from 1 to 12 as a word: ``tenth``, ``21st``."""
    if 1 <= number <= len(ORDINALS):
        return ORDINALS[number - 1]
    teens = number // 10 % 10 == 1
    ending = "th" if teens else {1: "st", 2: "nd", 3: "rd"}.get(number % 10, "th")
    return f"{number}{ending}"


def times(count: int) -> str:
    """Return how often something happened: ``never``, ``once``, ``twice``, ``three times``."""
    if count <= 2:
        return ("never", "once", "twice")[count]
    return f"{number_word(count)} times"


def last_in_words(count: int, noun: str) -> str:
    """Return words for the last of something: ``the last trick``, ``the last 2 tricks``."""
    if count == 1:
        return f"the last {noun}"
    return f"the last {count} {noun}s"


def signed(points: int, unit: int = 1) -> str:
    """Return points with their sign and a real minus: ``+40``, ``−20``, ``0``.

    `unit` is that of `plain`.
    """
    sign = "+" if points > 0 else ""
    return sign + plain(points, unit)


def plain(points: int, unit: int = 1) -> str:
    """Return a total with a real minus: ``212``, ``−20``.

    `unit`: the points that are written as 1 (`Ruleset.points_unit`). With 10, 32 points are
    ``3.2``.
    """
    written = str(points) if unit == 1 else f"{points / unit:.1f}"
    return written.replace("-", "−")

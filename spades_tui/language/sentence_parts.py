"""How a sentence names a player and counts things.

A player is a name, or "you" if only one person is addressed. Sentences take names as texts; that
person's is `YOU`, and verbs agree with it. Records and the command line use names only.
"""

from collections.abc import Collection


class You(str):
    """The person addressed; a plain text with the same letters is an ordinary name."""

    __slots__ = ()


YOU = You("You")
_ODD = {"is": "are", "was": "were", "has": "have", "does": "do"}
_HISSED = ("shes", "ches", "sses", "xes", "oes")


def addressed(names: tuple[str, ...], people: Collection[int]) -> tuple[str, ...]:
    """Return the names with `YOU` for the only person at a table.

    They are unchanged for several people or none.
    """
    if len(people) != 1:
        return names
    addressee = next(iter(people))
    return (*names[:addressee], YOU, *names[addressee + 1 :])


def agreeing(name: str, verb: str) -> str:
    """Return a verb's form after a name: ``takes``, or ``take`` after "you".

    Punctuation after the verb is kept.
    """
    if not isinstance(name, You):
        return verb
    bare = verb.rstrip(".,:;!?")
    if bare != verb:
        return agreeing(name, bare) + verb[len(bare) :]
    if verb in _ODD:
        return _ODD[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    if verb.endswith(_HISSED):
        return verb.removesuffix("es")
    return verb.removesuffix("s")


def does(name: str, verb: str) -> str:
    """Return a name and what the player does: ``Ann takes``, ``You take``.

    More words may follow the verb.
    """
    first, space, rest = verb.partition(" ")
    return f"{name} {agreeing(name, first)}{space}{rest}"


def whom(name: str) -> str:
    """Return a name inside a sentence: ``Ann``, ``you``."""
    if isinstance(name, You):
        return You(name[:1].lower() + name[1:])
    return name


def whose(name: str) -> str:
    """Return the possessive inside a sentence: ``Ann's``, ``your``."""
    if isinstance(name, You):
        return "your"
    return f"{name}'s"


def together(names: Collection[str]) -> str:
    """Return a side by its people: ``Ann & Cy``, ``You & Cy``, never ``Bea & You``."""
    in_order = sorted(names, key=lambda name: not isinstance(name, You))
    side = " & ".join(in_order)
    if in_order and isinstance(in_order[0], You):
        return You(side)
    return side


def capitalized(text: str) -> str:
    """Return a text with a capital first letter, the rest unchanged."""
    return text[:1].upper() + text[1:]


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

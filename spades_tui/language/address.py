"""How a sentence names a player: by name, or as "you" if only one person is addressed.

Sentences take names as texts; that person's is `YOU`, and verbs agree with it. Records and the
command line use names only.
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

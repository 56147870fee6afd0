"""How a sentence speaks of somebody: by name, or as "you", where one person alone is told what happens.

Names go through sentences as texts; that person's is `YOU`, which the verbs beside it agree with. Records and the
command line have names only.
"""

from collections.abc import Collection


class You(str):
    """The person who is told; a name of the same letters is a name."""

    __slots__ = ()


YOU = You("You")
_ODD = {"is": "are", "was": "were", "has": "have", "does": "do"}
_HISSED = ("shes", "ches", "sses", "xes", "oes")


def addressed(names: tuple[str, ...], people: Collection[int]) -> tuple[str, ...]:
    """The names as the only person of a table is told them; where several sit there, or nobody, the names."""
    return tuple(YOU if len(people) == 1 and seat in people else name for seat, name in enumerate(names))


def agreeing(name: str, verb: str) -> str:
    """Return a verb's form beside a name: ``takes``, or ``take`` beside "you". A stop behind the verb stays there."""
    if not isinstance(name, You):
        return verb
    bare = verb.rstrip(".,:;!?")
    if bare != verb:
        return agreeing(name, bare) + verb[len(bare) :]
    if verb in _ODD:
        return _ODD[verb]
    if verb.endswith("ies"):
        return f"{verb[:-3]}y"
    return verb.removesuffix("es" if verb.endswith(_HISSED) else "s")


def does(name: str, verb: str) -> str:
    """A name and what is done: ``Ann takes``, ``You take``. More words may follow the verb."""
    first, space, rest = verb.partition(" ")
    return f"{name} {agreeing(name, first)}{space}{rest}"


def whom(name: str) -> str:
    """A name in the midst of a sentence: ``Ann``, ``you``."""
    return You(name[:1].lower() + name[1:]) if isinstance(name, You) else name


def whose(name: str) -> str:
    """``Ann's``, ``your``, in the midst of a sentence."""
    return "your" if isinstance(name, You) else f"{name}'s"


def together(names: Collection[str]) -> str:
    """A side by its people: ``Ann & Cy``, ``You & Cy``, and never ``Bea & You``."""
    side = " & ".join(sorted(names, key=lambda name: not isinstance(name, You)))
    return You(side) if any(isinstance(name, You) for name in names) else side

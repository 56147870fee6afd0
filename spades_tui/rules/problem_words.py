"""The words for problems of a variant, with the names that a file uses."""

from spades_tui.language.quoting import either, shown, spans
from spades_tui.language.sentence_parts import plural
from spades_tui.rules.problems import (
    Bids,
    FoundValue,
    GivenName,
    Held,
    KeyName,
    Part,
    Problem,
    Quoted,
)


def file_words(problem: Problem) -> str:
    """Return the sentence of a problem, with keys and values as a file has them."""
    return ProblemWords().sentence(problem)


class ProblemWords:
    """The words for problems, with the names that a file uses.

    The form overrides methods to use its labels.
    """

    nil, zero = "nil", "zero"
    """The words for a bid of zero."""

    def sentence(self, problem: Problem) -> str:
        """Return the sentence of a problem, without its full stop."""
        given = {name: _Argument(self, problem, one) for name, one in problem.arguments.items()}
        return problem.flaw.value.format_map({"nil": self.nil, "zero": self.zero, **given})

    def argument(self, one: object, called: str, problem: Problem) -> str:
        """Return the words for an argument; `called` follows its name in the sentence."""
        match one:
            case None:
                return ""
            case Problem():
                return self.sentence(one)
            case tuple():
                return either((self.argument(each, called, problem) for each in one), "and")
            case Part():
                return self.part(one, called)
            case KeyName():
                return self.key(one, called, problem)
            case Held():
                return self.held(one)
            case FoundValue():
                return self.found(one.value, called, problem)
            case Quoted():
                return self.quoted(one.value, problem)
            case GivenName():
                return self.name(one.name, called)
            case Bids(numbers):
                spoken = spans(filter(None, numbers))
                if 0 in numbers:
                    spoken.insert(0, self.nil)
                return ", ".join(spoken) or "nothing"
            case int():
                if called:
                    return plural(one, called)
                return self.number(one)
            case _:
                return str(one)

    def part(self, part: Part, called: str) -> str:
        """Return the words for components: ``a score of kind 'zero'``."""
        kinds = either((repr(place.partition(".")[2]) for place in part.places), part.conjunction)
        if called:
            return f"{called} of kind {kinds}"
        return kinds

    def key(self, key: KeyName, called: str, problem: Problem) -> str:
        """Return the words for a key: ```order` of 'number'``."""
        if called:
            return f"`{key.written}` {called}"
        return f"`{key.written}`"

    def held(self, held: Held) -> str:
        """Return the words for a key with its value."""
        if isinstance(held.value, int):
            return f"`{held.written}` is {held.value}"
        return f'`{held.written} = "{held.value}"`'

    def found(self, value: object, called: str, problem: Problem) -> str:
        """Return the words for the value found; with `called`, the value alone."""
        if called:
            return shown(value)
        return f"the value is {shown(value)}"

    def quoted(self, value: object, problem: Problem) -> str:
        """Return the words for a value."""
        return shown(value)

    def name(self, name: str, called: str) -> str:
        """Return the words for a name."""
        if called:
            return f"{called} {name!r}"
        return repr(name)

    def number(self, number: int) -> str:
        """Return the words for a number."""
        return str(number)


class _Argument:
    """An argument at its place in a sentence."""

    def __init__(self, wording: ProblemWords, problem: Problem, one: object) -> None:
        self.wording, self.problem, self.one = wording, problem, one

    def __format__(self, called: str) -> str:
        return self.wording.argument(self.one, called, self.problem)

"""Who sits where: names, levels, and the sentence for what cannot be. Knows no screen."""

from collections.abc import Sequence

from spades_tui.bots import LEVELS
from spades_tui.table.names import NAME_MOST, fault, tidy
from spades_tui.table.setup import NAMES, usual_level

PERSON = "a person"
LEVEL_WORDS = {"beginner": "computer, beginner", "club": "computer, club"}


class SeatingError(ValueError):
    """Seats that cannot play together; its text is one sentence for the user, `seat` the place it speaks of."""

    def __init__(self, sentence: str, seat: int) -> None:
        super().__init__(sentence)
        self.seat = seat


def level_words(level: str) -> str:
    """A computer level in words."""
    return LEVEL_WORDS.get(level, f"computer, {level}")


def clean_name(name: str, seat: int) -> str:
    """A name as it will stand at the table. Raises SeatingError for one that cannot."""
    name = tidy(name)
    wrong = {
        "empty": f"Seat {seat + 1} has no name yet.",
        "odd": f"The name of seat {seat + 1} has a character that cannot be shown.",
        "long": f"The name of seat {seat + 1} is too long: {NAME_MOST} letters at most.",
    }
    found = fault(name)
    if found is not None:
        raise SeatingError(wrong[found], seat)
    return name


def clean_names(names: Sequence[str]) -> tuple[str, ...]:
    """All the names. Raises SeatingError if one cannot be, or two are the same."""
    clean: list[str] = []
    for seat, name in enumerate(names):
        clean.append(clean_name(name, seat))
        folded = [known.casefold() for known in clean]
        first = folded.index(folded[-1])
        if first < seat:
            sentence = f"Seats {first + 1} and {seat + 1} are both called {clean[-1]}; give one another name."
            raise SeatingError(sentence, seat)
    return tuple(clean)


def default_seats(count: int, sides: Sequence[Sequence[int]], person: str) -> list[tuple[str, str | None]]:
    """A name and a level for every seat (None: a person): one person, whose partner is better than the others."""
    others = [name for name in NAMES[1:] if name.casefold() != person.casefold()]
    seats: list[tuple[str, str | None]] = [(person, None)]
    for seat in range(1, count):
        seats.append((others[seat - 1], usual_level(seat, (0,), sides, LEVELS)))
    return seats


def sides_in_words(names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    """Who plays with whom, in one sentence."""
    if len(sides) == len(names):
        return "Every player alone."
    pairs = [" and ".join(names[seat] for seat in side) for side in sides]
    return f"{pairs[0]} play {pairs[1]}." if len(pairs) == 2 else "; ".join(pairs) + "."

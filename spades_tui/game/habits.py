"""What each player has shown in the scored hands of a game: how it plays where a partner looks closely.

These are counts of choices that everybody has seen. After the last trick, a player's cards in each earlier trick are
known too: those that it played later.
"""

from collections.abc import Callable
from typing import Annotated, NamedTuple

from msgspec import Meta, Struct

MOST_COUNTED = 200
"""Maximum number of choices of one way to count; more wouldn't change what anybody thinks of a player."""
MOST_WAITING = 100
"""Maximum hands that wait to be counted, so that long games take no more memory."""
Counted = Annotated[int, Meta(ge=0, le=MOST_COUNTED)]


class Choices(NamedTuple):
    """The choices between two ways to play."""

    first: Counted = 0
    """How often the player chose the first way."""
    second: Counted = 0
    """How often it chose the second way."""


class Habits(Struct, frozen=True):
    """The choices of one player who bid more than zero, where it had cards for both ways."""

    lowest: Choices = Choices()
    """Its lowest card or a higher one, in a trick that it couldn't win while its side needed tricks."""
    second_wins: Choices = Choices()
    """To be ahead or not, in second place while its side needed tricks."""
    over_partner: Choices = Choices()
    """To beat its partner's card or not, before the last place."""
    covers: Choices = Choices()
    """To be ahead or not, where that could keep a partner's nil from winning the trick."""


def fresh_habits(seats: int) -> tuple[Habits, ...]:
    """Return the habits by seat before the first hand."""
    return (Habits(),) * seats


HabitChange = Callable[[tuple[Habits, ...]], tuple[Habits, ...]]
"""Returns the habits by seat after a hand, from those before it."""


class HabitCount:
    """The habits after some hands of a game, counted when somebody asks: nobody does in most replays."""

    def __init__(self, habits: tuple[Habits, ...] = (), waiting: tuple[HabitChange, ...] = ()) -> None:
        """Begin with habits by seat, and hands that aren't counted yet."""
        self._so_far = (habits, waiting)  # one attribute, because two threads may ask at once

    def by_seat(self) -> tuple[Habits, ...]:
        """Return the habits by seat."""
        habits, waiting = self._so_far
        if waiting:
            for change in waiting:
                habits = change(habits)
            self._so_far = (habits, ())
        return habits

    def after(self, change: HabitChange) -> "HabitCount":
        """Return the habits after another hand."""
        habits, waiting = self._so_far
        if len(waiting) >= MOST_WAITING:
            return HabitCount(self.by_seat(), (change,))
        return HabitCount(habits, (*waiting, change))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, HabitCount) and self.by_seat() == other.by_seat()

    def __hash__(self) -> int:
        return hash(self.by_seat())

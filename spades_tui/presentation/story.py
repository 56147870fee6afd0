"""The story of a finished game: the decision that cost a person most, in a sentence, with its trick."""

from collections.abc import Sequence

from msgspec import Struct

from spades_tui.analysis.review import Judged, Record
from spades_tui.game.events import Play
from spades_tui.game.trick import Trick
from spades_tui.language.address import capitalized
from spades_tui.presentation.choice_words import choice_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.rules.component import plain


class StoryError(ValueError):
    """A game without a story; the message is one sentence for the user."""


class Story(Struct, frozen=True):
    """A decision of a finished game, told with these names."""

    title: str
    """The game and who won it."""
    sentence: str
    """The card played, the better one, and the reason."""
    names: tuple[str, ...]
    trick: Trick
    """The whole trick of the decision; empty for a bid."""
    winner: int | None
    """The seat that took the trick."""
    played: Play | None
    better: Play | None
    """The better card; None if the card was the best choice, or it wasn't a card."""
    cost: float
    """Points that the better card would have gained."""
    letters: bool = False
    """Whether suits are letters."""

    @property
    def text(self) -> str:
        """The story in two lines."""
        return f"{self.title}\n{self.sentence}"


def decisive(judged: Sequence[Judged]) -> Judged:
    """Return the card that cost most; if no card did, the costliest other decision, or the last one.

    Raises StoryError without decisions.
    """
    if not judged:
        raise StoryError("nobody had a choice in it; choose another game")
    return max(judged, key=lambda one: (one.cost > 0 and _is_card(one), one.cost, _is_card(one), one.decision.before))


def _is_card(one: Judged) -> bool:
    return isinstance(one.decision.event, Play)


def story_of(record: Record, judged: Sequence[Judged], hide_names: bool = False, letters: bool = False) -> Story:
    """Return the story of a finished game from its review. Raises StoryError."""
    over, rules = record.replayed.over, record.replayed.rules
    if over is None:
        raise StoryError("the game isn't over; finish it first")
    one = decisive(judged)
    names = tuple(f"Player {seat + 1}" for seat in range(rules.seats)) if hide_names else record.names
    event, seen = one.decision.event, one.decision.seen
    best = one.best.event if one.best is not None and one.cost else None
    trick, winner = record.trick_of(one.decision)
    place = f"Hand {one.decision.hand}" + (f", trick {len(seen.tricks) + 1}" if seen.leader is not None else "")
    done = choice_words(event, letters, rules)
    said = f"{place}: {names[event.seat]} chose {done}. "
    if best is None:
        said += "No decision of this game cost anything."
    else:
        told = one.done or one.best
        why = reason_words(told.reason, seen, names) if told is not None else ""
        said += f"{capitalized(choice_words(best, letters, rules))} was worth {one.cost:.1f} points more. {why}"
    return Story(
        f"{record.replayed.variant.name}: {_result(names, rules.sides, over.winners, over.totals)}", said.strip(),
        names, trick, winner, event if isinstance(event, Play) else None,
        best if isinstance(best, Play) else None, one.cost, letters,
    )  # fmt: skip


def _result(
    names: Sequence[str], sides: Sequence[Sequence[int]], winners: Sequence[int], totals: Sequence[int]
) -> str:
    """Return who won and the final scores: ``Ann & Cy won, 512 to 340``."""
    first = " and ".join(" & ".join(names[seat] for seat in sides[side]) for side in winners)
    order = [*winners, *sorted((n for n in range(len(sides)) if n not in winners), key=lambda n: -totals[n])]
    return f"{first or 'nobody'} won, {' to '.join(plain(totals[side]) for side in order)}"

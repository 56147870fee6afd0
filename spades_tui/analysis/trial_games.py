"""A trial game with a variant file: what holds together on paper must also come to an end at a table."""

from collections.abc import Generator

from spades_tui.analysis.simulate import MAX_HANDS, game_in_steps
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.options import options_of, with_options
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, line_in

TRIALS = 3
"""A game or two without an end may be chance."""

LONGEST = 12
"""A game of more hands than this is tried with so many; the others would be like them."""


def trial(variant: Variant, file: str) -> None:
    """Play it out between beginners, with fixed seeds, as it is and with every switch the other way.

    Raises VariantError if no game comes to its end.
    """
    for _ in trial_in_steps(variant, file):
        pass


def trial_in_steps(variant: Variant, file: str) -> Generator[None, None, None]:
    """The same, card by card, for a screen that has other things to do meanwhile. Raises VariantError."""
    if not (yield from _ends(variant, {}, file)):
        message = f"{TRIALS} trial games had not ended after {MAX_HANDS} hands; an end that players get to is wanted"
        raise VariantError(file, line_in(file, ("endings",)), ("endings",), message)
    flipped = _other_way(variant)
    if flipped and not (yield from _ends(variant, flipped, file)):
        message = f"with every option the other way {TRIALS} trial games had not ended after {MAX_HANDS} hands"
        raise VariantError(file, line_in(file, ("options",)), ("options",), message)


def _ends(variant: Variant, options: dict[str, object], file: str) -> Generator[None, None, bool]:
    played = with_options(variant, options).changed(options=()).shortened(LONGEST)
    for game in range(1, TRIALS + 1):
        setup = TableSetup(played, {}, bot_seats(variant.seats, "beginner"), 0, "trial", game)
        try:
            if (yield from game_in_steps(setup)).ended:
                return True
        except Exception as error:
            message = f"a trial game broke off ({type(error).__name__}), which is a fault of the program"
            raise VariantError(file, None, (), message) from error
    return False


def _other_way(variant: Variant) -> dict[str, object]:
    """Every switch that the table may choose, at its other value."""
    chosen: dict[str, object] = {}
    for option in options_of(variant):
        if not option.number:
            chosen[option.name] = next(value for value in option.values if value != option.usual)
    return chosen

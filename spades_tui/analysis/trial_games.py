"""Trial games with a variant, to check that its games really end."""

from collections.abc import Generator

from spades_tui.analysis.simulate import MAX_HANDS, game_in_steps
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.options import options_of, with_options
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import VariantError, line_in

TRIALS = 3
"""The number of games to try, because one or two without an end may be chance."""

LONGEST = 12
"""Maximum number of hands of a trial game; more would be like these."""


def trial(variant: Variant, file: str) -> None:
    """Play a variant between beginners with fixed seeds, with its defaults and with each switch reversed.

    Raises VariantError if no game ends.
    """
    for _ in trial_in_steps(variant, file):
        pass


def trial_in_steps(variant: Variant, file: str) -> Generator[None, None, None]:
    """Play the same trial games card by card, so that a screen can do other work. Raises VariantError."""
    if not (yield from _ends(variant, {}, file)):
        message = f"none of {TRIALS} trial games ended within {MAX_HANDS} hands; add an ending that players reach"
        raise VariantError(file, line_in(file, ("endings",)), ("endings",), message)
    flipped = _other_way(variant)
    if flipped and not (yield from _ends(variant, flipped, file)):
        message = f"with every option switched, none of {TRIALS} trial games ended within {MAX_HANDS} hands"
        raise VariantError(file, line_in(file, ("options",)), ("options",), message)


def _ends(variant: Variant, options: dict[str, object], file: str) -> Generator[None, None, bool]:
    played = with_options(variant, options).changed(options=()).shortened(LONGEST)
    for game in range(1, TRIALS + 1):
        setup = TableSetup(played, {}, bot_seats(variant.seats, "beginner"), 0, "trial", game)
        try:
            if (yield from game_in_steps(setup)).ended:
                return True
        except Exception as error:
            message = f"a trial game failed ({type(error).__name__}); this is a fault of the program"
            raise VariantError(file, None, (), message) from error
    return False


def _other_way(variant: Variant) -> dict[str, object]:
    """Return every switch of the table with its reversed value."""
    chosen: dict[str, object] = {}
    for option in options_of(variant):
        if not option.number:
            chosen[option.name] = next(value for value in option.values if value != option.usual)
    return chosen

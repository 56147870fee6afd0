"""A trial game with a variant file: what holds together on paper must also come to an end at a table."""

from spades_tui.rules.load import VariantError
from spades_tui.rules.variant import Variant
from spades_tui.table.setup import TableSetup, bot_seats
from spades_tui.table.simulate import MAX_HANDS, play_game

TRIALS = 2


def trial(variant: Variant, file: str) -> None:
    """Play it out between beginners, with fixed seeds. Raises VariantError if no game comes to its end."""
    for game in range(1, TRIALS + 1):
        setup = TableSetup(variant, {}, bot_seats(variant.seats, "beginner"), 0, "trial", game)
        if play_game(setup).ended:
            return
    raise VariantError(
        file, None, ("endings",), f"{TRIALS} trial games had not ended after {MAX_HANDS} hands: nobody gets there"
    )

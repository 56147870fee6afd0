"""The quick game: the last table again."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from spades_tui.table.setup import TableSetup

QUICK_VARIANT = "sandbags"
"""What a quick game is when no table has been played yet."""


def quick_setup(person: str = "", partner: str = "") -> "TableSetup":
    """The last table again, the first dealer drawn anew (C-2), or one person with computer players.

    `person` and `partner` are the name and the kept partner in the settings; "" if there are none.
    Raises KeyError or VariantError if the program's own variants are damaged.
    """
    import secrets
    from dataclasses import replace

    from spades_tui.table import saved

    last = saved.last_setup()
    if last is not None:
        return replace(last, dealer=secrets.randbelow(len(last.seats)))
    from spades_tui.rules.catalogue import find
    from spades_tui.screens.setup.seating import default_setup

    return default_setup(find(QUICK_VARIANT), person, partner)

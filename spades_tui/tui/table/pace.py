"""The table's pauses in seconds, and the keys that change the pace; any key ends a pause."""

from msgspec import Struct
from msgspec.structs import replace

from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import CHOICES, SettingsError
from spades_tui.settings.settings import Pace as PaceName
from spades_tui.settings.settings_file import save_some
from spades_tui.tui.app_host import Host, app_of
from spades_tui.tui.frame import SpadesScreen


class Pace(Struct, frozen=True):
    """The pauses of one pace in seconds; any key ends one."""

    think: float
    """Before a computer player acts."""
    trick: float
    """While a complete trick is on the table."""
    only: float
    """Before a person's only card is played for them."""
    deal: float
    """While the deal is animated."""
    sheet: float
    """While a score sheet is shown at a table without people."""


PACES = {
    "instant": Pace(0.0, 0.7, 0.4, 0.0, 2.0),
    "brisk": Pace(0.55, 1.8, 1.0, 0.9, 6.0),
    "leisurely": Pace(1.3, 4.0, 2.2, 2.0, 12.0),
}
TOLD = 2.0
"""Seconds for which a new pace is announced in place of the keys."""
CHANGE = 1.2
"""Minimum seconds in which a bid may be changed before the next player bids."""
THINKING = 0.3
"""Seconds that a searching computer player needs anyway; the pause before it is shorter by as much."""
SEEN = 0.25
"""Minimum seconds that a complete trick is shown, so that a key typed ahead doesn't hide it unseen."""
SHY = 0.2
"""Seconds after a hurried turn in which Enter plays no card, because it was meant for the pause."""


def _set_pace(app: Host, pace: PaceName) -> None:
    """Play at another pace from now on and save it in the settings; say so if they can't be written."""
    app.settings = replace(app.settings, pace=pace)
    try:
        save_some(pace=pace)
    except (SettingsError, OSError) as error:
        app.sorry(f"Pace: {pace}, until you leave. It can't be saved: {error}")


def step_pace(screen: SpadesScreen, step: int) -> None:
    """Play faster (1) or slower (-1), and announce the new pace."""
    app, paces = app_of(screen), CHOICES["pace"]
    place = paces.index(app.settings.pace) - step
    if 0 <= place < len(paces):
        _set_pace(app, paces[place])
        told = with_keys("{faster} is faster, {slower} slower.")
    else:
        told = "It can't be faster." if step > 0 else "It can't be slower."
        app.bell()
    screen.key_line.say(f"Pace: {app.settings.pace}. {told}", TOLD)

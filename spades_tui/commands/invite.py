"""The screen that invites friends, if a host can run here."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

from spades_tui.commands.host import HAS_TERMINALS, MISSING
from spades_tui.language.address import capitalized

if TYPE_CHECKING:
    from spades_tui.play.setup import TableSetup

if find_spec("asyncssh") is not None and HAS_TERMINALS:
    from spades_tui.hosting.invite_screen import InviteScreen


def screen(setup: TableSetup, own: int) -> object:
    """Return the screen for a table with the host at the seat `own`, or a sentence why it can't be shown."""
    if not HAS_TERMINALS:
        return "Friends can't be invited from Windows; use a Linux terminal (WSL), or let a friend invite you."
    if find_spec("asyncssh") is None:
        return f"{capitalized(MISSING)}."
    return InviteScreen(setup, own)

"""Errors when something can't be saved, so that it doesn't happen either."""

from spades_tui.system.output import os_words

NOT_SAVED = "This game is no longer being saved."
"""The short notice while a game continues without being saved."""


class NotSaved(OSError):
    """A line of a journal couldn't be written, and nothing has changed. The message is a sentence for the screen."""


def not_opened(error: OSError) -> str:
    """Return why a game can't be opened or begun, to print after the name of the program."""
    where = f" ({error.filename})" if error.filename is not None and error.strerror else ""
    return f"the game can't be opened: {os_words(error)}{where}"

"""Errors when something can't be saved; then it hasn't happened."""


NOT_SAVED = "This game is no longer being saved."
"""The short notice while a game continues without being saved."""


class NotSaved(OSError):
    """A line of a journal couldn't be written, and nothing has changed. The text is a sentence for the screen."""


def not_opened(error: OSError) -> str:
    """Say why a game can't be opened or begun; the text follows the name of the program."""
    where = f" ({error.filename})" if error.filename is not None and error.strerror else ""
    return f"the game can't be opened: {error.strerror or error}{where}"

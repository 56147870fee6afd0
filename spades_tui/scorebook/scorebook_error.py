"""The errors of the scorebook."""


class BookTrouble(Exception):
    """The scorebook can't be read or written now; the text is one sentence for the user. The game goes on."""


class BookError(ValueError):
    """A request for something that doesn't exist or makes no sense; the text is one sentence for the user."""

"""The scorebook: scoreboards, statistics and seasons, computed from records and from notes."""


class BookTrouble(Exception):
    """The scorebook can't be read or written now; the message is one sentence for the user. The game continues."""


class BookError(ValueError):
    """A request for something that doesn't exist or is invalid; the message is one sentence for the user."""

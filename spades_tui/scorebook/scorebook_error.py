"""What is said when the book cannot do what it should."""


class BookTrouble(Exception):
    """The book cannot be read or written just now; the text is one sentence for the user. The game goes on."""


class BookError(ValueError):
    """The book is asked for something that is not there or makes no sense; the text is one sentence for the user."""

"""What people give that can't be used."""


class UnusableError(ValueError):
    """Something that a person gave or chose can't be used: what is wrong, and what to do.

    The message is one sentence for them, or half a sentence that follows the place.
    """

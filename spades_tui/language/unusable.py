"""What people give that can't be used."""


class UnusableError(ValueError):
    """Something that a person gave or chose can't be used; the message is one sentence for them, with what to do."""

"""What is raised when something cannot be put on disk; it has not happened then."""


class NotKept(OSError):
    """A line of a journal could not be written, and nothing has changed. Its text is a sentence for the screen."""

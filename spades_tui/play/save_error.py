"""What is raised when something cannot be put on disk; it has not happened then."""


class NotKept(OSError):
    """A line of a journal could not be written, and nothing has changed. Its text is a sentence for the screen."""


def not_opened(error: OSError) -> str:
    """Why a game cannot be opened or begun, as it is told after the name of the program."""
    where = f" ({error.filename})" if error.filename is not None and error.strerror else ""
    return f"the game cannot be opened: {error.strerror or error}{where}"

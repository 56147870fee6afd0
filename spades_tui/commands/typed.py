"""What is typed on the command line, read."""

from argparse import ArgumentTypeError


def count(text: str) -> int:
    """A number from 1 on. Raises ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 7 or int(text) < 1:
        raise ArgumentTypeError(f"{text!r} is not a number from 1 to 9999999")
    return int(text)


def file_name(text: str) -> str:
    """The name of a file or a folder. Raises ArgumentTypeError for an empty one."""
    if not text:
        raise ArgumentTypeError("a name is wanted, and it is empty")
    return text

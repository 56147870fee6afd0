"""Read the values of options: numbers and file names."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

HIGHEST_PORT = 65535


def count(text: str) -> int:
    """Read a number from 1 up. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 7 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} can't be used; write 1 to 9999999")
    return int(text)


def whole_number(text: str) -> int:
    """Read a whole number, perhaps below 0. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.removeprefix("-").isdigit()) or len(text) > 7:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a whole number; write one of up to 6 digits")
    return int(text)


def year(text: str) -> int:
    """Read a year with four digits. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) != 4:
        raise argparse.ArgumentTypeError(f"{text!r} isn't a year; write four digits, such as 2026")
    return int(text)


def file_name(text: str) -> str:
    """Read the name of a file or a folder. Raises argparse.ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; write the name of a file")
    return text


def up_to(most: int) -> Callable[[str], int]:
    """Return a function that reads a number from 0 to `most`; it raises argparse.ArgumentTypeError."""

    def read(text: str) -> int:
        if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > most:
            raise argparse.ArgumentTypeError(f"{text!r} can't be used; write 0 to {most}")
        return int(text)

    return read


port = up_to(HIGHEST_PORT)

"""The end of a command: its exit status, and one line on standard error about any problem.

The status is 0 for success, 1 for wrong input, 2 for a wrong command line or an unusable file.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from spades_tui.system.output import complain, os_words

DONE, WRONG_INPUT, WRONG_USAGE = 0, 1, 2


class UsageError(Exception):
    """The command line is wrong; the message is one line, after the name of the command."""

    def __init__(self, text: str, command: str = "spades-tui") -> None:
        super().__init__(f"{command}: {text}")
        self.text = text


class InputError(Exception):
    """The input is wrong; each line is a mistake or how to fix it, the first one after the command's name, if given."""

    def __init__(self, *lines: str, command: str | None = None) -> None:
        super().__init__(*((f"{command}: {lines[0]}", *lines[1:]) if command is not None else lines))
        self.lines = lines


def file_error(file: str, error: OSError | ValueError) -> UsageError:
    """Return the error for a file that can't be read or written; a ValueError is about its name."""
    return UsageError(f"{file}: {os_words(error)}")


@contextmanager
def about_file(file: object, *wrong: type[Exception]) -> Iterator[None]:
    """Raise UsageError for an OSError in the block, which is about this file, and InputError for what is `wrong` in it.

    A broken pipe is raised as it is.
    """
    try:
        yield
    except BrokenPipeError:
        raise
    except OSError as error:
        raise file_error(str(file), error) from None
    except wrong as error:
        raise InputError(f"{file}: {error}") from None


def address_error(address: str, error: OSError) -> UsageError:
    """Return the error for an address that can't be used; the error may also be about a file."""
    if error.filename is None and error.errno is not None and error.errno > 0:
        error = OSError(error.errno, os.strerror(error.errno))  # asyncio's texts repeat the address
    return file_error(error.filename or address, error)


@contextmanager
def resumable(resumes: bool) -> Iterator[None]:
    """Say that the same command resumes, if the block is stopped by Ctrl+C or a file that can't be written."""
    try:
        yield
    except (KeyboardInterrupt, OSError) as error:
        if resumes and not isinstance(error, BrokenPipeError):
            complain("spades-tui: finished games are kept; the same command resumes")
        raise


def run_reporting(work: Callable[[], int | None], *wrong: type[Exception], file: str | None = None) -> int:
    """Run `work`, report what is wrong, and return the exit status.

    `wrong`: the types of errors about wrong input. With a `file`, an OSError is about that file. Without one, or for a
    broken pipe, it is raised to the caller.
    """
    try:
        return work() or DONE
    except UsageError as error:
        complain(error)
    except InputError as error:
        for line in filter(None, error.args):
            complain(line)
        return WRONG_INPUT
    except wrong as error:
        complain(error)
        return WRONG_INPUT
    except OSError as error:
        if file is None or isinstance(error, BrokenPipeError):
            raise
        complain(file_error(file, error))
    return WRONG_USAGE

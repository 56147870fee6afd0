"""The end of a command: its exit status, and one line on standard error about any problem.

The status is 0 for success, 1 for wrong input, 2 for a wrong command line or an unusable file.
"""

import os
import signal
import threading
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from functools import partial
from types import FrameType

from spades_tui.system.output import OutputError, complain, complain_with_command, os_words

DONE, WRONG_INPUT, WRONG_USAGE = 0, 1, 2


class UsageError(Exception):
    """The command line is wrong; the message is one line, after the name of the command."""

    def __init__(self, text: str, command: str = "spades-tui") -> None:
        super().__init__(f"{command}: {text}")
        self.text = text


class StoppedError(UsageError):
    """Work has to stop, although the command line is right.

    A file can't be written, or other processes are gone.
    """


class Terminated(KeyboardInterrupt):
    """Another program asked this one to end, by a signal such as SIGTERM."""

    def __init__(self, number: int) -> None:
        self.status = 128 + number
        super().__init__()


class InputError(Exception):
    """The input is wrong.

    Each line is a mistake or how to fix it, the first one after the command's name, if given.
    """

    command: str | None = None

    def __init__(self, *lines: str, command: str | None = None) -> None:
        super().__init__(*lines)
        self.command = command

    def __str__(self) -> str:
        if self.command is None:
            return self.lines[0]
        return f"{self.command}: {self.lines[0]}"

    @property
    def lines(self) -> Sequence[str]:
        """The lines without the command's name."""
        return self.args


def file_error(file: str, error: OSError | ValueError) -> UsageError:
    """Return the error for a file that can't be read or written; a ValueError is about its name."""
    return StoppedError(f"{file}: {os_words(error)}")


@contextmanager
def about_file(file: object, *wrong: type[Exception]) -> Iterator[None]:
    """Raise UsageError for an OSError about this file, and InputError for what is `wrong` in it.

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
def resumable(kept: str, words: Sequence[str]) -> Iterator[None]:
    """If the block is stopped, say what is `kept`, and print the command of these `words`.

    Ctrl+C, SIGTERM and the like stop it, or a file that can't be written, or lost processes. Raises
    Terminated.
    """
    with terminable():
        try:
            yield
        except (KeyboardInterrupt, OSError, OutputError, StoppedError) as error:
            if kept and not isinstance(error, BrokenPipeError):
                complain_with_command(f"spades-tui: {kept}", words)
            raise


@contextmanager
def stoppable(words: str) -> Iterator[None]:
    """Say what is done, if Ctrl+C, SIGTERM or the like stop the block.

    Raises KeyboardInterrupt, Terminated.
    """
    with terminable():
        try:
            yield
        except KeyboardInterrupt:
            complain(f"spades-tui: {words}")
            raise


@contextmanager
def terminable() -> Iterator[None]:
    """Raise Terminated in the block for the signals that end a program, unless they are ignored."""

    def end(number: int, _: FrameType | None) -> None:
        signal.signal(number, signal.SIG_IGN)  # the block is ending
        raise Terminated(number)

    numbers = []
    if threading.current_thread() is threading.main_thread():
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None and signal.getsignal(number) == signal.SIG_DFL:
                numbers.append(number)
    for number in numbers:
        signal.signal(number, end)
    try:
        yield
    except Terminated:
        numbers = []  # ignore a second signal while leaving
        raise
    finally:
        for number in numbers:
            signal.signal(number, signal.SIG_DFL)


def each_reporting(
    work: Callable[[str], int | None], files: Iterable[str], *raises: type[Exception]
) -> int:
    """Do work with one file after another; report an invalid one, and continue with the others.

    `raises` are errors that end it.
    """
    report = partial(run_reporting, raises=raises)
    return max(report(partial(work, file), file=file) for file in files)


def run_reporting(
    work: Callable[[], int | None],
    file: str | None = None,
    raises: tuple[type[Exception], ...] = (),
) -> int:
    """Run `work`, report what is wrong, and return the exit status. Raises what it `raises`.

    With a `file`, an OSError is about that file. Without one, or for a broken pipe, it is raised to
    the caller.
    """
    try:
        with nullcontext() if file is None else about_file(file):
            return work() or DONE
    except raises:
        raise
    except UsageError as error:
        complain(error)
    except InputError as error:
        first, *others = error.lines
        if error.command is not None:
            first = f"{error.command}: {first}"
        for line in (first, *filter(None, others)):
            complain(line)
        return WRONG_INPUT
    return WRONG_USAGE

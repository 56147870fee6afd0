"""How a command ends: its exit status, and one line on standard error for what was wrong.

The status is 0 done, 1 what was read is wrong, 2 the command line is wrong or a file cannot be used.
"""

from collections.abc import Callable

from spades_tui.system.output import complain

DONE, WRONG_INPUT, WRONG_USAGE = 0, 1, 2


class UsageError(Exception):
    """The command line is wrong; the text is one line."""


class InputError(Exception):
    """The input was read and is wrong: a line for each mistake, or one, and what can be done about it."""


def unusable(file: str, error: OSError | ValueError) -> UsageError:
    """What is said of a file that cannot be read or written; a ValueError is about its name."""
    reason = error.strerror if isinstance(error, OSError) else None
    return UsageError(f"spades-tui: {file}: {reason or error}")


def run_reporting(work: Callable[[], int | None], *wrong: type[Exception], file: str | None = None) -> int:
    """Do something, and tell what is wrong with it; the exit status.

    `wrong` are the errors that say what is wrong with what was read. With a `file` an OSError is about that file;
    without one, and for a pipe that nobody reads any more, it is somebody else's to tell.
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
        complain(unusable(file, error))
    return WRONG_USAGE

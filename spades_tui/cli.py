"""Run the command on the command line, or open the game without one. Only that command's module is imported."""

import gc
import os
import signal
import sys
from importlib import import_module
from typing import Any

from spades_tui.system.exit_status import DONE, WRONG_USAGE, Terminated, run_reporting
from spades_tui.system.faults import report_fault, report_thread_faults
from spades_tui.system.output import OutputError, complain, open_closed_ones, set_encodings, writing_errors

MODULES = {
    "code": "same_cards", "compare": "same_cards", "duplicate": "same_cards", "match": "same_cards",
    "export": "records", "import": "records", "replay": "records", "verify": "records",
    "join": "host", "lab": "simulate",
    "lessons": "own_files", "settings": "own_files", "variants": "own_files",
    "review": "advise", "story": "advise",
}  # fmt: skip
"""The module in `commands/` that runs each command, if its name is another. It is imported when the command runs, so it
can import all it needs at its top without slowing down other commands."""


def main(argv: list[str] | None = None) -> int:
    """Run a command; return 0, 1 (mistake in the input), 2 (mistake on the command line) or 3 (fault)."""
    if argv is None:
        report_thread_faults()
    try:
        open_closed_ones()
        set_encodings()
        status = run_reporting(lambda: _run(argv))
        with writing_errors():
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        _drop_failed_output()
        return DONE
    except OutputError as error:
        complain(f"spades-tui: standard output: {error}")
        _drop_failed_output()
        return WRONG_USAGE
    except Exception as error:
        return report_fault(error)
    except KeyboardInterrupt as stopped:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # ignore a second one while leaving
        return stopped.status if isinstance(stopped, Terminated) else 130
    finally:
        if argv is None:
            gc.freeze()  # the final collection takes a tenth of a second after a game


def _drop_failed_output() -> None:
    """Drop the output that failed, so that it isn't tried again at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: list[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    if argv is None and "_ARGCOMPLETE" in os.environ:
        _module("completion").answer()
    arguments = None
    if words:
        arguments = _module("arguments").parser().parse_args(words)
    if arguments is not None and arguments.command is not None:
        arguments.words = words
        status: int = _module(MODULES.get(arguments.command, arguments.command)).run(arguments)
    elif _module("open_game").opens_plain(arguments is not None and arguments.all_plain):
        status = _module("plain_home").run()
    else:
        status = _module("open_game").open_screens()
    return status


def _module(name: str) -> Any:
    """Import a module of `commands/`."""
    return import_module(f"spades_tui.commands.{name}")

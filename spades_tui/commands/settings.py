"""`spades-tui settings`: show the settings, say where their file is, and check it."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from spades_tui.language.quoting import first_of
from spades_tui.settings.settings import Fault
from spades_tui.settings.settings_file import read_settings, settings_file, text_of
from spades_tui.system.exit_status import DONE, WRONG_INPUT, file_error
from spades_tui.system.folders import open_plain
from spades_tui.system.output import complain, write_text


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (an invalid file) or 2 (an unreadable file)."""
    if arguments.what is None:
        return _show()
    if arguments.what == "path":
        write_text(f"{settings_file()}\n")
        return DONE
    return _check(Path(arguments.file) if arguments.file is not None else settings_file(), arguments.file is not None)


def _show() -> int:
    loaded = read_settings()
    write_text(f"# {settings_file()}\n{text_of(loaded.settings)}")
    _complain(loaded.faults)
    return WRONG_INPUT if loaded.faults else DONE


def _check(file: Path, named: bool) -> int:
    try:
        open_plain(file).close()
    except OSError as error:
        if isinstance(error, FileNotFoundError) and not named:
            write_text(f"{file}: no such file; the defaults apply\n")
            return DONE
        raise file_error(str(file), error) from None
    faults = read_settings(file).faults
    _complain(faults)
    if faults:
        return WRONG_INPUT
    write_text(f"{file}: no mistakes\n")
    return DONE


def _complain(faults: Sequence[Fault]) -> None:
    for line in first_of([str(fault) for fault in faults]):
        complain(line)

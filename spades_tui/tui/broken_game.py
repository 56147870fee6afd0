"""Resuming a game; if its file is broken, the good part is offered as a new game file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.play.rescue import good_part, rescue
from spades_tui.record.record_error import RecordError
from spades_tui.tui.app_host import Host
from spades_tui.tui.dialogs import sure

if TYPE_CHECKING:
    from spades_tui.play.rescue import GoodPart


def resume(app: Host, path: Path, sorry: Callable[[str], object]) -> None:
    """Resume a game; if it can't be, `sorry` gets one sentence with the reason."""
    try:
        app.resume_table(path)
    except RecordError as error:
        _offer(app, path, f"The game can't be resumed: {error}", sorry)
    except OSError as error:
        sorry(f"The game can't be resumed: {error.strerror or error}")


def _offer(app: Host, path: Path, wrong: str, sorry: Callable[[str], object]) -> None:
    """Ask whether to resume the good part of a broken journal."""
    try:
        part = good_part(path)
    except OSError:
        part = None
    if part is None:
        sorry(wrong)
        return
    yes = "Copy the good part" if part.over else "Resume in a new file"
    words = f"{wrong}. {part.words} The broken file isn't changed."
    app.push_screen(sure("Broken game", words, yes, partial(_go_on, app, part, sorry), "Leave it"))


def _go_on(app: Host, part: "GoodPart", sorry: Callable[[str], object]) -> None:
    try:
        path = rescue(part)
    except OSError as error:
        sorry(f"The good part can't be saved ({error.strerror or error}).")
        return
    if part.over:
        app.open_home()
    else:
        resume(app, path, sorry)

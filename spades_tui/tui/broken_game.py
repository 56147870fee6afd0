"""Resuming a game; if its file is broken, the good part is offered as a new game file."""

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.tui.app_host import Host

if TYPE_CHECKING:
    from spades_tui.play.rescue import GoodPart


def resume(app: Host, path: Path, sorry: Callable[[str], object]) -> None:
    """Resume a game; if it can't be, `sorry` gets one sentence with the reason."""
    from spades_tui.record.record_error import RecordError

    try:
        app.resume_table(path)
    except RecordError as error:
        _offer(app, path, f"That game cannot be continued: {error}", sorry)
    except OSError as error:
        sorry(f"That game cannot be continued: {error.strerror or error}")


def _offer(app: Host, path: Path, wrong: str, sorry: Callable[[str], object]) -> None:
    """Ask whether to resume the good part of a broken journal."""
    from spades_tui.play.rescue import good_part
    from spades_tui.tui.dialogs import sure

    try:
        part = good_part(path)
    except OSError:
        part = None
    if part is None:
        sorry(wrong)
        return
    yes = "Copy them into a new file" if part.over else "Go on from there, in a new file"
    words = f"{wrong}. {part.words} The broken file stays as it is."
    app.push_screen(sure("A broken game", words, yes, partial(_go_on, app, part, sorry), "Leave it"))


def _go_on(app: Host, part: "GoodPart", sorry: Callable[[str], object]) -> None:
    from spades_tui.play.rescue import rescue

    try:
        path = rescue(part)
    except OSError as error:
        sorry(f"The good part cannot be written down ({error.strerror or error}).")
        return
    if part.over:
        app.open_home()
    else:
        resume(app, path, sorry)

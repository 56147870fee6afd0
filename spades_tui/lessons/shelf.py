"""The available lessons: those shipped with the program, and the user's own next to the settings."""

from pathlib import Path

from msgspec import Struct

from spades_tui.lessons.lesson_lines import LESSON_EVENTS, LessonLine
from spades_tui.lessons.lesson_reader import SUFFIX, read_lesson
from spades_tui.record import RecordError
from spades_tui.record.reader import raw_lines, read
from spades_tui.system.folders import config_folder, open_plain
from spades_tui.system.output import os_words

SHIPPED = Path(__file__).resolve().parent


class Head(Struct, frozen=True):
    """A lesson in a list, from its first line alone, unless its file was read to the end."""

    name: str
    """The name for remembering it."""
    path: Path
    title: str
    summary: str = ""
    minutes: int = 0
    puzzle: bool = False
    error: str = ""


def heads(whole: bool = False) -> list[Head]:
    """Return all lessons, quickly, or with `whole` after checking their files to the end."""
    return [_head(path, shipped, whole) for path, shipped in files()]


def _head(path: Path, shipped: bool, whole: bool) -> Head:
    name = path.name.removesuffix(SUFFIX)
    if not shipped:  # it may have the name of a shipped one
        name = f"own:{name}"
    try:
        if whole:
            read_lesson(path)
        with open_plain(path) as stream:
            first = next(read(raw_lines(stream), LESSON_EVENTS), None)
    except RecordError as error:
        error.file = str(path)
        return Head(name, path, name, error=str(error))
    except OSError as error:
        return Head(name, path, name, error=f"{path}: {os_words(error)}")
    if first is None or not isinstance(first.line, LessonLine):
        return Head(name, path, name, error=f"{path}:1: a lesson begins with a 'lesson' line")
    line = first.line
    return Head(name, path, line.title, line.summary, line.minutes, line.kind == "puzzle")


def own_folder() -> Path:
    """Return the folder of the user's own lessons."""
    return config_folder() / "lessons"


def files() -> list[tuple[Path, bool]]:
    """Return the files of all lessons by name, shipped ones (True) first."""
    shipped = sorted(SHIPPED.glob(f"*{SUFFIX}"))
    try:
        own = sorted(path for path in own_folder().glob(f"*{SUFFIX}") if path.is_file())
    except OSError:
        own = []
    return [*((path, True) for path in shipped), *((path, False) for path in own)]

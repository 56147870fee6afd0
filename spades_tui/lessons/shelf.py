"""The available lessons: those shipped with the program, and the user's own next to the settings."""

from pathlib import Path

from msgspec import Struct

from spades_tui.lessons.lesson import Lesson
from spades_tui.lessons.lesson_lines import LESSON_EVENTS, LessonLine
from spades_tui.lessons.lesson_reader import SUFFIX, read_lesson
from spades_tui.record.reader import raw_lines, read
from spades_tui.record.record_error import RecordError
from spades_tui.system.folders import config_folder, open_plain
from spades_tui.system.output import os_words

SHIPPED = Path(__file__).resolve().parent


class ShelfEntry(Struct, frozen=True):
    """A file on the shelf: a lesson, or what is wrong with it."""

    name: str
    shipped: bool
    path: Path
    lesson: Lesson | None
    error: str = ""

    @property
    def title(self) -> str:
        """The title in lists."""
        return self.lesson.title if self.lesson is not None else self.name


class Head(Struct, frozen=True):
    """A lesson in a list, from its first line alone: the rest is read and checked when it is opened."""

    name: str
    path: Path
    title: str
    summary: str = ""
    minutes: int = 0
    puzzle: bool = False
    error: str = ""


def heads() -> list[Head]:
    """Return all lessons, quickly."""
    return [_head(path, shipped) for path, shipped in files()]


def _head(path: Path, shipped: bool) -> Head:
    name = _name(path, shipped)
    try:
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


def _name(path: Path, shipped: bool) -> str:
    """Return the name for remembering a lesson; the user's own may have the name of a shipped one."""
    name = path.name.removesuffix(SUFFIX)
    return name if shipped else f"own:{name}"


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


def shelf() -> list[ShelfEntry]:
    """Return all lessons; a broken file is listed with its error."""
    return [_entry(path, shipped) for path, shipped in files()]


def _entry(path: Path, shipped: bool) -> ShelfEntry:
    name = _name(path, shipped)
    try:
        return ShelfEntry(name, shipped, path, read_lesson(path))
    except RecordError as error:
        return ShelfEntry(name, shipped, path, None, str(error))
    except OSError as error:
        return ShelfEntry(name, shipped, path, None, f"{path}: {os_words(error)}")

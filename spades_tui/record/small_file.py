"""Small JSON files that the program reads back: one object with a `sum`.

The sum is that of a record's first line (docs/record.md); files of earlier versions have none.
A damaged file is never used, and is put aside before a new one is written.
"""

from pathlib import Path
from typing import Any

from spades_tui.record.journal_lines import line_sum, unsummed
from spades_tui.record.json_form import loads
from spades_tui.system.disk import damaged_name, make_folder, write_whole
from spades_tui.system.folders import data_folder, open_plain
from spades_tui.system.output import json_text

MOST_BYTES = 1024 * 1024
"""Maximum bytes of such a file; a last table with house rules has about 10,000."""


def with_sum(data: dict[str, Any]) -> dict[str, Any]:
    """Return an object with its sum."""
    return {**data, "sum": line_sum("", data)}


def text_with_sum(data: dict[str, Any]) -> str:
    """Return an object and its sum as one line of JSON."""
    return json_text(with_sum(data))


def without_sum(data: object) -> Any:
    """Return the data of a file without its sum. Raises ValueError if the sum doesn't fit."""
    if not isinstance(data, dict) or "sum" not in data:
        return data
    if data["sum"] != line_sum("", data):
        raise ValueError("it was changed, and its sum doesn't fit")
    return unsummed(data)


def read_small(path: Path, most: int = MOST_BYTES) -> Any:
    """Return the data of a file with at most `most` bytes.

    Raises OSError, and ValueError if it's damaged.
    """
    with open_plain(path) as stream:
        content = stream.read(most + 1)
    if len(content) > most:
        raise ValueError(f"it is longer than {most} bytes")
    return without_sum(loads(content))


def write_small(path: Path, data: dict[str, Any]) -> None:
    """Write an object, and put a damaged file of this name aside. Raises OSError."""
    make_folder(path.parent)
    if is_damaged(path):
        path.replace(damaged_name(path))
    write_whole(path, text_with_sum(data) + "\n")


def is_damaged(path: Path) -> bool:
    """Return whether a file can be read, but not used."""
    try:
        read_small(path)
    except OSError:
        return False
    except ValueError:
        return True
    return False


def damaged_files(folder: Path) -> list[str]:
    """Return the names of damaged small files in a folder, without those put aside.

    Never raises.
    """
    try:
        files = sorted(path for path in folder.glob("*.json") if ".damaged-" not in path.name)
    except OSError:
        return []
    return [path.name for path in files if path.name.isprintable() and is_damaged(path)]


def damage_words() -> str:
    """Return a sentence for each damaged small file of this user; "" if there is none.

    Never raises.
    """
    folders = (data_folder(), data_folder() / "hosting")
    files = [folder / name for folder in folders for name in damaged_files(folder)]
    sentence = "The file {} is damaged and isn't used; restore or delete it."
    return " ".join(map(sentence.format, files))

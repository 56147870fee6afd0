"""TOML, where it may be of the plainest: then Python's reader is not needed, which takes as long to import as ten
modules, and the first screen comes that much earlier."""

from typing import Any


def values(text: str) -> dict[str, Any]:
    """What a TOML text says. Raises ValueError for what is no TOML.

    Lines such as ``name = "Ann"`` and ``[keys]``, which the program writes itself, are read here. Where there is any
    other, Python reads it all.
    """
    every: dict[str, Any] = {}
    found = every
    for line in text.split("\n"):
        if not line or (line[0] == "#" and line.isprintable()):
            continue
        if line[0] == "[" and _is_name(line[1:-1]) and line[-1] == "]" and line[1:-1] not in every:
            found = every[line[1:-1]] = {}
            continue
        name, _, written = (part.strip(" ") for part in line.partition("="))
        value = _plain(written)
        if value is None or name in found or not _is_name(name):
            import tomllib

            return tomllib.loads(text)
        found[name] = value
    return every


def _is_name(text: str) -> bool:
    return text.isidentifier() and text.isascii()


def _plain(written: str) -> str | int | bool | None:
    """A word in quotes, on or off, or a number; None for anything else."""
    if written in ("true", "false"):
        return written == "true"
    if written.isdigit() and written.isascii() and len(written) < 10 and (written == "0" or written[0] != "0"):
        return int(written)
    inner = written[1:-1]
    if written == f'"{inner}"' and inner.isprintable() and '"' not in inner and "\\" not in inner:
        return inner
    return None


def line_of(name: str, value: object) -> str:
    """The line of a file that gives a name this value: text, a number, on or off."""
    return f"{name} = {_written(value)}\n"


def _written(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'

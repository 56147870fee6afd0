"""The available variants: those shipped with the program, and the user's own.

The home screen needs this module quickly, so what reads files is imported when one must be read.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec import Struct

from spades_tui.rules.component import from_keys
from spades_tui.rules.variant import Variant
from spades_tui.system.folders import config_folder, shipped_folder
from spades_tui.system.output import os_words, printable

if TYPE_CHECKING:
    from spades_tui.rules.variant_reader import VariantError


class Entry(Struct, frozen=True):
    """A file in the catalogue, with its variant or its error."""

    slug: str
    title: str
    shipped: bool
    variant: Variant | None
    error: str | None
    path: Path


class _Shipped(Mapping[str, Variant]):
    """The shipped variants, each read on demand, in the order of `order.txt`.

    Those not in it come last.
    """

    def __init__(self) -> None:
        files = {path.stem: path for path in shipped_folder("variants").glob("*.toml")}
        order: list[str] = []
        with suppress(OSError):
            order = (shipped_folder("variants") / "order.txt").read_text("utf-8").split()
        listed = [slug for slug in order if slug in files]
        self._files = {slug: files[slug] for slug in [*listed, *sorted(files.keys() - listed)]}
        self._read: dict[str, Variant] = {}

    def __getitem__(self, slug: str) -> Variant:
        if slug not in self._read:
            self._read[slug] = _trusted(self._files[slug])
        return self._read[slug]

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def __contains__(self, slug: object) -> bool:
        return slug in self._files


@lru_cache(maxsize=1)
def shipped() -> Mapping[str, Variant]:
    """Return the shipped variants by slug, the file's name.

    Looking up a damaged file raises VariantError.
    """
    return _Shipped()


def _trusted(path: Path) -> Variant:
    """Read a shipped variant without checking it, as tests do.

    Raises VariantError if it can't be built at all.
    """
    import tomllib

    try:
        return from_keys(Variant, tomllib.loads(path.read_text("utf-8")))
    except (ValueError, KeyError, TypeError):
        from spades_tui.rules.variant_reader import load

        return load(path)


def own_folder() -> Path:
    """Return the folder of the user's own variants."""
    return config_folder() / "variants"


def shelf() -> list[Entry]:
    """Return all variants, shipped ones first; a broken file is listed with its error."""
    entries = []
    for slug, variant in shipped().items():
        path = shipped_folder("variants") / f"{slug}.toml"
        entries.append(Entry(variant.slug, variant.name, True, variant, None, path))
    return [*entries, *own_entries()]


def own_entries() -> list[Entry]:
    """Return the user's own variants, if their folder can be read.

    A broken file is listed with its error.
    """
    taken, entries, paths = set(shipped()), list[Entry](), list[Path]()
    with suppress(OSError):
        paths = sorted(path for path in own_folder().glob("*.toml") if not path.is_dir())
    for path in paths:
        entry = _own_entry(path, taken)
        if entry.variant is not None:
            taken.add(entry.slug)
        entries.append(entry)
    return entries


def _own_entry(path: Path, taken: set[str]) -> Entry:
    from spades_tui.rules.variant_reader import VariantError, load

    slug = printable(path.name.removesuffix(".toml"))[:40]
    try:
        if not path.is_file():
            raise OSError("not a file that can be read")
        variant = load(path)
    except VariantError as error:
        return Entry(slug, slug, False, None, error.in_short, path)
    except OSError as error:
        return Entry(slug, slug, False, None, printable(f"{path}: {os_words(error)}"), path)
    if variant.slug in taken:
        return Entry(slug, variant.name, False, None, str(_taken(path, variant.slug)), path)
    return Entry(variant.slug, variant.name, False, variant, None, path)


def _taken(path: Path, slug: str) -> "VariantError":
    from spades_tui.rules.variant_reader import VariantError, line_in

    message = f"another variant has the slug {slug!r}; choose a new one"
    return VariantError(str(path), line_in(str(path), ("slug",)), ("slug",), message)


def is_free(variant: Variant, path: Path) -> bool:
    """Return whether the variant's slug is free, apart from the file at `path`."""
    for entry in shelf():
        if entry.variant is None or entry.slug != variant.slug or entry.variant == variant:
            continue
        if entry.path.resolve() != path.resolve():
            return False
    return True


def find(name: str) -> Variant:
    """Return the variant of a slug or a file.

    Raises KeyError if it is unknown, VariantError if it is invalid, and OSError if the file can't
    be read.
    """
    if name in shipped():
        return shipped()[name]
    from spades_tui.rules.variant_reader import load

    if os.sep in name or "/" in name or name.endswith(".toml"):
        return load(Path(name))
    named = [entry for entry in own_entries() if entry.slug == name]
    if not named:
        raise KeyError(name)
    variants = [entry.variant for entry in named if entry.variant is not None]
    if not variants:
        raise _taken(named[0].path, load(named[0].path).slug)
    return variants[0]


def slug_named(words: str) -> str | None:
    """Return the slug of the game that these words name, or None.

    They may be its slug, or its name as screens show it.
    """
    slug = "-".join(words.casefold().split())
    if slug in shipped() or any(entry.slug == slug for entry in own_entries()):
        return slug
    for entry in shelf():
        if entry.title.casefold() == words.casefold():
            return entry.slug
    return None


def is_shipped(variant: Variant) -> bool:
    """Return whether a variant equals a shipped one."""
    return shipped().get(variant.slug) == variant

"""The variants at hand: those that travel with the program, and the user's own beside them."""

import os
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from spades_tui.rules.load import VariantError, load
from spades_tui.rules.variant import Variant

_HERE = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Entry:
    """A file on the shelf: a variant, or what is wrong with it."""

    slug: str
    title: str
    shipped: bool
    variant: Variant | None
    error: str | None
    path: Path


def shipped_folder() -> Path:
    """Where the shipped variants lie: inside the installed package, or beside it in a checkout."""
    inside = _HERE / "variants"
    return inside if inside.is_dir() else _HERE.parent / "variants"


@lru_cache(maxsize=1)
def shipped() -> dict[str, Variant]:
    """The shipped variants by their slugs, in the order of their files. Raises VariantError if one is damaged."""
    return {variant.slug: variant for variant in (load(path) for path in sorted(shipped_folder().glob("*.toml")))}


def own_folder() -> Path:
    """Where the user's own variants are looked for."""
    from spades_tui.folders import config_folder

    return config_folder() / "variants"


def shelf() -> list[Entry]:
    """All variants at hand, shipped ones first; a broken file is listed with its error and stops nothing."""
    entries = [
        Entry(variant.slug, variant.name, True, variant, None, shipped_folder() / f"{slug}.toml")
        for slug, variant in shipped().items()
    ]
    taken = {entry.slug for entry in entries}
    own = own_folder()
    for path in sorted(own.glob("*.toml")) if own.is_dir() else []:
        entry = _own_entry(path, taken)
        taken.add(entry.slug)
        entries.append(entry)
    return entries


def _own_entry(path: Path, taken: set[str]) -> Entry:
    slug = path.name.removesuffix(".toml")[:40]
    try:
        variant = load(path)
    except (VariantError, OSError) as error:
        return Entry(slug, slug, False, None, str(error), path)
    if variant.slug in taken:
        message = f"{path}: slug: {variant.slug!r} is taken by another variant"
        return Entry(slug, variant.name, False, None, message, path)
    return Entry(variant.slug, variant.name, False, variant, None, path)


def find(name: str) -> Variant:
    """The variant of a slug, shipped or the user's own, or of a file.

    Raises KeyError for a slug that nobody has, VariantError for a file that does not hold together, OSError for one
    that cannot be read.
    """
    if name in shipped():
        return shipped()[name]
    if os.sep in name or "/" in name or name.endswith(".toml"):
        return load(Path(name))
    for entry in shelf():
        if entry.slug == name and entry.error is None and entry.variant is not None:
            return entry.variant
        if entry.slug == name:
            return load(entry.path)
    raise KeyError(name)


def is_shipped(variant: Variant) -> bool:
    """Whether a variant is exactly one that travels with the program."""
    return shipped().get(variant.slug) == variant

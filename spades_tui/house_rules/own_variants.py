"""The user's own variants as files: their names, writing them, taking them up again, trying them out."""

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from spades_tui.analysis.trial_games import trial_in_steps
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.house_rules.variant_toml import origin_of, toml_text
from spades_tui.rules.catalogue import Entry, own_folder, shelf, shipped
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import MAX_BYTES, VariantError, load, parse
from spades_tui.system.disk import make_folder, write_whole

NAME_LONGEST = 60
SLUG_LONGEST = 40
SUMMARY_LONGEST = 600
OURS = "our house"


class OwnVariantError(ValueError):
    """House rules that cannot be kept; its text is one sentence for the user."""


def slug_of(name: str) -> str:
    """The short name that goes with a name: ``Cutthroat, our house`` is ``cutthroat-our-house``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_LONGEST].strip("-")


def suggested_name(origin: Variant) -> str:
    """A name for rules made from a game that no other game has."""
    taken = {entry.title.casefold() for entry in shelf()} | {entry.slug for entry in shelf()}
    for number in range(1, 1000):
        ours = OURS if number == 1 else f"{OURS} {number}"
        name = f"{origin.name[: NAME_LONGEST - len(ours) - 2]}, {ours}"
        if name.casefold() not in taken and slug_of(name) not in taken and not file_of(slug_of(name)).exists():
            return name
    return origin.name


def file_of(slug: str) -> Path:
    """Where rules of this short name lie."""
    return own_folder() / f"{slug}.toml"


def check_name(name: str, summary: str, own: Path | None) -> str:
    """The short name that goes with a name. Raises OwnVariantError if it cannot be, or belongs to something else.

    `own`: the file that these rules came from, which may be written again.
    """
    for what, text, longest in (("name", name, NAME_LONGEST), ("line about them", summary, SUMMARY_LONGEST)):
        if not text.strip():
            raise OwnVariantError(f"House rules need a {what}.")
        if len(text) > longest or not text.isprintable():
            raise OwnVariantError(f"The {what} cannot be: {longest} letters that can be seen at most.")
    slug = slug_of(name)
    if not slug:
        raise OwnVariantError("The name needs a letter or a digit.")
    if slug in shipped():
        raise OwnVariantError(f"{shipped()[slug].name} is a game of the program; another name is wanted.")
    for entry in shelf():
        if not entry.shipped and entry.slug == slug and entry.variant is None and entry.path != own:
            raise OwnVariantError(f"{entry.path.name} is there and cannot be read; another name is wanted.")
        if not entry.shipped and entry.slug == slug and entry.path not in (own, file_of(slug)):
            raise OwnVariantError(f"{entry.path.name} has rules of that name; another name is wanted.")
    return slug


def there(slug: str) -> Entry | None:
    """What lies where rules of this short name would be written; None if nothing does."""
    path = file_of(slug)
    if not os.path.lexists(path):
        return None
    known = next((entry for entry in shelf() if entry.path == path), None)
    return known if known is not None else Entry(slug, slug, False, None, "not a file that can be read", path)


def text_of(draft: RulesDraft, slug: str, name: str, summary: str) -> str:
    """The text of the file. Raises VariantError if it does not hold together, as ``variants check`` says it."""
    text = toml_text(draft.named(slug, name, summary), draft.origin)
    parse(text.encode(), str(file_of(slug)))
    return text


def write(slug: str, text: str, over: bool = False) -> Path:
    """Write rules into the folder of the user's own variants. Raises OwnVariantError, OSError.

    A file that is there is only written over if that is wanted, and if it can be read as a variant.
    """
    path = file_of(slug)
    known = there(slug)
    if known is not None and (not over or known.variant is None):
        raise OwnVariantError(f"{path.name} is there already, and stays as it is.")
    make_folder(own_folder())
    write_whole(path, text, mode=0o666)  # to be shared
    return path


def taken_up(path: Path) -> RulesDraft:
    """Rules of one's own as a draft again. Raises VariantError, OSError.

    Differences are told from the game that they were made from, where the file says which; else from themselves.
    """
    variant = load(path)
    with path.open("rb") as stream:
        slug = origin_of(stream.read(MAX_BYTES).decode("utf-8", "replace"))
    origin = shipped().get(slug or "", variant)
    return RulesDraft(origin, variant)


def tried_out(variant: Variant) -> Iterator[None]:
    """Trial games, as ``variants check`` plays them, a step at a time. Raises VariantError if none comes to its end."""
    yield from trial_in_steps(variant, str(file_of(variant.slug)))


__all__ = [
    "OwnVariantError", "VariantError", "check_name", "file_of", "slug_of", "suggested_name", "taken_up", "text_of",
    "there", "tried_out", "write",
]  # fmt: skip

"""The user's own variants as files: name, write, reopen and try them."""

import os
import re
import unicodedata
from collections.abc import Iterator
from pathlib import Path

from spades_tui.analysis.simulate import trial_in_steps
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
    """House rules that can't be saved; the message is one sentence for the user."""


def slug_of(name: str) -> str:
    """Return the slug for a name: ``Cutthroat, our house`` is ``cutthroat-our-house``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_LONGEST].strip("-")


def suggested_name(origin: Variant) -> str:
    """Return an unused name for rules made from a game."""
    taken = {entry.title.casefold() for entry in shelf()} | {entry.slug for entry in shelf()}
    for number in range(1, 1000):
        ours = OURS if number == 1 else f"{OURS} {number}"
        name = f"{origin.name[: NAME_LONGEST - len(ours) - 2]}, {ours}"
        if name.casefold() not in taken and slug_of(name) not in taken and not file_of(slug_of(name)).exists():
            return name
    return origin.name


def file_of(slug: str) -> Path:
    """Return the file for rules with this slug."""
    return own_folder() / f"{slug}.toml"


def check_name(name: str, summary: str, own: Path | None) -> str:
    """Return the slug for a name. Raises OwnVariantError if it is impossible or taken.

    `own`: the file that these rules came from, which may be overwritten.
    """
    for what, text, longest in (("name", name, NAME_LONGEST), ("summary", summary, SUMMARY_LONGEST)):
        if not text.strip():
            raise OwnVariantError(f"House rules need a {what}.")
        if len(text) > longest or not text.isprintable():
            raise OwnVariantError(f"The {what} can't be used; write at most {longest} visible characters.")
    slug = slug_of(name)
    if not slug:
        raise OwnVariantError("The name needs a letter or a digit.")
    if slug in shipped():
        raise OwnVariantError(f"{shipped()[slug].name} is a built-in game; choose another name.")
    for entry in shelf():
        if not entry.shipped and entry.slug == slug and entry.variant is None and entry.path != own:
            raise OwnVariantError(f"{entry.path.name} exists but can't be read; choose another name.")
        if not entry.shipped and entry.slug == slug and entry.path not in (own, file_of(slug)):
            raise OwnVariantError(f"{entry.path.name} already has rules of that name; choose another name.")
    return slug


def saved_entry(slug: str) -> Entry | None:
    """Return the entry in the file for this slug; None if there is no file."""
    path = file_of(slug)
    if not os.path.lexists(path):
        return None
    known = next((entry for entry in shelf() if entry.path == path), None)
    return known if known is not None else Entry(slug, slug, False, None, "not a file that can be read", path)


def text_of(draft: RulesDraft, slug: str, name: str, summary: str) -> str:
    """Return the text of the file. Raises VariantError if the game is invalid, like ``variants check``."""
    text = toml_text(draft.named(slug, name, summary), draft.origin)
    parse(text.encode(), str(file_of(slug)))
    return text


def write(slug: str, text: str, over: bool = False) -> Path:
    """Write rules into the folder of the user's own variants. Raises OwnVariantError, OSError.

    An existing file is overwritten only with `over`, and only if it can be read as a variant.
    """
    path = file_of(slug)
    known = saved_entry(slug)
    if known is not None and (not over or known.variant is None):
        raise OwnVariantError(f"{path.name} already exists and wasn't changed.")
    make_folder(own_folder())
    write_whole(path, text, mode=0o666)  # readable by others, to be shared
    return path


def reopened_draft(path: Path) -> RulesDraft:
    """Reopen a user's rules as a draft. Raises VariantError, OSError.

    Differences compare with the original game if the file names it, otherwise with the rules as opened.
    """
    variant = load(path)
    with path.open("rb") as stream:
        slug = origin_of(stream.read(MAX_BYTES).decode("utf-8", "replace"))
    origin = shipped().get(slug or "", variant)
    return RulesDraft(origin, variant)


def run_trials(variant: Variant) -> Iterator[None]:
    """Play trial games like ``variants check``, step by step. Raises VariantError if none ends."""
    yield from trial_in_steps(variant, str(file_of(variant.slug)))


__all__ = [
    "OwnVariantError",
    "VariantError",
    "check_name",
    "file_of",
    "reopened_draft",
    "run_trials",
    "saved_entry",
    "slug_of",
    "suggested_name",
    "text_of",
    "write",
]  # fmt: skip

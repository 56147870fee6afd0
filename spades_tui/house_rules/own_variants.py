"""The user's own variants: their differences from the original game, and their files.

Differences are sentences of the rules page; each change can also be made alone. In a file, defaults
are left out, and changes are marked.
"""

import os
import re
import unicodedata
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from spades_tui.analysis.simulate import trial
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.rules import rules_page
from spades_tui.rules.catalogue import Entry, own_folder, shelf, shipped
from spades_tui.rules.variant import LISTS, Variant, options_of
from spades_tui.rules.variant_reader import load, parse
from spades_tui.system.disk import make_folder, write_whole
from spades_tui.system.output import json_text


class Differences(Struct, frozen=True):
    """The differences between two games, in the order of the rules page."""

    new: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()
    """Choices that only a table of the new game has."""
    no_choices: tuple[str, ...] = ()
    """Choices that a table no longer has."""


def differences(before: Variant, after: Variant) -> Differences:
    """Return the differences between two games."""
    old = sentences(before)
    new = sentences(after)
    old_choices = _choices(before)
    new_choices = _choices(after)
    added = map(new_choices.__getitem__, _missing(new_choices, old_choices))
    removed = map(old_choices.__getitem__, _missing(old_choices, new_choices))
    return Differences(_missing(new, old), _missing(old, new), tuple(added), tuple(removed))


def _missing(texts: Iterable[str], others: Collection[str]) -> tuple[str, ...]:
    """Return the texts that aren't among others."""
    return tuple(text for text in texts if text not in others)


def sentences(variant: Variant) -> list[str]:
    """Return every sentence of a rules page except a table's choices; the special ones too."""
    listed = [*variant.special]
    for _, section in rules_page.rules_page(variant.changed(options=())):
        listed += section
    return listed


def _choices(variant: Variant) -> dict[str, str]:
    """Return the choices of a table, by name."""
    return {option.name: option.label or option.words for option in options_of(variant)}


MOST_CHANGES = 8
"""Maximum number of changes to try alone; more take too long to measure."""


class SingleChange(Struct, frozen=True):
    """The original game with one change."""

    label: str
    """The change in words, such as ``Bags that cost points: 5``."""
    variant: Variant


def single_changes(draft: RulesDraft) -> list[SingleChange]:
    """Return each change alone if it's possible alone.

    The list is empty if there are fewer than two, or more than `MOST_CHANGES`. Values that must
    change together are one change. Choices offered to a table don't count: nobody has made them
    yet.
    """
    origin = RulesDraft(draft.origin)
    before = _values(origin)
    now = _values(draft)
    waiting = {key for key in now if key in before and before[key] != now[key]}
    changes: list[SingleChange] = []
    for row in draft.rows:
        if row.key not in waiting:
            continue
        alone = _with(origin, row, draft)
        if alone is None:
            continue
        made = _values(alone)
        waiting = {key for key in waiting if key not in made or made[key] != now[key]}
        changes.append(SingleChange(f"{row.label}: {row.told}", alone.complete.variant))
    if 2 <= len(changes) <= MOST_CHANGES:
        return changes
    return []


def _with(origin: RulesDraft, row: FormRow, draft: RulesDraft) -> RulesDraft | None:
    """Return the original with the value of a row, and of the rows below it that it brings.

    Return None if impossible.
    """
    done = _changed(origin, row)
    if done is not None and row.kind == "switch" and row.key.count(".") == 1:
        for below in draft.rows:
            if below.key.startswith(f"{row.key}."):
                done = _changed(done, below) or done
    return done


def _changed(draft: RulesDraft, other: FormRow) -> RulesDraft | None:
    """Return the draft with the value of another draft's row; None if impossible."""
    row = draft.row(other.key)
    if row is None:
        return None
    if row.value == other.value:
        return draft
    return draft.with_value(row, other.value).draft


def _values(draft: RulesDraft) -> dict[str, Any]:
    return {row.key: row.value for row in draft.rows if row.group != "options"}


NAME_LONGEST = 60
SLUG_LONGEST = 40
SUMMARY_LONGEST = 600
OURS = "our house"
WIDTH = 110
FROM = "# Made from: "
"""The beginning of the line with the slug of the game that house rules were made from."""
_HEAD = ("schema", "slug", "name", "summary", "special", "source", "seats", "sides")


def slug_of(name: str) -> str:
    """Return the slug for a name: ``Cutthroat, our house`` is ``cutthroat-our-house``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    return re.sub(r"[^a-z0-9]+", "-", plain.lower()).strip("-")[:SLUG_LONGEST].strip("-")


def suggested_name(origin: Variant) -> str:
    """Return an unused name for rules made from a game."""
    taken = set[str]()
    for entry in shelf():
        taken |= {entry.title.casefold(), entry.slug}
    for number in range(1, 1000):
        ours = OURS if number == 1 else f"{OURS} {number}"
        name = f"{origin.name[: NAME_LONGEST - len(ours) - 2]}, {ours}"
        slug = slug_of(name)
        if taken.isdisjoint((name.casefold(), slug)) and not file_of(slug).exists():
            return name
    return origin.name


def file_of(slug: str) -> Path:
    """Return the file for rules with this slug."""
    return own_folder() / f"{slug}.toml"


def check_name(name: str, summary: str, own: Path | None) -> str:
    """Return the slug for a name. Raises UnusableError if it is impossible or taken.

    `own`: the file that these rules came from, which may be overwritten.
    """
    texts = (("name", name, NAME_LONGEST), ("summary", summary, SUMMARY_LONGEST))
    for what, text, longest in texts:
        if not text.strip():
            raise UnusableError(f"House rules need a {what}.")
        if len(text) > longest or not text.isprintable():
            words = f"write at most {longest} visible characters."
            raise UnusableError(f"The {what} can't be used; {words}")
    slug = slug_of(name)
    if not slug:
        raise UnusableError("The name needs a letter or a digit.")
    if slug in shipped():
        raise UnusableError(f"{shipped()[slug].name} is a built-in game; choose another name.")
    saved = saved_entry(slug)
    if saved is not None and saved.variant is None:
        raise UnusableError(f"{saved.path.name} exists but can't be read; choose another name.")
    for entry in shelf():
        if not entry.shipped and entry.slug == slug and entry.path not in (own, file_of(slug)):
            file = entry.path.name
            raise UnusableError(f"{file} already has rules of that name; choose another name.")
    return slug


def saved_entry(slug: str) -> Entry | None:
    """Return the entry in the file for this slug; None if there is no file."""
    path = file_of(slug)
    if not os.path.lexists(path):
        return None
    unlisted = Entry(slug, slug, False, None, "not a file that can be read", path)
    return next((entry for entry in shelf() if entry.path == path), unlisted)


def text_of(draft: RulesDraft, slug: str, name: str, summary: str) -> str:
    """Return the text of the file.

    Raises VariantError if the game is invalid, like ``variants check``.
    """
    text = toml_text(draft.named(slug, name, summary), draft.origin)
    parse(text.encode(), str(file_of(slug)))
    return text


def write(slug: str, text: str, over: bool = False) -> Path:
    """Write rules into the folder of the user's own variants. Raises UnusableError, OSError.

    An existing file is overwritten only with `over`, and only if it can be read as a variant.
    """
    path = file_of(slug)
    saved = saved_entry(slug)
    if saved is not None and (not over or saved.variant is None):
        raise UnusableError(f"{path.name} already exists and wasn't changed.")
    make_folder(own_folder())
    write_whole(path, text, mode=0o666)  # readable by others, to be shared
    return path


def reopened_draft(path: Path) -> RulesDraft:
    """Reopen a user's rules as a draft. Raises VariantError, OSError.

    Differences compare with the original game if the file names it, otherwise with the rules as
    opened.
    """
    variant = load(path)
    slug = origin_of(path.read_text("utf-8-sig", "replace"))
    return RulesDraft(shipped().get(slug or "", variant), variant)


def play_trials(variant: Variant) -> None:
    """Play trial games like ``variants check``. Raises VariantError if none ends."""
    trial(variant, str(file_of(variant.slug)))


def toml_text(variant: Variant, origin: Variant) -> str:
    """Return the text of a file for a game that was made from another one."""
    lines = _comments(variant, origin)
    data = variant.to_keys(defaults=False)
    before = origin.to_keys(defaults=False)
    head = {key: data[key] for key in _HEAD if key in data}
    lines += ["", *_pairs({"schema": 1, **head})]
    options = data.get("options", [])
    if options and all(isinstance(option, str) for option in options):
        lines += _pairs({"options": options})
        options = []
    for table in ("deck", "deal"):
        if data.get(table):
            lines += ["", f"[{table}]", *_pairs(data[table], before.get(table), origin.name)]
    for where in LISTS:
        others = list(before.get(where, ()))
        for part in data.get(where, ()):
            same_kind = [other for other in others if other["kind"] == part["kind"]]
            old = same_kind[0] if same_kind else None
            if same_kind:
                others.remove(old)
            lines += ["", f"[[{where}]]", *_pairs(part, old, origin.name)]
    for option in options:
        keys = {"name": option} if isinstance(option, str) else _short(option)
        lines += ["", "[[options]]", *_pairs(keys)]
    for form in data.get("programme", ()):
        lines += ["", "[[programme]]", *_pairs(form)]
    return "\n".join(lines) + "\n"


def _comments(variant: Variant, origin: Variant) -> list[str]:
    """Return the comments at the beginning of a file."""
    lines = [f"# {variant.name}: house rules.", f"{FROM}{origin.slug}"]
    different = differences(origin, variant)
    if different == Differences():
        return lines
    lines += ["#", f"# Different from {origin.name} (+ is new, - is gone):"]
    for beginning, sentences in (
        ("+", different.new),
        ("-", different.gone),
        ("A table can now choose:", different.choices),
        ("A table can no longer choose:", different.no_choices),
    ):
        lines += [f"#   {beginning} {sentence}" for sentence in sentences]
    return lines


def origin_of(text: str) -> str | None:
    """Return the slug of the game that a file was made from; None if it doesn't say."""
    for line in text.splitlines()[:5]:
        if line.startswith(FROM):
            return line.removeprefix(FROM).strip()
    return None


def _pairs(
    table: Mapping[str, Any], before: Mapping[str, Any] | None = None, name: str = ""
) -> list[str]:
    """Return a line for each key, with aligned equals signs.

    Keys that differ from `before` are marked.
    """
    width = max(map(len, table), default=0)
    lines = []
    for key, value in table.items():
        text = f"{key:<{width}} = {_value(value, width + 3)}"
        if before and before.get(key) != value and "\n" not in text:
            remark = f"{_value(before[key])} in {name}" if key in before else f"not in {name}"
            if len(remark) < 60 and "\n" not in remark:
                text += f"  # {remark}"
        lines.append(text)
    return lines


def _short(option: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an option with its places in their shortest form."""
    sets = [*map(_short_setting, option["sets"])]
    if len(sets) == 1 and isinstance(sets[0], str):
        return {**option, "sets": sets[0]}
    return {**option, "sets": sets}


def _short_setting(setting: Mapping[str, Any]) -> str | dict[str, Any]:
    """Return a place alone, or a setting without lists of one value."""
    if len(setting) == 1:
        return str(setting["place"])
    short = dict(setting)
    for key in ("when", "unless"):
        match setting.get(key):
            case [value]:
                short[key] = value
    return short


def _value(value: Any, indent: int = 0) -> str:
    """Return a value as TOML; a list too long for a line gets one entry per line."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        entries = [*map(_value, value)]
        line = f"[{', '.join(entries)}]"
        if len(line) + indent <= WIDTH or len(entries) < 2:
            return line
        return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"
    return json_text(value)  # JSON writes numbers, truth values and strings as TOML does


def _key(key: str) -> str:
    """Return a key, quoted if it is more than a word."""
    if re.fullmatch(r"[A-Za-z0-9_-]+", key):
        return key
    return _value(key)

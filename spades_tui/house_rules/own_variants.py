"""The user's own variants: their differences from the original game, and their files: name, write and reopen them.

Differences are sentences of the rules page; each change can also be made alone. In a file, defaults are left out, and
changes are marked.
"""

import os
import re
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from msgspec import Struct

from spades_tui.analysis.simulate import trial
from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.language.unusable import UnusableError
from spades_tui.rules import rules_page
from spades_tui.rules.catalogue import Entry, own_folder, shelf, shipped
from spades_tui.rules.options import options_of
from spades_tui.rules.variant import LISTS, Variant
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
    old, new = sentences(before), sentences(after)
    could, can = _choices(before), _choices(after)
    return Differences(
        tuple(one for one in new if one not in old),
        tuple(one for one in old if one not in new),
        tuple(label for name, label in can.items() if name not in could),
        tuple(label for name, label in could.items() if name not in can),
    )


def sentences(variant: Variant) -> list[str]:
    """Return every sentence of a rules page except a table's choices; the special ones too."""
    return [
        *variant.special,
        *(one for _, listed in rules_page.rules_page(variant.changed(options=())) for one in listed),
    ]


def _choices(variant: Variant) -> dict[str, str]:
    """Return the choices of a table, by name."""
    return {one.name: one.label or one.words for one in options_of(variant)}


MOST_CHANGES = 8
"""Maximum number of changes to try alone; more take too long to measure."""


class SingleChange(Struct, frozen=True):
    """The original game with one change."""

    label: str
    """The change in words, such as ``Bags that cost points: 5``."""
    variant: Variant


def single_changes(draft: RulesDraft) -> list[SingleChange]:
    """Return each change alone if it's possible alone; empty if there are fewer than two, or more than `MOST_CHANGES`.

    Values that must change together are one change. Choices offered to a table don't count: nobody has made them yet.
    """
    origin = RulesDraft(draft.origin)
    before, now = _values(origin), _values(draft)
    wanted = {key: value for key, value in now.items() if key in before and before[key] != value}
    found: list[SingleChange] = []
    for row in draft.rows:
        alone = _with(origin, row, draft) if row.key in wanted else None
        if alone is None:
            continue
        made = _values(alone)
        wanted = {key: value for key, value in wanted.items() if key not in made or made[key] != value}
        found.append(SingleChange(f"{row.label}: {row.told}", alone.complete.variant))
    return found if 2 <= len(found) <= MOST_CHANGES else []


def _with(origin: RulesDraft, row: FormRow, draft: RulesDraft) -> RulesDraft | None:
    """Return the original with the value of a row, and of the rows below it that it brings; None if impossible."""
    done = _changed(origin, row)
    if done is not None and row.kind == "switch" and row.key.count(".") == 1:
        for below in draft.rows:
            if below.key.startswith(f"{row.key}."):
                done = _changed(done, below) or done
    return done


def _changed(draft: RulesDraft, wanted: FormRow) -> RulesDraft | None:
    """Return the draft with the value of another draft's row; None if impossible."""
    row = draft.row(wanted.key)
    if row is None:
        return None
    return draft if row.value == wanted.value else draft.with_value(row, wanted.value).draft


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
    """Return the slug for a name. Raises UnusableError if it is impossible or taken.

    `own`: the file that these rules came from, which may be overwritten.
    """
    for what, text, longest in (("name", name, NAME_LONGEST), ("summary", summary, SUMMARY_LONGEST)):
        if not text.strip():
            raise UnusableError(f"House rules need a {what}.")
        if len(text) > longest or not text.isprintable():
            raise UnusableError(f"The {what} can't be used; write at most {longest} visible characters.")
    slug = slug_of(name)
    if not slug:
        raise UnusableError("The name needs a letter or a digit.")
    if slug in shipped():
        raise UnusableError(f"{shipped()[slug].name} is a built-in game; choose another name.")
    known = saved_entry(slug)
    if known is not None and known.variant is None:
        raise UnusableError(f"{known.path.name} exists but can't be read; choose another name.")
    for entry in shelf():
        if not entry.shipped and entry.slug == slug and entry.path not in (own, file_of(slug)):
            raise UnusableError(f"{entry.path.name} already has rules of that name; choose another name.")
    return slug


def saved_entry(slug: str) -> Entry | None:
    """Return the entry in the file for this slug; None if there is no file."""
    path = file_of(slug)
    if not os.path.lexists(path):
        return None
    unlisted = Entry(slug, slug, False, None, "not a file that can be read", path)
    return next((entry for entry in shelf() if entry.path == path), unlisted)


def text_of(draft: RulesDraft, slug: str, name: str, summary: str) -> str:
    """Return the text of the file. Raises VariantError if the game is invalid, like ``variants check``."""
    text = toml_text(draft.named(slug, name, summary), draft.origin)
    parse(text.encode(), str(file_of(slug)))
    return text


def write(slug: str, text: str, over: bool = False) -> Path:
    """Write rules into the folder of the user's own variants. Raises UnusableError, OSError.

    An existing file is overwritten only with `over`, and only if it can be read as a variant.
    """
    path = file_of(slug)
    known = saved_entry(slug)
    if known is not None and (not over or known.variant is None):
        raise UnusableError(f"{path.name} already exists and wasn't changed.")
    make_folder(own_folder())
    write_whole(path, text, mode=0o666)  # readable by others, to be shared
    return path


def reopened_draft(path: Path) -> RulesDraft:
    """Reopen a user's rules as a draft. Raises VariantError, OSError.

    Differences compare with the original game if the file names it, otherwise with the rules as opened.
    """
    variant = load(path)
    slug = origin_of(path.read_text("utf-8-sig", "replace"))
    return RulesDraft(shipped().get(slug or "", variant), variant)


def play_trials(variant: Variant) -> None:
    """Play trial games like ``variants check``. Raises VariantError if none ends."""
    trial(variant, str(file_of(variant.slug)))


def toml_text(variant: Variant, origin: Variant) -> str:
    """Return the text of a file for a game that was made from another one."""
    told = differences(origin, variant)
    lines = [f"# {variant.name}: house rules.", f"{FROM}{origin.slug}"]
    if told != Differences():
        lines += ["#", f"# Different from {origin.name} (+ is new, - is gone):"]
        lines += [f"#   + {one}" for one in told.new] + [f"#   - {one}" for one in told.gone]
        lines += [f"#   A table can now choose: {one}" for one in told.choices]
        lines += [f"#   A table can no longer choose: {one}" for one in told.no_choices]
    data, before = variant.to_keys(defaults=False), origin.to_keys(defaults=False)
    lines += ["", *_pairs({"schema": 1, **{key: data[key] for key in _HEAD if key in data}})]
    options = data.get("options", [])
    if options and all(isinstance(one, str) for one in options):
        lines += _pairs({"options": options})
        options = []
    for table in ("deck", "deal"):
        if data.get(table):
            lines += ["", f"[{table}]", *_pairs(data[table], before.get(table), origin.name)]
    for where in LISTS:
        others = list(before.get(where, ()))
        for part in data.get(where, ()):
            was = next((one for one in others if one["kind"] == part["kind"]), None)
            if was is not None:
                others.remove(was)
            lines += ["", f"[[{where}]]", *_pairs(part, was, origin.name)]
    for option in options:
        lines += ["", "[[options]]", *_pairs({"name": option} if isinstance(option, str) else _short(option))]
    for form in data.get("programme", ()):
        lines += ["", "[[programme]]", *_pairs(form)]
    return "\n".join(lines) + "\n"


def origin_of(text: str) -> str | None:
    """Return the slug of the game that a file was made from; None if it doesn't say."""
    named = (line.removeprefix(FROM).strip() for line in text.splitlines()[:5] if line.startswith(FROM))
    return next(named, None)


def _pairs(table: Mapping[str, Any], before: Mapping[str, Any] | None = None, name: str = "") -> list[str]:
    """Return a line for each key, with aligned equals signs; keys that differ from `before` are marked."""
    width = max((len(key) for key in table), default=0)
    lines = []
    for key, value in table.items():
        text = f"{key:<{width}} = {_value(value, width + 3)}"
        if before and before.get(key) != value and "\n" not in text:
            told = f"{_value(before[key])} in {name}" if key in before else f"not in {name}"
            text += f"  # {told}" if len(told) < 60 and "\n" not in told else ""
        lines.append(text)
    return lines


def _short(option: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an option with its places in their shortest form."""

    def one(setting: Mapping[str, Any]) -> Any:
        if len(setting) == 1:
            return setting["place"]
        alone = {key: value[0] for key, value in setting.items() if isinstance(value, list) and len(value) == 1}
        return {**setting, **{key: value for key, value in alone.items() if key in ("when", "unless")}}

    sets = [one(setting) for setting in option["sets"]]
    return {**option, "sets": sets[0] if len(sets) == 1 and isinstance(sets[0], str) else sets}


def _value(value: Any, indent: int = 0) -> str:
    """Return a value as TOML; a list too long for a line gets one entry per line."""
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, list):
        entries = [_value(one) for one in value]
        line = f"[{', '.join(entries)}]"
        if len(line) + indent <= WIDTH or len(entries) < 2:
            return line
        return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"
    return json_text(value)  # JSON writes numbers, truth values and strings as TOML does


def _key(key: str) -> str:
    """Return a key, quoted if it is more than a word."""
    return key if re.fullmatch(r"[A-Za-z0-9_-]+", key) else _value(key)

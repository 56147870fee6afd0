"""Write a variant as a readable file: defaults are left out, and changes are marked."""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from spades_tui.house_rules.differences import differences
from spades_tui.rules.variant import LISTS, Variant

WIDTH = 110
FROM = "# Made from: "
"""The beginning of the line with the slug of the game that house rules were made from."""
_HEAD = ("schema", "slug", "name", "summary", "special", "source", "seats", "sides")


def toml_text(variant: Variant, origin: Variant) -> str:
    """Return the text of a file for a game that was made from another one."""
    told = differences(origin, variant)
    lines = [f"# {variant.name}: house rules.", f"{FROM}{origin.slug}"]
    if told.any:
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
        for at, part in enumerate(data.get(where, ())):
            lines += ["", f"[[{where}]]", *_pairs(part, _same(data, before, where, at), origin.name)]
    for option in options:
        lines += ["", "[[options]]", *_pairs({"name": option} if isinstance(option, str) else _short(option))]
    for form in data.get("programme", ()):
        lines += ["", "[[programme]]", *_pairs(form)]
    return "\n".join(lines) + "\n"


def origin_of(text: str) -> str | None:
    """Return the slug of the game that a file was made from; None if it doesn't say."""
    named = (line.removeprefix(FROM).strip() for line in text.splitlines()[:5] if line.startswith(FROM))
    return next(named, None)


def _same(data: Mapping[str, Any], before: Mapping[str, Any], where: str, at: int) -> Mapping[str, Any]:
    """Return the matching component of the other game; empty if it has none."""
    kind = data[where][at]["kind"]
    number = [part["kind"] for part in data[where][:at]].count(kind)
    there = [part for part in before.get(where, ()) if part["kind"] == kind]
    return there[number] if number < len(there) else {}


def _pairs(table: Mapping[str, Any], before: Mapping[str, Any] | None = None, name: str = "") -> list[str]:
    """Return a line for each key, with aligned equals signs; keys that differ from `before` are marked."""
    width = max((len(key) for key in table), default=0)
    lines = []
    for key, value in table.items():
        text = f"{key:<{width}} = {_value(value, width + 3)}"
        if before and key != "kind" and before.get(key, _NOTHING) != value and "\n" not in text:
            was = before.get(key, _NOTHING)
            told = f"{_value(was, 0)} in {name}" if was is not _NOTHING else f"not in {name}"
            text += f"  # {told}" if len(told) < 60 and "\n" not in told else ""
        lines.append(text)
    return lines


_NOTHING = object()


def _short(option: Mapping[str, Any]) -> Mapping[str, Any]:
    """Return an option with its places in their shortest form."""

    def one(setting: Mapping[str, Any]) -> Any:
        if len(setting) == 1:
            return setting["place"]
        alone = {key: value[0] for key, value in setting.items() if isinstance(value, list) and len(value) == 1}
        return {**setting, **{key: value for key, value in alone.items() if key in ("when", "unless")}}

    sets = [one(setting) for setting in option["sets"]]
    return {**option, "sets": sets[0] if len(sets) == 1 and isinstance(sets[0], str) else sets}


def _value(value: Any, indent: int) -> str:
    """Return a value as TOML; a list too long for a line gets one entry per line."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    if isinstance(value, Mapping):
        inner = ", ".join(f"{_key(key)} = {_value(one, 0)}" for key, one in value.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(value, Sequence):
        entries = [_value(one, 0) for one in value]
        line = f"[{', '.join(entries)}]"
        if len(line) + indent <= WIDTH or len(entries) < 2:
            return line
        return "[\n" + "".join(f"  {entry},\n" for entry in entries) + "]"
    raise TypeError(f"{type(value).__name__} can't be written in a variant")


def _key(key: str) -> str:
    """Return a key, quoted if it is more than a word."""
    plain = key and all(letter.isascii() and (letter.isalnum() or letter in "_-") for letter in key)
    return key if plain else json.dumps(key, ensure_ascii=False)



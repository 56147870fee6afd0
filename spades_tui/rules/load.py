"""Reading a variant file: one precise sentence for what is wrong, and where."""

import difflib
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pydantic import BaseModel, ValidationError

from spades_tui.rules.check import Problem, problems
from spades_tui.rules.variant import Variant

MAX_BYTES = 64 * 1024

KeyPath = tuple[str | int, ...]


class VariantError(Exception):
    """A variant that does not hold together: the file, the line where it is known, the key, what is wrong."""

    def __init__(self, file: str, line: int | None, path: KeyPath, message: str) -> None:
        super().__init__(file, line, path, message)
        self.file = file
        self.line = line
        self.path = path
        self.message = message

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}" if self.line else self.file
        key = key_text(self.path)
        return f"{place}: {key}: {self.message}" if key else f"{place}: {self.message}"


def key_text(path: KeyPath) -> str:
    """A key's place as people write it: ``scores[2].made``, places counted from 1."""
    text = ""
    for part in path:
        text += f"[{part + 1}]" if isinstance(part, int) else f".{part}" if text else part
    return text


def load(path: Path) -> Variant:
    """Read and check a variant file. Raises VariantError, and OSError if it cannot be read."""
    with path.open("rb") as stream:
        raw = stream.read(MAX_BYTES + 1)
    return parse(raw, str(path))


def parse(raw: bytes, file: str) -> Variant:
    """Check the bytes of a variant file. Raises VariantError."""
    if len(raw) > MAX_BYTES:
        raise VariantError(file, None, (), f"the file is longer than {MAX_BYTES} bytes")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise VariantError(file, raw.count(b"\n", 0, error.start) + 1, (), "not UTF-8") from None
    try:
        data = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        found = re.search(r"at line (\d+)", str(error))
        line = int(found[1]) if found else text.count("\n") + 1
        message = re.sub(r" \(at .*\)$", "", str(error))
        raise VariantError(file, line, (), f"not TOML: {message}") from None
    except (RecursionError, ValueError) as error:
        raise VariantError(file, None, (), f"not TOML that can be read: {str(error)[:80]}") from None
    return from_data(data, file, text)


def from_data(data: Mapping[str, Any], file: str = "rules", text: str = "") -> Variant:
    """Check a rule object, from a file or from a record's `rules`. Raises VariantError."""
    try:
        variant = Variant.model_validate(data)
    except ValidationError as error:
        path, message = _explain(error, data)
    except RecursionError:
        path, message = (), "nested too deeply"
    else:
        found = problems(variant)
        if not found:
            return variant
        path, message = _first(found)
    raise VariantError(file, line_of(text, path), path, message)


def _first(found: list[Problem]) -> tuple[KeyPath, str]:
    return found[0].path, found[0].message


def _explain(error: ValidationError, data: Mapping[str, Any]) -> tuple[KeyPath, str]:
    """The most telling of pydantic's errors, in a sentence: an unknown key before a missing one."""
    errors = error.errors(include_url=False)
    order = ("extra_forbidden", "union_tag_invalid")
    first = min(errors, key=lambda one: order.index(one["type"]) if one["type"] in order else len(order))
    path = _data_path(first["loc"], data)
    kind = first["type"]
    if kind == "extra_forbidden":
        return path, f"unknown key{_nearest(str(path[-1]), _known_keys(path[:-1], data))}"
    if kind == "missing":
        return path, "missing"
    if kind == "union_tag_not_found":
        return (*path, "kind"), "missing"
    found = first.get("input")
    if kind == "union_tag_invalid":
        tag = str(first["ctx"]["tag"])
        known = re.findall(r"'([^']+)'", str(first["ctx"]["expected_tags"]))
        return (*path, "kind"), f"unknown kind {tag[:40]!r}{_nearest(tag, known)} (known: {', '.join(known)})"
    if kind == "literal_error":
        known = re.findall(r"'([^']+)'", str(first["ctx"]["expected"])) or [str(first["ctx"]["expected"])]
        return path, f"{_shown(found)} found, {' or '.join(known)} wanted{_nearest(str(found), known)}"
    return path, f"{_shown(found)} found: {_wanted(first['msg'])}"


def _shown(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f"{value!r}"[:60]


def _wanted(message: str) -> str:
    message = message.removeprefix("Value error, ").removeprefix("Input should be ")
    return message[:1].lower() + message[1:]


def _data_path(loc: tuple[int | str, ...], data: object) -> KeyPath:
    """Pydantic's location without the tags of its unions, which no file has as keys."""
    path: list[str | int] = []
    here: object = data
    for part in loc:
        if isinstance(here, Mapping) and isinstance(part, str):
            tag = here.get("kind") == part and part not in here
            if tag:
                continue
            path.append(part)
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int):
            path.append(part)
            here = here[part] if part < len(here) else None
        else:
            break
    return tuple(path)


def _known_keys(path: KeyPath, data: object) -> list[str]:
    """The keys that the model at this place knows."""
    model: Any = Variant
    here: Any = data
    for part in path:
        here = here[part] if not isinstance(here, Mapping) else here.get(part)
        model = _model_below(model, part, here)
        if model is None:
            return []
    names = [field.alias or name for name, field in model.model_fields.items()] if model else []
    return list(names)


def _model_below(model: Any, part: str | int, here: object) -> Any:
    """The model of a key's value, or of a list's entry with its `kind`."""
    if isinstance(part, int):
        candidates = [m for m in _models_in(model) if _kind_of(m) in (None, _kind_in(here))]
        return candidates[0] if candidates else None
    if isinstance(model, type) and issubclass(model, BaseModel) and part in model.model_fields:
        annotation = model.model_fields[part].annotation
        inside = _models_in(annotation)
        return inside[0] if len(inside) == 1 and not _is_list(annotation) else annotation
    return None


def _kind_in(here: object) -> object:
    return here.get("kind") if isinstance(here, Mapping) else None


def _kind_of(model: type[BaseModel]) -> object:
    field = model.model_fields.get("kind")
    return getattr(field.annotation, "__args__", (None,))[0] if field else None


def _is_list(annotation: object) -> bool:
    return getattr(annotation, "__origin__", None) is tuple


def _models_in(annotation: Any) -> list[type[BaseModel]]:
    """All models that an annotation speaks of."""
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        return [annotation]
    found: list[type[BaseModel]] = []
    for inner in getattr(annotation, "__args__", ()):
        found += _models_in(inner)
    return found


def _nearest(word: str, known: list[str]) -> str:
    close = difflib.get_close_matches(word, known, 1, 0.5)
    return f"; did you mean {close[0]!r}?" if close else ""


def line_of(text: str, path: KeyPath) -> int | None:
    """The line on which a key stands, as far as the layout of the file tells; None without a text."""
    if not text or not path:
        return None
    lines = text.splitlines()
    start, rest = _section(lines, path)
    for key in rest:
        if isinstance(key, int):
            continue
        pattern = re.compile(rf"""(^|[{{,\s])["']?{re.escape(key)}["']?\s*=""")
        for number in range(start, len(lines)):
            if number > start and re.match(r"\s*\[", lines[number]) and "=" not in lines[number]:
                break
            if pattern.search(lines[number].split("#")[0]):
                start = number
                break
        else:
            break
    return start + 1 if start < len(lines) else None


def _section(lines: list[str], path: KeyPath) -> tuple[int, KeyPath]:
    """The line, from 0, where the path's table begins, and what of the path lies below that header."""
    if len(path) >= 2 and isinstance(path[0], str) and isinstance(path[1], int):
        seen = -1
        for number, line in enumerate(lines):
            if re.match(rf"\s*\[\[\s*{re.escape(path[0])}\s*\]\]", line):
                seen += 1
                if seen == path[1]:
                    return number, path[2:]
    if isinstance(path[0], str):
        for number, line in enumerate(lines):
            if re.match(rf"\s*\[\[?\s*{re.escape(path[0])}\s*\]\]?", line):
                return number, path[1:]
    return 0, path

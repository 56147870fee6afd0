"""Read files strictly.

Pydantic models made from the components and their marks, and its errors in our words. Each error
becomes a sentence that says how to fix it. The valid values in it are read from the JSON Schema of
the model, so bounds are in one place.

No other module of the rules imports pydantic, which loads slowly. Import this one only to check a
user's variant or the rules of a record, or for the JSON Schema.
"""

import types
from collections.abc import Callable, Mapping
from functools import cache, reduce
from itertools import chain, pairwise
from operator import or_
from typing import Annotated, Any, ClassVar, TypeVar, Union, get_args, get_origin

from msgspec import Meta
from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Discriminator,
    Field,
    GetJsonSchemaHandler,
    PlainValidator,
    Tag,
    TypeAdapter,
    ValidationError,
    WithJsonSchema,
    create_model,
    model_validator,
)
from pydantic_core import CoreSchema, ErrorDetails

from spades_tui.language.quoting import either, meant, nearest, shown
from spades_tui.rules.component import (
    CARD_PATTERN,
    RULE_PATTERN,
    SLUG_PATTERN,
    SPADES_PATTERN,
    SUITS_PATTERN,
    Checked,
    Component,
    ReadBy,
    Short,
    Texts,
    components_in,
    defaults_of,
    fields_of,
    key_of,
    with_default_rule,
)
from spades_tui.rules.component_bases import Declared
from spades_tui.rules.option_declarations import NAME_PATTERN, PLACE_PATTERN
from spades_tui.rules.problems import Flaw, FlawError, KeyPath, Problem, Quoted
from spades_tui.rules.variant import LISTS, Variant

ComponentT = TypeVar("ComponentT", bound=Component)
Schema = dict[str, Any]


def checked(component: type[ComponentT], data: object) -> ComponentT:
    """Return a component from a file's data. Raises pydantic's ValidationError."""
    read: Any = _model(component).model_validate(data)
    assert isinstance(read, component)
    return read


@cache
def file_schema() -> Schema:
    """Return the JSON Schema of a variant file."""
    return _model(Variant).model_json_schema(by_alias=True)


class _Read(BaseModel):
    """A component as a file has it; an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")
    _component: ClassVar[type[Component]] = Component

    @model_validator(mode="wrap")
    @classmethod
    def _as_component(cls, data: Any, read: Callable[[Any], Any]) -> Any:
        kind = cls._component
        if isinstance(data, Mapping):
            data = with_default_rule(kind, data)
        fields = read(data)
        made = kind(**{name: getattr(fields, name) for name in fields_of(kind)})
        if isinstance(made, Declared):
            misfits = list(made.misfits())
            if misfits:
                raise FlawError.of(misfits)
        return made


class _ShortForm:
    """Lets the JSON Schema of a value allow its short form too."""

    def __init__(self, form: Any) -> None:
        self.form = form

    def __get_pydantic_json_schema__(
        self, core: CoreSchema, handler: GetJsonSchemaHandler
    ) -> Schema:
        return {"anyOf": [TypeAdapter(self.form).json_schema(), handler(core)]}


@cache
def _model(component: type[Component]) -> type[_Read]:
    """Return the model that reads a component."""
    defaults = defaults_of(component)
    fields: dict[str, Any] = {}
    for name, annotation in fields_of(component).items():
        default = _default(defaults[name]) if name in defaults else {}
        key = key_of(name)
        alias = key if key != name else None
        fields[name] = (_annotation(annotation), Field(alias=alias, **default))
    made = create_model(
        component.__name__, __base__=_Read, __doc__=component.__doc__,
        __cls_kwargs__={"json_schema_extra": _rule_may_be_left_out}, **fields,
    )  # fmt: skip
    made._component = component
    return made


def _rule_may_be_left_out(schema: Schema, model: type[_Read]) -> None:
    """Let the JSON Schema show the default rule, and make the key optional."""
    default_rule = with_default_rule(model._component, {}).get("rule")
    if default_rule:
        schema["required"] = [key for key in schema["required"] if key != "rule"]
        schema["properties"]["rule"]["default"] = default_rule


_TEXT, _TABLE = "a text", "a table"
"""The tags of a union of texts and tables; no key of a file is like these."""


def _annotation(annotation: Any) -> Any:
    """Convert a field's annotation for pydantic.

    Strict, with bounds, and components distinguished by `kind`.
    """
    origin = get_origin(annotation)
    inner = get_args(annotation)
    if annotation in (int, bool, str):
        return Annotated[annotation, Field(strict=True)]
    if isinstance(annotation, type) and issubclass(annotation, Component):
        return _model(annotation)
    if origin is Annotated:
        what, *marks = inner
        for mark in marks:
            if isinstance(mark, ReadBy):
                return Annotated[Any, PlainValidator(mark.read), WithJsonSchema(mark.schema())]
        return Annotated[_annotation(what), *chain.from_iterable(map(constraints, marks))]
    if origin is Mapping:
        return Annotated[
            types.GenericAlias(dict, (str, _annotation(inner[1]))), AfterValidator(Texts)
        ]
    if origin is tuple:
        return types.GenericAlias(tuple, (_annotation(inner[0]), ...))
    if origin in (Union, types.UnionType):
        if type(None) in inner:
            return reduce(or_, map(_annotation, inner))
        if all(map(components_in, inner)):
            return Annotated[reduce(or_, map(_annotation, inner)), Field(discriminator="kind")]
        return Annotated[reduce(or_, map(_tagged, inner)), Discriminator(_tag_of)]
    return annotation


def _tagged(annotation: Any) -> Any:
    """Return a member of a union of texts and tables with its tag."""
    tag = _TABLE if components_in(annotation) else _TEXT
    return Annotated[_annotation(annotation), Tag(tag)]


def _tag_of(data: object) -> str:
    if isinstance(data, Mapping):
        return _TABLE
    return _TEXT


def constraints(mark: object) -> tuple[Any, ...]:
    """Return pydantic's constraints for a mark.

    Raises TypeError for a mark that isn't about files.
    """
    match mark:
        case Meta():
            bounds = Field(
                ge=mark.ge, le=mark.le, min_length=mark.min_length or None,
                max_length=mark.max_length,
                pattern=mark.pattern, json_schema_extra=mark.extra_json_schema,
            )  # fmt: skip
            return (bounds,)
        case Checked():
            return (AfterValidator(mark.check),)
        case Short():
            return BeforeValidator(mark.full), _ShortForm(_annotation(mark.form))
    raise TypeError(f"{mark} says nothing about a file")


def _default(value: Any) -> dict[str, Any]:
    """Return pydantic's arguments for a default."""
    if isinstance(value, Component | Texts):
        shown_as = value.to_keys() if isinstance(value, Component) else dict(value)
        return {"default_factory": lambda: value, "json_schema_extra": {"default": shown_as}}
    return {"default": value}


_PATTERNS = {
    SLUG_PATTERN: "at most 40 small letters, digits and hyphens",
    NAME_PATTERN: "at most 30 small letters, digits and underlines",
    PLACE_PATTERN: "a place such as endings.target.points",
    RULE_PATTERN: "the name of a rule such as SB-5",
    CARD_PATTERN: "a card such as 2D, TH or QS",
    SUITS_PATTERN: "all thirteen ranks from the highest to the lowest, "
    "one space between them, such as A K Q",
    SPADES_PATTERN: "the ranks of the spades from the highest to the lowest, "
    "one space between them, such as BJ A K Q",
}  # fmt: skip

_FIRST = ("extra_forbidden", "union_tag_invalid", "union_tag_not_found")
"""Types of errors, those that explain most first: an unknown key often explains a missing one."""


def explain(error: ValidationError, data: Mapping[str, Any]) -> list[Problem]:
    """Return each mistake found by pydantic, the most useful first."""
    mistakes = sorted(error.errors(include_url=False), key=_order)
    paths = [_data_path(mistake["loc"], data) for mistake in mistakes]
    misspelt = []
    problems: list[Problem] = []
    for mistake, path in zip(mistakes, paths, strict=True):
        if mistake["type"] == "extra_forbidden":
            misspelt.append(path)
        if mistake["type"] == "too_short":
            inside = [other for other in paths if other[: len(path)] == path]
            if len(inside) > 1:
                continue  # pydantic counts only the valid entries
        if mistake["type"] == "missing":
            keys = [str(other[-1]) for other in misspelt if other[:-1] == path[:-1]]
            if any(meant(key, [str(path[-1])]) for key in keys):
                continue  # the key is there under a wrong name, which is reported already
        problems += _explained(mistake, path, data)
    return problems


def _explained(error: ErrorDetails, path: KeyPath, data: Mapping[str, Any]) -> list[Problem]:
    """Return the problems behind one error of pydantic's."""
    kind = error["type"]
    cause = error.get("ctx", {}).get("error")
    if isinstance(cause, FlawError):
        return [Problem((*path, *one.path), one.flaw, one.arguments) for one in cause.problems]
    if cause is not None:
        return [Problem(path, Flaw.SAID, {"words": str(cause)})]
    if kind == "extra_forbidden":
        properties = _schema_at(path[:-1], data).get("properties", ())
        keys = [key for key in properties if key != "kind"]
        near = nearest(str(path[-1]), keys)
        if keys and not near:
            verb = "are" if len(keys) > 1 else "is"
            near = f"; there {verb} {either(keys, 'and')}"
        return [Problem(path, Flaw.UNKNOWN_KEY, {"near": near})]
    if kind == "missing":
        return [Problem(path, Flaw.VALUE_MISSING, {"allowed": _allowed(_schema_at(path, data))})]
    if kind == "union_tag_not_found":
        return [Problem((*path, "kind"), Flaw.KINDS_MISSING, {"kinds": either(_kinds(path, data))})]
    found: object = error.get("input")
    if kind == "union_tag_invalid":
        tag = found.get("kind") if isinstance(found, Mapping) else None
        kinds = _kinds(path, data)
        near = nearest(str(tag)[:50], kinds)
        arguments = {"value": Quoted(tag), "kinds": either(kinds), "near": near}
        return [Problem((*path, "kind"), Flaw.UNKNOWN_KIND, arguments)]
    return [_wrong_value(path, found, _schema_at(path, data))]


def _order(error: ErrorDetails) -> int:
    if error["type"] in _FIRST:
        return _FIRST.index(error["type"])
    return len(_FIRST) + (error["type"] == "missing")


def _wrong_value(path: KeyPath, found: object, schema: Schema) -> Problem:
    if "items" in schema and isinstance(found, list):
        return Problem(path, Flaw.LIST_LENGTH, {"length": len(found), "allowed": _allowed(schema)})
    flaw = Flaw.VALUE_WRONG
    if isinstance(found, Mapping) and "items" in schema:
        flaw = Flaw.TABLE_FOR_LIST
    if isinstance(found, list) and schema.get("type") == "object":
        flaw = Flaw.LIST_FOR_TABLE
    near = ""
    if isinstance(found, str):
        near = nearest(found[:50], map(str, schema.get("enum", ())))
    return Problem(path, flaw, {"value": Quoted(found), "allowed": _allowed(schema), "near": near})


def _allowed(schema: Schema) -> str:
    """Return what a schema allows, in words."""
    if "anyOf" in schema:
        return either(map(_allowed, schema["anyOf"]))
    if "const" in schema:
        return shown(schema["const"])
    if "enum" in schema:
        return either(schema["enum"])
    match schema.get("type"):
        case "integer":
            least = schema["minimum"]
            most = schema["maximum"]
            if most == least + 1:
                return f"{least} or {most}"
            return f"a whole number from {least} to {most}"
        case "boolean":
            return "true or false"
        case "string":
            size = f"{schema.get('minLength', 0)} to {schema.get('maxLength', 0)}"
            words = _PATTERNS.get(schema.get("pattern", ""))
            return words or f"a text of {size} letters"
        case "array":
            least = schema.get("minItems", 0)
            most = schema.get("maxItems")
            if least:
                return f"a list of {least} to {most}"
            return f"a list of at most {most}"
        case _:
            return "a table"


def _kinds(path: KeyPath, data: Mapping[str, Any]) -> list[str]:
    """Return the kinds of components that are allowed at a path."""
    schema = _schema_at(path[:-1], data)
    return list(schema.get("items", {}).get("discriminator", {}).get("mapping", {}))


def _schema_at(path: KeyPath, data: object) -> Schema:
    """Return the schema of the value at a path; the data's `kind`s choose among components."""
    schema = file_schema()
    here = data
    for part in path:
        if isinstance(part, int):
            schema = schema.get("items", {})
            here = here[part] if isinstance(here, list) and part < len(here) else None
        else:
            inner = schema.get("properties", {}).get(part)
            schema = inner or schema.get("additionalProperties") or {}
            here = here.get(part) if isinstance(here, Mapping) else None
        schema = _resolved(schema, here)
    return schema


_FORMS: dict[type, str] = {dict: "object", list: "array", str: "string"}


def _resolved(schema: Schema, here: object) -> Schema:
    """Return a schema without references, and in the form that the data has.

    It is also without the `null` that only JSON has.
    """
    forms = schema.get("anyOf")
    if not forms and "discriminator" not in schema:
        forms = schema.get("oneOf")
    if forms:
        return _in_one_form(forms, here)
    if "discriminator" in schema:
        kind = here.get("kind") if isinstance(here, Mapping) else None
        reference = schema["discriminator"]["mapping"].get(kind) if isinstance(kind, str) else None
        if reference is None:
            return {"type": "object"}
        schema = {"$ref": reference}
    if "$ref" in schema:
        found: Schema = file_schema()["$defs"][schema["$ref"].rsplit("/", 1)[1]]
        return found
    return schema


def _in_one_form(forms: list[Schema], here: object) -> Schema:
    """Return the last of some schemas that has the form of the data.

    Return the only one if none has, and all if there are several.
    """
    resolved: list[Schema] = []
    for form in forms:
        form = _resolved(form, here)
        resolved += (inner for inner in form.get("anyOf", [form]) if inner.get("type") != "null")
    fitting = [form for form in resolved if form.get("type") == _FORMS.get(type(here))]
    if fitting:
        return fitting[-1]
    if len(resolved) == 1:
        return resolved[0]
    return {"anyOf": resolved}


def _data_path(loc: tuple[int | str, ...], data: object) -> KeyPath:
    """Return pydantic's location without the tags of its unions, which aren't keys of a file."""
    path: list[str | int] = []
    here: object = data
    for before, part in pairwise((None, *loc)):
        if isinstance(here, Mapping) and isinstance(part, str):
            # a key below it may have the same name
            is_kind = isinstance(before, int) and path[0] in LISTS
            if is_kind or part in (_TABLE, _TEXT):
                continue
            path.append(part)
            here = here.get(part)
        elif isinstance(here, list) and isinstance(part, int):
            path.append(part)
            here = here[part] if part < len(here) else None
        else:
            break
    return tuple(path)

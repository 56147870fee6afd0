"""Turn a game's data into bytes and back: states, events, findings, observations, shown tables and record lines.

The bytes are JSON. An event, a finding or a line begins with its name; decode it as `AnyEvent`, `Finding` or `AnyLine`.
Rules are sent as their variant, and checked on arrival. An observation has only what its seat may see, so its bytes are
safe to send.
"""

import json
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar, overload

import msgspec

from spades_tui.record.json_form import ONE_AT_A_TIME
from spades_tui.rules.ruleset import Ruleset, rules_of_format
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_check import problems_but_options
from spades_tui.rules.variant_reader import read_rules

ValueT = TypeVar("ValueT")


def encode(value: object) -> bytes:
    """Return a value as bytes. Raises TypeError for one that isn't plain data."""
    return _ENCODER.encode(value)


@overload
def decode(data: bytes, kind: type[ValueT]) -> ValueT: ...
@overload
def decode(data: bytes, kind: Any) -> Any: ...
def decode(data: bytes, kind: Any) -> Any:
    """Return the value of a kind, which may be a union, from its bytes. Raises msgspec.DecodeError if it isn't one."""
    try:
        with ONE_AT_A_TIME:
            return msgspec.json.decode(data, type=kind, dec_hook=_decoded)
    except RecursionError:
        raise msgspec.DecodeError("nested too deeply") from None


def _encoded(value: object) -> object:
    """Return JSON data for a value of a type that JSON doesn't have."""
    if isinstance(value, Ruleset):
        return _rules_text(value)
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, Path):
        return str(value)
    raise TypeError(f"{type(value).__name__} can't be sent")


_ENCODER = msgspec.json.Encoder(enc_hook=_encoded)


def _decoded(kind: type, data: Any) -> object:
    """Return the object of this type from its JSON data. Raises ValueError or TypeError."""
    return rules_of_format(*_variant(data)) if kind is Ruleset else kind(data)


@lru_cache(maxsize=32)
def _rules_text(rules: Ruleset) -> str:
    """Return rules as one text, so that equal ones are read only once."""
    return json.dumps({"rules": rules.whole.to_json(), "format": rules.format}, ensure_ascii=False)


@lru_cache(maxsize=32)
def _variant(text: str) -> tuple[Variant, str | None]:
    data = json.loads(text)
    variant, found = read_rules(data["rules"])
    if variant is not None:  # its options have already been applied, and parts that are off may be missing
        found = problems_but_options(variant)
    if variant is None or found:
        raise ValueError(f"rules: {found[0].message}")
    return variant, data["format"]

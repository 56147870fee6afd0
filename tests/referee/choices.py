"""Apply the options that a file declares (docs/variants.md): their values, and the keys that each value sets."""

import copy
import random
from collections.abc import Iterable
from typing import Any

Part = dict[str, Any]


def name_of(option: str | Part) -> str:
    """Return an option's name in records."""
    return option if isinstance(option, str) else str(option["name"])


def _alike(one: object, other: object) -> bool:
    return type(one) is type(other) and one == other


def values_of(option: Part) -> list[Any]:
    """Return the listed values of an option."""
    return [True, False] if option["type"] == "switch" else list(option.get("values", []))


def can_be(option: Part, value: object) -> bool:
    """Return whether an option allows a value."""
    if any(_alike(value, one) for one in values_of(option)):
        return True
    return type(value) is int and "least" in option and option["least"] <= value <= option["greatest"]


def at_random(option: Part, rng: random.Random) -> Any:
    """Return a random value of an option, in a range of numbers one near the common values."""
    values = values_of(option)
    if "least" in option and (not values or rng.random() < 0.5):
        return max(option["least"], min(option["greatest"], rng.choice([-300, -150, -60, -20, 20, 60, 150, 300])))
    return rng.choice(values)


def put_in(rules: Part, chosen: Part) -> None:
    """Put every declared option at its chosen value or its default, in the order of the file."""
    for option in rules["options"]:
        if isinstance(option, str):
            continue
        if option["name"] in chosen:
            value = chosen[option["name"]]
        elif "default" in option:
            value = option["default"]
        else:
            continue
        for setting in [option["sets"]] if isinstance(option["sets"], str) else option["sets"]:
            _set(rules, {"place": setting} if isinstance(setting, str) else setting, value)


def _listed(found: Any) -> list[Any]:
    return found if isinstance(found, list) else [found]


def _set(rules: Part, setting: Part, value: Any) -> None:
    if any(_alike(value, one) for one in _listed(setting.get("unless", []))):
        return
    if "when" in setting and not any(_alike(value, one) for one in _listed(setting["when"])):
        return
    put = copy.deepcopy(setting["is"]) if "is" in setting else value
    if "times" in setting:
        put = value * setting["times"]
    *way, key = setting["place"].split(".")
    for table in _tables([rules], way):
        table[key] = put


def _tables(tables: Iterable[Any], way: list[str]) -> list[Any]:
    """Return the tables at the end of a path; in a list of components, those of a kind or one by number."""
    found = list(tables)
    for step in way:
        word, _, number = step.rstrip("]").partition("[")
        inner = []
        for one in found:
            if isinstance(one, list):
                inner += [part for part in one if part["kind"] == word]
            else:
                inner.append(one[word])
        if number:
            inner = [one[int(number) - 1] for one in inner] if isinstance(inner[0], list) else [inner[int(number) - 1]]
        found = inner
    return found

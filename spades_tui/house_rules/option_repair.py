"""Keep a table's options valid after a change of rules: adapt them if possible, otherwise drop them."""

from collections.abc import Collection, Sequence

from msgspec.structs import replace

from spades_tui.rules.option_declarations import KNOWN, Entry, Option
from spades_tui.rules.option_places import PlaceError, slots
from spades_tui.rules.option_reader import GREATEST, MOST_VALUES
from spades_tui.rules.options import NoValueError, whole
from spades_tui.rules.variant import Rules, name_of
from spades_tui.rules.variant_check import contradicted


def fitting_options(entries: Sequence[Entry], rules: Rules, fixed: Collection[str]) -> tuple[Entry, ...]:
    """Return the options of a game that fit its rules, without the `fixed` ones.

    An option whose default no longer matches the rules gets another default, or one more value, or is dropped.
    """
    kept = [entry for entry in entries if name_of(entry) not in fixed]
    tried: set[str] = set()
    while True:
        offered: list[Option] = []
        for entry in list(kept):
            try:
                offered.append(whole(entry, rules))
            except (PlaceError, NoValueError):
                _again(kept, kept.index(entry), rules, tried)
                break
        else:
            wrong = contradicted(rules, offered)
            if not wrong:
                return tuple(kept)
            _again(kept, wrong[0][0], rules, tried)


def may_offer(rules: Rules, offered: Collection[str]) -> list[str]:
    """Return well-known options that a game of these rules could offer too."""
    found = []
    for name in KNOWN:
        if name not in offered:
            try:
                whole(name, rules)
            except (PlaceError, NoValueError):
                continue
            found.append(name)
    return found


def _again(kept: list[Entry], at: int, rules: Rules, tried: set[str]) -> None:
    """Adapt an option, once, or drop it."""
    entry = kept[at]
    adapted = _adapted(entry, rules) if isinstance(entry, Option) and entry.name not in tried else None
    tried.add(name_of(entry))
    if adapted is None:
        del kept[at]
    else:
        kept[at] = adapted


def _adapted(option: Option, rules: Rules) -> Option | None:
    """Return the option with the default that these rules have, with a new number among its values if needed."""
    asked = replace(option, default=None)
    for one in (asked, _with_number(asked, rules)):
        if one is None:
            continue
        try:
            default = whole(one, rules).usual
        except (PlaceError, NoValueError):
            continue
        return one if option.default is None else replace(one, default=default)
    return None


def _with_number(option: Option, rules: Rules) -> Option | None:
    """Return the option with the number at its first place as one more value."""
    if option.type != "number":
        return None
    for setting in option.sets:
        try:
            here = slots(rules, setting.place)[0].value
        except PlaceError:
            return None
        if setting.puts is not None or type(here) is not int or here % setting.times:
            continue
        number = here // setting.times
        if abs(number) > GREATEST:
            return None
        if option.bounds is not None:
            return replace(option, bounds=(min(option.bounds[0], number), max(option.bounds[1], number)))
        numbers = [one for one in option.values if isinstance(one, int)]
        if number in numbers or len(option.values) >= MOST_VALUES:
            return None
        rising = numbers == sorted(numbers)
        words = tuple(one for one in option.values if not isinstance(one, int))
        return replace(option, values=(*sorted((*numbers, number), reverse=not rising), *words))
    return None

"""Whether the options of a variant fit the rest of its file: each has something to change, and each value can be."""

from collections.abc import Callable, Sequence

from spades_tui.language.quoting import key_text, shown
from spades_tui.rules.declared_option import Option, Value
from spades_tui.rules.option_places import PlaceError, slots
from spades_tui.rules.options import NoValueError, Rules, data_with, whole, with_others, written
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import Variant, name_of

Wrong = Callable[[Rules], tuple[KeyPath, str] | None]
"""The key at which a rule object says what no file may say, and what is wrong with it; None if there is none."""


class OptionProblem(ValueError):
    """What is wrong with an option beside the rest of its file: the key below it, and a sentence."""

    def __init__(self, path: tuple[str | int, ...], message: str) -> None:
        super().__init__(message)
        self.path = path
        self.message = message


def whole_option(entry: str | Option, rules: Rules) -> Option:
    """An option with its usual value, which has something to set in a game of these rules. Raises OptionProblem."""
    for place, setting in enumerate(entry.sets) if isinstance(entry, Option) else ():
        try:
            slots(rules, setting.place)
        except PlaceError as error:
            raise OptionProblem(("sets", place, "place"), f"{setting.place!r} found, but {error}") from None
    try:
        return whole(entry, rules)
    except NoValueError as error:
        raise OptionProblem(("default",), str(error)) from None
    except PlaceError as error:
        raise OptionProblem((), f"the option {name_of(entry)!r} has nothing to change; {error}") from None


def each_choice(
    variant: Variant, rules: Rules, offered: Sequence[Option], at: int, wrong: Wrong
) -> list[tuple[Value, Variant]]:
    """Each value that stands for all of an option, and what it makes of the game.

    `rules` is the variant's rule object, `offered` its options, and the option the one at that place; `wrong` knows
    what a file may say. Raises OptionProblem if it changes nothing, or makes something that cannot be.
    """
    option, declared = offered[at], isinstance(variant.options[at], Option)
    chosen = []
    for value in option.tried:
        pairs = with_others(offered, {option.name: value})
        if declared and (found := wrong(data_with(rules, pairs))):
            message = f"with {option.name} = {shown(value)} {key_text(found[0])} is wrong: {found[1]}"
            raise OptionProblem(("sets",), message)
        chosen.append((value, written(variant, rules, pairs)))
    if all(changed == chosen[0][1] for _, changed in chosen):
        raise OptionProblem((), f"the option {option.name!r} has nothing to change; every choice would be the same")
    return chosen


def contradicted(rules: Rules, offered: Sequence[Option]) -> list[tuple[int, str]]:
    """Which options, by their places, have a default that the rest of the file does not say, and what is said there."""
    by_default = data_with(rules, [(option, option.usual) for option in offered])
    found = []
    for at, option in enumerate(offered):
        for setting in option.sets:
            here, there = slots(rules, setting.place), slots(by_default, setting.place)
            differs = [slot for slot, after in zip(here, there, strict=True) if slot.value != after.value]
            if setting.applies(option.usual) and differs:
                usual, said = shown(option.usual), shown(differs[0].value)
                found.append((at, f"{usual} found, but {setting.place} is {said} in the file; the same wanted"))
    return found

"""Check that each option has something to set, and that each of its values makes a possible game."""

from collections.abc import Callable, Sequence

from spades_tui.language.quoting import key_text
from spades_tui.rules.declared_option import Option, Value
from spades_tui.rules.option_places import PlaceError, slots
from spades_tui.rules.options import NoValueError, Rules, data_with, whole, with_others, with_values
from spades_tui.rules.problems import Flaw, FlawError, Name, Problem, Quoted
from spades_tui.rules.toml_lines import KeyPath
from spades_tui.rules.variant import Variant, name_of

Wrong = Callable[[Rules], Problem | None]
"""A function that returns the first problem of a rule object that no file may have, or None."""


class OptionProblem(FlawError):
    """A conflict between an option and the rest of its file, at a key inside the option."""

    def __init__(self, path: KeyPath, flaw: Flaw, **arguments: object) -> None:
        super().__init__(flaw, **arguments)
        self.path = path


def whole_option(entry: str | Option, rules: Rules) -> Option:
    """Return an option with its default filled in. Raises OptionProblem if it has nothing to set in these rules."""
    for place, setting in enumerate(entry.sets) if isinstance(entry, Option) else ():
        try:
            slots(rules, setting.place)
        except PlaceError as error:
            wrong = {"place": Name(setting.place), "words": str(error)}
            raise OptionProblem(("sets", place, "place"), Flaw.OPTION_PLACE, **wrong) from None
    try:
        return whole(entry, rules)
    except NoValueError as error:
        raise OptionProblem(("default",), Flaw.SAID, words=str(error)) from None
    except PlaceError as error:
        raise OptionProblem((), Flaw.OPTION_EMPTY, name=Name(name_of(entry)), words=str(error)) from None


def each_choice(
    variant: Variant, rules: Rules, offered: Sequence[Option], at: int, wrong: Wrong
) -> list[tuple[Value, Variant]]:
    """Return each tried value of an option with the game that it makes.

    `rules` is the variant's rule object, `offered` its options, and `at` the index of the option; `wrong` checks a rule
    object against what files may contain. Raises OptionProblem if the option changes nothing, or makes an impossible
    game.
    """
    option, declared = offered[at], isinstance(variant.options[at], Option)
    chosen = []
    for value in option.tried:
        pairs = with_others(offered, {option.name: value})
        if declared and (found := wrong(data_with(rules, pairs))):
            key = key_text(found.path)
            raise OptionProblem(
                ("sets",), Flaw.OPTION_WRONG, option=option.name, value=Quoted(value), key=key, problem=found
            )
        chosen.append((value, with_values(variant, rules, pairs)))
    if all(changed == chosen[0][1] for _, changed in chosen):
        raise OptionProblem((), Flaw.OPTION_ALIKE, name=Name(option.name))
    return chosen


def contradicted(rules: Rules, offered: Sequence[Option]) -> list[tuple[int, Problem]]:
    """Return the index of each option whose default contradicts the rest of the file, with the problem."""
    by_default = data_with(rules, [(option, option.usual) for option in offered])
    found = []
    for at, option in enumerate(offered):
        for setting in option.sets:
            here, there = slots(rules, setting.place), slots(by_default, setting.place)
            differs = [slot for slot, after in zip(here, there, strict=True) if slot.value != after.value]
            if setting.applies(option.usual) and differs:
                values = {"usual": Quoted(option.usual), "place": setting.place, "value": Quoted(differs[0].value)}
                found.append((at, Problem(("options", at, "default"), Flaw.OPTION_DEFAULT, values)))
    return found

"""A table's options in words for the set-up screen; `rules.options` applies them."""

from collections.abc import Collection, Iterable, Mapping

from spades_tui.language.address import capitalized
from spades_tui.rules.declared_option import same
from spades_tui.rules.options import Option, OptionError, at_first, options_of, with_options
from spades_tui.rules.variant import Variant

LAST_TRICK = "Whether you can look at the last trick again until the next one is finished. Default: {}."
LAST_TRICK_VALUES = ("hidden", "can be seen again")
HANDS = "endings.hands.hands"
"""The place of the number of hands in a variant."""


def label(option: Option) -> str:
    """Return the label of an option."""
    return option.label or capitalized(option.words)


def value_words(option: Option, value: object) -> str:
    """Return a value in words."""
    if isinstance(value, bool):
        spelled = "on" if value else "off"
        return dict(option.says).get("true" if value else "false", spelled)
    return dict(option.says).get(str(value), str(value).replace("-", "−"))


def explained(variant: Variant, option: Option) -> str:
    """Return an explanation of an option of this game."""
    text = option.sentence or f"{capitalized(option.words)}."
    usual = option.usual
    if option.sets_place(HANDS):
        text += f" {usual} is the standard game; more is extended, fewer is short."
        fair = fair_hands(variant, usual) if isinstance(usual, int) else None
        if fair is not None:
            text += f" With {fair}, everyone sits out equally often."
        return text
    alone = at_first(variant, 1).get(option.name, usual)
    if not same(alone, usual):
        text += f" Default: {value_words(option, alone)} for one person alone,"
        return f"{text} otherwise {value_words(option, usual)}."
    return f"{text} Default: {value_words(option, usual)}."


def explained_now(variant: Variant, option: Option, people: int) -> str:
    """Return an explanation of an option, with the values that don't fit this number of people."""
    text = explained(variant, option)
    for value in () if option.number else option.values:
        for why, _ in unfit(variant, {option.name: value}, people).values():
            text += f" It can't be chosen now: {why}."
    return text


def by_people(variant: Variant, people: int, chosen: Collection[str]) -> dict[str, tuple[str, object]]:
    """Return the options whose default depends on the number of people, each with an empty reason and that value.

    Options whose fields are in `chosen` are left out.
    """
    first = at_first(variant, people)
    names = [name for name in at_first(variant, 1) if f"option-{name}" not in chosen]
    return {name: ("", first.get(name, False)) for name in names}


def unfit(variant: Variant, values: Mapping[str, object], people: int) -> dict[str, tuple[str, object]]:
    """Return the choices that don't fit this number of people, each with the reason and a value that fits."""
    found: dict[str, tuple[str, object]] = {}
    offered = {option.name: option for option in options_of(variant)}
    for name, value in values.items():
        wrong = with_options(variant, {name: value}).unfit(people)
        if wrong is None:
            continue
        fits = [one for one in offered[name].values if with_options(variant, {name: one}).unfit(people) is None]
        if fits:
            found[name] = wrong[0], fits[0]
    return found


def fair_hands(variant: Variant, usual: int) -> int | None:
    """Return the first number of hands from `usual` up in which all dealers sit out equally often; else None."""
    if variant.players == variant.seats:
        return None
    return -(-usual // variant.seats) * variant.seats


def length_in_words(variant: Variant, option: Option, hands: int) -> str:
    """Return a word for a number of hands, such as extended or short; fair if all sit out equally often."""
    usual = option.usual
    word = "standard"
    if isinstance(usual, int) and hands != usual:
        word = "extended" if hands > usual else "short"
    if variant.players < variant.seats and hands % variant.seats == 0:
        return f"{word}, fair"
    return word


def parsed(option: Option, text: str) -> object:
    """Return the value for a typed text. Raises OptionError with a complete sentence."""
    text = text.strip().replace("−", "-")
    try:
        return option.parse(text)
    except OptionError:
        found = f", not {text}" if text else ""
        wanted = option.allowed("{} to {}").replace("-", "−")
        raise OptionError(f"{label(option)}: write {wanted}{found}.") from None


def chosen_only(offered: Iterable[Option], values: Mapping[str, object]) -> dict[str, object]:
    """Return the options that differ from the variant's defaults."""
    usual = {option.name: option.usual for option in offered}
    return {name: value for name, value in values.items() if not same(value, usual[name])}

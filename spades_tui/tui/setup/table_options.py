"""A table's options in the words of the set-up screen. What they change is known to `rules.options` alone."""

from collections.abc import Collection, Iterable, Mapping

from spades_tui.rules.declared_option import same
from spades_tui.rules.options import Option, OptionError, at_first, options_of, with_options
from spades_tui.rules.variant import Variant

LAST_TRICK = "Whether the last complete trick may be looked at again, until the next one lies there. Usual: {}."
LAST_TRICK_VALUES = ("may not be looked at", "may be looked at")
HANDS = "endings.hands.hands"
"""The place of the number of hands."""


def label(option: Option) -> str:
    """What stands before an option."""
    return option.label or option.words[:1].upper() + option.words[1:]


def value_words(option: Option, value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        spelled = "on" if value else "off"
        return dict(option.says).get("true" if value else "false", spelled)
    return dict(option.says).get(str(value), str(value).replace("-", "−"))


def explained(variant: Variant, option: Option) -> str:
    """What an option means for this game."""
    text = option.sentence or f"{option.words[:1].upper()}{option.words[1:]}."
    usual = option.usual
    if option.sets_place(HANDS):
        text += f" {usual} is the game; more is an extended one, fewer a short one."
        fair = fair_hands(variant, usual) if isinstance(usual, int) else None
        if fair is not None:
            text += f" {fair} is fair: everyone sits out equally often."
        return text
    alone = at_first(variant, 1).get(option.name, usual)
    if not same(alone, usual):
        text += f" Usual: {value_words(option, alone)} for one person alone,"
        return f"{text} otherwise {value_words(option, usual)}."
    return f"{text} Usual: {value_words(option, usual)}."


def explained_now(variant: Variant, option: Option, people: int) -> str:
    """Return what an option means, and which of its values don't go with so many people."""
    text = explained(variant, option)
    for value in () if option.number else option.values:
        for why, _ in unfit(variant, {option.name: value}, people).values():
            text += f" It can't be chosen now: {why}."
    return text


def by_people(variant: Variant, people: int, chosen: Collection[str]) -> dict[str, tuple[str, object]]:
    """Return the options that start with a value for this many people, unless their fields are among those `chosen`:
    the value of each, and no reason."""
    first = at_first(variant, people)
    names = [name for name in at_first(variant, 1) if f"option-{name}" not in chosen]
    return {name: ("", first.get(name, False)) for name in names}


def unfit(variant: Variant, values: Mapping[str, object], people: int) -> dict[str, tuple[str, object]]:
    """The choices that do not go with so many people: for each why not, as half a sentence, and a value that does."""
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


def last_trick_shown(variant: Variant) -> bool | None:
    """Whether the last trick may be looked at again (C-10); None where nothing in the variant says so."""
    return variant.last_trick_shown


def with_last_trick(variant: Variant, shown: bool) -> Variant:
    """The variant as the table wants it in C-10. Where that is not the usual, the game's record has its rules in it."""
    if shown == last_trick_shown(variant):
        return variant
    return variant.with_last_trick(shown)


def fair_hands(variant: Variant, usual: int) -> int | None:
    """Where a dealer sits out: the number of hands from the usual one on that has everyone sit out equally often."""
    if variant.players == variant.seats:
        return None
    return -(-usual // variant.seats) * variant.seats


def length_in_words(variant: Variant, option: Option, hands: int) -> str:
    """A number of hands in a word: the game, extended or short; fair where everyone sits out equally often."""
    usual = option.usual
    word = "the game"
    if isinstance(usual, int) and hands != usual:
        word = "extended" if hands > usual else "short"
    if variant.players < variant.seats and hands % variant.seats == 0:
        return f"{word}, fair"
    return word


def parsed(option: Option, text: str) -> object:
    """The value that a text means. Raises OptionError with a sentence that needs no other words."""
    text = text.strip().replace("−", "-")
    try:
        return option.parse(text)
    except OptionError:
        found = f"{text} found" if text else "nothing found"
        wanted = option.wanted().removeprefix("a number from ").replace("-", "−")
        raise OptionError(f"{label(option)}: {found}, {wanted} wanted.") from None


def chosen_only(offered: Iterable[Option], values: Mapping[str, object]) -> dict[str, object]:
    """The options that differ from what the variant says by itself."""
    usual = {option.name: option.usual for option in offered}
    return {name: value for name, value in values.items() if not same(value, usual[name])}

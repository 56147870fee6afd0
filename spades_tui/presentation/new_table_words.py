"""The words for a new table: its players, its options with their values, and its length."""

from collections.abc import Sequence

from spades_tui.bots.levels import STYLED
from spades_tui.bots.styles import split_level
from spades_tui.language.player_names import NAME_MOST, new_fault, tidy
from spades_tui.language.sentence_parts import capitalized
from spades_tui.language.unusable import UnusableError
from spades_tui.play import cast
from spades_tui.play.new_table import (
    HANDS,
    TARGET,
    fair_hands,
    length_options,
    opponents_level,
    partner_level,
    unfit,
)
from spades_tui.play.setup import TableSetup
from spades_tui.rules.option_declarations import same
from spades_tui.rules.variant import Option, Variant, at_first
from spades_tui.settings.keymap import with_keys


def level_words(level: str, name: str) -> str:
    """Return a computer level in words, with its style, if it has one: `strong, plain`."""
    style = split_level(with_style(level, name))[1]
    leaning = {"bags": "avoids bags", "zeros": "likes zeros"}.get(style, style)
    return f"{level}, {leaning}" if level in STYLED else level


def with_style(level: str, name: str) -> str:
    """Return the level with the style of the named player; unknown names have no style."""
    player = cast.player(name)
    if player is None:
        return level
    return player.at(level)


def about_player(name: str, level: str) -> str:
    """Describe the player of a seat in a sentence or two."""
    player = cast.player(name)
    if player is None:
        lists = with_keys("{players} lists players with their own style.")
        return f"{name or 'This seat'}: the computer, {level}. {lists}"
    if level not in STYLED:
        return f"{player.name}, {level}: beginners have no style."
    return f"{player.name}, {level}: {player.habit}. {player.manner}"


WRONG_NAMES = {
    "empty": "Seat {} has no name yet.",
    "odd": "The name of seat {} has a character that can't be shown.",
    "long": f"The name of seat {{}} is too long; the maximum is {NAME_MOST} characters.",
    "signs": "The name of seat {} needs a letter or a digit.",
}


def wrong_name(names: Sequence[str]) -> tuple[int, str] | None:
    """Return the first seat whose name is impossible or taken, and a sentence.

    Return None if all are right.
    """
    clean = list(map(tidy, names))
    folded = [name.casefold() for name in clean]
    for seat, name in enumerate(clean):
        name_fault = new_fault(name)
        if name_fault is not None:
            return seat, WRONG_NAMES[name_fault].format(seat + 1)
        first = folded.index(folded[seat])
        if first < seat:
            seats = f"Seats {first + 1} and {seat + 1}"
            return seat, f"{seats} are both called {name}; change one name."
    return None


def company(people: int, room: bool) -> str:
    """Return how many people play, how to add one, and how to invite them from elsewhere.

    `room`: whether one could replace a computer player.
    """
    how = with_keys(" {add_person} adds a person.") if room else ""
    if people == 0:
        return f"No people: the computer plays, and you watch.{how}"
    if people == 1:
        friend = with_keys(" {invite} then invites them to their own terminal.") if room else ""
        return f"You play against the computer.{how}{friend} Press ↑ for names and options."
    shared = f"{people} people share the keyboard; a curtain hides cards between turns."
    elsewhere = with_keys(" {invite} invites them to their own terminals instead.")
    return f"{shared}{elsewhere}{how}"


def sides_in_words(names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    """Return the sides in one sentence."""
    if len(sides) == len(names):
        return "Everyone plays alone."
    pairs = [" and ".join(map(names.__getitem__, side)) for side in sides]
    joint = " play " if len(pairs) == 2 else "; "
    return f"{joint.join(pairs)}."


LAST_TRICK = (
    "Whether you can look at the last trick again until the next one is finished. Default: {}."
)


LAST_TRICK_VALUES = ("hidden", "can be seen again")


def label(option: Option) -> str:
    """Return the label of an option."""
    return option.label or capitalized(option.words)


def value_words(option: Option, value: object) -> str:
    """Return a value in words."""
    if isinstance(value, bool):
        return option.says.get(str(value).lower(), "on" if value else "off")
    return option.says.get(str(value), str(value).replace("-", "−"))


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
    if option.bounds:
        return text
    for value in option.values:
        for why, _ in unfit(variant, {option.name: value}, people).values():
            text += f" It can't be chosen now: {why}."
    return text


def length_in_words(variant: Variant, option: Option, hands: int) -> str:
    """Return a word for a number of hands, such as extended or short.

    Fair if all sit out equally often.
    """
    usual = option.usual if isinstance(option.usual, int) else hands
    word = "standard"
    if hands > usual:
        word = "extended"
    elif hands < usual:
        word = "short"
    if variant.players < variant.seats and hands % variant.seats == 0:
        return f"{word}, fair"
    return word


def parsed(option: Option, text: str) -> object:
    """Return the value for a typed text. Raises UnusableError with a complete sentence."""
    text = text.strip().replace("−", "-")
    try:
        return option.parse(text)
    except UnusableError:
        words = f"{label(option)}: write {option.allowed('{} to {}').replace('-', '−')}"
        if text:
            words += f", not {text}"
        raise UnusableError(f"{words}.") from None


def levels_in_words(setup: TableSetup) -> str:
    """Return the level of the opponents, and a partner's if it differs; "" without opponents."""
    opponents, partner = opponents_level(setup), partner_level(setup)
    if opponents and partner not in ("", opponents):
        return f"{opponents}, partner {partner}"
    return opponents


def length_words(setup: TableSetup) -> str:
    """Return the length of the game: ``300 points``, ``9 hands``, or both.

    "" if no option sets it.
    """
    lengths = []
    for option in length_options(setup.variant):
        value = setup.options.get(option.name, option.usual)
        if option.sets_place(TARGET):
            lengths.append(f"{value} points")
        if option.sets_place(HANDS):
            lengths.append(f"{value} hands")
    return ", ".join(lengths)

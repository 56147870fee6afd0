"""A table's options in the words of the set-up screen. What they change is known to `rules.options` alone."""

from collections.abc import Mapping

from spades_tui.rules.options import OPTIONS, OptionError, with_options
from spades_tui.rules.variant import Variant

LABELS = {
    "target": "Points to play to",
    "hands": "Hands to play",
    "enforcement": "Not following suit",
    "take_back": "Practice: taking back",
    "undo": "Practice: undo",
    "double_sets": "Twice the bid is a set",
    "bag_penalty": "Bags cost points",
    "ten_or_less": "Ten or less: not played",
    "new_deal": "Worthless hand thrown in",
    "blind_ten_400": "Blind ten worth double",
    "joker": "Joker and extra card",
    "aces": "Aces",
}
EXPLAINED = {
    "target": "The game ends after the hand in which a side reaches this many points.",
    "hands": "How many hands make a game.",
    "enforcement": "Refused: the program lets nobody play a card that does not follow suit. May be challenged: it lets"
    " such a card pass and says nothing; an opponent who notices may challenge.",
    "take_back": "A table for practice: the last action may be taken back, as long as it showed nobody a card.",
    "undo": "A table for one person against the computer: one action after another may be taken back, as far as the"
    " deal, whatever has been seen since. The game does not count in the book.",
    "double_sets": "A side that takes twice its bid or more is set as well.",
    "bag_penalty": "Tricks beyond the bid are counted over the game, and every so many cost points.",
    "ten_or_less": "When all bids together come to ten or less the hand is not played, and the bids are paid.",
    "new_deal": "A player with no spade, no picture card and no ace may call for a new deal.",
    "blind_ten_400": "A ten bid blind and made counts twice.",
    "joker": "With the joker a card is left over, which zeros and the highest bidder draw. Without it, none is.",
    "aces": "Called: an ace is high or low, as its player says. Or every ace is high.",
}
LAST_TRICK = "Whether the last complete trick may be looked at again, until the next one lies there. Usual: {}."
LAST_TRICK_VALUES = ("may not be looked at", "may be looked at")
VALUES = {
    "refuse": "is refused",
    "challenge": "may be challenged",
    "called": "called high or low",
    "high": "always high",
}


def label(name: str) -> str:
    """What stands before an option."""
    return LABELS.get(name) or OPTIONS[name].words.capitalize()


def value_words(value: object) -> str:
    """A value in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return VALUES.get(str(value), str(value))


def explained(variant: Variant, name: str) -> str:
    """What an option means for this game."""
    option = OPTIONS[name]
    text = EXPLAINED.get(name) or option.words.capitalize() + "."
    usual = option.read(variant)
    if not option.number:
        return f"{text} Usual: {value_words(usual)}."
    if name == "hands":
        text += f" {usual} is the game; more is an extended one, fewer a short one."
        fair = fair_hands(variant, usual) if isinstance(usual, int) else None
        if fair is not None:
            text += f" {fair} is fair: everyone sits out equally often."
        return text
    return f"{text} Usual: {usual}."


def unfit(variant: Variant, values: Mapping[str, object], people: int) -> dict[str, tuple[str, object]]:
    """The choices that do not go with so many people: for each why not, as half a sentence, and a value that does."""
    found: dict[str, tuple[str, object]] = {}
    for name, value in values.items():
        wrong = with_options(variant, {name: value}).unfit(people)
        fits = [one for one in OPTIONS[name].values if with_options(variant, {name: one}).unfit(people) is None]
        if wrong is not None and fits:
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


def length_in_words(variant: Variant, hands: int) -> str:
    """A number of hands in a word: the game, extended or short; fair where everyone sits out equally often."""
    usual = OPTIONS["hands"].read(variant)
    word = "the game"
    if isinstance(usual, int) and hands != usual:
        word = "extended" if hands > usual else "short"
    if variant.players < variant.seats and hands % variant.seats == 0:
        return f"{word}, fair"
    return word


def parsed(name: str, text: str) -> object:
    """The value that a text means. Raises OptionError with a sentence that needs no other words."""
    option = OPTIONS[name]
    try:
        return option.parse(text.strip())
    except OptionError:
        wanted = f"{option.values[0]} to {option.values[1]}" if option.number else option.wanted()
        found = f"{text.strip()} found" if text.strip() else "nothing found"
        raise OptionError(f"{label(name)}: {found}, {wanted} wanted.") from None


def chosen_only(variant: Variant, values: Mapping[str, object]) -> dict[str, object]:
    """The options that differ from what the variant says by itself."""
    return {name: value for name, value in values.items() if value != OPTIONS[name].read(variant)}

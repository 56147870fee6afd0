"""The quick game: the last table again, or a shorter or longer game at it."""

from typing import TYPE_CHECKING

from msgspec.structs import replace

from spades_tui.play import saved_games

if TYPE_CHECKING:
    from spades_tui.play.setup import TableSetup

QUICK_VARIANT = "sandbags"
"""The variant of a quick game when no table has been played yet."""
TARGET = "endings.target.points"
"""The place of the target score in a variant."""
POINTS = (200, 300, 500)
"""Target scores to offer besides the game's default."""


def quick_setup(person: str, partner: str) -> "TableSetup":
    """Return the last table again with a first dealer drawn by lot (C-2), or one person with computer players.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none. Raises KeyError or
    VariantError if the program's own variants are damaged.
    """
    import secrets

    last = saved_games.last_setup()
    if last is not None:
        return replace(last, dealer=secrets.randbelow(len(last.seats)))
    from spades_tui.rules.catalogue import find
    from spades_tui.tui.setup.new_table import default_setup

    return default_setup(find(QUICK_VARIANT), person, partner)


def with_length(setup: "TableSetup", step: int) -> "TableSetup":
    """Return the table with the next longer (1) or shorter (-1) game; after the longest comes the shortest.

    A game with a number of hands gets half as many, the default or twice as many. A game without an option for its
    length doesn't change.
    """
    from spades_tui.rules.options import options_of
    from spades_tui.tui.setup.new_table import HANDS, fair_hands

    for option in options_of(setup.variant):
        usual = option.usual
        if not (isinstance(usual, int) and option.bounds and (option.sets_place(TARGET) or option.sets_place(HANDS))):
            continue
        now = setup.options.get(option.name, usual)
        fair = fair_hands(setup.variant, usual)
        hands = {-(-usual // 2), usual * 2, *([fair] if fair is not None else [])}
        offered = {usual, now, *(hands if option.sets_place(HANDS) else POINTS)}
        lengths = sorted(one for one in offered if isinstance(one, int) and option.takes(one))
        length = lengths[(lengths.index(now) + step) % len(lengths)] if now in lengths else usual
        options = {name: value for name, value in setup.options.items() if name != option.name}
        return replace(setup, options=options if length == usual else {**options, option.name: length})
    return setup


def length_words(setup: "TableSetup") -> str:
    """Return the length of the game: ``300 points``, ``9 hands``, or both; "" if no option sets it."""
    from spades_tui.rules.options import options_of
    from spades_tui.tui.setup.new_table import HANDS

    said = [
        f"{setup.options.get(option.name, option.usual)} {unit}"
        for option in options_of(setup.variant)
        for place, unit in ((TARGET, "points"), (HANDS, "hands"))
        if option.sets_place(place) and option.bounds
    ]
    return ", ".join(said)

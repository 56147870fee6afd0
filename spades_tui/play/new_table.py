"""New tables: who sits where by default, how long the game is, and which options fit the people."""

import secrets
from collections.abc import Collection, Mapping, Sequence

from msgspec.structs import replace

from spades_tui.bots.levels import LEVELS
from spades_tui.bots.styles import split_level
from spades_tui.language.player_names import login_name
from spades_tui.play import DEFAULT_GAME, cast, saved_games
from spades_tui.play.setup import SeatSetup, TableSetup, default_level
from spades_tui.rules.catalogue import find
from spades_tui.rules.variant import Option, Variant, at_first, options_of, with_options


def default_seats(variant: Variant, person: str, kept: str = "") -> list[tuple[str, str | None]]:
    """Return a name and a level with its style for every seat: one person (level None) with computer players.

    The partner has a higher level than the others, or is the saved one (``strong/zeros:Eve``; "" for none).
    """
    level, _, partner = kept.partition(":")
    sides = variant.side_seats()
    place = partner_of(0, sides)
    if place is None or partner.casefold() == person.casefold():
        partner = ""
    others = cast.free((person, partner))
    seats: list[tuple[str, str | None]] = [(person, None)]
    for seat in range(1, variant.seats):
        if partner and seat == place:
            seats.append((partner, level))
            continue
        one = others.pop(0)
        seats.append((one.name, one.at(default_level(seat, (0,), sides, LEVELS))))
    return seats


def default_players(variant: Variant, person: str, partner: str = "") -> tuple[SeatSetup, ...]:
    """Return one person and computer players, for every seat.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none.
    """
    players = []
    for name, level in default_seats(variant, person or login_name(), partner):
        players.append(SeatSetup(name, "bot" if level else "human", level))
    return tuple(players)


def default_setup(variant: Variant, person: str, partner: str = "") -> TableSetup:
    """Return a table of the `default_players`; the first dealer is drawn by lot."""
    players = default_players(variant, person, partner)
    return TableSetup(variant, dict(at_first(variant, 1)), players, secrets.randbelow(variant.seats))


def partner_of(seat: int, sides: Sequence[Sequence[int]]) -> int | None:
    """Return the partner of a seat; None without partners."""
    side = next(side for side in sides if seat in side)
    return next((other for other in side if other != seat), None)


HANDS = "endings.hands.hands"
"""The place of the number of hands in a variant."""


def by_people(variant: Variant, people: int, chosen: Collection[str]) -> dict[str, tuple[str, object]]:
    """Return the options, except `chosen` fields, whose default depends on the number of people, and no reason."""
    first = at_first(variant, people)
    names = [name for name in at_first(variant, 1) if f"option-{name}" not in chosen]
    return {name: ("", first.get(name, False)) for name in names}


def unfit(variant: Variant, values: Mapping[str, object], people: int) -> dict[str, tuple[str, object]]:
    """Return the choices that don't fit this number of people, each with the reason and a value that fits."""
    misfits: dict[str, tuple[str, object]] = {}
    for name, value in values.items():
        misfit = with_options(variant, {name: value}).unfit(people)
        if misfit is None:
            continue
        offered = {option.name: option for option in options_of(variant)}  # slow, and rarely needed
        for other in offered[name].values:
            if with_options(variant, {name: other}).unfit(people) is None:
                misfits[name] = misfit[0], other
                break
    return misfits


def fair_hands(variant: Variant, usual: int) -> int | None:
    """Return the first number of hands from `usual` up in which all dealers sit out equally often; else None."""
    if variant.players == variant.seats:
        return None
    return -(-usual // variant.seats) * variant.seats


TARGET = "endings.target.points"
"""The place of the target score in a variant."""


POINTS = (200, 300, 500)
"""Target scores to offer besides the game's default."""


def quick_setup(person: str, partner: str) -> TableSetup:
    """Return the last table again with a first dealer drawn by lot (C-2), or one person with computer players.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none.
    """
    last = saved_games.last_setup()
    if last is not None:
        return replace(last, dealer=secrets.randbelow(len(last.seats)))
    return default_setup(find(DEFAULT_GAME), person, partner)


def length_options(variant: Variant) -> list[Option]:
    """Return the options that set the target score or the number of hands."""
    bounded = (option for option in options_of(variant) if option.bounds)
    return [option for option in bounded if option.sets_place(TARGET) or option.sets_place(HANDS)]


def opponents(setup: TableSetup) -> tuple[int, ...]:
    """Return the seats of computer players with a level who aren't a person's partner."""
    sides = setup.variant.side_seats()
    beside = {number for side in sides if {*side} & {*setup.people} for number in side}
    others = []
    for number, seat in enumerate(setup.seats):
        level = split_level(seat.level or "")[0]
        if number not in beside and level in LEVELS:
            others.append(number)
    return tuple(others)


def opponents_level(setup: TableSetup) -> str:
    """Return the level of the first opponent; "" if there is none."""
    others = opponents(setup)
    if not others:
        return ""
    return split_level(setup.seats[others[0]].level or "")[0]


def partner_level(setup: TableSetup) -> str:
    """Return the level of the computer player who is the first person's partner; "" if there is none."""
    partner = partner_of(setup.people[0], setup.variant.side_seats()) if setup.people else None
    if partner is None:
        return ""
    return split_level(setup.seats[partner].level or "")[0]


def with_level(setup: TableSetup, level: str) -> TableSetup:
    """Return the table with all opponents at this level; they keep their style, and a partner keeps the level."""
    seats = list(setup.seats)
    for number in opponents(setup):
        player = cast.player(seats[number].name)
        own = player.at(level) if player is not None else level
        seats[number] = replace(seats[number], level=own)
    return replace(setup, seats=tuple(seats))


def next_level(setup: TableSetup, step: int) -> TableSetup:
    """Return the table with the next stronger (1) or weaker (-1) opponents; after the strongest come the weakest."""
    level = opponents_level(setup)
    if not level:
        return setup
    return with_level(setup, LEVELS[(LEVELS.index(level) + step) % len(LEVELS)])


def with_length(setup: TableSetup, step: int) -> TableSetup:
    """Return the table with the next longer (1) or shorter (-1) game; after the longest comes the shortest.

    A game with a number of hands gets half as many, the default or twice as many. A game without an option for its
    length doesn't change.
    """
    for option in length_options(setup.variant):
        usual = option.usual
        if not isinstance(usual, int):
            continue
        now = setup.options.get(option.name, usual)
        offered: set[object] = {usual, now, *POINTS}
        if option.sets_place(HANDS):
            offered = {usual, now, -(-usual // 2), usual * 2, fair_hands(setup.variant, usual)}
        lengths = sorted(one for one in offered if isinstance(one, int) and option.takes(one))
        length: object = usual
        if now in lengths:
            length = lengths[(lengths.index(now) + step) % len(lengths)]
        options: dict[str, object] = {**setup.options}
        options.pop(option.name, None)
        if length != usual:
            options[option.name] = length
        return replace(setup, options=options)
    return setup

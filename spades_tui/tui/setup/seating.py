"""The players of a new table: names, levels and errors."""

import secrets
from collections.abc import Sequence

from textual.widget import Widget

from spades_tui.bots import LEVELS, STYLED
from spades_tui.bots.styles import PLAIN, split_level
from spades_tui.language.player_names import NAME_MOST, fault, login_name, tidy
from spades_tui.play import cast
from spades_tui.play.setup import SeatSetup, TableSetup, default_level
from spades_tui.rules.options import at_first
from spades_tui.rules.variant import Variant
from spades_tui.settings.keymap import with_keys

PERSON = "a person"

SEAT_HELP = "Beginner and club are quick and follow rules; strong and expert think ahead."
PERSON_HELP = f"A person at this keyboard, or the computer. {SEAT_HELP}"
NAME_HELP = f"The name at the table, up to {NAME_MOST} characters. ←→ show people who have played here."
PLAYER_HELP = "←→ show the players one by one; {players} lists them."
PACE_HELP = "How long cards and messages stay on screen. Any key skips the wait."
PATIENCE_HELP = "Before each deal you may cut the deck. If you don't answer in this time, nobody cuts."
DEALER_HELP = "Who deals the first hand. The deal passes to the left after each hand."
FIELD_HELP = {
    "name": NAME_HELP, "player": PERSON_HELP, "dealer": DEALER_HELP, "pace": PACE_HELP, "patience": PATIENCE_HELP,
}  # fmt: skip
"""The explanation of each kind of field in the form."""


class SeatingError(ValueError):
    """An impossible seating; the message is one sentence for the user, and `seat` is the seat concerned."""

    def __init__(self, sentence: str, seat: int) -> None:
        super().__init__(sentence)
        self.seat = seat


def level_words(level: str, name: str) -> str:
    """Return a computer level in words, with the style of the named player."""
    style = split_level(with_style(level, name))[1]
    plain = style == PLAIN.name
    return f"computer, {level}" if plain else f"{level}, {style}"


def with_style(level: str, name: str) -> str:
    """Return the level with the style of the named player; unknown names have no style."""
    one = cast.player(name)
    return level if one is None else one.at(level)


def about(name: str, level: str) -> str:
    """Describe the player of a seat in a sentence or two."""
    one = cast.player(name)
    if one is None:
        lists = with_keys("{players} lists players with their own style.")
        return f"{name or 'This seat'}: the computer, {level}. {lists}"
    if level not in STYLED:
        return f"{one.name}, {level}: beginners have no style."
    return f"{one.name}, {level}: {one.habit}. {one.manner}"


def clean_name(name: str, seat: int) -> str:
    """Return a name without extra spaces. Raises SeatingError for an impossible name."""
    name = tidy(name)
    wrong = {
        "empty": f"Seat {seat + 1} has no name yet.",
        "odd": f"The name of seat {seat + 1} has a character that can't be shown.",
        "long": f"The name of seat {seat + 1} is too long; the maximum is {NAME_MOST} characters.",
    }
    found = fault(name)
    if found is not None:
        raise SeatingError(wrong[found], seat)
    return name


def clean_names(names: Sequence[str]) -> tuple[str, ...]:
    """Return all names without extra spaces. Raises SeatingError if one is impossible or two are the same."""
    clean: list[str] = []
    for seat, name in enumerate(names):
        clean.append(clean_name(name, seat))
        folded = [known.casefold() for known in clean]
        first = folded.index(folded[-1])
        if first < seat:
            sentence = f"Seats {first + 1} and {seat + 1} are both called {clean[-1]}; change one name."
            raise SeatingError(sentence, seat)
    return tuple(clean)


def default_seats(
    count: int, sides: Sequence[Sequence[int]], person: str, kept: str = ""
) -> list[tuple[str, str | None]]:
    """Return a name and a level with its style for every seat: one person (level None) with computer players.

    The partner has a higher level than the others, or is the saved one (``strong/zeros:Eve``; "" for none).
    """
    level, _, partner = kept.partition(":")
    place = partner_of(0, sides)
    if place is None or partner.casefold() == person.casefold():
        partner = ""
    others = cast.free((person, partner))
    seats: list[tuple[str, str | None]] = [(person, None)]
    for seat in range(1, count):
        if partner and seat == place:
            seats.append((partner, level))
            continue
        one = others.pop(0)
        seats.append((one.name, one.at(default_level(seat, (0,), sides, LEVELS))))
    return seats


def default_setup(variant: Variant, person: str, partner: str = "") -> TableSetup:
    """Return a table of one person and computer players; the first dealer is drawn by lot.

    `person` and `partner` are the name and the saved partner in the settings; "" if there are none.
    """
    seats = default_seats(variant.seats, variant.side_seats(), person or login_name(), partner)
    return TableSetup(
        variant=variant,
        options=dict(at_first(variant, 1)),
        seats=tuple(SeatSetup(name, "bot" if level else "human", level) for name, level in seats),
        dealer=secrets.randbelow(variant.seats),
    )


def company(people: int, room: bool) -> str:
    """Return how many people play, and how to add one; `room`: whether one could replace a computer player."""
    more = with_keys(" {add_person} adds a person.") if room else ""
    if people == 0:
        return f"No people: the computer plays, and you watch.{more}"
    if people == 1:
        return f"You play against the computer.{more} Press ↑ for names and options."
    return f"{people} people share the keyboard; a curtain hides cards between turns.{more}"


def seat_of(field: Widget | None) -> int | None:
    """Return the seat to which a field of the form belongs, or None."""
    kind, _, seat = ((field.id if field is not None else None) or "").partition("-")
    return int(seat) if kind in ("name", "player") and seat.isdigit() else None


def partner_of(seat: int, sides: Sequence[Sequence[int]]) -> int | None:
    """Return the partner of a seat; None without partners."""
    side = next(side for side in sides if seat in side)
    return next((other for other in side if other != seat), None)


def sides_in_words(names: Sequence[str], sides: Sequence[Sequence[int]]) -> str:
    """Return the sides in one sentence."""
    if len(sides) == len(names):
        return "Everyone plays alone."
    pairs = [" and ".join(names[seat] for seat in side) for side in sides]
    return f"{pairs[0]} play {pairs[1]}." if len(pairs) == 2 else "; ".join(pairs) + "."

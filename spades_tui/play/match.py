"""A match at one keyboard: people, or pairs, play the same hands in the same seats, one after another.

Each hand at each table is a game of one hand with its own record. Results come from these records, and the results of
a hand stay closed until everybody has played it, because they'd give away how its cards lie.
"""

from itertools import count, islice
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, ValidationError, convert
from msgspec.structs import asdict, replace

from spades_tui import bots
from spades_tui.language.player_names import fault
from spades_tui.language.unusable import UnusableError
from spades_tui.play import MATCH_HANDS_MOST, SCORINGS
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import CODE_MOST, code_of, hand_of, new_seed, one_hand, setup_by_code
from spades_tui.play.hand_records import records_of_one_hand
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, check_seats, default_level
from spades_tui.record.small_file import read_small, write_small
from spades_tui.rules.options import options_of, with_options
from spades_tui.system.disk import damaged_name
from spades_tui.system.folders import data_folder

FILE_NAME = "match.json"
HANDS = (2, 4, 6, 8, 12, 16, 24)
"""Numbers of hands to offer."""
USUAL_HANDS = 4
_FILE_MOST = 20_000  # bytes; six names of 40 letters and a code take about 500
TABLES_MOST = 6  # the most people or pairs whose results fit side by side


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays which hands."""

    code: Annotated[str, Meta(max_length=CODE_MOST)]
    """The code of a game; its hands are those of the match, and its people sit where everybody sits in turn."""
    tables: Annotated[tuple[tuple[str, ...], ...], Meta(min_length=2, max_length=TABLES_MOST)]
    """The names of each person, or pair, in the order in which they play."""
    hands: Annotated[int, Meta(ge=1, le=MATCH_HANDS_MOST)] = USUAL_HANDS
    scoring: str = SCORINGS[0]

    def table(self, hand: int, number: int) -> TableSetup:
        """Return the table at which a person or pair plays a hand, counted from 1. Raises UnusableError."""
        setup = _dealt_in(setup_by_code(self.code), hand)
        taken = {name.casefold() for names in self.tables for name in names}
        people, others = iter(self.tables[number]), iter([name for name in NAMES if name.casefold() not in taken])
        seats = tuple(replace(seat, name=next(people if seat.kind == "human" else others, "")) for seat in setup.seats)
        check_seats(with_options(setup.variant, setup.options), seats)
        return replace(setup, seats=seats)


def _dealt_in(setup: TableSetup, hand: int) -> TableSetup:
    """Return the table of a hand of a code's game, counted without those in which a person deals and sits out."""
    if setup.variant.players == setup.variant.seats:
        return hand_of(setup, hand)
    every = (hand_of(setup, number) for number in count(1))
    return next(islice((one for one in every if one.seats[one.dealer].kind != "human"), hand - 1, None))


class MatchBoard(Struct, frozen=True):
    """A hand of a match and its records, by table."""

    hand: int
    paths: tuple[Path | None, ...]
    finished: tuple[bool, ...]
    side: int
    """The side of the people."""
    totals: tuple[tuple[int, ...], ...] | None = None
    """The points of each side at each table; None until everybody has played the hand."""

    @property
    def next_table(self) -> int | None:
        """The first table that hasn't played the hand; None if all have."""
        return next((number for number, done in enumerate(self.finished) if not done), None)


def match_of(setup: TableSetup, hands: int = USUAL_HANDS, scoring: str = SCORINGS[0]) -> Match:
    """Return a match between the people of a table, with new cards. Raises UnusableError if they can't play one.

    If everybody is a person and has a partner, pairs play, in the seats of the first pair. Otherwise each person plays
    alone, in the seat of the first. Computer players have all other seats, and nothing can be undone.
    """
    people = [number for number, seat in enumerate(setup.seats) if seat.kind == "human"]
    sides = setup.variant.side_seats()
    if len(people) == len(setup.seats) and all(len(side) > 1 for side in sides):
        chairs, tables = sides[0], tuple(tuple(setup.seats[seat].name for seat in side) for side in sides)
    else:
        chairs, tables = tuple(people[:1]), tuple((setup.seats[seat].name,) for seat in people)
    if len(tables) < 2:
        raise UnusableError("a match needs two people or more, or two pairs; add a person")
    seats = []
    for number, seat in enumerate(setup.seats):
        level = None if number in chairs else seat.level or default_level(number, chairs, sides, bots.LEVELS)
        seats.append(SeatSetup(seat.name, "human" if level is None else "bot", level))
    undo = {one.name: False for one in options_of(setup.variant) if one.sets_place("customs.slip.on")}
    seed = new_seed()
    dealer = first_dealer(seed, len(seats))
    code = code_of(TableSetup(setup.variant, {**setup.options, **undo}, tuple(seats), dealer, seed))
    if code is None:
        raise UnusableError("another program can't play in a match; choose a computer player")
    try:
        one_hand(setup.variant)
    except UnusableError:
        raise UnusableError(f"a single hand of {setup.variant.name} can't be played; choose another game") from None
    match = Match(code, tables, hands, scoring)
    try:
        match.table(1, 0)
    except UnusableError as error:
        raise UnusableError(f"{error}") from None
    return match


def boards_of(match: Match, folder: Path | None = None) -> list[MatchBoard]:
    """Return the hands of a match with what the games folder, or another, has of them.

    The first finished record counts, without abandoned ones. Raises UnusableError.
    """
    tables = {(hand, n): match.table(hand, n) for hand in range(1, match.hands + 1) for n in range(len(match.tables))}
    first, slugs = tables[1, 0], {table.variant.slug for table in tables.values()}
    sides = first.variant.side_seats()
    side = next(n for n, seats in enumerate(sides) if any(first.seats[seat].kind == "human" for seat in seats))
    every = sorted(records_of_one_hand(slugs, folder), key=lambda one: (one.begun, one.path))
    boards = []
    for hand in range(1, match.hands + 1):
        paths, totals = list[Path | None](), list[tuple[int, ...] | None]()
        for number, people in enumerate(match.tables):
            table = tables[hand, number]
            records = [one for one in every if (one.seed, one.people) == (table.seed, people) and one.is_of(table)]
            ended = next(((one, points) for one in records if len(points := one.totals() or ()) == len(sides)), None)
            paths.append(ended[0].path if ended else records[0].path if records else None)
            totals.append(ended[1] if ended else None)
        known = tuple(one for one in totals if one is not None)
        finished = tuple(one is not None for one in totals)
        boards.append(MatchBoard(hand, tuple(paths), finished, side, known if all(finished) else None))
    return boards


def read_match(path: Path | None = None) -> Match | None:
    """Return the latest match; None if there is none, or its file isn't one. Never raises."""
    try:
        match = convert(read_small(path or data_folder() / FILE_NAME, _FILE_MOST), Match)
        names = [name for names in match.tables for name in names]
        apart = len({name.casefold() for name in names}) == len(names)
        if match.scoring in SCORINGS and apart and all(fault(name) is None for name in names):
            seats = match.table(1, 0).seats
            seated = sum(seat.kind == "human" for seat in seats)
            if all(len(one) == seated and match.table(match.hands, n) for n, one in enumerate(match.tables)):
                return match
    except (OSError, ValueError, ValidationError):
        pass
    return None


def keep_match(match: Match, path: Path | None = None) -> None:
    """Save the match as the latest one, and put a damaged file aside. Raises OSError if it can't be written."""
    file = path or data_folder() / FILE_NAME
    if file.exists() and read_match(file) is None:
        file.replace(damaged_name(file))
    write_small(file, asdict(match))

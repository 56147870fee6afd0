"""A match at one keyboard: people, or pairs, play the same hands in the same seats in turn.

Each hand at each table is a game of one hand with its own record. Results come from these records,
and the results of a hand stay closed until everybody has played it, because they'd give away how
its cards lie.
"""

from itertools import chain, count, islice
from pathlib import Path
from typing import Annotated

from msgspec import Meta, Struct, convert
from msgspec.structs import asdict, replace

from spades_tui.bots.levels import LEVELS
from spades_tui.language.player_names import fault
from spades_tui.language.unusable import UnusableError
from spades_tui.play import MATCH_HANDS_MOST, SCORINGS
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import (
    CODE_MOST,
    code_of,
    hand_of,
    new_seed,
    setup_by_code,
    without_undo,
)  # fmt: skip
from spades_tui.play.hand_records import first_result, records_of_one_hand
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, check_seats, default_level
from spades_tui.record.small_file import read_small, write_small
from spades_tui.rules.variant import with_options
from spades_tui.system.disk import damaged_name
from spades_tui.system.folders import data_folder

FILE_NAME = "match.json"
HANDS = (2, 4, 6, 8, 12, 16, 24)
"""Numbers of hands to offer."""
USUAL_HANDS = 4
_FILE_MOST = 20_000  # bytes; six names of 40 letters and a code take about 500
TABLES_MOST = 6  # the most people or pairs whose results fit side by side


class MatchBoard(Struct, frozen=True):
    """A hand of a match and its records, by table."""

    hand: int
    side: int
    """The side of the people."""
    totals: tuple[tuple[int, ...] | None, ...]
    """The points of each side at each table; None where the hand isn't finished."""
    paths: tuple[Path | None, ...] = ()

    @property
    def next_table(self) -> int | None:
        """The first table that hasn't played the hand; None if all have, so results are open."""
        if None not in self.totals:
            return None
        return self.totals.index(None)


class Match(Struct, frozen=True, forbid_unknown_fields=True):
    """Who plays which hands."""

    code: Annotated[str, Meta(max_length=CODE_MOST)]
    """The code of a game: its hands are played, and everybody sits where its people sit."""
    tables: Annotated[tuple[tuple[str, ...], ...], Meta(min_length=2, max_length=TABLES_MOST)]
    """The names of each person, or pair, in the order in which they play."""
    hands: Annotated[int, Meta(ge=1, le=MATCH_HANDS_MOST)] = USUAL_HANDS
    scoring: str = SCORINGS[0]

    def table(self, hand: int, number: int) -> TableSetup:
        """Return the table at which a person or pair plays a hand, from 1. Raises UnusableError.

        Hands that a person would deal and sit out aren't counted.
        """
        setup = setup_by_code(self.code)
        if setup.variant.players == setup.variant.seats:
            setup = hand_of(setup, hand)
        else:
            hands = (hand_of(setup, number) for number in count(1))
            played = (table for table in hands if table.seats[table.dealer].kind != "human")
            setup = next(islice(played, hand - 1, None))
        taken = set(map(str.casefold, chain(*self.tables)))
        people = iter(self.tables[number])
        others = (name for name in NAMES if name.casefold() not in taken)
        seats = list[SeatSetup]()
        for seat in setup.seats:
            names = people if seat.kind == "human" else others
            seats.append(replace(seat, name=next(names, "")))
        check_seats(with_options(setup.variant, setup.options), tuple(seats))
        return replace(setup, seats=tuple(seats))

    def boards(self, folder: Path | None = None) -> list[MatchBoard]:
        """Return the hands with their records in the games folder, or another. Raises UnusableError.

        The first finished record counts, without abandoned ones.
        """
        first = self.table(1, 0)
        people = set(first.people)
        side = next(n for n, seats in enumerate(first.variant.side_seats()) if people & set(seats))
        records = records_of_one_hand([first.variant.slug], folder)
        boards = []
        for hand in range(1, self.hands + 1):
            totals: list[tuple[int, ...] | None] = []
            paths: list[Path | None] = []
            for number, names in enumerate(self.tables):
                theirs = [record for record in records if record.people == names]
                result = first_result(theirs, self.table(hand, number))
                totals.append(None if result is None else result.totals)
                paths.append(None if result is None else result.path)
            boards.append(MatchBoard(hand, side, tuple(totals), tuple(paths)))
        return boards


def match_of(setup: TableSetup, hands: int = USUAL_HANDS, scoring: str = SCORINGS[0]) -> Match:
    """Return a match between the people of a table, with new cards. Raises UnusableError.

    If everybody is a person and has a partner, pairs play, in the seats of the first pair.
    Otherwise each person plays alone, in the seat of the first. Computer players have all other
    seats, and nothing can be undone.
    """
    sides = setup.variant.side_seats()
    groups: list[tuple[int, ...]] = [(seat,) for seat in setup.people]
    if len(groups) == len(setup.seats) and all(len(side) > 1 for side in sides):
        groups = list(sides)
    if len(groups) < 2:
        raise UnusableError("a match needs two people or more, or two pairs; add a person")
    seats = []
    for number, seat in enumerate(setup.seats):
        if number in groups[0]:
            seats.append(SeatSetup(seat.name, "human"))
        else:
            level = seat.level or default_level(number, groups[0], sides, LEVELS)
            seats.append(SeatSetup(seat.name, "bot", level))
    seed = new_seed()
    options = {**setup.options, **without_undo(setup.variant)}
    dealer = first_dealer(seed, len(seats))
    code = code_of(TableSetup(setup.variant, options, tuple(seats), dealer, seed))
    if code is None:
        raise UnusableError("another program can't play in a match; choose a computer player")
    tables = []
    for group in groups:
        tables.append(tuple(setup.seats[seat].name for seat in group))
    match = Match(code, tuple(tables), hands, scoring)
    match.table(1, 0)
    return match


def read_match(path: Path | None = None) -> Match | None:
    """Return the latest match; None if there is none, or its file isn't one. Never raises."""
    try:
        match = convert(read_small(path or data_folder() / FILE_NAME, _FILE_MOST), Match)
        names = [*chain(*match.tables)]
        apart = len(set(map(str.casefold, names))) == len(names)
        if match.scoring in SCORINGS and apart and not any(map(fault, names)):
            people = len(match.table(1, 0).people)
            for number in range(len(match.tables)):
                match.table(match.hands, number)
            if set(map(len, match.tables)) == {people}:
                return match
    except (OSError, ValueError):
        pass
    return None


def keep_match(match: Match, path: Path | None = None) -> None:
    """Save the match as the latest one, and put a damaged file aside. Raises OSError."""
    file = path or data_folder() / FILE_NAME
    if file.exists() and read_match(file) is None:
        file.replace(damaged_name(file))
    write_small(file, asdict(match))

"""`spades-tui match`: play the same hands in turn at one keyboard, on screen or in plain text."""

import argparse
import sys
from pathlib import Path

from msgspec.structs import replace

from spades_tui.commands.from_arguments import find_variant, new_table
from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.commands.play import open_plain
from spades_tui.plain.console import Console, GoneError
from spades_tui.play.match import (
    FILE_NAME,
    HANDS_MOST,
    USUAL_HANDS,
    Match,
    MatchError,
    boards_of,
    keep_match,
    match_of,
    read_match,
)
from spades_tui.play.resume import read_journal
from spades_tui.play.saved_games import given_up
from spades_tui.presentation.match_words import next_words, sheet
from spades_tui.system.exit_status import DONE, UsageError, about_file
from spades_tui.system.folders import data_folder, games_folder

COMMAND = "spades-tui match"


def run(arguments: argparse.Namespace) -> int:
    """Begin a match, or continue the latest one. Raises UsageError, InputError."""
    match = _new(arguments) if arguments.seats is not None else _latest(arguments)
    with about_file(data_folder()):
        keep_match(match)
    if opens_plain(arguments.plain or arguments.all_plain):
        return play_plain(match)
    return open_screens(match=match)


def _new(arguments: argparse.Namespace) -> Match:
    hands = arguments.hands or USUAL_HANDS
    if hands > HANDS_MOST:
        raise UsageError(f"--hands: {hands} are too many; write 1 to {HANDS_MOST}", COMMAND)
    setup = new_table(arguments, find_variant(arguments.variant or "sandbags"), "")
    try:
        return match_of(setup, hands, arguments.scoring or "points")
    except MatchError as error:
        raise UsageError(f"--seats: {error}", COMMAND) from None


def _latest(arguments: argparse.Namespace) -> Match:
    """Return the latest match, with another scoring if one is given."""
    if arguments.variant or arguments.option or arguments.hands:
        raise UsageError('a new match needs people; add --seats "human:Ann,human:Bea"', COMMAND)
    match = read_match()
    file = data_folder() / FILE_NAME
    if match is None and file.exists():
        raise UsageError(f'{file} is damaged; begin another match with --seats "human:Ann,human:Bea"', COMMAND)
    if match is None:
        raise UsageError('there is no match to continue; add --seats "human:Ann,human:Bea"', COMMAND)
    return match if arguments.scoring is None else replace(match, scoring=arguments.scoring)


def play_plain(match: Match) -> int:
    """Show the sheet, and let one after another play, until all have played them, or one leaves a hand unfinished."""
    console = Console(sys.stdin, sys.stdout)
    while True:
        boards = boards_of(match, games_folder(), given_up())
        console.page()
        console.tell(*sheet(match.tables, boards, match.scoring))
        board = next((one for one in boards if one.next_table is not None), None)
        if board is None or board.next_table is None:
            return DONE
        number = board.next_table
        try:
            asked = f"{next_words(match.tables, board)} Press Enter to begin, or say quit."
            if console.ask(asked).casefold() == "quit":
                return DONE
        except GoneError:
            return DONE
        status = _play(match, board.hand, number, board.paths[number])
        after = boards_of(match, games_folder(), given_up())[board.hand - 1]
        if status != DONE or not after.finished[number]:
            return status


def _play(match: Match, hand: int, number: int, path: Path | None) -> int:
    """Play or resume a hand at one table. Raises RecordError, UsageError for a file that can't be read."""
    if path is None:
        return open_plain(match.table(hand, number), None)
    with about_file(path):
        return open_plain(None, read_journal(path))

"""A match at one keyboard, line by line, and one of its hands or of the hands of the day."""

import sys
from pathlib import Path

from spades_tui.plain import home_table
from spades_tui.plain.console import Console
from spades_tui.play.match import Match
from spades_tui.play.resume import read_journal
from spades_tui.play.setup import TableSetup
from spades_tui.presentation.match_words import next_words, sheet
from spades_tui.system.exit_status import DONE, about_file


def play_match(latest: Match) -> int:
    """Show the sheet, and let one after another play, until one leaves a hand unfinished."""
    console, status, last = Console(sys.stdin, sys.stdout), DONE, (0, 0)
    while status == DONE:
        boards = latest.boards()
        lines = sheet(latest.tables, boards, latest.scoring)
        board = next((board for board in boards if board.next_table is not None), None)
        if board is None or board.next_table is None:
            console.tell(*lines)
            break
        following = board.hand, board.next_table
        if following == last:  # it was left unfinished
            break
        hides = "Press Enter to hide this hand and continue the match, or say quit."
        if last[0] and not console.confirmed(hides):
            break
        console.page()
        console.tell(*lines)
        words = next_words(latest.tables, board)
        if not console.confirmed(f"{words} Press Enter to begin, or say quit."):
            break
        last = following
        status = play_hand(latest.table(*last), board.paths[board.next_table])
    return status


def play_hand(setup: TableSetup, path: Path | None) -> int:
    """Play a hand, or resume its record. Raises RecordError, UsageError."""
    with about_file(path):
        suspended = read_journal(path) if path is not None else None
    return home_table.play(setup, suspended, once=True)

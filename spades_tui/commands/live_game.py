"""Whether a record is the journal of a game that is being played: its hands are for its own table to show."""

import argparse
import json
from contextlib import suppress
from pathlib import Path

from spades_tui.commands.arguments import OPEN_HANDS
from spades_tui.record.journal_lines import read_record_from
from spades_tui.system.exit_status import UsageError
from spades_tui.system.folders import open_plain


def refuse_live(name: str, arguments: argparse.Namespace) -> None:
    """Raise UsageError for the journal of a game in play with a hand that a person can't see, unless it may be shown.
    """
    if not arguments.open_hands and name != "-" and _hides_a_hand(Path(name)):
        command = arguments.command
        raise UsageError(
            f"spades-tui: {name}: this game is being played, and {command} shows cards that its players can't see; "
            f"wait for the end, or add {OPEN_HANDS}"
        )


def _hides_a_hand(path: Path) -> bool:
    """Return whether another program has this journal open, people play, and the last deal has no score yet."""
    try:
        import fcntl
    except ImportError:  # without locks nobody can tell
        return False
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError), open_plain(path) as stream:
        try:
            fcntl.flock(stream.fileno(), fcntl.LOCK_SH | fcntl.LOCK_NB)
            return False
        except BlockingIOError:
            raw = read_record_from(stream, str(path))
        seats = json.loads(raw[: raw.index(b"\n")])["seats"]
        dealt = raw.rfind(b'"event": "deal"') > raw.rfind(b'"event": "hand_score"')
        return dealt and any(seat["kind"] == "human" for seat in seats)
    return False

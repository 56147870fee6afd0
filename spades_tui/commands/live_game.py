"""Refuse to show the hands of a game in progress."""

import argparse
import json
from contextlib import suppress
from pathlib import Path

from spades_tui.commands.arguments import OPEN_HANDS
from spades_tui.record.journal_lines import read_record_from
from spades_tui.system.disk import lock
from spades_tui.system.exit_status import UsageError
from spades_tui.system.folders import open_plain


def refuse_live(name: str, arguments: argparse.Namespace) -> None:
    """Raise UsageError if a game in progress has hands that its players can't see, unless `--open-hands` is given."""
    if not arguments.open_hands and name != "-" and _hides_a_hand(Path(name)):
        command = arguments.command
        raise UsageError(
            f"{name}: this game is in progress, and {command} shows cards that its players can't see; "
            f"wait for the end of the game, or add {OPEN_HANDS}"
        )


def _hides_a_hand(path: Path) -> bool:
    """Return whether another program has this journal open, with people in it and a hand that isn't scored yet."""
    with suppress(OSError, ValueError, KeyError, TypeError, RecursionError), open_plain(path) as stream:
        try:
            lock(stream.fileno(), wait=False, shared=True)
            return False  # or the system has no locks, so there is no way to know
        except BlockingIOError:
            raw = read_record_from(stream, str(path))
        seats = json.loads(raw[: raw.index(b"\n")])["seats"]
        dealt = raw.rfind(b'"event": "deal"') > raw.rfind(b'"event": "hand_score"')
        return dealt and any(seat["kind"] == "human" for seat in seats)
    return False

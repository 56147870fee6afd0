"""`spades-tui import` and `export`: one hand as text that other programs write and read."""

import argparse
import sys
from pathlib import Path

from spades_tui.analysis.review import collect_journal
from spades_tui.commands.from_arguments import find_variant, options_given
from spades_tui.play.game_code import CodeError, one_hand
from spades_tui.play.setup import USUAL
from spades_tui.record.hand_text import MOST_LETTERS, HandText, HandTextError, fits, read_hand, record_of, written
from spades_tui.rules.catalogue import is_shipped, shipped
from spades_tui.rules.variant import Variant
from spades_tui.system.disk import write_new
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file, file_error
from spades_tui.system.folders import open_plain
from spades_tui.system.output import write_text


def run(arguments: argparse.Namespace) -> int:
    """Read or write a hand. Raises UsageError, InputError."""
    try:
        with about_file(arguments.file):
            return _export(arguments) if arguments.command == "export" else _import(arguments)
    except HandTextError as error:
        raise InputError(f"{arguments.file}: {error}") from None


def _import(arguments: argparse.Namespace) -> int:
    """Write the record of a hand to a new file."""
    if arguments.file == "-":
        raw = sys.stdin.buffer.read(4 * MOST_LETTERS)
    else:
        with open_plain(Path(arguments.file)) as stream:
            raw = stream.read(4 * MOST_LETTERS)
    hand = read_hand(raw.decode("utf-8", "replace"))
    variant = _fitting(hand) if arguments.variant is None else find_variant(arguments.variant)
    if is_shipped(variant):
        try:
            variant = one_hand(variant)
        except CodeError:
            raise UsageError(f"--variant: a single hand of {variant.name} can't be played; choose another") from None
    text = record_of(hand, variant, options_given(variant, arguments.option), USUAL, arguments.deal_only)
    if arguments.out is None:
        write_text(text)
        return DONE
    try:
        write_new(Path(arguments.out), text)
    except FileExistsError:
        raise UsageError(f"--out: {arguments.out} exists already; choose another name") from None
    except OSError as error:
        raise file_error(arguments.out, error) from None
    return DONE


def _fitting(hand: HandText) -> Variant:
    """Return the first game here that is played with exactly these cards. Raises HandTextError."""
    for variant in shipped().values():
        if not variant.programme and fits(hand, variant):
            return variant
    raise HandTextError("no game here has exactly these cards; give one of your own with --variant")


def _export(arguments: argparse.Namespace) -> int:
    """Print one hand of a finished game."""
    record = collect_journal(Path(arguments.file))
    if record.replayed.over is None:
        raise HandTextError("the game isn't over; finish it first")
    found = record.hands.get(arguments.hand)
    if found is None:
        raise HandTextError(f"--hand: there's no hand {arguments.hand}; choose from 1 to {len(record.hands)}")
    name = f"spades-tui: {record.replayed.variant.name}, hand {arguments.hand}"
    write_text(written(found.state, record.names, record.people, name))
    return DONE

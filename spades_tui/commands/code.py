"""`spades-tui code`: the code of a new game, or of a finished one."""

import argparse

from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.game_claim import ClaimError, claim_of
from spades_tui.commands.from_arguments import find_variant, new_table
from spades_tui.play.game_code import CodeError, code_of, hand_of, new_seed
from spades_tui.play.resume import setup_of_record
from spades_tui.record.record_error import RecordError
from spades_tui.record.replay import Replayed, replay
from spades_tui.rules.component import plural
from spades_tui.system.exit_status import DONE, InputError, UsageError, file_error
from spades_tui.system.output import write_text


def run(arguments: argparse.Namespace) -> int:
    """Print a code. Raises UsageError, InputError."""
    if arguments.claim and arguments.file is None:
        raise UsageError("--claim needs a finished game; add its FILE", "spades-tui code")
    codes = [_new(arguments)] if arguments.file is None else _of_file(arguments)
    write_text("".join(f"{code}\n" for code in codes))
    return DONE


def _new(arguments: argparse.Namespace) -> str:
    """Return the code of a new game, or of a hand."""
    setup = new_table(arguments, find_variant(arguments.variant or "sandbags"), new_seed())
    try:
        code = code_of(setup if arguments.hand is None else hand_of(setup, arguments.hand))
    except CodeError as error:
        raise UsageError(str(error), "spades-tui code") from None
    if code is None:
        raise UsageError("a code can't carry another program's command; use levels", "spades-tui code")
    return code


def _of_file(arguments: argparse.Namespace) -> list[str]:
    """Return the codes of the games in a record. All games must be over, because a code reveals the cards."""
    name, codes, number = arguments.file, [], 0
    if arguments.variant or arguments.seats or arguments.option:
        raise UsageError("a record has its own game and players; give a file or options", "spades-tui code")
    if arguments.hand is not None and arguments.claim:
        raise UsageError("a claim is of a whole game; leave --hand or --claim out", "spades-tui code")
    try:
        with open(name, "rb") as stream:
            for number, played in enumerate(replay(stream, name, lines=arguments.claim), 1):
                code = code_of_record(played)
                if played.over is None:
                    raise InputError(f"{name}: game {number}: it isn't over, and a code reveals its cards; finish it")
                if code is None:
                    raise InputError(f"{name}: game {number}: it has no code, because it didn't begin with one")
                if arguments.hand is not None:
                    code = _of_hand(played, arguments.hand)
                codes.append(claim_of(played) if arguments.claim else code)
    except (ClaimError, CodeError) as error:
        raise InputError(f"{name}: game {number}: {error}") from None
    except RecordError as error:
        raise InputError(str(error)) from None
    except OSError as error:
        raise file_error(name, error) from None
    return codes


def _of_hand(played: Replayed, number: int) -> str:
    """Return the code of a hand of a game with a code. Raises CodeError."""
    if number > len(played.scores):
        raise CodeError(f"code: it has {plural(len(played.scores), 'hand')}; choose one of them")
    return code_of(hand_of(setup_of_record(played), number)) or ""

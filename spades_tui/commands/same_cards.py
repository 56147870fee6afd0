"""`spades-tui code`, `compare`, `duplicate` and `match`: the same cards again, for friends or for a computer player."""

import argparse
import sys
from collections.abc import Iterator
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace

from spades_tui import bots
from spades_tui.analysis.duplicate import TwoLines, hands_to_repeat, play_again
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.game_claim import CLAIM_MOST, CheckedClaim, ClaimText, check_claim, claim_of, read_claim
from spades_tui.analysis.review import collect_journal
from spades_tui.commands.from_arguments import find_variant, new_table, opened, setup_here
from spades_tui.commands.long_work import claim_seconds, decision_seconds, refuse_if_long
from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.commands.play import open_plain
from spades_tui.language.amounts import plain, plural
from spades_tui.language.unusable import UnusableError
from spades_tui.plain.console import Console
from spades_tui.play import match
from spades_tui.play.game_code import code_of, hand_of, new_seed
from spades_tui.play.resume import read_journal, setup_of_record
from spades_tui.play.saved_games import is_record
from spades_tui.play.setup import TableSetup
from spades_tui.presentation.match_words import line_words, names_words, next_words, sheet, sum_words
from spades_tui.record import RecordError
from spades_tui.record.replay import Replayed, replay
from spades_tui.system.exit_status import DONE, InputError, UsageError, about_file, run_reporting, stoppable
from spades_tui.system.folders import data_folder
from spades_tui.system.foreign_text import Utf16Error, without_mark
from spades_tui.system.output import Progress, json_text, write_text


def run(arguments: argparse.Namespace) -> int:
    """Print a code, compare claims or records, repeat a game, or play a match. Raises UsageError, InputError."""
    others = {"compare": _compare, "duplicate": _duplicate, "match": _match}
    if arguments.command in others:
        return others[arguments.command](arguments)
    if arguments.claim and arguments.file is None:
        raise UsageError("--claim needs a finished game; add its FILE", "spades-tui code")
    if arguments.file is None and arguments.hand not in (None, 1):
        words = f"--hand: a new game has no hand {arguments.hand} yet; write 1, or add the FILE of a finished game"
        raise UsageError(words, "spades-tui code")
    codes = [_new(arguments)] if arguments.file is None else _of_file(arguments)
    write_text("".join(f"{code}\n" for code in codes))
    return DONE


def _new(arguments: argparse.Namespace) -> str:
    setup = new_table(arguments, find_variant(arguments.variant or "sandbags"), new_seed())
    try:
        code = code_of(setup if arguments.hand is None else hand_of(setup, arguments.hand))
    except UnusableError as error:
        raise UsageError(f"{error}", "spades-tui code") from None
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
        with about_file(name), open(name, "rb") as stream:
            for number, played in enumerate(replay(stream, name, lines=arguments.claim), 1):
                code = code_of_record(played)
                if played.over is None:
                    raise InputError(f"{name}: game {number}: it isn't over, and a code reveals its cards; finish it")
                if code is None:
                    raise InputError(f"{name}: game {number}: it has no code, because it didn't begin with one")
                if arguments.hand is not None:
                    code = _of_hand(played, arguments.hand)
                codes.append(_claim(f"{name}: game {number}", played, arguments) if arguments.claim else code)
    except UnusableError as error:
        raise InputError(f"{name}: game {number}: {error}") from None
    return codes


def _claim(place: str, played: Replayed, arguments: argparse.Namespace) -> str:
    """Return the claim of a game. Raises UnusableError, and InputError if that takes long without `--long`."""
    setup = setup_of_record(played)
    people = {seat for seat, one in enumerate(setup.seats) if one.kind == "human"}
    choices = sum(line.get("seat") in people for line in played.lines)
    refuse_if_long(place, claim_seconds(setup, choices), arguments)
    with closing(Progress(None, "steps")) as progress, stoppable("stopped; no claim is printed"):
        return claim_of(played, partial(progress.advance_by, 1))


def _of_hand(played: Replayed, number: int) -> str:
    """Return the code of a hand of a game with a code. Raises UnusableError."""
    if number > len(played.scores):
        raise UnusableError(f"it has {plural(len(played.scores), 'hand')}; choose one of them")
    return code_of(hand_of(setup_of_record(played), number)) or ""


def _compare(arguments: argparse.Namespace) -> int:
    """Print a line for each true claim, and a sheet of all records; return 0, 1 (a false claim) or 2 (no such file)."""
    records = [name for name in arguments.files if is_record(Path(name))]
    claims = [name for name in arguments.files if name not in records]
    if arguments.scoring is not None and claims:
        raise UsageError("--scoring compares records; leave it out, or give records only", "spades-tui compare")
    scoring = arguments.scoring or "points"
    with stoppable("stopped; every claim above is checked"):
        checks = Checks(arguments)
        status = max((run_reporting(partial(_file, checks, name), file=name) for name in claims), default=DONE)
        return max(status, run_reporting(partial(_sheet, records, scoring), RecordError)) if records else status


def _sheet(names: list[str], scoring: str) -> None:
    """Print everybody's results of the hands that all have played. Raises InputError, UsageError."""
    hands: dict[tuple[str, int], dict[tuple[str, ...], tuple[int, tuple[int, ...]]]] = {}
    tables: list[tuple[str, ...]] = []
    remarks: dict[str, None] = {}
    first: dict[tuple[str, str], tuple[str, ...]] = {}
    for name in names:
        with about_file(name), open(name, "rb") as stream:
            games = list(replay(stream, name, lines=True))
        for played in games:
            code = code_of_record(played)
            seats = [seat for seat, entry in enumerate(played.head.seats) if entry.kind == "human"]
            if code is None or not seats:
                raise InputError(f"{name}: it isn't over, has no code or no people; choose another record")
            people = tuple(played.head.seats[seat].name for seat in seats)
            tables += [people] if people not in tables else []
            other = first.setdefault((code, _choices(played, seats)), people)
            if played.rules.undo:
                remarks[f"{names_words(people)}: {UNDO} in {code}."] = None
            if other != people:
                remarks[f"{names_words(people)}: every choice in {code} is {names_words(other)}'s."] = None
            for score in played.scores:
                result = played.rules.side_of[seats[0]], score.points
                hands.setdefault((code, score.hand), {}).setdefault(people, result)
    hands = {key: found for key, found in hands.items() if len(found) > 1}  # nobody else has played the others
    tables = [people for people in tables if any(people in found for found in hands.values())] or tables
    if not 2 <= len(tables) <= match.TABLES_MOST:
        raise InputError(f"compare: records of {plural(len(tables), 'player')}; give those of 2 to {match.TABLES_MOST}")
    boards: list[match.MatchBoard] = []
    none, done = (None,) * len(tables), (True,) * len(tables)
    for found in hands.values():
        if len(found) == len(tables):
            results = [found[people] for people in tables]
            points = tuple(points for _, points in results)
            boards.append(match.MatchBoard(len(boards) + 1, none, done, results[0][0], points))
    if not boards:
        raise InputError("compare: no hand has the same code in all records; compare games from the same code")
    write_text("".join(f"{line}\n" for line in (*sheet(tables, boards, scoring), *remarks)))


def _choices(played: Replayed, seats: list[int]) -> str:
    """Return the actions of these seats in a record, as one text."""
    lines = [line for line in played.lines if line.get("seat") in seats]
    return json_text([{key: value for key, value in line.items() if key not in ("at", "sum")} for line in lines])


UNDO = "undo was on"
"""The remark on a game at whose table people could undo after seeing more cards."""


class Checks:
    """The claims checked by a command, which together may not take long."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._seconds = 0.0
        self._names: dict[tuple[str, str], str] = {}
        """By code and choices: the name of the first claim."""

    def other_name(self, place: str, claim: ClaimText) -> str | None:
        """Return another name under which this claim was checked before; None if there is none."""
        name = claim.by or place
        first = self._names.setdefault((claim.code.upper(), claim.choices), name)
        return first if first != name else None

    def check(self, place: str, claim: ClaimText) -> CheckedClaim:
        """Play a claim again. Raises UnusableError, and InputError if that takes long without `--long`."""
        setup, letters = setup_here(claim.code), len(claim.choices)
        seconds = self._seconds + claim_seconds(setup, letters)
        refuse_if_long(place, seconds, self._arguments)
        self._seconds = seconds
        with closing(Progress(letters, "choices")) as progress:
            return check_claim(claim, setup, progress.at)


def _file(checks: Checks, name: str) -> int:
    return max((run_reporting(partial(_check, checks, place, text)) for place, text in claims_in(name)), default=0)


def claims_in(name: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a file that isn't empty, with its place; a very long one comes in pieces.

    Raises OSError, InputError.
    """
    with opened(name) as stream:
        for number, line in enumerate(iter(partial(stream.readline, CLAIM_MOST), b""), 1):
            try:
                line = without_mark(line) if number == 1 else line
            except Utf16Error as error:
                raise InputError(f"{name}: {error}") from None
            if text := line.decode(errors="replace").strip():
                yield f"{name}:{number}", text


def _check(checks: Checks, place: str, text: str) -> None:
    try:
        claim = read_claim(text)
        done = checks.check(place, claim)
        other = checks.other_name(place, claim)
        remarks = [UNDO] * done.undo + ([f"every choice is {other}'s"] if other is not None else [])
        write_text("; ".join([f"{claim.by or place}  {claim.code}  {_result(done)}", *remarks]) + "\n")
    except UnusableError as error:
        raise InputError(f"{place}: {error}") from None


def _result(done: CheckedClaim) -> str:
    """Return the people's points and those of the others, with the number of hands."""
    people = {n for n, seat in enumerate(done.setup.seats) if seat.kind == "human"}
    scores = [
        f"{'people' if people & set(seats) else 'computer'} {plain(total)}"
        for seats, total in zip(done.sides, done.totals, strict=True)
    ]
    return f"{', '.join(scores)}; {plural(done.hands, 'hand')}"


def _duplicate(arguments: argparse.Namespace) -> int:
    """Print both lines of every hand, side by side. Raises UsageError, InputError."""
    wrong = bots.level_problem(arguments.level)
    if wrong is not None:
        raise UsageError(f"--as: {wrong}", "spades-tui duplicate")
    with stoppable("stopped; every hand above is complete"):
        return _play_again(arguments)


def _play_again(arguments: argparse.Namespace) -> int:
    with about_file(arguments.file, UnusableError):
        record = collect_journal(Path(arguments.file))
        hands = hands_to_repeat(record)
    chair = arguments.seat if arguments.seat is not None else next(iter(record.people), 0)
    if not 0 <= chair < len(record.names):
        known = f"choose from 0 to {len(record.names) - 1}"
        raise UsageError(f"--seat: there's no seat {chair}; {known}", "spades-tui duplicate")
    levels = [None if seat.kind == "human" else seat.level for seat in setup_of_record(record.replayed).seats]
    levels = [level if level is not None and seat != chair else arguments.level for seat, level in enumerate(levels)]
    seconds = sum(decision_seconds(levels[decision.seat]) for decision in record.decisions)
    refuse_if_long(arguments.file, seconds, arguments)
    name, found = record.names[chair], list[TwoLines]()
    write_text(f"{'hand':>4}  {name:<26}{arguments.level} in the same seat\n")
    for number in hands:
        two = play_again(record, number, chair, arguments.level)
        if two is None:
            write_text(f"{number:>4}  {arguments.level} calls for another deal\n")
            continue
        found.append(two)
        write_text(f"{number:>4}  {line_words(two.done):<26}{line_words(two.again)}\n")
    if found:
        write_text(f"{sum_words(name, arguments.level, found)}\n")
    return DONE


MATCH = "spades-tui match"


def _match(arguments: argparse.Namespace) -> int:
    """Begin a match, or continue the latest one. Raises UsageError, InputError."""
    latest = _new_match(arguments) if arguments.seats is not None else _latest_match(arguments)
    with about_file(data_folder()):
        match.keep_match(latest)
    if opens_plain(arguments.plain or arguments.all_plain):
        return play_match(latest)
    screens = "spades_tui.tui.setup.match_screen"
    return open_screens(lambda app: app.push_screen(import_module(screens).MatchScreen(latest)))


def _new_match(arguments: argparse.Namespace) -> match.Match:
    hands = arguments.hands or match.USUAL_HANDS
    setup = new_table(arguments, find_variant(arguments.variant or "sandbags"), "")
    try:
        return match.match_of(setup, hands, arguments.scoring or "points")
    except UnusableError as error:
        raise UsageError(f"--seats: {error}", MATCH) from None


def _latest_match(arguments: argparse.Namespace) -> match.Match:
    """Return the latest match, with another scoring if one is given."""
    if arguments.variant or arguments.option or arguments.hands:
        raise UsageError('a new match needs people; add --seats "human:Ann,human:Bea"', MATCH)
    latest = match.read_match()
    if latest is not None:
        return latest if arguments.scoring is None else replace(latest, scoring=arguments.scoring)
    file = data_folder() / match.FILE_NAME
    if file.exists():
        raise UsageError(f'{file} is damaged; begin another match with --seats "human:Ann,human:Bea"', MATCH)
    raise UsageError('there is no match to continue; add --seats "human:Ann,human:Bea"', MATCH)


def play_match(latest: match.Match) -> int:
    """Show the sheet, and let one after another play, until all have played them, or one leaves a hand unfinished."""
    console, status, last = Console(sys.stdin, sys.stdout), DONE, (0, 0)
    while status == DONE:
        boards = match.boards_of(latest)
        found = next(((one, table) for one in boards if (table := one.next_table) is not None), None)
        if found is None:
            console.tell(*sheet(latest.tables, boards, latest.scoring))
            break
        board, table = found
        if (board.hand, table) == last:  # it was left unfinished
            break
        if last[0] and not console.confirmed("Press Enter to hide this hand and continue the match, or say quit."):
            break
        console.page()
        console.tell(*sheet(latest.tables, boards, latest.scoring))
        if not console.confirmed(f"{next_words(latest.tables, board)} Press Enter to begin, or say quit."):
            break
        last = board.hand, table
        status = play_hand(latest.table(*last), board.paths[table])
    return status


def play_hand(setup: TableSetup, path: Path | None) -> int:
    """Play a hand in plain text, or resume its record. Raises RecordError, UsageError if that can't be read."""
    with about_file(path):
        suspended = read_journal(path) if path is not None else None
    return open_plain(setup, suspended, once=True)

"""`spades-tui code`, `compare`, `duplicate` and `match`.

The same cards again, for friends or `expert`.
"""

import argparse
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import closing
from functools import partial
from importlib import import_module
from pathlib import Path

from msgspec.structs import replace

from spades_tui.analysis.duplicate import TwoLines, hands_to_repeat, play_again
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.game_claim import (
    CLAIM_MOST,
    CheckedClaim,
    check_claim,
    claim_of,
    read_claim,
    without_marks,
)  # fmt: skip
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.bots.levels import level_problem
from spades_tui.commands.from_arguments import find_variant, new_table, opened
from spades_tui.commands.long_work import claim_seconds, decision_seconds, refuse_if_long
from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.language.sentence_parts import plain, plural
from spades_tui.language.unusable import UnusableError
from spades_tui.plain.match_run import play_match
from spades_tui.play import match
from spades_tui.play.game_code import code_of, hand_of, new_seed, setup_by_code
from spades_tui.play.resume import setup_of_record
from spades_tui.play.saved_games import is_record
from spades_tui.presentation.match_words import (
    UNDO,
    line_words,
    names_words,
    same_choices,
    sheet,
    sum_words,
)  # fmt: skip
from spades_tui.record.replay import Replayed, replay
from spades_tui.system.exit_status import (
    DONE,
    InputError,
    UsageError,
    about_file,
    run_reporting,
    stoppable,
)  # fmt: skip
from spades_tui.system.folders import data_folder
from spades_tui.system.foreign_text import without_mark
from spades_tui.system.output import Progress, json_text, write_text

CODE, COMPARE = "spades-tui code", "spades-tui compare"
DUPLICATE, MATCH = "spades-tui duplicate", "spades-tui match"


def run(arguments: argparse.Namespace) -> int:
    """Print a code, compare, repeat a game, or play a match. Raises UsageError, InputError."""
    works = {"code": _code, "compare": _compare, "duplicate": _duplicate, "match": _match}
    return works[arguments.command](arguments)


# ---- codes and claims


def _code(arguments: argparse.Namespace) -> int:
    """Print a new code, or the codes or claims of a record. Raises UsageError, InputError."""
    if arguments.file is None:
        codes = [_new_code(arguments)]
    else:
        with about_file(arguments.file):
            codes = list(_codes_of_file(arguments))
    write_text("".join(f"{code}\n" for code in codes))
    return DONE


def _new_code(arguments: argparse.Namespace) -> str:
    if arguments.claim:
        raise UsageError("--claim needs a finished game; add its FILE", CODE)
    hand = arguments.hand
    if hand not in (None, 1):
        words = f"--hand: a new game has no hand {hand} yet"
        raise UsageError(f"{words}; write 1, or add the FILE of a finished game", CODE)
    setup = new_table(arguments, find_variant(arguments.variant), new_seed())
    try:
        code = code_of(setup if hand is None else hand_of(setup, hand))
    except UnusableError as error:
        raise UsageError(f"{error}", CODE) from None
    if code is None:
        raise UsageError("a code can't carry another program's command; use levels", CODE)
    return code


def _codes_of_file(arguments: argparse.Namespace) -> Iterator[str]:
    """Yield the codes or claims of a record's games, which must be over."""
    name, number = arguments.file, arguments.hand
    if arguments.variant or arguments.seats or arguments.option:
        raise UsageError("a record has its own game and players; give a file or options", CODE)
    if number is not None and arguments.claim:
        raise UsageError("a claim is of a whole game; leave --hand or --claim out", CODE)
    with open(name, "rb") as stream:
        for game, played in enumerate(replay(stream, name, lines=arguments.claim), 1):
            place, code = f"{name}: game {game}", code_of_record(played)
            if played.over is None:
                raise InputError(f"{place}: it isn't over, and a code reveals its cards; finish it")
            if code is None:
                raise InputError(f"{place}: it has no code, because it didn't begin with one")
            try:
                if arguments.claim:
                    code = _claim(place, played, arguments)
                elif number is not None and number > len(played.scores):
                    hands = plural(len(played.scores), "hand")
                    raise UnusableError(f"it has {hands}; choose one of them")
                elif number is not None:
                    code = code_of(hand_of(setup_of_record(played), number)) or ""
            except UnusableError as error:
                raise InputError(f"{place}: {error}") from None
            yield code


def _claim(place: str, played: Replayed, arguments: argparse.Namespace) -> str:
    """Return the claim of a game. Raises UnusableError, and InputError if it needs `--long`."""
    setup = setup_of_record(played)
    choices = sum(line.get("seat") in setup.people for line in played.lines)
    refuse_if_long(place, claim_seconds(setup, choices), arguments)
    with closing(Progress(None, "steps")) as progress, stoppable("stopped; no claim is printed"):
        return claim_of(played, partial(progress.advance_by, 1))


def _compare(arguments: argparse.Namespace) -> int:
    """Print a line for each true claim, and a sheet of all records; return the exit status."""
    records = [name for name in arguments.files if is_record(Path(name))]
    claims = [name for name in arguments.files if name not in records]
    if arguments.scoring is not None and claims:
        raise UsageError("--scoring compares records; leave it out, or give records only", COMPARE)
    checks = Checks(arguments)
    status = DONE
    with stoppable("stopped; every claim above is checked"):
        for name in claims:
            status = max(status, run_reporting(partial(checks.file, name), file=name))
        if records:
            sheet_of = partial(_sheet, records, arguments.scoring or "points")
            status = max(status, run_reporting(sheet_of))
    return status


class Checks:
    """The claims checked by a command, which together may not take long."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        self._arguments = arguments
        self._seconds = 0.0
        self._names: dict[object, str] = {}

    def file(self, name: str) -> int:
        """Check each line of a file, and return the exit status."""
        statuses = [run_reporting(partial(self._line, *line)) for line in claims_in(name)]
        return max(statuses, default=DONE)

    def _line(self, place: str, text: str) -> None:
        """Check a claim, and print its result. Raises InputError, also if it needs `--long`."""
        with about_file(place, UnusableError):
            claim = read_claim(text)
            setup, letters = setup_by_code(claim.code), len(claim.choices)
            seconds = self._seconds + claim_seconds(setup, letters)
            refuse_if_long(place, seconds, self._arguments)
            self._seconds = seconds
            with closing(Progress(letters, "choices")) as progress:
                done = check_claim(claim, setup, progress.at)
        name = claim.by or place
        remarks = [UNDO] if done.undo else []
        remarks += same_choices(self._names, name, (claim.code.upper(), claim.choices))
        write_text("; ".join([f"{name}  {claim.code}  {_result(done)}", *remarks]) + "\n")


def claims_in(name: str) -> Iterator[tuple[str, str]]:
    """Yield each line of a file that isn't empty, with its place; a very long one comes in pieces.

    Raises OSError, InputError.
    """
    with opened(name) as stream:
        for number, line in enumerate(iter(partial(stream.readline, CLAIM_MOST), b""), 1):
            with about_file(name, UnicodeError):
                line = without_mark(line) if number == 1 else line
            text = line.decode(errors="replace").strip()
            if text:
                yield f"{name}:{number}", text


def _result(done: CheckedClaim) -> str:
    """Return the people's points and those of the others, with the number of hands."""
    scores = []
    for seats, total in zip(done.sides, done.totals, strict=True):
        who = "computer"
        if set(seats).intersection(done.setup.people):
            who = "people"
        scores.append(f"{who} {plain(total)}")
    return f"{', '.join(scores)}; {plural(done.hands, 'hand')}"


def _sheet(names: list[str], scoring: str) -> None:
    """Print everybody's results of the hands that all have played. Raises InputError."""
    results: dict[tuple[str, ...], dict[tuple[str, int], tuple[int, tuple[int, ...]]]] = {}
    remarks: dict[str, None] = {}
    first: dict[object, str] = {}
    for name in names:
        with about_file(name), open(name, "rb") as stream:
            games = list(replay(stream, name, lines=True))
        for played in games:
            code = code_of_record(played)
            seats = played.head.people
            if code is None or not seats:
                words = "it isn't over, has no code or no people; choose another record"
                raise InputError(f"{name}: {words}")
            people = tuple(map(played.head.names.__getitem__, seats))
            for score in played.scores:
                result = played.rules.side_of[seats[0]], score.points
                results.setdefault(people, {}).setdefault((code, score.hand), result)
            who = names_words(people)
            if played.rules.undo:
                remarks[f"{who}: {UNDO} in {code}."] = None
            for words in same_choices(first, who, (code, _choices(played, seats)), f" in {code}"):
                remarks[f"{who}: {words}."] = None
    players = Counter(hand for theirs in results.values() for hand in theirs)
    shared = {hand for hand, count in players.items() if count > 1}
    tables = [people for people, theirs in results.items() if shared & theirs.keys()]
    tables = tables or list(results)
    if not 2 <= len(tables) <= match.TABLES_MOST:
        words = f"give those of 2 to {match.TABLES_MOST}"
        raise InputError(f"compare: records of {plural(len(tables), 'player')}; {words}")
    boards: list[match.MatchBoard] = []
    for hand in players:
        theirs = [results[people].get(hand) for people in tables]
        known = [one for one in theirs if one is not None]
        if len(known) == len(tables):
            totals = tuple(points for _, points in known)
            boards.append(match.MatchBoard(len(boards) + 1, known[0][0], totals))
    if not boards:
        words = "compare games from the same code"
        raise InputError(f"compare: no hand has the same code in all records; {words}")
    write_text("".join(f"{line}\n" for line in (*sheet(tables, boards, scoring), *remarks)))


def _choices(played: Replayed, seats: Sequence[int]) -> str:
    """Return the actions of these seats in a record, as one text."""
    return json_text([without_marks(line) for line in played.lines if line.get("seat") in seats])


# ---- a game again, with a computer player


def _duplicate(arguments: argparse.Namespace) -> int:
    """Print both lines of every hand, side by side. Raises UsageError, InputError."""
    wrong = level_problem(arguments.level)
    if wrong is not None:
        raise UsageError(f"--as: {wrong}", DUPLICATE)
    with stoppable("stopped; every hand above is complete"):
        return _play_again(arguments)


def _play_again(arguments: argparse.Namespace) -> int:
    with about_file(arguments.file, UnusableError):
        record = collect_journal(Path(arguments.file))
        hands = hands_to_repeat(record)
    chair = arguments.seat if arguments.seat is not None else next(iter(record.people), 0)
    if not 0 <= chair < len(record.names):
        known = f"choose from 0 to {len(record.names) - 1}"
        raise UsageError(f"--seat: there's no seat {chair}; {known}", DUPLICATE)
    seats = setup_of_record(record.replayed).seats
    seconds = 0.0
    for decision in record.decisions:
        seat = seats[decision.seat]
        own_level = seat.level if seat.kind == "bot" and decision.seat != chair else None
        seconds += decision_seconds(own_level or arguments.level)
    refuse_if_long(arguments.file, seconds, arguments)
    name, lines = record.names[chair], list[TwoLines]()
    write_text(f"{'hand':>4}  {name:<26}{arguments.level} in the same seat\n")
    for number in hands:
        two = play_again(record, number, chair, arguments.level)
        if two is None:
            write_text(f"{number:>4}  {arguments.level} calls for another deal\n")
        else:
            lines.append(two)
            write_text(f"{number:>4}  {line_words(two.done):<26}{line_words(two.again)}\n")
    if lines:
        write_text(f"{sum_words(name, arguments.level, lines)}\n")
    return DONE


# ---- a match, and hands one after another in plain text


def _match(arguments: argparse.Namespace) -> int:
    """Begin a match, or continue the latest one. Raises UsageError, InputError."""
    latest = _latest_match(arguments) if arguments.seats is None else _new_match(arguments)
    with about_file(data_folder()):
        match.keep_match(latest)
    if opens_plain(arguments.plain or arguments.all_plain):
        return play_match(latest)
    screens = "spades_tui.tui.setup.match_screen"
    return open_screens(lambda app: app.push_screen(import_module(screens).MatchScreen(latest)))


def _new_match(arguments: argparse.Namespace) -> match.Match:
    hands = arguments.hands or match.USUAL_HANDS
    setup = new_table(arguments, find_variant(arguments.variant), "")
    try:
        return match.match_of(setup, hands, arguments.scoring or "points")
    except UnusableError as error:
        raise UsageError(f"--seats: {error}", MATCH) from None


def _latest_match(arguments: argparse.Namespace) -> match.Match:
    """Return the latest match, with another scoring if one is given."""
    example = '--seats "human:Ann,human:Bea"'
    if arguments.variant or arguments.option or arguments.hands:
        raise UsageError(f"a new match needs people; add {example}", MATCH)
    latest = match.read_match()
    if latest is not None:
        return replace(latest, scoring=arguments.scoring or latest.scoring)
    file = data_folder() / match.FILE_NAME
    if file.exists():
        raise UsageError(f"{file} is damaged; begin another match with {example}", MATCH)
    raise UsageError(f"there is no match to continue; add {example}", MATCH)

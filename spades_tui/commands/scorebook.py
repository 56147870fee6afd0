"""`spades-tui scorebook`: show and edit the scorebook."""

import argparse
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext
from datetime import date
from functools import partial
from pathlib import Path

from msgspec import to_builtins
from msgspec.structs import replace

from spades_tui.language.sentence_parts import plural
from spades_tui.play.cast import cast
from spades_tui.play.setup import NAMES
from spades_tui.presentation import ladder_words
from spades_tui.presentation.person_words import person_rows
from spades_tui.presentation.player_words import player_lines
from spades_tui.presentation.scorebook_words import (
    board_columns,
    board_games,
    board_owed,
    feat_lines,
    practice_words,
    session,
)
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.ladder import Ladder
from spades_tui.scorebook.record_keeper import CatchUpResult
from spades_tui.scorebook.scoreboard import Scoreboard
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import CORRECTABLE, Agreements, Kind
from spades_tui.scorebook.statistics import PersonStatistics
from spades_tui.scorebook.transfer import export_to, exported, import_stream
from spades_tui.settings.settings_file import read_settings
from spades_tui.system.exit_status import InputError, UsageError, run_reporting
from spades_tui.system.folders import forks_folder
from spades_tui.system.output import (
    Progress,
    complain,
    is_unicode,
    remove_temporary,
    write_json,
    write_text,
)

SHOW_OPTIONS = {
    "only_table": "--table", "only_person": "--person", "variant": "--variant", "year": "--year",
    "json": "--json",
}  # fmt: skip
"""The options for showing the scorebook; they apply to `scorebook` without WHAT."""

ALSO_WITH = {
    "games": ("only_table", "only_person"),
    "players": ("only_person",),
    "ladder": ("variant", "json"),
}
"""Those of them that apply with WHAT too."""

LONGER = {
    Kind.OUTSIDE: "outside-star", Kind.GOLD: "gold-star", Kind.RED: "red-star",
    Kind.WIRE: "wire-to-wire", Kind.PILE: "waiting-tray", Kind.PERFECT: "perfect-day",
    Kind.IMPERFECT: "imperfect-day", Kind.BONE: "bonehead",
}  # fmt: skip
"""What people call counts whose own names say too little."""


def count_name(kind: Kind) -> str:
    """Return the name that people type for a count of the season, such as ``tray-person``."""
    return LONGER.get(kind, kind.replace("_", "-"))


COUNTS = {kind.replace("_", "-"): kind for kind in CORRECTABLE}
COUNTS |= {count_name(kind): kind for kind in CORRECTABLE}
"""The counts that people can correct, by their names and by those of earlier versions."""


def run(arguments: argparse.Namespace) -> int:
    """Run the command.

    Return 0, 1 (the input or the scorebook is damaged) or 2 (the command line has a mistake).
    """
    return run_reporting(partial(_run, arguments), file=getattr(arguments, "file", "scorebook"))


def _run(arguments: argparse.Namespace) -> None:
    """Bring the scorebook up to date and run the command.

    Raises UsageError, InputError, OSError.
    """
    for key, value in vars(arguments).items():
        for word in value if isinstance(value, list) else [value]:
            if key != "file" and isinstance(word, str) and not is_unicode(word):
                raise UsageError(f"{word!r}: some bytes aren't UTF-8; write plain text")
    _check_options(arguments)
    try:
        with open_book() as book:
            with _watched() as progress:
                if arguments.what == "rebuild":
                    if book.notice:
                        complain(book.notice)
                    book.notes.progress = progress
                    rebuilt = book.records.rebuild(progress)
                    _report_repairs(book, rebuilt)
                    write_text(f"computed {plural(rebuilt.games, 'game')} from the records\n")
                    return
                done = book.records.catch_up(progress=progress)
            _report_repairs(book, done)
            _ACTIONS[arguments.what or "show"](book, arguments)
    except BookTrouble as trouble:
        raise InputError(str(trouble), command="spades-tui") from None
    except BookError as error:
        if arguments.what == "import":
            raise InputError(f"{arguments.file}: {error}") from None
        text = str(error).removesuffix(".")
        if text.startswith("No "):
            text = f"no{text[2:]}"
        raise UsageError(text) from None


def _check_options(arguments: argparse.Namespace) -> None:
    """Raise UsageError for options that WHAT would ignore."""
    what = arguments.what
    idle = []
    for key, option in SHOW_OPTIONS.items():
        value = getattr(arguments, key)
        given = value is not None and value is not False
        if given and key not in ALSO_WITH.get(what, ()):
            idle.append(option)
    if what is not None and idle:
        them = "them" if idle[1:] else "it"
        words = f"{what} can't use {' or '.join(idle)}; leave {them} out"
        raise UsageError(words, "spades-tui scorebook")


@contextmanager
def _watched() -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for progress, which gets the number of games done and of all.

    They are first read, then counted.
    """
    bar = None
    last = 0

    def report(done: int, of: int) -> None:
        nonlocal bar, last
        if bar is None or done < last:
            bar = Progress(of, "games")
        last = done
        bar.at(done)

    try:
        yield report
    finally:
        remove_temporary()


def _report_repairs(book: Book, done: CatchUpResult) -> None:
    if book.notice:
        complain(book.notice)
    for _, why in done.broken:
        complain(f"skipped: {why}")
    for line in done.passed_over:
        complain(line)
    if done.kept:
        games = plural(done.kept, "game")
        complain(f"{games} without a record: kept as the scorebook has them")


def _show(book: Book, arguments: argparse.Namespace) -> None:
    if arguments.variant is not None and arguments.only_person is None:
        raise BookError("--variant: it needs a person; add --person NAME")
    tables = []
    people = []
    practice = ""
    if arguments.only_table is not None:
        tables.append(book.table(arguments.only_table))
    if arguments.only_person is not None:
        people.append(book.person(arguments.only_person))
    if arguments.only_table is None and arguments.only_person is None:
        tables += book.tables()
        people += book.persons()
        practice = practice_words(book)
    boards = [book.scoreboard(table.id, arguments.year) for table in tables]
    statistics = [book.statistics(person.id, arguments.variant) for person in people]
    if arguments.variant is not None and not statistics[0].games:
        words = f"hasn't finished a game of {arguments.variant!r}; leave --variant out"
        raise BookError(f"{statistics[0].name} {words}")
    if arguments.json:
        scoreboards = []
        for board in boards:
            span = session(board.session, date.isoformat)
            scoreboards.append({**to_builtins(board), "session": span})
        data = {"tables": scoreboards, "persons": [*map(_person_data, statistics)]}
        write_json(data, default=str)
        return
    blocks = [*map(_board_text, boards), *map(_person_text, statistics)]
    if not blocks:
        ending = "." if practice else ": finish a game to fill it."
        blocks.append(f"The scorebook is empty{ending}\n")
    if practice:
        blocks.append(f"{practice}\n")
    write_text("\n".join(blocks))


def _person_data(person: PersonStatistics) -> dict[str, object]:
    data: dict[str, object] = to_builtins(person)
    for name in ("points_per_hand", "average_bid", "average_tricks"):
        data[name] = getattr(person, name)
    return data


def _board_text(board: Scoreboard) -> str:
    parts = (
        board.table.name,
        str(board.year or "all years"),
        board_games(board),
        f"stars of {session(board.session, date.isoformat)}",
    )
    head = " · ".join(parts)
    columns = [_aligned(["", *(line.name for line in board.lines)], str.ljust)]
    titled = board_columns(board) if board.lines else []
    for number, (title, _, cell) in enumerate(titled, 1):
        align = str.ljust if number == len(titled) else str.rjust
        columns.append(_aligned([title, *map(cell, board.lines)], align))
    lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    return "\n".join([head, *lines, *board_owed(board)]) + "\n"


def _aligned(cells: list[str], align: Callable[[str, int], str]) -> list[str]:
    width = max(map(len, cells))
    return [align(cell, width) for cell in cells]


def _person_text(person: PersonStatistics) -> str:
    titles = [title for slug, title, _ in person.variants if person.variant in (None, slug)]
    lines = [f"{person.name} · {', '.join(titles) or 'no game yet'}"]
    labels, texts = zip(*person_rows(person), strict=True)
    for label, text in zip(_aligned([*labels], str.ljust), texts, strict=True):
        lines.append(f"  {label}  {text}")
    return "\n".join(lines) + "\n"


def _games(book: Book, arguments: argparse.Namespace) -> None:
    if arguments.deleted:
        lines = book.deleted(arguments.only_table, arguments.only_person)
    else:
        lines = book.games(arguments.only_table, arguments.only_person, limit=arguments.limit)
    for line in lines:
        won = " & ".join(line.winners)
        write_text(f"{line.id}  {line.day}  {line.title}: {', '.join(line.players)}; {won} won\n")
    if not arguments.deleted:
        for file in book.records.given_up():
            write_text(f"abandoned: {file}\n")
        for file in book.records.practice_files():
            write_text(f"practice, doesn't count: {file}\n")


def _players(book: Book, arguments: argparse.Namespace) -> None:
    """Print a paragraph about each named computer player.

    It has the record of `--person`, by default the user's.
    """
    name = arguments.only_person or read_settings().settings.name or NAMES[0]
    games = book.met(name)
    blocks = []
    for player in cast():
        first, *others = player_lines(player, games)
        indented = [f"      {line}" for line in others]
        blocks.append("\n".join([f"{player.picture} {first}", *indented, ""]))
    write_text("\n".join(blocks))


def _ladder(book: Book, arguments: argparse.Namespace) -> None:
    ladders = book.ladders(read_settings().settings.name or NAMES[0])
    if arguments.variant is not None:
        ladders = tuple(ladder for ladder in ladders if ladder.variant == arguments.variant)
    if arguments.json:
        data = list(map(to_builtins, ladders))
        write_json(data, default=str)
        return
    blocks = list(map(_ladder_text, ladders)) or [f"{ladder_words.EMPTY}\n"]
    write_text("\n".join(blocks))


def _feats(book: Book, arguments: argparse.Namespace) -> None:
    write_text("\n".join(feat_lines(book, read_settings().settings.name)) + "\n")


def _ladder_text(ladder: Ladder) -> str:
    rungs = ladder_words.rungs(ladder)
    names = _aligned([name for name, _, _ in rungs], str.ljust)
    lines = [f"{ladder.title} · {ladder.name}"]
    for name, (_, rating, own) in zip(names, rungs, strict=True):
        mark = ">" if own else " "
        lines.append(f"{mark} {name}  {rating}")
    return "\n".join([*lines, *ladder_words.sentences(ladder)]) + "\n"


def _export(book: Book, arguments: argparse.Namespace) -> None:
    form = "csv" if arguments.csv else "jsonl"
    if arguments.file == "-":
        write_text(exported(book, form))
    else:
        export_to(Path(arguments.file), book, form)


def _import(book: Book, arguments: argparse.Namespace) -> None:
    with (
        _watched() as book.notes.progress,
        nullcontext(sys.stdin.buffer)
        if arguments.file == "-"
        else open(arguments.file, "rb") as stream,
    ):
        games, notes = import_stream(stream, book)
    write_text(f"imported {plural(games, 'game')} and {plural(notes, 'note')}\n")


def _table(book: Book, arguments: argparse.Namespace) -> None:
    given = {}
    for key in ("session", "forfeit", "deck"):
        if getattr(arguments, key):
            given[key] = getattr(arguments, key)
    people = None
    if arguments.people:
        people = tuple(map(str.strip, arguments.people.split(",")))
    try:
        table = book.table(arguments.name)
    except BookError:
        book.create_table(arguments.rename or arguments.name, people or (), Agreements(**given))
        return
    settings = replace(table.settings, **given)
    book.change_table(table.id, name=arguments.rename, people=people, settings=settings)


def _assign(book: Book, arguments: argparse.Namespace) -> None:
    people = {}
    for text in arguments.seat:
        seat, _, person = text.partition("=")
        if not seat.isdigit() or not person:
            words = "is not a seat and a person; write N=PERSON, with N from 0"
            raise BookError(f"--seat: {text!r} {words}")
        people[int(seat)] = person
    book.assign(arguments.game, arguments.table, people)


def _correct(book: Book, arguments: argparse.Namespace) -> None:
    name = "-".join(arguments.count.casefold().replace("_", "-").split())
    kind = COUNTS.get(name)
    if kind is None:
        choices = ", ".join(map(count_name, CORRECTABLE))
        raise BookError(f"{arguments.count!r} can't be corrected; choose from {choices}")
    book.correct(arguments.person, arguments.table, kind, arguments.amount, arguments.why)


def _journal(book: Book, arguments: argparse.Namespace) -> Path:
    """Return the path of a file in the games folder, or of a fork, given its name or path.

    Raises BookError.
    """
    for folder in (book.records.folder, forks_folder(book.records.folder)):
        path = folder / Path(arguments.file).name
        if path.is_file():
            return path
    raise BookError(f"no game {arguments.file!r} in {book.records.folder}")


def _carried(book: Book, arguments: argparse.Namespace) -> None:
    write_text(f"{book.tick_carried(arguments.person, arguments.table)} carried\n")


def _paid(book: Book, arguments: argparse.Namespace) -> None:
    owed = book.pay_deck(arguments.person, arguments.table, arguments.decks)
    write_text(f"{owed} still owed\n")


_ACTIONS: dict[str, Callable[[Book, argparse.Namespace], object]] = {
    "show": _show, "games": _games, "players": _players, "ladder": _ladder, "feats": _feats,
    "export": _export, "import": _import, "table": _table, "assign": _assign,
    "correct": _correct,
    "delete": lambda book, arguments: book.delete_game(arguments.game),
    "restore": lambda book, arguments: book.restore_game(arguments.game),
    "rename": lambda book, arguments: book.rename(arguments.person, arguments.name),
    "merge": lambda book, arguments: book.merge(arguments.person, arguments.into),
    "abandon": lambda book, arguments: book.records.give_up(_journal(book, arguments)),
    "reopen": lambda book, arguments: book.records.take_up(_journal(book, arguments)),
    "carried": _carried, "paid": _paid,
}  # fmt: skip

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

from spades_tui.language.amounts import plural
from spades_tui.presentation.scorebook_words import board_columns, board_games, board_owed, person_rows, session
from spades_tui.scorebook import BookError, BookTrouble
from spades_tui.scorebook.record_keeper import CatchUpResult
from spades_tui.scorebook.scoreboard import Scoreboard
from spades_tui.scorebook.scorebook import Book, open_book
from spades_tui.scorebook.season import CORRECTABLE, Agreements, Kind
from spades_tui.scorebook.statistics import PersonStatistics
from spades_tui.scorebook.transfer import export_to, exported, import_stream
from spades_tui.system.exit_status import InputError, UsageError, run_reporting
from spades_tui.system.folders import forks_folder
from spades_tui.system.output import Progress, complain, is_unicode, json_text, remove_temporary, write_text

SHOW_OPTIONS = {
    "only_table": "--table", "only_person": "--person", "variant": "--variant", "year": "--year", "json": "--json",
}  # fmt: skip
"""The options for showing the scorebook; they apply to `scorebook` without WHAT."""

ALSO_WITH = {"games": ("only_table", "only_person")}  # those of them that apply with WHAT too


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (the input or the scorebook is damaged) or 2 (the command line has a mistake)."""
    return run_reporting(partial(_run, arguments), file=getattr(arguments, "file", "scorebook"))


def _run(arguments: argparse.Namespace) -> None:
    """Bring the scorebook up to date and run the command. Raises UsageError, InputError, OSError."""
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
        raise UsageError(f"no{text[2:]}" if text.startswith("No ") else text) from None


def _check_options(arguments: argparse.Namespace) -> None:
    """Raise UsageError for options that WHAT would ignore."""
    what = arguments.what
    given = [key for key in SHOW_OPTIONS if getattr(arguments, key) is not (False if key == "json" else None)]
    idle = [SHOW_OPTIONS[key] for key in given if key not in ALSO_WITH.get(what, ())]
    if what is not None and idle:
        them = "them" if idle[1:] else "it"
        raise UsageError(f"{what} can't use {' or '.join(idle)}; leave {them} out", "spades-tui scorebook")


@contextmanager
def _watched() -> Iterator[Callable[[int, int], None]]:
    """Yield a callback for progress, which gets the number of games done and of all, first read, then counted."""
    bar, last = None, 0

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
    lines = [book.notice] if book.notice else []
    lines += [f"skipped: {why}" for _, why in done.broken]
    lines += done.passed_over
    if done.kept:
        lines.append(f"{plural(done.kept, 'game')} without a record: kept as the scorebook has them")
    for line in lines:
        complain(line)


def _show(book: Book, arguments: argparse.Namespace) -> None:
    if arguments.variant is not None and arguments.only_person is None:
        raise BookError("--variant: it needs a person; add --person NAME")
    table, person = arguments.only_table, arguments.only_person
    every = table is None and person is None
    tables = [book.table(table)] if table is not None else list(book.tables()) if every else []
    persons = [book.person(person)] if person is not None else list(book.persons()) if every else []
    boards = [book.scoreboard(one.id, arguments.year) for one in tables]
    people = [book.statistics(one.id, arguments.variant) for one in persons]
    if arguments.variant is not None and not people[0].games:
        raise BookError(f"{people[0].name} hasn't finished a game of {arguments.variant!r}; leave --variant out")
    if arguments.json:
        tables_data = [{**to_builtins(one), "session": session(one.session, date.isoformat)} for one in boards]
        averages = ("points_per_hand", "average_bid", "average_tricks")
        persons_data = [{**to_builtins(one), **{name: getattr(one, name) for name in averages}} for one in people]
        data = {"tables": tables_data, "persons": persons_data}
        write_text(json_text(data, indent=2, default=str) + "\n")
        return
    blocks = [_board_text(board) for board in boards] + [_person_text(one) for one in people]
    practice = book.records.practice_words() if every else ""
    if not blocks:
        blocks.append(f"The scorebook is empty{'.' if practice else ': finish a game to fill it.'}\n")
    write_text("\n".join(blocks + ([f"{practice}\n"] if practice else [])))


def _board_text(board: Scoreboard) -> str:
    span, games = board.year or "all years", board_games(board)
    head = f"{board.table.name} · {span} · {games} · stars of {session(board.session, date.isoformat)}"
    found = board_columns(board) if board.lines else []
    rows = [("", *(title for title, _, _ in found))]
    rows += [(line.name, *(cell(line) for _, _, cell in found)) for line in board.lines]
    columns = []
    for number, column in enumerate(zip(*rows, strict=True)):
        to = str.ljust if number in (0, len(rows[0]) - 1) else str.rjust
        columns.append([to(cell, max(map(len, column))) for cell in column])
    lines = ["  ".join(cells).rstrip() for cells in zip(*columns, strict=True)]
    return "\n".join([head, *lines, *board_owed(board)]) + "\n"


def _person_text(one: PersonStatistics) -> str:
    titles = [title for slug, title, _ in one.variants if one.variant in (None, slug)]
    out = [f"{one.name} · {', '.join(titles) or 'no game yet'}"]
    rows = person_rows(one)
    width = max(len(label) for label, _ in rows)
    return "\n".join([*out, *(f"  {label:<{width}}  {text}" for label, text in rows)]) + "\n"


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


def _export(book: Book, arguments: argparse.Namespace) -> None:
    form = "csv" if arguments.csv else "jsonl"
    if arguments.file == "-":
        write_text(exported(book, form))
    else:
        export_to(Path(arguments.file), book, form)


def _import(book: Book, arguments: argparse.Namespace) -> None:
    with (
        _watched() as book.notes.progress,
        nullcontext(sys.stdin.buffer) if arguments.file == "-" else open(arguments.file, "rb") as stream,
    ):
        games, notes = import_stream(stream, book)
    write_text(f"imported {plural(games, 'game')} and {plural(notes, 'note')}\n")


def _table(book: Book, arguments: argparse.Namespace) -> None:
    given = {key: getattr(arguments, key) for key in ("session", "forfeit", "deck") if getattr(arguments, key)}
    people = tuple(name.strip() for name in arguments.people.split(",")) if arguments.people else None
    try:
        known = book.table(arguments.name)
    except BookError:
        book.create_table(arguments.rename or arguments.name, people or (), Agreements(**given))
        return
    book.change_table(known.id, name=arguments.rename, people=people, settings=replace(known.settings, **given))


def _assign(book: Book, arguments: argparse.Namespace) -> None:
    people = {}
    for text in arguments.seat:
        seat, _, person = text.partition("=")
        if not seat.isdigit() or not person:
            raise BookError(f"--seat: {text!r} is not a seat and a person; write N=PERSON, with N from 0")
        people[int(seat)] = person
    book.assign(arguments.game, arguments.table, people)


def _correct(book: Book, arguments: argparse.Namespace) -> None:
    if arguments.count not in CORRECTABLE:
        raise BookError(f"{arguments.count!r} can't be corrected; choose from {', '.join(CORRECTABLE)}")
    book.correct(arguments.person, arguments.table, Kind(arguments.count), arguments.amount, arguments.why)


def _journal(book: Book, arguments: argparse.Namespace) -> Path:
    """Return the path of a file in the games folder, or of a fork, given its name or path. Raises BookError."""
    for folder in (book.records.folder, forks_folder(book.records.folder)):
        if (path := folder / Path(arguments.file).name).is_file():
            return path
    raise BookError(f"no game {arguments.file!r} in {book.records.folder}")


_ACTIONS: dict[str, Callable[[Book, argparse.Namespace], object]] = {
    "show": _show, "games": _games, "export": _export, "import": _import, "table": _table, "assign": _assign,
    "correct": _correct,
    "delete": lambda book, arguments: book.delete_game(arguments.game),
    "restore": lambda book, arguments: book.restore_game(arguments.game),
    "rename": lambda book, arguments: book.rename(arguments.person, arguments.name),
    "merge": lambda book, arguments: book.merge(arguments.person, arguments.into),
    "abandon": lambda book, arguments: book.records.give_up(_journal(book, arguments)),
    "reopen": lambda book, arguments: book.records.take_up(_journal(book, arguments)),
    "carried": lambda book, given: write_text(f"{book.tick_carried(given.person, given.table)} carried\n"),
    "paid": lambda book, given: write_text(f"{book.pay_deck(given.person, given.table, given.decks)} still owed\n"),
}  # fmt: skip

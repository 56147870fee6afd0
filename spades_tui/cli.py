"""The commands: each imports only what it needs. Without one the game opens, and nothing of them is needed."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING

from spades_tui.system.exit_status import DONE, WRONG_USAGE, InputError, UsageError, run_reporting, unusable
from spades_tui.system.output import OutputError, complain, json_text, open_closed_ones, taken, write_text

if TYPE_CHECKING:
    import argparse

    from spades_tui.play.resume import Suspended
    from spades_tui.play.setup import TableSetup

SPARING = (3000, 10, 100_000)
"""While the program is imported, Python looks for what nobody reaches any more among what is new alone: all that was
imported stays, and to look through it takes as long as many modules."""

ELSEWHERE = {
    "advise": "spades_tui.commands.advise",
    "book": "spades_tui.commands.scorebook",
    "bug": "spades_tui.commands.bug",
    "lessons": "spades_tui.commands.lessons",
    "replay": "spades_tui.commands.replay",
    "review": "spades_tui.commands.advise",
    "serve": "spades_tui.commands.serve",
    "settings": "spades_tui.commands.settings",
    "verify": "spades_tui.commands.replay",
}
"""Commands whose arguments, and what they do, lie in a module of their own."""


def main(argv: list[str] | None = None) -> int:
    """Run a command; the exit status is 0, 1 (the input is wrong), 2 (the command line is wrong) or 3 (a fault)."""
    if argv is None:
        from spades_tui.system.faults import tell_of_threads

        tell_of_threads()
    try:
        open_closed_ones()
        for stream in (sys.stdin, sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):  # one that stands in its place may have none
                stream.reconfigure(errors="replace")
        status = run_reporting(lambda: _run(argv))
        with taken():
            sys.stdout.flush()
        return status
    except BrokenPipeError:
        _write_no_more()
        return DONE
    except OutputError as error:
        complain(f"spades-tui: standard output: {error}")
        _write_no_more()
        return WRONG_USAGE
    except Exception as error:
        from spades_tui.system.faults import tell

        return tell(error)
    except KeyboardInterrupt:
        import signal

        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a second one while leaving says nothing more
        return 130
    finally:
        if argv is None:  # the process ends: nobody need look through all that it has for what could be thrown away
            gc.freeze()


def _write_no_more() -> None:
    """What standard output has not taken is not tried again at the end of the process."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _run(argv: list[str] | None) -> int:
    words = sys.argv[1:] if argv is None else argv
    if argv is None and "_ARGCOMPLETE" in os.environ:
        from spades_tui.commands.arguments import parser
        from spades_tui.commands.completion import answer

        answer(parser())
    if argv is None and (not words or words[0] == "play"):
        gc.disable()  # until the first frame
    if not words:
        return _open_app(None, None, None)
    from spades_tui.commands.arguments import parser

    arguments = parser(of_play=words[0] == "play").parse_args(words)
    match arguments.command:
        case None:
            return _open_app(None, None, None, arguments.all_plain)
        case "play":
            return _play(arguments)
        case "variants":
            return _variants(arguments)
        case "simulate":
            return _simulate(arguments)
        case "completion":
            from spades_tui.commands.completion import script

            write_text(script(arguments.shell))
            return DONE
        case "lessons" if arguments.what == "play":
            return _lessons(arguments.name, arguments.plain or arguments.all_plain)
    status: int = import_module(ELSEWHERE[arguments.command]).run(arguments)
    return status


def _open_app(setup: TableSetup | None, resume: Suspended | None, pace: str | None, plain: bool = False) -> int:
    if _goes_plain(plain):
        gc.enable()
        return _open_plain(setup, resume)
    gc.set_threshold(*SPARING)  # `screens.afterwards` has it as usual again
    from spades_tui.tui.app import run

    settings = None
    if pace is not None:
        from dataclasses import replace

        from spades_tui.settings.settings_file import load_settings

        settings = replace(load_settings(), pace=pace)  # type: ignore[arg-type]  # argparse has checked the word
    from spades_tui.record.record_error import RecordError

    try:
        return run(setup=setup, resume=resume, settings=settings)
    except RecordError as error:
        raise InputError(str(error)) from None


def _goes_plain(wanted: bool) -> bool:
    """Whether the game comes as plain text: it is wanted, nothing else can be shown, or the settings say so."""
    if wanted or not (sys.stdin.isatty() and sys.stdout.isatty()) or os.environ.get("TERM") == "dumb":
        return True
    from spades_tui.settings.settings_file import load_settings

    return load_settings().plain


def _lessons(name: str, plain: bool) -> int:
    """The lessons, on the screen or as lines of text; one that is named begins at once. Raises UsageError."""
    from spades_tui.lessons.shelf import heads

    names = [head.name for head in heads()]
    if name and name not in names:
        from spades_tui.language.quoting import nearest

        raise UsageError(f"spades-tui: no lesson {name!r}{nearest(name, names) or ' (spades-tui lessons lists them)'}")
    if not _goes_plain(plain):
        from spades_tui.tui.app import run

        return run(lesson=name)
    from spades_tui.plain.console import Console, GoneError
    from spades_tui.plain.lesson_run import Learn
    from spades_tui.settings.settings_file import load_settings

    learn = Learn(Console(sys.stdin, sys.stdout), load_settings())
    with suppress(GoneError):
        if name:
            learn.begin(next(head for head in learn.heads if head.name == name))
        else:
            learn.run()
    return DONE


def _open_plain(setup: TableSetup | None, resume: Suspended | None) -> int:
    """A table as lines of text; without one, what may be played is asked first."""
    from spades_tui.plain.run import NotOpenedError, play
    from spades_tui.record.record_error import RecordError
    from spades_tui.settings.settings_file import read_settings

    try:
        if setup is None and resume is None:
            return _plain_home()
        for fault in read_settings().faults:
            complain(fault)
        return play(setup, resume)
    except (NotOpenedError, RecordError) as error:
        raise InputError(str(error)) from None


def _plain_home() -> int:
    """Ask for a table or a lesson until somebody leaves; return 1 if a game of these is not whole on disk."""
    from spades_tui.commands.arguments import parser
    from spades_tui.commands.from_arguments import setup_given
    from spades_tui.plain.console import Console
    from spades_tui.plain.start_menu import Home
    from spades_tui.play.saved_games import remember_setup

    home, status = Home(Console(sys.stdin, sys.stdout)), DONE
    while True:
        wanted = home.choose()
        if wanted is None:
            return status
        try:
            if isinstance(wanted, list):
                arguments = parser(of_play=True).parse_args(["play", "--plain", *wanted])
                if arguments.resume is not None:
                    status = max(status, _play(arguments))
                    continue
                wanted = setup_given(arguments)
            with suppress(OSError):
                remember_setup(wanted)
            status = max(status, _open_plain(wanted, None))
        except (UsageError, InputError) as error:
            home.sorry(*error.args)


def _play(arguments: argparse.Namespace) -> int:
    if arguments.resume is not None:
        given = [name for name in ("variant", "seats", "seed") if getattr(arguments, name) is not None]
        if given or arguments.option or arguments.sandbox:
            raise UsageError("spades-tui play: --resume goes on with a game as it was; only --pace goes with it")
        journal = _read_journal(Path(arguments.resume), arguments.good_part)
        return _open_app(None, journal, arguments.pace, arguments.plain or arguments.all_plain)
    if arguments.good_part:
        raise UsageError("spades-tui play: --good-part goes with --resume FILE")
    from spades_tui.commands.from_arguments import setup_given

    return _open_app(setup_given(arguments), None, arguments.pace, arguments.plain or arguments.all_plain)


def _read_journal(path: Path, good_part: bool = False) -> Suspended:
    """The game, read before the screen opens, so that what is wrong with it is said plainly.

    `good_part`: where the file is broken, the game of its good part, which is a new file then.
    """
    from spades_tui.play import rescue
    from spades_tui.play.journal import JournalBusy
    from spades_tui.play.resume import read_journal
    from spades_tui.record.record_error import RecordError

    try:
        return read_journal(path)
    except RecordError as error:
        if good_part:
            return _read_journal(_rescued(path, error))
        raise InputError(str(error), rescue.hint(path)) from None
    except JournalBusy as error:
        raise InputError(f"spades-tui: {error}") from None
    except OSError as error:
        raise unusable(str(path), error) from None


def _rescued(path: Path, error: Exception) -> Path:
    """A new game file of what is good of a broken one. Raises InputError if there is nothing to go on with."""
    from spades_tui.play.rescue import good_part, rescue

    part = good_part(path)
    if part is None:
        raise InputError(str(error)) from None
    try:
        new = rescue(part)
    except OSError as refused:
        raise unusable(str(refused.filename or path), refused) from None
    if part.over:
        raise InputError(f"{part.words} They lie in {new} now, for the book; there is nothing to go on with.") from None
    return new


def _variants(arguments: argparse.Namespace) -> int:
    from spades_tui.rules import rules_page as words

    if arguments.what == "schema":
        from spades_tui.rules.schema import file_schema

        write_text(json_text(file_schema(), indent=2) + "\n")
        return DONE
    if arguments.what == "check":
        return _check_variants(arguments.files)
    if arguments.what == "show":
        from spades_tui.commands.from_arguments import find_variant

        variant = find_variant(arguments.slug)
        write_text(
            json_text(variant.to_json(), indent=2) + "\n"
            if arguments.json
            else words.page(variant)
        )
        return DONE
    from spades_tui.rules.catalogue import shelf

    entries = shelf()
    width = max(len(entry.slug) for entry in entries) + 2
    for entry in entries:
        mine = "" if entry.shipped else "(yours) "
        summary = words.summary_line(entry.variant) if entry.variant and not entry.error else f"broken: {entry.error}"
        write_text(f"{entry.slug:<{width}}{mine}{summary}\n")
    return DONE


def _check_variants(files: list[str]) -> int:
    from spades_tui.analysis.trial_games import trial
    from spades_tui.rules.catalogue import is_free
    from spades_tui.rules.variant_reader import VariantError, line_in, load

    def check(file: str) -> None:
        try:
            variant = load(Path(file))
            trial(variant, file)
        except VariantError as error:
            raise InputError(*error.lines) from None
        write_text(f"{file}: {variant.name} holds together\n")
        if not is_free(variant, Path(file)):
            message = f"{variant.slug!r} is taken by another variant: in your folder it wants a slug of its own"
            write_text(f"{file}:{line_in(file, ('slug',))}: slug: {message}\n")

    return max(run_reporting(partial(check, file), file=file) for file in files)


def _simulate(arguments: argparse.Namespace) -> int:
    from spades_tui import bots
    from spades_tui.analysis.simulate import MAX_HANDS, simulate
    from spades_tui.bots.styles import split
    from spades_tui.commands.from_arguments import (
        EXEC,
        bot_seat,
        boxed,
        entries,
        find_variant,
        options_given,
        seed_given,
    )
    from spades_tui.play.setup import NAMES, TableSetup
    from spades_tui.system.collecting import seldom
    from spades_tui.system.disk import write_whole
    from spades_tui.system.folders import simulated_file
    from spades_tui.system.progress import Progress

    seldom()
    variant = find_variant(arguments.variant)
    players = entries(arguments.bots, "--bots")
    for level in players:
        wrong = None if level.startswith(EXEC) else bots.wrong_with(level)
        if wrong is not None:
            others = "" if split(level)[0] in bots.LEVELS else f", or {EXEC}COMMAND"
            raise UsageError(f"spades-tui: --bots: {wrong}{others}")
    if len(players) not in (1, variant.seats):
        raise UsageError(f"spades-tui: --bots: one level, or {variant.seats}, wanted; {len(players)} found")
    seats = tuple(bot_seat(NAMES[n], players[n % len(players)]) for n in range(variant.seats))
    seats = boxed(seats, arguments.sandbox)
    seed = seed_given(arguments.seed)
    options = options_given(variant, arguments.option)

    def setups() -> Iterator[TableSetup]:
        for game in range(1, arguments.games + 1):
            yield TableSetup(variant, options, seats, (game - 1) % variant.seats, seed, game)

    folder = None if arguments.out == "-" else Path(arguments.out)
    progress = Progress(arguments.games, "games" if arguments.games > 1 else "game")
    said: set[str] = set()
    try:
        if folder is not None:
            folder.mkdir(parents=True, exist_ok=True)
        for number, done in enumerate(simulate(setups(), arguments.games, arguments.jobs, progress.at), 1):
            if not done.ended:
                complain(f"game {done.game} had not ended after {MAX_HANDS} hands and is left unfinished")
            for words in (words for words in done.missed if words not in said):
                said.add(words)
                complain(f"spades-tui: {words}")
            if folder is None:
                write_text(done.text)
            else:
                file = simulated_file(folder, variant.slug, done.game, arguments.games)
                write_whole(file, done.text, mode=0o666, sync=False)
            progress.at(number)
    except BrokenPipeError:
        raise
    except OSError as error:
        raise unusable(arguments.out, error) from None
    finally:
        progress.close()
    return DONE

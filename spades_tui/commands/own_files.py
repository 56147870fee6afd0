"""`spades-tui lessons`, `settings` and `variants`.

List or show files that users can write, and check them.
"""

import argparse
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from pathlib import Path

from spades_tui.analysis.simulate import trial
from spades_tui.commands.from_arguments import find_variant
from spades_tui.commands.open_game import open_screens, opens_plain
from spades_tui.language.quoting import first_of, nearest
from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.course import PUZZLES, check_puzzles, sections
from spades_tui.lessons.learned import learned_file, read_learned
from spades_tui.lessons.lesson_reader import LessonHead, heads, read_lesson
from spades_tui.lessons.mistake_lesson import TITLE
from spades_tui.lessons.mistakes import MISTAKES, read_deck, system_time
from spades_tui.lessons.mistakes_words import deck_words, problem_words
from spades_tui.lessons.puzzles import all_puzzles
from spades_tui.plain.console import Console, GoneError
from spades_tui.plain.lesson_run import Learn
from spades_tui.rules import rules_page
from spades_tui.rules.catalogue import is_free, shelf
from spades_tui.rules.variant_reader import line_in, load
from spades_tui.settings.settings import Fault
from spades_tui.settings.settings_file import load_settings, read_settings, settings_file, text_of
from spades_tui.system.exit_status import DONE, WRONG_INPUT, UsageError, each_reporting, file_error
from spades_tui.system.folders import open_plain
from spades_tui.system.output import complain, write_json, write_text


def run(arguments: argparse.Namespace) -> int:
    """Run the command; return 0, 1 (an invalid file) or 2 (an unreadable file)."""
    commands = {"lessons": _lessons, "settings": _settings, "variants": _variants}
    return commands[arguments.command](arguments)


# ---- lessons


def _lessons(arguments: argparse.Namespace) -> int:
    if arguments.what == "play":
        return _play_lesson(arguments.name, arguments.plain or arguments.all_plain)
    if arguments.what == "check":
        return each_reporting(_check_lesson, arguments.files)
    listed = heads(whole=True)
    learned = read_learned()
    done = learned.done
    if learned.broken:
        complain(f"{learned_file()}: damaged and not used; restore or delete it")
    deck = read_deck()
    for problem in problem_words(deck):
        complain(problem)
    width = max((len(head.name) for head in listed), default=0) + 2
    mistakes = ""
    if deck.lines:
        mistakes = f"{MISTAKES:<{width}}{TITLE}: {deck_words(deck, system_time())}\n"
    for part in sections(listed):
        if part.title == PUZZLES:
            write_text(mistakes)
        write_text(f"{part.title}\n")
        for head in part.heads:
            write_text(f"  {head.name:<{width}}{_head_words(head, head.name in done)}\n")
    return DONE


def _head_words(head: LessonHead, done: bool) -> str:
    """Return what a lesson is about, or why it can't be read."""
    if head.error:
        return f"broken: {head.error}"
    notes = ["puzzle" if head.puzzle else f"{head.minutes} min"]
    if done:
        notes.append("done")
    return f"{head.title} ({', '.join(notes)}): {head.summary}"


def _check_lesson(file: str) -> None:
    lesson = read_lesson(Path(file))
    check_puzzles(lesson, file)
    decisions = plural(len(lesson.decisions), "decision")
    write_text(f"{file}: {lesson.title}: {decisions}, plays to its end\n")


def _play_lesson(name: str, plain: bool) -> int:
    """Open the lessons, on the screen or in plain text; start the named one. Raises UsageError."""
    puzzles = all_puzzles().puzzles
    names = [head.name for head in heads()]
    names += (puzzle.name for puzzle in puzzles)
    if name and name not in (*names, MISTAKES):
        hint = nearest(name, names) or "; spades-tui lessons lists them"
        raise UsageError(f"no lesson {name!r}{hint}")
    if not opens_plain(plain):
        lessons = "spades_tui.tui.lessons.lesson_list"
        return open_screens(lambda app: app.push_screen(import_module(lessons).LearnScreen(name)))
    learn = Learn(Console(sys.stdin, sys.stdout), load_settings())
    with suppress(GoneError):
        named_puzzles = [puzzle for puzzle in puzzles if puzzle.name == name]
        if name == MISTAKES:
            learn.ask_mistakes()
        elif named_puzzles:
            learn.begin_puzzle(named_puzzles[0])
        elif name:
            learn.begin(next(head for head in learn.heads if head.name == name))
        else:
            learn.run()
    return DONE


# ---- settings


def _settings(arguments: argparse.Namespace) -> int:
    if arguments.what == "check":
        return _check_settings(arguments.file)
    if arguments.what == "path":
        write_text(f"{settings_file()}\n")
        return DONE
    loaded = read_settings()
    write_text(f"# {settings_file()}\n{text_of(loaded.settings)}")
    return _complain_about(loaded.faults)


def _check_settings(named: str | None) -> int:
    """Check this settings file, or the one in use. Raises UsageError."""
    file = Path(named) if named is not None else settings_file()
    try:
        open_plain(file).close()
    except OSError as error:
        if isinstance(error, FileNotFoundError) and named is None:
            write_text(f"{file}: no such file; the defaults apply\n")
            return DONE
        raise file_error(str(file), error) from None
    status = _complain_about(read_settings(file).faults)
    if status == DONE:
        write_text(f"{file}: no mistakes\n")
    return status


def _complain_about(faults: Sequence[Fault]) -> int:
    for line in first_of([*map(str, faults)]):
        complain(line)
    return WRONG_INPUT if faults else DONE


# ---- variants


def _variants(arguments: argparse.Namespace) -> int:
    match arguments.what:
        case "schema":
            from spades_tui.rules.schema import file_schema

            write_json(file_schema())
        case "check":
            return each_reporting(_check_variant, arguments.files)
        case "show":
            variant = find_variant(arguments.slug)
            if arguments.json:
                write_json(variant.to_json())
            else:
                write_text(rules_page.page(variant))
        case _:
            entries = shelf()
            width = max(len(entry.slug) for entry in entries) + 2
            for entry in entries:
                summary = f"broken: {entry.error}"
                if entry.variant is not None and not entry.error:
                    variant = entry.variant
                    summary = f"{plural(variant.seats, 'player')}, {variant.summary}"
                if not entry.shipped:
                    summary = f"(yours) {summary}"
                write_text(f"{entry.slug:<{width}}{summary}\n")
    return DONE


def _check_variant(file: str) -> None:
    variant = load(Path(file))
    trial(variant, file)
    write_text(f"{file}: {variant.name}: no mistakes\n")
    if not is_free(variant, Path(file)):
        place = f"{file}:{line_in(file, ('slug',))}: slug"
        problem = f"another variant has the slug {variant.slug!r}"
        write_text(f"{place}: {problem}; choose a new one for your variants folder\n")

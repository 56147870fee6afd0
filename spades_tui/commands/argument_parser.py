"""The parser of the command line.

It has our sentences for its errors, its values, and options of several commands. Each command waits
for this module, so errors and `--version` import what they need.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

from spades_tui import __version__
from spades_tui.language.quoting import nearest
from spades_tui.language.sentence_parts import capitalized
from spades_tui.system.exit_status import UsageError
from spades_tui.system.output import write_text, writing_errors

if TYPE_CHECKING:
    from collections.abc import Callable

    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction["Parser"]


MISSING = "%s: missing; write it after the command"
SIMILAR = 0.75  # the share of an option's letters in one that it may be meant for, dashes included

SENTENCES = {
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "the following arguments are required: %s": MISSING,
    "expected one argument": "its value is missing; write one after it",
    "expected at most one argument": "more than one value; write one",
    "expected at least one argument": "its value is missing; write at least one",
    "not allowed with argument %s": "doesn't go with %s; leave one of them out",
    "ignored explicit argument %r": "takes no value; leave out %r",
    "ambiguous option: %(option)s could match %(matches)s": (
        "%(option)s: means %(matches)s; write the whole word"
    ),
}
"""Our sentences for argparse's, in the form `place: problem; fix`.

Argparse looks each one up before it's printed.
"""

setattr(argparse, "_", lambda text: SENTENCES.get(text, text))  # noqa: B010  # its only way to change a sentence


class Parser(argparse.ArgumentParser):
    """A parser that reports a mistake in one line."""

    def error(self, message: str) -> NoReturn:
        """Raise UsageError."""
        place = message.removesuffix(MISSING[2:])
        if place != message and ", " in place:
            message = f"{place}: missing; write them after the command"
        raise UsageError(f"{message} (see {self.prog} --help)", self.prog)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments.

        Raises UsageError, also for a word that the command doesn't know.
        """
        found, left = self.parse_known_args(args, namespace)
        if left:
            self._unknown(left[0])
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments and the words left over.

        Raises UsageError for a word left over by a command.
        """
        found, left = super().parse_known_args(args, namespace)
        # report it here, where the options of this command are known
        if left and self._subparsers is None:
            self._unknown(left[0])
        return found, left

    def _unknown(self, word: str) -> NoReturn:
        if word.startswith("-"):
            near = nearest(word.partition("=")[0], self._option_string_actions, SIMILAR)
            what = f"unknown option{near or '; leave it out'}"
        elif any(action.nargs in ("+", "*") for action in self._get_positional_actions()):
            # they're read together
            what = "comes after an option; write it before the options"
        else:
            what = self._instead_of_game(word) or "one word too many; leave it out"
        self.error(f"{word}: {what}")

    def _instead_of_game(self, word: str) -> str:
        """Return what to write instead of a game's name here; "" for another word."""
        from spades_tui.rules.catalogue import slug_named

        slug = slug_named(word)
        if slug is None:
            return ""
        if "--variant" in self._option_string_actions:
            return f"is a game; write --variant {slug}"
        if self.prog.endswith(" variants"):
            return f"is a game; write: {self.prog} show {slug}"
        return f"is a game; play it with: spades-tui play {slug}"

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise argparse.ArgumentError for a word that isn't one of the choices."""
        if action.choices is None or value in action.choices:
            return
        if isinstance(action, argparse._SubParsersAction):
            words = [command.dest for command in action._choices_actions]  # leave out aliases
        else:
            words = list(map(str, action.choices))
        game = self._instead_of_game(str(value))
        if game:
            raise argparse.ArgumentError(action, f"{value!r} {game}")
        hint = nearest(str(value), words) or f"; choose from {', '.join(words)}"
        raise argparse.ArgumentError(action, f"there's no {value!r}{hint}")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Print the help. Raises OutputError where argparse would ignore that the output failed."""
        if file is not None:
            super().print_help(file)
            return
        with writing_errors():
            sys.stdout.write(self.format_help())
            sys.stdout.flush()


class Version(argparse.Action):
    """The option that prints the program's version."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and exit."""
        write_text(f"{program_version()}\n")
        parser.exit()


def program_version() -> str:
    """Return the program's name and version, and whether the search is compiled."""
    from spades_tui.bots.search import playout

    kernel = "pure Python" if playout.__file__.endswith((".py", ".pyc")) else "compiled"
    return f"spades-tui {__version__} (kernel: {kernel})"


def whole_number(text: str, most: int = 6) -> int:
    """Read a whole number of at most so many digits, perhaps below 0.

    Raises argparse.ArgumentTypeError.
    """
    digits = text.removeprefix("-")
    if not (digits.isascii() and digits.isdigit()) or len(digits) > most:
        words = f"isn't a whole number; write one of up to {most} digits"
        raise argparse.ArgumentTypeError(f"{text!r} {words}")
    return int(text)


def year(text: str) -> int:
    """Read a year with four digits. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit() and len(text) == 4):
        raise argparse.ArgumentTypeError(f"{text!r} isn't a year; write four digits, such as 2026")
    return int(text)


def file_name(text: str) -> str:
    """Read the name of a file or a folder. Raises argparse.ArgumentTypeError if it is empty."""
    if not text:
        raise argparse.ArgumentTypeError("the name is empty; write the name of a file")
    return text


def record_name(text: str, instead: str = "play it with: spades-tui play") -> str:
    """Read the name of a record. Raises argparse.ArgumentTypeError for the name of a game.

    `instead`: what to write before that name.
    """
    from spades_tui.rules.catalogue import shipped

    if text in shipped() and not Path(text).exists():
        raise argparse.ArgumentTypeError(f"{text!r} is a game, not a file; {instead} {text}")
    return file_name(text)


def between(least: int, most: int) -> Callable[[str], int]:
    """Return a function that reads a number within these bounds.

    It raises argparse.ArgumentTypeError.
    """

    def read(text: str) -> int:
        is_number = text.isascii() and text.isdigit() and len(text) <= max(5, len(str(most)))
        if not is_number or not least <= int(text) <= most:
            raise argparse.ArgumentTypeError(f"{text!r} can't be used; write {least} to {most}")
        return int(text)

    return read


count = between(1, 9_999_999)
MOST_HANDS = 100_000  # hands that a record can have
port = between(0, 65535)
TYPES = {
    **dict.fromkeys(("--games N", "--hands N", "--limit N"), count),
    "--hand N": between(1, MOST_HANDS),
    **dict.fromkeys(("--decks N", "--line N", "--seat N", "amount AMOUNT"), whole_number),
    "--port N": port,
    "--year YEAR": year,
    **dict.fromkeys(("file FILE", "file FILE|-", "files FILE|-"), record_name),
}  # fmt: skip
"""How to read the values of arguments with these names.

Others are text, the name of a file, or say how.
"""

OPEN_HANDS = "--open-hands"


def add(
    commands: Commands, name: str, help: str, description: str = "", **more: Any
) -> argparse.ArgumentParser:
    """Add a command.

    Without a description, its help begins with the words from the list of commands.
    """
    about = description or f"{capitalized(help)}."
    return commands.add_parser(name, help=help, description=about, **more)


def subcommands(command: argparse.ArgumentParser) -> Commands:
    """Let a command have commands of its own."""
    return command.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)


def take(command: argparse._ActionsContainer, argument: str, help: str, **more: Any) -> None:
    """Add an argument, written as its help shows it.

    That is ``--seed TEXT``, ``file FILE``, or a flag such as ``--json``.
    """
    name, _, value = argument.partition(" ")
    if value:
        more["metavar"] = value
        is_file = any(word in value for word in ("FILE", "DIR", "OUT"))
        more.setdefault("type", TYPES.get(argument, file_name if is_file else None))
    elif "choices" not in more:
        more.setdefault("action", "store_true")
    command.add_argument(name, help=help, **more)

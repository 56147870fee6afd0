"""Complete the command line when the shell asks for it at a press of Tab.

The shell calls the program, which offers commands and options, variants, options of the chosen
variant, and levels.
"""

import argparse
from collections.abc import Callable, Iterable, Iterator

import argcomplete
from argcomplete.completers import ChoicesCompleter, FilesCompleter
from argcomplete.shell_integration import shellcode

from spades_tui.bots.levels import LEVELS
from spades_tui.commands.arguments import parser
from spades_tui.play import DEFAULT_GAME
from spades_tui.rules.catalogue import find, shelf
from spades_tui.rules.option_declarations import Option
from spades_tui.rules.variant import options_of
from spades_tui.rules.variant_reader import VariantError
from spades_tui.system.exit_status import DONE
from spades_tui.system.output import write_text

Completer = Callable[..., Iterable[str]]


def run(arguments: argparse.Namespace) -> int:
    """Print the script that a shell reads at its start, so that Tab asks the program."""
    write_text(shellcode(["spades-tui"], shell=arguments.shell))
    return DONE


def answer() -> None:
    """Print the words that could come next for the shell, and end the process."""
    program = parser()
    files, levels = FilesCompleter(), ChoicesCompleter(dict.fromkeys(LEVELS, ""))
    # for names and numbers; without a completer the shell would offer files
    nothing = ChoicesCompleter({})
    completers: dict[str, Completer] = {
        "--variant GAME": _slugs, "GAME|CODE": _slugs,
        "GAME|FILE": lambda **asked: [*_slugs(), *files(**asked)],
        "NAME=VALUE": _options, "LEVEL": levels, "LEVEL,…": levels,
        **dict.fromkeys(("FILE", "FILE|-", "FILE|TEXT", "DIR", "DIR|-", "OUT", "OUT.svg"), files),
    }  # fmt: skip
    for action in _actions(program):
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        written = " ".join([*action.option_strings, metavar])
        if action.choices is None:  # argcomplete looks for the completer of others
            completer = completers.get(written) or completers.get(metavar, nothing)
            action.completer = completer  # type: ignore[attr-defined]
    argcomplete.autocomplete(program)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """Yield the arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)


def _slugs(**asked: object) -> list[str]:
    return [entry.slug for entry in shelf() if not entry.error]


def _options(*, parsed_args: argparse.Namespace, **asked: object) -> list[str]:
    """Return NAME=VALUE for each value that can be listed, and NAME= for others.

    They are those of the chosen or the default variant.
    """
    given = vars(parsed_args)
    named = given.get("game") or given.get("games") or [given.get("variant") or DEFAULT_GAME]
    try:
        variant = find(named[0])
    except (KeyError, VariantError, OSError):
        return []
    return [f"{option.name}={word}" for option in options_of(variant) for word in _words(option)]


def _words(option: Option) -> list[str]:
    """Return the values of an option as words, and an empty one if it takes any number."""
    words = [""] if option.bounds else []
    for value in option.values:
        if isinstance(value, bool):
            words.append("on" if value else "off")
        else:
            words.append(str(value))
    return words

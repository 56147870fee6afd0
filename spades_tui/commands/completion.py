"""Shell completion: what could stand next on the command line, asked by the shell at each press of Tab.

The shell calls the program itself, so what is offered is what this program takes: its commands and options, the
variants at hand, the options of the one that is named, and levels.
"""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING

import argcomplete
from argcomplete.completers import FilesCompleter
from argcomplete.shell_integration import shellcode

from spades_tui.bots import LEVELS
from spades_tui.commands.arguments import parser
from spades_tui.rules.catalogue import find, shelf
from spades_tui.rules.options import options_of
from spades_tui.rules.variant_reader import VariantError
from spades_tui.system.exit_status import DONE
from spades_tui.system.output import write_text

if TYPE_CHECKING:
    from spades_tui.rules.declared_option import Option

Completer = Callable[..., Iterable[str]]


def run(arguments: argparse.Namespace) -> int:
    """Print what the shell reads at its start, so that Tab asks the program."""
    write_text(shellcode(["spades-tui"], shell=arguments.shell))
    return DONE


def answer() -> None:
    """Tell the shell what could stand next, and end the process."""
    program = parser()
    files = FilesCompleter()
    known: dict[str, Completer] = {
        "SLUG": _slugs,
        "SLUG|FILE": lambda **asked: [*_slugs(), *files(**asked)],
        "FILE": files,
        "FILE|-": files,
        "DIR|-": files,
        "NAME=VALUE": _options,
        "LEVEL": _levels,
        "LEVEL,…": _levels,
    }
    for action in _actions(program):
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        if action.choices is None:
            action.completer = known.get(metavar, _nothing)  # type: ignore[attr-defined]  # argcomplete looks for it
    argcomplete.autocomplete(program)


def _actions(parser: argparse.ArgumentParser) -> Iterator[argparse.Action]:
    """The arguments of a parser and of its commands."""
    for action in parser._actions:
        yield action
        if isinstance(action, argparse._SubParsersAction):
            for one in action.choices.values():
                yield from _actions(one)


def _nothing(**asked: object) -> tuple[str, ...]:
    """For a name or a number, which nobody can foresee: otherwise the shell offers files."""
    return ()


def _slugs(**asked: object) -> list[str]:
    """The variants at hand that hold together."""
    return [entry.slug for entry in shelf() if not entry.error]


def _levels(**asked: object) -> tuple[str, ...]:
    return LEVELS


def _options(*, parsed_args: argparse.Namespace, **asked: object) -> list[str]:
    """NAME=VALUE for each value that can be listed, NAME= for others; of the variant named, or the usual one."""
    try:
        variant = find(parsed_args.variant or "sandbags")
    except (KeyError, VariantError, OSError):
        return []
    return [f"{option.name}={word}" for option in options_of(variant) for word in _words(option)]


def _words(option: Option) -> list[str]:
    """What may be typed for an option; an empty word where it takes any number."""
    values = [("on" if value else "off") if isinstance(value, bool) else str(value) for value in option.values]
    return ["", *values] if option.number else values

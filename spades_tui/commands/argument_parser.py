"""The parser of the command line, with our sentences for its errors."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any, NoReturn

from spades_tui.language.quoting import nearest
from spades_tui.system.exit_status import UsageError
from spades_tui.system.output import writing_errors

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

MISSING = "%s: missing; write it after the command"

SENTENCES = {
    "argument %(argument_name)s: %(message)s": "%(argument_name)s: %(message)s",
    "the following arguments are required: %s": MISSING,
    "expected one argument": "its value is missing; write one after it",
    "expected at most one argument": "more than one value; write one",
    "expected at least one argument": "its value is missing; write at least one",
    "not allowed with argument %s": "doesn't go with %s; leave one of them out",
    "ignored explicit argument %r": "takes no value; leave out %r",
    "ambiguous option: %(option)s could match %(matches)s": "%(option)s: means %(matches)s; write the whole word",
}
"""Our sentences for argparse's, in the form `place: problem; fix`. argparse looks each one up before it's printed."""

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
        """Return the arguments. Raises UsageError, also for a word that the command doesn't know."""
        found, left = self.parse_known_args(args, namespace)
        if left:
            self._unknown(left[0])
        return found

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Return the arguments and the words left over. Raises UsageError for a word left over by a command."""
        found, left = super().parse_known_args(args, namespace)
        if left and self._subparsers is None:  # report it here, where the options of this command are known
            self._unknown(left[0])
        return found, left

    def _unknown(self, word: str) -> NoReturn:
        if word.startswith("-"):
            option = word.partition("=")[0]
            what = "unknown option" + (nearest(option, self._option_string_actions) or "; leave it out")
        else:
            what = "one word too many; leave it out"
        self.error(f"{word}: {what}")

    def _check_value(self, action: argparse.Action, value: object) -> None:
        """Raise argparse.ArgumentError for a word that isn't one of the choices."""
        if action.choices is None or value in action.choices:
            return
        if isinstance(action, argparse._SubParsersAction):
            words = [command.dest for command in action._choices_actions]  # leave out aliases
        else:
            words = [str(word) for word in action.choices]
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

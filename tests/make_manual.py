"""Make docs/commands.md and docs/spades-tui.1 from `--help`: ``python -m tests.make_manual``."""

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from spades_tui.commands.arguments import EPILOG, parser

DOCS = Path(__file__).parent.parent / "docs"
MARKDOWN, MAN = DOCS / "commands.md", DOCS / "spades-tui.1"

INTRODUCTION = """\
You never need a command to play: `spades-tui` opens everything. With a command, you begin a game in one line, ask about
a saved one, or let a script do it.

| to | command | for example |
|---|---|---|
| play at once, or resume a file | `play` | `spades-tui play bemo --pace lively` |
| play with friends | `host`, `join`, `serve`, `match` | `spades-tui host --variant classic` |
| deal a friend the same cards | `code`, `compare`, `daily`, `duplicate` | `spades-tui code --variant jokers` |
| learn from a game | `replay`, `review`, `advise`, `story`, `lessons`, `puzzles` | `spades-tui lessons list` |
| see who is ahead | `scorebook` | `spades-tui scorebook ladder` |
| make and measure rules | `variants`, `lab`, `simulate` | `spades-tui lab cutthroat --hands 3000` |
| check a game, or bring one from elsewhere | `verify`, `import`, `export` | `spades-tui verify game.spades.jsonl` |
| change or repair | `settings`, `bug`, `completion` | `spades-tui settings check` |

`--help` after a command says the same as this page, and so does the `man` page [spades-tui.1](spades-tui.1). *Seats*,
near the end, says who can sit at a table. A script can rely on the [exit status](#output-and-exit-status)."""
BY_HAND = "## Output and exit status\n"
"""The heading of the page's last part, which nothing here writes."""

Row = tuple[str, str]
"""An argument as typed, and its help text."""


@dataclass
class Command:
    """A command as typed, and its help."""

    name: str
    usage: str
    about: str
    arguments: list[Row]
    options: list[Row]


def commands(one: argparse.ArgumentParser) -> Iterator[Command]:
    """Yield a command and then each of its subcommands."""
    arguments: list[Row] = []
    options: list[Row] = []
    usage = [one.prog]
    parts: list[argparse.ArgumentParser] = []
    for action in sorted(one._actions, key=lambda action: not action.option_strings):
        if isinstance(action, argparse._HelpAction):
            continue
        if isinstance(action, argparse._SubParsersAction):
            names = [choice.dest for choice in action._choices_actions]
            parts = [action.choices[name] for name in names]
            arguments.append((str(action.metavar), "one of " + ", ".join(names)))
            usage.append(str(action.metavar) if action.required else f"[{action.metavar}]")
            continue
        value = "" if action.nargs == 0 else "|".join(action.choices or [str(action.metavar)])
        typed = f"{action.option_strings[0]} {value}".strip() if action.option_strings else value
        (options if action.option_strings else arguments).append((typed, action.help or ""))
        more = "…" if action.nargs in ("+", "*") else ""
        usage.append(f"{typed}{more}" if action.required and action.nargs != "*" else f"[{typed}{more}]")
    yield Command(one.prog, " ".join(usage), one.description or "", arguments, options)
    for part in parts:
        yield from commands(part)


def notes() -> list[Row]:
    """Return the notes below the help, each with its subject and its lines."""
    found = re.findall(r"(?ms)^(\w+): +(.*?)\n(?=\w+:|\Z)", EPILOG)
    return [(word, re.sub(r"\n {10}", "\n", text)) for word, text in found]


def markdown() -> str:
    """Return the text of docs/commands.md."""
    told = ["# Commands", INTRODUCTION]
    every = list(commands(parser()))
    for command in every:
        if _parent(command) is None:
            told += _section(command, [one for one in every if _parent(one) == command.name])
    told.append(f"## Seats\n\n```\n{dict(notes())['seats']}\n```")
    _, heading, text = MARKDOWN.read_text(encoding="utf-8").partition(BY_HAND)
    return "\n\n".join(told) + "\n\n" + heading + text


def _parent(command: Command) -> str | None:
    """Return the command that this is a subcommand of, or None."""
    program, *words = command.name.split(" ")
    return f"{program} {words[0]}" if len(words) == 2 else None


def _section(command: Command, parts: list[Command]) -> list[str]:
    """Return the paragraphs about a command and its subcommands."""
    told = [f"## `{command.name}`\n\n{command.about}"]
    if command.usage != command.name:
        told.append(f"`{command.usage}`")
    rows = _escaped(command.arguments + command.options)
    told += _table(("argument", "meaning"), [(f"`{typed}`", words) for typed, words in rows])
    used = [(f"`{one.usage.removeprefix('spades-tui ')}`".replace("|", r"\|"), one.about) for one in parts]
    told += _table(("subcommand", "what it does"), used)
    told += _table(("subcommand", "argument", "meaning"), list(_arguments_of(parts)))
    return told


def _arguments_of(parts: list[Command]) -> Iterator[tuple[str, str, str]]:
    """Yield each argument of the subcommands, with all subcommands that share it."""
    sharing: dict[Row, list[str]] = {}
    for one in parts:
        for row in _escaped(one.arguments + one.options):
            sharing.setdefault(row, []).append(f"`{one.name.rsplit(' ', 1)[1]}`")
    for (typed, words), names in sharing.items():
        yield ", ".join(names), f"`{typed}`", words


def _table(head: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Return a table as one paragraph, or nothing for no rows."""
    lines = [f"| {' | '.join(row)} |" for row in rows]
    return ["\n".join([f"| {' | '.join(head)} |", f"|{'---|' * len(head)}", *lines])] if lines else []


def man() -> str:
    """Return the text of docs/spades-tui.1."""
    whole, *every = commands(parser())
    lines = ['.TH SPADES-TUI 1 "" "spades-tui" "Games"', ".SH NAME", r"spades-tui \- Spades in the terminal"]
    lines += [".SH SYNOPSIS", rf"\fB{_roff(whole.usage)}\fR", ".SH DESCRIPTION", _roff(whole.about)]
    lines += [".SH OPTIONS", *_rows(whole.options), ".SH COMMANDS"]
    for command in every:
        lines += [f".SS {_roff(command.name.removeprefix(whole.name + ' '))}", _roff(command.about)]
        lines += [".PP", rf"\fB{_roff(command.usage)}\fR", *_rows(command.arguments + command.options)]
    for word, text in notes():
        lines += [f".SH {word.upper()}", ".nf", *(_roff(line) for line in text.splitlines()), ".fi"]
    return "\n".join(lines) + "\n"


def _escaped(rows: Iterable[Row]) -> list[Row]:
    """Escape the bars that would end a table cell."""
    return [(typed.replace("|", r"\|"), words.replace("|", r"\|")) for typed, words in rows]


def _rows(rows: Iterable[Row]) -> list[str]:
    return [line for typed, words in rows for line in (".TP", rf"\fB{_roff(typed)}\fR", _roff(words))]


def _roff(text: str) -> str:
    """Escape typesetter commands in a text."""
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", r"\e").replace("-", r"\-"))


if __name__ == "__main__":
    MARKDOWN.write_text(markdown(), encoding="utf-8")
    MAN.write_text(man(), encoding="utf-8")

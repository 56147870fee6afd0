"""Make docs/commands.md and docs/spades-tui.1 from `--help`: ``python -m tests.make_manual``."""

import argparse
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from textwrap import fill

from spades_tui.commands.arguments import EPILOG, parser

DOCS = Path(__file__).parent.parent / "docs"
MARKDOWN, MAN = DOCS / "commands.md", DOCS / "spades-tui.1"

GROUPS = {
    "Play": {"play": 'play classic --seats "human:Ann,bot:club:Bea" --pace lively'},
    "Play with friends": {
        "host": 'host --variant jokers --seats "human:Ann,guest,bot:expert,guest"',
        "join": "join annslaptop:2222 K7QF2M9D",
        "serve": "serve --invite --listen 0.0.0.0",
        "match": 'match --seats "human:Ann,human:Zoe" --hands 4 --scoring imps',
    },
    "Play the same cards": {
        "daily": "daily",
        "code": "code --variant bemo --option target=300",
        "compare": "compare claims.txt",
        "duplicate": "duplicate game.spades.jsonl",
    },
    "Learn": {
        "lessons": "lessons list",
        "puzzles": "puzzles",
        "review": "review game.spades.jsonl",
        "advise": "advise game.spades.jsonl --line 5",
        "story": "story game.spades.jsonl --svg trick.svg",
        "replay": "replay game.spades.jsonl",
    },
    "Keep score": {"scorebook": "scorebook ladder"},
    "Make and measure rules": {
        "variants": "variants show classic",
        "lab": "lab sandbags my-rules.toml",
        "simulate": "simulate --variant bemo --games 10 --seed q7 --out games",
    },
    "Check, import and export": {
        "verify": "verify game.spades.jsonl",
        "import": "import hand.ptn --out hand.spades.jsonl",
        "export": "export game.spades.jsonl --hand 1",
    },
    "Settings and problems": {
        "settings": "settings check",
        "bug": "bug --out report.txt",
        "completion": "completion bash",
    },
}
"""The commands by what they are for, each with an example."""
REMARKS = {
    "scorebook": "[A season](rules-3b.md#the-season-trays-chits-stars) explains the counts of `correct`.",
}
"""What the page says below the arguments of a command, with links that the man page can't have."""
REFERENCE, BY_HAND = "## Play\n", "## Output and exit status\n"
"""The headings at which the generated part of the page begins, and the part after it that is written by hand."""

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
            usage.append(str(action.metavar) if action.required else f"[{action.metavar}]")
            continue
        value = "" if action.nargs == 0 else "|".join(action.choices or [str(action.metavar)])
        more = "…" if action.nargs in ("+", "*") else ""
        typed = f"{action.option_strings[0]} {value}".strip() if action.option_strings else f"{value}{more}"
        used = typed if action.required and action.nargs != "*" else f"[{typed}]"
        usage.append(used)
        if action.option_strings:
            options.append((typed, action.help or ""))
        else:
            arguments.append((used, action.help or ""))
    yield Command(one.prog, " ".join(usage), one.description or "", arguments, options)
    for part in parts:
        yield from commands(part)


def notes() -> list[Row]:
    """Return the notes below the help, each with its subject and its lines."""
    found = re.findall(r"(?ms)^(\w+): +(.*?)\n(?=\w+:|\Z)", EPILOG)
    return [(word, re.sub(r"\n {10}", "\n", text)) for word, text in found]


def markdown() -> str:
    """Return the text of docs/commands.md, whose first and last parts are written by hand."""
    before, _, rest = MARKDOWN.read_text(encoding="utf-8").partition(REFERENCE)
    _, _, after = rest.partition(BY_HAND)
    every = {command.name: command for command in commands(parser())}
    told = []
    for heading, examples in GROUPS.items():
        told.append(f"## {heading}")
        for name, example in examples.items():
            command = f"spades-tui {name}"
            parts = [one for other, one in every.items() if other.startswith(f"{command} ")]
            told += _section(name, example, every[command], parts)
    return before + "\n\n".join(told) + "\n\n" + BY_HAND + after


def _section(name: str, example: str, command: Command, parts: list[Command]) -> list[str]:
    """Return the paragraphs about a command and its subcommands."""
    about = fill(command.about, 120, break_long_words=False, break_on_hyphens=False)
    told = [f"### `{name}`", about, f"```sh\nspades-tui {example}\n```"]
    rows = _escaped(command.arguments + command.options)
    told += _table(("argument", "meaning"), [(f"`{typed}`", words) for typed, words in rows])
    typed = [" ".join([one.name.removeprefix("spades-tui "), *dict(one.arguments)]) for one in parts]
    used = [(f"`{one}`", part.about) for one, part in zip(typed, parts, strict=True)]
    told += _table(("subcommand", "what it does"), _escaped(used))
    told += _table(("subcommand", "argument", "meaning"), list(_arguments_of(parts)))
    if name in REMARKS:
        told.append(REMARKS[name])
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

"""What stands on the command line: commands, their options, and what `--help` says of them."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from spades_tui import __version__
from spades_tui.commands.typed import count, file_name
from spades_tui.system.exit_status import UsageError
from spades_tui.system.output import taken, write_text

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

EPILOG = """\
seats:    one entry a seat, in order: human:NAME or bot:LEVEL:NAME, with commas between them.
          LEVEL is beginner, club, strong or expert. Seats that are left out are played by the
          computer: a person's partner is strong, everybody else club. All but a beginner may have a
          style: bold, careful, zeros or bags, behind a slash: club/bold.
options:  NAME=VALUE, as the variant offers them; `spades-tui variants show SLUG` lists them.
examples: spades-tui play --variant sandbags --seats "human:Ann,bot:club:Bea" --option target=300
          spades-tui simulate --variant bemo --games 10 --seed tuesday --out games
          spades-tui replay games/*.spades.jsonl
          spades-tui variants check my-rules.toml
exit:     0 done; 1 the input was read and is wrong; 2 the command line is wrong;
          3 something is wrong with the program itself.
"""


class Parser(argparse.ArgumentParser):
    """Says what is wrong in one line."""

    def error(self, message: str) -> NoReturn:
        """Raises UsageError."""
        raise UsageError(f"{self.prog}: {message} (see {self.prog} --help)")

    def print_help(self, file: SupportsWrite[str] | None = None) -> None:
        """Raises OutputError, where argparse would pass over what is not taken."""
        if file is not None:
            super().print_help(file)
            return
        with taken():
            sys.stdout.write(self.format_help())
            sys.stdout.flush()


class _Version(argparse.Action):
    """Tells the version, and whether the search's inner loops were compiled when the program was installed."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print, and end the program."""
        from spades_tui.bots.search import playout

        kernel = "pure Python" if playout.__file__.endswith((".py", ".pyc")) else "compiled"
        write_text(f"spades-tui {__version__} (kernel: {kernel})\n")
        parser.exit()


def parser(of_play: bool = False) -> argparse.ArgumentParser:
    """All commands and their options; `of_play`: those of `play` alone, which is quicker where it is what was said."""
    program = Parser(
        prog="spades-tui",
        description="Spades in the terminal: people at one keyboard, computer players in the empty seats. "
        "Without a command the game opens.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_argument("--version", action=_Version, help="show the program's version and exit")
    program.add_argument(
        "--plain", dest="all_plain", action="store_true", help="without a command: all of it as lines of plain text"
    )
    commands = program.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    play = commands.add_parser("play", help="go straight to a table", description="Go straight to a table.")
    play.add_argument(
        "--variant", metavar="SLUG|FILE", type=file_name, help="which game (default: the first shipped, sandbags)"
    )
    play.add_argument("--seats", metavar="LIST", help='who sits where: "human:Ann,bot:club:Bea,…"')
    _add_options(play)
    play.add_argument("--seed", metavar="TEXT", help="make everything that is random repeatable")
    play.add_argument("--pace", choices=("instant", "brisk", "leisurely"), help="how fast the computer players act")
    play.add_argument("--resume", metavar="FILE", type=file_name, help="go on with a suspended game")
    _add_sandbox(play)
    play.add_argument(
        "--good-part", action="store_true", help="with --resume: of a broken file, go on with a copy of what is good"
    )

    play.add_argument("--plain", action="store_true", help="lines of plain text, and answers typed; also through pipes")

    if of_play:
        return program

    variants = commands.add_parser(
        "variants", help="list, show and check variants", description="Without WHAT: list the variants."
    )
    sub = variants.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    sub.add_parser("list", help="list the variants, yours too")
    show = sub.add_parser("show", help="one variant, in words or as data")
    show.add_argument("slug", metavar="SLUG|FILE", type=file_name, help="one at hand, or a file of your own")
    show.add_argument("--json", action="store_true", help="the complete rule object, as a record's `rules` holds it")
    check = sub.add_parser("check", help="a verdict on variant files; plays a trial game with each")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="a variant file of your own")
    sub.add_parser("schema", help="the JSON Schema of a rule object")

    simulate = commands.add_parser("simulate", help="games between computer players, as records")
    simulate.add_argument("--variant", metavar="SLUG|FILE", type=file_name, required=True, help="which game")
    simulate.add_argument("--games", metavar="N", type=count, default=1, help="how many (default 1)")
    simulate.add_argument("--seed", metavar="TEXT", help="the same seed gives the same bytes")
    simulate.add_argument("--bots", metavar="LEVEL,…", default="club", help="one level for all, or one a seat")
    _add_options(simulate)
    _add_sandbox(simulate)
    simulate.add_argument(
        "--out", metavar="DIR|-", type=file_name, default="-", help="a folder, or - to print them (default)"
    )
    simulate.add_argument("--jobs", metavar="N", type=count, default=1, help="processes (default 1)")

    from spades_tui.commands.advise import add_parsers
    from spades_tui.commands.bug import add_parser as add_bug
    from spades_tui.commands.lessons import add_parser as add_lessons
    from spades_tui.commands.replay import add_parsers as add_records
    from spades_tui.commands.scorebook import add_parser
    from spades_tui.commands.serve import add_parser as add_serve
    from spades_tui.commands.settings import add_parser as add_settings

    add_records(commands)
    add_parsers(commands)
    add_lessons(commands)
    add_parser(commands)
    add_settings(commands)
    add_bug(commands)
    add_serve(commands)

    completion = commands.add_parser(
        "completion",
        help="what a shell reads to complete this program's commands",
        description="Prints what the shell is to read at its start, so that Tab completes commands, options, variants, "
        "options of the variant that is named, levels and files.",
    )
    completion.add_argument("shell", choices=("bash", "fish", "zsh"), help="which shell")
    return program


def _add_options(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="a choice within the variant; may be repeated",
    )


def _add_sandbox(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--sandbox", action="store_true", help="run exec: players without network, home or your files")

"""What stands on the command line: commands, their options, and what `--help` says of them."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NoReturn

from spades_tui import __version__
from spades_tui.system.exit_status import UsageError
from spades_tui.system.output import taken, write_text

if TYPE_CHECKING:
    from typing import Any

    from _typeshed import SupportsWrite

    Commands = argparse._SubParsersAction[Any]

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


OPEN_HANDS = "--open-hands"
PORT = 8000
HIGHEST_PORT = 65535


def count(text: str) -> int:
    """A number from 1 on. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 7 or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 1 to 9999999")
    return int(text)


def file_name(text: str) -> str:
    """The name of a file or a folder. Raises argparse.ArgumentTypeError for an empty one."""
    if not text:
        raise argparse.ArgumentTypeError("a name is wanted, and it is empty")
    return text


def port(text: str) -> int:
    """Read the number of a port. Raises argparse.ArgumentTypeError."""
    if not (text.isascii() and text.isdigit()) or len(text) > 5 or int(text) > HIGHEST_PORT:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to {HIGHEST_PORT}")
    return int(text)


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

    _add_records(commands)
    _add_advice(commands)
    _add_lessons(commands)
    _add_book(commands)
    _add_settings(commands)
    _add_bug(commands)
    _add_serve(commands)

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


def _add_open_hands(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(OPEN_HANDS, action="store_true", help="show all hands of a game that is being played right now")


def _add_records(commands: Commands) -> None:
    replay = commands.add_parser("replay", help="play records through the rules and print their score sheets")
    replay.add_argument(
        "files", metavar="FILE|-", type=file_name, nargs="+", help="a record; - reads it from standard input"
    )
    replay.add_argument("--json", action="store_true", help="print the record with all findings put in")
    _add_open_hands(replay)

    verify = commands.add_parser(
        "verify",
        help="check the fairness proofs of records, and their computer players",
        description="Deals each hand again and makes each choice of a computer player again. Exit status 1 if "
        "something does not hold, or if a record with a seed or proofs leaves something open.",
    )
    verify.add_argument(
        "files", metavar="FILE|-", type=file_name, nargs="+", help="a record; - reads it from standard input"
    )
    verify.add_argument("--lenient", action="store_true", help="what cannot be worked out again is no error")
    verify.add_argument("--jobs", metavar="N", type=count, default=1, help="processes (default 1)")


def _add_advice(commands: Commands) -> None:
    advise = commands.add_parser(
        "advise",
        help="what to do next in a game that a record tells",
        description="For the seat on turn at the end of a record: every legal choice and what it is worth, best "
        "first. The program is given only what that seat may see.",
    )
    advise.add_argument("file", metavar="FILE|-", type=file_name, help="a record; - reads it from standard input")
    advise.add_argument("--seat", metavar="N", type=int, help="the seat that asks; it must be on turn")
    advise.add_argument("--line", metavar="N", type=int, help="before this line of the record, not at its end")
    advise.add_argument("--level", metavar="LEVEL", help="who advises (default: the best)")
    advise.add_argument("--json", action="store_true", help="as data")
    _add_open_hands(advise)

    review = commands.add_parser(
        "review",
        help="what people's bids and plays in a game have cost",
        description="Every decision of a person against what the best computer player would do with the same "
        "knowledge; luck apart from play.",
    )
    review.add_argument(
        "files", metavar="FILE|-", type=file_name, nargs="+", help="a record; - reads it from standard input"
    )
    review.add_argument("--seat", metavar="N", type=int, help="this seat, whoever plays it (default: all people)")
    review.add_argument("--json", action="store_true", help="as data")
    _add_open_hands(review)


def _add_lessons(commands: Commands) -> None:
    lessons = commands.add_parser(
        "lessons", help="list and check lessons", description="Without WHAT: list the lessons."
    )
    sub = lessons.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    sub.add_parser("list", help="list the lessons and puzzles")
    check = sub.add_parser("check", help="a verdict on lesson files; plays each to its end in every way")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="a lesson file of your own")
    play = sub.add_parser("play", help="go straight to a lesson or puzzle", description="Go straight to a lesson.")
    play.add_argument("name", metavar="NAME", nargs="?", default="", help="as it is listed (default: the list of them)")
    play.add_argument("--plain", action="store_true", help="lines of plain text, and answers typed")


def _add_book(commands: Commands) -> None:
    book = commands.add_parser(
        "book", help="the scoreboard and statistics", description="The scoreboards of the tables, and statistics."
    )
    book.add_argument("--table", dest="only_table", metavar="NAME", help="this table only")
    book.add_argument("--person", dest="only_person", metavar="NAME", help="this person's statistics")
    book.add_argument("--variant", metavar="SLUG", help="with --person: in this variant only")
    book.add_argument("--year", metavar="YEAR", type=int, help="the scoreboard of a year")
    book.add_argument("--json", action="store_true", help="as data")
    sub = book.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)

    games = sub.add_parser("games", help="the finished games, the newest first")
    games.add_argument("--limit", metavar="N", type=count, default=50, help="at most so many (default 50)")
    games.add_argument("--deleted", action="store_true", help="those that were deleted and can be put back")
    export = sub.add_parser("export", help="write the whole book")
    export.add_argument(
        "file", metavar="FILE|-", type=file_name, nargs="?", default="-", help="a new file; - prints it (default)"
    )
    export.add_argument("--csv", action="store_true", help="as CSV; otherwise as JSON Lines")
    take = sub.add_parser("import", help="take an exported book in; twice adds nothing")
    take.add_argument("file", metavar="FILE|-", type=file_name, help="an exported book; - reads it from standard input")
    sub.add_parser("rebuild", help="compute the book anew from the records and its own facts")
    for word, about in (("delete", "take a game out, with all that came of it"), ("restore", "put it back")):
        one = sub.add_parser(word, help=about)
        one.add_argument("game", metavar="GAME", help="its name, as `book games` lists it")
    rename = sub.add_parser("rename", help="call a person otherwise")
    rename.add_argument("person", metavar="PERSON", help="the name so far")
    rename.add_argument("name", metavar="NAME", help="the new one")
    merge = sub.add_parser("merge", help="two persons are one: PERSON becomes INTO")
    merge.add_argument("person", metavar="PERSON", help="whose name goes")
    merge.add_argument("into", metavar="INTO", help="whose name stays")
    create = sub.add_parser("table", help="make a table, or change one")
    create.add_argument("name", metavar="NAME", help="the table's name")
    create.add_argument("--people", metavar="NAME,…", help="who belongs to it")
    create.add_argument("--rename", metavar="NAME", help="call it otherwise")
    create.add_argument("--session", choices=("day", "week"), help="the gaming session that stars are counted for")
    create.add_argument("--forfeit", metavar="WORDS", help="what the tray person does")
    create.add_argument("--deck", metavar="WORDS", help="what an imperfect day owes")
    assign = sub.add_parser("assign", help="put a game to a table")
    assign.add_argument("game", metavar="GAME", help="its name, as `book games` lists it")
    assign.add_argument("table", metavar="TABLE", help="the table's name")
    assign.add_argument("--seat", metavar="N=PERSON", action="append", default=[], help="who sat in seat N (from 0)")
    for word, about in (
        ("give-up", "keep an unfinished game apart: it counts for nothing"), ("take-up", "go on with it after all"),
    ):  # fmt: skip
        one = sub.add_parser(word, help=about)
        one.add_argument("file", metavar="FILE", type=file_name, help="its file in the games folder")
    for word, about in (("carried", "the violator has carried"), ("paid", "a deck of cards was brought")):
        one = sub.add_parser(word, help=about)
        one.add_argument("person", metavar="PERSON", help="who")
        one.add_argument("table", metavar="TABLE", help="at which table")
        if word == "paid":
            one.add_argument("--decks", metavar="N", type=int, default=1, help="how many (default 1)")
    correct = sub.add_parser("correct", help="put something right by hand")
    correct.add_argument("person", metavar="PERSON", help="whose count")
    correct.add_argument("table", metavar="TABLE", help="at which table")
    correct.add_argument("count", metavar="WHAT", help="chit, tray, pile, star, outside, gold, red, deck, …")
    correct.add_argument("amount", metavar="AMOUNT", type=int, help="so many more; -1 for one fewer")
    correct.add_argument("--why", metavar="WORDS", default="", help="kept with it")


def _add_settings(commands: Commands) -> None:
    settings = commands.add_parser(
        "settings", help="show and check the settings", description="Without WHAT: show the settings."
    )
    sub = settings.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    sub.add_parser("path", help="print the path of the settings file")
    check = sub.add_parser("check", help="name each line of the settings file that is wrong")
    check.add_argument("file", metavar="FILE", type=file_name, nargs="?", help="check this file [the one in use]")


def _add_bug(commands: Commands) -> None:
    bug = commands.add_parser(
        "bug",
        help="write one file that helps to find out what went wrong",
        description="Writes one file with the record of the last game, versions, the terminal and the settings, and "
        "tells what is in it. Of a hand that is not over it has no card that its player has not seen. Nothing is sent.",
    )
    bug.add_argument(
        "record", metavar="FILE", type=file_name, nargs="?", help="another record (default: the last game)"
    )
    bug.add_argument(
        "--out", metavar="FILE", type=file_name, help="where to write it (default: a new file here); never over another"
    )


def _add_serve(commands: Commands) -> None:
    serve = commands.add_parser(
        "serve",
        help="play in a browser at this machine",
        description="Serves the game at 127.0.0.1, to this machine alone, until Ctrl+C ends it. It prints an address "
        "with a key in it: whoever has that plays as you, and nobody else. Wants the extra `web`.",
    )
    serve.add_argument(
        "--port", metavar="N", type=port, default=PORT, help=f"which port (default {PORT}); 0: any that is free"
    )

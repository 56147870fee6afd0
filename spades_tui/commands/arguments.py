"""The commands and their options, with the texts that `--help` shows."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING, Any, NoReturn

from spades_tui import __version__
from spades_tui.commands.argument_parser import Parser, count, file_name, port, up_to, whole_number, year
from spades_tui.commands.sharing_arguments import add_scoring, add_sharing
from spades_tui.language.address import capitalized
from spades_tui.system.output import write_text

if TYPE_CHECKING:
    Commands = argparse._SubParsersAction["Parser"]

EPILOG = """\
seats:    one entry per seat, separated by commas: human:NAME or bot:LEVEL:NAME.
          Levels: beginner, club, strong and expert. All but beginner can have a
          style after a slash: bold, careful, zeros or bags, as in club/bold.
          Computer players take the seats you leave out: strong as a person's
          partner, club elsewhere.
options:  NAME=VALUE; `spades-tui variants show SLUG` lists a variant's options.
examples: spades-tui play --seats "human:Ann,bot:club:Bea" --option target=300
          spades-tui simulate --variant bemo --games 10 --seed tuesday --out games
          spades-tui replay games/*.spades.jsonl
          spades-tui variants check my-rules.toml
exit:     0: done
          1: there's a mistake in the input
          2: there's a mistake in the command line, or a file can't be used
          3: the program has a fault
"""


OPEN_HANDS = "--open-hands"
PORT = 8000
HOST_PORT = 2222
LONGEST_PAUSE = 30
MOST_WATCHERS = 20
MOST_TABLES = 20
"""Maximum number of a club's tables."""


class _Version(argparse.Action):
    """Print the version, and whether the inner loops of the search are compiled."""

    def __init__(self, option_strings: list[str], dest: str, help: str) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, help=help)

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        """Print the version and exit."""
        from spades_tui.bots.search import playout

        kernel = "pure Python" if playout.__file__.endswith((".py", ".pyc")) else "compiled"
        write_text(f"spades-tui {__version__} (kernel: {kernel})\n")
        parser.exit()


def parser(only: str = "") -> argparse.ArgumentParser:
    """Return the parser of all commands, or of `only` play or daily, which is faster to build."""
    program = Parser(
        prog="spades-tui",
        description="Play Spades in the terminal, against the computer or with friends.\n"
        "Without a command, open the game.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_argument("--version", action=_Version, help="show the program's version and exit")
    program.add_argument(
        "--plain", dest="all_plain", action="store_true", help="without a command: open the game in plain text"
    )
    commands = program.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    if only == "daily":
        _add_daily(commands)
        return program

    play = _add(
        commands, "play", help="start a game at once", description="Start a game at once, or resume a saved one."
    )
    play.add_argument("code", metavar="CODE", nargs="*", help="code of a game, such as: sandbags 0K7Q-F2M2")
    play.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    play.add_argument("--seats", metavar="LIST", help='who sits where, such as "human:Ann,bot:club:Bea"')
    _add_options(play)
    play.add_argument("--seed", metavar="TEXT", help="seed for repeatable games")
    play.add_argument(
        "--pace", choices=("instant", "brisk", "leisurely"), help="pace of the computer players [as in the settings]"
    )
    play.add_argument("--resume", metavar="FILE", type=file_name, help="resume a saved game")
    _add_sandbox(play)
    play.add_argument(
        "--good-part", action="store_true", help="with --resume: if the file is damaged, resume a copy of its good part"
    )

    play.add_argument("--plain", action="store_true", help="print plain text and type answers; works through pipes")

    if only == "play":
        return program

    code = _add(
        commands,
        "code",
        help="make a code that deals the same cards to your friends",
        description="Print the code of a new game, or of a finished game that has one. `spades-tui play CODE` then "
        "deals the same cards on any computer.",
    )
    code.add_argument("file", metavar="FILE", type=file_name, nargs="?", help="record of a game that is over")
    code.add_argument(
        "--claim", action="store_true", help="with FILE: print a line that proves your score, with each of your choices"
    )
    code.add_argument(
        "--hand", metavar="N", type=count, help="print the code of hand N alone; without FILE, N must be 1"
    )
    code.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    code.add_argument("--seats", metavar="LIST", help="who sits where, without names")
    _add_options(code)

    compare = _add(
        commands,
        "compare",
        help="check your friends' claims and compare their scores",
        description="Check claims made by `spades-tui code --claim`, and print who scored what. A claim proves which "
        "cards were played, but not that it was the first try. The exit status is 1 if a claim was altered. Records "
        "with the same codes are compared hand by hand.",
    )
    compare.add_argument(
        "files", metavar="FILE|-", type=file_name, nargs="+",
        help="record, or file with a claim per line, each after a name if you like; - reads claims from standard input",
    )  # fmt: skip
    add_scoring(compare, "how to compare records [points]")

    _add_daily(commands)

    about = "play a finished game again with a computer player in your seat, and print both results"
    duplicate = _add(commands, "duplicate", help=about)
    duplicate.add_argument("file", metavar="FILE", type=file_name, help="record of a game that is over")
    duplicate.add_argument("--as", dest="level", metavar="LEVEL", default="expert", help="level in your seat [expert]")
    duplicate.add_argument(
        "--seat", metavar="N", type=whole_number, help="seat to play again, from 0 [the first person's]"
    )

    variants = _add(
        commands,
        "variants",
        help="list, show and check variants",
        description="List the variants, or show or check one.",
    )
    sub = variants.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    _add(sub, "list", help="list the variants, yours included")
    show = _add(sub, "show", help="show the rules and options of a variant")
    show.add_argument("slug", metavar="SLUG|FILE", type=file_name, help="name of a variant, or your own file")
    show.add_argument("--json", action="store_true", help="print the complete rule object, as records store it")
    check = _add(sub, "check", help="check variant files and play a trial game with each")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="your variant file")
    _add(sub, "schema", help="print the JSON Schema of a rule object")

    simulate = _add(commands, "simulate", help="play games between computer players and write their records")
    simulate.add_argument("--variant", metavar="SLUG|FILE", type=file_name, required=True, help="game to play")
    simulate.add_argument("--games", metavar="N", type=count, default=1, help="number of games [1]")
    simulate.add_argument("--seed", metavar="TEXT", help="seed for repeatable games")
    simulate.add_argument(
        "--bots", metavar="LEVEL,…", default="club", help="level of all players, or one level per seat [club]"
    )
    _add_options(simulate)
    _add_sandbox(simulate)
    into = simulate.add_mutually_exclusive_group()
    into.add_argument(
        "--out", metavar="DIR|-", type=file_name, default="-", help="folder for the records; - prints them [-]"
    )
    into.add_argument("--parquet", metavar="DIR", type=file_name, help="folder for the hands as columns instead")
    _add_jobs(simulate)

    lab = _add(
        commands,
        "lab",
        help="measure what rules do",
        description="Play many hands between computer players, and say how often bids are made, how long games last, "
        "and more. Name two games to compare them, or one with --sweep to try one value after another.",
    )
    games = "game to measure, or several to compare"
    lab.add_argument("games", metavar="SLUG|FILE", type=file_name, nargs="+", help=games)
    lab.add_argument("--sweep", metavar="KEY=A..B[:STEP]", help="values to try, such as bags.limit=3..10 or 4..10:3")
    lab.add_argument("--each-change", action="store_true", help="with two games: also measure each change alone")
    lab.add_argument("--hands", metavar="N", type=count, default=2000, help="hands to play per game [2000]")
    lab.add_argument("--seed", metavar="TEXT", help="seed for repeatable games [lab]")
    lab.add_argument("--bots", metavar="LEVEL,…", default="club", help="level of all players, or one per seat [club]")
    _add_options(lab)
    _add_jobs(lab, default=None)
    lab.add_argument("--keep", metavar="FILE", type=file_name, help="keep counted games here, and resume from them")
    form = lab.add_mutually_exclusive_group()
    form.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON, one line per figure")
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="print a table for spreadsheets")
    form.add_argument("--parquet", metavar="OUT", type=file_name, help="write a Parquet file instead of a table")
    lab.add_argument("--plot", metavar="OUT.svg", type=file_name, help="also draw the most important figures")

    _add_records(commands)
    _add_advice(commands)
    _add_lessons(commands)
    _add_scorebook(commands)
    _add_settings(commands)
    _add_bug(commands)
    _add_serve(commands)
    _add_host(commands)

    completion = _add(
        commands,
        "completion",
        help="print a script that makes Tab complete commands",
        description="Print a script for your shell to read when it starts. Then Tab completes commands, options, "
        "variants, levels and files.",
    )
    completion.add_argument("shell", choices=("bash", "fish", "zsh"), help="your shell")
    return program


def _add(commands: Commands, name: str, help: str, description: str = "", **more: Any) -> argparse.ArgumentParser:
    """Add a command. Without a description, its help begins with the words from the list of commands."""
    about = description or f"{capitalized(help)}."
    return commands.add_parser(name, help=help, description=about, **more)


def _add_jobs(command: argparse.ArgumentParser, default: int | None = 1) -> None:
    usual = default or "one for each core"
    command.add_argument("--jobs", metavar="N", type=count, default=default, help=f"number of processes [{usual}]")
    command.add_argument("--cluster", metavar="ADDRESS", help="use a Dask cluster instead, such as tcp://10.0.0.5:8786")


def _add_options(parser: argparse._ActionsContainer) -> None:
    parser.add_argument(
        "--option",
        metavar="NAME=VALUE",
        action="append",
        default=[],
        help="set an option of the variant; may be repeated",
    )


def _add_sandbox(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sandbox", action="store_true", help="keep exec: players away from your files and the network"
    )


def _add_daily(commands: Commands) -> None:
    daily = _add(
        commands,
        "daily",
        help="play the deal of the day",
        description="Play the deal of the day: one hand of each of three games, the same for everybody. The day begins "
        "at midnight UTC. Without WHAT, open its page.",
    )
    daily.add_argument("--date", metavar="DAY", help="day, such as 2026-12-01 [today]")
    daily.add_argument("--plain", action="store_true", help="print plain text and type answers")
    sub = daily.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    line = _add(sub, "line", help="print a line with your results to share, which spoils nothing")
    line.add_argument("--ascii", action="store_true", help="use ASCII only")
    share = _add(sub, "share", help="print a line that proves your results, with each of your choices")
    for one in (line, share):
        one.add_argument("--date", metavar="DAY", default=argparse.SUPPRESS, help="day, such as 2026-12-01 [today]")
    check = _add(sub, "check", help="check your friends' lines and print a table; exit with 1 if one was altered")
    words = "file with lines, or a line itself; - reads standard input"
    check.add_argument("claims", metavar="FILE|TEXT", type=file_name, nargs="+", help=words)


def _add_open_hands(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(OPEN_HANDS, action="store_true", help="show all hands, even of a game in progress")


def _add_records(commands: Commands) -> None:
    replay = _add(commands, "replay", help="check records against the rules and print their score sheets")
    replay.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    replay.add_argument("--json", action="store_true", help="print the records, with every result filled in")
    _add_open_hands(replay)

    verify = _add(
        commands,
        "verify",
        help="check that deals and computer players were fair",
        description="Repeat every deal and every choice of a computer player, and compare them with the record. The "
        "exit status is 1 if something differs, or if a record with a seed or proofs can't be checked in full.",
    )
    verify.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    verify.add_argument("--lenient", action="store_true", help="accept records that can't be checked in full")
    _add_jobs(verify)


def _add_advice(commands: Commands) -> None:
    advise = _add(
        commands,
        "advise",
        help="show the best choice at the end of a record",
        description="Rate every legal choice of the player on turn at the end of a record, best first. The adviser "
        "sees only what that player may see.",
    )
    advise.add_argument("file", metavar="FILE|-", type=file_name, help="record; - reads standard input")
    advise.add_argument("--seat", metavar="N", type=whole_number, help="seat to advise, from 0 [the one on turn]")
    advise.add_argument(
        "--line", metavar="N", type=whole_number, help="advise before this line of the record [at its end]"
    )
    advise.add_argument("--level", metavar="LEVEL", help="level of the adviser [expert]")
    advise.add_argument("--json", action="store_true", help="print JSON")
    _add_open_hands(advise)

    review = _add(
        commands,
        "review",
        help="show what each bid and play cost",
        description="Compare each decision of a person with the best choice that a computer player finds from the "
        "same cards. Count luck separately.",
    )
    review.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    review.add_argument("--seat", metavar="N", type=whole_number, help="review this seat, from 0 [all people]")
    review.add_argument("--json", action="store_true", help="print JSON")
    _add_open_hands(review)

    add_sharing(partial(_add, commands), _add_options)


def _add_lessons(commands: Commands) -> None:
    lessons = _add(
        commands, "lessons", help="list, play and check lessons", description="List the lessons, or play or check one."
    )
    sub = lessons.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    _add(sub, "list", help="list the lessons and puzzles")
    check = _add(sub, "check", help="check lesson files by playing every path through them")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="your lesson file")
    play = _add(sub, "play", help="start a lesson or puzzle at once")
    play.add_argument("name", metavar="NAME", nargs="?", default="", help="name of a lesson [choose from the list]")
    play.add_argument("--plain", action="store_true", help="print plain text and type answers")


def _add_scorebook(commands: Commands) -> None:
    scorebook = _add(
        commands,
        "scorebook",
        aliases=["book"],
        help="show and edit the season's scorebook",
        description="Show the scoreboards and statistics, or edit the scorebook. `spades-tui book` does the same.",
    )
    scorebook.set_defaults(command="scorebook")  # argparse would store the alias
    scorebook.add_argument("--table", dest="only_table", metavar="NAME", help="show this table only")
    scorebook.add_argument("--person", dest="only_person", metavar="NAME", help="show this person's statistics")
    scorebook.add_argument("--variant", metavar="SLUG", help="with --person: count this variant only")
    scorebook.add_argument("--year", metavar="YEAR", type=year, help="year of the scoreboard")
    scorebook.add_argument("--json", action="store_true", help="print JSON")
    sub = scorebook.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)

    games = _add(sub, "games", help="list finished games, newest first")
    games.add_argument("--limit", metavar="N", type=count, default=50, help="maximum number of games [50]")
    games.add_argument("--deleted", action="store_true", help="list the deleted games, which you can restore")
    export = _add(sub, "export", help="export the whole scorebook")
    export.add_argument(
        "file", metavar="FILE|-", type=file_name, nargs="?", default="-", help="new file; - prints the scorebook [-]"
    )
    export.add_argument("--csv", action="store_true", help="write CSV instead of JSON Lines")
    take = _add(sub, "import", help="add the games of an exported scorebook that are missing here")
    take.add_argument("file", metavar="FILE|-", type=file_name, help="exported scorebook; - reads standard input")
    _add(sub, "rebuild", help="recompute the scorebook from the records and its notes")
    for word, about in (("delete", "delete a game, so that it doesn't count"), ("restore", "restore a deleted game")):
        one = _add(sub, word, help=about)
        one.add_argument("game", metavar="GAME", help="name of the game, as `scorebook games` lists it")
    rename = _add(sub, "rename", help="rename a person")
    rename.add_argument("person", metavar="PERSON", help="current name")
    rename.add_argument("name", metavar="NAME", help="new name")
    merge = _add(sub, "merge", help="merge two names of the same person")
    merge.add_argument("person", metavar="PERSON", help="name to drop")
    merge.add_argument("into", metavar="INTO", help="name to keep")
    create = _add(sub, "table", help="create or change a table")
    create.add_argument("name", metavar="NAME", help="name of the table")
    create.add_argument("--people", metavar="NAME,…", help="people at the table")
    create.add_argument("--rename", metavar="NAME", help="new name of the table")
    create.add_argument("--session", choices=("day", "week"), help="gaming session in which wins count as stars")
    create.add_argument("--forfeit", metavar="WORDS", help="what the tray person does")
    create.add_argument("--deck", metavar="WORDS", help="what an imperfect day costs")
    assign = _add(sub, "assign", help="move a game to a table")
    assign.add_argument("game", metavar="GAME", help="name of the game, as `scorebook games` lists it")
    assign.add_argument("table", metavar="TABLE", help="name of the table")
    assign.add_argument(
        "--seat", metavar="N=PERSON", action="append", default=[], help="person in seat N, from 0; may be repeated"
    )
    for word, alias, about in (
        ("abandon", "give-up", "abandon an unfinished game, so that it doesn't count"),
        ("reopen", "take-up", "reopen an abandoned game"),
    ):
        one = _add(sub, word, aliases=[alias], help=about)
        one.set_defaults(what=word)
        one.add_argument("file", metavar="FILE", type=file_name, help="file of the game in the games folder")
    for word, about in (("carried", "note that a violator carried the trays"), ("paid", "note that a deck was paid")):
        one = _add(sub, word, help=about)
        one.add_argument("person", metavar="PERSON", help="name of the person")
        one.add_argument("table", metavar="TABLE", help="name of the table")
        if word == "paid":
            one.add_argument("--decks", metavar="N", type=whole_number, default=1, help="number of decks [1]")
    correct = _add(sub, "correct", help="correct a count by hand")
    correct.add_argument("person", metavar="PERSON", help="name of the person")
    correct.add_argument("table", metavar="TABLE", help="name of the table")
    correct.add_argument(
        "count", metavar="WHAT",
        help="star, outside, gold, red, tray_person, wire, pile, tray, chit, perfect, imperfect, deck, bone, "
        "zero_buddy",
    )
    correct.add_argument("amount", metavar="AMOUNT", type=whole_number, help="number to add; -1 takes one away")
    correct.add_argument("--why", metavar="WORDS", default="", help="reason, kept with the correction")


def _add_settings(commands: Commands) -> None:
    settings = _add(
        commands, "settings", help="show and check the settings", description="Show the settings, or check their file."
    )
    sub = settings.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    _add(sub, "path", help="print the path of the settings file")
    check = _add(sub, "check", help="list every mistake in the settings file")
    check.add_argument("file", metavar="FILE", type=file_name, nargs="?", help="check this file [the one in use]")


def _add_bug(commands: Commands) -> None:
    bug = _add(
        commands,
        "bug",
        help="write a file for a bug report",
        description="Write one file with the record of your last game, your settings, and the versions of the program "
        "and your terminal, and say what's in it. If a hand is unfinished, the file has only the cards that you've "
        "seen. Nothing is sent.",
    )
    bug.add_argument("record", metavar="FILE", type=file_name, nargs="?", help="record to report [the last game]")
    bug.add_argument("--out", metavar="FILE", type=file_name, help="new file to write [one in this folder]")


def _add_serve(commands: Commands) -> None:
    serve = _add(
        commands,
        "serve",
        help="play in a browser on this machine",
        description="Serve the game in a browser on this machine, at 127.0.0.1, until you press Ctrl+C. The address "
        "has a secret key: anyone who has it can play as you. With --invite, open a table for friends instead: each "
        "gets a link that opens their seat in a browser. Needs the extra `web`.",
    )
    serve.add_argument("--port", metavar="N", type=port, default=PORT, help=f"port; 0 picks a free one [{PORT}]")
    serve.add_argument("--invite", action="store_true", help="open a table for friends, each in their own browser")
    _add_guest_table(serve.add_argument_group("with --invite"))


def _add_guest_table(host: argparse._ActionsContainer) -> None:
    """Add the arguments of a table for guests."""
    host.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    host.add_argument(
        "--seats", metavar="LIST", help='who sits where: human:NAME for you, guest, bot:LEVEL:NAME ["human,guest"]'
    )
    _add_options(host)
    host.add_argument(
        "--listen", metavar="ADDRESS", default="localhost",
        help="address to listen at; 0.0.0.0 lets in other machines [localhost: this machine only]",
    )  # fmt: skip
    host.add_argument(
        "--pause", metavar="SECONDS", type=up_to(LONGEST_PAUSE), default=1,
        help="pause before a computer player acts, during which you can undo the last bid or card [1]",
    )  # fmt: skip
    most = up_to(MOST_WATCHERS)
    watchers = "let N people watch, without seeing hands [0]"
    host.add_argument("--watchers", metavar="N", type=most, default=0, help=watchers)
    host.add_argument("--resume", metavar="FILE", type=file_name, help="resume a saved game with the same guests")


def _add_host(commands: Commands) -> None:
    host = _add(
        commands,
        "host",
        help="open a table for friends at their own terminals",
        description="Open a table for friends at their own terminals. Send each friend one of the lines that it "
        "prints: pasted into a terminal, the line opens that friend's seat. Closing the table saves the game. Needs "
        "the extra `host`; friends need ssh.",
    )
    _add_guest_table(host)
    host.add_argument(
        "--port", metavar="N", type=port, default=HOST_PORT, help=f"port; 0 picks a free one [{HOST_PORT}]"
    )
    tables = "open a club with N tables; one line lets all members in, and they choose where to sit"
    host.add_argument("--tables", metavar="N", type=up_to(MOST_TABLES), default=0, help=tables)

    join = _add(
        commands,
        "join",
        help="sit down at a friend's table",
        description="Sit down at a table that a friend hosts, without ssh: the program runs on your own machine. "
        "Needs the extra `host`.",
    )
    join.add_argument("address", metavar="HOST[:PORT]", help=f"where the table is [port {HOST_PORT}]")
    join.add_argument("code", metavar="CODE", help="code of your seat")

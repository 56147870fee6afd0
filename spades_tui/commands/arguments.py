"""The commands and their options, with the texts that `--help` shows."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from spades_tui.commands.argument_parser import (
    Parser,
    Version,
    add,
    add_jobs,
    add_open_hands,
    add_options,
    add_sandbox,
    add_scoring,
    between,
    count,
    file_name,
    port,
    whole_number,
    year,
)

if TYPE_CHECKING:
    from spades_tui.commands.argument_parser import Commands

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


PORT = 8000
HOST_PORT = 2222
LONGEST_PAUSE = 30
MOST_WATCHERS = 20
MOST_TABLES = 20
"""Maximum number of a club's tables."""


def parser(only: str = "") -> argparse.ArgumentParser:
    """Return the parser of all commands, or of `only` play or daily, which is faster to build."""
    program = Parser(
        prog="spades-tui",
        description="Play Spades in the terminal, against the computer or with friends.\n"
        "Without a command, open the game.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    program.add_argument("--version", action=Version, help="show the program's version and exit")
    program.add_argument(
        "--plain", dest="all_plain", action="store_true", help="without a command: open the game in plain text"
    )
    commands = program.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    if only == "daily":
        _add_daily(commands)
        return program

    play = add(
        commands, "play", help="start a game at once", description="Start a game at once, or resume a saved one."
    )
    play.add_argument("code", metavar="CODE", nargs="*", help="code of a game, such as: sandbags 0K7Q-F2M2")
    play.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    play.add_argument("--seats", metavar="LIST", help='who sits where, such as "human:Ann,bot:club:Bea"')
    add_options(play)
    play.add_argument("--seed", metavar="TEXT", help="seed for repeatable games")
    play.add_argument(
        "--pace", choices=("instant", "brisk", "leisurely"), help="pace of the computer players [as in the settings]"
    )
    play.add_argument("--resume", metavar="FILE", type=file_name, help="resume a saved game")
    add_sandbox(play)
    play.add_argument(
        "--good-part", action="store_true", help="with --resume: if the file is damaged, resume a copy of its good part"
    )

    play.add_argument("--plain", action="store_true", help="print plain text and type answers; works through pipes")

    if only == "play":
        return program

    code = add(
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
    add_options(code)

    compare = add(
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
    duplicate = add(commands, "duplicate", help=about)
    duplicate.add_argument("file", metavar="FILE", type=file_name, help="record of a game that is over")
    duplicate.add_argument("--as", dest="level", metavar="LEVEL", default="expert", help="level in your seat [expert]")
    duplicate.add_argument(
        "--seat", metavar="N", type=whole_number, help="seat to play again, from 0 [the first person's]"
    )

    variants = add(
        commands,
        "variants",
        help="list, show and check variants",
        description="List the variants, or show or check one.",
    )
    sub = variants.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    add(sub, "list", help="list the variants, yours included")
    show = add(sub, "show", help="show the rules and options of a variant")
    show.add_argument("slug", metavar="SLUG|FILE", type=file_name, help="name of a variant, or your own file")
    show.add_argument("--json", action="store_true", help="print the complete rule object, as records store it")
    check = add(sub, "check", help="check variant files and play a trial game with each")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="your variant file")
    add(sub, "schema", help="print the JSON Schema of a rule object")

    simulate = add(commands, "simulate", help="play games between computer players and write their records")
    simulate.add_argument("--variant", metavar="SLUG|FILE", type=file_name, required=True, help="game to play")
    simulate.add_argument("--games", metavar="N", type=count, default=1, help="number of games [1]")
    simulate.add_argument("--seed", metavar="TEXT", help="seed for repeatable games")
    simulate.add_argument(
        "--bots", metavar="LEVEL,…", default="club", help="level of all players, or one level per seat [club]"
    )
    add_options(simulate)
    add_sandbox(simulate)
    into = simulate.add_mutually_exclusive_group()
    into.add_argument(
        "--out", metavar="DIR|-", type=file_name, default="-", help="folder for the records; - prints them [-]"
    )
    into.add_argument("--parquet", metavar="DIR", type=file_name, help="folder for the hands as columns instead")
    add_jobs(simulate)

    lab = add(
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
    add_options(lab)
    add_jobs(lab, default=None)
    lab.add_argument("--keep", metavar="FILE", type=file_name, help="keep counted games here, and resume from them")
    form = lab.add_mutually_exclusive_group()
    form.add_argument("--json", dest="form", action="store_const", const="json", help="print JSON, one line per figure")
    form.add_argument("--csv", dest="form", action="store_const", const="csv", help="print a table for spreadsheets")
    form.add_argument("--parquet", metavar="OUT", type=file_name, help="write a Parquet file instead of a table")
    lab.add_argument("--plot", metavar="OUT.svg", type=file_name, help="also draw the most important figures")

    replay = add(commands, "replay", help="check records against the rules and print their score sheets")
    replay.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    replay.add_argument("--json", action="store_true", help="print the records, with every result filled in")
    add_open_hands(replay)

    verify = add(
        commands,
        "verify",
        help="check that deals and computer players were fair",
        description="Repeat every deal and every choice of a computer player, and compare them with the record. The "
        "exit status is 1 if something differs, or if a record with a seed or proofs can't be checked in full.",
    )
    verify.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    verify.add_argument("--lenient", action="store_true", help="accept records that can't be checked in full")
    add_jobs(verify)

    _add_advice(commands)
    _add_sharing(commands)

    lessons = add(
        commands, "lessons", help="list, play and check lessons", description="List the lessons, or play or check one."
    )
    sub = lessons.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    add(sub, "list", help="list the lessons and puzzles")
    check = add(sub, "check", help="check lesson files by playing every path through them")
    check.add_argument("files", metavar="FILE", type=file_name, nargs="+", help="your lesson file")
    play = add(sub, "play", help="start a lesson or puzzle at once")
    play.add_argument("name", metavar="NAME", nargs="?", default="", help="name of a lesson [choose from the list]")
    play.add_argument("--plain", action="store_true", help="print plain text and type answers")

    _add_scorebook(commands)

    settings = add(
        commands, "settings", help="show and check the settings", description="Show the settings, or check their file."
    )
    sub = settings.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    add(sub, "path", help="print the path of the settings file")
    check = add(sub, "check", help="list every mistake in the settings file")
    check.add_argument("file", metavar="FILE", type=file_name, nargs="?", help="check this file [the one in use]")

    bug = add(
        commands,
        "bug",
        help="write a file for a bug report",
        description="Write one file with the record of your last game, your settings, and the versions of the program "
        "and your terminal, and say what's in it. If a hand is unfinished, the file has only the cards that you've "
        "seen. Nothing is sent.",
    )
    bug.add_argument("record", metavar="FILE", type=file_name, nargs="?", help="record to report [the last game]")
    bug.add_argument("--out", metavar="FILE", type=file_name, help="new file to write [one in this folder]")

    serve = add(
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

    host = add(
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
    host.add_argument("--tables", metavar="N", type=between(0, MOST_TABLES), default=0, help=tables)

    join = add(
        commands,
        "join",
        help="sit down at a friend's table",
        description="Sit down at a table that a friend hosts, without ssh: the program runs on your own machine. "
        "Needs the extra `host`.",
    )
    join.add_argument("address", metavar="HOST[:PORT]", help=f"where the table is [port {HOST_PORT}]")
    join.add_argument("code", metavar="CODE", help="code of your seat")

    completion = add(
        commands,
        "completion",
        help="print a script that makes Tab complete commands",
        description="Print a script for your shell to read when it starts. Then Tab completes commands, options, "
        "variants, levels and files.",
    )
    completion.add_argument("shell", choices=("bash", "fish", "zsh"), help="your shell")
    return program


def _add_daily(commands: Commands) -> None:
    daily = add(
        commands,
        "daily",
        help="play the deal of the day",
        description="Play the deal of the day: one hand of each of three games, the same for everybody. The day begins "
        "at midnight UTC. Without WHAT, open its page.",
    )
    daily.add_argument("--date", metavar="DAY", help="day, such as 2026-12-01 [today]")
    daily.add_argument("--plain", action="store_true", help="print plain text and type answers")
    sub = daily.add_subparsers(dest="what", metavar="WHAT", parser_class=Parser)
    line = add(sub, "line", help="print a line with your results to share, which spoils nothing")
    line.add_argument("--ascii", action="store_true", help="use ASCII only")
    share = add(sub, "share", help="print a line that proves your results, with each of your choices")
    for one in (line, share):
        one.add_argument("--date", metavar="DAY", default=argparse.SUPPRESS, help="day, such as 2026-12-01 [today]")
    check = add(sub, "check", help="check your friends' lines and print a table; exit with 1 if one was altered")
    words = "file with lines, or a line itself; - reads standard input"
    check.add_argument("claims", metavar="FILE|TEXT", type=file_name, nargs="+", help=words)


def _add_advice(commands: Commands) -> None:
    advise = add(
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
    add_open_hands(advise)

    review = add(
        commands,
        "review",
        help="show what each bid and play cost",
        description="Compare each decision of a person with the best choice that a computer player finds from the "
        "same cards. Count luck separately.",
    )
    review.add_argument("files", metavar="FILE|-", type=file_name, nargs="+", help="record; - reads standard input")
    review.add_argument("--seat", metavar="N", type=whole_number, help="review this seat, from 0 [all people]")
    review.add_argument("--json", action="store_true", help="print JSON")
    add_open_hands(review)


def _add_sharing(commands: Commands) -> None:
    """Add the commands that share a game or a hand."""
    match = add(
        commands,
        "match",
        help="play the same hands in turn at one keyboard, and compare",
        description="Let people, or pairs, play the same hands in turn at one keyboard, without seeing each other's "
        "cards or results, and compare them. Without --seats, the latest match continues.",
    )
    match.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    match.add_argument("--seats", metavar="LIST", help='who plays: "human:Ann,human:Bea", or four for pairs')
    add_options(match)
    match.add_argument("--hands", metavar="N", type=count, help="number of hands, up to 24 [4]")
    add_scoring(match, "how to compare results [points]")
    match.add_argument("--plain", action="store_true", help="print plain text and type answers; works through pipes")

    story = add(
        commands,
        "story",
        help="tell the card that cost most in a finished game",
        description="Find the card that cost a person most in a finished game, and say what was better and why. "
        "Draw its trick if you like.",
    )
    story.add_argument("file", metavar="FILE", type=file_name, help="record of a finished game")
    story.add_argument("--svg", metavar="OUT", type=file_name, help="write a picture of the trick to this new file")
    story.add_argument("--hide-names", action="store_true", help="write Player 1, Player 2 … instead of names")

    take = add(
        commands,
        "import",
        help="read a hand in Trickster's PTN",
        description="Read one hand for four players from Trickster's PTN, and write a record of it, to play, review "
        "or ask advice about.",
    )
    take.add_argument("file", metavar="FILE|-", type=file_name, help="text of one hand; - reads standard input")
    take.add_argument("--variant", metavar="SLUG|FILE", help="game whose rules apply [the first with these cards]")
    add_options(take)
    take.add_argument("--out", metavar="OUT", type=file_name, help="new record [standard output]")
    take.add_argument("--deal-only", action="store_true", help="leave out bids and plays, to play the hand yourself")

    give = add(
        commands,
        "export",
        help="print a hand as PTN, which is like PBN",
        description="Print one hand of a finished game as text like Portable Bridge Notation.",
    )
    give.add_argument("file", metavar="FILE", type=file_name, help="record of a finished game")
    give.add_argument("--hand", metavar="N", type=count, default=1, help="number of the hand [1]")


def _add_scorebook(commands: Commands) -> None:
    scorebook = add(
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

    games = add(sub, "games", help="list finished games, newest first")
    games.add_argument("--limit", metavar="N", type=count, default=50, help="maximum number of games [50]")
    games.add_argument("--deleted", action="store_true", help="list the deleted games, which you can restore")
    export = add(sub, "export", help="export the whole scorebook")
    export.add_argument(
        "file", metavar="FILE|-", type=file_name, nargs="?", default="-", help="new file; - prints the scorebook [-]"
    )
    export.add_argument("--csv", action="store_true", help="write CSV instead of JSON Lines")
    take = add(sub, "import", help="add the games of an exported scorebook that are missing here")
    take.add_argument("file", metavar="FILE|-", type=file_name, help="exported scorebook; - reads standard input")
    add(sub, "rebuild", help="recompute the scorebook from the records and its notes")
    for word, about in (("delete", "delete a game, so that it doesn't count"), ("restore", "restore a deleted game")):
        one = add(sub, word, help=about)
        one.add_argument("game", metavar="GAME", help="name of the game, as `scorebook games` lists it")
    rename = add(sub, "rename", help="rename a person")
    rename.add_argument("person", metavar="PERSON", help="current name")
    rename.add_argument("name", metavar="NAME", help="new name")
    merge = add(sub, "merge", help="merge two names of the same person")
    merge.add_argument("person", metavar="PERSON", help="name to drop")
    merge.add_argument("into", metavar="INTO", help="name to keep")
    create = add(sub, "table", help="create or change a table")
    create.add_argument("name", metavar="NAME", help="name of the table")
    create.add_argument("--people", metavar="NAME,…", help="people at the table")
    create.add_argument("--rename", metavar="NAME", help="new name of the table")
    create.add_argument("--session", choices=("day", "week"), help="gaming session in which wins count as stars")
    create.add_argument("--forfeit", metavar="WORDS", help="what the tray person does")
    create.add_argument("--deck", metavar="WORDS", help="what an imperfect day costs")
    assign = add(sub, "assign", help="move a game to a table")
    assign.add_argument("game", metavar="GAME", help="name of the game, as `scorebook games` lists it")
    assign.add_argument("table", metavar="TABLE", help="name of the table")
    assign.add_argument(
        "--seat", metavar="N=PERSON", action="append", default=[], help="person in seat N, from 0; may be repeated"
    )
    for word, alias, about in (
        ("abandon", "give-up", "abandon an unfinished game, so that it doesn't count"),
        ("reopen", "take-up", "reopen an abandoned game"),
    ):
        one = add(sub, word, aliases=[alias], help=about)
        one.set_defaults(what=word)
        one.add_argument("file", metavar="FILE", type=file_name, help="file of the game in the games folder")
    for word, about in (("carried", "note that a violator carried the trays"), ("paid", "note that a deck was paid")):
        one = add(sub, word, help=about)
        one.add_argument("person", metavar="PERSON", help="name of the person")
        one.add_argument("table", metavar="TABLE", help="name of the table")
        if word == "paid":
            one.add_argument("--decks", metavar="N", type=whole_number, default=1, help="number of decks [1]")
    correct = add(sub, "correct", help="correct a count by hand")
    correct.add_argument("person", metavar="PERSON", help="name of the person")
    correct.add_argument("table", metavar="TABLE", help="name of the table")
    correct.add_argument(
        "count", metavar="WHAT",
        help="star, outside, gold, red, tray_person, wire, pile, tray, chit, perfect, imperfect, deck, bone, "
        "zero_buddy",
    )
    correct.add_argument("amount", metavar="AMOUNT", type=whole_number, help="number to add; -1 takes one away")
    correct.add_argument("--why", metavar="WORDS", default="", help="reason, kept with the correction")


def _add_guest_table(host: argparse._ActionsContainer) -> None:
    """Add the arguments of a table for guests."""
    host.add_argument("--variant", metavar="SLUG|FILE", type=file_name, help="game to play [sandbags]")
    host.add_argument(
        "--seats", metavar="LIST", help='who sits where: human:NAME for you, guest, bot:LEVEL:NAME ["human,guest"]'
    )
    add_options(host)
    host.add_argument(
        "--listen", metavar="ADDRESS", default="localhost",
        help="address to listen at; 0.0.0.0 lets in other machines [localhost: this machine only]",
    )  # fmt: skip
    host.add_argument(
        "--pause", metavar="SECONDS", type=between(0, LONGEST_PAUSE), default=1,
        help="pause before a computer player acts, during which you can undo the last bid or card [1]",
    )  # fmt: skip
    most = between(0, MOST_WATCHERS)
    watchers = "let N people watch, without seeing hands [0]"
    host.add_argument("--watchers", metavar="N", type=most, default=0, help=watchers)
    host.add_argument("--resume", metavar="FILE", type=file_name, help="resume a saved game with the same guests")

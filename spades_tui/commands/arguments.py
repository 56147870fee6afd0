"""The commands and their options, with the texts that `--help` shows."""

from __future__ import annotations

import argparse
from functools import partial
from typing import TYPE_CHECKING

from spades_tui.commands.argument_parser import (
    OPEN_HANDS,
    Parser,
    Version,
    add,
    between,
    file_name,
    record_name,
    subcommands,
    take,
)
from spades_tui.play import DEFAULT_GAME, MATCH_HANDS_MOST, SCORINGS
from spades_tui.play.hosted_games import HOST_PORT, WEB_PORT
from spades_tui.system import MOST_PROCESSES

if TYPE_CHECKING:
    from spades_tui.commands.argument_parser import Commands

EPILOG = """\
seats:    one entry per seat, separated by commas: human:NAME or bot:LEVEL:NAME.
          Levels: beginner, club, strong and expert. All but beginner can have a
          style after a slash: bold, careful, zeros or bags, as in club/bold.
          Computer players take the seats you leave out: strong as a person's
          partner, club elsewhere.
options:  NAME=VALUE; `spades-tui variants show GAME` lists a game's options.
examples: spades-tui play --seats "human:Ann,bot:club:Bea" --option target=300
          spades-tui simulate --variant bemo --games 10 --seed q7 --out games
          spades-tui replay games/*.spades.jsonl
          spades-tui variants check my-rules.toml
exit:     0: done
          1: the input has a mistake, or a check failed
          2: the command line has a mistake, or a file can't be used
          3: the program itself failed
"""


USUAL_PAUSE, LONGEST_PAUSE = 1, 30  # seconds before a computer player acts at a table for friends
MOST_WATCHERS = 20
MOST_TABLES = 20  # maximum number of a club's tables

VARIANT = "--variant GAME|FILE", f"game to play [{DEFAULT_GAME}]"
SEED = "--seed TEXT", "seed for repeatable games"
OPTIONS = "--option NAME=VALUE", "set an option of the game; may be repeated"
OPEN = OPEN_HANDS, "show all hands, even of a game in progress"
PLAIN = "--plain", "print plain text and type answers"
PLAIN_GAME = "--plain", "print plain text and type answers; works through pipes"
SANDBOX = "--sandbox", "keep exec: players away from your files and the network"
RECORD, RECORDS = (f"{name} FILE|-" for name in ("file", "files"))
READS = "file of a game; - reads standard input"
LONG = "--long", "also do what takes more than five minutes"
DAY = "--date DAY", "day, such as 2026-12-01 [today]"
"""Arguments of several commands, with their help."""


def parser() -> argparse.ArgumentParser:
    """Return the parser of all commands."""
    about = "Play Spades in the terminal, against the computer or with friends.\nWithout a command, open the game."
    form = argparse.RawDescriptionHelpFormatter
    program = Parser(prog="spades-tui", description=about, epilog=EPILOG, formatter_class=form)
    program.add_argument("--version", action=Version, help="show the program's version and exit")
    take(program, "--plain", "without a command: open the game in plain text", dest="all_plain")
    commands = program.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)
    _add_play(commands)
    _add_codes(commands)
    _add_daily(commands)

    duplicate = add(
        commands, "duplicate", "play a finished game again with a computer player in your seat, and print both results"
    )
    take(duplicate, "file FILE", "file of a game that is over")
    take(duplicate, "--as LEVEL", "level in your seat [expert]", dest="level", default="expert")
    take(duplicate, "--seat N", "seat to play again, from 0 [the first person's]")
    take(duplicate, *LONG)

    variants = add(commands, "variants", "list and show games, and check their files", "List the games, show one, or check the file of one.")
    sub = subcommands(variants)
    add(sub, "list", "list the games, yours included")
    show = add(sub, "show", "show the rules and options of a game")
    take(show, "slug GAME|FILE", "name of a game, or your own file")
    take(show, "--json", "print the complete rule object, as records store it")
    check = add(sub, "check", "check variant files and play a trial game with each")
    take(check, "files FILE", "your variant file", nargs="+")
    add(sub, "schema", "print the JSON Schema of a rule object")

    _add_many_games(commands)
    _add_records(commands)
    _add_sharing(commands)

    lessons = add(commands, "lessons", "list, play and check lessons", "List the lessons, or play or check one.")
    sub = subcommands(lessons)
    add(sub, "list", "list the lessons and puzzles")
    check = add(sub, "check", "check lesson files by playing every path through them")
    take(check, "files FILE", "your lesson file", nargs="+")
    play = add(sub, "play", "start a lesson or puzzle at once")
    take(play, "name NAME", "name of a lesson, or mistakes for your own [choose from the list]", nargs="?", default="")
    take(play, *PLAIN)

    _add_puzzles(commands)
    _add_scorebook(commands)

    settings = add(commands, "settings", "show and check the settings", "Show the settings, or check their file.")
    sub = subcommands(settings)
    add(sub, "path", "print the path of the settings file")
    check = add(sub, "check", "list every mistake in the settings file")
    take(check, "file FILE", "check this file [the one in use]", nargs="?")

    bug = add(
        commands, "bug", "write a file for a bug report",
        "Write one file with your last game, your settings, and the versions of the program and your "
        "terminal, and say what's in it. If a hand is unfinished, the file has only the cards that you've seen. "
        "Nothing is sent.",
    )  # fmt: skip
    take(bug, "record FILE", "file of the game to report [the last one]", nargs="?")
    take(bug, "--out FILE", "new file to write [one in this folder]")

    _add_tables_for_friends(commands)

    completion = add(
        commands, "completion", "print a script that makes Tab complete commands",
        "Print a script for your shell to read when it starts. Then Tab completes commands, options, games, levels "
        "and files.",
    )  # fmt: skip
    take(completion, "shell", "your shell", choices=("bash", "fish", "zsh"))
    return program


def _add_options(command: argparse._ActionsContainer) -> None:
    take(command, *OPTIONS, action="append", default=[])


def _add_jobs(command: argparse.ArgumentParser, usual: str = "1") -> None:
    where = command.add_mutually_exclusive_group()
    processes = f"number of processes, {MOST_PROCESSES} at most [{usual}]"
    take(where, "--jobs N", processes, type=between(1, MOST_PROCESSES))
    take(where, "--cluster ADDRESS", "use a Dask cluster instead, such as tcp://10.0.0.5:8786")


def _add_play(commands: Commands) -> None:
    play = add(commands, "play", "start a game at once", "Start a game at once, or resume a saved one.")
    take(play, "game GAME|CODE", "game, such as classic; or a code, such as: classic 06F2-TJWN", nargs="*")
    take(play, *VARIANT)
    take(play, "--seats LIST", 'who sits where, such as "human:Ann,bot:club:Bea"')
    _add_options(play)
    take(play, *SEED)
    paces = ("instant", "lively", "brisk", "leisurely")
    take(play, "--pace", "pace of the computer players [as in the settings]", choices=paces)
    take(play, "--resume FILE", "resume a saved game")
    take(play, *SANDBOX)
    take(play, "--good-part", "with --resume: if the file is damaged, resume a copy of its good part")
    take(play, *PLAIN_GAME)


def _add_codes(commands: Commands) -> None:
    code = add(
        commands, "code", "make a code that deals the same cards to your friends",
        "Print the code of a new game, or of a finished game that has one. `spades-tui play CODE` then deals the same "
        "cards on any computer.",
    )  # fmt: skip
    of_game = partial(record_name, instead="write --variant")
    take(code, "file FILE", "file of a game that is over", nargs="?", type=of_game)
    take(code, "--claim", "with FILE: print a line that proves your score, with each of your choices")
    take(code, "--hand N", "print the code of hand N alone; without FILE, N must be 1")
    take(code, *LONG)
    take(code, *VARIANT)
    take(code, "--seats LIST", "who sits where, without names")
    _add_options(code)

    compare = add(
        commands, "compare", "check your friends' claims and compare their scores",
        "Check claims made by `spades-tui code --claim`, and print who scored what. A claim proves which cards were "
        "played, but not that it was the first try. The exit status is 1 if a claim was altered. Games with the same "
        "codes are compared hand by hand.",
    )  # fmt: skip
    claims = "file of a game, or file with a claim per line, each after a name if you like; - reads claims from standard input"
    take(compare, RECORDS, claims, nargs="+")
    take(compare, "--scoring", "how to compare games [points]", choices=SCORINGS)
    take(compare, *LONG)


def _add_daily(commands: Commands) -> None:
    daily = add(
        commands, "daily", "play the deal of the day",
        "Play the deal of the day: one hand of each of three games, the same for everybody. The day begins at midnight "
        "UTC. Without WHAT, open its page.",
    )  # fmt: skip
    take(daily, *DAY)
    take(daily, *PLAIN)
    sub = subcommands(daily)
    line = add(sub, "line", "print a line with your results to share, which spoils nothing")
    take(line, "--ascii", "use ASCII only")
    share = add(sub, "share", "print a line that proves your results, with each of your choices")
    for one in (line, share):
        take(one, *DAY, default=argparse.SUPPRESS)
    check = add(sub, "check", "check your friends' lines and print a table; exit with 1 if one was altered")
    take(check, "claims FILE|TEXT", "file with lines, or a line itself; - reads standard input", nargs="+")


def _add_puzzles(commands: Commands) -> None:
    puzzles = add(
        commands, "puzzles", "count, find and check puzzles",
        "Print how many puzzles each game has and how many you've solved; or find new ones, or check files of them.",
    )  # fmt: skip
    sub = subcommands(puzzles)
    find = add(sub, "find", "find puzzles in hands of computer players")
    take(find, *VARIANT)
    take(find, "--games N", "number of games whose first hands to search [50]", default=50, type=between(1, 10_000))
    take(find, "--count N", "number of puzzles to stop at [12]", default=12, type=between(1, 1_000))
    take(find, "--seed TEXT", "seed of the deals [1]", default="1")
    take(find, "--level", "level of the players [expert]; strong is faster", choices=("strong", "expert"))
    find.set_defaults(level="expert")
    take(find, "--out FILE", "new file to write; required", required=True)
    check = add(sub, "check", "check files of puzzles; exit with 1 if one can't be used")
    take(check, "files FILE", "your file of puzzles", nargs="+")
    take(check, "--weigh", "also play every card out again in other deals, which takes seconds per puzzle")


def _add_many_games(commands: Commands) -> None:
    simulate = add(commands, "simulate", "play games between computer players and write their records")
    take(simulate, "--variant GAME|FILE", "game to play; required", required=True)
    take(simulate, "--games N", "number of games [1]", default=1)
    take(simulate, *SEED)
    take(simulate, "--bots LEVEL,…", "level of all players, or one level per seat [club]", default="club")
    _add_options(simulate)
    take(simulate, *SANDBOX)
    into = simulate.add_mutually_exclusive_group()
    take(into, "--out DIR|-", "folder for the records; - prints them [-]", default="-")
    take(into, "--parquet DIR", "folder for the hands as columns instead")
    _add_jobs(simulate)

    lab = add(
        commands, "lab", "measure what rules do",
        "Play many hands between computer players, and say how often bids are made, how long games last, and more. "
        "Name two games to compare them, or one with --sweep to try one value after another.",
    )  # fmt: skip
    take(lab, "games GAME|FILE", "game to measure, or several to compare", nargs="+")
    take(lab, "--sweep KEY=A..B[:STEP]", "values to try, such as bags.limit=3..10 or 4..10:3")
    take(lab, "--each-change", "with two games: also measure each change alone")
    take(lab, "--hands N", "hands to play per game [2000]", default=2000)
    take(lab, "--seed TEXT", "seed for repeatable games [lab]")
    take(lab, "--bots LEVEL,…", "level of all players, or one per seat [club]", default="club")
    _add_options(lab)
    _add_jobs(lab, "one for each core")
    take(lab, "--keep FILE", "keep counted games here, and resume from them")
    form = lab.add_mutually_exclusive_group()
    take(form, "--json", "print JSON, one line per figure", dest="form", action="store_const", const="json")
    take(form, "--csv", "print a table for spreadsheets", dest="form", action="store_const", const="csv")
    take(form, "--parquet OUT", "write a Parquet file instead of a table")
    take(lab, "--plot OUT.svg", "also draw the most important figures")


def _add_records(commands: Commands) -> None:
    replay = add(commands, "replay", "check games against the rules and print their score sheets")
    take(replay, RECORDS, READS, nargs="+")
    take(replay, "--json", "print the records, with every result filled in")
    take(replay, *OPEN)

    verify = add(
        commands, "verify", "check that deals and computer players were fair",
        "Repeat every deal and every choice of a computer player, and compare them with the record. The exit status is "
        "1 if something differs, or if a record with a seed or proofs can't be checked in full.",
    )  # fmt: skip
    take(verify, RECORDS, READS, nargs="+")
    take(verify, "--lenient", "accept records that can't be checked in full")
    take(verify, *LONG)
    _add_jobs(verify)

    advise = add(
        commands, "advise", "show the best choice at the end of a saved game",
        "Rate every legal choice of the player on turn at the end of a saved game, best first. The adviser sees only what "
        "that player may see.",
    )  # fmt: skip
    take(advise, RECORD, READS)
    take(advise, "--seat N", "seat to advise, from 0 [the one on turn]")
    take(advise, "--line N", "advise before this line of the file [at its end]")
    take(advise, "--level LEVEL", "level of the adviser [expert]")
    take(advise, "--json", "print JSON")
    take(advise, *OPEN)

    review = add(
        commands, "review", "show what each bid and play cost",
        "Compare each decision of a person with the best choice that a computer player finds from the same cards. "
        "Count luck separately.",
    )  # fmt: skip
    take(review, RECORDS, READS, nargs="+")
    take(review, "--seat N", "review this seat, from 0 [all people]")
    take(review, "--json", "print JSON")
    take(review, *LONG)
    take(review, *OPEN)


def _add_sharing(commands: Commands) -> None:
    match = add(
        commands, "match", "play the same hands in turn at one keyboard, and compare",
        "Let people, or pairs, play the same hands in turn at one keyboard, without seeing each other's cards or "
        "results, and compare them. Without --seats, the latest match continues.",
    )  # fmt: skip
    take(match, *VARIANT)
    take(match, "--seats LIST", 'who plays: "human:Ann,human:Bea", or four for pairs')
    _add_options(match)
    take(match, "--hands N", f"number of hands, up to {MATCH_HANDS_MOST} [4]", type=between(1, MATCH_HANDS_MOST))
    take(match, "--scoring", "how to compare results [points]", choices=SCORINGS)
    take(match, *PLAIN_GAME)

    story = add(
        commands, "story", "name the card that cost most in a finished game",
        "Find the card that cost a person most in a finished game, and say what was better and why. Draw its trick if "
        "you like.",
    )  # fmt: skip
    take(story, "file FILE", "file of a finished game")
    take(story, "--svg OUT", "write a picture of the trick to this new file")
    take(story, "--hide-names", "write Player 1, Player 2 … instead of names")
    take(story, *LONG)

    read = add(
        commands, "import", "read a hand in Trickster's PTN",
        "Read one hand for four players from Trickster's PTN, and write a file of it, to play, review or ask advice "
        "about.",
    )  # fmt: skip
    take(read, RECORD, "text of one hand; - reads standard input")
    take(read, "--variant GAME|FILE", "game whose rules apply [the first with these cards]")
    _add_options(read)
    take(read, "--out OUT", "new file [standard output]")
    take(read, "--deal-only", "leave out bids and plays, to play the hand yourself")

    write = add(
        commands, "export", "print a hand as PTN, which is like PBN",
        "Print one hand of a finished game as text like Portable Bridge Notation.",
    )  # fmt: skip
    take(write, "file FILE", "file of a finished game")
    take(write, "--hand N", "number of the hand [1]", default=1)


def _add_scorebook(commands: Commands) -> None:
    scorebook = add(
        commands, "scorebook", "show and edit the season's scorebook",
        "Show the scoreboards and statistics, or edit the scorebook. `spades-tui book` does the same.",
        aliases=["book"],
    )  # fmt: skip
    scorebook.set_defaults(command="scorebook")  # argparse would store the alias
    take(scorebook, "--table NAME", "show this table only", dest="only_table")
    take(scorebook, "--person NAME", "show this person's statistics", dest="only_person")
    take(scorebook, "--variant GAME", "with --person or ladder: this game only")
    take(scorebook, "--year YEAR", "year of the scoreboard")
    take(scorebook, "--json", "print JSON")
    sub = subcommands(scorebook)

    games = add(sub, "games", "list finished games, newest first")
    take(games, "--limit N", "maximum number of games [50]", default=50)
    take(games, "--deleted", "list the deleted games, which you can restore")
    add(sub, "players", "describe the named computer players, with your record beside and against each")
    add(sub, "ladder", "print your rating in each game, among the levels")
    add(sub, "feats", "list your feats, each with the hand that earned it")
    export = add(sub, "export", "export the whole scorebook")
    take(export, RECORD, "new file; - prints the scorebook [-]", nargs="?", default="-", type=file_name)
    take(export, "--csv", "write CSV instead of JSON Lines")
    read = add(sub, "import", "add the games of an exported scorebook that are missing here")
    take(read, RECORD, "exported scorebook; - reads standard input")
    add(sub, "rebuild", "recompute the scorebook from the games and its notes")
    for word, about in (("delete", "delete a game, so that it doesn't count"), ("restore", "restore a deleted game")):
        take(add(sub, word, about), "game GAME", "name of the game, as `scorebook games` lists it")
    rename = add(sub, "rename", "rename a person")
    take(rename, "person PERSON", "current name")
    take(rename, "name NAME", "new name")
    merge = add(sub, "merge", "merge two names of the same person")
    take(merge, "person PERSON", "name to drop")
    take(merge, "into INTO", "name to keep")
    create = add(sub, "table", "create or change a table")
    take(create, "name NAME", "name of the table")
    take(create, "--people NAME,…", "people at the table")
    take(create, "--rename NAME", "new name of the table")
    take(create, "--session", "gaming session in which wins count as stars", choices=("day", "week"))
    take(create, "--forfeit WORDS", "what the tray person does")
    take(create, "--deck WORDS", "what an imperfect day costs")
    assign = add(sub, "assign", "move a game to a table")
    take(assign, "game GAME", "name of the game, as `scorebook games` lists it")
    take(assign, "table TABLE", "name of the table")
    take(assign, "--seat N=PERSON", "person in seat N, from 0; may be repeated", action="append", default=[])
    for word, alias, about in (
        ("abandon", "give-up", "abandon an unfinished game, so that it doesn't count"),
        ("reopen", "take-up", "reopen an abandoned game"),
    ):
        one = add(sub, word, about, aliases=[alias])
        one.set_defaults(what=word)
        take(one, "file FILE", "file of the game in the games folder")
    carried = add(sub, "carried", "note that a violator carried the trays")
    paid = add(sub, "paid", "note that a deck was paid")
    correct = add(sub, "correct", "correct a count by hand")
    for one in (carried, paid, correct):
        take(one, "person PERSON", "name of the person")
        take(one, "table TABLE", "name of the table")
    take(paid, "--decks N", "number of decks [1]", default=1)
    counts = (
        "star, outside-star, gold-star, red-star, tray-person, wire-to-wire, waiting-tray, tray, chit, perfect-day, "
        "imperfect-day, deck, bonehead or zero-buddy"
    )
    take(correct, "count WHAT", counts)
    take(correct, "amount AMOUNT", "number to add; -1 takes one away")
    take(correct, "--why WORDS", "reason, kept with the correction", default="")


def _add_tables_for_friends(commands: Commands) -> None:
    serve = add(
        commands, "serve", "play in a browser on this machine",
        "Serve the game in a browser on this machine, at 127.0.0.1, until you press Ctrl+C. The address has a secret "
        "key: anyone who has it can play as you. With --invite, open a table for friends instead: each gets a link "
        "that opens their seat in a browser. Needs the extra `web`.",
    )  # fmt: skip
    take(serve, "--port N", f"port; 0 picks a free one [{WEB_PORT}]", default=WEB_PORT)
    take(serve, "--invite", "open a table for friends, each in their own browser")
    _add_guest_table(serve.add_argument_group("with --invite"), "localhost: this machine only")

    host = add(
        commands, "host", "open a table for friends at their own terminals",
        "Open a table for friends at their own terminals, wherever they are. Send each friend one of the lines that it "
        "prints: pasted into a terminal, the line opens that friend's seat. Closing the table saves the game. Needs "
        "the extra `friends`. With --listen or --port, friends come by ssh instead.",
    )  # fmt: skip
    members = "list the members of the club instead, or remove one"
    take(host, "what", members, nargs="?", choices=("members",))
    take(host, "--remove NAME", "with members: remove this member")
    _add_guest_table(host, "with --port: localhost")
    take(host, "--port N", f"with ssh: port; 0 picks a free one [{HOST_PORT}]", default=None)
    host.set_defaults(listen=None)
    take(host, "--again", "use the seats and lines of the last table again")
    tables = "open a club with N tables; one line lets all members in, and they choose where to sit"
    take(host, "--tables N", tables, type=between(0, MOST_TABLES), default=0)

    join = add(
        commands, "join", "sit down at a friend's table",
        "Sit down at a table that a friend hosts: with the line that they have sent, or with the address and a code. "
        "The program runs on your own machine. Needs the extra `friends`.",
    )  # fmt: skip
    take(join, "address LINE|HOST[:PORT]", f"your friend's line, or where the table is [port {HOST_PORT}]")
    take(join, "code CODE", "code of your seat, with an address only", nargs="?")
    take(join, *PLAIN)


def _add_guest_table(host: argparse._ActionsContainer, usual: str) -> None:
    host.set_defaults(seed=None, sandbox=False)  # a table for guests has neither
    take(host, *VARIANT)
    take(host, "--seats LIST", 'who sits where: human:NAME for you, guest, bot:LEVEL:NAME ["human,guest"]')
    _add_options(host)
    listen = f"address to listen at; 0.0.0.0 lets in other machines [{usual}]"
    take(host, "--listen ADDRESS", listen, default="localhost")
    pause = f"pause before a computer player acts, during which you can undo the last bid or card [{USUAL_PAUSE}]"
    take(host, "--pause SECONDS", pause, type=between(0, LONGEST_PAUSE), default=USUAL_PAUSE)
    watchers = "let N people watch, without seeing hands [0]"
    take(host, "--watchers N", watchers, type=between(0, MOST_WATCHERS), default=0)
    take(host, "--resume FILE", "resume a saved game with the same guests")

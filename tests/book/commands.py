"""`spades-tui book` for tests, without a process of its own."""

from spades_tui.commands.arguments import Parser
from spades_tui.commands.scorebook import add_parser, run
from spades_tui.system.exit_status import run_reporting


def command(*words: str) -> int:
    """Do it; the exit status."""
    parser = Parser(prog="spades-tui")
    add_parser(parser.add_subparsers(dest="command", parser_class=Parser))
    return run_reporting(lambda: run(parser.parse_args(["book", *words])))

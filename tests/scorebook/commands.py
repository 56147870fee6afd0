"""Run `spades-tui book` in this process."""

from spades_tui.commands.arguments import parser
from spades_tui.commands.scorebook import run
from spades_tui.system.exit_status import run_reporting


def command(*words: str) -> int:
    """Run the command; return its exit status."""
    return run_reporting(lambda: run(parser().parse_args(["book", *words])))

"""`spades-tui book` for tests, without a process of its own."""

import argparse

from spades_tui.book.command import add_parser, run


def command(*words: str) -> int:
    """Do it; the exit status."""
    parser = argparse.ArgumentParser()
    add_parser(parser.add_subparsers(dest="command"))
    return run(parser.parse_args(["book", *words]))

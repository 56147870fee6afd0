"""The options of the commands that share a game or a hand: `match`, `story`, `import` and `export`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_tui.commands.argument_parser import count, file_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable

SCORINGS = ("points", "matchpoints", "imps")
"""As in `play.match`, which is imported only to play."""


def add_scoring(parser: argparse.ArgumentParser, help: str) -> None:
    """Add ``--scoring``."""
    parser.add_argument("--scoring", choices=SCORINGS, help=help)


def add_sharing(
    add: Callable[..., argparse.ArgumentParser], add_options: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add these commands; `add` takes a name, `help` and `description`, `add_options` adds ``--option``."""
    match = add(
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
        "story",
        help="tell the card that cost most in a finished game",
        description="Find the card that cost a person most in a finished game, and say what was better and why. "
        "Draw its trick if you like.",
    )
    story.add_argument("file", metavar="FILE", type=file_name, help="record of a finished game")
    story.add_argument("--svg", metavar="OUT", type=file_name, help="write a picture of the trick to this new file")
    story.add_argument("--hide-names", action="store_true", help="write Player 1, Player 2 … instead of names")

    take = add(
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
        "export",
        help="print a hand as PTN, which is like PBN",
        description="Print one hand of a finished game as text like Portable Bridge Notation.",
    )
    give.add_argument("file", metavar="FILE", type=file_name, help="record of a finished game")
    give.add_argument("--hand", metavar="N", type=count, default=1, help="number of the hand [1]")

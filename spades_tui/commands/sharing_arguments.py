"""The options of the commands that share a game or a hand: `story`, `import` and `export`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_tui.commands.argument_values import count, file_name

if TYPE_CHECKING:
    import argparse
    from collections.abc import Callable


def add_sharing(
    add: Callable[..., argparse.ArgumentParser], add_options: Callable[[argparse.ArgumentParser], None]
) -> None:
    """Add these commands; `add` takes a name, `help` and `description`, `add_options` adds ``--option``."""
    story = add(
        "story",
        help="tell the card that cost most in a finished game",
        description="Find the card of a person that cost most in a finished game, and say what was better and why. "
        "Draw its trick if you like.",
    )
    story.add_argument("file", metavar="FILE", type=file_name, help="record of a finished game")
    story.add_argument("--svg", metavar="OUT", type=file_name, help="write a picture of the trick to this new file")
    story.add_argument("--hide-names", action="store_true", help="say Player 1 and so on instead of names")

    take = add(
        "import",
        help="read a hand in Trickster's PTN",
        description="Read one hand for four players from Trickster's PTN, and write a record of it, to play, review "
        "or ask advice about.",
    )
    take.add_argument("file", metavar="FILE|-", type=file_name, help="text of one hand; - reads standard input")
    take.add_argument("--variant", metavar="SLUG|FILE", help="game to play it by [the first with these cards]")
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

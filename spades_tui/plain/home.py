"""What can be done before a table stands, line by line: a new game, or one that was put aside."""

from spades_tui.plain import reading
from spades_tui.plain.console import Console
from spades_tui.rules.catalogue import shelf
from spades_tui.table.saved import suspended

MOST = 20
"""So many games that can be continued are told."""


def choose(console: Console, name: str) -> list[str] | None:
    """The command line of the table that is wanted, behind `play`; None: none is. `name`: whose program it is.

    Raises GoneError at the end of the input.
    """
    kept = suspended()[:MOST]
    words = ("new", "continue", "quit") if kept else ("new", "quit")
    while True:
        match reading.chosen(console.ask(f"Spades. Say {', '.join(words)}."), {word: word for word in words}):
            case "new":
                return _new(console, name)
            case "continue":
                for number, game in enumerate(kept, 1):
                    console.tell(f"{number}: {game.title.replace(' · ', ', ')}.")
                number = reading.number_in(console.ask(f"Which game? 1 to {len(kept)}.")) or 0
                if 1 <= number <= len(kept):
                    return ["--resume", str(kept[number - 1].path)]
                console.tell("There is no game of that number.")
            case "quit":
                return None


def _new(console: Console, name: str) -> list[str]:
    """The game, the people, and what is chosen within the game."""
    games = [entry.variant for entry in shelf() if entry.variant is not None and not entry.error]
    for number, variant in enumerate(games, 1):
        console.tell(f"{number}: {variant.name}. {variant.summary}")
    chosen = None
    while chosen is None:
        line = console.ask(f"Which game? 1 to {len(games)}, or its name.")
        number = reading.number_in(line) or 0
        chosen = games[number - 1] if 1 <= number <= len(games) else None
        chosen = chosen or reading.chosen(line, {variant.name: variant for variant in games})
    usual = name or "you alone"
    line = console.ask(f"Who plays at this keyboard? Names with commas between; Enter: {usual}.")
    people = [one.strip() for one in line.split(",") if one.strip()]
    given = ["--variant", chosen.slug]
    if people:
        given += ["--seats", ",".join(f'"human:{one}"' for one in people)]
    console.tell("What may be chosen within the game stands in its rules; say rules at the table.")
    while True:
        line = console.ask("An option, as NAME=VALUE; Enter begins.")
        if not line:
            return given
        given += ["--option", line]

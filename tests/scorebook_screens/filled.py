"""Fill a scorebook for the pages: two tables, people, a season of 3B over two years, and settings."""

import json
from datetime import datetime
from pathlib import Path

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find
from spades_tui.scorebook.season import Agreements
from tests.scorebook.games import Season

ANN, BEA, CY = (0, 1, 2), (1, 2, 0), (2, 0, 1)
"""Orders of finish of the three, by winner."""


def simulated(home: Path, slug: str, names: tuple[str, ...], when: str, game: int = 1, **options: object) -> Path:
    """Write the dated record of a game that computer players played in these people's names."""
    seats = tuple(SeatSetup(name, "human") for name in names)
    text = play_game(TableSetup(find(slug), options, seats, 0, "book", game)).text
    head, _, rest = text.partition("\n")
    head = json.dumps({**json.loads(head), "at": when})
    folder = home / "games"
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{datetime.fromisoformat(when):%Y-%m-%d-%H%M%S}-{game:04}.spades.jsonl"
    path.write_text(f"{head}\n{rest}", "utf-8")
    return path


def filled(home: Path) -> None:
    """Fill the scorebook in a data folder."""
    season = Season(home)
    season.on("2025-12-29")
    for order in (ANN, ANN, ANN, BEA):
        season.play(order)
    season.book.tick_carried("Cy", season.table)
    season.on("2026-02-02").play(BEA, imperfect=(2,), bones=(1,))
    season.on("2026-02-09")
    season.book.tick_carried("Ann", season.table)
    for week in (9, 16, 23):
        season.on(f"2026-02-{week:02}").play(ANN, wire=week == 16)
        season.play(ANN if week < 23 else CY, perfect=(1,) if week == 9 else ())
    season.book.change_table(
        season.table, name="Lunch", settings=Agreements("week", "carries the trays", "a deck of cards")
    )
    season.book.close()
    for game in (1, 2):
        simulated(home, "sandbags", ("Ann", "Bea", "Cy", "Dot"), f"2026-03-{game:02}T20:00:00+00:00", game, target=200)

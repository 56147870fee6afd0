"""Record games with named computer players, which beginners play."""

import json
from pathlib import Path

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.rules.catalogue import find
from tests.scorebook.games import Season


def recorded(season: Season, seats: tuple[str, ...], game: int) -> tuple[Path, bool]:
    """Record a game between these names (``Ann`` is a person, ``Bea=club/bold`` a computer player).

    Return its path, and whether the first side won.
    """
    names = [seat.partition("=")[0] for seat in seats]
    beginners = tuple(SeatSetup(name, "bot", "beginner") for name in names)
    text = play_game(TableSetup(find("sandbags"), {"target": 100}, beginners, 0, "cast", game)).text
    lines = text.splitlines()
    head = json.loads(lines[0])
    head["seats"] = [
        {"name": name, "kind": "bot", "level": level} if level else {"name": name, "kind": "human"}
        for name, _, level in (seat.partition("=") for seat in seats)
    ]
    path = season.path()
    path.write_text("\n".join([json.dumps(head), *lines[1:], ""]), "utf-8")
    return path, 0 in json.loads(lines[-1])["winners"]

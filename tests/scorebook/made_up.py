"""Make up games, to fill scorebooks."""

import random
from datetime import datetime

from spades_tui.scorebook.game_result import GameResult, SeatResult


def made_up(n: int, when: datetime, chance: random.Random) -> GameResult:
    """Return a game for four with made-up results."""
    order = chance.sample(range(4), 4)
    seats = tuple(
        SeatResult(
            name, "bot" if "club" in name else "human", "club" if "club" in name else None, place=order.index(seat) + 1,
            won=order[0] == seat, points=chance.randrange(-100, 300), hands=8, bid=24, tricks=25, made=5, set=2, bags=3,
            zeros=1, zeros_made=chance.randrange(2), bones=chance.randrange(2),
            pairs=" ".join(f"{chance.randrange(7)}:{chance.randrange(7)}" for _ in range(8)),
        )
        for seat, name in enumerate(("Ann", "Bea", "Cy", "club" if n % 3 else "Dot"))
    )  # fmt: skip
    return GameResult(
        id=f"{n:016x}", variant="3b-four", title="3B for four", ended=when.isoformat(), hands=8, reason="hands",
        sides=((0,), (1,), (2,), (3,)), winners=(order[0],), standings=tuple((seat,) for seat in order),
        totals=tuple(seat.points for seat in seats), course=((1, 2, 3, 4),) * 8, seats=seats, has_tray=True,
        last=(order[3],), tray=order[3], wire=n % 7 == 0, perfect=(order[1],) if n % 50 == 0 else (),
        imperfect=(order[2],) if n % 40 == 0 else (),
    )  # fmt: skip

"""Print what everybody must get from the same cards on every machine: ``python -m tests.bots.same_results``.

The deals and codes of some days, `expert`'s points and those of other tables with the same cards, and a checked claim.
"""

import io
import locale
from contextlib import suppress
from datetime import date, timedelta

from spades_tui import bots
from spades_tui.analysis.duplicate import compared, expert_points, other_table, points_at
from spades_tui.analysis.game_claim import check_claim, claim_of, read_claim
from spades_tui.analysis.simulate import GameInMemory
from spades_tui.fair import decoration_stream
from spades_tui.game.events import SeatEvent
from spades_tui.play import SCORINGS
from spades_tui.play.daily import CHAIR, FIRST, GAMES, seed_of_day, table_of_day
from spades_tui.play.game_code import code_of, hand_of, setup_by_code
from spades_tui.play.game_loop import GameLoop
from spades_tui.play.setup import TableSetup
from spades_tui.record.replay import replay
from spades_tui.record.writer import record_text
from spades_tui.seats.observer import observe

DAY = date(2026, 12, 1)
OTHERS = 10
"""Other tables per game."""


def played(setup: TableSetup) -> str:
    """Return the record of a game in which `club` decides for the person."""

    def decides(loop: GameLoop, seat: int) -> SeatEvent:
        event = bots.choose("club", observe(loop.course.state, seat), decoration_stream("person"))
        assert isinstance(event, SeatEvent)
        return event

    game = GameInMemory(setup, decides)
    game.play()
    return record_text(game.lines)


def results() -> list[str]:
    """Return the lines to compare."""
    lines = [f"{game} {seed_of_day(FIRST + timedelta(days=n), game)}" for n in range(40) for game in GAMES]
    for game in GAMES:
        table = table_of_day(DAY, game)
        code = code_of(table)
        assert code is not None and setup_by_code(code) == table
        others = tuple(points_at([other_table(table, number) for number in range(OTHERS)], CHAIR))
        lines.append(f"{code} expert {(expert_points(table, CHAIR),)} others {others}")
        (record,) = replay(io.BytesIO(played(table).encode()), game, lines=True)
        claim = claim_of(record)
        lines.append(f"{claim} {check_claim(read_claim(claim), table).totals}")
        lines += [f"{scoring} {compared(others, scoring)}" for scoring in SCORINGS]
    lines.append(str(code_of(hand_of(setup_by_code("sandbags 6V27-5SP0-3741-WM11"), 7))))
    return lines


if __name__ == "__main__":
    with suppress(locale.Error):
        locale.setlocale(locale.LC_ALL, "")
    print(*results(), sep="\n")

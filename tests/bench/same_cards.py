"""Measure claims, and the comparison after a hand, on deals of the day.

``python -m tests.bench.same_cards claims``
    letters of 100 claims of one hand, and processor seconds to check them and 100 lines of three hands.
``… comparison --days 5``
    processor seconds until `expert` has played each hand in the person's seat, and until 200 other tables have.

`club` decides for the person. Nothing here is a test.
"""

import argparse
import io
import time
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from statistics import median

from spades_tui.analysis.duplicate import expert_points, parts_of_tables, points_at
from spades_tui.analysis.game_claim import check_claim, claim_of, read_claim
from spades_tui.play.daily import CHAIR, FIRST, GAMES, table_of_day
from spades_tui.play.setup import TableSetup
from spades_tui.record.replay import replay
from tests.bench.machine import machine
from tests.bots.same_results import played

CLAIMS = 100


def seconds(work: Callable[[], object]) -> float:
    """Return the processor seconds of some work."""
    begun = time.process_time()
    work()
    return time.process_time() - begun


def claim(table: TableSetup) -> str:
    """Return the claim of a hand."""
    (record,) = replay(io.BytesIO(played(table).encode()), "claim", lines=True)
    return claim_of(record)


def claims() -> None:
    """Print sizes of claims, and the time to check them."""
    tables = [table_of_day(FIRST + timedelta(days=n // 3), GAMES[n % 3]) for n in range(3 * CLAIMS)]
    made = [claim(table) for table in tables]
    sizes = sorted(map(len, made))
    spent = [seconds(partial(check_claim, read_claim(text), table)) for text, table in zip(made, tables, strict=True)]
    print(f"letters of a hand's claim, with its code: median {median(sizes):.0f}, at most {sizes[-1]}, n {len(sizes)}")
    print(f"{CLAIMS} claims of a hand: {sum(spent[:CLAIMS]):.1f} s; {CLAIMS} of three hands: {sum(spent):.1f} s")


def comparison(days: int) -> None:
    """Print the time until others have played a hand."""
    for game in GAMES:
        tables = [table_of_day(FIRST + timedelta(days=n), game) for n in range(days)]
        expert = sorted(seconds(partial(expert_points, table, CHAIR)) for table in tables)
        parts = [parts_of_tables(table) for table in tables[:2]]
        others = sorted(sum(seconds(partial(points_at, part, CHAIR)) for part in table) for table in parts)
        print(f"{game}: expert {median(expert):.2f} s, at most {expert[-1]:.2f} s; 200 tables {others[-1]:.1f} s")


def main() -> None:
    """Measure what the command line names."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("what", choices=("claims", "comparison"))
    parser.add_argument("--days", type=int, default=5)
    arguments = parser.parse_args()
    if arguments.what == "claims":
        claims()
    else:
        comparison(arguments.days)
    print(machine())


if __name__ == "__main__":
    main()

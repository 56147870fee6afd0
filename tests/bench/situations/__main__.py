"""Ask a computer player about every situation: ``python -m tests.bench.situations --level expert``.

Prints each failure with its reason. ``--show NAME`` prints the situations whose name or kind contains this text, and
the choice in each. ``--kind`` asks only some. The exit status is 1 if anything fails.
"""

import argparse
import sys
import time
from collections import Counter

from spades_tui import bots
from spades_tui.bots.levels import LEVELS
from spades_tui.fair import Stream
from spades_tui.game.events import SeatEvent
from spades_tui.game.machine import on_turn
from spades_tui.seats.observer import observe
from tests.bench.situations.reading import Situation, build, diagram, judge, load, words_of


def answer(situation: Situation, level: str, stream: int = 1) -> SeatEvent:
    """Return a level's choice in a situation; `stream` seeds the random numbers and the unseen cards."""
    course = build(situation, stream)
    seat = on_turn(course.state)
    return bots.choose(level, observe(course.state, seat), Stream(f"{situation.name}|{stream}".encode()))


def main() -> int:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.situations", description=__doc__)
    parser.add_argument("--level", choices=LEVELS, default=LEVELS[-1])
    parser.add_argument("--kind", help="only the situations with this text in their name or kind", default="")
    parser.add_argument("--show", help="print the situations with this text in their name or kind, in full")
    parser.add_argument("--streams", type=int, default=1, help="how often each is asked, with other random numbers")
    args = parser.parse_args()
    failed = asked = 0
    slowest = 0.0
    kinds: Counter[str] = Counter()
    for situation in load():
        words = f"{situation.name} {situation.kind}"
        if args.kind not in words or (args.show is not None and args.show not in words):
            continue
        kinds[situation.kind] += 1
        for stream in range(1, args.streams + 1):
            asked += 1
            begun = time.perf_counter()
            event = answer(situation, args.level, stream)
            slowest = max(slowest, time.perf_counter() - begun)
            right = judge(situation, event)
            failed += not right
            if args.show is not None:
                print(f"{diagram(situation)}\n-> {words_of(event)}: {'right' if right else 'WRONG'}\n")
            elif not right:
                lines = situation.lines
                wanted = "; ".join(f"{key} {lines[key]}" for key in ("must", "never") if key in lines)
                print(f"FAILED {situation.file} {situation.name}\n  {words_of(event)}; {wanted}\n  {lines['because']}")
    for kind, count in sorted(kinds.items()):
        print(f"  {count:3} {kind}")
    total = sum(kinds.values())
    print(f"{args.level}: {total} situations, asked {asked} times, {failed} failed; slowest {slowest:.2f} s")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())

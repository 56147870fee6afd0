"""Play short games with an outside player."""

import json

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import NAMES, OUTSIDE, SeatSetup, TableSetup
from spades_tui.rules.catalogue import shipped

SHORT: dict[str, dict[str, object]] = {
    "sandbags": {"target": 60},
    "jokers": {"target": 80, "new_deal": True},
    "bemo": {"target": 60},
    "3b-three": {"hands": 1},
    "3b-four": {"hands": 1},
    "3b-five": {"hands": 2},
    "classic": {"target": 60, "nil_pass": 1},
    "whiz": {"target": 60},
    "mirrors": {"target": 60},
    "suicide": {"target": 60, "nil_pass": 1},
    "cutthroat": {"target": 60},
    "cutthroat-three": {"target": 60},
    "joker-deuces": {"target": 80, "new_deal": True},
    "call-break": {"hands": 1},
    "six-handed": {"target": 60},
    "two-handed": {"target": 30},
    "league": {},
}
QUICK = ("sandbags", "bemo", "3b-four", "3b-five", "suicide", "two-handed")


def game(slug: str, program: str, seat: int = 0) -> tuple[str, list[dict[str, object]]]:
    """Play a short game with one outside player; return its record as text and as lines."""
    variant = shipped()[slug]
    seats = tuple(
        SeatSetup(NAMES[n], "bot", OUTSIDE, program) if n == seat else SeatSetup(NAMES[n], "bot", "beginner")
        for n in range(variant.seats)
    )
    text = play_game(TableSetup(variant, SHORT[slug], seats, 0, "outside", 1)).text
    return text, [json.loads(line) for line in text.splitlines()]

"""Play a game that lacks its last claim to its end on screen, and answer every question."""

from dataclasses import dataclass, field
from pathlib import Path

from spades_tui.play.table import Table
from tests.scorebook.games import Recorded, Season
from tests.scorebook_screens.helpers import Reader
from tests.screens.looking import wait_until

PAUSE = 5.0
"""Seconds within which a pause ends, if it needs no key."""
KEYS = {"curtain": ["space"], "play": ["m", "left", "enter"]}
"""What is pressed to play on, where it isn't Enter."""


@dataclass
class Course:
    """Note the screens and questions on the way."""

    screens: list[str] = field(default_factory=list)
    ceremony: str = ""
    """All text of the screen for the player with the tray."""
    verdicts: list[str] = field(default_factory=list)


def unfinished(path: Path, record: Recorded) -> Path:
    """Write a game without its last claim."""
    path.write_text("".join(record.text.splitlines(keepends=True)[:-1]), "utf-8")
    return path


async def play_out(
    seat: Reader, path: Path, at: str, *, chit: str = "Nobody", guilty: str = "", tick: bool = False, erase: str = "",
    last: str = "game over",
) -> Course:  # fmt: skip
    """Sit down at a suspended game and play it to its end, or to its `last` screen, at this time.

    `chit` names the player who carries instead, `guilty` the one whom all vote a zero buddy, `erase` the digit that a
    perfect day erases. `tick` ticks the trays off as carried.
    """
    await seat.sit_down(Table.resume(path, stays_open=True, clock=lambda: at))
    course = Course()
    for _ in range(200):
        place = seat.place
        if course.screens[-1:] != [place]:
            course.screens.append(place)
        if place == last:
            return course
        if place == "chit":
            await seat.choose(chit, "right")
        elif place == "tray":
            if tick and seat.sees("Carried"):
                tick = False
                await seat.choose("Carried", "right")
                await seat.press("enter")
                assert not seat.sees("Carried")
            if erase and seat.sees("which digit"):
                await seat.choose(erase, "right")
                await seat.press("enter")
            course.ceremony = seat.text
        elif place == "hearing" and seat.sees(f"vote: did {guilty} let"):
            await seat.press("right")
        elif place == "hearing" and seat.sees("Continue"):
            course.verdicts.append(seat.said)
        elif place == "bid" and await wait_until(lambda: seat.place != "bid", PAUSE):
            continue  # the pause after the claim ended by itself, and a key would close the score sheet
        await seat.press(*KEYS.get(place, ["enter"]))
    raise AssertionError(f"the game does not end: {course.screens[-6:]}")


def hunted(season: Season) -> Recorded:
    """Return a game where Bea bids zero, Ann and Cy have marked each other's card, and Cy is last."""
    return Recorded(season.now, dealer=2, hands=2).hand_of((13, 0, 1), marks=((0, 2), (2, 0))).hand_of((3, 13, 1))

"""Random keys, clicks and resizes over all screens and variants: no exception, and every journal replays afterwards."""

import random
from pathlib import Path

import pytest
from textual.pilot import OutOfBounds

from spades_tui.app import SpadesApp
from spades_tui.folders import games_folder
from spades_tui.record.replay import replay
from spades_tui.rules.shelf import shipped
from spades_tui.table.settings import Settings
from spades_tui.table.setup import NAMES, SeatSetup, TableSetup

SLUGS = ("sandbags", "jokers", "bemo", "3b-three", "3b-four", "3b-five")

KEYS = (
    *("enter",) * 12, *("space",) * 10, *("left", "right") * 4, *("up", "down") * 2, "escape", "tab", "home", "end",
    *"0123456789", *"SHDC", *"AKQJT", *"bcdfhklopqrsuxz", "question_mark", "pageup", "pagedown", "ctrl+p",
)  # fmt: skip

SIZES = ((80, 24), (80, 24), (100, 30), (140, 45), (60, 18))

OPTIONS: dict[str, dict[str, object]] = {
    "sandbags": {"target": 100, "take_back": True},
    "jokers": {"target": 100, "enforcement": "challenge", "new_deal": True, "ten_or_less": True, "take_back": True},
    "bemo": {"target": 100, "enforcement": "challenge", "take_back": True},
    "3b-three": {"hands": 2, "take_back": True},
    "3b-four": {"hands": 2, "take_back": True},
    "3b-five": {"hands": 2, "take_back": True},
}


def table(slug: str, chance: random.Random) -> TableSetup:
    """A table of this variant with one to three people."""
    variant = shipped()[slug]
    people = chance.randint(1, 3)
    seats = tuple(
        SeatSetup(NAMES[n], "human" if n < people else "bot", None if n < people else "beginner")
        for n in range(variant.seats)
    )
    return TableSetup(variant, OPTIONS[slug], seats, 0, f"monkey {chance.random()}")


async def play_about(slug: str, seed: int, steps: int) -> None:
    """So many random keys, clicks and resizes; a program that was left is begun again."""
    chance = random.Random(seed)
    left = steps
    while left > 0:
        app = SpadesApp(table(slug, chance), settings=Settings(pace="instant", cut_patience=0))
        async with app.run_test(size=(80, 24), notifications=True, tooltips=True) as pilot:
            while left > 0 and app.is_running and app.return_code is None:
                left -= 1
                what = chance.random()
                if what < 0.93:
                    await pilot.press(chance.choice(KEYS))
                elif what < 0.985:
                    width, height = app.size
                    try:
                        await pilot.click(offset=(chance.randrange(width), chance.randrange(height)))
                    except OutOfBounds:
                        continue  # the terminal has just become smaller
                else:
                    await pilot.resize_terminal(*chance.choice(SIZES))


def check_journals() -> int:
    """Every journal that was left replays. How many there are."""
    files = sorted(games_folder().glob("*.spades.jsonl"))
    for path in files:
        with Path(path).open("rb") as stream:
            assert list(replay(stream, str(path)))
    return len(files)


@pytest.mark.parametrize("slug", SLUGS)
async def test_a_few_random_keys(slug: str) -> None:
    await play_about(slug, 1, 80)
    assert check_journals()


@pytest.mark.slow
@pytest.mark.parametrize("part", range(1))
@pytest.mark.parametrize("slug", SLUGS)
async def test_thousands_of_random_keys(slug: str, part: int) -> None:
    await play_about(slug, 100 + part, 850)
    assert check_journals()

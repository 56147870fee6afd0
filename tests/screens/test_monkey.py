"""Random keys, clicks and resizes on all screens raise no exception, and every journal replays afterwards."""

import random
from functools import partial
from pathlib import Path

import pytest

import spades_tui.tui.table.curtain_screen as curtain
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.record.replay import replay
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Settings
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from tests import few
from tests.games import SLUGS, each_game
from tests.screens.looking import click_at, resize, settle, type_keys

QUICK, SLOW = 60, few(1320)
"""Number of keys, clicks and resizes for each variant in the quick and the slow test, more than 20,000 in all."""

KEYS = (
    *("enter",) * 12, *("space",) * 10, *("left", "right") * 4, *("up", "down") * 2, "escape", "tab", "home", "end",
    *"0123456789", *"SHDC", *"AKQJT", *"bcdfghklnoprstuxz", "question_mark", "pageup", "pagedown", "ctrl+p",
    "ctrl+s", "backspace", "delete", "shift+tab",
)  # fmt: skip
LEAVES = ("q", "ctrl+q", "ctrl+c")
"""Keys that leave the table or the program, pressed rarely."""

BURSTS = (1, 1, 1, 2, 3, 4, 6, 9)
"""Numbers of keys that arrive at once, as from a person who doesn't wait."""

SIZES = ((80, 24), (80, 24), (100, 30), (140, 45), (60, 18), (80, 23), (200, 60))

OPTIONS: dict[str, dict[str, object]] = {
    "sandbags": {"target": 100, "take_back": True},
    "jokers": {"target": 100, "enforcement": "challenge", "new_deal": True, "ten_or_less": True, "take_back": True},
    "bemo": {"target": 100, "enforcement": "challenge", "take_back": True},
    "3b-three": {"hands": 2, "take_back": True},
    "3b-four": {"hands": 2, "take_back": True},
    "3b-five": {"hands": 2, "take_back": True},
    "classic": {"target": 100, "nil_pass": 2, "take_back": True},
    "whiz": {"target": 100, "pass_order": "nil_first", "nil_pass": 1, "take_back": True},
    "mirrors": {"target": 100, "nil_pass": 3, "take_back": True},
    "suicide": {"target": 100, "nil_pass": 1, "take_back": True},
    "cutthroat": {"target": 60, "take_back": True},
    "cutthroat-three": {"target": 60, "take_back": True},
    "joker-deuces": {"target": 100, "enforcement": "challenge", "new_deal": True, "take_back": True},
    "call-break": {"hands": 2, "take_back": True},
    "six-handed": {"target": 80, "take_back": True},
    "two-handed": {"target": 60, "take_back": True},
    "league": {"nil_pass": 2, "take_back": True},
}


def table(slug: str, chance: random.Random) -> TableSetup:
    """Return a table of this variant with one to three people."""
    variant = shipped()[slug]
    people = min(chance.randint(1, 3), variant.seats)
    seats = tuple(
        SeatSetup(NAMES[n], "human" if n < people else "bot", None if n < people else "beginner")
        for n in range(variant.seats)
    )
    return TableSetup(variant, OPTIONS[slug], seats, 0, f"monkey {chance.random()}")


class Monkey:
    """Press keys at random. `done` counts; `met` has the screens with keys pressed; `last` is the last action."""

    def __init__(self, slug: str, seed: int) -> None:
        self.slug, self.seed = slug, seed
        self.chance = random.Random(f"{slug} {seed}")
        self.done = 0
        self.met: set[str] = set()
        self.last: list[object] = []

    async def play(self, steps: int) -> None:
        """Make this many key presses, clicks and resizes.

        Raises AssertionError with the seed if anything goes wrong.
        """
        visits = 0
        while self.done < steps:
            at_home = visits % 3 == 2  # every third visit starts at home, with the suspended games
            visits += 1
            app = SpadesApp(settings=Settings(pace="instant", cut_patience=0))
            if not at_home:
                app.opens_first = partial(app.start_table, table(self.slug, self.chance))
            try:
                async with app.run_test(size=(80, 24), notifications=True, tooltips=True):
                    while self.done < steps and app.is_running and app.return_code is None and not app._exception:
                        self.met |= {type(screen).__name__ for screen in app.screen_stack}
                        self.burst(app)
                        await settle(app, rest=1)
            except Exception as error:
                raise AssertionError(f"{self.slug}, seed {self.seed}, step {self.done}: {self.last[-30:]}") from error

    def burst(self, app: SpadesApp) -> None:
        """Press some keys at once, click, or resize."""
        chance, what = self.chance, self.chance.random()
        doing: tuple[object, ...]
        if what < 0.88:
            count = chance.choice(BURSTS)
            doing = tuple(chance.choice(LEAVES if chance.random() < 0.004 else KEYS) for _ in range(count))
            type_keys(app, *map(str, doing))
        elif what < 0.97:
            width, height = app.size
            x, y = chance.randrange(width), chance.randrange(height)
            doing = ((x, y),)
            for _ in range(chance.choice((1, 1, 2))):
                click_at(app, x, y)
        else:
            size = chance.choice(SIZES)
            doing = (size,)
            resize(app, *size)
        self.last = [*self.last[-60:], *doing]
        self.done += len(doing)


def check_journals() -> int:
    """Replay every journal; return how many there are."""
    files = sorted(games_folder().glob("*.spades.jsonl"))
    for path in files:
        with Path(path).open("rb") as stream:
            assert list(replay(stream, str(path)))
    return len(files)


@pytest.mark.parametrize("slug", each_game("jokers", "3b-five", "two-handed"))
async def test_a_few_random_keys_raise_no_error(slug: str) -> None:
    await Monkey(slug, 1).play(QUICK)
    assert check_journals()


@pytest.mark.slow
@pytest.mark.parametrize("slug", SLUGS)
async def test_thousands_of_random_keys_raise_no_error(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curtain, "DEAF", 0.01)
    monkey = Monkey(slug, 2)
    await monkey.play(SLOW)
    assert check_journals()
    assert len(monkey.met) >= 4, monkey.met

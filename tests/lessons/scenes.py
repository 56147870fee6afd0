"""Scenes of lessons, as `tests.scenes` explains."""

from collections.abc import Awaitable, Callable
from datetime import UTC, datetime
from functools import partial

from msgspec import to_builtins
from textual.pilot import Pilot

from spades_tui.bots.plan import Plan
from spades_tui.lessons.mistakes import MISTAKES, Mistake, Schedule, deck_file
from spades_tui.lessons.puzzles import all_puzzles, by_game
from spades_tui.record.small_file import with_sum
from spades_tui.record.writer import record_text
from spades_tui.system.folders import games_folder
from spades_tui.tui.lessons.lesson_table import LessonScreen
from spades_tui.tui.lessons.puzzle_list import PuzzleListScreen
from tests.lessons.walking import LessonApp, go_to
from tests.review.reviewing import simulated
from tests.scenes import Scene, keys, then
from tests.screens.looking import wait_until

END = 1000


def at(name: str, decision: int, *pressed: str, **settings: object) -> Scene:
    """Return a lesson at one of its decisions, after these keys."""
    app = LessonApp(name, **settings)

    async def go(pilot: Pilot[int]) -> None:
        await go_to(app, pilot, decision)

    steps: list[Callable[[Pilot[int]], Awaitable[None]]] = [go]
    if pressed:
        steps.append(keys(*pressed))
    return Scene(lambda: app, then(*steps))


def with_mistakes(name: str) -> LessonApp:
    """Return the program with two mistakes of a game in the deck, and this lesson open."""
    lines = simulated("sandbags", target=100)
    games_folder().mkdir(parents=True, exist_ok=True)
    (games_folder() / "game.spades.jsonl").write_text(record_text(lines), "utf-8")
    led = [n + 1 for n, line in enumerate(lines, 1) if line["event"] == "trick" and line["winner"] == 0]
    deck = []
    for place, cost in ((led[0], 24.5), (led[1], 12.0)):
        due = Schedule(datetime(2026, 5, 1, tzinfo=UTC))
        event = lines[place - 1]
        deck.append(with_sum(to_builtins(Mistake("game.spades.jsonl", place, event, Plan.DUCK, cost, due))))
    deck_file().write_text(record_text(deck), "utf-8")
    return LessonApp(name)


async def to_the_mistake(pilot: Pilot[int]) -> None:
    """Wait until the first mistake is asked."""
    assert await wait_until(lambda: isinstance(pilot.app.screen, LessonScreen), 80)
    await pilot.pause()


async def to_the_puzzles(pilot: Pilot[int]) -> None:
    """Open the list of one game's puzzles."""
    await pilot.app.push_screen(PuzzleListScreen(by_game(all_puzzles().puzzles)[0]))
    await pilot.pause()


LESSONS: dict[str, Callable[[], Scene]] = {
    "list": lambda: Scene(lambda: LessonApp("")),
    "puzzles": lambda: Scene(lambda: LessonApp(""), to_the_puzzles),
    "mistakes": lambda: Scene(partial(with_mistakes, "")),
    "mistake": lambda: Scene(partial(with_mistakes, MISTAKES), to_the_mistake),
    "bid": lambda: at("02-zero", 0),
    "wrong": lambda: at("02-zero", 0, "3", "enter"),
    "play": lambda: at("01-first-hand", 2),
    "wrong-card": lambda: at("01-first-hand", 2, "home", "enter"),
    "score": lambda: at("12-end-of-a-game", END),
    "first-bid": lambda: at("01-first-hand", 13),
    "raise": lambda: at("04-bemo", 2),
    "three": lambda: at("04-bemo", 6),
    "throw": lambda: at("05-3b", 2),
    "puzzle": lambda: at("19-feed-the-zero", 0),
    "letters": lambda: at("13-nine-bags", 0, "h", letters=True, theme="light"),
}

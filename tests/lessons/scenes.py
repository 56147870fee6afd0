"""Scenes of lessons, as `tests.scenes` explains."""

from collections.abc import Awaitable, Callable

from textual.pilot import Pilot

from tests.lessons.walking import LessonApp, go_to
from tests.scenes import Scene, keys, then

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


LESSONS: dict[str, Callable[[], Scene]] = {
    "list": lambda: Scene(lambda: LessonApp("")),
    "bid": lambda: at("01-first-hand", 0),
    "wrong": lambda: at("01-first-hand", 0, "0", "enter"),
    "play": lambda: at("01-first-hand", 3),
    "wrong-card": lambda: at("01-first-hand", 3, "home", "enter"),
    "score": lambda: at("01-first-hand", END),
    "raise": lambda: at("04-bemo", 2),
    "three": lambda: at("04-bemo", 6),
    "throw": lambda: at("05-3b", 2),
    "puzzle": lambda: at("19-feed-the-zero", 0),
    "letters": lambda: at("13-nine-bags", 0, "h", letters=True, theme="light"),
}

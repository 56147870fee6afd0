"""Write screenshots/*.svg, from the same scenes as the tests: `python -m tests.make_screenshots [SCENE …]`."""

import asyncio
import json
import os
import re
import sys
import tempfile
from asyncio import to_thread
from contextlib import nullcontext
from functools import partial
from pathlib import Path
from typing import get_args
from unittest.mock import patch

from textual.pilot import Pilot

from spades_tui.analysis.simulate import play_game
from spades_tui.play import daily
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from spades_tui.settings.settings import Theme
from spades_tui.system.folders import games_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.review.review_screen import ReviewScreen
from spades_tui.tui.setup.daily_screen import DailyScreen
from spades_tui.tui.table.game_on_screen import GameOnScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.themes import theme_of
from spades_tui.tui.widgets.side_panels import HintPanel
from tests.decision_scenes import DECISIONS
from tests.scenes import PICTURES, SCENES, Scene, SceneApp, at, keys, mine
from tests.setup.daily_days import DAY, play_day
from tests.setup_scenes import SETUP_SCENES, at_home


async def hint(pilot: Pilot[int]) -> None:
    """Ask for a hint and wait for it."""
    await pilot.pause()
    await pilot.press("h")
    panel = pilot.app.screen.query_one(HintPanel)
    for _ in range(600):
        await pilot.pause(0.1)
        if panel.display and panel._advice:
            break


async def warned(pilot: Pilot[int]) -> None:
    """Take the king of hearts, of which the coach warns, once it has thought."""
    await pilot.pause()
    screen = pilot.app.screen
    assert isinstance(screen, TableScreen)
    await to_thread(screen.coach.wait)
    await pilot.press("H", "K", "enter")
    await pilot.pause()


def game_of_anns() -> Path:
    """Write a short finished game with a person in its first seat into the games folder."""
    seats = tuple(SeatSetup(name, "bot", "beginner") for name in ("Ann", "Bea", "Cy", "Dot"))
    text = play_game(TableSetup(shipped()["classic"], {"target": 200}, seats, seed="picture")).text
    lines = [json.loads(line) for line in text.splitlines()]
    lines[0]["seats"][0] = {"name": "Ann", "kind": "human"}
    path = games_folder() / "game.spades.jsonl"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(record_text(lines), "utf-8")
    return path


async def review(pilot: Pilot[int]) -> None:
    """Show the review of that game after every decision has been weighed."""
    screen = ReviewScreen(game_of_anns())
    await pilot.app.push_screen(screen)
    for _ in range(1200):
        await pilot.pause(0.1)
        if screen.review is not None:
            break
    await pilot.pause(0.2)
    await pilot.app.workers.wait_for_complete()


async def review_hands(pilot: Pilot[int]) -> None:
    """Show the same review hand by hand."""
    await review(pilot)
    await pilot.press("t")
    await pilot.pause(0.2)


async def looked_back(pilot: Pilot[int]) -> None:
    """Show the score sheet of a hand, once it says which choice is worth a second look."""
    await SCENES["score"].go(pilot)
    for _ in range(600):
        await pilot.pause(0.1)
        if pilot.app.screen.query_one("#taught").display:
            break


LESSON = {"score-lesson": Scene(SCENES["score"].app, looked_back)}
HINTS = {f"hint-{name}": Scene(SCENES[name].app, hint) for name in ("bid", "lead")}
REVIEWS = {name: Scene(SpadesApp, go) for name, go in (("review", review), ("review-hands", review_hands))}
"""Pictures that no test compares, because the best computer player's advice changes as it improves."""


def in_theme(name: str) -> SceneApp:
    """Return an app at one moment of a hand, the same in every theme."""
    return SceneApp(at("classic", mine("play", 4, 2)), theme=name)


SHORTER = ("c", "slash", *"play to", "enter", *"300", "enter", "slash", *"bags cost", "enter", "7", "enter")
TUTORIAL = {
    "my-rules": Scene(at_home, keys("n", *SHORTER)),
    "my-rules-refused": Scene(at_home, keys("n", *SHORTER, "slash", *"players", "enter", *"5", "enter")),
    "my-rules-read": Scene(at_home, keys("n", *SHORTER, "r")),
}
"""The example of docs/house-rules.md."""
GALLERY = {f"theme-{name}": Scene(partial(in_theme, name)) for name in get_args(Theme)}
"""The pictures of docs/settings.md: one moment in every theme."""
COACH = {
    "coach": Scene(lambda: SceneApp(at("classic", mine("play", 2, 0)), coach="everything", suggestions=False), warned)
}


async def daily_compared(pilot: Pilot[int]) -> None:
    """Show a day of which every hand is finished and compared with others."""
    play_day(games_folder(), DAY)
    with patch.object(daily, "utc_today", lambda: DAY):
        screen = DailyScreen(DAY)
        await pilot.app.push_screen(screen)
        for _ in range(1200):
            await pilot.pause(0.1)
            if len(screen._known()) == len(daily.GAMES):
                break


PAGES = {
    "daily": Scene(SpadesApp, daily_compared),
    "draft": DECISIONS["draft"],
    "words": Scene(lambda: SceneApp(at("classic", mine("play", 4, 2))), keys("w")),
}
"""Pictures for the pages of the same cards, the rules and the glossary."""
EVERY = {**PAGES, **SETUP_SCENES, **SCENES, **HINTS, **LESSON, **COACH, **REVIEWS, **TUTORIAL, **GALLERY}
SMALL, LARGE = (80, 24), (140, 45)
ALSO_LARGE = (
    "home", "variants", "seats", "rules", "settings", "cut", "bid", "bid-3b", "blind", "discard", "follow",
    "three-seats", "five-seats", "claim", "curtain-play", "score", "score-3b-five", "all-scores", "game-over-3b",
    "rule-lab", "light", "hint-lead", "coach", "why", "review", "book", "book-against",
)  # fmt: skip
"""Scenes that look different with more room; for the others, the small picture is enough."""


async def picture(name: str, size: tuple[int, int]) -> str:
    """Return one scene at one size, as SVG."""
    scene = EVERY[name]
    app = scene.app()
    with nullcontext() if name in LESSON else patch.object(GameOnScreen, "hand_to_look_back_at", lambda table: None):
        async with app.run_test(size=size) as pilot:
            await scene.go(pilot)
            await pilot.pause()
            return app.export_screenshot(title="spades-tui")


def slim(svg: str) -> str:
    """Return the same picture in fewer bytes.

    Pictures in a page can't load fonts, so this removes the font. It also removes empty text and the clipping of each
    line of text, and paints the table's colour only once.
    """
    svg = re.sub(r"@font-face \{.*?\}\s*", "", svg, flags=re.S)
    svg = re.sub(r"terminal-\d+-", "terminal-", svg)
    svg = re.sub(r'<clipPath id="terminal-line-\d+">.*?</clipPath>\s*', "", svg, flags=re.S)
    svg = re.sub(r' clip-path="url\(#terminal-line-\d+\)"', "", svg)
    svg = re.sub(r"<text [^>]*>(?:&#160;|\s)*</text>", "", svg)
    svg = _on_one_ground(svg)
    svg = re.sub(r'class="terminal-r(\d+)"', r'class="r\1"', svg)
    svg = re.sub(r"\.terminal-r(\d+) \{", r".r\1 {", svg)
    svg = re.sub(r"<[^>]*>", _with_fewer_decimals, svg)
    return re.sub(r"\n\s*\n+", "\n", re.sub(r"[ \t]+\n", "\n", svg))


def _with_fewer_decimals(tag: re.Match[str]) -> str:
    """Return a tag with places to a tenth of a pixel; figures in the texts between tags stay as they are."""
    return re.sub(r"(\d+\.\d)\d+", r"\1", tag[0])


def _on_one_ground(svg: str) -> str:
    """Return the picture with one rectangle in the most frequent colour, instead of one for each run of cells."""
    rectangle = re.compile(r'<rect fill="(#[0-9a-f]{6})" x="([\d.]+)" y="([\d.]+)" width="([\d.]+)" height="([\d.]+)"'
                           r' shape-rendering="crispEdges"/>')  # fmt: skip
    found = rectangle.findall(svg)
    for theme in ("dark", "light"):
        ground = theme_of(theme).variables["background"]
        cells = [tuple(map(float, rest)) for color, *rest in found if color == ground]
        if len(cells) * 2 < len(found) or not cells:
            continue
        right = max(x + width for x, _, width, _ in cells)
        bottom = max(y + height for _, y, _, height in cells)
        whole = f'<rect fill="{ground}" x="0" y="0" width="{right:.0f}" height="{bottom:.0f}"/>'
        first = rectangle.search(svg)
        start = first.start() if first is not None else 0
        rest = re.sub(rectangle.pattern.replace("(#[0-9a-f]{6})", ground), "", svg[start:])
        return svg[:start] + whole + rest
    return svg


def add_the_book() -> None:
    """Add the pages of the scorebook on a fixed day, with the season from the test helpers."""
    from tests.scorebook_screens.scenes import BOOK_SCENES, stand_still

    stand_still()
    EVERY.update(BOOK_SCENES)


def main(names: list[str]) -> int:
    """Write the pictures of these scenes, or of all; then remove pictures of deleted scenes."""
    PICTURES.mkdir(exist_ok=True)
    add_the_book()
    written = set()
    with tempfile.TemporaryDirectory() as home:
        for name in names or EVERY:
            os.environ["SPADES_TUI_HOME"] = str(Path(home) / name)
            for size in (SMALL, LARGE) if name in ALSO_LARGE else (SMALL,):
                path = PICTURES / f"{name}-{size[0]}x{size[1]}.svg"
                path.write_text(slim(asyncio.run(picture(name, size))), encoding="utf-8")
                written.add(path)
                print(path.relative_to(PICTURES.parent))
    if not names:
        by_other_scripts = ("four-terminals", "four-homes", "friends-steps")
        others = {PICTURES / f"{name}.svg" for name in by_other_scripts}
        others.update(PICTURES.glob("animated-*.svg"))
        for path in set(PICTURES.glob("*.svg")) - written - others:
            path.unlink()
    return 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))

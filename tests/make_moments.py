"""Write animated pictures of moments, screenshots/animated-*.svg: `python -m tests.make_moments`.

Each is a part of a game with a seed, from the last question before a moment to the moment. The person plays what the
scenes' simple policy would. Readers who have turned motion off see the moment.
"""

import asyncio
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from spades_tui.play.table import Table
from spades_tui.presentation.moments import MomentKind
from spades_tui.seats import Observation
from spades_tui.tui.table.score_screen import GameOverScreen
from spades_tui.tui.table.table_screen import TableScreen
from tests.make_hand import SIZE, Frame, animated
from tests.quick_choices import suggest_at_once
from tests.scenes import SceneApp, at, last_card, mine, scored

FOLDER = Path(__file__).parents[1] / "screenshots"
CARD, MOMENT = 0.9, 3.5
"""Seconds of a picture of a card, and of a moment."""
MOST_KEYS = 60
"""Maximum number of keys until the moment."""


class Part(Struct, frozen=True):
    """A part of a game."""

    title: str
    table: Callable[[], Table]
    """Returns the table before the first picture."""
    ended: Callable[[SceneApp], bool]
    """Whether this is the last picture."""


def before_trick(seed: int, hand: int, trick: int) -> Table:
    """Return a game of Classic at the person's turn in the trick before this one."""

    def until(seen: Observation) -> bool:
        return seen.hand_number == hand and len(seen.tricks) == trick - 2 and mine("play")(seen)

    return at("classic", until, seed=f"moment-{seed}")


def has(kind: MomentKind) -> Callable[[SceneApp], bool]:
    """Return a test whether a moment of this kind is on the table."""

    def on_table(app: SceneApp) -> bool:
        return app.controller is not None and any(moment.kind == kind for moment in app.controller.moments)

    return on_table


PARTS = {
    "set": Part("A side is set in its last trick", lambda: before_trick(10, 7, 13), has(MomentKind.SET)),
    "nil": Part("A nil is broken", lambda: before_trick(3, 2, 10), has(MomentKind.NIL_BROKEN)),
    "lost": Part(
        "A lost game",
        lambda: last_card(at("classic", scored(3), seed="moment-1", target=200)),
        lambda app: isinstance(app.screen, GameOverScreen),
    ),
}
"""The parts by the end of their file's name."""


async def frames(part: Part) -> list[Frame]:
    """Play a part with Enter, and take a picture after each change."""
    app = SceneApp(part.table())
    taken: list[Frame] = []
    async with app.run_test(size=SIZE) as pilot:
        for _ in range(MOST_KEYS):
            await pilot.pause()
            await pilot.pause()
            assert app.controller is not None
            picture, over = app.export_screenshot(title="spades-tui"), part.ended(app)
            if over or not taken or picture != taken[-1].picture:
                taken.append(Frame(picture, MOMENT if over or app.controller.moments else CARD, over))
            if over:
                return taken
            while app.controller.pauses.too_soon():  # Enter does nothing for a moment after another player's card
                await asyncio.sleep(0.02)
            await pilot.press("enter")
    raise AssertionError("the moment did not come")


def main() -> int:
    """Write the pictures."""
    TableScreen.weigh = suggest_at_once  # type: ignore[assignment,method-assign]
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPADES_TUI_HOME"] = home
        for name, part in PARTS.items():
            taken = asyncio.run(frames(part))
            file = FOLDER / f"animated-{name}.svg"
            file.write_text(animated(taken, part.title, sum(frame.share for frame in taken)), "utf-8")
            print(f"{file.name}: {len(taken)} pictures, {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

"""Write docs/hand.svg and docs/hand.cast, a hand that plays automatically in 20 seconds: `python -m tests.make_hand`.

The game is real and has a seed. Ann follows one hint, and else plays what a computer player of level `club` would. The
picture moves by CSS alone. The cast is the same game as a recording of a terminal, for asciinema. Both begin with her
turn in the second trick. Readers who have turned motion off, and programs that can't animate, see just that.
"""

import asyncio
import io
import json
import os
import re
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

from rich.console import Console
from textual.pilot import Pilot

from spades_tui import cards
from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from spades_tui.tui.table.home_runner import HomeRunner
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.widgets.side_panels import HintPanel
from tests.make_screenshots import hint
from tests.scenes import NAMES, SceneApp, StillPauses

HAND = Path(__file__).parents[1] / "docs" / "hand.svg"
CAST = HAND.with_suffix(".cast")
SIZE = 80, 24
SEED = "picture 718"  # Bea bids nil and takes the fifth trick; Ann and Cy make their six
SECONDS = 20.0
WORDS = "A hand of Spades in the terminal: a hint, a refused card, four tricks and the score"
FIRST = 1  # tricks played before the first that is shown, in which Ann must follow clubs
CAUGHT = 5  # tricks after which Bea's nil is broken; the rest of the hand isn't shown
REFUSED = "HK"  # the keys of a card that Ann may not play then
ROW = 24.4  # height of a line of text, in the units of Textual's pictures
MARGIN = 9  # space around the text, in the same units
TITLE = 32  # height of the title bar that Textual draws above the text and this picture leaves out


class HandRunner(HomeRunner):
    """A game whose pauses end only on a key."""

    PAUSES = StillPauses


class HandApp(SceneApp):
    """Show a table where only keys end the pauses."""

    def open_home(self, first: bool = False) -> None:
        """Open the table."""
        if self.controller is None:
            self.controller = game = HandRunner(self, self.scene_table)
            game.begin()


@dataclass(frozen=True)
class Frame:
    """A picture of the whole screen, with the share of time that it is shown."""

    picture: str
    share: float
    still: bool = False
    lines: tuple[str, ...] = ()
    """The lines as a terminal gets them, with escape sequences for colours."""


def _setup(*people: str) -> TableSetup:
    seats = (SeatSetup(name, "human" if name in people else "bot", None if name in people else "club")
             for name in NAMES[:4])  # fmt: skip
    return TableSetup(shipped()["classic"], {"target": 500}, tuple(seats), seed=SEED)


def keys_of(event: SeatEvent, seen: Observation) -> list[str]:
    """Return the keys for a bid or a card, suit first; instead of a claim, for the first legal card."""
    if isinstance(event, Bid):
        return [str(event.bid)]
    played = event if isinstance(event, Play) else next(one for one in seen.legal if isinstance(one, Play))
    return [*cards.text(played.card)[::-1]]


async def frames() -> list[Frame]:
    """Play the hand in the program, and take a picture after each change in the tricks to show, and of the score."""
    table = Table.create(_setup("Ann"))
    app = HandApp(table, suggestions=False)  # which come at another moment each time
    taken: list[Frame] = []
    complete, before = FIRST - 1, (0, 0)

    def take(seconds: float, still: bool = False) -> None:
        taken.append(Frame(app.export_screenshot(title="spades-tui"), seconds, still, terminal_lines(app)))

    async with app.run_test(size=SIZE) as pilot:
        for _ in range(300):
            await pilot.pause()
            await pilot.pause()
            seen, screen = table.observe(0), app.screen
            if isinstance(screen, ScoreScreen):
                take(4)
                return taken
            now = tricks, _ = len(seen.tricks), len(seen.trick)
            assert app.controller is not None
            yours = seen.on_turn == 0 and bool(seen.legal) and not app.controller.pauses.waiting
            shown = FIRST <= tricks <= CAUGHT
            if tricks > complete:
                complete = tricks
                if tricks > FIRST and shown:
                    take(3 if tricks == CAUGHT else 1.2)
            elif shown and tricks < CAUGHT and taken and now != before:
                take(0.6)
            before = now
            if not yours:
                await pilot.press("space")
                continue
            event = table.decided(0, "club")
            if seen.phase == "play" and tricks == FIRST:
                event = await _show_help(pilot, take)
            await pilot.press(*keys_of(event, seen))
            while app.controller.pauses.too_soon():  # Enter does nothing for a moment after another player's card
                await asyncio.sleep(0.02)
            await pilot.press("enter")
    raise AssertionError("the hand did not end")


async def _show_help(pilot: Pilot[int], take: Callable[..., None]) -> SeatEvent:
    """Show Ann's turn, the hint, and the refusal of another card; return the card of the hint."""
    take(2.5, still=True)
    await hint(pilot)
    best = pilot.app.screen.query_one(HintPanel)._advice[0][0].event
    take(3.5)
    await pilot.press("escape", *REFUSED, "enter")
    await pilot.pause()
    take(2.5)
    return best


def terminal_lines(app: HandApp) -> tuple[str, ...]:
    """Return what a terminal gets for each line of the screen."""
    width, height = SIZE
    console = Console(
        file=io.StringIO(), width=width, height=height, force_terminal=True, color_system="truecolor",
        legacy_windows=False, _environ={},
    )  # fmt: skip
    with console.capture() as captured:
        console.print(app.screen._compositor.render_update(full=True))
    return tuple(captured.get().split("\n")[:height])


def cast(taken: list[Frame]) -> str:
    """Return a recording in the format of asciinema, version 2, in which each frame writes only its changed lines."""
    width, height = SIZE
    written: list[object] = [
        {"version": 2, "width": width, "height": height, "title": "A hand of Spades in the terminal"}
    ]
    total = sum(frame.share for frame in taken)
    now, before = 0.0, ("",) * height
    for frame in taken:
        changed = "".join(
            f"\x1b[{row};1H{line}\x1b[0m"
            for row, (line, old) in enumerate(zip(frame.lines, before, strict=True), 1) if line != old
        )  # fmt: skip
        written.append([round(now, 2), "o", changed if written[1:] else f"\x1b[?25l\x1b[2J{changed}"])
        now, before = now + SECONDS * frame.share / total, frame.lines
    written.append([SECONDS, "o", "\x1b[?25h"])
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in written)


def rows(picture: str, styles: dict[str, str]) -> dict[int, str]:
    """Return the elements of each line of a picture, with class names that all pictures share."""
    css = dict(re.findall(r"\.terminal-\d+-(r\d+) \{ (.*?) \}", picture))
    found: dict[int, list[str]] = {}
    ground = ""
    for element in ElementTree.fromstring(picture).iter():
        tag, of = element.tag.rpartition("}")[2], element.attrib
        if tag == "rect" and "shape-rendering" in of:
            ground = ground or of["fill"]
            if of["fill"] == ground:
                continue
            row = round(float(of["y"]) / ROW)
            found.setdefault(row, []).append(
                f'<rect fill="{of["fill"]}" x="{_short(of["x"])}" y="{_short(of["y"])}" '
                f'width="{_short(of["width"])}" height="24.6"/>'
            )
        elif tag == "text" and "clip-path" in of and (text := element.text or "").strip("\xa0 "):
            style = css[of["class"].rpartition("-")[2]]
            name = styles.setdefault(style, f"r{len(styles)}")
            row = int(float(of["y"]) / ROW - 0.5)
            found.setdefault(row, []).append(
                f'<text class="{name}" x="{_short(of["x"])}" y="{_short(of["y"])}" '
                f'textLength="{_short(of["textLength"])}">{_escaped(text)}</text>'
            )
    return {row: "".join(elements) for row, elements in found.items()}


def _short(number: str) -> str:
    return f"{float(number):.1f}".removesuffix(".0")


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def spans(shown: list[bool]) -> list[tuple[int, int]]:
    """Return the frames in which a line is shown: the first one, and the first one after it."""
    edges = [n for n, (before, now) in enumerate(pairwise([False, *shown, False])) if before != now]
    return list(zip(edges[::2], edges[1::2], strict=True))


def animated(taken: list[Frame], title: str, seconds: float) -> str:
    """Return one picture that shows these frames in turn; an unchanged line appears only once in the file."""
    styles: dict[str, str] = {}
    lines = [rows(frame.picture, styles) for frame in taken]
    total = sum(frame.share for frame in taken)
    starts = [100 * sum(frame.share for frame in taken[:n]) / total for n in range(len(taken) + 1)]
    still = next(n for n, frame in enumerate(taken) if frame.still)
    courses: dict[tuple[tuple[int, int], ...], str] = {}
    groups = []
    for row, line in sorted({(row, line) for frame in lines for row, line in frame.items()}):
        shown = [frame.get(row) == line for frame in lines]
        if all(shown):
            groups.append(f"<g>{line}</g>")
            continue
        course = courses.setdefault(tuple(spans(shown)), f"f{len(courses)}")
        groups.append(f'<g class="{course}{"" if shown[still] else " o"}">{line}</g>')
    css = [f".{name}{{{style}}}" for style, name in styles.items()]
    for intervals, name in courses.items():
        steps = {} if intervals[0][0] == 0 else {"0%": "hidden"}
        for begin, end in intervals:
            steps[f"{starts[begin]:.2f}%"] = "visible"
            if end < len(taken):
                steps[f"{starts[end]:.2f}%"] = "hidden"
        moves = "".join(f"{at}{{visibility:{how}}}" for at, how in steps.items())
        css.append(f"@keyframes {name}{{{moves}}}.{name}{{animation:{name} {seconds:g}s step-end infinite}}")
    ground = re.search(r'<rect fill="(#[0-9a-f]{6})"[^>]*shape-rendering', taken[0].picture)
    box = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', taken[0].picture)
    assert ground is not None
    assert box is not None
    width, height = float(box[1]), float(box[2]) - TITLE
    return "\n".join((
        f'<svg viewBox="0 0 {width:g} {height:g}" xmlns="http://www.w3.org/2000/svg" role="img">',
        f"<title>{title}</title>",
        "<style>",
        "text{font-family:Fira Code,DejaVu Sans Mono,monospace;font-size:20px;white-space:pre}",
        "rect{shape-rendering:crispEdges}",
        ".o{visibility:hidden}",
        *css,
        "@media (prefers-reduced-motion:reduce){g{animation:none!important}}",
        "</style>",
        f'<rect fill="{ground[1]}" width="{width:g}" height="{height:g}" rx="8"/>',
        f'<g transform="translate({MARGIN},{MARGIN})">',
        *groups,
        "</g>",
        "</svg>",
        "",
    ))  # fmt: skip


def main() -> int:
    """Write the picture and the cast, from one game."""
    with tempfile.TemporaryDirectory() as home:
        os.environ["SPADES_TUI_HOME"] = home
        taken = asyncio.run(frames())
    for file, text in ((HAND, animated(taken, WORDS, SECONDS)), (CAST, cast(taken))):
        file.write_text(text, "utf-8")
        print(f"{file}: {file.stat().st_size} bytes")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())

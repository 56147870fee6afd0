"""Every scene has the accepted text and colours at three sizes, whole words, working keys, and complete ASCII.

After an intended change of words, run this file with `--snapshot-update`, and read the difference of the texts.
"""

import asyncio
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import datetime
from functools import cache
from itertools import chain, groupby
from typing import get_args

import pytest
from msgspec.structs import replace
from rich.color import Color
from syrupy.assertion import SnapshotAssertion
from syrupy.extensions.single_file import SingleFileSnapshotExtension, WriteMode
from textual.geometry import Region
from textual.pilot import Pilot
from textual.widget import Widget

from spades_tui.analysis.simulate import play_game
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.rules.catalogue import find
from spades_tui.seats import Observation
from spades_tui.settings import keymap
from spades_tui.settings.actions import KEYS, SHORT_LABELS
from spades_tui.settings.settings import Settings, Suits, Theme
from spades_tui.system.folders import data_folder
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.setup.games_and_rules import VariantSelectionScreen
from spades_tui.tui.themes import GROUNDS
from spades_tui.tui.widgets import glyphs
from spades_tui.tui.widgets.canvas import CanvasWidget
from spades_tui.tui.widgets.inks import Ink
from tests.decision_scenes import DECISIONS
from tests.every_scene import EVERY, QUICK, stand_still
from tests.quick_cases import slow_but
from tests.scenes import Scene, SceneApp, advance, at, last_card, mine, scored, then, to
from tests.scorebook_screens.helpers import press, wait_for_answer
from tests.screens.looking import resize, screen_text, settle, top_screen, wait_until
from tests.screens.readable import FRAMES, WAYS, enough, ratio, read, styles_of
from tests.setup_scenes import at_home, home, to_house_rules
from tests.sizes import LARGE, MEDIUM, SMALL

CUT = re.compile(r"\S(?<!, our ho)…")
"""Cut words, except names of house rules; an ellipsis after a blank means that a list or an action continues."""
LOOKS = [(theme, way, suits) for theme in get_args(Theme) for way in WAYS for suits in get_args(Suits)]
"""All themes, kinds of terminal and numbers of suit colours."""
LONG = dict(zip(KEYS, (f"ctrl+{letter}" for letter in "bfglnoprst" * 10), strict=False))
"""Keys with long names; duplicates do no harm here."""


@pytest.fixture
def usual_keys() -> Iterator[None]:
    yield
    keymap.use_keys({})


@pytest.fixture(autouse=True)
def _all_characters_afterwards() -> Iterator[None]:
    yield
    glyphs.use(False)


def alone() -> SpadesApp:
    """Return the program of a user who has played against computer players for the first time this week."""
    players = (("Clement", "club"), ("Strong", "strong"), ("Beate", "beginner"))
    seats = (SeatSetup("Ann", "human"), *(SeatSetup(name, "bot", level) for name, level in players))
    folder = data_folder() / "games"
    folder.mkdir(parents=True)
    for game in (1, 2):
        when = datetime(2026, 2, 23 + game)
        text = play_game(TableSetup(find("sandbags"), {"target": 100}, bot_seats(4, "beginner"), 0, "x", game)).text
        head, _, rest = text.partition("\n")
        head = json.dumps({**json.loads(head), "at": f"{when:%Y-%m-%d}T20:00:00+00:00",
                           "seats": [seat.to_json() for seat in seats]})  # fmt: skip
        (folder / f"{when:%Y-%m-%d}-200000-{game:04}.spades.jsonl").write_text(f"{head}\n{rest}", "utf-8")
    return SpadesApp(settings=Settings(name="Ann"))


async def pages(*pressed: str, pilot: Pilot[int]) -> None:
    """Return a step that presses these keys, once the scorebook has added the games."""
    await pilot.pause(0.6)
    await wait_for_answer(pilot)
    await press(pilot, *pressed)
    await wait_for_answer(pilot)


async def saved(pilot: Pilot[int]) -> None:
    """Save house rules, which are then in view in the list of games."""
    await pilot.press("s", *"Ours", "ctrl+s")
    assert await wait_until(lambda: isinstance(pilot.app.screen, VariantSelectionScreen))
    app = pilot.app
    assert isinstance(app, SpadesApp)
    assert await wait_until(lambda: "▸ Ours" in screen_text(app))


def after_a_zero(seen: Observation) -> bool:
    """Accept the viewer's bid after somebody's zero."""
    return mine("bid")(seen) and 0 in seen.bids


MORE: dict[str, Callable[[], Scene]] = {
    "person-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "enter", pilot=pilot)),
    "computer-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "down", "enter", pilot=pilot)),
    "people-alone": lambda: Scene(alone, lambda pilot: pages("b", "p", "enter", "right", pilot=pilot)),
    "games-alone": lambda: Scene(alone, lambda pilot: pages("b", "g", pilot=pilot)),
    "house-rules-searched": lambda: Scene(at_home, to_house_rules("slash", *"nilx")),
    "house-rules-named": lambda: Scene(at_home, to_house_rules("s")),
    "house-rules-saved": lambda: Scene(at_home, then(to_house_rules(), saved)),
    "one-name-more": lambda: home("n", "enter", "plus"),
}
"""Screens without pictures."""
SAID: dict[str, Callable[[], Scene]] = {
    "low-ball": lambda: Scene(lambda: SceneApp(at("3b-four", mine("play"), seed="scene-1", hands=1))),
    "desperation-zero": lambda: Scene(lambda: SceneApp(at("3b-four", after_a_zero, seed="scene-0", dealer=0, hands=1))),
    "second-set": lambda: Scene(
        lambda: SceneApp(last_card(at("jokers", scored(1), seed="scene-6"))), to("ScoreScreen")
    ),
    "one-set-left": lambda: Scene(lambda: SceneApp(advance(at("jokers", scored(2), seed="scene-6"), mine("bid")))),
    "days-on-track": lambda: Scene(
        lambda: SceneApp(last_card(at("3b-three", scored(2), seed="scene-2", hands=5))), to("ScoreScreen")
    ),
}
"""Moments with words that no other scene has."""


def possible(screen: SpadesScreen) -> dict[str, set[str]]:
    """Return the labels that may be shown now, with their keys."""
    found: dict[str, set[str]] = {}
    for active in screen.active_bindings.values():
        one = active.binding
        if active.enabled and one.show:
            label = one.group.description if one.group is not None else one.description
            for words in {label, SHORT_LABELS.get(label, label)}:
                found.setdefault(words, set()).add(screen.app.get_key_display(one))
    return found


def check_footer(app: SpadesApp) -> None:
    """Check that every entry works now and is shown completely, and that another names the way to those left out."""
    screen, line = top_screen(app, SpadesScreen), screen_text(app).split("\n")[-1]
    could = possible(screen)
    found = list(chain(*screen.key_line._fitting(screen.key_line.size.width)))
    assert found, line
    rest = line
    for name, words, *_ in found:
        entry = f"{name} {words}".rstrip()
        assert entry in rest, (entry, line)
        rest = rest[rest.index(entry) + len(entry) :]
        if words and words not in could:
            assert words == "more"
            words = "keys"
        assert not words or {*name.split()} <= could.get(words, set()), (name, words)
    assert not rest.strip(), rest
    seen = {entry.words for entry in found}
    left_out = set(could) - seen - {SHORT_LABELS.get(words, words) for words in could}
    assert not left_out - {"choose", "rules", "glossary"} or seen & {"keys", "more"}, left_out


def check_most_important_keys(app: SpadesApp) -> None:
    """Check that the footer of a table leaves out only keys that matter least, and says that there are more."""
    if not isinstance(app, SceneApp):
        return
    keys = top_screen(app, SpadesScreen).key_line
    found = list(chain(*keys._fitting(keys.size.width)))
    left_out = {entry.action for entry in keys._keys} - {entry.action for entry in found} - {*keys.ROOMY}
    assert left_out <= {*keys.LEAST}
    assert not left_out or "more" in {entry.words for entry in found}


class TextFile(SingleFileSnapshotExtension):
    """Keep the accepted text of a scene in a file of its own."""

    _file_extension, _write_mode = "txt", WriteMode.TEXT


def page(app: SpadesApp) -> str:
    """Return the size of the terminal and what it shows, line by line."""
    lines = (line.rstrip() for line in screen_text(app).split("\n"))
    return "\n".join((f"== {app.size.width}×{app.size.height} ==", *lines, ""))


FRAMES_IN_ASCII = "+-|="
INKS = ("foreground", "soft", "primary", "error", "success", "warning", "faint", "on-chosen", "line")
"""Roles by which colours on Textual's own widgets are named; the first counts if several have the same colour."""


def named(color: Color | None, roles: Sequence[str], colors: Mapping[str, str]) -> str:
    """Return the variable of a colour; "" if none of these roles has it, as in a text's selection."""
    assert color is not None
    painted = color.get_truecolor().hex
    return next((f"${role}" for role in roles if colors[role] == painted), "")


def painted_words(widget: Widget, colors: Mapping[str, str]) -> Iterator[tuple[Ink, str]]:
    """Yield the style and the words of each piece that one of Textual's own widgets paints."""
    strips = widget.render_lines(Region(0, 0, *widget.outer_size))
    for words, style in read(chain.from_iterable(strips)):
        ink, ground = named(style.color, INKS, colors), named(style.bgcolor, GROUNDS, colors)
        parts = ("bold" * bool(style.bold), ink, "italic" * bool(style.italic), "underline" * bool(style.underline))
        if ink and ground:
            yield Ink(f"{' '.join(filter(None, parts))} on {ground}"), words


def words_by_style(app: SpadesApp) -> dict[Ink, list[str]]:
    """Return the styles of everything drawn on a screen, each with the words in it; none for frames alone."""
    found: dict[Ink, list[str]] = {}
    visible = app.screen._compositor.visible_widgets
    canvases = (widget._drawn() for widget in app.screen.walk_children(CanvasWidget) if widget in visible)
    for row in (row for canvas in canvases for row in canvas._cells):
        for style, cells in groupby(row, key=lambda cell: cell[1]):
            drawn = "".join(char for char, _ in cells)
            if drawn.strip():
                found.setdefault(style, []).extend(filter(None, [drawn.strip(FRAMES)]))
    colors = app.get_css_variables()
    for widget in (widget for widget in app.screen.walk_children() if widget in visible):
        for style, words in () if isinstance(widget, CanvasWidget) else painted_words(widget, colors):
            if words.strip(FRAMES_IN_ASCII):
                found.setdefault(style, []).append(words)
    return found


@cache
def drawn_ratio(style: Ink, theme: str, way: str, suits: str) -> float:
    return ratio(styles_of(theme, way, suits)[style], way)


def check_dead_keys(app: SpadesApp) -> None:
    """Check that no key gives a reason while another of its actions can be done."""
    screen = top_screen(app, SpadesScreen)
    chain = [(node, bindings.key_to_bindings) for node, bindings in screen._modal_binding_chain]
    for key, active in screen.active_bindings.items():
        bound = [(node, binding) for node, keys in chain for binding in keys.get(key, ())]
        able = [binding for node, binding in bound if app._check_action_state(binding.action, node)]
        assert active.enabled or not able, key


async def check_words(app: SpadesApp) -> None:
    """Check that no word is cut on a screen and on its page of keys."""
    text = screen_text(app)
    top_screen(app, SpadesScreen).action_keys()
    await settle(app)
    assert [line for line in (text + screen_text(app)).splitlines() if CUT.search(line)] == []
    app.pop_screen()
    await settle(app)


async def check_ascii(app: SpadesApp) -> None:
    """Check that a screen is complete in ASCII."""
    app.settings = replace(app.settings, characters="ascii")
    await settle(app)
    text = screen_text(app)
    assert text.isascii(), sorted({letter for letter in text if not letter.isascii()})
    assert "?" * 3 not in text
    assert all(len(line) == app.size.width for line in text.splitlines())


@pytest.mark.parametrize("name", slow_but(QUICK, (*EVERY, *SAID, *MORE)))
async def test_a_scene_is_as_accepted(name: str, snapshot: SnapshotAssertion, monkeypatch: pytest.MonkeyPatch) -> None:
    """Compare its text at three sizes and its colours; also check keys, ASCII and contrast."""
    stand_still(monkeypatch)
    scene = {**EVERY, **SAID, **MORE}[name]()
    app = scene.app()
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        await scene.go(pilot)
        await settle(app)
        pages, styles = [page(app)], words_by_style(app)
        colours = (f"{style}: {' · '.join(styles[style])}".rstrip() for style in sorted(styles))
        pages += ["== colours ==", *colours, ""]
        for size in ((120, 40) if name in DECISIONS else MEDIUM, LARGE):
            resize(app, *size)
            await settle(app)
            if app._background_screens:  # Textual lays out the screen below a window a moment later
                await asyncio.sleep(0.2)
                await settle(app)
            pages.append(page(app))
            check_footer(app)
            check_dead_keys(app)
            check_most_important_keys(app)
        if name not in MORE:
            assert "\n".join(pages) == snapshot(extension_class=TextFile)
        resize(app, *SMALL)
        await settle(app)
        check_footer(app)
        check_most_important_keys(app)
        await check_words(app)
        await check_ascii(app)
    read = [style for style, words in styles.items() if words]
    faint = [(look, style) for look in LOOKS for style in read if drawn_ratio(style, *look) < enough(look[0])]
    assert faint == []


@pytest.mark.parametrize("name", ["follow", "score-bemo"])
async def test_the_footer_is_whole_with_keys_of_long_names(name: str, usual_keys: None) -> None:
    scene = EVERY[name]()
    app = scene.app()
    assert isinstance(app, SceneApp)
    keymap.use_keys(LONG)
    async with app.run_test(size=SMALL) as pilot:
        await settle(app)
        await scene.go(pilot)
        await settle(app)
        assert "Ctrl+" in screen_text(app).split("\n")[-1]
        check_footer(app)

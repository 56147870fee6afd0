"""When three people at one keyboard ask for hints, read and resize, no frame shows another person's card."""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
from rich.console import RenderableType
from textual.screen import Screen

from spades_tui import cards
from spades_tui.bots import advice
from spades_tui.play.table import Table
from spades_tui.tui.table import curtain_screen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.screen_at_table import TableRulesScreen
from spades_tui.tui.widgets.card_faces import CardStyle
from tests.advice.fakes import weigh_by_rules
from tests.quick_cases import slow_but
from tests.scenes import setup
from tests.screens.looking import TableApp, hands_in_tree, resize, settle, type_keys
from tests.terminal.watching import allowed_cards, faces, journal

SIZES = ((100, 30), (60, 20), (140, 45), (80, 24))
READING = ("h", "g", "escape", "ctrl+p", "escape", "s", "escape", "r", "escape", "l", "escape", "h")
OPTIONS: dict[str, dict[str, Any]] = {
    "jokers": {"enforcement": "challenge", "new_deal": True},
    "bemo": {"take_back": True},
    "3b-five": {"take_back": True},
    "suicide": {"nil_pass": 1},
}
"""The games of the slow test, with challenges, taking back, a drawn card, and passed cards."""


class WatchedApp(TableApp):
    """Search every frame. `sits` is the seat at the keyboard; `leaks` are cards that it may not see, with the screen.

    Screens below the top one are searched too, because a late update might bring them forward.
    """

    def __init__(self, table: Table, home: Path) -> None:
        super().__init__(table)
        self.home, self.table = home, table
        self.sits: int | None = None
        self.frames = 0
        self.leaks: set[tuple[str, int | None, str]] = set()
        self.found: set[int] = set()
        self._rights: dict[tuple[int | None, int], set[int]] = {}

    def curtained(self) -> bool:
        """Return whether a curtain hides the table, with or without something over it."""
        return any(isinstance(screen, CurtainScreen) for screen in self.screen_stack)

    def _display(self, screen: Screen[Any], renderable: RenderableType | None) -> None:
        super()._display(screen, renderable)
        if renderable is not None and self.screen_stack:
            self.search()

    def search(self) -> None:
        """Search everything that all screens show now, including the texts of widgets and notices."""
        self.frames += 1
        looks = None if self.curtained() else self.sits
        for screen in self.screen_stack:
            text = "\n".join(strip.text for strip in screen._compositor.render_strips(self.size))
            text += "\n".join(map(repr, screen.query("*")))
            text += "\n".join(f"{toast.title} {toast.message}" for toast in self._notifications)
            found = faces(text)
            if isinstance(screen, TableRulesScreen):
                found -= cards.JOKER_NAMES.keys()  # pages of rules name jokers, and cards that aren't in the game
                found &= set(self.table.rules.cards.pack)
            self.found |= found
            self.leaks |= {(cards.text(card), looks, type(screen).__name__) for card in found - self.rights(looks)}

    def rights(self, seat: int | None) -> set[int]:
        """Return the cards that this seat may have seen, according to the journal."""
        path = self.table.path
        key = (seat, path.stat().st_size if path is not None else 0)
        if key not in self._rights:
            self._rights[key] = allowed_cards(journal(self.home), seat)
        return self._rights[key]

    async def step(self, *keys: str) -> None:
        """Press keys one by one, and search after each."""
        for key in keys:
            type_keys(self, key)
            await settle(self, rest=1)
            self.search()


async def walk(app: WatchedApp, hand_overs: int, sizes: Iterator[tuple[int, int]]) -> int:
    """Play on, reading and resizing on both sides of each curtain; return how many curtains were opened.

    This ends with the first hand, because a leak would go unnoticed once many cards have been played.
    """
    opened, read = 0, 0
    for _ in range(60 * hand_overs):
        if opened == hand_overs or any(line["event"] == "hand_score" for line in journal(app.home)):
            break
        resize(app, *(size := next(sizes)))
        if isinstance(app.screen, CurtainScreen):
            assert hands_in_tree(app) == 0
            await app.step(*READING)
            resize(app, 80, 24)
            await app.step("home", "end", "enter")
            assert isinstance(app.screen, CurtainScreen)
            app.sits = app.screen.seat
            while isinstance(app.screen, CurtainScreen):
                await app.step("space")  # a finished trick may come first
            opened += 1
        elif read < opened:  # the first moment for the next person
            read = opened
            await app.step(*READING)
            resize(app, *next(sizes))
            await app.step("h", "g", "pageup", "end")
            resize(app, 80, 24)
            await app.step("escape")
        else:
            resize(app, 80, 24)
            await app.step("enter", *(() if size[0] < 80 else ("h",)))
    return opened


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(curtain_screen, "DEAF", 0.0)
    monkeypatch.setattr(advice, "weigh", weigh_by_rules)


def watched(slug: str, tmp_path: Path) -> WatchedApp:
    """Return a table of three people; the rest are computer players."""
    home = tmp_path / "three"
    return WatchedApp(Table.create(setup(slug, 3, **OPTIONS.get(slug, {})), home / "data" / "games"), home)


@pytest.mark.rule("C-9")
@pytest.mark.parametrize(
    ("slug", "hand_overs"),
    [("sandbags", 4), *(pytest.param(slug, 5, marks=pytest.mark.slow) for slug in OPTIONS)],
)
async def test_no_person_sees_the_cards_of_the_other_two(slug: str, hand_overs: int, tmp_path: Path) -> None:
    app = watched(slug, tmp_path)
    async with app.run_test(size=(80, 24), notifications=True, tooltips=True):
        await settle(app)
        opened = await walk(app, hand_overs, cycle(SIZES))
        assert app.is_running
        assert app._exception is None
    assert app.leaks == set()
    assert opened == hand_overs
    assert app.frames > 20 * hand_overs
    assert len(app.found) > 20  # each person at the keyboard saw their own hand


@pytest.mark.parametrize("at_curtain", slow_but([False], [True, False]))
async def test_a_card_shown_to_the_wrong_person_is_found(at_curtain: bool, tmp_path: Path) -> None:
    app = watched("sandbags", tmp_path)
    async with app.run_test(size=(80, 24), notifications=True):
        await settle(app)
        assert await walk(app, 2, cycle(SIZES)) == 2
        assert app.leaks == set()
        for _ in range(20 if at_curtain else 0):
            if not app.curtained():
                await app.step("enter")
        assert app.curtained() is at_curtain
        other = 0 if at_curtain or app.sits else 1
        card = min(cards.cards_of(app.table.observe(other).own or 0))
        app.notify(CardStyle(()).face(card), timeout=60)
        await settle(app)
    assert {leak[0] for leak in app.leaks} == {cards.text(card)}

"""Plain text has every fact that a screen shows.

Both draw from `Shown`. One fact after another gets another value: if a screen changes then, plain text must change
too. `shown_facts` finds the facts in the data of every game and decision.
"""

from collections.abc import Iterator
from contextlib import suppress
from typing import Any

import pytest
from textual.widgets import Static

from spades_tui.game.phase import Phase
from spades_tui.plain import status
from spades_tui.plain.console import GoneError
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import ASIDES, aside_events
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.variant import options_of
from spades_tui.seats import Observation
from spades_tui.settings.settings import Settings
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen, SealScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.canvas import Canvas, CanvasWidget, StateView
from spades_tui.tui.widgets.paragraphs import Page
from spades_tui.tui.widgets.score_sheet import GameSheet, HandSheet
from tests.decision_scenes import DECISIONS
from tests.games import SLUGS
from tests.plain.shown_facts import Fact, OtherFacts, facts_of
from tests.plain.talking import Typist
from tests.scenes import SCENES, SceneApp, advance, policy, setup
from tests.screens.looking import settle

SIZE = (140, 45)
ASKED = ("hand", "trick", "last", "bids", "score", "sheet", "sheet all", "seal last")
"""Questions that can be asked at any time."""
CHOSEN: dict[str, dict[str, Any]] = {
    "classic": {"nil_pass": 2, "blind_pass": 2, "blind_behind": 0},
    "bemo": {"enforcement": "challenge"},
    "sandbags": {"undo": True},
}
"""Options of a game that add decisions."""
ELSEWHERE = {"taken_back", "seen.thrown"}
"""Facts that plain text says as a line of the log when they happen."""


def said_by_its_card(fact: Fact, table: Table) -> bool:
    """Return whether plain text makes this sentence of the log from its card."""
    match fact.path:
        case ("entries", int(number), "text"):
            return table.shown(0).entries[number].kind == "play"
    return False


# Moments


def decisions(slug: str) -> Iterator[tuple[str, Table]]:
    """Yield each kind of decision, and of events out of turn, for the first seat, late enough to have a score."""
    table = Table.create(setup(slug, seed="facts", **CHOSEN.get(slug, {})))
    met: set[str] = set()

    def fresh(seen: Observation) -> str:
        """Return the name of a decision if its kind is new; for plays, of one in the middle of a hand."""
        if seen.on_turn != seen.seat or seen.phase in (Phase.DEAL, Phase.OVER):
            return ""
        if seen.phase == Phase.PLAY and not (len(seen.tricks) > 2 and seen.trick):
            return ""
        asides = [name for name in ASIDES if aside_events(seen, name)]
        names = ["-".join([seen.phase, *asides]), f"{seen.phase}-later" if seen.standing.hands else ""]
        return next((name for name in names if name and name not in met), "")

    for _ in range(12):
        with suppress(AssertionError):
            advance(table, lambda seen: bool(fresh(seen)) or seen.standing.hands > 3)
        name = fresh(table.observe(0))
        if not name:
            return
        met.add(name)
        yield name, table


def afterwards(slug: str) -> Iterator[tuple[str, Table]]:
    """Yield the table after two hands and after a short game."""
    chosen = CHOSEN.get(slug, {})
    scored = Table.create(setup(slug, seed="facts", **chosen))
    yield "scored", advance(scored, lambda seen: seen.standing.hands == 2)
    short: dict[str, Any] = {"target": 40, "hands": 2}
    known = {option.name for option in options_of(shipped()[slug])}
    over = Table.create(setup(slug, seed="facts", **chosen, **{name: short[name] for name in known & set(short)}))
    yield "over", advance(over, None)


# Both faces


def plain_words(table: Table) -> list[str]:
    """Return everything that plain text says at this moment to the only person."""
    typist = Typist(["options"])
    face = PlainTable(table, typist, Settings())
    face.gather()
    for words in ASKED:
        assert face.answers_aside(words), words
    shown = face.shown
    with suppress(GoneError):
        if shown.final is not None:
            face.run_ending()
        elif shown.seen.on_turn is not None and shown.seen.on_turn == shown.seen.seat:
            face._ask_turn()
    return typist.lines


def screens_now(app: SceneApp) -> list[str]:
    """Return the text of each screen for this moment. Raises any error of a screen."""
    controller = app.controller
    assert controller is not None
    screen = app.screen
    if isinstance(screen, TableScreen) and controller.shown.public.phase not in (Phase.DEAL, Phase.OVER):
        controller.fill()
        return [_text(one._drawn()) for one in screen.query(CanvasWidget) if one.display and all(one.size)]
    over = controller.shown.final is not None
    end = GameOverScreen(controller) if over else ScoreScreen(controller)
    seal = SealScreen(controller.shown.proof, controller.look)
    return [_drawn(each) for each in (end, GameSheetScreen(controller), seal)]


def _drawn(screen: SpadesScreen) -> str:
    """Draw a screen outside an app."""
    screen.on_mount()
    told = [f"{screen.top_line.left}{screen.top_line.score}"]
    for widget in screen.compose_body():
        if isinstance(widget, CanvasWidget):
            canvas = Canvas(SIZE[0], SIZE[1] - 5)
            widget.draw(canvas)
            told.append(_text(canvas))
        elif isinstance(widget, HandSheet):
            told += [f"{widget.lines(*SIZE)}", f"{widget.notes}", f"{widget.differs}"]
        elif isinstance(widget, GameSheet):
            told += [f"{widget.columns('*', SIZE[0])}", f"{widget._below()}"]
        elif isinstance(widget, Page):
            told.append(widget.words)
        elif isinstance(widget, Static):
            told.append(str(widget.content))
        else:
            raise TypeError(type(widget))
    return "\n".join(told)


def _text(canvas: Canvas) -> str:
    return "\n".join("".join(char for char, _ in row) for row in canvas._cells)


async def missing(table: Table) -> list[str]:
    """Return the facts that a screen shows and plain text lacks."""
    others, app = OtherFacts(table), SceneApp(table)
    found = []
    async with app.run_test(size=SIZE):
        await settle(app)
        before, said = screens_now(app), plain_words(table)
        hand = app.screen.hand if isinstance(app.screen, TableScreen) else None
        chosen = hand.card if hand is not None else None

        def answer(fact: Fact, other: Any) -> str:
            """Return ``told``, ``untold`` or ``unseen`` for another value of a fact, or why it can't be shown."""
            if fact.name == "seen.winners" and len(other) < len(table.observe(0).tricks):
                return "impossible"  # a complete trick has a winner
            if hand is not None and hand.card != chosen:  # the cursor left with a changed hand
                others.fact = None
                screens_now(app)
                hand.choose(chosen)
            others.fact = fact, other
            try:
                if screens_now(app) == before:
                    return "unseen"
            except (LookupError, ValueError, StopIteration):
                for widget in app.screen.query(StateView):
                    widget.state = None
                return "impossible"
            try:
                return "untold" if plain_words(table) == said else "told"
            except LookupError:
                return "unspeakable"

        for fact in facts_of(table.shown(0)):
            answers: list[str] = []
            early = fact.path[0] == "code" and table.final is None  # only a finished game has a code
            elsewhere = early or fact.name in ELSEWHERE or said_by_its_card(fact, table)
            for other in () if elsewhere else fact.others:
                answers.append(answer(fact, other))
                if answers[-1] in ("told", "untold"):
                    break
            others.fact = None
            if "untold" in answers or ("unspeakable" in answers and "told" not in answers):
                found.append(fact.name)
    return found


# Tests


@pytest.fixture(autouse=True)
def _suggestions_of_any_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replace suggestions by a simple policy, which works in changed games."""
    monkeypatch.setattr("spades_tui.plain.home_table.PlainTable._take", lambda table, seen, rest: policy(seen))


def each(*quick: str) -> pytest.MarkDecorator:
    """Return all games as parameters; only the named ones run before each commit."""
    slugs = [slug if slug in quick else pytest.param(slug, marks=pytest.mark.slow) for slug in SLUGS]
    return pytest.mark.parametrize("slug", slugs)


@each("sandbags")
async def test_no_fact_on_the_screen_is_missing_at_a_decision(slug: str) -> None:
    met = [(name, await missing(table)) for name, table in decisions(slug)]
    assert len(met) > 2
    assert [one for one in met if one[1]] == []


@each("3b-four")
async def test_no_fact_on_the_screen_is_missing_after_a_hand_and_after_the_game(slug: str) -> None:
    met = [(name, await missing(table)) for name, table in afterwards(slug)]
    assert [one for one in met if one[1]] == []


AT_TABLES = {**SCENES, **DECISIONS}
"""Scenes of decisions from options, and of actions out of turn."""


@pytest.mark.slow
@pytest.mark.parametrize("name", AT_TABLES)
async def test_no_fact_on_the_screen_is_missing_in_a_scene(name: str) -> None:
    app = AT_TABLES[name].app()
    assert isinstance(app, SceneApp)
    table = app.scene_table
    seen = table.observe(0)
    if table.people != (0,) or seen.on_turn != 0 or app.scene_viewer not in (None, 0):
        pytest.skip("no decision of the only person at the table")
    assert await missing(table) == []


@pytest.mark.parametrize(
    ("slug", "left_out", "facts"),
    [
        pytest.param("3b-four", "hand_words.after_hand", {"scores.1.tray", "seen.perfect", "seen.imperfect"},
                     marks=[pytest.mark.rule("3B-19"), pytest.mark.rule("3B-23")]),
        pytest.param("bemo", "sheet", {"seen.dead", "scores.1.books", "scores.1.lines.3.points"},
                     marks=[pytest.mark.rule("BM-1"), pytest.mark.rule("BM-13")]),
    ],
)  # fmt: skip
async def test_a_fact_left_out_of_plain_text_is_found(
    slug: str, left_out: str, facts: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(f"{status.__name__}.{left_out}", lambda *_, **__: [])
    _, table = next(afterwards(slug))
    assert facts - set(await missing(table)) == set()

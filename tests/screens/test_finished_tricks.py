"""People at one keyboard see every finished trick once, complete, before their next decision (C-10)."""

import asyncio
from time import monotonic

import pytest

from spades_tui import cards
from spades_tui.game.events import Play, TakeBack
from spades_tui.game.trick import Trick
from spades_tui.play.shown import FinishedTrick
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.pauses import LEAST_SHOWN, PACES, Pauses
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.scenes import at, mine, policy, setup
from tests.screens.deciding import stop_the_clock
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, type_keys

pytestmark = pytest.mark.rule("C-10")


def assert_whole_trick(app: TableApp, trick: Trick, winner: int) -> None:
    """Assert that every card is shown with its player, and who took the trick."""
    text = screen_text(app)
    for played in trick:
        assert table_of(app).look.face(played.card) in text
        assert table_of(app).table.names[played.seat] in text
    words = [word for line in text.splitlines() for word in ("takes it", "took it") if word in line]
    assert words, text
    assert table_of(app).table.names[winner] in text


def winner_leads_again(table: Table) -> bool:
    """Return whether the first person has just won a trick that another player finished, and leads next."""
    seen = table.observe(0)
    return bool(seen.tricks) and not seen.trick and seen.winners[len(seen.tricks) - 1] == 0 == seen.on_turn


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_the_previous_winner_leads_again(size: tuple[int, int], monkeypatch: pytest.MonkeyPatch) -> None:
    """Sandbags doesn't show the last trick again, so when Ann wins and leads, Bea's curtain shows both tricks."""
    stop_the_clock(monkeypatch)
    for seed in range(200):
        table = at("sandbags", mine("play", 0, 0), people=2, seed=f"lead {seed}")
        table.do(max((f for f in table.observe(0).legal if isinstance(f, Play)), key=lambda f: f.card % 13))
        for other in (1, 2):
            table.do(policy(table.observe(other)))
        if table.observe(None).winning == 0:
            break
    else:
        raise AssertionError("Ann never wins her first lead")
    app = TableApp(table)
    async with app.run_test(size=size):
        await settle(app)
        while not isinstance(app.screen, CurtainScreen):  # the computer player completes the trick
            type_keys(app, "a")
            await settle(app)
        assert app.screen.seat == 0
        assert winner_leads_again(table)
        trick = table.observe(None).tricks[-1]
        assert_whole_trick(app, trick, 0)
        type_keys(app, "space")
        await settle(app)
        type_keys(app, "enter")
        await settle(app)
        curtain = top_screen(app, CurtainScreen)
        assert curtain.seat == 1
        assert table.observe(None).trick, "the new lead lies there already"
        assert_whole_trick(app, trick, 0)
        text = screen_text(app)
        assert "On the table now:  Ann led" in text
        assert cards.pretty(table.observe(None).trick[0].card) in text
        type_keys(app, "space")
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        assert table.observe(1).last_trick is None, "and it is shown once"


@pytest.mark.parametrize(
    ("slug", "people"),
    [
        ("sandbags", 1),
        ("3b-five", 2),
        pytest.param("sandbags", 2, marks=pytest.mark.slow),
        pytest.param("bemo", 1, marks=pytest.mark.slow),
        pytest.param("bemo", 2, marks=pytest.mark.slow),
        pytest.param("3b-five", 1, marks=pytest.mark.slow),
    ],
)
async def test_every_finished_trick_is_shown_before_a_persons_turn(
    slug: str, people: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two hands are played by keys alone; the screens that each person saw give the tricks that they saw."""
    stop_the_clock(monkeypatch)
    options: dict[str, object] = {"hands": 2} if "hands" in shipped()[slug].option_names else {"target": 500}
    table = Table.create(setup(slug, people, dealer=0, seed="see", **options))
    app = TableApp(table)
    seen_by: dict[int, set[tuple[int, int]]] = {seat: set() for seat in table.people}
    finished: list[tuple[int, int]] = []
    pages = 0
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for _ in range(600):
            controller, screen, public = table_of(app), app.screen, table.observe(None)
            for number in range(1, len(public.tricks) + 1):
                mark = (public.hand_number, number)
                if mark not in finished:
                    finished.append(mark)
            if isinstance(screen, CurtainScreen):
                shown = screen._view.older[:8] or (screen._view.finished_trick,)
                pages += bool(screen._view.older)
                for finished_trick in shown:
                    if finished_trick is not None:
                        assert_whole_trick(app, finished_trick.trick, finished_trick.winner)
                        seen_by[screen.seat].add((finished_trick.hand, finished_trick.number))
                type_keys(app, "space")
            elif isinstance(screen, TrickPlayScreen) and controller.viewer is not None:
                if (trick := controller.finished_trick) is not None:
                    assert_whole_trick(app, trick.trick, trick.winner)
                    seen_by[controller.viewer].add((trick.hand, trick.number))
                type_keys(app, "enter")
            else:
                if controller.viewer is not None and public.on_turn == controller.viewer:
                    assert seen_by[controller.viewer] >= set(finished), f"{controller.viewer} has not seen all"
                if public.hand_number == 2 and len(public.tricks) > 3:
                    break
                type_keys(app, "enter")
            await settle(app)
        else:
            raise AssertionError(screen_text(app))
    assert len(finished) > 12
    if slug == "3b-five" and people == 2:
        assert pages, "the dealer sat out, and was shown the whole hand before he bid again"


async def test_a_single_person_sees_each_trick_at_any_speed_of_keys() -> None:
    """At the instant pace with keys typed ahead, every trick is visible for at least a glance."""
    table = at("sandbags", mine("play", 1, 2))
    app = TableApp(table)
    lay: list[float] = []
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert Pauses(asyncio.Queue(), lambda: False).seen == LEAST_SHOWN > 0
        table_of(app).pauses.seen = LEAST_SHOWN
        curtains = table_of(app).curtains
        taken, gathered = curtains.note_trick, curtains.note_tricks_seen
        since = [0.0]

        def begins() -> FinishedTrick:
            since[0] = monotonic()
            return taken()

        def ends() -> None:
            lay.append(monotonic() - since[0])
            gathered()

        curtains.note_trick, curtains.note_tricks_seen = begins, ends  # type: ignore[method-assign]
        for _ in range(400):
            type_keys(app, *["enter", "space", "a"] * 3)
            await settle(app)
            if len(lay) >= 4:
                break
            await asyncio.sleep(0.05)
    assert len(lay) >= 4
    assert min(lay) >= LEAST_SHOWN
    assert min(lay) < PACES["instant"].trick, "they were hurried all the same"


async def test_a_trick_changed_by_taking_back_is_shown_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """The curtain shows the trick in its final form."""
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 1, 3), people=4, take_back=True, dealer=3)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "space")
        await settle(app)
        type_keys(app, "enter")  # Ann plays the last card
        await settle(app)
        table_of(app).act(TakeBack(0))
        await settle(app)
        assert not any(
            table_of(app).curtains.unseen[seat] and table_of(app).curtains.unseen[seat][-1].number == 2
            for seat in range(4)
        )


async def test_the_last_trick_of_a_hand_is_seen_before_the_next_bid(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 12, 0), people=2, target=500)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for _ in range(12):
            if isinstance(app.screen, ScoreScreen):
                break
            for key in ("space", "enter", "a"):
                if not isinstance(app.screen, ScoreScreen):
                    type_keys(app, key)
                    await settle(app)
        top_screen(app, ScoreScreen)
        viewer = table_of(app).viewer
        trick, hand = table.observe(None).tricks[-1], table.observe(None).hand_number
        told: set[int] = set()
        for _ in range(20):
            if isinstance(app.screen, CurtainScreen) and app.screen.seat not in told:
                finished_trick = app.screen._view.finished_trick
                if app.screen.seat != viewer and not told:
                    assert finished_trick is not None
                    assert finished_trick.trick == trick
                    assert f"Hand {hand}, trick 13 is finished" in screen_text(app)
                told.add(app.screen.seat)
            type_keys(app, "space" if isinstance(app.screen, CurtainScreen) else "enter")
            await settle(app)
        assert told

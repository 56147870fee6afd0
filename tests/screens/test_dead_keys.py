"""A key without effect gives the reason, and a trick that can't be seen again waits for a key (C-10)."""

import asyncio

import pytest

from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import Reason
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import Settings
from spades_tui.tui.app import SpadesApp
from spades_tui.tui.frame import SpadesScreen
from spades_tui.tui.table.curtain_screen import CurtainScreen
from spades_tui.tui.table.pauses import PACES, Pace
from spades_tui.tui.table.score_screen import ScoreScreen
from tests.keys.places import classes
from tests.scenes import SCENES, SceneApp, at, mine
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, type_keys, wait_until

SEEN = ("dealt", "bid", "bid-3b", "lead", "five-seats", "curtain-bid", "game-over")
"""Scenes in which the test presses every key without effect."""


def every_reason() -> list[Reason]:
    found: list[Reason] = []
    for value in vars(dead_key_reasons).values():
        found += [value] if isinstance(value, Reason) else value.values() if isinstance(value, dict) else []
    return [one for one in found if isinstance(one, Reason)]


def dead_keys(screen: SpadesScreen) -> list[str]:
    """Return the keys that are bound on a screen and have no effect there now."""
    active = screen.active_bindings
    return [
        key for node, bindings in screen._modal_binding_chain if node is screen
        for key, every in bindings.key_to_bindings.items()
        if key not in active and any(binding.id for binding in every)
    ]  # fmt: skip


def test_every_reason_fits_in_the_last_line() -> None:
    every = every_reason()
    assert len(every) > 40
    for reason in every:
        assert len(with_keys(str(reason))) <= 78, reason


def test_every_screen_gives_reasons() -> None:
    """Only `why_not` decides what is possible, because a screen's own `check_action` would give no reason."""
    own = [kind for kind in classes() if issubclass(kind, SpadesScreen) and "check_action" in vars(kind)]
    assert own == [SpadesScreen]


@pytest.mark.parametrize("scene", SEEN)
async def test_every_dead_key_gives_its_reason(scene: str) -> None:
    made = SCENES[scene]
    app = made.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await made.go(pilot)
        screen = top_screen(app, SpadesScreen)
        keys, before = dead_keys(screen), screen_text(app).splitlines()[:-1]
        assert keys
        for key in keys:
            type_keys(app, key)
            await settle(app)
            assert app.screen is screen, key
            said = screen.key_line.said
            assert said, f"{key} says nothing"
            assert said in screen_text(app).splitlines()[-1]
            assert screen_text(app).splitlines()[:-1] == before, "nothing else happens"


async def test_the_next_key_removes_the_reason() -> None:
    app = TableApp(at("sandbags", mine("play", 3, 0)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        screen = top_screen(app, SpadesScreen)
        for key, said in (
            ("l", str(dead_key_reasons.NO_LOOKING_BACK)),
            ("right", ""),
            ("u", str(dead_key_reasons.NO_TAKING_BACK)),
        ):
            type_keys(app, key)
            await settle(app)
            assert screen.key_line.said == said


async def test_a_dead_key_at_home_gives_its_reason() -> None:
    app = SpadesApp(settings=Settings())
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "escape")
        await settle(app)
        assert top_screen(app, SpadesScreen).key_line.said


def hurry_everything(patch: pytest.MonkeyPatch, seconds: float = 0.001) -> None:
    """Make every pause this short."""
    for pace in PACES:
        patch.setitem(PACES, pace, Pace(0.0, seconds, seconds, 0.0, seconds))


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(("pace", "key"), [("instant", "l"), ("brisk", "right"), ("leisurely", "j")])
@pytest.mark.parametrize(("people", "only_card"), [(1, False), (2, True)])
async def test_a_trick_that_cannot_be_seen_again_stays_until_a_key(
    pace: str, key: str, people: int, only_card: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry_everything(monkeypatch)
    table = at("sandbags", mine("play", 7, 3), people=people, seed="s1")
    assert len(table.observe(0).legal) == 1
    app = TableApp(table, pace=pace, only_card=only_card)  # type: ignore[arg-type]
    async with app.run_test(size=(80, 24)):
        await settle(app)
        if isinstance(app.screen, CurtainScreen):
            await asyncio.sleep(0.3)
            type_keys(app, "space")
            await settle(app)
        controller = table_of(app)
        if not only_card:  # the only legal card plays without a key
            type_keys(app, "enter")
        assert await wait_until(lambda: controller.finished_trick is not None), screen_text(app)
        await asyncio.sleep(0.1)  # much longer than any pause
        assert controller.finished_trick is not None
        assert "Press any key." in screen_text(app)
        type_keys(app, key)
        assert await wait_until(lambda: controller.finished_trick is None)


@pytest.mark.rule("C-10")
async def test_the_last_trick_of_a_hand_stays_until_a_key(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_everything(monkeypatch)
    app = TableApp(at("sandbags", mine("play", 12)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        type_keys(app, "enter")
        assert await wait_until(lambda: table_of(app).finished_trick is not None)
        await asyncio.sleep(0.1)
        assert not isinstance(app.screen, ScoreScreen)
        type_keys(app, "enter")
        assert await wait_until(lambda: isinstance(app.screen, ScoreScreen))


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(("slug", "people"), [("classic", 1), ("sandbags", 0)])
async def test_other_tricks_are_gathered_without_a_key(slug: str, people: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """This holds if the trick may be looked at again, and if only computer players sit at the table."""
    hurry_everything(monkeypatch, 0.02)
    until = mine("play", 4, 3) if people else lambda seen: len(seen.tricks) == 4
    table = at(slug, until, people=people)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        if people:
            await settle(app)
            type_keys(app, "enter")
        assert await wait_until(lambda: len(table.observe(None).tricks) >= 5)


async def test_a_dead_key_does_not_hurry_a_computer_player() -> None:
    app = SceneApp(at("sandbags", mine("play", 3, 0)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        table = table_of(app).table
        type_keys(app, "enter")
        await settle(app)
        assert table.observe(0).on_turn != 0
        waiting, looking = dead_key_reasons.WAIT, dead_key_reasons.NO_LOOKING_BACK
        for key, said in (("h", waiting), ("m", waiting), ("l", looking)):
            before = len(table.entries)
            type_keys(app, key)
            await settle(app)
            assert top_screen(app, SpadesScreen).key_line.said == str(said)
            assert len(table.entries) == before
        type_keys(app, "m")
        await settle(app)
        while table.observe(0).on_turn != 0 or table_of(app).finished_trick is not None:
            table_of(app).pauses.hurry()
            await settle(app)
        assert not top_screen(app, SpadesScreen).key_line.said, "it is your turn now"


@pytest.mark.rule("C-10")
@pytest.mark.parametrize("key", ["l", "escape", "enter", "space", "right", "h", "2", "click"])
async def test_any_key_returns_from_the_last_trick_to_the_table(key: str) -> None:
    table = at("classic", mine("play", 4, 1))
    app = SceneApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        screen, cards = top_screen(app, SpadesScreen), table.observe(0).own
        live = screen_text(app)
        await pilot.press("l")
        await pilot.pause()
        text = screen_text(app)
        assert f"Last trick: number {len(table.observe(0).tricks)}" in text
        assert "Your turn" not in text
        assert table_of(app).covered(), "everybody waits"
        assert "take" not in screen.active_bindings
        if key == "click":
            await pilot.click("#hand")
        else:
            await pilot.press(key)
        await pilot.pause()
        assert table.observe(0).own == cards, "no card is played unseen"
        text = screen_text(app)
        assert "Last trick" not in text
        assert not table_of(app).covered()
        if key in ("l", "escape", "enter", "space", "click"):
            assert text == live, "and the table is as it was"


@pytest.mark.rule("C-10")
async def test_the_last_trick_is_shown_in_order_while_others_play() -> None:
    table = at("bemo", mine("play", 4, 0))
    app = SceneApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await pilot.press("l")
        await pilot.pause()
        text, seen = screen_text(app), table.observe(0)
        look = table_of(app).look
        for played in seen.tricks[-1]:
            assert look.face(played.card) in text
        places = [text.index(look.face(played.card)) for played in seen.tricks[-1]]
        assert places == sorted(places)
        assert "took it" in text

"""A key without effect gives the reason, and a trick that can't be seen again waits for a key (C-10)."""

import pytest

from spades_tui.presentation.decisions import ASIDES
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import DeadKeyReason
from spades_tui.settings.keymap import with_keys
from spades_tui.settings.settings import Pace
from tests.driver import driving, home_app
from tests.scenes import SCENES, SceneApp, at, mine
from tests.screens.deciding import hurry_the_clock
from tests.screens.looking import TableApp, faces, settle, table_of

SEEN = ("dealt", "bid", "bid-3b", "lead", "five-seats", "curtain-bid", "game-over")
"""Scenes in which the test presses every key without effect."""


def every_reason() -> list[str]:
    """Return every reason as the last line of a screen shows it."""
    aside = [reason for kind in ASIDES.values() for reason in (kind.absent, kind.later)]
    values: list[object] = [DeadKeyReason(reason.sentence, reason.rule) for reason in aside]
    for value in vars(dead_key_reasons).values():
        values += value.values() if isinstance(value, dict) else [value]
    return [with_keys(str(value)) for value in values if isinstance(value, DeadKeyReason) and value.words]


def test_every_reason_fits_in_the_last_line() -> None:
    every = every_reason()
    assert len(every) > 40
    for reason in every:
        assert len(reason) <= 78, reason


@pytest.mark.parametrize("scene", SEEN)
async def test_every_dead_key_gives_its_reason(scene: str) -> None:
    async with driving(SCENES[scene]) as seat:
        keys, before = seat.dead_keys, seat.lines[:-1]
        assert keys
        for key in keys:
            await seat.press(key)
            assert seat.footer in every_reason(), f"{key} says nothing"
            assert seat.lines[:-1] == before, "nothing else happens"


async def test_a_dead_key_at_home_gives_its_reason() -> None:
    async with driving(home_app()) as seat:
        await seat.press("escape")
        assert seat.footer in every_reason()


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(
    ("pace", "key", "people", "only_card"),
    [("brisk", "l", 2, True), ("brisk", "right", 1, False), ("leisurely", "j", 2, True)],
)
async def test_a_trick_that_cannot_be_seen_again_stays_until_a_key(
    pace: Pace, key: str, people: int, only_card: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    hurry_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 7, 3), people=people, seed="s1")
    assert len(table.observe(0).legal) == 1
    async with driving(TableApp(table, pace=pace, only_card=only_card)) as seat:
        if seat.place == "curtain":
            await seat.rest(0.3)
            await seat.press("space")
        if not only_card:  # the only legal card plays without a key
            await seat.type("enter")
        await seat.wait("takes it")
        await seat.rest(0.1)  # much longer than any pause
        assert seat.sees("takes it", "be seen again", "Press any key.")
        await seat.type(key)
        await seat.wait("Press any key.", gone=True)


@pytest.mark.rule("C-10")
@pytest.mark.parametrize(
    ("slug", "people", "pace", "trick"),
    [
        ("classic", 1, "brisk", "trick 13/13"),
        ("sandbags", 0, "brisk", "trick 5/13"),
        ("sandbags", 1, "lively", "trick 5/13"),
        ("sandbags", 1, "instant", "trick 5/13"),
    ],
)
async def test_other_tricks_are_gathered_without_a_key(
    slug: str, people: int, pace: Pace, trick: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """This holds if the trick may be looked at again, at a fast pace, and if only computer players sit at the table."""
    hurry_the_clock(monkeypatch, 0.2)  # long enough to look at a trick
    until = mine("play", 4, 3) if people else lambda seen: len(seen.tricks) == 4
    async with driving(TableApp(at(slug, until, people=people), pace=pace)) as seat:
        if people:
            await seat.type("enter")
        await seat.wait(trick, gone=True)


async def test_a_dead_key_does_not_hurry_a_computer_player() -> None:
    table = at("sandbags", mine("play", 3, 0))
    async with driving(SceneApp(table)) as seat:
        await seat.press("enter")
        assert table.observe(0).on_turn != 0
        waiting, looking = dead_key_reasons.WAIT, dead_key_reasons.NO_LOOKING_BACK
        for key, said in (("h", waiting), ("m", waiting), ("l", looking)):
            before = len(table.entries)
            await seat.press(key)
            assert seat.footer == str(said)
            assert len(table.entries) == before


async def test_your_turn_removes_the_reason() -> None:
    app = TableApp(at("classic", mine("play", 3, 0)), pace="brisk")
    async with driving(app) as seat:
        await seat.press("enter", "m")
        assert seat.footer == str(dead_key_reasons.WAIT)
        for _ in range(20):
            table_of(app).pauses.hurry()
            await settle(app)
        assert seat.sees("Your turn")
        assert seat.footer not in every_reason()


@pytest.mark.rule("C-10")
async def test_any_key_returns_from_the_last_trick_to_the_table() -> None:
    table = at("classic", mine("play", 4, 1))
    async with driving(SceneApp(table)) as seat:
        cards, live = table.observe(0).own, seat.text
        for key in ("l", "escape", "enter", "space", "click", "right", "2", "h"):
            await seat.press("l")
            assert seat.sees(f"Last trick: number {len(table.observe(0).tricks)}"), key
            assert not seat.sees("Your turn")
            if key == "click":
                await seat.click(f"│{min(faces(cards))}")
            else:
                await seat.press(key)
            assert table.observe(0).own == cards, f"{key} plays no card unseen"
            assert not seat.sees("Last trick"), key
            if key in ("l", "escape", "enter", "space", "click"):
                assert seat.text == live, f"after {key} the table is as it was"


@pytest.mark.rule("C-10")
async def test_the_last_trick_is_shown_in_order_while_others_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    hurry_the_clock(monkeypatch, think=0.6)
    table = at("bemo", mine("play", 4, 0))
    async with driving(TableApp(table)) as seat:
        await seat.type("enter", "l")
        trick = [face for played in table.observe(0).tricks[-1] for face in faces(1 << played.card)]
        assert seat.sees(*trick, "took it")
        assert trick == sorted(trick, key=seat.text.index)
        before = len(table.entries)
        await seat.rest(0.8)  # longer than anybody thinks
        assert len(table.entries) == before
        await seat.press("l")
        await seat.wait("Your turn")


async def test_the_next_key_removes_the_reason() -> None:
    async with driving(TableApp(at("sandbags", mine("play", 3, 0)))) as seat:
        await seat.press("l")
        assert seat.footer == str(dead_key_reasons.NO_LOOKING_BACK)
        await seat.press("right")
        assert seat.footer not in every_reason()
        await seat.press("u")
        assert seat.footer == str(dead_key_reasons.NO_TAKING_BACK)


async def test_a_page_of_keys_without_sentences_begins_with_a_key() -> None:
    async with driving(SCENES["game-over"]) as seat:
        await seat.press("?")
        await seat.wait("suspend")
        first = next(line for line in seat.lines[3:] if line)
        assert seat.lines.index(first) == 3

"""Settings change the table: the only card plays without a key, the bell rings once, two keys change the pace."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events import Claim, Play
from spades_tui.play.shown import Shown
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import only_card
from spades_tui.seats import Observation
from spades_tui.settings.settings import Pace
from spades_tui.settings.settings_file import load_settings
from spades_tui.tui.command_palette import commands
from spades_tui.tui.table.dealing_screen import DealingScreen
from spades_tui.tui.table.pauses import PACES
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.watch_screen import WatchScreen
from tests.driver import driving
from tests.every_scene import EVERY
from tests.scenes import SCENES, Until, advance, at, last_card, mine, policy, scored, setup
from tests.screens.deciding import hurry_the_clock, stop_the_clock
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, wait_until


def forced(seen: Observation) -> bool:
    """Return whether the viewer must follow with their only card of the suit, and has other cards."""
    return mine("play", 1)(seen) and len(seen.legal) == 1 and (seen.own or 0).bit_count() > 3


def one_ace(seen: Observation) -> bool:
    """Return whether the viewer can play only an ace, high or low."""
    return mine("play")(seen) and len({getattr(event, "card", 0) for event in seen.legal}) == 1 < len(seen.legal)


def forced_card(table: Table) -> Play:
    """Return the card that a person is about to play automatically."""
    play = table.observe(0).legal[0]
    assert isinstance(play, Play)
    return play


def first(slug: str, until: Until, people: int = 1, **options: Any) -> Table:
    """Return a table at the first moment of this kind in any deal."""
    for seed in range(100):
        try:
            return at(slug, until, people, seed=f"liking {seed}", **options)
        except AssertionError:
            continue
    raise AssertionError("it never comes")


@pytest.mark.parametrize("key", ["enter", "space", "a"])
async def test_the_only_card_is_announced_then_played_automatically(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The card is played after a pause, which any key ends."""
    stop_the_clock(monkeypatch)
    table = first("sandbags", forced)
    play = forced_card(table)
    async with driving(TableApp(table, only_card=True)) as seat:
        assert seat.sees(f"You can play only {cards.pretty(play.card)}, so it's played for you.")
        assert play in table.observe(0).legal, "not before the pause is over"
        await seat.press(key)
        assert not (table.observe(0).own or 0) >> play.card & 1


async def test_the_only_card_is_played_after_the_pause(running_clock: None) -> None:
    table = first("sandbags", forced)
    play = forced_card(table)
    async with driving(TableApp(table, only_card=True)) as seat:
        await seat.wait("so it's played for you", gone=True)
        assert not (table.observe(0).own or 0) >> play.card & 1


async def test_a_question_or_the_settings_delay_the_only_card() -> None:
    """The person may claim instead. If they switch the setting off meanwhile, they play the card themselves."""
    table = first("sandbags", forced)
    async with driving(TableApp(table, only_card=True)) as seat:
        await seat.press("m")
        await seat.rest(0.6)
        assert table.observe(0).on_turn == 0, "everybody waits for the answer"
        await seat.command("your only card you play")
        assert not seat.settings.only_card
        await seat.press("escape")
        await seat.rest(0.6)
        assert seat.sees("Your turn")
        assert table.observe(0).on_turn == 0


async def test_the_curtain_comes_before_the_only_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """A person with one legal card still sees the trick, and nothing is played behind a curtain."""
    hurry_the_clock(monkeypatch)
    table = first("sandbags", lambda seen: forced(seen) and len(seen.trick) > 0, people=2)
    async with driving(TableApp(table, only_card=True)) as seat:
        await seat.rest(0.1)  # much longer than the pause before an only card
        assert seat.next_person == "ANN"
        assert table.observe(0).on_turn == 0
        stop_the_clock(monkeypatch)
        await seat.press("space")
        assert seat.sees("You can play only")
        assert table.observe(0).on_turn == 0
        await seat.press("a")
        assert table.observe(0).on_turn != 0


def shown_at(table: Table) -> Shown:
    return table.shown(0)


def test_a_player_with_alternatives_is_asked() -> None:
    """This happens if an ace may be called high or low, a bonehead play may be cited, or a card may be taken back."""
    ace = first("3b-four", one_ace)
    assert only_card(shown_at(ace)) is None
    bone = first("3b-four", lambda s: mine("play", 1)(s) and len(s.legal) == 1)
    assert bone.observe(0).aside
    assert only_card(shown_at(bone)) is None
    practice = first("sandbags", forced, take_back=True)
    assert (only_card(shown_at(practice)) is None) == practice.may_take_back(0)
    plain = first("sandbags", forced)
    assert only_card(shown_at(plain)) == forced_card(plain)
    bidding = at("sandbags", mine("bid"))
    assert only_card(shown_at(bidding)) is None


def claimable(table: Table) -> bool:
    """Return whether the viewer's claim would be accepted, with more than one trick left."""
    seen = table.observe(0)
    left = seen.rules.tricks - len(seen.tricks)
    return mine("play")(seen) and left > 1 and table.course.refusal(Claim(0, left)) is None


def with_a_claim() -> Table:
    """Return a table where the viewer may claim."""
    for seed in range(200):
        table = Table.create(setup("sandbags", seed=f"claim {seed}"))
        table.deal(None)
        while not claimable(table):
            seen = table.observe(0)
            if len(seen.tricks) == seen.rules.tricks - 1:
                break
            seat = table.observe(None).on_turn
            table.do(policy(table.observe(seat)))
        else:
            return table
    raise AssertionError("nobody can ever claim")


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("claims", ["told", "sheet"])
async def test_an_accepted_claim_is_announced_or_leads_to_the_score_sheet(
    claims: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    stop_the_clock(monkeypatch)
    table = with_a_claim()
    left = table.rules.tricks - len(table.observe(0).tricks)
    async with driving(TableApp(table, claims=claims)) as seat:
        await seat.press("m", "left", "enter")
        if claims == "told":
            assert seat.sees(f"You claim the last {left} tricks. Claim accepted.")
            await seat.press("a")
        assert seat.sees(f"The last {left} tricks went to you by a claim.")
        assert seat.place == "score"


class Ringing(TableApp):
    """Count the bell."""

    rung = 0

    def bell(self) -> None:
        self.rung += 1


def others_first(seen: Observation) -> bool:
    """Return whether another player leads a trick."""
    return seen.phase == "play" and seen.on_turn == 1 and not seen.trick


async def test_the_bell_rings_once_when_others_have_acted(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = first("sandbags", others_first)
    app = Ringing(table, bell=True)
    async with driving(app) as seat:
        while table.observe(0).on_turn != 0:
            assert app.rung == 0
            await seat.press("a")
        assert app.rung == 1
        await seat.press("right", "left", "1", "s", "escape")
        await seat.command("suits by rank")
        assert seat.settings.sort == "ranks"
        assert app.rung == 1, "not for a key, and not for coming back"


async def test_no_bell_rings_without_the_setting_or_an_act_of_others(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = first("sandbags", others_first)
    silent = Ringing(table)
    async with driving(silent) as seat:
        while table.observe(0).on_turn != 0:
            await seat.press("a")
        assert silent.rung == 0
    begun = Ringing(at("sandbags", mine("bid"), dealer=3), bell=True)
    async with driving(begun):
        assert begun.rung == 0, "the game has just been opened"


async def test_a_curtain_does_not_ring(monkeypatch: pytest.MonkeyPatch) -> None:
    """It rings neither when the curtain closes nor when the named person opens it."""
    stop_the_clock(monkeypatch)
    table = advance(first("sandbags", others_first, people=3), lambda seen: seen.on_turn == 1, 1)
    app = Ringing(table, bell=True)
    async with driving(app) as seat:
        for _ in range(10):
            await seat.press("space" if seat.place == "curtain" else "enter")
            assert app.rung == 0


async def test_two_keys_change_and_save_the_pace() -> None:
    """The keys change nothing else; the selected choice stays."""
    app = SCENES["lead"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.press("right", "right")
        chosen = top_screen(app, TableScreen).hand.card
        for key, pace in (("plus", "lively"), ("plus", "instant"), ("plus", "instant"), ("minus", "lively"),
                          ("minus", "brisk"), ("minus", "leisurely"), ("minus", "leisurely")):  # fmt: skip
            await pilot.press(key)
            assert app.settings.pace == load_settings().pace == pace
            assert f"Pace: {pace}." in screen_text(app).splitlines()[-1]
            assert table_of(app).pace == PACES[pace]
            assert top_screen(app, TableScreen).hand.card == chosen
        told = [command.title for command in commands(app, app.screen)]
        assert "Faster" in told and "Slower" in told


async def test_other_keys_can_change_the_pace() -> None:
    app = SCENES["lead"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        app.settings = replace(app.settings, keys=(("faster", "f6"),))
        await pilot.pause()
        await pilot.press("plus")
        assert load_settings().pace == "brisk"
        await pilot.press("f6")
        assert load_settings().pace == "lively"
        assert "F6 is faster, - slower." in screen_text(app)


async def test_a_watched_table_and_a_deal_have_a_pace(running_clock: None) -> None:
    watched = TableApp(Table.create(setup("sandbags", people=0)), pace="leisurely")
    async with watched.run_test(size=(80, 24)) as pilot:
        assert await wait_until(lambda: isinstance(watched.screen, WatchScreen))
        await pilot.press("space", "plus")
        assert watched.settings.pace == "brisk"
    app = SCENES["cut"].app()
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert isinstance(app.screen, DealingScreen)
        await pilot.press("minus")
        assert app.settings.pace == "leisurely"
        await pilot.press("w", "minus", "plus")  # the key types a letter of a word
        assert app.settings.pace == "leisurely"


async def test_a_lesson_has_a_pace() -> None:
    scene = EVERY["lesson-play"]()
    app = scene.app()
    async with app.run_test(size=(80, 24)) as pilot:
        await scene.go(pilot)
        await pilot.press("minus")
        assert app.settings.pace == "lively"


@pytest.mark.parametrize(
    ("pace", "skips", "offered"), [("brisk", 15, True), ("brisk", 5, False), ("lively", 15, False)]
)
async def test_a_sheet_offers_a_faster_pace_once_to_somebody_who_skips_many_pauses(
    pace: Pace, skips: int, offered: bool
) -> None:
    app = TableApp(last_card(at("classic", scored(1))), pace=pace)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        table_of(app).pauses.skipped = skips
        for hand in range(1 + offered):
            while not isinstance(app.screen, ScoreScreen):
                await pilot.press("enter")
                await settle(app)
            assert ("+ at the table" in screen_text(app)) == (offered and not hand)
            await pilot.press("enter")
            await settle(app)

"""At the table ``u`` undoes one of the person's decisions after another, and the sentence names it (3B-11)."""

import pytest

from spades_tui.game.events import Claim, Play
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from spades_tui.tui.scorebook.games_screen import AfterGameScreen
from spades_tui.tui.scorebook.scorebook_screen import BookScreen
from spades_tui.tui.table.bidding_screen import BiddingScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.trick_play import TrickPlayScreen
from tests.games import each_game
from tests.scenes import advance, at, mine, setup
from tests.scorebook_screens.helpers import said, wait_for_answer
from tests.screens.looking import TableApp, screen_text, settle, table_of, type_keys

pytestmark = pytest.mark.rule("3B-11")


async def until(app: TableApp, wanted: type, *keys: str) -> None:
    """Press these keys repeatedly until a screen of this kind is on top."""
    for _ in range(200):
        if isinstance(app.screen, wanted):
            return
        type_keys(app, *keys)
        await settle(app)
    raise AssertionError(f"{wanted} never stood there; {app.screen} does")


def played_last(seen: Observation) -> bool:
    """Return whether the last card of a hand is due and the person has played theirs."""
    return seen.phase == Phase.PLAY and len(seen.tricks) == 12 and seen.own == 0


@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-four", "suicide", "two-handed"))
async def test_u_undoes_decisions_back_to_the_first_bid(slug: str) -> None:
    table = at(slug, mine("play", 3, 0 if slug == "3b-three" else 1), undo=True)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(app.screen, TrickPlayScreen)
        words = []
        while table.may_take_back(0):
            assert app.screen.check_action("take_back", ())
            before = len(table.course.steps)
            type_keys(app, "u")
            await settle(app)
            assert len(table.course.steps) < before
            words.append(table.taken_back)
            assert f"{table.taken_back}." in screen_text(app)
            assert table.observe(None).on_turn == 0
        assert isinstance(app.screen, BiddingScreen)
        assert not any(seen.trick for seen in [table.observe(None)])
        assert table.observe(None).bids[0] is None
        assert sum("of" not in word and "to" not in word for word in words) >= 3, words
        type_keys(app, "enter")
        await settle(app)
        assert "You take back" not in screen_text(app).splitlines()[-8]


async def test_another_card_can_be_played_after_an_undo() -> None:
    table = at("sandbags", mine("play", 5, 2), undo=True)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for _ in range(3):
            type_keys(app, "u")
            await settle(app)
        seen = table.observe(0)
        assert 1 <= len(seen.tricks) <= 3
        card = next(event for event in reversed(seen.legal) if isinstance(event, Play))
        table_of(app).act(card)
        await settle(app)
        await until_tricks(app, table, 6)
        assert sum(entry.text.startswith("You take back") for entry in table.entries) == 3


async def until_tricks(app: TableApp, table: Table, tricks: int) -> None:
    """Press Enter until this many tricks were taken."""
    for _ in range(100):
        if len(table.observe(None).tricks) >= tricks:
            return
        type_keys(app, "enter")
        await settle(app)
    raise AssertionError("the game does not go on")


async def test_the_table_waits_for_the_last_chance_before_the_score() -> None:
    """This concerns a person who plays the last card, because a scored hand can't be undone."""
    table = at("sandbags", played_last, undo=True)
    app = TableApp(table, pace="instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        for _ in range(40):
            if len(table.observe(None).tricks) == 13:
                break
            await pilot.pause(0.05)
        await pilot.pause(0.2)
        assert isinstance(app.screen, TrickPlayScreen), "nothing is scored yet"
        assert "u: undo" in screen_text(app)
        type_keys(app, "u")
        await settle(app)
        assert len(table.observe(None).tricks) == 12
        assert table.observe(0).own
        await until(app, ScoreScreen, "enter")
        assert not table.may_take_back(0)


async def test_a_claim_cannot_be_undone_on_screen() -> None:
    """A claim has shown something of the other hands, so it can't be undone, and the table doesn't wait."""

    def sure(seen: Observation) -> bool:
        return mine("play", 12, 0)(seen)

    for seed in range(40):
        table = at("sandbags", sure, seed=f"claim {seed}", undo=True)
        if table.course.refusal(Claim(0, 1)) is None:
            break
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        assert table.may_take_back(0)
        type_keys(app, "m")
        await settle(app)
        type_keys(app, "left", "enter")
        await settle(app)
        await pilot.pause(0.2)
        assert not table.may_take_back(0)
        await until(app, ScoreScreen, "u")
        assert not any(entry.text.startswith("You take back") for entry in table.entries)


async def test_the_end_and_the_scorebook_say_that_a_practice_game_does_not_count() -> None:
    folder = games_folder()
    table = advance(Table.create(setup("sandbags", target=1, undo=True), folder), mine("play", 12))
    app = KeptApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        type_keys(app, "u")
        await settle(app)
        await until(app, ScoreScreen, "enter")
        assert table.observe(None).outcome is not None
        assert "The game is over and doesn't count: undo was on.   Enter: who won." in screen_text(app)
        await until(app, GameOverScreen, "enter")
        assert "Sandbags · over, doesn't count " in screen_text(app).splitlines()[0]
        await wait_for_answer(pilot)
        type_keys(app, "b")
        await wait_for_answer(pilot)
        assert isinstance(app.screen, AfterGameScreen)
        assert said(pilot) == "The game doesn't count in the scorebook: undo was on."
        app.push_screen(BookScreen())
        await wait_for_answer(pilot)
        assert said(pilot) == "1 practice game doesn't count in the scorebook."


class KeptApp(TableApp):
    """The same app with a scorebook."""

    def __init__(self, table: Table) -> None:
        super().__init__(table)
        self._keep = True

"""After a hand, people can step through all its open hands; during a hand, no key leads there."""

import pytest

from spades_tui import cards
from spades_tui.play.table import Table
from spades_tui.settings import dead_key_reasons
from spades_tui.tui.review.open_hands_screen import OpenHandsScreen
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.widgets.open_table import OpenTableView
from tests.games import each_game
from tests.scenes import at, last_card, mine, scored
from tests.screens.looking import TableApp, click_at, screen_text, settle, table_of, top_screen, type_keys


async def press(app: TableApp, *keys: str) -> None:
    for key in keys:
        type_keys(app, key)
        await settle(app)


async def to_the_score(app: TableApp) -> None:
    for _ in range(12):
        if isinstance(app.screen, ScoreScreen):
            return
        await press(app, "enter")
    raise AssertionError(app.screen)


def shown(app: TableApp) -> OpenHandsScreen:
    return top_screen(app, OpenHandsScreen)


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("slug", each_game("sandbags", "bemo", "3b-five", "two-handed"))
async def test_the_score_sheet_opens_all_hands_step_by_step(slug: str) -> None:
    table = last_card(at(slug, scored(1)))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await to_the_score(app)
        await press(app, "o")
        screen = shown(app)
        assert (screen.hand.number, screen.place) == (2, 0)
        text = screen_text(app)
        for name in table.names:
            assert name in text
        for card in cards.cards_of(screen.hand.dead or 0):
            assert screen.look.rank(card) in text
        await press(app, "right", "right", "left")
        assert screen.place == 1
        await press(app, "down")
        moment = screen.hand.moments[screen.place]
        assert (moment.complete, moment.number) == (True, 1)
        assert "takes trick 1" in screen_text(app)
        await press(app, "pagedown", "up")
        assert screen.hand.moments[screen.place].number == 1
        await press(app, "end")
        assert screen.hand.moments[screen.place].kind == "score"
        assert "Hand 2 is scored" in screen_text(app)
        await press(app, "right")
        assert screen.hand.number == 2
        assert screen.key_line.said == dead_key_reasons.NO_CARD_AFTER.words
        await press(app, "left_square_bracket")
        assert (screen.hand.number, screen.place) == (1, 0)
        assert not screen.key_line.said
        await press(app, "left_square_bracket")
        assert screen.key_line.said == dead_key_reasons.FIRST_HAND.words
        await press(app, "end", "right")
        assert (screen.hand.number, screen.place) == (2, 0)
        await press(app, "left")
        assert (screen.hand.number, screen.place) == (1, len(screen.hand.moments) - 1)
        await press(app, "escape")
        assert isinstance(app.screen, ScoreScreen)


@pytest.mark.parametrize("people", [1, 4])
async def test_the_sheet_says_that_hands_open_only_after_the_game(people: int) -> None:
    table = at("sandbags", lambda seen: scored(1)(seen) and seen.phase == "played", people=people)
    app = TableApp(table, open_hands="game")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await to_the_score(app)
        sheet = top_screen(app, ScoreScreen)
        assert table_of(app).open_game().hands == ()
        assert "o all hands later" in screen_text(app).splitlines()[-1]
        await press(app, "o")
        assert app.screen is sheet
        assert "All hands open after the game." in screen_text(app)


async def test_all_hands_of_a_game_open_after_its_end() -> None:
    table = at("sandbags", None, target=1)
    app = TableApp(table, open_hands="game")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        for _ in range(12):
            if isinstance(app.screen, GameOverScreen):
                break
            await press(app, "enter")
        await press(app, "o")
        assert [hand.number for hand in shown(app).game.hands] == [score.hand for score in table.scores]


async def test_the_last_sheet_opens_the_hands_and_watchers_always_see_them() -> None:
    table = at("sandbags", lambda seen: mine("play", 12)(seen), target=1)
    app = TableApp(table, open_hands="game")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await to_the_score(app)
        assert table.observe(None).outcome is not None
        await press(app, "o")
        assert shown(app).hand.number == 1
    watched = TableApp(at("sandbags", scored(1), people=0), open_hands="game")
    async with watched.run_test(size=(80, 24)):
        await settle(watched)
        assert table_of(watched).open_game().hands


async def test_clicks_step_through_open_hands() -> None:
    app = TableApp(last_card(at("sandbags", scored(1))))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await to_the_score(app)
        await press(app, "o")
        click_at(app, 60, 10)
        await settle(app)
        click_at(app, 60, 10)
        await settle(app)
        click_at(app, 10, 10)
        await settle(app)
        assert shown(app).place == 1


async def test_open_hands_show_all_cards_and_lose_those_played() -> None:
    app = TableApp(last_card(at("sandbags", scored(1))))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        await to_the_score(app)
        await press(app, "o", "down", "down")
        screen = shown(app)
        strips = screen._compositor.render_strips(app.size)
        struck = [seg.text for strip in strips for seg in strip if seg.style is not None and seg.style.strike]
        played = screen.hand.moments[screen.place].played
        assert sorted(" ".join(struck).split()) == sorted(screen.look.rank(card) for card in cards.cards_of(played))


async def test_the_end_of_a_game_opens_all_its_hands() -> None:
    app = TableApp(at("sandbags", None, target=100))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert isinstance(app.screen, GameOverScreen)
        await press(app, "o")
        assert shown(app).game.hands == app_table(app).open_game().hands
        await press(app, "o")
        assert isinstance(app.screen, GameOverScreen)


def app_table(app: TableApp) -> Table:
    return table_of(app).table


KEYS = [*"abdefghijklmnopqrstuvwxyzCO?[]", "space", "left", "right", "up", "down", "home", "end", "escape", "enter"]


async def leaks(app: TableApp) -> list[tuple[str, str]]:
    """Return the keys that lead to open hands during a hand, from the table or from screens over it."""
    found = []
    ways: list[tuple[list[str], str]] = [([], key) for key in KEYS if key not in ("q", "enter", "space")]
    ways += [([way], key) for way in ("s", "g", "question_mark") for key in "ofv"]
    for way, key in ways:
        type_keys(app, "escape", "escape", *way)
        await settle(app)
        await press(app, key)
        if app.screen.query(OpenTableView):
            found.append(("".join(way), key))
            await press(app, "escape")
    return found


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("phase", ["play", "bid"])
async def test_no_key_opens_the_hands_during_a_hand(phase: str) -> None:
    app = TableApp(at("sandbags", lambda seen: scored(1)(seen) and mine(phase)(seen)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert await leaks(app) == []


async def test_the_check_finds_a_key_that_opens_the_hands(monkeypatch: pytest.MonkeyPatch) -> None:
    def opens(self: TableScreen) -> None:
        self.app.push_screen(OpenHandsScreen(self.controller.open_game(), self.controller.look))

    monkeypatch.setattr(TableScreen, "action_log", opens)
    app = TableApp(at("sandbags", lambda seen: scored(1)(seen) and mine("play")(seen)))
    async with app.run_test(size=(80, 24)):
        await settle(app)
        assert ("", "g") in await leaks(app)


@pytest.mark.rule("C-9")
async def test_no_hand_is_dealt_while_the_open_hands_are_shown() -> None:
    """With several people too, the next hand isn't dealt while people look at the last one."""
    table = at("sandbags", lambda seen: scored(1)(seen) and seen.phase == "played", people=4)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)) as pilot:
        await settle(app)
        top_screen(app, ScoreScreen)
        await press(app, "o")
        screen = shown(app)
        await pilot.pause(0.5)
        await press(app, "end", "right", "right_square_bracket", "space", "enter")
        assert app.screen is screen
        assert table.course.state.standing.hands == 2
        assert [hand.number for hand in screen.game.hands] == [1, 2]
        assert table.open_game().hands == screen.game.hands
        assert table._recorder.current_hand is None

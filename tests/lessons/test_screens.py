"""On screen, each lesson can be finished with keys, mistakes are explained, and no other hand is shown."""

from pathlib import Path

import pytest

from spades_tui import cards
from spades_tui.game.phase import Phase
from spades_tui.lessons.course import puzzles_after
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.lesson import Decision, LessonPlay, Words
from spades_tui.lessons.lesson_reader import files, heads, read_lesson
from spades_tui.tui.lessons.lesson_list import LearnScreen
from spades_tui.tui.lessons.lesson_table import ABOVE_HEIGHT, SIDE_WIDTH, LessonRunner, LessonScreen
from spades_tui.tui.setup.home import HomeScreen
from spades_tui.tui.widgets.card_faces import HandView
from spades_tui.tui.widgets.choice_list import ChoiceList
from spades_tui.tui.widgets.paragraphs import wrapped
from tests.lessons.walking import LessonApp, arrive, go_to, host_of, is_asked, step, take_right_choice
from tests.screens.looking import click_at, screen_text, settle, top_screen

NAMES = [path.name.removesuffix(".lesson.jsonl") for path in files()]


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    return tmp_path


def assert_only_own_cards(app: LessonApp, host: LessonRunner) -> None:
    """Assert that the only hand on any screen is the person's (C-9)."""
    own = host.shown.seen.own or 0
    for node in app._registry:
        if isinstance(node, HandView):
            assert not cards.hand_of(node.held) & ~own


QUICK = ("01-first-hand", NAMES[-1])
"""Lessons for the quick tests; `test_shipped.py` steps through all of them without a screen."""

BIDS = ("10-blind-and-board", "11-exact-and-low")
"""Lessons of the course whose bids are unlike the others'."""

ON_SCREEN = [head.name for head in heads() if head.course is None or head.name in (*QUICK, *BIDS)]


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=() if name in QUICK else pytest.mark.slow) for name in ON_SCREEN]
)
async def test_a_lesson_can_be_finished_with_keys(name: str) -> None:
    app = LessonApp(name)
    async with app.run_test(size=(80, 24)) as pilot:
        await arrive(app, pilot)
        for _ in range(10_000):  # a key during a pause may come too soon to count
            if not isinstance(app.screen, LessonScreen):
                break
            host = host_of(app)  # another one for each puzzle after the lesson
            assert_only_own_cards(app, host)
            if is_asked(host):
                await take_right_choice(app, pilot)
            else:
                await pilot.press("space")
                await settle(app)
        listed = top_screen(app, LearnScreen)
        order = list(listed.heads)
        puzzles = [one.name for one in puzzles_after(listed.heads[name].puzzles, listed.heads.values())]
        assert read_learned().done == (name, *puzzles)
        assert listed.query_one(ChoiceList).chosen.key == order[min(order.index(name) + 1, len(order) - 1)]
        assert f"{1 + sum(one in order for one in puzzles)} of {len(NAMES)} done" in screen_text(app)


async def test_escape_at_the_puzzles_of_a_lesson_goes_to_the_list() -> None:
    app = LessonApp("01-first-hand")
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(app, pilot, 1000)
        for place in ("1/3", "2/3"):
            before = host_of(app)
            while host_of(app) is before:
                await step(app, pilot)
            assert host_of(app).lesson.puzzle and place in screen_text(app)
        await pilot.press("escape")
        await settle(app)
        listed = top_screen(app, LearnScreen)
        assert listed.query_one(ChoiceList).chosen.key == list(listed.heads)[1]
        assert read_learned().done == ("01-first-hand", "11-just-enough")


async def test_a_wrong_bid_is_explained_and_may_be_tried_again() -> None:
    app = LessonApp("02-zero")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await go_to(app, pilot, 0)
        await pilot.press("2", "enter")
        await settle(app)
        text = screen_text(app)
        assert "Not that one." in text and "a zero pays far better" in text
        assert host.shown.seen.bids[0] is None
        await pilot.press("7", "enter")
        await settle(app)
        assert "nowhere near that many" in screen_text(app)
        assert "h: show me" in screen_text(app)
        await pilot.press("0", "enter")
        await settle(app)
        assert "✓ Right." in screen_text(app)
        assert host.shown.seen.bids[0] == 0


async def test_an_illegal_card_is_refused_with_the_rule() -> None:
    app = LessonApp("01-first-hand")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await go_to(app, pilot, 0)
        await pilot.press("S", "A", "enter")
        await settle(app)
        assert "C-6" in screen_text(app)
        assert is_asked(host) and host.play.tried == 0


async def test_escape_closes_the_question_about_an_ace_and_keeps_the_lesson_open() -> None:
    app = LessonApp("20-ace-called-low")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await go_to(app, pilot, 0)
        await pilot.press("h", "enter")
        await settle(app)
        assert top_screen(app, LessonScreen).busy
        await pilot.press("escape")
        await settle(app)
        assert not top_screen(app, LessonScreen).busy
        assert is_asked(host)


async def test_leaving_a_lesson_opens_the_list_and_a_new_start_begins_again() -> None:
    app = LessonApp("02-zero")
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(app, pilot, 2)
        await pilot.press("q")
        await settle(app)
        listed = top_screen(app, LearnScreen)
        assert listed.query_one(ChoiceList).chosen.key == "02-zero"
        assert read_learned().done == ()
        await pilot.press("enter")
        host = await arrive(app, pilot)
        assert host.play.progress()[0] == 0
        await pilot.press("escape")
        await settle(app)
        await pilot.press("escape")
        await settle(app)
        assert isinstance(app.screen, HomeScreen)


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_at_the_last_words_finishes_the_lesson(key: str) -> None:
    app = LessonApp("12-partner-zero")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await arrive(app, pilot)
        while not host.play.finished:
            await step(app, pilot)
        assert isinstance(app.screen, LessonScreen)
        await pilot.press(key)
        await settle(app)
        assert read_learned().done == ("12-partner-zero",)
        assert top_screen(app, LearnScreen).query_one(ChoiceList).chosen.key == "13-nine-bags"


async def test_quitting_at_the_last_words_finishes_the_lesson() -> None:
    app = LessonApp("11-just-enough")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await arrive(app, pilot)
        while not host.play.finished:
            assert read_learned().done == ()
            await step(app, pilot)
        await pilot.press("ctrl+q")
    assert read_learned().done == ("11-just-enough",)


async def test_a_lesson_can_be_played_with_the_mouse() -> None:
    app = LessonApp("13-nine-bags")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await go_to(app, pilot, 0)
        screen = top_screen(app, LessonScreen)
        place = screen.hand.held.index(cards.parse("KD"))
        canvas = screen.hand._canvas
        assert canvas is not None
        spot = next(spot for spot, value in canvas.spots if value == place)
        x, y = screen.hand.region.x + spot.x + 1, screen.hand.region.y + spot.y + 1
        for _ in range(2):
            if isinstance(host.play.moment, Decision):
                click_at(app, x, y)
                await settle(app)
        assert "✓ Right." in screen_text(app)
        click_at(app, screen.panel.region.x + 4, screen.panel.region.y + 2)
        await settle(app)
        assert isinstance(app.screen, LearnScreen)


async def test_help_selects_the_right_choice_and_enter_takes_it() -> None:
    app = LessonApp("11-just-enough")
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(app, pilot, 0)
        screen = top_screen(app, LessonScreen)
        await pilot.press("h")
        await settle(app)
        assert screen.hand.card == cards.parse("TH")
        assert "This one: press Enter." in screen_text(app)


async def test_resizing_the_terminal_moves_the_words_of_a_lesson() -> None:
    app = LessonApp("02-zero")
    async with app.run_test(size=(80, 24)) as pilot:
        await go_to(app, pilot, 0)
        panel = top_screen(app, LessonScreen).panel
        assert (panel.size.width, panel.size.height) == (80, ABOVE_HEIGHT)
        await pilot.resize_terminal(140, 45)
        await settle(app)
        assert panel.region.x > 90 and panel.size.height > 20
        await pilot.resize_terminal(80, 24)
        await settle(app)
        assert (panel.size.width, panel.size.height) == (80, ABOVE_HEIGHT)


async def test_a_broken_lesson_is_listed_with_its_error(home: Path) -> None:
    own = home / "config" / "lessons"
    own.mkdir(parents=True)
    lines = files()[0].read_text("utf-8").splitlines()
    (own / "bad.lesson.jsonl").write_text("\n".join([*lines[:4], '{"event": "wrod"}']) + "\n", "utf-8")
    app = LessonApp("")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        await settle(app)
        listed = top_screen(app, LearnScreen)
        listed.begin("own:bad")
        await settle(app)
        assert app.screen is listed
        assert "unknown event 'wrod'" in screen_text(app).replace("\n", "")


async def test_progress_that_cannot_be_saved_is_no_fault_of_the_lesson_file(home: Path) -> None:
    (home / "data").mkdir()
    (home / "data" / "lessons.json").write_text("{")
    app = LessonApp("02-zero")
    async with app.run_test(size=(80, 24)) as pilot:
        await arrive(app, pilot)
        await pilot.press("q")
        await settle(app)
        text = screen_text(app)
        assert "Your progress can't be saved (" in text
        assert "02-zero.lesson" not in text


@pytest.mark.parametrize("name", NAMES)
def test_all_words_of_a_lesson_fit_at_80_by_24(name: str) -> None:
    """The words are beside the table, or above the choices during the bidding."""
    lesson = read_lesson(dict(zip(NAMES, files(), strict=True))[name])
    play = LessonPlay(lesson)

    def fits(text: str, verdict: bool, above: bool) -> None:
        lines = len(wrapped(text, 78 if above else SIDE_WIDTH - 3)) + verdict
        assert lines <= (ABOVE_HEIGHT - 2 if above else 13), (lines, text)

    while (moment := play.moment) is not None:
        above = play.observe().phase not in (Phase.PLAY, Phase.PLAYED)
        if isinstance(moment, Words | Decision):
            fits(moment.text, False, above)
        if not isinstance(moment, Decision):
            play.advance()
            continue
        for line in moment.wrong:
            fits(line.text, True, above)
        right = play.help()
        assert right is not None
        play.attempt(right)
        after = play.observe().phase not in (Phase.PLAY, Phase.PLAYED)
        for text in (moment.right, *(line.text for line in moment.also if line.text)):
            fits(text, True, after)


async def test_a_lesson_waits_until_its_words_are_read() -> None:
    app = LessonApp("01-first-hand")
    async with app.run_test(size=(80, 24)) as pilot:
        host = await arrive(app, pilot)
        assert host.reading
        for key in ("a", "left", "up", "1"):
            await pilot.press(key)
        await settle(app)
        assert host.reading and host_of(app) is host
        for _text in range(2):
            assert host.reading
            await pilot.press("enter")
            await settle(app)
        assert not host.reading

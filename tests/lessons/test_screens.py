"""On screen, each lesson can be finished with keys, mistakes are explained, and no other hand is shown."""

from pathlib import Path

import pytest

from spades_tui.lessons.course import puzzles_after
from spades_tui.lessons.learned import read_learned
from spades_tui.lessons.lesson_reader import files, heads
from tests.driver import driving
from tests.lessons.walking import LessonApp, asked, assert_only_own_cards, at_last_words, play_to, walk

NAMES = [path.name.removesuffix(".lesson.jsonl") for path in files()]


TITLES = [head.title for head in heads()]
"""The names of the lessons, in the order of the list."""


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
    order = {head.name: head for head in heads()}
    async with driving(app) as seat:

        def over() -> bool:
            """Return whether the list is there again, after the puzzles that follow the lesson."""
            if seat.place != "learn":
                assert_only_own_cards(app)
            return seat.place == "learn"

        await walk(seat, over)
        puzzles = [one.name for one in puzzles_after(order[name].puzzles, order.values())]
        assert read_learned().done == (name, *puzzles)
        following = min([*order].index(name) + 1, len(order) - 1)
        assert seat.chosen.endswith(TITLES[following])
        assert f"{1 + sum(one in order for one in puzzles)} of {len(NAMES)} done" in seat.heading


async def test_escape_at_the_puzzles_of_a_lesson_goes_to_the_list() -> None:
    async with driving(LessonApp("01-first-hand")) as seat:
        await walk(seat, lambda: seat.sees("Space: 3 puzzles"))
        await walk(seat, lambda: seat.sees("1/3"))
        await walk(seat, lambda: seat.sees("2/3"))
        await seat.press("escape")
        assert (seat.place, seat.chosen) == ("learn", TITLES[1])
        assert read_learned().done == ("01-first-hand", "puzzle:classic-1b")


async def test_a_wrong_bid_is_explained_and_may_be_tried_again() -> None:
    async with driving(LessonApp("02-zero")) as seat:
        await play_to(seat, 0)
        for bid, words in (("2", "a zero pays far better"), ("7", "nowhere near that many")):
            await seat.press(bid, "enter")
            assert seat.sees("Not that one.", words, "0/11") and asked(seat)
        assert seat.sees("h: show me")
        await seat.press("0", "enter")
        assert seat.sees("✓ Right.", "1/11", "Us: 0")


async def test_an_illegal_card_is_refused_with_the_rule() -> None:
    async with driving(LessonApp("01-first-hand")) as seat:
        await play_to(seat, 0)
        await seat.press("S", "A", "enter")
        assert seat.sees("C-6") and not seat.sees("Not that one.")
        await seat.press("left")
        assert asked(seat)


async def test_escape_closes_the_question_about_an_ace_and_keeps_the_lesson_open() -> None:
    async with driving(LessonApp("20-ace-called-low")) as seat:
        await play_to(seat, 0)
        await seat.press("h", "enter")
        assert seat.sees("high or low?", "Another card")
        await seat.press("escape")
        assert not seat.sees("Another card") and asked(seat)


async def test_leaving_a_lesson_opens_the_list_and_a_new_start_begins_again() -> None:
    async with driving(LessonApp("02-zero")) as seat:
        await play_to(seat, 2)
        await seat.press("q")
        assert (seat.place, seat.chosen) == ("learn", "A zero")
        assert read_learned().done == ()
        await seat.press("enter")
        await seat.wait("0/11")
        await seat.press("escape")
        assert seat.place == "learn"
        await seat.press("escape")
        assert seat.place == "home"


@pytest.mark.parametrize("key", ["q", "escape"])
async def test_leaving_at_the_last_words_finishes_the_lesson(key: str) -> None:
    app = LessonApp("12-partner-zero")
    async with driving(app) as seat:
        await walk(seat, lambda: at_last_words(app))
        assert seat.place != "learn"
        await seat.press(key)
        assert read_learned().done == ("12-partner-zero",)
        assert seat.place == "learn" and seat.chosen == TITLES[[head.name for head in heads()].index("13-nine-bags")]


async def test_quitting_at_the_last_words_finishes_the_lesson() -> None:
    app = LessonApp("11-just-enough")
    async with driving(app) as seat:

        def there() -> bool:
            """Return whether the last words are there; until then, the lesson isn't done."""
            assert at_last_words(app) or read_learned().done == ()
            return at_last_words(app)

        await walk(seat, there)
        await seat.press("ctrl+q")
    assert read_learned().done == ("11-just-enough",)


async def test_a_lesson_can_be_played_with_the_mouse() -> None:
    async with driving(LessonApp("13-nine-bags")) as seat:
        await play_to(seat, 0)
        for _ in range(2):
            if asked(seat):
                await seat.click("K♦")
        assert seat.sees("✓ Right.")
        await seat.click("Right.")
        assert seat.place == "learn"


async def test_help_selects_the_right_choice_and_enter_takes_it() -> None:
    async with driving(LessonApp("11-just-enough")) as seat:
        await play_to(seat, 0)
        await seat.press("h")
        assert seat.card_chosen() == "10♥" and seat.sees("This one: press Enter.")
        await seat.press("enter")
        assert seat.sees("✓ Right.")


async def test_resizing_the_terminal_moves_the_words_of_a_lesson() -> None:
    """They are above the bids, and beside the table if there is room."""
    words = "You bid first."
    async with driving(LessonApp("02-zero")) as seat:
        await play_to(seat, 0)
        for size, least, most in (((80, 24), 0, 3), ((140, 45), 90, 139), ((80, 24), 0, 3)):
            await seat.resize(*size)
            assert least <= seat.line(words).index(words) <= most


async def test_a_broken_lesson_is_listed_with_its_error(home: Path) -> None:
    own = home / "config" / "lessons"
    own.mkdir(parents=True)
    lines = files()[0].read_text("utf-8").splitlines()
    (own / "bad.lesson.jsonl").write_text("\n".join([*lines[:4], '{"event": "wrod"}']) + "\n", "utf-8")
    async with driving(LessonApp("")) as seat:
        await seat.press("down", "enter")
        assert seat.place == "learn"
        assert "unknown event 'wrod'" in seat.text.replace("\n", "")


async def test_progress_that_cannot_be_saved_is_no_fault_of_the_lesson_file(home: Path) -> None:
    (home / "data").mkdir()
    (home / "data" / "lessons.json").write_text("{")
    async with driving(LessonApp("02-zero")) as seat:
        await seat.wait("0/11")
        await seat.press("q")
        assert seat.sees("Your progress can't be saved (") and not seat.sees("02-zero.lesson")


async def test_a_lesson_waits_until_its_words_are_read() -> None:
    async with driving(LessonApp("01-first-hand")) as seat:
        await seat.wait("0/")
        words = seat.beside("Welcome!")
        await seat.press("a", "left", "up", "1")
        assert seat.sees("Space: continue") and seat.sees("Welcome!")
        for _ in range(2):
            assert not asked(seat)
            await seat.press("enter")
        assert asked(seat) and not seat.sees(words)

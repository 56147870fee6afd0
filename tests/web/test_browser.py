"""In a browser, hands can be played with keys or mouse, in two tabs, and continue after a tab is closed."""

import os
import re
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.advice.processes import ended
from tests.commands.shell import spades
from tests.web.browser import Browser, Served, why_not

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(why_not()), reason=why_not())]
ENTER, RIGHT = "\ue007", "\ue014"
CARD = r"[╰┗][─━]*\d+[─━]*[╯┛]"
"""The foot of a card of the player on turn. The topmost one is raised: that card may be played."""
BID = r"▸?2(?= +▸?3 )"
TURN = "▶ +Your (cut|bid|turn)"
TRICK = "Press any key|Enter: continue"
"""A complete trick stays until a key is pressed (C-10)."""
AGAIN = 10
"""Seconds without any change on the screen after which a key or click is repeated."""


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Served]:
    with Served(tmp_path / "home") as server:
        yield server


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with Browser() as one:
        yield one


def root(address: str) -> str:
    """Return the root of the page's addresses."""
    return address.removesuffix(f"{address.split('/')[3]}/")


def until(done: Callable[[], object], what: str, seconds: float = 180) -> None:
    end = time.monotonic() + seconds
    while not done():
        assert time.monotonic() < end, f"it did not come to that: {what}"
        time.sleep(0.1)


def by_keys(browser: Browser, text: str) -> None:
    """Choose the next card or bid with the arrow, and take it. If it's refused, call again."""
    if not re.search(TRICK, text) and re.search(f"{CARD}|Your bid", text):
        browser.press(RIGHT)
    browser.press(ENTER)


def by_mouse(browser: Browser, text: str) -> None:
    """Click a card or bid: the first call chooses it, the next one takes it."""
    any(browser.click_on(wanted) for wanted in (TRICK, CARD, BID, "⏎ "))


@pytest.mark.parametrize("act", [by_keys, by_mouse])
def test_a_hand_of_sandbags_is_played_in_a_browser(
    act: Callable[[Browser, str], None], browser: Browser, served: Served
) -> None:
    browser.asked_for()  # clear earlier requests
    browser.open(served.address)
    browser.wait("Quick game")
    (browser.press if act is by_keys else browser.click_on)(ENTER if act is by_keys else "Quick game")
    browser.wait(TURN)
    done, since, before = 0, 0.0, ""

    def played() -> bool:
        """Act on what the screen asks, also if an earlier click hit a card that is refused."""
        nonlocal done, since, before
        scored, text = "hand_score" in served.events(), browser.read()
        changed = text != before or time.monotonic() - since > AGAIN
        if not scored and changed and re.search(f"{TURN}|{TRICK}|{CARD}", text):
            before, since = text, time.monotonic()
            act(browser, text)
            done += 1
        return scored

    until(played, "a hand scored", 600)
    events = served.events()
    cards = events.count("play")
    assert cards == 52 or ("claim" in events and cards % 4 == 0)  # a computer player may claim the rest (C-12)
    assert done >= 1 + cards // 4  # perhaps a cut, then a bid and a card to each trick
    browser.wait("[Hh]and [12]")
    foreign = [url for url in browser.asked_for() if not url.startswith(("data:", root(served.address)))]
    assert foreign == []


def test_closing_a_tab_ends_its_program_and_another_tab_resumes_the_game(browser: Browser, served: Served) -> None:
    first = browser.open(served.address)
    browser.wait("Quick game")
    browser.press(ENTER)
    browser.wait(TURN)
    before = served.events()
    other = browser.open(served.address, new=True)
    browser.wait("Continue")
    assert len(served.programs()) == 2
    browser.press(ENTER)  # the game is open in the first tab
    browser.wait("open in another window")
    assert served.events() == before
    browser.driver.switch_to.window(first)
    browser.driver.close()
    browser.driver.switch_to.window(other)
    until(lambda: len(served.programs()) == 1, "its program has ended")
    assert served.events()[: len(before)] == before
    browser.driver.refresh()
    browser._screens.clear()
    browser.wait("Continue")
    browser.press(ENTER)
    browser.wait(TURN)
    assert spades("replay", "--open-hands", *map(str, (served.home / "data" / "games").glob("*.jsonl"))).status == 0


def test_two_tabs_play_two_games_with_one_scorebook(browser: Browser, served: Served) -> None:
    first = browser.open(served.address)
    browser.wait("Quick game")
    second = browser.open(served.address, new=True)
    browser.wait("Quick game")
    for tab in (first, second):
        browser.driver.switch_to.window(tab)
        browser.press(ENTER)
        browser.wait(TURN)
    for _ in range(8):
        for tab in (first, second):
            browser.driver.switch_to.window(tab)
            browser.read()
            browser.press(ENTER)
    records = sorted((served.home / "data" / "games").glob("*.jsonl"))
    assert len(records) == 2
    assert spades("replay", "--open-hands", *map(str, records)).status == 0
    assert spades("book", "--json", SPADES_TUI_HOME=str(served.home)).status == 0
    browser.driver.close()
    browser.driver.switch_to.window(first)


def test_a_page_reports_a_dead_server_and_no_program_remains(browser: Browser, served: Served) -> None:
    browser.open(served.address)
    browser.wait("Quick game")
    (program,) = served.programs()
    os.kill(served.process.pid, signal.SIGKILL)

    assert ended(program), "by itself"
    words = browser.driver.find_element("id", "ended")
    until(words.is_displayed, "the page says so")
    assert "What was played is kept" in words.text
    until(lambda: "The server has stopped" in words.text, "it can't be opened again")
    assert not words.find_element("tag name", "a").is_displayed()


def test_a_page_says_that_its_program_has_ended(browser: Browser, served: Served) -> None:
    browser.open(served.address)
    browser.wait("Quick game")
    browser.press("q")
    words = browser.driver.find_element("id", "ended")
    until(words.is_displayed, "the page says so")
    until(lambda: not served.programs(), "its program has ended")
    words.find_element("tag name", "a").click()
    browser._screens.clear()
    browser.wait("Quick game")

"""From bytes to keys: threads that wait, unknown bytes, and the terminal's title."""

import os
import re
import selectors
import sys
import threading
from pathlib import Path

import pytest
from textual import _parser, events
from textual.message import Message

from spades_tui.tui.app import SpadesApp
from spades_tui.tui.terminal import LONGEST_TITLE, RESTORE_TITLE, SAVE_TITLE, KeySelector, Leaving, titled
from spades_tui.tui.terminal_keys import KeyParser, asked_for, is_foreign, latin_of, readings
from tests.terminal.terminal import LEFT, Terminal
from tests.terminal.watching import QUIT

KEYS = {
    # any terminal
    "h": "h",
    "H": "H",
    "?": "question_mark",
    " ": "space",
    "\r": "enter",
    "\x7f": "backspace",
    "\x03": "ctrl+c",
    "\x1b[A": "up",
    "\x1bOA": "up",
    "\x1b[1;5C": "ctrl+right",
    "\x1b[3~": "delete",
    "\x1b[3$": "shift+delete",
    "\x1b[Z": "shift+tab",
    "\x1bOP": "f1",
    "\x1bOR": "f3",
    "\x1b[[A": "f1",
    "\x1b[15~": "f5",
    "\x1b[25~": "f13",
    "\x1bh": "alt+h",
    "\x1b\x1b[A": "escape up",
    "\x1b[27;5;99~": "ctrl+c",
    "р": "р",
    # the Kitty protocol
    "\x1b[27u": "escape",
    "\x1b[13u": "enter",
    "\x1b[9;2u": "shift+tab",
    "\x1b[104;;104u": "h",
    "\x1b[104:72;2;72u": "H",
    "\x1b[104;65;72u": "H",
    "\x1b[104;1u": "h",
    "\x1b[97;2u": "A",
    "\x1b[32;;32u": "space",
    "\x1b[99;5u": "ctrl+c",
    "\x1b[97;3u": "alt+a",
    "\x1b[57400;129;49u": "1",
    "\x1b[57414u": "enter",
    "\x1b[57419u": "up",
    "\x1b[0;;229u": "å",
    # layouts without Latin letters
    "\x1b[1089::99;5u": "ctrl+c",
    "\x1b[1081::113;5u": "ctrl+q",
    "\x1b[1079::112;5u": "ctrl+p",
    "\x1b[968::99;5u": "ctrl+c",
    "\x1b[1572::99;5u": "ctrl+c",
    "\x1b[1489::99;69u": "ctrl+c",
    "\x1b[47::113;5u": "ctrl+q",
    "\x1b[1089;5u": "ctrl+c",
    "\x1b[1489;5u": "ctrl+c",
    "\x1b[1088::104;;1088u": "р/h",
    "\x1b[1088:1056:104;2;1056u": "Р/H",
    "\x1b[1513::97;;1513u": "ש/a",
    "\x1b[47::113;;47u": "slash/q",
    "\x1b[1093::91;;1093u": "х/[",
    # layouts with Latin letters in other places
    "\x1b[97::113;5u": "ctrl+a",
    "\x1b[39::113;5u": "ctrl+apostrophe",
    "\x1b[59::122;5u": "ctrl+semicolon",
    # keys that mean nothing
    "\x1b[57358;65;55u": "",
    "\x1b[57358u": "",
    "\x1b[57360;129u": "",
    "\x1b[57441;2u": "",
    "\x1b[57442;5u": "",
    "\x1b[57453u": "",
    "\x1b[57439u": "",
    "\x1b[104;1:3;104u": "",
}
"""Bytes, and the names of the keys; after a slash, the character on the Latin layout."""

NOTHING = (
    "\x1b[?61;4;6c",
    "\x1b[>1;10;0c",
    "\x1b[?0u",
    "\x1b[?997;1n",
    "\x1b[0n",
    "\x1b[12;40R",
    "\x1b[1;5R",
    "\x1b[8;24;80t",
    "\x1b[?2026;5;1$y",
    "\x1b]10;rgb:ffff/ffff/ffff\x1b\\",
    "\x1b]11;rgb:0000/0000/0000\x07",
    "\x1b]52;c;aGVhcnRzIHNwYWRlcw==\x07",
    "\x1b]52;c;aGVhcnRzIHNwYWRlcw==\x1b\\",
    "\x1b]l5 hearts\x1b\\",
    "\x1bP1$r0 q\x1b\\",
    "\x1bP>|XTerm(380)\x1b\\",
    "\x1bP1+r544e=6b697474\x1b\\",
    "\x1b_Gi=31;OK\x1b\\",
    "\x1b^9m\x1b\\",
    "\x1bX5q\x1b\\",
    "\x1b[M !!",
    "\x1b[99~",
    "\x1b[1114112;5u",
    "\x1b[" + "9" * 5000 + "u",
    "\x1b[<" + "9" * 5000 + ";1;1M",
    "\x1b[48;99999;99999;1;1t",
    "\x1b[48;0;0;0;0t",  # a size that no terminal has
    "\x9b",
)
"""Replies and reports that nobody has asked for, and impossible ones."""

REPORTS = {
    "\x1b[<35;21;9M": events.MouseMove,
    "\x1b[<0;21;9M": events.MouseDown,
    "\x1b[<0;21;9m": events.MouseUp,
    "\x1b[<64;21;9M": events.MouseScrollUp,
    "\x1b[I": events.AppFocus,
    "\x1b[O": events.AppBlur,
    "\x1b[48;24;80;480;800t": events.Resize,
    "\x1b[200~5h\x1b[A\x1b[201~": events.Paste,
}


class Clock:
    """The parser's clock, in seconds."""

    now = 100.0

    def time(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    """Return the clock of the parser, which stands until a test moves it."""
    clock = Clock()
    monkeypatch.setattr(_parser, "get_time", clock.time)
    monkeypatch.setattr("spades_tui.tui.terminal_keys.monotonic", clock.time)
    return clock


def parsed(clock: Clock, pieces: list[str], pause: float = 0.0, parser: KeyParser | None = None) -> list[Message]:
    """Return what a parser makes of these pieces, with a pause of some seconds after each."""
    parser = parser or KeyParser()
    found: list[Message] = []
    for piece in pieces:
        found += parser.feed(piece)
        clock.now += pause
        found += parser.tick()
    return found


def names(messages: list[Message]) -> str:
    """Return the names of keys, with the Latin character after a slash; of other messages, the classes."""
    found = []
    for message in messages:
        key = message.key if isinstance(message, events.Key) else type(message).__name__
        latin = latin_of(message) if isinstance(message, events.Key) else ""
        found.append(f"{key}/{latin}" if latin else key)
    return " ".join(found)


@pytest.mark.parametrize("sent", KEYS, ids=ascii)
def test_bytes_are_these_keys_in_one_piece_or_in_many(sent: str, clock: Clock) -> None:
    assert names(parsed(clock, [sent])) == KEYS[sent]
    assert names(parsed(clock, list(sent))) == KEYS[sent]


@pytest.mark.parametrize("sent", NOTHING, ids=lambda sent: ascii(sent[:30]))
def test_what_nobody_has_asked_for_is_nothing(sent: str, clock: Clock) -> None:
    assert names(parsed(clock, [sent, "x"])) == "x"
    for cut in range(2, min(len(sent), 40)):
        assert names(parsed(clock, [sent[:cut], sent[cut:], "x"], pause=0.15)) == "x"


@pytest.mark.parametrize("sent", REPORTS, ids=ascii)
def test_reports_arrive_in_one_piece_or_in_two(sent: str, clock: Clock) -> None:
    for cut in range(2, len(sent)):
        found = parsed(clock, [sent[:cut], sent[cut:]], pause=0.15)
        assert [type(one) for one in found] == [REPORTS[sent]]
    assert names(parsed(clock, [sent, "x"])).endswith(" x")


def test_pasted_text_is_not_typed(clock: Clock) -> None:
    (paste,) = parsed(clock, ["\x1b[200~5h\x00", "\x1b[A", "\x1b[201~"], pause=9)
    assert isinstance(paste, events.Paste)
    assert paste.text == "5h\x1b[A"
    (paste,) = parsed(clock, ["\x1b[200~" + "5" * 200_000 + "\x1b[201~"])
    assert isinstance(paste, events.Paste)
    assert len(paste.text) == 100_000


@pytest.mark.parametrize("begun", ["\x1b[", "\x1b[<35;2", "\x1bO", "\x1b]52;c;", "\x1bP", "\x1b_", "\x1b[200~text"])
def test_ctrl_c_ends_whatever_has_begun(begun: str, clock: Clock) -> None:
    assert names(parsed(clock, [begun, "\x03"])) == "ctrl+c"


@pytest.mark.parametrize("begun", ["\x1b[", "\x1b[<35;2", "\x1bO", "\x1b]52;c;"])
def test_escape_and_an_arrow_end_whatever_has_begun(begun: str, clock: Clock) -> None:
    assert names(parsed(clock, [begun, "\x1b[A"])) == "up"


def test_a_report_is_waited_for_as_long_as_it_takes(clock: Clock) -> None:
    assert names(parsed(clock, ["\x1b[<35;2", "1;9M"], pause=60)) == "MouseMove"


@pytest.mark.parametrize("begun", ["\x1b[", "\x1bO", "\x1b]", "\x1bP", "\x1b_"])
def test_alt_with_a_letter_swallows_no_later_key(begun: str, clock: Clock) -> None:
    assert names(parsed(clock, [begun, "h"], pause=4)) == "h"


def test_escape_is_a_key_if_nothing_follows(clock: Clock) -> None:
    assert names(parsed(clock, ["\x1b", "h"], pause=0.5)) == "escape h"


def test_the_late_rest_of_an_arrow_is_not_typed_and_the_next_one_is_waited_for(clock: Clock) -> None:
    parser = KeyParser()
    assert names(parsed(clock, ["\x1b", "[A"], 0.15, parser)) == "escape"
    assert names(parsed(clock, ["\x1b", "[A"], 0.15, parser)) == "up"
    assert names(parsed(clock, ["\x1b"], 0.5, parser)) == "escape", "but not for ever"


def test_an_arrow_in_two_pieces_is_waited_for_over_ssh(clock: Clock, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SSH_CONNECTION", "192.0.2.1 50000 192.0.2.2 22")
    assert names(parsed(clock, ["\x1b", "[A"], 0.3)) == "up"


def test_a_bracket_after_escape_is_typed(clock: Clock) -> None:
    parser = KeyParser()
    assert names(parsed(clock, ["\x1b", "[", "h"], 0.15, parser)) == "escape left_square_bracket h"


def test_readings_of_a_key_begin_with_itself_and_end_with_small_letters(clock: Clock) -> None:
    def read(sent: str) -> list[str]:
        (key,) = parsed(clock, [sent])
        assert isinstance(key, events.Key)
        return [one.key for one in readings(key)]

    assert read("h") == ["h"]
    assert read("H") == ["H", "h"]
    assert read("\x03") == ["ctrl+c"]
    assert read("\x1bH") == ["alt+shift+h"]
    assert read("\x1b[1088::104;;1088u") == ["р", "h"]
    assert read("\x1b[1088:1056:104;2;1056u") == ["Р", "H", "р", "h"]


def test_only_letters_of_other_alphabets_are_foreign() -> None:
    assert [key for key in ("р", "ψ", "ש", "ش", "h", "é", "ß", "5", "?", "up") if is_foreign(key)] == list("рψשش")


def test_a_terminal_is_asked_for_the_latin_layout() -> None:
    assert asked_for("\x1b[>25u") == "\x1b[>29u"
    assert asked_for("spades") == "spades"


@pytest.mark.skipif(sys.platform == "win32", reason="another driver")
def test_the_driver_reads_with_this_parser() -> None:
    from textual.drivers import linux_driver

    SpadesApp().get_driver_class()
    assert vars(linux_driver)["XTermParser"] is KeyParser


LONG = 60.0
"""Seconds that a failed test would wait for a key."""


def test_leaving_wakes_a_thread_waiting_for_a_key() -> None:
    terminal, other_end = os.pipe()
    leaving, found = Leaving(), ["nothing yet"]
    selector = KeySelector(leaving.ear)
    selector.register(terminal, selectors.EVENT_READ)

    def wait() -> None:
        while not leaving.is_set():
            found[:] = [str(len(selector.select(LONG)))]
        selector.unregister(terminal)
        found.append(str(len(selector.select(LONG))))
        selector.close()

    thread = threading.Thread(target=wait, daemon=True)
    thread.start()
    leaving.set()
    thread.join(LONG / 2)
    assert not thread.is_alive()
    assert found[-1] == "0"
    for end in (terminal, other_end):
        os.close(end)


@pytest.mark.skipif(sys.platform == "win32", reason="another driver")
async def test_the_program_uses_this_selector_for_keys() -> None:
    from textual.drivers import linux_driver

    driver = SpadesApp().get_driver_class()
    assert issubclass(driver, linux_driver.LinuxDriver)
    assert isinstance(driver(SpadesApp()).exit_event, Leaving)
    assert vars(linux_driver)["selectors"].SelectSelector.func is KeySelector


def titles(terminal: Terminal) -> list[str]:
    """Return the titles that the terminal has been given. Pyte would also take the shape of the pointer for one."""
    return [title.decode() for title in re.findall(rb"\x1b\]2;(.*?)\x07", bytes(terminal.sent_out))]


def test_the_title_names_the_game_and_comes_back(tmp_path: Path) -> None:
    terminal = Terminal("play", "--variant", "classic", "--seed", "tuesday", home=tmp_path)
    terminal.wait("bid")
    assert titles(terminal)[-1] == "Spades: Classic"
    terminal.press(QUIT)
    assert terminal.ended() == 0
    raw = bytes(terminal.sent_out)
    assert raw.count(SAVE_TITLE.encode()) == raw.count(RESTORE_TITLE.encode()) == 1
    assert raw.index(SAVE_TITLE.encode()) < raw.index(RESTORE_TITLE.encode()) < raw.index(LEFT)
    assert set(titles(terminal)) == {"Spades", "Spades: Classic"}


def test_a_title_has_no_control_characters_and_an_end(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")
    assert titled("a\x07\x1b]52;c;AAAA\x07b") == "\x1b]2;a]52;c;AAAAb\x07"
    assert len(titled("x" * 10_000)) < LONGEST_TITLE + 10


def test_a_console_without_titles_gets_none(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "linux")
    assert titled("Spades") == ""

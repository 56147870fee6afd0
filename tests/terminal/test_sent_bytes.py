"""Bytes sent to the running program: letters of other layouts work, and replies and parts of reports do nothing."""

import pytest

from spades_tui.settings import dead_key_reasons
from tests.terminal.terminal import Start

pytestmark = pytest.mark.slow

GAME = ("play", "--variant", "sandbags", "--seed", "bytes", "--pace", "instant")
CYRILLIC_H = "\x1b[1088::104;;1088u"
REPLIES = (
    "\x1b[?61;4;6c", "\x1b[?0u", "\x1b[?997;1n", "\x1b]10;rgb:ff/ff/ff\x07", "\x1b]52;c;aGVhcnRz\x1b\\",
    "\x1bP1$r0m\x1b\\", "\x1b_Gi=1;OK\x1b\\",
)  # fmt: skip


def test_letters_and_ctrl_c_of_a_cyrillic_keyboard_work(start: Start) -> None:
    terminal = start(*GAME)
    terminal.wait("Your bid")
    assert b"\x1b[>29u" in terminal.sent_out
    assert b"\x1b[?1003h" in terminal.sent_out  # so that the line under the mouse is marked
    terminal.press(CYRILLIC_H)
    terminal.wait("Hint")
    terminal.press("\x1b[1089::99;5u")
    terminal.wait("Press Ctrl\\+C again")
    terminal.press("\x1b[1089;5u")
    assert terminal.ended() == 0


def test_a_text_field_gets_the_letter_itself(start: Start) -> None:
    terminal = start()
    terminal.wait("Quick game")
    terminal.press("\x1b[1079::112;5u")
    terminal.wait("Type a game")
    terminal.press(CYRILLIC_H)
    terminal.wait("р")


def test_a_letter_of_another_alphabet_gets_a_reason(start: Start) -> None:
    terminal = start(*GAME)
    terminal.wait("Your bid")
    terminal.press("р")
    assert dead_key_reasons.NOT_LATIN.words in terminal.text()


def test_letters_work_with_caps_lock(start: Start) -> None:
    terminal = start(*GAME)
    terminal.wait("Your bid")
    terminal.press("H")
    terminal.wait("Hint")
    terminal.press("\x1b[115;65;83u")
    terminal.wait("all scores")


def test_replies_and_reports_in_pieces_change_nothing(start: Start) -> None:
    terminal = start(*GAME)
    terminal.wait("Your bid")
    before = terminal.wait("suggested")
    for sent in (*REPLIES, "\x1b[<35;21;9M", "\x1b[57358;65;55u", "\x1b[57441u"):
        for cut in (2, len(sent) // 2, len(sent) - 1, len(sent)):
            terminal.child.send(sent[:cut])
            terminal.read(0.15)
            terminal.press(sent[cut:])
    assert terminal.text() == before
    terminal.child.send("\x1b[")
    terminal.read(0.15)
    terminal.press("C")
    assert terminal.text() != before, "an arrow in two pieces is still an arrow"


def test_replies_are_not_typed_into_a_field(start: Start) -> None:
    terminal = start()
    terminal.wait("Quick game")
    terminal.press("\x10")
    terminal.wait("Type a game")
    terminal.press("game")
    before = terminal.text()
    for sent in REPLIES:
        terminal.press(sent)
    assert terminal.text() == before

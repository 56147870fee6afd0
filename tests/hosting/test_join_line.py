"""The line that a friend pastes: what it says, how it is pasted, and every way in which it can be wrong."""

import platform
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_tui.hosting.carrier import why_not_anywhere
from spades_tui.hosting.invitations import LENGTH, LETTERS
from spades_tui.hosting.join_line import (
    FORM,
    KEY_BYTES,
    PUBLIC_RELAYS,
    JoinLine,
    read_join_line,
)
from spades_tui.language.unusable import UnusableError
from spades_tui.system.installing import install_command

OWN_RELAY = "http://127.0.0.1:3340/"
LINE = JoinLine(bytes(range(KEY_BYTES)), PUBLIC_RELAYS[2], "K7QF2M9D")
LETTERS_OF_A_LINE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"

lines = st.builds(
    JoinLine, st.binary(min_size=KEY_BYTES, max_size=KEY_BYTES), st.sampled_from([*PUBLIC_RELAYS, OWN_RELAY]),
    st.text(LETTERS, min_size=LENGTH, max_size=LENGTH),
)  # fmt: skip


@given(lines)
def test_a_line_is_read_as_it_was_written(line: JoinLine) -> None:
    assert read_join_line(line.word) == line


def test_a_line_with_a_public_relay_fits_into_a_row() -> None:
    assert len(LINE.word) == 64
    assert LINE.word.isalnum()


@pytest.mark.parametrize("how", [
    "{}", "  {}\n", "spades-tui join {}", "uvx --from 'spades-tui[friends]' spades-tui join {}", "'{}'",
])  # fmt: skip
def test_a_line_may_be_pasted_with_its_command(how: str) -> None:
    assert read_join_line(how.format(LINE.word)) == LINE
    assert read_join_line(how.format(LINE.word.lower())) == LINE


def test_a_line_that_a_mail_has_broken_is_read() -> None:
    assert read_join_line(f"spades-tui join {LINE.word[:40]}\n{LINE.word[40:]}\u200b") == LINE


@given(lines, st.data())
def test_a_changed_letter_is_noticed(line: JoinLine, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(line.word) - 1))
    other = data.draw(st.sampled_from([one for one in LETTERS_OF_A_LINE if one != line.word[place]]))
    with pytest.raises(UnusableError, match="copy the whole line again"):
        read_join_line(line.word[:place] + other + line.word[place + 1 :])


@given(lines, st.data())
def test_two_exchanged_letters_are_noticed(line: JoinLine, data: st.DataObject) -> None:
    word = line.word
    place = data.draw(st.integers(0, len(word) - 2))
    swapped = word[:place] + word[place + 1] + word[place] + word[place + 2 :]
    if swapped != word:
        with pytest.raises(UnusableError, match="copy the whole line again"):
            read_join_line(swapped)


@given(st.text(max_size=100))
def test_any_text_is_a_line_or_refused_with_a_sentence(text: str) -> None:
    with pytest.raises(UnusableError):
        read_join_line(text)


@pytest.mark.parametrize(("form", "age"), [(FORM - 1, "older"), (FORM + 1, "newer")])
def test_a_line_of_another_version_says_which(monkeypatch: pytest.MonkeyPatch, form: int, age: str) -> None:
    monkeypatch.setattr("spades_tui.hosting.join_line.FORM", form)
    word = LINE.word
    monkeypatch.undo()
    with pytest.raises(UnusableError, match=age):
        read_join_line(word)


def test_a_line_for_ssh_says_where_it_goes() -> None:
    with pytest.raises(UnusableError, match="into a terminal"):
        read_join_line("ssh -p 2222 K7QF2M9D@annslaptop")


def test_no_line_asks_for_one() -> None:
    with pytest.raises(UnusableError, match="whole line"):
        read_join_line("spades-tui join ")


def test_a_line_with_something_else_than_a_relay_is_refused() -> None:
    for wrong in ("", "relay", "ftp://example.org/", "https://example.org/path", "https://example.org/\x1b[2J"):
        with pytest.raises(UnusableError, match="relay"):
            read_join_line(JoinLine(LINE.host_key, wrong, LINE.code).word)


def test_a_copy_without_the_library_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where there is no wheel of it, no command could install it."""
    monkeypatch.setitem(sys.modules, "iroh", None)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setattr(platform, "machine", lambda: "x86_64")
    assert why_not_anywhere("join", LINE.word).endswith(install_command("friends", "join", LINE.word))
    monkeypatch.setattr(platform, "machine", lambda: "riscv64")
    assert "ssh" in why_not_anywhere("join", LINE.word)
    assert "install" not in why_not_anywhere("join", LINE.word)

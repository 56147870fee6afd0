"""Invitations, pasted lines, friends' lists, and what they keep to themselves."""

import os
import platform
import re
import sys
from datetime import date
from pathlib import Path

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from spades_tui.hosting import friend_list, messages
from spades_tui.hosting.carrier import why_not_anywhere
from spades_tui.hosting.friend_list import (
    JoinedTable,
    friend_named,
    friends,
    friends_file,
    joined_file,
    joined_tables,
    remember_friends,
    remember_table,
)
from spades_tui.hosting.invitations import LENGTH, LETTERS, Invitation, Invitations, new_code, read_code
from spades_tui.hosting.join_line import FORM, KEY_BYTES, PUBLIC_RELAYS, JoinLine, read_join_line
from spades_tui.hosting.lobby import invite_friend
from spades_tui.hosting.messages import encode
from spades_tui.language.unusable import UnusableError
from spades_tui.scorebook import scorebook
from spades_tui.system.installing import install_command
from tests.hosting.checked_guests import played


def test_codes_have_eight_letters_of_thirty_two() -> None:
    """No code is longer or shorter, and none has a letter that looks like another."""
    codes = {new_code() for _ in range(200)}
    assert len(codes) == 200
    assert all(len(code) == LENGTH and set(code) <= set(LETTERS) for code in codes)
    assert len(set(LETTERS)) == 32
    assert not set("01IO") & set(LETTERS)


@pytest.mark.parametrize("typed", ["k7qf2m9d", "K7QF-2M9D", "K7QF2M9D"])
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    """Case and hyphens don't matter."""
    assert read_code(typed) == "K7QF2M9D"


@pytest.mark.parametrize("typed", ["", "K7QF2M9", "K7QF2M9DD", "K7QF2M9!", "root", "K7QF2M9\x00", "ж" * 8])
def test_text_that_is_not_a_code_opens_no_seat(typed: str) -> None:
    """A user name that isn't a code opens nothing."""
    assert read_code(typed) is None
    assert Invitations([Invitation("K7QF2M9D", 0)]).find(typed) is None


def test_a_seat_belongs_to_the_first_key() -> None:
    """Another key, or a password, doesn't open it later."""
    invitation = Invitation("K7QF2M9D", 1)
    assert invitation.take_with_key("SHA256:a")
    assert invitation.take_with_key("SHA256:a")
    assert not invitation.take_with_key("SHA256:b")
    assert not invitation.opens_with("")
    with pytest.raises(ValueError, match="taken"):
        invitation.take_with_password("word")


def test_a_seat_belongs_to_the_first_password() -> None:
    """A key doesn't open it later, and the password isn't kept in clear."""
    invitation = Invitation("K7QF2M9D", 1)
    invitation.take_with_password("swordfish")
    assert invitation.opens_with("swordfish")
    assert not invitation.opens_with("Swordfish")
    assert not invitation.take_with_key("SHA256:a")
    assert b"swordfish" not in invitation.password


def test_saved_invitations_come_back_the_same_for_this_user_alone(tmp_path: Path) -> None:
    """The guests of a resumed game are the same as before."""
    invitations = Invitations()
    invitations.invite(1).take_with_key("SHA256:a")
    invitations.invite(2).take_with_password("swordfish")
    file = tmp_path / "saved.json"
    invitations.save(file)
    assert list(Invitations.saved(file)) == list(invitations)
    assert os.stat(file).st_mode & 0o077 == 0
    assert list(Invitations.saved(tmp_path / "nothing")) == []
    file.write_bytes(b"[{}]")
    with pytest.raises(ValueError, match="code"):
        Invitations.saved(file)


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


def test_a_line_with_a_public_relay_of_a_newer_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    newer = "https://newer.example.org/"
    monkeypatch.setattr("spades_tui.hosting.join_line.PUBLIC_RELAYS", (*PUBLIC_RELAYS, newer))
    word = JoinLine(LINE.host_key, newer, LINE.code).word
    monkeypatch.undo()
    with pytest.raises(UnusableError, match="relay that this spades-tui doesn't know"):
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


DAY = date(2026, 11, 29)


def test_a_friend_is_known_by_their_key_and_has_their_latest_name() -> None:
    remember_friends([Invitation("AAAAAAAA", 1, key="SHA256:a")], ("Ann", "Bea"), DAY)
    remember_friends([Invitation("BBBBBBBB", 1, key="SHA256:b")], ("Ann", "Cy"), DAY)
    remember_friends([Invitation("AAAAAAAA", 0, key="SHA256:a")], ("Beatrix", "Ann"), DAY)
    assert [(one.name, one.code) for one in friends()] == [("Beatrix", "AAAAAAAA"), ("Cy", "BBBBBBBB")]
    assert friend_named(" beatrix ") == friends()[0]
    assert friend_named("Bea") is None and friend_named("") is None


def test_guests_without_a_key_are_not_remembered() -> None:
    remember_friends([Invitation("AAAAAAAA", 1), Invitation("BBBBBBBB", None, key="SHA256:b")], ("Ann", "Bea"), DAY)
    assert friends() == []


def test_the_lists_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(friend_list, "FRIENDS_MOST", 2)
    monkeypatch.setattr(friend_list, "TABLES_MOST", 2)
    for number in range(4):
        remember_friends([Invitation(f"CODE{number}", 0, key=f"key {number}")], (f"P{number}",), DAY)
        remember_table(JoinedTable(f"LINE{number}", "Sandbags", ("Ann",), DAY.isoformat()))
    assert [one.name for one in friends()] == ["P3", "P2"]
    assert [one.line for one in joined_tables()] == ["LINE3", "LINE2"]


def test_a_damaged_file_is_not_used_and_is_kept_aside() -> None:
    for file in (friends_file(), joined_file()):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text('{"saved": [{"key": 7}], "sum": "0"}')
    assert friends() == [] and joined_tables() == []
    remember_table(JoinedTable("LINE", "Sandbags", ("Ann",), DAY.isoformat()))
    assert [one.line for one in joined_tables()] == ["LINE"]
    assert [path for path in joined_file().parent.iterdir() if ".damaged-" in path.name]


def test_a_seat_waits_for_one_friend_alone() -> None:
    """They keep the code of their line. A friend can't have two seats."""
    remember_friends([Invitation("K7QF2M9D", 1, key="SHA256:a")], ("Ann", "Bea"), DAY)
    invitations = Invitations()
    first, second = invitations.invite(1), invitations.invite(2)
    assert "isn't in the list" in invite_friend(invitations, 1, "Zoe")
    assert invitations.of_seat(1) is first
    invite_friend(invitations, 1, "bea")
    found = invitations.find("K7QF2M9D")
    assert found is not None and found.seat == 1 and not found.take_with_key("SHA256:other")
    assert invitations.find(first.code) is None
    assert "another seat" in invite_friend(invitations, 2, "Bea")
    assert invitations.of_seat(2) is second


def test_what_a_host_makes_too_long_costs_no_table() -> None:
    """A file may have a megabyte; more would be damaged, and all tables forgotten."""
    for number in range(friend_list.TABLES_MOST):
        remember_table(JoinedTable(f"LINE{number}", "ж" * 2000, ("ж" * 2000,) * 6, DAY.isoformat()))
    assert len(joined_tables()) == friend_list.TABLES_MOST


RATING = re.compile("rating|rung|ladder", re.IGNORECASE)


def test_no_message_of_a_table_has_a_place_for_a_rating() -> None:
    """This looks at each field of each message, and of everything in them."""
    kinds = [messages.FromTable, messages.FromGuest]
    _, parts = msgspec.json.schema_components(kinds, schema_hook=lambda _: {"type": "object"})
    names = {name for part in parts.values() for name in (part.get("title", ""), *part.get("properties", {}))}
    assert {"TableUpdate", "shown", "names"} <= names
    assert [name for name in names if RATING.search(name)] == []


async def test_a_hosted_game_asks_for_no_rating(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def asked(*_: object) -> None:
        pytest.fail("a rating was computed")

    monkeypatch.setattr(scorebook, "ladder", asked)
    guests = await played("two-handed", 2, tmp_path, 1)
    sent = [encode(message) for guest in guests for message in guest.heard]
    assert sent and not any(RATING.search(text.decode()) for text in sent)

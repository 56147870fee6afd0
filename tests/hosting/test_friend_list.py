"""The host's friends and a guest's earlier tables: bounded lists, and a damaged file costs nothing but itself."""

from datetime import date

import pytest

from spades_tui.hosting import friend_list
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
from spades_tui.hosting.invitations import Invitation, Invitations
from spades_tui.hosting.lobby import invite_friend

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

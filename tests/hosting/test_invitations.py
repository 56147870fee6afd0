"""An invitation has a code, and its seat belongs to the first key or password."""

import os
from pathlib import Path

import pytest

from spades_tui.hosting.invitations import LENGTH, LETTERS, Invitation, Invitations, new_code, read_code


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

"""Plain text is the same bytes in every locale, and a terminal gets ASCII for letters that it lacks."""

import io
import sys

import pytest

from spades_tui.system.output import set_encodings, write_text
from tests.commands.shell import python

PLAY = ("-m", "spades_tui", "play", "--plain", "--variant", "sandbags", "--seed", "x", "--seats", "human:Ann")
UTF8 = {"PYTHONIOENCODING": "utf-8"}


@pytest.mark.parametrize(
    "environment",
    [
        {"PYTHONIOENCODING": "cp1252"}, {"PYTHONIOENCODING": "utf-16"}, {"PYTHONIOENCODING": "ascii:strict"},
        {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"},
    ],
)  # fmt: skip
def test_plain_text_is_the_same_bytes_in_every_locale(environment: dict[str, str]) -> None:
    told = python(*PLAY, given="\ufeffscore\nŁukasz\nquit\n".encode(), **environment)
    assert (told.status, told.err) == (0, "")
    usual = python(*PLAY, given="score\nŁukasz\nquit\n".encode(), **UTF8)
    assert told.out.splitlines()[:-1] == usual.out.splitlines()[:-1]  # the last line has the name of the file
    assert "Łukasz" in told.out


def test_errors_are_the_same_bytes_in_every_locale() -> None:
    told = python("-m", "spades_tui", "review", "Łukasz ♠", PYTHONIOENCODING="cp1252")
    assert told.error == "spades-tui: Łukasz ♠: no such file or folder"


class TerminalOf(io.TextIOWrapper):
    """A terminal with an encoding."""

    def isatty(self) -> bool:
        """Return that it is one."""
        return True


@pytest.mark.parametrize(
    ("encoding", "shown"),
    [("utf-8", "♠ Łukasz — 王 é"), ("cp1252", "S Lukasz — ? é"), ("ascii", "S Lukasz - ? e")],
)
def test_a_terminal_gets_ascii_for_letters_that_it_lacks(
    encoding: str, shown: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr(sys, "stdout", TerminalOf(written, encoding))
    set_encodings()
    write_text("♠ Łukasz — 王 é")
    assert written.getvalue().decode(encoding) == shown

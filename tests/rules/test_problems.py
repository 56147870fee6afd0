"""Each flaw of a variant has its own sentence, and some check reports it."""

from pathlib import Path

import spades_tui
from spades_tui.rules.problems import Flaw

RULES = Path(spades_tui.__file__).parent / "rules"


def test_every_flaw_is_reported_by_some_check() -> None:
    said = "".join(file.read_text() for file in RULES.rglob("*.py"))
    assert [flaw.name for flaw in Flaw if f"Flaw.{flaw.name}" not in said] == []


def test_no_two_flaws_share_a_sentence() -> None:
    """Python would merge two members with the same value, so a test couldn't tell them apart."""
    assert list(Flaw.__members__) == [flaw.name for flaw in Flaw]

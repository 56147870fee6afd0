"""Each flaw of a variant has its own sentence, and some check reports it."""

import re
from pathlib import Path

import pytest

import spades_tui
from spades_tui.rules.problems import Flaw

RULES = Path(spades_tui.__file__).parent / "rules"


def test_every_flaw_is_reported_by_some_check() -> None:
    said = "".join(file.read_text("utf-8") for file in RULES.rglob("*.py"))
    assert [flaw.name for flaw in Flaw if f"Flaw.{flaw.name}" not in said] == []


def test_no_two_flaws_share_a_sentence() -> None:
    """Python would merge two members with the same value, so a test couldn't tell them apart."""
    assert list(Flaw.__members__) == [flaw.name for flaw in Flaw]


@pytest.mark.parametrize(
    "flaw", [one for one in Flaw if "nobody can bid blind" in one.value or "PAIRS_ONLY" in one.name]
)
def test_a_refusal_of_two_rules_together_says_what_to_change(flaw: Flaw) -> None:
    assert re.search(r"; (keep|leave|change|allow|use|\{kind)", flaw.value)

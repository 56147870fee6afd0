"""The program quotes the rules and the words of the reference."""

import re
import tomllib
from pathlib import Path

import pytest

from spades_tui.rules.catalogue import shipped
from spades_tui.rules.rules_now import rules_now
from spades_tui.rules.rules_page import rule_texts, rules_of_bidding, rules_of_play, words
from spades_tui.rules.variant_reader import load

ROOT = Path(__file__).resolve().parents[2]
TERMS = (
    "bag", "board", "set", "gacc", "low-ball", "tray", "chit", "bonehead", "ZB", "Bemo", "nil", "zero", "book",
    "trick", "trump", "void", "ruff", "follow", "lead", "renege", "blind", "raise", "stand", "promise", "extra card",
    "dump", "perfect day", "imperfect day", "wire to wire",
)  # fmt: skip


def written_rules() -> list[tuple[str, str]]:
    """Return the name and text of the rules on the two pages, read line by line."""
    found: list[tuple[str, str]] = []
    open_item = False
    pages = [(ROOT / "docs" / page).read_text("utf-8") for page in ("rules.md", "rules-3b.md")]
    for line in "\n".join(pages).splitlines():
        if line.startswith("- **"):
            name, _, text = line.removeprefix("- **").partition("**")
            found.append((name, text))
            open_item = True
        elif open_item and line.startswith("  "):
            found[-1] = (found[-1][0], f"{found[-1][1]} {line}")
        elif line:
            open_item = False
    return found


def test_the_program_quotes_the_rules_of_the_reference() -> None:
    """Names and words are the same; only the Markdown is gone."""
    letters = re.compile(r"[^A-Za-z0-9]")
    told = rule_texts()
    assert list(told) == [name for name, _ in written_rules()]
    for name, text in written_rules():
        written = re.sub(r"\]\([^)]*\)", "]", text)
        assert letters.sub("", told[name]) == letters.sub("", written)
        assert not re.search(r"[*`\n]|\]\(", told[name])
    included = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]["wheel"]
    for page in ("docs/rules.md", "docs/rules-3b.md", "docs/glossary.md"):
        assert included["force-include"][page] == f"spades_tui/{page}"


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_rule_shown_first_at_a_table_has_words(slug: str) -> None:
    variant = shipped()[slug]
    for now in (rules_of_bidding(variant), rules_of_play(variant)):
        assert now
        assert set(now) <= set(rule_texts())


def test_a_game_without_the_options_of_a_rule_states_the_rule_itself() -> None:
    classic, two_handed = shipped()["classic"], shipped()["two-handed"]  # the second can't choose who leads first
    boston = load(ROOT / "docs" / "examples" / "boston.toml")
    assert dict(rules_now(classic, ["NL-3"])) == {"NL-3": rule_texts()["NL-3"]}
    for variant in (two_handed, boston):
        told = dict(rules_now(variant, rules_of_play(variant)))
        assert told["C-6"] == rule_texts()["C-6"]
        here = [part.sentence() for part in variant.in_play().plays if part.rule == "NL-3" and part.sentence()]
        assert told["NL-3"] == " ".join(here)
    assert rules_now(boston, ["no such rule"]) == []


def test_every_word_of_the_table_is_explained() -> None:
    known = words()
    assert set(TERMS) <= set(known)
    assert list(known) == sorted(known, key=str.casefold)
    assert all(meaning.endswith(".") for meaning in known.values())

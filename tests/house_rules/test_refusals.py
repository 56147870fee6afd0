"""What the form refuses is told in the words of the form; `variants check` goes on saying what stands in a file."""

import re
from collections.abc import Iterator

import pytest

from spades_tui.house_rules.form_rows import Row
from spades_tui.house_rules.refusal_words import in_words
from spades_tui.house_rules.rules_draft import Attempt, RulesDraft
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component_bases import Problem
from spades_tui.rules.toml_lines import KeyPath
from tests.games import each_game
from tests.house_rules.changing import row, some_values

OF_FILES = re.compile(r"`|(?<!\w)'|\w_\w|of kind|component")
"""What only somebody knows who has seen a file: keys, kinds and values in quotation marks, words with underscores."""


def refused(draft: RulesDraft) -> Iterator[tuple[Row, object, str]]:
    """Every single change that is refused, and why."""
    for one in draft.rows:
        for value in some_values(one):
            attempt = draft.with_value(one, value)
            if attempt.draft is None:
                assert attempt.why
                yield one, value, attempt.why


@pytest.mark.parametrize("slug", each_game("3b-five", "bemo", "classic", "jokers", "mirrors", "suicide"))
def test_no_refusal_of_the_form_speaks_of_a_file(slug: str) -> None:
    for one, value, why in refused(RulesDraft(shipped()[slug])):
        assert not OF_FILES.search(why), f"{one.key} = {value}: {why}"


def refusal(draft: RulesDraft, key: str, value: object) -> str:
    """Why a row may not have this value."""
    attempt: Attempt = draft.with_value(row(draft, key), value)
    assert attempt.draft is None and attempt.why is not None
    return attempt.why


@pytest.mark.parametrize(("slug", "key", "value", "why"), [
    ("bemo", "bids.number.order", "by_side",
     "“Order of bidding” is “partner after partner”, but bidding by sides needs partners"),
    ("3b-five", "customs.low_ball.under", 0, "“Super-low-ball: under”, 11, is above “Low-ball: bids under”, 0"),
    ("3b-five", "customs.low_ball.super_under", 20, "20 is above “Low-ball: bids under”, 12"),
    ("classic", "scores.zero.blind_made", 0, "a blind nil earns nothing more; “Blind nil made” is missing"),
    ("bemo", "seats", 5,
     "6 hands of 13 make 78 cards, but the deck has 52; take 4 cards out (“Cards left out”)"),
    ("joker-deuces", "bids.exchange", True, "“Zero scored by itself” is missing: without it nobody bids nil"),
    ("bemo", "bids.blind.who", "side", "a side goes blind only where bidding goes by sides (“Order of bidding”)"),
    ("3b-five", "scores.table", True,
     "“Points for each trick bid” and “Points of its own for each bid” both score the bids; one of them wanted"),
    ("bemo", "bids.as_partner", True, "“Partners bid the same” and “Bids may be raised” do not go together"),
    ("3b-five", "scores.contract.zeros", "counted",
     "zeros are scored here, so the contract must leave them apart (“A bid of zero”)"),
    ("bemo", "bids.zero_draw", True, "there is no extra card to draw (“An extra card, face down: no”)"),
    ("joker-deuces", "bids.side_total.max", 5, "“Raised to at most” is 13, but a side's total is at most 5"),
    ("3b-five", "scores.contract.made", -10000, "−10000 found, but a bid made must give points"),
])  # fmt: skip
def test_a_refusal_calls_things_as_the_form_does(slug: str, key: str, value: object, why: str) -> None:
    assert refusal(RulesDraft(shipped()[slug]), key, value) == why


def test_a_format_and_a_name_are_called_as_they_are() -> None:
    """Neither is a word of files: one is chosen in the form, the other has been written there."""
    league = RulesDraft(shipped()["league"])
    assert refusal(league, "customs.zb", True) == (
        "with the format threes the game does not hold together: no zero is ever hunted; "
        "“Nil scored by itself” is missing"
    )
    named = Problem(("bids", 1, "name"), "'raise' found, but its score is called 'count'")
    bemo = shipped()["bemo"].to_json()
    assert in_words(named, {**bemo, "bids": [bemo["bids"][0], {"kind": "promise"}]}, "zero") == (
        "“Its name” is “raise”, but its score is called “count”"
    )


@pytest.mark.parametrize(("path", "message", "told"), [
    (("endings", 0, "fewest_bags"), 'overtricks part those who lead; `parts = "first"` wanted with it',
     "overtricks part those who lead; “Played on while level: those who lead are” wanted with it"),
    (("scores", 0, "kind"), "nothing before this counts bags (`bags` of a contract, a table or a zero)",
     "nothing before this counts bags (“Tricks above it are bags” or “Its tricks are bags”)"),
    (("deck", "remove"), "BJ found; how many jokers there are is said by `jokers`, not by `remove`",
     "BJ found; how many jokers there are is said by “Jokers”, not by “Cards left out”"),
    (("bids", 0, "kind"), "a second component of kind 'number'; one is allowed",
     "a second “The bid”; one is allowed"),
    (("programme", 0), "with format 'x' the game does not hold together: 'by_side' found, but partners are needed",
     "with the format x the game does not hold together: “partner after partner” found, but partners are needed"),
])  # fmt: skip
def test_what_no_single_change_brings_about_reads_well(path: KeyPath, message: str, told: str) -> None:
    rules = {"endings": [{"kind": "hands"}], "scores": [{"kind": "bags"}], "bids": [{"kind": "number"}]}
    assert in_words(Problem(path, message), rules, "zero") == told


def test_the_checker_of_files_says_what_stands_in_them() -> None:
    draft = RulesDraft(shipped()["3b-five"])
    customs = [{**one, "under": 4, "super_under": 9} if one["kind"] == "low_ball" else one
               for one in draft.rules["customs"]]  # fmt: skip
    assert RulesDraft(draft.origin, None, {**draft.rules, "customs": customs}).wrong == "9 is above `under`, 4"

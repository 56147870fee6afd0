"""The form's refusals use the words of the form, and `variants check` uses those of the file."""

import re
from collections.abc import Iterator
from string import Formatter

import pytest

from spades_tui.house_rules.form_rows import FormRow
from spades_tui.house_rules.form_words import in_words
from spades_tui.house_rules.rules_draft import Attempt, RulesDraft
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.problem_words import file_words
from spades_tui.rules.problems import Bids, Flaw, FoundValue, GivenName, Held, KeyName, Part, Problem
from tests.games import each_game
from tests.house_rules.changing import row, some_values

OF_FILES = re.compile(r"`|(?<!\w)'|\w_\w|of kind|component")
"""Words that only readers of files know: keys, kinds and values in quotation marks, and words with underscores."""


def refused(draft: RulesDraft) -> Iterator[tuple[FormRow, object, str]]:
    """Yield every single refused change with its reason."""
    for one in draft.rows:
        for value in some_values(one):
            attempt = draft.with_value(one, value)
            if attempt.draft is None:
                assert attempt.why
                yield one, value, attempt.why


@pytest.mark.parametrize("slug", each_game("3b-five", "bemo", "jokers"))
def test_no_refusal_in_the_form_mentions_files(slug: str) -> None:
    for one, value, why in refused(RulesDraft(shipped()[slug])):
        assert not OF_FILES.search(why), f"{one.key} = {value}: {why}"


def refusal(draft: RulesDraft, key: str, value: object) -> str:
    """Return why a row may not have this value."""
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
    ("joker-deuces", "bids.exchange", True, "“Zero scored separately” is missing: without it nobody bids zero"),
    ("bemo", "bids.blind.who", "side", "a side can bid blind only if sides bid together (“Order of bidding”)"),
    ("3b-five", "scores.table", True,
     "“Points for each trick bid” and “Own points for each bid” both score the bids; keep one of them"),
    ("bemo", "bids.as_partner", True, "“Partners bid the same” and “Bids can be raised” don't go together; "
     "keep one of them"),
    ("3b-five", "scores.contract.zeros", "counted",
     "zeros are scored here, so the contract must leave them apart (“A bid of zero”)"),
    ("cutthroat", "scores.zero.made", 0, "the value is 0, but a nil made must give points"),
    ("suicide", "sides", "solo", "“One of two partners bids nil” is for partners, but nobody has a partner here"),
    ("bemo", "bids.zero_draw", True, "there is no extra card to draw (“An extra card, face down: no”)"),
    ("joker-deuces", "bids.side_total.max", 5, "“Maximum raise” is 13, but a side's total is at most 5"),
    ("3b-five", "scores.contract.made", -10000, "the value is −10000, but a bid made must give points"),
])  # fmt: skip
def test_refusals_use_the_labels_of_the_form(slug: str, key: str, value: object, why: str) -> None:
    assert refusal(RulesDraft(shipped()[slug]), key, value) == why


def test_the_words_of_every_refusal_leave_the_name_of_a_zero_to_the_game() -> None:
    for flaw in Flaw:
        literal = " ".join(text for text, *_ in Formatter().parse(flaw.value))
        assert not re.search(r"\b(zero|nil)s?\b", literal), flaw


def test_refusals_quote_formats_and_typed_names() -> None:
    """Neither is a word from files: a format is chosen in the form, and a name is typed there."""
    league = RulesDraft(shipped()["league"])
    assert refusal(league, "customs.zb", True) == (
        "with the format threes the game doesn't work: no nil is ever hunted; “Nil scored separately” is missing"
    )
    called = {"found": FoundValue("raise"), "name": GivenName("count")}
    named = Problem(("bids", 1, "name"), Flaw.PROMISE_MISNAMED, called)
    bemo = shipped()["bemo"].to_json()
    assert in_words(named, {**bemo, "bids": [bemo["bids"][0], {"kind": "promise"}]}, "zero") == (
        "“Name of the promise” is “raise”, but its score is called “count”"
    )


BAGS = KeyName("bags", ("scores.contract.bags", "scores.table.bags", "scores.zero.bags"))
JOKERS = {"card": "BJ", "jokers": KeyName("jokers", ("deck.jokers",)), "remove": KeyName("remove", ("deck.remove",))}
BY_SIDE = Problem(("bids", 0, "order"), Flaw.SIDES_NEED_PARTNERS, {"found": FoundValue("by_side")})


@pytest.mark.parametrize(("problem", "in_form", "in_file"), [
    (Problem(("endings", 0, "fewest_bags"), Flaw.PARTS_WITH_BAGS,
             {"parts": Held("parts", "endings.hands.parts", "first")}),
     "overtricks only break a tie for the lead; add “Extra hands while tied: the leaders are tied”",
     'overtricks only break a tie for the lead; add `parts = "first"`'),
    (Problem(("scores", 0, "kind"), Flaw.NO_BAGS_COUNTED, {"bags": BAGS}),
     "nothing before this counts bags (“Tricks over it are bags” or “Tricks on it are bags”)",
     "nothing before this counts bags (`bags` of a contract, a table or a zero)"),
    (Problem(("deck", "remove"), Flaw.JOKER_REMOVED, JOKERS),
     "BJ is a joker; set the number of jokers with “Jokers”, not with “Cards left out”",
     "BJ is a joker; set the number of jokers with `jokers`, not with `remove`"),
    (Problem(("bids", 0, "kind"), Flaw.SECOND_OF_KIND, {"kind": Part(("bids.number",))}),
     "a second “The bid”; one is allowed", "a second component of kind 'number'; one is allowed"),
    (Problem(("bids", 0, "or_nil"), Flaw.NO_NIL, {"least": 1}),
     "nobody can bid zero here; the lowest bid is 1", "nobody can bid nil here; the lowest bid is 1"),
    (Problem(("bids", 0, "kind"), Flaw.LEAVES, {"kind": Part(("bids.at_least",)), "bids": Bids((0, 4, 5, 6))}),
     "“Minimum bid, or zero” leaves zero, 4 to 6", "'at_least' leaves nil, 4 to 6"),
    (Problem(("programme", 0), Flaw.FORMAT_FAILS, {"name": GivenName("x"), "problem": BY_SIDE}),
     "with the format x the game doesn't work: "
     "“Order of bidding” is “partner after partner”, but bidding by sides needs partners",
     "with format 'x' the game doesn't work: the value is 'by_side', but bidding by sides needs partners"),
])  # fmt: skip
def test_each_problem_has_a_message_for_the_form_and_one_for_files(
    problem: Problem, in_form: str, in_file: str
) -> None:
    rules = {"endings": [{"kind": "hands"}], "scores": [{"kind": "bags"}], "bids": [{"kind": "number"}]}
    assert in_words(problem, rules, "zero") == in_form
    assert file_words(problem) == in_file


def test_the_checker_quotes_the_keys_of_the_file() -> None:
    draft = RulesDraft(shipped()["3b-five"])
    customs = [{**one, "under": 4, "super_under": 9} if one["kind"] == "low_ball" else one
               for one in draft.rules["customs"]]  # fmt: skip
    problem = RulesDraft(draft.origin, None, {**draft.rules, "customs": customs}).problem
    assert problem is not None and problem.flaw == Flaw.SUPER_ABOVE_LOW
    assert file_words(problem) == "9 is above `under`, 4"

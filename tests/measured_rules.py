"""House rules that were measured, for pictures: `python -m tests.measured_rules` measures them again."""

import sys
from pathlib import Path

import msgspec

from spades_tui.analysis.rule_lab import Measured, RuleComparison, count_game
from spades_tui.house_rules.own_variants import single_changes
from spades_tui.house_rules.rules_draft import RulesDraft
from spades_tui.rules.catalogue import find
from spades_tui.system.jobs import processes

FILE = Path(__file__).with_suffix(".json")
CHANGES: dict[str, tuple[str, tuple[tuple[str, object], ...]]] = {
    "bags": ("sandbags", (("scores.bags.limit", 5), ("scores.zero.made", 50))),
    "dealer": ("cutthroat", (("bids.last_bid", True),)),
}
"""For each picture, a game and what is changed in it."""
HANDS = {"bags": 7_000, "dealer": 15_000}
"""Hands of each game at least."""


def changed(*changes: tuple[str, object], game: str = "sandbags") -> RulesDraft:
    """Return a game with other values in the form."""
    draft = RulesDraft(find(game))
    for key, value in changes:
        row = draft.row(key)
        assert row is not None
        attempt = draft.with_value(row, value)
        assert attempt.draft is not None, attempt.why
        draft = attempt.draft
    return draft


def draft_of(name: str) -> RulesDraft:
    """Return the changed game of a picture."""
    game, changes = CHANGES[name]
    return changed(*changes, game=game)


def kept(name: str) -> list[Measured]:
    """Return what was measured for a picture."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, list[Measured]])[name]


def measured_again(name: str) -> list[Measured]:
    """Measure for a picture, on two processes."""
    draft = draft_of(name)
    comparison = RuleComparison(draft.origin, draft.complete.variant, [one.variant for one in single_changes(draft)])
    with processes(2) as jobs:
        for number, counted in enumerate(jobs.in_order(count_game, comparison.setups(), lambda: None), 1):
            comparison.add(counted)
            whole = number % len(comparison.measured) == 0
            if whole and min(one.hands for one in comparison.measured) >= HANDS[name]:
                break
    return comparison.measured


if __name__ == "__main__":
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode({name: measured_again(name) for name in CHANGES})) + b"\n")
    print(FILE.name, file=sys.stderr)

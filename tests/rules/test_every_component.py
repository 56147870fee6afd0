"""Every component is in the registry, needs no rule name, and has its required texts."""

import copy
import re
import tomllib
from collections.abc import Iterable
from pathlib import Path
from types import FunctionType
from typing import get_args

import pytest

from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.component import defaults_of, fields_of, kind_of
from spades_tui.rules.component_bases import Checker, RuleComponent, ScoreComponent, WhenAllHaveBid
from spades_tui.rules.ledger import Ledger
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.scores import TricksTaken
from spades_tui.rules.variant_reader import from_data
from tests.rules.parts import built, entries, hand

ROOT = Path(__file__).parents[2]
LISTS: dict[str, tuple[type[RuleComponent], ...]] = {
    "bids": bids.REGISTRY,
    "plays": plays.REGISTRY,
    "scores": scores.REGISTRY,
    "endings": endings.REGISTRY,
    "customs": customs.REGISTRY,
}
ALL = [(where, kind) for where, registry in LISTS.items() for kind in registry]


@pytest.mark.parametrize("where", LISTS)
def test_no_two_components_of_a_list_have_the_same_kind(where: str) -> None:
    assert len({kind_of(kind) for kind in LISTS[where]}) == len(LISTS[where])


@pytest.mark.parametrize("kind", [kind for _, kind in ALL], ids=lambda kind: kind.__name__)
def test_a_component_answers_every_question_of_its_bases(kind: type[RuleComponent]) -> None:
    """No abstract method is left, it has its words, and no key of a file has the name of a method or property."""
    assert hasattr(kind, "words") or kind.sentence is not RuleComponent.sentence
    for name in dir(kind):
        assert not getattr(getattr(kind, name), "__isabstractmethod__", False), name
    for base in kind.__mro__:
        for name in fields_of(kind).keys() & vars(base).keys():
            assert not isinstance(vars(base)[name], FunctionType | property), name


@pytest.mark.parametrize(("where", "kind"), ALL, ids=lambda value: getattr(value, "__name__", value))
def test_a_component_needs_no_rule_name(where: str, kind: type[RuleComponent]) -> None:
    assert entries(where, kind), "no example"
    for entry in entries(where, kind):
        named = checked(kind, {**entry, "rule": "HM-7"})
        bare = checked(kind, {key: value for key, value in entry.items() if key != "rule"})
        assert named.rule == "HM-7"
        assert bare.rule == (kind.default_rule or defaults_of(kind)["rule"])
        assert bare == named.changed(rule=bare.rule)


def test_removing_rule_names_does_not_change_a_game() -> None:
    for path in sorted((ROOT / "variants").glob("*.toml")):
        data = tomllib.loads(path.read_text("utf-8"))
        bare = copy.deepcopy(data)
        for where in LISTS:
            for entry in bare.get(where, []):
                entry.pop("rule", None)
                for piece in (*entry.get("special", ()), entry.get("all_tricks", {})):
                    piece.pop("rule", None)
        named, unnamed = from_data(data), from_data(bare)
        assert [type(part) for part in named.components()] == [type(part) for part in unnamed.components()]
        assert [part.sentence() for part in named.components()] == [part.sentence() for part in unnamed.components()]


def highest(rules: Ruleset, parts: Iterable[ScoreComponent]) -> dict[ScoreComponent, int]:
    """Return the most points, at least 0, that each part writes for any bid with any number of tricks."""
    tricks = rules.tricks
    seen = dict.fromkeys(parts, 0)
    for bid in range(tricks + 1):
        for took in range(tricks + 1):
            for blind in (False, True):
                bids_ = tuple(bid if seat in rules.sides[0] and seat < 2 else None for seat in range(rules.seats))
                counts = hand(
                    bids_, tuple(took if one is not None else None for one in bids_), rules.sides,
                    blind=tuple(blind and one is not None for one in bids_), cards=tricks,
                    promises=tuple(4 if one is not None else 0 for one in bids_), winners=(0,) * took,
                )  # fmt: skip
                for part, points in seen.items():
                    ledger = Ledger(rules.fresh_standing())
                    part.score(counts, ledger)
                    seen[part] = max(points, ledger.points[0])
    return seen


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_no_component_scores_above_its_declared_maximum(slug: str) -> None:
    variant = shipped()[slug]
    seen = highest(ruleset(variant), variant.scores)
    for part, points in seen.items():
        limit = part.most(Checker(variant))
        assert limit is None or points <= limit
    assert any(seen.values())


@pytest.mark.rule("HR-1")
@pytest.mark.parametrize("each", [-5, 5])
@pytest.mark.parametrize("all_tricks", [-200, 0, 200])
def test_points_for_tricks_reach_their_declared_maximum(each: int, all_tricks: int) -> None:
    variant, part = shipped()["cutthroat"], built(TricksTaken, each=each, all_tricks=all_tricks)
    assert part.most(Checker(variant)) == highest(ruleset(variant), [part])[part]


def test_every_kind_after_the_bids_except_a_promise_is_a_stage() -> None:
    """A promise belongs to its round of raises. Every other kind is a separate stage that the game looks for."""
    later = {kind for kind in bids.REGISTRY if issubclass(kind, WhenAllHaveBid)}
    assert set(get_args(bids.AnyStage)) == later - {bids.PromiseBid}


@pytest.mark.parametrize(
    "part",
    [
        built(bids.NumberBid, max=0),
        built(bids.CountBid),
        built(bids.AtLeast, bid=4),
        built(bids.OneNil),
        built(bids.Board, least=4),
        built(bids.Blind, who="anyone", bids="nil"),
        built(bids.Exchange, nil=1, blind_nil=2, pass_order="nil_first"),
    ],
    ids=lambda part: str(part.kind),
)
def test_the_sentence_of_a_bid_uses_the_games_word_for_zero(part: RuleComponent) -> None:
    told = part.sentence("misère")
    assert "misère" in told and not re.search(r"\b(nil|zero)\b", told)

"""The component `claim` lets a player claim the remaining tricks."""

import pytest

from spades_tui.game.events import Claim
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.plays import Claims
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.schema import checked
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import from_data
from tests.game.tables import Sitting
from tests.rules.parts import Entry, built, error_of, placed


@pytest.mark.rule("C-12")
def test_claims_are_an_optional_component_of_every_game() -> None:
    assert built(Claims) == Claims(kind="claim", rule="C-12")
    assert built(Claims).sentence() == "You may claim all the remaining tricks if you can't lose any of them."
    assert error_of("sandbags", "plays", {"kind": "claim"}) == ""
    assert error_of("sandbags", "plays", {"kind": "follow"}, without="claim") == ""
    rules, place = placed("sandbags", "plays", {"kind": "claim"})
    assert ruleset(checked(Variant, rules)).claim == built(Claims)
    del rules["plays"][place]
    assert ruleset(checked(Variant, rules)).claim is None


@pytest.mark.rule("C-12")
@pytest.mark.parametrize(("claims", "refused"), [([{"kind": "claim"}], False), ([], True)])
def test_a_sure_claim_is_refused_in_a_game_without_claims(claims: list[Entry], refused: bool) -> None:
    plays = [part.to_keys() for part in shipped()["sandbags"].plays if part.kind != "claim"]
    data = shipped()["sandbags"].to_json() | {"plays": plays + claims, "options": []}
    game = Sitting(ruleset(from_data(data))).deal("", "2-AS").bids(0, 13, 0, 0)
    assert game.sees(1).may_claim != refused
    refusal = game.course.refusal(Claim(1, 13))
    assert (refusal is not None) == refused
    assert refusal is None or refusal.rule == "C-12"

"""A programme gives each hand a format, which changes some rules and yields to the table's options."""

import json
from typing import Any

import pytest

from spades_tui.rules.bids import Exchange, NumberBid
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant import Variant, with_options
from spades_tui.rules.variant_reader import VariantError, from_data, parse

THREES = {"format": "threes", "hands": [2], "bids": [{"kind": "number", "max": 3}]}
NO_BAGS = {"format": "no bags", "hands": [3], "scores": [{"kind": "bags", "on": False}]}


def data(*formats: dict[str, Any], **more: Any) -> dict[str, Any]:
    """Return sandbags with these formats."""
    found: dict[str, Any] = shipped()["sandbags"].to_json()
    return found | {"slug": "home", "programme": list(formats), **more}


def game(*formats: dict[str, Any], **more: Any) -> Variant:
    return from_data(data(*formats, **more))


def wrong(*formats: dict[str, Any]) -> str:
    with pytest.raises(VariantError) as caught:
        game(*formats)
    return str(caught.value).removeprefix("rules: ")


@pytest.mark.rule("LG-1", "LG-3")
def test_each_hand_has_the_rules_of_its_format() -> None:
    rules = ruleset(game(THREES, NO_BAGS))
    hands = [rules.of_hand(number) for number in range(1, 6)]
    assert [one.format for one in hands] == [None, "threes", "no bags", None, None]
    assert [one.number.max for one in hands] == [13, 3, 13, 13, 13]
    assert [one.bags is not None for one in hands] == [True, True, False, True, True]
    assert all(one.counts_bags for one in hands)
    assert all(hands[1].of_hand(number) is one for number, one in enumerate(hands, 1))
    assert [one.variant.name for one in hands[:2]] == ["Sandbags", "Sandbags · threes"]


@pytest.mark.rule("LG-2")
def test_extra_hands_use_the_format_for_ties() -> None:
    rules = ruleset(game(THREES | {"level": True}, NO_BAGS))
    formats = [rules.of_hand(number).format for number in (1, 2, 3, 4, 99)]
    assert formats == [None, "threes", "no bags", "threes", "threes"]


@pytest.mark.rule("LG-3")
def test_a_format_can_switch_a_component_on() -> None:
    off = {"kind": "exchange", "rule": "NL-8", "nil": 1, "on": False}
    passing = {"format": "passing", "hands": [1], "bids": [{"kind": "exchange", "on": True, "nil": 2}]}
    rules = ruleset(game(passing, bids=[*data()["bids"], off]))
    exchange = rules.of_hand(1).exchange
    assert isinstance(exchange, Exchange)
    assert exchange.nil == 2
    assert rules.of_hand(2).exchange is None


@pytest.mark.rule("LG-3")
def test_a_chosen_option_overrides_a_format() -> None:
    target = {
        "name": "most", "type": "number", "least": 4, "greatest": 13, "words": "the greatest bid",
        "sets": "bids.number.max",
    }  # fmt: skip
    variant = game(THREES | {"bids": [{"kind": "number", "max": 3, "rule": "HM-1"}]}, options=[target])
    assert ruleset(with_options(variant, {"most": 5})).of_hand(2).number == NumberBid(kind="number", rule="HM-1", max=5)
    assert ruleset(variant).of_hand(2).number.max == 3


@pytest.mark.rule("LG-3")
def test_the_rule_object_of_a_programme_equals_its_file() -> None:
    variant = game(THREES | {"level": True}, NO_BAGS)
    assert json.loads(json.dumps(variant.to_json()["programme"])) == [THREES | {"level": True}, NO_BAGS]
    assert from_data(variant.to_json()) == variant
    assert "programme" not in shipped()["sandbags"].to_json()


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize(
    ("form", "message"),
    [
        (THREES | {"bids": [{"kind": "mirrors", "on": True}]},
         "programme[1].bids[1].kind: the game has no 'mirrors' among its bids; use number"),
        (THREES | {"bids": [{"kind": "numbr", "max": 3}]},
         "programme[1].bids[1].kind: the game has no 'numbr' among its bids; use number; did you mean "
         "'number'?"),
        (THREES | {"bids": [{"kind": "number", "max": 30}]},
         "programme[1].bids[1].max: 30 isn't allowed; use a whole number from 0 to 20"),
        (THREES | {"bids": [{"kind": "number", "most": 3}]},
         "programme[1].bids[1].most: unknown key; there are rule, on, min, max and order"),
        (THREES | {"bids": [{"kind": "number", "max": 14}]},
         "programme[1]: with format 'threes' the game doesn't work: the value is 14, but there are only 13 tricks"),
        (THREES | {"hands": []}, "programme[1].hands: missing; write the numbers of the hands that have this format"),
        (THREES | {"hands": [0]}, "programme[1].hands[1]: 0 isn't allowed; use a whole number from 1 to 200"),
        (THREES | {"hands": [2, 2]}, "programme[1].hands[2]: hand 2 is one of format 'threes' already"),
        (THREES | {"format": ""}, "programme[1].format: '' isn't allowed; use a text of 1 to 20 letters"),
        (THREES | {"level": 1}, "programme[1].level: 1 isn't allowed; use true or false"),
        (THREES | {"hand": [3]},
         "programme[1].hand: unknown key; did you mean 'hands'?"),
        (THREES | {"bids": [{"kind": "number"}]},
         "programme[1].bids[1]: nothing changes; write a key that changes beside `kind`"),
    ],
)  # fmt: skip
def test_invalid_declarations_are_refused(form: dict[str, Any], message: str) -> None:
    assert wrong(form).startswith(message)


@pytest.mark.rule("LG-3")
def test_two_formats_may_not_share_a_name_or_a_hand() -> None:
    assert wrong(THREES, THREES).startswith("programme[2].format: a second format 'threes'")
    other = NO_BAGS | {"hands": [1, 2]}
    assert wrong(THREES, other) == "programme[2].hands[2]: hand 2 is one of format 'threes' already"


@pytest.mark.rule("LG-3")
def test_an_error_in_a_format_names_its_line() -> None:
    text = (
        'schema = 1\nslug = "home"\nname = "Home"\nsummary = "A game."\nseats = 4\nsides = "partners"\n'
        '[deal]\ncards = 13\n[[bids]]\nkind = "number"\nmax = 13\n[[plays]]\nkind = "follow"\n'
        '[[plays]]\nkind = "lead"\nspades = "always"\n[[scores]]\nkind = "contract"\nzeros = "counted"\nmade = 10\n'
        'over = 0\n[[endings]]\nkind = "hands"\nhands = 3\n\n[[programme]]\nformat = "one"\nhands = [1]\n'
        'bids = [{ kind = "count", on = true }]\n'
    )
    with pytest.raises(VariantError) as caught:
        parse(text.encode(), "home.toml")
    assert str(caught.value).startswith("home.toml:29: programme[1].bids[1].kind: the game has no 'count'")

"""Set up a table for two who draft their cards (TW-1)."""

import random
from typing import Any

from spades_tui import cards
from spades_tui.game.events import Deal, Draft
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import from_data
from tests.game.tables import Sitting, some


def two(second: str = "seen", **tables: Any) -> Variant:
    """Return the game Sandbags for two with a draft."""
    data: dict[str, Any] = shipped()["sandbags"].to_json()
    for score in data["scores"]:
        score.pop("zero_partner_rule", None)
    data |= {"slug": "two", "seats": 2, "sides": "solo", "deal": {"cards": 13, "draft": second}}
    return from_data(data | tables)


def two_rules(second: str = "seen") -> Ruleset:
    return ruleset(two(second))


def stock_of(top: str, seed: int = 1) -> tuple[int, ...]:
    """Return the pack with these cards on top."""
    first = some(top)
    rest = [card for card in two_rules().cards.pack if card not in first]
    random.Random(seed).shuffle(rest)
    return (*first, *rest)


def at_draft(top: str, second: str = "seen", seed: int = 1) -> Sitting:
    """Return a game that seat 0 has dealt, where seat 1 sees the first of these cards."""
    sitting = Sitting(two_rules(second))
    return sitting.do(Deal(1, 0, (0, 0), stock=stock_of(top, seed)))


def drafted(sitting: Sitting, *keeps: bool) -> Sitting:
    """Make these decisions in turn; without `keeps`, finish the draft and keep every other card."""
    for keep in keeps or [n % 2 == 0 for n in range(len(sitting.hand.stock) // 2)]:
        assert sitting.turn is not None
        sitting.do(Draft(sitting.turn, keep))
    return sitting


def text(held: int | None) -> str:
    return cards.hand_text(held or 0)

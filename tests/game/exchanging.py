"""Set up a table of sandbags where cards are exchanged for a nil (NL-8)."""

from typing import Any

from spades_tui import cards
from spades_tui.game.events import Bid, Pass
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from spades_tui.rules.variant_reader import from_data
from tests.game.tables import Sitting

HANDS = ("AS KS QS JS AH KH QH JH TH 9H 8H 7H 6H", "TS 9S 8S 7S 5H 4H 3H 2H AD KD QD JD TD", "6S 5S 4S 3S 2S AC")


def rules(*, order: str = "together", nil: int = 2, **options: object) -> Ruleset:
    """Return the rules of sandbags with an exchange."""
    data: dict[str, Any] = shipped()["sandbags"].to_json()
    data["bids"] = [*data["bids"], {"kind": "exchange", "nil": nil, "blind_nil": 1, "pass_order": order}]
    return ruleset(with_options(from_data(data), options))


def table(*bids: int, **more: Any) -> Sitting:
    """Return a game with the bids of seats 1, 2, 3 and 0, ready for the next decision."""
    sitting = Sitting(rules(**more)).deal(*HANDS)
    for seat, bid in zip((1, 2, 3, 0), bids, strict=True):
        sitting.do(Bid(seat, bid))
    return sitting


def passed(seat: int, text: str) -> Pass:
    return Pass(seat, cards.parse_hand(text))

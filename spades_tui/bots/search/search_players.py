"""The players `strong` and `expert`, and the effort of their searches."""

from random import Random

from msgspec.structs import replace

from spades_tui.bots import bidding, club
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search.bid_search import nearest_sound, weigh_bids
from spades_tui.bots.search.card_search import weigh_cards
from spades_tui.bots.search.layout import layout
from spades_tui.bots.search.race import Effort
from spades_tui.bots.search.suit_sets import LONGEST
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Redeal, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.seats import Observation

EFFORTS = {
    "strong": (Effort(deals=10, cards=12_000, tie=0.8, tie_doubt=1.0), Effort(deals=20, cards=16_000)),
    "expert": (Effort(deals=300, cards=75_000, batch=20, exact=64), Effort(deals=160, cards=60_000, batch=20)),
}
"""By level: for a card, and for everything before the first card.

`strong` is about halfway between `club` and `expert`, so that people can tell them apart.
"""
THOROUGH = 3
"""Multiplies the cards of a thorough search, in which no choice is dropped."""
BID_DEALS = 3
"""Multiplies the deals before the first card for hints and other looks, because differences of bids vary much."""


def _without_search(seen: Observation, seat: int, stream: Stream, style: Style) -> SeatEvent | None:
    """Return a decision that needs no search: the only choice, a claim that can't be refused, or a new deal.

    With more trumps than the tables of the search have room for, `club` decides.
    """
    if max(layout(seen.rules).lengths) > LONGEST:
        return club.choose(seen, stream, style)
    if seen.phase == Phase.PLAY:
        plays = fair_plays(seen)
        return club.sure_claim(seen, seat) or (plays[0] if len(plays) == 1 else None)
    if len(seen.legal) == 1:
        return seen.legal[0]
    kitty = seen.phase == Phase.DISCARD and seen.rules.kitty is not None
    if kitty or seen.phase in (Phase.DRAW, Phase.PASS, Phase.DRAFT):
        return club.choose(seen, stream)
    kinds = {type(event) for event in seen.legal}
    if Bid in kinds and seen.own is not None and bidding.only_total_counts(seen, seat):
        return nearest_sound(seen, seat, bidding.choose(seen, seat, style))
    usual = bidding.choose(seen, seat) if Redeal in kinds else None
    return usual if isinstance(usual, Redeal) else None


def choose(level: str, seen: Observation, stream: Stream, style: Style = PLAIN) -> SeatEvent:
    """Return the level's choice. Raises the errors of `weighed`."""
    return weighed(level, seen, stream, style)[0].event


def weighed(
    level: str, seen: Observation, stream: Stream, style: Style = PLAIN, further: bool = False, thorough: bool = False,
    also: SeatEvent | None = None, among: tuple[SeatEvent, ...] = (),
) -> tuple[ValuedChoice, ...]:  # fmt: skip
    """Return the choices of a decision, best first; `further` and `also` as in `weigh_bids`, the rest as in `weigh`.

    Raises KeyError for a level that doesn't search, ValueError if the seat is not on turn.
    """
    seat = seen.seat
    if seat is None or not seen.legal:
        raise ValueError("this seat is not on turn")
    card, before = EFFORTS[level]
    if thorough:
        card = replace(card, cards=THOROUGH * card.cards, exact=2 * card.exact, drops=False)
    if further or thorough:
        before = replace(before, deals=BID_DEALS * before.deals, cards=THOROUGH * before.cards, drops=False)
    ready = _without_search(seen, seat, stream, style)
    if ready is not None:
        return (ValuedChoice(ready, 0.0, 0.0, 0.0, 0),)
    random = Random(stream.word() << 32 | stream.word())
    if seen.phase == Phase.PLAY:
        return weigh_cards(seen, seat, random, card, style, among)
    return weigh_bids(seen, seat, random, before, style, further, also, among)

"""A variant made ready for play: its components by kind, its card tables, its sides."""

from dataclasses import dataclass
from typing import TypeVar

from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.deck import CardTables, tables
from spades_tui.rules.ledger import HandCounts, Ledger, Line, Standing, fresh_standing
from spades_tui.rules.part import Part
from spades_tui.rules.variant import Variant

PartT = TypeVar("PartT", bound=Part)


def _find(parts: tuple[Part, ...], kind: type[PartT]) -> PartT | None:
    return next((part for part in parts if isinstance(part, kind)), None)


@dataclass(frozen=True, slots=True, eq=False)
class Ruleset:
    """What the machine and the computer players ask a variant. Build it with `ruleset`."""

    variant: Variant
    cards: CardTables
    seats: int
    players: int
    sides: tuple[tuple[int, ...], ...]
    side_of: tuple[int, ...]
    tricks: int
    number: bids.NumberBid
    blind: bids.Blind | None
    new_deal: bids.NewDeal | None
    side_total: bids.SideTotal | None
    change: bids.Change | None
    zero_draw: bids.ZeroDraw | None
    promises: tuple[bids.Promise, ...]
    stages: tuple[bids.Raise | bids.Skip | bids.HighDraw, ...]
    """What is gone through when all have bid, in order."""
    raises: bids.Raise | None
    lead: plays.Lead
    ace_call: plays.AceCall | None
    claim: plays.Claim | None
    last_trick: plays.LastTrick | None
    zero: scores.Zero | None
    contract: scores.Contract | None
    table: scores.Table | None
    bags: scores.Bags | None
    enforcement: customs.Enforcement | None
    low_ball: customs.LowBall | None
    gacc: customs.Gacc | None
    tray: customs.Tray | None
    days: customs.Days | None
    dump: customs.Dump | None
    bone: customs.Bone | None
    zb: customs.ZeroBuddy | None
    take_back: bool

    @property
    def partners(self) -> bool:
        """Whether sides are pairs."""
        return len(self.sides) < self.seats

    @property
    def challenged(self) -> bool:
        """Whether a card that does not follow suit is taken, and may be challenged (C-11)."""
        return self.enforcement is not None and self.enforcement.mode == "challenge"

    def fresh_standing(self) -> Standing:
        """The standing before the first hand."""
        return fresh_standing(self.seats, len(self.sides))

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Whether a bid is made only by exactly that number of tricks (BM-6)."""
        return self.table is not None and self.table.must_be_exact(bid, blind)

    def score(self, standing: Standing, hand: HandCounts) -> "Scored":
        """Score a hand: every component in its order. Nothing is changed; pure, and cheap enough to ask often."""
        ledger = Ledger(standing)
        for part in self.variant.scores:
            part.score(hand, ledger)
        points = ledger.points()
        totals = tuple(before + gained for before, gained in zip(standing.totals, points, strict=True))
        after = Standing(
            totals=totals,
            bags=tuple(ledger.bags),
            sets=tuple(ledger.sets),
            rows=tuple(ledger.rows),
            zero_pool=ledger.zero_pool,
            trays=(*standing.trays, self._last(totals)),
            on_nose=tuple(
                count + (hand.tricks_off(seat) == 0 and not hand.skipped) for seat, count in enumerate(standing.on_nose)
            ),
            played=tuple(
                count + (hand.bids[seat] is not None and not hand.skipped) for seat, count in enumerate(standing.played)
            ),
            hands=standing.hands + 1,
        )
        return Scored(tuple(ledger.lines), points, after, ledger.outright)

    def decide(self, standing: Standing, outright: int | None) -> endings.Outcome | None:
        """How the game has ended after a hand, if it has; the endings are asked in their order."""
        for part in self.variant.endings:
            outcome = part.decide(standing, outright)
            if outcome is not None:
                return outcome
        return None

    def _last(self, totals: tuple[int, ...]) -> tuple[int, ...]:
        """The seats of the sides in last place."""
        least = min(totals)
        return tuple(seat for seat in range(self.seats) if totals[self.side_of[seat]] == least)


@dataclass(frozen=True, slots=True)
class Scored:
    """The outcome of scoring one hand."""

    lines: tuple[Line, ...]
    points: tuple[int, ...]
    """Of each side in this hand."""
    standing: Standing
    """After it."""
    outright: int | None
    """The side whose bid has won the game."""


def ruleset(variant: Variant) -> Ruleset:
    """Make a variant ready. The variant must be one that `check.problems` finds nothing wrong with."""
    sides = variant.side_seats()
    side_of = tuple(next(n for n, seats in enumerate(sides) if seat in seats) for seat in range(variant.seats))
    number = _find(variant.bids, bids.NumberBid)
    lead = _find(variant.plays, plays.Lead)
    if number is None or lead is None:
        raise ValueError("a variant needs a number bid and a rule for leading")
    stages = tuple(part for part in variant.bids if isinstance(part, bids.Raise | bids.Skip | bids.HighDraw))
    new_deal = _find(variant.bids, bids.NewDeal)
    take_back = _find(variant.customs, customs.TakeBack)
    extra = variant.deal.extra > 0
    return Ruleset(
        variant=variant,
        cards=tables(variant.deck),
        seats=variant.seats,
        players=variant.players,
        sides=sides,
        side_of=side_of,
        tricks=variant.deal.cards,
        number=number,
        blind=_find(variant.bids, bids.Blind),
        new_deal=new_deal if new_deal and new_deal.on else None,
        side_total=_find(variant.bids, bids.SideTotal),
        change=_find(variant.bids, bids.Change),
        zero_draw=_find(variant.bids, bids.ZeroDraw) if extra else None,
        promises=tuple(part for part in variant.bids if isinstance(part, bids.Promise)),
        stages=tuple(part for part in stages if _stage_is_on(part, extra)),
        raises=_find(variant.bids, bids.Raise),
        lead=lead,
        ace_call=_find(variant.plays, plays.AceCall) if variant.deck.aces == "called" else None,
        claim=_find(variant.plays, plays.Claim),
        last_trick=_find(variant.plays, plays.LastTrick),
        zero=_find(variant.scores, scores.Zero),
        contract=_find(variant.scores, scores.Contract),
        table=_find(variant.scores, scores.Table),
        bags=_bags(variant),
        enforcement=_find(variant.customs, customs.Enforcement),
        low_ball=_find(variant.customs, customs.LowBall),
        gacc=_find(variant.customs, customs.Gacc),
        tray=_find(variant.customs, customs.Tray),
        days=_find(variant.customs, customs.Days),
        dump=_find(variant.customs, customs.Dump),
        bone=_find(variant.customs, customs.Bone),
        zb=_find(variant.customs, customs.ZeroBuddy),
        take_back=take_back is not None and take_back.on,
    )


def _stage_is_on(part: bids.Raise | bids.Skip | bids.HighDraw, extra: bool) -> bool:
    if isinstance(part, bids.Skip):
        return part.on
    return extra if isinstance(part, bids.HighDraw) else True


def _bags(variant: Variant) -> scores.Bags | None:
    bags = _find(variant.scores, scores.Bags)
    return bags if bags and bags.on else None

"""A variant prepared for play: components by kind, card tables and sides."""

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import lru_cache
from operator import add
from typing import Any, TypeVar

from spades_tui.rules import bids, customs, endings, plays, scores
from spades_tui.rules.component_bases import (
    BidLimit,
    EndingComponent,
    RuleComponent,
    ScoreComponent,
    ScoreFacts,
)
from spades_tui.rules.custom_component import CustomComponent, GameFacts
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.customs.days import tricks_off
from spades_tui.rules.deck import tables
from spades_tui.rules.ledger import (
    PROMISE,
    Announced,
    GameOutcome,
    HandCounts,
    Ledger,
    Noted,
    Scored,
    Standing,
    Tally,
    TrickPay,
)
from spades_tui.rules.variant import Variant, in_format

PartT = TypeVar("PartT", bound=RuleComponent)
CustomT = TypeVar("CustomT", bound=CustomComponent)
ValueT = TypeVar("ValueT")

MESSAGE_NAMES: dict[str, str] = customs.of_all("message_names")
"""The names that customs give to parts of the messages between hosts and guests."""

Bids = Sequence[int | None]
"""By seat; None for a seat that sits out or whose count is unknown."""


def _find(parts: Sequence[RuleComponent], kind: type[PartT]) -> PartT | None:
    """Return the component of this kind, if the table has it and hasn't switched it off."""
    return next((part for part in parts if isinstance(part, kind) and part.on), None)


def _first(values: Iterable[ValueT | None]) -> ValueT | None:
    """Return the first value that isn't None; None if there is none."""
    return next((value for value in values if value is not None), None)


def _with_hook(parts: Sequence[CustomComponent], hook: str) -> tuple[CustomComponent, ...]:
    """Return the customs that override a method of their base."""
    usual = getattr(CustomComponent, hook)
    return tuple([part for part in parts if getattr(type(part), hook) is not usual])


HAND_KEYS: dict[str, CustomKey] = customs.of_all("hand_keys")
"""The keys that customs add to a hand's score, in order."""
GAME_KEYS: dict[str, CustomKey] = customs.of_all("game_keys")
"""The keys that customs add to the end of a game."""
SEEN_KEYS: dict[str, CustomKey] = customs.of_all("seen_keys")
"""The keys that customs add to an observation."""


class Ruleset:
    """A variant as the machine and the computer players use it. Get one with `ruleset`.

    It isn't a `Struct`, because `hosting/messages.py` sends its variant instead of its fields.
    """

    def __init__(self, variant: Variant) -> None:
        """Find the components of a valid variant.

        Raises ValueError if it has no number bid or no rule for leading.
        """
        self.variant = variant
        self.format: str | None = None
        """The format of the hands with these rules, in a game with a programme (LG-1)."""
        self.cards = tables(variant.deck)
        self.seats = variant.seats
        self.players = variant.players
        self.sides = variant.side_seats()
        self.partners = len(self.sides) < self.seats
        side_of = {seat: side for side, own in enumerate(self.sides) for seat in own}
        self.side_of = tuple(map(side_of.__getitem__, range(self.seats)))
        self.tricks = variant.deal.cards

        extra = variant.deal.extra > 0
        number = _find(variant.bids, bids.NumberBid)
        if number is None:
            raise ValueError("a variant needs a number bid")
        self.number = number
        self.blind = _find(variant.bids, bids.Blind)
        self.new_deal = _find(variant.bids, bids.NewDeal)
        self.side_total = _find(variant.bids, bids.SideTotal)
        self.limits = tuple([part for part in variant.bids if isinstance(part, BidLimit)])
        """Limits on the numbers that may be bid (WZ-1, SU-1, NL-11)."""
        self.change = _find(variant.bids, bids.Change)
        self.zero_draw = _find(variant.bids, bids.ZeroDraw) if extra else None
        self.kitty = _find(variant.bids, bids.Kitty)
        self.promises = tuple([part for part in variant.bids if isinstance(part, bids.PromiseBid)])
        stages = [part for part in variant.bids if isinstance(part, bids.AnyStage)]
        self.stages = tuple([stage for stage in stages if stage.happens(extra)])
        """The stages after the bidding, in order."""
        self.high_draw = any(isinstance(stage, bids.HighDraw) for stage in self.stages)
        """Whether the highest bidder draws the extra card (3B-7)."""
        self.raises = _find(variant.bids, bids.Raises)
        self.side_raises = self.raises is not None and self.raises.of == "side"
        """Whether the side's total is raised, not a player's own bid (JK-5)."""
        self.exchange = _find(variant.bids, bids.Exchange)

        lead, first_trick = _find(variant.plays, plays.Lead), _find(variant.plays, plays.FirstTrick)
        opening = _find(variant.plays, plays.Opening)
        if lead is None:
            raise ValueError("a variant needs a rule for leading")
        self.lead = lead
        self.first_trick = first_trick if first_trick and first_trick.trumps != "free" else None
        """Set if spades are kept out of the first trick (NL-3)."""
        self.opening = opening if opening and opening.leads != "left" else None
        """Set if the lowest club leads to the first trick (NL-3)."""
        self.must_beat = _find(variant.plays, plays.MustBeat)
        """Set if players must beat the trick where they can (CB-1)."""
        calls_aces = variant.deck.aces == "called"
        self.ace_call = _find(variant.plays, plays.AceCall) if calls_aces else None
        self.claim = _find(variant.plays, plays.Claims)
        self.last_trick = _find(variant.plays, plays.LastTrick)

        self.bid_score = next((part for part in variant.scores if part.scores_bids), None)
        """The component that scores the bids."""
        self.zero_score = next((part for part in variant.scores if part.scores_zeros), None)
        """The component that scores zeros separately, if any (SB-7, SB-8)."""
        bid = ScoreFacts() if self.bid_score is None else self.bid_score.facts
        zero = ScoreFacts() if self.zero_score is None else self.zero_score.facts
        self.over_costs = bid.over < 0
        """Whether a trick above a made bid costs points (3B-12)."""
        self.zeros_separate = self.zero_score is not None
        """Whether a zero and its tricks are scored separately from the partner's bid (SB-7, SB-8).
        """
        self.zeros_pay = self.zeros_separate or (
            self.bid_score is not None and self.bid_score.pays_zeros
        )
        """Whether a bid of zero scores separately, made or not, rather than only adding 0 to the
        side's bid.
        """
        self.zero_word = zero.zero_word
        """The game's word for a bid of zero: ``zero``, ``nil``."""
        self.zero_start = zero.zero_start
        """The value of a zero before it has grown; 0 where zeros aren't scored separately."""
        self.failed_zeros_help = zero.failed_zeros_help
        """Whether the tricks of a failed zero count for the partner's bid (NL-6)."""
        never = ScoreComponent.trick_pays
        paying = [part for part in variant.scores if type(part).trick_pays is not never]
        self.winner_scores = tuple(paying)
        """The components that pay for winning certain tricks."""
        self.bags = _first(part.facts.bag_cost for part in variant.scores)
        """The cost of overtricks; None if the table has none."""
        self.row = _find(variant.scores, scores.PerfectRow)
        """The points for bids met exactly in a row (BM-11)."""
        self.hand_pay = _first(part.facts.hand_pay for part in variant.scores)
        """The points for winning the hand by a total (LG-3)."""

        self.goal = _first(part.goal for part in variant.endings)
        """The points to play to, where points end the game (SB-10, JK-12, BM-12)."""
        self.game_hands = _first(part.game_hands for part in variant.endings)
        """The number of hands, where that ends the game (3B-16)."""
        hands = _find(variant.endings, endings.Hands)
        self.single_hand = hands is not None and hands.hands == 1
        """Whether the game is a single hand, such as one of a match."""
        self.parts_all = any(part.parts_all for part in variant.endings)
        """Whether no two sides may be tied at the end (3B-17)."""
        self.set_limit = _first(part.most_sets for part in variant.endings)
        """The number of sets that lose the game, if sets can (JK-11)."""

        customs_on: list[CustomComponent] = [part for part in variant.customs if part.on]
        self.customs = tuple(customs_on)
        """The customs of the table."""
        self._custom_of = {type(part): part for part in self.customs}
        self.lead_customs = _with_hook(self.customs, "notes_lead")
        """Those that note some leads."""
        self.shown_customs = _with_hook(self.customs, "shows")
        """Those that an observation shows."""
        self.season_effects = _with_hook(self.customs, "season_counts")
        """Those that count something for the season."""
        self._calling_customs = _with_hook(self.customs, "called")
        self.calls_bids = bool(self._calling_customs)
        """Whether a custom gives hands with some bids a name (3B-8)."""
        self.take_back = _find(variant.customs, customs.TakingBack) is not None
        """Whether the last action may be taken back as long as it has shown nobody a card (3B-11).
        """
        self.undo = _find(variant.customs, customs.Undo) is not None
        """Whether actions may be undone one after another, even after players have seen new cards
        (3B-11).
        """
        self.slip = _find(variant.customs, customs.Slip) is not None
        """Whether the last action may be taken back until another player has acted (3B-11)."""
        self.practises = self.take_back or self.undo
        """Whether players may take back more than a slip, so that the table gives them time for it
        (3B-11).
        """
        self.practice = next(filter(None, [part.practice for part in self.customs]), "")
        """Why games by these rules are practice and don't count, as half a sentence; empty if they
        count.
        """
        enforcement = _find(variant.customs, customs.Enforcement)
        self.challenge = enforcement if enforcement and enforcement.mode == "challenge" else None
        """Set if the table accepts a card that doesn't follow suit, so that players may challenge
        it (C-11).
        """
        self.points_unit = 1 if _find(variant.customs, customs.Tenths) is None else 10
        """The points that players see as 1: 10 where they are written in tenths (CB-8)."""

        self.whole = variant
        """The game with all its formats."""
        self.hands: tuple[Ruleset, ...] = (self,)
        """The rules of each hand, which a format may change (LG-1), and then those of hands played
        because of a tie.
        """
        self.formats: tuple[Ruleset, ...] = (self,)
        """The rules of the hands with a format, in the order of the file, and of hands played
        because of a tie.
        """

    def __repr__(self) -> str:
        return f"<Ruleset {self.variant.slug}>"

    def __reduce__(self) -> tuple[Callable[..., "Ruleset"], tuple[Variant, str | None]]:
        """Return how another process gets the same rules, and shares them among questions."""
        return rules_of_format, (self.whole, self.format)

    def of_hand(self, number: int) -> "Ruleset":
        """Return the rules of the hand with this number, in the format of the programme (LG-3)."""
        return self.hands[min(number, len(self.hands)) - 1]

    def custom(self, kind: type[CustomT]) -> CustomT | None:
        """Return the custom of this kind, if the table has it.

        Only the event that belongs to it asks for it.
        """
        # a dictionary, because refusals ask for it at every card
        custom: Any = self._custom_of.get(kind)
        if isinstance(custom, kind):
            return custom
        return None

    def called(self, bids: Bids) -> str | None:
        """Return the name that a custom gives to a hand with these bids, or None (3B-8)."""
        return _first(custom.called(bids) for custom in self._calling_customs)

    def hand_marks(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        """Return for each hand the seats that the game's sheet marks after it (3B-19).

        It's empty for most games.
        """
        marks = (custom.hand_marks(standing) for custom in self.customs)
        return next(filter(None, marks), ())

    @property
    def mark(self) -> tuple[str, str]:
        """The sign beside the seats of `hand_marks`, and a letter for it."""
        return next((custom.mark for custom in self.customs if custom.mark_words), ("", ""))

    @property
    def mark_words(self) -> str:
        """What the sign says about a seat; empty for most games."""
        return next((custom.mark_words for custom in self.customs if custom.mark_words), "")

    def tricks_off(self, standing: Standing) -> tuple[tuple[int, int], ...]:
        """Return by seat its tricks over and short of its bids, in games that count them (3B-22).

        It's empty in other games.
        """
        counts = (custom.tricks_off(standing) for custom in self.customs)
        return next(filter(None, counts), ())

    def named(self, game: GameFacts) -> tuple[int, ...]:
        """Return the seats that a custom has given a name after the game, in order.

        The last is the current one.
        """
        names = (custom.named(game) for custom in self.customs)
        return next(filter(None, names), ())

    def decider(self, game: GameFacts) -> int | None:
        """Return the seat that may still decide about the end of the game, or None (3B-27)."""
        return _first(custom.decider(game) for custom in self.customs)

    @property
    def counts_bags(self) -> bool:
        """Whether bags cost points in a format of this game; records depend on it."""
        return any(rules.bags is not None for rules in self.formats)

    def fresh_standing(self) -> Standing:
        """Return the standing before the first hand."""
        return Standing.fresh(self.seats, len(self.sides))

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether a bid is made only by exactly that number of tricks (BM-6)."""
        return self.bid_score is not None and self.bid_score.must_be_exact(bid, blind)

    def bid_word(self, bid: int) -> str:
        """Return a bid as this game writes it: the number, or its word for a zero."""
        if bid or self.zero_word == "zero":
            return str(bid)
        return self.zero_word

    def zero_value(self, standing: Standing) -> int | None:
        """Return the value of a zero in the next hand, where it grows (3B-14)."""
        if self.zero_score is None:
            return None
        return self.zero_score.zero_value(standing.zero_pool)

    def trick_pays(self, announced: Sequence[Announced]) -> tuple[TrickPay, ...]:
        """Return the payments for winning certain tricks, in a hand with these announcements."""
        pays: list[TrickPay] = []
        for part in self.winner_scores:
            pays += part.trick_pays(announced, self.tricks)
        return tuple(pays)

    def promise(self, tricks: int) -> TrickPay | None:
        """Return the name, reward and cost of promising the first `tricks` tricks (BM-9)."""
        pays = self.trick_pays((Announced(0, PROMISE, tricks),))
        return next((pay for pay in pays if pay.seat == 0), None)

    def near_loss(self, standing: Standing) -> tuple[int, ...]:
        """Return the sides that lose with their next set (JK-11)."""
        last = (self.set_limit or 0) - 1
        return tuple(side for side, sets in enumerate(standing.sets) if 0 < sets == last)

    def set_again(self, sets: int) -> str:
        """Return the announcement of a side's latest set; empty if sets don't count."""
        words = (part.set_again(sets) for part in self.variant.endings)
        return next(filter(None, words), "")

    def extra_hand(self, standing: Standing) -> str | None:
        """Return which tie keeps the game going, as a sentence.

        Return None without one (3B-17, JK-11, SB-10, BM-12).
        """
        return _first(part.level(standing, self.points_unit) for part in self.variant.endings)

    def ending(self, reason: str) -> EndingComponent:
        """Return the ending of this kind."""
        return next(part for part in self.variant.endings if part.kind == reason)

    def score(self, standing: Standing, hand: HandCounts) -> Scored:
        """Score a hand with every component in order, without side effects."""
        ledger = Ledger(standing)
        for part in self.variant.scores:
            if part.scores_skipped == hand.skipped:
                part.score(hand, ledger)
        points = tuple(ledger.points)
        totals = tuple(map(add, standing.totals, points))
        zeros = (0,) * self.seats
        on_nose = list(standing.on_nose)
        tricks_over = list(standing.tricks_over or zeros)
        tricks_short = list(standing.tricks_short or zeros)
        played = list(standing.played)
        for seat, bid in enumerate(hand.bids):
            if bid is None or hand.skipped:
                continue
            played[seat] += 1
            off = tricks_off(hand, seat)
            if off is not None:
                on_nose[seat] += off == 0
                tricks_over[seat] += max(off, 0)
                tricks_short[seat] -= min(off, 0)
        after = Standing(
            totals=totals, bags=tuple(ledger.bags), sets=tuple(ledger.sets),
            rows=tuple(ledger.rows), zero_pool=ledger.zero_pool,
            last=(*standing.last, self.last_places(totals, ledger.outright)),
            on_nose=tuple(on_nose), tricks_over=tuple(tricks_over),
            tricks_short=tuple(tricks_short), played=tuple(played), hands=standing.hands + 1,
        )  # fmt: skip
        return Scored(tuple(ledger.lines), points, after, ledger.outright, tuple(ledger.notes))

    def suppose(self, standing: Standing, hand: HandCounts) -> Tally:
        """Score a supposed hand quickly, without its score sheet, notes and last places."""
        tally = Tally(standing)
        for part in self.variant.scores:
            if part.scores_skipped == hand.skipped:
                part.score(hand, tally)
        return tally

    def decide(self, standing: Standing, outright: int | None) -> GameOutcome | None:
        """Return how the game has ended after a hand, by the first ending that applies, or None."""
        for part in self.variant.endings:
            outcome = part.decide(standing, outright)
            if outcome is not None:
                return outcome
        return None

    def sides_at(self, seats: Iterable[int]) -> set[int]:
        """Return the sides of some seats."""
        return {self.side_of[seat] for seat in seats}

    def sides_but(self, some: Collection[int]) -> list[int]:
        """Return all sides except some."""
        return [side for side in range(len(self.sides)) if side not in some]

    def last_places(self, totals: tuple[int, ...], outright: int | None = None) -> tuple[int, ...]:
        """Return the seats whose side is last (3B-19).

        A side that has won outright is first with any score (3B-15).
        """
        least = min(total for side, total in enumerate(totals) if side != outright)
        last = [side for side, total in enumerate(totals) if total == least and side != outright]
        return tuple(seat for seat, side in enumerate(self.side_of) if side in last)


def count_hand(
    sides: tuple[tuple[int, ...], ...], cards: int, bids: Bids, tricks: Bids, *,
    contracts: tuple[int | None, ...] | None = None, side_tricks: tuple[int, ...] | None = None,
    blind: tuple[bool, ...] | None = None, announced: tuple[Announced, ...] = (),
    winners: tuple[int, ...] | None = None, noted: tuple[Noted, ...] = (),
    skipped: bool = False, penalised: tuple[int, ...] = (),
) -> HandCounts:  # fmt: skip
    """Return the counts of a hand with these bids and tricks, and `cards` tricks in all.

    By default, a side's bid and tricks are the sums over its seats: no raised total, and no books
    moved. Nobody has bid blind or announced anything, and no custom has noted anything. The winners
    of the tricks are unknown unless given.
    """
    if contracts is None:
        contracts = tuple([together(bids, seats) for seats in sides])
    if side_tricks is None:
        side_tricks = tuple([together(tricks, seats) or 0 for seats in sides])
    return HandCounts(
        sides=sides, cards=cards, bids=tuple(bids), blind=blind or (False,) * len(bids),
        contracts=contracts, announced=announced,
        table_tricks=tuple(tricks), side_tricks=side_tricks, winners=winners, noted=noted,
        skipped=skipped, penalised=penalised,
    )  # fmt: skip


def together(counts: Bids, seats: tuple[int, ...]) -> int | None:
    """Return the sum over a side's seats; None if every count is None."""
    total = None
    for seat in seats:
        count = counts[seat]
        if count is not None:
            total = count + (total or 0)
    return total


def ruleset(variant: Variant) -> Ruleset:
    """Prepare a variant for play.

    The variant must be one that `variant_check.problems` finds nothing wrong with.

    Equal variants share one ruleset, so that caches of one game serve the next.
    """
    if not variant.programme:  # a format may switch on a component that is off by default
        variant = variant.in_play()
    return _prepared(variant)


def rules_of_format(whole: Variant, form: str | None) -> Ruleset:
    """Return the rules of a game's hands with this format, or without one.

    Raises ValueError if it has no such hand.
    """
    rules = ruleset(whole)
    for of_format in (rules, *rules.formats):
        if of_format.format == form:
            return of_format
    raise ValueError(f"no hand has the format {form!r}")


@lru_cache(maxsize=32)
def _prepared(variant: Variant) -> Ruleset:
    """Return the rules of a game.

    With a programme, they are those of its first hand, linked to the others.
    """
    usual = level = Ruleset(variant.in_play())
    usual.whole = variant
    by_hand: dict[int, Ruleset] = {}
    for form in variant.programme:
        rules = Ruleset(in_format(variant, form).in_play())
        rules.format, rules.whole = form.format, variant
        by_hand |= dict.fromkeys(form.hands, rules)
        if form.level:
            level = rules
    numbers = range(1, max(by_hand, default=0) + 1)
    hands = (*[by_hand.get(number, usual) for number in numbers], level)
    for rules in (usual, *hands):
        rules.hands, rules.formats = hands, (*by_hand.values(), level)
    return usual

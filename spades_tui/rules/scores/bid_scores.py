"""The scores of bids: a contract, or points for each bid."""

from typing import Annotated, ClassVar, Literal

from msgspec import Meta

from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import capitalized, plural, signed
from spades_tui.rules.component import Component, Count, Points, RuleName, Switch
from spades_tui.rules.component_bases import Checker, ScoreComponent, ScoreFacts
from spades_tui.rules.ledger import Decided, HandCounts, Ledger
from spades_tui.rules.problems import Flaw, KeyName, Part, Quoted


class Special(Component):
    """A contract with its own value (JK-8)."""

    bid: Count
    points: Points
    lost: Points | None = None
    """Points when it is not made; left out: as for any other bid."""
    rule: RuleName
    default_rule: ClassVar[str] = "JK-8"


class AllTricks(Component):
    """A bid of every trick (3B-15)."""

    rule: RuleName
    default_rule: ClassVar[str] = "3B-15"
    each: Points
    """Points for each trick, when made."""
    wins: Switch
    """Whether it wins the game."""


class Contract(ScoreComponent):
    """A side's bid, made or not (SB-5, SB-8, JK-7, JK-8, JK-10, JK-13a, 3B-12, 3B-15)."""

    scores_bids: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset(("on", "specials", "exact", "wins_from"))

    kind: Literal["contract"]
    default_rule: ClassVar[str] = "SB-5"
    zeros: Literal["apart", "counted"]
    """``apart``: a zero bidder and the zero's tricks don't count here (SB-7, SB-8)."""
    zero_partner_rule: RuleName | None = None
    """The rule cited if the partner's zero is scored separately (SB-8)."""
    made: Points
    """Points for each trick bid, when made."""
    over: Points
    """Points for each trick above the bid."""
    lost: Points = 0
    """Points for each trick bid, when not made."""
    each_if_lost: Points = 0
    """Points for each trick taken, when the bid is not made (3B-12)."""
    bags: Switch = False
    """Whether tricks above the bid are bags, counted over the game (SB-5, JK-13b)."""
    special: Annotated[tuple[Special, ...], Meta(min_length=0, max_length=20)] = ()
    specials: Switch = True
    """Whether `special` applies at this table (NL-11)."""
    blind_made: Points = 0
    """Points for each trick of a blind bid, when made; 0: as for any other bid."""
    blind_rule: RuleName | None = None
    """The rule that a blind line cites."""
    blind_doubles_special: Switch = False
    """Whether a made blind special counts twice (the switch `blind_ten_400`)."""
    exact: Switch = False
    """Whether a bid is made only with exactly that number of tricks (BM-6)."""
    double_sets: Switch = False
    """Whether taking twice the bid or more is a set (JK-13a)."""
    double_rule: RuleName | None = None
    """The rule that a line for such a set cites."""
    all_tricks: AllTricks | None = None
    wins_from: Count = 0
    """The lowest bid that wins the game when made (CB-7); 0: none does."""

    def problems(self, check: Checker) -> None:
        """Report values with the wrong sign, bids out of reach, or zeros that nothing scores."""
        check.say(Flaw.MADE_GIVES, "made", when=self.made < 1)
        check.say(Flaw.SET_GIVES_NOT, "lost", when=self.lost > 0)
        if self.zeros == "apart" and not check.zeros_separate:
            check.say(Flaw.NO_ZERO_SCORE, "zeros", kind=Part(("scores.zero",)))
        if self.zeros == "apart" and any(part.raised == "side" for part in check.variant.bids):
            check.say(Flaw.RAISED_ZEROS_COUNT, "zeros")
        if self.zero_partner_rule and (self.zeros != "apart" or not check.partners):
            check.say(Flaw.NO_PARTNER_APART, "zero_partner_rule")
        if self.exact and (self.over or self.bags or self.double_sets):
            exact = KeyName("exact", ("scores.contract.exact",))
            for key in ("over", "bags", "double_sets"):
                value = getattr(self, key)
                if value:
                    allowed = Quoted(type(value)())
                    check.say(Flaw.EXACT_HAS_NO_OVER, key, exact=exact, allowed=allowed)
                    break
        self._special_problems(check)
        for key in ("blind_made", "blind_doubles_special"):
            if getattr(self, key) and not check.blind and not check.some_hands:
                check.say(Flaw.NO_BLIND, key, kind=Part(("bids.blind",)))
        check.say(Flaw.BLIND_MADE_GIVES, "blind_made", when=self.blind_made < 0)
        if self.blind_doubles_special and not self.special:
            special = KeyName("special", ("scores.contract.special",))
            check.say(Flaw.NOTHING_TO_DOUBLE, "blind_doubles_special", special=special)
        greatest = check.side_bid()[1]
        highest = min(greatest, check.tricks)
        too_high = self.wins_from > highest and not check.some_hands
        check.say(Flaw.ABOVE_GREATEST, "wins_from", when=too_high, greatest=highest)
        too_low = 0 < self.wins_from <= check.tricks // 2
        check.say(Flaw.TWO_CAN_WIN, "wins_from", when=too_low, least=check.tricks // 2 + 1)
        if self.all_tricks and greatest < check.tricks and not check.some_hands:
            check.say(Flaw.ALL_TRICKS_UNBID, "all_tricks", tricks=check.tricks, greatest=greatest)

    def _special_problems(self, check: Checker) -> None:
        low, high = check.side_bid()
        if self.zeros == "apart":
            low = max(1, check.one_bid()[0])
        high = min(high, check.tricks)
        for j, special in enumerate(self.special):
            where: tuple[str | int, ...] = ("special", j)
            if not low <= special.bid <= high and not check.some_hands:
                reach = {"bid": special.bid, "least": low, "greatest": high}
                check.say(Flaw.BID_OUT_OF_REACH, *where, "bid", **reach)
            if special.bid in [other.bid for other in self.special[:j]]:
                check.say(Flaw.SECOND_SCORE, *where, "bid", bid=special.bid)
            check.say(Flaw.MADE_GIVES, *where, "points", when=special.points < 1)
            check.say(Flaw.SET_GIVES_NOT, *where, "lost", when=(special.lost or 0) > 0)
            if self.all_tricks and special.bid == check.tricks:
                all_tricks = KeyName("all_tricks", ("scores.contract.all_tricks",))
                check.say(Flaw.ALL_TRICKS_TWICE, *where, "bid", all_tricks=all_tricks)

    def most(self, check: Checker) -> int:
        """Return the points of the highest bid made, plus all tricks above it."""
        bid = min(check.side_bid()[1], 2 * check.tricks)
        each = max(self.made, self.blind_made, self.all_tricks.each if self.all_tricks else 0)
        special = max((special.points for special in self._specials), default=0)
        beside = max(self.over, 0) + max(self.each_if_lost, 0)
        return max(each * bid, 2 * special) + beside * check.tricks

    @property
    def facts(self) -> ScoreFacts:
        all_tricks_win = self.all_tricks is not None and self.all_tricks.wins
        return ScoreFacts(
            over=self.over, leaves_zeros=self.zeros == "apart", blind_like_any=not self.blind_made,
            wins_game=self.wins_from > 0 or all_tricks_win, counts_bags=self.bags,
        )  # fmt: skip

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        """Return whether any trick above the bid sets it."""
        return self.exact

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write the lines of each side's bid; count its sets and bags."""
        bids, zeros = hand.bids, self.zeros == "counted"
        for side in hand.playing_sides:
            bid, took = self._bid_and_tricks(hand, side, ledger.helping[side])
            if bid is None:
                continue
            seats = tuple(
                [seat for seat in hand.sides[side] if bids[seat] or (zeros and bids[seat] == 0)]
            )
            blind = True in [hand.blind[seat] for seat in seats]
            plain = self.rule
            if self.zero_partner_rule and any(hand.bids[seat] == 0 for seat in hand.sides[side]):
                plain = self.zero_partner_rule
            penalised = hand.is_penalised(side)
            if self.all_tricks and bid == hand.cards and took == bid and not penalised:
                ledger.note(Decided.MADE, side, seats)
                text, points = f"All {bid} tricks bid and taken", self.all_tricks.each * bid
                ledger.add(side, self.all_tricks.rule, points, text)
                if self.all_tricks.wins:
                    ledger.outright = side
                continue
            special = next((one for one in self._specials if one.bid == bid), None)
            doubled = self.double_sets and bid > 0 and took >= 2 * bid
            beyond = doubled or (self.exact and took > bid)
            if took < bid or beyond or penalised:
                ledger.set_back(side, seats)
                rule = plain
                if doubled and self.double_rule:
                    rule = self.double_rule
                elif blind and not doubled and self.blind_rule:
                    rule = self.blind_rule
                if beyond or took >= bid:
                    text = f"{plural(bid, 'trick')} bid, took {took}"
                elif blind:
                    text = f"Blind bid set by {bid - took}"
                else:
                    text = f"Set by {bid - took}"
                if special and special.lost is not None:
                    ledger.add(side, special.rule, special.lost, text)
                else:
                    ledger.add(side, rule, self.lost * bid, text)
                ledger.add(side, plain, self.each_if_lost * took, f"Set with {took} taken")
                continue
            ledger.note(Decided.MADE, side, seats)
            if special:
                points = special.points
                if blind and self.blind_doubles_special:
                    points *= 2
                text = f"Blind {bid} bid and made" if blind else f"{bid} bid and made"
                ledger.add(side, special.rule, points, text)
            elif blind and self.blind_made:
                text = f"Blind {bid} made"
                ledger.add(side, self.blind_rule or plain, self.blind_made * bid, text)
            else:
                ledger.add(side, plain, self.made * bid, f"{bid} made")
            if 0 < self.wins_from <= bid:
                ledger.outright = side
            if took > bid:
                ledger.add(side, plain, self.over * (took - bid), f"{took - bid} over")
                ledger.take_over(side, seats, took - bid, self.bags)

    @property
    def _specials(self) -> tuple[Special, ...]:
        """The contracts with their own values; none if the table has switched them off."""
        if not self.specials:
            return ()
        return self.special

    def _bid_and_tricks(self, hand: HandCounts, side: int, helping: int) -> tuple[int | None, int]:
        """Return a side's bid and tricks.

        `helping`: tricks of a partner's failed zero that count here (NL-6).
        """
        took = hand.side_tricks[side]
        if self.zeros == "counted":
            return hand.contracts[side], took
        together = 0
        took += helping
        for seat in hand.sides[side]:
            bid = hand.bids[seat]
            if bid:
                together += bid
            elif bid == 0:
                took -= hand.table_tricks[seat] or 0
        if together:
            return (together, took)
        return (None, 0)

    def sentence(self, zero: str = "nil") -> str:
        made = "A bid made exactly" if self.exact else "A bid made"
        made += f": {signed(self.made)} for each trick bid"
        if self.over:
            made += f", {signed(self.over)} for each trick above it"
            if self.bags:
                made += " (a bag)"
        elif self.bags:
            made += ", and each trick above it is a bag"
        missed = []
        if self.lost:
            missed.append(f"{signed(self.lost)} for each trick bid")
        if self.each_if_lost:
            missed.append(f"{signed(self.each_if_lost)} for each trick taken")
        parts = [f"{made}; missed: {' and '.join(missed) or 'nothing'}."]
        parts += map(self._special_sentence, self._specials)
        if self.blind_made:
            parts.append(f"Made blind: {signed(self.blind_made)} for each trick bid.")
        if self.zeros == "apart" and self.zero_partner_rule:
            parts.append(
                "A zero and its tricks don't count here; only the partner's own bid and tricks do."
            )
        if self.double_sets:
            parts.append("Taking twice the bid or more is a set too.")
        if self.wins_from:
            parts.append(f"A bid of {self.wins_from} or more, made, wins the game.")
        if self.all_tricks:
            wins = ", and the game is won" if self.all_tricks.wins else ""
            each = f"{signed(self.all_tricks.each)} for each{wins}"
            parts.append(f"All the tricks bid and taken: {each}.")
        return " ".join(parts)

    def _special_sentence(self, special: Special) -> str:
        sentence = f"A bid of {special.bid} made: {signed(special.points)}"
        if self.blind_doubles_special:
            sentence += f", made blind {signed(2 * special.points)}"
        if special.lost is not None:
            sentence += f"; missed: {signed(special.lost)}"
        return f"{sentence}."


Column = Annotated[tuple[Points, ...], Meta(min_length=1, max_length=21)]
"""Points by bid: the first entry for a bid of 0, and so on."""


class BidTable(ScoreComponent):
    """Each bid has its own points, made and lost (BM-6, BM-7, BM-8, BM-10); for players alone."""

    scores_bids: ClassVar[bool] = True
    pays_zeros: ClassVar[bool] = True

    kind: Literal["table"]
    default_rule: ClassVar[str] = "BM-7"
    made: Column
    lost: Column
    blind_rule: RuleName | None = None
    blind_made: Annotated[tuple[Points, ...], Meta(min_length=0, max_length=21)] = ()
    blind_lost: Annotated[tuple[Points, ...], Meta(min_length=0, max_length=21)] = ()
    exact: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    """Bids that are made only by exactly that number of tricks (BM-6)."""
    blind_exact: Switch = True
    wins: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    """Bids that win the game when made; their points in the columns aren't used (BM-7)."""
    blind_wins: Annotated[tuple[Count, ...], Meta(min_length=0, max_length=21)] = ()
    over: Points = 0
    """Points for each trick above a bid that may be exceeded (BM-10)."""
    over_rule: RuleName | None = None
    bags: Switch = False
    """Whether those tricks are bags, counted over the game."""

    def must_be_exact(self, bid: int, blind: bool) -> bool:
        return (blind and self.blind_exact) or bid in self.exact

    def problems(self, check: Checker) -> None:
        """Report a game with partners, columns of the wrong length, or bids that can't be made."""
        check.alone_only("scores.table")
        if check.partners:
            return
        self._column_problems(check)
        greatest, blind = check.one_bid()[1], check.blind
        for key, listed in (
            ("exact", self.exact),
            ("wins", self.wins),
            ("blind_wins", self.blind_wins),
        ):
            for j, bid in enumerate(listed):
                if key == "blind_wins" and not blind:
                    check.say(Flaw.NO_BLIND, key, kind=Part(("bids.blind",)))
                elif bid > greatest:
                    check.say(Flaw.BID_TOO_GREAT, key, j, bid=bid, greatest=greatest)
                elif bid in listed[:j]:
                    check.say(Flaw.BID_TWICE, key, j, bid=bid)
        check.say(Flaw.NO_BID_GIVES, "made", when=not any(points > 0 for points in self.made))
        for key, column in (("lost", self.lost), ("blind_lost", self.blind_lost)):
            for j, points in enumerate(column):
                check.say(Flaw.LOST_GIVES_NOT, key, j, when=points > 0)

    def _column_problems(self, check: Checker) -> None:
        greatest = check.one_bid()[1]
        allowed = {"allowed": greatest + 1, "greatest": greatest}
        for key in ("made", "lost", "blind_made", "blind_lost"):
            column = getattr(self, key)
            if key.startswith("blind") and not check.blind:
                check.say(Flaw.NO_BLIND, key, when=column, kind=Part(("bids.blind",)))
            elif len(column) > greatest + 1:
                counts = {"scores": len(column), "last": len(column) - 1}
                check.say(Flaw.COLUMN_TOO_LONG, key, **counts, **allowed)
            elif len(column) < greatest + 1:
                counts = {"scores": len(column), "missing": len(column)}
                check.say(Flaw.COLUMN_TOO_SHORT, key, **counts, **allowed)

    def most(self, check: Checker) -> int:
        """Return the highest points of any bid, plus the points of all tricks above it."""
        return max(0, *self.made, *self.blind_made) + max(self.over, 0) * check.tricks

    @property
    def facts(self) -> ScoreFacts:
        return ScoreFacts(wins_game=bool(self.wins or self.blind_wins), counts_bags=self.bags)

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write the lines of each player's bid."""
        for side in hand.playing_sides:
            bid = hand.contracts[side] or 0
            took = hand.side_tricks[side]
            seats = hand.sides[side]
            word = f"{bid}"
            rule = self.rule
            made = self.made
            lost = self.lost
            wins = self.wins
            blind = True in [hand.blind[seat] for seat in seats]
            if blind:
                word = f"Blind {bid}"
                rule = self.blind_rule or self.rule
                made = self.blind_made
                lost = self.blind_lost
                wins = self.blind_wins
            over = took - bid
            failed = over < 0 or (over > 0 and self.must_be_exact(bid, blind))
            if failed or hand.is_penalised(side):
                ledger.set_back(side, seats, Decided.SET if bid else Decided.ZERO_FAILED)
                ledger.add(side, rule, lost[bid], f"{word} not made, took {took}")
                continue
            ledger.note(Decided.MADE if bid else Decided.ZERO_MADE, side, seats)
            if bid in wins:
                ledger.outright = side
            else:
                ledger.add(side, rule, made[bid], f"{word} made")
            if over:
                over_rule = self.over_rule or self.rule
                ledger.add(side, over_rule, self.over * over, f"{over} over")
                ledger.take_over(side, seats, over, self.bags)

    def sentence(self, zero: str = "nil") -> str:
        columns = _column_text(self.made, self.lost, self.wins)
        parts = [f"Points for a bid made or missed: {columns}."]
        if self.blind_made:
            columns = _column_text(self.blind_made, self.blind_lost, self.blind_wins)
            parts.append(f"Bid blind: {columns}.")
        exact = []
        if self.exact:
            bids = "Bids" if len(self.exact) > 1 else "A bid"
            exact.append(f"{bids} of {either(self.exact, 'and')}")
        if self.blind_made and self.blind_exact:
            exact.append("blind bids")
        if exact:
            words = ", and ".join(exact)
            parts.append(f"{capitalized(words)} must be met exactly.")
        if self.over or self.bags:
            bag = " (a bag)" if self.bags else ""
            parts.append(f"Each trick above any other bid: {signed(self.over)}{bag}.")
        return " ".join(parts)


def _column_text(made: tuple[int, ...], lost: tuple[int, ...], wins: tuple[int, ...]) -> str:
    """Return the columns in words: ``0 +200/−120, 1 +150/−110``.

    A bid that wins the game has ``the game``.
    """
    entries = []
    for bid, points in enumerate(made):
        pay = "the game" if bid in wins else signed(points)
        entries.append(f"{bid} {pay}/{signed(lost[bid])}")
    return ", ".join(entries)

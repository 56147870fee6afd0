"""A bid of zero that is scored separately."""

from typing import ClassVar, Literal

from spades_tui.language.sentence_parts import signed
from spades_tui.rules.component import Label, Points, RuleName, Switch
from spades_tui.rules.component_bases import Checker, ScoreComponent, ScoreFacts, place_of
from spades_tui.rules.ledger import Decided, HandCounts, Ledger
from spades_tui.rules.problems import Flaw, KeyName, Part


class Zero(ScoreComponent):
    """A bid of zero that is scored separately (SB-6, SB-7, 3B-13, 3B-14, NL-5, NL-6, NL-7)."""

    scores_zeros: ClassVar[bool] = True
    later: ClassVar[frozenset[str]] = frozenset((
        "on", "word", "stray", "over", "over_rule", "blind_made", "blind_lost", "blind_rule",
        "both_made", "both_lost",
    ))  # fmt: skip

    kind: Literal["zero"]
    default_rule: ClassVar[str] = "SB-6"
    word: Label = "zero"
    """The game's word for a bid of zero: ``nil``."""
    made: Points
    """Points for a zero that takes no trick; if they grow, those of the first hand."""
    grows: Switch = False
    """Whether to add the points that failed zeros have lost since one was last made (3B-14)."""
    lost: Points = 0
    """Points for a zero that takes any trick."""
    each: Points = 0
    """Points for each trick that a zero takes."""
    bags: Switch = False
    """Whether each trick that a zero takes is a bag (SB-7)."""
    stray: Literal["by_bags", "helps", "bags", "bags_only", "nothing"] = "by_bags"
    """The use of a failed zero's tricks (NL-6); ``by_bags``: `bags` decides.

    ``helps``: for the partner's bid, or as bags where there is none. ``bags``: each is a bag and
    pays `over`. ``bags_only``: a bag that pays nothing. ``nothing``: neither.
    """
    over: Points = 0
    """Points for each of those tricks that is a bag and pays (NL-6)."""
    over_rule: RuleName | None = None
    blind_made: Points = 0
    """Points for a blind zero; 0: as for any other (NL-7)."""
    blind_lost: Points = 0
    blind_rule: RuleName | None = None
    both_made: Points = 0
    """Points for two partners who both bid zero and take no trick, together; 0: each separately."""
    both_lost: Points = 0
    """Points for two partners who both bid zero, together, when either takes a trick.

    0: each separately.
    """

    def value(self, zero_pool: int) -> int:
        """Return the points for a zero in a hand that begins with this pool (3B-14)."""
        if self.grows:
            return self.made + zero_pool
        return self.made

    def zero_value(self, zero_pool: int) -> int | None:
        """Return the same as `value`; None if the points don't grow."""
        if not self.grows:
            return None
        return self.value(zero_pool)

    @property
    def _use_of_tricks(self) -> str:
        """The use of a failed zero's tricks, with ``by_bags`` resolved."""
        if self.stray != "by_bags":
            return self.stray
        return "bags_only" if self.bags else "nothing"

    def problems(self, check: Checker) -> None:
        """Report zeros that nobody can bid or that the contract counts too.

        Values may also have the wrong sign.
        """
        apart = [at for at, score in enumerate(check.variant.scores) if score.facts.leaves_zeros]
        zeros = KeyName("zeros", ("scores.contract.zeros",))
        check.say(Flaw.ZEROS_NOT_APART, "kind", when=not apart, zeros=zeros)
        check.say(Flaw.NO_ZERO, "kind", when=check.one_bid()[0] > 0, least=check.one_bid()[0])
        check.say(Flaw.ZERO_GIVES, "made", when=self.made < 1)
        for key, points in (("lost", self.lost), ("each", self.each)):
            check.say(Flaw.FAILED_GIVES_NOT, key, when=points > 0)
        check.say(Flaw.GROWS_BY_NOTHING, "grows", when=self.grows and not (self.lost or self.each))
        self._both_problems(check)
        self._stray_problems(check, apart)

    def _both_problems(self, check: Checker) -> None:
        """Report values for two zeros without partners, or next to a growing value."""
        for key, points in (("both_made", self.both_made), ("both_lost", self.both_lost)):
            check.say(Flaw.NO_DOUBLE_ZERO, key, when=points and not check.partners, zero=self.word)
            check.say(Flaw.DOUBLE_GROWS, key, when=points and self.grows)
        check.say(Flaw.DOUBLE_GIVES, "both_made", when=self.both_made < 0, zero=self.word)
        check.say(Flaw.DOUBLE_GIVES_NOT, "both_lost", when=self.both_lost > 0, zero=self.word)

    def _stray_problems(self, check: Checker, apart: list[int]) -> None:
        if self.stray != "by_bags" and self.bags:
            bags = KeyName("bags", ("scores.zero.bags",))
            stray = KeyName("stray", ("scores.zero.stray",))
            check.say(Flaw.BAGS_AND_STRAY, "bags", bags=bags, stray=stray)
        if self.stray == "helps" and apart and apart[0] < place_of(self, check.variant.scores):
            check.say(Flaw.HELPS_TOO_LATE, "stray")
        if self.over and self.stray not in ("helps", "bags"):
            check.say(Flaw.STRAY_PAYS_NOT, "over", stray=KeyName("stray", ("scores.zero.stray",)))
        check.say(Flaw.BLIND_ZERO_GIVES, "blind_made", when=self.blind_made < 0, zero=self.word)
        gives = self.blind_lost > 0
        check.say(Flaw.BLIND_FAILED_GIVES_NOT, "blind_lost", when=gives, zero=self.word)
        for key, value in (("blind_made", self.blind_made), ("blind_lost", self.blind_lost)):
            if value and not check.blind and not check.some_hands:
                check.say(Flaw.NO_BLIND, key, kind=Part(("bids.blind",)))

    def most(self, check: Checker) -> int | None:
        """Return the points of a zero by each player of the side.

        Return None if the value grows, because it has no bound.
        """
        if self.grows:
            return None
        each = max(self.made, self.blind_made) * check.side_size
        return max(each, self.both_made) + max(self.over, 0) * check.tricks

    @property
    def for_pairs(self) -> str:
        """The key by which the zeros of two partners are scored together, if they are."""
        if self.both_made:
            return "both_made"
        return "both_lost" if self.both_lost else ""

    @property
    def facts(self) -> ScoreFacts:
        return ScoreFacts(
            zero_word=self.word, zero_start=self.made,
            failed_zeros_help=self._use_of_tricks == "helps",
            pays_blind_zeros=self.blind_made != 0, counts_bags=self._use_of_tricks != "nothing",
        )  # fmt: skip

    def score(self, hand: HandCounts, ledger: Ledger) -> None:
        """Write a line for each zero, and update the pool and the bags."""
        value = self.value(ledger.before.zero_pool)
        any_made = False
        for side, seats in enumerate(hand.sides):
            both = self.double_zero(hand, seats)
            if both:
                text = f"Double {self.word} {'made' if both > 0 else 'set'}"
                ledger.add(side, self.rule, both, text)
            for seat in seats:
                took = hand.table_tricks[seat]
                if hand.bids[seat] != 0 or took is None:
                    continue
                if len(seats) == 1:
                    took = hand.side_tricks[side]
                rule = self.rule
                word = self.word.capitalize()
                made = value
                lost = self.lost + self.each * took
                if hand.blind[seat] and self.blind_made:
                    rule = self.blind_rule or self.rule
                    word = f"Blind {self.word}"
                    made = self.blind_made
                    lost = self.blind_lost
                if took == 0 and seat not in hand.penalised:
                    any_made = True
                    ledger.note(Decided.ZERO_MADE, side, (seat,))
                    ledger.add(side, rule, 0 if both else made, f"{word} made")
                    continue
                ledger.note(Decided.ZERO_FAILED, side, (seat,))
                points = 0 if both else lost
                ledger.add(side, rule, points, f"{word} set, took {took}")
                if self.grows and points < 0:
                    ledger.zero_pool += -points
                self._stray_tricks(hand, ledger, side, seat, took)
        if any_made:
            ledger.zero_pool = 0

    def double_zero(self, hand: HandCounts, seats: tuple[int, ...]) -> int:
        """Return the points of two partners' zeros together, unless one is blind and has its own.

        0: separately.
        """
        if len(seats) < 2 or not (self.both_made or self.both_lost):
            return 0
        if any(hand.bids[seat] != 0 or (hand.blind[seat] and self.blind_made) for seat in seats):
            return 0
        failed = any(hand.table_tricks[seat] or seat in hand.penalised for seat in seats)
        if failed:
            return self.both_lost
        return self.both_made

    def _stray_tricks(
        self, hand: HandCounts, ledger: Ledger, side: int, seat: int, took: int
    ) -> None:
        """Count the tricks of a failed zero (SB-7, NL-6)."""
        becomes = self._use_of_tricks
        if becomes == "helps" and any(hand.bids[other] for other in hand.sides[side]):
            ledger.helping[side] += took
        elif becomes != "nothing":
            if becomes != "bags_only":
                rule = self.over_rule or self.rule
                ledger.add(side, rule, self.over * took, f"{took} taken at {self.word}")
            ledger.take_over(side, (seat,), took, bags=True)

    def sentence(self, zero: str = "nil") -> str:
        made = f"A {self.word} made: {signed(self.made)}"
        if self.grows:
            made += ", plus all that failed zeros have lost since one was last made"
        lost = []
        if self.lost:
            lost.append(signed(self.lost))
        if self.each:
            lost.append(f"{signed(self.each)} for each trick taken")
        parts = [f"{made}; failed: {' and '.join(lost) or 'nothing'}."]
        if self.blind_made:
            parts.append(f"Bid blind: {signed(self.blind_made)} and {signed(self.blind_lost)}.")
        if self.both_made:
            parts.append(f"Both partners' made: {signed(self.both_made)} together.")
        if self.both_lost:
            together = signed(self.both_lost)
            parts.append(f"Both partners' bid and either failed: {together} together.")
        if self.blind_made and (self.both_made or self.both_lost):
            parts.append(f"If either is bid blind, each {self.word} is scored alone.")
        pays = f" and {signed(self.over)}" if self.over else ""
        match self._use_of_tricks:
            case "helps":
                parts.append(
                    f"The tricks of a failed {self.word} count for a partner's bid; "
                    f"if no partner bids a trick, each is a bag{pays}."
                )
            case "bags":
                parts.append(f"Each trick of a failed {self.word} is a bag{pays}.")
            case "bags_only":
                parts.append("Each of its tricks is a bag.")
        return " ".join(parts)

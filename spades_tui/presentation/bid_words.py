"""The reason for a bid, a raise or a promise as a sentence of at most 18 words: the tricks that the cards bring."""

from collections.abc import Sequence

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.sound_bids import partner_of
from spades_tui.bots.trick_count import DANGEROUS, CardMark, CardTrick, TrickCount, count_tricks
from spades_tui.bots.valued_choice import PlainReason, Reason, is_nil
from spades_tui.cards import cards_of, in_sentence, pretty
from spades_tui.game.events import Bid, Look, Promise, Raise, Redeal, SeatEvent, Stand
from spades_tui.language.amounts import plain
from spades_tui.presentation.trick_words import (
    MOST_NAMES,
    always_win,
    count_words,
    danger_words,
    most_win,
    number_word,
    ruffs_words,
    tricks_words,
)
from spades_tui.presentation.wording import fitting, in_words
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

BidChoice = Bid | Look | Promise | Raise | Redeal | Stand


def bid_words(reason: Reason, seen: Observation) -> str:
    """Return the reason for a choice before the play as a sentence, without its capital and its full stop.

    `reason` is one of the seat on turn, about a `BidChoice`.
    """
    seat = seen.seat or 0
    count = count_tricks(seen, seat)
    if count is None:
        return _BlindWords(reason, seen).sentence()
    return _BidWords(reason, seen, count).sentence()


class _BidWords:
    """Builds the sentence for a choice of a seat that has seen its cards."""

    def __init__(self, reason: Reason, seen: Observation, count: TrickCount) -> None:
        self.reason, self.seen, self.count = reason, seen, count
        self.seat = seen.seat or 0
        self.partner = partner_of(seen.rules, seen.table, self.seat) if seen.rules.partners else None

    def sentence(self) -> str:
        match self.reason.event:
            case Bid(bid=bid) if is_nil(self.seen.rules, bid):
                return self._nil()
            case Bid(bid=bid):
                return self._number(bid, number_word(bid))
            case Raise(bid=bid):
                return self._raise(bid)
            case Promise(tricks=tricks):
                return self._promise(tricks)
            case Redeal():
                return self._redeal()
            case _:
                return self._stand()

    @property
    def nil(self) -> str:
        return f"a {self.seen.rules.zero_word}"

    @property
    def theirs(self) -> int | None:
        """The partner's bid, if it's known."""
        return None if self.partner is None else self.seen.bids[self.partner]

    # ---- numbers

    def _number(self, bid: int, named: str) -> str:
        """Return why a number is good or bad; `named` is what to call it."""
        reason, about = self.reason, self.count.about
        if reason.goal == PlainReason.ROOM and self.theirs:
            both = f"{named} and partner's {number_word(self.theirs)} make {bid + self.theirs}"
            return f"{both}, and there are only {self.seen.rules.tricks} tricks"
        if reason.goal == PlainReason.SURE_TRICKS:
            sure = self.count.tricks[: self.count.sure]
            return f"{named} is too low: {always_win(sure)}"
        if reason.as_good is not None:
            return self._either(named, reason.as_good, bid)
        best = _number_of(reason.against)
        if best is None and reason.better < 0:
            return self._beside_other(named)
        if reason.better < 0 or (not reason.number and reason.against is None):
            return self._worse(bid, named, about if best is None else best)
        if reason.goal == PlainReason.COUNT and bid != about:
            return self._worse(bid, named, about)
        return self._good(bid, named)

    def _good(self, bid: int, named: str) -> str:
        """Return why a number is the best choice."""
        about, tricks = self.count.about, self.count.tricks
        if bid == about:
            raised = isinstance(self.reason.event, Raise)
            head = f"{named}, {count_words(self.count)}" if raised else count_words(self.count)
            short = f"about {number_word(about)}: {tricks_words(self.count.counted, about, 1)}"
            out, against = self._bids_out(bid), self._against(bid)
            warned = [f"{way}; {tail}" for way in (head, short) for tail in out]
            return fitting(*warned, *([f"{head}; {against}"] if against else []), head, short)
        said = named if isinstance(self.reason.event, Raise) else f"bid {named}"
        head = f"{said}, {number_word(abs(about - bid))} {'below' if bid < about else 'above'} your count"
        ways = [f"{head}: {tricks_words(tricks[:bid], bid, most)}" for most in (MOST_NAMES, 1)]
        doubtful = tricks[bid:about]
        if doubtful:
            doubts = f"{self._plain(doubtful)} may lose"
            if not bid:
                return f"{head}: {doubts}"
            return fitting(f"{ways[0]}; {doubts}", f"{ways[1]}; {doubts}", f"{head}: {doubts}")
        must = self._verb(tricks[about:bid], "must win")
        warned = [f"{ways[0]}; {tail}" for tail in self._bids_out(bid)]
        return fitting(*warned, *ways, f"{head}: {must}")

    def _worse(self, bid: int, named: str, best: int) -> str:
        """Return why a number is worse than the best one, by the tricks between the two."""
        if best == 0 and is_nil(self.seen.rules, 0):
            return self._beside_nil(bid, named)
        if bid < best:
            apart = self.count.tricks[bid:best]
            if len(apart) < best - bid:
                return f"{named} is {number_word(best - bid)} below what your small chances add up to"
            if len(apart) > MOST_NAMES:
                return f"{named} leaves out {number_word(len(apart))} tricks that you may count"
            return f"{named} leaves out {self._plain(apart)}, which may {'well ' if most_win(apart) else ''}win"
        apart = self.count.tricks[best:bid]
        if len(apart) < bid - best:
            return f"{named} needs more than your cards promise: about {number_word(self.count.about)}"
        if len(apart) > MOST_NAMES:
            return f"{named} needs {number_word(len(apart))} tricks that may fail"
        lose = "may lose" if most_win(apart) else "may well lose"
        return f"{named} needs {self._plain(apart)} too, which {lose}"

    def _either(self, named: str, other: SeatEvent, bid: int) -> str:
        """Return that two choices are worth the same, and what decides between them."""
        number = _number_of(other)
        if number is None or (not number and is_nil(self.seen.rules, 0)):
            danger = self._danger()
            beside = self.nil if isinstance(other, Bid) else _choice(other, self.seen.rules)
            return f"either {named} or {beside}: {danger} decides" if danger else f"either {named} or {beside}"
        apart = self.count.tricks[min(number, bid) : max(number, bid)]
        decides = self._verb(apart, "decides" if len(apart) < 2 else "decide")
        return f"either {named} or {number_word(number)}: {decides}"

    def _beside_other(self, named: str) -> str:
        """Return why a number is worse than a choice that is no number."""
        beside = _choice(self.reason.against, self.seen.rules)
        worth, about = f"{beside} is worth more", self.count.about
        tricks = tricks_words(self.count.counted, about, 1)
        short = f"{named}: you count about {number_word(about)}; {worth}"
        return fitting(f"{named}: {tricks}; {worth}", short)

    def _beside_nil(self, bid: int, named: str) -> str:
        """Return why a number is worse than a nil."""
        danger, tricks = self._danger(), self.count.tricks[:bid]
        fears = f"{self.nil} fears mostly {danger}" if danger else f"{self.nil} fears no card"
        if len(tricks) < bid:
            return f"{named} needs more than your cards promise; {fears}"
        needs = f"{named} needs {self._plain(tricks)}; {fears}"
        return fitting(needs, f"{named} needs {number_word(bid)} winners; {fears}")

    def _verb(self, tricks: Sequence[CardTrick], verb: str) -> str:
        """Return some tricks with a verb, or small chances if no card gives them."""
        return f"{self._plain(tricks) if tricks else 'small chances'} {verb}"

    def _plain(self, tricks: Sequence[CardTrick]) -> str:
        """Return what brings some tricks, without how likely they are."""
        named = [in_sentence(trick.card) for trick in tricks if trick.mark not in (CardMark.RUFF, CardMark.LONG)]
        long = sum(trick.mark == CardMark.LONG for trick in tricks)
        if long:
            named.append("a long trump" if long == 1 else f"{number_word(long)} long trumps")
        if ruffs := [trick for trick in tricks if trick.mark == CardMark.RUFF]:
            named.append(ruffs_words(ruffs))
        return in_words(named)

    def _bids_out(self, bid: int) -> tuple[str, ...]:
        """Return what the bids of the others mean for this one, the longest way first; nothing if that's little."""
        seen = self.seen
        others = [seen.bids[other] for other in seen.order if other != self.seat]
        known = [other for other in others if other is not None]
        total, left = sum(known), seen.rules.tricks - sum(known)
        if not known or isinstance(self.reason.event, Raise):
            return ()
        if self.theirs == 0 and is_nil(seen.rules, 0):
            return (f"partner's {seen.rules.zero_word} needs cover",)
        if len(known) == len(others) and bid >= left:
            short = f"{number_word(total)} are out: don't stretch"
            return (f"partner bid {number_word(self.theirs)}, so {short}", short) if self.theirs else (short,)
        if len(known) == len(others) and left >= bid + 3:
            rest = "the others" if len(others) > 1 else "your opponent"
            return (f"{rest} bid only {number_word(total)}",)
        if not self.theirs:
            return ()
        return (f"with partner's {number_word(self.theirs)} that makes {number_word(bid + self.theirs)}",)

    def _against(self, bid: int) -> str:
        """Return what another number lacks, or ""."""
        number = _number_of(self.reason.against)
        if number is None:
            return ""
        if not number and is_nil(self.seen.rules, 0):
            danger = self._danger()
            return f"{self.nil} would fear {danger}" if danger else ""
        apart = self.count.tricks[min(number, bid) : max(number, bid)]
        if not apart or len(apart) > MOST_NAMES or len(apart) < abs(number - bid):
            return ""
        needs = "leaves out" if number < bid else "needs"
        return f"{number_word(number)} {needs} {self._plain(apart)}{' too' if number > bid else ''}"

    # ---- nil

    def _danger(self) -> str:
        return in_sentence(self.count.dangers[0].card) if self.count.dangers else ""

    def _nil(self) -> str:
        """Return which card endangers a nil, and what helps it to lose."""
        reason, about = self.reason, self.count.about
        sure = self.count.tricks[: self.count.sure]
        if reason.goal == PlainReason.SURE_TRICKS:
            wins = always_win(sure) if sure else "your trumps can't all lose"
            return f"{self.nil} fails: {wins}"
        if reason.as_good is not None:
            return self._either(self.nil, reason.as_good, 0)
        if not self.count.dangers:
            return self.nil
        danger = self.count.dangers[0]
        suit = self.seen.rules.cards.suit_of[danger.card]
        name, cover = in_sentence(danger.card), danger_words(danger, suit)
        if reason.better < 0 or (reason.against is None and reason.goal == PlainReason.NIL):
            wasted = f"{self.nil} throws away about {number_word(about)} tricks, and {name} may win"
            return wasted if about >= 3 else f"{self.nil} may break on {name}, {cover}"
        fears = f"{name} is the danger" if danger.worth >= DANGEROUS else f"only {name} might win"
        whole = f"{self.nil}: {fears}, {cover}"
        helps = self.partner is not None and self.theirs != 0
        return fitting(f"{whole}; partner can cover" if helps else whole, whole)

    # ---- raises, promises, new deals

    def _raise(self, bid: int) -> str:
        """Return why a side or a player raises, or shouldn't."""
        named = f"a raise to {number_word(bid)}"
        if not self.seen.rules.side_raises:
            return self._number(bid, named)
        both = self.count.about + (self.theirs or 0)
        counted = f"you count about {number_word(self.count.about)}, partner bid {number_word(self.theirs or 0)}"
        if self.reason.better < 0 and bid > both:
            return f"{named} is {number_word(bid - both)} too many: {counted}"
        if self.reason.better < 0:
            return f"{named} risks more than a stand: {counted}"
        return f"{named}: {counted}"

    def _stand(self) -> str:
        """Return why a player stands, or shouldn't."""
        seen, against = self.seen, self.reason.against
        if isinstance(against, Promise):
            return f"no promise: {self._highest(against.tricks)}"
        side = seen.rules.side_of[self.seat]
        bid = seen.contracts[side] if seen.rules.side_raises else seen.bids[self.seat]
        named = f"stand on {number_word(bid or 0)}"
        if seen.rules.side_raises and self.theirs is not None:
            counted = f"you count about {number_word(self.count.about)}, partner bid {number_word(self.theirs)}"
            return f"{named}: {counted}"
        short = tricks_words(self.count.counted, self.count.about, 1)
        return fitting(
            f"{named}: {count_words(self.count)}",
            f"{named}: about {number_word(self.count.about)}, {short}",
            f"{named}: you count about {number_word(self.count.about)}",
        )

    def _promise(self, tricks: int) -> str:
        """Return whether the highest cards are enough for a promise of the first tricks."""
        return f"a promise of {number_word(tricks)}: {self._highest(tricks)}"

    def _highest(self, tricks: int) -> str:
        """Return which cards of the hand are the highest of their suits."""
        own, higher = self.seen.own or 0, rank_masks(self.seen.rules).higher
        out = rank_masks(self.seen.rules).pack & ~own
        tops = [card for card in cards_of(own) if not out & higher[card]]
        if not tops:
            return "no card of yours is the highest of its suit"
        if len(tops) > max(MOST_NAMES, tricks):
            return f"you hold {number_word(len(tops))} cards that only a ruff can beat"
        names = in_words([pretty(card) for card in reversed(tops)])
        only = "" if len(tops) >= tricks else "only "
        are = "is the highest of its suit" if len(tops) == 1 else "are the highest of their suits"
        return f"{only}{names} {are}"

    def _redeal(self) -> str:
        """Return what a new deal throws away."""
        poor = self.reason.better >= 0
        named = "a new deal" if poor else "a new deal throws away this hand"
        return f"{named}: {count_words(self.count)}"


class _BlindWords:
    """Builds the sentence for a choice of a seat that hasn't looked at its cards."""

    def __init__(self, reason: Reason, seen: Observation) -> None:
        self.reason, self.seen = reason, seen

    def sentence(self) -> str:
        reason, rules = self.reason, self.seen.rules
        share = number_word(round(rules.tricks / rules.players))
        worse = reason.better < 0
        match reason.event:
            case Look():
                other = _choice(reason.against, rules) if reason.against is not None else "a blind bid"
                gives = f"looking rules out {other}, and {self._score()}"
                return gives if worse else f"look first: {self._score()}, and {other} counts on no card"
            case Bid(bid=bid) if is_nil(rules, bid):
                fails = f"a blind {rules.zero_word} fails on one high trump"
                return f"{fails}, and {self._score()}" if worse else f"a blind {rules.zero_word}: {self._score()}"
            case Bid(bid=bid):
                named = f"a blind {number_word(bid)}" if bid or not rules.zero_word else f"a blind {rules.zero_word}"
                return f"{named}: an average hand takes about {share}, and {self._score()}"
            case Raise(bid=bid):
                return f"a raise to {number_word(bid)}: an average hand takes about {share}"
            case Promise(tricks=tricks):
                return f"a promise of {number_word(tricks)} counts on no card"
            case _:
                return f"{_choice(reason.event, rules)}: you haven't seen your cards"

    def _score(self) -> str:
        """Return whether the seat's side leads or trails."""
        rules, totals = self.seen.rules, self.seen.standing.totals
        side = rules.side_of[self.seen.seat or 0]
        ahead = totals[side] - max([total for other, total in enumerate(totals) if other != side], default=0)
        if not ahead:
            return "the score is tied"
        return f"you {'lead' if ahead > 0 else 'trail'} by {plain(abs(ahead), rules.points_unit)}"


def _number_of(event: SeatEvent | None) -> int | None:
    """Return the number of a bid or a raise; None for any other choice."""
    return event.bid if isinstance(event, Bid | Raise) else None


def _choice(event: SeatEvent | None, rules: Ruleset) -> str:
    """Return a choice as a noun."""
    match event:
        case Bid(bid=bid, blind=True):
            return f"a blind {number_word(bid) if bid else rules.zero_word}"
        case Bid(bid=0) if is_nil(rules, 0):
            return f"a {rules.zero_word}"
        case Bid(bid=bid) | Raise(bid=bid):
            return number_word(bid)
        case Promise(tricks=tricks):
            return f"a promise of {number_word(tricks)}"
        case Stand():
            return "standing"
        case Redeal():
            return "a new deal"
        case Look():
            return "looking first"
        case _:
            return "another choice"

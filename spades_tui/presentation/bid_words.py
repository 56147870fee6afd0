"""The reason for a bid, a raise or a promise in at most 18 words: the tricks of the cards."""

from collections.abc import Sequence

from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.sound_bids import partner_of
from spades_tui.bots.trick_count import DANGEROUS, CardMark, CardTrick, TrickCount, count_tricks
from spades_tui.bots.valued_choice import PlainReason, Reason, is_nil
from spades_tui.cards import JOKER_RANK, RANKS, SPADES, cards_of, in_sentence, pretty, printed_rank
from spades_tui.game.events import Bid, Look, Promise, Raise, Redeal, SeatEvent, Stand
from spades_tui.language.sentence_parts import by_count
from spades_tui.presentation.bid_surroundings import BidSurroundings
from spades_tui.presentation.blind_bid_words import BlindBidWords, bid_noun
from spades_tui.presentation.trick_words import (
    MOST_NAMES,
    always_win,
    count_words,
    danger_words,
    most_win,
    named_tricks,
    number_word,
    tricks_words,
)
from spades_tui.presentation.wording import fitting, in_words
from spades_tui.seats import Observation

NEARLY = 0.1
"""Tricks by which cards may differ and be called as good."""
NEAR_HALF = 0.3
"""Tricks above a whole number from which a count is called a half more."""

ABOUT_ONE = 0.25
"""Tricks by which two cards may be worth more or less than one, and make about one."""

BidChoice = Bid | Look | Promise | Raise | Redeal | Stand


def bid_words(reason: Reason, seen: Observation) -> str:
    """Return the reason of the seat on turn for a `BidChoice`, without capital and full stop."""
    seat = seen.seat or 0
    count = count_tricks(seen, seat)
    if count is None:
        return BlindBidWords(reason, seen).sentence()
    return _BidWords(reason, seen, count).sentence()


class _BidWords:
    """Builds the sentence for a choice of a seat that has seen its cards."""

    def __init__(self, reason: Reason, seen: Observation, count: TrickCount) -> None:
        self.reason = reason
        self.seen = seen
        self.count = count
        self.seat = seen.seat or 0
        self.partner: int | None = None
        if seen.rules.partners:
            self.partner = partner_of(seen.rules, seen.table, self.seat)
        self.around = BidSurroundings(seen, self.seat, self.theirs)

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
        if self.partner is None:
            return None
        return self.seen.bids[self.partner]

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
        if reason.goal == PlainReason.COUNT and bid != about and reason.better <= 0:
            return self._worse(bid, named, about)
        return self._good(bid, named)

    def _good(self, bid: int, named: str) -> str:
        """Return why a number is the best choice."""
        about = self.count.about
        tricks = self.count.tricks
        raised = isinstance(self.reason.event, Raise)
        if self._number_or_nil() and self.count.dangers:
            return self._instead_of_nil(bid)
        if bid == about:
            return self._as_counted(bid, named if raised else "")
        choice = named if raised else f"bid {named}"
        if bid > about:
            return self._above(bid, choice)
        listed = self._doubted(bid)
        head = choice if listed is None else f"{choice}, not {number_word(listed)}"
        about = listed or about
        kinds = [tricks_words(tricks[:bid], bid, most) for most in (MOST_NAMES, 1)]
        doubtful = tricks[bid:about]
        named_long = any(trick.mark == CardMark.LONG for trick in tricks[:bid])
        doubts = "small chances may fail"
        if doubtful:
            doubts = f"{named_tricks(doubtful, named_long)} may lose"
        if not bid:
            return f"{head}: {doubts}"
        cards = named_tricks(tricks[:bid])
        reach = "" if raised else self.around.reaches(bid) or self.around.enough(bid)
        if reach:
            return fitting(f"{head}: {cards}; {reach}", f"{head}: {reach}")
        told = [f"{way}: {kind}; {doubts}" for way in (head, choice) for kind in (kinds[0], cards)]
        why = "" if raised else self.around.why_less(bid, about)
        whys = [f"{one}; {why}" for one in (*told, f"{head}: {doubts}") if why]
        told.append(f"{choice}: {kinds[1]}; {doubts}")
        return fitting(*whys[:-1], *told, *whys[-1:], f"{head}: {doubts}")

    def _number_or_nil(self) -> bool:
        """Return whether the rules leave one number, such as that of the spades, and a nil."""
        bids = {bid.bid for bid in self.seen.legal if isinstance(bid, Bid)}
        return len(bids) == 2 and 0 in bids and is_nil(self.seen.rules, 0)

    def _instead_of_nil(self, bid: int) -> str:
        """Return why the only number is better than a nil."""
        named = f"bid {number_word(bid)}"
        if self.theirs == 0:
            return f"{named}: partner's {self.seen.rules.zero_word} needs cover"
        sure = self.count.tricks[: self.count.sure]
        if sure:
            return f"{named}; {self.nil} fails: {always_win(sure)}"
        return f"{named}; {self._nil_risk()}"

    def _doubted(self, bid: int) -> int | None:
        """Return the higher number to speak against: one that is weighed, or the count; or None."""
        other = self.reason.against
        if other is None:
            return self.count.about
        number = _number_of(other)
        return number if number is not None and bid < number <= self.count.about else None

    def _as_counted(self, bid: int, raised: str) -> str:
        """Return the tricks of a bid that is just the count; `raised`: the name of a raise."""
        head = count_words(self.count)
        if raised:
            head = f"{raised}, {head}"
        short = f"about {number_word(bid)}: {tricks_words(self.count.counted, bid, 1)}"
        decisive = "" if raised else self.around.decisive(bid)
        if decisive:
            ways = (head, short, f"about {number_word(bid)}")
            return fitting(*(f"{way}; {decisive}" for way in ways))
        tails = [*self._bids_out(bid), *filter(None, [self._left_out(bid)])]
        if not raised:
            tails += self.around.with_partner(bid)
        sentences = [f"{way}; {tail}" for tail in tails for way in (head, short)]
        if len(tails) > 1:
            sentences.insert(0, f"{head}; {'; '.join(tails[:2])}")
        against = self._against(bid)
        if against:
            sentences.append(f"{head}; {against}")
        return fitting(*sentences, head, short)

    def _above(self, bid: int, choice: str) -> str:
        """Return which tricks a bid above the count needs, and why to bid them all the same."""
        about, tricks = self.count.about, self.count.tricks
        head = f"{choice}, {number_word(bid - about)} above your count:"
        if bid == about + 1 and self.count.total - about >= NEAR_HALF:
            half = f"{number_word(about)} and a half" if about else "half a trick"
            head = f"{choice}: you count {half};"
        extra = tricks[about:bid]
        must = f"{named_tricks(extra)} must win too" if extra else "small chances must win"
        if 0 < len(extra) < bid - about:
            must = f"{named_tricks(extra)} and small chances must win"
        if len(extra) > MOST_NAMES:
            must = f"{number_word(bid - about)} more must win"
        if isinstance(self.reason.event, Raise):
            return f"{head} {must}"
        why = self.around.why_more(bid)
        if why:
            whys = [f"{head} {must}; {why}", f"{head} {why}"]
            if len(tricks) >= bid:
                whys.insert(0, f"{head} {named_tricks(tricks[:bid])}; {why}")
            return fitting(*whys)
        kinds = [tricks_words(tricks[:about], about, most) for most in (MOST_NAMES, 1)]
        return fitting(*(f"{head} {kind}; {must}" for kind in kinds), f"{head} {must}")

    def _left_out(self, bid: int) -> str:
        """Return that a bid doesn't count some plain aces and kings, or "".

        Two that are worth about a trick are named together; others nearly worth a card that it
        counts are called as good.
        """
        deck, own, tricks = self.seen.rules.cards, self.seen.own or 0, self.count.tricks
        counted = {trick.card for trick in tricks[:bid]}
        least = min((trick.worth for trick in tricks[:bid]), default=1.0) - NEARLY
        as_good = {trick.card for trick in tricks[bid:] if trick.worth >= least}
        honours = [
            card
            for card in cards_of(own)
            if deck.suit_of[card] != SPADES and RANKS.index("K") <= printed_rank(card) < JOKER_RANK
        ]
        left = [card for card in reversed(honours) if card not in counted]
        alike = [card for card in left if card in as_good]
        chances = [trick for trick in tricks if trick.mark == CardMark.PERHAPS]
        pair = [trick for trick in chances if trick.card in honours]
        about_one = abs(sum(trick.worth for trick in pair) - 1.0) <= ABOUT_ONE
        if len(pair) == 2 and about_one and len({pair[0].card, pair[1].card} & set(left)) == 1:
            both = in_words([pretty(trick.card) for trick in pair])
            return f"{both} make about one together"
        if alike:
            verb = by_count(len(alike), "is", "are")
            return f"{in_words(map(pretty, alike))} {verb} as good, but not all win"
        return f"don't count on {in_words(map(pretty, left))}" if left else ""

    def _worse(self, bid: int, named: str, best: int) -> str:
        """Return why a number is worse than the best one, by the tricks between the two."""
        if best == 0 and is_nil(self.seen.rules, 0):
            return self._beside_nil(bid, named)
        short = self.around.falls_short(bid, best)
        if short:
            return f"{named} {short}"
        if bid < best:
            apart = self.count.tricks[bid:best]
            if len(apart) < best - bid:
                below = number_word(best - bid)
                return f"{named} is {below} below what your small chances add up to"
            if len(apart) > MOST_NAMES:
                return f"{named} leaves out {number_word(len(apart))} tricks that you may count"
            win = "may well win" if most_win(apart) else "may win"
            return f"{named} leaves out {named_tricks(apart)}, which {win}"
        apart = self.count.tricks[best:bid]
        if len(apart) < bid - best:
            if bid <= self.count.about:
                return f"{named} needs small chances, which may lose"
            return (
                f"{named} needs more than your cards promise: about {number_word(self.count.about)}"
            )
        if len(apart) > MOST_NAMES:
            return f"{named} needs {number_word(len(apart))} tricks that may fail"
        lose = "may lose" if most_win(apart) else "may well lose"
        one_of = self._one_of(best, bid)
        if one_of:
            return f"{named} needs {one_of} too, and each {lose}"
        return f"{named} needs {named_tricks(apart)} too, which {lose}"

    def _either(self, named: str, other: SeatEvent, bid: int) -> str:
        """Return that two choices are worth the same, and what decides between them."""
        number = _number_of(other)
        if number is None or (not number and is_nil(self.seen.rules, 0)):
            danger = self._danger()
            beside = self.nil if isinstance(other, Bid) else bid_noun(other, self.seen.rules)
            words = f"either {named} or {beside}"
            if not danger:
                return words
            return f"{words}: {danger} decides"
        low, high = sorted((number, bid))
        base, apart = self.count.tricks[:low], self.count.tricks[low:high]
        named_long = any(trick.mark == CardMark.LONG for trick in base)
        decides = self._verb(apart, "decides" if len(apart) == 1 else "decide", named_long)
        one_of = self._one_of(low, high)
        if one_of:
            decides = f"{one_of} decides"
        head = f"either {named} or {number_word(number)}"
        enough = "" if isinstance(self.reason.event, Raise) else self.around.either(bid, number)
        if enough:
            return f"{head}: {enough}"
        score = "" if isinstance(self.reason.event, Raise) else self.around.at_stake(bid, number)
        if score and low > self.count.about + 1:
            return f"{head}: you count about {number_word(self.count.about)}; {score}"
        cheap = "" if isinstance(self.reason.event, Raise) else self.around.cheap_set(high)
        if cheap and bid == high:
            return fitting(f"{head}: {decides}; {cheap}", f"{head}: {cheap}")
        whys = [f"{head}: {decides}"]
        if base and len(base) == low:
            make = f"{'makes' if low == 1 else 'make'} {number_word(low)}"
            whys.insert(0, f"{head}: {named_tricks(base)} {make}; {decides}")
        scored = [f"{why}; {score}" for why in whys if score]
        return fitting(*scored, *whys)

    def _beside_other(self, named: str) -> str:
        """Return why a number is worse than a choice that is no number."""
        beside = bid_noun(self.reason.against, self.seen.rules)
        worth = f"{beside} is worth more"
        about = self.count.about
        tricks = tricks_words(self.count.counted, about, 1)
        short = f"{named}: you count about {number_word(about)}; {worth}"
        return fitting(f"{named}: {tricks}; {worth}", short)

    def _beside_nil(self, bid: int, named: str) -> str:
        """Return why a number is worse than a nil."""
        danger = self._danger()
        tricks = self.count.tricks[:bid]
        fears = f"{self.nil} fears no card"
        if danger:
            fears = f"{self.nil} fears mostly {danger}"
        if len(tricks) < bid:
            beyond = "small chances" if bid <= self.count.about else "more than your cards promise"
            return f"{named} needs {beyond}; {fears}"
        needs = f"{named} needs {named_tricks(tricks)}; {fears}"
        behind = self.around.far_behind()
        if behind:
            needs = f"{needs}, and {behind}"
        return fitting(needs, f"{named} needs {number_word(bid)} winners; {fears}")

    def _one_of(self, low: int, high: int) -> str:
        """Return the small chances of which one makes the difference between two numbers, or ""."""
        chances = self.count.tricks[low : low + MOST_NAMES]
        marks = {trick.mark for trick in chances}
        if high != low + 1 or len(chances) < 2 or marks != {CardMark.PERHAPS}:
            return ""
        names = [in_sentence(trick.card) for trick in chances]
        return f"one of {in_words(names)}"

    def _verb(self, tricks: Sequence[CardTrick], verb: str, named_long: bool) -> str:
        """Return some tricks with a verb, or small chances if no card gives them."""
        if not tricks:
            return f"small chances {verb}"
        return f"{named_tricks(tricks, named_long)} {verb}"

    def _bids_out(self, bid: int) -> tuple[str, ...]:
        """Return what the score and the others' bids mean for a bid, the longest way first."""
        if isinstance(self.reason.event, Raise):
            return ()
        return self.around.around(bid, self.count.about, is_nil(self.seen.rules, 0))

    def _against(self, bid: int) -> str:
        """Return what another number lacks, or ""."""
        number = _number_of(self.reason.against)
        if number is None:
            return ""
        if not number and is_nil(self.seen.rules, 0):
            danger = self._danger()
            if not danger:
                return ""
            return f"{self.nil} would fear {danger}"
        apart = self.count.tricks[min(number, bid) : max(number, bid)]
        if not apart or len(apart) > MOST_NAMES or len(apart) < abs(number - bid):
            return ""
        if number < bid:
            return ""
        return f"{number_word(number)} needs {named_tricks(apart)} too"

    # ---- nil

    def _danger(self) -> str:
        if not self.count.dangers:
            return ""
        return in_sentence(self.count.dangers[0].card)

    def _nil(self) -> str:
        """Return which card endangers a nil, and what helps it to lose."""
        reason = self.reason
        sure = self.count.tricks[: self.count.sure]
        if reason.goal == PlainReason.SURE_TRICKS:
            wins = "your trumps can't all lose"
            if sure:
                wins = always_win(sure)
            return f"{self.nil} fails: {wins}"
        if reason.as_good is not None:
            return self._either(self.nil, reason.as_good, 0)
        if not self.count.dangers:
            return self.nil
        if reason.better < 0 or (reason.against is None and reason.goal == PlainReason.NIL):
            return self._nil_risk()
        danger = self.count.dangers[0]
        name, cover = in_sentence(danger.card), self._cover()
        fears = f"only {name} might win"
        if danger.worth >= DANGEROUS:
            fears = f"{name} is the danger"
        whole = f"{self.nil}: {fears}, {cover}"
        urgent = self.around.threat() or self.around.far_behind()
        if urgent:
            return fitting(f"{whole}; {urgent}", f"{self.nil}: {fears}; {urgent}")
        if self.partner is None or self.theirs == 0:
            return whole
        return fitting(f"{whole}; partner can cover", whole)

    def _nil_risk(self) -> str:
        """Return how the most dangerous card speaks against a nil."""
        name, about = in_sentence(self.count.dangers[0].card), self.count.about
        if about < 3:
            return f"{self.nil} may break on {name}, {self._cover()}"
        return f"{self.nil} throws away about {number_word(about)} tricks, and {name} may win"

    def _cover(self) -> str:
        """Return what helps the most dangerous card to lose."""
        danger = self.count.dangers[0]
        return danger_words(danger, self.seen.rules.cards.suit_of[danger.card])

    # ---- raises, promises, new deals

    def _raise(self, bid: int) -> str:
        """Return why a side or a player raises, or shouldn't."""
        named = f"a raise to {number_word(bid)}"
        if not self.seen.rules.side_raises:
            return self._number(bid, named)
        both = self.count.about + (self.theirs or 0)
        counted = self._counts(self.theirs or 0)
        if self.reason.better < 0 and bid > both:
            return f"{named} is {number_word(bid - both)} too many: {counted}"
        if self.reason.better < 0:
            return f"{named} risks more than a stand: {counted}"
        return f"{named}: {counted}"

    def _stand(self) -> str:
        """Return why a player stands, or shouldn't."""
        seen = self.seen
        against = self.reason.against
        if isinstance(against, Promise):
            return f"no promise: {self._highest(against.tricks)}"
        side = seen.rules.side_of[self.seat]
        bid = seen.bids[self.seat]
        if seen.rules.side_raises:
            bid = seen.contracts[side]
        named = f"stand on {number_word(bid or 0)}"
        if seen.rules.side_raises and self.theirs is not None:
            return f"{named}: {self._counts(self.theirs)}{self._to_spare(bid or 0, self.theirs)}"
        about = self.count.about
        counted = f"you count about {number_word(about)}"
        kinds = [tricks_words(self.count.counted, about, most) for most in (MOST_NAMES, 1)]
        ways = [f"{named}: {counted}, {kind}" for kind in kinds]
        if about == bid:
            ways = [f"{named}: {kind}" for kind in kinds]
        return fitting(*ways, f"{named}: {counted}")

    def _to_spare(self, contract: int, partner_bid: int) -> str:
        """Return how far a side's bid is from the tricks counted for it, or "" if they agree."""
        apart = self.count.about + partner_bid - contract
        if not apart:
            return ""
        return f", {number_word(abs(apart))} {'to spare' if apart > 0 else 'short already'}"

    def _counts(self, partner_bid: int) -> str:
        about = number_word(self.count.about)
        return f"you count about {about}, partner bid {number_word(partner_bid)}"

    def _promise(self, tricks: int) -> str:
        """Return whether the highest cards are enough for a promise of the first tricks."""
        return f"a promise of {number_word(tricks)}: {self._highest(tricks)}"

    def _highest(self, tricks: int) -> str:
        """Return which cards of the hand are the highest of their suits."""
        own = self.seen.own or 0
        masks = rank_masks(self.seen.rules)
        out = masks.pack & ~own
        tops = [card for card in cards_of(own) if not out & masks.higher[card]]
        if not tops:
            return "no card of yours is the highest of its suit"
        if len(tops) > max(MOST_NAMES, tricks):
            return f"you hold {number_word(len(tops))} cards that only a ruff can beat"
        names = in_words(map(pretty, reversed(tops)))
        if len(tops) < tricks:
            names = f"only {names}"
        if len(tops) == 1:
            return f"{names} is the highest of its suit"
        return f"{names} are the highest of their suits"

    def _redeal(self) -> str:
        """Return what a new deal throws away."""
        named = "a new deal throws away this hand"
        if self.reason.better >= 0:
            named = "a new deal"
        return f"{named}: {count_words(self.count)}"


def _number_of(event: SeatEvent | None) -> int | None:
    """Return the number of a bid or a raise; None for any other choice."""
    if isinstance(event, Bid | Raise):
        return event.bid
    return None

"""A reason for a hint as a sentence of at most 14 words, the same on screen and in plain text."""

from collections.abc import Callable

from spades_tui.bots.valued_choice import MEANS, Aim, PlainReason, Reason, is_nil
from spades_tui.cards import card_words
from spades_tui.game.events import Bid, Discard, Look, Play, Promise, Raise, SeatEvent, Stand
from spades_tui.language.address import capitalized
from spades_tui.rules.component import plural
from spades_tui.seats import Observation

Names = tuple[str, ...] | None


def reason_words(reason: Reason, seen: Observation, names: Names = None) -> str:
    """Return a reason of the seat on turn as a sentence; with `names`, other players go by name."""
    return f"{capitalized(_Words(reason, seen, names).sentence())}."


def percent(share: float) -> str:
    """Return a share of the sampled deals as `64%`."""
    return f"{round(100 * share)}%"


class _Words:
    """Builds the sentence for one reason."""

    def __init__(self, reason: Reason, seen: Observation, names: Names) -> None:
        self.reason, self.seen, self.names = reason, seen, names
        self.number, self.other = reason.number or 0.0, reason.other or 0.0

    def sentence(self) -> str:
        reason = self.reason
        if isinstance(reason.goal, Aim):
            return self._aim(reason.goal)
        worth = "this hand is" if reason.card is None else "the other cards are"
        told: dict[PlainReason, Callable[[], str]] = {
            PlainReason.ONLY: lambda: "your only card" if isinstance(reason.event, Play) else "your only choice",
            PlainReason.RULED: lambda: self.seen.why_bids[-1].sentence,
            PlainReason.ALIKE: lambda: "every choice gives the same result",
            PlainReason.POINTS: self._points,
            PlainReason.CLAIM: self._claim,
            PlainReason.COUNT: lambda: f"{worth} worth about {self.number:.1f} tricks",
            PlainReason.NIL: lambda: f"your cards alone make {self.nil} about {percent(self.number)} of the time",
            PlainReason.SURE_TRICKS: self._sure,
            PlainReason.ROOM: lambda: f"partner's bid leaves you at most {plural(round(self.number), 'trick')}",
            PlainReason.RENEGE: lambda: "a renege: an opponent may challenge it",
            PlainReason.UNTRIED: lambda: "not tried",
            PlainReason.DRAW: lambda: "draw the extra card" if self.seen.rules.kitty is None else "take the kitty",
            PlainReason.DRAFT: self._draft,
            PlainReason.PASS: lambda: (
                f"your {self.nil}: {percent(self.number)} to make with this pass, {percent(self.other)} without"
            ),
            PlainReason.HIGHEST: lambda: f"partner gets no card above the {card_words(reason.card or 0)}",
        }
        return told[reason.goal]()

    @property
    def nil(self) -> str:
        return self.seen.rules.zero_word

    # ---- an aim

    def _aim(self, aim: Aim) -> str:
        reason, event = self.reason, self.reason.event
        if not isinstance(event, Play | Discard):
            return self._bid()
        clause = self._clause(aim, self.number)
        if reason.as_good is not None:
            return f"{clause}; the {self._card(reason.as_good)} does about as well"
        if reason.card is not None:
            return f"saves the {card_words(reason.card)}; {clause} instead of {self._figure(aim, self.other)}"
        if reason.against is None:
            return clause
        link = "if you throw" if isinstance(event, Discard) else "with"
        return f"{clause}; {self._figure(aim, self.other)} {link} the {self._card(reason.against)}"

    def _clause(self, aim: Aim, number: float) -> str:
        """Return the result of the choice: `64% to set Dot`."""
        figure = self._figure(aim, number)
        told: dict[Aim, Callable[[], str]] = {
            Aim.MAKE: lambda: f"{figure} to make {self._own_bid()}",
            Aim.SET: lambda: f"{figure} to set {self._side(self.reason.whose)}",
            Aim.KEEP: lambda: f"{figure} to keep {self._whose()} {self.nil}",
            Aim.BREAK: lambda: f"{figure} to break {self._whose()} {self.nil}",
            Aim.PROMISE: lambda: f"{figure} to keep the promise",
            Aim.WIN: lambda: f"{figure} to win the game",
            Aim.PENALTY: lambda: f"{figure} to get the bag penalty",
            Aim.BAGS: lambda: f"takes about {figure} bags",
            Aim.GIVE: lambda: f"gives {self._side(self.reason.whose)} about {figure} bags",
            Aim.OVER: lambda: f"about {figure} tricks over the bid",
            Aim.TRICKS: lambda: f"takes about {figure} tricks",
        }
        return told[aim]()

    def _figure(self, aim: Aim, number: float) -> str:
        return f"{number:.1f}" if aim in MEANS else percent(number)

    def _card(self, event: SeatEvent | None) -> str:
        if isinstance(event, Play) and event.ace == "low":
            return f"low {card_words(event.card)}"
        return card_words(event.card) if isinstance(event, Play | Discard) else "other"

    # ---- before the play

    def _bid(self) -> str:
        reason = self.reason
        clause = self._done(reason.event)
        if reason.as_good is not None:
            return f"{clause}; {self._beside(reason.as_good)} is about as good"
        if reason.against is None or reason.other is None:
            return clause
        return f"{clause}; {self._beside(reason.against)}: {percent(self.other)}"

    def _done(self, event: SeatEvent) -> str:
        """Return how often a bid is made, or a nil or a promise kept."""
        promise = isinstance(event, Promise) and event.tricks > 0
        noun = self._named(event) if promise or isinstance(event, Bid | Raise) else self._own_bid()
        return f"{noun}: {percent(self.number)} to {'keep' if promise else 'make'}"

    def _named(self, event: SeatEvent | None) -> str:
        """Return a choice before the play as a noun."""
        match event:
            case Bid():
                rules = self.seen.rules
                nil = is_nil(rules, event.bid)
                word = rules.zero_word if nil else str(event.bid)
                if nil and not event.blind:
                    return word
                return f"a blind {word}" if event.blind else f"a bid of {word}"
            case Raise():
                return f"a raise to {event.bid}"
            case Stand():
                return "no promise" if isinstance(self.reason.event, Promise) else "no raise"
            case Look():
                return "looking first"
            case Promise():
                return f"a promise of {event.tricks}"
            case _:
                return "another choice"

    def _beside(self, event: SeatEvent | None) -> str:
        """Return another choice, short: of two bids, the number is enough."""
        mine = self.reason.event
        if isinstance(event, Bid) and isinstance(mine, Bid) and event.blind == mine.blind:
            return self.nil if is_nil(self.seen.rules, event.bid) else str(event.bid)
        if isinstance(event, Raise) and isinstance(mine, Raise):
            return str(event.bid)
        if isinstance(event, Raise):
            return "raising" if isinstance(mine, Promise) else f"raising to {event.bid}"
        return self._named(event)

    # ---- without an aim

    def _points(self) -> str:
        """Return how many points the choice gains or loses against another."""
        reason, better = self.reason, self.reason.better
        apart = abs(better)
        points = f"{apart:.{0 if apart >= 10 else 1}f} points {'better' if better > 0 else 'worse'}"
        if isinstance(reason.event, Play | Discard):
            return f"{points} than the {self._card(reason.against)} on average"
        return f"{self._done(reason.event)}; {points} than {self._beside(reason.against)}"

    def _sure(self) -> str:
        tricks, event = round(self.number), self.reason.event
        if isinstance(event, Bid) and not event.bid:
            return f"you can't avoid taking {plural(tricks, 'trick')}"
        return f"you have {plural(tricks, 'sure trick')}"

    def _claim(self) -> str:
        left = round(self.number)
        every = f"all {left} remaining tricks are" if left > 1 else "the last trick is"
        return f"{every} yours, whoever has the other cards"

    def _draft(self) -> str:
        card = card_words(self.reason.card or 0)
        return f"the {card} adds {self.number:.2f} tricks; the next card, {self.other:.2f} on average"

    # ---- players

    def _own_bid(self) -> str:
        """Return the side's bid in words: the partner's if the seat itself bid nil."""
        seen = self.seen
        nil = seen.seat is not None and seen.bids[seen.seat] == 0 and is_nil(seen.rules, 0)
        return "your partner's bid" if nil else "your bid"

    def _whose(self) -> str:
        seat = self.reason.whose
        return "your" if seat is None or seat == self.seen.seat else f"{self._who(seat)}'s"

    def _who(self, seat: int) -> str:
        """Return another player: partner, a name, or where they sit."""
        rules, me = self.seen.rules, self.seen.seat or 0
        if rules.side_of[seat] == rules.side_of[me]:
            return "partner"
        if self.names is not None:
            return self.names[seat]
        if len(self.seen.table) == 2:
            return "your opponent"
        beside = {1: "your left opponent", rules.seats - 1: "your right opponent"}
        return beside.get((seat - me) % rules.seats, "the player across")

    def _side(self, side: int | None) -> str:
        seats = [seat for seat in self.seen.rules.sides[side or 0] if seat in self.seen.table]
        if len(seats) == 1:
            return self._who(seats[0])
        if len(self.seen.rules.sides) == 2:
            return "the opponents"
        me, count = self.seen.seat or 0, self.seen.rules.seats
        beside = [seat for seat in seats if (seat - me) % count in (1, count - 1)]
        return f"{self._who((beside or seats)[0])}'s side"

"""The reason for a bid, a raise or a promise before a player has looked at its cards: the score."""

from spades_tui.bots.valued_choice import Reason, is_nil
from spades_tui.game.events import Bid, Look, Promise, Raise, Redeal, SeatEvent, Stand
from spades_tui.language.sentence_parts import plain
from spades_tui.presentation.bid_pay import WINS, short_pay
from spades_tui.presentation.trick_words import number_word
from spades_tui.presentation.wording import fitting
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation


class BlindBidWords:
    """Builds the sentence for a choice of a seat that hasn't looked at its cards."""

    def __init__(self, reason: Reason, seen: Observation) -> None:
        self.reason = reason
        self.seen = seen

    def sentence(self) -> str:
        reason = self.reason
        rules = self.seen.rules
        share = number_word(round(rules.tricks / rules.players))
        worse = reason.better < 0
        match reason.event:
            case Look():
                other = "a blind bid"
                if reason.against is not None:
                    other = bid_noun(reason.against, rules)
                if worse:
                    return f"looking rules out {other}, and {self._score()}"
                return f"look first: {self._score()}, and {other} counts on no card"
            case Bid(bid=bid) if is_nil(rules, bid):
                named = f"a blind {rules.zero_word}"
                if worse:
                    return f"{named} fails on one high trump, and {self._score()}"
                return fitting(
                    f"{named} {self._pays(bid)}: {self._score()}", f"{named}: {self._score()}"
                )
            case Bid(bid=bid):
                word = number_word(bid)
                if not bid and rules.zero_word:
                    word = rules.zero_word
                average = f"an average hand takes about {share}"
                why = f"{average}, and {self._score()}"
                return fitting(f"a blind {word} {self._pays(bid)}: {why}", f"a blind {word}: {why}")
            case Raise(bid=bid):
                return f"a raise to {number_word(bid)}: an average hand takes about {share}"
            case Promise(tricks=tricks):
                return f"a promise of {number_word(tricks)} counts on no card"
            case _:
                return f"{bid_noun(reason.event, rules)}: you haven't seen your cards"

    def _pays(self, bid: int) -> str:
        """Return what a blind bid pays if it is made."""
        pay = short_pay(self.seen, bid, blind=True)
        return "wins the game if made" if pay == WINS else f"pays {pay} if made"

    def _score(self) -> str:
        """Return whether the seat's side leads or trails."""
        rules = self.seen.rules
        side = rules.side_of[self.seen.seat or 0]
        others = list(self.seen.standing.totals)
        ahead = others.pop(side) - max(others, default=0)
        if not ahead:
            return "the score is tied"
        verb = "lead" if ahead > 0 else "trail"
        return f"you {verb} by {plain(abs(ahead), rules.points_unit)}"


def bid_noun(event: SeatEvent | None, rules: Ruleset) -> str:
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

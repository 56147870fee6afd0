"""How bids, nils and promises ended, a sentence each: who was set, and by which card."""

from collections.abc import Iterable

from spades_tui.analysis.bid_ends import BagsEnd, BidEnd, End, NilEnd, PromiseEnd, bid_ends
from spades_tui.game.kernel import is_trump
from spades_tui.game.trick import Played
from spades_tui.language.sentence_parts import agreeing, capitalized, plain, plural, whose
from spades_tui.presentation.wording import Wording, fitting
from spades_tui.record.open_hands import Moments, OpenHand
from spades_tui.rules.ruleset import Ruleset

NONE_COST_MUCH = "None of your choices clearly cost much."


def blameless_words(hand: OpenHand, seat: int, look: Wording) -> tuple[str, ...]:
    """Return what set a seat's side although no choice of the seat cost much; () if nothing did."""
    if not isinstance(hand.moments, Moments) or hand.moments.score is None:
        return ()
    state, score = hand.moments.score
    rules = state.rules.of_hand(hand.number)
    side = rules.sides[rules.side_of[seat]]
    failed: list[End] = []
    for end in bid_ends(rules, state.current, score, seat):
        match end:
            case BidEnd(made=False, seats=seats) if seats[0] in side:
                failed.append(end)
            case NilEnd(kept=False, seat=bidder) if bidder in side:
                failed.append(end)
    if not failed:
        return ()
    return (*BidEndWords(rules, look).ends(failed), NONE_COST_MUCH)


class BidEndWords:
    """Builds the sentences about the ends of a hand's bids."""

    def __init__(self, rules: Ruleset, look: Wording) -> None:
        self.rules, self.look = rules, look

    def ends(self, ends: Iterable[End]) -> list[str]:
        """Return a sentence for each end."""
        sentences = []
        for end in ends:
            match end:
                case BidEnd():
                    sentences.append(self._bid(end))
                case NilEnd():
                    sentences.append(self._nil(end))
                case PromiseEnd():
                    sentences.append(self._promise(end))
                case BagsEnd():
                    sentences.append(self._bags(end))
        return sentences

    def _bags(self, end: BagsEnd) -> str:
        cost = self.rules.bags
        assert cost is not None
        points = plain(abs(cost.penalty * end.bags // cost.limit), self.rules.points_unit)
        who = self.look.together(end.seats)
        return f"{who} lost {points} points for {plural(end.bags, 'bag')}."

    def _bid(self, end: BidEnd) -> str:
        who = self.look.together(end.seats)
        was = "were" if len(end.seats) > 1 else agreeing(who, "was")
        over, bid = end.took - end.bid, f"a blind {end.bid}" if end.blind else str(end.bid)
        if not end.bid:
            return f"{who} bid 0 and took {end.took}."
        if end.made:
            made = f"{who} made {bid}"
            if end.trick is not None:
                made += f" in trick {end.trick}"
            if not over:
                return f"{made}."
            beyond = plural(over, "bag") if end.bags else f"{over} over"
            return f"{made}, plus {beyond}."
        if end.penalised:
            return f"{who} {was} set by a challenge."
        if over > 0:
            failed = f"{who} bid {bid} and took {end.took}"
        else:
            failed = f"{who} {was} set by {-over}, taking {end.took} of {bid}"
            if len(end.short) == 1:
                [(seat, own, took)] = end.short
                taking = f"{self.look.whom(seat)} taking {took} of {own}"
                failed = f"{who} {was} set by {-over}, {taking}"
        if end.winner is None:
            return f"{failed}."
        winner = self._whose_card(end.winner)
        short = f"{failed}: {winner} took trick {end.trick}."
        if over > 0 or end.beaten is None:
            return short
        deck = self.rules.cards
        ruffed = is_trump(deck, end.winner.value) and not is_trump(deck, end.beaten.value)
        beat = "ruffed" if ruffed else "beat"
        beaten = self._whose_card(end.beaten)
        return fitting(f"{failed}: {winner} {beat} {beaten} in trick {end.trick}.", short)

    def _nil(self, end: NilEnd) -> str:
        word = f"{'blind ' if end.blind else ''}{self.rules.zero_word}"
        nil = capitalized(f"{whose(self.look.who(end.seat))} {word}")
        if end.kept:
            return f"{nil} was made."
        if end.trick is None or end.card is None:
            return f"{nil} was set."
        was_set, card = f"{nil} was set in trick {end.trick}", self._card(end.card)
        if end.under is None:
            return f"{was_set} with {card}."
        return f"{was_set}: {card} beat {self._whose_card(end.under)}."

    def _promise(self, end: PromiseEnd) -> str:
        mine, tricks = whose(self.look.who(end.seat)), plural(end.tricks, "trick")
        promise = capitalized(f"{mine} promise of the first {tricks}")
        if end.kept:
            return f"{promise} held."
        if end.trick is None:
            return f"{promise} broke."
        return f"{promise} broke in trick {end.trick}."

    # ---- cards

    def _card(self, played: Played) -> str:
        """Return a card by itself: `K♥`, `the big joker`."""
        card = self.look.in_sentence(played.card)
        if played.low:
            return f"low {card}"
        return card

    def _whose_card(self, played: Played) -> str:
        return f"{whose(self.look.whom(played.seat))} {self._card(played).removeprefix('the ')}"

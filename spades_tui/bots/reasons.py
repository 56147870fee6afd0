"""Why a choice is good, in one sentence as a person at the table would say it. From the observation alone."""

from spades_tui.bots import reasons_bids as before
from spades_tui.bots.reasons_play import PlayReason
from spades_tui.bots.sentences import Names
from spades_tui.game.facts import (
    Bid,
    Claim,
    Discard,
    Draft,
    Draw,
    Look,
    Pass,
    Play,
    Promise,
    Raise,
    Redeal,
    SeatFact,
    Stand,
)
from spades_tui.seats import Observation


def reason(seen: Observation, fact: SeatFact, names: Names = None) -> str:
    """One sentence about a choice of the seat on turn; with `names` it calls the others by them.

    It is true of the choice whether the choice is good or not; a `But` speaks against it. Raises ValueError if nobody's
    cards are seen.
    """
    told = _reason(seen, fact, names)
    word = seen.rules.zero_word
    return told if word == "zero" else type(told)(told.replace("zero", word))


def _reason(seen: Observation, fact: SeatFact, names: Names) -> str:
    seat = seen.seat
    if seat is None:
        raise ValueError("nobody's cards are seen here")
    match fact:
        case Play():
            return PlayReason(seen, seat, names).of(fact)
        case Claim():
            return "Nobody can take a trick from you any more, however the cards lie."
        case Bid(blind=True):
            return before.blind(seen, seat, fact.bid)
        case Bid() if dictated(seen, fact.bid):
            return f"{seen.why_bids[-1].sentence}."
        case Bid():
            return before.bid(seen, seat, fact.bid)
        case Look():
            return before.look(seen)
        case Redeal():
            return "There is nothing in this hand: ask for another."
        case Raise() | Stand():
            return before.raise_or_stand(seen, seat, fact)
        case Promise():
            return before.promise(seen, fact)
        case Draw():
            return "The card that is left over is yours to draw."
        case Discard():
            return before.discard(seen, seat, fact)
        case Draft():
            return before.drafted(seen, fact)
        case Pass():
            return before.passed(seen, seat, fact)
        case _:
            return "It is worth saying."


def dictated(seen: Observation, number: int) -> bool:
    """Whether the rules, and not the player, have found this number: it is the only one, but perhaps for a nil."""
    if not seen.why_bids:
        return False
    numbers = [fact.bid for fact in seen.legal if isinstance(fact, Bid) and not fact.blind and fact.bid]
    return len(seen.legal) == 1 or numbers == [number]

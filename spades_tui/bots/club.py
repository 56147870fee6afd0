"""The club player, which plays by rules without search.

Never change its plain style, because other players are measured against it.
"""

from spades_tui.bots import bidding, cardplay
from spades_tui.bots.draft_and_pass import draft, pass_cards
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.bots.unseen_cards import not_seen
from spades_tui.cards import ACES, SPADES, cards_of
from spades_tui.fair import Stream
from spades_tui.game.events import Claim, Play, SeatEvent
from spades_tui.game.kernel import as_played, beats
from spades_tui.game.phase import PLAY, Phase
from spades_tui.seats import Observation


def choose(seen: Observation, stream: Stream, style: Style = PLAIN) -> SeatEvent:
    """Return a legal event for the seat on turn, or a claim that can't be refused."""
    seat = seen.seat
    if seat is None:
        raise ValueError("nobody's cards are seen here")
    if seen.phase is not PLAY:
        return _before_play(seen, seat, style)
    if (claim := sure_claim(seen, seat)) is not None:
        return claim
    plays = cardplay.fair_plays(seen)
    if seen.rules.limits and seen.bids[seat] == 0:
        plays = ducking(seen, seat, plays)
    return cardplay.best_play(seen, seat, plays, style)


def _before_play(seen: Observation, seat: int, style: Style) -> SeatEvent:
    match seen.phase:
        case Phase.DRAFT:
            return draft(seen, seat)
        case Phase.PASS:
            return pass_cards(seen, seat)
        case _:
            return bidding.choose(seen, seat, style)


def ducking(seen: Observation, seat: int, plays: list[Play]) -> list[Play]:
    """Return only the cards that duck, if the last to play saves a zero so; otherwise all cards.

    A zero forced by the rules is worth saving even if it looks hopeless (SU-1).
    """
    rules = seen.rules
    if not seen.trick or len(seen.trick) < len(seen.table) - 1 or seen.took[seat] or not rules.zeros_separate:
        return plays
    best = next(played.value for played in seen.trick if played.seat == seen.winning)
    return [event for event in plays if not beats(rules.cards, event.value, best)] or plays


def sure_claim(seen: Observation, seat: int) -> Claim | None:
    """Return a claim of all tricks if a seat on lead wins them, however the unseen cards lie (C-12)."""
    own = seen.own or 0
    if not seen.may_claim or seen.trick or own.bit_count() < 2:
        return None
    rules = seen.rules
    by_rank, out = rank_masks(rules), not_seen(seen)[0]
    trumps = out & rules.cards.suit_masks[SPADES]
    for suit, mask in enumerate(rules.cards.suit_masks):
        mine = own & mask
        if not mine:
            continue
        if trumps and suit != SPADES:
            return None
        for card in cards_of(mine):
            value = as_played(card, rules.cards.aces_called and card in ACES)
            if out & by_rank.higher[value]:
                return None
    return Claim(seat, rules.tricks - len(seen.tricks))

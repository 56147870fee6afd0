"""Find plays that a partner would hardly forgive; `card_search` makes them only if they are clearly better."""

from collections.abc import Sequence

from msgspec import Struct

from spades_tui.bots.cardplay import CardPlay
from spades_tui.bots.living_zero import best_loser, from_high, is_zero_alive, losing_plays
from spades_tui.bots.rank_masks import rank_masks
from spades_tui.bots.sound_bids import partner_of
from spades_tui.bots.styles import PLAIN, Style
from spades_tui.cards import SPADES, cards_of
from spades_tui.game.events import Play
from spades_tui.game.kernel import beats
from spades_tui.seats import Observation

SPARE_TRICKS = 3
"""Spare tricks at which a player's bid can wait while they hunt an opponent's zero."""
TRICKS_LEFT = 3
"""Tricks left from which a partner would hardly forgive giving up the bid."""
MARGINS = {
    "": 0.0,
    "partner's sure trick": 100.0,
    "partner's trick": 5.0,
    "cover": 20.0,
    "own zero": 100.0,
    "partner's zero": 20.0,
    "opponent's zero": 20.0,
    "own bid": 40.0,
    "own bid beside a zero": 5.0,
}
"""By what is wrong with a play: points by which it must be better in the play-outs.

A partner leads worse in play-outs than a real one, so taking its almost sure trick looks better than it is.
"""
HARMLESS = 5.0
"""Points by which it must be better if it succeeds in what is at stake about as often in the play-outs."""
ABOUT_AS_OFTEN = 0.03
"""Share of the deals, 0 to 1, by which it may succeed less often; its value counts these failures already."""


class DefensiblePlays(Struct, frozen=True):
    """The plays that can be defended."""

    plays: list[Play]
    kind: str = ""
    """The reasons against the others; empty if there are none."""
    zero: int | None = None
    """The seat of the zero at stake, if it isn't the player's own."""
    losers: tuple[Play, ...] = ()
    """The plays that keep the player's own zero alive in this trick; empty if it has none, or none of them does."""

    def succeeds(self, made: bool, taken: Sequence[int | None]) -> bool:
        """Return whether a hand ended well in what is at stake: the player's own bid, or a zero of somebody else.

        `made`: whether the player's bid was made. `taken`: tricks by seat.
        """
        if self.zero is None:
            return made
        return (not taken[self.zero]) == (self.kind != "opponent's zero")

    def margin(self, here: float, there: float, exact: bool) -> float:
        """Return the points by which another play must be better.

        `here`: how often these plays succeed in what is at stake, 0 to 1; `there`: how often the other one does.
        `exact`: whether the last tricks are tried exactly, so that the partner leads well in them.
        """
        if there < here - ABOUT_AS_OFTEN or (self.kind == "partner's sure trick" and not exact):
            return MARGINS[self.kind]
        return HARMLESS


def defended(seen: Observation, seat: int, plays: list[Play], style: Style = PLAIN) -> DefensiblePlays:
    """Return the plays that can be defended, and what is wrong with the others.

    If nothing is at stake these are all plays; there is always one unless `plays` is empty.
    """
    if len(plays) == 1:
        return DefensiblePlays(plays)
    if not seen.trick:
        keeps_nil = seen.bids[seat] == 0 and not seen.took[seat]
        return DefensiblePlays(from_high(seen.rules, plays) if keeps_nil else plays)
    decision = CardPlay(seen, seat, style)
    if is_zero_alive(decision, seat) and not decision.partners:
        # The player's own zero stays below the trick, and is rid of its most dangerous card.
        losers = losing_plays(decision, plays)
        if losers:
            return DefensiblePlays([best_loser(decision, losers)], "own zero", losers=tuple(losers))
    needs, rest = decision.worth.best_of(decision.unit) - decision.took[decision.unit], decision.rest
    last = len(seen.trick) == len(seen.table) - 1
    owed = (seen.contracts[seen.rules.side_of[seat]] or 0) - decision.took[decision.unit]
    # With the trick that makes the bid, or once it is made or out of reach, throwing a winner on the partner's is fine.
    wanted = needs >= (2 if last else 1) and owed <= rest + 1
    leaving = decision.leaving_to_partner(plays) if wanted else []
    if leaving:
        return _if_fewer(leaving, plays, "partner's sure trick" if last else "partner's trick")
    holder = seen.winning
    kept = keeping_covers(decision, plays)
    best = next(laid.value for laid in seen.trick if laid.seat == holder)
    winning = [event for event in kept if beats(seen.rules.cards, event.value, best)]
    losing = [event for event in kept if event not in winning]
    worth, side_of = decision.worth, seen.rules.side_of
    partner = partner_of(seen.rules, seen.table, seat)
    if not winning or not losing or holder is None:
        return _if_fewer(kept, plays, "cover", partner)
    if is_zero_alive(decision, seat):
        # The player's own zero, if it can surely duck.
        return _if_fewer(losing if last else kept, plays, "own zero")
    unit = worth.unit_of[holder]
    zero = unit != decision.unit and is_zero_alive(decision, holder)
    if zero and side_of[holder] == side_of[seat]:
        # The partner's zero is about to take the trick.
        return _if_fewer(winning, plays, "partner's zero", holder)
    if zero and needs <= max(0, rest - SPARE_TRICKS):
        # An opponent's zero is about to take it, or the zero's partner must beat it, and our own bid can wait.
        return _if_fewer(losing, plays, "opponent's zero", holder)
    theirs = seen.rules.partners and side_of[holder] != side_of[seat] and not zero
    if theirs and last and rest < TRICKS_LEFT and max(1, rest) <= needs <= rest + 1:
        # Every trick is needed for the bid, or will be without this one, unless the cards left are sure to take them.
        covers = partner is not None and worth.unit_of[partner] != decision.unit and is_zero_alive(decision, partner)
        safe = [event for event in losing if sure_trumps(decision, event) >= needs]
        return _if_fewer([*winning, *safe], plays, "own bid beside a zero" if covers else "own bid")
    return _if_fewer(kept, plays, "cover", partner)


def _if_fewer(kept: list[Play], plays: list[Play], kind: str, zero: int | None = None) -> DefensiblePlays:
    if len(kept) >= len(plays):
        return DefensiblePlays(plays)
    return DefensiblePlays(kept, kind, zero)


def sure_trumps(decision: CardPlay, event: Play) -> int:
    """Return how many trumps in the hand can't be beaten once this card is played: each is sure to take a trick."""
    unseen, higher = decision.unseen, rank_masks(decision.rules).higher
    left = unseen.own & unseen.masks[SPADES] & ~(1 << event.card)
    return sum(not higher[card] & unseen.cards for card in cards_of(left))


def keeping_covers(decision: CardPlay, plays: list[Play]) -> list[Play]:
    """Leave out plays that throw a high card and keep a lower one while the partner's zero needs cover.

    A lower card covers as well as the high one if no unseen card is between the two.
    """
    seen, worth = decision.seen, decision.worth
    partner = partner_of(seen.rules, seen.table, decision.seat)
    if partner is None or seen.led is None or worth.unit_of[partner] == decision.unit:
        return plays
    suit_of = seen.rules.cards.suit_of
    needed = is_zero_alive(decision, partner) and not is_zero_alive(decision, decision.seat)
    if suit_of[plays[0].card] == seen.led or not needed:
        return plays
    by_rank, out = rank_masks(seen.rules), decision.unseen.cards
    kept = []
    for event in plays:
        suit = suit_of[event.card]
        lower = by_rank.lower[event.card] & decision.unseen.own & decision.unseen.masks[suit]
        between = 0
        for card in cards_of(lower):
            between |= by_rank.lower[event.card] & by_rank.higher[card] & out
        if suit == SPADES or not between:
            kept.append(event)
    return kept or plays

"""A person's only card, where nothing else could be said."""

from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown


def only_card(shown: Shown) -> Play | None:
    """The one card that the viewer on turn can play; None where something else could be done, now or before it.

    An ace that may be called high or low is two plays. What may be said out of turn, such as a bonehead or a mark,
    might be about a card that would then be the last but one. A claim is not lost: it can be made a trick later. A slip
    can be taken back while the card is announced, and at a practice table as long as its player likes.
    """
    seen = shown.seen
    if seen.phase != Phase.PLAY or seen.on_turn is None or seen.on_turn != seen.seat:
        return None
    if len(seen.legal) != 1 or seen.aside or (shown.may_take_back and seen.rules.practises):
        return None
    play = seen.legal[0]
    return play if isinstance(play, Play) else None

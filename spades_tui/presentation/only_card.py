"""A player's only legal card, when they have no other choice either."""

from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown


def only_card(shown: Shown) -> Play | None:
    """Return the only play of the viewer on turn; None if they could do anything else now.

    An ace that may be called high or low counts as two plays. A bonehead or a mark is about the last card, so playing
    on would lose it. A claim can be made a trick later. A slip can be undone while the card is announced, and at a
    practice table at any time.
    """
    seen = shown.seen
    if seen.phase != Phase.PLAY or seen.on_turn is None or seen.on_turn != seen.seat:
        return None
    if len(seen.legal) != 1 or seen.aside or (shown.may_take_back and seen.rules.practises):
        return None
    play = seen.legal[0]
    return play if isinstance(play, Play) else None

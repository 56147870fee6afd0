"""What the program does for a person who has no real choice left, if their settings want it."""

from spades_tui.game.events import Claim, Play
from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import only_card
from spades_tui.presentation.wording import Wording
from spades_tui.settings.settings import Settings


def played_for_you(shown: Shown, settings: Settings) -> Play | Claim | None:
    """Return the only card, the last card or a sure claim of the viewer on turn; None if they act.

    A sure claim wins every trick that is left, however the unseen cards lie (C-12).
    """
    seen = shown.seen
    card = only_card(shown)
    if card is not None:
        is_last = (seen.own or 0).bit_count() == 1
        return card if settings.only_card or (settings.hand_end and is_last) else None
    if not settings.hand_end or seen.phase != Phase.PLAY or seen.seat is None or seen.aside:
        return None
    if seen.on_turn != seen.seat or not seen.may_claim or seen.trick:
        return None
    if shown.may_take_back and seen.rules.practises:
        return None
    from spades_tui.bots.club import sure_claim  # players' code, which no bid needs

    return sure_claim(seen, seen.seat)


def why_played(event: Play | Claim, look: Wording) -> str:
    """Return why this is done for the viewer, as a sentence."""
    if isinstance(event, Claim):
        return "You win every trick that's left, so they're claimed for you."
    return f"You can play only {look.in_sentence(event.card)}, so it's played for you."

"""Reasons why an action at the table can't be done now."""

from spades_tui.game.phase import Phase
from spades_tui.play.shown import Shown
from spades_tui.presentation.decisions import ASIDES, aside_events
from spades_tui.seats import Observation
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.dead_key_reasons import DeadKeyReason

DECIDE = ("nothing", "take", "select", "lift", "hint", "aside", "claim", "take_back")
"""Actions that can't be done while the last trick covers the table."""


def why_not_now(
    action: str, what: str, shown: Shown, *, mine: bool, asked: bool
) -> DeadKeyReason | None:
    """Return why an action can't be done now; None if it can.

    `what` is the variety of an action, such as `change`. `mine`: the viewer is on turn. `asked`: a
    question is open.
    """
    seen = shown.seen
    match action:
        case "nothing" | "take" | "select":
            if mine or asked:
                return None
            return waiting(shown)
        case "back":
            if asked:
                return None
            return dead_key_reasons.NOTHING_ASKED
    if asked and action in (*DECIDE, "last_trick"):
        return dead_key_reasons.ASKED
    match action:
        case "hint":
            if not mine:
                return waiting(shown)
            if len(seen.legal) < 2:
                return dead_key_reasons.ONE_CHOICE
            return None
        case "count":
            return why_no_count(seen)
        case "aside":
            return _no_aside(seen, what)
        case "claim":
            return _no_claim(shown, mine)
        case "take_back":
            if shown.may_take_back:
                return None
            if seen.rules.slip or seen.rules.practises:
                return dead_key_reasons.NOTHING_TO_TAKE_BACK
            return dead_key_reasons.NO_TAKING_BACK
        case "why":
            others = [bid for seat, bid in enumerate(seen.bids) if seat != seen.seat]
            if set(others) <= {None}:
                return dead_key_reasons.NOTHING_TO_EXPLAIN
            return None
        case "last_trick":
            return _no_last_trick(shown)
    return None


def why_no_count(seen: Observation) -> DeadKeyReason | None:
    """Return why a viewer can't count their tricks now; None if they can."""
    if seen.seat is None or seen.phase == Phase.DRAFT:
        return dead_key_reasons.NO_COUNT_HERE
    if not seen.own:
        return dead_key_reasons.COUNT_AFTER_LOOK
    if seen.trick or seen.tricks or seen.phase in (Phase.PLAYED, Phase.DEAL, Phase.OVER):
        return dead_key_reasons.COUNT_BEFORE_PLAY
    return None


def waiting(shown: Shown) -> DeadKeyReason:
    """Return why the viewer has to wait, for actions that only the player on turn can do.

    Watchers never can.
    """
    if shown.finished_trick is not None:
        return dead_key_reasons.TRICK_ON_TABLE
    if not shown.people:
        return dead_key_reasons.WATCHER
    if shown.public.on_turn is None:
        return dead_key_reasons.HAND_OVER
    return dead_key_reasons.WAIT


def never_shown_again(shown: Shown) -> bool:
    """Return whether the viewer can't look at a finished trick again (C-10)."""
    rule = shown.public.rules.last_trick
    return shown.seen.seat is not None and not (rule is not None and rule.shown)


def _no_aside(seen: Observation, what: str) -> DeadKeyReason | None:
    if aside_events(seen, what):
        return None
    kind = ASIDES[what]
    reason = kind.later if kind.in_game(seen.rules) else kind.absent
    return DeadKeyReason(reason.sentence, reason.rule)


def _no_claim(shown: Shown, mine: bool) -> DeadKeyReason | None:
    seen = shown.seen
    if seen.rules.claim is None:
        return dead_key_reasons.NO_CLAIMS
    if seen.phase != Phase.PLAY:
        return dead_key_reasons.CLAIM_IN_PLAY
    if not mine:
        return waiting(shown)
    if not seen.may_claim:
        return dead_key_reasons.CLAIMED
    return None


def _no_last_trick(shown: Shown) -> DeadKeyReason | None:
    if shown.finished_trick is not None:
        return dead_key_reasons.TRICK_ON_TABLE
    rule = shown.seen.rules.last_trick
    if rule is None or not rule.shown:
        return dead_key_reasons.NO_LOOKING_BACK
    if shown.seen.last_trick is None:
        return dead_key_reasons.NO_TRICK_YET
    return None

"""What has happened at the table, in words: the log, the last announcement, who is waited for."""

from spades_tui.game.state import Phase
from spades_tui.seats import Observation
from spades_tui.table.table import Table
from spades_tui.widgets.faces import Look

USUAL = frozenset({"play", "bid", "trick", "deal", "look", "stand", "draw", "discard", "score", "note"})
"""Kinds of log entries that are no news: everybody sees them on the table."""


def public_log(table: Table, look: Look, seen: Observation, lying: bool) -> list[str]:
    """The log without the cards of tricks that nobody may look at any more (C-10)."""
    kept = 1 if lying or seen.last_trick is not None else 0
    gone = {(played.seat, played.card) for trick in seen.tricks[: len(seen.tricks) - kept] for played in trick}
    return [look.words(e.text) for e in table.entries if e.card is None or (e.seat, e.card) not in gone]


def news(table: Table, look: Look) -> str:
    """What has been announced since the last card but one: broken spades, low-balls and the like."""
    if table.trouble:
        return table.trouble
    said: list[str] = []
    for entry in table.entries[-2 * len(look.names) :]:
        if entry.kind in ("deal", "score"):
            said.clear()  # of an earlier hand
        elif entry.kind not in USUAL:
            said.append(entry.text)
    return _sentence(look, said[-1]) if said else ""


def waiting_words(table: Table, look: Look, viewer: int | None) -> str:
    """Who is waited for, and what happened last."""
    seen = table.observe(None)
    last = _last_words(table, look)
    if seen.on_turn is None:
        return f"{last}The hand is over."
    then = ""
    if viewer is not None and seen.phase == Phase.PLAY and seen.trick:
        place = seen.table.index(seen.on_turn)
        following = seen.table[(place + 1) % len(seen.table)]
        if following == viewer and len(seen.trick) + 1 < len(seen.table):
            then = "; then it is your turn"
    return f"{last}{look.name(seen.on_turn)} is thinking …{then}"


def curtain_words(theirs: Observation) -> tuple[str, ...]:
    """What the person named on the curtain is asked for; nothing of what that person sees."""
    if theirs.phase == Phase.BID and theirs.may_choose_blind:
        return ("It is your turn to bid.", "You may still bid blind: your cards have not been shown.")
    return (_ASKED.get(theirs.phase, "It is your turn to play."),)


_ASKED = {
    Phase.BID: "It is your turn to bid.",
    Phase.DRAW: "The extra card is yours to draw.",
    Phase.RAISE: "You may raise, or stand.",
    Phase.DISCARD: "You have a card to throw back.",
    Phase.PLAYED: "You have the right to take books.",
}


def _last_words(table: Table, look: Look) -> str:
    """What happened last; an announcement that came with it goes first, unless it has a line of its own."""
    entries = table.entries
    if not entries:
        return ""
    place = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].kind in ("play", "bid")), 0)
    if table.observe(None).phase == Phase.PLAY:
        usual = next((entry.text for entry in reversed(entries) if entry.kind in USUAL), "")
        return f"{_sentence(look, usual)}  "
    said = [entry.text for entry in entries[place:] if entry.kind not in USUAL]
    return f"{_sentence(look, said[-1] if said else entries[-1].text)}  "


def _sentence(look: Look, text: str) -> str:
    text = look.words(text)
    return text if text.endswith(("!", ".")) else f"{text}."

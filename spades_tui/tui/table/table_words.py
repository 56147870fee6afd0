"""The table in words: the log, the last announcement, whose turn it is."""

from rich.cells import cell_len

from spades_tui.game.phase import Phase
from spades_tui.language.address import does
from spades_tui.play.save_error import NOT_SAVED
from spades_tui.play.shown import Shown
from spades_tui.presentation import pass_words
from spades_tui.presentation.handover_words import what_came
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.component import the_last
from spades_tui.settings.keymap import with_keys
from spades_tui.system.folders import is_fork
from spades_tui.tui.widgets.card_faces import CardStyle

USUAL = frozenset({
    "play", "bid", "trick", "deal", "look", "stand", "draw", "discard", "draft", "score", "note", "takeback",
})  # fmt: skip
"""Kinds of log entries that everyone sees on the table anyway."""

FORK = "A fork: this game doesn't count."
"""Shown at the table of a game played on from a saved moment."""


def public_log(shown: Shown, look: CardStyle) -> list[str]:
    """Return the log without the cards of tricks that nobody may look at again (C-10)."""
    return [look.words(entry.text) for entry in shown.entries if entry.text]


def news(shown: Shown, look: CardStyle) -> tuple[str, ...]:
    """Return the latest announcement, such as broken spades or a low-ball, the longest version first; () if none."""
    if shown.trouble:
        return shown.trouble, NOT_SAVED
    got = pass_words.came(shown.seen, look)
    if got:
        return (got,)
    said: list[LogEntry] = []
    entries = [entry for entry in shown.entries if entry.kind != "evidence"]
    for entry in entries[-2 * len(shown.names) :]:
        if entry.kind in ("deal", "score"):
            said.clear()  # from an earlier hand
        elif entry.kind not in USUAL:
            said.append(entry)
    if not said:
        return tuple(filter(None, [fork_words(shown)]))
    return tuple(_sentence(look, words) for words in (said[-1].text, said[-1].first) if words)


def fork_words(shown: Shown) -> str:
    """Return the sentence for a fork; "" at other tables."""
    return FORK if shown.journal is not None and is_fork(shown.journal) else ""


def question_words(shown: Shown, look: CardStyle, question: str, width: int) -> str:
    """Return the question of a turn, after what was just undone; in a narrow window, a shorter question."""
    if not shown.taken_back:
        return question
    back = f"{look.words(shown.taken_back)}."
    words = f"{back} {question}"
    return words if cell_len(words) + 4 <= width else f"{back} Your turn."


def waiting_words(shown: Shown, look: CardStyle) -> tuple[str, ...]:
    """Return whose turn it is and what happened last, the longest version first; the screen picks one that fits."""
    seen, viewer = shown.public, shown.seen.seat
    got = what_came(shown.seen, look) if viewer is not None and shown.seen.phase != Phase.PLAY else ""
    last = got or _last_words(shown, look)
    if seen.claimed is not None:
        left = the_last(seen.rules.tricks - len(seen.tricks), "trick")
        claim = f"{does(look.who(seen.claimed), 'claims')} {left}. Claim accepted."
        on = with_keys("Enter: continue; {take_back}: undo.") if shown.may_take_back else "Press any key."
        return _ways(claim, on) if shown.may_take_back else (*_ways(claim, on)[:1], claim)
    if seen.on_turn is None:
        on = with_keys("Enter: continue; {take_back}: undo.") if shown.may_take_back else "The hand is over."
        return _ways(last, on)
    if shown.may_take_back and seen.rules.practises:
        return _ways(last, with_keys("Enter: continue; {take_back}: undo."))
    if got and seen.on_turn != viewer and seen.on_turn in shown.people:  # the curtain waits until this was read
        return (*_ways(got, "Press any key.")[:1], got)
    thinks = f"{does(look.who(seen.on_turn), 'is thinking')}."
    if shown.may_take_back:
        thinks += with_keys(" {take_back} undoes it.")
    elif viewer is not None and seen.phase == Phase.PLAY and seen.trick:
        place = seen.table.index(seen.on_turn)
        following = seen.table[(place + 1) % len(seen.table)]
        if following == viewer and len(seen.trick) + 1 < len(seen.table):
            thinks += " You play next."
    return (*_ways(last, thinks)[:1], got) if got else _ways(last, thinks)


def _ways(first: str, second: str) -> tuple[str, ...]:
    """Return both sentences, then the second alone."""
    return (f"{first}  {second}", second) if first else (second,)


def _last_words(shown: Shown, look: CardStyle) -> str:
    """Return the last event or announcement as a sentence; during play, the last event only."""
    entries = [entry for entry in shown.entries if entry.kind != "evidence"]
    if not entries:
        return ""
    place = next((n for n in range(len(entries) - 1, -1, -1) if entries[n].kind in ("play", "bid")), 0)
    if shown.public.phase == Phase.PLAY:
        usual = next((entry.text for entry in reversed(entries) if entry.kind in USUAL), "")
        return _sentence(look, usual)
    said = [entry.text for entry in entries[place:] if entry.kind not in USUAL]
    return _sentence(look, said[-1] if said else entries[-1].text)


def _sentence(look: CardStyle, text: str) -> str:
    text = look.words(text)
    return text if text.endswith(("!", ".")) else f"{text}."

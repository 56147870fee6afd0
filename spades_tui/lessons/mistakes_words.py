"""The deck of mistakes in words, for lists of lessons, the home screen and the review."""

from datetime import datetime

from spades_tui.language.sentence_parts import plural
from spades_tui.lessons.mistakes import MistakeDeck
from spades_tui.presentation.plan_words import kind_words

MOST_NAMED = 3
"""Maximum lines or games to name."""
EMPTY = "You have no mistakes to practise. Review a game: what costs you most comes here."


def work_words(deck: MistakeDeck, now: datetime) -> str:
    """Return what to work on: ``to work on: covering a nil, 4 due``; "" if nothing is due."""
    found = deck.to_work_on(now)
    if found is None:
        return ""
    kind, count = found
    due = len(deck.due(now))
    return f"to work on: {kind_words(kind)}, {count}{'' if count == due else f' of {due}'} due"


def deck_words(deck: MistakeDeck, now: datetime) -> str:
    """Return what to work on, or how many mistakes there are and when the next one is asked."""
    following = deck.next_due()
    if following is None:
        return EMPTY
    if words := work_words(deck, now):
        return words
    day = following.astimezone().date()
    when = "later today" if day == now.astimezone().date() else f"on {day:%d.%m.%Y}"
    return f"{plural(len(deck.mistakes), 'mistake')}; the next one is asked {when}"


def problem_words(deck: MistakeDeck) -> list[str]:
    """Return what is wrong with the file, and which games are gone; long lists are cut."""
    words = list(deck.problems[:MOST_NAMED])
    if len(deck.problems) > MOST_NAMED:
        words.append(f"{len(deck.problems) - MOST_NAMED} more lines aren't used.")
    if deck.gone:
        more = f" and {len(deck.gone) - MOST_NAMED} more" if len(deck.gone) > MOST_NAMED else ""
        words.append(f"Mistakes of games that are gone are passed over: {', '.join(deck.gone[:MOST_NAMED])}{more}.")
    return words


def added_words(count: int) -> str:
    """Return how many mistakes a review has added; "" for none."""
    if count:
        return f"{plural(count, 'decision')} added to Learn → Your mistakes."
    return ""

"""Why others bid and played as they did: at once what everybody sees, after the hand the rest."""

from collections.abc import Callable, Iterator
from functools import partial

from spades_tui.plain import answers
from spades_tui.plain.speech import Spoken
from spades_tui.play.any_table import AnyTable
from spades_tui.play.brain import HINT_FAILED, IN_PLACE
from spades_tui.play.shown import Shown
from spades_tui.presentation.public_reason_words import LATER, reasons_at, why_did_they
from spades_tui.presentation.why_words import why_words
from spades_tui.record.open_hands import Moments, OpenGame
from spades_tui.settings.dead_key_reasons import NOTHING_TO_EXPLAIN


def why(shown: Shown, opened: Callable[[], OpenGame], look: Spoken, rest: str) -> Iterator[str]:
    """Yield sentences about the others' bids and cards, as far as everybody can see.

    `rest` may be the number of a trick of the last scored hand, or ``bids``: then each player's
    reason follows from what it saw, which takes a moment.
    """
    number = 0 if rest == "bids" else answers.number_in(rest)
    if number is not None:
        yield from _of_last_hand(opened(), look, number)
        return
    explained = why_did_they(shown, look.in_sentence)
    for title, lines in explained:
        yield f"{title}. {' '.join(lines)}"
    if explained:
        yield LATER
    else:
        yield str(NOTHING_TO_EXPLAIN)


def lesson(table: AnyTable, look: Spoken) -> tuple[str, ...]:
    """Return what the last scored hand teaches the only person here, found in a few seconds."""
    from spades_tui.analysis.hand_lesson import decisions_of, lesson_of
    from spades_tui.analysis.review import judge
    from spades_tui.presentation.bid_end_words import blameless_words
    from spades_tui.presentation.hand_story_words import lesson_words

    hands, people = table.open_game().hands, table.people
    if not hands or len(people) != 1:
        return (NO_REVIEW,)
    failed = partial(table.note_fault, HINT_FAILED)
    decisions = decisions_of(hands[-1], people[0])
    found = lesson_of([(place, judge(one, IN_PLACE, failed)) for place, one in decisions])
    if found is None:
        blameless = blameless_words(hands[-1], people[0], look)
        return blameless or (NOTHING_TAUGHT,)
    return lesson_words(found.judged, look)


NO_REVIEW = "There's no finished hand of yours to look back at."
NOTHING_TAUGHT = "No choice in your last hand needs a second look."
NO_SUCH_TRICK = "No finished hand has such a trick."


def _of_last_hand(game: OpenGame, look: Spoken, number: int) -> Iterator[str]:
    """Yield a line for each decision of a trick of the last scored hand.

    Trick 0 is all before the first lead. Guests hear what everybody at the table could see.
    """
    moments = game.hands[-1].moments if game.hands else ()
    places = [place for place, moment in enumerate(moments) if moment.number == number]
    if not isinstance(moments, Moments):
        reasons = [reasons_at(game.rules, game.hands[-1], place, look) for place in places]
        yield from max(reasons, key=len, default=[]) or [NO_SUCH_TRICK]
        return
    decisions = list(filter(None, map(moments.decision, places)))
    for seen, event in decisions:
        why = " ".join(why_words(seen, event, IN_PLACE, game.names))
        done = f"{look.who(event.seat)}: {look.choice(event, game.rules)}"
        yield f"{done}. Advice to {look.whom(event.seat)}: {why}"
    if not decisions:
        yield NO_SUCH_TRICK

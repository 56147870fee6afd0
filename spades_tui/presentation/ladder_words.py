"""The ladder in words: its rungs, and sentences about rating, next opponent and season."""

from spades_tui.language.sentence_parts import plural
from spades_tui.presentation.scorebook_words import day
from spades_tui.scorebook.feats import LONG
from spades_tui.scorebook.ladder import Ladder

EMPTY = "Your ladder begins with your first finished game."
NO_GAMES = (
    f"No game counts yet. Play one of at least {LONG} hands, "
    "without hints, suggestions, the coach or undo."
)
TO_CLIMB = f"To climb your ladder, play {LONG} hands or more with suggestions off (Settings)."
"""A line after the first game in which suggestions were on."""
ABOUT = (
    "The levels' ratings are fixed. "
    "Of two sides 400 points apart, the better one wins ten games of eleven."
)


def rating_words(ladder: Ladder) -> str:
    """Return the person's rating: ``1536 ± 84``; "" before their first game."""
    if not ladder.games:
        return ""
    return f"{ladder.rating} ± {ladder.uncertainty}"


def rungs(ladder: Ladder) -> list[tuple[str, str, bool]]:
    """Return each rung from the top: a name, a rating, and whether it's the person's own."""
    rows = [(rung.rating, rung.level, str(rung.rating), False) for rung in ladder.rungs]
    if ladder.games:
        rows.append((ladder.rating, ladder.name, rating_words(ladder), True))
    rows.sort(key=lambda row: (-row[0], row[3]))
    return [(name, words, own) for _, name, words, own in rows]


def sentences(ladder: Ladder) -> list[str]:
    """Return what the ladder says beside its rungs."""
    return list(filter(None, (_rating(ladder), _season(ladder), _left_out(ladder))))


def _rating(ladder: Ladder) -> str:
    if not ladder.games:
        return NO_GAMES
    low, high = ladder.rating - ladder.uncertainty, ladder.rating + ladder.uncertainty
    games = plural(ladder.games, "game")
    surely = f"After {games}, your rating is most likely between {low} and {high}."
    if ladder.next_level is None:
        return f"{surely} You've passed every level."
    return f"{surely} Next to beat: {ladder.next_level}."


def _season(ladder: Ladder) -> str:
    season = ladder.season
    days = f"Season of {day(season.first, year=False)} to {day(season.last)}"
    left = f"{plural(season.weeks_left, 'week')} left" if season.weeks_left else "the last week"
    if not season.games:
        return f"{days}: no game yet, {left}."
    change = f"{season.change:+}".replace("-", "−")
    return f"{days}: {plural(season.games, 'game')}, {season.won} won, rating {change}, {left}."


def _left_out(ladder: Ladder) -> str:
    reasons = (
        (ladder.helped, "with hints, suggestions, coach or undo, or from before these were noted"),
        (ladder.short, f"of fewer than {LONG} hands"),
        (ladder.unrated, "with players who have no rating"),
    )
    parts = [f"{count} {words}" for count, words in reasons if count]
    if not parts:
        return ""
    return f"Games that don't count here: {'; '.join(parts)}."

"""What the named computer players say at a table: about one line in each hand, at its real moments.

Their words and the choice of them follow from what everybody at the table sees, so they never hint
at a hidden card. They are decoration: their random numbers are no deal's and no player's.
"""

from collections.abc import Sequence

from spades_tui.fair import Stream
from spades_tui.game.findings import HandScore
from spades_tui.play.cast import Mood, player
from spades_tui.presentation.moments import BAD, GOOD, Moment, MomentKind, moments
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

ORDINARY_ONE_IN = 4
"""Of the moments of every hand, such as broken spades, one in so many has words."""
MOST_LINES = 2
"""Maximum lines in one hand; the second only at a moment of strength 3."""
ORDINARY = frozenset({MomentKind.BID_MADE, MomentKind.SPADES_BROKEN, MomentKind.LAST_BEAN})
"""The kinds that nearly every hand has."""
TALK = "talk"
"""The kind of log entries with such words."""


class PlayersTalk:
    """The named computer players of a table, who say nothing twice in an evening."""

    def __init__(self, players: Sequence[str], said: set[str]) -> None:
        """Let these players talk; `players` as in `Shown`.

        `said`: every line of the evening, which grows.
        """
        self._players = tuple(players)
        self._said = said
        self._hand = 0
        """The number of the hand that `_lines` is about."""
        self._lines = 0
        """How many lines this hand has had."""
        self._event: tuple[Observation, Observation, tuple[Moment, ...]] | None = None

    def moments_between(
        self, before: Observation, after: Observation, scores: Sequence[HandScore]
    ) -> tuple[Moment, ...]:
        """Return the moments of an event as `moments` does, which looks for them only once."""
        known = self._event
        if known is None or known[0] is not before or known[1] is not after:
            known = self._event = (before, after, moments(before, after, scores))
        return known[2]

    def after(
        self, before: Observation, after: Observation, scores: Sequence[HandScore]
    ) -> tuple[LogEntry, ...]:
        """Return the log's line about an event, as everybody sees it; nothing after most events."""
        if not any(self._players):
            return ()
        happened = self.moments_between(before, after, scores)
        if not happened:
            return ()
        if before.hand_number != self._hand:
            self._hand, self._lines = before.hand_number, 0
        entry = self.about(happened[0], after.rules, Stream(_public_facts(after)))
        return (entry,) if entry is not None else ()

    def about(self, moment: Moment, rules: Ruleset, stream: Stream) -> LogEntry | None:
        """Return a line about a moment, or None: a hand spends its few lines on real moments."""
        if self._lines >= MOST_LINES or (self._lines and moment.strength < 3):
            return None
        if moment.kind in ORDINARY and moment.strength == 1 and stream.below(ORDINARY_ONE_IN):
            return None
        lines: list[tuple[int, str]] = []
        for seat, name in enumerate(self._players):
            named = player(name)
            mood = mood_of(moment, rules, seat)
            if named is not None and mood is not None:
                unsaid = [line for line in named.lines[mood] if line not in self._said]
                lines += [(seat, line) for line in unsaid]
        if not lines:
            return None
        seat, line = lines[stream.below(len(lines))]
        self._said.add(line)
        self._lines += 1
        return LogEntry(f"{self._players[seat]}: “{line}”", TALK, seat)


def mood_of(moment: Moment, rules: Ruleset, seat: int) -> Mood | None:
    """Return in which mood a seat may speak of a moment; None if it has nothing to say."""
    if moment.kind not in GOOD | BAD:
        return "calm"
    mine = bool(set(moment.seats) & set(rules.sides[rules.side_of[seat]]))
    if moment.kind in GOOD:
        return "glad" if mine else None
    return "sorry" if mine else "tease"


def _public_facts(seen: Observation) -> bytes:
    """Return what everybody has seen of a hand, as the seed of decoration."""
    tricks = [*seen.tricks, seen.trick]
    cards = [(played.seat, played.card) for trick in tricks for played in trick]
    facts = (seen.standing.hands, seen.standing.totals, seen.bids, cards)
    return f"table talk {facts}".encode()

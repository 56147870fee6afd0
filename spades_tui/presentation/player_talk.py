"""What the named computer players say at a table: about one line in each hand, at its real moments.

Once a game, each says how it likes to bid, with a bid that looks like it. Now and then another
player answers. Their words and the choice of them follow from what everybody at the table sees, so
they never hint at a hidden card. They are decoration: their random numbers are no deal's and no
player's. In a hand without a word so far, somebody may make small talk in the middle of it.
"""

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from spades_tui.fair import Stream
from spades_tui.game.findings import HandScore
from spades_tui.play.cast import Mood, player
from spades_tui.presentation.hand_words import needs
from spades_tui.presentation.moments import (
    BAD,
    GOOD,
    ORDINARY,
    Moment,
    MomentKind,
    is_big,
    moments,
)
from spades_tui.record.event_words import LogEntry
from spades_tui.rules.ruleset import Ruleset
from spades_tui.seats import Observation

ORDINARY_ONE_IN = 4
"""Of the moments of every hand, such as broken spades, one in so many has words."""
SMALL_TALK_ONE_IN = 4
"""Of the quiet tricks in the middle third of a silent hand, one in so many has small talk."""
ANSWERED_ONE_IN = 2
"""Of the lines about a failure, one in so many has an answer."""
MOST_LINES = 2
"""Maximum lines about moments in one hand; the second only with strength 3.

What becomes of a big bid, a boast or a nil always has one, and so does a bold player's bid that
fails in the last trick.
"""
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
        """How many lines about moments this hand has had."""
        self._small_talk = 0
        """The number of the last hand with small talk."""
        self._boasters = set[int]()
        """The seats that have made a big bid in this hand, or said that they are bold."""
        self._introduced = dict[int, int]()
        """The seats that have said how they like to bid, and the hands in which they did."""
        self._unanswered: tuple[Moment, int] | None = None
        """The moment of the last line and who spoke, if the next event may bring an answer."""
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
        if not self._hand and before.hand_number > 1:  # a continued game: they may have said it
            self._introduced = dict.fromkeys(range(len(self._players)), 0)
        if before.hand_number != self._hand:
            self._hand, self._lines, self._unanswered = before.hand_number, 0, None
            self._boasters.clear()
        happened = self.moments_between(before, after, scores)
        asked, self._unanswered = self._unanswered, None
        if after.standing.hands > before.standing.hands:
            asked = None  # an answer on the score sheet would be far from its line
        bidder = _bidder(before, after)
        quiet = self._is_silent() and self._small_talk < self._hand and _is_quiet(before, after)
        if not happened and asked is None and bidder is None and not quiet:
            return ()
        rules, stream, entry = after.rules, Stream(_public_facts(after)), None
        if happened:
            dared = [moment for moment in happened if is_dared(moment, after, self._players)]
            entry = self.about((*dared, *happened)[0], rules, stream, after)
        if entry is None and asked is not None:
            entry = self._answer(*asked, rules, stream)
        if entry is None and bidder is not None:
            entry = self._introduce(bidder, after, stream)
        if entry is None and quiet and not stream.below(SMALL_TALK_ONE_IN):
            self._small_talk = self._hand
            entry = self._line(dict.fromkeys(range(len(self._players)), "calm"), stream)
        return (entry,) if entry is not None else ()

    def about(
        self, moment: Moment, rules: Ruleset, stream: Stream, seen: Observation | None = None
    ) -> LogEntry | None:
        """Return a line about a moment, or None: a hand spends its few lines on real moments.

        `seen`: what everybody sees after it.
        """
        if moment.big and not _is_chosen(moment.bid, rules):
            if moment.kind == MomentKind.BIG_BID:
                return None
            moment = replace(moment, big=False)
        moods = {seat: mood_of(moment, rules, seat) for seat in range(len(self._players))}
        dared = seen is not None and is_dared(moment, seen, self._players)
        if moment.kind == MomentKind.SET and seen is not None:
            moods |= dict.fromkeys(_who_kept(seen, moment), "comfort")
        entry = self._of_boast(moment, moods, stream)
        if moment.kind == MomentKind.BIG_BID:
            self._boasters.update(moment.seats)
        most = MOST_LINES if moment.strength == 3 else 1
        of_big = moment.big and moment.kind != MomentKind.BIG_BID
        crowns = moment.points or of_big or dared
        if entry is None and self._lines >= most and not crowns:
            return None
        rare = moment.kind in ORDINARY and moment.strength == 1
        if entry is None and rare and stream.below(ORDINARY_ONE_IN):
            return None
        entry = entry or self._line(moods, stream)
        if entry is not None and entry.seat is not None:
            self._lines += 1
            failed = moment.kind in BAD and not stream.below(ANSWERED_ONE_IN)
            if failed or moment.kind == MomentKind.BIG_BID:
                self._unanswered = (moment, entry.seat)
        return entry

    def _of_boast(
        self, moment: Moment, moods: Mapping[int, Mood | None], stream: Stream
    ) -> LogEntry | None:
        """Return what somebody says about the outcome of their own boast or nil, if it is that."""
        if moment.kind in (MomentKind.NIL_MADE, MomentKind.NIL_BROKEN):
            seats = set(moment.seats)
        elif moment.kind in (MomentKind.BID_MADE, MomentKind.SET):
            seats = set(moment.seats) & self._boasters
        else:
            return None
        self._boasters -= seats
        return self._line({seat: moods[seat] for seat in sorted(seats)}, stream)

    def _answer(
        self, moment: Moment, speaker: int, rules: Ruleset, stream: Stream
    ) -> LogEntry | None:
        """Return what one of those whom a line was about, or a partner, answers, if anything."""
        moods: dict[int, Mood | None] = {}
        own = _is_of_side(speaker, moment, rules)
        for seat in range(len(self._players)):
            if seat == speaker or not _is_of_side(seat, moment, rules):
                continue
            if moment.kind == MomentKind.BIG_BID:
                moods[seat] = "proud" if seat in moment.seats else None
            else:
                moods[seat] = "comfort" if own or seat not in moment.seats else "retort"
        return self._line(moods, stream)

    def _introduce(self, seat: int, seen: Observation, stream: Stream) -> LogEntry | None:
        """Return how a player likes to bid, once a game and one player in a hand."""
        named, bid = player(self._players[seat]), seen.bids[seat] or 0
        share = seen.rules.tricks / len(seen.table)
        if named is None or not self._is_silent() or seat in self._introduced:
            return None
        if not (_is_chosen(bid, seen.rules) and _looks_like(named.style, seen.rules, bid, share)):
            return None
        self._introduced[seat] = self._hand
        if named.style == "bold":
            self._boasters.add(seat)
        return self._line({seat: "bid"}, stream)

    def _is_silent(self) -> bool:
        """Return whether nobody has spoken of a moment or of their bids in this hand."""
        return not self._lines and self._hand not in self._introduced.values()

    def _line(self, moods: Mapping[int, Mood | None], stream: Stream) -> LogEntry | None:
        """Return a new line of one of these seats in its mood; None if nobody has one."""
        lines: list[tuple[int, str]] = []
        for seat, mood in moods.items():
            named = player(self._players[seat])
            if named is not None and mood is not None:
                possible = named.lines.get(mood, ())
                lines += [(seat, line) for line in possible if line not in self._said]
        if not lines:
            return None
        seat, line = lines[stream.below(len(lines))]
        self._said.add(line)
        quoted = f"“{line}”"
        return LogEntry(f"{self._players[seat]}: {quoted}", TALK, seat, first=quoted)


def mood_of(moment: Moment, rules: Ruleset, seat: int) -> Mood | None:
    """Return in which mood a seat may speak of a moment; None if it has nothing to say."""
    mine, is_partners = _is_of_side(seat, moment, rules), seat not in moment.seats
    if moment.kind == MomentKind.BIG_BID:
        return None if mine else "awe"
    if moment.kind == MomentKind.BLIND_BID:
        return None if mine else "blind"
    if moment.kind == MomentKind.SPADES_BROKEN:
        return None  # small talk fits only where nothing is left to earn
    if moment.kind in GOOD:
        if not mine:
            return "awe" if moment.big else None
        return "praise" if is_partners else "glad"
    if moment.kind in BAD:
        if not mine:
            return "awe" if moment.big else "tease"
        return "comfort" if is_partners else "sorry"
    return "calm"


def _is_of_side(seat: int, moment: Moment, rules: Ruleset) -> bool:
    """Return whether a moment belongs to this seat's side."""
    return bool(set(moment.seats) & set(rules.sides[rules.side_of[seat]]))


def _bidder(before: Observation, after: Observation) -> int | None:
    """Return the seat that has just made its first bid of the hand, if one has."""
    if before.hand_number != after.hand_number:
        return None
    seats = range(len(after.bids))
    new = (seat for seat in seats if before.bids[seat] is None and after.bids[seat] is not None)
    return next(new, None)


def is_dared(moment: Moment, seen: Observation, players: Sequence[str]) -> bool:
    """Return whether a moment is the set, in the last trick, of a big bid or a bold player's bid.

    `seen`: what everybody sees after it; `players` as in `Shown`.
    """
    last_set = moment.kind == MomentKind.SET and moment.last_trick
    if not last_set or not _is_chosen(moment.bid, seen.rules):
        return False
    named = [player(players[seat]) for seat in moment.seats]
    bold = any(each is not None and each.style == "bold" for each in named)
    big = any(is_big(seen, (seat,), seen.bids[seat] or 0) for seat in moment.seats)
    return bold or big or moment.big


def _is_quiet(before: Observation, after: Observation) -> bool:
    """Return whether a trick of the middle third of a hand was taken, and nothing is in danger.

    No nil is alive, every bid still needs fewer tricks than are left, and none has failed.
    """
    count, tricks = len(after.winners), after.rules.tricks
    if count != len(before.winners) + 1 or not tricks < 3 * count <= 2 * tricks:
        return False
    return not any(need.zero or need.lost or need.needed >= need.left for need in needs(after))


def _who_kept(seen: Observation, moment: Moment) -> list[int]:
    """Return the seats of a set whose own tricks aren't why: enough, or not more than bid."""
    kept = []
    for seat in moment.seats:
        over = seen.took[seat] - (seen.bids[seat] or 0)
        if over <= 0 if moment.number else over >= 0:
            kept.append(seat)
    return kept


def _is_chosen(bid: int, rules: Ruleset) -> bool:
    """Return whether somebody chose a bid; in some games the cards dictate it (WZ-1, MR-1)."""
    return not any(limit.reveals(bid) for limit in rules.limits)


def _looks_like(style: str, rules: Ruleset, bid: int, share: float) -> bool:
    """Return whether a bid looks like a style beside an even share of the tricks.

    It doesn't where the style makes no difference.
    """
    match style:
        case "bold":
            return bid > share
        case "careful":
            return 0 < bid < share
        case "zeros":
            return rules.zeros_pay and 2 * bid < share  # nothing, or next to nothing
        case "bags":
            return rules.bags is not None and bid > 0
        case _:
            return bid > 0


def _public_facts(seen: Observation) -> bytes:
    """Return what everybody has seen of a hand, as the seed of decoration."""
    tricks = [*seen.tricks, seen.trick]
    cards = [(played.seat, played.card) for trick in tricks for played in trick]
    facts = (seen.standing.hands, seen.standing.totals, seen.bids, cards)
    return f"table talk {facts}".encode()

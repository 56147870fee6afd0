"""Make a record's digest for the scorebook, by replaying it without trusting its findings."""

import io
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from functools import partial
from hashlib import sha256
from typing import Any

from spades_tui import cards
from spades_tui.bots.styles import split_level
from spades_tui.game.events import RECORDED_EVENTS, Deal, SeatEvent, TakeBack
from spades_tui.game.findings import GameOver, HandScore
from spades_tui.game.hand_end import as_counted, hand_counts
from spades_tui.game.state import HandState
from spades_tui.record.journal_lines import plain_text, whole_lines
from spades_tui.record.json_form import checked
from spades_tui.record.line_forms import SeatEntry
from spades_tui.record.reader import Read
from spades_tui.record.replay import Replayed, Replayer, each_record
from spades_tui.record.writer import release_of
from spades_tui.rules.ledger import Decided
from spades_tui.rules.ruleset import Ruleset
from spades_tui.scorebook.feats import BEHIND, COVERED_BID, LONG, NILS, OF, SAFE, TEN, FeatName
from spades_tui.scorebook.game_result import GameResult, PracticeGame, SeatResult
from spades_tui.system.folders import begin_time

_BESIDE_PLAY = [str(kind.__struct_config__.tag) for kind in RECORDED_EVENTS if kind.beside_play]
_NOT_THE_GAME = frozenset((*_BESIDE_PLAY, "trick", "hand_score", "game_over"))
"""Lines that may come after the last card or follow from others, so that they don't change the game's id."""

_HELP = frozenset(("coached", "hinted"))
"""Keys of an event before which a person had help."""

_MARKS = frozenset(("stand_in", "coached", "hinted"))
"""Keys of an event that don't change the game's id."""

_HINTS_MARKED = (1, 2, 0)
"""The first release whose records mark hints."""

_SHORT_DAYS_COUNTED = (1, 1, 0)
"""The last release whose customs counted short games. Seasons keep what it counted."""


def digests(raw: bytes, name: str, written: float) -> Iterator[GameResult | PracticeGame | None]:
    """Return the digest of each game in a file, None for one that isn't over.

    `name` is the file's name, `written` its time in seconds. An incomplete last line is ignored, because it was never
    confirmed to anyone. Raises RecordError.
    """
    lines = whole_lines(raw, by_hand=True)
    begin = partial(_Reader, name, written)
    if lines:
        return each_record(io.BytesIO(lines), name, begin)
    return iter(())


class _Reader:
    """Replays one game, and keeps each hand as it ended."""

    def __init__(self, name: str, written: float, first: Read) -> None:
        self._name, self._written = name, written
        self._replayer = Replayer(_of_today(first), lines=False)
        self._hands: dict[int, HandState] = {}
        self._texts: list[str] = []
        """The lines from which the game's id is computed."""
        self._taken_back: Counter[int] = Counter()
        self._coached: Counter[int] = Counter()
        self._helped: set[int] = set()
        """The seats that undid something, or decided after a hint or a word of the coach."""
        self._last_at: str | None = None
        self._release = release_of(str(first.data.get("program", "")))
        self._note(first)

    def take(self, read_line: Read) -> None:
        event = read_line.event
        kind = type(event)  # compared first, because isinstance is slow for abstract classes
        if kind is Deal:
            self._keep_hand()
        self._replayer.take(read_line)
        self._note(read_line)
        if kind is TakeBack and isinstance(event, TakeBack):
            self._taken_back[event.seat] += 1
            self._helped.add(event.seat)
        if isinstance(event, SeatEvent):
            self._coached[event.seat] += "coached" in read_line.data
            if not _HELP.isdisjoint(read_line.data):
                self._helped.add(event.seat)

    def _keep_hand(self) -> None:
        hand = self._replayer.result.course.state.hand
        if hand is not None:
            self._hands[hand.number] = hand

    def _note(self, read_line: Read) -> None:
        data = read_line.data
        if data["event"] in _NOT_THE_GAME:
            return
        if "at" in data:
            self._last_at = str(data["at"])
        text = read_line.bare_text
        if not text or not _MARKS.isdisjoint(data):
            leave = {"sum"} if data["event"] == "game" else {"sum", "at", *_MARKS}
            text = plain_text({key: value for key, value in data.items() if key not in leave})
        self._texts.append(text)

    def finish(self) -> GameResult | PracticeGame | None:
        self._keep_hand()
        replayed = self._replayer.finish()
        if replayed.over is None:
            return None
        if replayed.rules.practice:
            return PracticeGame(replayed.rules.practice)
        over = replayed.over
        rules = replayed.rules
        if self._release is None or self._release > _SHORT_DAYS_COUNTED:
            over = as_counted(over, rules, len(replayed.scores))
        place: dict[int, int] = {}
        for group in over.standings:
            place |= dict.fromkeys(group, 1 + len(place))
        keys: dict[str, Any] = {}
        for custom in rules.customs:
            keys |= custom.season_keys(replayed.course.state, over.values(custom.game_keys), self._hands)
        return GameResult(
            id=sha256("\n".join([*self._texts, ""]).encode()).hexdigest()[:16],
            variant=replayed.variant.slug, title=replayed.variant.name,
            ended=_when(self._last_at, self._name, self._written), hands=len(replayed.scores),
            reason=over.reason, sides=rules.sides, winners=over.winners, standings=over.standings, totals=over.totals,
            course=tuple(score.totals for score in replayed.scores),
            seats=tuple(self._seat(replayed, over, place, seat) for seat in range(rules.seats)), **keys,
        )  # fmt: skip

    def _seat(self, replayed: Replayed, over: GameOver, place: dict[int, int], seat: int) -> SeatResult:
        """Return a seat's part in the game; `place`: by side, from 1."""
        rules = replayed.rules
        entry = replayed.head.seats[seat]
        side = rules.side_of[seat]
        counts, pairs = _counts(rules, replayed.scores, self._hands, seat)
        # a record that can't show help doesn't show its absence
        shows_help = self._release is None or self._release >= _HINTS_MARKED
        unaided = shows_help and entry.kind == "human" and seat not in self._helped
        feats: dict[FeatName, int] = {}
        if unaided:
            feats = earned(rules, replayed.scores, self._hands, over, replayed.head.seats, seat)
        return SeatResult(
            name=entry.name, kind=entry.kind, level=entry.level or None, place=place[side], won=side in over.winners,
            points=over.totals[side], take_backs=self._taken_back[seat], coached=self._coached[seat],
            unaided=unaided, feats=feats, pairs=pairs, **counts,
        )  # fmt: skip


def _of_today(first: Read) -> Read:
    """Return the first line without the fingerprint of the rules that wrote it.

    A later release may have changed the variant; if all findings of the record are still right, that doesn't matter
    here.
    """
    bare = {key: value for key, value in first.data.items() if key != "program"}
    return Read(first.number, first.data, checked(type(first.line), bare))


def _when(at: str | None, name: str, written: float) -> str:
    """Return when a game ended: its last event's time, or the date in the file's name, or the file's own time."""
    began = begin_time(name)
    for text in (at, began.isoformat() if began is not None else None):
        try:
            if text is not None:
                datetime.fromisoformat(text).astimezone(UTC)
                return text
        except (ValueError, OverflowError):
            continue
    return datetime.fromtimestamp(written).astimezone().isoformat(timespec="seconds")


def _counts(
    rules: Ruleset, scores: Sequence[HandScore], hands: dict[int, HandState], seat: int
) -> tuple[Counter[str], str]:
    """Return the counts of a seat over a game, and the bid and tricks of each hand as text."""
    counts: Counter[str] = Counter()
    pairs: list[str] = []
    for score in scores:
        hand = hands[score.hand]
        for custom in rules.season_effects:
            counts.update(custom.season_counts(hand, hand_counts(rules, hand), seat))
        bid, took = score.bids[seat], score.tricks[seat]
        if bid is None or took is None:
            continue
        counts["hands"] += 1
        if hand.skipped:
            continue
        counts.update(bid=bid, tricks=took)
        pairs.append(f"{bid}:{took}")
        decided = {note.what for note in score.notes if seat in note.seats}  # about the seat and its side
        counts["zeros"] += not decided.isdisjoint((Decided.ZERO_MADE, Decided.ZERO_FAILED))
        counts["zeros_made"] += Decided.ZERO_MADE in decided
        counts["made"] += Decided.MADE in decided
        counts["set"] += Decided.SET in decided
        if hand.blind[seat]:
            counts["blinds"] += 1
            counts["blinds_made"] += not decided.isdisjoint((Decided.MADE, Decided.ZERO_MADE))
            counts["blind_zeros_made"] += Decided.ZERO_MADE in decided
        counts["bemos"] += not decided.isdisjoint((Decided.KEPT, Decided.BROKEN))
        counts["bemos_kept"] += Decided.KEPT in decided
        over = (note.tricks for note in score.notes if (note.what, note.side) == (Decided.OVER, rules.side_of[seat]))
        counts["bags"] += sum(over)
    return counts, " ".join(pairs)


_KINGS = sum(1 << card for card in range(52) if cards.text(card).startswith("K"))


def earned(
    rules: Ruleset, scores: Sequence[HandScore], hands: Mapping[int, HandState], over: GameOver,
    seats: Sequence[SeatEntry], seat: int,
) -> dict[FeatName, int]:  # fmt: skip
    """Return the feats of a seat in a finished game, each with the number of the hand that earned it."""
    feats: dict[FeatName, int] = {}
    nils = 0
    bid_hands = [score for score in scores if score.bids[seat] is not None and not hands[score.hand].skipped]
    for score in bid_hands:
        names = _of_hand(rules, score, hands[score.hand], seat)
        nils += _nil_made(score, seat)
        if nils == NILS:
            names.append("three_nils")
        for name in names:
            feats.setdefault(name, score.hand)
    if len(bid_hands) >= LONG:
        for name in _of_game(rules, bid_hands, over, seats, seat):
            feats[name] = scores[-1].hand
    return feats


def _decided(score: HandScore, seat: int) -> set[Decided]:
    return {note.what for note in score.notes if seat in note.seats}


def _nil_made(score: HandScore, seat: int) -> bool:
    return Decided.ZERO_MADE in _decided(score, seat)


def _of_hand(rules: Ruleset, score: HandScore, hand: HandState, seat: int) -> list[FeatName]:
    """Return the feats of one hand."""
    names: list[FeatName] = []
    side = rules.side_of[seat]
    if _nil_made(score, seat):
        if hand.blind[seat]:
            names.append("blind_nil")
        gave = hand.passed[seat] if hand.passed else 0
        if (hand.dealt[seat] or 0) & ~gave & _KINGS:
            names.append("king_nil")
    if Decided.MADE not in _decided(score, seat):
        return names
    partners = [other for other in rules.sides[side] if other != seat]
    if (score.bids[seat] or 0) >= COVERED_BID and any(_nil_made(score, other) for other in partners):
        names.append("covered")
    contract = hand_counts(rules, hand).contracts[side] or 0
    if contract * OF >= TEN * rules.tricks:
        names.append("ten")
    return names


def _of_game(
    rules: Ruleset, scores: Sequence[HandScore], over: GameOver, seats: Sequence[SeatEntry], seat: int
) -> list[FeatName]:
    """Return the feats of a whole game."""
    names: list[FeatName] = []
    side = rules.side_of[seat]
    if all(score.bids[seat] == score.tricks[seat] for score in scores):
        names.append("exact")
    if side not in over.winners:
        return names
    decided = [what for score in scores for what in _decided(score, seat)]
    notes = [note for score in scores for note in score.notes]
    bags = sum(note.tricks for note in notes if (note.what, note.side) == (Decided.OVER, side))
    if scores[-1].bags is not None and not bags and Decided.MADE in decided:
        names.append("no_bag")
    if len(scores) >= SAFE and not {Decided.SET, Decided.ZERO_FAILED} & {*decided}:
        names.append("never_set")
    if _came_back(scores, side):
        names.append("comeback")
    return names + _against(rules, seats, seat)


def _came_back(scores: Sequence[HandScore], side: int) -> bool:
    """Return whether a side was far behind the best other one."""
    final = scores[-1].totals[side]
    behind = 0
    for score in scores:
        others = [total for other, total in enumerate(score.totals) if other != side]
        behind = max(behind, max(others) - score.totals[side])
    return final > 0 and behind >= BEHIND * final


def _against(rules: Ruleset, seats: Sequence[SeatEntry], seat: int) -> list[FeatName]:
    """Return the feats of a win with and against computer players of certain levels."""
    side = rules.side_of[seat]
    partners, others = set(), set()
    for number, entry in enumerate(seats):
        level = "" if entry.kind == "human" else split_level(entry.level or "")[0]
        if rules.side_of[number] != side:
            others.add(level)
        elif number != seat:
            partners.add(level)
    names: list[FeatName] = []
    if others == {"expert"}:
        names.append("beat_experts")
    if partners == {"beginner"} and others <= {"strong", "expert"}:
        names.append("with_beginner")
    return names

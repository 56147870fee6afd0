"""From a record to what the book keeps of it: played through the rules, nothing taken on a finding's word."""

import io
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path

from spades_tui import cards
from spades_tui.book.result import GameResult, Mark, SeatResult
from spades_tui.game.closing import hand_counts
from spades_tui.game.findings import GameOver
from spades_tui.game.state import HandState
from spades_tui.record.errors import RecordError
from spades_tui.record.lines import GameLine
from spades_tui.record.read import Read, raw_lines, read
from spades_tui.record.replay import Replayed, Replayer
from spades_tui.rules.ledger import HandCounts, Standing
from spades_tui.rules.ruleset import Ruleset

_NOT_THE_GAME = ("bone", "chit", "suspend", "resume", "trick", "hand_score", "game_over")
"""Lines that may come after the last card, or that follow from the others: they do not make another game."""


def digests(path: Path) -> list[GameResult | None]:
    """What the book keeps of each game in a file, None for one that is not over.

    A last line that was cut off in the middle was never acknowledged, and is left out. Raises RecordError, OSError.
    """
    raw = path.read_bytes()
    written = path.stat().st_mtime
    end = raw.rfind(b"\n") + 1
    torn = raw[end:].strip()
    if torn and _is_json(torn):  # written by hand, without a line's end at the last line
        end = len(raw)
    try:
        return list(_digests(io.BytesIO(raw[:end]), path.name, written))
    except RecordError as error:
        error.file = str(path)
        raise


def _is_json(text: bytes) -> bool:
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return False
    return True


def _digests(stream: io.BytesIO, name: str, written: float) -> Iterator[GameResult | None]:
    reader: _Reader | None = None
    for read_line in read(raw_lines(stream)):
        if reader is None or isinstance(read_line.line, GameLine):
            if reader is not None:
                yield reader.finish(name, written)
            reader = _Reader(read_line)
        else:
            reader.take(read_line)
    if reader is not None:
        yield reader.finish(name, written)


class _Reader:
    """One game: the record is played, and each hand is kept as it was when it was left."""

    def __init__(self, first: Read) -> None:
        self._replayer = Replayer(_of_today(first))
        self._hands: dict[int, HandState] = {}
        self._before: dict[int, Standing] = {}
        self._mark = sha256()
        self._last_at: str | None = None
        self._note(first)

    def take(self, read_line: Read) -> None:
        self._replayer.take(read_line)
        self._note(read_line)
        state = self._replayer.result.course.state
        if state.hand is not None:
            self._hands[state.hand.number] = state.hand
            if state.standing.hands < state.hand.number:
                self._before[state.hand.number] = state.standing

    def _note(self, read_line: Read) -> None:
        event = read_line.data["event"]
        if event in _NOT_THE_GAME:
            return
        self._last_at = str(read_line.data["at"]) if "at" in read_line.data else self._last_at
        leave = {"sum"} if event == "game" else {"sum", "at", "stand_in"}
        bare = {key: value for key, value in read_line.data.items() if key not in leave}
        self._mark.update(json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode())
        self._mark.update(b"\n")

    def finish(self, name: str, written: float) -> GameResult | None:
        replayed = self._replayer.finish()
        if replayed.over is None:
            return None
        return _result(
            replayed, replayed.over, self._hands, self._before, self._mark.hexdigest()[:16],
            _when(self._last_at, name, written),
        )  # fmt: skip


def _of_today(first: Read) -> Read:
    """The first line without the mark of the rules that wrote it.

    A later release may have touched a variant; as long as every finding of the record still holds, nothing that was
    changed concerns this game.
    """
    bare = {key: value for key, value in first.data.items() if key != "program"}
    return Read(first.number, first.data, type(first.line).model_validate(bare))


def _when(at: str | None, name: str, written: float) -> str:
    """When a game ended: its last fact's time, the date in the file's name, or the file's own time."""
    for text in (at, _stamp(name)):
        try:
            if text is not None:
                datetime.fromisoformat(text).astimezone(UTC)
                return text
        except (ValueError, OverflowError):
            continue
    return datetime.fromtimestamp(written).astimezone().isoformat(timespec="seconds")


def _stamp(name: str) -> str | None:
    """The time that begins a journal's name: ``2026-11-21-200115-…``."""
    try:
        return datetime.strptime(name[:17], "%Y-%m-%d-%H%M%S").isoformat()
    except ValueError:
        return None


def _result(
    replayed: Replayed, over: GameOver, hands: dict[int, HandState], before: dict[int, Standing], mark: str, ended: str,
) -> GameResult:  # fmt: skip
    rules, state = replayed.rules, replayed.course.state
    place = {side: 1 + n for n, group in _places(over) for side in group}
    tallies = [_Tally() for _ in range(rules.seats)]
    for number, hand in sorted(hands.items()):
        counts = hand_counts(rules, hand)
        after = rules.score(before[number], counts).standing
        was_set = [now > then for now, then in zip(after.sets, before[number].sets, strict=True)]
        for seat, tally in enumerate(tallies):
            tally.add(rules, hand, counts, seat, was_set[rules.side_of[seat]])
    seats = tuple(
        SeatResult(
            name=entry.name, kind=entry.kind, level=entry.level, place=place[rules.side_of[seat]],
            won=rules.side_of[seat] in over.winners, points=over.totals[rules.side_of[seat]],
            pairs=" ".join(tallies[seat].pairs), **tallies[seat].counts,
        )
        for seat, entry in enumerate(replayed.head.seats)
    )  # fmt: skip
    last = tuple(seat for side in over.standings[-1] for seat in rules.sides[side]) if over.has_tray else ()
    return GameResult(
        id=mark, variant=replayed.variant.slug, title=replayed.variant.name, ended=ended, hands=len(replayed.scores),
        reason=over.reason, sides=rules.sides, winners=over.winners, standings=over.standings, totals=over.totals,
        course=tuple(score.totals for score in replayed.scores), seats=seats, has_tray=over.has_tray, last=last,
        chit=state.chit, tray=over.tray, wire=over.wire_to_wire, perfect=over.perfect or (),
        imperfect=over.imperfect or (), marks=_marks(hands),
    )  # fmt: skip


def _places(over: GameOver) -> Iterator[tuple[int, tuple[int, ...]]]:
    """How many sides stand before each group."""
    ahead = 0
    for group in over.standings:
        yield ahead, group
        ahead += len(group)


def _marks(hands: dict[int, HandState]) -> tuple[Mark, ...]:
    """The ZB marks of a game, one for each card (3B-30)."""
    found: dict[tuple[int, int, int], list[int]] = {}
    for number, hand in sorted(hands.items()):
        for by, accused, card in hand.marks:
            found.setdefault((number, accused, card), [])
            if by not in found[number, accused, card]:
                found[number, accused, card].append(by)
    return tuple(
        Mark(number, accused, cards.text(card), tuple(by)) for (number, accused, card), by in found.items() if card >= 0
    )


class _Tally:
    """The counts of one seat over a game."""

    def __init__(self) -> None:
        self.counts: dict[str, int] = {}
        self.pairs: list[str] = []

    def _count(self, name: str, amount: int | bool = 1) -> None:
        if amount:
            self.counts[name] = self.counts.get(name, 0) + amount

    def add(self, rules: Ruleset, hand: HandState, counts: HandCounts, seat: int, side_set: bool) -> None:
        """One hand, unless the seat sat out. `side_set`: the side did not make its bid."""
        bid, took = counts.bids[seat], counts.table_tricks[seat]
        if bid is None or took is None:
            return
        self._count("hands")
        self._count("bones", sum(1 for card in hand.boned if card in _cards_of(hand, seat)))
        self._count("gaccs", hand.gaccs[seat])
        if counts.skipped:
            return
        self._count("bid", bid)
        self._count("tricks", took)
        self.pairs.append(f"{bid}:{took}")
        zero = bid == 0 and (rules.zero is not None or rules.table is not None)
        alone = len(rules.sides[rules.side_of[seat]]) == 1
        final = counts.side_tricks[rules.side_of[seat]] if alone else took
        made = final == 0 if zero else not side_set
        if zero:
            self._count("zeros")
            self._count("zeros_made", made)
        else:
            self._count("made", made)
            self._count("set", not made)
        if counts.blind[seat]:
            self._count("blinds")
            self._count("blinds_made", made)
        if counts.promises[seat]:
            first = counts.promises[seat]
            self._count("bemos")
            self._count("bemos_kept", counts.winners[:first] == (seat,) * first)
        self._count("bags", _bags(rules, counts, seat, side_set))


def _cards_of(hand: HandState, seat: int) -> set[int]:
    """The cards that a seat has played."""
    return {played.card for trick in (*hand.tricks, hand.trick) for played in trick if played.seat == seat}


def _bags(rules: Ruleset, counts: HandCounts, seat: int, side_set: bool) -> int:
    """Tricks of the seat's side above a bid that was made; those of a zero where they are bags (SB-7)."""
    side = rules.side_of[seat]
    apart = [s for s in rules.sides[side] if counts.bids[s] == 0] if rules.zero is not None else []
    of_zeros = sum(counts.table_tricks[s] or 0 for s in apart)
    bags = of_zeros if rules.zero is not None and rules.zero.bags else 0
    if len(apart) < len(rules.sides[side]) and not side_set:
        bags += max(0, counts.side_tricks[side] - of_zeros - (counts.contracts[side] or 0))
    return bags

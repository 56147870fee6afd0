"""Read a record's lines strictly, with bounded memory; report mistakes with their lines."""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Protocol

from spades_tui.game.events import Event
from spades_tui.language.quoting import nearest
from spades_tui.record import RecordError
from spades_tui.record.journal_lines import MAX_LINE, line_sum, plain_text, sum_of, unsummed
from spades_tui.record.json_form import FormError, checked, loads, quoted
from spades_tui.record.line_forms import EVENTS, GameLine, RecordLine
from spades_tui.record.writer import JsonLine
from spades_tui.system.foreign_text import without_mark


class Lines(Protocol):
    """A stream that is read line by line."""

    def readline(self, size: int = -1, /) -> bytes:
        """Return the next line, or its first bytes."""
        ...


@dataclass(slots=True, repr=False)
class Read:
    """A line with the right form. Equal lines share their data, which nobody changes."""

    number: int
    data: JsonLine
    line: RecordLine
    event: Event | None = None
    """The event of the line; None for a finding and for the first line."""
    sum: str = ""
    """The line's `sum`, if it has one."""
    bare_text: str = ""
    """The text that a sum is computed from, without the time `at`; empty for a line that is new."""
    around_time: tuple[str, str] = "", ""
    """In a line that was read before: the text before and after a time in it, if it gets one."""


MOST_KNOWN = 4096  # different lines to remember: seats play the same cards in every game
LONGEST_KNOWN = 100  # maximum bytes in such a line; longer lines, such as deals, never repeat

_ENDING = re.compile(
    rb'(?:, "at": "(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[+-]\d\d:\d\d)")?, "sum": "([0-9a-f]{16})"\}\n\Z'
)
"""The end of a line with a sum, and perhaps a time, as the program writes it: 29 bytes, or 64 with
a time.
"""

_known: dict[bytes, Read] = {}
"""Lines that were read before, without their times and sums."""


def raw_lines(stream: Lines, before: int = 0) -> Iterator[tuple[int, bytes]]:
    """Yield the lines of a file with their numbers, after `before` lines; each is bounded.

    Raises RecordError.
    """
    for number, chunk in enumerate(iter(partial(stream.readline, MAX_LINE + 1), b""), before + 1):
        if len(chunk) > MAX_LINE:
            raise RecordError(number, f"the line is longer than {MAX_LINE} bytes")
        if number == 1:
            try:
                chunk = without_mark(chunk)
            except UnicodeError as error:
                raise RecordError(number, str(error)) from None
        yield number, chunk


def read(
    lines: Iterable[tuple[int, bytes]], events: Mapping[str, type[RecordLine]] = EVENTS,
    mistakes: list[RecordError] | None = None,
) -> Iterator[Read]:  # fmt: skip
    """Yield lines checked for form and sum; `events` are the allowed ones.

    Raises RecordError at the first wrong line with all that is wrong in its form, or collects all
    `mistakes` of form.
    """
    previous = ""
    remembers = events is EVENTS
    for number, raw in lines:
        again = _reread(number, raw, previous) if remembers else None
        if again is not None:
            previous = again.sum
            yield again
            continue
        try:
            data = parse_line(number, raw)
            line, event = _validate(number, data, events)
        except RecordError as error:
            if mistakes is None:
                raise
            mistakes += [error, *error.more]
        if mistakes:  # later lines are only checked for their form
            continue
        if isinstance(line, GameLine):
            previous = ""
        if line.sum and line.sum != line_sum(previous, data):
            words = f"its sum is {line_sum(previous, data)}, not {line.sum}"
            raise RecordError(number, f"the line was changed: {words}")
        if previous and not line.sum:
            words = "it has no sum, but the line before it has one"
            raise RecordError(number, f"the line was changed: {words}")
        previous = line.sum or ""
        if remembers:
            _remember(raw, data, line, event)
        yield Read(number, data, line, event, previous)


def mistakes_of_form(lines: Iterable[tuple[int, bytes]]) -> Iterator[RecordError]:
    """Yield what is wrong in the form of each line; sums and rules aren't checked."""
    try:
        for number, raw in lines:
            try:
                _validate(number, parse_line(number, raw), EVENTS)
            except RecordError as error:
                yield from (error, *error.more)
    except RecordError as error:  # a line that is too long
        yield error


def _reread(number: int, raw: bytes, previous: str) -> Read | None:
    """Return a known line; None if it isn't known, or its sum is wrong after `previous`."""
    same = _known.get(raw)
    if same is not None and previous:
        return None
    if same is not None:
        return Read(number, same.data, same.line, same.event, "", same.bare_text)
    ending = _ENDING.match(raw, len(raw) - 64) or _ENDING.match(raw, len(raw) - 29)
    if ending is None:
        return None
    same = _known.get(raw[: ending.start()] + b"}\n")
    if same is None or (ending[1] is not None and same.event is None):
        return None
    data, text, mine = same.data, same.bare_text, ending[2].decode()
    if ending[1] is not None:
        time = ending[1].decode()
        data = {**data, "at": time}
        text = time.join(same.around_time)
    if mine != sum_of(previous, text):
        return None
    return Read(number, {**data, "sum": mine}, same.line, same.event, mine, same.bare_text)


def _remember(raw: bytes, data: JsonLine, line: RecordLine, event: Event | None) -> None:
    """Remember a short line that may come again in another game with another time and sum."""
    ending = _ENDING.match(raw, len(raw) - 64) or _ENDING.match(raw, len(raw) - 29)
    if ending is not None:
        raw = raw[: ending.start()] + b"}\n"
        data = unsummed(data)
        if ending[1]:
            data.pop("at", None)
    bare = data.keys().isdisjoint(("sum", "at"))
    if len(raw) > LONGEST_KNOWN or not bare or isinstance(line, GameLine):
        return
    if len(_known) >= MOST_KNOWN:
        _known.clear()
    before, after = plain_text({**data, "at": "@"}).split('"at":"@"')
    around_time = f'{before}"at":"', f'"{after}'
    line = checked(type(line), data)
    _known[raw] = Read(0, data, line, event, "", plain_text(data), around_time)


def parse_line(number: int, raw: bytes) -> JsonLine:
    """Return the JSON object of a line, whose keys aren't checked yet. Raises RecordError.

    Apart from invalid JSON it refuses duplicate keys, fractions, huge numbers and half of a
    surrogate pair.
    """
    raw = raw.removesuffix(b"\n").removesuffix(b"\r")
    if not raw.strip():
        raise RecordError(number, "the line is blank")
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError as error:
        raise RecordError(number, f"not UTF-8 at byte {error.start + 1}") from None
    if text.startswith("\ufeff"):
        raise RecordError(number, "a byte order mark, which only the start of a file can have")
    try:
        data = loads(text, only_whole=True)
    except FormError as fault:
        raise RecordError(number, str(fault)) from None
    except json.JSONDecodeError as error:
        what = f"{error.msg.removesuffix(' at')} at"  # two messages end like that
        words = f"not a JSON object: {what} character {error.pos + 1}"
        raise RecordError(number, words) from None
    if not isinstance(data, dict):
        raise RecordError(number, "not a JSON object")
    return data


def _validate(
    number: int, data: JsonLine, events: Mapping[str, type[RecordLine]]
) -> tuple[RecordLine, Event | None]:
    event = data.get("event")
    if "event" not in data:
        raise RecordError(number, "the key 'event' is missing")
    kind = events.get(event) if isinstance(event, str) else None
    if kind is None:
        words = f"unknown event {quoted(str(event))}{nearest(str(event), events)}"
        raise RecordError(number, words)
    try:
        line = checked(kind, data)
        return line, line.to_event()
    except FormError as error:
        wrong, *others = [RecordError(number, str(one)) for one in (error, *error.more)]
        wrong.more = others
        raise wrong from None

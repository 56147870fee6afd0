"""Players of another revision, in a separate process that `revision` starts.

The process reads requests, one JSON list per line, and answers some of them with a JSON line:

``["begin", rules, dealer, standing]``
    a game by these rules (a record's `rules`), first dealt by that seat, with this `Standing` as an object.
``["do", text]``
    an event, as a line of a record.
``["dealt", secret]``
    the source of the players' random numbers in this deal, in hexadecimal.
``["choose", level, seat]`` or ``["speak", level, seat]``
    a request for the player's action: an answer, null for none.

The players get an observation of their seat, as always. This runs with the program of that revision, so it imports
little, and nothing from the tests.
"""

import json
import sys
from collections.abc import Iterator
from typing import Any

from msgspec.structs import fields, replace

from spades_tui import bots
from spades_tui.fair import Stream, bot_stream
from spades_tui.game.events import Event
from spades_tui.game.history import History
from spades_tui.game.state import new_game
from spades_tui.record.reader import read
from spades_tui.record.writer import event_line
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import from_data
from spades_tui.seats.observer import observe
from spades_tui.system.output import json_text


def as_tuples(value: Any) -> Any:
    """Return JSON's lists as tuples."""
    return tuple(as_tuples(entry) for entry in value) if isinstance(value, list) else value


def course_of(rules: dict[str, Any], dealer: int, standing: dict[str, Any]) -> History:
    """Return a game of which only the standing is known."""
    state = new_game(ruleset(from_data(rules)), dealer)
    known = {field.name for field in fields(state.standing)}
    carried = {name: as_tuples(value) for name, value in standing.items() if name in known}
    return History(replace(state, standing=replace(state.standing, **carried)))


def event_of(text: str) -> Event:
    """Return the event of a record's line. Raises ValueError for another line."""
    event = next(read([(1, text.encode())])).event
    if event is None:
        raise ValueError(f"no fact: {text}")
    return event


def answers(requests: Iterator[str]) -> Iterator[str]:
    """Yield the answers to requests."""
    course: History | None = None
    streams: list[Stream] = []
    for request in requests:
        kind, *what = json.loads(request)
        if kind == "begin":
            course = course_of(*what)
            continue
        if course is None:
            raise ValueError("no game has begun")
        if kind == "do":
            course.do(event_of(what[0]))
        elif kind == "dealt":
            secret = bytes.fromhex(what[0])
            streams = [bot_stream(secret, seat) for seat in range(course.state.rules.seats)]
        else:
            level, seat = what
            ask = bots.choose if kind == "choose" else bots.speak
            event = ask(level, observe(course.state, seat), streams[seat])
            yield "null\n" if event is None else json_text(event_line(event))


if __name__ == "__main__":
    for answer in answers(sys.stdin):
        sys.stdout.write(answer if answer.endswith("\n") else f"{answer}\n")
        sys.stdout.flush()

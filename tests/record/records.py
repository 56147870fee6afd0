"""Read records in tests, the program's and the referee's, as text."""

import io
import json
from typing import Any

from spades_tui.record import RecordError
from spades_tui.record.replay import Replayed, replay
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped

Event = dict[str, Any]

PTN = """\
% PTN ---------------------------
[Event "Trickster Cards: Play Spades - 2v2 to 500"]
[LocalDateTime "7/23/2025 10:30 PM PDT"
[GameCode "Spades"]
[GameOptionsJson "{\\"failBidScoring\\":1}"]
[West "Waymon (Auto)"]
[North "Adele (Auto)"]
[East "Petra (Auto)"]
[South "Chris (4829575)"]
[Dealer "N"]
[Deal "N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432"]
[Auction "E"]
Nil 0 nil 13
[Play "E"]
H2 D2 C2 S2
H3 D3 C3 S3
"""


def replayed(text: str | bytes) -> list[Replayed]:
    """Return all records of a text, replayed through the rules."""
    raw = text.encode() if isinstance(text, str) else text
    return list(replay(io.BytesIO(raw), "game.spades.jsonl"))


def completed(text: str | bytes) -> list[Event]:
    """Return the lines of a text with all findings."""
    return [line for one in replayed(text) for line in one.lines]


def error(text: str | bytes) -> RecordError:
    """Return the error that a text raises."""
    try:
        replayed(text)
    except RecordError as found:
        return found
    raise AssertionError("nothing was found wrong")


def head(variant: str = "sandbags", seats: int = 0, **more: object) -> Event:
    """Return a `game` line with people in all seats, or in four if the variant isn't shipped."""
    seats = seats or (shipped()[variant].seats if variant in shipped() else 4)
    people = [{"name": f"P{seat}", "kind": "human"} for seat in range(seats)]
    return {"event": "game", "format": "spades-record/1", "variant": variant, "seats": people, **more}


def text_of(*lines: Event) -> str:
    """Return lines as the text of a record."""
    return record_text(lines)


def lines_of(text: str) -> list[Event]:
    """Return the lines of a text."""
    return [json.loads(line) for line in text.splitlines()]

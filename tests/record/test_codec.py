"""Game data is equal after encoding and decoding, and no bytes for a seat contain a card that it may not see."""

import json
import random
import re
from collections.abc import Iterator
from functools import reduce
from io import BytesIO
from operator import or_
from pathlib import Path
from typing import Any

import pytest
from msgspec import DecodeError
from msgspec.structs import replace

from spades_tui.cards import cards_of, hand_of
from spades_tui.fair import Stream
from spades_tui.game.events import EVENT_KINDS, Score
from spades_tui.game.findings import Finding
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.hosting.messages import decode, encode
from spades_tui.play.shown import Shown
from spades_tui.play.table import Table
from spades_tui.record.line_forms import EVENTS
from spades_tui.record.reader import raw_lines, read
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, _prepared, ruleset
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bots.tables import scrambled
from tests.game.scrambling import known
from tests.games import each_game
from tests.table.playing import SHORT_NINE, opened, setup_of, step

ANY_EVENT: Any = reduce(or_, EVENT_KINDS)
ANY_LINE: Any = reduce(or_, EVENTS.values())
GOLDEN = Path(__file__).parent.parent / "golden"
QUICK = ("3b-five", "suicide", "two-handed", "league")
CARD = {"card", "top", "first", "second", "extra"}
"""Keys of one card, in observations and in what a table shows."""
CARDS = {"own", "fresh", "passed", "got", "dead", "away", "follows", "cards", "drawn", "thrown", "aside"}
"""Keys of cards as a bit set."""
A_HAND = 1 << 20
"""A number above all counts and points, so a larger one must be a hand."""


def moments(slug: str, seed: int = 1) -> Iterator[Table]:
    """Yield a table at one moment after another."""
    chosen = {"target": 60, "enforcement": "challenge", "customs": True, **SHORT_NINE.get(slug, {})}
    options = {name: value for name, value in chosen.items() if name in shipped()[slug].option_names}
    table, rng = opened(setup_of(slug, seed=f"codec {seed}", **options), None), random.Random(seed)
    yield table
    for _ in range(300):
        going = step(table, rng)
        yield table
        if not going:
            return


def round_trip(value: object, kind: Any) -> None:
    """Check that a value is equal after encoding and decoding, and that its parts keep their types."""
    again = decode(encode(value), kind)
    assert again == value
    assert encode(again) == encode(value)


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_game_data_is_equal_after_encoding_and_decoding(slug: str) -> None:
    for place, table in enumerate(moments(slug)):
        state = table.course.state
        round_trip(state, GameState)
        for one in table.course.steps[-1:]:
            round_trip(one.event, ANY_EVENT)
            for finding in one.findings:
                round_trip(finding, Finding)
        for score in table.scores:
            round_trip(score, Finding)
        if place % 4 == 0 or state.phase is Phase.OVER:
            for seat in (None, *range(state.rules.seats)):
                round_trip(observe(state, seat), Observation)
                round_trip(table.shown(seat), Shown)


def test_rules_are_those_of_the_game_even_after_many_other_games() -> None:
    """Rules are kept for 32 games only; the rules in a message are found where a new table finds them."""
    round_trip(ruleset(shipped()["bemo"]), Ruleset)
    _prepared.cache_clear()
    round_trip(ruleset(shipped()["bemo"]), Ruleset)


def test_lines_and_events_are_equal_after_encoding_and_decoding() -> None:
    lines = [line for path in sorted(GOLDEN.glob("*.jsonl")) for line in read(raw_lines(BytesIO(path.read_bytes())))]
    lines += read([(1, b'{"event":"redeal","seat":1}\n')])
    for line in lines:
        round_trip(line.line, ANY_LINE)
    events = [Score(), *(line.event for line in lines if line.event is not None)]
    for event in events:
        round_trip(event, ANY_EVENT)
    assert {type(event) for event in events} == {*EVENT_KINDS}
    assert {type(line.line) for line in lines} == {*EVENTS.values()}


def cards_in(data: Any, key: str = "") -> Iterator[int]:
    """Yield the cards in data: at the keys of cards, and in every number too high for anything else."""
    if isinstance(data, dict):
        for name, value in data.items():
            yield from cards_in(value, name)
    elif isinstance(data, list):
        for value in data:
            yield from cards_in(value, key)
    elif isinstance(data, int) and not isinstance(data, bool):
        if key in CARD:
            yield data
        elif key in CARDS or abs(data) >= A_HAND:
            yield from cards_of(data)


def without_rules(data: bytes) -> Any:
    return json.loads(re.sub(rb'"rules":"(?:[^"\\]|\\.)*"', b'"rules":""', data))


@pytest.mark.rule("C-9", "C-10")
@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_no_bytes_for_a_seat_contain_a_hidden_card(slug: str) -> None:
    found = changed = 0
    for place, table in enumerate(moments(slug)):
        state = table.course.state
        if place % 3 or state.hand is None or state.phase in (Phase.DEAL, Phase.OVER):
            continue
        for seat in range(state.rules.seats):
            seen = observe(state, seat)
            allowed = known(state, seat, seen.own)
            for data in (encode(seen), encode(replace(table.shown(seat), journal=None))):
                has = hand_of(cards_in(without_rules(data)))
                assert has & ~allowed == 0, (seat, place)
                found += has & ~(seen.own or 0) != 0
            # dealing the hidden cards differently changes no byte
            before = encode(replace(table.shown(seat), may_take_back=False))
            table.course.state = scrambled(state, seat, Stream(f"{slug}{place}{seat}".encode()))
            changed += table.course.state != state
            assert encode(observe(table.course.state, seat)) == encode(seen)
            assert encode(replace(table.shown(seat), may_take_back=False)) == before
            table.course.state = state
    assert found > 20
    assert changed > 20


def test_the_search_finds_a_hidden_card() -> None:
    table = next(table for table in moments("sandbags") if table.course.state.phase is Phase.PLAY)
    state = table.course.state
    seen = observe(state, 0)
    wrong = replace(seen, own=state.current.holding[1])
    assert hand_of(cards_in(without_rules(encode(wrong)))) & ~known(state, 0, seen.own)
    whole = hand_of(cards_in(without_rules(encode(state))))
    assert whole & state.current.holding[2]


@pytest.mark.parametrize("data", [b"", b"{}", b"[" * 5000, b'{"event":"bid"}', b'{"event":"nothing"}', b"\xff", b"3"])
def test_decoding_refuses_other_bytes(data: bytes) -> None:
    for kind in (GameState, ANY_EVENT, Finding, Observation, Shown, ANY_LINE):
        with pytest.raises(DecodeError):
            decode(data, kind)


def test_decoding_refuses_invalid_rules() -> None:
    table = next(moments("sandbags"))
    data = encode(table.course.state)
    for old, new in (
        (b'\\"seats\\": 4', b'\\"seats\\": 40'),
        (b'\\"format\\": null', b'\\"format\\": 3'),
        (b'{\\"rules\\"', b'{\\"other\\"'),
    ):
        assert old in data
        with pytest.raises(DecodeError):
            decode(data.replace(old, new), GameState)


def test_encoding_refuses_objects_that_are_not_plain_data() -> None:
    table = next(moments("sandbags"))
    for value in (table, replace(table.shown(None), journal=Path("game.spades.jsonl"))):
        with pytest.raises(TypeError):
            encode(value)

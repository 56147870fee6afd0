"""A malformed line gives one clear message with its number, quickly, whatever the line contains."""

import json
import time
from collections.abc import Callable

import pytest

from spades_tui.record.journal_lines import MAX_LINE
from spades_tui.system.output import complain
from tests.games import SLUGS
from tests.record.records import Event, error, head, replayed, text_of
from tests.referee.generate import generate

HEAD = json.dumps(head())
GAME: list[Event] = generate("sandbags", 4, {}, 0.0)
"""A legal game of many hands."""
LINES = [json.dumps(line) for line in GAME]


def spoiled(line: int, change: Callable[[str], str | list[str]]) -> str:
    """Return the game with one line (from 1) changed."""
    new = change(LINES[line - 1])
    return "".join(f"{one}\n" for one in [*LINES[: line - 1], *([new] if isinstance(new, str) else new), *LINES[line:]])


def with_key(key: str, value: object) -> Callable[[str], str]:
    return lambda line: json.dumps({**json.loads(line), key: value})


@pytest.mark.parametrize(
    ("line", "change", "at", "message"),
    [
        (3, lambda line: line[:20], 3, "not a JSON object"),  # cut off in the middle
        (3, lambda line: [], 3, "It isn't your turn to bid (C-4)"),  # removed
        (3, lambda line: [line, line], 4, "You have bid already (SB-2)"),  # doubled
        (3, lambda line: [LINES[3], line], 3, "It isn't your turn to bid (C-4)"),  # moved
        (2, lambda line: [], 2, "You can't bid now (C-4)"),
        (1, lambda line: [], 1, "a record begins with a 'game' line"),
        (1, lambda line: [line, line], 3, None),  # a game of one line, and another game
        (2, lambda line: [line, line], 3, "Finish this hand before you deal the next (C-2)"),
        (3, with_key("seat", 7), 3, "seat: 7 is not valid; the maximum is 5"),
        (3, with_key("seat", -1), 3, "seat: -1 is not valid; the minimum is 0"),
        (3, with_key("seat", 4), 3, "Seat 4 is not at this table (C-8)"),
        (3, with_key("bid", "3"), 3, "bid: '3' is not valid"),
        (3, with_key("bid", 3.0), 3, "3.0 is not a whole number"),
        (3, with_key("bid", True), 3, "bid: true is not valid"),
        (3, with_key("bid", None), 3, "bid: null is not valid"),
        (3, with_key("bid", [3]), 3, "bid: [3] is not valid"),
        (3, with_key("bid", 14), 3, "Bid 0 to 13, not 14 (SB-2)"),
        (3, with_key("bid", 10**6), 3, "bid: 1000000 is not valid"),
        (3, lambda line: line.replace('"bid": ', '"bid": NaN, "x": ', 1), 3, "NaN is not valid JSON"),
        (3, lambda line: line.replace('"seat": ', '"seat": -Infinity, "x": ', 1), 3, "-Infinity is not valid JSON"),
        (3, with_key("blind", False), 3, "blind: false is not valid"),
        (3, with_key("blind", None), 3, "blind: null is not valid"),
        (3, with_key("saet", 1), 3, "unknown key 'saet'; did you mean 'seat'?"),
        (3, with_key("card", "AS"), 3, "unknown key 'card'"),
        (3, with_key("event", "bids"), 3, "unknown event 'bids'; did you mean 'bid'?"),
        (3, with_key("event", 3), 3, "unknown event '3'"),
        (3, with_key("event", None), 3, "unknown event 'None'"),
        (3, lambda line: "{}", 3, "the key 'event' is missing"),
        (3, lambda line: '{"event": "bid", "seat": 1}', 3, "the key 'bid' is missing"),
        (3, lambda line: line[:-1] + ', "seat": 1}', 3, "the key 'seat' appears twice"),
        (3, lambda line: "", 3, "the line is blank"),
        (3, lambda line: "  ", 3, "the line is blank"),
        (3, lambda line: "[1]", 3, "not a JSON object"),
        (3, lambda line: "null", 3, "not a JSON object"),
        (3, lambda line: line + line, 3, "not a JSON object"),
        (3, lambda line: "[" * 100_000, 3, None),  # nested too deeply
        (3, lambda line: '{"event":' * 20_000, 3, None),
        (3, lambda line: '{"event": "bid", "seat": 1, "bid": ' + "9" * 5000 + "}", 3, "is out of bounds"),
        (3, lambda line: '{"event": "bid", "seat": 1, "bid": 1e999999}', 3, "1e999999 is not a whole number"),
        (3, with_key("at", "yesterday"), 3, "at: 'yesterday' is not valid"),
        (3, with_key("stand_in", False), 3, "stand_in: false is not valid"),
        (3, with_key("sum", "0123456789abcdef"), 3, ", not 0123456789abcdef"),
        (3, with_key("sum", "XYZ"), 3, "sum: 'XYZ' is not valid"),
        (1, with_key("format", "spades-record/2"), 1, "format: 'spades-record/2' is not valid"),
        (1, with_key("variant", "sandbag"), 1, "unknown variant 'sandbag'"),
        (1, with_key("variant", 3), 1, "variant: 3 is not valid"),
        (1, with_key("seats", []), 1, "seats: [] is not valid"),
        (1, with_key("seats", head()["seats"][:3]), 1, "seats: 3 players for 4 seats"),
        (1, with_key("seats", [{"name": "A", "kind": "dog"}] * 4), 1, "seats.0.kind: 'dog' is not valid"),
        (1, with_key("seats", [{"name": "A", "kind": "bot", "leve": "x"}] * 4), 1, "unknown key 'seats.0.leve'"),
        (1, with_key("dealer", 4), 1, "dealer: no seat 4; the last one is 3 (C-2)"),
        (1, with_key("options", {"targt": 3}), 1, "no option 'targt'"),
        (1, with_key("options", {"target": 0}), 1, "option target: 0 isn't allowed"),
        (1, with_key("options", {"hands": 3}), 1, "no option 'hands'"),
        (1, with_key("options", None), 1, "options: null is not valid"),
        (1, with_key("rules", {}), 1, None),
        (1, with_key("rules", None), 1, "rules: null is not valid"),
        (1, with_key("game", 0), 1, "game: 0 is not valid"),
        (1, with_key("seed", 3), 1, "seed: 3 is not valid"),
        (2, with_key("hand", 2), 2, "This is hand 1, not hand 2 (C-2)"),
        (2, with_key("dealer", 3), 2, "(C-2)"),
        (2, with_key("extra", "2C"), 2, "There is no extra card in this game (C-3)"),
        (2, with_key("extra", None), 2, "extra: null is not valid"),
        (2, with_key("cut", {"seat": 0, "depth": 99}), 2, "cut.depth: 99 is not valid; the maximum is 53"),
        (2, with_key("cut", {"seat": 0}), 2, "the key 'cut.depth' is missing"),
        (2, with_key("fair", {"commitment": "00", "secret": "00"}), 2, "fair.commitment: '00' is not valid"),
    ],
)
def test_a_wrong_line_is_refused_with_its_number(
    line: int, change: Callable[[str], str | list[str]], at: int, message: str | None
) -> None:
    text = spoiled(line, change)
    if line == 1 and isinstance(change(LINES[0]), list) and len(change(LINES[0])) == 2:
        assert len(replayed(text)) == 2
        return
    found = error(text)
    assert str(found).startswith(f"game.spades.jsonl:{at}: ")
    assert "\n" not in str(found)
    assert len(str(found)) < 400
    if message is not None:
        assert message in str(found)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (lambda hand: hand[3:], "Seat 0 has 12 cards, not 13 (C-3)"),
        (lambda hand: hand[:2] + " " + hand[:2] + hand[5:], "appears twice"),
        (lambda hand: "1S" + hand[2:], "'1S' is not a card"),
        (lambda hand: hand.lower(), "is not a card"),
        (lambda hand: hand.replace(" ", ", "), "is not a card"),
        (lambda hand: hand + " ", "'' is not a card"),
        (lambda hand: "BJ" + hand[2:], "BJ is not in this deck (C-3)"),
        (lambda hand: None, "Seat 0 plays and needs cards (C-3)"),
        (lambda hand: 5, "a hand of cards is one text"),
        (lambda hand: hand.split(" "), "a hand of cards is one text"),
        (lambda hand: "AS " * 1000, "more cards than there are in a deck"),
        (lambda hand: "", "Seat 0 has 0 cards, not 13 (C-3)"),
    ],
)
def test_impossible_cards_are_refused(change: Callable[[str], object], message: str) -> None:
    deal = json.loads(LINES[1])
    deal["hands"][0] = change(deal["hands"][0])
    found = error(f"{LINES[0]}\n{json.dumps(deal)}\n")
    assert found.line == 2
    assert message in str(found)


def test_a_card_dealt_or_played_twice_is_refused() -> None:
    deal = json.loads(LINES[1])
    deal["hands"][0] = deal["hands"][1]
    assert "is dealt twice (C-3)" in str(error(f"{LINES[0]}\n{json.dumps(deal)}\n"))
    first = next(n for n, line in enumerate(GAME) if line["event"] == "play")
    seat = GAME[first]["seat"]
    later = next(n for n in range(first + 1, len(GAME)) if (GAME[n]["event"], GAME[n].get("seat")) == ("play", seat))
    lines = [*LINES[:later], json.dumps({**GAME[later], "card": GAME[first]["card"]})]
    found = error("\n".join(lines))
    assert found.line == later + 1
    assert "You don't have" in str(found)


def test_a_line_of_ten_megabytes_is_refused_within_a_second() -> None:
    for long in (b" " * 10**7, b'{"event": "bid", "at": "' + b"x" * 10**7 + b'"}', b"[" * 10**7):
        start = time.process_time()
        found = error(HEAD.encode() + b"\n" + long + b"\n")
        assert time.process_time() - start < 1
        assert str(found) == f"game.spades.jsonl:2: the line is longer than {MAX_LINE} bytes"


def test_bytes_that_are_not_utf_8_are_refused() -> None:
    assert str(error(HEAD.encode() + b'\n{"event": "\xff"}\n')) == "game.spades.jsonl:2: not UTF-8 at byte 12"
    assert "byte order mark" in str(error(HEAD.encode() + b"\n\xef\xbb\xbf" + HEAD.encode()))
    assert error(b"\x00\x01\x02").line == 1
    surrogate = HEAD.replace('"P0"', '"\\ud800"')
    assert error(surrogate + "\n").line == 1
    assert error(HEAD[:-1] + ', "sum": "0123456789abcdef", "seed": "\\ud800"}').line == 1


def test_an_empty_record_is_refused() -> None:
    assert str(error("")) == "game.spades.jsonl:1: the record is empty"
    assert "blank" in str(error("\n"))


def test_windows_line_ends_and_a_missing_last_one_are_read() -> None:
    text = "".join(f"{line}\n" for line in LINES[:9])
    wanted = replayed(text)[0].lines
    assert replayed(text.replace("\n", "\r\n"))[0].lines == wanted
    assert replayed(text.removesuffix("\n"))[0].lines == wanted


def test_an_unknown_key_of_any_event_is_named() -> None:
    """An unknown key in any line of any variant's records is named."""
    for slug in SLUGS:
        record = generate(slug, 3, None, 0.5, max_hands=2)
        seen = set()
        for place, line in enumerate(record):
            if line["event"] in seen:
                continue
            seen.add(line["event"])
            found = error(text_of(*record[:place], {**line, "nobody": 1}))
            assert (found.line, found.message[:20]) == (place + 1, "unknown key 'nobody'")


def test_a_wrong_value_is_quoted_in_short() -> None:
    for wrong in ("x" * 100_000, ["x"] * 10_000, {"a" * 50_000: 1}):
        assert len(str(error(spoiled(3, with_key("bid", wrong))))) < 400
        assert len(str(error(spoiled(3, with_key("event", wrong))))) < 400
        assert len(str(error(spoiled(3, lambda line, wrong=wrong: json.dumps({"event": "bid", str(wrong): 1}))))) < 400  # type: ignore[misc]
        assert len(str(error(spoiled(1, with_key("variant", str(wrong)))))) < 400
        assert len(str(error(spoiled(1, with_key("options", {str(wrong): 1}))))) < 400


def test_control_characters_are_escaped_in_errors() -> None:
    for key, value in (("event", "\x1b[2J"), ("\x1b[31m", 1), ("bid", "\x1b]0;x\x07"), ("at", "\x1b")):
        assert str(error(spoiled(3, with_key(key, value)))).isprintable()
    settings: tuple[dict[str, object], ...] = (
        {"variant": "\x1b[2J"}, {"options": {"\x1b[2J": 1}}, {"options": {"target": "\x1b[2J"}},
    )  # fmt: skip
    for setting in settings:
        changed = json.dumps({**head(), **setting})
        assert str(error(changed)).isprintable()
    deal = json.loads(LINES[1])
    deal["hands"][0] = "\x1b[2J"
    assert str(error(f"{LINES[0]}\n{json.dumps(deal)}\n")).isprintable()
    named = head()
    named["seats"][0]["name"] = "\x1b[2J"
    assert str(error(text_of(named))).isprintable()


LONG_HAND = "3C 6C 7C 8C 9C TC QC KC 2D 5D 9H TS XX"


@pytest.mark.parametrize(
    ("line", "change", "message"),
    [
        (2, with_key("hands", [LONG_HAND, None, None, None]), f"hands.0: '{LONG_HAND}' is not valid; 'XX' is"),
        (2, with_key("hands", ["XX " * 40, None, None, None]), f"hands.0: '{('XX ' * 40)[:79]}…' is not valid; "),
        (3, with_key("bid", "x" * 80), f"bid: '{'x' * 80}' is not valid; "),
        (3, with_key("bid", "x" * 81), f"bid: '{'x' * 79}…' is not valid; "),
        (3, with_key("bid", ["x" * 81]), f"bid: ['{'x' * 77}…] is not valid; "),
        (3, with_key("event", "x" * 80), f"unknown event '{'x' * 80}'"),
        (3, with_key("event", "x" * 81), f"unknown event '{'x' * 79}…'"),
    ],
)
def test_a_wrong_value_is_quoted_whole_up_to_80_letters(
    line: int, change: Callable[[str], str | list[str]], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    found = str(error(spoiled(line, change)))
    assert found.startswith(f"game.spades.jsonl:{line}: {message}")
    complain(found)
    assert capsys.readouterr().err == f"{found}\n"

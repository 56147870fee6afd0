"""Check the form of a record's lines – keys, types, sums – but not the meaning of the events."""

import hashlib
import json
import re
from datetime import datetime
from typing import Any

from tests.referee.cards import is_int
from tests.referee.choices import can_be
from tests.referee.rulebook import Rules
from tests.referee.shipped import VARIANTS
from tests.referee.state import Fact, Refusal, variant_of

ALWAYS = {"event", "sum"}
FACT_ALWAYS = ALWAYS | {"at", "stand_in", "coached", "hinted"}
FACT_KEYS: dict[str, tuple[set[str], set[str]]] = {
    "game": ({"format", "variant", "seats"}, {"rules", "options", "dealer", "seed", "game", "cut", "program"}),
    "deal": ({"hand", "dealer", "hands"}, {"extra", "kitty", "dead", "stock", "cut", "extra_at", "fair"}),
    "redeal": ({"seat"}, set()),
    "look": ({"seat"}, set()),
    "bid": ({"seat", "bid"}, {"blind"}),
    "raise": ({"seat", "bid"}, set()),
    "stand": ({"seat"}, set()),
    "bemo": ({"seat", "tricks"}, set()),
    "draw": ({"seat"}, set()),
    "discard": ({"seat", "card"}, set()),
    "pass": ({"seat", "cards"}, set()),
    "draft": ({"seat", "keep"}, set()),
    "play": ({"seat", "card"}, {"ace"}),
    "claim": ({"seat", "tricks"}, set()),
    "challenge": ({"seat", "accused"}, set()),
    "books": ({"seat", "accused", "count"}, set()),
    "dump": ({"seat"}, set()),
    "bone": ({"seat"}, set()),
    "zb": ({"seat", "accused"}, set()),
    "chit": ({"seat", "tray"}, set()),
    "take_back": ({"seat"}, set()),
    "suspend": (set(), set()),
    "resume": (set(), set()),
}
FINDING_KEYS = {
    "trick": {"hand", "trick", "winner"},
    "hand_score": {
        "hand",
        "format",
        "lines",
        "points",
        "totals",
        "bags",
        "tricks",
        "bids",
        "side_bids",
        "books",
        "zero_value",
        "low_ball",
        "gaccs",
        "tray",
    },
    "game_over": {
        "reason",
        "winners",
        "totals",
        "standings",
        "tray",
        "wire_to_wire",
        "perfect",
        "imperfect",
    },
}
SETS_OF_SEATS = {"tray", "perfect", "imperfect", "winners"}
HEX64 = re.compile(r"[0-9a-f]{64}")
WORD = re.compile("[^\x00-\x1f\x7f-\x9f\ud800-\udfff]{1,64}")


def same(left: Any, right: Any) -> bool:
    """Return whether JSON values are equal, where 1, 1.0 and true differ."""
    if type(left) is not type(right):
        return False
    if isinstance(left, list):
        return len(left) == len(right) and all(same(a, b) for a, b in zip(left, right, strict=True))
    if isinstance(left, dict):
        return left.keys() == right.keys() and all(same(left[key], right[key]) for key in left)
    return bool(left == right)


def require(condition: object, message: str) -> None:
    """Refuse unless the condition is true."""
    if not condition:
        raise Refusal(message)


def check_keys(value: object, needed: set[str], allowed: set[str], what: str) -> dict[str, Any]:
    """Return a JSON object with exactly these keys, or refuse."""
    if not isinstance(value, dict):
        raise Refusal(f"{what} is an object")
    for key in sorted(needed - value.keys()):
        raise Refusal(f"{what}: {key!r} is missing")
    for key in sorted(value.keys() - needed - allowed):
        raise Refusal(f"{what}: unknown key {key!r}")
    return value


def check_game_line(line: Fact) -> None:
    """Check the form of the first line."""
    require(line["format"] == "spades-record/1", "the format is spades-record/1")
    require(isinstance(line["variant"], str), "a variant is text")
    require("rules" in line or line["variant"] in VARIANTS, "no such variant")
    variant = variant_of(line)
    require(variant.slug == line["variant"], "the rules are those of another variant")
    require(isinstance(line["seats"], list) and len(line["seats"]) == variant.seats, "wrong number of seats")
    for entry in line["seats"]:
        check_keys(entry, {"name", "kind"}, {"level"}, "a seat")
        require(isinstance(entry["name"], str), "a name is text")
        require(entry["kind"] in ("human", "bot"), "a seat is human or bot")
        require(isinstance(entry.get("level", ""), str), "a level is text")
    if "dealer" in line:
        require(is_int(line["dealer"]) and 0 <= line["dealer"] < variant.seats, "the dealer is a seat")
    if "game" in line:
        require(is_int(line["game"]) and line["game"] >= 1, "the game's number is 1 or more")
    require("cut" not in line or line["cut"] is False, "a table without cuts says false")
    for key in ("seed", "program"):
        require(isinstance(line.get(key, ""), str), f"{key!r} is text")
    options = check_keys(line.get("options", {}), set(), set(variant.switches), "options")
    for name, value in options.items():
        declared = variant.declared(name)
        if declared is not None:
            require(can_be(declared, value), f"{name!r} has other values")
        elif name in ("target", "hands", "first_zero"):
            require(is_int(value) and value >= 1, f"{name!r} is a positive number")
        elif name == "enforcement":
            require(isinstance(value, str) and value in ("refuse", "challenge"), "refuse or challenge (C-11)")
        elif name == "aces":
            require(isinstance(value, str) and value in ("called", "high"), "called or high (3B-1)")
        else:
            require(isinstance(value, bool), f"{name!r} is true or false")
    people = [entry for entry in line["seats"] if entry["kind"] == "human"]
    if Rules(variant, options).undo:
        require(len(people) < 2, "with undo every other seat is a computer player's (3B-11)")


def check_fact_form(fact: Fact, seats: int) -> None:
    """Check keys and types of an event other than ``game``."""
    event = fact["event"]
    needed, allowed = FACT_KEYS[event]
    check_keys(fact, needed | {"event"}, allowed | FACT_ALWAYS, event)
    for key in ("seat", "accused", "dealer"):
        if key in fact:
            require(is_int(fact[key]) and 0 <= fact[key] < seats, f"{key!r} is a seat")
    for key in ("bid", "tricks", "count", "hand", "extra_at"):
        if key in fact:
            require(is_int(fact[key]), f"{key!r} is a number")
    if "blind" in fact:
        require(fact["blind"] is True, "'blind' is true or absent")
    if "card" in fact:
        require(isinstance(fact["card"], str), "a card is text")
    if "keep" in fact:
        require(isinstance(fact["keep"], bool), "'keep' is true or false")
    if "stock" in fact:
        require(isinstance(fact["stock"], str), "the stock is one text")
    if "cards" in fact:
        require(isinstance(fact["cards"], str), "cards are one text")
    if "ace" in fact:
        require(isinstance(fact["ace"], str) and fact["ace"] in ("high", "low"), "'ace' is high or low")
    if event == "chit":
        tray = fact["tray"]
        require(tray is None or (is_int(tray) and 0 <= tray < seats), "'tray' is a seat or null")
    if event == "deal":
        require(isinstance(fact["hands"], list), "'hands' is a list")
        if "cut" in fact:
            cut = check_keys(fact["cut"], {"seat", "depth"}, {"word"}, "the cut")
            require(is_int(cut["seat"]) and is_int(cut["depth"]), "a cut is two numbers")
            if "word" in cut:
                require(isinstance(cut["word"], str) and WORD.fullmatch(cut["word"]), "a word is 1 to 64 characters")
        if "fair" in fact:
            fair = check_keys(fact["fair"], {"commitment", "secret"}, {"v"}, "'fair'")
            for key in ("commitment", "secret"):
                require(isinstance(fair[key], str) and HEX64.fullmatch(fair[key]), "a proof is 64 hex digits")
            version = fair.get("v", 1)
            require(is_int(version) and version in (1, 2), "there are versions 1 and 2 of fair deals")
            require(version == 2 or "word" not in fact.get("cut", {}), "there are no words in version 1")


def check_extras(fact: Fact) -> None:
    """Check ``at`` and the marks, which change nothing in the game."""
    if "at" in fact:
        require(isinstance(fact["at"], str), "'at' is a time")
        try:
            datetime.fromisoformat(fact["at"])
        except ValueError:
            raise Refusal("'at' is an ISO-8601 time") from None
    for mark in ("stand_in", "coached", "hinted"):
        require(fact.get(mark, True) is True, f"'{mark}' is true or absent")


def chain_sum(previous: str, line: Fact) -> str:
    """Return the ``sum`` of a line after the ``sum`` of the previous one."""
    rest = {key: value for key, value in line.items() if key != "sum"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((previous + text).encode("utf-8")).hexdigest()[:16]


def no_doubles(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, or refuse if a key appears twice."""
    result: dict[str, Any] = {}
    for key, value in pairs:
        if key in result:
            raise Refusal(f"the key {key!r} is there twice")
        result[key] = value
    return result


def no_constants(text: str) -> Any:
    """Refuse NaN and similar constants, which are not JSON."""
    raise Refusal(f"{text} is not JSON")


def read_line(raw: bytes) -> Fact:
    """Return one line as an object with an event."""
    try:
        text = raw.decode("utf-8")
    except UnicodeDecodeError:
        raise Refusal("not UTF-8") from None
    require(text.strip(), "a blank line")
    try:
        line = json.loads(text, object_pairs_hook=no_doubles, parse_constant=no_constants)
    except (ValueError, RecursionError):
        raise Refusal("not JSON") from None
    require(isinstance(line, dict), "a line is an object")
    require(isinstance(line.get("event"), str), "every line has an event")
    require(line["event"] in FACT_KEYS or line["event"] in FINDING_KEYS, f"no such event: {line['event']!r}")
    return dict(line)


def to_text(record: list[Fact]) -> str:
    """Return a record as text."""
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in record)


def with_sums(record: list[Fact]) -> list[Fact]:
    """Return a record in which every line has its ``sum``."""
    previous = ""
    lines = []
    for line in record:
        previous = chain_sum(previous, line)
        lines.append({**line, "sum": previous})
    return lines

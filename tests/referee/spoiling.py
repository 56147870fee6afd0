"""Spoil one line of a record."""

import copy
import json
import random

from tests.referee.forms import to_text
from tests.referee.reader import RefereeError, check, findings
from tests.referee.state import Fact

FORMS = ["key", "missing", "type", "bool", "event"]
SUBSTANCE = ["drop", "double", "swap", "seat", "number", "card", "deal", "proof", "value"]


def _spoil_once(record: list[Fact], rng: random.Random) -> str | None:
    """Change one line in place; return what was done, or None if it wasn't possible."""
    place = rng.randrange(len(record))
    line = record[place]
    way = rng.choice(SUBSTANCE if rng.random() < 0.8 else FORMS)
    numbers = [key for key, value in line.items() if isinstance(value, int) and not isinstance(value, bool)]
    if way == "drop":
        del record[place]
        return f"line {place + 1} ({line['event']}) left out"
    if way == "double":
        record.insert(place, copy.deepcopy(line))
        return f"line {place + 1} ({line['event']}) doubled"
    if way == "swap" and place + 1 < len(record):
        record[place], record[place + 1] = record[place + 1], line
        return f"lines {place + 1} and {place + 2} swapped"
    if way == "key":
        line[rng.choice(["seats_", "Seat", "note", "rule"])] = 1
        return f"an unknown key in line {place + 1}"
    if way == "missing":
        key = rng.choice(sorted(line))
        del line[key]
        return f"{key!r} missing in line {place + 1}"
    if way == "seat" and "seat" in line:
        near = [(line["seat"] + step) % len(record[0].get("seats", [0, 0, 0])) for step in (1, 2)]
        line["seat"] = rng.choice([-1, 7, *near, *near, *near, *near])
        return f"another seat in line {place + 1}"
    if way == "type" and numbers:
        key = rng.choice(numbers)
        line[key] = rng.choice([str(line[key]), float(line[key]), None, [line[key]]])
        return f"{key!r} of another type in line {place + 1}"
    if way == "bool" and numbers:
        key = rng.choice(numbers)
        line[key] = bool(line[key])
        return f"a truth value for {key!r} in line {place + 1}"
    if way == "number" and numbers:
        key = rng.choice(numbers)
        line[key] += rng.choice([-20, -1, 1, 20])
        return f"another number for {key!r} in line {place + 1}"
    if way == "card" and "card" in line:
        deals = [entry for entry in record[:place] if entry["event"] == "deal"]
        held = deals[-1]["hands"][line["seat"]] if deals else None
        others = held.split(" ") if held else []
        if rng.random() < 0.3:
            others = [entry["card"] for entry in record if "card" in entry] + ["1S", "AX", "as", "10S"]
        line["card"] = rng.choice(others or ["2C"])
        return f"another card in line {place + 1}"
    if way == "deal" and line["event"] == "deal":
        seats = [seat for seat, text in enumerate(line["hands"]) if text]
        if not seats:
            stock = line["stock"].split(" ")
            stock[0] = rng.choice([stock[1], "BX", ""])
            line["stock"] = " ".join(stock)
            return f"the stock in line {place + 1}"
        seat = rng.choice(seats)
        cards = line["hands"][seat].split(" ")
        cards[0] = rng.choice([cards[1], line["hands"][seats[seats[0] == seat]].split(" ")[2], "BX", ""])
        line["hands"][seat] = " ".join(cards)
        return f"the cards of seat {seat} in line {place + 1}"
    if way == "proof" and line["event"] == "deal":
        what = rng.choice(["word", "v"])
        wrong = ["", 7, "x" * 65, "a\tb", "\x9f"] if what == "word" else [0, 3, True, "2", 1.0, None]
        line.setdefault("cut", {"seat": 0, "depth": 0})
        line.setdefault("fair", {"commitment": "0" * 64, "secret": "0" * 64})
        line["cut" if what == "word" else "fair"][what] = rng.choice(wrong)
        return f"the {what} of the deal in line {place + 1}"
    if way == "event":
        line["event"] = rng.choice(["Play", "pass", "look", "stand", "draw", "resume", "dump", "bid", "play"])
        return f"another event in line {place + 1}"
    if way == "value":
        lists = [
            (key, at)
            for key, value in line.items()
            if isinstance(value, list)
            for at, item in enumerate(value)
            if isinstance(item, int)
        ]
        if lists:
            key, at = rng.choice(lists)
            line[key][at] += rng.choice([-100, -1, 1, 10])
            return f"{key!r} in line {place + 1}"
        texts = [key for key in ("reason", "low_ball", "ace", "format", "variant") if key in line]
        if texts:
            key = rng.choice(texts)
            line[key] = rng.choice(["low", "high", "super", "hands", "target", "sandbag"])
            return f"{key!r} in line {place + 1}"
    return None


def spoil(
    record: list[Fact], rng: random.Random, complete: list[Fact] | None = None
) -> tuple[list[Fact], str, RefereeError]:
    """Return the record with one wrong line, a description of the change, and the referee's error.

    Every second record has findings; `complete` is the record with all of them, if they are known.
    """
    if rng.random() < 0.5:
        record = complete or findings(to_text(record))
    whole = json.dumps(record)
    while True:
        spoiled = json.loads(whole)
        what = _spoil_once(spoiled, rng)
        if what is None or spoiled == record:
            continue
        try:
            check(to_text(spoiled))
        except RefereeError as error:
            return spoiled, what, error

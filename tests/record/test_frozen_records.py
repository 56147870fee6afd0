"""What is wrong with spoiled records and spoiled hands as text stays the same, for the golden games.

The other tests check single mistakes; this one notices a change that nobody meant. If you mean one, run
``python -m tests.record.test_frozen_records``, and put what it prints in place of `RECORDS` and `HANDS`.
"""

import copy
import json
import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from spades_tui.language.unusable import UnusableError
from spades_tui.record import RecordError
from spades_tui.record.hand_text import fits, read_hand, record_of
from spades_tui.record.journal_lines import ends_suspended, whole_lines
from spades_tui.rules.catalogue import shipped
from tests.frozen import digest, source_of
from tests.golden import GAMES
from tests.record.records import PTN, replayed

SPOILED = 14
"""Versions of each golden game."""
HANDS_TRIED = 250
ODD: tuple[Any, ...] = (None, True, -1, 0, 1, 7, 99, 2.5, 10**20, "", "x", "AS", "\ud800", [], [1], {}, {"a": 1})


def changed(value: Any, rng: random.Random) -> Any:
    """Return another value, often of the same form."""
    if isinstance(value, dict) and value and rng.random() < 0.8:
        key = rng.choice(sorted(value))
        return {**value, key: changed(value[key], rng)}
    if isinstance(value, list) and value and rng.random() < 0.8:
        place = rng.randrange(len(value))
        return [*value[:place], changed(value[place], rng), *value[place + 1 :]]
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice((-1, 1))
    if isinstance(value, str) and value and rng.random() < 0.5:
        return value[::-1]
    return rng.choice(ODD)


def spoiled_line(line: dict[str, Any], rng: random.Random) -> str:
    """Return one or two lines in place of one."""
    line = copy.deepcopy(line)
    key = rng.choice(sorted(line))
    text = json.dumps(line)
    match rng.randrange(7):
        case 0:
            del line[key]
            return json.dumps(line)
        case 1:
            return f"{text}\n{text}"
        case 2:
            return text[: rng.randrange(len(text))]
        case 3:
            return text.replace("{", '{"seat": 1, ', 1)
        case 4:
            return json.dumps({**line, rng.choice(("note", "seat", "hand", "sum")): rng.choice(ODD)})
    return json.dumps({**line, key: changed(line[key], rng)})


def judged(text: str) -> str:
    """Return every mistake of a record, or its lines."""
    raw = text.encode("utf-8", "replace")
    try:
        lines = [line for game in replayed(raw) for line in game.lines]
    except RecordError as error:
        return " ".join(map(str, (error, *error.more)))
    return f"{json.dumps(lines)} {whole_lines(raw)!r} {ends_suspended(raw)}"


def records(path: Path) -> Iterator[str]:
    """Yield what is wrong with spoiled versions of a game."""
    rng = random.Random(path.name)
    lines = [json.loads(line) for line in path.read_text("utf-8").splitlines()]
    for number in range(SPOILED):
        at = rng.randrange(len(lines)) if number % 3 else rng.randrange(4)
        texts = [json.dumps(line) for line in lines]
        texts[at] = spoiled_line(lines[at], rng)
        if number % 5 == 4:
            other = rng.randrange(len(texts))
            texts[at], texts[other] = texts[other], texts[at]
        yield judged("\n".join(texts) + "\n" * (number % 2))


def spoiled_hands() -> Iterator[str]:
    """Yield spoiled versions of a hand as text."""
    for seed in range(HANDS_TRIED):
        rng = random.Random(seed)
        lines = PTN.splitlines()
        for _ in range(rng.randrange(3)):
            place = rng.randrange(len(lines))
            match rng.randrange(6):
                case 0:
                    del lines[place]
                case 1:
                    lines.insert(rng.randrange(len(lines)), lines[place])
                case 2:
                    sign, other = rng.choice("NESW234AKQ[]\"."), rng.choice("NESW234AKQ[]{};x")
                    lines[place] = lines[place].replace(sign, other, 1)
                case 3:
                    lines[place] += rng.choice((" {a word}", " {open", " ; rest", " 4+", " -", "*", " C2"))
                case 4:
                    lines[place] = lines[place][: rng.randrange(len(lines[place]) + 1)]
                case 5:
                    lines[place] = rng.choice(("", "% note", "{ over", "lines }", '[Contract "4"]', "S4 S5 S6 S7"))
        yield "\n".join(lines)


def hands() -> Iterator[str]:
    """Yield what is read from spoiled hands, or what is wrong with them."""
    variant = shipped()["classic"]
    for text in spoiled_hands():
        try:
            hand = read_hand(text)
            yield json.dumps(msgspec.to_builtins(hand, str_keys=True))
            yield str(fits(hand, variant))
            yield record_of(hand, variant, {}, "club").partition("\n")[2]
        except UnusableError as error:
            yield str(error)


def digest_of(texts: Iterator[str]) -> str:
    """Return a digest of texts that may have letters that no file can hold."""
    return digest(["\n".join(texts).encode("utf-8", "replace").decode()])


RECORDS = {
    "3b-five-with-customs.spades.jsonl": "f3a85d628141e530",
    "3b-five.spades.jsonl": "9fa796c8a6ca7222",
    "3b-four-fair-2.spades.jsonl": "b59af46578260471",
    "3b-four.spades.jsonl": "7b70642c80aff459",
    "3b-three.spades.jsonl": "85175c6833971ba2",
    "bemo-fair-2.spades.jsonl": "8d601e7a4d489702",
    "bemo-with-books.spades.jsonl": "7cb0a5ffa2f292a0",
    "bemo.spades.jsonl": "97c8b3dbc70af673",
    "call-break.spades.jsonl": "5507472ae291d6d3",
    "classic.spades.jsonl": "d1b09aa2710a8e7b",
    "cutthroat-three.spades.jsonl": "02e49992df60a423",
    "cutthroat.spades.jsonl": "d7628e8a9f8546a0",
    "joker-deuces.spades.jsonl": "4748c678105da3f4",
    "jokers-with-challenges.spades.jsonl": "e80a07d2aec59417",
    "jokers.spades.jsonl": "d1826bcb11b9358c",
    "leaflet.spades.jsonl": "584489f110112630",
    "league.spades.jsonl": "67404a721898bc93",
    "mirrors.spades.jsonl": "221027e9965df16f",
    "sandbags-fair-2.spades.jsonl": "89f3977f6062f406",
    "sandbags.spades.jsonl": "aff0c69b4a7e0eda",
    "six-handed.spades.jsonl": "d5db3f62dbb8c2e3",
    "suicide.spades.jsonl": "8e99cdf0664c067d",
    "two-handed.spades.jsonl": "26a0787ff3f9db2e",
    "whiz.spades.jsonl": "f2f76caecd402937",
}
"""By golden game."""
HANDS = "f48873cf2b46552e"


@pytest.mark.parametrize("path", GAMES, ids=lambda path: path.name.split(".")[0])
def test_mistakes_of_records_are_those_of_the_last_commit(path: Path) -> None:
    assert digest_of(records(path)) == RECORDS[path.name], "see the top of this file"


def test_mistakes_of_hands_as_text_are_those_of_the_last_commit() -> None:
    assert digest_of(hands()) == HANDS, "see the top of this file"


if __name__ == "__main__":
    print(source_of("RECORDS", {path.name: digest_of(records(path)) for path in GAMES}))
    print(f'HANDS = "{digest_of(hands())}"')

"""Read records line by line: apply events, compare findings, and fill in all findings."""

import re
from dataclasses import dataclass
from typing import Any

from tests.referee.cards import is_int
from tests.referee.forms import (
    ALWAYS,
    FACT_ALWAYS,
    FACT_KEYS,
    FINDING_KEYS,
    SETS_OF_SEATS,
    chain_sum,
    check_extras,
    check_fact_form,
    check_game_line,
    check_keys,
    read_line,
    require,
    same,
)
from tests.referee.game import Game
from tests.referee.state import Fact, Refusal

RULE_NUMBERS = {"C": 13, "SB": 11, "JK": 14, "BM": 13, "3B": 30}
"""How many rules each part of docs/rules.md has."""


class RefereeError(Exception):
    """The first wrong line of a text."""

    def __init__(self, line_number: int, message: str) -> None:
        super().__init__(f"line {line_number}: {message}")
        self.line_number = line_number
        self.message = message


@dataclass
class Verdict:
    """The result of a record."""

    variant: str
    facts: int
    findings: int
    hands: int
    totals: list[int]
    over: Fact | None


class Reader:
    """Read one record, line by line."""

    def __init__(self, line: Fact) -> None:
        check_keys(line, FACT_KEYS["game"][0] | {"event"}, FACT_KEYS["game"][1] | FACT_ALWAYS, "game")
        check_game_line(line)
        self.game = Game(line)
        self.facts = 1
        self.count = 0
        self.closed = False
        self.written: dict[tuple[Any, ...], int] = {}
        self.lines: list[Fact] = [line]
        self.after: dict[int, list[Fact]] = {}
        self.hand_end = 0

    def fact(self, fact: Fact) -> None:
        """Apply an event, and note the findings that follow from it."""
        check_fact_form(fact, self.game.seats)
        if self.closed:
            raise Refusal("a fact after the end of the game")
        game = self.game
        hands, tricks = len(game.results), len(game.trick_winners)
        position = game._position
        game.apply(fact)
        self.facts += 1
        self.lines.append(fact)
        place = len(self.lines) - 1
        event = fact["event"]
        if event == "take_back":
            start = game.undone_from
            assert start is not None
            self.written = {key: at for key, at in self.written.items() if key[0] != "trick" or at <= start}
        if len(game.results) > hands:
            self._put_hand_score()
        if len(game.trick_winners) > tricks and event == "play":
            assert game.hand is not None
            number = (game.hand.number, len(game.hand.taken))
            self._put(place, dict(zip(("event", "hand", "trick"), ("trick", *number), strict=True)))
            self.after[place][-1]["winner"] = game.trick_winners[number]
        if event not in ("suspend", "resume", "deal"):
            self.hand_end = place
        assert game._position == position + 1

    def _put(self, place: int, finding: Fact) -> None:
        self.after.setdefault(place, []).append(finding)

    def _put_hand_score(self) -> None:
        self._put(self.hand_end, self.game.results[len(self.game.results)])

    def settle(self) -> None:
        """Score the last hand if it is finished."""
        game = self.game
        if game.hand is not None and not game.scored and game.hand.phase == "done":
            game.score()
            self._put_hand_score()

    def finding(self, line: Fact) -> None:
        """Compare a finding with what the events say."""
        event = line["event"]
        check_keys(line, {"event"}, FINDING_KEYS[event] | ALWAYS, event)
        getattr(self, "_check_" + event)({k: v for k, v in line.items() if k not in ALWAYS})
        self.count += 1

    def _once(self, *key: Any) -> None:
        require(key not in self.written, f"the finding {key} is there twice")
        self.written[key] = self.game._position

    def _check_trick(self, line: Fact) -> None:
        game = self.game
        known = game.trick_winners
        for key, value in line.items():
            require(is_int(value), f"{key!r} is a number")
        numbers = [n for n in known if line.get("hand", n[0]) == n[0] and line.get("trick", n[1]) == n[1]]
        require(numbers, "no such trick has been played")
        number = max(numbers)
        if "winner" in line:
            require(line["winner"] == known[number], f"seat {known[number]} won that trick (C-7)")
        self._once("trick", *number)

    def _check_hand_score(self, line: Fact) -> None:
        game = self.game
        if "hand" in line:
            require(is_int(line["hand"]), "'hand' is a number")
        if game.hand is not None and line.get("hand", game.hand.number) == game.hand.number:
            self.settle()
        number = line.get("hand", len(game.results))
        require(number in game.results, "that hand is not finished")
        self._compare(line, game.results[number])
        self._once("hand_score", number)
        game.hand_score_read()

    def _check_game_over(self, line: Fact) -> None:
        self.settle()
        require(self.game.over is not None and self.game.scored, "the game is not over")
        self._compare(line, self.game.game_over())
        self._once("game_over")
        self.closed = True

    def _compare(self, line: Fact, truth: Fact) -> None:
        for key, value in line.items():
            require(key in truth, f"{key!r} does not apply here")
            if key == "lines":
                self._check_lines(value, truth)
                continue
            expected = truth[key]
            if key in SETS_OF_SEATS and isinstance(value, list) and all(map(is_int, value)):
                value = sorted(value)
            if key == "standings" and isinstance(value, list):
                value = [sorted(x) if isinstance(x, list) and all(map(is_int, x)) else x for x in value]
            require(same(value, expected), f"{key!r} is {expected!r}")

    def _check_lines(self, lines: object, truth: Fact) -> None:
        if not isinstance(lines, list):
            raise Refusal("'lines' is a list")
        points = [0] * self.game.sides
        for entry in lines:
            check_keys(entry, {"side", "rule", "points"}, {"text"}, "a line of the score sheet")
            require(is_int(entry["side"]) and 0 <= entry["side"] < self.game.sides, "no such side")
            require(is_int(entry["points"]), "points are a number")
            require(isinstance(entry.get("text", ""), str), "a text is text")
            rule = re.fullmatch(r"([A-Z0-9]{1,3})-([0-9]+)[a-d]?", str(entry["rule"]))
            if rule is None or rule[1] not in ("C", *self._rule_books()):
                raise Refusal("a line names a rule of its variant")
            require(1 <= int(rule[2]) <= RULE_NUMBERS.get(rule[1], 999), "no such rule")
            points[entry["side"]] += entry["points"]
        require(points == truth["points"], f"the lines add up to {points}, not to {truth['points']}")

    def _rule_books(self) -> set[str]:
        """Return the parts of the rules that the game's scores cite."""
        cited = re.findall(r"'(?:\w+_)?rule': '([A-Z0-9]+)-", str(self.game.rules.whole["scores"]))
        return set(cited)

    def verdict(self) -> Verdict:
        """Return the result of the record, scoring a finished hand."""
        self.settle()
        game = self.game
        over = game.game_over() if game.over else None
        return Verdict(game.variant.slug, self.facts, self.count, len(game.results), list(game.totals), over)

    def complete(self) -> list[Fact]:
        """Return the events with all findings (call ``verdict`` first)."""
        result: list[Fact] = []
        for place, line in enumerate(self.lines):
            result.append({key: value for key, value in line.items() if key != "sum"})
            result += self.after.get(place, [])
        if self.game.over:
            result.append(self.game.game_over())
        return result


def _read(text: str | bytes) -> list[Reader]:
    raw = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    rows = raw.split(b"\n")
    if rows[-1] == b"":
        rows.pop()
    readers: list[Reader] = []
    previous = ""
    number = 0
    try:
        require(rows, "there is no record")
        for row in rows:
            number += 1
            line = read_line(row.removesuffix(b"\r"))
            if line["event"] == "game":
                previous = ""
                if readers:
                    readers[-1].verdict()
            elif not readers:
                raise Refusal("the first line is the game")
            if "sum" in line:
                try:
                    expected = chain_sum(previous, line)
                except UnicodeEncodeError:
                    raise Refusal("not text") from None
                require(same(line["sum"], expected), "the sum is wrong")
            require("sum" in line or not previous, "the sums stop")
            if line["event"] in FACT_KEYS:
                check_extras(line)
            if line["event"] == "game":
                readers.append(Reader(line))
            elif line["event"] in FACT_KEYS:
                readers[-1].fact(line)
            else:
                readers[-1].finding(line)
            previous = line.get("sum", "")
    except Refusal as refusal:
        raise RefereeError(max(number, 1), str(refusal)) from None
    readers[-1].verdict()
    return readers


def check(text: str | bytes) -> list[Verdict]:
    """Play every record in the text through the rules; the first wrong line raises ``RefereeError``."""
    return [reader.verdict() for reader in _read(text)]


def findings(text: str | bytes) -> list[Fact]:
    """Return the records in the text with all findings, each after the last event that it follows from."""
    return [line for reader in _read(text) for line in reader.complete()]

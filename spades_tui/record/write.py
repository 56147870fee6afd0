"""Facts and findings as the lines of a record, and the sum that chains a journal's lines."""

import hashlib
import json
from collections.abc import Iterable

from spades_tui import cards
from spades_tui.game import facts
from spades_tui.game.findings import Finding, GameOver, HandScore, TrickTaken

JsonLine = dict[str, object]

_NAMES: dict[type[facts.Fact], str] = {
    facts.Redeal: "redeal",
    facts.Look: "look",
    facts.Bid: "bid",
    facts.Raise: "raise",
    facts.Stand: "stand",
    facts.Promise: "bemo",
    facts.Draw: "draw",
    facts.Discard: "discard",
    facts.Play: "play",
    facts.Claim: "claim",
    facts.Challenge: "challenge",
    facts.Books: "books",
    facts.Dump: "dump",
    facts.Bone: "bone",
    facts.ZeroBuddy: "zb",
    facts.Chit: "chit",
    facts.TakeBack: "take_back",
    facts.Suspend: "suspend",
    facts.Resume: "resume",
}


def fact_line(fact: facts.Fact) -> JsonLine:
    """A fact as a line of a record. Raises ValueError for `Score`, which is no line of its own."""
    if isinstance(fact, facts.Deal):
        return _deal_line(fact)
    if isinstance(fact, facts.Score):
        raise ValueError("scoring a hand is a finding, not a fact")
    line: JsonLine = {"event": _NAMES[type(fact)]}
    for key in ("seat", "accused", "bid", "tricks", "count"):
        if hasattr(fact, key):
            line[key] = getattr(fact, key)
    if isinstance(fact, facts.Bid) and fact.blind:
        line["blind"] = True
    if isinstance(fact, facts.Discard | facts.Play):
        line["card"] = cards.text(fact.card)
    if isinstance(fact, facts.Play) and fact.ace is not None:
        line["ace"] = fact.ace
    if isinstance(fact, facts.Chit):
        line["tray"] = fact.tray
    return line


def _deal_line(fact: facts.Deal) -> JsonLine:
    line: JsonLine = {
        "event": "deal",
        "hand": fact.number,
        "dealer": fact.dealer,
        "hands": [None if hand is None else cards.hand_text(hand) for hand in fact.hands],
    }
    if fact.extra is not None:
        line["extra"] = cards.text(fact.extra)
    if fact.dead is not None:
        line["dead"] = cards.hand_text(fact.dead)
    if fact.cut_seat is not None:
        line["cut"] = {"seat": fact.cut_seat, "depth": fact.cut_depth}
    if fact.extra_at is not None:
        line["extra_at"] = fact.extra_at
    if fact.commitment is not None:
        fair: JsonLine = {"commitment": fact.commitment}
        if fact.secret is not None:
            fair["secret"] = fact.secret
        line["fair"] = fair
    return line


def finding_line(finding: Finding) -> JsonLine:
    """A finding as a line of a record, with every key that applies."""
    if isinstance(finding, TrickTaken):
        return {"event": "trick", "hand": finding.hand, "trick": finding.trick, "winner": finding.winner}
    if isinstance(finding, GameOver):
        return _game_over_line(finding)
    return _hand_score_line(finding)


def _hand_score_line(finding: HandScore) -> JsonLine:
    line: JsonLine = {
        "event": "hand_score",
        "hand": finding.hand,
        "lines": [
            {"side": entry.side, "rule": entry.rule, "points": entry.points, "text": entry.text}
            for entry in finding.lines
        ],
        "points": list(finding.points),
        "totals": list(finding.totals),
    }
    if finding.bags is not None:
        line["bags"] = list(finding.bags)
    line["tricks"] = list(finding.tricks)
    line["bids"] = list(finding.bids)
    for key in ("side_bids", "books", "zero_value", "low_ball", "gaccs", "tray"):
        value = getattr(finding, key)
        if value is not None:
            line[key] = list(value) if isinstance(value, tuple) else value
    return line


def _game_over_line(finding: GameOver) -> JsonLine:
    line: JsonLine = {
        "event": "game_over",
        "reason": finding.reason,
        "winners": list(finding.winners),
        "totals": list(finding.totals),
        "standings": [list(group) for group in finding.standings],
    }
    if finding.has_tray:
        line["tray"] = finding.tray
        line["wire_to_wire"] = finding.wire_to_wire
    if finding.perfect is not None and finding.imperfect is not None:
        line["perfect"] = list(finding.perfect)
        line["imperfect"] = list(finding.imperfect)
    return line


def dump(line: JsonLine) -> str:
    """A line as text, without its end."""
    return json.dumps(line, ensure_ascii=False)


def dump_all(lines: Iterable[JsonLine]) -> str:
    """Lines as the text of a record."""
    return "".join(dump(line) + "\n" for line in lines)


def line_sum(previous: str, line: JsonLine) -> str:
    """The `sum` of a line after one whose sum is `previous` (empty for the first line)."""
    bare = {key: value for key, value in line.items() if key != "sum"}
    plain = json.dumps(bare, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256((previous + plain).encode()).hexdigest()[:16]

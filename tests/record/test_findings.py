"""Findings may be left out, but are checked where they appear, and sums chain a journal's lines."""

import copy
import json
import random
from typing import Any

import pytest

from spades_tui.record.journal_lines import line_sum
from spades_tui.rules.catalogue import shipped
from tests.games import each_game
from tests.record.records import Event, completed, error, head, lines_of, replayed, text_of
from tests.referee.generate import generate
from tests.referee.referee import VARIANTS, with_sums

FINDINGS = ("trick", "hand_score", "game_over")


def full(variant: str, seed: int = 1, most: int = 2, **options: object) -> list[Event]:
    """Return a record of at least one hand with all its findings."""
    while True:
        record = completed(text_of(*generate(variant, seed, options, 0.4, max_hands=most)))
        if any(line["event"] == "hand_score" for line in record):
            return record
        seed += 1000


def whole(variant: str, **options: object) -> list[Event]:
    """Return a record to the end of its game."""
    records = (full(variant, seed, 200, **options) for seed in range(60))
    return next(record for record in records if record[-1]["event"] == "game_over")


def events_of(record: list[Event]) -> list[Event]:
    """Return a record without its findings."""
    return [line for line in record if line["event"] not in FINDINGS]


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_record_without_findings_is_accepted(variant: str) -> None:
    record = full(variant)
    bare = events_of(record)
    assert completed(text_of(*bare)) == record
    assert completed(text_of(*record)) == record  # adding them changes nothing


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_finding_may_come_anywhere_after_its_events(variant: str) -> None:
    record = full(variant, 2, 3)
    rng = random.Random(variant)
    for _ in range(5):
        later: list[tuple[float, Event]] = []
        for place, line in enumerate(record):
            if line["event"] in ("trick", "hand_score"):
                if rng.random() < 0.7:  # the other findings are left out
                    later.append((rng.randint(place, len(record)) + 0.5, line))
            elif line["event"] != "game_over":
                later.append((place, line))
        moved = [line for _, line in sorted(later, key=lambda pair: pair[0])]
        assert completed(text_of(*moved)) == record


def test_a_finding_before_its_events_is_refused() -> None:
    record = full("sandbags")
    at = next(n for n, line in enumerate(record) if line["event"] == "trick")
    early = [*record[: at - 1], record[at], record[at - 1]]
    assert str(error(text_of(*early))) == f"game.spades.jsonl:{at}: no trick is complete yet"
    score = next(line for line in record if line["event"] == "hand_score")
    assert "no hand has been played to its end" in str(error(text_of(*record[:9], score)))
    assert "not over" in str(error(text_of(*record[:9], {"event": "game_over"})))


def test_keys_of_a_finding_may_be_left_out() -> None:
    record = whole("3b-four", hands=1)
    for line in record:
        if line["event"] not in FINDINGS:
            continue
        for key in set(line) - {"event"}:
            place = record.index(line)
            less = [*record[:place], {k: v for k, v in line.items() if k != key}, *record[place + 1 :]]
            assert completed(text_of(*less)) == record
        place = record.index(line)
        assert completed(text_of(*record[:place], {"event": line["event"]}, *record[place + 1 :])) == record


def spoiled_values(value: Any) -> list[Any]:
    """Return other values of the same form."""
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [value + 1] if value < 4 else [value - 1]
    if isinstance(value, str):
        return [other for other in ("target", "hands", "low", "super") if other != value][:1]
    if isinstance(value, list) and value:
        out = []
        for place, item in enumerate(value):
            for other in spoiled_values(item):
                changed = copy.deepcopy(value)
                changed[place] = other
                out.append(changed)
        return out
    return []


@pytest.mark.parametrize("variant", each_game("3b-five", "bemo", "jokers", "league"))  # they have every key
def test_every_value_of_every_finding_is_compared(variant: str) -> None:
    offered = shipped()[variant].option_names
    short = {"hands": 1, "target": 60}
    record = whole(variant, **{name: value for name, value in short.items() if name in offered})
    for kind in FINDINGS:
        place = max(n for n, line in enumerate(record) if line["event"] == kind)
        line = record[place]
        for key in set(line) - {"event", "lines"}:
            for other in spoiled_values(line[key]):
                found = error(text_of(*record[:place], {**line, key: other}, *record[place + 1 :]))
                assert found.line == place + 1, (kind, key, other)
                assert key in found.message or f"{other}" in found.message or kind in found.message


def test_score_lines_that_do_not_add_up_are_refused() -> None:
    record = full("sandbags")
    place = next(n for n, line in enumerate(record) if line["event"] == "hand_score")
    score = record[place]
    assert score["lines"]

    def with_lines(lines: list[Event]) -> str:
        return text_of(*record[:place], {**score, "lines": lines}, *record[place + 1 :])

    one_each = [{"side": side, "rule": "SB-5", "points": points} for side, points in enumerate(score["points"])]
    assert completed(with_lines(one_each)) == record
    one_each[0]["points"] += 1
    assert error(with_lines(one_each)).line == place + 1
    for wrong in ({"side": 2}, {"rule": "five"}, {"points": "1"}, {"text": "\n"}, {"more": 1}):
        assert error(with_lines([{**score["lines"][0], **wrong}, *score["lines"][1:]])).line == place + 1


def test_a_repeated_finding_is_refused() -> None:
    record = whole("3b-three", hands=1)
    for kind in FINDINGS:
        place = max(n for n, line in enumerate(record) if line["event"] == kind)
        found = error(text_of(*record[: place + 1], record[place]))
        assert str(found) == f"game.spades.jsonl:{place + 2}: this {kind} appears twice"


def test_keys_that_do_not_apply_are_refused() -> None:
    record = full("sandbags")
    place = next(n for n, line in enumerate(record) if line["event"] == "hand_score")
    odd = {"zero_value": 100, "gaccs": [0, 0, 0, 0], "tray": [0], "books": [0, 0], "low_ball": "low"}
    for key, value in odd.items():
        found = error(text_of(*record[:place], {**record[place], key: value}))
        assert found.line == place + 1
        assert "doesn't apply" in found.message


def test_a_file_may_have_several_records() -> None:
    games = [full("sandbags"), full("bemo"), full("3b-five")]
    text = "".join(text_of(*game) for game in games)
    assert [one.lines for one in replayed(text)] == games
    broken = [*games[0], *games[1][:3], {"event": "stand", "seat": 9}]
    assert error(text_of(*broken)).line == len(broken)


def test_a_record_may_end_anywhere() -> None:
    record = full("jokers", 5)
    events = events_of(record)
    for end in range(1, len(events), 7):
        lines = completed(text_of(*events[:end]))
        assert [line for line in lines if line["event"] not in FINDINGS] == events[:end]


def test_after_the_end_only_chits_boneheads_and_suspending_are_accepted() -> None:
    record = whole("3b-four", hands=1)
    over = record[-1]
    before = [line for line in record[:-1] if line["event"] != "chit"]
    tray = error(text_of(*before, {**over, "tray": 9}))
    assert tray.line == len(before) + 1
    plain = completed(text_of(*before))[-1]
    bone = {"event": "bone", "seat": 1}
    assert replayed(text_of(*before, plain, bone))[0].over is not None
    for wrong in (
        {"event": "chit", "seat": plain["tray"], "tray": None},
        {"event": "dump", "seat": 1},
        {"event": "play", "seat": 1, "card": "AS"},
        {"event": "deal", "hand": 2, "dealer": 1, "hands": ["", "", "", ""]},
    ):
        assert error(text_of(*before, plain, wrong)).line == len(before) + 2
    chit = {"event": "chit", "seat": plain["tray"], "tray": (plain["tray"] + 1) % 4}
    named = completed(text_of(*before, chit))
    assert named[-1]["tray"] == chit["tray"]
    assert named[-2] == chit


@pytest.mark.rule("3B-11")
def test_taking_back_an_event_undoes_its_findings() -> None:
    record = full("sandbags", 1, 1, take_back=True)
    events = events_of(record)
    plays = [n for n, line in enumerate(events) if line["event"] == "play"]
    cut = events[: plays[3] + 1]
    assert not any(line["event"] == "take_back" for line in cut)
    trick = completed(text_of(*cut))[-1]
    assert trick["event"] == "trick"
    undone = [*cut, trick, {"event": "take_back", "seat": cut[-1]["seat"]}]
    assert "no trick is complete" in str(error(text_of(*undone, trick)))
    again = completed(text_of(*undone, cut[-1], trick))
    assert again[-1] == trick
    assert again[-3]["event"] == "take_back"
    assert "(3B-11)" in str(error(text_of(*undone, {"event": "take_back", "seat": cut[-2]["seat"]})))
    off = [{**cut[0], "options": {}}, *undone[1:]]
    assert error(text_of(*off)).rule == "3B-11"


@pytest.mark.rule("3B-21")
def test_a_game_may_be_suspended_and_resumed_anywhere() -> None:
    pair = [{"event": "suspend"}, {"event": "resume"}]
    record = [line for line in full("bemo", 6, 2) if line not in pair]
    events = events_of(record)
    for place in range(1, len(events), 9):
        lines = completed(text_of(*events[:place], *pair, *events[place:]))
        assert [line for line in lines if line not in pair] == record
    assert error(text_of(events[0], pair[0], events[1])).rule == "3B-21"
    assert error(text_of(events[0], pair[1])).rule == "3B-21"
    assert error(text_of(events[0], *pair, pair[1])).line == 4
    assert replayed(text_of(events[0], pair[0]))[0].course.state.suspended


def test_a_wrong_sum_is_refused_at_its_line() -> None:
    record = with_sums(full("3b-four"))
    assert record[0]["sum"] == line_sum("", record[0])
    assert completed(text_of(*record)) == [{k: v for k, v in line.items() if k != "sum"} for line in record]
    for place in (0, 1, 5, len(record) - 1):
        changed = copy.deepcopy(record)
        changed[place]["sum"] = "0" * 16
        assert error(text_of(*changed)).line == place + 1
    silent = copy.deepcopy(record)
    silent[3]["at"] = "2026-01-01T00:00:00"  # the key decides nothing, but it changes the line
    assert "the line was changed" in str(error(text_of(*silent)))
    swapped = [*record[:9], *full("3b-four", 2)[9:]]
    assert error(text_of(*swapped, record[-1])).line <= len(swapped) + 1


def test_sums_start_again_after_a_line_without_one() -> None:
    first = head()
    deal = generate("sandbags", 1, {}, 0.0)[1]
    assert replayed(text_of(first, {**deal, "sum": line_sum("", deal)}))


def test_a_missing_sum_is_refused_at_its_line() -> None:
    record = with_sums(full("3b-four"))
    for place in (1, 4, len(record) - 1):
        without = [{k: v for k, v in line.items() if k != "sum"} for line in record[place:]]
        stopped = [*record[:place], *without]
        refused = error(text_of(*stopped))
        assert (refused.line, refused.rule) == (place + 1, None)
        assert "it has no sum, but the line before it has one" in str(refused)
    bare = full("3b-four")
    assert replayed(text_of(*record, *bare)) is not None  # another game in the same file needs no sums


def test_sums_do_not_depend_on_spaces_or_the_order_of_keys() -> None:
    record = with_sums(full("sandbags", 2, 1))
    other = [json.dumps(dict(reversed(line.items())), ensure_ascii=True, separators=(",", ":")) for line in record]
    assert completed("\n".join(other)) == completed(text_of(*record))


def test_times_and_viewers_change_no_result() -> None:
    record = events_of(full("sandbags"))
    wanted = [line for line in full("sandbags") if line["event"] in FINDINGS]
    for at in ("2026-03-04", "2026-03-04T12:30:05+01:00", "2026-03-04 12:30Z", "2026-03-04T12:30:05.123456"):
        noted = [{**line, "at": at, "stand_in": True} for line in record]
        assert [line for line in completed(text_of(*noted)) if line["event"] in FINDINGS] == wanted


def test_a_record_of_house_rules_has_its_rules() -> None:
    rules = shipped()["sandbags"].to_json()
    mine = {**rules, "slug": "mine", "name": "Mine"}
    record = generate("sandbags", 1, {}, 0.0, max_hands=1)
    own = [{**record[0], "variant": "mine", "rules": mine}, *record[1:]]
    assert [line for line in completed(text_of(*own)) if line["event"] in FINDINGS] == [
        line for line in completed(text_of(*record)) if line["event"] in FINDINGS
    ]
    assert "unknown variant 'mine'" in str(error(text_of({**record[0], "variant": "mine"})))
    assert "should be 'sandbags', as in the rules" in str(error(text_of({**own[0], "rules": rules})))


def test_options_apply_to_the_rules_in_the_record() -> None:
    rules = shipped()["3b-four"].to_json()
    line = head("3b-four", rules=rules, options={"hands": 2, "joker": False})
    assert len(replayed(text_of(line))[0].rules.cards.pack) == 52


def test_a_record_of_a_changed_shipped_variant_is_refused() -> None:
    program = "spades-tui 0.0.1 rules 01234567"
    found = error(text_of(head(program=program)))
    assert "has changed since 'spades-tui 0.0.1 rules 01234567' wrote this" in str(found)
    assert replayed(text_of(head(program="another program 3")))


def test_lines_of_a_replayed_record_have_no_sums() -> None:
    record = with_sums(full("sandbags", 2, 1))
    assert not any("sum" in line for line in lines_of(text_of(*completed(text_of(*record)))))

"""Records with tampering, or that no honest table makes, are refused in the right line or listed."""

import copy
import json
import random
import re
from contextlib import suppress
from pathlib import Path

import pytest

from spades_tui import fair
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import Gap, Verified
from spades_tui.play import deal_secrets
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.record import RecordError
from spades_tui.rules.catalogue import shipped
from tests.verify.honest_records import GAMES, TABLES, Line, checked, simulated, with_people
from tests.verify.tampering import WAYS, Open, Unsuitable

RECORDS = 2000
QUICK = 2
"""Number of records for each way in the quick test."""


def honest(rng: random.Random) -> list[Line]:
    """Return an honest record."""
    if rng.random() < 0.3:
        return [copy.deepcopy(line) for line in with_people(rng.randrange(len(TABLES)), rng.randrange(3), 130)]
    return [copy.deepcopy(line) for line in simulated(rng.randrange(len(GAMES)))]


def tamper(way: str, number: int) -> None:
    """Tamper with a suitable record in this way, and check the finding of `verify`."""
    rng = random.Random(f"{way} {number}")
    for _ in range(400):
        lines = honest(rng)
        with suppress(Unsuitable):
            wanted = WAYS[way](lines, rng)
            break
    else:
        raise AssertionError("no record gives occasion for it")
    met = outcome(lines)
    told = f"{way} {number}: {met}, {wanted} wanted"
    if isinstance(wanted, Open):
        assert isinstance(met, Verified), told
        assert wanted.gap in [one.gap for one in met.not_verified], told
        return
    assert isinstance(met, RecordError), told
    assert met.line >= wanted.line if wanted.later else met.line == wanted.line, told
    assert wanted.rule in (None, met.rule), told
    assert re.search(wanted.words, str(met)), told


def outcome(lines: list[Line]) -> Verified | RecordError:
    """Return the result of `verify` for the lines, or its error."""
    try:
        return checked(lines)
    except RecordError as error:
        return error


def test_honest_records_are_verified() -> None:
    for place in range(len(GAMES)):
        assert not checked(list(simulated(place))).not_verified
    for place in range(len(TABLES)):
        assert not checked(list(with_people(place))).not_verified


@pytest.mark.parametrize("way", WAYS)
def test_tampering_is_noticed(way: str) -> None:
    for number in range(QUICK):
        tamper(way, number)


@pytest.mark.slow
@pytest.mark.parametrize("way", WAYS)
def test_tampering_is_noticed_two_thousand_times(way: str) -> None:
    for number in range(QUICK, QUICK + -(-RECORDS // len(WAYS))):
        tamper(way, number)


SANDBAGS = shipped()["sandbags"]
CLUB = tuple(SeatSetup(name, "bot", "beginner") for name in NAMES[:4])


def game(setup: TableSetup) -> list[Line]:
    """Return a finished game as the lines of its record."""
    return [json.loads(line) for line in play_game(setup).text.splitlines()]


def marked(lines: tuple[Line, ...]) -> list[Line]:
    """Return the same game, marked as a fork."""
    name, version, rest = lines[0]["program"].split(" ", 2)
    return [{**lines[0], "program": f"{name} {version} fork {rest}"}, *lines[1:]]


@pytest.mark.rule("C-3")
def test_a_secret_used_before_proves_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deal_secrets.DealSecrets, "make", lambda *given: bytes(32))
    lines = game(TableSetup(SANDBAGS, {"target": 200}, CLUB))
    second = [n for n, line in enumerate(lines, 1) if line["event"] == "deal"][1]
    with pytest.raises(RecordError, match="used this secret already; it proves nothing") as refused:
        checked(lines)
    assert (refused.value.line, refused.value.rule) == (second, "C-3")


@pytest.mark.rule("C-3")
def test_a_proof_of_version_1_from_this_program_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    lines = [dict(line) for line in simulated(0)]
    for line in lines:
        if line["event"] == "deal":
            secret = bytes.fromhex(line["fair"]["secret"])
            line["fair"] = {**line["fair"], "v": 1, "commitment": fair.commitment(secret, 1)}
    with pytest.raises(RecordError, match="version 1") as refused:
        checked(lines)
    assert refused.value.rule == "C-3"


@pytest.mark.rule("C-3")
def test_a_cut_at_a_table_that_asks_nobody_is_refused() -> None:
    head, *lines = with_people(0)
    checked([head, *lines])
    first = next(n for n, line in enumerate(lines, 2) if "cut" in line)
    with pytest.raises(RecordError, match="nobody is asked to cut") as refused:
        checked([{**head, "cut": False}, *lines])
    assert (refused.value.line, refused.value.rule) == (first, "C-3")


@pytest.mark.parametrize("key", ["cut", "extra_at"])
@pytest.mark.parametrize("place", [52, 53])
def test_a_place_beyond_the_pack_is_refused_for_itself_and_not_for_its_cards(key: str, place: int) -> None:
    lines = [{**line} for line in simulated(5)]
    number, deal = next((n, line) for n, line in enumerate(lines, 1) if line["event"] == "deal")
    deal[key] = {"seat": (deal["dealer"] - 1) % 3, "depth": place} if key == "cut" else place
    with pytest.raises(RecordError) as refused:
        checked(lines)
    assert refused.value.line == number
    assert "cards aren't those" not in str(refused.value)


@pytest.mark.rule("C-2")
@pytest.mark.parametrize("human", [False, True])
def test_a_first_dealer_not_drawn_by_the_seed_is_listed(human: bool, tmp_path: Path) -> None:
    drawn = fair.seeded_dealer("lot", 4)
    seats = (SeatSetup("Ann", "human" if human else "bot", None if human else "beginner"), *CLUB[1:])
    for dealer in range(4):
        for number in (1, 2):
            head = {
                "event": "game", "format": "spades-record/1", "variant": "sandbags", "dealer": dealer, "seed": "lot",
                "game": number, "seats": [seat.to_json() for seat in seats], "program": simulated(0)[0]["program"],
            }  # fmt: skip
            done = checked([head])
            right = not human or dealer == (drawn + number - 1) % 4
            assert (Gap.DEALER not in done.gaps) == right


def test_only_a_game_of_one_person_and_computer_players_is_a_fork() -> None:
    with pytest.raises(RecordError, match="marked as a fork, but a fork has one person") as refused:
        checked(marked(with_people(0)))
    assert refused.value.line == 1
    with pytest.raises(RecordError, match="marked as a fork, but a fork has one person"):
        checked(marked(simulated(0)))
    assert checked(marked(with_people(2))).forked
    assert not checked(list(with_people(2))).forked


@pytest.mark.rule("C-3")
def test_a_computer_player_that_cuts_before_a_fork_is_listed() -> None:
    lines = [dict(line) for line in marked(with_people(2))]
    seats = lines[0]["seats"]
    people = [n for n, line in enumerate(lines) if line["event"] == "deal" and "cut" in line]
    assert people
    lines[0]["seats"] = [
        {"name": seat["name"], "kind": "human"} if n == 1 else {"name": seat["name"], "kind": "bot", "level": "club"}
        for n, seat in enumerate(seats)
    ]
    for line in lines[1:]:
        if line.get("seat") == 0:
            line["stand_in"] = True
    done = checked(lines[: people[0] + 1])
    assert Gap.BEFORE_FORK in done.gaps

"""A table lets people take back some actions, and refuses others that a record would allow (3B-11)."""

import io
import json
import random
import sys
from pathlib import Path
from typing import Any

import pytest

from spades_tui.analysis.masked import masked
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.analysis.verify import verify
from spades_tui.game.events import Bid, Challenge, Claim, Look, Play, SeatEvent, TakeBack
from spades_tui.game.phase import IllegalEvent
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import Turn
from spades_tui.play.table import Table
from spades_tui.scorebook.scorebook import open_book
from tests.games import each_game, path_of
from tests.record.records import error, lines_of, replayed, text_of
from tests.table.playing import opened, resumed, setup_of, step

pytestmark = pytest.mark.rule("3B-11")


def act(table: Table, *events: SeatEvent) -> None:
    """Do these events, and everything that must come before them."""
    for event in events:
        while isinstance(due := table.next(), Turn) and due.seat != event.seat and not isinstance(event, TakeBack):
            table.do(table.observe(due.seat).legal[0])
        table.do(event)


def until_played(table: Table, cards: int) -> None:
    """Play the first legal card until this many cards have been played."""
    step_on = random.Random(0)
    while sum(map(len, (*table.observe(None).tricks, table.observe(None).trick))) < cards:
        due = table.next()
        if isinstance(due, Turn):
            table.do(table.observe(due.seat).legal[0] if due.human else table.choose())
        else:
            step(table, step_on)


@pytest.mark.parametrize("slug", each_game("jokers", "bemo", "3b-five", "two-handed", "league"))
def test_a_game_with_slips_is_replayed_verified_and_reviewed(slug: str, tmp_path: Path) -> None:
    """The person makes a slip at random in every other decision."""
    table = opened(setup_of(slug, "h" + "b" * (len(setup_of(slug).seats) - 1), f"slips {slug}", slip=True), tmp_path)
    rng, slips = random.Random(slug), 0
    assert table.path is not None
    while step(table, rng) and len(table.scores) < 2:
        if table.may_take_back(0) and rng.random() < 0.5:
            last = table.course.steps[-1]
            table.do(TakeBack(0))
            slips += 1
            assert table.course.state is last.before
            if slips == 3:
                path = table.path
                table.suspend()
                table = resumed(path)
    assert slips > 3
    assert table.path is not None
    raw, path = table.path.read_bytes(), table.path
    assert sum(line["event"] == "take_back" for line in lines_of(raw.decode())) == slips
    assert json.loads(raw.splitlines()[0])["options"] == {"slip": True}
    assert replayed(raw)[0].scores == table.scores
    (verified,) = verify(io.BytesIO(raw))
    assert verified.unknown == 0
    assert verified.choices > 5
    assert masked(raw)
    table.leave()
    assert all(one.seat == 0 for one in collect_journal(path).of((0,)))


def test_among_several_people_only_the_last_to_act_may_take_back() -> None:
    """With one person, the option take_back goes back over bids of computer players; a record may allow even more."""
    table = Table.create(setup_of("sandbags", "hhbb", "several", take_back=True))
    table.deal(None)
    act(table, Bid(1, 3), Bid(2, 3), Bid(3, 3))
    assert table.course.refusal(TakeBack(1)) is None
    assert not table.may_take_back(1)
    with pytest.raises(IllegalEvent, match="Another player has acted since"):
        table.do(TakeBack(1))
    alone = Table.create(setup_of("sandbags", "bhbb", "several", take_back=True))
    alone.deal(None)
    act(alone, Bid(1, 3), Bid(2, 3), Bid(3, 3))
    assert alone.may_take_back(1)


@pytest.mark.parametrize("option", ["take_back", "undo"])
def test_a_challenge_cannot_be_undone(option: str) -> None:
    table = Table.create(setup_of("jokers", "bhbb", "challenge", enforcement="challenge", **{option: True}))
    table.deal(None)
    until_played(table, 1)
    seat = table.observe(None).trick[0].seat
    while table.observe(None).on_turn != 1 and seat != 1:
        table.do(table.choose())
    if seat != 1:
        table.do(next(event for event in table.observe(1).legal if isinstance(event, Play)))
    assert table.may_take_back(1)
    table.do(Challenge(0 if seat != 0 else 2, 1))
    assert table.course.refusal(TakeBack(1)) is None, "a record may hold it"
    assert not table.may_take_back(1)


def test_claims_and_earlier_actions_cannot_be_undone() -> None:
    for seed in range(60):
        table = Table.create(setup_of("sandbags", "hbbb", f"claims {seed}", undo=True))
        until_played(table, 40)
        while isinstance(due := table.next(), Turn) and due.seat != 0:
            table.do(table.choose())
        if not isinstance(table.next(), Turn) or not table.observe(0).may_claim:
            continue
        before = table.course.state
        event = Claim(0, 13 - len(table.observe(None).tricks))
        assert table.may_take_back(0)
        if table.course.refusal(event) is None:
            table.do(event)
            assert table.course.refusal(TakeBack(0)) is None, "a record may hold it"
            assert not table.may_take_back(0)
            continue
        with pytest.raises(IllegalEvent):
            table.do(event)
        assert table.course.state is before
        assert not table.may_take_back(0)
        with pytest.raises(IllegalEvent, match="a refused claim has shown something since"):
            table.do(TakeBack(0))
        table.do(next(one for one in table.observe(0).legal if isinstance(one, Play)))
        assert table.may_take_back(0), "what came after it may go"
        return
    raise AssertionError("no claim was refused")


@pytest.mark.rule("BM-3", "NL-7")
def test_a_player_who_has_seen_cards_never_bids_blind(tmp_path: Path) -> None:
    """Undo goes back over plays, but not over a look at cards, which the person remembers."""
    table = Table.create(setup_of("bemo", "bhb", "looks", undo=True))
    table.deal(None)
    act(table, Look(1), Bid(1, 4), TakeBack(1))
    assert table.course.refusal(TakeBack(1)) is None, "a record may hold it"
    assert not table.may_take_back(1)
    raw = text_of(
        *recorded(tmp_path, "bemo", "bhb", undo=True), {"event": "look", "seat": 1},
        {"event": "take_back", "seat": 1}, {"event": "bid", "seat": 1, "bid": 4, "blind": True},
    )  # fmt: skip
    assert replayed(raw)[0].course.state.current.blind[1], "records of earlier releases keep opening"


def recorded(folder: Path, slug: str, kinds: str, **options: object) -> list[dict[str, Any]]:
    """Return the lines of a table that has just been dealt, without their sums."""
    table = opened(setup_of(slug, kinds, "recorded", **options), folder)
    table.deal(None)
    lines = lines_of(path_of(table).read_text("utf-8"))
    table.leave()
    return [{key: value for key, value in line.items() if key != "sum"} for line in lines]


def test_undo_goes_back_over_a_draw_only_of_computer_players() -> None:
    """With undo, a computer player returns the card that it drew after your bid. Another program can't forget one."""
    for level, command, may in (("beginner", None, True), ("exec", f"{sys.executable} -c pass", False)):
        seats = [SeatSetup(f"P{n}", "bot", "beginner") for n in range(4)]
        seats[1], seats[2] = SeatSetup("You", "human"), SeatSetup("It", "bot", level, command)
        table = Table.create(TableSetup(setup_of("3b-four").variant, {"undo": True}, tuple(seats), seed="draws"))
        table.deal(None)
        act(table, Bid(1, 3), Bid(2, 0))
        table.do(table.observe(2).legal[0])
        assert table.observe(2).drawn
        assert table.may_take_back(1) == may
        table.leave()


def test_a_record_without_the_option_takes_nothing_back(tmp_path: Path) -> None:
    lines = recorded(tmp_path, "sandbags", "hbbb", slip=True)
    more = [{"event": "bid", "seat": 1, "bid": 3}, {"event": "take_back", "seat": 1}]
    assert replayed(text_of(*lines, *more))
    later = error(text_of(*lines, more[0], {"event": "bid", "seat": 2, "bid": 3}, more[1]))
    assert later.rule == "3B-11"
    del lines[0]["options"]
    assert error(text_of(*lines, *more)).rule == "3B-11"


def test_an_outside_program_hears_of_an_undo(tmp_path: Path) -> None:
    """The program gets a line of the record, and is asked again (docs/seat.md)."""
    heard = tmp_path / "heard.txt"
    program = tmp_path / "program.py"
    program.write_text(
        "import json, sys\n"
        f"out = open({str(heard)!r}, 'w')\n"
        "for line in sys.stdin:\n"
        "    out.write(line); out.flush()\n"
        "    message = json.loads(line)\n"
        "    if 'ask' in message:\n"
        "        print(json.dumps(message['ask']['legal'][0]), flush=True)\n"
    )
    seats = [SeatSetup(f"P{n}", "bot", "beginner") for n in range(4)]
    seats[1], seats[2] = SeatSetup("You", "human"), SeatSetup("It", "bot", "exec", f"{sys.executable} {program}")
    table = Table.create(TableSetup(setup_of("sandbags").variant, {"slip": True}, tuple(seats), seed="told"))
    table.deal(None)
    act(table, Bid(1, 3), TakeBack(1), Bid(1, 4))
    table.do(table.choose())
    table.leave()
    messages = [json.loads(line) for line in heard.read_text("utf-8").splitlines()]
    told = [message["tell"] for message in messages if "tell" in message]
    assert told[0]["options"] == {"slip": True}
    assert [(line["event"], line.get("bid")) for line in told[2:5]] == [("bid", 3), ("take_back", None), ("bid", 4)]


def test_the_scorebook_counts_slips_taken_back(tmp_path: Path) -> None:
    games = tmp_path / "games"
    table = opened(setup_of("sandbags", "hbbb", "counted", slip=True, target=1), games)
    rng = random.Random("counted")
    slips = 0
    while step(table, rng):
        if slips < 3 and table.may_take_back(0):
            table.do(TakeBack(0))
            slips += 1
    assert table.final is not None
    assert slips == 3
    table.leave()
    with open_book(tmp_path) as book:
        book.records.catch_up()
        people = {one.name: book.statistics(one.id) for one in book.persons()}
        assert people["P0"].take_backs == 3
        assert {one.take_backs for name, one in people.items() if name != "P0"} == {0}
        assert people["P0"].games == 1, "the game counts"

"""Undo and practice tables return to an earlier state, and every command accepts the record (3B-11)."""

import io
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spades_tui.analysis.fork import fork
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.analysis.verify import verify
from spades_tui.game.events import Bid, Look, Play, SeatEvent, TakeBack
from spades_tui.game.phase import IllegalEvent
from spades_tui.game.state import GameState
from spades_tui.language.unusable import UnusableError
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.rules.catalogue import shipped
from spades_tui.seats import Observation
from tests.games import SLUGS, each_game, path_of
from tests.record.records import error, head, lines_of, replayed, text_of
from tests.scenes import at, mine, setup
from tests.table.playing import opened, resumed, setup_of, state_of, step

pytestmark = pytest.mark.rule("3B-11")

QUICK = ("jokers", "bemo", "3b-five", "two-handed", "league")
"""Games with challenges, an extra card and promises, a player who sits out, a draft, formats."""
HANDS = 3
"""Number of hands played, because a whole random game may need very many."""


def table_of(slug: str, seed: str, folder: Path) -> Table:
    """Return a table with one person and beginners."""
    return opened(setup_of(slug, "h" + "b" * (shipped()[slug].seats - 1), seed, undo=True), folder)


class Undoing:
    """Play a game with undos, and check that undoing restores the remembered states."""

    def __init__(self, table: Table, rng: random.Random) -> None:
        self.table, self.rng = table, rng
        self.states: list[GameState] = []
        self.undone = 0

    def step(self) -> bool:
        """Take the next step of the game; return False when it has ended."""
        table, course = self.table, self.table.course
        if isinstance(table.next(), CutOffered):
            self.states.clear()
        going = step(table, self.rng)
        del self.states[len(course.steps) :]
        self.states.append(course.state)
        return going

    def back(self, times: int) -> None:
        """Let the person undo this many times, or as often as possible."""
        course = self.table.course
        for _ in range(times):
            if not self.table.may_take_back(0):
                return
            before = len(course.steps)
            self.table.do(TakeBack(0))
            self.undone += 1
            assert len(course.steps) < before
            assert course.state is self.states[len(course.steps)]


@pytest.mark.parametrize("slug", each_game(*QUICK))
@settings(max_examples=4, deadline=None)
@given(
    undos=st.lists(st.tuples(st.integers(1, 30), st.integers(1, 6)), min_size=3, max_size=8), seed=st.integers(0, 99)
)
def test_an_undo_restores_the_state_and_the_record_agrees(
    slug: str, undos: list[tuple[int, int]], seed: int, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """The game is random, with undos at random: some steps forward, then some back."""
    table = table_of(slug, f"undo {seed}", tmp_path_factory.mktemp("games"))
    game = Undoing(table, random.Random(seed))
    for on, back in undos:
        for _ in range(on):
            if not game.step():
                break
        game.back(back)
    if isinstance(table.next(), HandPlayed):  # the end of a record is scored too
        game.step()
    raw = path_of(table).read_bytes()
    (again,) = replayed(raw)
    now = table.course.state
    assert replace(again.course.state, rules=now.rules) == now
    assert again.course.state.rules.format == now.rules.format
    assert [(one.event, one.findings) for one in again.course.steps] == [
        (one.event, one.findings) for one in table.course.steps
    ]
    (verified,) = verify(io.BytesIO(raw))
    computers = [line for line in lines_of(raw.decode()) if line.get("seat") and line["event"] != "take_back"]
    assert verified.choices >= sum(line["event"] in ("bid", "play", "look") for line in computers)
    assert verified.unknown == 0
    table.leave()


def played_out(table: Table, seed: int = 1) -> Undoing:
    """Play some hands with many undos."""
    game = Undoing(table, random.Random(seed))
    while game.step() and len(table.scores) < HANDS:
        if game.undone < 25 and game.rng.random() < 0.15:
            game.back(game.rng.randint(1, 4))
    assert game.undone > 5
    return game


def test_repeating_the_same_choices_repeats_the_game() -> None:
    """Computer players decide again with the same random numbers."""
    table = Table.create(setup_of("sandbags", "hbbb", "same", undo=True))
    rng = random.Random(3)
    while len(table.observe(0).tricks) < 3 or table.observe(None).on_turn != 0:
        step(table, rng)
    before = table.course.state
    events = [step_.event for step_ in table.course.steps]
    for _ in range(3):
        table.do(TakeBack(0))
    done = len(table.course.steps)
    assert done < len(events)
    while len(table.course.steps) < len(events):
        due = table.next()
        assert isinstance(due, Turn)
        wanted = events[len(table.course.steps)]
        event = next(one for one in table.observe(0).legal if one == wanted) if due.human else table.choose()
        assert event == wanted
        table.do(event)
    assert table.course.state == before


def test_undo_works_after_suspending_and_resuming(tmp_path: Path) -> None:
    table = table_of("3b-four", "suspended", tmp_path / "games")
    game = Undoing(table, random.Random(4))
    while len(table.observe(0).tricks) < 4 or table.observe(None).on_turn != 0:
        game.step()
    game.back(2)
    before = state_of(table)
    path = path_of(table)
    table.suspend()
    again = resumed(path)
    assert again.taken_back == ""
    assert state_of(again)[0:6] == before[0:6]
    again.do(TakeBack(0))
    assert again.taken_back.startswith("You take back ")
    assert again.entries[-1].text == again.taken_back
    again.leave()


def test_a_review_ignores_undone_decisions_and_the_others_can_be_resumed(tmp_path: Path) -> None:
    table = table_of("bemo", "reviewed", tmp_path / "games")
    played_out(table)
    path = path_of(table)
    table.leave()
    record = collect_journal(path)
    lines = record.replayed.lines
    stood: list[dict[str, object]] = []  # the person's turns that were not undone
    for place, line in enumerate(lines):
        if line["event"] == "take_back":
            last = next(n for n in range(len(stood) - 1, -1, -1) if stood[n]["seat"] == 0)
            del stood[last:]
        elif line["event"] in ("look", "bid", "raise", "stand", "bemo", "play"):
            stood.append({"seat": line["seat"], "place": place})
        elif line["event"] == "deal":
            stood = [one | {"seat": -1 if one["seat"] == 0 else one["seat"]} for one in stood]
    own = record.of((0,))
    assert [one.before for one in own] == [one["place"] for one in stood if one["seat"] in (0, -1)]
    assert sum(len(hand.moments) for hand in record.open_game.hands) < len(lines)
    for decision in own[:: len(own) // 4]:
        there = fork(record.replayed, decision.before, 1, tmp_path / "forks")
        taken_up = resumed(there)
        assert taken_up.rules.undo
        assert taken_up.observe(0).own == decision.seen.own
        assert taken_up.observe(None).on_turn == 0
        taken_up.leave()


@pytest.mark.parametrize("slug", SLUGS)
def test_undo_allows_only_one_person(slug: str) -> None:
    kinds = "hh" + "b" * (shipped()[slug].seats - 2)
    with pytest.raises(UnusableError, match=r"^undo is for one person alone, and 2 people sit here$"):
        Table.create(setup_of(slug, kinds, undo=True))
    seats = [{"name": f"P{n}", "kind": "human" if kind == "h" else "bot"} for n, kind in enumerate(kinds)]
    record = text_of({**head(slug), "seats": seats, "options": {"undo": True}})
    found = error(record)
    assert str(found) == "game.spades.jsonl:1: undo is for one person alone, and 2 people sit here (3B-11)"
    seats[1]["kind"] = "bot"
    assert replayed(text_of({**head(slug), "seats": seats, "options": {"undo": True}}))
    seats[0]["kind"] = "bot"
    assert replayed(text_of({**head(slug), "seats": seats, "options": {"undo": True}}))


def test_a_fork_in_another_seat_is_verified_too(tmp_path: Path) -> None:
    """In the fork, an action that the person undid belongs to another player."""
    table = table_of("sandbags", "forked", tmp_path / "games")
    game = played_out(table)
    path = path_of(table)
    table.leave()
    assert game.undone
    record = collect_journal(path)
    there = fork(record.replayed, record.of((0,))[-1].before, 1, tmp_path / "forks")
    raw = there.read_bytes()
    assert b'"take_back"' in raw
    (verified,) = verify(io.BytesIO(raw))
    assert verified.deals


def known(table: Table) -> tuple[int, ...]:
    """Return the cards that each seat has seen: its own and all played cards."""
    found = []
    for seat in range(table.rules.seats):
        seen = table.observe(seat)
        cards = seen.own or 0
        for trick in (*seen.tricks, seen.trick):
            for played in trick:
                cards |= 1 << played.card
        found.append(cards)
    return tuple(found)


def anything(seen: Observation, chance: random.Random) -> SeatEvent:
    """Return a random legal event, sometimes out of turn."""
    if seen.aside and chance.random() < 0.2:
        return chance.choice(seen.aside)
    return chance.choice(seen.legal)


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_no_action_before_newly_shown_cards_can_be_taken_back(slug: str) -> None:
    options: dict[str, object] = {"take_back": True}
    if "enforcement" in shipped()[slug].option_names:
        options["enforcement"] = "challenge"
    allowed = refused = 0
    for seed in range(3):
        chance = random.Random(f"{slug} {seed}")
        table = Table.create(setup(slug, 2, dealer=0, seed=f"practice {seed}", **options))
        after: dict[int, tuple[int, ...]] = {}  # the cards that everyone had seen right after each seat's last event
        while not isinstance(due := table.next(), HandPlayed):
            if isinstance(due, CutOffered):
                table.deal(None)
                after.clear()
                continue
            assert isinstance(due, Turn)
            for seat in range(table.rules.seats):
                if table.may_take_back(seat):
                    assert after[seat] == known(table), "somebody has been shown a card since"
                    allowed += 1
                else:
                    with pytest.raises(IllegalEvent):
                        table.do(TakeBack(seat))
                    refused += 1
            event = anything(table.observe(due.seat), chance)
            table.do(event)
            after[event.seat] = known(table)
    assert allowed
    assert refused > allowed


def test_final_events_are_never_taken_back() -> None:
    """A look or a draw has shown its own player something."""
    table = at("bemo", mine("bid"), take_back=True)
    table.do(Look(0))
    assert not table.may_take_back(0)
    table.do(next(event for event in table.observe(0).legal if isinstance(event, Bid)))
    assert table.may_take_back(0)
    table = at("3b-four", mine("bid"), take_back=True)
    table.do(Bid(0, 0))
    assert table.may_take_back(0)
    table.do(table.observe(0).legal[0])
    assert table.observe(0).drawn
    assert not table.may_take_back(0)


def test_a_table_that_is_not_for_practice_takes_nothing_back() -> None:
    table = at("sandbags", mine("play", 2, 1))
    table.do(next(event for event in table.observe(0).legal if isinstance(event, Play)))
    assert not table.may_take_back(0)
    with pytest.raises(IllegalEvent, match="You can't undo at this table: a card played stays played"):
        table.do(TakeBack(0))

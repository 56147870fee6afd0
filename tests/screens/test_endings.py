"""Claims and curtains are in nobody's way; after the last trick, people take books, spend chits and vote on marks."""

import re
from collections.abc import AsyncIterator
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui.game.events import Bid, Books, Challenge, Play, Promise, SeatEvent, Stand
from spades_tui.game.reneges import found_renege
from spades_tui.play.game_code import one_hand
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.presentation import ladder_words
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.driver import Driver, driving
from tests.games import path_of
from tests.quick_cases import slow_but
from tests.record.records import replayed
from tests.scenes import Until, advance, at, marked, mine, policy, scored, setup
from tests.screens.deciding import DecidingApp, events, stop_the_clock, with_code
from tests.screens.looking import TableApp


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)


def is_over(path: Path | None) -> bool:
    """Return whether a journal has the end of its game."""
    assert path is not None
    return any(line["event"] == "game_over" for line in events(path))


async def places(seat: Driver, last: str) -> AsyncIterator[str]:
    """Open curtains and press Enter until a screen of this name is there; yield the names of those before it."""
    for _ in range(80):
        if seat.place == last:
            return
        yield seat.place
        await seat.press("space" if seat.place == "curtain" else "enter")
    raise AssertionError(f"{last} was never reached\n{seat.text}")


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize(
    ("people", "votes", "credited"),
    [
        (3, (True, True), True),
        (3, (True, False), False),
        (3, (False, False), False),
        (4, (True, True, False), True),
        (4, (True, False, False), False),
    ],
)
async def test_the_people_vote_on_a_marked_card(people: int, votes: tuple[bool, ...], credited: bool) -> None:
    """The accused in the second seat may plead but doesn't vote, and computer players don't vote either."""
    table = marked(at("3b-four", None, people=people, hands=1))
    app = DecidingApp(table)
    async with driving(app) as seat:
        await seat.until("hearing")
        assert seat.sees("hearing: was this a zero buddy?", "Bea can explain.", "Ann thought it might be a zero buddy.")
        await seat.press("enter")
        for name, vote in zip(("Ann", "Cy", "Dot"), votes, strict=False):
            assert seat.sees(f"{name}, your vote: did Bea let the zero off?")
            await seat.press(*(["right"] if vote else []), "enter")
        assert seat.sees("Bea is a zero buddy." if credited else "Bea isn't a zero buddy.")
        assert app.season.heard == [dict(zip(("Ann", "Cy", "Dot"), votes, strict=False))]
        await seat.until("game over")
    assert any(entry.kind == "hearing" for entry in table.entries)


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize("people", [0, 1])
async def test_a_mark_without_voters_lapses_on_screen(people: int) -> None:
    table = marked(at("3b-four", None, people=people, hands=1), 1, 0)
    app = DecidingApp(table)
    async with driving(app) as seat:
        await seat.until("game over")
    assert app.season.heard == []
    assert any("the mark is dropped" in entry.text for entry in table.entries)


def last_trick(cards: int) -> Until:
    """Accept the moment when this many cards are in the last trick."""
    return lambda seen: seen.phase == "play" and (len(seen.tricks), len(seen.trick)) == (12, cards)


def before_the_score(people: int) -> Table:
    """Return a game of 3B on disk with one hand, before its last card."""
    table = Table.create(setup("3b-four", people, seed="chit", hands=1), games_folder())
    return advance(table, last_trick(3), cut=5)


@pytest.mark.rule("3B-27")
@pytest.mark.parametrize("keys", [(), ("right",), ("up",)], ids=["the first", "the second", "nobody"])
async def test_a_chit_is_spent_before_the_game_ends(keys: tuple[str, ...]) -> None:
    table = before_the_score(4)
    path = path_of(table)
    async with driving(DecidingApp(table)) as seat:
        async for _ in places(seat, "chit"):
            assert not is_over(path)
        (holder,) = table.rules.named(table.course.state)
        assert seat.sees(f"{table.names[holder]} is in last place, and holds a tray-chit.")
        assert not is_over(path)
        await seat.press(*keys, "enter")
        await seat.until("game over")
    others = [seat for seat in range(4) if seat != holder]
    named = None if keys == ("up",) else others[len(keys)]
    lines = events(path)
    (chit,) = [line for line in lines if line["event"] == "chit"]
    assert (chit["seat"], chit["tray"]) == (holder, named)
    assert lines[-1]["event"] == "game_over"
    assert lines[-1]["tray"] == (holder if named is None else named)
    assert replayed(path.read_bytes())[0].over == table.final


@pytest.mark.rule("3B-27")
async def test_a_named_player_with_a_chit_decides_at_once() -> None:
    """All four hold a chit: each names the next, and the last has nobody left to name."""
    table = before_the_score(4)
    path = path_of(table)
    app = DecidingApp(table)
    app.season.chits = 4
    asked: list[str] = []
    async with driving(app) as seat:
        async for place in places(seat, "game over"):
            if place == "chit":
                why = "is named tray person" if asked else "is in last place"
                asked += re.findall(rf"(\w+) {why}, and holds a tray-chit\.", seat.text)
                assert not is_over(path)
    holder = table.rules.named(table.course.state)[0]
    row = [holder, *(seat for seat in range(4) if seat != holder)]
    assert asked == [table.names[seat] for seat in row]
    lines = events(path)
    chits = [(line["seat"], line["tray"]) for line in lines if line["event"] == "chit"]
    assert chits == [*pairwise(row), (row[-1], None)]
    assert lines[-1]["tray"] == row[-1]
    assert replayed(path.read_bytes())[0].over == table.final


@pytest.mark.rule("3B-27")
async def test_a_player_without_a_chit_is_not_asked() -> None:
    async with driving(TableApp(before_the_score(4))) as seat:
        async for place in places(seat, "game over"):
            assert place != "chit"


def reneging(seen: Observation, table: Table) -> SeatEvent:
    """Let Bea renege once in the first hand and Ann challenge; bid low, so that the game continues."""
    bids = [event for event in seen.legal if isinstance(event, Bid) and not event.blind]
    if bids:
        return min(bids, key=lambda event: abs(event.bid - 3))
    plays = [event for event in seen.legal if isinstance(event, Play)]
    if plays and seen.seat == 1 and seen.hand_number == 1 and not table.course.state.current.reneges:
        wrong = [event for event in plays if not seen.follows >> event.card & 1]
        if wrong:
            return wrong[0]
    right = [event for event in plays if seen.follows >> event.card & 1]
    return min(right, key=lambda event: seen.rules.cards.ranks[event.card]) if right else policy(seen)


def with_the_right() -> Table:
    """Return a game of Bemo on disk before its last card, where Ann may take books from Bea, who is a person too."""
    table = Table.create(setup("bemo", 2, dealer=2, seed="books", enforcement="challenge"), games_folder())
    while True:
        due = table.next()
        if isinstance(due, CutOffered):
            table.deal(5)
            continue
        assert isinstance(due, Turn)
        seen = table.observe(due.seat)
        state = table.course.state
        hand = state.hand
        if hand is not None and hand.reneges and not state.rights and found_renege(table.rules, hand, 1) is not None:
            table.do(Challenge(0, 1))
        if seen.phase == "play" and len(seen.tricks) == 12 and len(seen.trick) == 2 and state.rights:
            return table
        table.do(reneging(seen, table))


async def to_the_books(seat: Driver) -> None:
    """Play the last card, and open curtains until Ann is asked."""
    async for _ in places(seat, "score"):
        if seat.sees("How many tricks will you take for the renege?") and seat.chosen:
            return
    raise AssertionError("Ann was never asked")


@pytest.mark.rule("BM-13")
@pytest.mark.parametrize("count", slow_but([0, 2], [0, 1, 2, 3]))
async def test_books_are_taken_after_the_last_trick(count: int) -> None:
    table = with_the_right()
    path = path_of(table)
    async with driving(TableApp(table)) as seat:
        await to_the_books(seat)
        offered = [event for event in table.observe(0).aside if isinstance(event, Books)]
        left = table.observe(0).took[1]
        assert [event.count for event in offered] == list(range(min(3, left) + 1))
        if count > left:
            pytest.skip("there are not so many left")
        assert seat.chosen == "None from Bea"
        await seat.choose(f"{count or 'None'} from Bea", "right")
        await seat.press("enter")
        await seat.until("score")
        assert not count or seat.sees("Tricks moved: ")
    (books,) = [line for line in events(path) if line["event"] == "books"]
    assert books["count"] == count
    state = table.course.state
    assert len(state.rights) == (0 if count else 1), "taking none keeps the right"
    replayed(path.read_bytes())


@pytest.mark.rule("C-11")
async def test_only_the_player_who_reneges_is_warned() -> None:
    table = at(
        "jokers", lambda s: mine("play", 2, 2)(s) and 0 < s.follows.bit_count() < 4, people=1, enforcement="challenge"
    )
    async with driving(TableApp(table, pace="leisurely")) as seat:
        seen = table.observe(0)
        card = next(f.card for f in seen.legal if isinstance(f, Play) and not seen.follows >> f.card & 1)
        await seat.select(card)
        assert seat.sees("is a renege")
        before = len(table.entries)
        await seat.press("enter")
        assert table.observe(0).own == (seen.own or 0) & ~(1 << card)
        assert not any("reneg" in entry.text for entry in table.entries[before:])


async def test_y_copies_the_code_of_a_finished_game() -> None:
    table = at("sandbags", None, target=50)
    code = with_code(table)
    async with driving(DecidingApp(table)) as seat:
        await seat.until("game over")
        assert seat.sees(code)
        await seat.press("y")
        assert seat.clipboard == code
        await seat.press("s")
        assert seat.place == "all scores" and seat.sees(code)


async def test_a_long_code_is_shown_whole_at_80_columns() -> None:
    table = at("classic", None, target=50)
    changed = {"lead_spades": "any", "nil_points": 50, "failed_nil": "bags", "bag_limit": 5, "bag_cost": 50}
    code = with_code(table, **changed, board=True, floor=-150, first_trick="no_spade")
    assert len(code) > 60
    async with driving(DecidingApp(table)) as seat:
        await seat.until("game over")
        assert code in "".join(line.strip().removeprefix("The same cards: ") for line in seat.lines)


@pytest.mark.parametrize(
    ("slug", "people", "announced"),
    [
        ("classic", 1, "Sides change: you and Dot."),
        ("classic", 2, "Sides change: Ann and Dot against Cy and Bea."),
        ("cutthroat", 1, "Cy plays after you now."),
    ],
)
async def test_the_next_game_says_who_plays_together_now(slug: str, people: int, announced: str) -> None:
    async with driving(TableApp(at(slug, None, people=people, target=50), keep=True)) as seat:
        await seat.until("game over")
        await seat.press("c")
        if seat.place == "curtain":
            await seat.press("space")
        if people == 1:  # otherwise the sides are in the first line, and there's no room for more
            assert seat.sees(announced)
        await seat.press("g")
        assert seat.place == "log"
        assert seat.sees(announced.rstrip("."))


@pytest.mark.parametrize("suggestions", [True, False])
async def test_the_first_game_with_suggestions_says_once_how_the_next_one_counts(suggestions: bool) -> None:
    for game in range(2):
        table = Table.create(setup("sandbags", seed=f"climb {game}", target=50), games_folder())
        advance(table, None, cut=5)
        async with driving(TableApp(table, suggestions=suggestions)) as seat:
            await seat.until("game over")
            assert seat.sees(ladder_words.TO_CLIMB) == (suggestions and game == 0)


async def test_a_game_too_short_for_the_ladder_says_nothing_about_it() -> None:
    game = setup("sandbags", seed="climb")
    table = Table.create(replace(game, variant=one_hand(game.variant)), games_folder())
    async with driving(TableApp(table, suggestions=True)) as seat:
        await seat.until("game over")
        assert not seat.sees(ladder_words.TO_CLIMB)


async def test_a_longer_game_with_suggestions_says_after_its_second_hand_how_the_next_one_counts() -> None:
    table = Table.create(setup("sandbags", seed="climb", target=500), games_folder())
    advance(table, scored(2), cut=5)
    async with driving(TableApp(table, suggestions=True)) as seat:
        await seat.until("score")
        assert seat.sees(ladder_words.TO_CLIMB)


async def test_a_game_that_is_not_saved_says_nothing_about_the_ladder() -> None:
    async with driving(TableApp(at("sandbags", None, seed="climb", target=50), suggestions=True)) as seat:
        await seat.until("game over")
        assert not seat.sees(ladder_words.TO_CLIMB)


@pytest.mark.rule("BM-4")
@pytest.mark.parametrize(("tricks", "name"), [(4, "Bemo"), (6, "Big Bemo")])
async def test_a_promise_is_shown_on_the_curtain(tricks: int, name: str) -> None:
    table = at("bemo", mine("raise"), people=3, seed="promise 1")
    promise = next(f for f in table.observe(0).legal if isinstance(f, Promise) and f.tricks == tricks)
    table.do(promise)
    while table.observe(None).on_turn == 0:
        table.do(next(f for f in table.observe(0).legal if isinstance(f, Stand)))
    async with driving(TableApp(table)) as seat:
        assert seat.place == "curtain" and not seat.sees("A N N")
        bid = table.observe(None).bids[0]
        assert f"{bid} {name} " in seat.line(f"Ann {bid} ")


async def test_the_curtain_before_a_cut_names_the_next_hand() -> None:
    table = at("3b-five", lambda seen: seen.phase == "deal" and seen.standing.hands == 1, people=5)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "curtain"
        assert seat.sees("It's your turn to cut the deck", "hand 2 of")
        for gone in ("hand 1 of", "○", "●"):  # what was bid before is over
            assert not seat.sees(gone)


@pytest.mark.rule("C-12")
async def test_a_claim_has_its_own_key_and_needs_more_than_enter() -> None:
    table = at("sandbags", mine("play", 9, 0))
    async with driving(TableApp(table)) as seat:
        tricks, before = len(table.observe(0).tricks), seat.lines[:-1]
        assert "m claim" in seat.footer
        await seat.press("c")
        assert seat.lines[:-1] == before, "C stands for clubs, and c for nothing else"
        await seat.press("m")
        assert "Esc back" in seat.footer and seat.chosen == "Play on"
        await seat.press("home")
        assert seat.chosen == "Play on", "Home and End belong to the hand"
        await seat.press("escape")
        assert not seat.sees("Play on")
        await seat.press("m", "enter")
        assert table.may_claim(0), "nothing was claimed"
        assert table.observe(0).may_claim
        assert len(table.observe(0).tricks) == tricks
        await seat.press("m", "left")
        assert seat.chosen == "Claim 3"


@pytest.mark.parametrize("last", [False, True])
async def test_the_last_score_sheet_leads_to_the_winner(last: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)
    table = at("sandbags", mine("play", 12), target=1 if last else 5000)
    async with driving(TableApp(table)) as seat:
        await seat.until("score", most=10)
        assert ("next hand" in seat.footer) != last
        assert ("result" in seat.footer) == last
        await seat.press("enter")
        assert (seat.place == "game over") == last, table.final
        assert seat.place != "score"


async def test_an_enter_typed_ahead_starts_no_new_game(monkeypatch: pytest.MonkeyPatch) -> None:
    """A player who hurries through the last trick and the sheet still sees the winner. The next Enter plays again."""
    stop_the_clock(monkeypatch)
    async with driving(TableApp(at("sandbags", mine("play", 12), target=1))) as seat:
        await seat.type(*["enter"] * 12)
        assert seat.place == "game over" and seat.sees("Play again")
        await seat.press("enter")
        assert seat.place != "game over"


@pytest.mark.rule("BM-13")
async def test_declined_books_are_offered_again_after_the_next_hand() -> None:
    table = with_the_right()
    choose = partial(reneging, table=table)
    advance(table, lambda seen: seen.phase == "played", choose=choose)
    table.do(Books(0, 1, 0))
    table.score()
    advance(table, last_trick(2), choose=choose, cut=3)
    async with driving(TableApp(table)) as seat:
        await to_the_books(seat)
        assert seat.sees("None from Bea")

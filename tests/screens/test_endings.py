"""After the last trick or score, people take books, spend chits and vote on marked cards."""

from itertools import pairwise
from time import monotonic

import pytest
from msgspec.structs import replace

from spades_tui.fair import seeded_dealer
from spades_tui.game.events import Bid, Books, Challenge, Play, SeatEvent
from spades_tui.game.hand_end import tray_row
from spades_tui.game.reneges import found_renege
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.record.replay import replay
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from spades_tui.tui.table.score_screen import GameOverScreen, ScoreScreen
from spades_tui.tui.table.screen_at_table import GameSheetScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.tray_and_hearing import ChitScreen, HearingScreen
from tests import LONG
from tests.agreement import wrong_verbs
from tests.scenes import ChitApp, at, marked, mine, policy, setup
from tests.screens.deciding import DecidingApp, event_of, events, stop_the_clock
from tests.screens.looking import TableApp, screen_text, settle, top_screen, type_keys


@pytest.fixture(autouse=True)
def _no_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    stop_the_clock(monkeypatch)


async def press(app: TableApp, *keys: str) -> None:
    """Press keys one after another, and wait for the effect of each."""
    for key in keys:
        type_keys(app, key)
        await settle(app)


async def go_to(app: TableApp, kind: type) -> None:
    """Press Enter until a screen of this kind is on top."""
    end = monotonic() + LONG
    while monotonic() < end:
        await settle(app)
        if isinstance(app.screen, kind):
            return
        await press(app, "enter")  # which does nothing for a moment after a question has come
    raise AssertionError(f"{kind.__name__} is not reached:\n{screen_text(app)}")


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
    async with app.run_test(size=(80, 24)):
        await go_to(app, HearingScreen)
        text = screen_text(app)
        assert "hearing: was this a zero buddy?" in text
        assert "Bea can explain." in text
        assert "Ann thought it might be a zero buddy." in text
        await press(app, "enter")
        for name, vote in zip(("Ann", "Cy", "Dot"), votes, strict=False):
            assert f"{name}, your vote: did Bea let the zero off?" in screen_text(app)
            await press(app, *(["right"] if vote else []), "enter")
        words = "Bea is a zero buddy." if credited else "Bea isn't a zero buddy."
        assert words in screen_text(app)
        assert app.season.heard == [dict(zip(("Ann", "Cy", "Dot"), votes, strict=False))]
        await go_to(app, GameOverScreen)
    assert any(entry.kind == "hearing" for entry in table.entries)


@pytest.mark.rule("3B-30", "3B-27")
async def test_the_only_person_at_the_keyboard_is_addressed() -> None:
    app = DecidingApp(marked(at("3b-four", None, people=1, hands=1)))
    async with app.run_test(size=(80, 24)):
        await go_to(app, HearingScreen)
        assert "You thought it might be a zero buddy." in screen_text(app)
        await press(app, "enter")
        assert "Your vote: did Bea let the zero off?" in screen_text(app)
        await press(app, "right", "enter")
        assert "You: a zero buddy" in screen_text(app)
    chit = ChitApp(at("3b-four", None, hands=1))
    async with chit.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        text = screen_text(chit)
        assert "You are in last place, and hold a tray-chit." in text
        assert "You decide." in text
        await pilot.press(*["right"] * 3)
        await pilot.pause()
        assert "The chit is lost, and you are the tray person." in screen_text(chit)


@pytest.mark.rule("3B-30")
@pytest.mark.parametrize("people", [0, 1])
async def test_a_mark_without_voters_lapses_on_screen(people: int) -> None:
    table = at("3b-four", None, people=people, hands=1)
    table._recorder.marks[1] = ((1, 0, 40),)
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        assert app.season.heard == []
        assert any("the mark is dropped" in entry.text for entry in table.entries)


def before_the_score(people: int) -> Table:
    """Return a game of 3B on disk with one hand, before its last card."""
    table = Table.create(setup("3b-four", people, seed="chit", hands=1), games_folder())
    while True:
        due = table.next()
        seen = table.observe(due.seat if isinstance(due, Turn) else None)
        if isinstance(due, Turn) and seen.phase == "play" and len(seen.tricks) == 12 and len(seen.trick) == 3:
            return table
        if isinstance(due, CutOffered):
            table.deal(5)
        elif isinstance(due, Turn):
            table.do(policy(seen))


@pytest.mark.rule("3B-27")
@pytest.mark.parametrize("keys", [(), ("right",), ("up",)], ids=["the first", "the second", "nobody"])
async def test_a_chit_is_spent_before_the_game_ends(keys: tuple[str, ...]) -> None:
    table = before_the_score(4)
    path = table.path
    assert path is not None
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        for _ in range(12):
            await settle(app)
            if isinstance(app.screen, ChitScreen):
                break
            await press(app, "space" if "Pass the keyboard to" in screen_text(app) else "enter")
        assert isinstance(app.screen, ChitScreen)
        (holder,) = tray_row(table.course.state)
        text = screen_text(app)
        assert f"{table.names[holder]} is in last place, and holds a tray-chit." in text
        assert "Who is the tray person instead?" in text
        assert not any(line["event"] == "game_over" for line in events(path))
        await press(app, *keys, "enter")
        await go_to(app, GameOverScreen)
    others = [seat for seat in range(4) if seat != holder]
    named = None if keys == ("up",) else others[len(keys)]
    lines = events(path)
    (chit,) = [line for line in lines if line["event"] == "chit"]
    assert (chit["seat"], chit["tray"]) == (holder, named)
    assert lines[-1]["event"] == "game_over"
    assert lines[-1]["tray"] == (holder if named is None else named)
    with path.open("rb") as stream:
        assert next(iter(replay(stream, path.name))).over == table.final


@pytest.mark.rule("3B-27")
async def test_a_named_player_with_a_chit_decides_at_once() -> None:
    """All four hold a chit: each names the next, and the last has nobody left to name."""
    table = before_the_score(4)
    path = table.path
    assert path is not None
    app = DecidingApp(table)
    app.season.chits = 4
    asked: list[str] = []
    async with app.run_test(size=(80, 24)):
        for _ in range(24):
            await settle(app)
            if isinstance(app.screen, GameOverScreen):
                break
            if isinstance(app.screen, ChitScreen):
                text = screen_text(app)
                asked.append(table.names[app.screen.holder])
                assert not any(line["event"] == "game_over" for line in events(path))
                assert (f"{asked[-1]} is named tray person, and holds a tray-chit." in text) == (len(asked) > 1)
            await press(app, "space" if "Pass the keyboard to" in screen_text(app) else "enter")
    holder = tray_row(table.course.state)[0]
    row = [holder, *(seat for seat in range(4) if seat != holder)]
    assert asked == [table.names[seat] for seat in row]
    lines = events(path)
    chits = [(line["seat"], line["tray"]) for line in lines if line["event"] == "chit"]
    assert chits == [*pairwise(row), (row[-1], None)]
    assert lines[-1]["tray"] == row[-1]
    with path.open("rb") as stream:
        assert next(iter(replay(stream, path.name))).over == table.final


@pytest.mark.rule("3B-27")
async def test_a_player_without_a_chit_is_not_asked() -> None:
    table = before_the_score(4)
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        for _ in range(20):
            await settle(app)
            assert not isinstance(app.screen, ChitScreen)
            if isinstance(app.screen, GameOverScreen):
                break
            await press(app, "space" if "Pass the keyboard to" in screen_text(app) else "enter")
        assert isinstance(app.screen, GameOverScreen)


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


async def to_the_books(app: TableApp) -> None:
    """Play the last card, and open curtains until Ann is asked."""
    for _ in range(12):
        await settle(app)
        if "How many tricks will you take for the renege?" in screen_text(app) and getattr(app.screen, "busy", False):
            return
        await press(app, "space" if "Pass the keyboard to" in screen_text(app) else "enter")
    raise AssertionError(screen_text(app))


@pytest.mark.rule("BM-13")
@pytest.mark.parametrize("count", [0, 1, 2, 3])
async def test_books_are_taken_after_the_last_trick(count: int) -> None:
    table = with_the_right()
    path = table.path
    assert path is not None
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await to_the_books(app)
        offered = [event for event in table.observe(0).aside if isinstance(event, Books)]
        left = table.observe(0).took[1]
        assert [event.count for event in offered] == list(range(min(3, left) + 1))
        if count > left:
            pytest.skip("there are not so many left")
        text = screen_text(app)
        assert "None from Bea" in text
        panel = top_screen(app, TableScreen).question
        for _ in offered:
            if event_of(panel.chosen) == Books(0, 1, count):
                break
            await press(app, "right")
        await press(app, "enter")
        await go_to(app, ScoreScreen)
        if count:
            assert "Tricks moved: " in screen_text(app)
    (books,) = [line for line in events(path) if line["event"] == "books"]
    assert books["count"] == count
    state = table.course.state
    assert len(state.rights) == (0 if count else 1), "taking none keeps the right"
    with path.open("rb") as stream:
        list(replay(stream, path.name))


@pytest.mark.rule("BM-13")
async def test_declined_books_are_offered_again_after_the_next_hand() -> None:
    table = with_the_right()
    while not isinstance(table.next(), HandPlayed):
        due = table.next()
        assert isinstance(due, Turn)
        table.do(reneging(table.observe(due.seat), table))
    table.do(Books(0, 1, 0))
    table.score()
    while True:
        due = table.next()
        if isinstance(due, CutOffered):
            table.deal(3)
            continue
        assert isinstance(due, Turn)
        seen = table.observe(due.seat)
        if seen.phase == "play" and len(seen.tricks) == 12 and len(seen.trick) == 2:
            break
        table.do(reneging(seen, table))
    app = TableApp(table)
    async with app.run_test(size=(80, 24)):
        await to_the_books(app)
        assert "None from Bea" in screen_text(app)


@pytest.mark.rule("C-11")
async def test_only_the_player_who_reneges_is_warned() -> None:
    table = at(
        "jokers", lambda s: mine("play", 2, 2)(s) and 0 < s.follows.bit_count() < 4, people=1, enforcement="challenge"
    )
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)):
        await settle(app)
        card = next(f.card for f in table.observe(0).legal if isinstance(f, Play)
                    and not table.observe(0).follows >> f.card & 1)  # fmt: skip
        screen = top_screen(app, TableScreen)
        screen.hand.choose(card)
        screen.moved()
        assert "is a renege" in screen.sentence.words
        before = len(table.entries)
        await press(app, "enter")
        assert not any("reneg" in entry.text for entry in table.entries[before:])


async def test_y_copies_the_code_of_a_finished_game() -> None:
    table = at("sandbags", None, target=50)
    seed = "code 7QF2M9"
    table.setup = replace(table.setup, seed=seed, dealer=seeded_dealer(seed, 4))
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        code = app.screen.shown.code if isinstance(app.screen, GameOverScreen) else None
        assert code is not None and code in screen_text(app)
        await press(app, "y")
        assert app.clipboard == code
        await press(app, "s")
        assert isinstance(app.screen, GameSheetScreen) and code in screen_text(app)


async def test_a_long_code_is_shown_whole_at_80_columns() -> None:
    table = at("classic", None, target=50)
    seed = "code 7QF2M9"
    changed = {"lead_spades": "any", "nil_points": 50, "failed_nil": "bags", "bag_limit": 5, "bag_cost": 50}
    options = {**table.setup.options, **changed, "board": True, "floor": -150, "first_trick": "no_spade"}
    table.setup = replace(table.setup, seed=seed, dealer=seeded_dealer(seed, 4), options=options)
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        code = app.screen.shown.code if isinstance(app.screen, GameOverScreen) else None
        assert code is not None and len(code) > 60
        lines = [line.strip().removeprefix("The same cards: ") for line in screen_text(app).splitlines()]
        assert code in "".join(lines)


async def test_a_game_without_a_code_copies_nothing() -> None:
    app = DecidingApp(at("sandbags", None, target=50))
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        await press(app, "y")
        assert app.clipboard == ""


@pytest.mark.parametrize(
    ("slug", "seed", "people", "title"),
    [
        ("cutthroat", "f", 1, "YOU WIN"),
        ("cutthroat", "d", 2, "ANN WINS"),
        ("cutthroat", "a", 1, "CY WINS"),
        ("sandbags", "d", 1, "YOU & CY WIN"),
        ("sandbags", "a", 1, "BEA & DOT WIN"),
    ],
)
async def test_the_title_agrees_with_who_won(slug: str, seed: str, people: int, title: str) -> None:
    app = TableApp(at(slug, None, people=people, seed=seed, target=100))
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        text = screen_text(app)
    assert " ".join(title) in text
    assert wrong_verbs(text) == []


@pytest.mark.rule("3B-23")
async def test_several_people_have_had_an_imperfect_day() -> None:
    app = TableApp(at("3b-three", None, people=1, seed="b", hands=3))
    async with app.run_test(size=(80, 24)):
        await go_to(app, GameOverScreen)
        text = screen_text(app)
    assert "You, Bea and Cy have had an" in text

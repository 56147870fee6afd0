"""Moments at the table: their line, their time, and a hand's time with all of them."""

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.bots.club import sure_claim
from spades_tui.game.events import Bid, Claim, Dump, SeatEvent
from spades_tui.game.phase import Phase
from spades_tui.play.cast import cast
from spades_tui.play.shown import HandPlayed
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import habit_of_game
from spades_tui.presentation.moments import Moment, MomentKind, moments_of_claim
from spades_tui.presentation.played_for_you import played_for_you
from spades_tui.record.event_words import LogEntry
from spades_tui.seats import Observation
from spades_tui.settings.settings import Pace, Settings
from spades_tui.settings.settings_file import load_settings
from spades_tui.tui.table.game_runner import GameRunner
from spades_tui.tui.table.pauses import PACES, Pauses
from spades_tui.tui.table.score_screen import ScoreScreen
from spades_tui.tui.table.table_screen import TableScreen
from spades_tui.tui.table.table_words import moment_said, news, waiting_words, words_below
from spades_tui.tui.widgets.canvas import Canvas, first_fitting
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.moment_line import MomentLine
from spades_tui.tui.widgets.table_view import TableState, TableView
from tests.games import SLUGS
from tests.scenes import SCENES, advance, at, last_card, mine, policy, scored, setup
from tests.screens.looking import TableApp, screen_text, settle, table_of, top_screen, wait_until
from tests.sizes import LARGE, SMALL, at_each_size

GAME_LOST_AFTER = 4
"""The hands of the game of the scene `game-lost`."""

ON_FELT = {
    "bags": ("moment-3", 2, 500, "100 points for 10 bags"),
    "comeback": ("moment-4", 4, 500, "hands in a row"),
    "end": ("moment-1", GAME_LOST_AFTER - 1, 200, "lose the game"),
}
"""Hands of Classic that bring a moment of the score: the seed, the hands before, the points of the game, the line."""


MOMENT_SECONDS = {name: pace.moment for name, pace in PACES.items()}
"""The seconds of moments at each pace, as users have them."""


@pytest.mark.parametrize(
    ("name", "pace"), [("bags", "instant"), ("bags", "lively"), ("comeback", "brisk"), ("end", "leisurely")]
)
async def test_a_moment_of_the_score_is_on_the_table_before_the_sheet(
    name: str, pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One key skips it. At the pace `instant`, the sheet comes at once."""
    monkeypatch.setitem(PACES, pace, replace(PACES[pace], moment=MOMENT_SECONDS[pace]))
    seed, hands, points, words = ON_FELT[name]
    app = TableApp(last_card(at("classic", scored(hands), seed=seed, target=points)), pace=pace)
    async with app.run_test(size=SMALL) as pilot:
        await settle(app)
        for _ in range(20):
            if isinstance(app.screen, ScoreScreen) or words in screen_text(app):
                break
            await pilot.press("enter")
            await settle(app)
        if pace != "instant":
            assert isinstance(app.screen, TableScreen)
            said = [line.strip() for line in screen_text(app).splitlines() if words in line]
            assert any(line.startswith(("✗", "✓", "✦")) for line in said)
            await pilot.press("space")
            await settle(app)
        assert isinstance(app.screen, ScoreScreen) and words in screen_text(app)
        if name != "end":  # and not above the bids of the next hand
            app.screen.action_go_on()
            await settle(app)
            assert words not in screen_text(app)


async def test_a_moment_goes_with_the_next_lead_and_never_hides_a_question() -> None:
    scene = SCENES["moment-nil-broken"]
    app = scene.app()
    async with app.run_test(size=SMALL) as pilot:
        await scene.go(pilot)
        await pilot.press("space")  # the trick is gathered; the moment's line stays while the person leads
        await settle(app)
        screen = top_screen(app, TableScreen)
        assert screen.decision is not None and "Your nil is set" in screen_text(app)
        screen.action_take()
        await settle(app)
        assert screen.shown.public.trick and "Your nil is set" not in screen_text(app)


@pytest.mark.parametrize(("partner", "repeats"), [("Cy", False), ("Gus", True)])
async def test_the_score_sheet_repeats_only_the_set_of_a_bold_bid(partner: str, repeats: bool) -> None:
    scene = SCENES["moment-set"]
    app = scene.app()
    async with app.run_test(size=SMALL) as pilot:
        table_of(app).table.players = ("", "Bea", partner, "Dot")
        await scene.go(pilot)
        while not isinstance(app.screen, ScoreScreen):
            await pilot.press("space")
            await settle(app)
        assert ("in the last trick" in screen_text(app)) == repeats


@pytest.mark.parametrize(("slug", "good"), [("classic", False), ("bemo", None)])
def test_a_rivals_nil_is_bad_and_another_lone_players_is_neither(slug: str, good: bool | None) -> None:
    table = at(slug, mine("play"))
    look = CardStyle.liked(Settings(), table.names, table.people, table.rules)
    line = moment_said((Moment(MomentKind.NIL_MADE, (1,)),), table.shown(0), look)
    assert line is not None and line.good is good


@pytest.mark.parametrize(("people", "good"), [((0,), True), ((0, 2), True), ((1, 3), False), ((0, 1), None)])
def test_a_moment_is_good_or_bad_for_all_people_of_one_side(people: tuple[int, ...], good: bool | None) -> None:
    table = at("classic", scored(1))
    line = moment_said((Moment(MomentKind.GAME_WON, (0, 2)),), table.shown(None), CardStyle(table.names, people=people))
    assert line is not None and line.good is good


@pytest.mark.parametrize(
    ("happened", "words"),
    [
        ([(MomentKind.BID_MADE, (0, 2))], "✓ You & Cy have made 4."),
        ([(MomentKind.BID_MADE, (1, 3))], "✦ Bea & Dot have made 4."),
        ([(MomentKind.SET, (1, 3))], "✗ Bea & Dot are set: 4 tricks too many."),
        (
            [(MomentKind.BID_MADE, (1, 3)), (MomentKind.LAST_BEAN, (1, 3))],
            "✦ Bea & Dot have made 4.  ✦ Every bid at the table is made.",
        ),
        (
            [(MomentKind.STREAK, (0, 2)), (MomentKind.STREAK, (1, 3))],
            "✦ You & Cy and Bea & Dot have made every bid of 4 hands in a row.",
        ),
    ],
)
def test_each_piece_of_news_has_a_sign_of_its_own(
    happened: list[tuple[MomentKind, tuple[int, ...]]], words: str
) -> None:
    table = at("classic", mine("play"))
    look = CardStyle.liked(Settings(), table.names, table.people, table.rules)
    news = tuple(Moment(kind, seats, number=4) for kind, seats in happened)
    line = moment_said(news, table.shown(0), look)
    assert line is not None and line.words[0] == words


# ---- a decided hand


@pytest.mark.usefixtures("running_clock")
@pytest.mark.parametrize("hand_end", [True, False])
async def test_the_last_card_needs_a_key_only_if_the_person_wants_it(hand_end: bool) -> None:
    table = at("classic", lambda seen: mine("play", 12)(seen))
    app = TableApp(table, hand_end=hand_end)
    async with app.run_test(size=SMALL):
        done = await wait_until(lambda: isinstance(app.screen, ScoreScreen), 60.0 if hand_end else 3.0)
        assert done == hand_end


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("hand_end", [True, False])
def test_tricks_that_are_surely_won_are_claimed(hand_end: bool) -> None:
    """The rules accept every such claim, and the hand is over."""
    table = at(
        "sandbags", lambda seen: mine("play")(seen) and sure_claim(seen, 0) is not None, seed="claim 0", target=1000
    )
    event = played_for_you(table.shown(0), Settings(hand_end=hand_end))
    assert isinstance(event, Claim) == hand_end
    if event is not None:
        table.do(event)
        assert table.observe(None).claimed == 0
        assert isinstance(table.next(), HandPlayed)


@pytest.mark.usefixtures("running_clock")
@pytest.mark.rule("C-12")
async def test_a_set_that_a_claim_brings_is_on_the_score_sheet() -> None:
    table = at("sandbags", lambda seen: mine("play")(seen) and sure_claim(seen, 0) is not None, seed="claim 1")
    before, claim = table.observe(None), sure_claim(table.observe(0), 0)
    assert claim is not None
    app = TableApp(table)
    async with app.run_test(size=SMALL):
        assert await wait_until(lambda: isinstance(app.screen, ScoreScreen), 20.0)
        await settle(app)
        after = table.observe(None)
        assert before.standing.hands < after.standing.hands and after.claimed == 0
        assert "set" in next(line for line in screen_text(app).splitlines() if line.strip().startswith(("✗", "✓", "✦")))


def claimable() -> Table:
    """Return a table whose person surely wins the tricks that are left, which decides a bid."""
    return at("sandbags", lambda seen: mine("play")(seen) and sure_claim(seen, 0) is not None, seed="claim 1")


@pytest.mark.rule("C-12")
def test_a_claim_is_told_once() -> None:
    table = claimable()
    claim = sure_claim(table.observe(0), 0)
    assert claim is not None
    table.do(claim)
    shown = table.shown(0)
    look = CardStyle.liked(Settings(), shown.names, shown.people, shown.public.rules)
    assert "claim" in waiting_words(shown, look)[0]
    assert not any("claim" in words for words in news(shown, look))


@pytest.mark.usefixtures("running_clock")
@pytest.mark.rule("C-12")
@pytest.mark.parametrize("pace", ["instant", "brisk"])
async def test_the_tricks_of_a_claim_are_seen_one_by_one_if_they_decide_something(
    pace: Pace, monkeypatch: pytest.MonkeyPatch
) -> None:
    """At the pace `instant`, they are seen at once."""
    table, twin = claimable(), claimable()
    claim = sure_claim(twin.observe(0), 0)
    assert claim is not None
    twin.do(claim)
    each, before = moments_of_claim(twin.observe(None)), sum(table.observe(None).took)
    assert len(each) == claim.tricks and any(each)
    seen, show_hand = list[tuple[int, tuple[Moment, ...]]](), GameRunner.show_hand

    def shown(self: GameRunner) -> None:
        show_hand(self)
        if self.shown.public.claimed is not None:
            seen.append((sum(self.shown.public.took) - before, self.moments))

    monkeypatch.setattr(GameRunner, "show_hand", shown)
    app = TableApp(table, pace=pace)
    async with app.run_test(size=SMALL):
        assert await wait_until(lambda: isinstance(app.screen, ScoreScreen), 30.0)
    *earlier, last = seen
    assert earlier == ([] if pace == "instant" else [*enumerate(each[:-1], 1)])
    assert last[0] == claim.tricks
    assert {moment.kind for moment in last[1]} == {moment.kind for happened in each for moment in happened}


# ---- the time of a hand

PERSON = 1.5
"""Seconds in which a person who knows what to play decides."""


@pytest.mark.usefixtures("running_clock")
@pytest.mark.parametrize("seed", range(3))
async def test_a_lively_hand_of_classic_takes_less_than_a_minute(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Add up the pauses, which nobody shortens, and the person's decisions, from the deal to the score sheet."""
    spent = {"pauses": 0.0, "person": 0.0}
    pause = Pauses.pause

    async def counted(self: Pauses, seconds: float | None, *kinds: Any, least: float = 0.0) -> Any:
        spent["pauses"] += PERSON if seconds is None else max(seconds, least)
        return await pause(self, 0.0, *kinds)

    async def decides(self: GameRunner, least: float = 0.0) -> SeatEvent:
        spent["person"] += PERSON
        return self.forced() or policy(self.shown.seen)

    monkeypatch.setattr(Pauses, "pause", counted)
    monkeypatch.setattr(GameRunner, "_decision", decides)
    app = TableApp(Table.create(setup("classic", seed=f"lively {seed}")), pace="lively")
    async with app.run_test(size=SMALL):
        assert await wait_until(lambda: isinstance(app.screen, ScoreScreen), 20.0)
    assert spent["pauses"] > 15.0, "the pauses were counted"
    assert sum(spent.values()) < 60.0


# ---- what beans are


@at_each_size(SMALL, LARGE)
async def test_beans_are_explained_in_the_first_hand_only(size: tuple[int, int]) -> None:
    table = last_card(at("classic", scored(2), seed="moment-3"))
    app = TableApp(table, beans_explained=False)
    async with app.run_test(size=size) as pilot:
        await settle(app)
        assert "Beans: ● a trick taken, ○ still to take" in screen_text(app)
        await SCENES["score"].go(pilot)
        assert isinstance(app.screen, ScoreScreen)
        assert app.settings.beans_explained and load_settings().beans_explained
        app.screen.action_go_on()
        await settle(app)
        for _ in range(20):
            if table.course.state.phase == Phase.PLAY:
                break
            await pilot.press("enter")
            await settle(app)
        assert table.course.state.phase == Phase.PLAY and "Beans:" not in screen_text(app)


# ---- what computer players say

def test_a_set_has_a_short_form_beside_which_a_players_words_have_room() -> None:
    shown = at("classic", mine("play", 2)).shown(0)
    look = CardStyle.liked(Settings(), shown.names, shown.people, shown.public.rules)
    line = moment_said((Moment(MomentKind.SET, (1, 3), 2, last_trick=True, bid=9),), shown, look)
    assert line is not None
    assert line.words == ("✗ Bea & Dot are set in the last trick, one short of 9.", "✗ Bea & Dot are set.")


def test_your_own_bid_has_room_beside_anothers_set_in_the_same_trick() -> None:
    shown = at("cutthroat", mine("play")).shown(0)
    look = CardStyle.liked(Settings(), shown.names, shown.people, shown.public.rules)
    happened = (
        Moment(MomentKind.SET, (1,), 2, last_trick=True, bid=5),
        Moment(MomentKind.BID_MADE, (0,), 2, number=3, last_trick=True, bid=3),
    )
    line = moment_said(happened, shown, look)
    assert line is not None and first_fitting(line.words, 76) == "✗ Bea is set.  ✓ You have made 3."


LONGEST = max((line for player in cast() for lines in player.lines.values() for line in lines), key=len)


def cells(table: TableState, size: tuple[int, int]) -> list[str]:
    """Return the rows of a table drawn in so many columns and rows."""
    canvas = Canvas(*size)
    TableView().picture(canvas, table)
    return [strip.text for strip in canvas.strips()]


@pytest.mark.parametrize("size", [(80, 15), (82, 35), (54, 15)], ids=str)
@pytest.mark.parametrize("slug", SLUGS)
def test_what_a_player_says_is_whole_and_covers_nothing(slug: str, size: tuple[int, int]) -> None:
    shown = at(slug, mine("play", 2)).shown(0)
    look = CardStyle.liked(Settings(), shown.names, shown.people, shown.public.rules)
    silent = TableState(shown.seen, look, shown.seen.trick, False, shown.seen.winning, 0, 0)
    before = cells(silent, size)
    for seat in range(1, len(shown.names)):
        quoted = f"“{LONGEST}”"
        spoken = LogEntry(f"{shown.names[seat]}: {quoted}", "talk", seat, first=quoted)
        after = cells(replace(silent, spoken=spoken), size)
        new = [[b if a == " " else " " for a, b in zip(*rows, strict=True)] for rows in zip(before, after, strict=True)]
        assert "".join(quoted.split()) in "".join("".join(row) for row in new).replace(" ", "")
        assert all(a in (" ", b) for rows in zip(before, after, strict=True) for a, b in zip(*rows, strict=True))


def test_no_word_at_a_seat_is_hidden_while_its_moment_moves() -> None:
    """The "made" of a nil was once there in part, and somebody's words took the place of its last letter."""
    shown = at("sandbags", mine("play", 2)).shown(0)
    look = CardStyle.liked(Settings(), shown.names, shown.people, shown.public.rules)
    line = MomentLine(("✓ made",), (0, 1, 2, 3), 3, True)
    table = TableState(shown.seen, look, shown.seen.trick, False, shown.seen.winning, 0, 0, moment=line)
    moving, canvases = TableView(), list[list[str]]()
    for share in (0.0, 0.5, 1.0):
        moving._unfolded = share
        canvas = Canvas(80, 15)
        moving.picture(canvas, table)
        canvases.append([strip.text for strip in canvas.strips()][:-1])
    assert canvases[0] == canvases[1] == canvases[2]


@pytest.mark.parametrize("known", [False, True])
@pytest.mark.parametrize(("bid", "matters"), [(0, False), (2, True), (10, False)])
@pytest.mark.rule("3B-22")
async def test_a_dump_is_explained_once_and_only_where_it_matters(bid: int, matters: bool, known: bool) -> None:
    """A hand without a trick counts as 0 tricks off for a bid of 0, or of 3 and more, with or without a dump."""

    def bids(seen: Observation) -> SeatEvent:
        wanted = [event for event in seen.legal if isinstance(event, Bid) and event.bid == bid]
        return wanted[0] if wanted and seen.phase == Phase.BID else policy(seen)

    table = Table.create(setup("3b-three", seed="dump"))
    advance(table, mine("play"), choose=bids)
    app = TableApp(table)
    async with app.run_test(size=SMALL):
        await settle(app)
        game = table_of(app)
        game.introduced.clear()
        if known:
            game.known_words.meet(["dump"])
        shown = replace(game.shown, entries=())  # whose news would come first
        assert shown.seen.bids[0] == bid and any(isinstance(event, Dump) for event in shown.seen.aside)
        for _ in range(2):
            said = " ".join(words_below(shown, game))
            assert ("To dump is to declare" in said) == (matters and not known)


def test_the_end_of_a_game_names_a_bold_bidder_first() -> None:
    table = at("classic", None, seed="moment-1", target=200)
    shown = table.shown(0)
    look = CardStyle.liked(Settings(), table.names, table.people, table.rules)
    hands = len(shown.scores)
    took = sum(score.tricks[1] or 0 for score in shown.scores)
    scores = tuple(
        replace(score, bids=(3, score.tricks[1], 2, 1), tricks=(3, score.tricks[1], 3, 3)) for score in shown.scores
    )
    seats = replace(shown, scores=scores, players=("", "Bea", "Cy", "Dot"))
    boldly = f"Bea bids boldly: bid {took} and took {took} in {hands} hands"
    assert habit_of_game(seats, look) == f"{boldly}; Dot bid {hands} and took {3 * hands}."
    alike = tuple(replace(score, bids=score.tricks) for score in scores)
    assert habit_of_game(replace(seats, scores=alike), look) == f"{boldly}.", "nobody took clearly more"
    careful = replace(seats, players=("", "", "", "Dot"))
    assert habit_of_game(careful, look) == f"Dot bids carefully: bid {hands} and took {3 * hands} in {hands} hands."
    assert habit_of_game(replace(seats, players=("", "", "Cy", "")), look) == ""
    assert habit_of_game(replace(seats, scores=scores[:2]), look) == ""

"""Scenes of decisions about nil, drafts and formats, as `tests.scenes` explains."""

from typing import Any

from msgspec.structs import replace

from spades_tui.game.events import Bid, Draft, Look
from spades_tui.game.phase import Phase
from spades_tui.play.table import Table
from tests.scenes import Scene, SceneApp, advance, at, keys, last_card, mine, scored, setup, to

LONG = ("Maximilian", "Konstantin", "Wilhelmina", "Philippa")


def bid(slug: str, *bids: int, people: int = 1, dealer: int = 3, **options: Any) -> Table:
    """Return a table after the deal and these bids, from the dealer's left on."""
    table = Table.create(setup(slug, people, dealer=dealer, **options))
    table.deal(11)
    for number in bids:
        seat = table.observe(None).on_turn
        assert seat is not None
        if any(isinstance(event, Look) for event in table.observe(seat).legal):
            table.do(Look(seat))
        table.do(Bid(seat, number))
    return table


def drafting(*keeps: bool, people: int = 1, **options: Any) -> Table:
    """Return a table during the draft where the viewer decides next."""
    table = Table.create(setup("two-handed", people, dealer=1, **options))
    table.deal(11)
    for keep in keeps:
        seat = table.observe(None).on_turn
        assert seat is not None
        table.do(Draft(seat, keep))
    return table


def league(hand: int, phase: str = "bid", tricks: int = 0, people: int = 1) -> Table:
    """Return a table in the hand of this number of a league."""
    return at("league", lambda seen: seen.hand_number == hand and mine(phase, tricks)(seen), people)


def long_names() -> Table:
    """Return a table with a trick of a league among four people with long names."""
    table_setup = setup("league", 4)
    seats = tuple(replace(seat, name=name) for seat, name in zip(table_setup.seats, LONG, strict=True))
    return advance(
        Table.create(replace(table_setup, seats=seats)), lambda seen: seen.hand_number == 5 and mine("play", 3, 2)(seen)
    )


def holds_lowest_club() -> Table:
    """Return a table where the viewer leads to the first trick with the lowest club."""
    for number in range(40):
        table = at("classic", lambda seen: seen.phase == Phase.PLAY, seed=f"club {number}", opening="lowest_club")
        if table.observe(0).why_not:
            return table
    raise AssertionError("nobody was dealt it")


def blind_nil() -> Table:
    """Return a table where the viewer may look, or bid nil blind."""
    return at("classic", lambda seen: seen.phase == Phase.BID and seen.on_turn == 0, blind_behind=0)


DECISIONS: dict[str, Scene] = {
    "pass": Scene(lambda: SceneApp(bid("classic", 0, 3, 4, 2, nil_pass=2))),
    "pass-to-nil": Scene(
        lambda: SceneApp(advance(bid("classic", 4, 3, 0, 2, nil_pass=3, pass_order="nil_first"), mine("pass")))
    ),
    "pass-came": Scene(
        lambda: SceneApp(advance(bid("classic", 0, 3, 4, 2, nil_pass=3), lambda seen: bool(seen.got))),
    ),
    "curtain-pass": Scene(lambda: SceneApp(bid("classic", 0, 3, 4, 2, nil_pass=2, people=2))),
    "draft": Scene(lambda: SceneApp(drafting())),
    "draft-came": Scene(lambda: SceneApp(drafting()), keys("enter")),
    "draft-on": Scene(lambda: SceneApp(drafting(True, False, False, True, True, True, False, False)), keys("right")),
    "draft-unseen": Scene(lambda: SceneApp(drafting(second_card="unseen")), keys("enter")),
    "draft-bid": Scene(lambda: SceneApp(drafting(*[n % 3 == 0 for n in range(26)]))),
    "draft-play": Scene(lambda: SceneApp(at("two-handed", mine("play", 4, 1)))),
    "curtain-draft": Scene(lambda: SceneApp(drafting(people=2))),
    "dictated": Scene(lambda: SceneApp(bid("mirrors"))),
    "dictated-whiz": Scene(lambda: SceneApp(at("whiz", mine("bid"), dealer=1)), keys("right")),
    "dictated-nil": Scene(lambda: SceneApp(bid("suicide", 5, 4, dealer=1))),
    "dictated-number": Scene(lambda: SceneApp(bid("suicide", 0, 4, dealer=1)), keys("right")),
    "board": Scene(lambda: SceneApp(bid("classic", 1, 4, dealer=1, board=True))),
    "last-bid": Scene(lambda: SceneApp(bid("cutthroat", 3, 4, 3, dealer=0, last_bid="not_even"))),
    "last-bid-three": Scene(lambda: SceneApp(bid("cutthroat-three", 6, 7, dealer=0, last_bid="not_even"))),
    "blind-nil": Scene(lambda: SceneApp(blind_nil()), keys("down")),
    "no-spade": Scene(
        lambda: SceneApp(at("classic", lambda s: mine("play", 0, 0)(s) and bool(s.why_not), dealer=3,
                            first_trick="no_spade")),
        keys("S", "enter"),
    ),
    "lowest-club": Scene(lambda: SceneApp(holds_lowest_club()), keys("home", "enter")),
    "league-bid": Scene(lambda: SceneApp(league(4))),
    "league-threes": Scene(lambda: SceneApp(league(6))),
    "league-play": Scene(lambda: SceneApp(league(5, "play", 3))),
    "league-names": Scene(lambda: SceneApp(long_names(), viewer=0)),
    "league-score": Scene(lambda: SceneApp(last_card(at("league", scored(3)))), to("ScoreScreen")),
    "league-scores": Scene(lambda: SceneApp(league(12, "play", 3)), keys("s")),
    "league-rules": Scene(lambda: SceneApp(league(5)), keys("r")),
    "league-programme": Scene(lambda: SceneApp(league(5)), keys("r", "end")),
    "league-over": Scene(lambda: SceneApp(at("league", None)), to("GameOverScreen")),
}  # fmt: skip

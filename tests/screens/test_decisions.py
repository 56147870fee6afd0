"""People can take each decision of each game on screen, and the journal with it can be replayed."""

from dataclasses import dataclass, field

import pytest

from spades_tui.game.events import Bid, Play, SeatEvent
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.system.folders import games_folder
from tests.games import path_of
from tests.record.records import replayed
from tests.scenes import at, setup
from tests.screens.deciding import Deciding, DecidingApp, Plan, decisions, events, stop_the_clock
from tests.screens.looking import TableApp, screen_text


def falling_behind(seen: Observation) -> SeatEvent | None:
    """Bid low and lose tricks with the first side, so that it soon may bid blind."""
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    plays = [event for event in seen.legal if isinstance(event, Play) and seen.follows >> event.card & 1]
    if plays and seen.side == 0:
        return min(plays, key=lambda event: seen.rules.cards.ranks[event.card])
    if bids and not seen.may_choose_blind:
        partner = next(seen.bids[seat] for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)
        return min(bids, key=lambda event: abs(event.bid - 2) if partner is None else event.bid)
    return None


@dataclass(frozen=True)
class Game:
    """A game between people, with their wishes and the decisions that its journal must contain."""

    people: int
    dealer: int
    seed: str
    options: dict[str, object]
    wishes: list[str]
    wanted: set[str]
    told: tuple[str, ...] = ()
    plan: Plan = field(default=lambda seen: None)


def evenly(seen: Observation) -> SeatEvent | None:
    """Return a bid that makes the total equal the tricks, if it is the last bid and legal."""
    bids = {event.bid: event for event in seen.legal if isinstance(event, Bid)}
    return bids.get(seen.rules.tricks // len(seen.order))


def numbers(seen: Observation) -> SeatEvent | None:
    """Bid a number instead of nil."""
    return next((event for event in seen.legal if isinstance(event, Bid) and event.bid), None)


CARDS = {"cut", "bid", "card"}
ANY = CARDS | {"claim"}
NIL = {"zero", "pass"}
BIDS = {"bid", "zero", "changed bid", "draw", "discard"}
SAID = {"dump", "bonehead", "ZB mark", "chit", "take back", "extra card"}
WISHES_3B = ["zero", "changed bid", "dump", "ZB mark", "bonehead", "refused claim", "take back", "claim"]

GAMES = {
    "sandbags": Game(
        4, 1, "d", {"target": 50, "take_back": True},
        ["zero", "refused claim", "curtain take back", "take back", "claim"],
        ANY | {"zero", "take back"},
    ),
    "jokers": Game(
        4, 3, "dec15783", {"target": 120, "enforcement": "challenge", "new_deal": True, "ten_or_less": True},
        ["no cut", "new deal", "thirteen", "raise", "renege", "right challenge", "wrong challenge",
         "refused claim", "claim", "look", "blind"],
        ANY | {"no cut", "new deal", "look", "blind", "raise", "stand", "challenge"},
        ("Right: ", "Wrong: "), falling_behind,
    ),
    "bemo": Game(
        3, 1, "dec", {"target": 100, "enforcement": "challenge"},
        ["blind", "look", "raise", "Bemo", "Big Bemo", "renege", "right challenge", "wrong challenge", "books",
         "refused claim", "claim"],
        ANY | {"look", "blind", "raise", "stand", "Bemo", "Big Bemo", "challenge", "books"},
        ("Right: ", "Wrong: "),
    ),
    "3b-three": Game(3, 1, "c", {"hands": 1, "take_back": True}, WISHES_3B, ANY | BIDS | SAID),
    "3b-four": Game(
        4, 1, "d", {"hands": 1, "take_back": True}, [*WISHES_3B, "ace high", "ace low"],
        ANY | BIDS | SAID | {"ace high", "ace low"},
    ),
    "3b-five": Game(
        5, 1, "e", {"hands": 1, "take_back": True}, [*WISHES_3B, "ace high", "ace low"],
        ANY | BIDS | SAID | {"ace high", "ace low"},
    ),
    "joker-deuces": Game(
        4, 3, "jd", {"target": 1, "take_back": True}, ["thirteen", "raise", "take back", "refused claim"],
        CARDS | {"raise", "stand", "take back"},
    ),
    "classic": Game(
        4, 3, "nil 0", {"target": 1, "blind_behind": 0, "blind_pass": 2, "nil_pass": 1, "take_back": True},
        ["blind nil", "look", "nil", "curtain take back", "refused claim", "take back"],
        CARDS | NIL | {"blind nil", "look", "take back"},
        ("bid nil blind?", "For your nil: give 1 card to ", "'s nil: give 2 cards", " gave you "),
    ),
    "classic, the nil gives first": Game(
        4, 3, "nil 0", {"target": 1, "nil_pass": 3, "pass_order": "nil_first"},
        ["nil", "claim"], ANY | NIL,
        (" gave you ", "Give 3 cards back, face down."),
    ),
    "whiz": Game(
        4, 3, "nil 0", {"target": 1, "nil_pass": 2, "take_back": True}, ["nil", "take back", "claim"],
        ANY | NIL | {"take back"}, (" or nil (WZ-1).",), numbers,
    ),
    "mirrors": Game(
        4, 3, "nil 0", {"target": 1, "nil_pass": 1}, ["dictated", "claim"], ANY, (", so you bid ", "(MR-1)."),
    ),
    "suicide": Game(
        4, 3, "nil 0", {"target": 1, "nil_pass": 1}, ["number beside nil", "nil", "dictated", "claim"], ANY | NIL,
        ("You bid nil, or 4 or more (SU-1).", "Your partner bid 4, so you bid nil (SU-1).",
         "Your partner bid nil, so you can't bid nil (SU-1)."),
    ),
    "cutthroat": Game(
        4, 3, "nil 0", {"target": 1, "last_bid": "not_even", "take_back": True},
        ["refused claim", "take back"], CARDS | {"take back"},
        (": all bids would add up to 13",), evenly,
    ),
    "cutthroat-three": Game(
        3, 2, "nil 0", {"target": 1, "last_bid": "not_even"},
        ["nil", "refused claim"], CARDS | {"zero"}, (": all bids would add up to 17",), evenly,
    ),
    "two-handed": Game(
        2, 0, "nil 0", {"target": 1, "take_back": True},
        ["keep", "throw", "throw", "keep", "nil", "refused claim"], CARDS | {"keep", "throw", "zero"},
        (" is on top of the stock. Keep it, or throw it away?", " and threw ", " away and got "),
    ),
    "two-handed, the second card unseen": Game(
        2, 0, "nil 0", {"target": 1, "second_card": "unseen"}, ["throw", "keep", "keep", "throw"],
        CARDS | {"keep", "throw"}, ("the next card was thrown away unseen", " away and got "),
    ),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("NL-3", "NL-7", "NL-8", "WZ-1", "MR-1", "SU-1", "C-14", "CT-3", "TW-1", "TW-2", "JD-2")
@pytest.mark.rule("C-3", "C-12", "JK-9", "JK-13", "JK-14", "BM-3", "BM-4", "BM-5", "BM-13", "3B-3", "3B-4", "3B-5")
@pytest.mark.rule("3B-6", "3B-7", "3B-11", "3B-22", "3B-27", "3B-29", "3B-30", "C-10", "C-11", "JK-5")
@pytest.mark.parametrize("name", GAMES)
async def test_every_decision_is_taken_by_a_person(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game, slug = GAMES[name], name.partition(",")[0]
    stop_the_clock(monkeypatch)
    table = Table.create(setup(slug, game.people, dealer=game.dealer, seed=game.seed, **game.options), games_folder())
    path = path_of(table)
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        player = Deciding(app, table, game.wishes, game.plan)
        await player.play()
    assert player.wishes == []
    taken = decisions(events(path), range(game.people))
    assert game.wanted <= set(taken), f"not taken: {game.wanted - set(taken)}"
    (game_read,) = replayed(path.read_bytes())
    assert game_read.over is not None
    assert game_read.over == table.final
    told = " ".join(player.told)
    assert [words for words in game.told if words not in told] == []
    if "challenge" in game.wanted:
        assert taken["challenge"] >= 2
    if "ZB mark" in game.wanted:
        assert {"HearingScreen", "ChitScreen"} <= player.met
        assert any(any(votes.values()) for votes in app.season.heard)


@pytest.mark.rule("JK-9")
@pytest.mark.parametrize("blind", [False, True])
async def test_a_side_far_behind_looks_or_goes_blind(blind: bool) -> None:
    table = at("jokers", lambda seen: seen.may_choose_blind, seed="far-7")
    app = TableApp(table, pace="leisurely")
    async with app.run_test(size=(80, 24)) as pilot:
        await pilot.pause()
        assert "Look at your cards, or bid blind?" in screen_text(app)
        assert table.observe(0).own is None
        await pilot.press("4" if blind else "up", "enter")
        await pilot.pause()
        seen = table.observe(0)
        assert seen.blind[0] == blind
        assert seen.looked[0] != blind
        assert (seen.own is None) == (blind and seen.bids[2] is None)

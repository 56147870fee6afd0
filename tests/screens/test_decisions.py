"""Each decision of each game, taken by a person at the screens, once at least; the journal holds it and replays."""

from dataclasses import dataclass, field

import pytest

from spades_tui.folders import games_folder
from spades_tui.game.facts import Bid, Play, SeatFact
from spades_tui.record.replay import replay
from spades_tui.seats import Observation
from spades_tui.table.table import Table
from tests.scenes import at, setup
from tests.screens.deciding import Deciding, DecidingApp, Plan, decisions, events, stop_the_clock
from tests.screens.looking import TableApp, screen_text


def falling_behind(seen: Observation) -> SeatFact | None:
    """Bids as low as may be; the first side throws its tricks away, and so is soon far enough behind to go blind."""
    bids = [fact for fact in seen.legal if isinstance(fact, Bid)]
    plays = [fact for fact in seen.legal if isinstance(fact, Play) and seen.follows >> fact.card & 1]
    if plays and seen.side == 0:
        return min(plays, key=lambda fact: seen.rules.cards.ranks[fact.card])
    if bids and not seen.may_choose_blind:
        partner = next(seen.bids[seat] for seat in seen.rules.sides[seen.side or 0] if seat != seen.seat)
        return min(bids, key=lambda fact: abs(fact.bid - 2) if partner is None else fact.bid)
    return None


@dataclass(frozen=True)
class Game:
    """A game in which everybody is a person, what they wish for, and the decisions that its journal must hold."""

    people: int
    dealer: int
    seed: str
    options: dict[str, object]
    wishes: list[str]
    wanted: set[str]
    told: tuple[str, ...] = ()
    plan: Plan = field(default=lambda seen: None)


ANY = {"cut", "bid", "card", "claim"}
BIDS = {"bid", "zero", "changed bid", "draw", "discard"}
SAID = {"dump", "bonehead", "ZB mark", "chit", "take back", "extra card"}
WISHES_3B = [
    "zero", "changed bid", "dump", "ZB mark", "bonehead", "refused claim", "last trick", "take back", "claim",
]  # fmt: skip

GAMES = {
    "sandbags": Game(
        4, 1, "d", {"target": 50, "take_back": True},
        ["zero", "refused claim", "curtain take back", "take back", "claim"],
        ANY | {"zero", "take back"},
    ),
    "jokers": Game(
        4, 3, "dec15783", {"target": 120, "enforcement": "challenge", "new_deal": True, "ten_or_less": True},
        ["no cut", "new deal", "thirteen", "raise", "renege", "right challenge", "wrong challenge", "last trick",
         "refused claim", "claim", "look", "blind"],
        ANY | {"no cut", "new deal", "look", "blind", "raise", "stand", "challenge"},
        ("Right: ", "Wrong: "), falling_behind,
    ),
    "bemo": Game(
        3, 1, "dec", {"target": 100, "enforcement": "challenge"},
        ["blind", "look", "raise", "Bemo", "Big Bemo", "renege", "right challenge", "wrong challenge", "books",
         "last trick", "refused claim", "claim"],
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
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.rule("C-3", "C-12", "JK-9", "JK-13", "JK-14", "BM-3", "BM-4", "BM-5", "BM-13", "3B-3", "3B-4", "3B-5")
@pytest.mark.rule("3B-6", "3B-7", "3B-11", "3B-22", "3B-27", "3B-29", "3B-30", "C-10", "C-11", "JK-5")
@pytest.mark.parametrize("slug", GAMES)
async def test_every_decision_is_taken_by_a_person(slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    game = GAMES[slug]
    stop_the_clock(monkeypatch)
    table = Table.create(setup(slug, game.people, dealer=game.dealer, seed=game.seed, **game.options), games_folder())
    path = table.path
    assert path is not None
    app = DecidingApp(table)
    async with app.run_test(size=(80, 24)):
        player = Deciding(app, table, game.wishes, game.plan)
        await player.play()
    assert player.wishes == []
    taken = decisions(events(path), range(game.people))
    assert game.wanted <= set(taken), f"not taken: {game.wanted - set(taken)}"
    with path.open("rb") as stream:
        (replayed,) = replay(stream, path.name)
    assert replayed.over is not None
    assert replayed.over == table.final
    told = " ".join(player.told)
    assert all(words in told for words in game.told)
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

"""Games with other sides: three pairs of partners, and two sides of three."""

from functools import cache
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.bots.bidding import bid_value
from spades_tui.bots.estimate import Estimate
from spades_tui.bots.hand_worth import worth
from spades_tui.bots.side_scores import Bidding
from spades_tui.bots.sound_bids import room_of
from spades_tui.game.events import Bid, Play
from spades_tui.language.player_names import PartnerNames
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import decide
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import Wording
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import VariantError, from_data, load
from spades_tui.seats.observer import observe
from spades_tui.tui.widgets.canvas import fit_name
from tests.advice.contradictions import positions
from tests.driver import driving
from tests.game.tables import Sitting, sheet
from tests.games import SLUGS
from tests.screens.looking import TableApp

SLUG = "six-handed"


@pytest.mark.rule("SX-1")
def test_partners_sit_opposite_and_have_nine_cards_each() -> None:
    rules = Sitting(SLUG).rules
    assert rules.sides == ((0, 3), (1, 4), (2, 5))
    assert (rules.seats, rules.tricks, len(rules.cards.pack)) == (6, 9, 54)


@pytest.mark.rule("SX-1")
def test_jokers_are_the_highest_spades() -> None:
    sitting = Sitting(SLUG).deal("", "9D", "AS /D", "BJ /D", "LJ /D").bids(1, 1, 1, 1, 1, 1).play("9D AS BJ")
    assert sitting.refused(Play(5, cards.parse("LJ"))) == {"C-5"}
    assert sitting.hand.best is not None
    assert sitting.hand.best.seat == 3


@pytest.mark.rule("SX-2")
def test_everybody_bids_clockwise_up_to_nine() -> None:
    sitting = Sitting(SLUG).deal()
    assert sitting.hand.order == (1, 2, 3, 4, 5, 0)
    assert sitting.refused(Bid(1, 10)) == {"SX-2"}
    assert [event.bid for event in sitting.sees(1).legal if isinstance(event, Bid)] == list(range(10))


@pytest.mark.rule("SX-2", "NL-4", "NL-5", "NL-6", "NL-9")
def test_each_pair_has_one_contract_and_its_own_bags() -> None:
    game = Sitting(SLUG).so_far(bags=(0, 4, 0))
    score = game.played((2, 1, 0, 1, 1, 2), (2, 2, 0, 1, 1, 3))
    assert sheet(score, 0) == [("NL-4", 30)]
    assert sheet(score, 1) == [("NL-4", 20), ("NL-4", 1), ("NL-9", -50)]
    assert sheet(score, 2) == [("NL-5", 50), ("NL-4", 20), ("NL-4", 1)]
    assert score.totals == (30, -29, 71)
    assert score.bags == (0, 0, 1)
    assert score.side_bids == (3, 2, 2)


@pytest.mark.rule("SX-3")
def test_the_first_pair_to_the_target_wins() -> None:
    game = Sitting(SLUG).so_far(totals=(280, 250, 0))
    game.played((2, 1, 1, 1, 1, 1), (2, 2, 1, 1, 2, 1))
    assert game.over().winners == (0,)


EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "two-threes.toml"


@cache
def rules() -> Ruleset:
    return ruleset(load(EXAMPLE))


@pytest.mark.rule("HR-8")
def test_every_second_player_is_a_partner() -> None:
    assert rules().sides == ((0, 2, 4), (1, 3, 5))
    assert rules().partners


@pytest.mark.rule("HR-8")
@pytest.mark.parametrize(
    ("bids", "took", "first", "second"),
    [
        ((1, 2, 1, 1, 2, 2), (2, 1, 1, 2, 1, 2), [("NL-4", 40)], [("NL-4", 50)]),
        ((0, 2, 1, 1, 2, 2), (0, 1, 1, 2, 2, 3), [("NL-5", 50), ("NL-4", 30)], [("NL-4", 50), ("NL-4", 1)]),
        ((0, 2, 1, 1, 2, 2), (1, 1, 0, 2, 2, 3), [("NL-5", -50), ("NL-4", 30)], [("NL-4", 50), ("NL-4", 1)]),
        ((0, 2, 0, 0, 2, 2), (0, 3, 1, 2, 1, 2), [("NL-5", 50), ("NL-5", -50), ("NL-4", 20)],
         [("NL-5", -50), ("NL-4", 40), ("NL-4", 3)]),
    ],
)  # fmt: skip
def test_three_bids_are_one_contract_beside_nils(
    bids: tuple[int, ...], took: tuple[int, ...], first: list[tuple[str, int]], second: list[tuple[str, int]]
) -> None:
    score = Sitting(rules()).played(bids, took)
    assert sheet(score, 0) == first
    assert sheet(score, 1) == second


@pytest.mark.rule("HR-8")
@pytest.mark.parametrize(
    "entry",
    [
        {"kind": "side_total", "min": 0, "max": 9},
        {"kind": "board", "least": 4},
        {"kind": "one_nil"},
        {"kind": "as_partner"},
        {"kind": "exchange", "nil": 1},
        {"kind": "number", "max": 9, "order": "by_side"},
        {"kind": "raise", "of": "side", "max": 9},
    ],
)
def test_what_is_about_two_partners_is_refused(entry: dict[str, object]) -> None:
    data = load(EXAMPLE).to_json()
    others = [part for part in data["bids"] if part["kind"] != entry["kind"]]
    late = entry["kind"] in ("exchange", "raise")
    with pytest.raises(VariantError, match="is for two partners here"):
        from_data(data | {"bids": [*others, entry] if late else [entry, *others]})


@pytest.mark.rule("HR-8")
def test_a_double_nil_is_refused_for_three_at_its_key() -> None:
    data = load(EXAMPLE).to_json()
    scores = [{**part, "both_lost": -200} if part["kind"] == "zero" else part for part in data["scores"]]
    with pytest.raises(VariantError, match=r"scores\[1\].both_lost: the value is -200, .* two partners"):
        from_data(data | {"scores": scores})


@pytest.mark.rule("HR-8")
def test_threes_need_six_seats() -> None:
    with pytest.raises(VariantError, match="two sides of three need 6"):
        from_data(shipped()["classic"].to_json() | {"sides": "threes", "options": []})


@pytest.mark.rule("HR-8")
def test_computer_players_count_both_partners() -> None:
    """Partners beside a nil have one count of tricks, and their bids leave less room."""
    sitting = Sitting(rules()).deal().do(Bid(1, 3), Bid(2, 1), Bid(3, 3), Bid(4, 1))
    seen = sitting.sees(5)
    assert room_of(seen, 5) == 3
    hand = Estimate(2.0, 0.0)
    assert bid_value(seen, 5, 2, 2.0, hand) > bid_value(seen, 5, 6, 2.0, hand)
    table = worth(rules(), rules().fresh_standing(), Bidding((0, 1, 2, 1, 2, 1), (False,) * 6, (4, 3)))
    assert table.unit_of[2] == table.unit_of[4] != table.unit_of[0]
    assert len(table.seats) == 3


@pytest.mark.rule("HR-8")
def test_the_question_for_a_bid_adds_up_the_bids_of_both_partners() -> None:
    seen = Sitting(rules()).deal().do(*(Bid(seat, 1 + seat % 2) for seat in range(1, 6))).sees(0)
    offers = {offer.event: offer for row in decide(seen, Wording(NAMES[:6])).rows for offer in row}
    assert any("1 + 1 + 4 = 6" in words for words in offers[Bid(0, 4)].explain)
    early = Sitting(rules()).deal().do(Bid(1, 2)).sees(2)
    offers = {offer.event: offer for row in decide(early, Wording(NAMES[:6])).rows for offer in row}
    assert "Your partners' bids are added to yours." in offers[Bid(2, 1)].explain


@pytest.mark.parametrize("level", ["club", ADVISER])
def test_hints_have_a_reason_for_every_choice(level: str) -> None:
    for seen in positions(rules(), "threes", 2):
        found = advise(level, seen)
        assert {row.event for row in found} <= set(seen.legal)
        assert all(reason_words(row.reason, seen) for row in found)


async def test_a_game_can_be_played_on_a_small_screen() -> None:
    seats = (SeatSetup("Ann", "human"), *(SeatSetup(name, "bot", "beginner") for name in NAMES[1:6]))
    app = TableApp(Table.create(TableSetup(load(EXAMPLE), {"target": 40}, seats, 1, "threes")))
    async with driving(app) as seat:
        await seat.until("game over")
        assert seat.table.final is not None


@pytest.mark.parametrize("width", [8, 11, 20, 40])
def test_names_of_three_partners_fit(width: int) -> None:
    assert len(fit_name(PartnerNames(["Marguerite", "Bartholomew", "Christabel"]), width)) <= width


@pytest.mark.parametrize("slug", SLUGS)
def test_each_seat_has_its_side_and_a_watcher_none(slug: str) -> None:
    game = Sitting(slug)
    for seat in range(game.rules.seats):
        side = observe(game.state, seat).side
        assert side is not None
        assert seat in game.rules.sides[side]
    assert observe(game.state, None).side is None


def test_an_observation_without_its_claim_is_otherwise_the_same() -> None:
    seen = observe(Sitting("sandbags").deal().state, 1)
    claiming = replace(seen, may_claim=True)
    assert claiming.without_claim() == replace(seen, may_claim=False)
    assert claiming.without_claim() != claiming

"""Games with nil and dictated bids, and those of `docs/examples`, explain their bids and scores."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.cards import SPADES
from spades_tui.game.events import Bid, Challenge
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.decisions import decide
from spades_tui.presentation.hand_words import after_hand
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.scores import Zero
from spades_tui.rules.variant import Variant
from spades_tui.rules.variant_reader import load
from spades_tui.seats import Observation
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.table_view import TableState, plate
from tests.decision_scenes import DECISIONS
from tests.driver import driving
from tests.game.tables import Sitting
from tests.scenes import NAMES, at, mine, policy, setup
from tests.screens.looking import TableApp, faces
from tests.sizes import LARGE, SMALL


def asked_first(slug: str, **options: Any) -> Table:
    """Return a hand in which the person, seat 0, bids first."""
    table = Table.create(setup(slug, dealer=3, seed="nil", **options))
    table.deal(None)
    return table


def spades_of(table: Table) -> int:
    seen = table.observe(0)
    assert seen.own is not None
    return (seen.own & seen.rules.cards.suit_masks[SPADES]).bit_count()


@pytest.mark.rule("C-14", "MR-1")
async def test_a_dictated_bid_is_asked_for_and_explained() -> None:
    table = asked_first("mirrors")
    count = spades_of(table)
    async with driving(TableApp(table)) as seat:
        assert seat.place == "bid"
        held = f"{count} spade{'' if count == 1 else 's'}" if count else "no spades"
        assert seat.sees(f"You hold {held}, so you bid {count or 'nil'} (MR-1).")
        assert table.observe(0).bids[0] is None
        await seat.press("enter")
    assert table.observe(0).bids[0] == count


async def test_a_question_fits_a_window_that_grows_or_shrinks() -> None:
    async with driving(DECISIONS["dictated-nil"], LARGE) as seat:
        for size, whole in ((LARGE, True), (SMALL, False), (LARGE, True)):
            await seat.resize(*size)
            line = seat.line("so you bid nil (SU-1).")
            assert ("Only one bid is left." in line) == whole and "…" not in line


def offers_blind(seen: Observation) -> bool:
    """Return whether the viewer chooses between looking and a blind nil."""
    return mine("bid")(seen) and seen.may_choose_blind


@pytest.mark.rule("NL-7")
async def test_a_blind_nil_is_explained_when_a_game_first_offers_it() -> None:
    for size in (SMALL, (100, 32)):
        table = at("classic", offers_blind, seed="moment-3")
        first = table.observe(0).hand_number
        async with driving(TableApp(table), size) as seat:
            assert seat.sees("213 behind, you may bid a blind nil: no trick, before you look.")
    again = at("classic", lambda seen: offers_blind(seen) and seen.hand_number > first, seed="moment-3")
    async with driving(TableApp(again)) as seat:
        assert seat.sees("Look at your cards, or bid nil blind?") and not seat.sees("blind nil: no trick")


async def test_a_blind_nil_that_needs_no_deficit_is_explained_in_the_first_hand() -> None:
    for hand in (1, 2):
        until = lambda seen, hand=hand: offers_blind(seen) and seen.hand_number == hand  # noqa: E731
        async with driving(TableApp(at("classic", until, blind_behind=0))) as seat:
            assert seat.sees("Blind nil: no trick, bid before you look.") == (hand == 1)


@pytest.mark.rule("NL-7")
async def test_a_blind_nil_shows_its_points() -> None:
    table = asked_first("classic", blind_behind=0)
    hidden = table.course.state.current.holding[0]
    async with driving(TableApp(table)) as seat:
        assert seat.sees("Look at your cards, or bid nil blind?", "Blind nil")
        assert not any(seat.sees(face) for face in faces(hidden))
        await seat.press("down")
        assert seat.sees("made: +200", "set: −200")
        assert seat.sees("its tricks count for your partner"), "so none of them is a bag"
        await seat.press("enter")
    seen = table.observe(0)
    assert (seen.bids[0], seen.blind[0]) == (0, True)
    assert seen.own == hidden


EXAMPLES = Path(__file__).parents[2] / "docs" / "examples"
LOOK = Wording(NAMES[:4], people=(0,))


def example(slug: str) -> Variant:
    return load(EXAMPLES / f"{slug}.toml")


@pytest.mark.parametrize(("slug", "apart"), [("boston", False), ("lowball", True)])
def test_a_partners_zero_is_said_to_score_separately_only_where_it_does(slug: str, apart: bool) -> None:
    game = Sitting(ruleset(example(slug)), dealer=0).deal().do(Bid(1, 0)).do(Bid(2, 3))
    seen = game.sees(3)
    assert seen.on_turn == 3 and seen.bids[1] == 0
    offers = [offer for row in decide(seen, LOOK).rows for offer in row]
    words = [" ".join(offer.explain) for offer in offers if isinstance(offer.event, Bid) and offer.event.bid == 5]
    assert ["separately" in told for told in words] == [apart]


@pytest.mark.rule("HR-6")
@pytest.mark.parametrize("challenged", [False, True])
def test_a_side_that_a_challenge_has_set_is_named_after_the_hand(challenged: bool) -> None:
    variant = example("set-for-a-renege")
    seats = tuple(SeatSetup(name, "human") for name in NAMES[:4])
    table = Table.create(TableSetup(variant, {}, seats, 0, "set"), None)
    table.deal(None)
    made = False
    while not isinstance(turn := table.next(), HandPlayed):
        assert isinstance(turn, Turn)
        table.do(policy(table.observe(turn.seat)))
        if challenged and not made and table.observe(None).trick:
            table.do(Challenge(0, 1))  # nobody has reneged
            made = True
    table.score()
    told = ["".join(part.words for part in remark) for remark in after_hand(table.shown(0), LOOK)]
    assert any("challenge" in words and "you & Cy" in words for words in told) == challenged, told


@pytest.mark.rule("NL-5", "NL-6")
def test_two_nils_that_score_together_show_their_pay_once_the_partner_has_bid_nil() -> None:
    """Each nil shows its own pay before that, and if one of them is blind with its own points."""

    def pay(variant: Variant, bid: int, blind: bool = False) -> tuple[str, str]:
        seen = Sitting(ruleset(variant), dealer=0).deal().do(Bid(1, bid)).do(Bid(2, 3)).sees(3)
        seen = replace(seen, blind=(False, blind, False, False))
        offers = [offer for row in decide(seen, LOOK).rows for offer in row]
        nil = next(offer for offer in offers if isinstance(offer.event, Bid) and not offer.event.bid)
        return nil.under, " ".join(nil.explain)

    game = example("double-nil")
    assert pay(game, 4)[0] == "+100"
    under, told = pay(game, 0)
    assert under == "+500" and "made by both: +500" in told and "either set: −199, each further trick +1" in told
    blind_too = game.changed(
        scores=tuple(replace(part, blind_made=200) if isinstance(part, Zero) else part for part in game.scores)
    )
    assert pay(blind_too, 0)[0] == "+500"
    assert pay(blind_too, 0, blind=True)[0] == "+100"
    lost_only = game.changed(
        scores=tuple(replace(part, both_made=0) if isinstance(part, Zero) else part for part in game.scores)
    )
    under, told = pay(lost_only, 0)
    assert under == "+100" and "either set: −199" in told and "by both" not in told


@pytest.mark.rule("SB-11")
@pytest.mark.parametrize(("slug", "kept", "failed"), [("boston", "", "✚"), ("lowball", "safe so far", "✗")])
def test_a_zero_is_shown_as_safe_or_failed_only_where_it_can_fail(slug: str, kept: str, failed: str) -> None:
    game = Sitting(ruleset(example(slug)), dealer=0).deal().do(Bid(1, 0)).do(Bid(2, 3)).do(Bid(3, 5)).do(Bid(0, 3))
    seen = game.sees(0)
    for took, beans in ((0, kept), (1, failed)):
        state = TableState(replace(seen, took=(0, took, 0, 0)), CardStyle(NAMES[:4]), (), False, None, None, 0)
        lines = ["".join(text for text, _ in line) for line in plate(state, 1, 30, 4)]
        assert lines[1].startswith("bid ") and lines[2:] == [beans], lines

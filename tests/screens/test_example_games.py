"""Games of `docs/examples` have rules that few games have; bids and scores are explained there too."""

from pathlib import Path

import pytest
from msgspec.structs import replace

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
from spades_tui.tui.widgets.card_faces import CardStyle
from spades_tui.tui.widgets.table_view import TableState, plate
from tests.game.tables import Sitting
from tests.scenes import NAMES, policy

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

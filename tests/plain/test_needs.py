"""The tricks that a bid still needs agree with the score at the end of the hand."""

import pytest

from spades_tui.play.shown import CutOffered, GameEnded, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation.hand_words import Need, need_words, needs
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ledger import Decided
from tests.games import SLUGS
from tests.scenes import NAMES, at, mine, policy, setup

DECIDED = {Decided.MADE: False, Decided.ZERO_MADE: False, Decided.SET: True, Decided.ZERO_FAILED: True}
HANDS = 3


@pytest.mark.parametrize("slug", SLUGS)
def test_needs_call_a_bid_lost_exactly_when_it_fails(slug: str) -> None:
    table = Table.create(setup(slug, 0))
    before: dict[tuple[int, ...], Need] = {}
    while len(table.scores) < HANDS:
        match table.next():
            case CutOffered():
                table.deal(None)
                before.clear()
            case Turn(seat):
                table.do(policy(table.observe(seat)))
                for need in needs(table.observe(None)):
                    was = before.get(need.seats, need)
                    assert need.lost or not was.lost, "what is lost stays lost"
                    assert need.needed <= was.needed
                    before[need.seats] = need
            case HandPlayed():
                told = needs(table.observe(None))
                table.score()
                notes = {note.seats: DECIDED[note.what] for note in table.scores[-1].notes if note.what in DECIDED}
                assert notes
                assert {need.seats: need.lost for need in told} == notes
            case GameEnded():
                return


def test_no_needs_are_shown_before_the_first_card() -> None:
    assert needs(at("sandbags", mine("bid")).observe(0)) == ()


@pytest.mark.parametrize(
    ("need", "words"),
    [
        (Need((0, 2), 7, 5, 6, False, False), "You & Cy need 2 more tricks."),
        (Need((1, 3), 4, 3, 6, False, False), "Bea & Dot need 1 more trick."),
        (Need((1,), 4, 6, 3, False, False), "Bea has made 4, and 2 over."),
        (Need((1,), 4, 2, 1, False, False), "Bea can't make 4 any more."),
        (Need((1,), 4, 5, 3, True, False), "Bea has 1 trick too many."),
        (Need((0,), 0, 0, 3, False, True), "Your zero is good so far."),
        (Need((3,), 0, 2, 3, False, True), "Dot's zero is set: 2 tricks."),
    ],
)
def test_needs_are_put_into_words(need: Need, words: str) -> None:
    assert need_words(at("sandbags", mine("play")).observe(0), need, Wording(NAMES[:4], people=(0,))) == words

"""Partners exchange cards for a nil: who passes when, which cards move, and who sees them (NL-8)."""

import pytest

from spades_tui import cards
from spades_tui.bots import choose
from spades_tui.game.events import Bid, Pass, Play, TakeBack
from spades_tui.game.phase import Phase
from spades_tui.language.unusable import UnusableError
from tests.bots.tables import stream
from tests.game.exchanging import HANDS, passed, table
from tests.game.tables import Sitting, card


def heard_by_seats(sitting: Sitting, event: Pass) -> list[dict[str, object]]:
    """Do an event and return what each seat hears of it."""
    before = sitting.state
    sitting.do(event)
    return [event.shown_to(seat, before, sitting.state) for seat in range(4)]


@pytest.mark.rule("NL-8")
def test_partners_choose_their_passes_before_seeing_the_cards_received() -> None:
    sitting = table(4, 0, 3, 5)
    assert (sitting.state.phase, sitting.turn) == (Phase.PASS, 2)
    assert heard_by_seats(sitting, passed(2, "AC 6S")) == [
        {"event": "pass", "seat": 2}, {"event": "pass", "seat": 2},
        {"event": "pass", "seat": 2, "cards": "AC 6S"}, {"event": "pass", "seat": 2},
    ]  # fmt: skip
    assert sitting.turn == 0
    assert [sitting.hand.holding[seat].bit_count() for seat in (0, 2)] == [13, 13]
    assert sitting.sees(0).got == 0
    assert sitting.sees(2).passed == cards.parse_hand("AC 6S")
    assert heard_by_seats(sitting, passed(0, "6H 7H")) == [
        {"event": "pass", "seat": 0, "cards": "6H 7H", "got": "AC 6S"}, {"event": "pass", "seat": 0},
        {"event": "pass", "seat": 0, "got": "6H 7H"}, {"event": "pass", "seat": 0},
    ]  # fmt: skip
    assert (sitting.state.phase, sitting.turn) == (Phase.PLAY, 1)
    assert sitting.sees(2).got == cards.parse_hand("6H 7H") == sitting.sees(2).fresh
    assert sitting.hand.holding[0] >> card("AC") & 1
    assert not sitting.hand.holding[2] >> card("AC") & 1
    sitting.play("2H 7H")
    assert sitting.sees(2).fresh == 0  # seat 2 has played its first card


@pytest.mark.rule("NL-8")
def test_with_nil_first_the_partner_may_return_the_cards_received() -> None:
    sitting = table(4, 0, 3, 5, order="nil_first")
    assert heard_by_seats(sitting, passed(2, "AC 6S"))[0] == {"event": "pass", "seat": 2, "got": "AC 6S"}
    assert sitting.sees(1).sizes == (15, 13, 11, 13)
    assert sitting.sees(0).fresh == cards.parse_hand("AC 6S")
    assert passed(0, "AC 6H") in sitting.sees(0).legal
    assert len(sitting.sees(0).legal) == 15 * 14 // 2
    assert heard_by_seats(sitting, passed(0, "AC 6H"))[2] == {"event": "pass", "seat": 0, "got": "AC 6H"}
    assert sitting.sees(1).sizes == (13,) * 4
    assert sitting.hand.holding[2] >> card("AC") & 1


@pytest.mark.rule("NL-8")
def test_other_seats_see_no_passed_card() -> None:
    """The other seats observe the same, whichever cards were passed."""
    for order in ("together", "nil_first"):
        seen = []
        for first, second in (("AC 6S", "6H 7H"), ("5S 4S", "AS KS")):
            sitting = table(4, 0, 3, 5, order=order).do(passed(2, first), passed(0, second))
            seen.append([sitting.sees(seat) for seat in (1, 3, None)])
        assert seen[0] == seen[1]
    assert "6" not in repr(passed(2, "6S 6C"))


@pytest.mark.rule("NL-8")
def test_wrong_passes_are_refused() -> None:
    sitting = table(4, 0, 3, 5)
    assert sitting.refused(passed(0, "6H 7H"), passed(2, "AC"), passed(2, "AS AC"), passed(1, "TS 9S")) == {"NL-8"}
    assert sitting.why(passed(2, "AS AC")).sentence == "You don't have A♠"
    assert sitting.why(passed(2, "AC")).sentence == "Pass 2 cards to your partner, not 1"
    assert sitting.refused(Play(1, card("2H"))) == {"C-5"}
    none = Sitting("sandbags").deal(*HANDS).bids(5, 4, 0, 3)
    assert none.refused(passed(2, "AC")) == {"NL-8"}


@pytest.mark.rule("NL-8")
def test_the_first_bidding_side_passes_first_and_two_nils_pass_nothing() -> None:
    """The side that bid first passes first. Two nils of one side, or an exchange of no cards, pass nothing."""
    both = table(0, 0, 3, 5)
    order = []
    for event in (passed(1, "TS 9S"), passed(3, "2C 3C"), passed(2, "AC 6S"), passed(0, "6H 7H")):
        order.append(both.turn)
        both.do(event)
    assert order == [1, 3, 2, 0]
    assert both.state.phase == Phase.PLAY
    assert table(4, 0, 3, 0).state.phase == Phase.PLAY
    assert table(4, 1, 3, 2).state.phase == Phase.PLAY
    assert table(4, 0, 3, 5, nil=0).state.phase == Phase.PLAY


@pytest.mark.rule("NL-8", "3B-11")
@pytest.mark.parametrize("option", ["take_back", "slip"])
def test_a_pass_can_be_taken_back_until_it_is_seen(option: str) -> None:
    """A pass can be taken back until both partners have passed or the partner has seen the cards."""
    together = table(4, 0, 3, 5, **{option: True}).do(passed(2, "AC 6S"), TakeBack(2))
    assert together.turn == 2
    together.do(passed(2, "5S 6S"), passed(0, "6H 7H"))
    assert together.refused(TakeBack(2), TakeBack(0)) == {"3B-11"}
    first = table(4, 0, 3, 5, order="nil_first", **{option: True}).do(passed(2, "AC 6S"))
    assert first.refused(TakeBack(2)) == {"3B-11"}


@pytest.mark.rule("NL-8", "3B-11")
def test_a_completed_exchange_cannot_be_undone() -> None:
    """Opponents can't undo an event from before the exchange, but can undo one from after it."""
    undo = table(4, 0, 3, 5, undo=True).do(passed(2, "AC 6S"))
    before = undo.state
    undo.do(TakeBack(1))  # the partner has not passed, so nobody has seen a card
    assert undo.turn == 1
    undo = table(4, 0, 3, 5, undo=True).do(passed(2, "AC 6S"))
    assert undo.state == before
    undo.do(passed(0, "6H 7H"))
    assert undo.refused(*(TakeBack(seat) for seat in range(4))) == {"3B-11"}
    assert undo.why(TakeBack(1)).sentence == "You can't undo the pass: both partners have passed"
    played = undo.state
    undo.play("2H").do(TakeBack(1))
    assert undo.state == played
    first = table(4, 0, 3, 5, undo=True, order="nil_first").do(passed(2, "AC 6S"))
    assert first.refused(*(TakeBack(seat) for seat in range(4))) == {"3B-11"}


@pytest.mark.rule("NL-8")
def test_the_sentence_of_a_pass_has_the_number_and_the_partner() -> None:
    sitting = table(4, 0, 3, 5)
    names = ("Ann", "Bea", "Cy", "Dot")
    assert passed(2, "AC 6S").sentence(names, sitting.state) == "Cy passes 2 cards to Ann"


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize("order", ["together", "nil_first"])
def test_six_cards_may_pass(order: str) -> None:
    sitting = Sitting("classic", nil_pass=6, pass_order=order).deal()
    sitting.do(Bid(1, 4), Bid(2, 4), Bid(3, 3), Bid(0, 0))
    for seat, count in ((0, 1716), (2, 1716 if order == "together" else 27_132)):
        assert len(sitting.sees(seat).legal) == count
        sitting.do(choose("club", sitting.sees(seat), stream()))
    assert sitting.sees(1).sizes == (13,) * 4
    assert sitting.hand.got[2].bit_count() == 6
    with pytest.raises(UnusableError):
        Sitting("classic", nil_pass=7)

"""The counter of unforgivable plays finds cards given away in covers, passes and drafts."""

import pytest

from spades_tui.bots import choose
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.club import ducking
from spades_tui.bots.search.vetoes import defended
from spades_tui.cards import parse, text
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Draft, Play
from tests.bench.given_away import cover_thrown, draft_spoils, pass_spoils
from tests.bench.measures import dealt_game, rules_of
from tests.game.drafting import at_draft, drafted
from tests.game.exchanging import passed, table
from tests.game.tables import Sitting


@pytest.mark.rule("NL-5")
@pytest.mark.parametrize(("card", "counted"), [("AH", True), ("2H", False), ("3D", False), ("AS", False)])
def test_the_last_cover_of_a_nil_is_not_thrown_away(card: str, counted: bool) -> None:
    """The ace of hearts covers the nil's nine and eight, and the deuce doesn't."""
    hands = ("4C", "AH 2H 3D 4D 5D AS KS QS JS TS 9S 8S 7S", "9C 5C 3C 2C", "QC 9H 8H")
    sitting = Sitting("classic", dealer=3).deal(*hands).bids(4, 9, 3, 0).play("4C")
    assert cover_thrown(sitting.state, Play(1, parse(card))) == counted
    after = Sitting("classic", dealer=3).deal(*hands).bids(4, 9, 3, 2).play("4C")
    assert not cover_thrown(after.state, Play(1, parse(card))), "the partner has bid no nil"


@pytest.mark.rule("NL-5")
def test_searching_players_keep_cards_that_cover_a_nil() -> None:
    """The deuce of hearts may go, and so may any diamond, because no unseen diamond ranks between them."""
    hands = ("4C", "AH 2H 3D 4D 5D AS KS QS JS TS 9S 8S 7S", "9C 5C 3C 2C", "QC 9H 8H")
    for nil, left in ((0, False), (2, True)):
        seen = Sitting("classic", dealer=3).deal(*hands).bids(4, 9, 3, nil).play("4C").sees(1)
        cards = {text(event.card) for event in defended(seen, 1, fair_plays(seen)).plays}
        assert {"2H", "3D", "4D", "5D", "7S"} <= cards
        assert ("AH" in cards) == left


@pytest.mark.rule("NL-8")
def test_a_pass_that_endangers_a_nil_is_counted() -> None:
    sitting = table(4, 0, 3, 5)
    assert not pass_spoils(sitting.state, passed(2, "AC 6S"))
    assert not pass_spoils(sitting.state, passed(2, "2S 3S")), "nobody else holds a card below the six"
    sitting.do(passed(2, "AC 6S"))
    assert not pass_spoils(sitting.state, passed(0, "6H 7H"))
    assert pass_spoils(sitting.state, passed(0, "AS KS"))
    other = Sitting("classic", nil_pass=1).deal("AC QC 2C", "8C 7C", "KC 9C 3C", "5C 4C")
    other.do(Bid(1, 4), Bid(2, 0), Bid(3, 4), Bid(0, 4))
    assert pass_spoils(other.state, passed(2, "3C")), "the king stays, and others hold cards between the two"
    assert not pass_spoils(other.state, passed(2, "KC"))


@pytest.mark.rule("TW-1")
@pytest.mark.parametrize(
    ("top", "keep", "counted"),
    [
        ("AC", False, True), ("AC", True, False), ("2C", True, True), ("2C", False, False), ("2S", True, False),
        ("QS", False, True), ("JS", False, False), ("KC", False, False),
    ],
)  # fmt: skip
def test_a_draft_that_weakens_a_hand_is_counted(top: str, keep: bool, counted: bool) -> None:
    assert draft_spoils(at_draft(top).state, Draft(1, keep)) == counted


@pytest.mark.rule("TW-1")
def test_club_drafts_an_ace_even_with_many_trumps() -> None:
    mine = ["9H", "KH", "2S", "3S", "5S", "8S", "9S", "JS"]
    rest = (f"{rank}{suit}" for suit in "CD" for rank in "23456789TJQK")
    stock = [f"{mine[n // 2] if n % 2 == 0 else next(rest)} {next(rest)}" for n in range(16)]
    sitting = drafted(at_draft(" ".join([*stock, "AC"])), *[True] * 16)
    seen = sitting.sees(1)
    assert seen.draft is not None
    assert seen.draft.top == parse("AC")
    assert choose("club", seen, Stream(b"draft")) == Draft(1, True)


@pytest.mark.rule("SU-1")
def test_club_does_not_give_up_a_dictated_nil() -> None:
    """The player could duck the queen, although the ace of spades must take a trick anyway."""
    hands = ("AS KS QS JS TS 9S 8S 7S AC KC AH 6H AD", "2H 3H 4H", "QH JH", "TH 9H 8H 7H")
    sitting = Sitting("suicide", dealer=0).deal(*hands).bids(0, 4, 4, 0).play("2H QH TH")
    seen = sitting.sees(0)
    plays = [event for event in seen.legal if isinstance(event, Play)]
    assert ducking(seen, 0, plays) == [Play(0, parse("6H"))]
    assert choose("club", seen, Stream(b"nil")) == Play(0, parse("6H"))


@pytest.mark.rule("LG-1")
def test_duplicate_deals_use_the_formats_of_a_programme_in_turn() -> None:
    rules = rules_of("league", ())
    formats = []
    for number in range(1, 14):
        state = dealt_game(rules, number % 4, number)
        assert state.next_dealer == number % 4
        formats.append(state.rules.of_hand(state.next_hand).format)
    assert formats[:3] == ["regular", "whiz", "mirrors"]
    assert formats[12] == formats[0]
    assert len(set(formats)) == 6

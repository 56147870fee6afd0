"""Passes, leads, claims, drafts and formats of these games, between the deal and the score."""

from typing import Any

import pytest

from spades_tui import cards
from spades_tui.game.events import Bid, Claim, Deal, Draft, Look, Pass, Play, Stand
from spades_tui.game.history import Step
from spades_tui.game.phase import Phase
from spades_tui.record.event_words import log_entries
from spades_tui.record.writer import finding_line
from spades_tui.rules.scores import Zero
from tests.game.drafting import drafted
from tests.game.tables import Sitting, card, sheet

NINE = [
    "classic", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three", "call-break", "six-handed", "two-handed",
    "league", "joker-deuces",
]  # fmt: skip


def passing(sitting: Sitting, seat: int) -> set[int]:
    """Return how many cards a seat may pass now."""
    return {event.cards.bit_count() for event in sitting.sees(seat).legal if isinstance(event, Pass)}


def offered(sitting: Sitting) -> list[int]:
    """Return the bids allowed now, after looking."""
    return [event.bid for event in sitting.sees(sitting.turn).legal if isinstance(event, Bid) and not event.blind]


# ---- common rules in these games -----------------------------------------------------------------------


@pytest.mark.rule("C-10", "C-11")
@pytest.mark.parametrize("slug", NINE)
def test_the_last_trick_is_shown_and_a_renege_is_refused(slug: str) -> None:
    rules = Sitting(slug).rules
    assert rules.last_trick is not None
    assert rules.last_trick.shown
    assert rules.challenge is None
    assert rules.claim is not None
    assert (rules.lead.spades == "broken") == (slug != "call-break")


@pytest.mark.rule("C-12", "NL-8")
def test_a_claim_uses_the_hands_after_the_exchange() -> None:
    """The ace of spades was passed to the claimer, who needs it for the claim."""
    spades = "KQJT98765432S"
    hands = (spades + " 2C", "AH", "AS", "AD")
    sitting = Sitting("classic", 0, nil_pass=1, lead_spades="any").deal(*hands)
    sitting.do(Bid(1, 1), Bid(2, 0), Bid(3, 1), Bid(0, 11))
    sitting.do(Pass(2, cards.parse_hand("AS")), Pass(0, cards.parse_hand("2C")))
    before = Sitting("classic", 0, lead_spades="any").deal(*hands)
    before.do(Bid(1, 1), Bid(2, 0), Bid(3, 1), Bid(0, 11))
    while sitting.turn != 0:
        sitting.do(next(event for event in sitting.sees(sitting.turn).legal if isinstance(event, Play)))
    while before.turn != 0:
        before.do(next(event for event in before.sees(before.turn).legal if isinstance(event, Play)))
    assert before.refused(Claim(0, 13)) == {"C-12"}
    sitting.do(Claim(0, 13))
    assert sitting.hand.took == (13, 0, 0, 0)


@pytest.mark.rule("C-12", "TW-1")
def test_a_claim_after_a_draft_ignores_discarded_cards() -> None:
    """The ace of spades was discarded, so the claim succeeds."""
    game = Sitting("two-handed", 0, lead_spades="any")
    pack = [card for card in game.rules.cards.pack if game.rules.cards.suit_of[card] != cards.SPADES]
    spades = [card for card in game.rules.cards.pack if game.rules.cards.suit_of[card] == cards.SPADES][::-1]
    # seat 1 keeps twelve spades and a club, and seat 0 discards the ace of spades
    mine, rest = [*spades[1:], pack[12]], [spades[0], *pack[:12], *pack[13:]]
    stock: list[int] = []
    theirs = iter(rest)
    for one in mine:
        stock += [one, next(theirs), next(theirs), next(theirs)]
    game.do(game_deal(game, tuple(stock)))
    for _ in range(13):
        game.do(Draft(1, True), Draft(0, True))
    assert card("AS") not in [*cards.cards_of(game.hand.holding[0]), *cards.cards_of(game.hand.holding[1])]
    game.do(Bid(1, 13), Bid(0, 0))
    game.do(Claim(1, 13))
    assert game.hand.took == (0, 13)


def game_deal(game: Sitting, stock: tuple[int, ...]) -> Deal:
    """Return a deal with this stock."""
    return Deal(game.state.next_hand, game.state.next_dealer, (0, 0), stock=stock)


# ---- NL ------------------------------------------------------------------------------------------------


BEHIND = {"totals": (-100, 0)}
"""Seats 0 and 2 are 100 points behind; the dealer is 0, so that 1 bids first."""


@pytest.mark.rule("NL-7")
@pytest.mark.parametrize(
    ("totals", "options", "may"),
    [
        ((-100, 0), {}, True),
        ((-99, 0), {}, False),
        ((150, 250), {}, True),
        ((0, 0), {}, False),
        ((0, 0), {"blind_behind": 0}, True),
        ((300, 0), {"blind_behind": 0}, True),
        ((299, 600), {"blind_behind": 301}, True),
        ((300, 600), {"blind_behind": 301}, False),
        ((-100, 0), {"blind_nil": 0}, False),
        ((-100, 0), {"nil": False}, False),
        ((-100, 0), {"nil": False, "blind_nil": 200, "blind_behind": 0}, False),
    ],
)
def test_blind_nil_needs_a_side_far_enough_behind(totals: tuple[int, int], options: dict[str, Any], may: bool) -> None:
    game = Sitting("classic", 0, **options).so_far(totals=totals).deal()
    if Look(1) in game.sees(1).legal:
        game.do(Look(1))
    game.do(Bid(1, 3))
    assert (Bid(2, 0, True) in game.sees(2).legal) == may
    assert (game.sees(2).own is None) == may


@pytest.mark.rule("NL-8")
@pytest.mark.parametrize(
    ("bids", "cards_of_two"),
    [((0, 4), {1}), (("b0", 4), {2}), ((0, 0), set()), (("b0", 0), set()), (("b0", "b0"), set()), ((3, 4), set())],
)
def test_the_kind_of_nil_sets_the_number_of_cards_exchanged(
    bids: tuple[int | str, int | str], cards_of_two: set[int]
) -> None:
    game = Sitting("classic", 0, nil_pass=1, blind_pass=2).so_far(**BEHIND).deal().do(Bid(1, 3))
    for seat, bid in ((2, bids[0]), (3, 3), (0, bids[1])):
        blind = isinstance(bid, str)
        if not blind and Look(seat) in game.sees(seat).legal:
            game.do(Look(seat))
        game.do(Bid(seat, int(str(bid).removeprefix("b")), blind))
    assert (game.state.phase == Phase.PASS) == bool(cards_of_two)
    assert passing(game, 2) == cards_of_two
    assert passing(game, 0) == set()  # the nil bidder passes first


@pytest.mark.rule("NL-8")
def test_the_nil_bidder_passes_first_in_any_seat() -> None:
    for order in ("together", "nil_first"):
        game = Sitting("classic", 0, nil_pass=1, pass_order=order).deal()
        game.do(Bid(1, 4), Bid(2, 4), Bid(3, 0), Bid(0, 4))
        assert game.turn == 3
        given = next(event for event in game.sees(3).legal if isinstance(event, Pass))
        assert len(game.do(given).sees(1).legal) == (13 if order == "together" else 14)


@pytest.mark.rule("NL-3")
@pytest.mark.parametrize("slug", ["classic", "whiz", "mirrors", "suicide", "cutthroat", "cutthroat-three", "league"])
def test_the_lowest_club_in_play_leads(slug: str) -> None:
    """This is the two of clubs, or the three if the two is out of play; no other card may be led."""
    lowest = "3C" if slug == "cutthroat-three" else "2C"
    game = Sitting(slug, 0, opening="lowest_club").deal("", "", f"{lowest} AC")
    while game.state.phase == Phase.BID:
        game.do(Bid(game.turn or 0, offered(game)[-1]))
    holder = next(seat for seat, held in enumerate(game.hand.holding) if held >> card(lowest) & 1)
    assert game.turn == holder
    assert game.playable() == lowest


@pytest.mark.rule("NL-2", "NL-11", "C-14")
def test_without_nils_a_bid_of_0_is_not_called_nil() -> None:
    game = Sitting("classic", 0, board=True, nil=False).deal().do(Bid(1, 0), Bid(2, 5))
    (why,) = game.sees(3).why_bids
    assert why.sentence == "A side bids 4 or more: your partner bid 0, so you bid 4 or more"
    nil = Sitting("classic", 0, board=True).deal().do(Bid(1, 0), Bid(2, 5))
    assert "partner bid nil, so" in nil.sees(3).why_bids[0].sentence


# ---- LG ------------------------------------------------------------------------------------------------


FORMATS = ("regular", "whiz", "mirrors", "suicide", "four-or-nil", "threes")


@pytest.mark.rule("LG-1")
def test_a_league_has_twelve_hands_with_formats_in_turn() -> None:
    rules = Sitting("league").rules
    assert [rules.of_hand(hand).format for hand in range(1, 13)] == [*FORMATS, *FORMATS]
    assert [rules.of_hand(hand).format for hand in (13, 14, 40)] == ["regular"] * 3
    assert all(rules.of_hand(hand).blind is None for hand in range(1, 14))


@pytest.mark.rule("LG-1")
def test_the_deal_announces_the_format() -> None:
    game = Sitting("league").so_far(hands=1)
    before, event = game.state, game.deal_event()
    game.do(event)
    assert isinstance(event, Deal)
    step = Step(event, before, game.state, ())
    said = [entry.text for entry in log_entries(step, ("Ann", "Bea", "Cy", "Dot"), ("Ann & Cy", "Bea & Dot"))]
    assert "This hand is whiz" in said


@pytest.mark.rule("LG-1", "C-14")
@pytest.mark.parametrize(
    ("hand", "first", "second"),
    [
        (1, list(range(14)), list(range(14))),
        (2, [0, 4], [0, 2]),
        (3, [4], [2]),
        (4, [0, *range(4, 14)], [0]),
        (5, [0, *range(4, 14)], [0, *range(4, 14)]),
        (6, [3], [3]),
    ],
)
def test_each_format_offers_its_bids(hand: int, first: list[int], second: list[int]) -> None:
    for number in (hand, hand + 6):
        game = Sitting("league", number % 4).so_far(hands=number - 1).deal("AKQJS /S", "T9S /S", "8765S /S", "432S /S")
        seat = game.turn or 0
        spades = [4, 2, 4, 3]
        if hand in (2, 3):
            first = [0, spades[seat]] if hand == 2 else [spades[seat]]
            second = [0, spades[(seat + 2) % 4]] if hand == 2 else [spades[(seat + 2) % 4]]
        assert offered(game) == first
        game.do(Bid(seat, first[-1]))
        game.do(Bid(game.turn or 0, offered(game)[-1]))
        assert offered(game) == second


@pytest.mark.rule("LG-1", "NL-9")
def test_bags_continue_through_all_formats() -> None:
    game = Sitting("league").so_far(hands=5, bags=(8, 0))
    score = game.played((3, 3, 3, 3), (4, 2, 4, 3))
    assert (score.format, sheet(score, 0)) == ("threes", [("NL-4", 60), ("NL-4", 2), ("NL-9", -100)])
    assert score.bags == (0, 0)


@pytest.mark.rule("LG-2")
@pytest.mark.parametrize(("hands", "totals"), [(5, (900, 0)), (5, (0, -900)), (10, (500, 500))])
def test_a_league_game_does_not_end_by_points(hands: int, totals: tuple[int, int]) -> None:
    game = Sitting("league").so_far(hands=hands, totals=totals)
    assert game.rules.goal is None
    assert game.rules.decide(game.standing, None) is None


@pytest.mark.rule("LG-2")
def test_a_tied_league_continues_with_regular_hands() -> None:
    game = Sitting("league").so_far(hands=11, totals=(100, 101))
    twelfth = game.played((3, 3, 3, 3), (4, 3, 3, 3))
    assert (twelfth.hand, twelfth.format, twelfth.totals) == (12, "threes", (161, 161))
    assert game.course.game_over() is None
    thirteenth = game.played((3, 4, 2, 2), (3, 5, 3, 2))
    assert (thirteenth.hand, thirteenth.totals) == (13, (212, 222))
    assert finding_line(thirteenth)["format"] == "regular"
    over = game.over()
    assert (over.reason, over.winners, over.totals) == ("hands", (1,), (212, 222))
    again = Sitting("league").so_far(hands=12, totals=(101, 100))
    scores = [again.played((3, 3, 3, 3), (3, 4, 3, 3)), again.played((3, 3, 3, 3), (3, 3, 4, 3))]
    assert [(one.hand, one.format, one.totals) for one in scores] == [
        (13, "regular", (161, 161)), (14, "regular", (222, 221)),
    ]  # fmt: skip
    assert again.over().winners == (0,)


@pytest.mark.rule("LG-3")
@pytest.mark.parametrize("hand", [1, 2, 4, 5, 7])
def test_a_table_option_overrides_every_format(hand: int) -> None:
    game = Sitting("league", 0, failed_nil="helps", nil_points=50, bag_limit=5).so_far(hands=hand - 1)
    rules = game.rules.of_hand(hand)
    zero = next(part for part in rules.variant.scores if isinstance(part, Zero))
    assert "A nil made: +50; failed: −50. The tricks of a failed nil count for a partner's" in zero.sentence()
    assert rules.bags is not None
    assert rules.bags.limit == 5


# ---- TW, CT, JD ----------------------------------------------------------------------------------------


@pytest.mark.rule("TW-1", "TW-2")
def test_a_two_handed_draft_gives_thirteen_cards_and_the_deal_alternates() -> None:
    game = Sitting("two-handed")
    pack = tuple(game.rules.cards.pack)
    for dealer in (0, 1, 0):
        game.do(game_deal(game, pack))
        assert game.turn == 1 - dealer
        drafted(game)
        assert [held.bit_count() for held in game.hand.holding] == [13, 13]
        assert game.turn == 1 - dealer
        game.do(Bid(1 - dealer, 3), Bid(dealer, 4))
        assert (game.state.phase, game.turn) == (Phase.PLAY, 1 - dealer)
        assert game.turn is not None
        game.took(*((6, 7) if dealer else (7, 6))).score()


@pytest.mark.rule("CT-3")
@pytest.mark.parametrize(
    ("bids", "barred"), [((0, 0, 0), 13), ((13, 0, 0), 0), ((6, 6, 1), 0), ((5, 5, 5), None), ((13, 13, 13), None)]
)
def test_the_last_bidder_has_at_most_one_barred_number(bids: tuple[int, ...], barred: int | None) -> None:
    game = Sitting("cutthroat", 0, last_bid="not_even").deal()
    for seat, bid in enumerate(bids, 1):
        game.do(Bid(seat, bid))
    assert offered(game) == [bid for bid in range(14) if bid != barred]


@pytest.mark.rule("NL-3", "CT-2", "TW-2", "JD-2")
@pytest.mark.parametrize("slug", [slug for slug in NINE if slug not in ("call-break", "six-handed")])
def test_no_spade_may_be_led_before_spades_are_broken(slug: str) -> None:
    """The exceptions are a hand of only spades, and the option to lead spades at any time."""
    choices: list[dict[str, Any]] = [{}] if slug == "joker-deuces" else [{}, {"lead_spades": "any"}]
    for options in choices:
        game = Sitting(slug, 0, **options)
        if slug == "two-handed":
            drafted(game.do(game_deal(game, tuple(game.rules.cards.pack[::-1]))))
        else:
            game.deal("", "3S 4S KD QC")
        while game.state.phase in (Phase.BID, Phase.RAISE):
            legal = game.sees(game.turn).legal
            game.do(next(event for event in legal[::-1] if isinstance(event, Stand | Bid)))
        suit_of = game.rules.cards.suit_of
        held = {suit_of[one] for one in cards.cards_of(game.hand.holding[game.turn or 0])}
        led = {suit_of[card(name)] for name in game.playable().split()}
        assert {cards.SPADES} < held
        assert led == (held if options else held - {cards.SPADES})

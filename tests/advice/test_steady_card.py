"""Where play-outs can't tell cards apart, a hint suggests the one that a careful player would choose."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from spades_tui.bots import advice
from spades_tui.bots.advice import ADVISER, advise
from spades_tui.bots.position import Position
from spades_tui.bots.reasons import Reasons
from spades_tui.bots.search.playout_outlook import Outlook
from spades_tui.bots.steady_card import SteadyCard
from spades_tui.bots.valued_choice import Aim, ValuedChoice
from spades_tui.cards import parse, text
from spades_tui.game.events import Play
from spades_tui.presentation.play_words import PlayWords
from spades_tui.presentation.reason_words import reason_words
from spades_tui.seats import Observation
from tests.advice.contradictions import NAMES
from tests.advice.sentences import DUCK, said, setting_seen, with_tricks
from tests.bots.plan_settings import VOID, Setting

HANDS = {
    0: "AH 2H 2C 3C 4C 5C 6C 7C 8C 9C 2D 3D AC",
    1: "KH 4H TC JC KC 3S 4S 5S 6S 7S 8S 9S TS",
    2: "3H 5H 6H 7H 8H 9H TH JH QH AS KS QS AD",
    3: "JS 2S QC 4D 5D 6D 7D 8D 9D TD JD QD KD",
}
LAST: Setting = (HANDS, [3, 3, 3, 3], "AH 4H 3H")
"""Seat 3 plays last, with no heart: any trump takes the trick from the other side."""
PARTNER_AHEAD: Setting = (HANDS, [0, 3, 3, 3], "2H KH 3H")
"""The same with the partner's king ahead, and a nil of seat 0 that is alive."""
AT_NIL: Setting = (
    {
        0: "2H 9H 5D QD KC QC JC TC 9C AS KS QS JS",
        1: "AH KH QH 2D 3D 8C 7C 6C 5C 4C 3C 2C 2S",
        2: "JH TH 8H 7H 6H 5H 4D 6D 7D 8D 9D TD JD",
        3: "3H 4H KD AD AC 3S 4S 5S 6S 7S 8S 9S TS",
    },
    [3, 0, 3, 3],
    "",
)
"""The first lead, against a nil of the next player."""


def row(seen: Observation, card: str, value: float, made: float = 1.0, doubt: float = 0.0) -> ValuedChoice:
    """Return what play-outs say of a card."""
    return ValuedChoice(Play(seen.seat or 0, parse(card)), value, made, 3.0, 64, doubt)


def suggested(monkeypatch: pytest.MonkeyPatch, seen: Observation, *rows: ValuedChoice) -> str:
    """Return the card of a hint if play-outs return these rows."""
    monkeypatch.setattr(advice, "weighed_to_show", lambda level, seen, seat, also: rows)
    event = advise(ADVISER, seen)[0].event
    assert isinstance(event, Play)
    return text(event.card)


def looks(seen: Observation, aim: Aim, *chances: float) -> list[Outlook]:
    """Return outlooks of the own side that differ in one chance."""
    side = seen.rules.side_of[seen.seat or 0]
    return [Outlook({(aim, side): chance}, {(aim, side): 100.0}, chance, 3.0) for chance in chances]


@pytest.mark.parametrize(
    ("behind", "doubt", "card"), [(0.8, 0.7, "JS"), (3.0, 2.0, "JS"), (9.0, 5.0, "QC"), (4, 1, "QC")]
)
def test_a_card_that_surely_makes_the_bid_is_suggested_within_the_noise(
    monkeypatch: pytest.MonkeyPatch, behind: float, doubt: float, card: str
) -> None:
    seen = with_tricks(setting_seen("classic", LAST), 1)
    rows = (row(seen, "QC", 20.0, 0.9), row(seen, "JS", 20.0 - behind, 1.0, doubt))
    assert suggested(monkeypatch, seen, *rows) == card


def test_a_trick_settles_nothing_if_the_bid_needs_two(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = with_tricks(setting_seen("classic", LAST), 2)
    assert suggested(monkeypatch, seen, row(seen, "QC", 20.0, 0.9), row(seen, "JS", 19.2, 0.9, 0.7)) == "QC"


@pytest.mark.parametrize(("need", "behind", "card"), [(2, 0.5, "5H"), (2, 2.5, "5H"), (2, 3.5, "TH"), (0, 0.5, "TH")])
def test_the_lowest_card_that_does_the_same_is_suggested_while_tricks_are_needed(
    monkeypatch: pytest.MonkeyPatch, need: int, behind: float, card: str
) -> None:
    seen = with_tricks(setting_seen("classic", DUCK), need)
    rows = (row(seen, "TH", 1.0), row(seen, "5H", 1.0 - behind, 1.0, 1.5))
    assert suggested(monkeypatch, seen, *rows) == card


def test_the_lowest_card_of_a_suit_is_led_against_a_nil(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = setting_seen("classic", AT_NIL)
    assert suggested(monkeypatch, seen, row(seen, "5D", 1.0), row(seen, "QD", 0.9), row(seen, "2H", 0.8)) == "5D"
    low = replace(seen, own=(seen.own or 0) | 1 << parse("3D"))
    low = replace(low, legal=(*seen.legal, Play(0, parse("3D"))))
    assert suggested(monkeypatch, low, row(low, "5D", 1.0), row(low, "3D", 0.4, 1.0, 2.0)) == "3D"


@pytest.mark.parametrize(("value", "place"), [(80.0, 1), (69.0, 0)])
def test_the_chance_to_win_the_game_decides_over_what_partners_dislike(value: float, place: int) -> None:
    """A card is first in spite of its value if the other one takes the partner's trick."""
    seen = setting_seen("classic", PARTNER_AHEAD)
    rows = (row(seen, "4D", 70.0), row(seen, "JS", value, 1.0, 4.0))
    assert SteadyCard(Position(seen), rows, looks(seen, Aim.WIN, 0.867, 0.928)).place() == place


@pytest.mark.parametrize(("chances", "place"), [((0.8, 0.93, 0.9), 1), ((0.8, 0.9, 0.93), 2), ((0.8, 0.93, 0.93), 1)])
def test_the_likeliest_of_several_cards_wins_the_game_and_the_first_of_equals(
    chances: tuple[float, ...], place: int
) -> None:
    seen = setting_seen("classic", PARTNER_AHEAD)
    rows = (row(seen, "4D", 70.0), row(seen, "JS", 80.0, 1.0, 4.0), row(seen, "2S", 80.0, 1.0, 4.0))
    assert SteadyCard(Position(seen), rows, looks(seen, Aim.WIN, *chances)).place() == place


@pytest.mark.parametrize(("chance", "gives_up"), [(0.1, True), (0.85, False)])
def test_a_card_that_costs_the_own_bid_says_so(chance: float, gives_up: bool) -> None:
    seen = with_tricks(setting_seen("classic", AT_NIL), 4)
    rows = (row(seen, "2H", 50.0, chance), row(seen, "AS", 10.0, 0.9, 3.0))
    both = looks(seen, Aim.MAKE, chance, 0.9)
    for look, broken in zip(both, (0.9, 0.2), strict=True):
        assert isinstance(look.numbers, dict) and isinstance(look.points, dict)
        look.numbers[Aim.BREAK, 1], look.points[Aim.BREAK, 1] = broken, 200.0
    words = reason_words(Reasons(seen, 0, rows, both).of(0), seen, NAMES)
    assert ("your bid" in words) == gives_up
    assert "nil" in words


def test_a_lead_against_a_nil_doesnt_argue_for_another_one_with_fewer_cards_below() -> None:
    seen = setting_seen("classic", AT_NIL)
    assert "lower" in said(seen, "2H", "5D", aim=Aim.BREAK)
    assert "lower" not in said(seen, "5D", "2H", aim=Aim.BREAK)


def test_a_trick_that_the_partner_has_is_taken_for_the_lead() -> None:
    seen = setting_seen("classic", PARTNER_AHEAD)
    words = said(seen, "JS", "4D", aim=Aim.BREAK)
    assert "partner has it" in words and "lead" in words and "nil" in words


SEQUENCE: Setting = (
    {0: "KD QD JD 6D 3D AH 4H KC 7C 5C 4S 3S 2S"},
    [3, 3, 3, 3],
    "",
)
"""The first lead: three touching diamonds, an ace, a guarded king and small trumps."""
LONE: Setting = (
    {0: "QH 8H 6H 5H 2H 3D QC JC 7C AS QS 7S 4S"},
    [3, 3, 3, 3],
    "",
)
"""The first lead: a queen alone, a singleton, two touching clubs."""


@pytest.mark.parametrize(
    ("setting", "first", "other", "behind", "card"),
    [
        (SEQUENCE, "6D", "KD", 4.9, "KD"),
        (SEQUENCE, "6D", "KD", 5.1, "6D"),
        (SEQUENCE, "5C", "AH", 3.9, "AH"),
        (SEQUENCE, "KC", "4H", 2.9, "4H"),
        (SEQUENCE, "4H", "5C", -2.0, "4H"),
        (LONE, "QH", "QC", 3.9, "QC"),
        (SEQUENCE, "4S", "AH", 2.9, "AH"),
        (LONE, "8H", "3D", 0.9, "3D"),
        (LONE, "8H", "3D", 1.1, "8H"),
    ],
)
def test_a_lead_doesnt_give_a_king_away_and_comes_from_a_sequence(
    monkeypatch: pytest.MonkeyPatch, setting: Setting, first: str, other: str, behind: float, card: str
) -> None:
    seen = setting_seen("classic", setting)
    rows = (row(seen, first, 10.0), row(seen, other, 10.0 - behind, 1.0, 4.0))
    assert suggested(monkeypatch, seen, *rows) == card


def test_a_ruff_is_as_low_as_one_that_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = setting_seen("classic", VOID)
    rows = (row(seen, "AS", 10.0), row(seen, "9S", 9.8, 1.0, 1.0), row(seen, "2S", 9.5, 1.0, 1.0))
    assert suggested(monkeypatch, seen, *rows) == "2S"


DISCARD: Setting = (
    {
        0: "AH KH QH 2C 3C 4C 5C 6C 7C 8C 9C TC JC",
        1: "8D KD 3D JD TD 9D 7D 6D 5D 4D 2D QC 3S",
    },
    [3, 3, 3, 3],
    "AH",
)
"""Seat 1 can't follow. Its club is a singleton; only the ace beats its king of diamonds."""


def test_a_discard_is_the_least_useful_card(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = setting_seen("classic", DISCARD)
    rows = (row(seen, "KD", 10.0), row(seen, "3D", 9.8, 1.0, 1.0), row(seen, "QC", 9.6, 1.0, 1.0))
    assert suggested(monkeypatch, seen, *rows) == "QC"
    assert suggested(monkeypatch, seen, *rows[:2]) == "2D", "the lowest one of those that are worth the same"


def test_a_card_that_partners_dislike_isnt_suggested_for_a_likelier_bid() -> None:
    """The first card is first although the other one has the better value: no partner would forgive it."""
    seen = with_tricks(setting_seen("classic", PARTNER_AHEAD), 2)
    rows = (row(seen, "4D", 10.0, doubt=9.0), row(seen, "JS", 18.0, 1.0, 9.0), row(seen, "2S", 9.0, 1.0, 9.0))
    assert SteadyCard(Position(seen), rows, looks(seen, Aim.MAKE, 0.5, 0.9, 0.8)).place() == 0


def test_a_discard_with_the_bid_made_is_the_one_that_may_take_a_trick(monkeypatch: pytest.MonkeyPatch) -> None:
    seen = with_tricks(setting_seen("classic", DISCARD), 0)
    rows = (row(seen, "3D", 10.0), row(seen, "KD", 9.8, 1.0, 1.0), row(seen, "QC", 9.6, 1.0, 1.0))
    assert suggested(monkeypatch, seen, *rows) == "KD"


@pytest.mark.parametrize(("behind", "card"), [(1.9, "AH"), (2.1, "6D")])
def test_a_lead_covers_a_partner_s_living_nil(monkeypatch: pytest.MonkeyPatch, behind: float, card: str) -> None:
    known, _, plays = SEQUENCE
    seen = setting_seen("classic", (known, [3, 3, 0, 3], plays))
    assert suggested(monkeypatch, seen, row(seen, "6D", 10.0), row(seen, "AH", 10.0 - behind, 1.0, 2.0)) == card


@pytest.mark.parametrize(("void", "card"), [(True, "AS"), (False, "AH")])
def test_trumps_are_drawn_before_an_opponent_ruffs_a_winner(void: bool, card: str) -> None:
    seen = setting_seen("classic", ({0: "AH 4H KC 7C 5C 6D 3D AS 9S 7S 4S 3S 2S"}, [3, 3, 3, 3], ""))
    at = Position(seen)
    at.voids = [voids | (void and seat == 1) << 2 for seat, voids in enumerate(at.voids)]
    rows = (row(seen, "AH", 10.0), row(seen, "AS", 9.0, 1.0, 1.0))
    best = rows[SteadyCard(at, rows, [None, None]).place()].event
    assert best == Play(0, parse(card))


@pytest.mark.parametrize(("bid", "ruff"), [(0, False), (3, True)])
def test_a_partner_with_a_nil_isnt_asked_to_ruff(bid: int, ruff: bool) -> None:
    known, _, plays = SEQUENCE
    seen = setting_seen("classic", (known, [3, 3, bid, 3], plays))
    at = Position(seen)
    at.voids = [voids | (seat == 2) << 1 for seat, voids in enumerate(at.voids)]
    low = Play(0, parse("3D"))
    words = PlayWords(at, NAMES.__getitem__, "nil", Aim.SET).why(low, None)
    assert ("may ruff" in words, "is safe" in words) == (ruff, not ruff)


SECOND: Setting = (
    {
        0: "JC 2C 3C 4C 2D 3D 4D 5D 2S 3S 4S AS QS",
        1: "KC 8C 5C KS JS TD 9D 6D AH 7H 6H 4H 2H",
        2: "6C 7C 3H 5H 8H 9H TH JH QH KH 5S 6S 7S",
        3: "AC 9C TC QC 7D 8D JD QD KD AD 8S 9S TS",
    },
    [3, 3, 3, 3],
    "JC",
)
"""Seat 1 plays second, with the king; the ace is out."""
SURE: Setting = (
    {
        0: "3H 2C 3C 4C 5C 6C 2D 3D 4D 5D 2S 3S 4S",
        1: "AH 7H KC 8C 9C KS JS TD 9D 6D QS AS TC",
        2: "4H 5H 8H 9H TH JH QH KH 5S 6S 7S 7C 8S",
        3: "2H 6H AC JC QC 7D 8D JD QD KD AD 9S TS",
    },
    [3, 3, 3, 3],
    "3H",
)
"""Seat 1 plays second, with the ace and a seven that is ahead."""
THIRD: Setting = (
    {
        0: "3C 2H 3H 4H 2D 3D 4D 5D 2S 3S 4S 5S 6S",
        1: "QC 2C 5C 5H 6H 7H 8H 6D 7D 8D 7S 8S 9S",
        2: "KC 4C AH TH 9H JH QH KH 9D TD JS TS QS",
        3: "AC 6C 7C 8C 9C TC JC JD QD KD AD KS AS",
    },
    [3, 3, 3, 3],
    "3C QC",
)
"""Seat 2 plays third, with a king over an opponent's queen; the ace is out."""
AS_GOOD: Setting = (
    {
        0: "9D 2H 3H 4H 2C 3C 4C 5C 2S 3S 4S 5S 6S",
        1: "3D 6D 8D 5H 6H 7H 8H 6C 7C 8C 7S 8S 9S",
        2: "TD 5D AH TH 9H JH QH KH 9C TC JS TS QS",
        3: "AD KD QD JD 7D 4D 2D JC QC KC AC KS AS",
    },
    [3, 3, 3, 3],
    "9D 3D",
)
"""Seat 2 plays third; its ten is no better than its partner's nine."""


@pytest.mark.parametrize(
    ("setting", "first", "taught"),
    [(SECOND, "KC", "5C"), (SURE, "7H", "AH"), (THIRD, "4C", "KC"), (AS_GOOD, "TD", "5D")],
)
@pytest.mark.parametrize(
    ("behind", "doubt", "need", "chance"),
    [(7.5, 4.0, 3, True), (8.5, 4.0, 3, False), (17.0, 9.0, 3, False), (7.5, 4.0, 0, False)],
)
def test_a_difference_by_chance_doesnt_beat_what_players_teach(
    monkeypatch: pytest.MonkeyPatch,
    setting: Setting,
    first: str,
    taught: str,
    behind: float,
    doubt: float,
    need: int,
    chance: bool,
) -> None:
    seen = with_tricks(setting_seen("classic", setting), need)
    rows = (row(seen, first, 10.0), row(seen, taught, 10.0 - behind, 1.0, doubt))
    assert suggested(monkeypatch, seen, *rows) == (taught if chance else first)


def test_a_card_that_is_ahead_by_chance_is_argued_against() -> None:
    seen = with_tricks(setting_seen("classic", SECOND), 3)
    rows = (row(seen, "5C", 0.0, 1.0, 5.0), row(seen, "KC", 9.0))
    words = reason_words(Reasons(seen, 1, rows, looks(seen, Aim.MAKE, 1.0, 1.0)).of(1), seen, NAMES)
    assert words == "The ace is out and might beat the king: risk only the five."


@pytest.mark.parametrize(
    ("setting", "card", "other", "better", "words"),
    [
        (SECOND, "5C", "KC", 1.0, "second hand low: play the five; partner still plays after you"),
        (THIRD, "KC", "4C", 1.0, "third hand high: beat bea's queen with the king; only the ace is higher"),
        (AS_GOOD, "5D", "TD", 1.0, "partner's nine is as good as your ten: play the five"),
        (AS_GOOD, "5D", "TD", -1.0, "the ten is as good"),
        (AS_GOOD, "TD", "5D", 1.0, "go over partner's nine with the ten to get the lead"),
    ],
)
def test_a_principle_is_named_where_it_holds(
    setting: Setting, card: str, other: str, better: float, words: str
) -> None:
    assert words in said(with_tricks(setting_seen("classic", setting), 3), card, other, better)


@pytest.mark.parametrize(("chance", "alike"), [(0.59, False), (0.68, True)])
def test_a_bid_isnt_as_likely_with_a_card_that_makes_it_less_often(chance: float, alike: bool) -> None:
    seen = with_tricks(setting_seen("classic", SECOND), 2)
    rows = (row(seen, "5C", 1.0, 0.69), row(seen, "KC", 0.1, chance, 1.6))
    words = reason_words(Reasons(seen, 1, rows, looks(seen, Aim.MAKE, 0.69, chance)).of(1), seen, NAMES)
    assert ("as likely with each" in words) == alike
    assert ("your bid is likelier with the five" in words) != alike


PARTNERS_TRICK: Setting = (
    {
        0: "2H 3H 4H 2C 3C 4C 2D 3D 4D 5D 6D 3S 4S",
        1: "AH KH QH 5C 6C 7C 8C 7D KD AD 5S 6S 8S",
        2: "5H 6H 7H 8H 9H TH JH 9C TC QC AC 9S 2S",
        3: "8D 9D TS QS 7S JC KC TD JD QD JS KS AS",
    },
    [3, 3, 3, 3],
    "2H AH 5H",
)
"""Seat 3 plays last, has no heart, and its partner has the trick; a discard's reasons are long."""


def test_a_card_that_takes_the_partners_trick_isnt_any_card() -> None:
    seen = setting_seen("classic", PARTNERS_TRICK)
    rows = (row(seen, "8D", 1.0), row(seen, "TS", 1.0))
    reasons = Reasons(seen, 3, rows, looks(seen, Aim.MAKE, 1.0, 1.0))
    assert "only spends a trump" in reason_words(reasons.of(1), seen, NAMES)
    assert reason_words(reasons.of(0), seen, NAMES).startswith("Partner has it with the ace: throw the eight")


def test_a_high_ruff_that_saves_a_low_trump_says_so() -> None:
    seen = setting_seen("classic", VOID)
    needy = with_tricks(seen, 2)
    assert "keep the two to take fewer bags later" in said(needy, "9S", "AS", aim=Aim.BAGS)
    assert "keep the two to lose a trick with" in said(with_tricks(seen, 0), "9S", "AS", aim=Aim.BAGS)
    assert "keep the two" not in said(needy, "9S", "AS")

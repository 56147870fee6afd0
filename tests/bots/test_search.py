"""The search samples deals, plays them out and drops bad choices early."""

from random import Random
from statistics import stdev

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots import weigh
from spades_tui.bots.estimate import estimate, random_hands
from spades_tui.bots.levels import SLOW
from spades_tui.bots.search import playout, search_players
from spades_tui.bots.search.bid_search import BOLD, BOLD_ALONE, DealPlayOuts, corrected_zero_chance
from spades_tui.bots.search.corrected_odds import odds_of_zero
from spades_tui.bots.search.fast_estimate import fast_estimate
from spades_tui.bots.search.layout import bit_as_played, hand_by_suit, layout
from spades_tui.bots.search.race import Effort, End, Runner, ValueAndEnd, race, ranked
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.search.suit_sets import LOW
from spades_tui.bots.styles import PLAIN, Style, above
from spades_tui.bots.valued_choice import ValuedChoice
from spades_tui.cards import ACES, LOW_ACE, cards_of, parse_hand
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Discard, Look, Play
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import find, shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.bench.bots import deal, turns
from tests.bots.club_hands import on_turn, played_to
from tests.game.tables import Sitting
from tests.quick_cases import slow_but

RULES = {slug: ruleset(find(slug)) for slug in shipped()}


@pytest.mark.parametrize("slug", RULES)
def test_the_layout_of_bits_keeps_the_order_of_every_suit(slug: str) -> None:
    rules = RULES[slug]
    plan = layout(rules)
    for suit, mask in enumerate(rules.cards.suit_masks):
        held = sorted(cards_of(mask), key=lambda card: plan.bit_of[card])
        assert [rules.cards.ranks[card] for card in held] == sorted(rules.cards.ranks[card] for card in held)
        assert [plan.card_at[suit][plan.bit_of[card].bit_length() - 1] for card in held] == held
        ace = next(card for card in held if card in ACES)
        if rules.cards.aces_called:
            assert plan.ace_bits[suit] == plan.bit_of[ace]
            assert bit_as_played(plan, LOW_ACE + suit) == LOW < plan.bit_of[held[0]]
        else:
            assert plan.ace_bits[suit] == 0


def test_the_fast_estimate_is_close_to_the_estimate_of_club() -> None:
    rules = RULES["sandbags"]
    known = fast_estimate(rules)
    strong = hand_by_suit(layout(rules), parse_hand("AS KS QS 9S 8S AH KH 4H AD 7D 6D 5C 2C"))
    weak = hand_by_suit(layout(rules), parse_hand("4S 2S 9H 7H 5H 3H 9D 6D 5D 3D 8C 4C 2C"))
    hands = random_hands(rules, Stream(b"fit"), 100)
    off = [known.tricks(hand_by_suit(known.plan, own)) - estimate(rules, own).tricks for own in hands]
    assert stdev(off) < 0.4
    assert 5.5 < known.tricks(strong) < 8
    assert known.tricks(weak) < 1
    assert known.zero(weak) > 0.7 > 0.1 > known.zero(strong)


@settings(deadline=None, max_examples=40)
@given(st.sampled_from(sorted(RULES)), st.integers(0, 60), st.integers(0, 10**6))
def test_sampled_deals_agree_with_what_was_seen(slug: str, decisions: int, number: int) -> None:
    rules = RULES[slug]
    seen = on_turn(played_to(rules, f"deals{number % 7}", decisions))
    if seen is None or seen.seat is None:
        return
    deals = Deals(seen, seen.seat, Random(number))
    plan = layout(rules)
    gone = {laid.card for trick in (*seen.tricks, seen.trick) for laid in trick}
    if seen.draft is not None:
        gone |= set(cards_of(seen.draft.away))
    left = [card for card in rules.cards.pack if card not in gone and not seen.thrown >> card & 1]
    out = {(plan.suit_of[card], plan.bit_of[card]) for card in left}
    short = {
        (laid.seat, plan.suit_of[trick[0].card])
        for trick in (*seen.tricks, seen.trick)
        for laid in trick
        if plan.suit_of[laid.card] != plan.suit_of[trick[0].card]
    }
    for _ in range(3):
        hands = [list(hand) for hand in zip(*deals.next(), strict=True)]
        assert [sum(suit.bit_count() for suit in hand) for hand in hands] == [seen.sizes[seat] for seat in seen.table]
        if seen.own is not None:
            assert hands[deals.me] == hand_by_suit(plan, seen.own)
        held = [(suit, 1 << n) for hand in hands for suit in range(4) for n in range(17) if hand[suit] >> n & 1]
        assert len(held) == len(set(held))
        assert set(held) <= out
        for player, seat in enumerate(seen.table):
            assert not any(hands[player][suit] for suit in range(4) if (seat, suit) in short)


def strength_read(bid: int) -> float:
    """Return the average quick estimate of hands sampled for a seat with this bid."""
    rules = RULES["sandbags"]
    seen = on_turn(played_to(rules, "shape", 3))
    assert seen is not None and seen.seat is not None
    known = fast_estimate(rules)
    bids = tuple(bid if seat == seen.table[0] else was for seat, was in enumerate(seen.bids))
    changed = replace(seen, bids=bids)
    deals = Deals(changed, seen.seat or 0, Random(4))
    return sum(known.tricks([cards[0] for cards in deals.next()]) for _ in range(60)) / 60


def test_sampled_hands_are_stronger_after_higher_bids() -> None:
    assert strength_read(0) < strength_read(2) < strength_read(4) < strength_read(7)


def test_tricks_needed_stop_at_what_can_still_be_reached() -> None:
    worth = [-40.0, -40.0, -40.0, -40.0, 40.0, 41.0]
    assert playout.tricks_needed(worth, 1, 4) == 3, "one more would be an overtrick"
    assert playout.tricks_needed(worth, 1, 2) == 0, "the bid is out of reach"
    assert playout.tricks_needed(worth, 4, 1) == 0


def test_the_race_drops_a_worse_choice_and_keeps_close_ones() -> None:
    drawn = Random(1)

    def run(choice: int, hands: list[list[int]]) -> ValueAndEnd:
        luck = hands[0][0] * (1, 0.9, -0.01)[choice]
        return luck - (0, 60, 0.1)[choice], End(0.0, choice != 1, 3)

    effort = Effort(100, 10**6)
    runners = [Runner(), Runner(), Runner()]
    race(runners, effort, 1, lambda: [[int(drawn.random() * 100) - 50]], run)
    assert [len(runner.values) for runner in runners] == [100, 20, 100]
    rows = ranked([Play(0, card) for card in (7, 8, 9)], runners, effort)
    assert rows[-1].event == Play(0, 8)
    assert rows[0].value - rows[-1].value == pytest.approx(60, abs=5)
    assert (rows[0].made, rows[-1].made, rows[0].tricks) == (1, 0, 3)


@pytest.mark.parametrize(("better", "chosen"), [(0.1, 1), (2.0, 2)])
def test_a_near_tie_is_decided_by_the_rule_player(better: float, chosen: int) -> None:
    def run(choice: int, hands: list[list[int]]) -> ValueAndEnd:
        return better * choice, End(0.0, True, 0)

    effort = Effort(40, 10**6, tie=0.8)
    runners = [Runner(), Runner()]
    race(runners, effort, 1, lambda: [[0]], run)
    assert ranked([Play(0, 1), Play(0, 2)], runners, effort)[0].event == Play(0, chosen)


@pytest.mark.parametrize("slug", slow_but(("3b-five", "classic"), RULES))
@pytest.mark.parametrize("level", SLOW)
def test_the_search_chooses_the_first_of_the_weighed_choices(
    slug: str, level: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(search_players.EFFORTS, level, (Effort(20, 2000), Effort(20, 2000)))
    for decisions in (0, 2, 5, 9, 20, 33):
        seen = on_turn(played_to(RULES[slug], "weigh", decisions))
        if seen is None:
            continue
        rows = weigh(level, seen, Stream(b"weigh"))
        assert rows[0].event == bots.choose(level, seen, Stream(b"weigh"))
        assert len({row.event for row in rows}) == len(rows)
        assert all(0 <= row.made <= 1 for row in rows)
        if rows[0].deals:
            assert all(row.event in seen.legal for row in rows)


def test_searching_players_bid_a_certain_zero() -> None:
    rules = RULES["sandbags"]
    state = played_to(rules, "zero", 0)
    seen = on_turn(state)
    assert seen is not None
    own = parse_hand("3S 2S 8H 6H 4H 2H 7D 5D 3D 2D 6C 4C 2C")
    changed = replace(seen, own=own)
    for level in SLOW:
        event = bots.choose(level, changed, Stream(b"zero"))
        assert isinstance(event, Bid) and event.bid == 0


@pytest.mark.rule("JK-9")
@pytest.mark.parametrize(("slug", "blind"), [("jokers", {2, 3, 4, 5}), ("classic", {0})])
def test_allowed_blind_bids_are_weighed(slug: str, blind: set[int]) -> None:
    rules = RULES[slug]
    start = new_game(rules, 3)
    course = History(replace(start, standing=replace(start.standing, totals=(0, 300))))
    deal(course, bytes(32))
    seen = on_turn(course.state)
    assert seen is not None and seen.may_choose_blind
    rows = weigh("expert", seen, Stream(b"blind"))
    weighed = {row.event for row in rows if row.deals}
    assert {event.bid for event in weighed if isinstance(event, Bid)} == blind
    assert any(isinstance(event, Look) for event in weighed)


@pytest.mark.parametrize("slug", ["sandbags", "classic"])
def test_the_chance_of_a_doubtful_zero_with_a_partner_is_lowered(slug: str) -> None:
    seen = on_turn(played_to(RULES[slug], "honest", 0))
    assert seen is not None
    own = parse_hand("KS 3S TH 6H 4H 2H 9D 7D 5D 3D 8C 6C 4C")
    doubtful = replace(seen, own=own)
    zero = odds_of_zero(doubtful, 0)
    assert zero is not None
    row = ValuedChoice(Bid(0, 0), 10.0, 0.84, 1.0, 100)
    told = corrected_zero_chance(row, zero)
    assert 0.3 < told.made < 0.84
    assert replace(told, made=row.made) == row, "nothing else is changed"
    assert corrected_zero_chance(replace(row, made=0.0), zero).made == 0.0
    assert corrected_zero_chance(replace(row, event=Bid(0, 3)), zero).made == 0.84
    assert corrected_zero_chance(row, None).made == 0.84


def preferences(slug: str, totals: tuple[int, ...] = (0, 0)) -> dict[int, float]:
    """Return the points by which a searching player prefers each bid of the first bidder's hand."""
    seen = on_turn(played_to(RULES[slug], "leaning", 0))
    assert seen is not None
    seat = seen.legal[0].seat
    seen = replace(seen, standing=replace(seen.standing, totals=totals))
    bids = [event for event in seen.legal if isinstance(event, Bid) and not event.blind]
    outs = DealPlayOuts(seen, seat, Deals(seen, seat, Random(1)), list(bids), PLAIN)
    return {option.bid: option.liked for option in outs.options if option.bid is not None}


@pytest.mark.parametrize("slug", ["sandbags", "classic"])
def test_bids_above_the_estimate_are_preferred_except_near_the_end(slug: str) -> None:
    liked = preferences(slug)
    assert liked[0] == 0.0
    assert liked[1] == -BOLD
    assert liked[13] == BOLD
    assert [*liked.values()][1:] == sorted([*liked.values()][1:])
    assert set(preferences(slug, (495, 495)).values()) == {0.0}


@pytest.mark.parametrize("slug", ["3b-three", "3b-four", "3b-five"])
def test_single_players_prefer_higher_bids_if_overtricks_cost(slug: str) -> None:
    liked = preferences(slug, (0,) * len(RULES[slug].sides))
    assert liked[0] == 0.0
    assert liked[1] == -BOLD_ALONE
    assert liked[13] == BOLD_ALONE


@pytest.mark.parametrize("slug", ["jokers", "joker-deuces", "mirrors", "whiz", "cutthroat"])
def test_no_bid_is_preferred_in_jokers_mirrors_whiz_or_cutthroat(slug: str) -> None:
    assert set(preferences(slug, (0,) * len(RULES[slug].sides)).values()) == {0.0}


def view_before_discard(number: int) -> Observation:
    """Return the view of the highest of three bidders, who has drawn the extra card."""
    course = History(new_game(RULES["3b-three"], 0))
    for _, seen in turns(course, b"changes %d" % number):
        if seen.phase == Phase.DISCARD:
            return seen
        course.do(bots.choose("club", seen, Stream(b"changes")))
    raise AssertionError("nobody has drawn")


@pytest.mark.rule("3B-5", "3B-7")
def test_a_preference_for_high_bids_does_not_change_a_made_bid() -> None:
    # A preference for higher bids once favoured changing a bid over keeping it, so players never stopped changing.
    seen = next(
        seen for seen in map(view_before_discard, range(40)) if any(isinstance(event, Bid) for event in seen.legal)
    )
    turn = seen.legal[0].seat
    thrown = [event for event in seen.legal if isinstance(event, Discard)]
    bids = [event for event in seen.legal if isinstance(event, Bid)]
    assert thrown and bids, "the last to bid has drawn, and may still change"
    style = Style("keen", "likes to bid", bid=30.0)
    outs = DealPlayOuts(seen, turn, Deals(seen, turn, Random(1)), [*thrown, *bids], style)
    liked = {event.bid: option.liked for event, option in zip(bids, outs.options[len(thrown) :], strict=True)}
    stands = outs.options[0].liked
    assert all(option.liked == stands for option in outs.options[: len(thrown)])
    now = seen.bids[turn]
    assert now is not None and now not in liked
    liked[now] = stands
    ordered = [liked[bid] for bid in sorted(liked) if bid]
    assert ordered == sorted(ordered), "the bid that stands has its place among the others"
    assert seen.own is not None
    assert stands == (30.0 + BOLD_ALONE) * above(now, estimate(seen.rules, seen.own).tricks) != 0.0


@pytest.mark.rule("3B-6")
@pytest.mark.parametrize("slug", ["3b-four", "3b-five"])
def test_play_outs_of_a_zero_use_the_draw_to_discard_a_high_card(slug: str) -> None:
    seen = on_turn(played_to(RULES[slug], "drawing", 0))
    assert seen is not None
    seat = seen.legal[0].seat
    own = parse_hand("KS 7H 5H 4H 2H 7D 5D 3D 2D 6C 4C 3C 2C")
    seen = replace(seen, own=own)
    without = replace(seen, extra_down=False)
    made = []
    for told in (seen, without):
        deals = Deals(told, seat, Random(1))
        outs = DealPlayOuts(told, seat, deals, [Bid(seat, 0)], PLAIN)
        made.append(sum(outs(0, deals.next())[1].made for _ in range(200)))
    assert made[0] > made[1] + 40


def test_zero_chance_rises_with_the_partners_bid_and_a_long_suit() -> None:
    seen = on_turn(played_to(RULES["sandbags"], "honest", 0))
    assert seen is not None
    even = parse_hand("3S 2S 8H 6H 4H 2H 7D 5D 3D 2D 6C 4C 2C")
    long = parse_hand("3S 2S 8H 6H 5H 4H 3H 2H 7D 5D 3D 6C 4C")

    def chance(own: int, partner: int | None, before: int | None) -> float:
        bids = list(seen.bids)
        order = seen.table.index(seen.seat or 0)
        bids[seen.table[order - 1]], bids[seen.table[order - 2]] = before, partner
        found = odds_of_zero(replace(seen, bids=tuple(bids), own=own), seen.seat or 0)
        assert found is not None
        return found.chance(0.8)

    assert chance(even, 5, None) > chance(even, None, None) > chance(even, 1, None)
    assert chance(even, None, 5) < chance(even, None, None)
    assert chance(long, None, None) > chance(even, None, None)


@pytest.mark.parametrize("slug", ["3b-four", "whiz", "jokers"])
def test_zero_chance_is_none_in_3b_whiz_and_jokers(slug: str) -> None:
    seen = on_turn(played_to(RULES[slug], "honest", 0))
    assert seen is not None
    assert odds_of_zero(seen, seen.seat or 0) is None


@pytest.mark.rule("SX-2", "NL-5")
@pytest.mark.parametrize("hand", ["9S 4S  QH JH 8H  JD 8D 3D  8C", "8S 7S  QH TH 4H  JD 8D 4D  9C"])
def test_expert_bids_nil_on_a_poor_hand_in_six_handed(hand: str) -> None:
    seen = Sitting("six-handed").deal("", hand).sees(1)
    assert {bots.choose("expert", seen, Stream(bytes([n]))) for n in range(3)} == {Bid(1, 0)}

"""The chance to win comes from results of real hands, and players bid by it near the end of a game."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import bots
from spades_tui.bots import choose
from spades_tui.bots.estimate import rest_of_blind_bid
from spades_tui.bots.hand_worth import NEVER, ends_within
from spades_tui.bots.search import win_chances as looked_at
from spades_tui.bots.search.hand_results import FILE, all_played, results_of, shape_of, similarity
from spades_tui.bots.search.win_chances import Chances, chances, nearness, stakes
from spades_tui.bots.side_scores import Bidding
from spades_tui.fair import Stream
from spades_tui.game.events import Bid, Look
from spades_tui.game.history import History
from spades_tui.game.phase import Phase
from spades_tui.game.state import new_game
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.endings import REGISTRY, Floor, Hands
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant_reader import parse
from spades_tui.seats.observer import observe
from tests.bench.races import by_points
from tests.bench.results import kept
from tests.bots.tables import hands, rules_of
from tests.game.tables import Sitting
from tests.games import SLUGS

NOBODY = (0, 0)


def chances_of(rules: Ruleset) -> Chances:
    found = chances(rules)
    assert found is not None
    return found


def win(rules: Ruleset, mine: int, theirs: int, bags: tuple[int, int] = NOBODY, hands: int = 6) -> float:
    """Return the first side's chance to win."""
    return chances_of(rules).win((mine, theirs), bags, NOBODY, hands, 0)


def at(rules: Ruleset, totals: tuple[int, int], bags: tuple[int, int] = NOBODY, hands: int = 6) -> Standing:
    return replace(rules.fresh_standing(), totals=totals, bags=bags, hands=hands)


def test_the_file_of_hand_results_is_small_and_covers_shipped_games() -> None:
    assert FILE.stat().st_size < 100_000
    shapes = [shape_of(ruleset(variant)) for variant in shipped().values()]
    assert all_played()
    for game in all_played():
        assert game.shape in shapes, "python -m tests.bench.results"
        assert len(game.hands) == 48
        assert any(ours > theirs for ours, _, _, theirs, _, _ in game.hands)


@pytest.mark.parametrize(("mine", "theirs", "bags"), [(0, 0, (0, 0)), (477, 300, (8, 2)), (430, 440, (3, 9))])
def test_the_two_sides_chances_to_win_add_up_to_one(mine: int, theirs: int, bags: tuple[int, int]) -> None:
    rules = rules_of("sandbags")
    one, other = (chances_of(rules).win((mine, theirs), bags, NOBODY, 6, side) for side in (0, 1))
    assert one + other == pytest.approx(1, abs=0.01)
    assert win(rules, theirs, mine, (bags[1], bags[0])) == pytest.approx(other, abs=0.01)


def test_more_points_win_more_and_bags_fewer() -> None:
    rules = rules_of("sandbags")
    ladder = [win(rules, mine, 400) for mine in (-150, 0, 200, 300, 350, 400, 450, 490)]
    assert ladder == sorted(ladder)
    assert ladder[0] < 0.03 < 0.9 < ladder[-1]
    assert win(rules, 400, 400, (8, 0)) < 0.4 < win(rules, 400, 400, (5, 5)) < 0.6
    assert win(rules, 490, 300, (9, 0)) < win(rules, 490, 300, (0, 0)) < 1
    assert win(rules, 490, 300, (19, 0)) == win(rules, 490, 300, (9, 0)), "a count that goes on"


def test_a_lead_near_a_lower_target_wins_more_often() -> None:
    short, long = rules_of("sandbags", target=300), rules_of("sandbags")
    assert win(short, 280, 200) > 0.9 > 0.85 > win(long, 280, 200) > 0.5
    assert nearness(short, at(short, (280, 200))) == 1
    assert nearness(long, at(long, (280, 200))) < 0.1


def test_a_lead_is_worth_more_with_fewer_hands_left() -> None:
    whole = shipped()["sandbags"]
    rules = ruleset(whole.changed(endings=(Hands(kind="hands", rule="own", hands=8, parts="first"),)))
    assert win(rules, 100, 100, hands=7) == pytest.approx(0.5)
    assert win(rules, 160, 100, hands=2) < win(rules, 160, 100, hands=7) < 1
    assert win(rules, 400, 100, hands=7) > 0.95
    assert nearness(rules, at(rules, (0, 0), hands=2)) == 0 < nearness(rules, at(rules, (0, 0), hands=7))


def test_a_total_near_the_floor_lowers_the_chance_to_win() -> None:
    whole = shipped()["sandbags"]
    floor = Floor(kind="floor", rule="own", points=-200)
    rules = ruleset(whole.changed(endings=(*whole.endings, floor)))
    assert win(rules, -195, 0) < win(rules_of("sandbags"), -195, 0)


def test_house_rules_use_the_hand_results_of_the_most_similar_game() -> None:
    whole = shipped()["sandbags"]
    dearer = [part.changed(made=20, lost=-20) if part.kind == "contract" else part for part in whole.scores]
    rules = ruleset(whole.changed(slug="dearer", scores=tuple(dearer)))
    usual = results_of(rules_of("sandbags"))
    assert [ours.points for ours, _ in results_of(rules)] == [2 * ours.points for ours, _ in usual]
    assert similarity(shape_of(rules), shape_of(rules_of("sandbags"))) < 1


@pytest.mark.parametrize("slug", sorted(shipped()))
def test_every_game_has_chances_to_win_or_plays_for_points(slug: str) -> None:
    rules = ruleset(shipped()[slug])
    found = chances(rules)
    if found is None:
        assert nearness(rules, rules.fresh_standing()) == 0
        return
    standing = rules.fresh_standing()
    assert found.win(standing.totals, standing.bags, standing.sets, 0, 0) == pytest.approx(0.5, abs=0.03)
    ends = 0.1 * (rules.goal or 0)
    assert 0.5 * found.usual < found.points < 20 * found.usual + ends


def test_a_side_near_its_last_set_has_less_chance_to_win() -> None:
    rules = rules_of("jokers")
    found = chances(rules)
    if found is None:
        return
    once, twice = (found.win((200, 200), NOBODY, (sets, 0), 5, 0) for sets in (1, 2))
    assert twice < once < 0.5


def test_a_sample_of_48_hands_keeps_the_mean_of_all() -> None:
    rows = [(10 * (n % 7), n % 3, 0, 50 - n % 100, n % 2, int(n % 10 == 0)) for n in range(1000)]
    some = kept(rows)
    assert len(some) == 48 and set(some) <= {turned for row in rows for turned in (row, (*row[3:], *row[:3]))}
    for one, other in ((some, rows), (rows, some)):
        assert abs(sum(row[0] + row[3] for row in one) / len(one) - sum(r[0] + r[3] for r in other) / len(other)) < 4


# ---- what players do with it


def first_bid(totals: tuple[int, int], bags: tuple[int, int], level: str = "expert") -> int:
    """Return the first seat's bid on a hand of about five tricks."""
    rules = rules_of("sandbags")
    state = new_game(rules, 3)
    course = History(replace(state, standing=at(rules, totals, bags, hands=0)))
    course.do(hands(rules, {0: "AS KS 9S 4S AH KH 6H KD QD 5D 9C 6C 2C"}))
    seen = observe(course.state, 0)
    assert seen.phase == Phase.BID
    found = bots.weigh(level, seen, Stream(b"chances"))[0].event
    assert isinstance(found, Bid)
    return found.bid


def test_bids_near_the_target_aim_at_winning_the_game() -> None:
    usual = first_bid((0, 0), (0, 0))
    assert 4 <= usual <= 6
    assert 0 < first_bid((490, 200), (0, 0)) < usual, "a small bid wins the game"
    assert first_bid((350, 480), (2, 2)) > usual, "a small bid loses it"


def test_by_points_switches_off_the_chance_to_win() -> None:
    rules = rules_of("sandbags")
    with by_points():
        assert looked_at.nearness(rules, at(rules, (490, 200))) == 0
    assert looked_at.nearness(rules, at(rules, (490, 200))) == 1


def test_a_deciding_hand_is_valued_by_the_chance_to_win() -> None:
    rules = rules_of("sandbags")
    said = Bidding((3, 3, 2, 3), (False,) * 4, (5, 6))
    assert stakes(rules, at(rules, (0, 0)), 0, said) is None
    found = stakes(rules, at(rules, (460, 440), (8, 0)), 0, said)
    assert found is not None
    assert found.chance((6, 4, 0, 3)) == 1.0, "the bid is made, and one bag is not the tenth"
    assert found.chance((7, 3, 0, 3)) < 0.5, "the tenth bag costs the game"
    assert found.chance((4, 5, 0, 4)) == 0.0, "set, and the others are there"
    both = stakes(rules, at(rules, (450, 440), (0, 0)), 0, said)
    assert both is not None
    assert both.chance((5, 4, 0, 4)) == 0.0, "500 against 502"
    assert both.chance((8, 3, 0, 2)) == 1.0
    open_end = stakes(rules, at(rules, (430, 420), (6, 0)), 0, said)
    assert open_end is not None
    assert open_end.chance((6, 4, 0, 3)) == win(rules, 481, 481, (7, 1), hands=7), "the next hand has these bags"
    values = [both.value(points, (8, 3, 0, 2)) for points in (0, 10)]
    assert values[0] < values[1] < values[0] + 1, "points part what is as good"


@pytest.mark.parametrize("sets", [(0, 0), (1, 0), (0, 2), (2, 1)])
def test_the_chances_of_both_sides_add_up_to_one_after_any_sets(sets: tuple[int, int]) -> None:
    rules = rules_of("jokers")
    results = results_of(rules_of("classic"))
    assert results
    chances = Chances(rules, results)
    one, other = (chances.win((200, 150), NOBODY, sets, 5, side) for side in (0, 1))
    assert one + other == pytest.approx(1, abs=0.01)
    swapped = Chances(rules, results).win((150, 200), NOBODY, (sets[1], sets[0]), 5, 1)
    assert swapped == pytest.approx(one, abs=0.01)


BLIND_SIX = (Path(__file__).parents[2] / "docs" / "examples" / "blind-six.toml").read_bytes()


def blind(least: int) -> Ruleset:
    """Return Blind Six for every hand, with another least total."""
    text = BLIND_SIX.replace(b"behind     = 200\nnil_behind = 100\n", b"nil_behind = 100\n")
    text = text.replace(b"least      = 6", b"least      = %d" % least)
    return ruleset(parse(text, "blind.toml"))


@pytest.mark.rule("HR-4")
@pytest.mark.parametrize("level", ["club", "strong"])
def test_a_side_goes_blind_for_six_tricks_but_not_for_thirteen(level: str) -> None:
    assert isinstance(choose(level, Sitting(blind(6)).deal().sees(1), Stream(b"x")), Bid)
    assert choose(level, Sitting(blind(13)).deal().sees(1), Stream(b"x")) == Look(1)


@pytest.mark.rule("HR-4", "HR-7")
def test_the_partner_has_to_bid_the_rest_of_the_least_total() -> None:
    assert rest_of_blind_bid(blind(13), 3) == 10
    assert rest_of_blind_bid(blind(13), 0) == 0, "a nil of one's own binds nobody"
    assert rest_of_blind_bid(blind(6), 7) <= 0


def test_every_ending_is_used_by_a_shipped_game() -> None:
    used = {type(part) for slug in SLUGS for part in ruleset(shipped()[slug]).variant.endings}
    assert used == set(REGISTRY)


@pytest.mark.parametrize("slug", SLUGS)
def test_no_game_ends_before_the_limits_of_its_endings(slug: str) -> None:
    rules, rng = ruleset(shipped()[slug]), random.Random(slug)
    highest, lowest, most_hands, most_sets = ends_within(rules)
    sides, ended, early = len(rules.sides), 0, 0
    for _ in range(2000):
        near = [total for total in (highest, highest - 1, lowest, lowest + 1) if abs(total) < NEVER // 2]
        totals = tuple(rng.choice((rng.randint(-600, 600), *near)) for _ in range(sides))
        sets = tuple(rng.randint(0, 3) for _ in range(sides))
        standing = replace(
            rules.fresh_standing(), totals=totals, bags=tuple(rng.randint(0, 9) for _ in range(sides)), sets=sets,
            hands=rng.choice((rng.randint(1, 12), min(most_hands, 200))),
        )  # fmt: skip
        ends = rules.decide(standing, None) is not None
        within = all(lowest < total < highest for total in totals)
        within = within and standing.hands < most_hands and max(sets) < most_sets
        assert not (within and ends)
        ended, early = ended + ends, early + within
    assert ended and early


def test_an_ending_without_known_limits_is_always_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = ruleset(shipped()["sandbags"])
    monkeypatch.setattr(type(rules.variant.endings[0]), "goal", None)
    highest, lowest, hands, sets = ends_within.__wrapped__(rules)
    assert highest < lowest and not hands and not sets

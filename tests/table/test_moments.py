"""The moments of every kind of game: which they are, whose, and how strong."""

import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.game.trick import Played
from spades_tui.play.game_code import one_hand
from spades_tui.presentation.hand_words import Need, need_words, needs
from spades_tui.presentation.moment_words import moment_words, sentences_of
from spades_tui.presentation.moments import Moment, MomentKind, bid_strength, moments, points_strength
from spades_tui.presentation.wording import Wording
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Decided, GameOutcome, Note, Standing
from spades_tui.rules.ruleset import ruleset
from spades_tui.seats import Observation
from tests.game.tables import Sitting
from tests.games import SLUGS, each_game
from tests.scenes import at
from tests.table.playing import SHORT_NINE, opened, setup_of, step

Found = list[tuple[str, tuple[int, ...], int]]


def at_trick(seen: Observation, winners: Sequence[int]) -> Observation:
    """Return the hand in play after tricks with these winners, who each take them with some card."""
    took = Counter(winners)
    pack = seen.rules.cards.pack
    tricks = tuple((Played(seat, pack[n]),) for n, seat in enumerate(winners))
    return replace(
        seen,
        winners=tuple(winners),
        tricks=tricks,
        took=tuple(took[seat] for seat in range(seen.rules.seats)),
        side_tricks=tuple(sum(took[seat] for seat in side) for side in seen.rules.sides),
        phase=Phase.PLAYED if len(winners) == seen.rules.tricks else Phase.PLAY,
    )


def in_play(slug: str, bids: Sequence[int | str | None], totals: Sequence[int] = (), **options: Any) -> Observation:
    """Return the first lead of a hand with these bids, in a game with these totals."""
    standing: dict[str, Any] = {name: options.pop(name) for name in ("hands", "sets") if name in options}
    sitting = Sitting(slug, **options)
    if totals:
        standing["totals"] = tuple(totals)
    return sitting.so_far(**standing).deal().bids(*bids).sees(None)


def of_tricks(seen: Observation, before: Sequence[int], winner: int) -> Found:
    """Return the moments of one more trick, by kind."""
    happened = moments(at_trick(seen, before), at_trick(seen, [*before, winner]))
    return sorted((str(moment.kind), moment.seats, moment.strength) for moment in happened)


class Case(Struct, frozen=True):
    """A trick in a game, and its moments."""

    slug: str
    bids: tuple[int | str | None, ...]
    before: tuple[int, ...]
    winner: int
    found: tuple[tuple[str, tuple[int, ...], int], ...]
    totals: tuple[int, ...] = ()
    standing: dict[str, Any] = {}


US, THEM = (0, 2), (1, 3)
CASES = [
    # partners: a bid is made when its last trick is won, and stronger only if it can decide the game
    Case("classic", (3, 4, 2, 4), (0, 0, 2, 2), 0, (("bid_made", US, 1),)),
    Case("classic", (3, 4, 2, 4), (0, 0, 2, 2), 1, ()),
    Case("classic", (3, 4, 2, 4), (0, 0, 2, 2), 0, (("bid_made", US, 2),), totals=(440, 300)),
    Case("classic", (3, 4, 2, 4), (0, 0, 2, 2), 0, (("bid_made", US, 1),), totals=(330, 300)),
    Case("classic", (3, 4, 2, 4), (0,) * 5 + (1,) * 7, 1, (("bid_made", THEM, 2),), totals=(0, 0)),
    Case("classic", (3, 4, 2, 4), (0,) * 5 + (1,) * 7, 1, (("bid_made", THEM, 3),), totals=(0, 440)),
    # a set is known as soon as too few tricks are left
    Case("classic", (5, 4, 4, 4), (1,) * 4, 1, (("set", US, 2),)),
    Case("classic", (5, 4, 4, 4), (1,) * 4, 1, (("set", US, 3),), totals=(450, 0)),
    Case("classic", (5, 4, 4, 4), (1,) * 4, 1, (("set", US, 3),), totals=(-150, 0)),
    Case("classic", (5, 2, 4, 2), (0,) * 8 + (1,) * 4, 1, (("set", US, 2),)),
    # every bid made: nobody has anything left to earn
    Case("classic", (3, 2, 2, 2), (0,) * 5 + (1,) * 3, 1, (("bid_made", THEM, 1), ("last_bean", THEM, 1))),
    Case("classic", (3, 2, 2, 2), (0,) * 6 + (1,) * 3, 1, (("bid_made", THEM, 1), ("last_bean", THEM, 1))),
    Case("classic", (3, 2, 2, 2), (0,) * 7 + (1,) * 3, 1, (("bid_made", THEM, 1),)),  # as in most hands
    # not every bid is made while a nil is open, or if it was set
    Case("classic", (0, 2, 2, 2), (2,) * 2 + (1,) * 3, 1, (("bid_made", THEM, 1),)),
    Case("classic", (0, 2, 2, 2), (0,) + (2,) * 2 + (1,) * 3, 1, (("bid_made", THEM, 1),)),
    # a nil is always felt; at 20 points it's the beginning of a game, at 480 nearly its end
    Case("classic", (0, 4, 4, 4), (1,), 0, (("nil_broken", (0,), 2),), totals=(20, 20)),
    Case("classic", (0, 4, 4, 4), (1,), 0, (("nil_broken", (0,), 3),), totals=(480, 20)),
    Case("classic", (0, 4, 4, 4), (1, 0), 0, ()),
    Case(
        "classic", (0, 4, 4, 4), (2,) * 4 + (1,) * 8, 1, (("nil_made", (0,), 2),), totals=(20, 20)
    ),
    Case(
        "classic", (0, 4, 4, 4), (2,) * 4 + (1,) * 8, 1, (("nil_made", (0,), 3),), totals=(480, 20)
    ),
    Case("classic", ("b0", 4, 4, 4), (1,), 0, (("nil_broken", (0,), 3),), totals=(20, 250)),
    # both jokers, six players in pairs, and one player alone with the highest score
    Case("jokers", (4, 4, 4, 4), (0,) * 7, 2, (("bid_made", US, 1),)),
    Case("jokers", (4, 4, 4, 4), (0,) * 5, 1, ()),
    Case("jokers", (5, 4, 5, 4), (1,) * 3, 3, (("set", US, 3),), standing={"sets": (2, 0)}),
    Case("joker-deuces", (4, 4, 4, 4), (0,) * 7, 2, (("bid_made", US, 1),)),
    Case("six-handed", (2, 1, 1, 1, 1, 1), (0, 0), 3, (("bid_made", (0, 3), 1),)),
    Case("six-handed", (3, 1, 1, 2, 1, 1), (1,) * 4, 1, (("set", (0, 3), 2),)),
    # a big bid is a strong moment, however many points it means, and stronger in the last trick
    Case("six-handed", (4, 1, 1, 3, 1, 1), (1, 1), 1, (("set", (0, 3), 2),)),
    Case("classic", (6, 1, 4, 1), (0,) * 9, 0, (("bid_made", US, 2),)),
    Case("classic", (6, 1, 4, 1), (1,) * 3 + (0,) * 9, 3, (("set", US, 3),)),
    Case("3b-three", (10, 4, 4), (0,) * 9, 0, (("bid_made", (0,), 2),)),
    Case("3b-three", (10, 4, 4), (1,) * 7 + (0,) * 9, 1, (("set", (0,), 3),)),
    Case("cutthroat", (7, 1, 1, 1), (1,) * 6, 2, (("bid_made", (2,), 1), ("set", (0,), 2))),
    Case("cutthroat", (6, 1, 1, 1), (2,) + (1,) * 6, 2, (("set", (0,), 2),)),
    # three players, exact bids: 0 to 2 aren't made before the end, and one trick more sets them
    Case("bemo", (2, 4, 4), (0,), 0, ()),
    Case("bemo", (2, 4, 4), (0, 0), 0, (("set", (0,), 2),)),
    Case("bemo", (0, 4, 4), (1,), 0, (("nil_broken", (0,), 2),)),
    Case("bemo", (0, 7, 6), (1,) * 7 + (2,) * 5, 2, (("bid_made", (2,), 2), ("nil_made", (0,), 2))),
    Case("bemo", (2, 5, 6), (0,) * 2 + (1,) * 5 + (2,) * 5, 2, (("bid_made", (0,), 2), ("bid_made", (2,), 2))),
    Case("bemo", (2, 4, 4), (0,) * 2 + (1,) * 4 + (2,) * 3, 2, (("bid_made", (2,), 1), ("last_bean", (2,), 2))),
    Case("cutthroat-three", (3, 4, 5), (0, 0), 0, (("bid_made", (0,), 1),)),
    # 3B: beans alone, tricks over a bid cost, and a zero that grows
    Case("3b-four", (3, 3, 3, 3), (0, 0), 0, (("bid_made", (0,), 1),)),
    Case(
        "3b-four", (1, 3, 3, 3), (0,) * 1 + (1,) * 3 + (2,) * 3 + (3,) * 2, 3,
        (("bid_made", (3,), 1), ("last_bean", (3,), 2)),
    ),
    Case("3b-four", (0, 3, 3, 3), (1,), 0, (("nil_broken", (0,), 2),)),
    Case(
        "3b-four", (0, 3, 3, 3), (1,), 0, (("nil_broken", (0,), 3),),
        totals=(60, 40, 0, 0), standing={"hands": 7},
    ),
    Case("3b-four", (5, 3, 3, 3), (1,) * 8, 2, (("set", (0,), 2),)),
    # Call Break: five hands, and the last one decides
    Case("call-break", (3, 3, 3, 3), (0, 0), 0, (("bid_made", (0,), 1),)),
    Case(
        "call-break", (3, 3, 3, 3), (0, 0), 0, (("bid_made", (0,), 2),),
        totals=(60, 90, 0, 0), standing={"hands": 4},
    ),
    Case("call-break", (5, 3, 3, 3), (1,) * 8, 2, (("set", (0,), 2),)),
    Case("two-handed", (5, 5), (0,) * 4, 0, (("bid_made", (0,), 1),)),
]  # fmt: skip


@pytest.mark.parametrize("case", CASES, ids=lambda case: f"{case.slug}-{case.found}")
def test_moments_of_a_trick(case: Case) -> None:
    seen = in_play(case.slug, case.bids, case.totals, **case.standing)
    assert of_tricks(seen, case.before, case.winner) == [*case.found]


@pytest.mark.parametrize(
    ("slug", "bids", "big"),
    [
        ("classic", (3, 3, 3, 3), []),
        ("classic", (7, 2, 2, 2), [(0,)]),
        ("classic", (6, 2, 4, 2), [US]),
        ("classic", (3, 2, 7, 2), [US, (2,)]),
        ("classic", (7, 2, 3, 2), [US]),
        ("jokers", (5, 4, 5, 4), [US]),
        ("3b-three", (8, 4, 4), []),
        ("3b-three", (9, 4, 4), [(0,)]),
        ("cutthroat", (6, 7, 1, 1), [(1,)]),
        ("bemo", (7, 8, 1), [(1,)]),
        ("two-handed", (9, 10), [(1,)]),
    ],
)
def test_a_big_bid_is_a_moment_as_it_is_made(slug: str, bids: tuple[int, ...], big: list[tuple[int, ...]]) -> None:
    seen = Sitting(slug).deal().bids(*bids).sees(None)
    so_far: list[int | None] = [None] * len(bids)
    found = []
    unbid = replace(seen, contracts=(None,) * len(seen.contracts))
    for seat in seen.order or seen.table:
        before = replace(unbid, bids=tuple(so_far))
        so_far[seat] = bids[seat]
        happened = moments(before, replace(unbid, bids=tuple(so_far)))
        found += [moment for moment in happened if moment.kind == MomentKind.BIG_BID]
        assert len(happened) <= 1
    assert sorted(moment.seats for moment in found) == sorted(big)
    assert all((moment.strength, moment.is_good(moment.seats)) == (2, None) for moment in found)


@pytest.mark.rule("NL-7")
def test_a_blind_bid_is_a_moment_and_so_is_what_becomes_of_a_blind_nil() -> None:
    look, seen = Wording(("Ann", "Bea", "Cy", "Dot")), in_play("classic", ("b0", 4, 4, 4), (20, 250))
    for bid, words in ((0, "Ann bids a nil, blind."), (7, "Ann bids 7, blind.")):
        after = replace(seen, bids=(bid, None, None, None))
        happened = moments(replace(after, bids=(None,) * 4), after)
        blind = [moment for moment in happened if moment.kind == MomentKind.BLIND_BID]
        assert [(moment.seats, moment.strength) for moment in blind] == [((0,), 2)]
        assert moment_words(blind[0], seen.rules, look) == words
    for before, winner, words in (
        ((), 0, "Ann's blind nil is set: −200."), ((2,) * 4 + (1,) * 8, 1, "Ann's blind nil is made: +200."),
    ):  # fmt: skip
        happened = moments(at_trick(seen, before), at_trick(seen, [*before, winner]))
        assert words in [moment_words(moment, seen.rules, look) for moment in happened]


@pytest.mark.rule("JK-5")
def test_a_raise_can_make_a_bid_big() -> None:
    before = Sitting("jokers").deal().bids(4, 4, 5, 4).sees(None)
    assert before.contracts[0] == 9
    after = replace(before, contracts=(10, *before.contracts[1:]))
    assert [(moment.kind, moment.seats, moment.bid) for moment in moments(before, after)] == [
        (MomentKind.BIG_BID, US, 10)
    ]


def test_a_moment_is_not_shown_again_when_a_trick_is_taken_back() -> None:
    seen = in_play("classic", (3, 4, 2, 4))
    before, after = at_trick(seen, (0,) * 4), at_trick(seen, (0,) * 5)
    assert moments(after, before) == ()
    assert moments(after, after) == ()


def test_broken_spades_are_a_moment_only_where_they_must_be_broken() -> None:
    for slug, expected in (("classic", ["spades_broken"]), ("bemo", [])):
        before = replace(in_play(slug, (3,) * 4), trick=(Played(1, 5), Played(2, 50)), broken=False)
        found = moments(before, replace(before, broken=True))
        assert [str(moment.kind) for moment in found] == expected
        assert [moment.seats for moment in found] == [(2,)] * len(expected)


def test_a_challenge_that_sets_a_side_is_a_moment() -> None:
    seen = in_play("jokers", (4, 4, 4, 4), enforcement="challenge")
    (moment,) = moments(seen, replace(seen, penalised=(1,)))
    assert (moment.kind, moment.seats) == (MomentKind.SET, THEM)


def test_a_claim_ends_bids_and_nils_but_no_last_trick_decides_them() -> None:
    seen = in_play("classic", (0, 4, 4, 4))
    before = at_trick(seen, (2,) * 4 + (1,) * 4)
    after = replace(at_trick(seen, (2,) * 4 + (1,) * 9), claimed=1)
    found = {moment.kind: moment for moment in moments(before, after)}
    assert set(found) == {MomentKind.NIL_MADE, MomentKind.BID_MADE}
    assert not any(moment.last_trick for moment in found.values())


# ---- after a score


def scored(
    slug: str, points: Sequence[Sequence[int]], notes: Sequence[Sequence[Note]] = (), *, winners: tuple[int, ...] = ()
) -> Found:
    """Return the moments of the last of some hands with these points and notes by side, by kind."""
    seen = Sitting(slug).sees(None)
    totals = [0] * len(seen.rules.sides)
    scores: list[HandScore] = []
    for number, hand in enumerate(points):
        totals = [total + more for total, more in zip(totals, hand, strict=True)]
        decided = tuple(notes[number]) if number < len(notes) else ()
        nobody = (None,) * seen.rules.seats
        scores.append(HandScore(number + 1, (), tuple(hand), tuple(totals), nobody, nobody, notes=decided))
    before_totals = tuple(total - more for total, more in zip(totals, points[-1], strict=True))
    before = replace(seen, standing=replace(seen.standing, hands=len(points) - 1, totals=before_totals))
    outcome = GameOutcome("target", winners, ()) if winners else None
    after = replace(seen, standing=replace(seen.standing, hands=len(points), totals=tuple(totals)), outcome=outcome)
    return [(str(one.kind), one.seats, one.strength) for one in moments(before, after, scores)]


MADE, FAILED = [Note(Decided.MADE, 0, US)], [Note(Decided.SET, 0, US)]


def test_bags_that_cost_points_are_stronger_near_the_end() -> None:
    charged = [[], [Note(Decided.BAGS_CHARGED, 1, THEM, 10)]]
    assert scored("classic", [(40, 20), (40, -60)], charged) == [("bag_penalty", THEM, 1)]
    assert scored("classic", [(440, 20), (40, -60)], charged) == [("bag_penalty", THEM, 3)]
    charged = [[], [Note(Decided.BAGS_CHARGED, 0, (0,), 10)]]
    assert scored("bemo", [(340, 20, 10), (-60, 20, 10)], charged) == [("bag_penalty", (0,), 2)]


@pytest.mark.parametrize(
    ("hands", "strength"), [(2, 0), (3, 1), (4, 0), (5, 2), (8, 3), (9, 0)]
)
def test_a_streak_is_a_moment_at_three_five_and_eight_hands(hands: int, strength: int) -> None:
    found = scored("classic", [(20, 10)] * hands, [MADE] * hands)
    assert found == ([("streak", US, strength)] if strength else [])
    assert scored("classic", [(20, 10)] * (hands + 1), [FAILED, *[MADE] * hands]) == found
    assert scored("classic", [(20, 10)] * (hands + 1), [*[MADE] * hands, FAILED]) == []
    both = [*MADE, Note(Decided.MADE, 1, THEM)]
    assert scored("classic", [(20, 10)] * hands, [both] * hands) == [], "what everybody does is no feat"


@pytest.mark.parametrize(("slug", "stake", "strength"), [
    ("classic", 500, 3), ("classic", -500, 3), ("classic", 250, 2), ("classic", 249, 1), ("classic", 0, 1),
    ("call-break", 0, 1), ("call-break", 10, 1),
])  # fmt: skip
def test_points_are_strong_if_they_can_end_or_decide_the_game(slug: str, stake: int, strength: int) -> None:
    rules = ruleset(shipped()[slug])
    start = Standing.fresh(rules.seats, len(rules.sides))
    assert points_strength(rules, start, 0, stake) == strength


def test_hands_that_a_player_sits_out_neither_count_nor_end_a_streak() -> None:
    alone = [Note(Decided.MADE, 0, (0,))]
    hands = [alone, alone, [], alone]
    assert scored("3b-five", [(10, 0, 0, 0, 0)] * 4, hands) == [("streak", (0,), 1)]
    assert scored("3b-five", [(10, 0, 0, 0, 0)] * 4, [alone, alone, alone, []]) == []


@pytest.mark.parametrize(
    ("points", "found"),
    [
        ([(0, 100), (120, -30)], []),
        ([(-60, 90), (-50, 40), (120, -60), (110, -30)], [("comeback", US, 2)]),
        ([(-100, 100), (100, -40), (90, -50)], [("comeback", US, 1)]),
        ([(-100, 70), (100, -40), (90, 20)], [("comeback", US, 1)]),
        ([*[(-60, 100)] * 4, *[(100, -60)] * 5], [("comeback", US, 3)]),
        ([(-100, 100), (100, -40), (90, -50), (90, 10)], []),
    ],
)
def test_a_side_that_was_far_behind_and_leads_has_come_back(points: list[tuple[int, int]], found: Found) -> None:
    assert scored("classic", points) == found


@pytest.mark.parametrize(
    ("slug", "points", "winners", "expected"),
    [
        ("classic", [(250, 200), (260, 240)], (0,), [("game_won", US, 3), ("game_lost", THEM, 3)]),
        ("classic", [(120, 40)] * 5, (0,), [("game_won", US, 2), ("game_lost", THEM, 2)]),
        ("classic", [(130, -10)] * 4, (0,), [("game_won", US, 1), ("game_lost", THEM, 1)]),
        ("call-break", [(30, 40, 20, 20)] * 5, (1,), [("game_won", (1,), 2), ("game_lost", (0, 2, 3), 2)]),
        ("3b-three", [(30, 41, 41)] * 2, (1, 2), [("game_won", (1, 2), 3), ("game_lost", (0,), 3)]),
        ("six-handed", [(90, 80, 70)] * 6, (0,), [("game_won", (0, 3), 3), ("game_lost", (1, 4, 2, 5), 3)]),
        ("bemo", [(200, 100, 50)] * 3, (0,), [("game_won", (0,), 2), ("game_lost", (1, 2), 2)]),
        ("jokers", [(90, 80)] * 6, (0,), [("game_won", US, 3), ("game_lost", THEM, 3)]),
    ],
)
def test_the_end_of_a_game_is_stronger_if_it_was_close(
    slug: str, points: list[tuple[int, ...]], winners: tuple[int, ...], expected: Found
) -> None:
    assert scored(slug, points, winners=winners) == expected


def test_several_sides_that_one_trick_sets_share_a_sentence() -> None:
    look, rules = Wording(("Ann", "Bea", "Cy"), people=(0,)), ruleset(setup_of("3b-three").variant)
    sets = [Moment(MomentKind.SET, (seat,), last_trick=True, bid=7) for seat in range(3)]
    made = Moment(MomentKind.BID_MADE, (0,), number=9)
    assert sentences_of([sets[1], made, sets[2]], rules, look) == [
        "Bea and Cy are set in the last trick.", "You have made 9.",
    ]  # fmt: skip
    assert sentences_of(sets[:2], rules, look) == ["You and Bea are set in the last trick."]
    assert sentences_of(sets[:1], rules, look) == ["You are set in the last trick, one short of 7."]
    streaks = [Moment(MomentKind.STREAK, (seat,), number=count) for seat, count in ((0, 3), (1, 5), (2, 3))]
    assert sentences_of(streaks, rules, look) == [
        "You and Cy have made every bid of 3 hands in a row.", "Bea has made every bid of 5 hands in a row.",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("slug", "people", "losers", "said"),
    [
        ("cutthroat", (1,), (0, 1, 3), "You lose the game to Cy."),
        ("cutthroat", (), (1,), "Bea loses the game."),
        ("call-break", (0,), (0, 1), "You lose the game to Cy and Dot."),
        ("six-handed", (0,), (0, 3, 1, 4), "You & Dot lose the game to Cy and Fay."),
        ("classic", (0,), US, "You & Cy lose the game."),
        ("six-handed", (0, 3), (0, 3, 1, 4), "Ann & Dot lose the game to Cy and Fay."),
        ("cutthroat", (0, 1), (0, 1, 3), "Ann & Bea & Dot lose the game."),
    ],
)
def test_a_lost_game_names_the_persons_own_side_and_who_won(
    slug: str, people: tuple[int, ...], losers: tuple[int, ...], said: str
) -> None:
    look = Wording(("Ann", "Bea", "Cy", "Dot", "Eve", "Fay"), people=people)
    rules = ruleset(setup_of(slug).variant)
    assert moment_words(Moment(MomentKind.GAME_LOST, losers), rules, look) == said


def test_a_game_of_one_hand_is_won_or_lost_as_a_hand() -> None:
    look = Wording(("Ann", "Bea", "Cy", "Dot"), people=(0,))
    rules = ruleset(one_hand(setup_of("classic").variant))
    ends = ((MomentKind.GAME_WON, THEM), (MomentKind.GAME_LOST, US))
    assert [moment_words(Moment(*end), rules, look) for end in ends] == [
        "Bea & Dot win the hand.", "You & Cy lose the hand.",
    ]  # fmt: skip


# ---- every game


@pytest.mark.parametrize("slug", each_game("classic", "3b-five", "bemo"))
def test_every_bid_of_a_game_is_made_or_set_once(slug: str) -> None:
    """In each played hand, every bid and nil has exactly one moment, which agrees with its score."""
    options: dict[str, Any] = {
        name: value
        for name, value in SHORT_NINE.get(slug, {}).items()
        if name in setup_of(slug).variant.option_names and name not in ("enforcement", "new_deal")
    }
    table, rng = opened(setup_of(slug, seed="moments", **options), None), random.Random(3)
    before, decided, hands = table.observe(None), Counter[tuple[bool, tuple[int, ...]]](), 0
    look = Wording(table.names, people=(0,))
    for _ in range(1500):
        if not step(table, rng):
            break
        after = table.observe(None)
        for moment in moments(before, after, table.shown(None).scores):
            assert 1 <= moment.strength <= 3
            assert moment_words(moment, after.rules, look).endswith(".")
            if moment.kind in (MomentKind.BID_MADE, MomentKind.NIL_MADE):
                decided[True, moment.seats] += 1
            elif moment.kind in (MomentKind.SET, MomentKind.NIL_BROKEN):
                decided[False, moment.seats] += 1
        if after.standing.hands > before.standing.hands:
            notes = [note for note in table.shown(None).scores[-1].notes if note.seats]
            good = {note.seats for note in notes if note.what in (Decided.MADE, Decided.ZERO_MADE)}
            bad = {note.seats for note in notes if note.what in (Decided.SET, Decided.ZERO_FAILED)}
            assert {seats for made, seats in decided if made} == good
            assert {seats for made, seats in decided if not made} == bad
            assert set(decided.values()) <= {1}
            decided.clear()
            hands += 1
        before = after
    assert hands


def test_all_games_have_a_strength_for_every_bid() -> None:
    for slug in SLUGS:
        sitting = Sitting(slug).deal().bids_near(2)
        for need in needs(sitting.sees(None)):
            assert bid_strength(sitting.sees(None), need) in (1, 2, 3)


def test_a_nil_that_takes_a_trick_has_one_word_everywhere() -> None:
    told = []
    table = at("whiz", None, seed="moments", target=200)
    look = Wording(table.names)
    for score in table.scores:
        seats = [note.seats for note in score.notes if note.what == Decided.ZERO_FAILED]
        lines = [line.text for line in score.lines if line.text.startswith(("Nil", "Blind nil"))]
        told += [(len(seats), sum(" set, " in line for line in lines))]
    assert any(nils for nils, _ in told)
    assert all(nils == lines for nils, lines in told)
    need = Need((0,), 0, 1, 5, exact=False, zero=True)
    seen = table.observe(None)
    assert " is set" in need_words(seen, need, look)
    assert " is set" in moment_words(Moment(MomentKind.NIL_BROKEN, (0,)), seen.rules, look)

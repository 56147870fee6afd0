"""Searching players race all choices, weigh vetoed plays, and their play-outs count as the score does."""

from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots import choose
from spades_tui.bots.cardplay import fair_plays
from spades_tui.bots.search import card_search
from spades_tui.bots.search.playout import packed_tricks
from spades_tui.bots.search.playout_outlook import outlooks
from spades_tui.bots.search.race import Effort, End, Runner
from spades_tui.bots.search.sampled_deals import Deals
from spades_tui.bots.search.vetoes import DefensiblePlays, defended
from spades_tui.bots.valued_choice import Aim, ValuedChoice
from spades_tui.cards import parse_hand, text
from spades_tui.fair import Stream
from spades_tui.game import machine
from spades_tui.game.events import Bid, Play, Score
from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.rules.ledger import Decided, Note
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from tests.bench.situations.reading import build, load
from tests.bots.at_random import any_card, bid, ends_at
from tests.bots.tables import at_play, rules_of, seen_by
from tests.game.tables import Sitting
from tests.games import SLUGS


@pytest.mark.parametrize(
    ("ahead", "here", "there", "chosen"),
    [(4.0, 0, 0, 0), (9.0, 0, 0, 1), (4.0, 1, 1, 0), (9.0, 1, 1, 1), (30.0, 1, 0, 0), (50.0, 1, 0, 1)],
)
def test_a_blunder_is_chosen_only_when_clearly_better(
    ahead: float, here: int, there: int, chosen: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both choices are raced twice. One that makes the bid as often is no blunder, so less is enough."""
    seen = Sitting("sandbags", dealer=3).deal("A2S 2C", "QT4C").bids(4, 4, 4, 1).play("2C").sees(1)
    plays = [event for event in seen.legal if isinstance(event, Play)]
    monkeypatch.setattr(card_search, "defended", lambda seen, seat, plays, style: DefensiblePlays(plays[:1], "own bid"))
    races = []

    def race(runners: list[Runner], *_: object) -> None:
        races.append(len(runners))
        for number, runner in enumerate(runners):
            behind = 50.0 if number != 1 else 0.0
            runner.behind = behind if len(races) == 1 else (ahead, 0.0)[number]
            runner.values += [0.0] * 20
            runner.ends += [End(0.0, bool((here, there)[number != 0]), 0)] * 20

    monkeypatch.setattr(card_search, "race", race)
    monkeypatch.setattr("spades_tui.bots.search.race.race", race)
    rows = card_search.weigh_cards(seen, 1, Random(1), Effort(20, 10**6))
    assert rows is not None
    assert len(races) == 2
    assert (rows[0].event == plays[0]) == (not chosen)
    assert max(row.value for row in rows) - rows[0].value == pytest.approx(0.0 if chosen else ahead)


@pytest.mark.rule("SB-9")
@pytest.mark.parametrize(("bid", "kept"), [(3, {"9D"}), (0, {"9D"}), (1, {"9D", "AD"})])
def test_a_winner_may_be_discarded_on_the_partners_trick_that_makes_the_bid(bid: int, kept: set[str]) -> None:
    """The partner has a trick and takes this one with the king. The last player holds the ace and the nine."""
    hands = ("2C 2H A9D /D", "3C AH 2D", "AC 3H K4D /D", "4C 4H 3D")
    sitting = Sitting("sandbags", dealer=0).deal(*hands).do(Bid(1, 3), Bid(2, 1), Bid(3, 3), Bid(0, bid))
    seen = sitting.play("3C AC 4C 2C 3H 4H 2H AH 2D KD 3D").sees(0)
    cards = {text(event.card) for event in defended(seen, 0, fair_plays(seen)).plays}
    assert cards == kept


@pytest.mark.parametrize(("hand", "kept"), [("8S 4S TC", "8S 4S TC"), ("8S JC TC", "8S")])
def test_a_trick_is_left_to_an_opponent_if_the_trumps_in_hand_are_sure_to_make_the_bid(hand: str, kept: str) -> None:
    """The last player needs two more tricks of three, and no other trumps are left."""
    situation = next(one for one in load() if one.name == "the last two trumps make the bid: no ruff")
    state = build(situation).state
    holding = (parse_hand(hand), *state.current.holding[1:])
    seen = observe(replace(state, hand=replace(state.current, holding=holding)), 0)
    found = defended(seen, 0, fair_plays(seen))
    assert {text(event.card) for event in found.plays} == set(kept.split())


@pytest.mark.parametrize(("tricks", "anew"), [(3, True), (0, False)])
def test_the_last_cards_are_dealt_again_for_every_sample(
    tricks: int, anew: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Known voids may leave no two cards to exchange, although dealing all of them again gives other hands."""
    begun = []
    real = Deals.__init__

    def begin(self: Deals, seen: Observation, seat: int, random: Random) -> None:
        begun.append(seat)
        real(self, seen, seat, random)

    monkeypatch.setattr(Deals, "__init__", begin)
    course = at_play(rules_of("sandbags"), {}, (3, 3, 3, 3))
    while len(course.state.current.tricks) < 13 - tricks and tricks:
        course.do(choose("beginner", seen_by(course), Stream(b"late")))
    seen = seen_by(course)
    assert seen.seat is not None
    rows = card_search.weigh_cards(seen, seen.seat, Random(1), Effort(20, 10**6))
    assert rows
    assert (len(begun) > 2) == anew


def test_the_partners_trick_is_not_ruffed_if_overtricks_cost_nothing() -> None:
    held = {
        1: "AH KH QH TC JC QC KC AC 7D 8H 9D TD JD",
        2: "5H 6H 7H 8D 8S 9S TS JS QS KS AS LJ BJ",
        3: "3C 4C 5C 6C 7C 8C 9C 3D 4D 5D 6D 3S 4S",
    }
    seen = seen_by(at_play(rules_of("jokers"), held, (3, 3, 3, 3), "AD 7D 8D 3D 4H AH 5H"))
    found = defended(seen, 3, fair_plays(seen))
    assert found.kind == "partner's sure trick"
    assert not any(text(event.card).endswith("S") for event in found.plays)


def test_play_outs_overrule_the_partners_sure_trick_only_if_the_last_tricks_are_tried_exactly() -> None:
    """In other play-outs, the partner leads worse than a real one."""
    trick, bid = DefensiblePlays([], "partner's sure trick"), DefensiblePlays([], "own bid")
    assert trick.margin(1.0, 1.0, exact=False) > trick.margin(1.0, 1.0, exact=True)
    assert bid.margin(1.0, 1.0, exact=False) == bid.margin(1.0, 1.0, exact=True)
    assert trick.margin(1.0, 0.5, exact=True) == trick.margin(1.0, 1.0, exact=False)


@pytest.mark.rule("NL-5")
def test_a_zero_at_stake_is_counted_by_its_own_tricks() -> None:
    cover, hunt = DefensiblePlays([], "cover", 2), DefensiblePlays([], "opponent's zero", 2)
    assert [cover.succeeds(True, (4, 3, taken, 6)) for taken in (0, 1)] == [True, False]
    assert [hunt.succeeds(True, (4, 3, taken, 6)) for taken in (0, 1)] == [False, True]


DONE = {
    Aim.MAKE: (Decided.MADE, Decided.SET), Aim.SET: (Decided.SET, Decided.MADE),
    Aim.KEEP: (Decided.ZERO_MADE, Decided.ZERO_FAILED), Aim.BREAK: (Decided.ZERO_FAILED, Decided.ZERO_MADE),
    Aim.PROMISE: (Decided.KEPT, Decided.BROKEN),
}  # fmt: skip
"""For each aim, the note of the score when it is reached and when it isn't."""


@pytest.mark.parametrize(
    ("slug", "options"),
    [*((slug, {}) for slug in SLUGS), ("classic", {"failed_nil": "helps"}), ("classic", {"failed_nil": "bags"})],
)
def test_a_hint_judges_an_ending_as_the_score_does(slug: str, options: dict[str, object]) -> None:
    random, met = Random(slug), 0
    rules = rules_of(slug, **options)
    for _ in range(12):
        state = bid(rules, random)
        seat = state.current.player
        ends, notes = ends_at(state), list[Note]()
        while state.phase == Phase.PLAY:
            state = machine.apply(state, any_card(state, random))[0]
        hand = state.current
        for finding in machine.apply(state, Score())[1]:
            notes += finding.notes if isinstance(finding, HandScore) else ()
        took = [sum(hand.took[other] for other in seats) for seats in ends.seats]
        winners = [hand.table.index(winner) for winner in hand.winners]
        end = ends.outcomes().of(packed_tricks(took), winners)
        [look] = outlooks([ValuedChoice(Score(), 0.0, float(end.made), 0.0, 1, 0.0, (end,))], seat)  # type: ignore[arg-type]
        assert look is not None
        for (aim, whose), number in look.numbers.items():
            if aim in DONE:
                zero = aim in (Aim.KEEP, Aim.BREAK, Aim.PROMISE)
                about = [note for note in notes if (whose in note.seats if zero else note.side == whose)]
                decided = {note.what for note in about} & {*DONE[aim]}
                assert decided == {DONE[aim][0 if number else 1]}, (aim, whose, notes)
                met += 1
            if aim in (Aim.BAGS, Aim.GIVE):
                over = sum(note.tricks for note in notes if note.what == Decided.OVER and note.side == whose)
                assert number == over, (aim, whose, notes)
                met += 1
    assert met > 12

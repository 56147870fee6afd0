"""After a hand, its score sheet says which decision is worth a second look, by what the player could know."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.analysis import hand_lesson
from spades_tui.analysis.hand_lesson import decisions_of, lesson_of
from spades_tui.analysis.review import COST_TO_TELL, Judged, judge
from spades_tui.bots import advice
from spades_tui.game.events import Bid, Play
from spades_tui.plain.home_table import PlainTable
from spades_tui.plain.why import NO_REVIEW
from spades_tui.play.brain import IN_PLACE
from spades_tui.play.table import Table
from spades_tui.presentation.bid_end_words import NONE_COST_MUCH, blameless_words
from spades_tui.presentation.hand_story_words import lesson_words, work_on_words
from spades_tui.presentation.wording import Wording
from spades_tui.rules.ledger import Decided
from spades_tui.settings import dead_key_reasons
from spades_tui.settings.settings import Settings
from tests.driver import Driver, driving
from tests.games import each_game
from tests.plain.talking import Typist
from tests.review.reviewing import weigh
from tests.scenes import SceneApp, at, last_card, scored

LOOK = Wording(("Ann", "Bea", "Cy", "Dot", "Eve", "Fay"), people=(0,))


@pytest.fixture(autouse=True)
def weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", weigh)


def judged_in(table: Table) -> list[tuple[int, Judged]]:
    hand = table.open_game().hands[-1]
    return [(place, judge(one, IN_PLACE)) for place, one in decisions_of(hand, 0)]


@pytest.mark.parametrize("slug", each_game("classic", "bemo"))
def test_the_lesson_is_the_costliest_of_the_person_s_own_decisions(slug: str) -> None:
    table = at(slug, scored(1))
    hand = table.open_game().hands[-1]
    judged = judged_in(table)
    assert judged
    for place, one in judged:
        moment = hand.moments[place]
        assert (moment.seat, moment.kind) == (0, "bid" if isinstance(one.decision.event, Bid) else "play")
        assert one.decision.choices > 1
    lesson = lesson_of(judged)
    assert lesson is not None
    assert lesson.judged.cost == max(one.cost for _, one in judged) >= COST_TO_TELL
    first, *_ = lesson_words(lesson.judged, LOOK)
    assert first.startswith(("Trick ", "Bidding")) and " than your " in first


def test_a_hand_without_costs_has_a_lesson_only_if_a_trap_was_avoided() -> None:
    judged = [(place, one) for place, one in judged_in(at("classic", scored(1))) if not one.cost and one.done]
    assert lesson_of([(place, replace(one, tempting=None)) for place, one in judged]) is None
    place, one = next(pair for pair in judged if isinstance(pair[1].decision.event, Play))
    assert one.best is not None
    trap = replace(one, tempting=replace(one.best, event=Play(0, 0), cost=12.0))
    lesson = lesson_of([(place, trap)])
    assert lesson is not None and lesson.place == place
    assert lesson_words(trap, LOOK)[0].endswith("; the tempting 2♣ was 12 points worse.")


def test_a_review_says_which_kind_of_choice_to_work_on() -> None:
    judged = [one for _, one in judged_in(at("classic", scored(1)))]
    leads = [one for one in judged if one.cost and not one.decision.seen.trick and one.decision.seen.leader is not None]
    follows = [one for one in judged if one.cost and one.decision.seen.trick]
    assert leads or follows
    one = (leads or follows)[0]
    kind = "leads" if leads else ("playing to a lead" if one.decision.seen.follows else "ruffs and discards")
    bid = next(each for each in judged if isinstance(each.decision.event, Bid) and each.best is not None)
    assert bid.best is not None and isinstance(bid.best.event, Bid)
    high = replace(bid, decision=replace(bid.decision, event=Bid(0, bid.best.event.bid + 2)), done=one.done)
    assert work_on_words([one, one, high]) == f"Work on {kind}: 2 of 3 clear mistakes."
    assert work_on_words([one, high, high]) == "Work on bids too high: 2 of 3 clear mistakes."
    assert not work_on_words([one, high])


@pytest.mark.parametrize(("hands", "people", "words"), [(1, 1, " than your "), (0, 1, NO_REVIEW), (1, 2, NO_REVIEW)])
def test_plain_text_says_the_lesson_if_asked(hands: int, people: int, words: str) -> None:
    typist = Typist()
    talk = PlainTable(at("classic", scored(hands), people=people), typist, Settings())
    assert talk.answers_aside("review")
    assert words in " ".join(typist.lines)


def test_a_set_without_a_costly_choice_names_the_cards_that_set_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_lesson, "lesson_of", lambda _: None)
    met = set()
    for number in range(1, 6):
        table = at("classic", scored(number))
        side_of, score = table.rules.side_of, table.scores[-1]
        failed = {note.side for note in score.notes if note.what in (Decided.SET, Decided.ZERO_FAILED)}
        for seat in range(4):
            words = " ".join(blameless_words(table.open_game().hands[-1], seat, LOOK))
            assert (" set " in words) == (side_of[seat] in failed) == words.endswith(NONE_COST_MUCH)
        typist = Typist()
        assert PlainTable(table, typist, Settings()).answers_aside("review")
        assert (NONE_COST_MUCH in " ".join(typist.lines)) == (side_of[0] in failed)
        met.add(side_of[0] in failed)
    assert met == {True, False}


async def scored_screen(seat: Driver) -> None:
    """Play the last card, and wait until the score sheet has looked back."""
    for _ in range(40):
        if seat.place == "score":
            break
        await seat.press("enter")
    await seat.work_ends()


@pytest.mark.usefixtures("real_suggestions")
@pytest.mark.parametrize(("settings", "shown", "key"), [
    ({}, True, True), ({"open_hands": "game"}, True, False), ({"suggestions": False}, False, False),
    ({"suggestions": False, "coach": "big"}, True, True),
])  # fmt: skip
async def test_the_score_sheet_looks_back_if_advice_is_wanted(settings: dict[str, Any], shown: bool, key: bool) -> None:
    async with driving(SceneApp(last_card(at("classic", scored(3))), **settings)) as seat:
        await scored_screen(seat)
        assert seat.sees(" than your ") is shown
        assert seat.sees("v shows it: ") is key
        await seat.press("v")
        assert seat.sees("All hands ·") is key
        if key:
            assert seat.sees(" than your "), "beside the moment, too"
            await seat.press("right")
            assert not seat.sees(" than your ")


@pytest.mark.usefixtures("real_suggestions")
async def test_a_look_back_that_shows_nothing_says_so_only_if_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hand_lesson, "decisions_of", lambda hand, seat: [])
    async with driving(SceneApp(last_card(at("classic", scored(3))))) as seat:
        await scored_screen(seat)
        assert not seat.sees("second look") and not seat.sees("Looking back")
        await seat.press("v")
        assert seat.footer == str(dead_key_reasons.NOTHING_TAUGHT)


@pytest.mark.usefixtures("real_suggestions")
async def test_the_score_sheet_of_several_people_looks_back_at_nobody() -> None:
    async with driving(SceneApp(last_card(at("classic", scored(3), people=2)), viewer=0)) as seat:
        await scored_screen(seat)
        assert not seat.sees(" than your ")

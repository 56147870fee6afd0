"""The story of a reviewed hand says only what the record of the game says too, in every game."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui.analysis.bid_ends import BagsEnd, BidEnd, End, NilEnd, PromiseEnd
from spades_tui.analysis.hand_story import (
    LUCK_ALONE,
    LUCK_TO_TELL,
    HandStory,
    Luck,
    LuckKind,
    TrickEnd,
    hand_stories,
    hand_story,
    is_harmless,
)
from spades_tui.analysis.hindsight import decided
from spades_tui.analysis.review import COST_TO_TELL, Judged, Review, hardest, judge, needs_judging, review_of
from spades_tui.analysis.reviewed_record import Record
from spades_tui.bots import advice
from spades_tui.bots.plan import Plan
from spades_tui.bots.position import Position
from spades_tui.cards import SPADES, cards_of, pretty, text
from spades_tui.cli import main
from spades_tui.game.events import Bid, Play
from spades_tui.game.trick import Played
from spades_tui.play.brain import IN_PLACE
from spades_tui.presentation.hand_story_words import MOST_SENTENCES, story_sentences, uncounted_words
from spades_tui.presentation.plan_words import kind_words, plan_words
from spades_tui.presentation.reason_words import reason_words
from spades_tui.presentation.wording import Wording
from spades_tui.record.writer import record_text
from spades_tui.rules.ruleset import Ruleset
from tests.advice.fakes import weigh_by_rules
from tests.driver import driving
from tests.games import each_game
from tests.review.reviewing import ReviewApp, record_of, simulated, weigh

MOST_WORDS = 18
FACE = r"\b(?:10|[2-9JQKA])[♣♦♥♠]"
LUCK = re.compile(r"\b(?:good|bad) luck, ", re.IGNORECASE)


class Told:
    """A reviewed game, its stories, and the lines of its record by hand."""

    def __init__(self, slug: str, **options: object) -> None:
        self.lines = simulated(slug, **options)
        self.record: Record = record_of(self.lines)
        seats = tuple(range(self.record.replayed.rules.seats))
        judged = [judge(one, IN_PLACE) for one in needs_judging(self.record.of(seats))]
        self.review: Review = review_of(self.record, seats, judged)
        self.stories: list[HandStory] = hand_stories(self.record, self.review)

    def rules(self, hand: int) -> Ruleset:
        return self.record.replayed.rules.of_hand(hand)

    def of_hand(self, number: int) -> list[dict[str, Any]]:
        """Return the lines of a hand from its last deal to its score."""
        found: list[dict[str, Any]] = []
        for line in self.lines:
            if line["event"] == "deal":
                found = []
            found.append(line)
            if line["event"] == "hand_score" and line["hand"] == number:
                return found
        raise AssertionError(number)

    def sentences(self, story: HandStory) -> tuple[str, ...]:
        look = Wording(self.record.names, people=self.record.people)
        return story_sentences(story, self.record.replayed.rules, look)


@cache
def told_by(slug: str, weights: Callable[..., object] = weigh, **options: object) -> Told:
    """Return a game that was reviewed with these weights; tests share it and change nothing in it."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(advice, "weigh", weights)
        return Told(slug, **options)


class Hand:
    """A hand as its record has it: tricks of (seat, card) pairs, winners and the score line."""

    def __init__(self, lines: list[dict[str, Any]]) -> None:
        self.tricks: list[list[tuple[int, str]]] = [[]]
        self.low: set[str] = set()
        self.winners: list[int] = []
        for line in lines:
            if line["event"] == "play":
                self.tricks[-1].append((line["seat"], line["card"]))
                if line.get("ace") == "low":
                    self.low.add(line["card"])
            elif line["event"] == "trick":
                assert line["trick"] == len(self.winners) + 1
                self.winners.append(line["winner"])
                self.tricks.append([])
        self.score = lines[-1]
        self.claimed = next((line["seat"] for line in lines if line["event"] == "claim"), None)

    def took(self, seats: set[int]) -> int:
        return sum(self.score["tricks"][seat] or 0 for seat in seats)

    def card_in(self, number: int, seat: int) -> str:
        return next(card for player, card in self.tricks[number - 1] if player == seat)

    def place(self, number: int, played: Played) -> int:
        return self.tricks[number - 1].index((played.seat, text(played.card)))


@pytest.fixture(autouse=True)
def weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(advice, "weigh", weigh)


@pytest.mark.parametrize("slug", each_game("six-handed", "bemo"))
def test_every_claim_of_a_story_stands_in_the_record(slug: str) -> None:
    told = told_by(slug)
    assert {story.hand for story in told.stories} == set(told.record.hands)
    for story in told.stories:
        lines = told.of_hand(story.hand)
        hand, rules = Hand(lines), told.rules(story.hand)
        if not story.played:
            assert not hand.winners
            continue
        for end in story.ends:
            check_end(end, hand, rules)
        check_sets(story, hand, rules)
        check_decisions(told, story, hand)
        check_luck(told, story, hand, rules)
        check_words(told, story)


def check_end(end: End, hand: Hand, rules: Ruleset) -> None:
    match end:
        case BagsEnd():
            assert rules.bags is not None
            assert end.bags and not end.bags % rules.bags.limit
        case NilEnd():
            assert hand.score["bids"][end.seat] == 0
            assert end.kept == (hand.score["tricks"][end.seat] == 0)
            if end.trick is not None:
                assert end.trick == hand.winners.index(end.seat) + 1
                assert end.card is not None
                assert hand.card_in(end.trick, end.seat) == text(end.card.card)
                if end.under is not None:
                    assert (end.under.seat, text(end.under.card)) in hand.tricks[end.trick - 1]
                    assert rules.cards.ranks[end.card.value] > rules.cards.ranks[end.under.value]
        case PromiseEnd():
            missed = [n for n, winner in enumerate(hand.winners[: end.tricks], 1) if winner != end.seat]
            assert end.kept == (not missed)
            assert end.kept or end.trick == missed[0]
        case BidEnd():
            check_bid(end, hand, rules)


def check_bid(end: BidEnd, hand: Hand, rules: Ruleset) -> None:
    side = rules.sides[rules.side_of[end.seats[0]]]
    bids = hand.score["bids"]
    contract = hand.score["side_bids"][rules.side_of[side[0]]] if "side_bids" in hand.score else bids[side[0]]
    assert end.bid == contract
    nils = {seat for seat in side if bids[seat] == 0} - set(end.seats)
    counting = set(end.seats) | (nils if rules.failed_zeros_help else set())
    assert end.took == hand.took(counting)
    for seat, own, took in end.short:
        assert not end.made and seat in end.seats
        assert (bids[seat], hand.took({seat})) == (own, took) and took < own
    if end.trick is None:
        assert end.winner is None
        return
    assert end.winner is not None
    assert end.winner.seat == hand.winners[end.trick - 1]
    assert hand.card_in(end.trick, end.winner.seat) == text(end.winner.card)
    if end.beaten is not None:
        assert end.beaten.seat in counting
        assert end.winner.seat not in counting
        assert hand.card_in(end.trick, end.beaten.seat) == text(end.beaten.card)
        follows = {rules.cards.suit_of[parse(hand.tricks[end.trick - 1][0][1])], SPADES}
        assert rules.cards.suit_of[end.beaten.value] in follows
    taken = [sum(winner in counting for winner in hand.winners[:n]) for n in range(len(hand.winners) + 1)]
    left = [rules.tricks - n for n in range(len(taken))]
    at, before = end.trick, end.trick - 1
    if end.made:
        assert taken[at] == end.bid > taken[before]
    elif end.took < end.bid:
        assert taken[at] + left[at] < end.bid <= taken[before] + left[before]
    else:
        assert taken[at] > taken[before] >= end.bid


def check_sets(story: HandStory, hand: Hand, rules: Ruleset) -> None:
    """Check that every side which fell short is told, and no other one as short."""
    short = set()
    for side, seats in enumerate(rules.sides):
        bids = [hand.score["bids"][seat] for seat in seats if hand.score["bids"][seat]]
        contract = hand.score["side_bids"][side] if "side_bids" in hand.score else sum(bids)
        if bids and hand.took(set(seats)) < contract:
            short.add(side)
    told = {rules.side_of[end.seats[0]] for end in story.ends if isinstance(end, BidEnd) and not end.made}
    assert short <= told


def check_decisions(told: Told, story: HandStory, hand: Hand) -> None:
    mine = [one for one in told.review.judged if (one.decision.seat, one.decision.hand) == (story.seat, story.hand)]
    if story.costliest is not None:
        assert story.costliest.cost >= COST_TO_TELL
        assert (story.costliest.cost == max(one.cost for one in mine)) >= story.cost_most
        line = told.lines[story.costliest.decision.line - 1]
        assert line["seat"] == story.seat
        assert (story.costly_trick is None) <= (line["event"] != "play")
    if story.costly_trick is not None:
        assert story.costliest is not None
        number = len(story.costliest.decision.seen.tricks) + 1
        winner = story.costly_trick.winner
        assert winner.seat == hand.winners[number - 1]
        assert hand.card_in(number, winner.seat) == text(winner.card)
        if winner.seat == story.seat:
            assert story.costly_trick.was_ahead
    if story.best is not None:
        assert story.best.cost == 0
        assert story.best.tempting is not None
        assert story.best.tempting.event != story.best.decision.event
        assert story.best.tempting.cost >= COST_TO_TELL
    assert story.choices <= len(mine)


def check_luck(told: Told, story: HandStory, hand: Hand, rules: Ruleset) -> None:
    figures = [one for one in told.review.hands if (one.hand, one.seat) == (story.hand, story.seat)]
    if story.luck is None:
        return
    assert abs(story.luck.points) >= LUCK_TO_TELL
    assert story.luck.points == figures[0].luck
    fact = story.luck.fact
    if fact is None:
        assert abs(story.luck.points) >= LUCK_ALONE
        return
    side, suit_of, ranks = rules.side_of, rules.cards.suit_of, rules.cards.ranks
    winner = hand.winners[fact.trick - 1]
    if fact.kind == LuckKind.NIL:
        assert winner == fact.other.seat == hand.winners[hand.winners.index(winner)]
        assert hand.score["bids"][winner] == 0
        assert winner not in hand.winners[: fact.trick - 1]
        assert (side[winner] != side[story.seat]) == (story.luck.points > 0), "another side's broken nil is good luck"
        return
    assert (side[winner] == side[story.seat]) == (story.luck.points > 0), "good luck wins a trick"
    assert fact.card is not None
    assert side[fact.card.seat] != side[fact.other.seat]
    assert side[story.seat] in (side[fact.card.seat], side[fact.other.seat])
    if fact.kind == LuckKind.IN_FRONT:
        assert winner == fact.card.seat
        players = [seat for seat, _ in hand.tricks[fact.trick - 1]]
        assert players.index(fact.other.seat) < players.index(winner)
        later = [pair for trick in hand.tricks[fact.trick :] for pair in trick]
        assert (fact.other.seat, text(fact.other.card)) in later
    else:
        assert winner == fact.other.seat
        assert hand.place(fact.trick, fact.card) < hand.place(fact.trick, fact.other)
    both_trumps = SPADES == suit_of[fact.card.card] == suit_of[fact.other.card]
    assert suit_of[fact.card.card] == suit_of[parse(hand.tricks[fact.trick - 1][0][1])] or both_trumps
    if fact.kind == LuckKind.RUFFED:
        assert suit_of[fact.other.card] == SPADES != suit_of[fact.card.card]
        assert fact.other.seat != story.seat, "a void of one's own is no luck"
        held = [card for trick in hand.tricks[fact.trick - 1 :] for seat, card in trick if seat == winner]
        assert all(suit_of[parse(card)] != suit_of[fact.card.card] for card in held)
    else:
        assert suit_of[fact.card.card] == suit_of[fact.other.card]
        assert ranks[fact.other.value] > ranks[fact.card.value]


def parse(name: str) -> int:
    return next(card for card in range(54) if text(card) == name)


def cards_told(story: HandStory) -> Iterator[str]:
    """Yield the faces of the cards that the data of a story has."""
    for end in story.ends:
        if isinstance(end, NilEnd):
            yield from (pretty(played.card) for played in (end.card, end.under) if played is not None)
        if isinstance(end, BidEnd):
            yield from (pretty(card.card) for card in (end.winner, end.beaten) if card is not None)
    if story.costly_trick is not None:
        yield pretty(story.costly_trick.winner.card)
    if story.costliest is not None and story.costliest.reason is not None:
        yield from hinted_faces(story.costliest)
    for one in (story.costliest, story.best):
        if one is not None and one.best is not None:
            tempting = one.decision.event if one.tempting is None else one.tempting.event
            for event in (one.decision.event, one.best.event, tempting):
                yield from (pretty(event.card),) if hasattr(event, "card") else ()
    if story.turn is not None:
        yield from (pretty(one.card.card) for one in story.turn.endings)
    if story.best is not None and story.best.tempting is not None and story.best.tempting.gain is not None:
        yield from re.findall(FACE, reason_words(story.best.tempting.gain, story.best.decision.seen))
    if story.luck is not None and story.luck.fact is not None:
        fact = story.luck.fact
        yield from (pretty(played.card) for played in (fact.other, fact.card) if played is not None)


def hinted_faces(one: Judged) -> list[str]:
    """Return the faces of the cards in the reason for a better bid; they are the player's own."""
    hint = reason_words(one.reason, one.decision.seen) if one.reason is not None else ""
    faces = re.findall(FACE, hint)
    assert set(faces) <= {pretty(card) for card in cards_of(one.decision.seen.own or 0)}
    return faces


def check_words(told: Told, story: HandStory) -> None:
    sentences = told.sentences(story)
    assert 1 <= len(sentences) <= MOST_SENTENCES
    assert len(set(sentences)) == len(sentences)
    faces = set(cards_told(story))
    for sentence in sentences:
        assert len(sentence.removeprefix("Why: ").split()) <= MOST_WORDS, sentence
        assert "%" not in sentence
        assert sentence.removesuffix("”").endswith(".")
        assert "None" not in sentence
        for face in re.findall(FACE, sentence):
            assert face in faces, sentence


@pytest.mark.parametrize("slug", ["classic", "suicide"])
def test_stories_tell_sets_nils_luck_and_choices(slug: str) -> None:
    told = told_by(slug)
    assert any(story.costliest is not None for story in told.stories)
    assert any(isinstance(end, BidEnd) for story in told.stories for end in story.ends)
    if slug == "suicide":
        broken = [end for story in told.stories for end in story.ends if isinstance(end, NilEnd) and end.card]
        assert broken
    else:
        assert any(LUCK.search(sentence) for story in told.stories for sentence in told.sentences(story))
    whole = " ".join(sentence for story in told.stories for sentence in told.sentences(story))
    assert " cost most" in whole


@pytest.mark.parametrize(
    ("cost", "doubt", "worth_a_word"),
    [(COST_TO_TELL, 1.0, True), (COST_TO_TELL - 0.1, 0.0, False), (20.0, 11.0, False)],
)
def test_a_story_names_a_cost_only_if_it_is_large_and_no_chance(cost: float, doubt: float, worth_a_word: bool) -> None:
    told = told_by("classic", target=100)
    before = next(story.costliest for story in told.stories if story.costliest is not None)
    number, seat = before.decision.hand, before.decision.seat
    assert before.done is not None
    judged = [
        replace(before, done=replace(before.done, cost=cost, doubt=doubt)),
        *(one for one in told.review.judged if not one.cost),
    ]
    score = next(score for score in told.record.replayed.scores if score.hand == number)
    story = hand_story(told.record, replace(told.review, judged=tuple(judged)), score, seat)
    assert (story.costliest is not None) is worth_a_word
    assert any(" cost most" in sentence for sentence in told.sentences(story)) is worth_a_word


def told_of(told: Told, story: HandStory, own: bool) -> tuple[str, ...]:
    """Return a story for its own player, or for somebody who looks on."""
    people = (story.seat,) if own else ()
    return story_sentences(story, told.record.replayed.rules, Wording(told.record.names, people=people))


def test_a_story_gives_the_hint_for_the_better_card_after_the_costliest_one() -> None:
    told = told_by("classic", target=100)
    story = next(one for one in told.stories if one.costly_trick is not None)
    one = story.costliest
    assert one is not None and one.reason is not None
    hint = reason_words(one.reason, one.decision.seen, Wording(told.record.names).names)
    sentences = told_of(told, story, own=True)
    assert sentences[sentences.index(hint) - 1].startswith("Trick ")
    assert f"Why: “{hint}”" in told_of(told, story, own=False)
    rules, look = told.record.replayed.rules, Wording(told.record.names, people=(story.seat,))
    brief = story_sentences(story, rules, look, hints=False)
    assert hint not in brief
    assert any(sentence.startswith("Trick ") and sentence.endswith(" was better.") for sentence in brief)


@pytest.mark.parametrize(("seat", "was_ahead", "outcome"), [
    (0, True, "took it"), (1, True, "lost to"), (1, False, "left it to"), (2, True, "left it to"),
])  # fmt: skip
def test_a_story_says_what_became_of_the_trick_of_the_costliest_card(seat: int, was_ahead: bool, outcome: str) -> None:
    told = told_by("classic", target=100)
    story = next(one for one in told.stories if one.costliest is not None and not one.costliest.decision.seen.trick)
    assert story.costly_trick is not None
    winner = replace(story.costly_trick.winner, seat=(story.seat + seat) % 4)
    changed = replace(story, costly_trick=TrickEnd(winner, was_ahead), harmless=False)
    costly = next(sentence for sentence in told_of(told, changed, True) if "cost most" in sentence)
    assert outcome in costly


def test_a_broken_nil_is_told_once() -> None:
    told = told_by("suicide")
    facts = [(story, story.luck.fact) for story in told.stories if story.luck is not None]
    lucky = [story for story, fact in facts if fact is not None and fact.kind == LuckKind.NIL]
    assert lucky
    for story in lucky:
        assert story.luck is not None and story.luck.fact is not None
        fact = story.luck.fact
        nils = tuple(end for end in story.ends if isinstance(end, NilEnd))
        for ends in (nils, ()):
            alone = replace(story, ends=ends, costliest=None, turn=None, best=None)
            [luck] = [sentence for sentence in told.sentences(alone) if LUCK.search(sentence)]
            said = any(end.seat == fact.other.seat for end in ends)
            assert (f"in trick {fact.trick}" in luck) is not said


@pytest.mark.parametrize(
    ("luck", "end", "words"),
    [
        (-120.0, NilEnd(1, True), "partly Bea's nil, which was made"),
        (120.0, NilEnd(1, True), "how the cards lay"),
        (120.0, BidEnd((1, 3), 5, 3, False, None), "partly the bid of Bea & Dot, which was set"),
        (-120.0, BidEnd((1, 3), 5, 3, False, None), "how the cards lay"),
        (-120.0, BidEnd((1, 3), 5, 5, True, None), "how the cards lay"),
    ],
)
def test_luck_without_a_card_names_the_nil_that_held_or_the_bid_that_was_set(
    luck: float, end: End, words: str
) -> None:
    told = told_by("classic", target=100)
    story = replace(told.stories[0], costliest=None, turn=None, best=None, ends=(end,))
    assert words in " ".join(told_of(told, replace(story, luck=Luck(luck, None)), own=True))


def test_no_end_of_a_bid_gives_way_to_praise() -> None:
    told = told_by("classic", target=100)
    story = next(one for one in told.stories if one.costliest is not None and one.turn is None)
    bid = BidEnd((0, 2), 5, 5, True, None)
    ends = (bid, NilEnd(1, True), NilEnd(3, True))
    assert story.costliest is not None
    praised = replace(story.costliest, tempting=story.costliest.best)
    sentences = told_of(told, replace(story, ends=ends, best=praised), own=True)
    assert sum("made" in sentence for sentence in sentences[:3]) == 3
    assert len(sentences) <= MOST_SENTENCES


@pytest.mark.parametrize(("own", "best", "did"), [
    (-20.0, 60.0, "decided"), (-302.0, -241.0, "made the most difference"), (20.0, 90.0, "made the most difference"),
])  # fmt: skip
def test_a_card_decided_only_if_another_had_won_the_hand(own: float, best: float, did: str) -> None:
    told = told_by("classic", weigh_by_rules)
    story = next(story for story in told.stories if story.turn is not None)
    assert story.turn is not None
    mine, other = story.turn.own, story.turn.best
    endings = (replace(mine, points=own), replace(other, points=best))
    turned = replace(story, turn=replace(story.turn, endings=endings))
    [words] = [one for one in told.sentences(turned) if one.startswith("In hindsight, ")]
    assert f" {did}: " in words


def test_a_costly_card_that_cost_nothing_this_time_is_told_so() -> None:
    told = told_by("classic", target=100)
    story = next(one for one in told.stories if one.costly_trick is not None)
    for harmless in (True, False):
        whole = " ".join(told.sentences(replace(story, harmless=harmless)))
        assert ("nothing this time" in whole) is harmless


def test_a_mistake_that_hurt_is_told_before_a_costlier_one_that_did_not() -> None:
    told = told_by("classic")
    opened = {hand.number: hand for hand in told.record.opened}
    harmful, harmless = set(), set()
    for story in told.stories:
        mistakes = [one for one in told.review.of_hand(story.hand, story.seat) if one.is_mistake]
        hurt = [one for one in mistakes if not is_harmless(opened[story.hand], one.decision)]
        cards = [one for one in hurt if isinstance(one.decision.event, Play)]
        if cards:
            assert story.costliest in hurt and not story.harmless
            harmful.add(story.cost_most)
        elif mistakes and not hurt:
            assert story.harmless
            harmless.add(story.cost_most)
    assert harmful and harmless == {True}


@pytest.mark.parametrize(("overbid", "lost", "words"), [
    (2, 12.0, "bid was two too high; at "), (0, 1.0, "the set cost hardly a game in 100"),
    (0, 6.0, "the set cost only "), (0, 60.0, "the set cost "),
])  # fmt: skip
def test_a_set_near_the_end_says_how_few_games_it_cost(overbid: int, lost: float, words: str) -> None:
    told = told_by("classic", target=100)
    near = [story for story in told.stories if story.near_end and story.figures is not None]
    story = next(story for story in near if story.standing.hands)
    assert story.figures is not None
    was_set = BidEnd((story.seat,), 4, 2, False, None)
    bare = replace(story, costliest=None, costly_trick=None, best=None, luck=None, turn=None, over=None)
    figures = replace(story.figures, result=-lost)
    sentences = told_of(told, replace(bare, ends=(was_set,), overbid=overbid, figures=figures), own=True)
    assert words in sentences[-1].lower()


def test_a_story_tells_blind_bids_bags_that_cost_and_the_end_of_the_game() -> None:
    told = told_by("classic", target=100)
    last = told.stories[-1]
    assert last.over == told.record.replayed.over
    assert last.over is not None
    seats = told.record.replayed.rules.sides[last.over.winners[0]]
    blind = (BidEnd((0, 2), 5, 5, True, None, blind=True), NilEnd(1, True, blind=True), BagsEnd((1, 3), 10))
    sentences = told_of(told, replace(last, ends=blind, costliest=None, turn=None), own=False)
    assert sentences[0] == "Ann & Cy made a blind 5." and sentences[1] == "Bea's blind nil was made."
    assert sentences[2] == "Bea & Dot lost 100 points for 10 bags."
    assert all(told.record.names[seat] in sentences[3] for seat in seats) and " won the game, " in sentences[3]
    assert not any(story.over for story in told.stories if story.hand < last.hand)


@pytest.mark.parametrize(("cards", "result", "words"), [
    (2.4, 27.0, "The cards were even; you gained 27 points on the others."),
    (11.5, 6.3, "You had the better cards, by 12 points, and gained 6 points on the others."),
    (-11.0, -14.7, "You had the worse cards, by 11 points, and lost 15 points to the others."),
])  # fmt: skip
def test_a_story_says_who_had_the_cards_where_no_choice_cost_much(cards: float, result: float, words: str) -> None:
    told = told_by("classic", target=100)
    story = next(one for one in told.stories if one.figures is not None)
    assert story.figures is not None
    figures = replace(story.figures, cards=cards, result=result)
    plain = replace(
        story, costliest=None, costly_trick=None, luck=None, best=None, ends=(), near_end=False, figures=figures
    )
    assert told_of(told, plain, own=True)[-1] == words
    for none in (replace(plain, figures=None), replace(plain, near_end=True)):
        assert not any("cards" in sentence for sentence in told_of(told, none, own=True))


def test_a_story_tells_the_nil_of_another_side_that_held() -> None:
    told = told_by("suicide")
    held = [(story, end.seat) for story in told.stories for end in story.ends if isinstance(end, NilEnd) and end.kept]
    rules = told.record.replayed.rules
    assert {rules.side_of[seat] == rules.side_of[story.seat] for story, seat in held} == {True, False}


@pytest.mark.parametrize(("bid", "took", "winner", "beaten", "end"), [
    (5, 4, "BS", "KH", "ruffed"), (5, 4, "AH", "KH", "beat"), (5, 4, "AH", None, "took trick 9"),
    (3, 5, "AH", None, "bid 3 and took 5"),
])  # fmt: skip
def test_a_story_says_which_card_decided_a_bid(bid: int, took: int, winner: str, beaten: str | None, end: str) -> None:
    told = told_by("classic", target=100)
    story = replace(told.stories[0], costliest=None, costly_trick=None, best=None, luck=None)
    card = Played(1, parse(winner.replace("B", "2")))
    other = None if beaten is None else Played(0, parse(beaten))
    short = BidEnd((0,), bid, took, False, 9, winner=card, beaten=other)
    assert end in told_of(told, replace(story, ends=(short,)), own=True)[0]


def test_a_set_side_s_story_says_which_partner_took_too_few() -> None:
    told = told_by("classic", target=100)
    story = replace(told.stories[0], costliest=None, costly_trick=None, best=None, luck=None, turn=None)
    end = BidEnd((0, 2), 5, 4, False, None, short=((2, 3, 2),))
    assert "Cy taking 2 of 3" in told_of(told, replace(story, ends=(end,)), own=True)[0]


def test_a_story_near_the_end_of_a_game_has_no_points() -> None:
    told = told_by("classic", target=100)
    near = [story for story in told.stories if story.near_end]
    assert near
    for story in near:
        for sentence in told.sentences(story):
            real = sentence.startswith("No choice clearly") or sentence.endswith(" bags.")
            assert not re.search(r"\bpoints?\b", sentence) or real, sentence


def test_the_card_that_decided_a_hand_is_told_where_no_choice_cost_much() -> None:
    told = told_by("classic", weigh_by_rules)
    turns = [story for story in told.stories if story.turn is not None]
    assert turns
    scores = {score.hand: score for score in told.record.replayed.scores}
    for story in turns:
        turn = story.turn
        assert turn is not None and story.costliest is None
        assert turn.own.bids == decided(scores[story.hand]), "played on as the hand was"
        assert turn.best.bids != turn.own.bids
        [sentence] = [one for one in told.sentences(story) if one.startswith("In hindsight, ")]
        assert pretty(turn.card.card) in sentence and pretty(turn.best.card.card) in sentence
        own = turn.card.seat == story.seat
        assert sentence.endswith("couldn't know.") == (own and story.unknowable)
    assert any(story.unknowable for story in turns), "no choice cost anything by what its player saw"


def test_a_good_choice_is_told_beside_what_a_simpler_player_would_have_chosen() -> None:
    told = told_by("classic")
    story = told.stories[0]
    best = next(
        one for one in told.review.of_hand(story.hand, story.seat)
        if one.best is not None and not one.cost and isinstance(one.decision.event, Play)
    )  # fmt: skip
    assert best.best is not None
    other = replace(best.best, event=Play(story.seat, 0), cost=12.0)
    tempted = replace(story, best=replace(best, tempting=other), costliest=None, luck=None, turn=None, ends=())
    assert any("the tempting 2♣ was 12 points worse" in sentence for sentence in told_of(told, tempted, own=True))


def test_a_choice_that_was_not_weighed_is_not_praised_and_not_among_the_hardest() -> None:
    """Its cost is unknown, so a tempting one that is worse doesn't make it good."""
    told = told_by("classic")
    known = next(
        one for one in told.review.judged
        if one.best is not None and one.weighed and one.done is not None and one.done.weighed and not one.cost
    )  # fmt: skip
    assert known.best is not None
    tempted = replace(known, tempting=replace(known.best, cost=25.0))
    assert tempted.is_best and hardest([tempted])
    unknown = replace(tempted, done=None)
    assert not unknown.is_best and not hardest([unknown])
    number, seat = known.decision.hand, known.decision.seat
    [score] = [score for score in told.record.replayed.scores if score.hand == number]
    for one, praised in ((tempted, True), (unknown, False)):
        review = replace(told.review, judged=(one,))
        assert (hand_story(told.record, review, score, seat).best is not None) is praised


def test_a_story_calls_no_high_card_that_was_let_go_low() -> None:
    told = told_by("classic")
    low = [
        story.best
        for story in told.stories
        if story.best is not None and any(", playing low," in sentence for sentence in told.sentences(story))
    ]
    assert all(one.decision.event == Position(one.decision.seen).losers[0] for one in low)


def test_a_story_without_a_costly_choice_says_so_where_there_is_room() -> None:
    told = told_by("classic")
    stories = [replace(story, costliest=None, costly_trick=None, luck=None) for story in told.stories]
    some = [story for story in stories if story.choices and len(story.ends) < 3]
    assert some
    for story in some:
        story = replace(story, turn=None, best=None)
        assert any(sentence.startswith("No choice clearly cost") for sentence in told_of(told, story, own=False))


@pytest.mark.parametrize("made", [True, False])
def test_a_bid_that_was_made_although_another_was_better_is_said_to_have_been_made(made: bool) -> None:
    told = told_by("classic", target=100)
    story = next(story for story in told.stories if story.costliest is not None)
    one = story.costliest
    assert one is not None and one.best is not None
    bid, better = Bid(story.seat, 4), Bid(story.seat, 3)
    dear = replace(one, decision=replace(one.decision, event=bid), best=replace(one.best, event=better))
    end = BidEnd((story.seat,), 4, 4 if made else 3, made, None)
    whole = " ".join(told.sentences(replace(story, costliest=dear, ends=(end,))))
    assert ("although it was made" in whole) is made


def test_a_story_explains_luck_by_a_trick_that_brought_much_of_it() -> None:
    told = told_by("classic")
    lucky = next(story for story in told.stories if story.luck is not None)
    assert lucky.luck is not None
    hands = [
        replace(one, luck=1000.0 if lucky.luck.points > 0 else -1000.0)
        if (one.hand, one.seat) == (lucky.hand, lucky.seat)
        else one
        for one in told.review.hands
    ]
    greater = hand_stories(told.record, replace(told.review, hands=tuple(hands)))
    luck = next(story.luck for story in greater if (story.hand, story.seat) == (lucky.hand, lucky.seat))
    assert luck is not None and luck.fact is None
    for own, whose in ((True, ""), (False, "Ann's ")):
        kind = "good" if luck.points > 0 else "bad"
        words = f"{whose}{kind} luck, 1000 points: how the cards lay and others played."
        story = replace(lucky, luck=luck, seat=0, near_end=False)
        assert any(sentence.lower() == words.lower() for sentence in told_of(told, story, own))


def test_the_card_that_cost_most_was_no_bad_luck() -> None:
    told = told_by("six-handed")
    unlucky = [(story, story.luck.fact) for story in told.stories if story.luck is not None and story.luck.points < 0]
    story, card = next(
        (story, fact.card)
        for story, fact in unlucky
        if fact is not None and fact.card is not None and fact.card.seat == story.seat
    )
    judged = list(told.review.judged)
    place, one = next(
        (place, one)
        for place, one in enumerate(judged)
        if one.decision.hand == story.hand and one.decision.event == Play(card.seat, card.card)
    )
    assert one.best is not None
    judged[place] = replace(one, done=replace(one.best, event=one.decision.event, cost=90.0))
    again = hand_stories(told.record, replace(told.review, judged=tuple(judged)))
    after = next(one for one in again if (one.hand, one.seat) == (story.hand, story.seat))
    assert after.costliest is not None
    assert after.luck is None or (after.luck.fact is not None and after.luck.fact.card != card)


def test_a_table_says_which_hands_it_leaves_out() -> None:
    told = told_by("classic")
    hands = sorted({story.hand for story in told.stories})
    stories = [(story.hand, story.seat) for story in told.stories]
    assert uncounted_words(told.review, stories, 0) == ""
    some = replace(told.review, hands=tuple(one for one in told.review.hands if one.seat or one.hand == hands[-1]))
    words = uncounted_words(some, stories, 0)
    assert words.endswith(f": {hands[0]} to {hands[-2]}.")
    assert uncounted_words(some, stories, 1) == ""


@pytest.mark.parametrize("plan", Plan)
def test_every_plan_has_a_short_phrase(plan: Plan) -> None:
    assert 0 < len(kind_words(plan).split()) <= 5
    assert "nil" not in plan_words(plan, "zero")


def test_no_phrase_calls_a_card_cheap_whose_plan_may_have_a_cheaper_one() -> None:
    cheap = {plan for plan in Plan if "cheap" in plan_words(plan)}
    assert cheap == {Plan.WIN_CHEAPLY}


def test_the_command_tells_every_hand_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    lines = simulated("sandbags", target=100)
    file = tmp_path / "game.spades.jsonl"
    file.write_text(record_text(lines), "utf-8")
    assert main(["review", str(file)]) == 0
    said = capsys.readouterr().out
    assert main(["review", "--json", str(file)]) == 0
    stories = json.loads(capsys.readouterr().out)["stories"]
    assert [story["hand"] for story in stories] == [line["hand"] for line in lines if line["event"] == "hand_score"]
    for story in stories:
        for sentence in story["sentences"]:
            assert sentence in said
            quoted = sentence.startswith("Why: “")
            assert quoted or not re.search(r"\b[Yy]our?\b", sentence)


async def test_the_review_tells_the_hand_of_the_chosen_decision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    file = tmp_path / "game.spades.jsonl"
    file.write_text(record_text(simulated("sandbags", target=150)), "utf-8")
    async with driving(ReviewApp(file)) as seat:
        await seat.work_ends()
        hands = set()
        for _ in range(20):
            number = seat.chosen.split(",")[0].removeprefix("hand ")
            assert seat.sees(f"Hand {number}: ")
            hands.add(number)
            await seat.press("down")
        assert len(hands) > 1

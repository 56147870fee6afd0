"""Why did they: at once only what everybody can see, whatever the hidden cards are; after the hand the rest."""

from __future__ import annotations

from random import Random

import pytest
from msgspec.structs import replace

from spades_tui.bots.advice import advise
from spades_tui.bots.public_reasons import Did, PublicReason, bid_reasons, trick_reasons
from spades_tui.bots.valued_choice import Aim, Reason
from spades_tui.cards import cards_of, hand_of, parse
from spades_tui.game.events import Play
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState
from spades_tui.game.trick import Played
from spades_tui.play.bot_decision import suggest
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, HandPlayed, Turn
from spades_tui.play.table import Table
from spades_tui.presentation import reason_words
from spades_tui.presentation.public_reason_words import reason_sentence, reason_sentences, reasons_at, why_did_they
from spades_tui.presentation.why_words import CLEARLY_WORSE, why_words
from spades_tui.presentation.wording import Wording
from spades_tui.record.open_hands import OpenGame
from spades_tui.rules.catalogue import shipped
from spades_tui.seats.observer import observe
from tests.advice.hints import table_at
from tests.driver import driving
from tests.games import SLUGS
from tests.screens.looking import TableApp, faces

NAMES = ("Ann", "Bea", "Cy", "Dot", "Eve", "Fay")


def new_table(slug: str, seed: str = "why", **options: object) -> Table:
    variant = shipped()[slug]
    seats = tuple(SeatSetup(NAMES[n], "bot" if n else "human", "club" if n else None) for n in range(variant.seats))
    return Table.create(TableSetup(variant, options, seats, seed=seed), None)


def step(table: Table) -> bool:
    """Let the table do its next step; return False once the hand is played."""
    match table.next():
        case CutOffered():
            table.deal(None)
        case Turn(seat, human):
            event = suggest(table.observe(seat)) if human else table.choose()
            assert event is not None
            table.do(event)
        case HandPlayed():
            return False
    return True


def said(table: Table) -> list[tuple[str, list[str]]]:
    return why_did_they(table.shown(0), Wording(NAMES).in_sentence)


def dealt_again(state: GameState, random: Random) -> GameState:
    """Return the same moment with all cards in the hands dealt again at random."""
    hand = state.current
    pool = [card for held in hand.holding for card in cards_of(held)]
    random.shuffle(pool)
    held = []
    for old in hand.holding:
        count = old.bit_count()
        held.append(hand_of(pool[:count]))
        pool = pool[count:]
    return replace(state, hand=replace(hand, holding=tuple(held)))


@pytest.mark.parametrize("slug", SLUGS)
def test_reasons_are_the_same_for_every_hidden_deal(slug: str) -> None:
    table, random, told = new_table(slug), Random(slug), 0
    while step(table):
        state = table.course.state
        if state.phase not in (Phase.BID, Phase.PLAY):
            continue
        before = table.shown(0)
        lines = why_did_they(before, Wording(NAMES).in_sentence)
        told += len(lines)
        other = dealt_again(state, random)
        again = replace(before, seen=observe(other, 0), public=observe(other, None))
        assert why_did_they(again, Wording(NAMES).in_sentence) == lines
    assert told > 10


def test_during_the_bids_the_reasons_say_how_the_named_players_like_to_bid() -> None:
    table = new_table("classic")
    table.players = ("", "Bea", "", "Ida")
    while table.observe(None).phase != Phase.BID:
        step(table)
    assert why_did_they(table.shown(0), Wording(NAMES).in_sentence)[-1] == ("How they like to bid", [
        "Bea bids the higher number when a hand is between two bids.",
        "Ida would rather be set now and then than take one bag too many, if bags cost points.",
    ])  # fmt: skip


@pytest.mark.parametrize("slug", SLUGS)
def test_every_claim_of_a_reason_is_true(slug: str) -> None:
    table, met = new_table(slug, "claims"), set[Did]()
    while step(table):
        seen = table.observe(None)
        number = len(seen.tricks)
        if seen.trick or not number:
            continue
        suit_of, trick = seen.rules.cards.suit_of, seen.tricks[-1]
        winner = seen.winners[-1]
        for place, (one, played) in enumerate(zip(trick_reasons(seen, number), trick, strict=True)):
            met.add(one.did)
            assert (one.seat, one.card) == (played.seat, played.card)
            followed = suit_of[played.card] == suit_of[trick[0].card]
            assert followed is (one.did not in (Did.RUFFED, Did.OVERRUFFED, Did.THREW))
            if place + 1 == len(trick):
                wins = one.did in (Did.WON, Did.RUFFED, Did.OVERRUFFED)
                assert wins is (winner == one.seat)
            if one.did in (Did.LED_TOP, Did.UNDER_TOP):
                assert suit_of[trick[place].card] == one.suit
                winning = next(card for card in trick if card.seat == winner)
                top = one.seat if one.did == Did.LED_TOP else one.whose
                assert winner == top or suit_of[winning.card] != one.suit
            if one.did == Did.UNDER_TRUMP:
                assert any(card.seat == one.whose and suit_of[card.card] != one.suit for card in trick[:place])
            if one.did == Did.OPENED:
                assert all(suit_of[before[0].card] != one.suit for before in seen.tricks[:-1])
            if one.did in (Did.LED_BACK, Did.LED_AGAIN):
                leaders = [before[0].seat for before in seen.tricks[:-1] if suit_of[before[0].card] == one.suit]
                assert leaders[-1] == (one.seat if one.did == Did.LED_AGAIN else one.whose)
            if one.did in (Did.LEFT, Did.OVERTOOK):
                assert one.whose is not None
                assert seen.rules.side_of[one.whose] == seen.rules.side_of[one.seat]
    assert met & {Did.LED_BACK, Did.LED_AGAIN}
    assert len(met) > 2


@pytest.mark.rule("C-11")
def test_no_reason_claims_a_void_where_a_card_may_be_a_renege() -> None:
    words = []
    for enforcement in ("refuse", "challenge"):
        table, told = new_table("jokers", enforcement=enforcement), set[str]()
        while step(table):
            told |= {line for _, lines in said(table) for line in lines}
        words.append(" ".join(told))
    assert "had no " in words[0]
    assert "had no " not in words[1]
    assert "follow" in words[1]


def test_bid_reasons_count_the_bids_before() -> None:
    seen = table_at(Phase.BID).observe(None)
    reasons = bid_reasons(seen)
    assert [one.seat for one in reasons] == [seat for seat in seen.order if seen.bids[seat] is not None]
    assert [one.number for one in reasons] == [
        sum(seen.bids[other] or 0 for other in seen.order[: seen.order.index(one.seat)]) for one in reasons
    ]


@pytest.mark.parametrize("size", [(80, 24), (140, 45)])
async def test_y_opens_reasons_at_the_table_and_in_the_log(size: tuple[int, int]) -> None:
    table = table_at(Phase.PLAY, lying=2)
    hand = table.course.state.hand
    assert hand is not None
    hidden = set().union(*map(faces, hand.holding))
    async with driving(TableApp(table), size) as seat:
        for keys in (("y",), ("g", "y")):
            await seat.press(*keys)
            assert all(seat.sees(*lines) for _, lines in said(table))
            assert not seat.words & hidden
            await seat.press("escape")
            assert seat.place == "play"


async def test_y_with_open_hands_gives_the_reason_of_the_seat() -> None:
    table = new_table("sandbags")
    while step(table):
        pass
    async with driving(TableApp(table)) as seat:
        await seat.until("score")
        await seat.press("o", "home")
        assert seat.place == "all hands"
        await seat.press("y")
        assert seat.place == "all hands", "nobody decides the deal"
        await seat.press(*["down"] * 3, "y")
        await seat.wait("Thinking", gone=True)
        assert seat.sees("Advice to")
        await seat.wait("With all cards open")


def as_guests_get_it(table: Table) -> OpenGame:
    """Return the scored hands as they come to guests, with the moments in a tuple."""
    game = table.open_game()
    return replace(game, hands=tuple(replace(hand, moments=tuple(hand.moments)) for hand in game.hands))


@pytest.mark.parametrize("slug", SLUGS)
def test_guests_read_the_same_reasons_after_the_hand_as_at_the_table(slug: str) -> None:
    table, look = new_table(slug), Wording(NAMES)
    said_at_table = []
    while step(table):
        seen = table.observe(None)
        for number in {len(seen.tricks), len(seen.tricks) + bool(seen.trick)}:
            told = reason_sentences(trick_reasons(seen, number), seen, NAMES, look.in_sentence)
            if told:
                said_at_table.append(told)
    table.score()
    (hand,) = as_guests_get_it(table).hands
    plays = [place for place, moment in enumerate(hand.moments) if moment.kind == "play"]
    assert plays
    for place in plays:
        assert reasons_at(table.rules, hand, place, look) in said_at_table
    bids = [place for place, moment in enumerate(hand.moments) if moment.kind == "bid"]
    assert len(reasons_at(table.rules, hand, bids[-1], look)) == len(bids)
    assert not reasons_at(table.rules, hand, 0, look), "nobody decides the deal"


async def test_y_with_open_hands_gives_guests_what_everybody_saw(monkeypatch: pytest.MonkeyPatch) -> None:
    table = new_table("sandbags")
    while step(table):
        pass
    async with driving(TableApp(table)) as seat:
        await seat.until("score")
        game = as_guests_get_it(table)
        monkeypatch.setattr(table, "open_game", lambda: game)
        await seat.press("o", "home", "y")
        assert seat.place == "all hands", "nobody decides the deal"
        await seat.press(*["down"] * 3, "y")
        await seat.wait("Thinking", gone=True)
        third = game.hands[0].tricks()[2]
        told = reasons_at(game.rules, game.hands[0], third, Wording(table.names))
        others = [line for line in told if not line.startswith("Ann")]  # Ann's begins with "You" on the screen
        assert len(told) == 4 and len(others) == 3
        assert seat.sees(*others)


@pytest.mark.parametrize(
    ("lead", "follows", "did"),
    [("AH", "JH", Did.UNDER_TOP), ("QH", "JH", Did.LEFT), ("9H", "8H", Did.LEFT)],
)
def test_a_trick_is_left_to_a_partner_only_if_it_could_be_taken(lead: str, follows: str, did: Did) -> None:
    seen = table_at(Phase.PLAY, slug="classic").observe(None)
    cards = [parse(name) for name in (lead, "2H", follows)]
    trick = tuple(Played(seat, card) for seat, card in enumerate(cards))
    one = trick_reasons(replace(seen, tricks=(), winners=(), trick=trick), 1)[-1]
    assert one.did == did


@pytest.mark.parametrize(
    ("slug", "reason", "ending"),
    [
        ("classic", PublicReason(1, Did.WON, 0, 0, needs=8), "; Bea's side still needed 8 tricks."),
        ("cutthroat", PublicReason(1, Did.WON, 0, 0, needs=1), "; Bea still needed 1 trick."),
        ("classic", PublicReason(1, Did.BELOW, 0, 0, whose=0, nil=True), "; Bea's nil was still alive."),
        ("bemo", PublicReason(1, Did.BELOW, 0, 0, whose=0, nil=True), "; Bea's zero was still alive."),
        ("classic", PublicReason(1, Did.THREW, 0, 0, whose=0, needs=0), "; the bid was already made."),
        ("classic", PublicReason(1, Did.THREW, 0, 0, whose=3, needs=1), ": Dot was ahead."),
        ("classic", PublicReason(1, Did.LED_BACK, 0, 0, whose=3), ": Dot, the partner, has led clubs before."),
        ("classic", PublicReason(1, Did.LED_BACK, 0, 0, whose=2), "; Cy has led clubs before."),
        ("classic", PublicReason(1, Did.LED_TOP, 51, 3), "the highest of the spades left: it draws trumps."),
        ("classic", PublicReason(1, Did.LED_TOP, 0, 0), "the highest of the clubs left: only a ruff beats it."),
        ("classic", PublicReason(1, Did.BELOW, 0, 0, whose=0, place=2), "second hand low, before the partner."),
        ("cutthroat", PublicReason(1, Did.BELOW, 0, 0, whose=0, place=2), "which doesn't beat Ann's card."),
    ],
)
def test_a_reason_says_who_needed_the_trick(slug: str, reason: PublicReason, ending: str) -> None:
    seen = new_table(slug).observe(None)
    assert reason_sentence(reason, seen, NAMES, Wording(NAMES).in_sentence).endswith(ending)


@pytest.mark.parametrize(("nil", "said_again"), [(False, 1), (True, 2)])
def test_cards_that_lose_to_the_same_card_say_so_once(nil: bool, said_again: int) -> None:
    seen = new_table("classic").observe(None)
    trick = [PublicReason(1, Did.UNDER_TOP, 13, 1, whose=0), PublicReason(2, Did.UNDER_TOP, 14, 1, whose=0, nil=nil)]
    first, second = reason_sentences(trick, seen, NAMES, Wording(NAMES).in_sentence)
    assert "beats Ann's card" in first
    assert (first + second).count("beats Ann's card") == said_again
    assert nil or second == "Cy followed with 3♦."


@pytest.mark.parametrize(("lead", "void", "did"), [
    ("KH", 2, Did.LED_FOR_RUFF), ("KH", 1, Did.LED_INTO_VOID), ("KH", 0, Did.LED_BACK), ("KS", 1, Did.LED_BACK),
])  # fmt: skip
def test_a_void_explains_a_lead_only_if_partner_may_ruff(lead: str, void: int, did: Did) -> None:
    seen = table_at(Phase.PLAY, slug="classic").observe(None)
    suit = lead[1]
    names = ["2" + suit, "3" + suit, "4" + suit, "5" + suit]
    names[void] = "2C"
    before = tuple(Played(seat, parse(names[seat])) for seat in (3, 0, 1, 2))
    known = replace(seen, tricks=(before,), winners=(3,), trick=(Played(0, parse(lead)),))
    [one] = trick_reasons(known, 2)
    assert one.did == did
    words = reason_sentence(one, known, NAMES, Wording(NAMES).in_sentence)
    assert ("although" in words) is (did is Did.LED_INTO_VOID)


@pytest.mark.parametrize(("wrong", "better", "both"), [
    ("let the queen go and keep the three", "partner has it: let the queen go and keep the three", [1]),
    ("neither wins: let the queen go to take fewer bags", "it beats you: let the queen go to take fewer bags", [1]),
    ("keep the ace for a later trick and leave this one to Ann", "let Ann take it: play the three, keep the ace", [1]),
    ("neither wins: let the queen go; the king is out", "partner has it: play the queen",
     ["Partner has it: let the queen go; the king is out."]),
    ("lead the queen: only the ace beats it", "lead the queen to drive out the ace", [1]),
    ("a void comes sooner: lead the queen rather than the three", "lead your only heart, the queen", [1]),
    ("two can beat the three; none is higher than the queen", "cash the queen", ["Two can beat the three.", 1]),
    ("nine might beat the three: play the queen of hearts", "the queen is the last", ["Nine might beat the three.", 1]),
    ("the queen is ahead too: keep the three for later", "play the queen", [0, 1]),
    ("the three loses, and you still need five: ruff it", "ruff with the queen; you still need five",
     [0, "Ruff with the queen."]),
    ("keep the three: fewer beat it than the queen", "throw the queen, a loser", [0, 1]),
])  # fmt: skip
def test_two_reasons_say_each_thing_once(
    wrong: str, better: str, both: list[int | str], monkeypatch: pytest.MonkeyPatch
) -> None:
    said = {parse("3H"): wrong, parse("QH"): better}

    def sentence(words: reason_words._Words) -> str:
        event = words.reason.event
        assert isinstance(event, Play)
        return said[event.card]

    monkeypatch.setattr(reason_words._Words, "sentence", sentence)
    reasons = [Reason(Aim.MAKE, Play(0, card)) for card in said]
    whole = [f"{text[0].upper()}{text[1:]}." for text in said.values()]
    words = reason_words.both_reason_words(reasons[0], reasons[1], table_at(Phase.PLAY).observe(0))
    assert words == tuple(one if isinstance(one, str) else whole[one] for one in both)


@pytest.mark.parametrize("cost", [4.0, 9.0])
def test_a_card_hardly_worse_than_the_best_is_called_about_as_good(cost: float) -> None:
    seen = table_at(Phase.PLAY).observe(0)
    first, second, *_ = advise("strong", seen)
    compared = replace(second.reason, against=first.event, better=-cost)
    second = replace(second, cost=cost, reason=compared, gain=replace(first.reason, against=second.event, better=cost))
    words = why_words(seen, second.event, lambda *_: (first, second), NAMES)
    assert any("About as good as" in sentence for sentence in words) == (cost < CLEARLY_WORSE)

"""The referee itself: worked examples, and records of its own making."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest

from .generate import commitment, generate, make_deal, spoil
from .referee import (
    VARIANTS,
    Fact,
    Game,
    Hand,
    RefereeError,
    Refusal,
    Unsupported,
    check,
    claim_holds,
    findings,
    suit_of,
    to_text,
    with_sums,
)

SLUGS = list(VARIANTS)


def first_line(variant: str, **more: Any) -> Fact:
    """The ``game`` line of a table of people."""
    seats = [{"name": f"P{seat}", "kind": "human"} for seat in range(VARIANTS[variant].seats)]
    return {"event": "game", "format": "spades-record/1", "variant": variant, "seats": seats, **more}


def scored(game: Game, bids: list[int], tricks: list[int], **more: Any) -> Fact:
    """Score a hand of which only bids, tricks and what ``more`` says are known."""
    number = len(game.results) + 1
    dealer = (game.first_dealer + number - 1) % game.seats
    players = [(dealer + step) % game.seats for step in range(1, game.seats + 1)]
    hand = Hand(number, dealer, players, players, {}, None, set(), phase="done")
    hand.bids = dict(enumerate(bids))
    hand.taken = more.pop("taken", [seat for seat, count in enumerate(tricks) for _ in range(count)])
    hand.gaccs = dict.fromkeys(players, 0)
    for name, value in more.items():
        setattr(hand, name, value)
    game.hand, game.scored = hand, False
    return game.score()


def deal_text(variant: str, secret: int, **options: Any) -> Fact:
    """A deal by seat 0 in hand 1."""
    return make_deal(VARIANTS[variant], options, 1, 0, secret.to_bytes(32, "big"))


# ---- scores --------------------------------------------------------------------------------------------


@pytest.mark.rule("SB-5")
@pytest.mark.rule("SB-6")
@pytest.mark.rule("SB-8")
def test_the_leaflet() -> None:
    """The example of the leaflet: J (seats 0 and 2) 60, 212, 162; B (seats 1 and 3) -80, -20, 62."""
    game = Game(first_line("sandbags"))
    scored(game, [3, 4, 3, 4], [3, 4, 3, 3])
    assert game.totals == [60, -80]
    scored(game, [0, 3, 5, 3], [0, 3, 7, 3])
    assert game.totals == [212, -20] and game.bags == [2, 0]
    scored(game, [3, 4, 2, 4], [1, 5, 2, 5])
    assert game.totals == [162, 62] and game.bags == [2, 2]


@pytest.mark.rule("SB-7")
@pytest.mark.rule("SB-9")
def test_bags_of_a_zero_and_the_tenth() -> None:
    game = Game(first_line("sandbags"))
    result = scored(game, [0, 0, 0, 0], [13, 0, 0, 0])
    assert result["points"] == [-100 + 100 - 100, 200]
    assert result["bags"] == [3, 0]


@pytest.mark.rule("JK-8")
@pytest.mark.rule("JK-10")
@pytest.mark.parametrize(
    ("bid", "tricks", "blind", "points"),
    [
        (4, 4, False, 40),
        (4, 7, False, 43),
        (5, 4, False, -50),
        (10, 11, False, 201),
        (5, 6, True, 101),
        (5, 4, True, -50),
        (10, 10, True, 200),
        (11, 12, True, 221),
        (10, 9, True, -100),
    ],
)
def test_side_scores(bid: int, tricks: int, blind: bool, points: int) -> None:
    game = Game(first_line("jokers"))
    sides = {0} if blind else set()
    result = scored(
        game, [bid, 2, 0, 2], [tricks, 13 - tricks, 0, 0], side_bids={0: bid, 1: 4}, blind_sides=sides
    )
    assert result["points"][0] == points


@pytest.mark.rule("JK-11")
def test_third_set_loses() -> None:
    game = Game(first_line("jokers"))
    for _ in range(3):
        assert game.over is None
        scored(game, [4, 2, 3, 2], [3, 7, 3, 0], side_bids={0: 7, 1: 4})
    assert game.over is not None
    assert game.over["reason"] == "sets" and game.over["winners"] == [1]


@pytest.mark.rule("JK-14")
def test_books_move_in_the_order_of_the_challenges() -> None:
    game = Game(first_line("jokers", options={"enforcement": "challenge"}))
    moves = [(0, 1, 3), (0, 1, 3), (1, 0, 3)]
    result = scored(game, [2, 2, 2, 2], [4, 9, 0, 0], side_bids={0: 4, 1: 4}, moves=moves)
    assert result["books"] == [-1, 1]
    assert result["tricks"] == [4, 9, 0, 0]
    assert result["points"] == [-40, 46]


@pytest.mark.rule("BM-6")
@pytest.mark.rule("BM-7")
@pytest.mark.rule("BM-8")
@pytest.mark.parametrize(
    ("bid", "tricks", "blind", "points"),
    [
        (0, 0, False, 200),
        (0, 1, False, -120),
        (2, 3, False, -100),
        (3, 4, False, 31),
        (7, 7, False, 100),
        (8, 7, False, -80),
        (12, 13, False, 276),
        (13, 12, False, -130),
        (0, 0, True, 500),
        (3, 3, True, 70),
        (3, 4, True, -30),
        (9, 9, True, 300),
        (10, 11, True, -100),
        (10, 10, True, 0),
    ],
)
def test_bemo_table(bid: int, tricks: int, blind: bool, points: int) -> None:
    game = Game(first_line("bemo"))
    result = scored(game, [bid, 5, 5], [tricks, 13 - tricks, 0], blind={0} if blind else set())
    assert result["points"][0] == points
    outright = game.over is not None and game.over["reason"] == "outright"
    assert outright == (blind and bid == 10 == tricks)


@pytest.mark.rule("BM-9")
def test_promises_look_at_the_first_tricks() -> None:
    game = Game(first_line("bemo"))
    taken = [0, 0, 0, 0, 1, 1, 1, 1, 1, 2, 2, 2, 2]
    assert scored(game, [4, 5, 4], [], taken=taken, promises={0: 4, 2: 6})["points"] == [140, 50, -60]


@pytest.mark.rule("BM-10")
@pytest.mark.rule("BM-11")
def test_overtricks_and_perfect_bids() -> None:
    game = Game(first_line("bemo", options={"target": 5000}))
    points = [scored(game, [4, 3, 3], [4, 8, 1])["points"] for _ in range(4)]
    assert [hand[0] for hand in points] == [40, 40, 140, 90]
    assert [hand[1] for hand in points] == [35, -65, 35, -65]
    assert game.bags == [0, 20, 0]


@pytest.mark.rule("3B-13")
@pytest.mark.rule("3B-14")
def test_value_of_a_zero() -> None:
    game = Game(first_line("3b-four"))
    assert game.zero_value() == 100
    assert scored(game, [0, 4, 4, 4], [2, 4, 4, 3])["points"] == [-20, 40, 40, 3]
    assert game.zero_value() == 120
    scored(game, [0, 0, 4, 4], [1, 3, 5, 4])
    assert game.zero_value() == 160
    assert scored(game, [0, 0, 0, 4], [0, 0, 2, 11])["points"] == [160, 160, -20, -30]
    assert game.zero_value() == 100


@pytest.mark.rule("3B-8")
@pytest.mark.parametrize(
    ("bids", "kind"),
    [([0, 4, 4, 4], None), ([0, 4, 4, 3], None), ([0, 4, 3, 3], "low"), ([0, 3, 3, 3], "super")],
)
def test_low_ball(bids: list[int], kind: str | None) -> None:
    assert scored(Game(first_line("3b-four")), bids, [3, 3, 3, 4]).get("low_ball") == kind


@pytest.mark.rule("3B-15")
def test_all_the_tricks() -> None:
    game = Game(first_line("3b-three"))
    result = scored(game, [17, 3, 3], [17, 0, 0])
    assert result["points"] == [595, 0, 0]
    over = game.game_over()
    assert over["standings"] == [[0], [1, 2]] and over["tray"] is None and not over["wire_to_wire"]


@pytest.mark.rule("3B-17")
@pytest.mark.rule("3B-20")
@pytest.mark.rule("3B-23")
def test_no_ties_wire_to_wire_and_days() -> None:
    game = Game(first_line("3b-three", options={"hands": 1}))
    scored(game, [6, 5, 6], [6, 5, 6])
    assert game.over is None
    scored(game, [6, 5, 4], [6, 7, 4])
    over = game.game_over()
    assert over["reason"] == "hands" and over["standings"] == [[0], [2], [1]]
    assert over["tray"] == 1 and over["wire_to_wire"]
    assert over["perfect"] == [0, 2] and over["imperfect"] == []


# ---- bidding and play ----------------------------------------------------------------------------------


@pytest.mark.rule("3B-5")
@pytest.mark.rule("3B-6")
@pytest.mark.rule("3B-7")
def test_changes_and_draws() -> None:
    game = Game(first_line("3b-three"))
    game.apply(deal_text("3b-three", 5))

    def fact(event: str, seat: int, **more: Any) -> None:
        game.apply({"event": event, "seat": seat, **more})

    fact("bid", 1, bid=0)
    with pytest.raises(Refusal):
        fact("bid", 2, bid=4)
    fact("bid", 1, bid=3)
    fact("bid", 1, bid=0)
    fact("draw", 1)
    with pytest.raises(Refusal):
        fact("bid", 1, bid=2)
    fact("discard", 1, card=sorted(game.hand.cards[1])[0] if game.hand else "")
    fact("bid", 2, bid=6)
    fact("bid", 0, bid=7)
    fact("bid", 0, bid=6)
    with pytest.raises(Refusal):
        fact("draw", 0)
    fact("draw", 2)
    for number in (0, 7, 17):
        with pytest.raises(Refusal):
            fact("bid", 0, bid=number)
    fact("bid", 0, bid=5)
    fact("discard", 2, card=sorted(game.hand.cards[2])[0] if game.hand else "")
    with pytest.raises(Refusal):
        fact("bid", 0, bid=4)


@pytest.mark.rule("JK-3")
@pytest.mark.rule("JK-4")
@pytest.mark.rule("JK-5")
def test_bids_by_side() -> None:
    game = Game(first_line("jokers"))
    game.apply(deal_text("jokers", 5))
    game.apply({"event": "bid", "seat": 1, "bid": 1})
    for seat, bid in ((2, 4), (3, 2), (3, 13)):
        with pytest.raises(Refusal):
            game.apply({"event": "bid", "seat": seat, "bid": bid})
    for seat, bid in ((3, 3), (2, 13), (0, 0)):
        game.apply({"event": "bid", "seat": seat, "bid": bid})
    game.apply({"event": "raise", "seat": 1, "bid": 5})
    for seat in (3, 2, 0):
        game.apply({"event": "stand", "seat": seat})
    with pytest.raises(Refusal):
        game.apply({"event": "raise", "seat": 2, "bid": 14})
    game.apply({"event": "stand", "seat": 1})
    assert game.hand is not None and game.hand.phase == "play" and game.hand.turn == 1


@pytest.mark.rule("JK-9")
def test_blind_sides() -> None:
    game = Game(first_line("jokers"))
    game.totals = [0, 100]
    game.apply(deal_text("jokers", 6))
    for seat, bid in ((1, 4), (3, 0)):
        game.apply({"event": "bid", "seat": seat, "bid": bid})
    with pytest.raises(Refusal):
        game.apply({"event": "bid", "seat": 2, "bid": 2})
    game.apply({"event": "bid", "seat": 2, "bid": 2, "blind": True})
    for wrong in ({"event": "look", "seat": 0}, {"event": "bid", "seat": 0, "bid": 2}):
        with pytest.raises(Refusal):
            game.apply(wrong)
    game.apply({"event": "bid", "seat": 0, "bid": 2, "blind": True})
    for seat in (1, 3):
        game.apply({"event": "stand", "seat": seat})
    with pytest.raises(Refusal):
        game.apply({"event": "raise", "seat": 2, "bid": 5})


@pytest.mark.rule("3B-11")
def test_take_back() -> None:
    game = Game(first_line("sandbags", options={"take_back": True}))
    game.apply(deal_text("sandbags", 7))
    for seat in (1, 2, 3, 0):
        game.apply({"event": "bid", "seat": seat, "bid": 3})
    with pytest.raises(Refusal):
        game.apply({"event": "take_back", "seat": 3})
    game.apply({"event": "take_back", "seat": 0})
    game.apply({"event": "bid", "seat": 0, "bid": 4})
    card = sorted(game.follow(1))[0]
    game.apply({"event": "play", "seat": 1, "card": card})
    game.apply({"event": "take_back", "seat": 1})
    assert game.hand is not None and card in game.hand.cards[1] and game.hand.bids[0] == 4
    with pytest.raises(Refusal):
        game.apply({"event": "take_back", "seat": 0})


def playing(variant: str, cards: list[str], bids: list[int], **options: Any) -> Game:
    """A game in the play of a hand in which the seats hold ``cards`` and seat 0 leads."""
    game = Game(first_line(variant, options=options))
    seats = list(range(len(cards)))
    held = {seat: set(text.split()) for seat, text in enumerate(cards)}
    hand = Hand(1, len(cards) - 1, seats, seats, held, None, set(), phase="play")
    hand.bids = dict(enumerate(bids))
    hand.gaccs = dict.fromkeys(seats, 0)
    game.hand, game.scored = hand, False
    return game


def play(game: Game, *cards: str) -> None:
    """Play cards in turn; ``AS-`` is an ace called low, ``AS+`` one called high."""
    for text in cards:
        assert game.hand is not None
        fact: Fact = {"event": "play", "seat": game.hand.turn, "card": text[:2]}
        if text[2:]:
            fact["ace"] = "low" if text[2] == "-" else "high"
        game.apply(fact)


@pytest.mark.rule("SB-3")
@pytest.mark.rule("C-6")
@pytest.mark.rule("C-7")
def test_breaking_spades() -> None:
    game = playing("sandbags", ["5S 6H", "7H 8S", "9H TS", "2C 3S"], [1, 1, 1, 1])
    for card in ("5S", "7H"):
        with pytest.raises(Refusal):
            play(game, card)
    play(game, "6H")
    with pytest.raises(Refusal):
        play(game, "8S")
    play(game, "7H", "9H", "3S")
    assert game.hand is not None and game.hand.taken == [3] and game.hand.broken


@pytest.mark.rule("JK-6")
def test_a_spade_led_of_need_breaks_spades_only_there() -> None:
    hands = ["AS 2S", "5C 3S", "6C 4S", "7C 8C"]
    for variant, broken in (("jokers", True), ("sandbags", False)):
        game = playing(variant, hands, [1, 1, 1, 1])
        play(game, "AS", "3S", "4S", "7C")
        assert game.hand is not None and game.hand.broken is broken


@pytest.mark.rule("3B-3")
def test_aces_called_and_not_called() -> None:
    def winner(cards: list[str], bids: list[int]) -> int:
        game = playing("3b-four", ["AH AS", "2H 2S", "3H 3S", "BJ 4H"], bids)
        play(game, *cards)
        assert game.hand is not None
        return game.hand.taken[0]

    hearts = ["2H", "3H", "4H"]
    assert winner(["AH", *hearts], [3, 4, 4, 4]) == 0
    assert winner(["AH-", *hearts], [3, 4, 4, 4]) == 3
    assert winner(["AH", *hearts], [0, 4, 4, 4]) == 3
    assert winner(["AH+", *hearts], [0, 4, 4, 4]) == 0
    assert winner(["AH", *hearts], [1, 3, 3, 3]) == 0
    assert winner(["AS-", "2S", "3S", "BJ"], [3, 4, 4, 4]) == 3
    with pytest.raises(Refusal):
        play(playing("3b-three", ["AH", "2H", "3H"], [3, 3, 3]), "AH+")


@pytest.mark.rule("3B-10")
def test_gaccs() -> None:
    game = playing("3b-three", ["AH KS 2D", "2H 5H 6H", "3H 7C 8C"], [1, 3, 3])
    play(game, "AH", "2H", "3H", "KS")
    assert game.hand is not None and game.hand.gaccs == {0: 1, 1: 0, 2: 0}


@pytest.mark.rule("BM-13")
def test_books_for_a_renege() -> None:
    game = playing("bemo", ["AH 5C", "2H 6D", "3D 3H"], [1, 5, 5], enforcement="challenge")

    def fact(event: str, seat: int, accused: int, **more: Any) -> None:
        game.apply({"event": event, "seat": seat, "accused": accused, **more})

    with pytest.raises(Refusal):
        fact("challenge", 0, 2)
    play(game, "AH", "2H", "3D")
    fact("challenge", 1, 0)
    fact("challenge", 0, 2)
    fact("challenge", 1, 2)
    play(game, "5C", "6D", "3H")
    assert game.hand is not None and game.hand.rights == [(0, 2)]
    game.hand.phase = "done"
    game.hand.taken += [2, 2]
    for seat, count in ((1, 1), (0, 3), (0, 4)):
        with pytest.raises(Refusal):
            fact("books", seat, 2, count=count)
    fact("books", 0, 2, count=2)
    result = game.score()
    assert result["books"] == [2, 0, -2] and result["tricks"] == [2, 0, 2]
    assert game.rights == []


@pytest.mark.rule("3B-27")
def test_chit() -> None:
    game = Game(first_line("3b-three", options={"hands": 1}))
    scored(game, [6, 5, 4], [6, 7, 4])
    for seat, tray in ((0, 1), (1, 1)):
        with pytest.raises(Refusal):
            game.apply({"event": "chit", "seat": seat, "tray": tray})
    game.apply({"event": "chit", "seat": 1, "tray": 2})
    over = game.game_over()
    assert over["tray"] == 2 and not over["wire_to_wire"]


@pytest.mark.rule("3B-22")
@pytest.mark.rule("3B-30")
def test_dumps_and_zero_buddies() -> None:
    game = playing("3b-three", ["AH 5C", "2H 6C", "3H 7C"], [0, 2, 3])
    game.apply({"event": "dump", "seat": 1})
    with pytest.raises(Refusal):
        game.apply({"event": "dump", "seat": 1})
    with pytest.raises(Refusal):
        game.apply({"event": "zb", "seat": 2, "accused": 1})
    play(game, "AH", "2H")
    game.apply({"event": "zb", "seat": 2, "accused": 1})
    with pytest.raises(Refusal):
        game.apply({"event": "zb", "seat": 0, "accused": 1})
    play(game, "3H")
    with pytest.raises(Refusal):
        game.apply({"event": "dump", "seat": 0})
    play(game, "5C")
    with pytest.raises(Refusal):
        game.apply({"event": "zb", "seat": 2, "accused": 1})


@pytest.mark.rule("JK-13")
def test_ten_or_less_and_double_sets() -> None:
    game = Game(first_line("jokers", options={"ten_or_less": True, "double_sets": True, "bag_penalty": True}))
    result = scored(game, [2, 2, 2, 3], [], side_bids={0: 4, 1: 5}, passed=True, blind_sides={0})
    assert result["points"] == [40, 50]
    result = scored(game, [2, 2, 2, 3], [9, 4, 0, 0], side_bids={0: 4, 1: 4})
    assert result["points"] == [-40, 40] and game.sets == [1, 0] and game.bags == [0, 0]
    game.bags = [8, 0]
    result = scored(game, [2, 2, 2, 3], [7, 6, 0, 0], side_bids={0: 4, 1: 6})
    assert result["points"] == [43 - 100, 60] and result["bags"] == [11, 0]


def losing_way(
    claimer: int,
    hands: dict[int, frozenset[str]],
    trick: tuple[tuple[int, str, bool], ...],
    turn: int,
    broken: bool,
    game: Game,
) -> bool:
    """Plain search for a way to play on in which somebody else wins a trick."""

    def options() -> Iterator[tuple[str, bool]]:
        mine = hands[turn]
        if trick:
            lead = suit_of(trick[0][1])
            cards = {card for card in mine if suit_of(card) == lead} or mine
        elif broken:
            cards = mine
        else:
            cards = {card for card in mine if suit_of(card) != "S"} or mine
        for card in cards:
            yield card, False
            if game.calls_aces and card[0] == "A":
                yield card, True

    if not trick and not hands[turn]:
        return False
    for card, low in options():
        rest = {**hands, turn: hands[turn] - {card}}
        played = (*trick, (turn, card, low))
        spade = suit_of(card) == "S"
        now_broken = broken or (spade and suit_of(played[0][1]) != "S")
        if len(played) < len(hands):
            seats = sorted(hands)
            following = seats[(seats.index(turn) + 1) % len(seats)]
            if losing_way(claimer, rest, played, following, now_broken, game):
                return True
            continue
        live = [entry for entry in played if suit_of(entry[1]) == "S"]
        live = live or [entry for entry in played if suit_of(entry[1]) == suit_of(played[0][1])]
        winner = max(live, key=lambda entry: game.strength(entry[1], entry[2]))[0]
        if winner != claimer or losing_way(claimer, rest, (), claimer, now_broken, game):
            return True
    return False


@pytest.mark.rule("C-12")
@pytest.mark.parametrize("variant", ["sandbags", "3b-four", "bemo"])
def test_claims_against_plain_search(variant: str) -> None:
    """Random endings of one to three tricks, some in the middle of a trick."""
    rng = random.Random(12)
    verdicts = {True: 0, False: 0}
    for _ in range(1500):
        game = Game(first_line(variant))
        deck = [card for card in game.deck if card[0] in "9TJQKAB2L"]
        rng.shuffle(deck)
        count = rng.randint(1, 3)
        players = list(range(3 if variant == "bemo" else 4))
        if rng.random() < 0.7:
            deck.sort(key=lambda card: (suit_of(card) == "S") + rng.random() * 1.5)
        hands = {seat: {deck.pop() for _ in range(count)} for seat in players}
        claimer = 0
        before = rng.randrange(len(players))
        trick: list[tuple[int, str, bool]] = []
        for seat in players[len(players) - before :]:
            cards = sorted(hands[seat])
            if trick:
                lead = suit_of(trick[0][1])
                cards = [card for card in cards if suit_of(card) == lead] or cards
            card = rng.choice(cards)
            trick.append((seat, card, False))
            hands[seat].remove(card)
        hand = Hand(1, 0, players, players, hands, None, set(), phase="play", turn=claimer, trick=trick)
        hand.broken = game.family != "SB" or any(suit_of(card) == "S" for _, card, _ in trick)
        game.hand, game.scored = hand, False
        later = [seat for seat in players if seat not in [entry[0] for entry in trick] and seat != claimer]
        stands = claim_holds(
            claimer, hands, trick, later if trick else [], game.strength, game.calls_aces, game.follow
        )
        frozen = {seat: frozenset(cards) for seat, cards in hands.items()}
        assert stands != losing_way(claimer, frozen, tuple(trick), claimer, hand.broken, game)
        verdicts[stands] += 1
    assert min(verdicts.values()) > 50


# ---- records -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", SLUGS)
@pytest.mark.parametrize("seed", range(6))
def test_generated_records_pass(variant: str, seed: int) -> None:
    record = generate(variant, seed, max_hands=12)
    verdict = check(to_text(record))[0]
    full = findings(to_text(record))
    again = check(to_text(full))[0]
    assert (again.totals, again.over, again.hands) == (verdict.totals, verdict.over, verdict.hands)
    assert [line for line in full if line["event"] not in ("trick", "hand_score", "game_over")] == record
    assert findings(to_text(full)) == full


@pytest.mark.parametrize("variant", SLUGS)
def test_spoiled_records_fail(variant: str) -> None:
    rng = random.Random(variant)
    for seed in range(4):
        record = generate(variant, seed, max_hands=3)
        for _ in range(5):
            spoiled, what = spoil(record, rng)
            assert what
            with pytest.raises(RefereeError):
                check(to_text(spoiled))


def test_the_same_seed_gives_the_same_record() -> None:
    assert generate("bemo", 3, max_hands=3) == generate("bemo", 3, max_hands=3)
    assert generate("bemo", 3, max_hands=3) != generate("bemo", 4, max_hands=3)


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("", 1),
        ("{}\n", 1),
        ("{game}\n\n", 2),
        ("{game}\n\n{game}\n", 2),
        ('{game}\n{"event": "suspend", "event": "suspend"}\n', 2),
        ('{game}\n{"event": "suspend"}\n{"event": "suspend"}\n', 3),
        ('{game}\n{"event": "resume"}\n', 2),
        ('{game}\n{"event": "suspend", "seat": 1}\n', 2),
        ('{game}\n{"event": "suspend", "at": "yesterday"}\n', 2),
        ('{game}\n{"event": "suspend", "stand_in": false}\n', 2),
        ("{game}\n[]\n", 2),
        ('{game}\n{"event": "suspend", "at": NaN}\n', 2),
        ('{game}\n{"event": "game_over"}\n', 2),
        ('{game}\n{"event": "trick", "hand": 1, "trick": 1, "winner": 0}\n', 2),
    ],
)
def test_wrong_lines(text: str, number: int) -> None:
    text = text.replace("{game}", json.dumps(first_line("sandbags")))
    with pytest.raises(RefereeError) as caught:
        check(text)
    assert caught.value.line_number == number


def test_forms_that_are_right() -> None:
    line = json.dumps(first_line("3b-five"))
    assert len(check(f'{line}\r\n{{"event": "suspend"}}\r\n{line}')) == 2
    with pytest.raises(Unsupported):
        check(json.dumps(first_line("sandbags", rules={})))


@pytest.mark.parametrize(
    "options",
    [{"hands": 3}, {"target": 0}, {"target": True}, {"take_back": 1}, {"enforcement": "challenge"}, {"x": 1}],
)
def test_wrong_options(options: Fact) -> None:
    with pytest.raises(RefereeError):
        check(json.dumps(first_line("sandbags", options=options)))


def test_sums() -> None:
    record = with_sums(findings(to_text(generate("3b-four", 1, max_hands=2))))
    check(to_text(record))
    assert len(record) > 3
    record[2]["sum"] = record[3]["sum"]
    with pytest.raises(RefereeError) as caught:
        check(to_text(record))
    assert caught.value.line_number == 3


def test_proofs_come_from_the_secret() -> None:
    secret = bytes(32)
    deal = deal_text("3b-four", 0)
    assert deal == make_deal(VARIANTS["3b-four"], {}, 1, 0, secret)
    assert len(commitment(secret)) == 64

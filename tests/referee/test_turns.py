"""The referee accepts legal bids, cards and other events, and refuses illegal ones."""

from __future__ import annotations

from typing import Any

import pytest

from tests.referee.referee import (
    Game,
    Refusal,
)
from tests.referee.tables import deal_text, first_line, play, playing, scored


@pytest.mark.rule("3B-5", "3B-6", "3B-7")
def test_bids_change_and_cards_are_drawn_only_at_their_time() -> None:
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


@pytest.mark.rule("JK-3", "JK-4", "JK-5")
def test_sides_bid_in_turn_and_raise_their_totals() -> None:
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
def test_only_a_side_far_behind_bids_blind() -> None:
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
def test_only_the_last_event_can_be_taken_back() -> None:
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


@pytest.mark.rule("SB-3", "C-6", "C-7")
def test_spades_are_led_only_after_they_are_broken() -> None:
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
def test_a_forced_spade_lead_breaks_spades_only_in_jokers() -> None:
    hands = ["AS 2S", "5C 3S", "6C 4S", "7C 8C"]
    for variant, broken in (("jokers", True), ("sandbags", False)):
        game = playing(variant, hands, [1, 1, 1, 1])
        play(game, "AS", "3S", "4S", "7C")
        assert game.hand is not None and game.hand.broken is broken


@pytest.mark.rule("3B-3")
def test_the_call_or_the_bid_makes_an_ace_high_or_low() -> None:
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
def test_a_gacc_is_counted() -> None:
    game = playing("3b-three", ["AH KS 2D", "2H 5H 6H", "3H 7C 8C"], [1, 3, 3])
    play(game, "AH", "2H", "3H", "KS")
    assert game.hand is not None and game.hand.gaccs == {0: 1, 1: 0, 2: 0}


@pytest.mark.rule("BM-13")
def test_the_first_challenger_may_take_books_for_a_renege() -> None:
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
def test_a_chit_passes_the_tray_to_another_player() -> None:
    game = Game(first_line("3b-three", options={"hands": 1}))
    scored(game, [6, 5, 4], [6, 7, 4])
    for seat, tray in ((0, 1), (1, 1)):
        with pytest.raises(Refusal):
            game.apply({"event": "chit", "seat": seat, "tray": tray})
    game.apply({"event": "chit", "seat": 1, "tray": 2})
    over = game.game_over()
    assert over["tray"] == 2 and not over["wire_to_wire"]
    for seat, tray in ((1, 0), (2, 1), (2, 2)):
        with pytest.raises(Refusal):
            game.apply({"event": "chit", "seat": seat, "tray": tray})
    game.apply({"event": "chit", "seat": 2, "tray": 0})
    assert game.game_over()["tray"] == 0
    game.apply({"event": "chit", "seat": 0, "tray": None})
    assert game.game_over()["tray"] == 0


@pytest.mark.rule("3B-22", "3B-30")
def test_dumps_and_zero_buddy_marks_are_refused_at_the_wrong_time() -> None:
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
    game.apply({"event": "zb", "seat": 2, "accused": 1})  # a card of the first trick, when the zero was hunted
    play(game, "6C")
    with pytest.raises(Refusal):
        game.apply({"event": "zb", "seat": 2, "accused": 1})

"""Set up tables for the referee's own tests: a first line, a deal, a hand during its play."""

from __future__ import annotations

from typing import Any

from tests.referee.generate import make_deal
from tests.referee.referee import (
    VARIANTS,
    Fact,
    Game,
    Hand,
)


def first_line(variant: str, **more: Any) -> Fact:
    """Return the ``game`` line of a table of people."""
    seats = [{"name": f"P{seat}", "kind": "human"} for seat in range(VARIANTS[variant].seats)]
    return {"event": "game", "format": "spades-record/1", "variant": variant, "seats": seats, **more}


def scored(game: Game, bids: list[int], tricks: list[int], **more: Any) -> Fact:
    """Score a hand from its bids, its tricks and the facts in ``more``."""
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
    """Return a deal by seat 0 in hand 1."""
    return make_deal(VARIANTS[variant], options, 1, 0, secret.to_bytes(32, "big"))


def playing(variant: str, cards: list[str], bids: list[int], **options: Any) -> Game:
    """Return a game during the play, with these ``cards`` in the seats and seat 0 to lead."""
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

"""Play at a table in tests, with cards, bids and plays as short texts.

Cards are ranks and a suit: ``AKQS 2H BJ`` is AS KS QS 2H BJ, and ``2-TC`` is the two to the ten of clubs. ``/H`` in a
hand means that it has no hearts except those named. A played ace may end in ``+`` or ``-``: called high or low.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game.events import Bid, Deal, Discard, Draft, Draw, Event, Look, Pass, Play, Score, Stand
from spades_tui.game.findings import Finding, GameOver, HandScore
from spades_tui.game.history import History
from spades_tui.game.machine import on_turn
from spades_tui.game.phase import IllegalEvent, Phase, Refusal
from spades_tui.game.sequence import playing_seats
from spades_tui.game.state import GameState, HandState, new_game
from spades_tui.game.trick import Played
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import Standing
from spades_tui.rules.ruleset import Ruleset, ruleset
from spades_tui.rules.variant import with_options
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe

card = cards.parse


def some(text: str) -> list[int]:
    """Return the cards of a short text, in order."""
    found: list[int] = []
    for word in text.split():
        if word[0] == "/":
            continue
        if word in ("BJ", "LJ"):
            found.append(cards.parse(word))
            continue
        ranks, suit = word[:-1], word[-1]
        if len(ranks) == 3 and ranks[1] == "-":
            first, last = (cards.RANKS.index(rank) for rank in (ranks[0], ranks[2]))
            ranks = cards.RANKS[first : last + 1]
        found += [cards.parse(rank + suit) for rank in ranks]
    return found


@cache
def _filled(
    rest: tuple[int, ...], texts: tuple[tuple[object, str], ...], room: tuple[tuple[object, int], ...]
) -> tuple[tuple[object, int], ...]:
    """Fill the free places with the rest of the pack, by matching places and cards."""
    free = [place for place, count in room for _ in range(count)]
    without = {place: {suit for suit, name in enumerate(cards.SUITS) if f"/{name}" in text} for place, text in texts}
    holds: dict[int, int] = {}  # the free place of each card, by number

    def put(spot: int, tried: set[int]) -> bool:
        for one in rest:
            if one in tried or cards.FACE_SUIT[one] in without[free[spot]]:
                continue
            tried.add(one)
            if one not in holds or put(holds[one], tried):
                holds[one] = spot
                return True
        return False

    assert len(free) == len(rest)
    assert all(put(spot, set()) for spot in range(len(free))), "the hands cannot be filled up like this"
    return tuple((free[holds[one]], one) for one in rest)


def rules_of(slug: str, **options: object) -> Ruleset:
    """Return a shipped variant with options."""
    return ruleset(with_options(shipped()[slug], options))


class Sitting:
    """One game of a shipped variant, or of other rules."""

    def __init__(self, slug: str | Ruleset, dealer: int = 0, **options: object) -> None:
        self.rules = slug if isinstance(slug, Ruleset) else rules_of(slug, **options)
        self.course = History(new_game(self.rules, dealer))
        self.found: list[Finding] = []

    @property
    def state(self) -> GameState:
        return self.course.state

    @property
    def hand(self) -> HandState:
        return self.course.state.current

    @property
    def turn(self) -> int | None:
        return on_turn(self.course.state)

    @property
    def standing(self) -> Standing:
        return self.course.state.standing

    def sees(self, seat: int | None) -> Observation:
        return observe(self.course.state, seat)

    def so_far(self, **standing: Any) -> Sitting:
        """Begin in the middle of a game, with these totals, bags and so on."""
        self.course.state = replace(self.state, standing=replace(self.standing, **standing))
        return self

    # ---- the deal

    def deal_event(self, *hands: str, extra: str = "", dead: str = "", kitty: str = "", **more: Any) -> Deal:
        """Return a deal in which these seats get these cards; the rest of the pack fills the gaps.

        In a draft, they get these cards by keeping every card that they see.
        """
        rules, dealer = self.rules, self.state.next_dealer
        size, seats = rules.variant.deal.cards, playing_seats(rules, dealer)
        texts: dict[object, str] = {seat: hands[seat] if seat < len(hands) else "" for seat in seats}
        room: dict[object, int] = dict.fromkeys(seats, size)
        if rules.variant.deal.extra:
            texts["extra"], room["extra"] = extra, 1
        if rules.kitty is not None:
            texts["kitty"], room["kitty"] = kitty, rules.kitty.cards
        if rules.variant.deal.dead_hands:
            texts["dead"], room["dead"] = dead, size
        draft = bool(rules.variant.deal.draft)
        if draft:
            texts["away"], room["away"] = "", size * len(seats)
        held = {place: some(text) for place, text in texts.items()}
        named = [one for pile in held.values() for one in pile]
        assert len(named) == len(set(named)), "a card is named twice"
        rest = tuple(one for one in rules.cards.pack if one not in named)
        free = tuple((place, room[place] - len(held[place])) for place in texts)
        for place, one in _filled(rest, tuple(texts.items()), free):
            held[place].append(one)
        hands_dealt = tuple(cards.hand_of(held[seat]) if seat in held else None for seat in range(rules.seats))
        kept = [held[seat][n] for n in range(size) for seat in seats]
        stock = tuple(one for pair in zip(kept, held["away"], strict=True) for one in pair) if draft else None
        return Deal(
            number=self.state.next_hand,
            dealer=dealer,
            hands=(0,) * rules.seats if draft else hands_dealt,
            stock=stock,
            extra=held["extra"][0] if "extra" in held else None,
            dead=cards.hand_of(held["dead"]) if "dead" in held else None,
            kitty=cards.hand_of(held["kitty"]) if "kitty" in held else None,
            **more,
        )

    def deal(self, *hands: str, extra: str = "", dead: str = "", kitty: str = "") -> Sitting:
        """Deal, and draft if the game has a draft."""
        return self.do(self.deal_event(*hands, extra=extra, dead=dead, kitty=kitty)).drafted()

    def drafted(self) -> Sitting:
        """Keep every card seen in a draft."""
        while self.state.phase == Phase.DRAFT:
            assert self.turn is not None
            self.do(Draft(self.turn, True))
        return self

    # ---- events

    def do(self, *events: Event) -> Sitting:
        for event in events:
            self.found += self.course.do(event)
        return self

    def why(self, event: Event) -> Refusal:
        """Return the refusal of an event, which must have changed nothing (C-8)."""
        before, steps = self.course.state, list(self.course.steps)
        with pytest.raises(IllegalEvent) as caught:
            self.course.do(event)
        assert self.course.state is before
        assert self.course.steps == steps
        assert self.course.refusal(event) == caught.value.refusal
        return caught.value.refusal

    def refused(self, *events: Event) -> set[str]:
        """Return the rules by which each of these events is refused."""
        return {self.why(event).rule for event in events}

    def bids(self, *bids: int | str | None) -> Sitting:
        """Make these bids by seat, and continue to the first lead: ``"b3"`` is a blind three.

        All players look, draw, discard, stand, and pass the first cards offered.
        """
        while self.state.phase not in (Phase.PLAY, Phase.PLAYED):
            seat = self.turn
            assert seat is not None
            match self.state.phase:
                case Phase.BID:
                    bid = bids[seat]
                    blind = isinstance(bid, str)
                    if not blind and Look(seat) in self.sees(seat).legal:
                        self.do(Look(seat))
                    self.do(Bid(seat, int(str(bid).removeprefix("b")), blind))
                case Phase.DRAW:
                    self.do(Draw(seat))
                case Phase.DISCARD:
                    self.do(Discard(seat, cards.cards_of(self.hand.drawn & self.hand.holding[seat])[0]))
                case Phase.RAISE:
                    self.do(Stand(seat))
                case Phase.PASS:
                    self.do(next(event for event in self.sees(seat).legal if isinstance(event, Pass)))
                case _:
                    raise AssertionError(self.state.phase)
        return self

    def bid_near(self, bid: int) -> int:
        """Return the nearest legal bid of the seat on turn, once it has looked."""
        seat = self.turn
        assert seat is not None
        if Look(seat) in self.sees(seat).legal:
            self.do(Look(seat))
        open_bids = [event.bid for event in self.sees(seat).legal if isinstance(event, Bid) and not event.blind]
        return min(open_bids, key=lambda one: abs(one - bid))

    def bids_near(self, bid: int) -> Sitting:
        """Let all bid this, or the nearest legal bid, and continue to the first lead."""
        while self.state.phase == Phase.BID:
            assert self.turn is not None
            self.do(Bid(self.turn, self.bid_near(bid)))
        return self.bids()

    def play(self, text: str) -> Sitting:
        """Play cards, each by the seat on turn."""
        for word in text.split():
            self.do(self.play_event(word))
        return self

    def play_event(self, word: str) -> Play:
        """Return the play of a card by the seat on turn."""
        seat = self.turn
        assert seat is not None
        return Play(seat, card(word.rstrip("+-")), {"+": "high", "-": "low"}.get(word[-1]))

    def playable(self) -> str:
        """Return the cards that may be played now."""
        seat = self.turn
        legal = self.sees(seat).legal
        return cards.hand_text(cards.hand_of(event.card for event in legal if isinstance(event, Play)))

    # ---- the end of a hand

    def took(self, *tricks: int, first: tuple[int, ...] = ()) -> Sitting:
        """Pretend that the hand was played with this many tricks for each seat; `first` won the first ones."""
        left = list(tricks)
        for seat in first:
            left[seat] -= 1
        assert min(left) >= 0
        winners = first + tuple(seat for seat, count in enumerate(left) for _ in range(count))
        assert len(winners) == self.rules.tricks
        played = tuple((Played(seat, one),) for seat, one in zip(winners, self.rules.cards.pack, strict=False))
        hand = replace(self.hand, winners=winners, took=tuple(tricks), tricks=played, holding=(0,) * self.rules.seats)
        self.course.state = replace(self.state, hand=hand, phase=Phase.PLAYED)
        return self

    def score(self) -> HandScore:
        self.do(Score())
        score = self.found[-1]
        assert isinstance(score, HandScore)
        return score

    def played(self, bids: tuple[int | str | None, ...], took: tuple[int, ...]) -> HandScore:
        """Score a whole hand with these bids and tricks, by seat."""
        return self.deal().bids(*bids).took(*took).score()

    def over(self) -> GameOver:
        found = self.course.game_over()
        assert found is not None
        return found


def of_custom(seen: HandScore | GameOver | Observation, key: str) -> Any:
    """Return the value of a custom's key."""
    return seen.values([key])[key]


def sheet(score: HandScore, side: int) -> list[tuple[str, int]]:
    """Return a side's lines on the score sheet."""
    return [(line.rule, line.points) for line in score.lines if line.side == side]

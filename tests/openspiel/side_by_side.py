"""Play random hands of `classic` in this program and in OpenSpiel's `spades` at once, and compare each move.

The comparison covers turns, legal bids and cards, and the points of both sides. It leaves out differences by design:

- Two partners may not bid more than thirteen together in OpenSpiel, so no more is bid here.
- Spades never count as broken in OpenSpiel. A lead of a broken spade is made in both, and the spades among the legal
  leads aren't compared then.
- Bags are the last digit of a side's score in OpenSpiel, so each hand begins with a score from 0 to 9 and as many bags.
- OpenSpiel has no blind nil, no exchange and no game of several hands. A hand is scored separately, without its bonus
  for winning and its mercy rule. The tricks of a failed nil always help the partner, as with `helps` (NL-6).
- Its first player bids and leads first, like the player on the dealer's left.
"""

import random
from collections import Counter
from typing import Any

from msgspec.structs import replace

from spades_tui import cards
from spades_tui.game import machine
from spades_tui.game.events import Bid, Event, Play, Score
from spades_tui.game.findings import HandScore
from spades_tui.game.phase import Phase
from spades_tui.game.state import GameState, new_game
from tests.game.at_random import random_deal
from tests.game.tables import rules_of

PARAMETERS = "spades(use_mercy_rule=false,win_threshold=100000,win_or_loss_bonus=0)"
FIRST_BID = 52
"""The first number for a bid (of 0) in OpenSpiel; cards have the numbers below it, by suit and rank."""
NUMBER = {cards.parse(rank + suit): 13 * n + m for n, suit in enumerate("CDHS") for m, rank in enumerate(cards.RANKS)}
CARD = {number: card for card, number in NUMBER.items()}


class Hand:
    """One hand, played in both programs."""

    def __init__(self, theirs: Any, seed: int) -> None:
        self.rng = random.Random(f"openspiel {seed}")
        self.dealer = self.rng.randrange(4)
        self.bags = (self.rng.randrange(10), self.rng.randrange(10))
        start = new_game(rules_of("classic"), self.dealer)
        standing = replace(start.standing, totals=self.bags, bags=self.bags)
        self.ours: GameState = replace(start, standing=standing)
        self.theirs = theirs
        self.seen: Counter[str] = Counter()
        """Counts of the events in this hand."""

    def seat(self, player: int) -> int:
        """Return the seat of OpenSpiel's player."""
        return (self.dealer + 1 + player) % 4

    def do(self, event: Event, number: int) -> None:
        """Make a move in both programs."""
        self.ours, _ = machine.apply(self.ours, event)
        self.theirs.apply_action(number)

    def play(self) -> None:
        """Play the whole hand. Raises AssertionError if the programs differ."""
        self._deal()
        while self.ours.phase in (Phase.BID, Phase.PLAY):
            assert self.seat(self.theirs.current_player()) == machine.on_turn(self.ours)
            if self.ours.phase == Phase.BID:
                self._bid()
            else:
                self._card()
        assert self.theirs.is_terminal()
        self._score()

    def _deal(self) -> None:
        deal = random_deal(self.ours, self.rng)
        held = [list(cards.cards_of(deal.hands[self.seat(player)] or 0)) for player in range(4)]
        self.ours, _ = machine.apply(self.ours, deal)
        for round_of_cards in zip(*held, strict=True):
            for card in round_of_cards:
                self.theirs.apply_action(NUMBER[card])
        first = self.seat(0) % 2
        self.theirs.set_current_scores([self.bags[first], self.bags[1 - first]])

    def _bid(self) -> None:
        offered = {event.bid: event for event in machine.legal(self.ours) if isinstance(event, Bid)}
        numbers = [number - FIRST_BID for number in self.theirs.legal_actions()]
        assert list(offered) == list(range(14))
        assert numbers == list(range(len(numbers)))
        likely = [bid for bid in numbers if bid <= 4] * 3 + [0] * 3 + numbers
        bid = self.rng.choice(likely)
        self.do(offered[bid], FIRST_BID + bid)

    def _card(self) -> None:
        offered = {event.card: event for event in machine.legal(self.ours) if isinstance(event, Play)}
        mine, other = set(offered), {CARD[number] for number in self.theirs.legal_actions()}
        if not self.ours.current.trick and self.ours.current.broken:
            mine, other = ({card for card in some if not self._spade(card)} for some in (mine, other))
            self.seen["leads after spades were broken"] += 1
        assert mine == other
        card = self.rng.choice(sorted(offered))
        self.do(offered[card], NUMBER[card])

    def _spade(self, card: int) -> bool:
        return cards.FACE_SUIT[card] == cards.SPADES

    def _score(self) -> None:
        self.ours, findings = machine.apply(self.ours, Score())
        (score,) = [one for one in findings if isinstance(one, HandScore)]
        first = self.seat(0) % 2
        assert [int(points) for points in self.theirs.returns()[:2]] == [score.points[first], score.points[1 - first]]
        self.seen.update(line.rule for line in score.lines)
        self.seen["nils made"] += sum(line.text == "Nil made" for line in score.lines)
        self.seen["two nils of a side"] += sum(score.bids[side] == score.bids[side + 2] == 0 for side in (0, 1))

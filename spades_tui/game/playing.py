"""Which cards may be played: the questions that facts and observations ask."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from spades_tui import cards
from spades_tui.game.kernel import followers, leaders
from spades_tui.game.refusal import Refusal
from spades_tui.game.state import GameState, spades_open
from spades_tui.rules.ruleset import Ruleset


def playable(state: GameState) -> int:
    """The cards that the player on turn may play, as a bit set; with challenges, also those that renege (C-11)."""
    hand = state.current
    return hand.holding[hand.player] if state.rules.challenged and hand.led is not None else following(state)


def following(state: GameState) -> int:
    """The cards that the player on turn may play without reneging (C-6, SB-3, JK-6)."""
    rules, hand = state.rules, state.current
    holding = hand.holding[hand.player]
    if hand.led is None:
        return leaders(rules.cards, holding, spades_open(rules, hand))
    return followers(rules.cards, holding, hand.led)


def why_not_playable(rules: Ruleset, led: int | None, card: int) -> Refusal:
    """Why a card in the hand of the player on turn may not be played on this lead, or led."""
    if led is None:
        if rules.lead.broken_by == "any_spade":
            return Refusal(rules.lead.rule, "Spades may not be led until a spade has been played")
        return Refusal(rules.lead.rule, "Spades may not be led until one has been played on another suit")
    suit = cards.SUIT_NAMES[led]
    return Refusal("C-6", f"You hold {suit}, so you must follow {suit}; {cards.told(card)} does not")


@dataclass(frozen=True, slots=True, eq=False, repr=False)
class WhyNot(Mapping[int, Refusal]):
    """Cards that may not be played, and why; the sentence is made when somebody asks, and computer players do not."""

    rules: Ruleset
    led: int | None
    barred: int

    def __getitem__(self, card: int) -> Refusal:
        if not self.barred >> card & 1:
            raise KeyError(card)
        return why_not_playable(self.rules, self.led, card)

    def __iter__(self) -> Iterator[int]:
        return iter(cards.cards_of(self.barred))

    def __len__(self) -> int:
        return self.barred.bit_count()

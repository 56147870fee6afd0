"""Owning up to a bonehead play (3B-29)."""

from collections.abc import Iterable
from typing import Self

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.phase import Refusal
from spades_tui.game.state import GameState, noting
from spades_tui.rules.customs.bone import BoneheadPlays, cited_cards
from spades_tui.rules.ledger import Noted
from spades_tui.rules.ruleset import Ruleset


class Bone(Public, AsideEvent, frozen=True, tag="bone"):
    """A player cites their own last card (3B-29)."""

    undone = "the bonehead"
    word = "bone"
    glossary_word = "bonehead"
    absent = Refusal("", "This game doesn't count boneheads.")
    later = Refusal("3B-29", "You can cite only your own last card, until the next one is played.")
    question = ("Call your last card a bonehead play?",)
    yes_or_no = True
    beside_play = True
    verb = "owns up to a bonehead play"

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.custom(BoneheadPlays) is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return the citation, unless the card has been cited."""
        last = state.current.last_card(seat)
        if last is None or last[0] in cited_cards(state.current.noted):
            return []
        return [cls(seat)]

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        return "Yes", ("The scoreboard counts it. The game doesn't change.",)

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a citation if the seat has no card in this hand to cite, or after the next deal."""
        rules, hand = state.rules, state.hand
        bonehead = rules.custom(BoneheadPlays)
        if bonehead is None:
            return Refusal("3B-29", "This game doesn't count boneheads")
        if hand is None or hand.last_card(self.seat) is None:
            return Refusal(bonehead.rule, "You haven't played a card yet")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Note the cited card; nothing in the game changes."""
        last = state.current.last_card(self.seat)
        return noting(state, Noted("bone", self.seat, card=last[0] if last else -1)), ()

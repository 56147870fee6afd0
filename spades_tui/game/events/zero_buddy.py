"""Marking a card as having ZB potential (3B-30)."""

from collections.abc import Iterable
from typing import Annotated, Self

from spades_tui.game.events.event import AsideEvent, Outcome, Public
from spades_tui.game.phase import Phase, Refusal
from spades_tui.game.record_form import FieldKind
from spades_tui.game.state import GameState, is_scored, noting
from spades_tui.language.sentence_parts import does, whose
from spades_tui.rules.customs.zero_buddy import ZeroMarks
from spades_tui.rules.ledger import Noted
from spades_tui.rules.ruleset import Ruleset


class ZeroBuddy(Public, AsideEvent, frozen=True, tag="zb"):
    """A player marks a hunter's last card as having ZB potential (3B-30)."""

    accused: Annotated[int, FieldKind.SEAT]

    message_name = "zerobuddy"
    undone = "the ZB mark"
    word = "mark"
    glossary_word = "ZB"
    absent = Refusal("", "This game has no ZB marks.")
    later = Refusal("3B-30", "A card can be marked only while somebody's zero is hunted.")
    question = ("Whose last card let the zero off?",)

    @classmethod
    def in_game(cls, rules: Ruleset) -> bool:
        return rules.custom(ZeroMarks) is not None

    @classmethod
    def aside(cls, state: GameState, seat: int) -> Iterable[Self]:
        """Return the marks that this seat hasn't made."""
        hand, marks = state.current, []
        made = [(note.seat, note.about, note.card) for note in hand.noted if note.custom == "zb"]
        for other in range(state.rules.seats):
            last = hand.last_card(other)
            if other != seat and last is not None and (seat, other, last[0]) not in made:
                marks.append(cls(seat, other))
        return marks

    def choice(self, rules: Ruleset, names: tuple[str, ...]) -> tuple[str, tuple[str, ...]]:
        return names[self.accused], ("The table hears the case when the game is over.",)

    def refusal(self, state: GameState) -> Refusal | None:
        """Refuse a mark unless it's on another hunter's last card, while a zero bidder has no earlier trick."""
        rules, hand = state.rules, state.hand
        marks = rules.custom(ZeroMarks)
        if marks is None:
            return Refusal("3B-30", "This game doesn't count zero buddies")
        rule = marks.rule
        if hand is None or state.phase not in (Phase.PLAY, Phase.PLAYED) or is_scored(state):
            return Refusal(rule, "Mark a card before the hand is scored")
        if self.seat == self.accused:
            return Refusal(rule, "Mark another player's card; for your own, call a bonehead")
        last = hand.last_card(self.accused)
        if last is None:
            return Refusal(rule, "That player hasn't played a card yet")
        _, trick = last
        zeros = {zero for zero, bid in enumerate(hand.bids) if bid == 0}
        if not zeros - {self.seat, self.accused} - set(hand.winners[: trick - 1]):
            return Refusal(rule, "That card didn't hunt another player's zero")
        return None

    def apply(self, state: GameState) -> Outcome:
        """Keep the mark until the hearing after the game."""
        last = state.current.last_card(self.accused)
        return noting(state, Noted("zb", self.seat, self.accused, last[0] if last else -1)), ()

    def sentence(self, names: tuple[str, ...], before: GameState) -> str:
        return does(names[self.seat], f"sees ZB potential in {whose(names[self.accused])} card")

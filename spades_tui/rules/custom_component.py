"""The base class of customs, with the hooks through which the rest of the program meets them.

The machine, records, observations, sheets, remarks and the season call these methods of every
custom of a table, and know none by name. Customs get only the public parts of a game.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal, Protocol

from spades_tui.rules.component_bases import RuleComponent
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.judged_cards import CardToJudge
from spades_tui.rules.ledger import GameOutcome, HandCounts, Noted, Standing
from spades_tui.rules.season_custom import SeasonCustom

Remark = tuple[tuple[str, Literal["text", "soft", "bold"]], ...]
"""A sentence in parts, each with its tone; empty if there is nothing to say."""


class RulesFacts(Protocol):
    """The answers of a ruleset that customs may ask for; `rules/ruleset.py` explains each."""

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]: ...
    @property
    def game_hands(self) -> int | None: ...
    @property
    def zeros_separate(self) -> bool: ...


class GameFacts(Protocol):
    """The public parts of a game that customs may read; `game/state.py` explains each."""

    @property
    def rules(self) -> RulesFacts: ...
    @property
    def standing(self) -> Standing: ...
    @property
    def outcome(self) -> GameOutcome | None: ...
    @property
    def noted(self) -> tuple[Noted, ...]: ...


class HandFacts(Protocol):
    """The public parts of a hand that customs may read; `game/state.py` explains each."""

    @property
    def number(self) -> int: ...
    @property
    def order(self) -> tuple[int, ...]: ...
    @property
    def bidders(self) -> int: ...
    @property
    def bids(self) -> tuple[int | None, ...]: ...
    @property
    def winners(self) -> tuple[int, ...]: ...
    @property
    def took(self) -> tuple[int, ...]: ...
    @property
    def noted(self) -> tuple[Noted, ...]: ...


class CustomComponent(SeasonCustom, RuleComponent):
    """A custom of a table."""

    practice: ClassVar[str] = ""
    """Why games with this custom are practice and don't count, as half a sentence; empty if they
    count.
    """
    form_words: ClassVar[Mapping[str, str]] = {}
    """The words for it (with the key "") and for its keys in the form for house rules."""
    trick_keys: ClassVar[tuple[str, ...]] = ()
    """Its keys that can't be more than the tricks of a hand."""
    separate_zeros: ClassVar[bool] = False  # whether it needs a score for zeros alone
    in_plaque: ClassVar[bool] = (
        False  # whether the podium has a `plaque` for the player it names at the end
    )
    announced_word: ClassVar[str] = ""
    """The word of the glossary that `announces` uses."""
    mark: ClassVar[tuple[str, str]] = ("", "")
    """The sign beside the seats of `hand_marks` and on its plaque, and a letter for it."""
    mark_words: ClassVar[str] = ""
    """What the sign says about a seat, such as ``in the lead``."""
    hand_keys: ClassVar[Mapping[str, CustomKey]] = {}
    """The keys that it adds to a hand's score."""
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {}
    """The keys that it adds to an observation, for `shows`."""
    game_keys: ClassVar[Mapping[str, CustomKey]] = {}
    """The keys that it adds to the end of a game."""
    message_names: ClassVar[Mapping[str, str]] = {}
    """Its own names for parts of the messages between hosts and guests."""

    @classmethod
    def first_values(cls, tricks: int, lowest: int) -> dict[str, Any]:
        """Return the first values in the form of its keys without defaults.

        `tricks`: the tricks of a hand; `lowest`: the lowest sum of all bids, with a zero counted as
        one.
        """
        return {}

    def unfit(self, people: int) -> str:
        """Return why this many people can't sit at the table, as half a sentence.

        It's empty if they can.
        """
        return ""

    def notes_lead(self, hand: HandFacts, seat: int, trump: bool) -> bool:
        """Return whether it notes that this seat leads a card now, a trump or not."""
        return False

    def called(self, bids: Sequence[int | None]) -> str | None:
        """Return the name that it gives to a hand with these bids, as in records; None for most."""
        return None

    def announces(
        self, game: GameFacts, hand: HandFacts, before: HandFacts, begins: bool
    ) -> Iterable[tuple[int | None, str]]:
        """Return what the table announces after an event.

        It's the seat and what it does, or None and the whole sentence.

        `before`: the hand before the event; `begins`: whether the play begins with it.
        """
        return ()

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Return what everybody sees of it: the values of `seen_keys`.

        It's empty while there is nothing to see.
        """
        return {}

    def of_hand(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Return the values of `hand_keys` for a hand that has been scored.

        Return None for a key that doesn't apply.
        """
        return {}

    def of_game(self, game: GameFacts) -> Mapping[str, Any]:
        """Return the values of `game_keys` at the end of a game."""
        return {}

    def bidding_note(self, bids: Sequence[int | None], order: tuple[int, ...]) -> str:
        """Return a sentence about the bids so far, for the players who bid; empty for most."""
        return ""

    def sheet_note(self, values: Mapping[str, Any]) -> str:
        """Return a few words about a scored hand, for its sheet in text.

        `values`: those of `hand_keys`.
        """
        return ""

    def remark(self, values: Mapping[str, Any], whom: Callable[[int], str]) -> Remark:
        """Return a remark about a scored hand; `values`: those of `hand_keys`.

        `whom`: a seat inside a sentence.
        """
        return ()

    def sheet_words(self, values: Mapping[str, Any], standing: Standing) -> Iterable[str]:
        """Return the words of the glossary that its remarks after a hand use.

        `values`: those of `hand_keys`.
        """
        return ()

    def remark_now(
        self, values: Mapping[str, Any], standing: Standing, over: bool, whom: Callable[[int], str]
    ) -> Remark:
        """Return a remark about the game after its latest hand.

        `values`: those of `hand_keys` and `seen_keys`; `over`: whether the game has ended.
        """
        return ()

    def hand_marks(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        """Return for each hand the seats that the game's sheet marks after it; empty for most."""
        return ()

    def tricks_off(self, standing: Standing) -> tuple[tuple[int, int], ...]:
        """Return by seat the tricks over and short of its bids, if the game's sheet shows them.

        It's empty for most.
        """
        return ()

    def of_short_game(self) -> Mapping[str, Any]:
        """Return the values of `game_keys` that a game of too few hands has (3B-20, 3B-23)."""
        return {}

    def end_sentences(
        self, values: Mapping[str, Any], last: list[int], who: Callable[[int], str]
    ) -> list[str]:
        """Return what the end of a game means for its players.

        `values`: those of `game_keys`; `last`: the seats in last place; `who`: a seat at the
        beginning of a sentence.
        """
        return []

    def plaque(self, values: Mapping[str, Any], name: Callable[[int], str]) -> tuple[str, str]:
        """Return the name on its plaque of the podium, and the words below it.

        `values`: those of `game_keys`.
        """
        return "", ""

    def named(self, game: GameFacts) -> tuple[int, ...]:
        """Return the seats that it has given a name after the game, in order.

        The last is the current one (3B-27).
        """
        return ()

    def decider(self, game: GameFacts) -> int | None:
        """Return the seat that may still decide something after the game, or None."""
        return None

    def to_judge(
        self, noted: Mapping[int, Iterable[Noted]], bids: Mapping[int, Sequence[int | None]]
    ) -> tuple[CardToJudge, ...]:
        """Return the cards that the table judges after the game, each once.

        By the number of each hand, `noted`: what customs have noted in it; `bids`: its bids, by
        seat.
        """
        return ()

    def season_keys(
        self, game: GameFacts, values: Mapping[str, Any], hands: Mapping[int, HandFacts]
    ) -> Mapping[str, Any]:
        """Return what it adds to a finished game in the scorebook, by the names there.

        `values`: those of `game_keys`; `hands`: by number.
        """
        return {}

    def season_counts(self, hand: HandFacts, counts: HandCounts, seat: int) -> Mapping[str, int]:
        """Return what a scored hand adds to a seat's counts in the scorebook, by name."""
        return {}

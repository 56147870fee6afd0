"""Components of trick play."""

from typing import ClassVar, Literal, get_args

from spades_tui.cards import CLUBS
from spades_tui.rules.component import RuleName, Switch
from spades_tui.rules.component_bases import Checker, PlayComponent
from spades_tui.rules.deck import tables
from spades_tui.rules.problems import Flaw, KeyName, Part


class Follow(PlayComponent):
    """A player who holds the suit led must follow it (C-6)."""

    kind: Literal["follow"]
    words: ClassVar[str] = "Follow suit if you can; otherwise play any card."
    rule: RuleName = "C-6"


class Lead(PlayComponent):
    """When spades may be led (SB-3, JK-6, BM-2, 3B-10)."""

    kind: Literal["lead"]
    default_rule: ClassVar[str] = "SB-3"
    spades: Literal["always", "broken"]
    broken_by: Literal["off_suit", "any_spade"] = "off_suit"
    """``off_suit``: a spade played on another suit breaks them (SB-3).

    ``any_spade``: any spade played (JK-6).
    """

    def sentence(self, zero: str = "nil") -> str:
        if self.spades == "always":
            return "You may lead spades at any time, even to the first trick."
        if self.broken_by == "any_spade":
            return "You may lead spades once one has been played, or if you have nothing else."
        broken = "once one has been played on another suit"
        return f"You may lead spades {broken}, or if you have nothing else."


class FirstTrick(PlayComponent):
    """Whether spades may be played to the first trick (SB-4, NL-3)."""

    kind: Literal["first_trick"]
    default_rule: ClassVar[str] = "NL-3"
    trumps: Literal["free", "no_spade"]
    """``no_spade``: a player with another card may not lead a spade to it or throw one."""

    def sentence(self, zero: str = "nil") -> str:
        if self.trumps == "free":
            return ""
        return "You can't lead or play a spade to the first trick unless you have nothing else."


class Opening(PlayComponent):
    """The player who leads to the first trick, and the card (C-5, NL-3)."""

    kind: Literal["opening"]
    default_rule: ClassVar[str] = "NL-3"
    leads: Literal["left", "lowest_club"]
    """``left``: the player on the dealer's left.

    ``lowest_club``: the holder of the lowest club, with that card.
    """

    def problems(self, check: Checker) -> None:
        """Report a deal that can leave every player without a club."""
        deck, deal = check.variant.deck, check.variant.deal
        clubs = tables(deck).suit_masks[CLUBS].bit_count()
        idle = len(deck.pack()) - check.variant.players * deal.cards
        check.say(Flaw.NO_CLUB, "leads", when=self.leads == "lowest_club" and clubs <= idle)

    def sentence(self, zero: str = "nil") -> str:
        if self.leads == "left":
            return ""
        return "The lowest club in play leads to the first trick."


class MustBeat(PlayComponent):
    """Beat the trick if you can, or play a spade if you can't follow suit (CB-1)."""

    kind: Literal["must_beat"]
    default_rule: ClassVar[str] = "CB-1"
    follow: Switch = True
    """Whether a player who follows suit must beat the trick if they can."""
    void: Literal["free", "beat", "spade"] = "beat"
    """The duty of a void player.

    ``beat``: play a spade that beats the trick; ``spade``: if impossible, any spade.
    """

    def problems(self, check: Checker) -> None:
        """Report aces that may be called low, and a component that requires nothing."""
        if check.variant.deck.aces == "called" or check.variant.option_sets("deck.aces"):
            kind, other = Part(("plays.must_beat",)), Part(("plays.ace_call",))
            check.say(Flaw.NOT_TOGETHER, "kind", kind=kind, other=other)
        check.say(Flaw.NOTHING_TO_BEAT, "void", when=not self.follow and self.void == "free")

    def sentence(self, zero: str = "nil") -> str:
        follow = "When you follow suit, you must beat the trick if you can. " if self.follow else ""
        otherwise = {
            "free": "",
            "beat": (
                "When you can't follow suit, "
                "you must play a spade that beats the trick, if you have one."
            ),
            "spade": (
                "When you can't follow suit, you must play a spade, "
                "and beat the trick with it if you can."
            ),
        }[self.void]
        return (follow + otherwise).strip()


class AceCall(PlayComponent):
    """The player of an ace calls it high or low (3B-3); requires `aces = "called"` in the deck."""

    calls_aces: ClassVar[bool] = True

    kind: Literal["ace_call"]
    default_rule: ClassVar[str] = "3B-3"
    words: ClassVar[str] = (
        "You call an ace high or low as you play it; a low ace ranks below the two."
    )

    def problems(self, check: Checker) -> None:
        """Report a deck whose aces are never called."""
        if check.variant.deck.aces != "called" and not check.variant.option_sets("deck.aces"):
            check.say(Flaw.NO_ACE_TO_CALL, "kind", aces=KeyName("deck.aces", ("deck.aces",)))


class Claims(PlayComponent):
    """A player may claim all remaining tricks (C-12)."""

    kind: Literal["claim"]
    words: ClassVar[str] = "You may claim all the remaining tricks if you can't lose any of them."
    rule: RuleName = "C-12"


class LastTrick(PlayComponent):
    """Whether players may look at the last complete trick again (C-10)."""

    kind: Literal["last_trick"]
    rule: RuleName = "C-10"
    shown: Switch

    def sentence(self, zero: str = "nil") -> str:
        return f"You may {'' if self.shown else 'not '}look at the last trick again."


BESIDE_A_DUTY: dict[type[object], str] = {
    Follow: "Follow suit if you can.",
    FirstTrick: (
        "You can't lead or play a spade to the first trick unless you have nothing else, "
        "not even to beat it."
    ),
}
"""Their sentences in games where a player who can't follow suit has to beat the trick (CB-1)."""

AnyPlay = Follow | Lead | FirstTrick | Opening | MustBeat | AceCall | Claims | LastTrick
"""The `plays` that a variant file may have."""

REGISTRY: tuple[type[PlayComponent], ...] = get_args(AnyPlay)

"""The zero buddy: a hunter whose card lets a zero off."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from spades_tui import cards
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, GameFacts, HandFacts
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.judged_cards import CardToJudge, Mark
from spades_tui.rules.ledger import Noted, Standing
from spades_tui.rules.problems import Flaw, Part
from spades_tui.rules.record_types import Words
from spades_tui.rules.season_custom import SeasonColumn, SeasonCount, SeasonNews
from spades_tui.rules.season_facts import NotedChange, SeasonNote
from spades_tui.rules.season_kinds import Kind


class ZeroMarks(CustomComponent):
    """A card may be marked as having ZB potential while a zero is hunted (3B-30)."""

    kind: Literal["zb"]
    separate_zeros: ClassVar[bool] = True
    form_words: ClassVar[Mapping[str, str]] = {"": "ZB marks"}
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {"marks": CustomKey(int, 0)}
    """The cards that have been marked in this hand."""
    message_names: ClassVar[Mapping[str, str]] = {"ballot": "hearing"}
    default_rule: ClassVar[str] = "3B-30"
    words: ClassVar[str] = (
        "You may mark a hunter's card that lets a zero off as having ZB potential."
    )
    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {
        "zero_buddy": SeasonCount("zero buddies", noted=True)
    }
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = (
        SeasonColumn(6, "zero_buddies", ("zero buddies", "buddies", "z"), "ZB"),
    )
    season_sums: ClassVar[Mapping[Kind, str]] = {Kind.ZERO_BUDDY: "zero_buddies"}
    season_notes: ClassVar[Mapping[str, SeasonNote]] = {
        "hearing": SeasonNote(
            {"game": Words, "mark": Words, "votes": dict[Words, bool], "zero_buddy": bool}, "game"
        )
    }

    @classmethod
    def season_change(cls, note: Mapping[str, Any]) -> NotedChange | None:
        """Credit a zero buddy if the table has voted so."""
        if not note["zero_buddy"]:
            return None
        return NotedChange(Kind.ZERO_BUDDY, game=note["game"])

    @classmethod
    def season_verdict(
        cls, mark: str, votes: Mapping[str, bool], guilty: bool
    ) -> tuple[str, Mapping[str, Any]] | None:
        """Return the note about a hearing."""
        return "hearing", {"mark": mark, "votes": votes, "zero_buddy": guilty}

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Say who has been voted a zero buddy."""
        if news.kind != "zero_buddy":
            return None
        return f"{CardToJudge.verdict(news.name, True)}."

    def problems(self, check: Checker) -> None:
        """Report a game without separate zeros, in which nobody hunts them."""
        kind = Part(("scores.zero",))
        check.say(Flaw.NO_ZERO_HUNTED, "kind", when=not check.zeros_separate, kind=kind)

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show how many cards have been marked in this hand."""
        if not hand.noted:
            return {}
        return {"marks": sum([note.custom == "zb" for note in hand.noted])}

    def to_judge(
        self, noted: Mapping[int, Iterable[Noted]], bids: Mapping[int, Sequence[int | None]]
    ) -> tuple[CardToJudge, ...]:
        """Return the marked cards; the hunters are the jury (3B-30)."""
        markers: dict[tuple[int, int, int], list[int]] = {}
        for number, notes in noted.items():
            for note in notes:
                if note.custom == "zb" and note.about is not None and note.card is not None:
                    by = markers.setdefault((number, note.about, note.card), [])
                    if note.seat not in by:
                        by.append(note.seat)
        marked = []
        for key, by in markers.items():
            marked.append(CardToJudge(*key, tuple(by), hunters(bids.get(key[0], ()))))
        return tuple(marked)

    def season_keys(
        self, game: GameFacts, values: Mapping[str, Any], hands: Mapping[int, HandFacts]
    ) -> Mapping[str, Any]:
        """Return the marks of a game, one for each card."""
        noted = {number: hand.noted for number, hand in sorted(hands.items())}
        bids = {number: hand.bids for number, hand in hands.items()}
        marks: list[Mark] = []
        for judged in self.to_judge(noted, bids):
            if judged.card >= 0:
                card = cards.text(judged.card)
                marks.append(Mark(judged.hand, judged.accused, card, judged.by, judged.jury))
        return {"marks": tuple(marks)}


def hunters(bids: Sequence[int | None]) -> tuple[int, ...]:
    """Return the seats that hunted zeros in a hand: those that bid at least one trick (3B-30)."""
    return tuple(seat for seat, bid in enumerate(bids) if bid)

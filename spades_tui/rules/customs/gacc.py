"""The gacc: leading a spade straight after making the bid."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, ClassVar, Literal

from spades_tui.language.sentence_parts import times
from spades_tui.rules.custom_component import CustomComponent, GameFacts, HandFacts, Remark
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ledger import HandCounts, Standing, times_noted
from spades_tui.rules.record_types import PerSeat


class Gacc(CustomComponent):
    """Leading a spade straight after making the bid is announced and counted (3B-10)."""

    kind: Literal["gacc"]
    default_rule: ClassVar[str] = "3B-10"
    announced_word: ClassVar[str] = "gacc"
    form_words: ClassVar[Mapping[str, str]] = {"": "Gaccing is announced"}
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {"gaccs": CustomKey(tuple[int, ...], ())}
    """How often each seat has done it in this hand."""
    hand_keys: ClassVar[Mapping[str, CustomKey]] = {"gaccs": CustomKey(PerSeat)}
    words: ClassVar[str] = "Leading a spade straight after you make your bid is gaccing."

    def notes_lead(self, hand: HandFacts, seat: int, trump: bool) -> bool:
        """Note the lead of a spade straight after the trick that made its player's bid (3B-10)."""
        if not trump or not hand.winners or hand.winners[-1] != seat:
            return False
        bid = hand.bids[seat]
        return bool(bid) and hand.took[seat] == bid

    def announces(
        self, game: GameFacts, hand: HandFacts, before: HandFacts, begins: bool
    ) -> Iterable[tuple[int | None, str]]:
        """Announce a new gacc."""
        for note in hand.noted[len(before.noted) :]:
            if note.custom == "gacc":
                yield note.seat, "is gaccing"

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show how often each seat has done it."""
        if not hand.noted:
            return {}
        return {"gaccs": times_noted(hand.noted, "gacc", len(hand.took))}

    def of_hand(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Return by seat how often it was done; None for a seat that sat out."""
        gaccs: list[int | None] = [None] * len(hand.took)
        for seat, count in enumerate(times_noted(hand.noted, "gacc", len(hand.took))):
            if seat in hand.order:
                gaccs[seat] = count
        return {"gaccs": tuple(gaccs)}

    def remark(self, values: Mapping[str, Any], whom: Callable[[int], str]) -> Remark:
        """Return who has done it how often."""
        gaccs = enumerate(values["gaccs"] or ())
        counts = [f"{whom(seat)} {times(count)}" for seat, count in gaccs if count]
        if not counts:
            return ()
        what = "led a spade straight after making the bid"
        return ((f"Gaccs: {', '.join(counts)} ({what}).", "soft"),)

    def sheet_words(self, values: Mapping[str, Any], standing: Standing) -> Iterable[str]:
        """Return the word for it, if anybody has done it."""
        if any(values["gaccs"] or ()):
            return ("gacc",)
        return ()

    def season_counts(self, hand: HandFacts, counts: HandCounts, seat: int) -> Mapping[str, int]:
        """Count the gaccs of a seat."""
        return {"gaccs": sum(note.custom == "gacc" and note.seat == seat for note in hand.noted)}

"""The bonehead play, for which players cite themselves."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from spades_tui.language.sentence_parts import does, plural
from spades_tui.rules.custom_component import CustomComponent, HandFacts
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ledger import HandCounts, Noted
from spades_tui.rules.season_custom import SeasonColumn, SeasonCount, SeasonNews
from spades_tui.rules.season_facts import SeasonFacts, SeasonGame
from spades_tui.rules.season_kinds import Kind


class BoneheadPlays(CustomComponent):
    """Players may cite themselves for a bonehead play (3B-29)."""

    kind: Literal["bone"]
    default_rule: ClassVar[str] = "3B-29"
    form_words: ClassVar[Mapping[str, str]] = {"": "Bonehead plays"}
    words: ClassVar[str] = "You may cite yourself for a bonehead play."
    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {"bone": SeasonCount("boneheads")}
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = (
        SeasonColumn(5, "boneheads", ("boneheads", "bones", "b")),
    )
    season_sums: ClassVar[Mapping[Kind, str]] = {Kind.BONE: "boneheads"}
    season_figures: ClassVar[Mapping[str, str]] = {"boneheads": "boneheads"}

    season_game_keys: ClassVar[Mapping[str, CustomKey]] = {
        "bones": CustomKey(tuple[tuple[str, int], ...], ())
    }
    """Each person who cited cards, with their number."""

    @classmethod
    def season_game(cls, result: Any, persons: Sequence[str]) -> Mapping[str, Any]:
        """Return who cited how many cards."""
        by_person = zip(persons, result.seats, strict=True)
        return {"bones": tuple((person, seat.bones) for person, seat in by_person if seat.bones)}

    @classmethod
    def season_after_wins(cls, season: SeasonFacts, game: SeasonGame) -> None:
        """Count the cards that players have cited."""
        for person, count in game.values(["bones"])["bones"]:
            season.add(game, person, Kind.BONE, count)

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Say how many plays somebody has cited."""
        if news.kind != "bone":
            return None
        return f"{does(news.name, 'owns up to')} {plural(news.amount, 'bonehead play')}."

    def season_counts(self, hand: HandFacts, counts: HandCounts, seat: int) -> Mapping[str, int]:
        """Count the cards that a seat has cited; a card counts once."""
        return {"bones": len(cited_cards(note for note in hand.noted if note.seat == seat))}


def cited_cards(noted: Iterable[Noted]) -> set[int | None]:
    """Return the cards that their players have cited, from the notes of a hand."""
    return {note.card for note in noted if note.custom == "bone"}

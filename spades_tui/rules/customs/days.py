"""Perfect and imperfect days."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

from msgspec import Meta

from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import does, times, whom, whose
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, GameFacts, HandFacts, Remark
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.customs.dump import LEAST_MISSED, has_dumped
from spades_tui.rules.ledger import HandCounts, Standing
from spades_tui.rules.record_types import NotedNumber, Seats, Words
from spades_tui.rules.season_custom import SeasonColumn, SeasonCount, SeasonNews
from spades_tui.rules.season_facts import (
    NotedChange,
    SeasonFacts,
    SeasonGame,
    SeasonNote,
    SeasonSeats,
    is_computer,
)
from spades_tui.rules.season_kinds import Kind

DAYS = {"perfect": "a perfect day", "imperfect": "an imperfect day"}


def tricks_off(hand: HandCounts, seat: int) -> int | None:
    """Return the tricks that a seat is over its bid, negative if short of it (3B-22).

    Return None if it sat out.
    """
    bid, took = hand.bids[seat], hand.table_tricks[seat]
    if bid is None or took is None:
        return None
    if took == 0 and (bid >= LEAST_MISSED or has_dumped(hand.noted, seat)):
        return 0
    return took - bid


class PerfectDays(CustomComponent):
    """Perfect and imperfect days (3B-22, 3B-23)."""

    kind: Literal["days"]
    default_rule: ClassVar[str] = "3B-22"
    form_words: ClassVar[Mapping[str, str]] = {
        "": "Perfect and imperfect days",
        "shown_after": "Shown after hand",
    }
    words: ClassVar[str] = (
        "A game with every bid met exactly is a perfect day; a game with none is an imperfect day."
    )
    seen_keys: ClassVar[Mapping[str, CustomKey]] = {kind: CustomKey(Seats, ()) for kind in DAYS}
    game_keys: ClassVar[Mapping[str, CustomKey]] = {kind: CustomKey(Seats) for kind in DAYS}
    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {
        "perfect": SeasonCount("perfect days"),
        "imperfect": SeasonCount("imperfect days"),
        "deck": SeasonCount("decks owed", noted=True),
    }
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = (
        SeasonColumn(
            1, "off_over", ("tricks over", "over", "o"), "", "tricks over the bids", False
        ),
        SeasonColumn(
            2, "off_short", ("tricks short", "short", "s"), "", "tricks short of the bids", False
        ),
        SeasonColumn(4, "decks", ("decks owed", "decks", "d")),
        SeasonColumn(7, "perfect", ("perfect days", "perfect", "p"), "perf"),
        SeasonColumn(8, "imperfect", ("imperfect days", "imperfect", "i"), "imp"),
    )
    season_game_keys: ClassVar[Mapping[str, CustomKey]] = {
        kind: CustomKey(tuple[str, ...], ()) for kind in DAYS
    }
    season_sums: ClassVar[Mapping[Kind, str]] = {
        Kind.PERFECT: "perfect",
        Kind.IMPERFECT: "imperfect",
    }
    season_balances: ClassVar[Mapping[Kind, str]] = {Kind.DECK: "decks"}
    season_held: ClassVar[tuple[Kind, ...]] = (Kind.DECK,)
    season_agreements: ClassVar[Mapping[str, str]] = {"deck": "a deck of cards"}
    season_notes: ClassVar[Mapping[str, SeasonNote]] = {
        "deck_paid": SeasonNote({"table": Words, "person": Words, "decks": NotedNumber})
    }
    shown_after: Annotated[int, Meta(ge=1, le=200)] = 3

    @classmethod
    def season_game(cls, result: Any, persons: Sequence[str]) -> Mapping[str, Any]:
        """Return who had which day."""
        return {
            "perfect": tuple(map(persons.__getitem__, result.perfect)),
            "imperfect": tuple(map(persons.__getitem__, result.imperfect)),
        }

    @classmethod
    def season_before_wins(cls, season: SeasonFacts, game: SeasonGame) -> None:
        """Count days and their effects (3B-23, 3B-24, 3B-25)."""
        days = game.values(DAYS)
        for person in days["perfect"]:
            season.add(game, person, Kind.PERFECT)
            if not is_computer(person):
                season.add(game, person, Kind.CHIT)
            if season.has(Kind.TRAY, person):
                season.add(game, person, Kind.TRAY, -1)
        debtor = next(iter(season.holders(Kind.DECK)), None)  # the earliest debtor from before
        for person in days["imperfect"]:
            season.add(game, person, Kind.IMPERFECT)
            if not is_computer(person):
                season.add(game, debtor or person, Kind.DECK, other=person)

    @classmethod
    def season_change(cls, note: Mapping[str, Any]) -> NotedChange | None:
        """Subtract the decks that were paid."""
        return NotedChange(Kind.DECK, min(0, -note["decks"]))

    @classmethod
    def season_seats(cls, kind: Kind, less: bool, result: Any) -> SeasonSeats | None:
        """Return the seats with a perfect or an imperfect day."""
        if kind == Kind.PERFECT:
            return SeasonSeats(result.perfect)
        if kind == Kind.IMPERFECT:
            return SeasonSeats(result.imperfect)
        return None

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Say who has had a day, and who owes or has paid for an imperfect one (3B-24)."""
        if news.kind in DAYS:
            return f"{DAYS[news.kind].capitalize()} for {whom(news.name)}."
        if news.kind != "deck":
            return None
        if news.less:
            often = "" if news.amount == 1 else f", {times(news.amount)}"
            return f"{does(news.name, 'has brought')} {news.deck}{often}."
        owes = f"{does(news.name, 'owes')} {news.deck}"
        if news.other and news.other != news.name:
            return f"{owes} for {whose(news.other)} imperfect day too."
        return f"{owes}."

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.days")

    def shows(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Show who is on track for a day, once enough hands have been played (3B-23)."""
        if standing.hands < self.shown_after:
            return {}
        return on_track(standing)

    def sheet_words(self, values: Mapping[str, Any], standing: Standing) -> Iterable[str]:
        """Return the days for which somebody is on track."""
        if standing.hands < self.shown_after:
            return ()
        return [f"{kind} day" for kind, seats in on_track(standing).items() if seats]

    def remark_now(
        self, values: Mapping[str, Any], standing: Standing, over: bool, whom: Callable[[int], str]
    ) -> Remark:
        """Return who is on track for a day, once announced and until the end (3B-23)."""
        sentences = []
        for kind, words in DAYS.items():
            if values[kind] and not over:
                names = either(list(map(whom, values[kind])), "and")
                sentences.append(f"On track for {words}: {names}.")
        if not sentences:
            return ()
        return (("  ".join(sentences), "soft"),)

    def tricks_off(self, standing: Standing) -> tuple[tuple[int, int], ...]:
        """Return each seat's tricks over and short of its bids so far (3B-22)."""
        return tuple(map(standing.off, range(len(standing.played))))

    def of_game(self, game: GameFacts) -> Mapping[str, Any]:
        """Return the seats with a perfect day, and those with an imperfect one (3B-23)."""
        return on_track(game.standing)

    def of_short_game(self) -> Mapping[str, Any]:
        """Count no short game as a day."""
        return {"perfect": (), "imperfect": ()}

    def end_sentences(
        self, values: Mapping[str, Any], last: list[int], who: Callable[[int], str]
    ) -> list[str]:
        """Return who has had a perfect day, and who an imperfect one."""
        sentences = []
        for kind, words in DAYS.items():
            names = list(map(who, values[kind] or ()))
            if len(names) == 1:
                sentences.append(f"{does(names[0], 'has had')} {words}.")
            elif names:
                several = either([names[0], *map(whom, names[1:])], "and")
                sentences.append(f"{several} have had {words}.")
        return sentences

    def season_keys(
        self, game: GameFacts, values: Mapping[str, Any], hands: Mapping[int, HandFacts]
    ) -> Mapping[str, Any]:
        """Return who had a perfect day, and who an imperfect one."""
        return {kind: values[kind] or () for kind in DAYS}

    def season_counts(self, hand: HandFacts, counts: HandCounts, seat: int) -> Mapping[str, int]:
        """Count the hands of a seat, and its tricks over and short of the bids (3B-22)."""
        off = tricks_off(counts, seat)
        if off is None:
            return {}
        return {"off_hands": 1, "off_over": max(off, 0), "off_short": max(-off, 0)}


def on_track(standing: Standing) -> dict[str, tuple[int, ...]]:
    """Return the seats that have made every bid so far, and those that have made none (3B-23)."""
    played = [seat for seat, hands in enumerate(standing.played) if hands]
    perfect = [seat for seat in played if standing.on_nose[seat] == standing.played[seat]]
    imperfect = [seat for seat in played if not standing.on_nose[seat]]
    return {"perfect": tuple(perfect), "imperfect": tuple(imperfect)}

"""The tray: last place, and the tray person of a game."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Literal

from spades_tui.language.quoting import either
from spades_tui.language.sentence_parts import agreeing, capitalized, does, plural, whom, whose
from spades_tui.rules.component_bases import Checker
from spades_tui.rules.custom_component import CustomComponent, GameFacts, HandFacts, Remark
from spades_tui.rules.custom_keys import CustomKey
from spades_tui.rules.ledger import Noted, Standing
from spades_tui.rules.record_types import NotedNumber, Seat, Seats, Words
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


class Tray(CustomComponent):
    """The last after each hand is noted (3B-19), and the last of a game is tray person (3B-18)."""

    kind: Literal["tray"]
    default_rule: ClassVar[str] = "3B-18"
    form_words: ClassVar[Mapping[str, str]] = {"": "The tray person"}
    announced_word: ClassVar[str] = "desperation zero"
    in_plaque: ClassVar[bool] = True
    mark: ClassVar[tuple[str, str]] = ("⊔", "u")
    mark_words: ClassVar[str] = "in the tray"
    hand_keys: ClassVar[Mapping[str, CustomKey]] = {"tray": CustomKey(Seats)}
    game_keys: ClassVar[Mapping[str, CustomKey]] = {
        "tray": CustomKey(Seat | None),
        "wire_to_wire": CustomKey(bool, absent=False),
    }
    message_names: ClassVar[Mapping[str, str]] = {
        "decider": "may_spend_chit",
        "named": "tray_row",
    }
    words: ClassVar[str] = "The player in last place at the end is the tray person."
    season_kinds: ClassVar[Mapping[str, SeasonCount]] = {
        "tray_person": SeasonCount("times the tray person"),
        "wire": SeasonCount("times wire to wire"),
        "pile": SeasonCount("trays to carry", noted=True),
        "tray": SeasonCount("trays on the line", noted=True),
        "chit": SeasonCount("tray-chits"),
    }
    season_columns: ClassVar[tuple[SeasonColumn, ...]] = (
        SeasonColumn(3, "chits", ("chits", "chits", "c"), spoken="tray-chits"),
        SeasonColumn(9, "wire_to_wire", ("wire to wire", "wire", "t"), spoken="times wire to wire"),
    )

    season_game_keys: ClassVar[Mapping[str, CustomKey]] = {
        "last": CustomKey(tuple[str, ...], ()),
        "chit": CustomKey(bool, absent=False),
        "named": CustomKey(str),
        "more_chits": CustomKey(tuple[tuple[str, str | None], ...], ()),
        "wire": CustomKey(bool, absent=False),
    }
    """In last place; whether a chit was used, and for whom; further chits, each with holder and
    named player.
    """
    season_sums: ClassVar[Mapping[Kind, str]] = {
        Kind.TRAY_PERSON: "tray_times",
        Kind.WIRE: "wire_to_wire",
        Kind.SPARED: "spared",
        Kind.CHIT_UNKNOWN: "unknown_chits",
    }
    season_balances: ClassVar[Mapping[Kind, str]] = {
        Kind.CHIT: "chits",
        Kind.TRAY: "tray_count",
        Kind.PILE: "to_carry",
    }
    season_held: ClassVar[tuple[Kind, ...]] = (Kind.PILE, Kind.TRAY, Kind.CHIT)
    season_line: ClassVar[Kind | None] = Kind.TRAY
    season_struck: ClassVar[Kind | None] = Kind.STRUCK
    season_agreements: ClassVar[Mapping[str, str]] = {"forfeit": "carries the trays"}
    season_notes: ClassVar[Mapping[str, SeasonNote]] = {
        "carried": SeasonNote({"table": Words, "person": Words}),
        "struck": SeasonNote(
            {"table": Words, "person": Words, "game": Words, "place": NotedNumber}
        ),
    }

    @classmethod
    def season_game(cls, result: Any, persons: Sequence[str]) -> Mapping[str, Any]:
        """Return who was last, and the chits spent."""
        spent = []
        for by, seat in result.chits:
            named = None if seat is None else persons[seat]
            spent.append((persons[by], named))
        return {
            "last": tuple(map(persons.__getitem__, result.last)),
            "chit": bool(spent),
            "named": spent[0][1] if spent else None,
            "more_chits": tuple(spent[1:]),
            "wire": result.wire,
        }

    @classmethod
    def season_before_wins(cls, season: SeasonFacts, game: SeasonGame) -> None:
        """Find who carries (3B-18, 3B-20, 3B-26). A chit must have been held before the game."""
        if not game.names_last:
            return
        carriers = _carriers(season, game)
        for person in carriers:
            season.add(game, person, Kind.TRAY_PERSON)
            if game.values(["wire"])["wire"]:
                season.add(game, person, Kind.WIRE)
        violators = season.holders(Kind.PILE)
        for person in violators:
            season.add(game, person, Kind.PILE)
        for person in carriers:
            if person in violators:
                continue
            if violators:
                season.add(game, person, Kind.SPARED, other=violators[0])
            elif is_computer(person):  # computer players always carry trays at once
                season.add(game, person, Kind.TRAY)
            else:
                season.add(game, person, Kind.PILE)

    @classmethod
    def season_outside(cls, season: SeasonFacts, game: SeasonGame, person: str) -> None:
        """Add a tray-chit, in games for trays (3B-27, 3B-28)."""
        if game.names_last:
            season.add(game, person, Kind.CHIT)

    @classmethod
    def season_change(cls, note: Mapping[str, Any]) -> NotedChange | None:
        """Move the carried trays to the violator's line (3B-26), or erase a digit (3B-25)."""
        if note["event"] == "carried":
            return NotedChange(Kind.PILE, into=Kind.TRAY)
        return NotedChange(Kind.STRUCK, note["place"], note["game"])

    @classmethod
    def season_seats(cls, kind: Kind, less: bool, result: Any) -> SeasonSeats | None:
        """Return the tray person's seat, or the seats whose perfect day erases a digit."""
        match kind:
            case Kind.CHIT_SPENT | Kind.CHIT_UNKNOWN:
                by = result.chits[-1][0] if result.chits else None
                return SeasonSeats(result.carriers, "other", by)
            case Kind.TRAY:
                return SeasonSeats(result.perfect if less else result.carriers, "owner")
            case Kind.TRAY_PERSON | Kind.WIRE | Kind.SPARED:
                return SeasonSeats(result.carriers)
        return None

    @classmethod
    def season_decider(cls, result: Any) -> tuple[int, Kind] | None:
        """Return the only tray person, who must use a chit unless the last one was lost (3B-27)."""
        lost = bool(result.chits) and result.chits[-1][1] is None
        if len(result.last) != 1 or lost:
            return None
        return result.tray_row[-1], Kind.CHIT

    @classmethod
    def season_sentence(cls, news: SeasonNews) -> str | None:
        """Say who is last, who carries trays, whose line they are on, and what becomes of chits."""
        name, amount = news.name, news.amount
        match news.kind:
            case "tray_person":
                return f"{does(name, 'is the tray person')}."
            case "wire":
                return f"{does(name, 'was in the tray wire to wire')}."
            case "spared":
                waits = does(whom(news.other), "has not carried the trays yet")
                return f"{does(name, 'carries')} nothing, because {waits}."
            case "pile" if news.less:
                return f"{does(name, 'has carried')} {plural(amount, 'tray')}."
            case "pile" if news.late:
                return f"The trays pile up for {whom(name)}, the violator."
            case "pile":
                return f"{does(name, news.forfeit)}."
            case "tray":
                line = f"{whose(name)} line"
                change = f"{plural(amount, 'more tray')} on {line}"
                if news.less:
                    change = f"A digit is struck from {line}"
                if news.other:
                    return f"{change}, for {whom(news.other)}."
                return f"{change}."
            case "struck":
                return f"{does(name, 'erases')} digit {amount} from {whose(name)} line."
            case "chit":
                if news.less:
                    return ""
                return f"{does(name, 'wins')} {plural(amount, 'tray-chit')}."
            case "chit_spent" | "chit_unknown":
                spends = f"{does(name, 'spends a chit')}, and {agreeing(name, 'names')}"
                return f"{spends} {whom(news.other)} in {whose(name)} place."
            case "chit_lost":
                return f"{does(name, 'names nobody')} and {agreeing(name, 'loses')} the chit."
        return None

    def problems(self, check: Checker) -> None:
        """Report a game with partners."""
        check.alone_only("customs.tray")

    def announces(
        self, game: GameFacts, hand: HandFacts, before: HandFacts, begins: bool
    ) -> Iterable[tuple[int | None, str]]:
        """Announce a new bid of zero in the last hand, where the loser is tray person (3B-31)."""
        last = game.rules.game_hands
        if last is None or hand.number < last or not game.rules.zeros_separate:
            return
        for seat, bid in enumerate(hand.bids):
            if bid == 0 and before.bids[seat] != 0:
                yield seat, "tries a desperation zero"

    def of_hand(self, hand: HandFacts, standing: Standing) -> Mapping[str, Any]:
        """Return the seats in last place after the hand (3B-19)."""
        return {"tray": standing.last[-1]}

    def sheet_words(self, values: Mapping[str, Any], standing: Standing) -> Iterable[str]:
        """Return the word for last place."""
        return ("tray",)

    def remark_now(
        self, values: Mapping[str, Any], standing: Standing, over: bool, whom: Callable[[int], str]
    ) -> Remark:
        """Return who is last, and the earlier hands from which that strikes them (3B-19)."""
        if not values["tray"]:
            return ()
        now = either(list(map(whom, values["tray"])), "and")
        parts: list[tuple[str, Literal["text", "soft", "bold"]]] = [
            ("In the tray: ", "soft"),
            (now, "bold"),
        ]
        before, after = struck_trays(standing.last[:-1]), struck_trays(standing.last)
        struck: dict[int, list[int]] = {}
        for hand, (was, still) in enumerate(zip(before, after, strict=False), 1):
            for seat in set(was) - set(still):
                struck.setdefault(seat, []).append(hand)
        for seat, hands in sorted(struck.items()):
            numbers = f"hand{'s' if len(hands) > 1 else ''} {either(map(str, hands), 'and')}"
            parts.append((f";  no longer: {whom(seat)}, for {numbers}", "soft"))
        return tuple(parts)

    def hand_marks(self, standing: Standing) -> tuple[tuple[int, ...], ...]:
        """Return who is in the tray after each hand."""
        return struck_trays(standing.last)

    def of_game(self, game: GameFacts) -> Mapping[str, Any]:
        """Return the tray person, and whether they were last after every hand (3B-18, 3B-20)."""
        row = tray_row(game)
        if not row:
            return {"names_last": True, "tray": None, "wire_to_wire": False}
        tray = row[-1]
        wire_to_wire = all(tray in last for last in game.standing.last)
        return {"names_last": True, "tray": tray, "wire_to_wire": wire_to_wire}

    def of_short_game(self) -> Mapping[str, Any]:
        """Count no short game as wire to wire."""
        return {"wire_to_wire": False}

    def end_sentences(
        self, values: Mapping[str, Any], last: list[int], who: Callable[[int], str]
    ) -> list[str]:
        """Return who is the tray person, or who share the tray."""
        if values["tray"] is None:
            names = capitalized(either([whom(who(seat)) for seat in last], "and"))
            return [f"{names} are tied for last, so they share the tray."]
        name = who(values["tray"])
        sentence = does(name, "is the tray person")
        if values["wire_to_wire"]:
            was = agreeing(name, "was")
            sentence += f", and {was} in the tray wire to wire, after every hand"
        return [f"{sentence}."]

    def plaque(self, values: Mapping[str, Any], name: Callable[[int], str]) -> tuple[str, str]:
        """Return the tray person (3B-18).

        The ceremony and the scorebook say what they have to do.
        """
        if values["tray"] is None:
            return "tied for last place", "tray people of this game, together"
        wire = ", wire to wire" if values["wire_to_wire"] else " of this game"
        return name(values["tray"]), f"the tray person{wire}"

    def named(self, game: GameFacts) -> tuple[int, ...]:
        """Return the seats that have been tray person, in order (3B-27)."""
        return tray_row(game)

    def decider(self, game: GameFacts) -> int | None:
        """Return the tray person, while they may still spend a chit (3B-27)."""
        row = tray_row(game)
        if not row or is_lost(game.noted):
            return None
        return row[-1]

    def season_keys(
        self, game: GameFacts, values: Mapping[str, Any], hands: Mapping[int, HandFacts]
    ) -> Mapping[str, Any]:
        """Return who was last, each chit with the seat it named, and the tray person (3B-27)."""
        chits = chits_spent(game.noted)
        return {
            "has_tray": True,
            "last": last_seats(game),
            "chit": next(iter(chits), None),
            "more_chits": chits[1:],
            "tray": values["tray"],
            "wire": values["wire_to_wire"],
        }

    @property
    def cites(self) -> tuple[str, ...]:
        """The rules of the sentence: first the one that names the tray person (3B-18)."""
        return tuple(dict.fromkeys((self.default_rule, self.rule)))


def tray_row(game: GameFacts) -> tuple[int, ...]:
    """Return the seats that have been tray person after the game, in order.

    The last is the current one (3B-27).

    The first is the only player in last place; after a tie there is none (3B-18, 3B-15).
    """
    last = last_seats(game)
    if len(last) != 1:
        return ()
    named = (seat for _, seat in chits_spent(game.noted) if seat is not None)
    return (*last, *named)


def last_seats(game: GameFacts) -> tuple[int, ...]:
    """Return the seats of the sides in last place; none before the game is over."""
    if game.outcome is None:
        return ()
    seats: list[int] = []
    for side in game.outcome.standings[-1]:
        seats += game.rules.sides[side]
    return tuple(seats)


def _carriers(season: SeasonFacts, game: SeasonGame) -> tuple[str, ...]:
    """Return the tray persons of a game, after every chit (3B-27)."""
    found = game.values(Tray.season_game_keys)
    carriers: tuple[str, ...] = found["last"]
    if len(carriers) == 1 and not is_computer(carriers[0]):
        carriers = _use_chit(season, game, carriers[0], found["named"] if found["chit"] else None)
    elif found["chit"] and found["named"] is not None:
        carriers = (found["named"],)
    for holder, named in found["more_chits"]:
        if carriers == (holder,):
            carriers = _use_chit(season, game, holder, named)
    return tuple(dict.fromkeys(carriers))


def _use_chit(
    season: SeasonFacts, game: SeasonGame, last: str, named: str | None
) -> tuple[str, ...]:
    """Let a chit name another player, or lose it (3B-27); return the tray person.

    If nothing was recorded, the last player's chit is lost. A named player's chit is lost only if
    the record says so, because earlier releases didn't ask named players.
    """
    if season.has(Kind.CHIT, last):
        season.add(game, last, Kind.CHIT, -1)
        season.add(game, last, Kind.CHIT_SPENT if named else Kind.CHIT_LOST, other=named)
    elif named is not None:
        season.add(game, last, Kind.CHIT_UNKNOWN, other=named)
    return (last,) if named is None else (named,)


def chits_spent(noted: Iterable[Noted]) -> tuple[tuple[int, int | None], ...]:
    """Return every chit spent after the game: the seat, and the seat it named, if any (3B-27)."""
    return tuple((note.seat, note.about) for note in noted if note.custom == "tray")


def is_lost(noted: Iterable[Noted]) -> bool:
    """Return whether the last chit was spent on nobody."""
    spent = chits_spent(noted)
    return bool(spent) and spent[-1][1] is None


def struck_trays(trays: tuple[tuple[int, ...], ...]) -> tuple[tuple[int, ...], ...]:
    """Return who is in the tray after each hand, after striking names (3B-19).

    If some of several tied players are in the tray again after the next hand, the others are
    struck, and so on back along the run of ties.
    """
    kept = list(trays)
    for place in range(len(kept) - 1, 0, -1):
        again = tuple(seat for seat in kept[place - 1] if seat in kept[place])
        if again:
            kept[place - 1] = again
    return tuple(kept)

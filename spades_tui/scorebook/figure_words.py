"""The scorebook's figures with labels, for commands and for plain text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from spades_tui.rules.component import plural
from spades_tui.scorebook.statistics import LONG

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date

    from spades_tui.scorebook.scoreboard import Scoreboard
    from spades_tui.scorebook.statistics import PersonStatistics

Rows = list[tuple[str, str]]
"""The name of a count, and the count."""

NONE = "·"
"""The sign for zero in a scoreboard."""
UNKNOWN = "—"
"""The sign in statistics for a figure without any data."""

SPOKEN = {
    "out": "outside stars", "gold": "gold stars", "red": "red stars", "points/hand": "points a hand",
    "made": "bids made", "set": "bids set", "zeros": "zeros made", "blind": "blind bids made", "Bemos": "Bemos kept",
    "over": "tricks over the bids", "short": "tricks short of the bids",
    "chits": "tray-chits", "decks": "decks owed", "bones": "boneheads", "ZB": "zero buddies", "perf": "perfect days",
    "imp": "imperfect days", "wire": "times wire to wire",
}  # fmt: skip
"""The headings of a scoreboard's columns, as they are spoken."""


def board_games(board: Scoreboard) -> str:
    """Return how many games a scoreboard has, and whether they are still being counted."""
    return plural(board.games, "game") + (", still being counted" if board.counting else "")


def board_rows(board: Scoreboard) -> list[tuple[str, Rows]]:
    """Return each player of a table with the headings of the columns and the cells."""
    found: list[tuple[str, Rows]] = []
    for line in board.lines:
        counts = (
            ("games", line.games), ("wins", line.wins), ("stars", line.stars), ("out", line.outside),
            ("gold", line.gold), ("red", line.red),
        )  # fmt: skip
        rows = [(title, str(count or NONE)) for title, count in counts]
        if board.plain:
            each = line.points_per_hand
            rows.append(("points/hand", NONE if each is None else f"{each:+.1f}".replace("-", "−")))
            rows += [("made", _of(line.made, line.made + line.set)), ("set", str(line.set or NONE))]
            rows += [("bags", str(line.bags or NONE)), ("zeros", _of(line.zeros_made, line.zeros))]
            rows += [("blind", _of(line.blinds_made, line.blinds)), ("Bemos", _of(line.bemos_kept, line.bemos))]
        if board.trays:
            held = (
                ("over", line.off_over), ("short", line.off_short),
                ("chits", line.chits), ("decks", line.decks), ("bones", line.boneheads), ("ZB", line.zero_buddies),
                ("perf", line.perfect), ("imp", line.imperfect), ("wire", line.wire_to_wire),
            )  # fmt: skip
            rows += [(title, str(count or NONE)) for title, count in held]
            piled = f" (+{line.to_carry} to carry)" if line.to_carry else ""
            rows.append(("trays", f"{line.trays[-24:] or NONE}{piled}"))
        found.append((line.name, rows))
    return found


def board_owed(board: Scoreboard, day: Callable[[date], str] = str) -> list[str]:
    """Return a person's debts at a table, and the streaks of wins; `day` writes a date."""
    settings = board.table.settings
    told = [f"{name} is the violator and {settings.forfeit}" for name in board.violators]
    told += [f"{board.debtor} owes {settings.deck}"] if board.debtor else []
    return told + [f"{s.length} wins in a row: {s.name}, {day(s.first)} to {day(s.last)}" for s in board.streaks[:10]]


FEAT_WORDS = {
    "blind_nil": "blind nil made",
    "no_bag": f"{LONG}+ hands won without a bag",
    "above_expert": "a day above expert",
}
"""The feats of skill in words."""


def person_rows(
    one: PersonStatistics, *, places: str = "", times: Callable[[int], str] = lambda count: f"{count}×"
) -> Rows:
    """Return a person's statistics.

    `places`: other words for how often they finished in each place; `times` writes a count.
    """

    def ratio(part: int, whole: int) -> str:
        return f"{part} of {whole}"

    def known(part: int, whole: int) -> str:
        return ratio(part, whole) if whole else UNKNOWN

    def number(value: float | None) -> str:
        return UNKNOWN if value is None else f"{value:.1f}"

    reviewed = f"{one.luck:+.1f}, {one.play:+.1f}" if one.luck is not None and one.play is not None else UNKNOWN
    rows = [
        ("games won", known(one.wins, one.games)),
        ("places", places or " ".join(f"{n}.×{count}" for n, count in enumerate(one.places, 1)) or UNKNOWN),
        ("points a hand", number(one.points_per_hand)),
        ("bids made", f"{ratio(one.made, one.bids)}, set {times(one.set)}" if one.bids else UNKNOWN),
        ("bags", str(one.bags)),
        ("average bid, tricks", f"{number(one.average_bid)}, {number(one.average_tricks)}"),
        ("zeros made", known(one.zeros_made, one.zeros)),
        ("blind bids made", known(one.blinds_made, one.blinds)),
        ("Bemos kept", known(one.bemos_kept, one.bemos)),
        ("boneheads", str(one.boneheads)),
        ("tricks off in 3B", f"{one.off_over} over, {one.off_short} short" if one.off_hands else UNKNOWN),
        ("taken back", str(one.take_backs)),
        ("luck, play a hand", reviewed),
    ]
    if (best := one.best_partner) is not None:
        rows.append(("best partner", f"{best.name}, {ratio(best.wins, best.games)}"))
    rows += [("against " + other.name, f"ahead in {ratio(other.ahead, other.games)}") for other in one.opponents[:5]]
    if one.feats:
        rows.append(("feats", ", ".join(FEAT_WORDS[feat] for feat in one.feats)))
    for player in one.cast:
        with_, against = ratio(player.won_with, player.games_with), ratio(player.won_against, player.games_against)
        rows.append((f"{player.name} ({player.style})", f"won {with_} with, {against} against"))
    return rows


def _of(part: int, whole: int) -> str:
    """Return ``3/5``, or a dot for none of none."""
    return f"{part}/{whole}" if whole else NONE

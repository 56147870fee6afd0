"""The named computer players in words: how each bids, and a person's record with it."""

from collections.abc import Iterable, Sequence

from spades_tui.language.amounts import plural
from spades_tui.play.cast import Player, Tendency, cast, tendencies
from spades_tui.scorebook.statistics import WithPlayer

MEASURED_GAME = "Classic"
"""The game in which the tendencies were counted (`tendencies.toml`)."""


def tendency_lines(player: Player) -> list[str]:
    """Return what players of this style do in 100 hands: a sentence for each measured level."""
    measured = tendencies()
    sentences = []
    for style, level in measured:
        if style == player.style:
            plain = measured.get(("plain", level))
            sentences.append(_tendency_words(measured[style, level], plain))
    return sentences


def _tendency_words(tendency: Tendency, plain: Tendency | None) -> str:
    counts = f"{tendency.nils:.0f} nils, set {_times(tendency.set)}, {tendency.bags:.0f} bags"
    where = f"100 hands of {MEASURED_GAME} at {tendency.level}"
    if plain is None or plain is tendency:
        return f"In {where}: {counts}."
    bids = f"{tendency.higher:.0f} bids higher than a plain player's, {tendency.lower:.0f} lower"
    usual = f"{plain.nils:.0f} nils, set {_times(plain.set)}, {plain.bags:.0f} bags"
    return f"In {where}: {bids}; {counts}. Plain: {usual}."


def _times(number: float) -> str:
    """Return a count in words: ``never``, ``once``, ``15 times``."""
    whole = round(number)
    return ("never", "once")[whole] if whole < 2 else f"{whole} times"


def record_words(name: str, games: WithPlayer | None) -> str:
    """Return a person's record beside and against a player; `games` are from the scorebook."""
    if games is None or not games.games:
        return f"You haven't finished a game with {name} yet."
    parts = []
    if games.games_with:
        parts.append(f"beside {name} you won {_won(games.won_with, games.games_with)}")
    if games.games_against:
        parts.append(f"against {name} you won {_won(games.won_against, games.games_against)}")
    words = ", ".join(parts)
    return f"{words[:1].upper()}{words[1:]}."


def _won(won: int, games: int) -> str:
    return f"{won} of {plural(games, 'game')}"


def record_of(name: str, games: Iterable[WithPlayer]) -> WithPlayer | None:
    """Return the games with the player of this name, or None."""
    return next((met for met in games if met.name == name), None)


def player_lines(player: Player, games: Sequence[WithPlayer]) -> list[str]:
    """Return everything about a player in sentences: manner, tendencies, and the record."""
    habit = f"{player.name}: {player.habit}. {player.manner}"
    record = record_words(player.name, record_of(player.name, games))
    return [habit, record, *tendency_lines(player)]


def cast_lines(games: Sequence[WithPlayer]) -> list[str]:
    """Return everything about all players in sentences."""
    sentences = []
    for player in cast():
        sentences += player_lines(player, games)
    return sentences

"""The named computer players in words: how each bids, and a person's record with it."""

from collections.abc import Iterable, Sequence

from spades_tui.language.sentence_parts import plural
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
    """Return a style's counts, each beside the plain player's: ``4.8 nils (plain 4.5)``."""
    where = f"In 100 hands of {MEASURED_GAME} at {tendency.level}"
    nils, sets, bags = _results(tendency)
    if plain is None or plain is tendency:
        return f"{where}: {nils} nils, set {sets} times, {bags} bags."
    higher, lower = _number(tendency.higher), _number(tendency.lower)
    plain_nils, plain_sets, plain_bags = _results(plain)
    return (
        f"{where}: {higher} bids higher than a plain player's, {lower} lower; "
        f"{nils} nils (plain {plain_nils}), set {sets} times ({plain_sets}), "
        f"{bags} bags ({plain_bags})."
    )


def _results(tendency: Tendency) -> tuple[str, str, str]:
    """Return how many nils were bid, bids set, and bags taken."""
    return _number(tendency.nils), _number(tendency.set), f"{tendency.bags:.0f}"


def _number(count: float) -> str:
    """Return a count with at most one decimal."""
    return f"{count:.1f}".removesuffix(".0")


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

"""What customs say about the season: counts, columns of the scoreboard, and sentences."""

from spades_tui.rules.customs import REGISTRY
from spades_tui.rules.season_custom import SeasonColumn, SeasonCount, SeasonNews

__all__ = ["COLUMNS", "COUNTS", "FIGURES", "SeasonNews", "sentence"]

COUNTS: dict[str, SeasonCount] = {
    kind: count for custom in REGISTRY for kind, count in custom.season_kinds.items()
}
"""The counts that people can correct by hand, by the kind of their entries."""

COLUMNS: tuple[SeasonColumn, ...] = tuple(
    sorted(column for custom in REGISTRY for column in custom.season_columns)
)
"""The columns of the scoreboard, from the left."""

FIGURES: dict[str, str] = {
    field: words for custom in REGISTRY for field, words in custom.season_figures.items()
}
"""The rows of a person's page, by the field of their statistics."""


def sentence(news: SeasonNews) -> str:
    """Return the sentence for an entry of the season; empty if it needs none."""
    for custom in REGISTRY:
        words = custom.season_sentence(news)
        if words is not None:
            return words
    return ""

"""Verbs agree with names in all sentences of a game, for one person and for two."""

import pytest

from spades_tui.plain.home_table import PlainTable
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.options import options_of
from spades_tui.settings.settings import Settings
from tests.agreement import wrong_verbs
from tests.games import each_game
from tests.plain.talking import Player, table_of


@pytest.mark.parametrize(
    "sentence",
    [
        "You wins", "You has won", "and you is the dealer.", "You & Cy bids 4", "Y O U   W I N S", "Ann and Bea wins",
        "You and Bea has had a perfect day.",
    ],
)  # fmt: skip
def test_a_wrong_verb_is_found(sentence: str) -> None:
    assert wrong_verbs(f"A line.\n{sentence}\n") == [sentence]


@pytest.mark.parametrize("people", [1, 2])
@pytest.mark.parametrize("slug", each_game("cutthroat", "3b-three"))
def test_verbs_agree_with_you_and_with_names(slug: str, people: int) -> None:
    short = {option.name for option in options_of(shipped()[slug])} & {"target", "hands"}
    table = table_of(slug, None, people, **{name: 40 if name == "target" else 2 for name in short})
    player = Player(table, hands=60)
    PlainTable(table, player, Settings()).run()
    assert wrong_verbs(player.text) == []

"""A card thrown back is named in plain text, but only for the person who threw it."""

from pathlib import Path

import pytest

from spades_tui.cards import card_words
from spades_tui.game.events import Discard, SeatEvent
from spades_tui.game.findings import Finding
from spades_tui.plain.home_table import PlainTable
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.table import Table
from spades_tui.rules.variant_reader import load
from spades_tui.settings.settings import Settings
from tests.plain.talking import NAMES, Player

KITTY = Path(__file__).parents[2] / "docs" / "examples" / "kitty.toml"


@pytest.mark.rule("HR-9")
@pytest.mark.parametrize("people", [1, 3])
@pytest.mark.parametrize("dealt", ["a", "b", "c", "d"])
def test_only_the_person_who_throws_a_card_back_hears_its_name(
    people: int, dealt: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    variant = load(KITTY)
    seats = tuple(
        SeatSetup(NAMES[n], "human") if n < people else SeatSetup(NAMES[n], "bot", "beginner")
        for n in range(variant.seats)
    )
    table = Table.create(TableSetup(variant, {}, seats, 0, dealt), None)
    player = Player(table, hands=1)
    plain = PlainTable(table, player, Settings())
    heard: list[tuple[int | None, str]] = []
    thrown: list[Discard] = []
    tell, do = player.tell, table.do

    def noted(*lines: str) -> None:
        tell(*lines)
        heard.extend((plain.viewer, line) for line in lines if table.observe(None).hand_number == 1)

    def done(event: SeatEvent) -> tuple[Finding, ...]:
        if isinstance(event, Discard) and table.observe(None).hand_number == 1:
            thrown.append(event)
        return do(event)

    monkeypatch.setattr(player, "tell", noted)
    monkeypatch.setattr(table, "do", done)
    plain.run()
    table.leave()
    assert len(thrown) == 4
    for event in thrown:
        named = [seat for seat, line in heard if "back" in line and card_words(event.card) in line]
        assert named == ([event.seat] if event.seat < people else [])
    for seat in range(people):
        about = [line for viewer, line in heard if viewer == seat and " throw" in line and line.endswith("back.")]
        assert len(about) == len(thrown), "each is heard once"

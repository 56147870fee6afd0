"""A table's view for each viewer is plain data without anything that the viewer may not see."""

import random
from collections.abc import Iterator, Mapping
from enum import Enum
from pathlib import Path
from typing import Any

import pytest
from msgspec import Struct
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.fair import Stream
from spades_tui.game.phase import Phase
from spades_tui.play.shown import CutOffered, FinishedTrick, GameEnded, Shown
from spades_tui.play.table import Table
from spades_tui.record.open_hands import Moments, OpenGame
from spades_tui.rules.ruleset import Ruleset
from tests.bots.tables import scrambled
from tests.games import each_game
from tests.table.playing import SHORT_NINE, opened, setup_of, step

SHORT: dict[str, dict[str, object]] = {
    "sandbags": {"target": 1},
    "jokers": {"target": 60, "enforcement": "challenge", "new_deal": True},
    "bemo": {"target": 60, "enforcement": "challenge"},
    "3b-three": {},
    "3b-four": {"customs": True},
    "3b-five": {"customs": True},
    **SHORT_NINE,
}
QUICK = ("3b-five", "suicide", "two-handed")
"""Games for the quick tests, with a drawn card, passed cards and a draft."""
PLAIN = str | int | float | bytes | Enum | Path | Ruleset | None


def moments(slug: str, steps: int = 400, short: bool = True) -> Iterator[Table]:
    """Yield a table at one moment after another, in a short game or a long one."""
    wanted: dict[str, object] = SHORT[slug] if short else {"floor": "off"}
    options: dict[str, Any] = {
        name: value for name, value in wanted.items() if name in setup_of(slug).variant.option_names
    }
    table, rng = opened(setup_of(slug, seed="shown", **options), None), random.Random(1)
    for _ in range(steps):
        yield table
        if not step(table, rng):
            return


def not_plain_data(value: object) -> Iterator[object]:
    """Yield the parts of a value that aren't plain data; rules count as their variant and options."""
    if isinstance(value, PLAIN):
        return
    if isinstance(value, Moments):  # computed when it is read; only the moments are sent
        yield from not_plain_data(tuple(value))
    elif isinstance(value, tuple | frozenset):
        for part in value:
            yield from not_plain_data(part)
    elif isinstance(value, Mapping):
        for key, part in value.items():
            yield from not_plain_data(key)
            yield from not_plain_data(part)
    elif isinstance(value, Struct) and value.__struct_config__.frozen:
        for name in value.__struct_fields__:
            yield from not_plain_data(getattr(value, name))
    else:
        yield value


@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_shown_tables_are_plain_data(slug: str) -> None:
    for table in moments(slug):
        for viewer in (None, *range(table.rules.seats)):
            assert list(not_plain_data(table.shown(viewer))) == []


def test_the_check_finds_a_value_that_is_not_plain_data() -> None:
    table = next(moments("sandbags"))
    shown = table.shown(0)
    wrong: dict[str, Any] = {"entries": table, "journal": table.leave, "scores": []}
    assert list(not_plain_data(replace(shown, entries=(wrong["entries"],)))) == [table]
    assert list(not_plain_data(replace(shown, journal=wrong["journal"]))) == [table.leave]
    assert list(not_plain_data(replace(shown, scores=wrong["scores"]))) == [[]]


@pytest.mark.rule("C-9", "C-10")
@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_hidden_cards_do_not_change_a_shown_table(slug: str) -> None:
    """The viewer sees the same if the hidden cards are dealt differently."""
    tried = 0
    for place, table in enumerate(moments(slug)):
        state = table.course.state
        if place % 5 or state.hand is None or state.phase in (Phase.DEAL, Phase.OVER):
            continue
        for seat in range(table.rules.seats):
            before = table.shown(seat)
            table.course.state = scrambled(state, seat, Stream(f"{slug}{place}{seat}".encode()))
            changed = table.course.state != state
            after = table.shown(seat)
            table.course.state = state
            assert replace(after, may_take_back=False) == replace(before, may_take_back=False)
            tried += changed
    assert tried > 20


@pytest.mark.rule("C-3")
def test_the_secret_of_a_deal_is_shown_only_after_the_score() -> None:
    for table in moments("sandbags", 200):
        offer, secret = table.next(), table.secret
        for viewer in (None, 0, 1):
            proof = table.shown(viewer).proof
            opened = isinstance(offer, CutOffered | GameEnded) and secret is not None
            assert (proof is not None) == opened
            if proof is not None and secret is not None:
                assert proof.secret == secret.hex()


@pytest.mark.rule("C-10")
def test_the_log_names_no_card_of_a_trick_that_is_face_down() -> None:
    seen = 0
    for table in moments("sandbags", 80):
        public = table.observe(None)
        hidden = public.tricks[:-1] if public.last_trick is not None else public.tricks
        for shown in (table.shown(None), table.shown(0)):
            assert isinstance(shown, Shown)
            text = " ".join(entry.text for entry in shown.entries if entry.kind == "play")
            for trick in hidden:
                for played in trick:
                    seen += 1
                    assert cards.pretty(played.card) not in text
            named = {entry.card for entry in shown.entries}
            assert not named & {played.card for trick in hidden for played in trick}
            assert len(shown.entries) == len(table.entries)
        if hidden:  # the cards of a complete trick on the table are in the log too
            finished_trick = table.shown(None, FinishedTrick(public.tricks[-1], public.winners[-1]))
            assert {played.card for played in public.tricks[-1]} <= {entry.card for entry in finished_trick.entries}
    assert seen > 100


def still_secret(table: Table, opened: OpenGame) -> list[int]:
    """Return the open hands that nobody at the table may see yet."""
    scored = table.course.state.standing.hands
    return [hand.number for hand in opened.hands if hand.number > scored or not hand.scored]


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("slug", each_game(*QUICK))
def test_only_scored_hands_are_open(slug: str) -> None:
    seen = 0
    for place, table in enumerate(moments(slug, short=False)):
        opened = table.open_game()
        assert still_secret(table, opened) == []
        assert len(opened.hands) == len(table.scores)
        if place % 20 == 0:
            assert list(not_plain_data(opened)) == []
        seen += len(opened.hands)
    assert seen > 50


@pytest.mark.rule("C-9", "C-3")
def test_the_check_finds_an_open_hand_in_progress() -> None:
    table = next(table for table in moments("sandbags") if table.course.state.phase == Phase.PLAY)
    going = table._recorder.current_hand
    assert going is not None
    assert going.secret is None
    opened = table.open_game()
    assert still_secret(table, replace(opened, hands=(*opened.hands, going))) == [1]

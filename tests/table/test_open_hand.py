"""Open hands show every card at every moment, and a record gives the same hands as the table."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cards
from spades_tui.analysis.fork import fork_hand
from spades_tui.analysis.reviewed_record import collect_journal
from spades_tui.fair import commitment
from spades_tui.game import events
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.record.open_hands import OpenGame, OpenHand
from spades_tui.system.folders import is_fork
from tests.games import SLUGS, path_of
from tests.table.playing import opened, resumed, setup_of, step


def hands_played(table: Table, count: int = 2) -> Table:
    """Play until this many hands have been scored."""
    rng = random.Random(3)
    while len(table.scores) < count and step(table, rng):
        pass
    return table


def unmarked(hand: OpenHand) -> OpenHand:
    """Return the hand without the line numbers of a record."""
    return replace(hand, moments=tuple(replace(moment, lines=0) for moment in hand.moments))


@pytest.mark.rule("C-9")
@pytest.mark.parametrize("slug", SLUGS)
def test_every_card_has_a_place_at_every_moment(slug: str) -> None:
    table = hands_played(opened(setup_of(slug, seed="open"), None))
    game = table.open_game()
    pack, draft = cards.hand_of(table.rules.cards.pack), table.rules.variant.deal.draft
    assert len(game.hands) == len(table.scores) == 2
    for hand, score in zip(game.hands, table.scores, strict=True):
        assert hand.number == score.hand
        assert hand.scored
        first, last = hand.moments[0], hand.moments[-1]
        assert first.kind == "deal"
        assert first.had == first.holding
        assert last.kind == "score"
        assert [last.took[seat] for seat in hand.table] == [score.tricks[seat] for seat in hand.table]
        drafts = 0
        for moment in hand.moments:
            there = [*moment.holding, moment.played, hand.dead or 0, moment.aside]
            together = 0
            for each in there:
                assert not together & each
                together |= each
            drafts += moment.kind == "draft"
            if draft:  # of each two cards one is kept, and the other is out of play
                assert together.bit_count() == drafts
                assert together & ~pack == 0
            else:
                assert together == pack
            assert all(held & ~had == 0 for held, had in zip(moment.holding, moment.had, strict=True))
        tricks = [hand.moments[n] for n in hand.tricks()]
        assert [moment.number for moment in tricks] == list(range(1, len(tricks) + 1))
        assert all(len(moment.trick) == len(hand.table) for moment in tricks)


@pytest.mark.rule("C-3")
def test_the_secret_of_a_scored_hand_opens_its_commitment() -> None:
    for hand in hands_played(opened(setup_of("bemo", seed="open"), None)).open_game().hands:
        assert hand.secret is not None
        assert commitment(bytes.fromhex(hand.secret)) == hand.seal


@pytest.mark.parametrize("slug", ["sandbags", "3b-four"])
def test_a_record_and_a_resumed_table_give_the_same_open_hands(slug: str, tmp_path: Path) -> None:
    table = hands_played(opened(setup_of(slug, seed="open"), tmp_path))
    rng = random.Random(4)
    for _ in range(12):
        step(table, rng)
    live, path = table.open_game(), path_of(table)
    table.suspend()
    recorded = collect_journal(path).open_game
    again = resumed(path)
    back = again.open_game()
    assert tuple(map(unmarked, recorded.hands)) == tuple(map(unmarked, back.hands)) == tuple(map(unmarked, live.hands))
    hands_played(again, 3)  # the interrupted hand is complete too
    third = again.open_game().hands[2]
    again.suspend()
    assert unmarked(third) == unmarked(collect_journal(path).open_game.hands[2])


@pytest.mark.rule("3B-11")
def test_taking_back_an_event_removes_its_moment() -> None:
    table = Table.create(setup_of("bemo", "hbb", seed="open", take_back=True))
    while not isinstance(due := table.next(), Turn) or not due.human:
        if isinstance(due, CutOffered):
            table.deal(None)
        else:
            table.do(table.choose())
    table.do(events.Look(due.seat))
    before = table._recorder.current_hand
    assert before is not None
    table.do(table.observe(due.seat).legal[0])
    after = table._recorder.current_hand
    assert after is not None
    assert len(after.moments) == len(before.moments) + 1
    table.do(events.TakeBack(due.seat))
    assert table._recorder.current_hand == before


def test_a_game_can_be_played_on_from_any_trick(tmp_path: Path) -> None:
    table = hands_played(opened(setup_of("sandbags", seed="open"), tmp_path / "games"))
    path = path_of(table)
    table.suspend()
    game: OpenGame = collect_journal(path).open_game
    for number, hand in enumerate(game.hands):
        for place in hand.tricks()[:-1:5]:
            moment = hand.moments[place]
            there = fork_hand(path, hand.number, place, 2, tmp_path / "forks")
            assert is_fork(there)
            fork = resumed(there)
            state = fork.course.state
            assert fork.people == (2,)
            assert state.standing.hands == number
            assert state.current.holding == moment.holding
            assert state.current.took == moment.took
            assert fork.open_game().hands == fork.open_game().hands[:number]
            fork.leave()

"""A table adds the cut, the commitment, refused claims and saved secrets to the state machine."""

import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cards, fair
from spades_tui.game.events import Claim, Play, SeatEvent
from spades_tui.game.phase import IllegalEvent, Phase
from spades_tui.game.state import GameState
from spades_tui.language.unusable import UnusableError
from spades_tui.play import table as table_module
from spades_tui.play.bot_decision import decide
from spades_tui.play.game_loop import RefusedClaims
from spades_tui.play.setup import SeatSetup, TableSetup
from spades_tui.play.shown import CutOffered, Turn
from spades_tui.play.table import Table
from spades_tui.seats import Observation
from spades_tui.seats.observer import observe
from spades_tui.system.folders import refused_claims_file
from tests.game.tables import of_custom
from tests.games import path_of
from tests.table.playing import opened, resumed, setup_of, step


def at_play(slug: str = "sandbags", kinds: str = "") -> Table:
    table = opened(setup_of(slug, kinds, "play"), None)
    rng = random.Random(4)
    while table.observe(None).phase != Phase.PLAY:
        step(table, rng)
    return table


@pytest.mark.parametrize(
    ("level", "slow"), [(None, False), ("beginner", False), ("club", False), ("strong", True), ("expert", True)]
)
def test_only_players_that_search_are_waited_for_elsewhere(level: str | None, slow: bool) -> None:
    setup = setup_of("sandbags", "hhhh")
    seats = (*setup.seats[:3], SeatSetup("Dot", "human" if level is None else "bot", level))
    assert opened(replace(setup, seats=seats), None).takes_time(3) is slow


@pytest.mark.rule("C-3")
def test_the_dealers_right_may_cut_and_a_computer_player_declines() -> None:
    for kinds, human in (("hhhh", True), ("hhhb", False)):
        table = opened(setup_of("sandbags", kinds, "cut"), None)
        offer = table.next()
        assert isinstance(offer, CutOffered)
        assert (offer.seat, offer.human, offer.cards) == (3, human, 52)
        for wrong in (-1, 52):
            with pytest.raises(ValueError, match="0 to 51"):
                table.deal(wrong)
        table.deal(None)
        hand = table.course.state.current
        pack = fair.cut_pack(table.rules.cards.pack, fair.seeded_secret("cut", 1, 1, 1))
        assert hand.dealt[1] == cards.hand_of(pack[0::4])  # declined: no depth, no word
        with pytest.raises(ValueError, match="no deal is due"):
            table.deal(None)


@pytest.mark.rule("C-3")
def test_a_person_cuts_at_any_depth() -> None:
    dealt = set()
    for depth, word in ((10, ""), (10, "Größe 7"), (11, "Größe 7")):
        table = opened(setup_of("sandbags", seed="cut"), None)
        table.next()
        table.deal(depth, word=word)
        pack = fair.cut_pack(table.rules.cards.pack, fair.seeded_secret("cut", 1, 1, 1), depth, word)
        hands = table.course.state.current.dealt
        assert hands[1] == cards.hand_of(pack[0::4])
        dealt |= {frozenset(hands)}
    assert len(dealt) == 3  # in whichever seats they are


@pytest.mark.rule("C-3")
def test_a_word_needs_a_cut_and_valid_characters() -> None:
    table = opened(setup_of("sandbags", seed="cut"), None)
    table.next()
    for depth, word in ((None, "x"), (1, "x" * 65), (1, "a\tb"), (1, "\x85"), (1, "\ud800")):
        with pytest.raises(ValueError, match="a word needs a cut"):
            table.deal(depth, word=word)
    table.deal(1, word="x" * 64)
    assert table.entries[0].text == f"Hand 1: P0 deals; P3 cuts 1 card deep, with the word “{'x' * 64}”"


def test_a_table_without_a_file_has_nothing_to_save() -> None:
    table = opened(setup_of("sandbags"), None)
    table.save_again()
    table.suspend()
    assert (table.path, table.trouble, table.course.state.suspended) == (None, None, True)


@pytest.mark.rule("3B-4")
def test_a_person_who_deals_may_choose_the_extra_card() -> None:
    for kinds, dealer in (("hbbb", 0), ("bhhh", None)):
        table = opened(setup_of("3b-four", kinds, "extra"), None)
        offer = table.next()
        assert isinstance(offer, CutOffered)
        assert offer.may_designate == dealer
    with pytest.raises(ValueError, match="0 to 52"):
        table.deal(None, 53)
    table.deal(None, 7)
    pack = fair.cut_pack(table.rules.cards.pack, fair.seeded_secret("extra", 1, 1, 1))
    assert table.course.state.current.aside == 1 << pack[7]
    other = opened(setup_of("sandbags", "hhhh"), None).next()
    assert isinstance(other, CutOffered)
    assert other.may_designate is None


@pytest.mark.rule("C-12")
def test_a_computer_player_whose_claim_would_be_refused_plays_a_card() -> None:
    table = at_play()
    turn = table.next()
    assert isinstance(turn, Turn)

    def claims(_choose: object, _level: str, seen: Observation, _stream: object) -> SeatEvent:
        return Claim(turn.seat, 13) if seen.may_claim else seen.choices(Play)[0]

    assert isinstance(decide(table.course, turn.seat, "club", bytes(32), brain=claims), Play)


@pytest.mark.rule("C-12")
def test_a_refused_claim_forbids_another_in_the_same_hand() -> None:
    table = at_play()
    turn = table.next()
    assert isinstance(turn, Turn)
    assert table.observe(turn.seat).may_claim
    before = [table.observe(seat).own for seat in range(4)]
    for sentence in ("Claim refused", "you can't claim again"):
        with pytest.raises(IllegalEvent, match=sentence) as caught:
            table.do(Claim(turn.seat, 13))
        assert caught.value.refusal.rule == "C-12"
    assert not table.observe(turn.seat).may_claim
    assert [table.observe(seat).own for seat in range(4)] == before
    other = (turn.seat + 1) % 4
    with pytest.raises(IllegalEvent, match="You can claim only on your turn"):
        table.do(Claim(other, 13))
    rng = random.Random(1)
    step(table, rng)
    assert table.observe(other).may_claim  # a claim out of turn doesn't count
    while not isinstance(table.next(), CutOffered):
        step(table, rng)
    while not table.observe(turn.seat).may_claim:  # allowed again in the next hand
        assert step(table, rng)


@pytest.mark.rule("C-12")
def test_a_refused_claim_is_remembered_after_a_restart(tmp_path: Path) -> None:
    table = opened(setup_of("sandbags", "bbbb", target=60), tmp_path)
    rng = random.Random(1)
    while not (isinstance(turn := table.next(), Turn) and table.observe(turn.seat).may_claim):
        step(table, rng)
    with pytest.raises(IllegalEvent, match="Claim refused"):
        table.do(Claim(turn.seat, 13))
    path = path_of(table)
    beside = path.with_name(path.name + ".claims")
    assert RefusedClaims(path).keys() == {(0, turn.seat)} and beside.exists()
    table._journal.close()  # type: ignore[union-attr]  # as when the program is killed
    again = resumed(path)
    assert not again.observe(turn.seat).may_claim
    with pytest.raises(IllegalEvent, match="you can't claim again"):
        again.do(Claim(turn.seat, 13))
    while step(again, rng):
        pass
    assert not beside.exists()


@pytest.mark.parametrize(
    "content", [b"", b"0 1 7\n", b"x y\n", b"\xff", b"0 9 1\n" * 5000, b"99999999999 1 1\n", b"0 1\n"]
)
def test_an_invalid_file_of_refused_claims_is_ignored(content: bytes, tmp_path: Path) -> None:
    journal = tmp_path / "a.spades.jsonl"
    refused_claims_file(journal).write_bytes(content)
    found = RefusedClaims(journal)
    assert list(found) == ([(0, 1)] if content == b"0 1 7\n" else [])
    assert found.is_damaged == bool(content and not found)
    found.add(2, 1, 40)
    kept = RefusedClaims(journal)
    assert (2, 1) in kept
    assert kept.after(2, 39)
    assert not kept.after(2, 40)


def test_the_program_does_not_play_for_a_person() -> None:
    table = at_play(kinds="hbbb")
    while not (isinstance(turn := table.next(), Turn) and turn.human):
        step(table, random.Random(1))
    with pytest.raises(ValueError, match="no computer player"):
        table.choose()
    with pytest.raises(IllegalEvent):
        table.score()


def test_impossible_setups_are_refused() -> None:
    setup = setup_of("sandbags")
    with pytest.raises(UnusableError):
        Table.create(TableSetup(setup.variant, {}, setup.seats[:2]), None)
    with pytest.raises(ValueError, match="no option 'hands'"):
        Table.create(TableSetup(setup.variant, {"hands": 3}, setup.seats), None)
    with pytest.raises(ValueError, match="dealer 4"):
        Table.create(TableSetup(setup.variant, {}, setup.seats, dealer=4), None)


def test_no_repr_of_a_table_shows_a_card_or_a_secret() -> None:
    table = opened(setup_of("3b-four", seed="repr"), None)
    offer = table.next()
    secret = fair.seeded_secret("repr", 1, 1, 1)
    table.deal(None)
    told = repr(table) + repr(offer) + repr(table.setup.seats) + repr(table.course) + repr(table.course.steps)
    told += "".join(repr(table.observe(seat)) for seat in range(4)) + "".join(entry.text for entry in table.entries)
    assert secret.hex() not in told
    assert repr(secret) not in told
    for held in table.course.state.current.holding:
        assert str(held) not in told
        assert cards.hand_text(held) not in told


@pytest.mark.parametrize("hands", [0, 1])
@pytest.mark.parametrize("slug", ["classic", "3b-four"])
def test_a_resumed_game_has_the_log_of_its_hand(slug: str, hands: int, tmp_path: Path) -> None:
    """The log begins with the hand's deal, as it did before; between hands there is no deal to repeat."""
    rng = random.Random(3)
    table = opened(setup_of(slug, seed="log"), tmp_path)
    path = path_of(table)
    while len(table.scores) < hands:
        step(table, rng)
    table.suspend()
    again = resumed(path)
    assert not any(entry.kind == "deal" for entry in again.entries)
    while not isinstance(again.next(), Turn):
        step(again, rng)
    step(again, rng)
    before = list(again.entries)
    assert [entry.kind for entry in before].count("deal") == 1
    again.suspend()
    assert [entry for entry in resumed(path).entries if entry.kind != "note"] == before


@pytest.mark.rule("3B-20", "3B-23")
def test_a_table_shows_no_days_after_a_short_game_but_records_the_finding() -> None:
    imperfect = 0
    for hands in (1, 2, 3):
        table, rng = opened(setup_of("3b-four", "bbbb", seed="days", hands=hands), None), random.Random(hands)
        while step(table, rng):
            pass
        recorded, final = table.final, table.shown(None).final
        assert recorded is not None and final is not None
        if hands < 3:
            assert [of_custom(final, key) for key in ("wire_to_wire", "perfect", "imperfect")] == [False, (), ()]
            imperfect += len(of_custom(recorded, "imperfect") or ())
        else:
            assert final == recorded
    assert imperfect


def test_a_slow_look_in_another_thread_never_shows_a_seat_an_earlier_state(monkeypatch: pytest.MonkeyPatch) -> None:
    """A computer player looks while somebody acts out of turn."""
    table = opened(setup_of("sandbags", "", "look"), None)
    table.deal()
    seat = table.observe(None).on_turn
    assert seat is not None

    def slow(state: GameState, viewer: int | None) -> Observation:
        monkeypatch.undo()
        table.do(table.observe(viewer).legal[0])
        table.observe(None)
        return observe(state, viewer)

    monkeypatch.setattr(table_module, "observe", slow)
    assert table.observe(seat).bids[seat] is None
    assert table.observe(seat).bids[seat] is not None

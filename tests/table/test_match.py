"""A match at one keyboard: who plays which tables, what is open, and how results are compared."""

import json
import random
from pathlib import Path

import pytest

from spades_tui.analysis.duplicate import compared, imps
from spades_tui.language.unusable import UnusableError
from spades_tui.play import hand_records
from spades_tui.play.game_code import code_of, hand_of, setup_by_code
from spades_tui.play.match import FILE_NAME, Match, MatchBoard, keep_match, match_of, read_match
from spades_tui.play.setup import SeatSetup, TableSetup, bot_seats
from spades_tui.presentation.match_words import HOW, WIDTH, amount_words, sheet, standing
from spades_tui.rules.catalogue import shipped
from spades_tui.rules.ledger import result
from tests.setup.daily_days import play_out


def table(slug: str, *names: str | None) -> TableSetup:
    """Return a table with these people, and computer players where there is no name."""
    variant = shipped()[slug]
    usual = bot_seats(variant.seats, "club/bold")
    seats = (SeatSetup(name, "human") if name else usual[n] for n, name in enumerate(names))
    return TableSetup(variant, {}, tuple(seats))


@pytest.fixture
def match() -> Match:
    return match_of(table("sandbags", "Ann", "Zoe", None, None), hands=2)


@pytest.mark.parametrize(
    ("difference", "worth"),
    [(0, 0), (3, 0), (3.9, 0), (4, 1), (9.5, 1), (10, 2), (17, 2), (18, 3), (100, 11), (-100, -11), (200, 14), (-4, -1),
     (799, 23), (800, 24), (100_000, 24)],
)  # fmt: skip
def test_a_difference_is_worth_its_imps(difference: float, worth: int) -> None:
    assert imps(difference) == worth


@pytest.mark.parametrize(
    ("results", "points"),
    [([5, 3], [2, 0]), ([3, 3], [1, 1]), ([1, 9, 1], [1, 4, 1]), ([4, 4, 4, 4], [3, 3, 3, 3]),
     ([-50, 62, 0.5, 62], [0, 5, 2, 5])],
)  # fmt: skip
def test_each_result_beaten_is_worth_two_matchpoints_and_each_equal_one_one(
    results: list[float], points: list[float]
) -> None:
    assert compared(results, "matchpoints") == points
    assert sum(points) == len(results) * (len(results) - 1)


def test_imps_of_several_are_averages_and_add_up_to_nothing() -> None:
    assert compared([51, -49], "imps") == [11, -11]
    found = compared([51, -49, 51], "imps")
    assert found == [5.5, -11, 5.5]
    assert compared([51, -49], "points") == [51, -49]


def test_a_result_counts_the_points_of_the_others_too() -> None:
    assert result((51, -40), 0) == 91 and result((51, -40), 1) == -91
    assert result((30, 20, 11), 2) == -14


def test_people_sit_in_the_same_seat_in_turn_with_the_same_cards(match: Match) -> None:
    assert match.tables == (("Ann",), ("Zoe",))
    ann, zoe = match.table(1, 0), match.table(1, 1)
    assert [seat.kind for seat in ann.seats] == ["human", "bot", "bot", "bot"]
    assert (ann.seats[0].name, zoe.seats[0].name) == ("Ann", "Zoe")
    assert ann.seats[1:] == zoe.seats[1:] and not {"Ann", "Zoe"} & {seat.name for seat in ann.seats[1:]}
    assert ann.seats[3].level == "club/bold"
    assert code_of(ann) == code_of(zoe) and (ann.seed, ann.dealer) == (zoe.seed, zoe.dealer)
    assert len({match.table(hand, 0).seed for hand in (1, 2)}) == 2
    assert not any(value for name, value in ann.options.items() if "undo" in name)


def test_pairs_play_as_pairs_if_everybody_is_a_person() -> None:
    match = match_of(table("sandbags", "Ann", "Bea", "Cy", "Dot"))
    assert match.tables == (("Ann", "Cy"), ("Bea", "Dot"))
    setup = match.table(1, 1)
    assert [(seat.name, seat.kind) for seat in setup.seats if seat.kind == "human"] == [
        ("Bea", "human"), ("Dot", "human")
    ]  # fmt: skip
    assert [number for number, seat in enumerate(setup.seats) if seat.kind == "human"] == [0, 2]


@pytest.mark.parametrize("names", [("Ann", "Bea", "Cy"), ("Ann", None, "Cy")])
def test_everybody_plays_alone_without_partners(names: tuple[str | None, ...]) -> None:
    match = match_of(table("bemo", *names))
    assert match.tables == tuple((name,) for name in names if name)


def test_nobody_sits_a_hand_of_a_match_out() -> None:
    match = match_of(table("3b-five", "Ann", "Bea", None, None, None), hands=24)
    tables = [match.table(hand, 0) for hand in range(1, 25)]
    first = setup_by_code(match.code)
    dealt = [hand_of(first, number) for number in range(1, 60)]
    fair = [one.seed for one in dealt if one.seats[one.dealer].kind == "bot"]
    assert [one.seed for one in tables] == fair[:24] and len(set(fair)) == len(fair)


def test_a_match_that_nobody_can_play_is_refused() -> None:
    with pytest.raises(UnusableError):
        match_of(table("sandbags", "Ann", None, None, None))
    with pytest.raises(UnusableError):
        match_of(table("league", "Ann", "Bea", None, None))
    outside = table("sandbags", "Ann", "Bea", None, None)
    seats = (*outside.seats[:3], SeatSetup("Dot", "bot", "exec", "true"))
    with pytest.raises(UnusableError):
        match_of(TableSetup(outside.variant, {}, seats))


def test_a_hand_opens_when_everybody_has_played_it(match: Match, tmp_path: Path) -> None:
    play_out(match.table(1, 0), tmp_path)
    first, second = match.boards(tmp_path)
    assert (first.totals[1], first.next_table) == (None, 1) and first.totals[0] is not None
    assert (second.totals, second.paths, second.next_table) == ((None, None), (None, None), 0)
    closed = sheet(match.tables, [first, second], "points")
    play_out(match.table(1, 1), tmp_path, level="beginner")
    first, second = match.boards(tmp_path)
    assert first.next_table is None and second.totals == (None, None)
    opened = sheet(match.tables, [first, second], "points")
    assert len(opened) == len(closed) == 5 and "played" in closed[1] and "played" not in opened[1]
    for totals in first.totals:
        assert totals is not None and f"{totals[0]}:{totals[1]}".replace("-", "−") in opened[1]
    assert not any(character.isdigit() for character in closed[1][7:])


def test_only_the_first_finished_record_of_a_table_counts(
    match: Match, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    late = play_out(match.table(1, 0), tmp_path, "2026-12-03T12:00:00+00:00")
    early = play_out(match.table(1, 0), tmp_path, "2026-12-02T12:00:00+00:00", level="beginner")
    cut = play_out(match.table(1, 0), tmp_path, "2026-12-01T12:00:00+00:00")
    cut.write_bytes(b"".join(cut.read_bytes().splitlines(keepends=True)[:6]))
    assert match.boards(tmp_path)[0].paths[0] == early
    monkeypatch.setattr(hand_records, "given_up", lambda: {early.name})
    assert match.boards(tmp_path)[0].paths[0] == late
    monkeypatch.setattr(hand_records, "given_up", lambda: {early.name, late.name})
    (board, *_) = match.boards(tmp_path)
    assert (board.paths[0], board.totals[0]) == (cut, None)


def test_a_match_is_saved_and_read(match: Match, tmp_path: Path) -> None:
    path = tmp_path / "data" / FILE_NAME
    assert read_match(path) is None
    keep_match(match, path)
    assert read_match(path) == match


def test_a_damaged_file_is_put_aside(match: Match, tmp_path: Path) -> None:
    """A second one doesn't replace the first."""
    path = tmp_path / FILE_NAME
    for content in ("{", "["):
        path.write_text(content, "utf-8")
        keep_match(match, path)
        assert read_match(path) == match
    aside = sorted(file.read_text("utf-8") for file in tmp_path.glob("match.damaged-*.json"))
    assert aside == ["[", "{"]


def test_a_mutated_file_gives_a_match_or_none(match: Match, tmp_path: Path) -> None:
    path = tmp_path / FILE_NAME
    keep_match(match, path)
    text, rng, refused = path.read_text("utf-8"), random.Random(32), 0
    for _ in range(1_000):
        letters = list(text)
        for _ in range(rng.randint(1, 3)):
            place = rng.randrange(len(letters))
            letters[place : place + rng.randrange(3)] = rng.choice('"[]{}:,0é\0Z9')
        path.write_text("".join(letters), "utf-8")
        found = read_match(path)
        refused += found is None
        assert found is None or found.table(found.hands, len(found.tables) - 1).seats
    assert refused > 800
    for wrong in ({"hands": 25}, {"scoring": "luck"}, {"tables": [["Ann"], ["ann"]]}, {"tables": [["Ann"], []]}):
        data = {"code": match.code, "tables": match.tables, "hands": 2, "scoring": "imps"} | wrong
        path.write_text(json.dumps(data), "utf-8")
        assert read_match(path) is None
    path.write_bytes(b"[" * 30_000)
    assert read_match(path) is None


def test_the_sheet_fits_with_six_people_and_long_names() -> None:
    tables = [(f"Person {'x' * 30} {n}",) for n in range(6)]
    assert len(sheet(tables, [], "points")[0]) <= WIDTH and len(HOW) == 3


def test_amounts_have_one_decimal_only_if_needed() -> None:
    assert [amount_words(one) for one in (0, 3.0, -2.0, 5.5, -0.25, 0.04)] == ["0", "+3", "−2", "+5.5", "−0.2", "0"]


def test_a_match_of_two_counts_each_difference_once() -> None:
    """130 points are 12 IMPs for one and −12 for the other; the match is won by 12."""
    board = MatchBoard(1, 0, ((100, 0), (-30, 0)))
    assert standing([("Ann",), ("Zoe",)], [board], "imps") == "Ann wins by 12 IMPs."
    assert standing([("Ann",), ("Zoe",)], [board], "points") == "Ann wins by 130 points."
    three = MatchBoard(1, 0, ((100, 0), (-30, 0), (-30, 0)))
    assert standing([("Ann",), ("Zoe",), ("Cy",)], [three], "imps") == "Ann wins by 18 IMPs."

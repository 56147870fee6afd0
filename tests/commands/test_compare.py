"""`spades-tui code --claim` proves a score, and `spades-tui compare` checks the claims of friends."""

import json
import random
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cli
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.game_claim import CheckedClaim, check_claim, claim_of, read_claim
from spades_tui.language.unusable import UnusableError
from spades_tui.play.game_code import LETTERS, hand_of, setup_by_code
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup
from spades_tui.record.replay import Replayed, replay
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import shipped
from tests.setup.daily_days import play_out
from tests.table.playing import finished, renamed


def played(path: Path) -> Replayed:
    with path.open("rb") as stream:
        (record,) = replay(stream, "game")
    return record


def checked(text: str) -> CheckedClaim:
    claim = read_claim(text)
    return check_claim(claim, setup_by_code(claim.code, variant=shipped()["sandbags"]))


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return finished(tmp_path_factory.mktemp("claims"), "sandbags", "hbbb", target=100)


@pytest.mark.parametrize(
    ("slug", "kinds", "options"),
    [("sandbags", "hbbb", {}), ("bemo", "hbb", {}), ("jokers", "hbhb", {}), ("two-handed", "hb", {})],
)
def test_replaying_a_claim_gives_the_same_score(
    slug: str, kinds: str, options: dict[str, object], tmp_path: Path
) -> None:
    record = played(finished(tmp_path, slug, kinds, **options))
    claim = read_claim(f"Ann: {claim_of(record)}")
    done = check_claim(claim, setup_by_code(claim.code, variant=shipped()[slug]))
    assert record.over is not None and claim.by == "Ann"
    assert (done.totals, done.hands) == (record.over.totals, len(record.scores))
    assert len(claim.choices) <= 200 * done.hands


def test_a_game_with_hints_and_the_coach_has_the_same_claim(game: Path, tmp_path: Path) -> None:
    """A suggested choice is a hint, and on by default."""
    lines = [json.loads(line) for line in game.read_text("utf-8").splitlines()]
    for line in lines:
        line.pop("sum", None)
        if line.get("seat") == 0:
            line |= {"hinted": True, "coached": True}
    helped = tmp_path / "helped.spades.jsonl"
    helped.write_text(record_text(lines), "utf-8")
    assert claim_of(played(helped)) == claim_of(played(game))


@pytest.mark.parametrize("slug", ["sandbags", "jokers", "bemo", "3b-four"])
def test_a_claim_of_a_hand_has_at_most_200_letters_even_if_four_people_play(slug: str, tmp_path: Path) -> None:
    variant = shipped()[slug]
    seats = tuple(SeatSetup(name, "human") for name in NAMES[: variant.seats])
    whole = TableSetup(variant, {"undo": False} if "undo" in variant.option_names else {}, seats, seed="code V0WRDN")
    path = play_out(hand_of(whole, 7), tmp_path)
    with path.open("rb") as stream:
        (record,) = replay(stream, "hand", lines=True)
    assert len(claim_of(record)) <= 200


def test_neither_a_running_game_nor_a_fork_shows_its_code(game: Path) -> None:
    record = played(game)
    code = code_of_record(record)
    assert code is not None
    program = record.head.program
    record.head = replace(record.head, program=str(program).replace(" rules", " fork rules"))
    assert code_of_record(record) is None
    record = played(game)
    record.over = None
    assert code_of_record(record) is None


def test_an_altered_claim_is_refused(game: Path) -> None:
    text, rng, refused = claim_of(played(game)), random.Random(5), 0
    start = text.index(" ") + 1
    for _ in range(300):
        place = rng.randrange(start, len(text))
        altered = text[:place] + rng.choice(LETTERS) + text[place + 1 :]
        if altered == text:
            continue
        with pytest.raises(UnusableError):
            checked(altered)
        refused += 1
    assert refused > 200


@pytest.mark.parametrize("text", ["", "Ann", "sandbags 0K7Q-F2M2", "x" * 100_000, "a\0b sandbags 0K7Q-F2M2::00000"])
def test_text_that_is_not_a_claim_is_refused(text: str) -> None:
    with pytest.raises(UnusableError):
        read_claim(text)


def test_a_game_with_other_cards_or_undo_has_no_claim(game: Path, tmp_path: Path) -> None:
    undone = tmp_path / "undone.jsonl"
    lines = [json.loads(line) for line in game.read_text("utf-8").splitlines()]
    place = next(n for n, line in enumerate(lines) if line["event"] == "bid" and line["seat"] == 0)
    lines[place + 1 : place + 1] = [{"event": "take_back", "seat": 0}, lines[place]]
    lines[0]["options"]["undo"] = True
    for line in lines:
        line.pop("sum", None)
    undone.write_text("".join(json.dumps(line) + "\n" for line in lines), "utf-8")
    with pytest.raises(UnusableError):
        claim_of(played(undone))
    other = played(game)
    other.lines = [line for line in other.lines if line["event"] != "deal"]
    with pytest.raises(UnusableError):
        claim_of(other)


def test_a_refused_claim_says_if_the_game_was_saved_in_a_hand(game: Path) -> None:
    """`strong` may choose otherwise after a suspension, which a claim leaves out."""
    record = played(game)
    place = next(n for n, line in enumerate(record.lines) if line["event"] == "bid")
    record.lines[place:place] = [{"event": "suspend"}, {"event": "resume"}]
    assert checked(claim_of(record)).totals == checked(claim_of(played(game))).totals
    unsaved = played(game)
    for one, saved in ((record, True), (unsaved, False)):
        one.lines = [line | {"bid": 13} if line["event"] == "bid" and line["seat"] == 1 else line for line in one.lines]
        with pytest.raises(UnusableError) as refused:
            claim_of(one)
        assert ("saved" in str(refused.value)) == saved


def test_compare_checks_each_claim_of_a_file(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["code", str(game), "--claim"]) == 0
    claim = capsys.readouterr().out.strip()
    file = tmp_path / "claims.txt"
    file.write_text(f"Ann: {claim}\n\nBea: {claim.lower()}\n", "utf-8")
    assert cli.main(["compare", str(file)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == ["Ann", "Bea"]
    over = played(game).over
    assert over is not None and all(str(abs(over.totals[0])) in line for line in lines)
    file.write_text(f"{claim[:-1]}{'0' if claim[-1] != '0' else '1'}\n{claim}\nhello\n", "utf-8")
    assert cli.main(["compare", str(file)]) == 1
    answered = capsys.readouterr()
    assert (len(answered.out.splitlines()), len(answered.err.splitlines())) == (1, 2)
    assert cli.main(["compare", str(tmp_path / "missing")]) == 2
    assert cli.main(["code", "--claim"]) == 2


def test_one_claim_under_two_names_is_remarked(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["code", str(game), "--claim"]) == 0
    claim, file = capsys.readouterr().out.strip(), tmp_path / "claims.txt"
    file.write_text(f"Ann: {claim}\nAnn: {claim}\nBea: {claim.lower()}\n", "utf-8")
    assert cli.main(["compare", str(file)]) == 0
    assert ["every choice is Ann's" in line for line in capsys.readouterr().out.splitlines()] == [False, False, True]


def test_a_table_with_undo_is_marked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = finished(tmp_path, "sandbags", "hbbb", target=60, undo=True)
    assert cli.main(["code", str(path), "--claim"]) == 0
    file = tmp_path / "claims.txt"
    file.write_text(capsys.readouterr().out, "utf-8")
    assert cli.main(["compare", str(file)]) == 0
    assert capsys.readouterr().out.strip().endswith("undo was on")
    other = tmp_path / "other.spades.jsonl"
    other.write_text(renamed(path, "Zoe"), "utf-8")
    assert cli.main(["compare", str(path), str(other)]) == 0
    remarks = capsys.readouterr().out.splitlines()[-3:]
    assert [line.partition(" in ")[0] for line in remarks] == [
        "P0: undo was on", "Zoe: undo was on", "Zoe: every choice"
    ]  # fmt: skip

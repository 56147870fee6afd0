"""`spades-tui code` and `compare` print, read, prove and check game codes and claims."""

import io
import json
import random
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cli
from spades_tui.analysis.fork import code_of_record
from spades_tui.analysis.game_claim import CheckedClaim, check_claim, claim_of, read_claim
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.commands import play
from spades_tui.game.state import new_game
from spades_tui.language.unusable import UnusableError
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import LETTERS, code_of, hand_of, one_hand, setup_by_code
from spades_tui.play.setup import NAMES, SeatSetup, TableSetup, bot_seats
from spades_tui.record.replay import Replayed, replay
from spades_tui.record.writer import record_text
from spades_tui.rules.catalogue import own_folder, shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.rules.variant_reader import load
from spades_tui.system.folders import shipped_folder
from tests.games import SLUGS
from tests.setup.daily_days import play_out
from tests.table.playing import finished, renamed

SEED = "code 7QF2M9"

CODE = "sandbags 67QF-2M90-1111-WM18"
"""A person and three beginners."""


def test_the_code_on_the_page_is_one_of_the_file_beside_it() -> None:
    docs = Path(__file__).parents[2] / "docs"
    (code,) = re.findall(r"spades-tui play (kitty \S+) --variant", (docs / "same-cards.md").read_text("utf-8"))
    variant = load(docs / "examples" / "kitty.toml")
    assert code_of(setup_by_code(code, variant=variant)) == code


def opened_by(monkeypatch: pytest.MonkeyPatch, *arguments: str) -> TableSetup:
    """Return the table that `spades-tui play` opens."""
    opened: list[TableSetup] = []

    def opens(setup: TableSetup, resume: Path | None, said: set[str] | None = None) -> int:
        opened.append(setup)
        return 0

    monkeypatch.setattr(play, "open_plain", opens)
    assert cli.main(["play", "--plain", *arguments]) == 0
    return opened[0]


def printed_code(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert cli.main(["code", *arguments]) == 0
    return capsys.readouterr().out.removesuffix("\n")


def test_a_new_code_opens_the_game_it_describes(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    code = printed_code(capsys, "--variant", "bemo", "--seats", "bot:club/bold,human", "--option", "target=300")
    setup = opened_by(monkeypatch, code)
    assert (setup.variant.slug, setup.options["target"]) == ("bemo", 300)
    assert [seat.level for seat in setup.seats] == ["club/bold", None, "club"]
    assert code_of(setup) == code != printed_code(capsys, "--variant", "bemo")


def test_a_code_of_words_needs_no_quotes(monkeypatch: pytest.MonkeyPatch) -> None:
    assert code_of(opened_by(monkeypatch, *CODE.split())) == CODE


@pytest.mark.parametrize(
    ("words", "slug"), [("whiz", "whiz"), ("Call Break", "call-break"), ("jokers and deuces", "joker-deuces")]
)
def test_play_starts_the_game_that_is_named(words: str, slug: str, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = opened_by(monkeypatch, *words.split(), "--seats", "human:Zoe", "--option", "slip=on")
    assert (opened.variant, opened.seats[0].name, opened.options["slip"]) == (shipped()[slug], "Zoe", True)
    assert opened_by(monkeypatch).variant == shipped()["classic"]


def test_a_saved_game_after_play_is_not_taken_for_a_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = finished(tmp_path, "sandbags", "bbbb", target=50)
    assert cli.main(["play", "--plain", str(file)]) == 2
    assert f"spades-tui play --resume {file}" in capsys.readouterr().err


def test_a_code_deals_to_any_seat(monkeypatch: pytest.MonkeyPatch) -> None:
    usual, other = opened_by(monkeypatch, CODE), opened_by(monkeypatch, CODE, "--seats", "bot:club,human:Zoe")
    assert (other.seed, other.dealer, other.options) == (usual.seed, usual.dealer, usual.options)
    assert other.seats[1].name == "Zoe"


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ([CODE[:-1] + "9"], 1),
        ([CODE[:-3]], 1),
        (["nosuchgame 67QF-2M90"], 1),
        (["sandbags 07N9-RQFW", "--variant", "bemo"], 1),
        ([CODE, "--seed", "x"], 2),
        ([CODE, "--option", "target=300"], 2),
        ([CODE, "--resume", "x"], 2),
        ([CODE, "--seats", "bot:genius"], 2),
    ],
)
def test_play_refuses_a_wrong_code_in_one_line(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["play", "--plain", *arguments]) == status
    assert len(capsys.readouterr().err.splitlines()) == 1


def test_a_code_finds_house_rules_by_folder_or_file(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    shipped_text = (shipped_folder("variants") / "sandbags.toml").read_text("utf-8")
    text = re.sub(r"(?m)^slug\s*=.*", 'slug = "mine"', shipped_text)
    file = tmp_path / "mine.toml"
    file.write_text(text, "utf-8")
    code = printed_code(capsys, "--variant", str(file))
    assert cli.main(["play", "--plain", code]) == 1
    assert str(own_folder()) in capsys.readouterr().err
    assert opened_by(monkeypatch, code, "--variant", str(file)).variant.slug == "mine"
    own_folder().mkdir(parents=True)
    (own_folder() / "mine.toml").write_text(text, "utf-8")
    assert code_of(opened_by(monkeypatch, code)) == code
    assert cli.main(["play", "--plain", code, "--variant", "sandbags"]) == 1


def test_code_prints_the_code_of_finished_records_only(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPADES_TUI_HOME", str(tmp_path))
    short = printed_code(capsys, "--option", "target=50", "--seats", ",".join(["bot:beginner"] * 4))
    assert cli.main(["play", "--plain", short]) == 0
    assert short in capsys.readouterr().out
    (file,) = tmp_path.rglob("*.spades.jsonl")
    assert printed_code(capsys, str(file)) == short
    running = tmp_path / "running.jsonl"
    running.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:30]))
    assert cli.main(["code", str(running)]) == 1
    assert short not in "".join(capsys.readouterr())


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["--seats", "exec:cat"], 2),
        (["--option", "nothing=1"], 2),
        (["missing.spades.jsonl"], 2),
        (["missing.spades.jsonl", "--variant", "bemo"], 2),
    ],
)
def test_text_that_is_not_a_code_is_a_one_line_error(
    arguments: list[str], status: int, capsys: pytest.CaptureFixture[str]
) -> None:
    assert cli.main(["code", *arguments]) == status
    assert len(capsys.readouterr().err.splitlines()) == 1


@pytest.mark.parametrize("slug", [slug for slug in SLUGS if slug != "league"])
def test_a_hand_of_a_game_has_the_same_cards_and_dealer_alone(slug: str) -> None:
    variant = shipped()[slug]
    game = TableSetup(variant, {}, bot_seats(variant.seats, "beginner"), first_dealer(SEED, variant.seats), SEED)
    lines = [json.loads(line) for line in play_game(game).text.splitlines()]
    dealt = {line["hand"]: line for line in lines if line["event"] == "deal"}
    number = min(2, len(dealt))
    alone = setup_by_code(code_of(hand_of(game, number)) or "", variant=variant)
    assert alone.seats == game.seats
    done = play_game(alone)
    record = [json.loads(line) for line in done.text.splitlines()]
    (deal,) = [line for line in record if line["event"] == "deal"][:1]
    assert {key: value for key, value in deal.items() if key not in ("hand", "sum")} == {
        key: value for key, value in dealt[number].items() if key not in ("hand", "sum")
    }
    assert done.ended and sum(line["event"] == "hand_score" for line in record) == 1
    (checked,) = verify(io.BytesIO(done.text.encode()))
    assert checked.choices and not checked.not_verified


def test_a_tie_in_a_single_hand_ends_it() -> None:
    rules = ruleset(one_hand(shipped()["two-handed"]))
    standing = replace(new_game(rules, 0).standing, totals=(31, 31), hands=1)
    outcome = rules.decide(standing, None)
    assert outcome is not None and outcome.winners == (0, 1)


def test_the_code_of_a_hand_is_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = finished(tmp_path, "sandbags", "hbbb", target=100)
    code = printed_code(capsys, str(file), "--hand", "1")
    assert setup_by_code(code, variant=shipped()["sandbags"]).variant == one_hand(shipped()["sandbags"])
    assert printed_code(capsys, "--hand", "1").startswith("classic ")
    assert cli.main(["code", "--hand", "3"]) == 2 and "write 1" in capsys.readouterr().err
    for wrong in (["--hand", "200"], ["--hand", "1", "--claim"]):
        assert cli.main(["code", str(file), *wrong]) > 0
    assert cli.main(["code", "--variant", "league", "--hand", "1"]) == 2
    assert len(capsys.readouterr().err.splitlines()) == 3


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


def test_a_hand_without_a_code_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """The command's name is already there, so the message doesn't repeat the place."""
    assert cli.main(["code", "--variant", "league", "--hand", "1"]) == 2
    assert not re.search(r"\b(\w+): \1:", capsys.readouterr().err)

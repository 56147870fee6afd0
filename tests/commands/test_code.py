"""`spades-tui code` prints and reads game codes, and `spades-tui play CODE` deals them."""

import io
import json
import re
from pathlib import Path

import pytest
from msgspec.structs import replace

from spades_tui import cli
from spades_tui.analysis.simulate import play_game
from spades_tui.analysis.verify import verify
from spades_tui.commands import play
from spades_tui.game.state import new_game
from spades_tui.play.deal_secrets import first_dealer
from spades_tui.play.game_code import code_of, hand_of, one_hand, setup_by_code
from spades_tui.play.setup import TableSetup, bot_seats
from spades_tui.rules.catalogue import own_folder, shipped
from spades_tui.rules.ruleset import ruleset
from spades_tui.system.folders import shipped_folder
from tests.games import SLUGS
from tests.table.playing import finished

SEED = "code 7QF2M9"

CODE = "sandbags 67QF-2M90-1111-WM18"
"""A person and three beginners."""


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


def test_a_game_without_a_code_says_so(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert cli.main(["simulate", "--variant", "sandbags", "--bots", "beginner", "--option", "target=50", "--seed", "x",
                     "--out", str(tmp_path)]) == 0  # fmt: skip
    (file,) = tmp_path.glob("*.jsonl")
    capsys.readouterr()
    assert cli.main(["code", str(file)]) == 1
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


def test_a_hand_without_a_code_is_refused_in_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    """The command's name is already there, so the message doesn't repeat the place."""
    assert cli.main(["code", "--variant", "league", "--hand", "1"]) == 2
    assert not re.search(r"\b(\w+): \1:", capsys.readouterr().err)
